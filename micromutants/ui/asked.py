"""What is asked of the rules in every frame, answered once for each state.

States are values that are never changed, so an answer holds for as long as the very same state is shown.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

from micromutants import rules
from micromutants.rules import Option, State

T = TypeVar("T")
More = TypeVarTuple("More")

_KEPT = 4
"""So many answers are remembered: of the present state, the one that is still shown, and a little more."""


class Same:
    """A key that is equal only to a key of the very same object, however large that is."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def remembered(answer: Callable[[State, *More], T]) -> Callable[[State, *More], T]:
    """The same function of a state, which works out nothing twice for the very same state."""

    @functools.lru_cache(maxsize=_KEPT)
    def known(state: Same, *more: *More) -> T:
        return answer(state.value, *more)

    return lambda state, *more: known(Same(state), *more)


can_flick = remembered(rules.can_flick)
options = remembered(rules.options)
stand_ins = remembered(rules.stand_ins)


def legal(state: State) -> tuple[Option, ...]:
    """As :func:`micromutants.rules.legal`."""
    return tuple(option for option in options(state) if option.refusal is None)

"""What is asked of the rules in every frame, answered once for each state.

States are values that are never changed, so an answer holds for as long as the very same state is shown.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from micromutants import rules
from micromutants.rules import Option, State, Use

_KEPT = 4
"""So many states are remembered: the present one, the one that is still shown, and a little more."""


class Same:
    """A key that is equal only to a key of the very same object, however large that is."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def can_flick(state: State) -> Mapping[str, tuple[Use, ...]]:
    """As :func:`micromutants.rules.can_flick`."""
    return _can_flick(Same(state))


def options(state: State) -> tuple[Option, ...]:
    """As :func:`micromutants.rules.options`."""
    return _options(Same(state))


def legal(state: State) -> tuple[Option, ...]:
    """As :func:`micromutants.rules.legal`."""
    return tuple(option for option in options(state) if option.refusal is None)


def stand_ins(state: State, bug: str, use: Use) -> tuple[str, ...]:
    """As :func:`micromutants.rules.stand_ins`."""
    return _stand_ins(Same(state), bug, use)


@functools.lru_cache(maxsize=_KEPT)
def _can_flick(state: Same) -> Mapping[str, tuple[Use, ...]]:
    return rules.can_flick(state.value)


@functools.lru_cache(maxsize=_KEPT)
def _options(state: Same) -> tuple[Option, ...]:
    return rules.options(state.value)


@functools.lru_cache(maxsize=64)
def _stand_ins(state: Same, bug: str, use: Use) -> tuple[str, ...]:
    return rules.stand_ins(state.value, bug, use)

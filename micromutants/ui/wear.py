"""What the pieces wear: which colours and how bold their shape marks are, for everything that is drawn meanwhile.

The choice is the player's and the same for a whole picture, so it is not handed through every drawing: whoever makes a
picture says so once, ``with wearing(...)``, and pictures that are kept are kept for each choice.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Literal, NamedTuple, ParamSpec, TypeVar

from micromutants.ui.kept import kept

Colours = Literal["usual", "steps"]
Shapes = Literal["fine", "bold"]

P = ParamSpec("P")
T = TypeVar("T")


class Wear(NamedTuple):
    """How players are told apart.

    Attributes:
        colours: ``usual``, or ``steps``: each of its own lightness too.
        shapes: ``fine``, as on printed stickers, or ``bold``: rims with a pattern for each player.
    """

    colours: Colours = "usual"
    shapes: Shapes = "fine"


USUAL = Wear()
"""What pieces wear where nobody has said otherwise: in films and in pictures for files."""

_WORN: ContextVar[Wear] = ContextVar("worn")


def worn() -> Wear:
    """What pieces wear now."""
    return _WORN.get(USUAL)


@contextlib.contextmanager
def wearing(wear: Wear) -> Iterator[None]:
    """Everything that is drawn inside wears this."""
    before = _WORN.set(wear)
    try:
        yield
    finally:
        _WORN.reset(before)


def kept_by_wear(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As :func:`micromutants.ui.kept.kept`, for what looks different with what is worn."""

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        def made(_: Wear, *args: P.args, **named: P.kwargs) -> T:
            return function(*args, **named)

        found = kept(maxsize)(made)

        @functools.wraps(function)
        def asked(*args: P.args, **named: P.kwargs) -> T:
            return found(worn(), *args, **named)

        return asked

    return decorated

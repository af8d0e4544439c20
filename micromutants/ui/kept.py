"""Pictures that were drawn are kept while they may be wanted again, as far as there is room for them.

There is one room for all of them, measured in pixels: pictures grow with the window and with the zoom, and so would
what a mere number of them takes.  Those that were not wanted for the longest time make way first.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

import pygame

P = ParamSpec("P")
T = TypeVar("T")

LEAST = 16_000_000
"""Room that there is in any case, pixels of 4 bytes."""

WINDOWS = 10
"""Or room for so many pictures as large as the window: the layers of a table at full zoom are five."""


class Room:
    """What is kept, of all functions together.

    Attributes:
        pixels: So many are taken.
    """

    def __init__(self) -> None:
        self.pixels = 0
        # Keys in the order of their last use, here of all functions and in `_of` of each.
        self._used: OrderedDict[tuple[int, Hashable], None] = OrderedDict()
        self._of: list[OrderedDict[Hashable, tuple[Any, int]]] = []

    def function(self) -> int:
        """A number for another function whose results are kept."""
        self._of.append(OrderedDict())
        return len(self._of) - 1

    def find(self, function: int, key: Hashable) -> tuple[Any, int] | None:
        """What is kept, and its size; None where it is not there."""
        found = self._of[function].get(key)
        if found is not None:
            self._of[function].move_to_end(key)
            self._used.move_to_end((function, key))
        return found

    def keep(self, function: int, key: Hashable, value: Any, most: int) -> None:
        """Keep a result; others make way for it, of this function where it has more than ``most``."""
        kept = self._of[function]
        size = _pixels(value)
        kept[key] = value, size
        self._used[function, key] = None
        self.pixels += size
        if len(kept) > most:
            self._drop(function, next(iter(kept)))
        while self.pixels > room() and len(self._used) > 1:
            self._drop(*next(iter(self._used)))

    def _drop(self, function: int, key: Hashable) -> None:
        _, size = self._of[function].pop(key)
        del self._used[function, key]
        self.pixels -= size


ROOM = Room()
"""That of the program: what is kept changes what a picture costs, never what it is."""


def room() -> int:
    """How many pixels may be kept with the window as it is."""
    window = pygame.display.get_surface() if pygame.display.get_init() else None
    return max(LEAST, WINDOWS * window.get_width() * window.get_height() if window is not None else 0)


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As :func:`functools.lru_cache`, for functions that draw.

    Args:
        most: How many results of this function are kept at most.
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        number = ROOM.function()

        @functools.wraps(function)
        def asked(*args: P.args, **named: P.kwargs) -> T:
            key = (args, tuple(named.items())) if named else args
            found = ROOM.find(number, key)
            if found is None:
                found = function(*args, **named), 0
                ROOM.keep(number, key, found[0], most)
            value: T = found[0]
            return value

        return asked

    return decorated


def _pixels(value: Any) -> int:
    if isinstance(value, pygame.Surface):
        return value.get_width() * value.get_height()
    return sum(map(_pixels, value)) if isinstance(value, tuple) else 0

"""How loud sounds may be that meet: together they never leave the range of samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BLOCK = 0.01
"""Levels are kept for stretches of this length, s."""

LIMIT = 0.98
"""What all sounds together may reach."""


def levels(wave: NDArray[np.float64], rate: int) -> NDArray[np.float64]:
    """The largest sample of each stretch of a sound."""
    size = round(BLOCK * rate)
    padded = np.pad(np.abs(wave), (0, -len(wave) % size))
    return np.asarray(padded.reshape(-1, size).max(axis=1))


class Headroom:
    """What is sounding from now on, at its loudest."""

    def __init__(self) -> None:
        self._now = 0.0
        self._ahead = np.zeros(0)

    def gain(self, peaks: NDArray[np.float64], wanted: float, now: float) -> float:
        """How loud a sound may begin, and take it into account.

        Args:
            peaks: Its :func:`levels` at full loudness.
            wanted: How loud it would be, from 0 to 1.
            now: Time, s; it never goes back.

        Returns:
            At most ``wanted``.
        """
        passed = int((now - self._now) / BLOCK)
        if passed > 0:
            self._now = now
            self._ahead = self._ahead[passed:]
        # The device begins somewhere within a stretch, so each level also counts for the next one.
        spread = np.maximum(np.append(peaks, 0.0), np.append(0.0, peaks))
        ahead = np.zeros(max(len(spread), len(self._ahead)))
        ahead[: len(self._ahead)] = self._ahead
        room = np.maximum(0.0, LIMIT - ahead[: len(spread)])
        heard = spread > 1e-3
        fits = float(np.min(room[heard] / spread[heard])) if heard.any() else wanted
        found = min(wanted, fits)
        ahead[: len(spread)] += found * spread
        self._ahead = ahead
        return found

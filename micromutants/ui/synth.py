"""Sounds made from nothing but numbers: what card, felt and plastic chips do, as samples.

All are short sums of decaying partials and filtered noise.  The noise is a fixed sequence, so that the same call always
gives the same samples; nothing here knows of a sound device.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

RATE = 44100
"""Samples per second."""

Wave = NDArray[np.float64]
"""Samples in [-1, 1], of one channel."""


def _time(seconds: float) -> Wave:
    return np.arange(round(RATE * seconds)) / RATE


def _noise(count: int, seed: int = 1) -> Wave:
    """White noise, the same for the same seed."""
    return np.random.default_rng(seed).uniform(-1.0, 1.0, count)


def _smoothed(wave: Wave, cutoff: float) -> Wave:
    """Low-passed by a Hann kernel: little is left above ``cutoff`` Hz."""
    kernel = np.hanning(max(3, round(RATE / cutoff) | 1))
    return np.convolve(wave, kernel / kernel.sum(), "same")


def _partials(t: Wave, tones: tuple[tuple[float, float, float], ...]) -> Wave:
    """Decaying sines, each (frequency in Hz, amplitude, decay time in s)."""
    parts = [amplitude * np.sin(2 * np.pi * tone * t) * np.exp(-t / decay) for tone, amplitude, decay in tones]
    return np.asarray(np.sum(parts, axis=0))


def _shaped(wave: Wave, peak: float) -> Wave:
    """The wave with its peak at ``peak``, without clicks at the ends."""
    edge = min(len(wave) // 4, round(0.002 * RATE))
    ramp = np.linspace(0.0, 1.0, edge)
    wave = wave.copy()
    wave[:edge] *= ramp
    wave[-edge:] *= ramp[::-1]
    return wave * (peak / max(1e-9, float(np.max(np.abs(wave)))))


def flick() -> Wave:
    """The shooter slips off the rim: a snap, then the chip's ring."""
    t = _time(0.12)
    snap = _noise(len(t), 2) * np.exp(-t / 0.006)
    return _shaped(0.8 * snap + _partials(t, ((2350.0, 0.5, 0.02), (3900.0, 0.3, 0.012), (410.0, 0.4, 0.03))), 0.7)


def touchdown() -> Wave:
    """A chip comes down on felt: a dull thump."""
    t = _time(0.14)
    thud = _smoothed(_noise(len(t), 3), 900.0) * np.exp(-t / 0.025)
    return _shaped(2.0 * thud + _partials(t, ((150.0, 0.8, 0.035), (230.0, 0.4, 0.02))), 0.6)


def clack(hardness: float) -> Wave:
    """Chip meets chip.

    Args:
        hardness: 0 for a soft touch to 1 for a full blow: a harder one is brighter and rings longer.
    """
    t = _time(0.10)
    tone = 1500.0 + 1300.0 * hardness
    ring = _partials(t, ((tone, 1.0, 0.008 + 0.012 * hardness), (tone * 1.83, 0.6 * hardness + 0.1, 0.009)))
    tick = _smoothed(_noise(len(t), 4), 3000.0 + 9000.0 * hardness) * np.exp(-t / 0.003)
    return _shaped(ring + 1.2 * tick, 0.3 + 0.6 * hardness)


def capture() -> Wave:
    """A piece is taken: two notes up."""
    return _notes((523.25, 783.99), 0.10, 0.6)


def fumble() -> Wave:
    """A piece is lost: a slide down."""
    t = _time(0.42)
    pitch = 330.0 * 0.5 ** (t / 0.42)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    return _shaped((np.sin(phase) + 0.35 * np.sin(2 * phase)) * np.exp(-t / 0.22), 0.45)


def back() -> Wave:
    """A piece is put back on the mat: a soft double tap."""
    one = touchdown()
    both = np.zeros(len(one) + round(0.11 * RATE))
    both[: len(one)] += 0.7 * one
    both[-len(one) :] += one
    return _shaped(both, 0.35)


def base() -> Wave:
    """A base is hit: a low crash."""
    t = _time(0.55)
    rubble = _smoothed(_noise(len(t), 5), 1400.0) * np.exp(-t / 0.16)
    return _shaped(2.2 * rubble + _partials(t, ((70.0, 1.0, 0.2), (104.0, 0.6, 0.14))), 0.75)


def dice() -> Wave:
    """Two dice on the table."""
    wave = np.zeros(round(0.62 * RATE))
    for number, begin in enumerate((0.0, 0.06, 0.15, 0.23, 0.34, 0.40, 0.47)):
        knock = clack(0.25 + 0.05 * (number % 3)) * (1.0 - 0.1 * number)
        start = round(begin * RATE)
        length = min(len(knock), len(wave) - start)
        wave[start : start + length] += knock[:length]
    return _shaped(wave, 0.4)


def win() -> Wave:
    """The match is won: a rising chord."""
    return _notes((392.0, 523.25, 659.25, 783.99, 1046.5), 0.13, 0.7)


def _notes(tones: tuple[float, ...], each: float, peak: float) -> Wave:
    ring = 0.45
    wave = np.zeros(round((each * (len(tones) - 1) + ring) * RATE))
    for number, tone in enumerate(tones):
        t = _time(ring)
        note = _partials(t, ((tone, 1.0, 0.16), (2 * tone, 0.35, 0.09), (3 * tone, 0.12, 0.05)))
        start = round(each * number * RATE)
        wave[start : start + len(note)] += note
    return _shaped(wave, peak)


HARDNESSES = (0.1, 0.35, 0.6, 0.85, 1.0)
"""The clacks that are kept ready."""


def all_sounds() -> dict[str, Callable[[], Wave]]:
    """Every sound by its name; those of clacks end with the number of their hardness."""
    found: dict[str, Callable[[], Wave]] = {
        "flick": flick,
        "touchdown": touchdown,
        "capture": capture,
        "fumble": fumble,
        "back": back,
        "base": base,
        "dice": dice,
        "win": win,
    }
    for number, hardness in enumerate(HARDNESSES):
        found[f"clack-{number}"] = lambda hardness=hardness: clack(hardness)  # type: ignore[misc]
    return found

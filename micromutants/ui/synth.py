"""Sounds made from nothing but numbers: what card, felt and plastic chips do, as samples.

All are short sums of decaying partials and filtered noise.  The noise is a fixed sequence, so that the same call always
gives the same samples; nothing here knows of a sound device.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

RATE = 44100
"""Samples per second."""

PEAK = 0.95
"""The largest sample of any sound."""

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


def loudness(wave: Wave) -> float:
    """How loud a sound is: the level of its loudest eighth of a second, A-weighted (IEC 61672-1), dB of full scale."""
    f = np.fft.rfftfreq(2 * len(wave), 1 / RATE)
    ear = 12194.0**2 * f**4
    ear /= (f**2 + 20.6**2) * np.sqrt((f**2 + 107.7**2) * (f**2 + 737.9**2)) * (f**2 + 12194.0**2)
    # The weight is 1 at 1 kHz.
    heard = np.fft.irfft(np.fft.rfft(wave, 2 * len(wave)) * ear * 1.2589)
    window = round(RATE / 8)
    power = np.convolve(np.pad(heard**2, (window, window)), np.full(window, 1 / window), "valid")
    return float(10.0 * np.log10(max(1e-12, float(power.max()))))


def _finished(wave: Wave, level: float) -> Wave:
    """The wave as loud as is wanted, about zero, without clicks at its ends.

    Args:
        wave: What was put together.
        level: Its :func:`loudness`, dB; what would leave the range of samples is quieter.
    """
    # What is below 45 Hz moves the cone of most loudspeakers and is not heard.
    f = np.fft.rfftfreq(2 * len(wave), 1 / RATE)
    wave = np.fft.irfft(np.fft.rfft(wave, 2 * len(wave)) * (1.0 - np.exp(-((f / 45.0) ** 3))))[: len(wave)]
    begin, end = round(0.0007 * RATE), round(0.2 * len(wave))
    wave[:begin] *= np.sin(np.linspace(0.0, np.pi / 2, begin)) ** 2
    wave[-end:] *= np.cos(np.linspace(0.0, np.pi / 2, end)) ** 2
    wave[-1] = 0.0
    most = PEAK / max(1e-9, float(np.max(np.abs(wave))))
    return np.asarray(wave * min(most, 10.0 ** ((level - loudness(wave)) / 20.0)))


def flick() -> Wave:
    """The shooter slips off the rim: a snap, then the chip's ring."""
    t = _time(0.12)
    snap = _noise(len(t), 2) * np.exp(-t / 0.006)
    ring = _partials(t, ((2350.0, 0.5, 0.02), (3900.0, 0.3, 0.012), (410.0, 0.4, 0.03)))
    return _finished(0.8 * snap + ring, -22.5)


def touchdown() -> Wave:
    """A chip comes down on felt: a dull thump, with a pat that small loudspeakers give as well."""
    t = _time(0.16)
    thud = _smoothed(_noise(len(t), 3), 900.0) * np.exp(-t / 0.025)
    pat = _smoothed(_noise(len(t), 6), 3200.0) * np.exp(-t / 0.009)
    body = _partials(t, ((165.0, 0.5, 0.03), (270.0, 0.45, 0.03), (520.0, 0.3, 0.022)))
    return _finished(1.3 * thud + 1.3 * pat + body, -24.0)


def clack(hardness: float) -> Wave:
    """Chip meets chip.

    Args:
        hardness: 0 for a soft touch to 1 for a full blow: a harder one is brighter and rings longer.
    """
    t = _time(0.10)
    tone = 1500.0 + 1300.0 * hardness
    ring = _partials(t, ((tone, 1.0, 0.008 + 0.012 * hardness), (tone * 1.83, 0.6 * hardness + 0.1, 0.009)))
    tick = _smoothed(_noise(len(t), 4), 3000.0 + 9000.0 * hardness) * np.exp(-t / 0.003)
    return _finished(ring + 1.2 * tick, -28.0 + 9.5 * hardness)


def capture() -> Wave:
    """A piece is taken: two notes up."""
    return _notes((523.25, 783.99), 0.10, -19.5)


def fumble() -> Wave:
    """A piece is lost: a slide down."""
    t = _time(0.42)
    pitch = 330.0 * 0.5 ** (t / 0.42)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    return _finished((np.sin(phase) + 0.35 * np.sin(2 * phase)) * np.exp(-t / 0.18), -20.5)


def back() -> Wave:
    """A piece is put back on the mat: a soft double tap."""
    one = touchdown()
    both = np.zeros(len(one) + round(0.11 * RATE))
    both[: len(one)] += 0.7 * one
    both[-len(one) :] += one
    return _finished(both, -25.5)


def base() -> Wave:
    """A base is hit: a low crash."""
    t = _time(0.6)
    rubble = _smoothed(_noise(len(t), 5), 1400.0) * np.exp(-t / 0.15)
    # Splinters: bits of brighter noise that come ever more seldom.
    splinters = _smoothed(_noise(len(t), 7), 5200.0) * np.exp(-t / 0.11) * (np.sin(2 * np.pi * 19.0 * t**0.7) > 0.2)
    body = _partials(t, ((84.0, 0.8, 0.18), (126.0, 0.6, 0.14), (252.0, 0.4, 0.09)))
    return _finished(1.9 * rubble + 1.5 * _smoothed(splinters, 9000.0) + body, -20.0)


def dice() -> Wave:
    """Two dice on the table."""
    wave = np.zeros(round(0.62 * RATE))
    for number, begin in enumerate((0.0, 0.06, 0.15, 0.23, 0.34, 0.40, 0.47)):
        knock = clack(0.25 + 0.05 * (number % 3)) * (1.0 - 0.1 * number)
        start = round(begin * RATE)
        length = min(len(knock), len(wave) - start)
        wave[start : start + length] += knock[:length]
    return _finished(wave, -22.0)


def win() -> Wave:
    """The match is won: a rising chord."""
    return _notes((392.0, 523.25, 659.25, 783.99, 1046.5), 0.13, -17.5)


def _notes(tones: tuple[float, ...], each: float, level: float) -> Wave:
    ring = 0.5
    wave = np.zeros(round((each * (len(tones) - 1) + ring) * RATE))
    for number, tone in enumerate(tones):
        t = _time(ring)
        note = _partials(t, ((tone, 1.0, 0.16), (2 * tone, 0.35, 0.09), (3 * tone, 0.12, 0.05)))
        start = round(each * number * RATE)
        wave[start : start + len(note)] += note
    return _finished(wave, level)


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
        found[f"clack-{number}"] = functools.partial(clack, hardness)
    return found

"""The loudspeaker: plays the sounds of what is shown, and is silent where there is no device."""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np
import pygame

from micromutants.ui.cues import Cue
from micromutants.ui.headroom import Headroom, levels
from micromutants.ui.silence import silenced
from micromutants.ui.synth import RATE, Wave, all_sounds

CHANNELS = 24
"""So many sounds can be heard at once."""


class Speaker:
    """Plays sounds by their names.  Without a device, or without a real window, it plays nothing and says nothing."""

    def __init__(self, on: bool = True, volume: float = 0.75) -> None:
        self.on = on
        self.volume = volume
        self._tried = False
        self._sounds: dict[str, tuple[Wave, Wave]] = {}
        """Each sound and its levels."""
        self._headroom = Headroom()

    @property
    def ready(self) -> bool:
        """Whether there is a device and the sounds are made."""
        return bool(self._sounds)

    def set(self, on: bool, volume: float) -> None:
        """Take over the user's choice; the device is opened when it is first wanted."""
        self.on, self.volume = on, volume
        if self._tried and not self.ready and on:
            self._tried = False
            self.open()

    def open(self) -> None:
        """Open the device and make the sounds, where they are wanted and somebody is there to hear them."""
        if self._tried or not self.on:
            return
        self._tried = True
        if pygame.display.get_driver() in ("dummy", "offscreen"):
            return
        with silenced():
            try:
                pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
                pygame.mixer.set_num_channels(CHANNELS)
                waves = {name: make() for name, make in all_sounds().items()}
                self._sounds = {name: (wave, levels(wave, RATE)) for name, wave in waves.items()}
            except (pygame.error, NotImplementedError, TypeError, ValueError):
                # No device, or one that takes no samples of ours: the game is as good without.
                self._sounds = {}

    def play(self, cues: Iterable[Cue]) -> None:
        """Play sounds now."""
        if not self.on:
            return
        self.open()
        for cue in cues:
            if cue.sound in self._sounds:
                wave, peaks = self._sounds[cue.sound]
                loud = self._headroom.gain(peaks, self.volume * cue.loudness, time.perf_counter())
                # A channel that is told how loud it is while it plays would begin too loud.
                _sound(wave, *sides(loud, cue.pan)).play()

    def say(self, name: str) -> None:
        """Play one sound from the middle."""
        self.play([Cue(0.0, name, 1.0, 0.5)])

    def close(self) -> None:
        """Give the device back."""
        if pygame.mixer.get_init():
            with silenced():
                pygame.mixer.quit()
        self._sounds, self._tried = {}, False


def sides(loud: float, pan: float) -> tuple[float, float]:
    """How loud something is on the left and on the right.

    Args:
        loud: From 0 to 1.
        pan: From 0, left, to 1, right.
    """
    # Half of the width of the room is heard: what lies left is a little louder on the left.
    return loud * min(1.0, 1.5 - pan), loud * min(1.0, 0.5 + pan)


def _sound(wave: Wave, left: float, right: float) -> pygame.mixer.Sound:
    samples = np.rint(np.stack((wave * left, wave * right), axis=1) * 32767.0).astype(np.int16)
    return pygame.mixer.Sound(buffer=samples.tobytes())

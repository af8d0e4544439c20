"""The loudspeaker: plays the sounds of what is shown, and is silent where there is no device."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator

import numpy as np
import pygame

from micromutants.ui.cues import Cue
from micromutants.ui.synth import RATE, Wave, all_sounds


class Speaker:
    """Plays sounds by their names.  Without a device, or without a real window, it plays nothing and says nothing."""

    def __init__(self, on: bool = True, volume: float = 0.75) -> None:
        self.on = on
        self.volume = volume
        self._tried = False
        self._sounds: dict[str, pygame.mixer.Sound] = {}

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
        with _quiet():
            try:
                pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
                self._sounds = {name: _sound(make()) for name, make in all_sounds().items()}
            except (pygame.error, NotImplementedError, TypeError, ValueError):
                # No device, or one that takes no samples of ours: the game is as good without.
                self._sounds = {}

    def play(self, cues: Iterable[Cue]) -> None:
        """Play sounds now."""
        if not self.on:
            return
        self.open()
        for cue in cues:
            sound = self._sounds.get(cue.sound)
            channel = sound.play() if sound is not None else None
            if channel is not None:
                loud = self.volume * cue.loudness
                # Half of the width of the room is heard: what lies left is a little louder on the left.
                channel.set_volume(loud * (1.0 - 0.5 * cue.pan), loud * (0.5 + 0.5 * cue.pan))

    def say(self, name: str) -> None:
        """Play one sound from the middle."""
        self.play([Cue(0.0, name, 1.0, 0.5)])

    def close(self) -> None:
        """Give the device back."""
        if pygame.mixer.get_init():
            with _quiet():
                pygame.mixer.quit()
        self._sounds, self._tried = {}, False


def _sound(wave: Wave) -> pygame.mixer.Sound:
    samples = np.repeat((wave * 32000).astype(np.int16)[:, None], 2, axis=1)
    return pygame.mixer.Sound(buffer=samples.tobytes())


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Without what sound libraries write to the terminal, past Python, where they find no device."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (OSError, AttributeError):
        # There is no terminal to be kept quiet.
        yield
        return
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)

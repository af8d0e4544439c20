"""Looking on at a match that another window plays: its record, which grows as it is saved there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from micromutants.match import Record, RecordError, claim_of, claimed, load_record
from micromutants.ui.app import App
from micromutants.ui.matchfile import Stamp, stamp_of
from micromutants.ui.playback import moments_in
from micromutants.ui.screens.replay import ReplayScreen

_PATIENCE = 400
"""So often the file is looked after while nothing happens, ms."""

_GONE_SECONDS = 2.0
"""Autosaves change their names in turn; one that is missing for so long does not come back, s."""


class LookOnScreen(ReplayScreen):
    """A record from its end on; new moves are played as they come."""

    patience = _PATIENCE

    def __init__(self, app: App, record: Record, path: Path) -> None:
        """Look on.

        Args:
            app: The program.
            record: What is saved so far.
            path: Where; it is read again whenever it changes.
        """
        super().__init__(app, record, path)
        self.file, self.path = path, None
        self.ended = False
        # What was read is older than the question whether to look on.
        self._stamp: Stamp | None = None
        self._missing = 0.0
        self._reading: int | None = None
        self.player.jump(len(self.moments))

    @property
    def about(self) -> str:
        """What is looked at."""
        if self.ended:
            return "The other window has closed the match. This is how far it was saved."
        return "Looking on: each move shows here when it is saved there."

    @property
    def animating(self) -> bool:
        """Also while it waits for a file that is missing."""
        return super().animating or 0.0 < self._missing < _GONE_SECONDS

    def update(self, seconds: float) -> None:
        """Time passes, and the file may have changed."""
        super().update(seconds)
        stamp = stamp_of(self.file)
        if stamp is None:
            self._missing += seconds
            if self._missing >= _GONE_SECONDS and not self.ended and not claimed(claim_of(self.file)):
                self.ended = True
                self.app.redraw()
        elif self._reading is None and stamp != self._stamp:
            self._stamp, self._missing = stamp, 0.0
            self._reading = self.app.worker.start(self._read, self._take)

    def _read(self) -> Any:
        record = load_record(self.file)
        return record, moments_in(record)

    def _take(self, found: Any, error: BaseException | None) -> None:
        self._reading = None
        if isinstance(error, RecordError | OSError):
            # It is being moved just now; there will be another one.
            return
        if error is not None:
            raise error
        at_end = self.player.at_end
        self.renew(*found)
        if at_end and not self.player.at_end:
            self.player.play()
        self.changed()

    def gone(self) -> None:
        """Nothing is read any more."""
        if self._reading is not None:
            self.app.worker.drop(self._reading)
        super().gone()

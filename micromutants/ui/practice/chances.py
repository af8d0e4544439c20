"""How often a shot of the file does what it should: found out in the thread, and added to what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from micromutants.scenario import Result, SavedShot, judged
from micromutants.ui.practice.flight import Flight
from micromutants.ui.practice.stand import Stand
from micromutants.ui.worker import Worker


class ChanceFinder:
    """One such job at a time; a new one takes the place of the one before."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._job: int | None = None

    def drop(self) -> None:
        """Give up what is being found out."""
        if self._job is not None:
            self._worker.drop(self._job)
            self._job = None

    def start(self, stand: Stand, shot: SavedShot, then: Callable[[Flight], None]) -> None:
        """Make the shot of the last flight many times with the file's hand; hands over the flight with all results."""
        self.drop()
        flight = stand.past[-1]
        # The file's own hand counts, whoever did the flick.
        scenario = msgspec.structs.replace(stand.scenario, physics=stand.physics)

        def job() -> tuple[Result, ...]:
            return judged(scenario, shot, flight.outcome, chances=True)

        def done(results: tuple[Result, ...], error: BaseException | None) -> None:
            self._job = None
            if error is not None:
                raise error
            if stand.past and stand.past[-1] is flight:
                stand.past[-1] = replace(flight, results=results)
                then(stand.past[-1])

        self._job = self._worker.start(job, done)

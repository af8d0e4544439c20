"""A soak on one process or several; what comes of a match does not depend on how many."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait

from micromutants.processes import MOST_WORKERS, processes
from micromutants.soak.playing import Played, play_one

MOST_MATCHES = 1_000_000
"""Most matches of one soak."""


def soak(matches: int, seed: int, workers: int = 1, first: int = 0) -> Iterator[Played]:
    """Play matches of bots, each as soon as a process is free for it; they come as they end.

    Args:
        matches: How many.
        seed: From which all seeds follow.
        workers: Processes that share the work; with one it is done in this process.
        first: Number of the first match.

    Raises:
        ValueError: There are too few or too many matches or workers.
    """
    for name, value, most in (("matches", matches, MOST_MATCHES), ("workers", workers, MOST_WORKERS)):
        if not 1 <= value <= most:
            raise ValueError(f"{name} must be from 1 to {most}, not {value}")
    numbers = iter(range(first, first + matches))
    if workers == 1:
        for number in numbers:
            yield play_one(seed, number)
        return
    with processes(min(workers, matches)) as pool:
        running: set[Future[Played]] = {
            pool.submit(play_one, seed, number) for number in itertools.islice(numbers, workers)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for number in itertools.islice(numbers, len(done)):
                running.add(pool.submit(play_one, seed, number))
            for future in done:
                yield future.result()

"""Work that takes long is done in a thread, so that the window stays alive; results come back to the main thread.

A job must be a pure function of its arguments: when it ends changes only when its result is seen, never what it is.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any


class Worker:
    """Runs one job after another, each in a thread of its own, and hands results over in :meth:`poll`."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """Args: wake: called from the thread when a result is ready; must be safe to call from any thread."""
        self._wake = wake
        self._done: queue.SimpleQueue[tuple[int, Any, BaseException | None]] = queue.SimpleQueue()
        self._waiting: dict[int, Callable[[Any, BaseException | None], None]] = {}
        self._count = 0

    @property
    def busy(self) -> bool:
        """Whether a result is awaited."""
        return bool(self._waiting)

    def start(self, job: Callable[[], Any], then: Callable[[Any, BaseException | None], None]) -> int:
        """Run ``job()`` in a thread and later, in :meth:`poll`, call ``then(result, error)``.

        Returns:
            A number with which :meth:`drop` can give the job up.
        """
        self._count += 1
        number = self._count
        self._waiting[number] = then

        def run() -> None:
            try:
                self._done.put((number, job(), None))
            except Exception as error:
                self._done.put((number, None, error))
            self._wake()

        threading.Thread(target=run, name=f"job-{number}", daemon=True).start()
        return number

    def drop(self, number: int) -> None:
        """Give a job up: its result will not be handed over."""
        self._waiting.pop(number, None)

    def poll(self) -> bool:
        """Hand over what is ready; returns whether there was anything."""
        found = False
        while True:
            try:
                number, result, error = self._done.get_nowait()
            except queue.Empty:
                return found
            then = self._waiting.pop(number, None)
            if then is not None:
                found = True
                then(result, error)

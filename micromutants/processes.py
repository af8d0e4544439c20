"""Processes that share work: fresh ones, which leave Ctrl-C to the one that asked, and never outlive it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

T = TypeVar("T")

MOST_WORKERS = 64
"""Most processes that share a piece of work."""


class Pool(ProcessPoolExecutor):
    """An executor whose processes never see Ctrl-C, not even while they begin."""

    def submit(self, function: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """As the executor does; a process that is started for it inherits that the signal is held back."""
        with _held_back():
            return super().submit(function, *arguments, **named)


@contextlib.contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """An executor of so many processes; work that has not begun at the end is left undone.

    They are spawned: a fork would copy whatever threads and windows the caller has.  After Ctrl-C or a failure, what is
    being worked on is given up too: nobody wants it any more.
    """
    context = multiprocessing.get_context("spawn")
    given_up = context.Event()
    pool = Pool(count, context, initializer=_begin, initargs=(given_up,))
    try:
        yield pool
    except BaseException:
        given_up.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _held_back() -> Iterator[None]:
    """Ctrl-C waits until the end of this, where the system can hold it back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(given_up: Event) -> None:
    """What each process does first."""
    # Ctrl-C reaches every process of a terminal; the one that asked for the work answers for all.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    threading.Thread(target=_end_when, args=(given_up,), daemon=True).start()


def _end_with_the_parent() -> None:
    """End this process with the one that asked for it: killed, that tells nobody, and this would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _end_when(given_up: Event) -> None:
    """End this process in the middle of its work."""
    given_up.wait()
    os._exit(1)

"""Processes that share work: fresh ones, which leave Ctrl-C to the one that asked, and never outlive it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor


@contextlib.contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """An executor of so many processes; work that has not begun at the end is left undone.

    They are spawned: a fork would copy whatever threads and windows the caller has.
    """
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """What each process does first."""
    # Ctrl-C reaches every process of a terminal; the one that asked for the work answers for all.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """End this process with the one that asked for it: killed, that tells nobody, and this would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

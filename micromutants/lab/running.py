"""Work on any executor: this process, others on this machine, a cluster."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from typing import Any, TypeVar

from micromutants.lab.extras import wanted
from micromutants.lab.model import LabError
from micromutants.processes import MOST_WORKERS, processes

Done = TypeVar("Done")

AHEAD = 1000
"""So many calls are handed out at a time: enough for any cluster, and little enough to take back."""

CONNECT = 10.0
"""s that a scheduler has to answer."""

LOOK, GONE = 2.0, 30.0
"""How often it is looked, while nothing comes, whether anybody works, and how long workers may be away, s."""


def run(
    function: Callable[..., Done],
    calls: Sequence[tuple[Any, ...]],
    executor: Executor | None,
    done: Callable[[int, Done], None],
) -> None:
    """Make the calls, in any order, and hand over what each gave as soon as it is there.

    What is not begun is taken back when anything goes wrong or the user breaks it off; what has been handed over by
    then is whole.

    Args:
        function: One that every process can import.
        calls: Arguments of each call.
        executor: Where; None for this process, one call after the other.
        done: Takes the index of a call and what it gave.

    Raises:
        LabError: A worker has died.
        Exception: Whatever a call raises.
    """
    if executor is None:
        for i, call in enumerate(calls):
            done(i, function(*call))
        return
    waiting: dict[Future[Done], int] = {}
    todo = iter(enumerate(calls))
    try:
        while True:
            for i, call in todo:
                waiting[executor.submit(function, *call)] = i
                if len(waiting) >= AHEAD:
                    break
            if not waiting:
                return
            finished, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            if not finished and isinstance(executor, Cluster) and (why := executor.deserted()):
                raise LabError(why)
            for future in finished:
                done(waiting.pop(future), future.result())
    except BrokenExecutor as error:
        raise LabError("a worker process has died, perhaps for want of memory") from error
    finally:
        for future in waiting:
            future.cancel()


class Cluster(Executor):
    """The workers of a dask scheduler, which says when nobody works there any more: dask would wait for ever."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._executor = client.get_executor()
        self._since: float | None = None

    def submit(self, function: Callable[..., Done], /, *args: Any, **kwargs: Any) -> Future[Done]:
        """Hand a call to the workers; see :class:`Executor`."""
        future: Future[Done] = self._executor.submit(function, *args, **kwargs)
        return future

    def deserted(self) -> str:
        """Why nothing will come any more; empty where something may."""
        workers = self._client.status == "running" and self._client.scheduler_info().get("workers")
        if self._client.status in ("closing", "closed"):
            return f"the scheduler at {self._address} is gone"
        now = time.monotonic()
        if workers:
            self._since = None
        elif self._since is None:
            self._since = now
        elif now - self._since > GONE:
            return f"all workers at {self._address} are gone; they need micromutants as installed here"
        return ""


def gather(function: Callable[..., Done], calls: Sequence[tuple[Any, ...]], executor: Executor | None) -> list[Done]:
    """What the calls give, in their order; see :func:`run`."""
    found: dict[int, Done] = {}
    run(function, calls, executor, found.__setitem__)
    return [found[i] for i in range(len(calls))]


def cores() -> int:
    """How many processes this machine runs at the same time."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(count or 1, MOST_WORKERS)


@contextlib.contextmanager
def workers(count: int, scheduler: str | None = None) -> Iterator[Executor | None]:
    """An executor for :func:`run`.

    Args:
        count: Processes on this machine; 1 is this process, and no executor is made.
        scheduler: Address of a dask scheduler, which takes their place.

    Raises:
        LabError: The scheduler cannot be used.
    """
    if scheduler is not None:
        with _cluster(scheduler) as executor:
            yield executor
    elif count == 1:
        yield None
    else:
        with processes(count) as pool:
            yield pool


TALKATIVE = ("distributed", "tornado")
"""Libraries that log on the terminal: dask, and what it speaks to others with."""


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        import distributed
    except ImportError as error:
        raise LabError(wanted("a scheduler", "distributed")) from error
    # What goes wrong comes back as an exception; the log would only say it again, at length.
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in TALKATIVE:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # Dask would knock again and again where nobody lives.
        host, _, port = address.partition("://")[2].rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), CONNECT).close()
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, OverflowError) as error:
        raise LabError(f"no scheduler answers at {address}") from error
    try:
        if not client.scheduler_info()["workers"]:
            raise LabError(f"the scheduler at {address} has no workers: start some with 'dask worker {address}'")
        yield Cluster(client, address)
    except (ValueError, OSError):
        raise
    except CancelledError as error:
        # So a client ends what it waits for when it finds the scheduler no more.
        raise LabError(f"the scheduler at {address} is gone") from error
    except Exception as error:
        # Whatever dask makes of a worker that is gone, or that cannot import what it is sent.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise LabError(
            f"the workers at {address} failed ({reason}); they need micromutants as installed here"
        ) from error
    finally:
        client.close(timeout=CONNECT)

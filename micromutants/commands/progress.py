"""A bar with the time left, on stderr, where that is a terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Protocol


class Show(Protocol):
    """What moves a bar."""

    def __call__(self, done: int, total: int, doing: str = "") -> None:
        """So much is done, of so much in all, and this is what is being done."""


@contextlib.contextmanager
def bar(unit: str) -> Iterator[Show]:
    """Show how far a long piece of work is; nothing stays of it when it is done.

    Args:
        unit: What is counted, such as ``shots``.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class TimeLeft(ProgressColumn):
        """The time left in words, once there is something to reckon it from."""

        max_refresh = 0.5

        def render(self, task: Task) -> Text:
            """What is left of one task."""
            return Text("" if task.time_remaining is None else f"{in_words(task.time_remaining)} left")

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} {task.fields[unit]}"),
        TimeLeft(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("begins", total=1, visible=False, unit=unit)

        def show(done: int, total: int, doing: str = "") -> None:
            progress.update(task, completed=done, total=max(total, 1), description=doing, visible=True)

        yield show


def in_words(seconds: float) -> str:
    """A length of time, as one would say it.

    >>> in_words(7.2), in_words(200.0), in_words(4000.0)
    ('8 s', '3 min 20 s', '1 h 7 min')
    """
    whole = -int(-seconds // 1)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {-(-(whole % 3600) // 60)} min"

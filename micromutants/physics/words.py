"""What happened in a simulation, in words."""

from __future__ import annotations

from collections.abc import Callable

from micromutants.physics.model import Event, EventKind, Verdict

_MEETINGS = {Verdict.BUMP: "bumps into", Verdict.OVER: "comes over", Verdict.UNDER: "goes under"}


def told_event(event: Event, named: Callable[[str], str] = str) -> str | None:
    """An event in words; None for the launch, which is told by itself.

    Args:
        event: What happened.
        named: What a piece is called, given its id.
    """
    piece = named(event.piece)
    match event.kind:
        case EventKind.LAUNCH:
            return None
        case EventKind.TOUCHDOWN:
            return f"{piece} touches down at {event.speed:.0f} mm/s."
        case EventKind.CONTACT:
            verb = "touches" if event.verdict is None else _MEETINGS[event.verdict]
            return f"{piece} {verb} {named(event.other or '')} at {event.speed:.0f} mm/s."
        case EventKind.TURNED:
            return f"{piece} shows its other side."
        case EventKind.LEFT_MAT:
            return f"{piece} is off the mat."
        case EventKind.REST:
            return f"{piece} comes to rest."

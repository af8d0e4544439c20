"""What the practice table says: what a flick did, what became of the expectations, whether a goal is reached."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from micromutants.physics import Outcome
from micromutants.physics.words import told_event
from micromutants.scenario import Result, Scenario, told_shot
from micromutants.table import Table
from micromutants.ui.practice.flight import Flight
from micromutants.ui.practice.stand import Stand
from micromutants.ui.session import LogLine

NEAR = 0.05
"""Lengths that differ by less are told as equal, mm."""


MOST = 3
"""So many of the constants, pieces or shots that a file has changed are named, the others counted."""


def told_change(name: str, before: Scenario, stand: Stand) -> str:
    """What is different since the file was read again.

    Args:
        name: Of the file.
        before: What it said before.
        stand: The table with what it says now.
    """
    now = stand.scenario
    parts = [
        *_numbers(msgspec.structs.asdict(before.physics), msgspec.structs.asdict(now.physics)),
        *_numbers(msgspec.structs.asdict(before.hand), msgspec.structs.asdict(now.hand)),
        *_differing("", {p.id: p for p in before.table}, {p.id: p for p in now.table}),
        *_differing("shot ", {s.name: s for s in before.shots}, {s.name: s for s in now.shots}),
    ]
    if before.table.mat != now.table.mat:
        parts.append(f"the mat is {now.table.mat.width:g} by {now.table.mat.height:g} mm")
    told = "; ".join(parts) if parts else "nothing that is simulated"
    tuned = " The sliders stay as they are." if stand.physics != now.physics else ""
    return f"{name} has changed and was read again: {told}.{tuned}"


def _numbers(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Constants with another value."""
    told = [f"{key} {before[key]:g} is now {now[key]:g}" for key in now if before[key] != now[key]]
    return [*told[:MOST], f"{len(told) - MOST} more constants"] if len(told) > MOST else told


def _differing(what: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Pieces or shots that came, went or changed."""
    ways = (
        ("is new", [key for key in now if key not in before]),
        ("is gone", [key for key in before if key not in now]),
        ("has changed", [key for key in now if key in before and before[key] != now[key]]),
    )
    told = [f"{what}{key} {way}" for way, keys in ways for key in keys]
    more = f"{len(told) - MOST} more {'shots' if what else 'pieces'}"
    return [*told[:MOST], more] if len(told) > MOST else told


class Telling:
    """The flicks so far in words; each is put into words once."""

    def __init__(self) -> None:
        self._known: list[tuple[Flight, list[LogLine]]] = []

    def lines(self, stand: Stand) -> list[LogLine]:
        """Lines of the log, oldest first: what happened, then what became of what was expected."""
        del self._known[len(stand.past) :]
        for index, flight in enumerate(stand.past):
            if index < len(self._known) and self._known[index][0] is flight:
                continue
            self._known[index:] = [(flight, _lines(stand, flight, index + 1))]
        return [line for _, lines in self._known for line in lines]


def _lines(stand: Stand, flight: Flight, number: int) -> list[LogLine]:
    head = f"{number}. {flight.name or f'{flight.piece} is flicked'}"
    texts = [("plain", head), *told(stand, flight)]
    return [LogLine(number, text, "", kind, 0) for kind, text in texts]


def told(stand: Stand, flight: Flight) -> Iterator[tuple[str, str]]:
    """Lines about a flick, each with the kind that gives its colour."""
    for event in flight.outcome.events:
        text = told_event(event)
        if text is not None and event.piece in flight.outcome.moved:
            yield "plain", f"{event.time:.2f} s  {text}"
    rest = list(told_shot(stand.seen(flight.before), (), flight.outcome))
    for line in rest[-max(1, len(flight.outcome.moved)) :]:
        yield "plain", line.strip()
    for result in flight.results:
        yield ("capture" if result.passed else "fumble"), told_result(result)


def told_result(result: Result) -> str:
    """An expectation in words: what must come, and what came where that is something else."""
    who = f"{result.piece} " if result.piece else ""
    if result.passed:
        return f"Yes: {who}{result.expected} ({result.found})."
    return f"No: {who}should be {result.expected}; it is {result.found}."


def expected(result: Result) -> str:
    """An expectation in words, of whatever outcome."""
    return f"{result.piece}: {result.expected}" if result.piece else result.expected


def verdict(stand: Stand, flight: Flight) -> tuple[str, str]:
    """The one sentence about a flick, and its kind."""
    if flight.reached is None:
        return "", ""
    missed = [result for result in flight.results if not result.passed]
    if flight.name:
        told = "All that is expected of this shot came." if not missed else f"Expected of this shot, but {_why(missed)}"
        return told, "bad" if missed else "good"
    if stand.goal is None:
        return "", ""
    return ("Goal reached!", "good") if not missed else (f"Not yet: {_why(missed)}", "bad")


def _why(missed: list[Result]) -> str:
    first = missed[0]
    who = f"{first.piece} " if first.piece else "the shot "
    more = f" And {len(missed) - 1} more." if len(missed) > 1 else ""
    return f"{who}should be {first.expected}; it is {first.found}.{more}"


def differences(before: Table, usual: Outcome, now: Outcome, piece: str) -> list[str]:
    """How two outcomes from the same table differ, in words; first the piece that was moved, then the others.

    Args:
        before: The table from which both began.
        usual: The outcome to compare with.
        now: The outcome that is told.
        piece: Id of the piece that was moved.
    """
    told = []
    moved = [piece, *(p.id for p in before if p.id != piece)]
    for key in moved:
        was, new, start = usual.table[key], now.table[key], before[key]
        parts = []
        apart = math.hypot(new.x - was.x, new.y - was.y)
        if apart > NEAR:
            way = math.hypot(new.x - start.x, new.y - start.y) - math.hypot(was.x - start.x, was.y - start.y)
            further = f"{abs(way):.1f} mm {'further' if way > 0 else 'less far'}, " if abs(way) > NEAR else ""
            parts.append(f"rests {further}{apart:.1f} mm from where it did")
        if new.face is not was.face:
            parts.append(f"shows its {new.face.value} side")
        for verb, above in (("on", True), ("under", False)):
            had, has = _lies(usual, key, above), _lies(now, key, above)
            if has - had:
                parts.append(f"lies {verb} {', '.join(sorted(has - had))}")
            if had - has:
                parts.append(f"no longer lies {verb} {', '.join(sorted(had - has))}")
        if usual.table.on_mat(was) is not now.table.on_mat(new):
            parts.append("stays on the mat" if now.table.on_mat(new) else "leaves the mat")
        if parts:
            told.append(f"{key} {'; '.join(parts)}.")
    return told or ["The same comes of it."]


def _lies(outcome: Outcome, piece: str, above: bool) -> set[str]:
    if above:
        return {pair.lower for pair in outcome.lies_on if pair.upper == piece}
    return {pair.upper for pair in outcome.lies_on if pair.lower == piece}

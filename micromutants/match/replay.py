"""Playing a record again: to prove it, and to go on from where it ends."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

import micromutants.rules
from micromutants.match.chain import RecordError
from micromutants.match.game import Entry, Match
from micromutants.match.protocol import CHANCE, Rules
from micromutants.match.record import Branch, Record, RecordEntry, Versions, encode_record, rounded
from micromutants.physics import Track
from micromutants.table import Piece, Table


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a replay first parts from the record.

    Attributes:
        line: Line of the file.
        text: What is different there, one sentence.
        piece: Id of the piece that departs most, where the tables differ.
        distance: How far apart the piece lies in mm; inf where it is on one table only.
    """

    line: int
    text: str
    piece: str | None = None
    distance: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying a record found.

    Attributes:
        actions: How many actions were played again and agreed.
        shots: How many of them were shots.
        differences: Versions that differ from those running now, a sentence each.
        departure: Where the replay first departs, or None where all agrees.
    """

    actions: int
    shots: int
    differences: tuple[str, ...]
    departure: Departure | None

    @property
    def ok(self) -> bool:
        """Whether every draw, shot and digest agreed."""
        return self.departure is None


def verify(record: Record, rules: Rules = micromutants.rules) -> Report:
    """Play a record again from its seed and compare draws, shots, happenings and digests with it."""
    match, departure = _replayed(record, rules)
    agreed = match.log if departure is None else match.log[: departure.line - 2]
    shots = sum(entry.outcome is not None for entry in agreed)
    return Report(len(agreed), shots, differences(record.versions, Versions.present(rules)), departure)


def resume(record: Record, rules: Rules = micromutants.rules) -> Match:
    """The match that the record holds, ready to go on: state and generator as they were.

    Raises:
        RecordError: Played again, it is no longer what the record says.
    """
    match, departure = _replayed(record, rules)
    if departure is not None:
        made = "; ".join(differences(record.versions, Versions.present(rules)))
        raise RecordError(
            f"line {departure.line}: the match can not go on, because played again it departs there: "
            f"{departure.text}" + (f" ({made})" if made else "")
        )
    return match


def branch_off(
    record: Record, number: int, *, bots: Iterable[int] = (), name: str = "", rules: Rules = micromutants.rules
) -> Match:
    """A new match that goes on from the middle of a recorded one.

    Chance goes on as it did there: the same choices see the same dice.

    Args:
        record: The recorded match.
        number: So many of its actions are taken over.
        bots: Indices of the players that the program plays from there on.
        name: Of the record's file, for the new record's header.
        rules: The rules of the game.

    Raises:
        RecordError: Played again, it is no longer what the record says, or it was over there.
    """
    digest = hashlib.sha256(encode_record(record)).hexdigest()
    number = min(len(record.entries), max(0, number))
    branch = Branch(digest, number, name)
    match = resume(replace(record.until(number), bots=tuple(sorted(bots)), branch=branch), rules)
    if match.over:
        raise RecordError(f"line {number + 1}: the match is over there, nothing can go on from it")
    return match


def _replayed(record: Record, rules: Rules) -> tuple[Match, Departure | None]:
    """The record played again up to its end or to where it first departs, and that departure."""
    match = Match.new(record.setup, record.seed, rules, bots=record.bots, branch=record.branch)
    for recorded in record.entries:
        line = recorded.number + 1
        try:
            chance = recorded.action.player == CHANCE or match.to_act == CHANCE
            entry = match.draw() if chance else match.apply(recorded.action)
        except ValueError as error:
            return match, Departure(line, f"the action is refused: {error}")
        departure = _compared(entry, recorded, line)
        if departure is not None:
            return match, departure
    if record.damage is None and match.over != record.over:
        said, found = ("over", "it goes on") if record.over else ("not over", "it is")
        text = f"the record says that the match is {said}, but played again {found}"
        return match, Departure(len(record.entries) + 2, text)
    return match, None


def _compared(entry: Entry, recorded: RecordEntry, line: int) -> Departure | None:
    """How an entry departs from what is recorded, if it does; the cause before its consequences."""
    if entry.action != recorded.action:
        where, drawn, written = _first_difference(entry.action, recorded.action)
        return Departure(line, f"the seed gives {where} {drawn}, the record has {written}")
    if entry.table != recorded.table:
        return _tables_compared(entry.table, recorded.table, line)
    track = rounded(entry.track)
    if track != recorded.track:
        return _tracks_compared(track, recorded.track, line)
    if entry.happenings != recorded.happenings:
        where, now, written = _first_difference(entry.happenings, recorded.happenings)
        return Departure(line, f"what happened differs: {where} is {now}, the record has {written}")
    if entry.digest != recorded.digest:
        return Departure(line, "every piece lies as recorded, but the digest of the state differs")
    return None


def _tables_compared(now: Table, recorded: Table, line: int) -> Departure:
    ids = sorted({piece.id for piece in now} | {piece.id for piece in recorded})
    apart = [(piece, _distance(now.get(piece), recorded.get(piece))) for piece in ids]
    apart = [(piece, distance) for piece, distance in apart if now.get(piece) != recorded.get(piece)]
    piece, distance = max(apart, key=lambda pair: pair[1])
    here, there = now.get(piece), recorded.get(piece)
    if here is None or there is None:
        there_is, here_is = ("on the table", "not") if here is None else ("off the table", "on it")
        text = f"{piece} is {there_is} in the record, but played again it is {here_is}"
    elif distance > 0.0:
        text = f"{piece} comes to rest {distance:.3g} mm from where the record has it"
    else:
        where, value, written = _first_difference(here, there)
        text = f"{piece}: {where} is {value}, the record has {written}"
    others = len(apart) - 1
    if others:
        text += f", and {others} more {'piece departs' if others == 1 else 'pieces depart'}"
    return Departure(line, text, piece, distance)


def _tracks_compared(now: Track, recorded: Track, line: int) -> Departure:
    for piece in sorted({*now, *recorded}):
        ours, theirs = now.get(piece, ()), recorded.get(piece, ())
        if len(ours) != len(theirs):
            text = f"{piece} has {len(ours)} poses on its way, the record has {len(theirs)}"
            return Departure(line, text, piece, math.inf)
        apart = max((math.dist(a[1:4], b[1:4]) for a, b in zip(ours, theirs, strict=True)), default=0.0)
        if ours != theirs:
            text = f"{piece} comes to rest as recorded, but is up to {apart:.3g} mm elsewhere on its way"
            return Departure(line, text, piece, apart)
    raise AssertionError("equal tracks are not compared")


def _distance(a: Piece | None, b: Piece | None) -> float:
    return math.inf if a is None or b is None else math.hypot(a.x - b.x, a.y - b.y)


def _first_difference(now: Any, recorded: Any) -> tuple[str, str, str]:
    """Path and both values of the first place in which two values of one kind differ."""
    return _differing(msgspec.to_builtins(now), msgspec.to_builtins(recorded), "")


def _differing(now: Any, recorded: Any, path: str) -> tuple[str, str, str]:
    if isinstance(now, dict) and isinstance(recorded, dict):
        for key in [*now, *(key for key in recorded if key not in now)]:
            if now.get(key) != recorded.get(key):
                return _differing(now.get(key), recorded.get(key), f"{path}.{key}" if path else key)
    if isinstance(now, list | tuple) and isinstance(recorded, list | tuple) and len(now) == len(recorded):
        for index, (a, b) in enumerate(zip(now, recorded, strict=True), 1):
            if a != b:
                return _differing(a, b, f"{path} {index}".strip())
    return path or "the number of entries", _shown(now), _shown(recorded)


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def differences(recorded: Versions, present: Versions, what: str = "the record") -> tuple[str, ...]:
    """What differs between the versions that made a file and those that run now, a sentence each."""
    return tuple(
        f"{what} was made with {name} {was}, this is {name} {now}"
        for name in recorded.__struct_fields__
        if (was := getattr(recorded, name)) != (now := getattr(present, name))
    )

"""One match of a soak: played by bots, watched at every action, saved, gone on with, and proved."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from micromutants.match import Entry, Match, bots, resume, verify
from micromutants.match.protocol import CHANCE
from micromutants.match.reading import decode_record
from micromutants.match.record import encode_record
from micromutants.rules import State
from micromutants.soak.invariants import changes, faults
from micromutants.soak.kinds import seed_of, setup_of

MOST_ACTIONS = 6000
"""A match that has not ended by then is taken for one that never does."""

SAVES = 2
"""So often a match is saved on its way."""

GO_ON = 4
"""So many choices of a player a match is gone on with from each save."""

SLOWEST = 3
"""So many flicks of a match are told of."""


class Slow(msgspec.Struct, frozen=True, order=True):
    """What a flick took: simulation and rules, and where it is."""

    ms: float
    number: int
    action: int


class Played(msgspec.Struct, frozen=True):
    """What came of a match.

    Attributes:
        number: Of the match in the soak, from 0.
        mode: ``basic`` or ``advanced``.
        terrain: Templates on the mat.
        armies: Ids, in the order of the seats.
        actions: How many actions it had, those of chance included.
        shots: How many of them were simulated.
        turns: How many turns.
        ending: Id of the rule by which it ended; empty where it did not.
        winner: Index of the player who won, None in a draw or without an end.
        first: Index of the player who began.
        seconds: What all of it took.
        digest: SHA-256 of the last state.
        slowest: The flicks that took longest, the slowest first.
        fault: What was wrong, one sentence; empty where nothing was.
        record: The record up to there, where something was wrong.
    """

    number: int
    mode: str
    terrain: tuple[str, ...]
    armies: tuple[str, ...]
    actions: int
    shots: int
    turns: int
    ending: str
    winner: int | None
    first: int
    seconds: float
    digest: str
    slowest: tuple[Slow, ...]
    fault: str = ""
    record: bytes = b""


class _BrokenError(Exception):
    """Something that must be true is not; the message is one sentence."""


def play_one(seed: int, number: int) -> Played:
    """Play a match of a soak, and hold it to everything that must be true.

    Args:
        seed: Of the soak.
        number: Of the match, from 0.
    """
    begun = time.perf_counter()
    setup = setup_of(seed, number)
    match = Match.new(setup, seed_of(seed, number), bots=range(len(setup.seats)))
    slow: list[Slow] = []
    fault = ""
    try:
        saves = _played(match, number, slow)
        _proved(match, saves)
    except _BrokenError as error:
        fault = str(error)
    except Exception as error:
        # Any fault of the program is a finding: the soak tells it and goes on with the next match.
        fault = f"{type(error).__name__}: {str(error)[:300]} ({_where(error)})"
    state: State = match.state
    return Played(
        number,
        setup.mode,
        setup.terrain,
        tuple(seat.army for seat in setup.seats),
        len(match.log),
        sum(entry.outcome is not None for entry in match.log),
        state.turn,
        state.ending,
        state.winner,
        state.first,
        time.perf_counter() - begun,
        state.digest(),
        tuple(sorted(slow, reverse=True)[:SLOWEST]),
        fault,
        _recorded(match) if fault else b"",
    )


def _played(match: Match, number: int, slow: list[Slow]) -> list[bytes]:
    """Play to the end; returns records that were saved on the way."""
    draw = random.Random(match.seed)
    saves: list[bytes] = []
    _raise_first(faults(match.state), "before the first action")
    while (player := match.to_act) is not None:
        before = match.state
        action: Any = None if player == CHANCE else bots.choose(before, match.side_generator(player))
        begun = time.perf_counter()
        entry = match.draw() if action is None else match.apply(action)
        took = time.perf_counter() - begun
        if entry.outcome is not None:
            slow.append(Slow(round(took * 1e3, 2), number, entry.number))
        _checked(before, entry)
        if entry.number >= MOST_ACTIONS:
            raise _BrokenError(f"the match has not ended after {MOST_ACTIONS} actions")
        if len(saves) < SAVES and draw.random() < 0.03:
            saves.append(encode_record(match.record()))
    if not saves:
        # The match was a short one; what an autosave would have held half-way through it.
        saves.append(b"".join(encode_record(match.record()).splitlines(keepends=True)[: len(match.log) // 2 + 1]))
    return saves


def _checked(before: State, entry: Entry) -> None:
    """Hold a state, and what led to it, to what must be true."""
    where = f"action {entry.number}"
    state: State = entry.state
    _raise_first([*faults(state), *changes(before, state, entry.happenings)], where)
    if entry.outcome is not None and not entry.outcome.settled:
        raise _BrokenError(f"{where}: the shot did not come to rest within the time limit")
    if not entry.happenings:
        raise _BrokenError(f"{where}: nothing is told of it")
    for happening in entry.happenings:
        if not (happening.rule and happening.text[:1].isupper() and happening.text.endswith(".")):
            raise _BrokenError(f"{where}: what is told is no sentence: {happening.text!r}")


def _raise_first(found: Sequence[str] | Any, where: str) -> None:
    for fault in found:
        raise _BrokenError(f"{where}: {fault}")


def _proved(match: Match, saves: Sequence[bytes]) -> None:
    """Write the match, read it, play it again; and go on from where it was saved."""
    data = encode_record(match.record())
    record = decode_record(data, "the record")
    if encode_record(record) != data:
        raise _BrokenError("the record read and written again is another one")
    report = verify(record)
    if report.departure is not None:
        raise _BrokenError(f"the record does not verify: line {report.departure.line}: {report.departure.text}")
    for save in saves:
        again = resume(decode_record(save, "the save"))
        saved, choices = len(again.log), 0
        for entry in bots.play(again):
            recorded = match.log[entry.number - 1]
            if (entry.action, entry.happenings, entry.digest) != (
                recorded.action,
                recorded.happenings,
                recorded.digest,
            ):
                raise _BrokenError(f"saved after action {saved} and gone on with, it departs at action {entry.number}")
            choices += entry.action.player != CHANCE
            if choices == GO_ON:
                break


def _recorded(match: Match) -> bytes:
    try:
        return encode_record(match.record())
    except ValueError:
        # Such as a pose that is not finite: what led to it can be written all the same.
        return encode_record(Match.new(match.setup, match.seed, bots=match.bots).record())


def _where(error: Exception) -> str:
    """The innermost line of the program itself."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "micromutants" in f.filename]
    last = frames[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"

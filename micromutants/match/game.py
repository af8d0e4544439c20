"""A match: rules, a start, a seed and the log of what has been done."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import micromutants.rules
from micromutants.match.protocol import CHANCE, Rules
from micromutants.match.record import (
    SEED_LIMIT,
    Branch,
    Record,
    RecordEntry,
    Versions,
    canonical,
    encode_record,
    rounded,
    save_record,
)
from micromutants.match.storage import write_autosave
from micromutants.physics import Outcome, Track
from micromutants.table import Table

DRAWS_KEPT = 16
"""So many draws of chance can be gone back."""


class MatchError(ValueError):
    """Something that a match can not do now; the message is one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action in the log and what came of it.

    Attributes:
        number: From 1.
        action: What was done.
        happenings: What the rules made of it, in order.
        outcome: The physics of it, where it was a shot.
        state: The state after it.
        digest: SHA-256 of that state.
    """

    number: int
    action: Any
    happenings: tuple[Any, ...]
    outcome: Outcome | None
    state: Any
    digest: str

    @property
    def table(self) -> Table:
        """What lies on the mat once all is resolved."""
        table: Table = self.state.table
        return table

    @property
    def track(self) -> Track:
        """Poses of the pieces that moved in a shot; empty for other actions."""
        return {} if self.outcome is None else self.outcome.track


class Match:
    """A game being played.

    Players' actions come through :meth:`apply`; chance acts in :meth:`advance`, drawn from one generator that
    the seed starts and nothing else ever touches.  States are values, so undo and looking ahead are free.

    Attributes:
        rules: The rules of the game.
        setup: What was agreed before the start.
        seed: Seed of the generator.
        bots: Indices of the players that the program plays.
        branch: The record that it goes on from, or None.
    """

    def __init__(self, setup: Any, seed: int, rules: Rules, bots: tuple[int, ...], branch: Branch | None) -> None:
        self.rules = rules
        self.setup = setup
        self.seed = seed
        self.bots = bots
        self.branch = branch
        self._start = rules.start(setup)
        self._log: list[Entry] = []
        self._generator = random.Random(seed)
        self._before: dict[int, Any] = {}
        """State of the generator before each of the last draws, by the number of the entry that was drawn."""

    @classmethod
    def new(
        cls,
        setup: Any,
        seed: int,
        rules: Rules = micromutants.rules,
        *,
        bots: Iterable[int] = (),
        branch: Branch | None = None,
    ) -> Match:
        """A match before its first action.

        Args:
            setup: What is agreed; a ``Setup`` of the rules.
            seed: From 0 to 2^63 - 1.
            rules: The rules of the game.
            bots: Indices of the players that the program plays.
            branch: The record that it goes on from, where it does.

        Raises:
            ValueError: The setup can not be played, or the seed is out of range; one sentence.
        """
        if not 0 <= seed < SEED_LIMIT:
            raise MatchError(f"seed must be from 0 to 2^63 - 1, not {seed}")
        return cls(canonical(setup, rules.Setup), seed, rules, tuple(sorted(bots)), branch)

    @classmethod
    def at(cls, state: Any, seed: int, rules: Rules = micromutants.rules, *, bots: Iterable[int] = ()) -> Match:
        """A match that goes on from a state in the middle of a game; a record of it can not be played again.

        Args:
            state: Where it begins.
            seed: From 0 to 2^63 - 1.
            rules: The rules of the game.
            bots: Indices of the players that the program plays.
        """
        match = cls.new(state.setup, seed, rules, bots=bots)
        match._start = state
        return match

    @property
    def start(self) -> Any:
        """The state before the first action."""
        return self._start

    @property
    def state(self) -> Any:
        """The state now."""
        return self._log[-1].state if self._log else self._start

    @property
    def log(self) -> tuple[Entry, ...]:
        """What has been done, in order."""
        return tuple(self._log)

    @property
    def to_act(self) -> int | None:
        """Whose action is due: a player, ``CHANCE``, or None when the match is over."""
        return self.rules.to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act is None

    def apply(self, action: Any) -> Entry:
        """Do what a player chose.

        Raises:
            RuleError: The rules refuse it (a ``ValueError``); nothing has changed.
            MatchError: It is chance's turn, or an action of chance, or a number in it is not finite.
        """
        if action.player == CHANCE:
            raise MatchError("what chance does is drawn by the match, not chosen")
        if self.to_act == CHANCE:
            raise MatchError("chance acts next")
        return self._add(action)

    def advance(self) -> list[Entry]:
        """Let chance do all that is due: roll dice, let a hand tremble.  Empty where a player is to act."""
        done = []
        while self.to_act == CHANCE:
            done.append(self.draw())
        return done

    def draw(self) -> Entry:
        """Let chance do the one action that is due.

        Raises:
            MatchError: None is due.
        """
        if self.to_act != CHANCE:
            raise MatchError("nothing is due from chance")
        self._before[len(self._log) + 1] = self._generator.getstate()
        for old in list(self._before)[:-DRAWS_KEPT]:
            del self._before[old]
        return self._add(self.rules.chance(self.state, self._generator))

    @property
    def undo_refusal(self) -> str | None:
        """Why nothing can be taken back now, one sentence; None where it can."""
        if not self._log:
            return "Nothing has been done yet."
        if self._log[-1].action.player == CHANCE:
            return "Nothing has been done since the last roll or shot, and those stand."
        return None

    def undo(self) -> Entry:
        """Take back the last action, never across a roll or a shot.

        Returns:
            What was taken back.

        Raises:
            MatchError: Nothing can be taken back; the message says why.
        """
        if (reason := self.undo_refusal) is not None:
            raise MatchError(reason)
        return self._log.pop()

    def take_back(self, number: int, note: Any) -> Entry:
        """Take back everything from an entry on, what chance did included, and put a note in its place.

        The generator goes back too, so that chance has the same in store as before, and the record of the match
        plays again to the same bits.

        Args:
            number: Number of the first entry that goes.
            note: An action that is noted instead.

        Raises:
            MatchError: There is no such entry, or it lies too far back.
            RuleError: The rules refuse the note there; nothing has changed.
        """
        drawn = [e.number for e in self._log[number - 1 :] if e.action.player == CHANCE] if number > 0 else []
        if not 1 <= number <= len(self._log) or (drawn and drawn[0] not in self._before):
            raise MatchError(f"entry {number} can not be taken back any more")
        state = self._log[number - 2].state if number > 1 else self._start
        note = canonical(note, self.rules.Action)
        self.rules.apply(state, note)
        if drawn:
            self._generator.setstate(self._before[drawn[0]])
        for gone in [n for n in self._before if n >= number]:
            del self._before[gone]
        del self._log[number - 1 :]
        return self._add(note)

    def side_generator(self, player: int) -> random.Random:
        """A generator for a bot's thoughts at this point of the match.

        It follows from the seed, the player and the number of the entry, and it says nothing about what the
        match's own generator will draw.
        """
        text = f"{self.seed}/{player}/{len(self._log)}"
        return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))

    def record(self) -> Record:
        """The match as it is written to a file."""
        entries = tuple(
            RecordEntry(e.number, e.action, e.happenings, e.table, rounded(e.track), e.digest) for e in self._log
        )
        versions = Versions.present(self.rules)
        return Record(
            versions, self.setup, self.seed, self.bots, self._start.table, entries, self.over, branch=self.branch
        )

    def save(self, path: Path | str) -> None:
        """Write the record to a file, whole or not at all.

        Raises:
            StorageError: It could not be written; one sentence.
        """
        save_record(self.record(), path)

    def autosave(self, folder: Path | None = None, key: str = "") -> Path:
        """Write the record as the newest of three autosaves; returns where.

        Args:
            folder: In place of the one for autosaves.
            key: Of this match, so that others do not push its autosaves out.

        Raises:
            StorageError: It could not be written; one sentence.
        """
        return write_autosave(encode_record(self.record()), folder, key)

    def _add(self, action: Any) -> Entry:
        # What is applied is what the record will give back, so that a replay gets the same numbers.
        action = canonical(action, self.rules.Action)
        step = self.rules.apply(self.state, action)
        number = len(self._log) + 1
        entry = Entry(number, action, step.happenings, step.outcome, step.state, step.state.digest())
        self._log.append(entry)
        return entry

"""A match at the screen: who sits there, what the log says, where it is kept."""

from __future__ import annotations

import datetime
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from micromutants import log
from micromutants.folders import documents_folder, free_name
from micromutants.match import (
    CHANCE,
    Claims,
    Match,
    StorageError,
    claim_of,
    claim_of_key,
    discard_autosaves,
    new_key,
    setup_hash,
)
from micromutants.rules import Army, Flick, Phase, Setup, State, TakenBack, Throw, army_of, words
from micromutants.ui import theme
from micromutants.ui.matchfile import MatchFile
from micromutants.ui.playback import Moment, moments_of
from micromutants.ui.standing import Standing, of_state

Preview = Literal["none", "short", "full"]

PREVIEWS: tuple[Preview, ...] = ("none", "short", "full")
"""How much of a shot is foreseen: an option of the match, the same for all."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log.

    Attributes:
        entry: Number of the entry it came from, from 1.
        text: One sentence.
        rule: Id of the rule.
        kind: What happened.
        player: Whom it concerns.
    """

    entry: int
    text: str
    rule: str
    kind: str
    player: int


class Session:
    """A match and everything about it that the table needs and the rules do not."""

    def __init__(self, match: Match, *, practice: bool = False, file: MatchFile | None = None) -> None:
        """Sit down to a match.

        Args:
            match: The match.
            practice: Whether it is a drill, of which nothing is kept.
            file: The scenario file that says how it begins.
        """
        self.match = match
        self.practice = practice
        self.file = file
        self.seated: int | None = None
        """The human who has the mouse; None before anybody has been called."""
        self.saved_as: Path | None = None
        self.key = new_key()
        """Of its autosaves."""
        self.went_on: str | None = None
        """Key of the autosaves with which it went on; its own take their place."""
        self.claims = Claims()
        """That it is open here, for other windows to see."""
        self.taken_back: Any = None
        """The action that was taken back last."""
        self.held: State | None = None
        """What the panels show while a shot is still being shown."""
        self.held_entries: int | None = None
        """So many entries of the log are shown meanwhile."""
        self._lines: list[LogLine] = []
        self._read: list[int] = []
        self._moments: tuple[Any, list[Moment]] | None = None
        log.note(f"match of seed {match.seed}, setup {setup_hash(match.setup)}, after {len(match.log)} actions")

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self.match.state
        return state

    @property
    def seen(self) -> State:
        """The state that the players have seen so far."""
        return self.held if self.held is not None else self.state

    def hold(self, state: State, entries: int) -> None:
        """Show this state and so many entries until :meth:`catch_up`."""
        self.held, self.held_entries = state, entries

    def catch_up(self) -> None:
        """Show the present state again."""
        self.held, self.held_entries = None, None

    def is_bot(self, player: int) -> bool:
        """Whether the program plays this seat."""
        return player in self.match.bots

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats at which people sit."""
        return tuple(p for p in range(len(self.state.setup.seats)) if not self.is_bot(p))

    def name(self, player: int) -> str:
        """A player's name."""
        return self.state.setup.seats[player].name

    def army(self, player: int) -> Army:
        """A player's army."""
        return army_of(self.state, player)

    def dress(self, player: int) -> str:
        """The key of the style in which a player's pieces are drawn."""
        return theme.dress_of(self.state, player)

    @property
    def preview(self) -> Preview:
        """How much of a flick is foreseen: it is agreed for the match."""
        setup: Setup = self.match.setup
        return setup.preview

    def piece_name(self, piece: str) -> str:
        """What the players call a piece."""
        return words.name(self.state, piece)

    @property
    def standing(self) -> Standing:
        """How the players stand, as far as they have seen it."""
        return of_state(self.seen)

    def wanted(self) -> int | None:
        """The player that should sit at the table now: who acts, or whose dice are about to roll."""
        actor = self.match.to_act
        if actor == CHANCE:
            return self.state.player if self.state.phase is Phase.ROLL else None
        return actor

    def needs_handover(self) -> bool:
        """Whether another human has to take the mouse before anything goes on."""
        wanted = self.wanted()
        return wanted is not None and not self.is_bot(wanted) and len(self.humans) > 1 and wanted != self.seated

    def undo_reason(self) -> str:
        """Why nothing can be taken back now; empty where it can."""
        reason = self.match.undo_refusal
        if reason is not None:
            return reason
        if isinstance(self.match.log[-1].action, TakenBack):
            return "A flick was taken back, and that stays noted (J33)."
        if self.is_bot(self.match.log[-1].action.player):
            return "The last choice was the bot's, and it stands."
        return ""

    def undo(self) -> None:
        """Take back the last choice or placement; it is kept for the screen that offers it again."""
        self.taken_back = self.match.undo().action
        self._read, self._lines = [], []

    def flick_to_take_back(self) -> Any:
        """The entry of a person's last flick, where nobody has decided anything since; None where there is none."""
        log = self.match.log
        last = next((entry for entry in reversed(log) if entry.action.player != CHANCE), None)
        if last is None or not isinstance(last.action, Flick) or self.practice or self.match.over:
            return None
        return None if self.is_bot(last.action.player) or last.number == len(log) else last

    def take_back_words(self) -> str:
        """What is asked of the table before a flick is taken back."""
        entry = self.flick_to_take_back()
        if entry is None:
            return ""
        who, what = self.name(entry.action.player), self.piece_name(entry.action.shot.piece)
        return (
            f"{who}'s flick of the {what} is taken back: the table and the dice are as they were before it. "
            "The log notes it, and chance has the same in store as before (J33)."
        )

    def take_back(self) -> None:
        """Take the last flick back, with a note of it in the log; the one who flicked sits at the table again."""
        entry = self.flick_to_take_back()
        if entry is not None:
            self.match.take_back(entry.number, TakenBack(entry.action.player, entry.action.shot))
            self.seated = entry.action.player
            self._read, self._lines = [], []
            self.catch_up()

    def lines(self) -> list[LogLine]:
        """The log in words, oldest first."""
        log = self.match.log
        kept = [e.number for e in log]
        if self._read[: len(kept)] != kept or len(self._read) > len(kept):
            self._read, self._lines = [], []
        for entry in log[len(self._read) :]:
            for happening in entry.happenings:
                self._lines.append(
                    LogLine(entry.number, happening.text, happening.rule, happening.kind, happening.player)
                )
            self._read.append(entry.number)
        if self.held_entries is not None:
            return [line for line in self._lines if line.entry <= self.held_entries]
        return self._lines

    def last_shot(self) -> Moment | None:
        """The last flick, or None where there was none."""
        return next((m for m in reversed(self.moments()) if m.track), None)

    def moments(self) -> list[Moment]:
        """All entries so far, as something to be shown."""
        key = tuple(entry.digest for entry in self.match.log[-1:]), len(self.match.log)
        if self._moments is None or self._moments[0] != key:
            self._moments = (key, moments_of(self.match))
        return self._moments[1]

    def moment_at(self, number: int) -> Moment | None:
        """The moment of that entry; of a flick or a throw it is the flight, which is the next entry."""
        moments = self.moments()
        if not 1 <= number <= len(moments):
            return None
        flying = isinstance(moments[number - 1].action, Flick | Throw) and number < len(moments)
        return moments[number if flying else number - 1]

    def autosave(self) -> str:
        """Keep the match for the case of a crash; returns why it could not be, or nothing."""
        if self.practice:
            return ""
        try:
            if self.match.over:
                discard_autosaves(key=self.key)
            else:
                self.claims.take(claim_of_key(self.key))
                self.match.autosave(key=self.key)
            if self.went_on is not None:
                # Only now: till then the old ones are all there is of it.
                discard_autosaves(key=self.went_on)
                self.went_on = None
        except (StorageError, OSError) as error:
            log.note(f"no autosave: {error}")
            return f"No autosave: {error}"
        return ""

    def replaces(self, path: Path) -> bool:
        """Whether a file is there that is not the one to which this match was saved before."""
        return path != self.saved_as and os.path.lexists(path)

    def save(self, path: Path) -> str:
        """Save the match as a record; returns why it could not be saved, or nothing."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not self.claims.take(claim_of(path)):
                return f"{path.name} is the match of another window that is open. Give this one another name."
            self.match.save(path)
        except (StorageError, OSError) as error:
            log.note(f"not saved: {error}")
            return str(error)
        self.saved_as = path
        return ""


def suggested_name(state: Any) -> str:
    """A file name for a match, from its armies and the day, and a number where there is such a file already."""
    armies = "-".join(seat.army for seat in state.setup.seats)
    stem = f"{armies}-{datetime.date.today().isoformat()}"
    return free_name(documents_folder(), stem, ".mmr")

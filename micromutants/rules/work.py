"""A shot while it is being resolved: what lies where by now, who is gone, what has been said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from micromutants.physics import Outcome
from micromutants.rules.effects import Attack
from micromutants.rules.model import Beside, Happening, Pending, State, Trophy, Web
from micromutants.rules.powers import powers_of
from micromutants.rules.roster import clockwise_from
from micromutants.rules.words import opening, whose
from micromutants.table import Face, LiesOn, Piece, Table

replace = msgspec.structs.replace


class Loss(NamedTuple):
    """A piece that a shot eliminates.

    Attributes:
        piece: As it lay.
        by: The player who did it.
        counts: Whether it can earn an extra shot.
    """

    piece: Piece
    by: int
    counts: bool = True


@dataclass(slots=True)
class Work:
    """One shot in the course of resolution.

    Attributes:
        state: The game, with the bookkeeping of the move done; its table is that before the shot.
        player: Who shot, threw or shoved.
        flicked: Id of the bug or projectile that was flicked, empty for a throw or a shove.
        thrown: Ids of the tokens that were thrown.
        outcome: What the physics made of it.
        table: What lies on the mat by now.
        moved: Ids of the loose pieces that really moved; those put back are not among them.
        fresh: The pairs that came about in this shot.
        notes: What has happened, in order.
        losses: Bugs and bases eliminated, in order.
        captured: For each captor the bugs that it captured, as they lay.
        poisoned: Captors that have met with venom, and whose.
        stopped: Bugs whose move is over: a base or armour stopped them.
        beside: Bugs to be put beside bases.
        webs: Web markers by now.
        collected: Resources collected: bug and resource.
        trophies: Bases eliminated so far in the game.
        pending: Decisions that this shot asks for, in order.
        kept: Ids of projectiles that are not to be taken off the mat.
    """

    state: State
    player: int
    flicked: str
    thrown: tuple[str, ...]
    outcome: Outcome
    table: Table
    moved: frozenset[str]
    fresh: list[LiesOn]
    notes: list[Happening]
    losses: list[Loss] = field(default_factory=list)
    captured: dict[str, list[Piece]] = field(default_factory=dict)
    poisoned: dict[str, Piece] = field(default_factory=dict)
    stopped: set[str] = field(default_factory=set)
    beside: list[Beside] = field(default_factory=list)
    webs: list[Web] = field(default_factory=list)
    collected: list[tuple[str, str]] = field(default_factory=list)
    trophies: list[Trophy] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)

    @property
    def gone(self) -> list[str]:
        """Ids of what has been eliminated."""
        return [loss.piece.id for loss in self.losses]

    def now(self) -> State:
        """The state with the table and web markers as they are by now, for questions to cards."""
        return replace(self.state, table=self.table, webs=tuple(self.webs))

    def say(self, rule: str, kind: str, player: int, pieces: Iterable[str], text: str, card: str = "") -> None:
        """Add a happening; its text gets a capital letter."""
        self.notes.append(Happening(rule, kind, player, tuple(pieces), opening(text), card))

    def whose(self, piece: str) -> str:
        """A piece with its owner."""
        return whose(self.state, piece)

    def lose(self, piece: Piece, by: int, *, counts: bool = True) -> None:
        """Mark a piece as eliminated; it is taken off the mat by :meth:`sweep`."""
        self.losses.append(Loss(piece, by, counts))

    def sweep(self) -> None:
        """Take what has been eliminated off the mat, with its web marker, and out of the hands."""
        gone = [piece for piece in self.gone if piece in self.table]
        if gone:
            self.table = self.table.without(*gone)
        lost = set(self.gone)
        self.webs = [web for web in self.webs if web.bug not in lost]
        self.beside = [beside for beside in self.beside if beside.bug not in lost]

    def hit(self, victim: str, attack: Attack, by: str, rule: str, kind: str, text: str, card: str = "") -> bool:
        """A bug or projectile would eliminate a bug: whether it does, with what protects the bug looked at.

        Args:
            victim: The bug hit.
            attack: How.
            by: The bug or projectile that hits it.
            rule: Rule of the happening where it does.
            kind: Kind of the happening.
            text: Its text.
            card: The card that does it.
        """
        bug, attacker = self.table[victim], self.table[by]
        for power in powers_of(self.now(), victim):
            effect = power.effect
            if effect.shields and effect.shields(power.params, bug, attack):
                said = f"{self.whose(victim)} can not be captured: {power.card.title} protects it."
                self.say("M11", "shielded", bug.owner, (victim, by), said, power.card.id)
                return False
            if effect.absorbs and effect.absorbs(power.params, bug, attack):
                self.table = self.table.put(replace(bug, face=Face.SPECIAL))
                said = f"{self.whose(victim)} is hit by {self.whose(by)} and turns over: {power.card.title} saves it."
                self.say("M11", "armour", bug.owner, (victim, by), said, power.card.id)
                if attack.how == "bug":
                    self.stopped.add(by)
                return False
        poison = self._poison(bug) if attack.how == "bug" else ""
        self.say(rule, kind, attacker.owner, (by, victim), text, card)
        self.lose(bug, attacker.owner, counts=not poison)
        if attack.how == "bug":
            self.captured.setdefault(by, []).append(bug)
            if poison:
                self.poisoned.setdefault(by, bug)
        return True

    def _poison(self, bug: Piece) -> str:
        for power in powers_of(self.now(), bug.id):
            if power.effect.backlash and power.effect.backlash(power.params, bug):
                return power.card.id
        return ""

    def offer(self, pending: Pending | None, card: str, once: str) -> None:
        """Add a decision that a card offers, unless the card has been used up for this die."""
        if pending is None or (once and card in self.state.once):
            return
        self.pending.append(replace(pending, card=card))

    def order(self, player: int) -> int:
        """How far a player sits clockwise from who shot, for the order of reactions."""
        seats = clockwise_from(self.state, self.player)
        return seats.index(player) if player in seats else len(seats)

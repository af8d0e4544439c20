"""How the players stand beside the mat: resources, cards, points, webs, who is out.

A state tells all of it.  A record holds only tables and happenings, so there it is added up from these.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from micromutants.rules import DrawFirst, Happening, Setup, State, Trophy, army_of, is_base, is_bug, owner_of, score
from micromutants.rules.army import Army
from micromutants.rules.effects import EFFECTS
from micromutants.rules.spending import BUYING, GROWING
from micromutants.table import NOBODY, Table


@dataclass(frozen=True, slots=True)
class Standing:
    """What is true of the players beside what lies on the mat.

    Attributes:
        setup: What was agreed.
        alone: Who has an end of the mat alone, with three players.
        markers: Ids of the bugs under a web marker, each with the player whose marker it is, ``NOBODY`` if unknown.
        held: Ids of the bugs in a hand, to be put beside a base; a web marker stays with them.
        collected: How many resources each player has to spend.
        cards: For each player the ids of the evolution cards in play.
        points: For each player the points for bases taken (three and four players).
        out: Players that have been eliminated.
    """

    setup: Setup
    alone: int = -1
    markers: frozenset[tuple[str, int]] = frozenset()
    held: frozenset[str] = frozenset()
    collected: tuple[int, ...] = ()
    cards: tuple[tuple[str, ...], ...] = ()
    points: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    trophies: tuple[Trophy, ...] = field(default=(), repr=False)

    @property
    def webs(self) -> frozenset[str]:
        """Ids of the bugs under a web marker."""
        return frozenset(bug for bug, _ in self.markers)


def at_start(setup: Setup) -> Standing:
    """How the players stand before anything has been done."""
    seats = len(setup.seats)
    return Standing(setup, collected=(0,) * seats, cards=((),) * seats, points=(0,) * seats)


def of_state(state: State) -> Standing:
    """How the players stand in a state."""
    seats = range(len(state.setup.seats))
    return Standing(
        state.setup,
        state.alone,
        frozenset((web.bug, web.by) for web in state.webs),
        frozenset(beside.bug for beside in state.beside),
        tuple(len(state.collected[p]) if state.collected else 0 for p in seats),
        tuple(state.cards[p] if state.cards else () for p in seats),
        tuple(score(state, p) for p in seats),
        state.out,
        state.trophies,
    )


def markers_on(setup: Setup, bugs: Iterable[str]) -> frozenset[tuple[str, int]]:
    """Web markers of which only the bugs are known, each with the one enemy whose projectiles entangle."""
    weavers = [player for player in range(len(setup.seats)) if _entangles(army_of(setup, player))]
    found = []
    for bug in bugs:
        by = [player for player in weavers if player != owner_of(setup, bug)]
        found.append((bug, by[0] if len(by) == 1 else NOBODY))
    return frozenset(found)


def _entangles(army: Army) -> bool:
    cards = [projectile.card for projectile in army.projectiles]
    return any(EFFECTS[given["effect"]].web_markers for card in cards for given in card.effects)


def following(before: Standing, action: Any, happenings: Iterable[Happening], table: Table) -> Standing:
    """How the players stand after an action, from what came of it.

    Args:
        before: Before it.
        action: What was done.
        happenings: What the rules made of it.
        table: What lies on the mat after it.
    """
    now = before
    if isinstance(action, DrawFirst) and action.alone is not None:
        now = replace(now, alone=action.alone)
    for happening in happenings:
        now = _with(now, happening)
    held = frozenset(bug for bug in now.held if bug not in table)
    return replace(now, held=held, markers=_without(now, [b for b in now.webs if b not in table and b not in held]))


def _with(now: Standing, happening: Happening) -> Standing:
    player, pieces = happening.player, happening.pieces
    match happening.kind:
        case "webbed":
            return replace(now, markers=now.markers | {(pieces[-1], player)})
        case "freed" if happening.text.endswith("it is free."):
            return replace(now, markers=_without(now, pieces[:1]))
        case "hatched":
            return replace(now, markers=_without(now, pieces[-1:]))
        case "base-damaged":
            return replace(now, held=now.held | {piece for piece in pieces if is_bug(now.setup, piece)})
        case "venom":
            return replace(now, held=now.held - {pieces[-1]})
        case "resource":
            return replace(now, collected=_added(now.collected, player, 1))
        case "grown" | "card-bought":
            price = GROWING if happening.kind == "grown" else BUYING
            cards = tuple((*had, happening.card) if p == player else had for p, had in enumerate(now.cards))
            return replace(now, collected=_added(now.collected, player, -price), cards=cards)
        case "base-eliminated" if len(now.setup.seats) > 2:
            base = next((p for p in pieces if is_base(now.setup, p)), "")
            owner = owner_of(now.setup, base)
            if player < 0 or owner == player or owner < 0:
                return now
            trophies = (*now.trophies, Trophy(base, owner, player))
            state = State(now.setup, Table.of(now.setup.mat, ()), trophies=trophies)
            points = tuple(score(state, p) for p in range(len(now.setup.seats)))
            return replace(now, trophies=trophies, points=points)
        case "player-out":
            none = tuple(0 if p == player else n for p, n in enumerate(now.collected))
            cards = tuple(() if p == player else had for p, had in enumerate(now.cards))
            gone = [bug for bug, by in now.markers if player in (by, owner_of(now.setup, bug))]
            held = frozenset(bug for bug in now.held if owner_of(now.setup, bug) != player)
            out, markers = (*now.out, player), _without(now, gone)
            return replace(now, out=out, collected=none, cards=cards, markers=markers, held=held)
    return now


def _without(now: Standing, bugs: Iterable[str]) -> frozenset[tuple[str, int]]:
    """The web markers without those of some bugs."""
    freed = frozenset(bugs)
    return frozenset(marker for marker in now.markers if marker[0] not in freed)


def _added(counts: tuple[int, ...], player: int, number: int) -> tuple[int, ...]:
    return tuple(max(0, n + number) if p == player else n for p, n in enumerate(counts))

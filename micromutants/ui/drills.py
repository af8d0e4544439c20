"""Six short drills on the real table: where each begins, what it asks, and whether it has been done.

A drill is a position of a real game of which a few moves are played; the rules of the match judge them, and the drill
only looks at what they made happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from micromutants.match import CHANCE, Match
from micromutants.match.game import Entry
from micromutants.physics.model import EXACT
from micromutants.rules import Decline, Flick, Pending, Phase, Rulings, Seat, Setup, State, Task, Tremble, roster, start
from micromutants.rules.model import Die, DieUse
from micromutants.rules.roster import kind_of, owner_of
from micromutants.table import NOBODY, Face, Piece, Table
from micromutants.ui.draw import Reach

YOU = 0
"""Seat of the player in every drill."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a drill ended: whether it is done, why, and by which rule."""

    done: bool
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill.

    Attributes:
        id: Its name in the settings.
        title: What is learnt.
        task: What to do, one sentence.
        help: How it is done, one or two sentences; names of intents in braces stand for their keys.
        rule: Id of the rule that it teaches.
        begin: Where it begins.
        judge: The verdict on what has been done so far; None while it goes on.
        goal: A ring on the mat that the bug shall reach, or none.
    """

    id: str
    title: str
    task: str
    help: str
    rule: str
    begin: Callable[[], State]
    judge: Callable[[Sequence[Entry]], Verdict | None]
    goal: Reach | None = None

    def verdict(self, match: Match) -> Verdict | None:
        """How it ended; None while it goes on."""
        told = self.judge(match.log)
        if told is not None or (match.to_act in (YOU, CHANCE) and match.state.player == YOU):
            return told
        return Verdict(False, f"The turn is over, and it is not done: {_small(self.task)}", "T2")


# --- positions -------------------------------------------------------------------------------------------------


def _setup(mine: str, other: str, mode: Literal["basic", "advanced"] = "basic", *, cards: bool = False) -> Setup:
    seats = (Seat("Learner", mine, EXACT), Seat("Opponent", other, EXACT))
    return Setup(seats, mode=mode, rulings=Rulings(abilities=cards))


def _position(setup: Setup, bugs: dict[str, tuple[float, float]], **changes: Any) -> State:
    """A turn of the player's with these bugs, and three more far off on either side, so that nobody has fallen."""
    begun = start(setup)
    placed = {piece: (x, y, Face.NORMAL) for piece, (x, y) in bugs.items()}
    for player, x in ((0, 40.0), (1, setup.mat.width - 40.0)):
        spare = [bug for bug in reversed(roster(begun, player)) if bug not in placed][:3]
        for number, bug in enumerate(spare):
            placed[bug] = (x, 300.0 + 50.0 * number, Face.NORMAL)
    pieces = [
        Piece(bug, kind_of(begun, owner_of(setup, bug), bug), owner_of(setup, bug), x, y, 0.0, face)
        for bug, (x, y, face) in placed.items()
    ]
    values: dict[str, Any] = {
        "table": Table.of(setup.mat, [*begun.table, *pieces]),
        "phase": Phase.MOVE,
        "player": YOU,
        "first": YOU,
        "turn": 1,
        "arranged": (0, 1),
    }
    return State(setup, **(values | {"collected": begun.collected, "cards": begun.cards} | changes))


def _dice(breed: str, other: str) -> tuple[Die, Die]:
    """A result to be used, and another one that has been let go."""
    return (Die(breed), Die(other, DieUse.FORGONE))


# --- what was done ---------------------------------------------------------------------------------------------


def flown(log: Sequence[Entry]) -> Entry | None:
    """The last flick that has come to rest."""
    return next((entry for entry in reversed(log) if isinstance(entry.action, Tremble)), None)


def rested(entry: Entry) -> Piece:
    """What was flicked, as it came to rest before anything was resolved."""
    assert entry.outcome is not None, "a flick has an outcome"
    return entry.outcome.table[entry.action.shot.piece]


def _kinds(entry: Entry) -> dict[str, Any]:
    """The happenings of an entry by their kind, the first of each."""
    found: dict[str, Any] = {}
    for happening in entry.happenings:
        found.setdefault(happening.kind, happening)
    return found


def _lost(entry: Entry) -> Verdict | None:
    """Why a flick brought nothing, where it went wrong altogether."""
    told = _kinds(entry)
    piece = entry.action.shot.piece
    if "put-back" in told and piece in told["put-back"].pieces:
        return Verdict(
            False, "It left the mat, so it goes back to where it was, and the move is lost: less power.", "M4"
        )
    if "fumble" in told and piece in told["fumble"].pieces:
        return Verdict(False, f"It ended beneath an enemy and is lost: {told['fumble'].text}", "M6")
    return None


def _after_the_flick(judge: Callable[[Entry], Verdict]) -> Callable[[Sequence[Entry]], Verdict | None]:
    """Judge the last flick once it has come to rest; one that went wrong altogether is not done whatever was asked."""

    def judged(log: Sequence[Entry]) -> Verdict | None:
        entry = flown(log)
        return None if entry is None else _lost(entry) or judge(entry)

    return judged


@_after_the_flick
def _flick_judged(entry: Entry) -> Verdict:
    bug = rested(entry)
    x, y, reach = _GOAL
    away = ((bug.x - x) ** 2 + (bug.y - y) ** 2) ** 0.5
    if away <= reach:
        return Verdict(True, "It came to rest in the ring. How far back you drag is the power.", "M1")
    way = "beyond" if bug.y > y else "short of"
    return Verdict(False, f"It came to rest {away:.0f} mm from the middle of the ring, {way} it.", "M1")


@_after_the_flick
def _side_judged(entry: Entry) -> Verdict:
    if rested(entry).face is Face.SPECIAL:
        return Verdict(True, "It lies special side up. What its card says of that side holds now.", "M11")
    return Verdict(False, "It lies normal side up again: try another power, loft (wheel) or press point.", "M11")


@_after_the_flick
def _cover_judged(entry: Entry) -> Verdict:
    told = _kinds(entry)
    if "capture" in told and told["capture"].player == YOU:
        return Verdict(True, f"{told['capture'].text} Any part of it is enough.", "M2")
    return Verdict(False, "It covers no part of an enemy bug: what ends over an enemy captures it.", "M2")


@_after_the_flick
def _base_judged(entry: Entry) -> Verdict:
    told = _kinds(entry)
    for kind, rule in (("base-eliminated", "B3"), ("base-damaged", "B2")):
        if kind in told:
            return Verdict(True, told[kind].text, rule)
    return Verdict(False, "It covers no part of an enemy base.", "B1")


def _shoot_judged(log: Sequence[Entry]) -> Verdict | None:
    if any(isinstance(entry.action, Decline) for entry in log):
        return Verdict(False, "The projectile was left: it is gone for this time.", "J15")
    entry = flown(log)
    if entry is None:
        return None
    told = _kinds(entry)
    if "hit" in told:
        return Verdict(True, told["hit"].text, "M10")
    if not entry.table.on_mat(rested(entry)):
        return Verdict(False, "It left the mat: a projectile out of bounds is spent.", "M10")
    return Verdict(False, "It ended over no enemy bug: a projectile works on what lies beneath it.", "M10")


def _spend_judged(log: Sequence[Entry]) -> Verdict | None:
    for entry in log:
        told = _kinds(entry)
        if "grown" in told:
            return Verdict(True, told["grown"].text, "A2")
        if isinstance(entry.action, Flick):
            text = "A bug was flicked before anything was bought. That is allowed, but here the cards come first."
            return Verdict(False, text, "A2")
    return None


# --- the drills ------------------------------------------------------------------------------------------------

_GOAL = (380.0, 430.0, 60.0)
"""Middle of the ring of the first drill and its radius, mm."""


def _crowd(x: float, y: float) -> dict[str, tuple[float, float]]:
    """Five Soldiers close together."""
    places = ((0.0, 0.0), (-26.0, 4.0), (26.0, 4.0), (-13.0, 27.0), (13.0, 27.0))
    return {f"soldier-{n}": (x + dx, y + dy) for n, (dx, dy) in enumerate(places, 1)}


def _spit() -> State:
    setup = _setup("chitinians", "usarthropods", cards=True)
    bugs = {"acid-spitter-1": (380.0, 290.0)} | _crowd(380.0, 420.0)
    due = Pending(Task.LOAD, YOU, "M10", "", "acid-spitter-1", "acid-spit")
    moved = ("acid-spitter-1",)
    return _position(setup, bugs, dice=_dice("acid-spitter", "larva"), phase=Phase.DECIDE, pending=(due,), moved=moved)


def _purse() -> State:
    setup = _setup("chitinians", "usarthropods", "advanced", cards=True)
    state = _position(setup, {"warrior-1": (380.0, 300.0)}, dice=_dice("warrior", "spider"))
    lying = [Piece(f"resource-{n}", "resource", NOBODY, 300.0 + 50.0 * n, 380.0) for n in (3, 4)]
    return msgspec.structs.replace(state, table=state.table.put(*lying), collected=(("resource-1", "resource-2"), ()))


DRILLS: tuple[Drill, ...] = (
    Drill(
        "flick",
        "Flick a bug",
        "Flick the Soldier so that it comes to rest in the ring.",
        "Press on it, drag back and let go; it flies the other way. Right click or {BACK} gives the drag up. By keys: "
        "{NEXT}, {UP} for power, {CONFIRM}.",
        "M1",
        lambda: _position(
            _setup("usarthropods", "chitinians"), {"soldier-1": (380.0, 270.0)}, dice=_dice("soldier", "tank")
        ),
        _flick_judged,
        Reach(Piece("goal", "resource", NOBODY, _GOAL[0], _GOAL[1]), 50.0),
    ),
    Drill(
        "side",
        "Land on the special side",
        "Flick the Larva so that it ends with its special side up.",
        "A chip tumbles as it flies. How often it turns over, power decides, and, changed while aiming, loft (wheel; "
        "{LOFT_UP}, {LOFT_DOWN}) and press point (Shift and wheel; {OFFSET_IN}, {OFFSET_OUT}). Small changes matter.",
        "M11",
        lambda: _position(
            _setup("chitinians", "usarthropods"), {"larva-1": (380.0, 270.0)}, dice=_dice("larva", "spider")
        ),
        _side_judged,
    ),
    Drill(
        "cover",
        "Cover an enemy",
        "Flick the Warrior so that it ends over a part of an enemy bug.",
        "Aim so that the landing in the preview lies on the enemy. What ends over an enemy captures it; what ends "
        "beneath one is lost.",
        "M2",
        lambda: _position(
            _setup("chitinians", "usarthropods"),
            {"warrior-1": (380.0, 290.0)} | _crowd(380.0, 400.0),
            dice=_dice("warrior", "spider"),
        ),
        _cover_judged,
    ),
    Drill(
        "base",
        "Take a base",
        "Flick the Warrior onto an enemy base.",
        "An undamaged large base turns to its damaged side, and its owner puts your bug beside it; taken again, it is "
        "gone. Only bugs take bases.",
        "B2",
        lambda: _position(
            _setup("chitinians", "usarthropods"), {"warrior-1": (380.0, 560.0)}, dice=_dice("warrior", "spider")
        ),
        _base_judged,
    ),
    Drill(
        "shoot",
        "Shoot a projectile",
        "Put the Acid Spit beside its Acid Spitter, then flick it onto an enemy bug.",
        "The Acid Spitter has just landed special side up, so it shoots. Point where the projectile shall lie and "
        "click (or {CONFIRM}), then aim it like a bug.",
        "M10",
        _spit,
        _shoot_judged,
    ),
    Drill(
        "spend",
        "Spend resources",
        "Spend two resources: make one of your small bases grow.",
        "Press “Cards” ({CARDS}) and choose one of the evolution cards of a base. Two resources turn a small base into "
        "its large one with that card; one more buys its other card later.",
        "A2",
        _purse,
        _spend_judged,
    ),
)
"""The drills in the order in which they are best done."""


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]

"""Two shots beside each other: how they differ, in words."""

from __future__ import annotations

import difflib
import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

import micromutants.rules
from micromutants.match import Versions
from micromutants.match.chain import plain
from micromutants.match.record import rounded
from micromutants.physics import EventKind, Physics, PhysicsError, Sample, simulate
from micromutants.physics.checks import check_parameters
from micromutants.shots.model import NAME_LIMIT, SavedShot, again, clean_name, in_words, launches_under, piece_name
from micromutants.shots.timeline import flight_of
from micromutants.table import Face, Piece, Table, relevel

LEAST_APART = 0.05
"""Pieces that rest nearer to each other than this lie in the same place, mm."""

LEAST_LATER = 0.005
"""Things that happen within so many seconds of each other happen at the same time."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which two shots differ.

    Attributes:
        about: What it is about: "physics", "press", "launch", "rest", "face", "overlap", "touch", "time".
        piece: Id of the piece that it concerns; empty where it concerns the whole shot.
        text: One sentence; "first" and "second" are the shots.
    """

    about: str
    piece: str
    text: str


def compare(first: SavedShot, second: SavedShot) -> tuple[Difference, ...]:
    """How two shots differ: what was done, what came of it; what the rules made of it is left out.

    Returns:
        Causes before their effects; nothing where all agrees.
    """
    found = [*_physics(first.physics, second.physics), *_press(first, second), *_launch(first, second)]
    rests = rest_of(first), rest_of(second)
    moved = sorted({*first.track, *second.track})
    for piece in moved:
        found += _rest(piece, first, second, *rests)
    found += _overlaps(moved, first, second, *rests)
    found += _touches(first, second)
    flights = flight_of(first.track), flight_of(second.track)
    if abs(flights[0] - flights[1]) > LEAST_LATER:
        found.append(
            Difference(
                "time", "", f"All is at rest after {flights[0]:.2f} s in the first, {flights[1]:.2f} s in the second."
            )
        )
    return tuple(found)


def remade(shot: SavedShot, physics: Physics) -> SavedShot:
    """The same shot under other physics, as a shot on a bare table: no rule resolves it.

    Raises:
        PhysicsError: It cannot be made with them.
    """
    launches = launches_under(shot, physics)
    outcome = simulate(shot.before, launches, physics)
    setup = msgspec.structs.replace(shot.setup, physics=physics)
    changes = changes_in_words(shot.physics, physics)
    base = textwrap.shorten(shot.name, max(16, NAME_LIMIT - len(changes) - 2), placeholder=" …")
    name = clean_name(f"{base}, {changes}") if changes else shot.name
    return msgspec.structs.replace(
        shot,
        name=name,
        versions=Versions.present(micromutants.rules),
        setup=setup,
        launches=launches,
        after=outcome.table,
        happenings=(),
        track=rounded(outcome.track),
        events=outcome.events,
        digest=outcome.table.digest(),
        told=in_words(shot.setup, shot.before, outcome.table, launches, ()),
    )


def changes_in_words(before: Physics, after: Physics) -> str:
    """Which constants differ, such as "friction_mat 0.2"."""
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return ", ".join(f"{key} {value:g}" for key, value in new.items() if value != old[key])


def with_changes(physics: Physics, changes: Iterable[tuple[str, str]]) -> Physics:
    """Physics with some constants put in place of others.

    Args:
        physics: What is changed.
        changes: Pairs of a key, ``physics.friction_mat`` or ``friction_mat``, and a number.

    Raises:
        ValueError: No such constant, no number, or one out of its range; one sentence.
    """
    values = msgspec.structs.asdict(physics)
    for given, text in changes:
        key = given.removeprefix("physics.")
        if key not in values:
            near = difflib.get_close_matches(key, values, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"allowed are {', '.join(values)}"
            raise ValueError(f"{given}: there is no such constant; {hint}")
        try:
            values[key] = float(text)
        except ValueError:
            raise ValueError(f"{given}: {text!r} is no number") from None
    try:
        changed = msgspec.convert(values, Physics)
        check_parameters("physics", changed)
    except msgspec.ValidationError as error:
        raise ValueError(plain(error)) from error
    return changed


def rest_of(shot: SavedShot) -> Table:
    """The table at rest before any rule: exactly where the shot comes out as written, else from its last poses."""
    try:
        outcome = again(shot)
    except PhysicsError:
        outcome = None
    if outcome is not None and rounded(outcome.track) == shot.track:
        return outcome.table
    laid = [_at(shot.before[piece], samples[-1]) for piece, samples in shot.track.items()]
    return relevel(shot.before.put(*laid))


def bare(shot: SavedShot) -> SavedShot:
    """The shot without what the rules made of it."""
    return msgspec.structs.replace(shot, after=rest_of(shot), happenings=())


def _at(piece: Piece, sample: Sample) -> Piece:
    """A piece as its last pose has it; one that lies higher than the mat is taken to lie on what is beneath."""
    up = 1.0 - 2.0 * (sample.qx * sample.qx + sample.qy * sample.qy)
    angle = 2.0 * math.atan2(sample.qz, sample.qw) if up >= 0.0 else 2.0 * math.atan2(sample.qy, sample.qx)
    face = piece.face if not piece.spec.chip else Face.NORMAL if up >= 0.0 else Face.SPECIAL
    level = 1 + piece.level if sample.z > piece.spec.thickness else 0
    return msgspec.structs.replace(piece, x=sample.x, y=sample.y, angle=angle, face=face, level=level)


# --- causes ------------------------------------------------------------------------------------------------


def _physics(first: Physics, second: Physics) -> Iterable[Difference]:
    new = msgspec.structs.asdict(second)
    for key, value in msgspec.structs.asdict(first).items():
        if value != new[key]:
            yield Difference("physics", "", f"{key} is {value:g} in the first, {new[key]:g} in the second.")


_PRESS = (("azimuth", "°"), ("power", ""), ("loft", "°"), ("offset", ""), ("twist", "°"))
"""Numbers of a press, and their unit in words."""


def _name(first: SavedShot, second: SavedShot, piece: str) -> str:
    """What a piece is called in whichever of the shots has it."""
    return piece_name((first if piece in first.before else second).setup, piece)


def _press(one: SavedShot, other: SavedShot) -> Iterable[Difference]:
    first, second = one.shot, other.shot
    if first is None or second is None:
        return
    if first.piece != second.piece:
        names = piece_name(one.setup, first.piece), piece_name(other.setup, second.piece)
        yield Difference("press", "", f"The first presses {names[0]}, the second {names[1]}.")
    for key, unit in _PRESS:
        ours, theirs = getattr(first, key), getattr(second, key)
        if ours != theirs:
            if unit:
                ours, theirs = math.degrees(ours), math.degrees(theirs)
            text = f"The {key} of the press is {ours:.4g}{unit} in the first, {theirs:.4g}{unit} in the second."
            yield Difference("press", "", text)


def _launch(first: SavedShot, second: SavedShot) -> Iterable[Difference]:
    theirs = {launch.piece: launch for launch in second.launches}
    for launch in first.launches:
        other = theirs.get(launch.piece)
        if other is not None and abs(launch.speed - other.speed) >= 0.5:
            name = piece_name(first.setup, launch.piece)
            text = f"{name} starts at {launch.speed:.0f} mm/s in the first, {other.speed:.0f} mm/s in the second."
            yield Difference("launch", launch.piece, text)


# --- effects -----------------------------------------------------------------------------------------------


def _rest(piece: str, first: SavedShot, second: SavedShot, ours: Table, theirs: Table) -> Iterable[Difference]:
    name, a, b = _name(first, second, piece), ours.get(piece), theirs.get(piece)
    if a is None or b is None:
        if a is not b:
            there = "first" if a is not None else "second"
            yield Difference("rest", piece, f"{name} is on the table of the {there} only.")
        return
    apart = math.hypot(a.x - b.x, a.y - b.y)
    if apart >= LEAST_APART:
        text = f"{name} comes to rest in places {apart:.1f} mm apart"
        ways = [_way(shot.before.get(piece), end) for shot, end in ((first, a), (second, b))]
        if None not in ways:
            text += f": {ways[0]:.1f} mm from where it was in the first, {ways[1]:.1f} mm in the second"
        yield Difference("rest", piece, text + ".")
    if ours.on_mat(a) is not theirs.on_mat(b):
        which = "second" if ours.on_mat(a) else "first"
        yield Difference("rest", piece, f"{name} goes over the edge of the mat in the {which} only.")
    if a.face is not b.face:
        text = f"{name} shows its {a.face.value} side in the first, its {b.face.value} side in the second."
        yield Difference("face", piece, text)


def _way(start: Piece | None, end: Piece) -> float | None:
    return None if start is None else math.hypot(end.x - start.x, end.y - start.y)


def _overlaps(
    moved: Sequence[str], first: SavedShot, second: SavedShot, ours: Table, theirs: Table
) -> Iterable[Difference]:
    mine = set(moved)
    pairs = [{(p.upper, p.lower) for p in table.lies_on() if {p.upper, p.lower} & mine} for table in (ours, theirs)]
    for upper, lower in sorted(pairs[0] ^ pairs[1]):
        which = "first" if (upper, lower) in pairs[0] else "second"
        names = _name(first, second, upper), _name(first, second, lower)
        yield Difference("overlap", upper, f"{names[0]} lies on {names[1]} in the {which} only.")


def _touches(first: SavedShot, second: SavedShot) -> Iterable[Difference]:
    """Who meets whom, and when and how the shot piece first comes down."""
    if not first.events or not second.events:
        return
    met = [_contacts(shot) for shot in (first, second)]
    for pair in sorted({*met[0]} ^ {*met[1]}):
        which = "first" if pair in met[0] else "second"
        names = [_name(first, second, piece) for piece in pair]
        yield Difference("touch", pair[0], f"{names[0]} meets {names[1]} in the {which} only.")
    for pair in sorted({*met[0]} & {*met[1]}):
        if met[0][pair] != met[1][pair]:
            names = [_name(first, second, piece) for piece in pair]
            text = f"{names[0]} and {names[1]} meet {met[0][pair]} in the first, {met[1][pair]} in the second."
            yield Difference("touch", pair[0], text)
    downs = [next((e for e in shot.events if e.kind is EventKind.TOUCHDOWN), None) for shot in (first, second)]
    if downs[0] is not None and downs[1] is not None and abs(downs[0].time - downs[1].time) > LEAST_LATER:
        name = piece_name(first.setup, downs[0].piece)
        text = f"{name} comes down after {downs[0].time:.2f} s in the first, {downs[1].time:.2f} s in the second."
        yield Difference("time", downs[0].piece, text)


_VERDICTS = {"bump": "edge to edge", "over": "one above the other", "under": "one above the other"}


def _contacts(shot: SavedShot) -> dict[tuple[str, str], str]:
    """How each pair met for the first time."""
    found: dict[tuple[str, str], str] = {}
    for event in shot.events:
        if event.kind is EventKind.CONTACT and event.other is not None:
            pair = (min(event.piece, event.other), max(event.piece, event.other))
            found.setdefault(pair, _VERDICTS[event.verdict.value] if event.verdict is not None else "edge to edge")
    return found

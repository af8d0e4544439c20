"""A saved shot as a value, and how one is made from a match, a record or a bare table.

It is complete in itself: the table before it, what the hand and the chips did, the physics, the poses on the way, what
the rules made of it.  So it can be watched without any rules, and made again under the same or other physics.
"""

from __future__ import annotations

import datetime
import math
import re
import textwrap
from collections.abc import Sequence
from typing import Any

import msgspec

import micromutants.rules
from micromutants.match import Match, Record, Versions, resume
from micromutants.match.record import rounded
from micromutants.physics import Event, Launch, Outcome, Physics, Sample, Shot, Track, press, simulate
from micromutants.rules import Drop, Happening, Scatter, Setup, SetupError, Shove, Tremble, breed_of
from micromutants.rules.deciding import shove_launches
from micromutants.rules.hands import counters
from micromutants.rules.setups import check_setup
from micromutants.rules.words import breed_name
from micromutants.table import Face, Piece, Table

NAME_LIMIT = 60
"""Most characters of a shot's name."""

NEAR, NEAR_TIME = 1.0, 0.05
"""A shot made again that ends within so many mm and s of a record happens as the record has it, if not to the bit."""

TOLD_LIMIT = 400
"""Most characters of what happened, in words."""

LEAST_KNOCK = 1.0
"""A piece that was knocked less far than this is not worth a word, mm."""

_UNTOLD = frozenset(
    {
        *("first", "places", "arranged", "turn", "roll", "flick", "load", "thrown", "offer", "declined", "spent"),
        *("die-lost", "extra-earned", "extra-lost", "base-back", "slid-out", "forgone"),
    }
)
"""Kinds of happenings that are not about the shot itself."""


class ShotError(ValueError):
    """A shot that can not be saved or made again; the message is one sentence."""


class SavedShot(msgspec.Struct, frozen=True):
    """One shot with all that is needed to show it and to make it again.

    Attributes:
        name: What the player calls it, 1 to :data:`NAME_LIMIT` characters in one line.
        saved: When, UTC, ISO 8601 with seconds.
        origin: Where it comes from, a few words such as "Ada against Ben, action 31"; may be empty.
        told: What happened, in words.
        versions: What it was made with.
        setup: Armies for the look of the pieces (none on a bare table), physics, mat.
        alone: Who had an end of the mat alone, with three players; -1 otherwise.
        webbed: Ids of bugs under a web marker before it.
        breeds: On a bare table, what pieces look like by their ids, where these do not say it.
        before: The table before it.
        shot: The press really made; None where chips were thrown, dropped or shoved.
        launches: What the chips did, one or several at once.
        after: The table once the rules had resolved it; on a bare table as it came to rest.
        happenings: What the rules made of it; empty on a bare table.
        track: Poses of the moved pieces, rounded as in a match record.
        digest: SHA-256 of the exact table at rest, before any rule; empty where it is not known.
        events: What happened on the way, in the order of time; empty where the present physics departs from a record.
    """

    name: str
    saved: str
    origin: str
    told: str
    versions: Versions
    setup: Setup
    before: Table
    launches: tuple[Launch, ...]
    after: Table
    track: dict[str, tuple[Sample, ...]]
    digest: str
    events: tuple[Event, ...] = ()
    shot: Shot | None = None
    happenings: tuple[Happening, ...] = ()
    alone: int = -1
    webbed: tuple[str, ...] = ()
    breeds: dict[str, str] = {}

    @property
    def physics(self) -> Physics:
        """The model constants."""
        return self.setup.physics

    @property
    def piece(self) -> str:
        """Id of the piece that was shot, or of the first one."""
        return self.launches[0].piece

    @property
    def when(self) -> datetime.datetime:
        """When it was saved, in UTC."""
        return datetime.datetime.fromisoformat(self.saved)


def of_outcome(
    setup: Setup,
    before: Table,
    launches: Launch | Sequence[Launch],
    outcome: Outcome,
    *,
    name: str,
    now: datetime.datetime,
    shot: Shot | None = None,
    origin: str = "",
) -> SavedShot:
    """A shot on a bare table: what comes to rest is what there is.

    Args:
        setup: Physics and mat; with two to four seats where pieces shall look like those of armies, else none.
        before: The table before it.
        launches: What ``simulate`` was given.
        outcome: What it gave.
        name: For the player; see :func:`clean_name`.
        now: The time, with its zone.
        shot: The press that gave the launch, where there was one.
        origin: Where it comes from.

    Raises:
        ShotError: The setup has seats from which no match could start.
    """
    try:
        check_seats(setup)
    except SetupError as error:
        raise ShotError(f"setup: {error}") from error
    made = (launches,) if isinstance(launches, Launch) else tuple(launches)
    told = in_words(setup, before, outcome.table, made, ())
    return SavedShot(
        clean_name(name),
        _stamp(now),
        origin,
        told,
        Versions.present(micromutants.rules),
        setup,
        before,
        made,
        outcome.table,
        rounded(outcome.track),
        outcome.table.digest(),
        outcome.events,
        shot,
    )


def of_match(match: Match, number: int, *, name: str = "", now: datetime.datetime) -> SavedShot:
    """A shot of a match that is being played.

    Args:
        match: The match.
        number: Of the entry, from 1.
        name: For the player; what happened where it is empty.
        now: The time, with its zone.

    Raises:
        ShotError: There is no such entry, or it is no shot.
    """
    if not 1 <= number <= len(match.log):
        raise ShotError(f"there is no action {number}, the match has {len(match.log)}")
    entry = match.log[number - 1]
    state = match.log[number - 2].state if number > 1 else match.start
    if entry.outcome is None:
        raise ShotError(f"action {number} is no shot, nothing flew in it")
    return _of_entry(
        entry,
        state.table,
        _launches(entry.action, state),
        setup=match.setup,
        versions=Versions.present(micromutants.rules),
        outcome=entry.outcome,
        name=name,
        now=now,
        alone=state.alone,
        webbed=tuple(sorted(web.bug for web in state.webs)),
    )


def of_record(
    record: Record, number: int, *, name: str = "", now: datetime.datetime, alone: int = -1, webbed: Sequence[str] = ()
) -> SavedShot:
    """A shot of a recorded match.

    The record holds the table once the rules had resolved the shot.  The shot is made again here: only where the poses
    agree with the record is the table at rest known exactly, and its digest written; what happened on the way is taken
    from it where it ends within :data:`NEAR` of the record.

    Args:
        record: The record.
        number: Of the entry, from 1.
        name: For the player; what happened where it is empty.
        now: The time, with its zone.
        alone: Who has an end of the mat alone.
        webbed: Bugs under a web marker before it.

    Raises:
        ShotError: There is no such entry, or it is no shot.
        RecordError: It was a shove, and the match played again departs before it.
    """
    if not 1 <= number <= len(record.entries):
        raise ShotError(f"there is no action {number}, the record has {len(record.entries)}")
    entry = record.entries[number - 1]
    if not entry.track:
        raise ShotError(f"action {number} is no shot, nothing flew in it")
    before = record.entries[number - 2].table if number > 1 else record.start
    # Whom a shove pushes follows from the state, which a record leaves to playing it again.
    state = resume(record.until(number - 1)).state if isinstance(entry.action, Shove) else None
    launches = _launches(entry.action, state)
    again = simulate(laid(entry.action, before), launches, record.setup.physics)
    track = rounded(again.track)
    known = again if _near(track, entry.track) else None
    shot = _of_entry(
        entry,
        before,
        launches,
        setup=record.setup,
        versions=record.versions,
        outcome=known,
        name=name,
        now=now,
        alone=alone,
        webbed=tuple(sorted(webbed)),
    )
    return shot if track == entry.track else msgspec.structs.replace(shot, digest="")


def _near(now: Track, then: Track) -> bool:
    """Whether the same pieces move, to nearly the same places, in nearly the same time."""
    if now.keys() != then.keys():
        return False
    ends = [(now[piece][-1], then[piece][-1]) for piece in then]
    return all(math.dist(a[1:4], b[1:4]) < NEAR and abs(a.t - b.t) < NEAR_TIME for a, b in ends)


def check_seats(setup: Setup) -> None:
    """Refuse a setup that does not say how pieces look: none of a match, and not that of a bare table either.

    Raises:
        SetupError: Says what is wrong and what is allowed.
    """
    if setup.seats:
        check_setup(setup)
    elif setup.armies or setup.terrain:
        raise SetupError("seats: without them there are neither armies nor terrain")


def again(shot: SavedShot, physics: Physics | None = None) -> Outcome:
    """Make the shot again: with its own physics it comes out the same to the bit.

    Raises:
        PhysicsError: The physics cannot be, or the shot cannot be pressed with them.
    """
    physics = shot.physics if physics is None else physics
    return simulate(shot.before, launches_under(shot, physics), physics)


def launches_under(shot: SavedShot, physics: Physics) -> tuple[Launch, ...]:
    """What the chips do when the shot is made again.

    Under other physics a shot of the hand is pressed anew, since the mat's stiffness and the like decide how fast the
    chip leaves the shooter; what was thrown, dropped or shoved leaves as it did.

    Raises:
        PhysicsError: The shot cannot be pressed with these physics.
    """
    if shot.shot is None or physics == shot.physics:
        return shot.launches
    return (press(shot.shot, shot.before[shot.shot.piece], physics),)


def renamed(shot: SavedShot, name: str, now: datetime.datetime) -> SavedShot:
    """The shot as it is saved now under a name."""
    return msgspec.structs.replace(shot, name=clean_name(name), saved=_stamp(now))


def clean_name(text: str) -> str:
    """A name in one line without what cannot be printed, cut to :data:`NAME_LIMIT`; "Shot" where nothing is left."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line[:NAME_LIMIT].rstrip() or "Shot"


def short(told: str) -> str:
    """What happened as a name: the first clause, cut between words."""
    clause = re.split(r"[:;,.…]", told, maxsplit=1)[0].strip()
    return textwrap.shorten(clause, NAME_LIMIT, placeholder=" …") if clause else ""


def in_words(
    setup: Setup, before: Table, after: Table, launches: Sequence[Launch], happenings: Sequence[Happening]
) -> str:
    """What happened, one or a few sentences of at most :data:`TOLD_LIMIT` characters."""
    told = [h.text for h in happenings if h.kind not in _UNTOLD]
    if not told:
        flown = [launch.piece for launch in launches]
        ways = {p.id: _way(p, after) for p in before if p.id not in flown}
        knocked = sorted((piece for piece, way in ways.items() if way >= LEAST_KNOCK), key=lambda p: (-ways[p], p))
        told = [_rest_in_words(setup, before, after, piece) for piece in [*flown[:3], *knocked[:2]]]
    text = " ".join(told)
    return text if len(text) <= TOLD_LIMIT else text[: TOLD_LIMIT - 1].rstrip() + "…"


def _way(start: Piece, after: Table) -> float:
    """How far a piece lies from where it was, mm; nothing of one that is gone."""
    end = after.get(start.id)
    return 0.0 if end is None else math.hypot(end.x - start.x, end.y - start.y)


def _rest_in_words(setup: Setup, before: Table, after: Table, piece: str) -> str:
    """Where one piece came to rest."""
    name, start, end = piece_name(setup, piece), before[piece], after.get(piece)
    if end is None:
        return f"{name} is gone."
    text = f"{name} lies {math.hypot(end.x - start.x, end.y - start.y):.0f} mm from where it was"
    if end.face is not start.face:
        text += f", now {'special' if end.face is Face.SPECIAL else 'normal'} side up"
    pairs = after.lies_on()
    over = [piece_name(setup, pair.lower) for pair in pairs if pair.upper == piece]
    under = [piece_name(setup, pair.upper) for pair in pairs if pair.lower == piece]
    if over:
        text += f", on {' and '.join(over)}"
    if under:
        text += f", under {' and '.join(under)}"
    if not after.on_mat(end):
        text += ", over the edge of the mat"
    return text + "."


def piece_name(setup: Setup, piece: str) -> str:
    """What a piece is called: its breed, where an army of the setup has it, else its id."""
    breed = breed_of(piece)
    found = breed_name(setup, breed)
    return found if found != breed else piece


def _launches(action: Any, state: Any) -> tuple[Launch, ...]:
    match action:
        case Tremble(launch=launch):
            return (launch,)
        case Drop(launches=launches) | Scatter(launches=launches):
            return launches
        case Shove():
            return shove_launches(state)
    raise ShotError("this action is no shot, nothing flew in it")


def laid(action: Any, before: Table) -> Table:
    """The table with what is dropped or thrown still in the hand."""
    if isinstance(action, Drop | Scatter):
        return before.put(*counters(action.spots, "resource" if isinstance(action, Drop) else "token"))
    return before


def _of_entry(
    entry: Any,
    before: Table,
    launches: tuple[Launch, ...],
    *,
    setup: Setup,
    versions: Versions,
    outcome: Outcome | None,
    name: str,
    now: datetime.datetime,
    alone: int,
    webbed: tuple[str, ...],
) -> SavedShot:
    before = laid(entry.action, before)
    told = in_words(setup, before, entry.table, launches, entry.happenings)
    return SavedShot(
        clean_name(name or short(told)),
        _stamp(now),
        f"{' against '.join(seat.name for seat in setup.seats)}, action {entry.number}",
        told,
        versions,
        setup,
        before,
        launches,
        entry.table,
        rounded(entry.track),
        "" if outcome is None else outcome.table.digest(),
        () if outcome is None else outcome.events,
        entry.action.shot if isinstance(entry.action, Tremble) else None,
        entry.happenings,
        alone,
        webbed,
    )


def _stamp(now: datetime.datetime) -> str:
    return now.astimezone(datetime.UTC).isoformat(timespec="seconds")

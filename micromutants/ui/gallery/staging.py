"""What is on the table in the pictures: positions, an aim, a flick, and a short match with its shots."""

from __future__ import annotations

import datetime
import functools
import math
from collections.abc import Callable

from micromutants.match import Match
from micromutants.physics import Outcome, Shot, press, simulate
from micromutants.rules import Flick, Happening, State, Tremble, can_flick, piece_name
from micromutants.shots import SavedShot, of_match
from micromutants.ui.aim import Aim
from micromutants.ui.app import App
from micromutants.ui.asked import remembered
from micromutants.ui.playback import Moment, moment
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.session import Session
from micromutants.ui.showpiece import SEED, midgame
from micromutants.ui.standing import of_state

Picture = Callable[[App], None]
"""Puts what is pictured on top of an empty stack of screens."""

DAY = datetime.datetime(2026, 5, 4, 12, 30, tzinfo=datetime.UTC)
"""When the shots of the pictures were saved."""


def table_at(app: App, state: State) -> TableScreen:
    """The table in a position, as the player who is to act sees it; nothing of it is saved."""
    session = Session(Match.at(state, SEED))
    session.seated = state.player
    table = TableScreen(app, session)
    table.saved_entries = 0
    table.last_actor = state.player
    table.settled()
    app.push(table)
    return table


def aim_at(table: TableScreen) -> Shot:
    """Take aim with a bug so that it captures."""
    state = table.session.state
    shot = capturing(state)[0]
    table.aiming.pick(state, shot.piece)
    table.aiming.aim = Aim(shot.piece, shot.azimuth, shot.power, shot.loft, shot.offset)
    table.relayout()
    return shot


def fly(table: TableScreen, t: float) -> Moment:
    """Show a flick ``t`` times its flight after the launch; it captures what it comes down on."""
    state = table.session.state
    shot, outcome, target = capturing(state)
    words = f"{state.setup.seats[0].name}'s {piece_name(state, shot.piece)} captures a {piece_name(state, target)}."
    happenings = (Happening("M2", "capture", 0, (shot.piece, target), words),)
    action = Tremble(shot, press(shot, state.table[shot.piece], state.setup.physics))
    after = outcome.table.without(target)
    shown = moment(1, action, state.table, after, outcome.track, happenings, of_state(state))
    table.play(shown, live=True, speed=1.0)
    assert table.reel is not None
    table.reel.t = t * table.reel.playback.flight
    return shown


@remembered
def capturing(state: State) -> tuple[Shot, Outcome, str]:
    """The flick that comes to rest most on an enemy bug, of some that are tried; what comes of it, and that bug."""
    found: list[tuple[float, Shot, Outcome, str]] = []
    for bug in can_flick(state):
        piece = state.table[bug]
        target = _nearest(state, bug)
        enemy = state.table[target]
        azimuth = math.atan2(enemy.y - piece.y, enemy.x - piece.x) % math.tau
        for power in range(20, 90, 2):
            shot = Shot(bug, azimuth, power / 100)
            outcome = simulate(state.table, press(shot, piece, state.setup.physics), state.setup.physics)
            over = [on.area for on in outcome.lies_on if (on.upper, on.lower) == (bug, target)]
            found += [(area, shot, outcome, target) for area in over]
    if not found:
        raise ValueError("no flick of this position captures")
    best = max(found, key=lambda entry: (entry[0], entry[1].power))
    return best[1:]


def _nearest(state: State, bug: str) -> str:
    """The enemy bug nearest to a bug."""
    own = state.table[bug]
    enemies = [p for p in state.table if p.owner not in (own.owner, -1) and p.spec.chip]
    return min(enemies, key=lambda p: math.dist((p.x, p.y), (own.x, own.y))).id


@functools.lru_cache(maxsize=1)
def played() -> Match:
    """A match with two flicks of which the first captures; nobody's hand trembles."""
    state = midgame()
    match = Match.at(state, SEED)
    first = capturing(state)[0]
    match.apply(Flick(0, can_flick(state)[first.piece][0], first))
    match.advance()
    while match.state.player == 0 and (flicks := can_flick(match.state)):
        bug, uses = next(iter(flicks.items()))
        match.apply(Flick(0, uses[0], Shot(bug, 1.2, 0.4)))
        match.advance()
    return match


@functools.lru_cache(maxsize=1)
def shots() -> tuple[SavedShot, ...]:
    """The shots of that match, saved."""
    match = played()
    numbers = [entry.number for entry in match.log if entry.outcome is not None]
    return tuple(
        of_match(match, number, now=DAY + datetime.timedelta(hours=hour)) for hour, number in enumerate(numbers)
    )

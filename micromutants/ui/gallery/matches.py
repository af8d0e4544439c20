"""A match: setting up, the table in its moments, what opens over it, its end."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from micromutants.match import Match
from micromutants.match.bots import choose
from micromutants.physics import AVERAGE
from micromutants.rules import Phase, Seat, Setup, start
from micromutants.ui.app import App
from micromutants.ui.gallery.staging import Picture, aim_at, fly, played, table_at
from micromutants.ui.screens.agree import AgreeScreen
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.session import Session
from micromutants.ui.showpiece import ARMIES, NAMES, midgame

SEED = 11
"""Of the match of the showcase."""


def _arrange(app: App) -> None:
    lying = midgame()
    bare = start(lying.setup).table
    state = msgspec.structs.replace(lying, table=bare, phase=Phase.ARRANGE, dice=(), webs=(), arranged=(), turn=0)
    table = table_at(app, state)
    app.push(ArrangeScreen(app, table.session, table.camera))


def _table(app: App) -> None:
    table_at(app, midgame())


def _aiming(app: App) -> None:
    aim_at(table_at(app, midgame()))


def _flight(app: App) -> None:
    table = table_at(app, midgame())
    fly(table, 0.55)


def _capture(app: App) -> None:
    table = table_at(app, midgame())
    fly(table, 1.25)


def _dice(app: App) -> None:
    table = table_at(app, midgame())
    state = table.session.state
    table.session.hold(msgspec.structs.replace(state, dice=(), phase=Phase.ROLL), 0)
    table.rolling = 0.35
    table.relayout()


def _three(app: App) -> None:
    table_at(app, midgame(3))


def _four(app: App) -> None:
    table_at(app, midgame(4))


def _cards(app: App) -> None:
    table = table_at(app, midgame(4))
    table.open_cards()


def _pause(app: App) -> None:
    table_at(app, midgame()).open_menu()


def _handover(app: App) -> None:
    table = table_at(app, midgame())
    app.push(HandoverScreen(app, table.session, 1))


def _winner(app: App) -> None:
    over = msgspec.structs.replace(midgame(), phase=Phase.OVER, winner=0, ending="W1")
    table = table_at(app, over)
    app.push(WinnerScreen(app, table.session))


def _taking_back(app: App) -> None:
    table = table_at(app, midgame())
    table.session.match = played()
    app.push(AgreeScreen(app, table.session, lambda: None))


def showcase(app: App) -> None:
    """Bots play an Advanced game of four; its last flick is shown as it comes down."""
    seats = tuple(Seat(name, army, AVERAGE) for name, army in zip(NAMES, ARMIES, strict=True))
    match = Match.new(Setup(seats, mode="advanced", terrain=("acid-pit", "warp-gate")), SEED, bots=range(len(seats)))
    match.advance()
    while (actor := match.to_act) is not None:
        match.apply(choose(match.state, match.side_generator(actor)))
        match.advance()
    session = Session(match)
    table = TableScreen(app, session)
    table.saved_entries = len(match.log)
    table.settled()
    app.push(table)
    shown = session.last_shot()
    assert shown is not None, "a match has flicks"
    session.hold(match.log[shown.number - 2].state, shown.number - 1)
    table.play(shown, live=True, speed=1.0)
    assert table.reel is not None
    table.reel.t = table.reel.playback.flight + 0.16


MATCHES: Mapping[str, Picture] = MappingProxyType(
    {
        "arrange": _arrange,
        "table": _table,
        "aiming": _aiming,
        "flight": _flight,
        "capture": _capture,
        "dice": _dice,
        "three": _three,
        "four": _four,
        "cards": _cards,
        "pause": _pause,
        "handover": _handover,
        "taking-back": _taking_back,
        "winner": _winner,
    }
)
"""The pictures by name."""

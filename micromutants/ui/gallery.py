"""Pictures of the program's own screens, made without a display: the same each time, whatever machine makes them."""

from __future__ import annotations

import contextlib
import functools
import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec
import pygame

from micromutants.folders import elsewhere
from micromutants.match import Match
from micromutants.match.bots import choose
from micromutants.physics import AVERAGE, Shot, press, simulate
from micromutants.physics.model import Outcome
from micromutants.rules import Happening, Phase, Seat, Setup, State, Tremble, can_flick, piece_name, start
from micromutants.ui.aim import Aim
from micromutants.ui.app import App
from micromutants.ui.asked import Same
from micromutants.ui.gallerymore import MORE
from micromutants.ui.pictures import image, write_image
from micromutants.ui.playback import Moment, moment
from micromutants.ui.screen import Screen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.session import Session
from micromutants.ui.settings import Settings
from micromutants.ui.showpiece import ARMIES, NAMES, match_at, midgame
from micromutants.ui.standing import of_state
from micromutants.ui.wear import wearing

QUALITY = 84
"""Of JPEG files: type stays sharp, and the felt does not make them large."""


def pictures(
    size: tuple[int, int], names: Sequence[str] = (), settings: Settings | None = None
) -> Iterator[tuple[str, pygame.Surface]]:
    """Open the program at a size and yield each screen's name and picture.

    Args:
        size: Of the window, px.
        names: Which of :data:`SCREENS` and :data:`SHOWCASES`; empty means all screens.
        settings: In place of the defaults; saved ones are not looked at.

    Raises:
        pygame.error: There is no display; the dummy driver of SDL is one.
    """
    with nobody():
        app = App(size, settings or Settings())
        for name in names or tuple(SCREENS):
            with showing(app, name):
                app.manager.update(0.01)
                app.draw()
                window = pygame.display.get_surface()
                assert window is not None
                yield name, window.copy()


@contextlib.contextmanager
def nobody() -> Iterator[None]:
    """Nothing of the user's is seen meanwhile: no match to go on with, no saved shots."""
    with tempfile.TemporaryDirectory(prefix="micromutants-") as folder, elsewhere(Path(folder)):
        yield


@contextlib.contextmanager
def showing(app: App, name: str) -> Iterator[Screen]:
    """One of :data:`SCREENS` and :data:`SHOWCASES` on top of an empty stack, which is empty again afterwards."""
    app.stack.clear()
    app.message = ""
    with wearing(app.settings.wear):
        (SCREENS.get(name) or SHOWCASES[name])(app)
    yield app.top
    while app.stack:
        app.stack.pop().left()


def save(folder: Path, size: tuple[int, int], names: Sequence[str], mat: str) -> Iterator[tuple[str, Path]]:
    """Write pictures as JPEG files and yield each one's name and file.

    Args:
        folder: Where they go.
        size: Of the window, px.
        names: Which; empty means all screens.
        mat: The felt.

    Raises:
        OSError: A file can not be written.
    """
    settings = msgspec.convert({"mat": mat}, Settings)
    for name, surface in pictures(size, names, settings):
        path = folder / f"{name}.jpg"
        write_image(path, image(surface), "JPEG", quality=QUALITY, optimize=True, subsampling=0)
        yield name, path


# --- the screens -------------------------------------------------------------------------------------------


def _title(app: App) -> None:
    from micromutants.ui.screens.title import TitleScreen

    app.push(TitleScreen(app))


def _new_match(app: App) -> None:
    from micromutants.ui.screens.new_match import NewMatchScreen

    screen = NewMatchScreen(app)
    screen.seed = "123456"
    app.push(screen)


def _options(app: App) -> None:
    from micromutants.ui.screens.options import OptionsScreen

    _title(app)
    app.push(OptionsScreen(app))


def _help(app: App) -> None:
    _title(app)
    app.open_help()


def _files(app: App) -> None:
    from micromutants.ui.screens.files import FilesScreen

    app.push(FilesScreen(app, watch=True))


def _arrange(app: App) -> None:
    from micromutants.ui.screens.arrange import ArrangeScreen

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


SHOWCASE_SEED = 11
"""Of the match of the showcase."""


def _showcase(app: App) -> None:
    """Bots play an Advanced game of four; its last flick is shown as it comes down."""
    seats = tuple(Seat(name, army, AVERAGE) for name, army in zip(NAMES, ARMIES, strict=True))
    match = Match.new(
        Setup(seats, mode="advanced", terrain=("acid-pit", "warp-gate")), SHOWCASE_SEED, bots=range(len(seats))
    )
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


def _cards(app: App) -> None:
    table = table_at(app, midgame(4))
    table.open_cards()


def _pause(app: App) -> None:
    table_at(app, midgame()).open_menu()


def _handover(app: App) -> None:
    from micromutants.ui.screens.handover import HandoverScreen

    table = table_at(app, midgame())
    app.push(HandoverScreen(app, table.session, 1))


def _winner(app: App) -> None:
    from micromutants.ui.screens.winner import WinnerScreen

    over = msgspec.structs.replace(midgame(), phase=Phase.OVER, winner=0, ending="W1")
    table = table_at(app, over)
    app.push(WinnerScreen(app, table.session))


SCREENS: Mapping[str, Callable[[App], None]] = MappingProxyType(
    {
        "title": _title,
        "new-match": _new_match,
        "options": _options,
        "help": _help,
        "files": _files,
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
        "winner": _winner,
        **MORE,
    }
)
"""What can be pictured: each puts itself on top of an empty stack."""

SHOWCASES: Mapping[str, Callable[[App], None]] = MappingProxyType({"showcase": _showcase})
"""As :data:`SCREENS`, but they take some seconds, and every change of rules, physics and bots shows in them."""


# --- the table ---------------------------------------------------------------------------------------------


def table_at(app: App, state: State) -> TableScreen:
    """The table in a position, as the player who is to act sees it; nothing of it is saved."""
    session = Session(match_at(state))
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
    happenings = (Happening("C1", "capture", 0, (shot.piece, target), words),)
    action = Tremble(shot, press(shot, state.table[shot.piece], state.setup.physics))
    after = outcome.table.without(target)
    shown = moment(1, action, state.table, after, outcome.track, happenings, of_state(state))
    table.play(shown, live=True, speed=1.0)
    assert table.reel is not None
    table.reel.t = t * table.reel.playback.flight
    return shown


def capturing(state: State) -> tuple[Shot, Outcome, str]:
    """The flick that comes to rest most on an enemy bug, of some that are tried; what comes of it, and that bug."""
    return _tried(Same(state))


@functools.lru_cache(maxsize=4)
def _tried(same: Same) -> tuple[Shot, Outcome, str]:
    state: State = same.value
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

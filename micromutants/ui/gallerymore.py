"""More pictures of the program's own screens: watching, the library, learning, the practice table, asking."""

from __future__ import annotations

import datetime
import functools
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.match import Match
from micromutants.physics.model import Shot
from micromutants.rules import Flick, can_flick
from micromutants.scenario import Scenario, load_scenario, shipped_scenarios
from micromutants.shots import SavedShot, keep, of_match
from micromutants.shots.highlights import best_moments
from micromutants.ui.app import App
from micromutants.ui.showpiece import match_at, midgame

DAY = datetime.datetime(2026, 5, 4, 12, 30, tzinfo=datetime.UTC)
"""When the shots of the pictures were saved."""


@functools.lru_cache(maxsize=1)
def played() -> Match:
    """A match with two flicks of which the first captures; nobody's hand trembles."""
    from micromutants.ui.gallery import capturing

    state = midgame()
    match = match_at(state)
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


def _replay(app: App) -> None:
    from micromutants.ui.screens.replay import ReplayScreen

    screen = ReplayScreen(app, played().record(), None)
    app.push(screen)
    first = next(entry.number for entry in played().log if entry.outcome is not None)
    screen.player.show(first - 1)
    assert screen.player.reel is not None
    screen.player.seek(0.8 * screen.player.reel.playback.flight)
    screen.changed()


def _shot(app: App) -> None:
    from micromutants.ui.screens.shot import ShotScreen

    screen = ShotScreen(app, shots()[0], None)
    app.push(screen)
    screen.player.show(0)
    assert screen.player.reel is not None
    screen.player.seek(0.6 * screen.player.reel.playback.flight)
    screen.transport.toggle_follow()


def _compare(app: App) -> None:
    from micromutants.ui.screens.compare import CompareScreen

    screen = CompareScreen(app, *shots()[:2])
    app.push(screen)
    screen.player.jump(1)
    screen.changed()


def _library(app: App) -> None:
    from micromutants.ui.screens.shots import ShotsScreen

    for shot in shots():
        keep(shot)
    screen = ShotsScreen(app)
    app.push(screen)
    while screen.animating:
        screen.update(0.0)


def _best(app: App) -> None:
    from micromutants.ui.screens.best import BestScreen

    match = played()
    app.push(BestScreen(app, match, best_moments(match.log, match.start.table, match.setup)))


def _keep(app: App) -> None:
    from micromutants.ui.screens.keeping import ask_to_keep

    _shot(app)
    ask_to_keep(app, shots()[0], lambda words: None)


def _drills(app: App) -> None:
    from micromutants.ui.screens.drills import DrillsScreen

    app.push(DrillsScreen(app))


def _drill(app: App) -> None:
    from micromutants.ui.drills import DRILLS
    from micromutants.ui.screens.drills import start
    from micromutants.ui.screens.table import TableScreen

    start(app, DRILLS[0])
    table = app.top
    assert isinstance(table, TableScreen)
    table.settled()
    table.neutral = 0.0
    table.relayout()


def _drill_done(app: App) -> None:
    from micromutants.ui.drills import DRILLS, Verdict
    from micromutants.ui.screens.drills import DrillCard

    _drill(app)
    app.push(DrillCard(app, DRILLS[0], Verdict(True, "The Soldier came to rest in the ring.", "M2")))


def _scenarios(app: App) -> None:
    from micromutants.ui.screens.scenarios import ScenariosScreen

    app.push(ScenariosScreen(app))


def _scenario(name: str) -> Scenario:
    return load_scenario(next(path for path in shipped_scenarios() if path.stem == name))


def _practice(app: App) -> None:
    from micromutants.ui.practice.stand import Stand
    from micromutants.ui.screens.practice import PracticeScreen

    app.push(PracticeScreen(app, Stand(_scenario("puzzle-through-the-gap"), None)))


def _tune(app: App) -> None:
    from micromutants.ui.practice.stand import Stand
    from micromutants.ui.screens.practice import PracticeScreen, Tab

    screen = PracticeScreen(app, Stand(_scenario("puzzle-first-cover"), None), Tab.TUNE)
    app.push(screen)
    screen.lab.set("friction_mat", 0.2)
    screen.scatter, screen.lab.scattering = 1, True
    screen.lab.update()
    # The thread finds out one thing after the other; the picture shows the beginning of the scatter.
    while not screen.lab.cloud:
        app.worker.poll()
        screen.lab.update()
        time.sleep(0.001)
    screen.lab.stop()
    screen.relayout()


def _sandbox(app: App) -> None:
    from micromutants.ui.practice.stand import Stand
    from micromutants.ui.screens.practice import PracticeScreen, Tab

    screen = PracticeScreen(app, Stand(_scenario("practice-full-table"), None), Tab.EDIT)
    app.push(screen)
    screen.editing.picked = next(piece.id for piece in screen.stand.table if piece.spec.chip)
    screen.relayout()


def _keys(app: App) -> None:
    from micromutants.ui.screens.keys import KeysScreen

    app.push(KeysScreen(app))


def _play_on(app: App) -> None:
    from micromutants.ui.screens.playon import PlayOnScreen

    _replay(app)
    app.push(PlayOnScreen(app, played().record(), 1, None))


def _taking_back(app: App) -> None:
    from micromutants.ui.gallery import table_at
    from micromutants.ui.screens.agree import AgreeScreen

    table = table_at(app, midgame())
    table.session.match = played()
    app.push(AgreeScreen(app, table.session, lambda: None))


def _other_physics(app: App) -> None:
    from micromutants.ui.screens.otherphysics import OtherPhysicsScreen

    _shot(app)
    app.push(OtherPhysicsScreen(app, shots()[0], lambda shot: None))


MORE: Mapping[str, Callable[[App], None]] = MappingProxyType(
    {
        "replay": _replay,
        "shot": _shot,
        "compare": _compare,
        "library": _library,
        "best": _best,
        "keep": _keep,
        "drills": _drills,
        "drill": _drill,
        "drill-done": _drill_done,
        "scenarios": _scenarios,
        "practice": _practice,
        "tune": _tune,
        "sandbox": _sandbox,
        "keys": _keys,
        "play-on": _play_on,
        "taking-back": _taking_back,
        "other-physics": _other_physics,
    }
)
"""Each puts itself on top of an empty stack, with nothing of the user's to be seen."""

"""Watching: a record, saved shots and their library, the best of a match, and what is done from there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from micromutants.shots import keep
from micromutants.shots.highlights import best_moments
from micromutants.ui.app import App
from micromutants.ui.gallery.staging import Picture, played, shots
from micromutants.ui.screens.best import BestScreen
from micromutants.ui.screens.compare import CompareScreen
from micromutants.ui.screens.keeping import ask_to_keep
from micromutants.ui.screens.otherphysics import OtherPhysicsScreen
from micromutants.ui.screens.playon import PlayOnScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.shot import ShotScreen
from micromutants.ui.screens.shots import ShotsScreen


def _replay(app: App) -> None:
    screen = ReplayScreen(app, played().record(), None)
    app.push(screen)
    first = next(entry.number for entry in played().log if entry.outcome is not None)
    screen.player.show(first - 1)
    assert screen.player.reel is not None
    screen.player.seek(0.8 * screen.player.reel.playback.flight)
    screen.changed()


def _shot(app: App) -> None:
    screen = ShotScreen(app, shots()[0], None)
    app.push(screen)
    screen.player.show(0)
    assert screen.player.reel is not None
    screen.player.seek(0.6 * screen.player.reel.playback.flight)
    screen.transport.toggle_follow()


def _compare(app: App) -> None:
    screen = CompareScreen(app, *shots()[:2])
    app.push(screen)
    screen.player.jump(1)
    screen.changed()


def _library(app: App) -> None:
    for shot in shots():
        keep(shot)
    screen = ShotsScreen(app)
    app.push(screen)
    while screen.animating:
        screen.update(0.0)


def _best(app: App) -> None:
    match = played()
    app.push(BestScreen(app, match, best_moments(match.log, match.start.table, match.setup)))


def _keep(app: App) -> None:
    _shot(app)
    ask_to_keep(app, shots()[0], lambda words: None)


def _play_on(app: App) -> None:
    _replay(app)
    app.push(PlayOnScreen(app, played().record(), 1, None))


def _other_physics(app: App) -> None:
    _shot(app)
    app.push(OtherPhysicsScreen(app, shots()[0], lambda shot: None))


WATCHING: Mapping[str, Picture] = MappingProxyType(
    {
        "replay": _replay,
        "shot": _shot,
        "compare": _compare,
        "library": _library,
        "best": _best,
        "keep": _keep,
        "play-on": _play_on,
        "other-physics": _other_physics,
    }
)
"""The pictures by name."""

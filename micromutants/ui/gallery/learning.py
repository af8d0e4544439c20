"""Drills, scenarios and the practice table."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType

from micromutants.scenario import Scenario, load_scenario, shipped_scenarios
from micromutants.ui.app import App
from micromutants.ui.drills import DRILLS, Verdict
from micromutants.ui.gallery.staging import Picture
from micromutants.ui.practice.stand import Stand
from micromutants.ui.screens.drills import DrillCard, DrillsScreen, start
from micromutants.ui.screens.practice import PracticeScreen, Tab
from micromutants.ui.screens.scenarios import ScenariosScreen
from micromutants.ui.screens.table import TableScreen


def _drills(app: App) -> None:
    app.push(DrillsScreen(app))


def _drill(app: App) -> None:
    start(app, DRILLS[0])
    table = app.top
    assert isinstance(table, TableScreen)
    table.settled()
    table.neutral = 0.0
    table.relayout()


def _drill_done(app: App) -> None:
    _drill(app)
    app.push(DrillCard(app, DRILLS[0], Verdict(True, "The Soldier came to rest in the ring.", "M2")))


def _scenarios(app: App) -> None:
    app.push(ScenariosScreen(app))


def _scenario(name: str) -> Scenario:
    return load_scenario(next(path for path in shipped_scenarios() if path.stem == name))


def _practice(app: App) -> None:
    app.push(PracticeScreen(app, Stand(_scenario("puzzle-through-the-gap"), None)))


def _tune(app: App) -> None:
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
    screen = PracticeScreen(app, Stand(_scenario("practice-full-table"), None), Tab.EDIT)
    app.push(screen)
    screen.editing.picked = next(piece.id for piece in screen.stand.table if piece.spec.chip)
    screen.relayout()


LEARNING: Mapping[str, Picture] = MappingProxyType(
    {
        "drills": _drills,
        "drill": _drill,
        "drill-done": _drill_done,
        "scenarios": _scenarios,
        "practice": _practice,
        "tune": _tune,
        "sandbox": _sandbox,
    }
)
"""The pictures by name."""

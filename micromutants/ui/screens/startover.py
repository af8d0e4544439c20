"""A match whose scenario file has changed: what is wrong with the file, or an offer to begin anew with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from micromutants.match import CHANCE
from micromutants.ui.screens.asking import ConfirmScreen

if TYPE_CHECKING:
    from micromutants.ui.screens.arrange import ArrangeScreen
    from micromutants.ui.screens.table import TableScreen

WATCHFUL = 400
"""Patience of a screen that looks after a file, ms."""


def look(screen: TableScreen | ArrangeScreen) -> None:
    """Look after the file of the match, if it has one; called while nothing is being shown or dragged."""
    app, file = screen.app, screen.session.file
    if file is None:
        return
    screen.patience = WATCHFUL
    before = file.scenario
    if not file.poll():
        return
    name = file.path.name
    app.redraw()
    if file.fault:
        app.message = f"{file.fault}\nThe match goes on with the last good one."
    elif (before.setup, before.match) == (file.scenario.setup, file.scenario.match):
        app.message = f"{name} has changed, in nothing that this match is played with."
    elif all(entry.action.player == CHANCE for entry in screen.session.match.log):
        _again(screen)
        app.message = f"{name} has changed: the match begins anew with it."
    else:
        words = (
            "A match keeps the physics, hands and armies with which it began, so that its record can be played again. "
            "The file as it is now can only be used from the start; this match is then given up."
        )
        app.push(
            ConfirmScreen(
                app, f"{name} has changed. Start over?", words, "Start over", lambda: _again(screen), keep="Go on"
            )
        )


def _again(screen: TableScreen | ArrangeScreen) -> None:
    """Leave the match, and begin that of the file."""
    from micromutants.ui.screens.scenarios import open_scenario
    from micromutants.ui.screens.table import TableScreen

    app, file = screen.app, screen.session.file
    assert file is not None
    while not isinstance(app.top, TableScreen):
        app.pop()
    app.pop()
    open_scenario(app, file.scenario, file.path)

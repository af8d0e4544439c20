"""Saving a shot from wherever one is seen: a name is asked for, then it goes to the library."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from micromutants.match import RecordError, StorageError
from micromutants.shots import NAME_LIMIT, SavedShot, ShotError, keep, of_match, rename
from micromutants.shots.model import renamed
from micromutants.ui.app import App
from micromutants.ui.screens.asking import NameScreen

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen


def now() -> datetime.datetime:
    """The time, with its zone; pictures and physics never see it."""
    return datetime.datetime.now(datetime.UTC)


def ask_to_keep(app: App, shot: SavedShot, told: Callable[[str], None]) -> None:
    """Ask for a name and put the shot into the library.

    Args:
        app: The program.
        shot: The shot, with a name that is proposed.
        told: Called with what has been done, a sentence.
    """

    def act(name: str) -> str:
        named = renamed(shot, name, now())
        try:
            keep(named)
        except (StorageError, ValueError) as error:
            return str(error)
        told(f"Saved as “{named.name}”: Saved shots on the title shows it.")
        return ""

    app.push(NameScreen(app, "Save the shot", shot.told, shot.name, act, limit=NAME_LIMIT))


def keep_from_table(screen: TableScreen) -> None:
    """Save the shot that is being shown at the table, or the last one."""
    session = screen.session
    moment = screen.reel.playback.moment if screen.reel is not None else session.last_shot()
    if moment is None or not moment.track:
        screen.note = ("No bug has been flicked yet.", "plain")
        return
    try:
        shot = of_match(session.match, moment.number, now=now())
    except ShotError as error:
        # What is shown is not of this match, as in a picture that is staged.
        screen.note = (f"This cannot be saved: {error}.", "bad")
        return

    def told(words: str) -> None:
        # A note of its own would be covered by what comes of the shot that is being shown.
        screen.app.message = words

    ask_to_keep(screen.app, shot, told)


def ask_to_rename(app: App, path: Path, name: str, told: Callable[[str], None]) -> None:
    """Ask for another name of a saved shot.

    Args:
        app: The program.
        path: Its file.
        name: The name it has.
        told: Called with the name it has now.
    """

    def act(text: str) -> str:
        try:
            told(rename(path, text).name)
        except (StorageError, RecordError) as error:
            return str(error)
        return ""

    app.push(NameScreen(app, "Rename the shot", f"It is called “{name}”.", name, act, verb="Rename", limit=NAME_LIMIT))

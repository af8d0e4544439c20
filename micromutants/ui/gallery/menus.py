"""What leads to matches and away from them: the title, a new match, options, keys, help, records."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from micromutants.ui.app import App
from micromutants.ui.gallery.staging import Picture
from micromutants.ui.screens.files import FilesScreen
from micromutants.ui.screens.keys import KeysScreen
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.screens.options import OptionsScreen
from micromutants.ui.screens.title import TitleScreen


def _title(app: App) -> None:
    app.push(TitleScreen(app))


def _new_match(app: App) -> None:
    screen = NewMatchScreen(app)
    screen.seed = "123456"
    app.push(screen)


def _options(app: App) -> None:
    _title(app)
    app.push(OptionsScreen(app))


def _help(app: App) -> None:
    _title(app)
    app.open_help()


def _files(app: App) -> None:
    app.push(FilesScreen(app, watch=True))


def _keys(app: App) -> None:
    app.push(KeysScreen(app))


MENUS: Mapping[str, Picture] = MappingProxyType(
    {
        "title": _title,
        "new-match": _new_match,
        "options": _options,
        "keys": _keys,
        "help": _help,
        "files": _files,
    }
)
"""The pictures by name."""

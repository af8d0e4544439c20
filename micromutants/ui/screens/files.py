"""Choosing a record: to go on with it, or to watch it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pygame

from micromutants.folders import documents_folder, expanded, tilde
from micromutants.match import (
    Match,
    Record,
    RecordError,
    autosave_key,
    autosave_paths,
    claim_of,
    claim_of_key,
    claimed,
    load_record,
    resume,
)
from micromutants.match.chain import HEADER_LIMIT
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.screen import Screen
from micromutants.ui.screens.loading import LoadingScreen
from micromutants.ui.session import Session
from micromutants.untrusted import first_line


def known_records() -> list[Path]:
    """Saved matches, newest first, then the autosaves."""
    try:
        saved = [path for path in documents_folder().glob("*.mmr") if path.is_file()]
        saved.sort(key=lambda path: (-_changed(path), path.name))
    except OSError:
        saved = []
    return [*saved, *autosave_paths()]


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        # It went away meanwhile.
        return 0.0


def enter(app: App, match: Match, path: Path | None = None, went_on: str | None = None) -> None:
    """Go on with a match at the table.

    Args:
        app: The program.
        match: The match.
        path: The file that it was saved to by the player.
        went_on: Key of the autosaves that its own take the place of.
    """
    from micromutants.ui.screens.table import TableScreen
    from micromutants.ui.screens.title import TitleScreen

    session = Session(match)
    app.reset(TitleScreen(app))
    # Another window may have taken it in this very moment; then this is a copy.
    if path is not None and session.claims.take(claim_of(path)):
        session.saved_as = path
    if went_on is not None and session.claims.take(claim_of_key(went_on)):
        session.went_on = went_on
    app.push(TableScreen(app, session))


def resume_first(app: App, paths: Sequence[Path]) -> str:
    """Go on with the first of the records that can be read; returns why there is none, or nothing."""
    reasons = []
    for path in paths:
        try:
            record = load_record(path)
        except (RecordError, OSError) as error:
            reasons.append(str(error))
            continue
        resume_record(app, record, path, instead=True)
        return ""
    return reasons[0] if reasons else "There is no match to continue."


def open_elsewhere(app: App, path: Path) -> bool:
    """Whether another window that is running has the match of a file open."""
    name = claim_of(path)
    return claimed(name) and not any(name in session.claims.names for session in sessions(app))


def sessions(app: App) -> list[Session]:
    """The matches that are open in this window."""
    found = [getattr(screen, "session", None) for screen in app.stack]
    return [session for session in found if isinstance(session, Session)]


def resume_record(app: App, record: Record, path: Path, *, instead: bool = False) -> None:
    """Go on with a match; where another window has it open, ask first.

    Args:
        app: The program.
        record: Of the match.
        path: Where it was read.
        instead: Whether autosaves that it went on with go when there are new ones.
    """
    from micromutants.ui.screens.elsewhere import ElsewhereScreen

    key = autosave_key(path)
    if open_elsewhere(app, path):
        # Of autosaves the newest, into which the other window writes.
        newest = path if key is None else next((p for p in autosave_paths() if autosave_key(p) == key), path)
        app.push(ElsewhereScreen(app, record, newest))
        return
    # An autosave is no file of the player's, to which it would be saved again.
    play_again(app, record, path if key is None else None, key if instead else None)


def play_again(app: App, record: Record, path: Path | None = None, went_on: str | None = None) -> None:
    """Play a record again in a thread, then go on with it; a failure is shown as the message of the program."""

    def then(match: Any, error: BaseException | None) -> None:
        if isinstance(error, ValueError):
            app.message = str(error)
            app.redraw()
        elif error is not None:
            raise error
        else:
            enter(app, match, path, went_on)

    app.push(LoadingScreen(app, "The match is set up again", lambda: resume(record), then))


class FilesScreen(Screen):
    """A list of records, and a field for any other."""

    needs = (700.0, 480.0)

    def __init__(self, app: App, *, watch: bool) -> None:
        super().__init__(app)
        self.watch = watch
        self.paths = known_records()
        self.typed = ""
        self.page = 0
        self.told = ""
        self._players: dict[Path, str] = {}

    @property
    def card(self) -> pygame.Rect:
        """Where the list is."""
        u = self.u
        return self.centred(min(u(820), self.app.size[0] - u(40)), self.app.size[1] - u(60))

    @property
    def _rows(self) -> int:
        return max(1, (self.card.height - self.u(276)) // self.u(50))

    def layout(self) -> None:
        """Make the fields."""
        u, card = self.u, self.card
        inner = card.inflate(-u(48), 0)
        y = card.y + u(74)
        shown = self.paths[self.page * self._rows : (self.page + 1) * self._rows]
        for path in shown:
            rect = pygame.Rect(inner.x, y, inner.width, u(44))
            self.form.button(rect, "", partial(self._open, path))
            y += u(50)
        bottom = card.bottom - u(130)
        entry = pygame.Rect(inner.x, bottom, inner.width - u(128), u(38))
        self.form.text_entry(entry, self.typed, self._type, limit=400, hint="Folder and name of another record")
        verb = "Watch" if self.watch else "Load"
        self.form.button(
            pygame.Rect(inner.right - u(120), bottom, u(120), u(38)), verb, self._open_typed, style="primary"
        )
        pages = max(1, -(-len(self.paths) // self._rows))
        last = card.bottom - u(58)
        self.form.button(pygame.Rect(inner.x, last, u(120), u(40)), "Back", self.app.pop, key="Esc")
        if pages > 1:
            why_newer = "" if self.page else "These are the newest."
            why_older = "" if self.page + 1 < pages else "There are no older ones."
            self.form.button(
                pygame.Rect(inner.right - u(248), last, u(120), u(40)), "Newer", lambda: self._turn(-1), why=why_newer
            )
            self.form.button(
                pygame.Rect(inner.right - u(120), last, u(120), u(40)), "Older", lambda: self._turn(1), why=why_older
            )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.backdrop(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        left = card.x + u(24)
        title = "Watch a record" if self.watch else "Load a match"
        paint.text(surface, title, (left, card.y + u(20)), u(26), display=True)
        if not self.paths:
            words = f"No match has been saved yet. Saved matches go to {tilde(documents_folder())}."
            box = pygame.Rect(left, card.y + u(84), card.width - u(48), u(60))
            paint.paragraph(surface, words, box, u(15), theme.INK_SOFT)
        caption = (left, card.bottom - u(133))
        paint.text(surface, "Any other file", caption, u(13), theme.INK_SOFT, anchor="bottomleft")
        told = self.told or self.app.message
        if told:
            box = pygame.Rect(left, card.bottom - u(200), card.width - u(48), u(44))
            paint.paragraph(surface, told, box, u(13), theme.BAD)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Write names and days on the rows."""
        shown = self.paths[self.page * self._rows : (self.page + 1) * self._rows]
        for path, field in zip(shown, self.form.fields, strict=False):
            rect, size, when = field.rect, self.u(15), saved_at(path)
            words, at = f"{when:%Y-%m-%d  %H:%M}" if when else "", (rect.right - self.u(14), rect.centery)
            day = paint.text(surface, words, at, self.u(13), theme.INK_SOFT, anchor="midright")
            name = self._named(path)
            room = day.left - rect.x - self.u(28)
            paint.text(surface, name, (rect.x + self.u(14), rect.centery), size, anchor="midleft", width=room)
        super().draw_over(surface)

    def _named(self, path: Path) -> str:
        """What a file is called: by its name, an autosave by its players."""
        if autosave_key(path) is None:
            return path.stem
        if path not in self._players:
            self._players[path] = players_of(path)
        return " ".join(("Autosave", path.stem.rpartition("-")[2], " ·  " + self._players[path])).rstrip(" ·")

    def _turn(self, by: int) -> None:
        self.page += by
        self.relayout()

    def _type(self, text: str) -> None:
        self.typed = text

    def _open_typed(self) -> None:
        name = self.typed.strip()
        if not name:
            self.told = "Choose a record above, or write the name of a file."
            self.app.redraw()
            return
        path = expanded(name)
        self._open(path if path.is_absolute() else documents_folder() / path)

    def _open(self, path: Path) -> None:
        from micromutants.ui.screens.title import open_replay

        try:
            record = None if self.watch else load_record(path)
        except (RecordError, OSError) as error:
            self.told = str(error)
            self.app.redraw()
            return
        if record is None or record.over:
            self.told = open_replay(self.app, path)
            self.app.redraw()
        else:
            self.told = ""
            resume_record(self.app, record, path)


def players_of(path: Path) -> str:
    """Who plays in a saved match, from its first line alone; empty where that can not be read."""
    try:
        line = first_line(path, HEADER_LIMIT, "a record")
        seats = msgspec.json.decode(line)["setup"]["seats"]
        return ", ".join(str(seat["name"]) for seat in seats)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


def saved_at(path: Path) -> datetime.datetime | None:
    """When a file was written; None where it is not there or the clock was far off."""
    try:
        return datetime.datetime.fromtimestamp(path.stat().st_mtime)
    except (OSError, ValueError, OverflowError):
        return None

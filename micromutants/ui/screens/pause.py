"""The pause menu: save, load, help, options, concede, back to the title."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame

from micromutants.folders import documents_folder, expanded, tilde
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.screen import Screen
from micromutants.ui.session import Session, suggested_name

NOT_NOW = "Only whoever decides at the table may concede, when nothing is being shown (J32)."


class PauseScreen(Screen):
    """A card over the table."""

    overlay = True
    needs = (640.0, 486.0)

    def __init__(
        self, app: App, session: Session, concede: Callable[[], None] | None = None, why: str = NOT_NOW
    ) -> None:
        """Open the menu.

        Args:
            app: The program.
            session: The match.
            concede: Gives the match up for whoever decides now; None where nobody does.
            why: Why it can not be given up now; empty where it can.
        """
        super().__init__(app)
        self.session = session
        self._concede, self._why = concede, NOT_NOW if concede is None else why
        self._sure = False
        # What has been asked for once, though another file is there.
        self._replaced: Path | None = None
        saved = session.saved_as
        in_folder = saved is not None and saved.parent == documents_folder()
        self.file = str(saved) if saved and not in_folder else saved.name if saved else ""
        if not (self.file and self.file.isprintable()):
            # A name that is no Unicode, as Linux allows, cannot be shown in a field.
            self.file = suggested_name(session.state)
        self.told = ""
        self.failed = False

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(min(self.u(600), self.app.size[0] - 40), min(self.u(482), self.app.size[1] - 4))

    def layout(self) -> None:
        """Make the fields."""
        u, card = self.u, self.card
        inner = card.inflate(-u(56), 0)
        y = card.y + u(72)
        self.form.button(pygame.Rect(inner.x, y, inner.width, u(44)), "Go on", self.app.pop, style="primary", key="Esc")
        y += u(86)
        entry = pygame.Rect(inner.x, y, inner.width - u(118), u(38))
        self.form.text_entry(entry, self.file, self._file, limit=400, hint="Folder and name of the file")
        self.form.button(pygame.Rect(inner.right - u(110), y, u(110), u(38)), "Save", self._save)
        y += u(82)
        hint = "The match is kept: Continue on the title goes on with it."
        rows = (
            (Control("Load a match", self._load), Control("Options", self._options)),
            (Control("How to play", self.app.open_help), Control("Quit to the title", self._quit, hint=hint)),
        )
        for number, row in enumerate(rows):
            lay(self.form, pygame.Rect(inner.x, y + number * u(52), inner.width, u(44)), [row], u(8))
        rect = pygame.Rect(inner.x, y + 2 * u(52), inner.width, u(44))
        words = f"Yes, {self._who} gives up" if self._sure else "Concede"
        hint = "Of two the other one wins; of three or four the others play on (J32, W3)."
        self.form.button(rect, words, self._give_up, why=self._why, style="danger", hint=hint)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface)
        u, card = self.u, self.card
        left = card.x + u(28)
        paint.panel(surface, card, radius=u(14))
        paint.text(surface, "Pause", (left, card.y + u(20)), u(26), display=True)
        paint.text(surface, "Save as", (left, card.y + u(134)), u(13), theme.INK_SOFT)
        told = self.told or f"It goes to {tilde(documents_folder())}, unless the name says another folder."
        ink = theme.BAD if self.failed else theme.GOLD if self.told else theme.INK_FAINT
        box = pygame.Rect(left, card.y + u(201), card.width - u(56), u(38))
        paint.paragraph(surface, told, box, u(12.5), ink)
        seed = f"Seed {self.session.match.seed}  ·  preview {self.session.preview}"
        paint.text(surface, seed, (left, card.bottom - u(34)), u(12.5), theme.INK_FAINT)

    def _file(self, text: str) -> None:
        self.file = text

    def _save(self) -> None:
        name = self.file.strip()
        if not name or name.endswith(("/", os.sep)) or Path(name).name in ("", "..", "~"):
            # A folder alone is no name either.
            self.told, self.failed = "Give the file a name.", True
            return
        path = expanded(name)
        if not path.is_absolute():
            path = documents_folder() / path
        if path.suffix != ".mmr":
            path = path.parent / f"{path.name}.mmr"
        if self.session.replaces(path) and path != self._replaced:
            self._replaced = path
            self.told, self.failed = f"{tilde(path)} is there already; save once more to replace it.", True
            self.app.redraw()
            return
        self._replaced = None
        reason = self.session.save(path)
        self.told, self.failed = (reason, True) if reason else (f"Saved as {tilde(path)}.", False)
        self.app.redraw()

    @property
    def _who(self) -> str:
        actor = self.session.match.to_act
        return self.session.name(actor) if actor is not None and actor >= 0 else ""

    def _give_up(self) -> None:
        """Concede, once it has been asked for twice."""
        if self._sure and self._concede is not None:
            self.app.pop()
            self._concede()
            return
        self._sure = True
        self.told, self.failed = f"Press again if {self._who} really gives the match up.", True
        self.relayout()

    def _load(self) -> None:
        from micromutants.ui.screens.files import FilesScreen

        self.app.push(FilesScreen(self.app, watch=False))

    def _options(self) -> None:
        from micromutants.ui.screens.options import OptionsScreen

        self.app.push(OptionsScreen(self.app))

    def _quit(self) -> None:
        from micromutants.ui.screens.title import TitleScreen

        reason = self.session.autosave()
        self.app.reset(TitleScreen(self.app))
        self.app.message = reason

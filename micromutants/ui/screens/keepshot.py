"""The card that keeps an aim or a flick as a shot of the scenario, with what is expected of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from micromutants.scenario import Move, SavedShot, Scenario, ScenarioError, judged, noted, shoot
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.practice.words import expected
from micromutants.ui.screens.asking import NameScreen

if TYPE_CHECKING:
    from micromutants.ui.screens.practice import PracticeScreen

NAME_LIMIT = 60


class KeepShotScreen(NameScreen):
    """A name, and whether its outcome is to come again whenever the file is checked."""

    needs = (680.0, 486.0)

    def __init__(self, app: App, table: PracticeScreen, moves: tuple[Move, ...]) -> None:
        """Ask for a name.

        Args:
            app: The program.
            table: Where it was aimed or flicked.
            moves: What is kept; they can be made.
        """
        words = "It goes to the file with what was aimed, from the table as the file has it, by an exact hand."
        name = table.stand.new_name()
        super().__init__(app, "Write to the file as a shot", words, name, self._keep, verb="Write", limit=NAME_LIMIT)
        self.table = table
        self.moves = moves
        scenario = table.stand.scenario
        self.noted = noted(scenario, SavedShot("", moves))
        self.lines = [expected(result) for result in judged(scenario, self.noted, shoot(scenario, self.noted))[1:]]
        self.expecting = True

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        return self.centred(min(self.u(600), self.app.size[0] - 40), min(self.u(470), self.app.size[1] - 8))

    def layout(self) -> None:
        """Make the fields."""
        super().layout()
        u, inner = self.u, self.card.inflate(-self.u(48), 0)
        rect = pygame.Rect(inner.x, self.card.y + u(204), inner.width, u(34))
        label = "Its outcome is expected: yes" if self.expecting else "Its outcome is expected: no"
        hint = "What comes of it is written to the file, and checked by `micromutants check`"
        style = "on" if self.expecting else "quiet"
        self.form.button(rect, label, self._turn, hint=hint, style=style)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card, and what would be expected."""
        super().draw(surface)
        u, card = self.u, self.card
        box = pygame.Rect(card.x + u(24), card.y + u(248), card.width - u(48), card.height - u(248) - u(72))
        ink = theme.INK if self.expecting else theme.INK_FAINT
        for line in self.lines:
            if box.height < u(18):
                break
            used = paint.paragraph(surface, line, box, u(13), ink) + u(2)
            box = pygame.Rect(box.x, box.y + used, box.width, box.height - used)

    def _turn(self) -> None:
        self.expecting = not self.expecting
        self.relayout()

    def _keep(self, name: str) -> str:
        """Write it to the file; returns why it could not be, or nothing."""
        name = name.strip()
        if name in [shot.name for shot in self.table.stand.scenario.shots]:
            return f"The file has a shot {name!r} already."
        shot = SavedShot(name, self.moves, self.noted.expects if self.expecting else ())
        try:
            scenario = self.table.stand.with_shot(shot)
        except ScenarioError as error:
            return error.faults[0].text
        self.app.pop()
        self._write(scenario, name)
        return ""

    def _write(self, scenario: Scenario, name: str) -> None:
        """Write the file; the table stays as it lies, and what was flicked can be taken back."""
        table, stand = self.table, self.table.stand
        past, lying = stand.past, stand.table
        table.write(scenario)
        if table.note[1] == "good":
            stand.past, stand.table = past, lying
            table.note = (f"Kept as {name!r} in {stand.path}", "good")
            table.relayout()

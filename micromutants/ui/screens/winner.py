"""The end: who has won, and by which rule."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import pygame

from micromutants.folders import documents_folder, tilde
from micromutants.match import Match
from micromutants.rules import State, holdings, is_resource, score, why_fallen
from micromutants.shots.highlights import best_moments
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.course import course_of, draw_course
from micromutants.ui.draw import Scene, draw_army_badge, draw_scene
from micromutants.ui.draw.triumph import FALLING, draw_confetti, draw_rays
from micromutants.ui.screen import Screen
from micromutants.ui.session import Session, suggested_name
from micromutants.ui.view import View

if TYPE_CHECKING:
    from micromutants.ui.session import LogLine


def way_of(state: State) -> str:
    """What the Advanced game calls the way in which it was won; empty elsewhere (rule W2)."""
    if state.setup.mode == "basic" or len(state.setup.seats) > 2 or state.ending in ("", "J32"):
        return ""
    if not any(is_resource(piece.id) for piece in state.table) and not any(why_fallen(state, p) for p in (0, 1)):
        return "Dominate"
    loser = 1 - state.winner if state.winner is not None else 0
    return "Exterminate" if "bug" in why_fallen(state, loser) else "Conquer"


CHART = 80
"""Height of the chart, at scale 1, at least."""

ROW, LOW_ROW = 22, 19
"""Height of a row of the table, at scale 1; where height is short."""

BELOW = 104
"""So much of the height, at scale 1, the chart has below the mat at least where height is short."""

ROOMY = 640.0
"""From this height on, at scale 1, everything is below each other."""


class WinnerScreen(Screen):
    """The final table on the left, the result on the right."""

    needs = (780.0, 480.0)

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.told, self.failed = "", False
        self.course = course_of(session.match)
        # Nobody is celebrated for a draw.
        moves = not app.settings.reduced_motion and session.state.winner is not None
        self._time = 0.0 if moves else FALLING
        self.best = best_moments(session.match.log, session.match.start.table, session.match.setup)

    @property
    def animating(self) -> bool:
        """While paper falls."""
        return self._time < FALLING

    def update(self, seconds: float) -> None:
        """Paper falls."""
        self._time += seconds

    @property
    def card(self) -> pygame.Rect:
        """Where the result is."""
        u = self.u
        width = max(u(380), min(u(560), self.app.size[0] - self.app.size[1]))
        return pygame.Rect(self.app.size[0] - width, 0, width, self.app.size[1]).inflate(-u(28), -u(28))

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        inner = card.inflate(-u(44), 0)
        saved = "The record is saved already." if self.session.saved_as and not self.failed and self.told else ""
        none = "" if self.best else "No shot of this match took anything."
        rows = (
            (Control("Rematch", self._rematch, style="primary"), Control("Title", self._title)),
            (Control("Best moments", self._show_best, why=none), Control("Watch again", self._replay)),
            (Control("Save the record", self._save, why=saved), Control("Back to the table", self.app.pop)),
        )
        y = card.bottom - self._edge - len(rows) * u(48) + (0 if self._roomy else u(8))
        self._buttons_top = y
        for number, row in enumerate(rows):
            lay(self.form, pygame.Rect(inner.x, y + number * u(48), inner.width, u(40)), [row], u(8))
        self._place()

    @property
    def _roomy(self) -> bool:
        """Whether there is height for everything below each other."""
        return self.units[1] >= ROOMY

    @property
    def _mat(self) -> pygame.Rect:
        """Where the table is seen: where height is short the chart goes below it."""
        whole = pygame.Rect(0, 0, self.card.x - self.u(14), self.app.size[1])
        if not self._roomy:
            whole.height = min(whole.width, whole.height - self.u(BELOW))
        return whole

    @property
    def _below(self) -> pygame.Rect | None:
        """Where the chart is below the mat; None where it is below the table of numbers."""
        mat, u = self._mat, self.u
        room = self.app.size[1] - mat.height
        return None if self._roomy else pygame.Rect(u(14), mat.bottom, mat.width - u(14), room - u(14))

    @property
    def _edge(self) -> int:
        """What is free at the upper and lower edge of the card, px."""
        return self.u(20 if self._roomy else 12)

    @property
    def _row(self) -> int:
        """Height of a row of the table, px."""
        return self.u(ROW if self._roomy else LOW_ROW)

    @property
    def _badge(self) -> int:
        """Size of the winner's badge: where height is short it is beside the heading."""
        return min(self.u(92), round(self.card.height * 0.17)) if self._roomy else self.u(52)

    def _place(self) -> None:
        """Say where the words and the table are seen."""
        u, card = self.u, self.card
        top = card.y + self._edge + self._badge + u(10) + (u(44) if self._roomy else 0)
        if self.session.state.winner is None:
            top = card.y + self._edge + u(76) + u(44)
        room = u(46) if self.told else u(8)
        view = pygame.Rect(card.x + u(12), top, card.width - u(24), self._buttons_top - room - top)
        bar = pygame.Rect(card.right - u(13), top, u(8), view.height)
        self.scroll.place(view, self._result(None), bar)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw table and result."""
        paint.backdrop(surface)
        session, state, u, card = self.session, self.session.state, self.u, self.card
        view = View(state.table.mat, (0, 0, self._mat.width, self._mat.height))
        draw_scene(surface, view, Scene(state.setup, state.table, alone=state.alone), self.app.settings.mat)
        winner = state.winner
        style = theme.NEUTRAL if winner is None else theme.army_style(session.dress(winner))
        paint.panel(surface, card, fill=theme.mix(theme.PANEL, style.colour, 0.14), edge=style.colour, radius=u(16))
        if winner is not None:
            self._draw_light(surface, style.colour)
        self._draw_head(surface)
        with self.scroll.clipped(surface):
            self._result(surface)
        if self._below is not None:
            paint.panel(surface, self._below, radius=u(9))
            self._draw_course(surface, self._below.inflate(-u(20), -u(8)))
        if self.told:
            box = pygame.Rect(card.x + u(22), self._buttons_top - u(40), card.width - u(44), u(36))
            paint.paragraph(surface, self.told, box, u(12.5), theme.BAD if self.failed else theme.GOLD, align="center")

    def _draw_light(self, surface: pygame.Surface, colour: theme.Colour) -> None:
        """Rays behind the badge."""
        if self._roomy:
            kept = surface.get_clip()
            surface.set_clip(self.card.inflate(-6, -6))
            middle = (self.card.centerx, self.card.y + self.u(20) + self._badge // 2)
            draw_rays(surface, middle, round(1.9 * self._badge), colour)
            surface.set_clip(kept)

    def _draw_head(self, surface: pygame.Surface) -> None:
        """Badge and heading."""
        u, card, winner, size = self.u, self.card, self.session.state.winner, self._badge
        y, words = card.y + self._edge, "A draw" if winner is None else f"{self.session.name(winner)} wins"
        if winner is None:
            self._draw_badges(surface, y)
            y += u(76)
        elif self._roomy:
            badge = pygame.Rect(card.centerx - size // 2, y, size, size)
            draw_army_badge(surface, badge, self.session.dress(winner))
            y += size + u(10)
        else:
            room = card.width - size - u(50)
            wide = min(room, paint.width_of(words, u(30), True))
            badge = pygame.Rect(card.centerx - (size + u(12) + wide) // 2, y, size, size)
            draw_army_badge(surface, badge, self.session.dress(winner))
            at = (badge.right + u(12), badge.centery)
            paint.text(surface, words, at, u(30), theme.GOLD, display=True, anchor="midleft", width=room, least=u(14))
            return
        at = (card.centerx, y)
        room = card.width - u(30)
        paint.text(surface, words, at, u(30), theme.GOLD, display=True, anchor="midtop", width=room, least=u(14))

    def _result(self, surface: pygame.Surface | None) -> int:
        """How it was won, and the table of what each did, drawn where there is a surface; returns the height, px."""
        u, card, state = self.u, self.card, self.session.state
        y, way = self.scroll.top, way_of(state)
        if way:
            if surface is not None:
                paint.text(surface, way, (card.centerx, y), u(17), theme.INK, bold=True, anchor="midtop")
            y += u(28)
        ending = self._ending()
        words = f"{ending.text} ({ending.rule})" if ending else f"Rule {state.ending}."
        box = pygame.Rect(card.x + u(22), y, card.width - u(44), 0)
        box.height = len(paint.wrapped(words, u(14.5), box.width)) * round(u(14.5) * 1.4)
        if surface is not None:
            paint.paragraph(surface, words, box, u(14.5), theme.INK, align="center")
        gap = u(12 if self._roomy else 8)
        table = pygame.Rect(box.x, box.bottom + gap, box.width, self._row * (len(self._counted()) + 2))
        if surface is not None:
            self._table_of(surface, table)
        if self._below is not None:
            return table.bottom - self.scroll.top
        chart = pygame.Rect(box.x, table.bottom + u(10), box.width, u(CHART))
        # Where all else is seen at once, it takes the room that is left.
        chart.height = max(chart.height, min(u(190), self.scroll.view.bottom - chart.y - u(6)))
        if surface is not None:
            self._draw_course(surface, chart)
        return chart.y + u(CHART) - self.scroll.top

    def _draw_course(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The chart of the match."""
        dresses = [self.session.dress(player) for player in range(len(self.session.state.setup.seats))]
        draw_course(surface, rect, self.course, dresses, self.scale)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Paper falls over everything."""
        winner = self.session.state.winner
        if winner is not None and self.animating:
            colour = theme.army_style(self.session.dress(winner)).colour
            draw_confetti(surface, self.rect, self._time, colour, self.scale)
        super().draw_over(surface)

    def _draw_badges(self, surface: pygame.Surface, y: int) -> None:
        """The badges of all that share a draw."""
        u, count = self.u, len(self.session.state.setup.seats)
        for player in range(count):
            badge = pygame.Rect(0, y, u(64), u(64))
            badge.centerx = self.card.centerx + round((player - (count - 1) / 2) * u(78))
            draw_army_badge(surface, badge, self.session.dress(player))

    def help_rule(self) -> str:
        """The rule that ended the match."""
        return self.session.state.ending

    def _ending(self) -> LogLine | None:
        return next((line for line in reversed(self.session.lines()) if line.kind == "victory"), None)

    def _counted(self) -> list[tuple[str, list[int], bool]]:
        """The rows of the table: what is counted, for each player, and whether it decided the match."""
        session = self.session
        lines, state = session.lines(), session.state
        kinds: list[tuple[str, tuple[str, ...]]] = [
            ("Bugs eliminated", ("capture", "hit", "cleave", "burnt", "meteor")),
            ("Bases damaged", ("base-damaged",)),
            ("Bases eliminated", ("base-eliminated",)),
            ("Fumbles", ("fumble",)),
            ("Flicks", ("flick",)),
        ]
        seats = range(len(state.setup.seats))
        found: list[tuple[str, list[int], bool]] = []
        if len(seats) > 2:
            found.append(("Points", [score(state, p) for p in seats], True))
        elif state.setup.mode == "advanced":
            found.append(("Bases count", [holdings(state, p) for p in seats], True))
        if state.setup.mode == "advanced":
            kinds.insert(3, ("Resources", ("resource",)))
        for label, which in kinds:
            found.append((label, [sum(x.kind in which and x.player == p for x in lines) for p in seats], False))
        return found

    def _table_of(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """What each side did, in numbers."""
        u, session, state = self.u, self.session, self.session.state
        seats = range(len(state.setup.seats))
        wide = min(u(110), (rect.width - u(112)) // len(seats))
        columns = [rect.right - wide * (len(seats) - p) + wide // 2 for p in seats]
        step, y = self._row, rect.y
        for player, x in enumerate(columns):
            ink = theme.mix(theme.army_style(session.dress(player)).colour, theme.WHITE, 0.55)
            if player in state.out:
                ink = theme.INK_FAINT
            name, room = session.name(player), wide - u(4)
            paint.text(surface, name, (x, y), u(13), ink, bold=True, anchor="midtop", width=room, least=u(10))
        for label, numbers, decided in self._counted():
            y += step
            paint.text(surface, label, (rect.x, y), u(14), theme.INK_SOFT)
            for number, x in zip(numbers, columns, strict=True):
                ink = theme.GOLD if decided else theme.INK
                paint.text(surface, str(number), (x, y), u(14), ink, bold=decided, anchor="midtop")
        y += step
        paint.text(surface, "Turns", (rect.x, y), u(14), theme.INK_SOFT)
        middle = (columns[0] + columns[-1]) // 2
        paint.text(surface, str(state.turn), (middle, y), u(14), theme.INK, anchor="midtop")

    def _save(self) -> None:
        path = self.session.saved_as or documents_folder() / suggested_name(self.session.state)
        reason = self.session.save(path)
        self.told, self.failed = (reason, True) if reason else (f"Saved as {tilde(path)}.", False)
        self.relayout()

    def _replay(self) -> None:
        from micromutants.ui.screens.replay import ReplayScreen

        self.app.push(ReplayScreen(self.app, self.session.match.record(), None))

    def _show_best(self) -> None:
        from micromutants.ui.screens.best import BestScreen

        self.app.push(BestScreen(self.app, self.session.match, self.best))

    def _rematch(self) -> None:
        from micromutants.ui.screens.table import TableScreen
        from micromutants.ui.screens.title import TitleScreen

        old = self.session.match
        match = Match.new(old.setup, secrets.randbelow(10**6), bots=old.bots)
        self.app.reset(TitleScreen(self.app))
        self.app.push(TableScreen(self.app, Session(match)))

    def _title(self) -> None:
        from micromutants.ui.screens.title import TitleScreen

        self.app.reset(TitleScreen(self.app))

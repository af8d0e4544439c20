"""How to play: the help pages and the key map."""

from __future__ import annotations

from functools import partial

import pygame

from micromutants.assets import AssetError, asset_text
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.intents import BINDINGS, Binding, Intent, Keyed, key_map
from micromutants.ui.labels import shares
from micromutants.ui.page import Page
from micromutants.ui.screen import Screen

PAGES = (
    ("Playing", "help/playing.md"),
    ("Rules", "help/rules.md"),
    ("Physics", "help/physics.md"),
    ("Armies", "help/armies.md"),
    ("Scenarios", "help/scenarios.md"),
    ("Tuning", "help/tuning.md"),
    ("Reliability", "help/reliability.md"),
    ("Keys", ""),
)
"""Tabs and the files behind them; the key map has none, it comes from the bindings."""


RULES_TAB = 1
"""Which of the tabs holds the rules."""


def page_text(name: str, bindings: tuple[Binding, ...] = BINDINGS) -> str:
    """The Markdown of a page, or a sentence that says what is missing; the one without a name is the key map."""
    if not name:
        return key_map(bindings)
    try:
        return asset_text(name)
    except AssetError as error:
        return f"# Not here\n\n{error}"


class HelpScreen(Screen):
    """Tabs on top, the page below."""

    needs = (700.0, 400.0)

    def __init__(self, app: App, tab: int = 0, rule: str = "") -> None:
        """Open the help.

        Args:
            app: The program.
            tab: Which page.
            rule: Id of a rule; where it is named, the rules are opened at it.
        """
        super().__init__(app)
        self.tab = RULES_TAB if rule else tab
        self.rule = rule
        self._jump = bool(rule)
        self._page: Page | None = None
        self._up = 0.0

    @property
    def body(self) -> pygame.Rect:
        """Where the page is seen."""
        u = self.u
        width = min(self.app.size[0] - u(60), u(860))
        found = pygame.Rect(0, u(72), width, self.app.size[1] - u(72) - u(20))
        found.centerx = self.app.size[0] // 2
        return found

    def layout(self) -> None:
        """Make the tabs."""
        u, body = self.u, self.body
        gap = u(8)
        x = body.x
        widths = shares([name for name, _ in PAGES], body.width - u(100) - gap, gap, self.scale)
        for index, ((name, _), width) in enumerate(zip(PAGES, widths, strict=True)):
            rect = pygame.Rect(x, u(20), width, u(38))
            self.form.button(rect, name, partial(self._open, index), style="on" if index == self.tab else "")
            x = rect.right + gap
        self.form.button(
            pygame.Rect(body.right - u(100), u(20), u(100), u(38)), "Close", self.app.pop, style="primary", key="Esc"
        )
        self._page = Page(page_text(PAGES[self.tab][1], self.app.bindings), body.width - u(56), self.app.scale)
        marked = self.marked
        if self._jump and marked is not None:
            self._up = float(marked[0] - self.body.height // 4)
        self._jump = False
        self._scroll(0.0)

    @property
    def marked(self) -> tuple[int, int] | None:
        """Top and bottom on the page of the rule that was asked for, px."""
        if self._page is None or self.tab != RULES_TAB:
            return None
        return self._page.anchors.get(self.rule)

    def _open(self, tab: int) -> None:
        self.tab, self._up = tab, 0.0
        self.relayout()

    def _scroll(self, by: float) -> None:
        assert self._page is not None
        most = max(0, self._page.surface.get_height() - self.body.height + self.u(40))
        self._up = min(float(most), max(0.0, self._up + by))

    def keyed(self, keyed: Keyed) -> None:
        """Up, Down and the page keys scroll; the rest is as in every menu."""
        step = {
            Intent.UP: -self.u(60),
            Intent.DOWN: self.u(60),
            Intent.PAGE_UP: -self.body.height * 0.85,
            Intent.PAGE_DOWN: self.body.height * 0.85,
        }.get(keyed.intent)
        if step is not None:
            self._scroll(step)
        else:
            super().keyed(keyed)

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Scroll the page."""
        self._scroll(-steps * self.u(70))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        paint.backdrop(surface)
        body, u = self.body, self.u
        paint.panel(surface, body, radius=u(12))
        inner = body.inflate(-u(56), -u(36))
        surface.set_clip(body.inflate(-4, -u(20)))
        assert self._page is not None
        marked = self.marked
        if marked is not None:
            top = inner.y - round(self._up) + marked[0] - u(4)
            band = pygame.Rect(inner.x - u(10), top, inner.width + u(16), marked[1] - marked[0] + u(6))
            paint.panel(surface, band, fill=theme.PANEL_LIGHT, edge=theme.GOLD, radius=u(6))
        surface.blit(self._page.surface, (inner.x, inner.y - round(self._up)))
        surface.set_clip(None)
        whole = self._page.surface.get_height()
        if whole > inner.height:
            length = max(u(24), round(inner.height * inner.height / whole))
            most = max(1, whole - body.height + u(40))
            y = inner.y + round((inner.height - length) * self._up / most)
            bar = pygame.Rect(body.right - u(14), y, u(5), length)
            pygame.draw.rect(surface, (98, 81, 66), bar, border_radius=3)

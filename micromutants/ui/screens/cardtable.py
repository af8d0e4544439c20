"""All cards of a player, what is in play, and what can be bought or used now."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

import pygame

from micromutants.rules import CHANCE, Card, Option, State, cards_of, collected
from micromutants.rules.spending import BUYING, GROWING
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.decisions import card_offers
from micromutants.ui.draw import (
    CardFace,
    breed_face,
    draw_army_badge,
    draw_card,
    draw_emblem,
    evolution_face,
    projectile_face,
)
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.screen import Screen

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen

PAGES = ("Bugs", "Evolution")
"""The pages of a player; the second only in the Advanced game."""


WIDE = (1000.0, 690.0)
"""A window of this width and height, at scale 1, shows all cards of a page at once."""


class CardTable(Screen):
    """Players on top, their cards below, what can be used now at the foot."""

    overlay = True
    needs = (780.0, 480.0)

    def __init__(self, app: App, table: TableScreen, player: int | None = None) -> None:
        super().__init__(app)
        self.table, self.session = table, table.session
        state = self.state
        actor = self.session.match.to_act
        acting = state.player if actor is None or actor == CHANCE else actor
        self.player = max(0, acting) if player is None else player
        self.page = 0
        if self.advanced and (player is not None or any(o.kind in ("grow", "buy") for o in self._offers())):
            self.page = 1

    @property
    def state(self) -> State:
        """The state that the players have seen."""
        return self.session.seen

    @property
    def advanced(self) -> bool:
        """Whether there are evolution cards."""
        return self.state.setup.mode == "advanced"

    def _offers(self) -> list[Option]:
        """What this player can use now, refused offers included."""
        if not self.table.my_turn_soon or self.session.match.to_act != self.player:
            return []
        return card_offers(self.session.state)

    def _uses(self) -> list[Option]:
        """Offers that are not purchases: each allowed one, and the reason for those of which none is."""
        found = [o for o in self._offers() if o.kind in ("reroll", "free", "turn-over")]
        allowed = [o for o in found if o.refusal is None]
        kinds = {o.kind for o in allowed}
        seen: set[str] = set()
        for option in found:
            if option.kind not in kinds and option.kind not in seen:
                seen.add(option.kind)
                allowed.append(option)
        return allowed[:5]

    # --- layout ----------------------------------------------------------------------------------------------

    def _area(self) -> pygame.Rect:
        u = self.u
        width = min(self.app.size[0] - u(40), u(1180))
        found = pygame.Rect(0, u(16), width, self.app.size[1] - u(32))
        found.centerx = self.app.size[0] // 2
        return found

    @property
    def _wide(self) -> bool:
        """Whether all cards of a page are seen at once."""
        return self.units[0] >= WIDE[0] and self.units[1] >= WIDE[1]

    def _view(self) -> pygame.Rect:
        """Where cards are seen."""
        u, area = self.u, self._area()
        return pygame.Rect(area.x + u(18), area.y + u(112), area.width - u(36), area.height - u(112) - u(60))

    def _columns(self) -> int:
        """Of cards that scroll: evolution cards have the button that buys them beside them."""
        return 1 if self.page == 1 else max(1, self._view().width // self.u(300))

    def _scrolled_cells(self) -> list[pygame.Rect]:
        u, view, gap, columns = self.u, self._view(), self.u(14), self._columns()
        high = u(184 if columns == 1 else 214)
        width = (view.width - u(8) - gap * (columns - 1)) // columns - (u(190) if self.page == 1 else 0)
        return [
            pygame.Rect(
                view.x + u(4) + i % columns * (width + gap),
                self.scroll.top + u(4) + i // columns * (high + gap),
                width,
                high,
            )
            for i in range(len(self._faces()))
        ]

    def _cells(self) -> list[pygame.Rect]:
        """Where the cards go."""
        if not self._wide:
            return self._scrolled_cells()
        u, area, gap = self.u, self._area(), self.u(14)
        inner = pygame.Rect(area.x + u(18), area.y + u(116), area.width - u(36), area.height - u(116) - u(74))
        if self.page == 0:
            count, rows = len(self._faces()), 2
        else:
            count, rows = 4, 1
            inner.height -= u(52)
        columns = -(-count // rows)
        width = (inner.width - gap * (columns - 1)) // columns
        height = (inner.height - gap * (rows - 1)) // rows
        width = min(width, round(height * (1.25 if rows == 2 else 0.8)))
        if rows == 1:
            # No taller than a card is; the rest of the room is left above and below.
            tall = min(height, round(width * 1.36))
            inner.y += (height - tall) // 2
            height = tall
        left = inner.centerx - (columns * width + (columns - 1) * gap) // 2
        return [
            pygame.Rect(left + i % columns * (width + gap), inner.y + i // columns * (height + gap), width, height)
            for i in range(count)
        ]

    def layout(self) -> None:
        """Make the tabs and buttons."""
        u, area, gap = self.u, self._area(), self.u(8)
        seats = range(len(self.state.setup.seats))
        if self._wide:
            self.scroll.close()
        else:
            count, columns = len(self._faces()), self._columns()
            whole = -(-count // columns) * (u(184 if columns == 1 else 214) + u(14))
            view = self._view()
            self.scroll.place(view, whole, pygame.Rect(area.right - u(14), view.y, u(8), view.height))
        close = pygame.Rect(area.right - u(118), area.y + u(14), u(100), u(38))
        room = close.x - area.x - u(18) - gap
        width = min(u(190), (room - gap * (len(seats) - 1)) // len(seats))
        for player in seats:
            rect = pygame.Rect(area.x + u(18) + player * (width + gap), area.y + u(14), width, u(38))
            style = "on" if player == self.player else ""
            self.form.button(rect, self.session.name(player), partial(self._open, player, self.page), style=style)
        self.form.button(close, "Close", self.app.pop, style="primary", key="Esc")
        if self.advanced:
            for page, label in enumerate(PAGES):
                rect = pygame.Rect(
                    area.right - u(18) - (2 - page) * (u(120) + gap) + gap, area.y + u(64), u(120), u(36)
                )
                style = "on" if page == self.page else ""
                self.form.button(rect, label, partial(self._open, self.player, page), style=style)
            if self.page == 1 and self._wide:
                self._purchases()
            elif self.page == 1:
                with self.form.inside(self.scroll):
                    self._purchases()
        uses = self._uses()
        for index, option in enumerate(uses):
            wide = (area.width - u(36) - gap * (len(uses) - 1)) // len(uses)
            rect = pygame.Rect(0, area.bottom - u(54), min(u(320), wide), u(38))
            rect.x = area.x + u(18) + index * (rect.width + gap)
            why = f"{option.refusal.text} ({option.refusal.rule})" if option.refusal else ""
            self.form.button(rect, option.label, partial(self._take, option), why=why, hint=option.label)

    def _purchases(self) -> None:
        """A button below each evolution card of the player who can buy."""
        offers = {option.card: option for option in self._offers() if option.kind in ("grow", "buy")}
        for cell, (_, card) in zip(self._cells(), self._evolutions(), strict=False):
            option = offers.get(card.id)
            if option is None:
                continue
            rect = pygame.Rect(cell.x, cell.bottom + self.u(10), cell.width, self.u(40))
            if not self._wide:
                rect = pygame.Rect(cell.right + self.u(14), cell.centery - self.u(20), self.u(168), self.u(40))
            grows = option.kind == "grow"
            price = GROWING if grows else BUYING
            label = f"{'Grow with it' if grows else 'Buy it'}  ·  {price}"
            why = f"{option.refusal.text} ({option.refusal.rule})" if option.refusal else ""
            style = "" if why else "primary"
            self.form.button(rect, label, partial(self._take, option), why=why, style=style, hint=option.label)

    def _open(self, player: int, page: int) -> None:
        self.player, self.page = player, page
        self.scroll.to(0)
        self.relayout()

    def _take(self, option: Option) -> None:
        self.app.pop()
        self.table.take(option)

    # --- drawing -----------------------------------------------------------------------------------------------

    def _evolutions(self) -> list[tuple[str, Card]]:
        army = self.session.army(self.player)
        return [(base.id, card) for base in army.bases for card in base.evolutions]

    def _faces(self) -> list[CardFace]:
        army, state = self.session.army(self.player), self.state
        if self.page == 1:
            had = cards_of(state, self.player)
            bases = {base.id: base for base in army.bases}
            found = []
            for base, card in self._evolutions():
                note = "In play" if card.id in had else "Its base is gone" if base not in state.table else ""
                found.append(evolution_face(card, bases[base], army, note))
            return found
        note = "" if state.setup.rulings.abilities else "Played without cards (J11)"
        return [
            *(breed_face(breed, army, note) for breed in army.breeds),
            *(projectile_face(projectile, army, note) for projectile in army.projectiles),
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the cards."""
        paint.dim(surface, 200)
        u, area, state = self.u, self._area(), self.state
        army = self.session.army(self.player)
        style = theme.army_style(theme.dress(army))
        paint.panel(surface, area, fill=theme.mix(theme.PANEL, style.colour, 0.10), edge=style.colour, radius=u(14))
        badge = pygame.Rect(area.x + u(18), area.y + u(62), u(40), u(40))
        draw_army_badge(surface, badge, theme.dress(army))
        left = badge.right + u(10)
        paint.text(surface, army.name, (left, badge.y - u(1)), u(18), bold=True)
        paint.text(surface, army.motto, (left, badge.y + u(22)), u(13), theme.INK_SOFT, width=u(420))
        if self.advanced:
            have = len(collected(state, self.player))
            gem = pygame.Rect(0, 0, u(34), u(34))
            words = f"{have} to spend"
            tabs = area.right - u(18) - 2 * (u(120) + u(8))
            room = paint.width_of(words, u(16), True) + u(24)
            gem.center = (min(area.centerx + u(30), tabs - room - u(17)), badge.centery)
            draw_emblem(surface, gem, "resource", theme.dress(army))
            paint.text(surface, words, (gem.right + u(8), gem.centery), u(16), theme.GOLD, bold=True, anchor="midleft")
        with self.scroll.clipped(surface) if self.scroll.limit else contextlib.nullcontext():
            for cell, face in zip(self._cells(), self._faces(), strict=False):
                draw_card(surface, cell, face, lit=face.note == "In play")
        if not self._uses():
            words = "Each card is written for this project. A card beats a rule, unless the rule says otherwise (M11)."
            if self.page == 1:
                words = "Two resources grow a small base and bring one of its cards; one more buys the other (A2)."
            at = (area.x + u(18), area.bottom - u(36))
            paint.text(surface, words, at, u(13), theme.INK_FAINT, width=area.width - u(36))

    # --- keys --------------------------------------------------------------------------------------------------

    def keyed(self, keyed: Keyed) -> None:
        """Page Up and Page Down go through the players."""
        seats = len(self.state.setup.seats)
        if keyed.intent in (Intent.PAGE_UP, Intent.PAGE_DOWN):
            self._open((self.player + (1 if keyed.intent is Intent.PAGE_DOWN else -1)) % seats, self.page)
        else:
            super().keyed(keyed)

    def help_rule(self) -> str:
        """The rule that the page is about."""
        return "A2" if self.page == 1 else "M11"

"""A new match: who plays which army, and how."""

from __future__ import annotations

import dataclasses
import secrets
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, cast

import msgspec
import pygame

from micromutants import rules
from micromutants.match import Match
from micromutants.physics.model import AVERAGE, EXACT, EXPERT, NOVICE, Hand
from micromutants.rules import TERRAINS, Rulings, Seat, Setup, load_armies
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.form import Field
from micromutants.ui.screen import Screen
from micromutants.ui.screens.armychoice import draw_badges, lay_armies, shelf
from micromutants.ui.screens.rulings import RulingsScreen
from micromutants.ui.session import PREVIEWS, Preview, Session

HANDS: tuple[tuple[str, Hand, str], ...] = (
    ("Exact", EXACT, "Every flick is exactly as it is aimed."),
    ("Expert", EXPERT, "A steady hand: about 1° and 1 to 2 % of the power beside the aim."),
    ("Average", AVERAGE, "About 3° and 3 to 4 % of the power beside the aim."),
    ("Novice", NOVICE, "About 6° and 5 to 9 % of the power beside the aim."),
)

_PREVIEW_HINTS = {
    "none": "The aim line only.",
    "short": "The first stretch of the path of a steady hand.",
    "full": "The whole path of a steady hand, and how far a flick may stray.",
}

_COUNT_HINTS = {
    2: "Two players at the two ends.",
    3: "One, drawn at random, has an end alone; the others sit in the corners opposite (S10).",
    4: "A corner each (S10).",
}

_MODE_HINTS: dict[Literal["basic", "advanced"], str] = {
    "basic": "Large bases; two players win by two bases or by leaving no more than two bugs (W1).",
    "advanced": "Small bases, resources that make them grow, evolution cards (S7, S8, A1 to A4, W2).",
}

_CARD_HINTS = {
    True: "Every breed does what its card says (M11).",
    False: "All breeds move and capture alike: a first match is simpler so (J11).",
}

_DEXTERITY_HINTS = {
    True: "Skill with the mouse counts: a flick in haste errs up to five times as much as one let go at rest (J31).",
    False: "A hand errs by so much, however the mouse is moved.",
}

_TERRAIN_HINTS = {
    "acid-pit": "A bug that comes to rest on it is eliminated (G2).",
    "gravity-manipulator": "The bug is eliminated; its owner throws four meteors (G3).",
    "warp-gate": "The bug is eliminated; its owner throws four warp entrances (G4).",
}

_SIDES = {
    2: ("near side", "far side"),
    3: ("place drawn", "place drawn", "place drawn"),
    4: ("lower left", "upper left", "upper right", "lower right"),
}
"""Where the players sit."""

DEFAULT_NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")

SEED_DIGITS = 18


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """What is chosen for a seat."""

    name: str
    army: str
    bot: bool
    hand: int


class NewMatchScreen(Screen):
    """What is played on top, the seats side by side, what holds for all below."""

    needs = (1060.0, 712.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        names = (*app.settings.names, *DEFAULT_NAMES[len(app.settings.names) :])
        armies = ("usarthropods", "chitinians", "flyborgs", "sovietopters")
        self.seats = [SeatChoice(names[i], armies[i], i > 0, 1) for i in range(4)]
        self.players = 2
        self.mode: Literal["basic", "advanced"] = "basic"
        self.terrain: tuple[str, ...] = ()
        self.cards = True
        self.dexterity = app.settings.dexterity
        self.rulings = Rulings()
        self.seed = str(secrets.randbelow(10**6))
        self.preview: Preview = app.settings.preview
        self._start: Field | None = None
        self.badges: list[tuple[pygame.Rect, str, bool]] = []
        self.shelf = shelf()
        self.leafed = [0] * 4

    # --- layout --------------------------------------------------------------------------------------------

    @property
    def _frame(self) -> pygame.Rect:
        """Everything, in the middle of the window."""
        u = self.u
        width = min(self.app.size[0] - u(40), u(1060))
        found = pygame.Rect(0, 0, width, min(self.app.size[1] - u(16), u(696)))
        found.center = self.rect.center
        return found

    def _panel(self, index: int) -> pygame.Rect:
        u, frame, gap = self.u, self._frame, self.u(14)
        width = (frame.width - gap * (self.players - 1)) // self.players
        height = u(352 if self.players == 2 else 390)
        return pygame.Rect(frame.x + index * (width + gap), frame.y + u(138), width, height)

    def layout(self) -> None:
        """Make the fields."""
        self.badges = []
        u, gap, frame = self.u, self.u(8), self._frame
        self._lay_game()
        for index in range(self.players):
            self._lay_seat(index)
        top = self._panel(0).bottom + u(36)
        seed = pygame.Rect(frame.x, top, u(150), u(36))
        self.form.text_entry(
            seed, self.seed, self._set_seed, limit=SEED_DIGITS, hint="The same seed throws the same dice."
        )
        again = pygame.Rect(seed.right + gap, top, u(110), u(36))
        self.form.button(again, "Other seed", self._reroll)
        free = pygame.Rect(again.right + u(34), top, u(86), u(36))
        for on, label in ((True, "On"), (False, "Off")):
            style = "on" if self.cards is on else ""
            self.form.button(free, label, partial(self._set_cards, on), style=style, hint=_CARD_HINTS[on])
            free = free.move(free.width + gap, 0)
        free = free.move(u(26), 0)
        for on, label in ((True, "Skill"), (False, "Luck")):
            style = "on" if self.dexterity is on else ""
            self.form.button(free, label, partial(self._set_dexterity, on), style=style, hint=_DEXTERITY_HINTS[on])
            free = free.move(free.width + gap, 0)
        width = u(96)
        left = frame.right - 3 * width - 2 * gap
        for position, name in enumerate(PREVIEWS):
            rect = pygame.Rect(left + position * (width + gap), top, width, u(36))
            style = "on" if name == self.preview else ""
            self.form.button(
                rect,
                name.title(),
                partial(self._set_preview, name),
                style=style,
                hint=_PREVIEW_HINTS[name],
            )
        bottom = min(frame.bottom - u(46), top + u(56))
        back = pygame.Rect(frame.x, bottom, u(150), u(46))
        self.form.button(back, "Back", self.back, style="big", key="Esc")
        rulings = pygame.Rect(back.right + gap, bottom, u(150), u(46))
        self.form.button(
            rulings, "Rulings", self._agree, style="big", hint="What the table agrees where the rules are silent."
        )
        start = pygame.Rect(frame.right - u(240), bottom, u(240), u(46))
        self._start = self.form.button(start, "Start the match", self._begin, style="big_primary", why=self.why_not())

    def _lay_game(self) -> None:
        """Number of players, mode, terrain."""
        u, gap, frame = self.u, self.u(6), self._frame
        y, high = frame.y + u(86), u(38)
        x = frame.x
        for count in (2, 3, 4):
            rect = pygame.Rect(x, y, u(64), high)
            hint = _COUNT_HINTS[count]
            style = "on" if count == self.players else ""
            self.form.button(rect, str(count), partial(self._set_players, count), style=style, hint=hint)
            x = rect.right + gap
        x += u(26)
        for mode, hint in _MODE_HINTS.items():
            rect = pygame.Rect(x, y, u(112), high)
            style = "on" if mode == self.mode else ""
            self.form.button(rect, mode.title(), partial(self._set_mode, mode), style=style, hint=hint)
            x = rect.right + gap
        x += u(26)
        room = frame.right - x - 2 * gap
        letters = sum(len(terrain) + 5 for terrain in TERRAINS)
        for terrain in TERRAINS:
            rect = pygame.Rect(x, y, room * (len(terrain) + 5) // letters, high)
            chosen = terrain in self.terrain
            full = len(self.terrain) == 2 and not chosen
            why = "There are two stars for templates: take one of them away first (S9)." if full else ""
            style = "on" if chosen else ""
            name = terrain.replace("-", " ").title()
            self.form.button(
                rect, name, partial(self._toggle, terrain), why=why, style=style, hint=_TERRAIN_HINTS[terrain]
            )
            x = rect.right + gap

    def _lay_seat(self, index: int) -> None:
        seat, panel, u, gap = self.seats[index], self._panel(index), self.u, self.u(8)
        inner = panel.inflate(-u(32 if self.players == 2 else 24), 0)
        y = panel.y + u(42)
        self.form.text_entry(
            pygame.Rect(inner.x, y, inner.width, u(36)),
            seat.name,
            partial(self._name, index),
        )
        y += u(64)
        half = (inner.width - gap) // 2
        high = u(50)
        lay_armies(self, index, pygame.Rect(inner.x, y, inner.width, 2 * high + gap))
        y += 2 * (high + gap) + u(22)
        wide = self.players == 2
        labels = ("A person plays", "The program plays") if wide else ("Person", "Program")
        for position, (bot, label) in enumerate(zip((False, True), labels, strict=True)):
            rect = pygame.Rect(inner.x + position * (half + gap), y, half, u(36))
            self.form.button(rect, label, partial(self._bot, index, bot), style="on" if seat.bot is bot else "")
        y += u(36) + u(28)
        columns = 4 if wide else 2
        width = (inner.width - (columns - 1) * gap) // columns
        for position, (name, _, hint) in enumerate(HANDS):
            row, column = divmod(position, columns)
            rect = pygame.Rect(inner.x + column * (width + gap), y + row * u(34), width, u(36 if wide else 30))
            style = "on" if seat.hand == position else ""
            self.form.button(rect, name, partial(self._hand, index, position), style=style, hint=hint)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panels and captions."""
        paint.backdrop(surface)
        u, frame = self.u, self._frame
        paint.text(surface, "New match", (frame.x, frame.y + u(4)), u(30), display=True)
        caption = frame.y + u(64)
        x = frame.x
        for width, words in ((u(64) * 3 + u(44), "Players"), (u(112) * 2 + u(38), "Game"), (0, "Terrain, at most two")):
            paint.text(surface, words, (x, caption), u(13), theme.INK_SOFT)
            x += width
        sides = _SIDES[self.players]
        for index in range(self.players):
            panel, seat = self._panel(index), self.seats[index]
            style = theme.army_style(theme.dress(self.shelf.armies[seat.army]))
            paint.panel(
                surface, panel, fill=theme.mix(theme.PANEL, style.colour, 0.10), edge=style.colour, radius=u(14)
            )
            left = panel.x + u(16 if self.players == 2 else 12)
            words = f"Player {index + 1}, {sides[index]}"
            paint.text(surface, words, (left, panel.y + u(12)), u(15), theme.INK, bold=True, width=panel.width - u(20))
            paint.text(surface, "Army", (left, panel.y + u(84)), u(13), theme.INK_SOFT)
            paint.text(surface, "Seat", (left, panel.y + u(222)), u(13), theme.INK_SOFT)
            paint.text(surface, "Hand", (left, panel.y + u(286)), u(13), theme.INK_SOFT)
        caption = self._panel(0).bottom + u(14)
        paint.text(surface, "Seed of dice and hands", (frame.x, caption), u(13), theme.INK_SOFT)
        at = (frame.x + u(302), caption)
        paint.text(surface, "Cards of breeds", at, u(13), theme.INK_SOFT)
        paint.text(surface, "How a hand errs", (at[0] + u(214), caption), u(13), theme.INK_SOFT)
        words = "How much of a flick is foreseen"
        paint.text(surface, words, (frame.right, caption), u(13), theme.INK_SOFT, anchor="topright")

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw badges and names on the army buttons."""
        draw_badges(self, surface)
        super().draw_over(surface)

    # --- choices -------------------------------------------------------------------------------------------

    def _change(self, index: int, **changes: object) -> None:
        self.seats[index] = dataclasses.replace(self.seats[index], **changes)  # type: ignore[arg-type]
        self.relayout()

    def _set_players(self, count: int) -> None:
        self.players = count
        # Armies of seats that have come back may have been taken meanwhile.
        free = [army for army in load_armies() if army not in [s.army for s in self.seats[:2]]]
        held: list[str] = [s.army for s in self.seats[:2]]
        for index in range(2, count):
            if self.seats[index].army in held:
                army = next(a for a in free if a not in held)
                self.seats[index] = dataclasses.replace(self.seats[index], army=army)
            held.append(self.seats[index].army)
        self.relayout()

    def _set_mode(self, mode: Literal["basic", "advanced"]) -> None:
        self.mode = mode
        self.relayout()

    def _set_cards(self, on: bool) -> None:
        self.cards = on
        self.relayout()

    def _set_dexterity(self, on: bool) -> None:
        self.dexterity = on
        self.relayout()

    def _agree(self) -> None:
        has = [("resources", self.mode == "advanced"), ("terrain", bool(self.terrain))]
        self.app.push(RulingsScreen(self.app, self.rulings, tuple(what for what, there in has if there), self._agreed))

    def _agreed(self, rulings: Rulings) -> None:
        self.rulings = rulings

    def _toggle(self, terrain: str) -> None:
        if terrain in self.terrain:
            self.terrain = tuple(t for t in self.terrain if t != terrain)
        elif len(self.terrain) < 2:
            self.terrain = (*self.terrain, terrain)
        self.relayout()

    def choose_army(self, index: int, key: str) -> None:
        """Give a seat an army, by its key on the shelf."""
        self._change(index, army=key)

    def _bot(self, index: int, bot: bool) -> None:
        self._change(index, bot=bot)

    def _hand(self, index: int, hand: int) -> None:
        self._change(index, hand=hand)

    def _name(self, index: int, name: str) -> None:
        self.seats[index] = dataclasses.replace(self.seats[index], name=name)
        self._look_again()

    def _set_seed(self, text: str) -> None:
        self.seed = text
        self._look_again()

    def _reroll(self) -> None:
        self.seed = str(secrets.randbelow(10**6))
        self.relayout()

    def _set_preview(self, name: Preview) -> None:
        self.preview = name
        self.relayout()

    def _look_again(self) -> None:
        if self._start is not None:
            self.form.excuse(self._start, self.why_not())

    # --- the match -----------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """What has been chosen, as the rules see it."""
        seats = tuple(
            Seat(s.name.strip(), self.shelf.armies[s.army].id, HANDS[s.hand][1]) for s in self.seats[: self.players]
        )
        terrain = tuple(t for t in TERRAINS if t in self.terrain)
        own = tuple(self.shelf.armies[s.army] for s in self.seats[: self.players] if s.army in self.shelf.own)
        return Setup(
            seats,
            mode=self.mode,
            terrain=cast(Any, terrain),
            rulings=msgspec.structs.replace(self.rulings, abilities=self.cards, dexterity=self.dexterity),
            armies=own,
            preview=self.preview,
        )

    def why_not(self) -> str:
        """Why the match can not begin so; empty where it can."""
        for index, seat in enumerate(self.seats[: self.players]):
            if not seat.name.strip():
                return f"Player {index + 1} needs a name."
        if not (self.seed.isascii() and self.seed.isdigit()):
            return f"The seed must be a whole number of up to {SEED_DIGITS} digits."
        try:
            rules.start(self.setup())
        except ValueError as error:
            return str(error)
        return ""

    def _begin(self) -> None:
        from micromutants.ui.screens.table import TableScreen

        bots = [index for index, seat in enumerate(self.seats[: self.players]) if seat.bot]
        match = Match.new(self.setup(), int(self.seed), bots=bots)
        names = tuple(seat.name.strip() for seat in self.seats)
        self.app.remember(names=names, preview=self.preview, dexterity=self.dexterity)
        self.app.replace(TableScreen(self.app, Session(match)))

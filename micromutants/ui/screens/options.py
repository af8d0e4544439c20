"""Options: how the game looks, sounds and feels in the hand."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import msgspec
import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.screen import Screen
from micromutants.ui.settings import DEAD_ZONES, STRINGS, TEXT_SIZES, VOLUMES, Settings

Choice = tuple[str, dict[str, Any], str]
"""A button: its label, what it changes in the settings, and a hint."""


class Row(NamedTuple):
    """A choice of one in several.

    Attributes:
        caption: What is chosen.
        choices: The buttons.
    """

    caption: str
    choices: tuple[Choice, ...]


_SIZES = tuple(
    (label, {"text_size": size}, f"Text at {size:.0%} of the normal size")
    for label, size in zip(("Small", "Normal", "Large", "Larger", "Largest"), TEXT_SIZES, strict=True)
)
_SOUNDS: tuple[Choice, ...] = (
    ("Off", {"sound": False}, "No sounds"),
    *((f"{volume:.0%}", {"sound": True, "volume": volume}, f"Sounds at {volume:.0%}") for volume in VOLUMES),
)
_MOTIONS = (
    ("Full", {"reduced_motion": False}, "Effects flare up, dice tumble."),
    ("Reduced", {"reduced_motion": True}, "Flicks are shown without effects; nothing glows or drifts."),
)
_MATS = tuple((look.name, {"mat": felt}, f"The {look.name.lower()} felt.") for felt, look in theme.MATS.items())
_COLOURS: tuple[Choice, ...] = (
    ("Usual", {"colours": "usual"}, "The colours of Okabe and Ito, which most colour-blind eyes tell apart."),
    ("Stepped", {"colours": "steps"}, "Each player's colour is also lighter or darker than the others', for any eyes."),
)
_SHAPES: tuple[Choice, ...] = (
    ("Fine", {"shapes": "fine"}, "A mark and the outline of the sticker tell whose a chip is."),
    ("Bold", {"shapes": "bold"}, "The rim of every piece has its player's pattern as well, seen at any size."),
)
_DEAD = tuple(
    (label, {"dead_zone": size}, f"A drag up to {size:.0f} pixels is a click and flicks nothing.")
    for label, size in zip(("Small", "Normal", "Large"), DEAD_ZONES, strict=True)
)
_STEADY = (
    ("Off", {"steady": STRINGS[0]}, "The aim is where the pointer is."),
    ("A little", {"steady": STRINGS[1]}, "The aim trails the pointer on a short string: small tremors do not count."),
    ("Much", {"steady": STRINGS[2]}, "The aim trails the pointer on a longer string: large tremors do not count."),
)
_HANDOVER: tuple[Choice, ...] = (
    ("A card", {"handover": True}, "The dice roll when the next player has taken the mouse."),
    (
        "At once",
        {"handover": False},
        "The next player's dice roll by themselves; clicks in the first half second do nothing.",
    ),
)
_PREVIEW = tuple(
    (label, {"preview": label.lower()}, f"{told} It is agreed for each match; this is what a new one begins with.")
    for label, told in (
        ("None", "The aim line only."),
        ("Short", "The first stretch of the path."),
        ("Full", "The whole path of a steady hand."),
    )
)

COLUMNS: tuple[tuple[Row, ...], ...] = (
    (
        Row("Text size", _SIZES),
        Row("Mat", _MATS),
        Row("Colours of the players", _COLOURS),
        Row("Shapes of the players", _SHAPES),
        Row("Between two people", _HANDOVER),
    ),
    (
        Row("Sound", _SOUNDS),
        Row("Motion", _MOTIONS),
        Row("Dead zone of a drag", _DEAD),
        Row("Steady hand", _STEADY),
        Row("How much of a flick is foreseen", _PREVIEW),
    ),
)
"""The rows of the screen, column by column."""

_ROW, _TOP, _FOOT = 72, 62, 92

_WIDE = 900.0
"""From this width on, at scale 1, there are two columns."""


class OptionsScreen(Screen):
    """A card in the middle with the options; each choice holds at once and is kept."""

    overlay = True
    needs = (780.0, 480.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._sure = False

    @property
    def card(self) -> pygame.Rect:
        """Where the card is."""
        rows = max(len(column) for column in self.columns)
        width = min(self.u(880), self.app.size[0] - self.u(20))
        height = min(self.u(_TOP + _ROW * rows + _FOOT), self.app.size[1] - self.u(20))
        return self.centred(width, height)

    @property
    def columns(self) -> tuple[tuple[Row, ...], ...]:
        """The rows as they are shown: with large type in a small window all are below each other."""
        return COLUMNS if self.units[0] >= _WIDE else (tuple(row for column in COLUMNS for row in column),)

    def _column(self, index: int) -> pygame.Rect:
        """A column, from where the caption of its first row is."""
        pad, gap, card, count = self.u(28), self.u(28), self.card, len(self.columns)
        width = (card.width - 2 * pad - gap * (count - 1)) // count
        return pygame.Rect(card.x + pad + index * (width + gap), self.scroll.top + self.u(4), width, self.scroll.whole)

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        view = pygame.Rect(card.x + u(20), card.y + u(_TOP - 4), card.width - u(40), card.height - u(_TOP + _FOOT - 8))
        bar = pygame.Rect(card.right - u(17), view.y, u(8), view.height)
        self.scroll.place(view, max(len(column) for column in self.columns) * u(_ROW), bar)
        with self.form.inside(self.scroll):
            self._lay_rows()
        y, left, right = card.bottom - u(62), card.x + u(28), card.right - u(28)
        self.form.button(pygame.Rect(left, y, u(160), u(40)), "Keys", self._keys, hint="Which key does what")
        first = pygame.Rect(left + u(168), y, u(210), u(40))
        words = "Really all of them" if self._sure else "All as at first"
        why = "" if self._differs else "Everything is as at first."
        hint = "Puts every option and key back; drills done and the last match set up stay."
        self.form.button(first, words, self._reset, why=why, hint=hint, style="danger" if self._sure else "")
        self.form.button(
            pygame.Rect(right - u(220), y, u(220), u(40)), "Done", self.app.pop, style="primary", key="Esc"
        )

    def _lay_rows(self) -> None:
        u, gap = self.u, self.u(6)
        for index, rows in enumerate(self.columns):
            column = self._column(index)
            for number, row in enumerate(rows):
                count = len(row.choices)
                width = (column.width - gap * (count - 1)) // count
                y = column.y + u(_ROW) * number + u(24)
                for place, (label, changes, hint) in enumerate(row.choices):
                    rect = pygame.Rect(column.x + place * (width + gap), y, width, u(38))
                    style = "on" if self._chosen(changes) else ""
                    self.form.button(rect, label, partial(self._choose, changes), style=style, hint=hint)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.dim(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        paint.text(surface, "Options", (card.x + u(28), card.y + u(16)), u(24), display=True)
        with self.scroll.clipped(surface):
            for index, rows in enumerate(self.columns):
                column = self._column(index)
                for number, row in enumerate(rows):
                    paint.text(surface, row.caption, (column.x, column.y + u(_ROW) * number), u(14), theme.INK_SOFT)
        if self.app.message:
            room = card.width - u(56)
            at = (card.x + u(28), card.bottom - u(88))
            paint.text(surface, self.app.message, at, u(13), theme.BAD, width=room)

    def _chosen(self, changes: dict[str, Any]) -> bool:
        now = self.app.settings
        if changes.get("sound") is True and not now.sound:
            return False
        return all(getattr(now, field) == value for field, value in changes.items())

    def _choose(self, changes: dict[str, Any]) -> None:
        self._sure = False
        self.app.change_settings(msgspec.structs.replace(self.app.settings, **changes))
        if "sound" in changes:
            self.app.speaker.say("capture")
        self.relayout()

    @property
    def _at_first(self) -> Settings:
        now = self.app.settings
        return msgspec.structs.replace(Settings(), names=now.names, match=now.match, drills=now.drills)

    @property
    def _differs(self) -> bool:
        return self.app.settings != self._at_first

    def _reset(self) -> None:
        """Everything as it was at first, once it has been asked for twice."""
        if self._sure:
            self.app.change_settings(self._at_first)
        self._sure = not self._sure
        self.relayout()

    def _keys(self) -> None:
        from micromutants.ui.screens.keys import KeysScreen

        self.app.push(KeysScreen(self.app))

"""Buttons and fields of a screen, made of pygame_gui elements, that work by mouse and by keys alone.

A button is disabled by giving the reason, so there is none without one; the reason is shown where the pointer or the
key focus is.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pygame_gui
from pygame_gui.core import UIContainer
from pygame_gui.elements import UIButton, UIHorizontalSlider, UITextEntryLine

from micromutants.ui import paint, theme
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.labels import bubble
from micromutants.ui.scroll import Scroll

NAME_LIMIT = 24
"""Most characters of a name."""


SLIDER_STEPS = 1000
"""Places at which a slider can stand, but for the first."""

SLIDER_KEYS = (0.02, 0.004, 0.001)
"""How far a key moves a slider, as a share of its way, coarse to finest."""


class Field:
    """A button or a text field with what belongs to it.

    Attributes:
        element: Of pygame_gui.
        rect: Where it is now, px; beyond the view of what it scrolls with it is not seen.
        scroll: What it scrolls with; None where it stays.
    """

    def __init__(
        self,
        element: Any,
        rect: pygame.Rect,
        act: Callable[..., None],
        why: str,
        hint: str,
        key: str,
        scroll: Scroll | None,
    ) -> None:
        self.element = element
        self.rect = rect
        self.scroll = scroll
        self.home = rect.move(0, scroll.up) if scroll is not None else rect
        self.act = act
        self.why = why
        self.hint = hint
        self.key = key
        self.entry = isinstance(element, UITextEntryLine)
        self.slides = isinstance(element, UIHorizontalSlider)

    @property
    def seen(self) -> pygame.Rect:
        """The part of it that is in sight; empty where none is."""
        return self.rect if self.scroll is None else self.rect.clip(self.scroll.view)

    @property
    def share(self) -> float:
        """Where a slider stands, from 0 to 1."""
        return float(self.element.get_current_value()) / SLIDER_STEPS

    def slide(self, share: float) -> None:
        """Put a slider at a share of its way from 0 to 1, and say so."""
        share = min(1.0, max(0.0, share))
        self.element.set_current_value(round(share * SLIDER_STEPS))
        self.act(share)


class Form:
    """The fields of one screen, in the order in which Tab visits them."""

    def __init__(self) -> None:
        self.manager: pygame_gui.UIManager | None = None
        self.scale = 1.0
        self.fields: list[Field] = []
        self.main: Field | None = None
        """The golden button, to which Enter leads first."""
        self.focus: int | None = None
        self.by_keys = False
        self.steering = False
        """Whether keys go through the fields although they mean something else on the screen."""
        self.pointer: tuple[int, int] = (-1, -1)
        self._held: Field | None = None
        self._scroll: Scroll | None = None
        self._box: UIContainer | None = None
        self._boxes: list[Any] = []
        self._stills: list[tuple[pygame.Surface, tuple[int, int], pygame.Rect]] = []

    def begin(self, manager: pygame_gui.UIManager, scale: float) -> None:
        """Start again with no fields; the focus stays on the field of the same place in the order."""
        self.clear()
        self.manager, self.scale = manager, scale

    def clear(self) -> None:
        """Take all fields away."""
        for field in self.fields:
            field.element.kill()
        for box in self._boxes:
            box.kill()
        self.fields, self._boxes, self._stills = [], [], []
        self.main = None

    def put_away(self) -> None:
        """Take all fields away but keep their pictures, for while another screen lies over them."""
        stills = []
        for field in self.fields:
            parts = [field.element, *([field.element.sliding_button] if field.slides else [])]
            stills += [(part.image, part.rect.topleft, field.seen) for part in parts if part.image is not None]
        self.clear()
        self._stills = stills

    def draw_still(self, surface: pygame.Surface) -> None:
        """Draw the fields as they were when they were put away."""
        before = surface.get_clip()
        for picture, at, seen in self._stills:
            surface.set_clip(seen.clip(before))
            surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        surface.set_clip(before)

    @contextlib.contextmanager
    def inside(self, scroll: Scroll) -> Iterator[None]:
        """Fields that are made meanwhile scroll, and are cut off at the edges of the view."""
        assert self.manager is not None, "begin() comes first"
        self._scroll, self._box = scroll, UIContainer(scroll.view, self.manager)
        self._boxes.append(self._box)
        try:
            yield
        finally:
            self._scroll = self._box = None

    def _within(self, rect: pygame.Rect) -> pygame.Rect:
        """A rectangle of the window as the container of what is made now sees it."""
        return rect if self._scroll is None else rect.move(-self._scroll.view.x, -self._scroll.view.y)

    def follow(self) -> None:
        """Something was scrolled: its fields go with it."""
        for field in self.fields:
            if field.scroll is None:
                continue
            now = field.home.move(0, -field.scroll.up)
            if now != field.rect:
                field.rect = now
                field.element.set_relative_position((now.x - field.scroll.view.x, now.y - field.scroll.view.y))

    def reveal(self, field: Field) -> None:
        """Scroll until a field is in sight."""
        if field.scroll is not None and field.scroll.show(field.rect):
            self.follow()

    def button(
        self,
        rect: pygame.Rect,
        label: str,
        act: Callable[[], None],
        *,
        why: str = "",
        style: str = "",
        hint: str = "",
        key: str = "",
    ) -> Field:
        """A button.

        Args:
            rect: Where, px.
            label: What it says.
            act: What it does.
            why: Why it can not be pressed now; empty when it can.
            style: Object id of the theme without the ``#``.
            hint: Shown while the pointer rests on it.
            key: Name of the key that does the same, shown with the hint.
        """
        assert self.manager is not None, "begin() comes first"
        words = paint.fitted(label, round(15 * self.scale), max(10, rect.width - round(6 * self.scale)))
        element: Any = UIButton(
            self._within(rect), words, self.manager, self._box, object_id=f"#{style}" if style else None
        )
        if why:
            element.disable()
        field = Field(element, pygame.Rect(rect), act, why, hint, key, self._scroll)
        self.fields.append(field)
        if style.endswith("primary"):
            self.main = field
        return field

    def text_entry(
        self, rect: pygame.Rect, value: str, changed: Callable[[str], None], *, limit: int = NAME_LIMIT, hint: str = ""
    ) -> Field:
        """A line of text; ``changed`` is called with the new text."""
        assert self.manager is not None, "begin() comes first"
        element = UITextEntryLine(self._within(rect), self.manager, self._box, initial_text=value)
        element.set_text_length_limit(limit)
        field = Field(element, pygame.Rect(rect), changed, "", hint, "", self._scroll)
        self.fields.append(field)
        return field

    def slider(self, rect: pygame.Rect, share: float, changed: Callable[[float], None], *, hint: str) -> Field:
        """A slider at a share of its way from 0 to 1; ``changed`` is called with the new share."""
        assert self.manager is not None, "begin() comes first"
        start = round(min(1.0, max(0.0, share)) * SLIDER_STEPS)
        element = UIHorizontalSlider(self._within(rect), start, (0, SLIDER_STEPS), self.manager, self._box)
        field = Field(element, pygame.Rect(rect), changed, "", hint, "", self._scroll)
        self.fields.append(field)
        return field

    def excuse(self, field: Field, why: str) -> None:
        """Disable a button with the reason, or enable it where there is none."""
        field.why = why
        if why:
            field.element.disable()
        else:
            field.element.enable()

    @property
    def typing(self) -> Field | None:
        """The text field that has the key focus, or None."""
        for field in self.fields:
            if field.entry and field.element.is_focused:
                return field
        return None

    def at(self, pos: tuple[float, float]) -> Field | None:
        """The field under a pixel."""
        for field in reversed(self.fields):
            if field.seen.collidepoint(pos):
                return field
        return None

    def pressed(self, pos: tuple[float, float]) -> bool:
        """The left button went down: beside a slider's knob it moves the knob there; returns whether on a field."""
        field = self._held = self.at(pos)
        if field is None or not field.slides:
            return field is not None
        knob = field.element.sliding_button.rect
        if not knob.collidepoint(pos):
            room = max(1, field.rect.width - knob.width)
            field.slide((pos[0] - field.rect.x - knob.width / 2) / room)
        return True

    def let_go(self) -> None:
        """No button is held any more."""
        self._held = None

    def released(self, pos: tuple[float, float]) -> None:
        """The left button came up: where it went down on the same button, that is pressed.

        The screen may have been laid out anew meanwhile, as it is with every action of a record that plays; a button
        that is where the other was, and says the same, is the same.
        """
        held, field, self._held = self._held, self.at(pos), None
        if held is None or field is None or field.entry or field.slides or field.why:
            return
        if field is held or (field.rect, field.element.text, field.hint) == (held.rect, held.element.text, held.hint):
            self.focus, self.by_keys = self.fields.index(field), False
            field.act()

    def event(self, event: pygame.event.Event) -> bool:
        """Take an event of pygame_gui; returns whether it was one of ours."""
        if event.type not in (pygame_gui.UI_HORIZONTAL_SLIDER_MOVED, pygame_gui.UI_TEXT_ENTRY_CHANGED):
            return False
        field = next((field for field in self.fields if field.element is event.ui_element), None)
        if field is None:
            return False
        field.act(event.value / SLIDER_STEPS if field.slides else paint.plain(event.text))
        return True

    def pointed(self, pos: tuple[int, int]) -> None:
        """The pointer is here."""
        self.pointer = pos

    def keyed(self, keyed: Keyed) -> bool:
        """Move the focus or press what has it; returns whether the intent meant something here."""
        if not self.fields:
            return False
        intent = keyed.intent
        if intent in (Intent.NEXT, Intent.PREVIOUS):
            self._step(1 if intent is Intent.NEXT else -1)
            return True
        field = self._focused if self.by_keys else None
        if intent in (Intent.LEFT, Intent.RIGHT) and field is not None and field.slides:
            field.slide(field.share + SLIDER_KEYS[keyed.step] * (1 if intent is Intent.RIGHT else -1))
        elif intent in _DIRECTIONS:
            self._towards(*_DIRECTIONS[intent])
        elif intent is not Intent.CONFIRM:
            return False
        elif field is None and self.main is not None and not self.typing:
            self.focus_on(self.main)
        elif field is None:
            self._step(0)
        elif field.entry:
            self._step(1)
        elif not field.why and not field.slides:
            field.act()
        return True

    @property
    def _focused(self) -> Field | None:
        """The field that has the key focus; where there are fewer fields than before, the last one."""
        return None if self.focus is None or not self.fields else self.fields[min(self.focus, len(self.fields) - 1)]

    def steer(self, on: bool) -> None:
        """Let keys go through the fields, or no longer; they begin where they were last."""
        if on and self.fields:
            self.steering = True
            self._settle(min(self.focus or 0, len(self.fields) - 1))
        elif self.steering:
            self.steering = self.by_keys = False

    def focus_on(self, field: Field) -> None:
        """Give the key focus to a field."""
        if field in self.fields:
            self._settle(self.fields.index(field))

    def _step(self, by: int) -> None:
        typing = self.typing
        if typing is not None:
            # It may have been clicked since the keys were last used.
            self.focus = self.fields.index(typing)
        if self.focus is None:
            self._settle(0 if by >= 0 else len(self.fields) - 1)
        else:
            self._settle((min(self.focus, len(self.fields) - 1) + by) % len(self.fields))

    def _settle(self, index: int) -> None:
        self.focus, self.by_keys = index, True
        field = self.fields[index]
        self.reveal(field)
        assert self.manager is not None
        self.manager.set_focus_set(field.element.get_focus_set() if field.entry else None)
        if field.entry:
            # The first letter that is typed takes the place of what is there.
            field.element.select_range = [0, len(field.element.text)]

    def _towards(self, dx: int, dy: int) -> None:
        focused = self._focused
        if focused is None:
            self._settle(0)
            return
        here = focused.rect
        best, found = math.inf, None
        for index, field in enumerate(self.fields):
            x, y = field.rect.centerx - here.centerx, field.rect.centery - here.centery
            along, across = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            if along > 2 and along + 2.2 * across < best:
                best, found = along + 2.2 * across, index
        if found is not None:
            self._settle(found)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw the focus ring, and the reason or hint of the field that is pointed at."""
        shown = self.at(self.pointer)
        field = self._focused if self.by_keys else None
        if field is not None:
            before = surface.get_clip()
            if field.scroll is not None:
                surface.set_clip(field.scroll.view.inflate(6, 6).clip(before))
            pygame.draw.rect(surface, theme.GOLD, field.rect.inflate(6, 6), 2, border_radius=round(10 * self.scale))
            surface.set_clip(before)
            shown = shown or (field if field.seen else None)
        if shown is None:
            return
        words = shown.why or shown.hint
        if shown.key and words:
            words = f"{words}  ·  {shown.key}"
        elif shown.key:
            words = f"Key: {shown.key}"
        if words:
            bubble(surface, words, shown.seen, self.scale, theme.BAD if shown.why else theme.PANEL_EDGE)


_DIRECTIONS = {Intent.LEFT: (-1, 0), Intent.RIGHT: (1, 0), Intent.UP: (0, -1), Intent.DOWN: (0, 1)}

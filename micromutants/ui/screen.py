"""What a screen is: something that lays itself out, draws itself and answers to pointer and intents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from micromutants.ui.cursor import Shape
from micromutants.ui.form import Form
from micromutants.ui.intents import Context, Intent, Keyed, key_name
from micromutants.ui.scroll import Scroll

if TYPE_CHECKING:
    from micromutants.ui.app import App


WHEEL = 64
"""So far a step of the wheel scrolls, at scale 1."""


class Screen:
    """One screen of the stack.  Only the topmost one is active; the ones beneath an overlay are drawn only.

    Attributes:
        app: The program.
        form: Buttons and fields.
        scroll: What of the screen scrolls; a screen that has nothing of the kind leaves it as it is.
        overlay: Whether the screen beneath is seen through.
        needs: Width and height that the screen needs at scale 1; in a window that is too small for the text size
            it is laid out smaller.
        patience: So long may pass between two calls of :meth:`update` while nothing happens, ms.
    """

    overlay = False
    needs = (0.0, 0.0)
    patience = 2000

    def __init__(self, app: App) -> None:
        self.app = app
        self.form = Form()
        self.scroll = Scroll()

    @property
    def context(self) -> Context:
        """What keys mean now."""
        return Context.MENU

    @property
    def animating(self) -> bool:
        """Whether frames are wanted although nothing is pressed."""
        return False

    @property
    def rect(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect((0, 0), self.app.size)

    def centred(self, width: int, height: int) -> pygame.Rect:
        """A rectangle of that size in px in the middle of the window, as cards lie."""
        found = pygame.Rect(0, 0, width, height)
        found.center = self.rect.center
        return found

    def aside(self, width: int, height: int) -> pygame.Rect:
        """A rectangle of that size in px at the right edge, where a card hides least of the mat."""
        found = self.centred(width, height)
        found.right = max(found.right, self.rect.right - self.u(20))
        return found

    @property
    def scale(self) -> float:
        """Scale of the layout: that of the type, or less where the screen would not fit."""
        width, height = self.app.size
        return min(self.app.scale, width / max(1.0, self.needs[0]), height / max(1.0, self.needs[1]))

    @property
    def units(self) -> tuple[float, float]:
        """Width and height of the window, measured at scale 1."""
        return self.app.size[0] / self.scale, self.app.size[1] / self.scale

    def u(self, units: float) -> int:
        """A measure at scale 1 in pixels."""
        return round(units * self.scale)

    def relayout(self) -> None:
        """Lay out again for the present size and scale."""
        self.form.begin(self.app.manager_at(self.scale), self.scale)
        self.layout()
        self.app.redraw()

    def layout(self) -> None:
        """Make the fields."""

    def left(self) -> None:
        """Another screen comes on top, or this one goes."""
        self.let_go()
        self.form.steer(False)
        self.form.put_away()

    def gone(self) -> None:
        """It was taken off the stack and does not come back."""

    def key(self, intent: Intent) -> str:
        """The key that means this now, or anywhere else where it means nothing here; for a label."""
        bindings = self.app.bindings
        here = key_name(self.context, intent, bindings)
        return here or next((b.chord for b in bindings if b.intent is intent), "")

    @property
    def keys_mean(self) -> Context:
        """What keys mean now: while they go through the buttons, what they mean in menus."""
        return Context.MENU if self.form.steering else self.context

    def meant(self, keyed: Keyed) -> None:
        """A key means this: at any screen one key leads to its buttons and back, so that all of them can be reached."""
        before = self.context
        if before is Context.MENU:
            turn = keyed.intent is Intent.BUTTONS
            self.keyed(Keyed(Intent.NEXT) if turn else keyed)
        elif keyed.intent is Intent.BUTTONS:
            self.form.steer(not self.form.steering)
        elif not self.form.steering:
            self.keyed(keyed)
        elif keyed.intent is Intent.BACK:
            self.form.steer(False)
        else:
            self.form.keyed(keyed) or self.paged(keyed.intent)
            if self.context is not before:
                self.form.steer(False)

    def takes_key(self, event: pygame.event.Event) -> bool:
        """A key goes down; a screen that waits for just any key takes it and returns True."""
        return False

    def keyed(self, keyed: Keyed) -> None:
        """An intent."""
        if self.context is Context.MENU and (self.form.keyed(keyed) or self.paged(keyed.intent)):
            return
        if keyed.intent is Intent.BACK:
            self.back()

    def paged(self, intent: Intent) -> bool:
        """Page Up and Page Down scroll; returns whether that was meant."""
        if not self.scroll.limit or intent not in (Intent.PAGE_UP, Intent.PAGE_DOWN):
            return False
        step = round(self.scroll.view.height * 0.85)
        self.scrolled(step if intent is Intent.PAGE_DOWN else -step)
        return True

    def scrolled(self, by: float) -> None:
        """Scroll down by so many pixels."""
        self.scroll.to(self.scroll.up + by)
        self.form.follow()
        self.app.redraw()

    def back(self) -> None:
        """Esc: close this screen."""
        self.app.pop()

    def help_rule(self) -> str:
        """The rule at which help opens; empty where none is meant."""
        return ""

    def cursor(self) -> Shape:
        """The shape of the pointer now."""
        field = self.form.at(self.form.pointer)
        if field is None:
            return self.cursor_beside()
        return Shape.TEXT if field.entry else Shape.ARROW if field.why else Shape.HAND

    def cursor_beside(self) -> Shape:
        """The shape of the pointer where it is beside the fields."""
        return Shape.ARROW

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """A mouse button goes down beside the fields: 1 left, 2 middle, 3 right."""

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """The pointer moves; ``buttons`` says which of left, middle, right are down."""

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """A mouse button comes up; ``inside`` says whether the pointer is over the window."""

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """The wheel turns, away from the user is positive: where something scrolls, it does."""
        self.scrolled(-steps * self.u(WHEEL))

    def let_go(self) -> None:
        """The window lost the focus: forget every drag; nothing may be fired."""

    def update(self, seconds: float) -> None:
        """Time passes; called once a frame with at most a tenth of a second."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything but the fields."""

    def draw_still(self, surface: pygame.Surface) -> None:
        """Draw the fields as they were, while another screen lies over this one."""
        self.form.draw_still(surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what lies above the fields."""
        self.scroll.draw(surface)
        self.form.draw_over(surface)

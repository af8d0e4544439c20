"""The program with a window: the loop, the stack of screens, the settings.

Nothing is computed from frame times: they only say how far a film that is already finished has been shown.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pygame
import pygame_gui

from micromutants.ui.cursor import Cursor
from micromutants.ui.draw.logo import icon
from micromutants.ui.events import scaled, thinned, wheel_steps
from micromutants.ui.intents import LEAVING, Binding, Intent, keyed
from micromutants.ui.keymap import bound
from micromutants.ui.layout import SMALLEST, scale_for
from micromutants.ui.screen import Screen
from micromutants.ui.settings import Settings, opened_settings, save_settings
from micromutants.ui.skin import skin
from micromutants.ui.sound import Speaker
from micromutants.ui.wear import wearing
from micromutants.ui.worker import Worker

WAKE = pygame.event.custom_type()
"""Type of the event with which a thread ends the wait; taken once, like the types of pygame_gui."""

_FRAME = 1 / 60
_LONGEST_STEP = 0.1
_SETTLE = 0.25
"""Frames go on for so long after the last event, so that hover colours settle, s."""


class App:
    """The window and what is on it."""

    def __init__(self, size: tuple[int, int] = (1280, 800), settings: Settings | None = None) -> None:
        """Open the window.

        Args:
            size: First size of the window, px.
            settings: In place of the saved ones; then they are not saved either.

        Raises:
            pygame.error: There is no display.
        """
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("Micro Mutants: Evolution")
        pygame.display.set_icon(icon())
        self._saves_settings = settings is None
        self.settings, told = opened_settings() if settings is None else (settings, "")
        self.bindings: tuple[Binding, ...] = bound(self.settings.keys)
        self.speaker = Speaker(self.settings.sound, self.settings.volume)
        self.windowed_size = size
        self.fullscreen = False
        self._open_window(size)
        pygame.key.set_repeat(320, 40)
        self.stack: list[Screen] = []
        self.running = True
        self.held: set[int] = set()
        self.message = told
        self.worker = Worker(self._wake)
        self._dirty = True
        self._warm = 0.0
        self._outside = False
        self.cursor = Cursor()
        self._measure()

    # --- size ----------------------------------------------------------------------------------------------

    def _open_window(self, size: tuple[int, int]) -> None:
        if self.fullscreen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(size, pygame.RESIZABLE)

    def _measure(self) -> None:
        """Take over the size of the window; makes a new theme where the scale changed."""
        window = pygame.display.get_surface()
        got = window.get_size() if window else SMALLEST
        self.window_size = got
        self.size = (max(got[0], SMALLEST[0]), max(got[1], SMALLEST[1]))
        self.canvas = window if window and self.size == got else pygame.Surface(self.size)
        self.scale = scale_for(self.size, self.settings.text_size)
        self._managers: dict[float, pygame_gui.UIManager] = {}
        self.manager_at(self.scale)

    def manager_at(self, scale: float) -> pygame_gui.UIManager:
        """The manager of fields whose type has this scale; it is the one that is shown from now on.

        A screen that would not fit at the scale of the window is laid out smaller, and its type with it.
        """
        scale = round(scale, 2)
        if scale not in self._managers:
            made = pygame_gui.UIManager(self.size, theme_path=skin(scale), enable_live_theme_updates=False)
            made.mouse_pos_scale_factor = [
                self.size[0] / self.window_size[0],
                self.size[1] / self.window_size[1],
            ]
            self._managers[scale] = made
        self.manager = self._managers[scale]
        return self.manager

    def resized(self) -> None:
        """The window has another size; one that is no size (minimised) is ignored."""
        window = pygame.display.get_surface()
        if window is None or min(window.get_size()) < 64 or window.get_size() == self.window_size:
            self.redraw()
            return
        if not self.fullscreen:
            self.windowed_size = window.get_size()
        self._fresh_look()

    def _fresh_look(self) -> None:
        for screen in self.stack:
            screen.form.clear()
        self._measure()
        for screen in self.stack[:-1]:
            # What lies under a card is seen too.
            screen.relayout()
            screen.left()
        if self.stack:
            self.stack[-1].let_go()
            self.stack[-1].relayout()
        self.redraw()

    def toggle_fullscreen(self) -> None:
        """Full screen and back."""
        self.fullscreen = not self.fullscreen
        try:
            self._open_window(self.windowed_size)
        except pygame.error as error:
            self.fullscreen = not self.fullscreen
            self._open_window(self.windowed_size)
            self.message = f"Full screen is not possible here: {error}."
        self._fresh_look()

    def change_settings(self, settings: Settings) -> None:
        """Take over changed settings and save them."""
        look_changed = (settings.text_size, settings.wear) != (self.settings.text_size, self.settings.wear)
        self.settings = settings
        self.bindings = bound(settings.keys)
        self.speaker.set(settings.sound, settings.volume)
        if self._saves_settings:
            self.message = save_settings(settings) or self.message
        if look_changed:
            self._fresh_look()

    def remember(self, **chosen: Any) -> None:
        """Save what was chosen for a match, fields of the settings, for the next one."""
        self.change_settings(msgspec.structs.replace(self.settings, **chosen))

    # --- screens -------------------------------------------------------------------------------------------

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        if self.stack:
            self.stack[-1].left()
        self.stack.append(screen)
        screen.relayout()

    def pop(self) -> None:
        """Take the top screen away; the last one ends the program."""
        if not self.stack:
            return
        self._take_off()
        if self.stack:
            self.stack[-1].relayout()
        else:
            self.running = False
        self.redraw()

    def replace(self, screen: Screen) -> None:
        """Put a screen in place of the top one."""
        if self.stack:
            self._take_off()
        self.stack.append(screen)
        screen.relayout()

    def reset(self, screen: Screen) -> None:
        """Take everything away and begin with this screen."""
        while self.stack:
            self._take_off()
        self.push(screen)

    def _take_off(self) -> None:
        screen = self.stack.pop()
        screen.left()
        screen.gone()

    @property
    def top(self) -> Screen:
        """The active screen."""
        return self.stack[-1]

    def redraw(self) -> None:
        """Something looks different now."""
        self._dirty = True

    # --- loop ----------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Show screens until the last one is left or the window is closed."""
        self.step([], 0.0)
        self.speaker.open()
        before = time.perf_counter()
        while self.running and self.stack:
            busy = self.top.animating or self._warm > 0.0 or self._dirty
            if busy:
                events = pygame.event.get()
            else:
                # The caret of a text field blinks; otherwise nothing happens until something is pressed.
                first = pygame.event.wait(400 if self.top.form.typing else self.top.patience)
                events = [] if first.type == pygame.NOEVENT else [first, *pygame.event.get()]
                before = time.perf_counter() - _FRAME
            now = time.perf_counter()
            self.step(events, now - before)
            before = now
            left = _FRAME - (time.perf_counter() - now)
            if busy and left > 0.0:
                time.sleep(left)
        return 0

    def step(self, events: list[pygame.event.Event], seconds: float) -> None:
        """One turn of the loop: take events, let time pass, draw where something changed."""
        with wearing(self.settings.wear):
            self._step(events, min(_LONGEST_STEP, max(0.0, seconds)))

    def _step(self, events: list[pygame.event.Event], seconds: float) -> None:
        for event in thinned(events):
            self._event(event)
            if not self.stack or not self.running:
                return
        if events:
            self._warm = _SETTLE
        if self.worker.poll():
            self.redraw()
        if not self.stack or not self.running:
            return
        moving = self.top.animating
        self.top.update(seconds)
        if not self.stack or not self.running:
            return
        self._warm = max(0.0, self._warm - seconds)
        typing = self.top.form.typing is not None
        self.manager.update(seconds if seconds > 0 else 0.001)
        if self._dirty or moving or self._warm > 0.0 or typing:
            self._dirty = False
            self.draw()
            self.cursor.show(self.top.cursor())

    def draw(self) -> None:
        """Draw the visible screens and show them."""
        with wearing(self.settings.wear):
            self._draw()

    def _draw(self) -> None:
        window = pygame.display.get_surface()
        if window is None or window.get_size() != self.window_size:
            return
        surface = window if self.canvas.get_size() == window.get_size() else self.canvas
        first = len(self.stack) - 1
        while first > 0 and self.stack[first].overlay:
            first -= 1
        for screen in self.stack[first:]:
            screen.draw(surface)
            if screen is not self.top:
                screen.draw_still(surface)
        self.manager.draw_ui(surface)
        self.top.draw_over(surface)
        if surface is not window:
            pygame.transform.smoothscale(surface, window.get_size(), window)
        pygame.display.flip()

    def _wake(self) -> None:
        """Called from threads: end the wait for events."""
        try:
            pygame.event.post(pygame.event.Event(WAKE))
        except pygame.error:
            # The window is closed, or the queue is full and thus no longer waited for.
            return

    # --- events --------------------------------------------------------------------------------------------

    def _event(self, event: pygame.event.Event) -> None:
        kind = event.type
        if kind == pygame.TEXTINPUT and not event.text.isprintable():
            # Fonts refuse control characters and halves of characters.
            return
        if kind == pygame.QUIT:
            self.running = False
        elif kind in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            self.resized()
        elif kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED):
            self.held.clear()
            self.top.scroll.let_go()
            self.top.form.let_go()
            self.top.let_go()
            self.redraw()
        elif kind in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWFOCUSGAINED):
            self.redraw()
        elif kind == pygame.WINDOWLEAVE:
            self._outside = True
        elif kind == pygame.WINDOWENTER:
            self._outside = False
        elif kind == pygame.KEYDOWN:
            self._key(event)
        elif kind == pygame.KEYUP:
            self.held.discard(getattr(event, "scancode", 0))
            self.manager.process_events(event)
        elif kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL):
            self._mouse(event)
        elif not self.top.form.event(event):
            self.manager.process_events(event)

    def _key(self, event: pygame.event.Event) -> None:
        self.held.add(getattr(event, "scancode", 0))
        self.message = ""
        top = self.top
        if top.takes_key(event):
            self.redraw()
            return
        meant = keyed(event, top.keys_mean, self.bindings)
        if top.form.typing is not None:
            # A field takes all keys but those that leave it.
            letter = getattr(event, "unicode", "")
            typed = letter.isprintable() and letter != ""
            if meant is None or typed or meant.intent not in LEAVING:
                self._to_field(event)
                self.redraw()
                return
        if meant is None:
            self._to_field(event)
        elif meant.intent is Intent.FULLSCREEN:
            self.toggle_fullscreen()
        elif meant.intent is Intent.HELP:
            self.open_help(top.help_rule())
        else:
            top.meant(meant)
        self.redraw()

    def _to_field(self, event: pygame.event.Event) -> None:
        """A key for a text field; copying and pasting need a clipboard, and not every system has one."""
        try:
            self.manager.process_events(event)
        except pygame.error as error:
            self.message = f"There is no clipboard here: {error}."

    def open_help(self, rule: str = "") -> None:
        """Show how to play, on top of whatever is there; at a rule where one is named."""
        from micromutants.ui.screens.help import HelpScreen

        if not isinstance(self.top, HelpScreen):
            self.push(HelpScreen(self, rule=rule))

    def _mouse(self, event: pygame.event.Event) -> None:
        top = self.top
        if event.type == pygame.MOUSEWHEEL:
            shift = bool({pygame.KSCAN_LSHIFT, pygame.KSCAN_RSHIFT} & self.held)
            top.wheel(wheel_steps(event), top.form.pointer, shift)
            self.redraw()
            return
        if event.type != pygame.MOUSEMOTION and event.button > 3:
            return
        pos = scaled(event.pos, self.window_size, self.size)
        inside = 0 <= pos[0] < self.size[0] and 0 <= pos[1] < self.size[1]
        top.form.pointed(pos if inside else (-1, -1))
        self.manager.process_events(event)
        if event.type == pygame.MOUSEMOTION:
            buttons = (bool(event.buttons[0]), bool(event.buttons[1]), bool(event.buttons[2]))
            if top.scroll.held and buttons[0]:
                top.scroll.drag(pos)
                top.form.follow()
            else:
                top.scroll.let_go()
                top.moved(pos, buttons)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.message = ""
            self._outside = False
            top.form.by_keys = top.form.steering = False
            if event.button == 1 and top.scroll.press(pos):
                top.form.follow()
            elif event.button == 1 and top.form.pressed(pos):
                pass
            elif top.form.at(pos) is None:
                top.pressed(event.button, pos)
        elif top.scroll.held:
            top.scroll.let_go()
        else:
            top.released(event.button, pos, inside and not self._outside)
            if event.button == 1 and inside and self.stack and self.top is top:
                top.form.released(pos)
        self.redraw()

"""Which key does what, and the choice of others."""

from __future__ import annotations

from functools import partial

import msgspec
import pygame

from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.keymap import Action, actions, key_of, pressed_key, refusal, scancode_name
from micromutants.ui.screen import Screen
from micromutants.ui.settings import Key


class KeysScreen(Screen):
    """Two columns of actions with their keys; a press on one waits for the new key."""

    needs = (780.0, 480.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.actions = actions()
        self.page = 0
        self.waiting: Action | None = None
        self.told = ""
        self.failed = False

    # --- layout --------------------------------------------------------------------------------------------

    @property
    def card(self) -> pygame.Rect:
        """Where everything is."""
        width = min(self.u(880), self.app.size[0] - self.u(20))
        return self.centred(width, self.app.size[1] - self.u(24))

    @property
    def _rows(self) -> int:
        return max(4, (self.card.height - self.u(180)) // self.u(38))

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-len(self.actions) // (2 * self._rows))

    @property
    def shown(self) -> tuple[Action, ...]:
        """The actions of this page."""
        return self.actions[self.page * 2 * self._rows : (self.page + 1) * 2 * self._rows]

    def _cell(self, index: int) -> pygame.Rect:
        u, card = self.u, self.card
        width = (card.width - u(56) - u(20)) // 2
        column, row = divmod(index, self._rows)
        return pygame.Rect(card.x + u(28) + column * (width + u(20)), card.y + u(104) + row * u(38), width, u(34))

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        self.page = min(self.page, self.pages - 1)
        for index, action in enumerate(self.shown):
            cell = self._cell(index)
            rect = pygame.Rect(cell.right - u(150), cell.y, u(150), cell.height)
            mine = action.id in self.app.settings.keys
            label = "press a key" if action is self.waiting else key_of(action, self.app.settings.keys)
            style = "primary" if action is self.waiting else "on" if mine else ""
            places = ", ".join(context.value.lower() for context in action.contexts)
            hint = f"{action.words[:1].upper()}{action.words[1:]} ({places}). Usually {action.usual.chord}."
            self.form.button(rect, label, partial(self._wait, action), style=style, hint=hint)
        y = card.bottom - u(54)
        left = card.x + u(28)
        self.form.button(
            pygame.Rect(left, y, u(200), u(40)),
            "All keys as at first",
            self._reset,
            why="" if self.app.settings.keys else "All keys are the usual ones.",
        )
        turn = pygame.Rect(left + u(208), y, u(110), u(40))
        self.form.button(turn, "Before", lambda: self._turn(-1), why="" if self.page else "This is the first page.")
        last = self.page + 1 >= self.pages
        turn = turn.move(turn.width + u(8), 0)
        self.form.button(turn, "Further", lambda: self._turn(1), why="This is the last page." if last else "")
        done = pygame.Rect(card.right - u(28) - u(200), y, u(200), u(40))
        self.form.button(done, "Done", self.app.pop, style="primary", key="Esc")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the names of the actions."""
        paint.backdrop(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        left, room = card.x + u(28), card.width - u(56)
        paint.text(surface, "Keys", (left, card.y + u(16)), u(24), display=True)
        page = f"Page {self.page + 1} of {self.pages}"
        paint.text(surface, page, (card.right - u(28), card.y + u(24)), u(13), theme.INK_SOFT, anchor="topright")
        words = self.told or (
            "Press an action's button, then its new key.  Keys are told by their place; the names are those of a US "
            "keyboard.  Keys of menus, and Esc, stay as they are."
        )
        ink = theme.BAD if self.failed else theme.GOLD if self.told else theme.INK_SOFT
        paint.paragraph(surface, words, pygame.Rect(left, card.y + u(54), room, u(44)), u(13), ink)
        for index, action in enumerate(self.shown):
            cell = self._cell(index)
            box = pygame.Rect(cell.x, cell.y - u(3), cell.width - u(160), cell.height + u(6))
            paint.paragraph(surface, action.title, box, u(13), middle=True)
        if self.app.message:
            at = (left, card.bottom - u(62))
            paint.text(surface, self.app.message, at, u(13), theme.BAD, anchor="bottomleft", width=room)

    # --- choosing ------------------------------------------------------------------------------------------

    def _wait(self, action: Action) -> None:
        self.waiting, self.failed = action, False
        self.told = f"Press the new key for “{action.title}”.  Esc leaves it as it is."
        self.relayout()

    def takes_key(self, event: pygame.event.Event) -> bool:
        """While a new key is awaited, the next key is it."""
        action = self.waiting
        if action is None:
            return False
        key = pressed_key(event)
        if key is None:
            return True
        self.waiting, self.told, self.failed = None, "", False
        if key.scancode != pygame.KSCAN_ESCAPE:
            self.choose(action, key)
        self.relayout()
        return True

    def choose(self, action: Action, key: Key) -> None:
        """Give an action a key, or say why it can not have it."""
        keys = dict(self.app.settings.keys)
        usual = action.usual
        if key.scancode == usual.scancode and key.mod == ("" if usual.mod == "step" else usual.mod):
            # The usual key needs no entry, but something else may have taken it meanwhile.
            reason = refusal(action, key, keys) if action.id in keys else ""
            if not reason:
                keys.pop(action.id, None)
        else:
            reason = refusal(action, key, keys)
            if not reason:
                keys[action.id] = key
        if reason:
            self.told, self.failed = reason, True
            return
        self.app.change_settings(msgspec.structs.replace(self.app.settings, keys=keys))
        name = f"{key.mod.title()}+" if key.mod else ""
        self.told = f"“{action.title}” is now on {name}{scancode_name(key.scancode)}."

    def _reset(self) -> None:
        self.app.change_settings(msgspec.structs.replace(self.app.settings, keys={}))
        self.told, self.failed, self.waiting = "All keys are the usual ones again.", False, None
        self.relayout()

    def _turn(self, by: int) -> None:
        self.page = (self.page + by) % self.pages
        self.waiting, self.told, self.failed = None, "", False
        self.relayout()

    def keyed(self, keyed: Keyed) -> None:
        """The page keys turn pages."""
        if keyed.intent in (Intent.PAGE_UP, Intent.PAGE_DOWN):
            self._turn(1 if keyed.intent is Intent.PAGE_DOWN else -1)
        else:
            super().keyed(keyed)

    def let_go(self) -> None:
        """No key is awaited any more."""
        if self.waiting is not None:
            self.waiting, self.told = None, ""
            if self.form.fields:
                self.relayout()

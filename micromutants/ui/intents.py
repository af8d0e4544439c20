"""The one place where keys become intents.

Keys are told by scancode, that is by their place on the keyboard, so that layouts do not matter; the names are those of
a US keyboard.  Screens see :class:`Keyed` values and never a key.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import pygame


class Intent(enum.Enum):
    """What a key asks for."""

    BACK = "cancel the aim, close, or open the pause menu"
    HELP = "how to play"
    FULLSCREEN = "full screen and back"
    BUTTONS = "to the buttons and back"
    NEXT = "next"
    PREVIOUS = "previous"
    CONFIRM = "do it"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    FIRST = "to the first"
    LAST = "to the last"
    LOFT_UP = "more loft"
    LOFT_DOWN = "less loft"
    OFFSET_IN = "press nearer the centre"
    OFFSET_OUT = "press nearer the rim"
    PAY_1 = "pay with the first die"
    PAY_2 = "pay with the second die"
    FORGO_A = "let the first offer go"
    FORGO_B = "let the second offer go"
    CARDS = "cards and resources"
    SPECIAL = "what a card allows with the picked bug: turn it over, free it"
    STAND_IN = "another bug in place of whose move it is"
    BASES = "other places for the bases"
    UNDO = "take back the last choice or placement"
    INSTANT = "replay the last flick"
    INSTANT_SLOW = "replay it at a quarter of the speed"
    ZOOM_IN = "zoom in"
    ZOOM_OUT = "zoom out"
    FIT = "show the whole mat"
    PAN_LEFT = "move the view left"
    PAN_RIGHT = "move the view right"
    PAN_UP = "move the view up"
    PAN_DOWN = "move the view down"
    LOG_OLDER = "pick an older line of the log"
    LOG_NEWER = "pick a newer line of the log"
    LOG_SHOW = "replay the picked line of the log"
    SAVE = "save the match"
    ROTATE = "rotate"
    ROTATE_BACK = "rotate the other way"
    VARIANT = "another arrangement"
    SKIP = "skip to the end"
    FASTER = "faster"
    SLOWER = "slower"
    PLAY = "play or pause"
    RESET = "the table as it was at first"
    FLIP = "turn it over"
    REMOVE = "take it off the mat"
    WRITE = "write the file"
    STEP_ON = "on to the next thing that happens"
    STEP_BACK = "back to what happened before"
    LOOP = "show the shot again and again, or no longer"
    FOLLOW = "follow the bug with the view, or no longer"
    KEEP = "save the shot"
    PLAY_ON = "play on from here"


LEAVING = frozenset(
    {Intent.NEXT, Intent.PREVIOUS, Intent.BACK, Intent.UP, Intent.DOWN, Intent.FULLSCREEN, Intent.CONFIRM}
)
"""What leads out of a text field that is typed into; it takes all other keys."""


class Context(enum.Enum):
    """Where a key is pressed; each has its own meanings, those of ANYWHERE hold in all of them."""

    ANYWHERE = "Anywhere"
    MENU = "Menus"
    ARRANGE = "Setting up"
    PLACE = "Placing a bug"
    TABLE = "Your move"
    FILM = "While a flick is shown"
    REPLAY = "Watching a record or a shot"
    PRACTICE = "Practice"
    EDIT = "Editing a scenario"


class Keyed(NamedTuple):
    """An intent with its step: 0 coarse, 1 fine (Shift), 2 finest (Ctrl)."""

    intent: Intent
    step: int = 0


@dataclass(frozen=True, slots=True)
class Binding:
    """A key in a context.

    Attributes:
        context: Where it holds.
        intent: What it asks for.
        scancode: Which key.
        name: Its name on a US keyboard.
        mod: "" for none, "shift", "ctrl", "alt", or "step" for a key whose modifiers choose the step.
        note: What it does there, where the intent alone would not say.
    """

    context: Context
    intent: Intent
    scancode: int
    name: str
    mod: str = ""
    note: str = ""

    @property
    def chord(self) -> str:
        """The keys to press, in words."""
        return f"{self.mod.title()}+{self.name}" if self.mod in ("shift", "ctrl", "alt") else self.name


def _bindings() -> tuple[Binding, ...]:
    k, c, i = pygame, Context, Intent
    found = [*_in_menus(), *_placing(), *_at_the_table(), *_watching()]
    for context in (c.ARRANGE, c.PLACE, c.TABLE):
        found += [
            Binding(context, i.UNDO, k.KSCAN_Z, "Z", "ctrl"),
            Binding(context, i.UNDO, k.KSCAN_U, "U"),
            Binding(context, i.SAVE, k.KSCAN_S, "S", "ctrl"),
        ]
    for context in (c.PLACE, c.TABLE):
        found += [
            Binding(context, i.CARDS, k.KSCAN_C, "C"),
            Binding(context, i.INSTANT, k.KSCAN_E, "E"),
            Binding(context, i.INSTANT_SLOW, k.KSCAN_E, "E", "shift"),
            Binding(context, i.LOG_OLDER, k.KSCAN_PAGEUP, "Page Up"),
            Binding(context, i.LOG_NEWER, k.KSCAN_PAGEDOWN, "Page Down"),
            Binding(context, i.LOG_SHOW, k.KSCAN_END, "End"),
        ]
    found += _practising(found)
    found += [Binding(context, i.KEEP, k.KSCAN_V, "V") for context in (c.PLACE, c.TABLE, c.FILM, c.REPLAY)]
    for context in (c.ARRANGE, c.PLACE, c.TABLE, c.FILM, c.REPLAY, c.PRACTICE, c.EDIT):
        found += [
            Binding(context, i.ZOOM_IN, k.KSCAN_EQUALS, "+"),
            Binding(context, i.ZOOM_OUT, k.KSCAN_MINUS, "−"),
            Binding(context, i.FIT, k.KSCAN_0, "0"),
            Binding(context, i.PAN_LEFT, k.KSCAN_J, "J"),
            Binding(context, i.PAN_RIGHT, k.KSCAN_L, "L"),
            Binding(context, i.PAN_UP, k.KSCAN_I, "I"),
            Binding(context, i.PAN_DOWN, k.KSCAN_K, "K"),
        ]
    return tuple(found)


_ARROWS = (
    (Intent.LEFT, pygame.KSCAN_LEFT, "Left"),
    (Intent.RIGHT, pygame.KSCAN_RIGHT, "Right"),
    (Intent.UP, pygame.KSCAN_UP, "Up"),
    (Intent.DOWN, pygame.KSCAN_DOWN, "Down"),
)


def _in_menus() -> list[Binding]:
    """Keys that mean the same everywhere, and those of menus."""
    k, c, i = pygame, Context, Intent
    return [
        Binding(c.ANYWHERE, i.BACK, k.KSCAN_ESCAPE, "Esc"),
        Binding(c.ANYWHERE, i.HELP, k.KSCAN_F1, "F1"),
        Binding(c.ANYWHERE, i.FULLSCREEN, k.KSCAN_F11, "F11"),
        Binding(c.ANYWHERE, i.FULLSCREEN, k.KSCAN_RETURN, "Enter", "alt"),
        Binding(c.ANYWHERE, i.BUTTONS, k.KSCAN_F6, "F6"),
        Binding(c.MENU, i.NEXT, k.KSCAN_TAB, "Tab", note="next field or button"),
        Binding(c.MENU, i.PREVIOUS, k.KSCAN_TAB, "Tab", "shift", note="previous field or button"),
        Binding(c.MENU, i.CONFIRM, k.KSCAN_RETURN, "Enter", note="press the button"),
        Binding(c.MENU, i.CONFIRM, k.KSCAN_KP_ENTER, "Keypad Enter", note="press the button"),
        Binding(c.MENU, i.CONFIRM, k.KSCAN_SPACE, "Space", note="press the button"),
        Binding(c.MENU, i.PAGE_UP, k.KSCAN_PAGEUP, "Page Up", note="scroll up"),
        Binding(c.MENU, i.PAGE_DOWN, k.KSCAN_PAGEDOWN, "Page Down", note="scroll down"),
        *(Binding(c.MENU, intent, code, name, "step", "nearest button that way") for intent, code, name in _ARROWS),
    ]


def _placing() -> list[Binding]:
    """Keys for putting bugs down, all at the start or one during a match."""
    k, c, i = pygame, Context, Intent
    found = []
    for context in (c.ARRANGE, c.PLACE):
        found += [
            Binding(context, i.NEXT, k.KSCAN_TAB, "Tab", note="next bug"),
            Binding(context, i.PREVIOUS, k.KSCAN_TAB, "Tab", "shift", note="previous bug"),
            *(
                Binding(context, intent, code, name, "step", "move it 5 mm; Shift 1 mm; Ctrl 0.2 mm")
                for intent, code, name in _ARROWS
            ),
            Binding(context, i.ROTATE, k.KSCAN_R, "R", note="turn it 15°"),
            Binding(context, i.ROTATE_BACK, k.KSCAN_R, "R", "shift", note="turn it 15° the other way"),
            Binding(context, i.CONFIRM, k.KSCAN_RETURN, "Enter", note="done"),
            Binding(context, i.CONFIRM, k.KSCAN_KP_ENTER, "Keypad Enter", note="done"),
        ]
    return [
        *found,
        Binding(c.ARRANGE, i.VARIANT, k.KSCAN_V, "V"),
        Binding(c.ARRANGE, i.BASES, k.KSCAN_B, "B"),
        Binding(c.PLACE, i.FORGO_A, k.KSCAN_F, "F", note="let it go"),
    ]


def _at_the_table() -> list[Binding]:
    """Keys of a move: the bug, the aim, what pays, what is let go."""
    k, c, i = pygame, Context, Intent
    return [
        Binding(c.TABLE, i.NEXT, k.KSCAN_TAB, "Tab", note="next bug that may be flicked"),
        Binding(c.TABLE, i.PREVIOUS, k.KSCAN_TAB, "Tab", "shift", note="previous bug that may be flicked"),
        Binding(c.TABLE, i.LEFT, k.KSCAN_LEFT, "Left", "step", "turn the aim left 1°; Shift 0.1°; Ctrl 0.03°"),
        Binding(c.TABLE, i.RIGHT, k.KSCAN_RIGHT, "Right", "step", "turn the aim right 1°; Shift 0.1°; Ctrl 0.03°"),
        Binding(c.TABLE, i.UP, k.KSCAN_UP, "Up", "step", "more power 1%; Shift 0.2%; Ctrl 0.05%"),
        Binding(c.TABLE, i.DOWN, k.KSCAN_DOWN, "Down", "step", "less power 1%; Shift 0.2%; Ctrl 0.05%"),
        Binding(c.TABLE, i.LOFT_UP, k.KSCAN_W, "W"),
        Binding(c.TABLE, i.LOFT_DOWN, k.KSCAN_S, "S"),
        Binding(c.TABLE, i.OFFSET_IN, k.KSCAN_A, "A"),
        Binding(c.TABLE, i.OFFSET_OUT, k.KSCAN_D, "D"),
        Binding(c.TABLE, i.CONFIRM, k.KSCAN_RETURN, "Enter", note="flick"),
        Binding(c.TABLE, i.CONFIRM, k.KSCAN_KP_ENTER, "Keypad Enter", note="flick"),
        Binding(c.TABLE, i.PAY_1, k.KSCAN_1, "1"),
        Binding(c.TABLE, i.PAY_2, k.KSCAN_2, "2"),
        Binding(c.TABLE, i.FORGO_A, k.KSCAN_F, "F"),
        Binding(c.TABLE, i.FORGO_B, k.KSCAN_G, "G"),
        Binding(c.TABLE, i.SPECIAL, k.KSCAN_T, "T"),
        Binding(c.TABLE, i.STAND_IN, k.KSCAN_B, "B"),
    ]


def _watching() -> list[Binding]:
    """Keys while a flick, a record or a shot is shown."""
    k, c, i = pygame, Context, Intent
    return [
        Binding(c.FILM, i.SKIP, k.KSCAN_SPACE, "Space"),
        Binding(c.FILM, i.SKIP, k.KSCAN_RETURN, "Enter"),
        Binding(c.FILM, i.FASTER, k.KSCAN_RIGHT, "Right"),
        Binding(c.FILM, i.SLOWER, k.KSCAN_LEFT, "Left"),
        Binding(c.REPLAY, i.PLAY, k.KSCAN_SPACE, "Space"),
        Binding(c.REPLAY, i.LEFT, k.KSCAN_LEFT, "Left", note="one action back"),
        Binding(c.REPLAY, i.RIGHT, k.KSCAN_RIGHT, "Right", note="one action on"),
        Binding(c.REPLAY, i.FASTER, k.KSCAN_UP, "Up"),
        Binding(c.REPLAY, i.SLOWER, k.KSCAN_DOWN, "Down"),
        Binding(c.REPLAY, i.STEP_BACK, k.KSCAN_COMMA, ","),
        Binding(c.REPLAY, i.STEP_ON, k.KSCAN_PERIOD, "."),
        Binding(c.REPLAY, i.LOOP, k.KSCAN_R, "R"),
        Binding(c.REPLAY, i.FOLLOW, k.KSCAN_F, "F"),
        Binding(c.REPLAY, i.PLAY_ON, k.KSCAN_G, "G"),
        Binding(c.REPLAY, i.FIRST, k.KSCAN_HOME, "Home"),
        Binding(c.REPLAY, i.LAST, k.KSCAN_END, "End"),
        Binding(c.REPLAY, i.PAGE_UP, k.KSCAN_PAGEUP, "Page Up", note="ten actions back"),
        Binding(c.REPLAY, i.PAGE_DOWN, k.KSCAN_PAGEDOWN, "Page Down", note="ten actions on"),
    ]


_AIMING = (
    *(Intent.NEXT, Intent.PREVIOUS, Intent.LEFT, Intent.RIGHT, Intent.UP, Intent.DOWN, Intent.CONFIRM),
    *(Intent.LOFT_UP, Intent.LOFT_DOWN, Intent.OFFSET_IN, Intent.OFFSET_OUT),
)


def _practising(found: Iterable[Binding]) -> list[Binding]:
    """Keys of the practice table: aiming is as at the table, moving pieces as while placing them."""
    k, c, i = pygame, Context, Intent
    more = [replace(b, context=c.PRACTICE) for b in found if b.context is c.TABLE and b.intent in _AIMING]
    placing = (i.NEXT, i.PREVIOUS, i.LEFT, i.RIGHT, i.UP, i.DOWN, i.ROTATE, i.ROTATE_BACK)
    more += [replace(b, context=c.EDIT) for b in found if b.context is c.PLACE and b.intent in placing]
    more += [
        Binding(c.PRACTICE, i.RESET, k.KSCAN_R, "R"),
        Binding(c.PRACTICE, i.INSTANT, k.KSCAN_E, "E"),
        Binding(c.PRACTICE, i.KEEP, k.KSCAN_V, "V"),
        Binding(c.EDIT, i.FLIP, k.KSCAN_F, "F"),
        Binding(c.EDIT, i.REMOVE, k.KSCAN_DELETE, "Delete"),
    ]
    for context in (c.PRACTICE, c.EDIT):
        more += [
            Binding(context, i.PAGE_UP, k.KSCAN_PAGEUP, "Page Up", note="scroll the column up"),
            Binding(context, i.PAGE_DOWN, k.KSCAN_PAGEDOWN, "Page Down", note="scroll the column down"),
            Binding(context, i.UNDO, k.KSCAN_Z, "Z", "ctrl"),
            Binding(context, i.UNDO, k.KSCAN_U, "U"),
            Binding(context, i.WRITE, k.KSCAN_S, "S", "ctrl"),
        ]
    return more


BINDINGS: tuple[Binding, ...] = _bindings()
"""Every key of the program."""

_STEPS = {"": 0, "shift": 1, "ctrl": 2}


def keyed(event: Any, context: Context, bindings: Iterable[Binding] = BINDINGS) -> Keyed | None:
    """What a KEYDOWN event asks for in a context, or None.

    A key-up never means anything, so a key that is held while the window loses the focus does no harm.
    """
    if event.type != pygame.KEYDOWN:
        return None
    mod, scancode = modifier(event), getattr(event, "scancode", 0)
    for binding in bindings:
        if binding.scancode != scancode or binding.context not in (context, Context.ANYWHERE):
            continue
        if binding.mod == "step" and mod in _STEPS:
            return Keyed(binding.intent, _STEPS[mod])
        if binding.mod == mod:
            return Keyed(binding.intent)
    return None


def modifier(event: Any) -> Literal["", "shift", "ctrl", "alt"]:
    """The modifier that counts of those that are held down with a key."""
    mods = getattr(event, "mod", 0)
    if mods & pygame.KMOD_ALT:
        return "alt"
    if mods & pygame.KMOD_CTRL:
        return "ctrl"
    return "shift" if mods & pygame.KMOD_SHIFT else ""


def key_name(context: Context, intent: Intent, bindings: Iterable[Binding] = BINDINGS) -> str:
    """The first key for an intent, for a label; empty where there is none."""
    for binding in bindings:
        if binding.intent is intent and binding.context in (context, Context.ANYWHERE):
            return binding.chord
    return ""


def key_map(bindings: tuple[Binding, ...] = BINDINGS) -> str:
    """The key map as Markdown, for the help screen."""
    lines = ["# Keys", "", "Keys are told by their place; the names are those of a US keyboard."]
    for context in Context:
        lines += ["", f"## {context.value}"]
        shown: dict[str, list[str]] = {}
        for binding in bindings:
            if binding.context is context:
                shown.setdefault(binding.note or binding.intent.value, []).append(binding.chord)
        lines += [f"- **{', '.join(_merged(chords))}**: {note}" for note, chords in shown.items()]
    return "\n".join(lines) + "\n"


def _merged(chords: Iterable[str]) -> list[str]:
    """The four arrows as one word."""
    names = list(chords)
    if all(arrow in names for arrow in ("Left", "Right", "Up", "Down")):
        names = ["Arrows"] + [n for n in names if n not in ("Left", "Right", "Up", "Down")]
    return names

"""Keys as the user wants them: which can be changed, to what, and why not.

An action that has one meaning in several places, such as Undo, is changed in all of them at once.  Keys of the menus
stay, so that no choice can lock anybody out.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pygame

from micromutants.ui.intents import BINDINGS, Binding, Context, Intent, modifier
from micromutants.ui.settings import Key

FIXED = frozenset({Intent.BACK})
"""What keeps its key everywhere: the way out."""

_MODIFIERS = ("SHIFT", "CTRL", "ALT", "GUI", "META", "CAPSLOCK", "NUMLOCK", "SCROLLLOCK", "MODE")

_PRETTY = {
    "RETURN": "Enter",
    "ESCAPE": "Esc",
    "SPACE": "Space",
    "EQUALS": "+",
    "MINUS": "−",
    "COMMA": ",",
    "PERIOD": ".",
    "SLASH": "/",
    "BACKSLASH": "\\",
    "SEMICOLON": ";",
    "APOSTROPHE": "'",
    "GRAVE": "`",
    "LEFTBRACKET": "[",
    "RIGHTBRACKET": "]",
    "PAGEUP": "Page Up",
    "PAGEDOWN": "Page Down",
    "KP_ENTER": "Keypad Enter",
}


_SHORT = {
    Intent.LEFT: "Aim or move left",
    Intent.RIGHT: "Aim or move right",
    Intent.UP: "More power; move up",
    Intent.DOWN: "Less power; move down",
    Intent.NEXT: "Next bug",
    Intent.PREVIOUS: "Previous bug",
    Intent.CONFIRM: "Flick; done",
    Intent.SPECIAL: "Turn it over, free it",
    Intent.STAND_IN: "Another bug stands in",
}
"""Short names of actions at the table whose words are long."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something whose key can be chosen.

    Attributes:
        id: Its name in the settings.
        words: What it does.
        bindings: Its usual bindings, one for each place where it holds.
    """

    id: str
    words: str
    bindings: tuple[Binding, ...]

    @property
    def contexts(self) -> tuple[Context, ...]:
        """Where it holds."""
        return tuple(binding.context for binding in self.bindings)

    @property
    def title(self) -> str:
        """A few words for it."""
        short = _SHORT.get(self.usual.intent) if Context.REPLAY not in self.contexts else None
        words = short or f"{self.words[:1].upper()}{self.words[1:]}"
        return f"{words} (record)" if self.contexts == (Context.REPLAY,) else words

    @property
    def usual(self) -> Binding:
        """The first of its usual bindings."""
        return self.bindings[0]


@functools.cache
def actions() -> tuple[Action, ...]:
    """Everything whose key can be chosen, in the order of the key map."""
    found: dict[tuple[Intent, int, str], list[Binding]] = {}
    for binding in BINDINGS:
        if binding.context is not Context.MENU and binding.intent not in FIXED:
            found.setdefault((binding.intent, binding.scancode, binding.mod), []).append(binding)
    seen: dict[Intent, int] = {}
    made = []
    for (intent, _, _), group in found.items():
        seen[intent] = seen.get(intent, 0) + 1
        number = "" if seen[intent] == 1 else f"_{seen[intent]}"
        words = dict.fromkeys(binding.note or intent.value for binding in group)
        made.append(Action(intent.name + number, "; ".join(words), tuple(group)))
    return tuple(made)


def key_of(action: Action, keys: Mapping[str, Key]) -> str:
    """The key of an action in words, the chosen one or the usual one."""
    if action.id not in _sensible(keys):
        return action.usual.chord
    key = keys[action.id]
    return f"{key.mod.title()}+{scancode_name(key.scancode)}" if key.mod else scancode_name(key.scancode)


def bound(keys: Mapping[str, Key]) -> tuple[Binding, ...]:
    """All bindings with the chosen keys in place of the usual ones; what is unknown or clashes is left out."""
    return _applied(_sensible(keys))


def _applied(keys: Mapping[str, Key]) -> tuple[Binding, ...]:
    moved: dict[int, Binding] = {}
    for action in actions():
        key = keys.get(action.id)
        for binding in action.bindings if key else ():
            assert key is not None
            # Keys whose modifiers choose the step keep doing so.
            mod = "step" if binding.mod == "step" else key.mod
            moved[id(binding)] = replace(binding, scancode=key.scancode, name=scancode_name(key.scancode), mod=mod)
    return tuple(moved.get(id(binding), binding) for binding in BINDINGS)


def _sensible(keys: Mapping[str, Key]) -> dict[str, Key]:
    """The chosen keys without those that could not have been chosen so."""
    kept = {action.id: keys[action.id] for action in actions() if action.id in keys}
    # A choice that falls gives its usual key back, which another choice may have taken: look again until all stand.
    while bad := [a for a in actions() if a.id in kept and refusal(a, kept[a.id], kept)]:
        del kept[bad[0].id]
    return kept


def refusal(action: Action, key: Key, keys: Mapping[str, Key]) -> str:
    """Why an action can not have this key; empty where it can.

    Args:
        action: What the key is for.
        key: The key.
        keys: What has been chosen so far.
    """
    name = scancode_name(key.scancode)
    if not name:
        return "This key has no name here; choose another one."
    if action.usual.mod == "step" and key.mod:
        return "Shift and Ctrl make this action finer: choose a key without them."
    if key.mod == "alt":
        return "Alt belongs to the system and to full screen: choose a key without it."
    mod = "step" if action.usual.mod == "step" else key.mod
    mine = set(action.bindings)
    others = {a.id: a for a in actions() if a.id != action.id}
    held: dict[str, Key] = {i: k for i, k in keys.items() if i in others}
    for usual, now in zip(BINDINGS, _applied(held), strict=True):
        if usual in mine or not _meet(now.context, action.contexts):
            continue
        if now.scancode == key.scancode and _overlap(now.mod, mod):
            if now.context in (Context.MENU, Context.ANYWHERE) and now.intent in FIXED | {Intent.NEXT, Intent.CONFIRM}:
                return f"{now.chord} always means: {now.note or now.intent.value}."
            return (
                f"{now.chord} already means “{now.note or now.intent.value}” ({now.context.value}): change that first."
            )
    return ""


def _meet(place: Context, mine: tuple[Context, ...]) -> bool:
    """Whether two actions could be meant at the same moment."""
    return place in mine or place is Context.ANYWHERE or Context.ANYWHERE in mine


def _overlap(a: str, b: str) -> bool:
    """Whether two modifiers could be the same press."""
    steps = ("", "shift", "ctrl")
    return a == b or (a == "step" and b in steps) or (b == "step" and a in steps)


def pressed_key(event: Any) -> Key | None:
    """The key of a KEYDOWN event with its modifier; None for a modifier alone."""
    scancode = getattr(event, "scancode", 0)
    return None if scancode in _MODIFIER_CODES else Key(scancode, modifier(event))


def scancode_name(scancode: int) -> str:
    """What a key is called on a US keyboard; empty where it has no name."""
    return _NAMES.get(scancode, "")


def _names() -> dict[int, str]:
    found: dict[int, str] = {}
    for constant in sorted(dir(pygame)):
        if constant.startswith("KSCAN_") and not any(constant[6:].endswith(m) for m in _MODIFIERS):
            word = constant[6:]
            known = _PRETTY.get(word)
            plain = word.replace("KP_", "Keypad ").replace("_", " ").title()
            # Of two names for one key the shorter is kept.
            number = getattr(pygame, constant)
            best = known or plain
            if number and (number not in found or known or len(best) < len(found[number])):
                found[number] = best
    return found


_NAMES = _names()
_MODIFIER_CODES = frozenset(
    getattr(pygame, c) for c in dir(pygame) if c.startswith("KSCAN_") and any(c[6:].endswith(m) for m in _MODIFIERS)
)

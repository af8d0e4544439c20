"""Keys: one meaning each, told by place, all of them in the help."""

import itertools

import pygame
import pytest

from micromutants.ui.intents import BINDINGS, Context, Intent, Keyed, key_map, key_name, keyed

MODS = {"": (0,), "shift": (1,), "ctrl": (2,), "alt": (3,), "step": (0, 1, 2)}


def event(scancode, mod=0, kind=pygame.KEYDOWN, key=0):
    return pygame.event.Event(kind, {"key": key, "scancode": scancode, "mod": mod, "unicode": ""})


@pytest.mark.parametrize("context", list(Context))
def test_a_key_has_one_meaning(context):
    taken = {}
    for binding in BINDINGS:
        if binding.context in (context, Context.ANYWHERE):
            for mod in MODS[binding.mod]:
                place = (binding.scancode, mod)
                assert place not in taken, (context, binding, taken.get(place))
                taken[place] = binding


def test_every_key_is_in_the_help():
    text = key_map()
    for binding in BINDINGS:
        words = binding.note or binding.intent.value
        line = next(line for line in text.split(f"## {binding.context.value}")[1].splitlines() if line.endswith(words))
        named = binding.chord in line or ("Arrows" in line and binding.name in ("Left", "Right", "Up", "Down"))
        assert named, binding


def test_keys_are_told_by_place_not_by_letter():
    # On an AZERTY keyboard the key in the place of Q gives an A.
    assert keyed(event(pygame.KSCAN_W, key=pygame.K_z), Context.TABLE) == Keyed(Intent.LOFT_UP)
    assert keyed(event(pygame.KSCAN_F9, key=pygame.K_w), Context.TABLE) is None


def test_key_up_and_other_events_mean_nothing():
    assert keyed(event(pygame.KSCAN_RETURN, kind=pygame.KEYUP), Context.TABLE) is None
    assert keyed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, {"button": 1, "pos": (0, 0)}), Context.TABLE) is None


@pytest.mark.parametrize(
    ("mod", "step"), [(0, 0), (pygame.KMOD_LSHIFT, 1), (pygame.KMOD_RSHIFT, 1), (pygame.KMOD_LCTRL, 2)]
)
def test_modifiers_choose_the_step(mod, step):
    assert keyed(event(pygame.KSCAN_LEFT, mod), Context.TABLE) == Keyed(Intent.LEFT, step)


def test_caps_and_num_lock_change_nothing():
    for mod in (pygame.KMOD_CAPS, pygame.KMOD_NUM):
        assert keyed(event(pygame.KSCAN_U, mod), Context.TABLE) == Keyed(Intent.UNDO)


def test_every_context_can_be_left_and_finished_by_keys():
    for context in Context:
        assert key_name(context, Intent.BACK) == "Esc"
    for context in (Context.MENU, Context.ARRANGE, Context.PLACE, Context.TABLE):
        assert key_name(context, Intent.CONFIRM) == "Enter"
        assert key_name(context, Intent.NEXT) == "Tab"


def test_every_intent_has_a_key():
    for intent, _ in itertools.groupby(Intent):
        assert any(binding.intent is intent for binding in BINDINGS), intent

"""Settings: what is kept, what becomes of a broken file, and keys of one's own."""

import json

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shell_driver import Driver, fits, opened_match

from micromutants.ui.app import App
from micromutants.ui.gallery.staging import shots
from micromutants.ui.intents import BINDINGS, Context, Intent, keyed
from micromutants.ui.keymap import Action, actions, bound, key_of, pressed_key, refusal, scancode_name
from micromutants.ui.screens.help import page_text
from micromutants.ui.screens.keys import KeysScreen
from micromutants.ui.screens.options import COLUMNS, OptionsScreen
from micromutants.ui.screens.shot import ShotScreen
from micromutants.ui.screens.title import TitleScreen
from micromutants.ui.settings import (
    DEAD_ZONES,
    Key,
    Settings,
    load_settings,
    opened_settings,
    save_settings,
    settings_path,
)

KEYS = {action.id: action for action in actions()}


def press(scancode, mod=0):
    return pygame.event.Event(pygame.KEYDOWN, {"key": 0, "scancode": scancode, "mod": mod, "unicode": ""})


# --- the file --------------------------------------------------------------------------------------------------


def test_all_settings_come_back(tmp_path):
    path = tmp_path / "settings.json"
    mine = Settings(
        text_size=1.5,
        reduced_motion=True,
        names=("Zoë",),
        preview="none",
        sound=False,
        volume=0.25,
        dead_zone=24.0,
        steady=8.0,
        dexterity=True,
        keys={"LOFT_UP": Key(20, "shift")},
        drills=("flick",),
    )
    assert save_settings(mine, path) == ""
    assert opened_settings(path) == (mine, "")


@pytest.mark.parametrize("data", [b"", b"\x00" * 40, b'{"text_size": 1.', b"[1, 2]", b"\xff\xfe", b'"text"'])
def test_a_file_that_is_no_settings_is_set_aside_and_told(tmp_path, data):
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    settings, told = opened_settings(path)
    assert settings == Settings()
    assert "settings-broken-1.json" in told
    assert (tmp_path / "settings-broken-1.json").read_bytes() == data
    assert not path.exists()
    path.write_bytes(data)
    assert "settings-broken-2.json" in opened_settings(path)[1]


def test_one_bad_value_does_not_lose_the_others(tmp_path):
    path = tmp_path / "settings.json"
    data = {"text_size": "huge", "sound": False, "names": ["Ada"], "keys": {"LOFT_UP": [20, ""], "UNDO": "x"}}
    path.write_text(json.dumps(data | {"later": 5}))
    settings, told = opened_settings(path)
    assert settings == Settings(sound=False, names=("Ada",), keys={"LOFT_UP": Key(20)})
    assert "text_size: expected `float`, got `str`" in told
    assert "keys.UNDO" in told
    assert load_settings(path) == settings
    assert json.loads((tmp_path / "settings-broken-1.json").read_text())["text_size"] == "huge"
    assert opened_settings(path) == (settings, "")


def test_a_setting_that_is_not_known_is_no_fault(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"later": 5, "sound": false}')
    assert opened_settings(path) == (Settings(sound=False), "")


def test_the_title_tells_of_broken_settings():
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{nonsense")
    try:
        app = App((1280, 800))
        app.reset(TitleScreen(app))
        assert "were broken" in app.message
        app.step([], 0.02)
    finally:
        for left in path.parent.glob("settings*"):
            left.unlink()


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda s: st.dictionaries(st.text(), s),
    )
)
def test_no_value_at_all_stops_the_program(tmp_path_factory, value):
    path = tmp_path_factory.mktemp("any") / "settings.json"
    for field in ("text_size", "names", "keys", "dead_zone"):
        path.write_text(json.dumps({field: value, "volume": 0.5}))
        settings, _ = opened_settings(path)
        assert settings.volume == 0.5
        bound(settings.keys)


# --- the options -----------------------------------------------------------------------------------------------


def test_every_option_is_chosen_by_its_button_and_shown_so():
    driver = Driver()
    driver.app.push(OptionsScreen(driver.app))
    rows = [row for column in COLUMNS for row in column]
    for row in rows:
        for label, changes, hint in row.choices:
            field = next(f for f in driver.top.form.fields if f.hint == hint)
            driver.top.form.reveal(field)
            driver.click(field.rect.center)
            for name, value in changes.items():
                assert getattr(driver.app.settings, name) == value, label
            on = [f for f in driver.top.form.fields if f.hint in [h for _, _, h in row.choices]]
            assert [f.hint for f in on if "#on" in f.element.object_ids] == [hint]


def test_all_options_go_back_only_when_asked_twice():
    names = ("Ada", "Brin")
    driver = Driver(settings=Settings(text_size=1.3, sound=False, names=names, keys={"UNDO_2": Key(pygame.KSCAN_X)}))
    driver.app.push(OptionsScreen(driver.app))
    driver.press("All as at first")
    assert driver.app.settings.text_size == 1.3
    driver.press("Really all of them")
    assert driver.app.settings == Settings(names=names)


@pytest.mark.parametrize("dead", DEAD_ZONES)
def test_the_dead_zone_is_as_large_as_chosen(dead):
    driver = Driver(settings=Settings(reduced_motion=True, dead_zone=dead))
    table = driver.to_move(opened_match())
    driver.key(pygame.KSCAN_TAB)
    x, y = table.places.mat.center
    driver.down((x, y))
    length = dead * driver.app.scale
    driver.move((x, round(y + length - 2)), left=True)
    assert not table.aiming.aim.ready
    driver.move((x, round(y + length + 2)), left=True)
    assert table.aiming.aim.ready


# --- keys ------------------------------------------------------------------------------------------------------


def test_every_usual_key_is_allowed_where_it_is():
    for action in actions():
        usual = action.usual
        key = Key(usual.scancode, "" if usual.mod == "step" else usual.mod)
        assert key_of(action, {}) == usual.chord
        if usual.mod != "alt":
            assert refusal(action, key, {}) == ""


def test_every_key_that_is_used_has_its_name():
    for binding in BINDINGS:
        assert scancode_name(binding.scancode) == binding.name


def test_a_chosen_key_holds_in_all_its_places_and_the_old_one_no_longer():
    bindings = bound({"UNDO_2": Key(pygame.KSCAN_X), "LEFT": Key(pygame.KSCAN_H)})
    for context in (Context.ARRANGE, Context.PLACE, Context.TABLE):
        assert keyed(press(pygame.KSCAN_X), context, bindings).intent is Intent.UNDO
        assert keyed(press(pygame.KSCAN_U), context, bindings) is None
        assert keyed(press(pygame.KSCAN_H, pygame.KMOD_LCTRL), context, bindings) == (Intent.LEFT, 2)
    assert keyed(press(pygame.KSCAN_LEFT), Context.MENU, bindings).intent is Intent.LEFT
    assert "X" in page_text("", bindings)


def test_a_key_that_is_taken_is_refused_with_what_it_does():
    assert "more loft" in refusal(KEYS["UNDO_2"], Key(pygame.KSCAN_W), {})
    assert refusal(KEYS["UNDO_2"], Key(pygame.KSCAN_W), {"LOFT_UP": Key(pygame.KSCAN_X)}) == ""
    assert "always" in refusal(KEYS["UNDO_2"], Key(pygame.KSCAN_ESCAPE), {})
    assert "finer" in refusal(KEYS["LEFT"], Key(pygame.KSCAN_X, "shift"), {})
    assert "system" in refusal(KEYS["UNDO_2"], Key(pygame.KSCAN_X, "alt"), {})
    # What holds everywhere must not take a key of the menus.
    assert refusal(KEYS["HELP"], Key(pygame.KSCAN_RETURN), {})
    # The same key may do different things in places that are never met at once.
    assert refusal(KEYS["PLAY"], Key(pygame.KSCAN_W), {}) == ""


def test_a_file_with_clashing_keys_leaves_nobody_without_keys():
    keys = {"UNDO_2": Key(pygame.KSCAN_W), "HELP": Key(pygame.KSCAN_TAB), "NO_SUCH": Key(4), "LEFT": Key(99999)}
    assert bound(keys) == BINDINGS


@given(
    st.dictionaries(st.sampled_from(sorted(KEYS)), st.builds(Key, st.integers(0, 300), st.sampled_from(["", "ctrl"])))
)
def test_no_choice_of_keys_makes_two_things_of_one_key(keys):
    bindings = bound(keys)
    for context in Context:
        seen = {}
        for binding in bindings:
            if binding.context in (context, Context.ANYWHERE):
                for mod in ("", "shift", "ctrl") if binding.mod == "step" else (binding.mod,):
                    assert seen.setdefault((binding.scancode, mod), binding.intent) is binding.intent


def test_modifiers_alone_are_no_key():
    assert pressed_key(press(pygame.KSCAN_LSHIFT, pygame.KMOD_LSHIFT)) is None
    assert pressed_key(press(pygame.KSCAN_A, pygame.KMOD_LSHIFT)) == Key(pygame.KSCAN_A, "shift")


def choose(driver, action: Action, scancode, mod=0):
    screen = driver.top
    while action not in screen.shown:
        driver.key(pygame.KSCAN_PAGEDOWN)
    field = screen.form.fields[screen.shown.index(action)]
    driver.click(field.rect.center)
    driver.key(scancode, mod)


def test_a_key_is_chosen_on_the_screen_and_works_at_the_table():
    driver = Driver()
    driver.app.push(OptionsScreen(driver.app))
    driver.press("Keys")
    screen = driver.top
    assert isinstance(screen, KeysScreen)
    choose(driver, KEYS["CONFIRM"], pygame.KSCAN_X)
    choose(driver, KEYS["LOFT_UP"], pygame.KSCAN_S)
    assert screen.failed
    assert "less loft" in screen.told
    choose(driver, KEYS["LOFT_UP"], pygame.KSCAN_ESCAPE)
    assert driver.top is screen
    assert driver.app.settings.keys == {"CONFIRM": Key(pygame.KSCAN_X)}
    driver.app.draw()
    driver.key(pygame.KSCAN_ESCAPE)
    driver.key(pygame.KSCAN_ESCAPE)
    table = driver.to_move(opened_match())
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=20)
    assert table.fire_field.key == "X"
    driver.key(pygame.KSCAN_RETURN)
    assert table.reel is None
    driver.key(pygame.KSCAN_X)
    assert table.reel is not None


def test_keys_go_back_to_the_usual_ones():
    driver = Driver(settings=Settings(keys={"UNDO_2": Key(pygame.KSCAN_X)}))
    driver.app.push(KeysScreen(driver.app))
    driver.press("All keys as at first")
    assert driver.app.settings.keys == {}
    assert driver.app.bindings == BINDINGS


def test_a_usual_key_is_chosen_again_without_an_entry():
    driver = Driver(settings=Settings(keys={"UNDO_2": Key(pygame.KSCAN_X)}))
    driver.app.push(KeysScreen(driver.app))
    choose(driver, KEYS["UNDO_2"], pygame.KSCAN_U)
    assert driver.app.settings.keys == {}


def test_the_focus_lost_ends_the_wait_for_a_key():
    driver = Driver()
    driver.app.push(KeysScreen(driver.app))
    driver.top._wait(KEYS["UNDO_2"])
    driver.post((pygame.WINDOWFOCUSLOST, {}))
    assert driver.top.waiting is None
    driver.key(pygame.KSCAN_ESCAPE)
    assert not isinstance(driver.top, KeysScreen)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text_size", [0.85, 1.0, 1.5])
def test_the_screens_fit_at_every_text_size(size, text_size):
    driver = Driver(size, Settings(text_size=text_size))
    for screen in (OptionsScreen(driver.app), KeysScreen(driver.app)):
        driver.app.push(screen)
        pages = getattr(screen, "pages", 1)
        for _ in range(pages):
            driver.app.draw()
            fits(screen.form, screen.card)
            for field in screen.form.fields:
                # No label is cut.
                assert not field.element.text.endswith("…"), field.element.text
            driver.key(pygame.KSCAN_PAGEDOWN)
        driver.app.pop()


def test_a_chosen_key_stands_on_the_buttons_of_a_player():
    driver = Driver(settings=Settings(keys={"PLAY": Key(pygame.KSCAN_X)}))
    driver.app.push(ShotScreen(driver.app, shots()[0], None))
    play = next(field for field in driver.top.form.fields if field.element.text == "Play")
    assert play.key == "X"
    driver.key(pygame.KSCAN_X)
    assert driver.top.player.running

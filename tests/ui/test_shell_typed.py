"""What is typed into fields may be anything: each screen takes it or says in a sentence why not.

`MICROMUTANTS_THOROUGH=1` types everything into every field instead of a fourth.
"""

import os

import pygame
import pytest
from shell_driver import Driver, new_match
from test_shell_storm import SCREENS

from micromutants.folders import HOME, documents_folder
from micromutants.match import bots, load_record
from micromutants.ui.screens.pause import PauseScreen
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.session import Session, suggested_name

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Saved matches go where they do no harm."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME, str(tmp_path))
    return tmp_path / "Micro Mutants"


TYPED = [
    *("/", "//", ".", "..", "../..", "~", "~nosuchuser", "~nosuchuser/a", "~root/", "a/b/c", "/proc/none/a", " ", "-"),
    *("x" * 390, "\u05d0\u05d1\u05d2 \u202eabc", "\U0001f41b\U0001f41c", "\u3072/\u3089", "CON", "a:b", "a%s{0}"),
    *("-1", "1e400", "nan", "0x10", "9" * 60, "1,5", "\u0661\u0662", "<b>x</b>", "'; rm -rf /", "\\\\host\\a"),
]  # fmt: skip

THOROUGH = os.environ.get("MICROMUTANTS_THOROUGH", "") not in ("", "0")

SCREENS_TRIED = ("new match", "load", "watch", "pause", "a name", "describe", "keep a shot", "pictured: other-physics")


def entries(driver):
    return [field for field in driver.top.form.fields if field.entry]


def typed(driver, number, text):
    """Put this into the field with that number, in place of what is there."""
    driver.click(entries(driver)[number].rect.center)
    for key in (pygame.K_a, pygame.K_BACKSPACE):
        values = {"key": key, "scancode": 0, "mod": pygame.KMOD_CTRL if key == pygame.K_a else 0, "unicode": ""}
        driver.post((pygame.KEYDOWN, values), (pygame.KEYUP, values))
    driver.post((pygame.TEXTINPUT, {"text": text}))
    driver.app.step(pygame.event.get(), 0.02)


@pytest.mark.parametrize("name", SCREENS_TRIED)
def test_anything_can_be_typed_and_taken(name, over, folder):
    for text in TYPED if THOROUGH else TYPED[SCREENS_TRIED.index(name) :: 4]:
        driver = Driver((1280, 800))
        driver.app.push(SCREENS[name](driver.app, over))
        driver.wait(0.1)
        screen = driver.top
        for number in range(len(entries(driver))):
            typed(driver, number, text)
        # Every button of the screen, as long as it is there.
        for label in [f.element.text for f in screen.form.fields if getattr(f.element, "text", None) and not f.entry]:
            if driver.app.stack and driver.top is screen and label not in ("Watch a record", "Exhibition"):
                field = next((f for f in screen.form.fields if getattr(f.element, "text", None) == label), None)
                if field is not None:
                    driver.click(field.rect.center)
        if driver.app.stack:
            driver.key(pygame.KSCAN_RETURN)
            driver.wait(0.1)
    for path in folder.parent.rglob("*"):
        # Nothing was written that is no record of a match.
        assert path.is_dir() or path.suffix in (".mmr", ".toml"), path


def test_a_folder_is_no_name_of_a_file(folder):
    driver = Driver((1280, 800))
    driver.app.push(PauseScreen(driver.app, Session(new_match())))
    for name in ("/", "..", "a/..", "~/", ".", " "):
        driver.top.file = name
        driver.press("Save")
        assert driver.top.failed, name
    assert not folder.exists() or list(folder.rglob("*.mmr")) == []


def test_another_match_is_only_replaced_when_it_is_asked_for_twice(folder):
    folder.mkdir()
    (folder / "mine.mmr").write_bytes(b"another match")
    driver = Driver((1280, 800))
    session = Session(new_match())
    driver.app.push(PauseScreen(driver.app, session))
    driver.top.file = "mine"
    driver.press("Save")
    assert "mine.mmr is there already; save once more to replace it." in driver.top.told
    assert (folder / "mine.mmr").read_bytes() == b"another match"
    driver.top.file = "other"
    driver.press("Save")
    driver.top.file = "mine"
    driver.press("Save")
    assert (folder / "mine.mmr").read_bytes() == b"another match"
    driver.press("Save")
    assert load_record(folder / "mine.mmr").seed == session.match.seed
    # What is its own is saved again without a question.
    driver.press("Save")
    assert not driver.top.failed
    driver.top.file = "other"
    driver.press("Save")
    assert driver.top.failed


def test_matches_of_one_day_are_saved_beside_each_other(over, folder):
    """From the end of a match there is no name to be given."""
    seeds = []
    for seed in (5, 6, 7):
        match = new_match((0, 1), seed)
        for _ in bots.play(match):
            pass
        driver = Driver((1280, 800))
        driver.app.push(WinnerScreen(driver.app, Session(match)))
        driver.top._save()
        assert not driver.top.failed
        driver.top._save()
        seeds.append(load_record(driver.top.session.saved_as).seed)
    assert seeds == [5, 6, 7]
    assert len(list(folder.iterdir())) == 3
    assert suggested_name(over.state).endswith("-4.mmr")
    assert os.path.lexists(documents_folder())

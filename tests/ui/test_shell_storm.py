"""Thousands of random intents and events on every screen: nothing may fail, and no piece be lost.

`MICROMUTANTS_THOROUGH=1` sends twenty times as many.
"""

import contextlib
import importlib
import os
import pkgutil
import random
import threading
import time
from pathlib import Path

import pygame
import pytest
from shell_driver import Driver, match_in, new_match

from micromutants.match import Match
from micromutants.rules import Phase, Seat, Setup
from micromutants.soak import faults
from micromutants.ui import gallery, opening, screens
from micromutants.ui.app import WAKE, App
from micromutants.ui.gallery.staging import shots
from micromutants.ui.intents import BINDINGS, Intent, Keyed
from micromutants.ui.screen import Screen
from micromutants.ui.screens import files
from micromutants.ui.screens.asking import ConfirmScreen, NameScreen
from micromutants.ui.screens.describe import DescribeScreen
from micromutants.ui.screens.elsewhere import ElsewhereScreen
from micromutants.ui.screens.files import FilesScreen
from micromutants.ui.screens.filming import FilmingScreen
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.help import HelpScreen
from micromutants.ui.screens.keepshot import KeepShotScreen
from micromutants.ui.screens.loading import LoadingScreen
from micromutants.ui.screens.lookon import LookOnScreen
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.screens.options import OptionsScreen
from micromutants.ui.screens.pause import PauseScreen
from micromutants.ui.screens.playing import PlayingScreen
from micromutants.ui.screens.practice import PracticeScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.rulings import RulingsScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.session import Session

pytestmark = pytest.mark.usefixtures("quick")

EACH = 10_000 if os.environ.get("MICROMUTANTS_THOROUGH", "") not in ("", "0") else 500
"""So many intents, and so many events, on every screen."""

SIZE = (960, 600)


def crowd(people):
    """A match of four in the Advanced game."""
    armies = ("usarthropods", "chitinians", "flyborgs", "sovietopters")
    seats = tuple(Seat(name, army) for name, army in zip("ABCD", armies, strict=True))
    return Match.new(Setup(seats, mode="advanced", terrain=("warp-gate", "acid-pit")), 4, bots=range(people, 4))


def pictured(name):
    def made(app, over):
        gallery.SCREENS[name](app)
        screen = app.stack.pop()
        screen.left()
        return screen

    return made


def beneath(app, name, kind):
    """The screen of this class among those that a picture puts on top of each other."""
    gallery.SCREENS[name](app)
    return next(screen for screen in app.stack if isinstance(screen, kind))


def at(phase):
    return lambda app, over: TableScreen(app, Session(match_in(phase)))


SCREENS = {
    "title": lambda app, over: TitleScreen(app),
    "new match": lambda app, over: NewMatchScreen(app),
    "load": lambda app, over: FilesScreen(app, watch=False),
    "watch": lambda app, over: FilesScreen(app, watch=True),
    "help": lambda app, over: HelpScreen(app),
    "options": lambda app, over: OptionsScreen(app),
    "pause": lambda app, over: PauseScreen(app, Session(over)),
    "handover": lambda app, over: HandoverScreen(app, Session(over), 1),
    "winner": lambda app, over: WinnerScreen(app, Session(over)),
    "replay": lambda app, over: ReplayScreen(app, over.record(), None),
    "filming": lambda app, over: FilmingScreen(app, shots()[0], lambda *_: None),
    "loading": lambda app, over: LoadingScreen(app, "It takes its time", lambda: time.sleep(0.01), lambda *_: None),
    "setting up": lambda app, over: TableScreen(app, Session(new_match(seed=9))),
    "bots": lambda app, over: TableScreen(app, Session(new_match((0, 1), 6))),
    "one against a bot": lambda app, over: TableScreen(app, Session(new_match((1,), 8))),
    "four": lambda app, over: TableScreen(app, Session(crowd(4))),
    "two and two bots": lambda app, over: TableScreen(app, Session(crowd(2))),
    "a move": at(Phase.MOVE),
    "an extra shot": at(Phase.EXTRA),
    "a reinforcement": at(Phase.REINFORCE),
    "a bug to put beside": at(Phase.PUT_BESIDE),
    "a name": lambda app, over: NameScreen(app, "Rename", "The file stays.", "a", lambda name: name[3:]),
    "a question": lambda app, over: ConfirmScreen(app, "Really?", "It is lost.", "Yes", app.pop, keep="No"),
    "rulings": lambda app, over: RulingsScreen(app, over.setup.rulings, ("resources", "acid-pit"), lambda _: None),
    "elsewhere": lambda app, over: ElsewhereScreen(app, over.record(), Path("a.mmr")),
    "looking on": lambda app, over: LookOnScreen(app, over.record(), Path("a.mmr")),
    "describe": lambda app, over: DescribeScreen(app, beneath(app, "sandbox", PracticeScreen).editing),
    "keep a shot": lambda app, over: KeepShotScreen(app, *to_keep(app)),
    **{f"pictured: {name}": pictured(name) for name in gallery.SCREENS},
}
"""Every class of screen is among them, those that are pictured with all that lies beneath them."""


def test_every_class_of_screen_is_among_them(over, storm):
    """That a class is missing here means that nothing random has ever come to it."""
    seen, with_fields = set(), set()
    for name in SCREENS:
        driver = Driver(SIZE)
        driver.app.push(SCREENS[name](driver.app, over))
        seen |= {type(screen) for screen in driver.app.stack}
        with_fields |= {type(driver.top).__name__} if any(field.entry for field in driver.top.form.fields) else set()
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    assert set(subclasses(Screen)) - seen - {PlayingScreen} == set()
    # What is typed into these is the matter of test_shell_typed.
    names = {"NewMatchScreen", "FilesScreen", "PauseScreen", "NameScreen", "DescribeScreen", "KeepShotScreen"}
    assert with_fields == names | {"OtherPhysicsScreen"}


def subclasses(kind):
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def to_keep(app):
    """A practice table and a shot from it."""
    table = beneath(app, "practice", PracticeScreen)
    return table, table.stand.scenario.shots[0].moves


@pytest.fixture
def storm(tmp_path, monkeypatch):
    """Files that are saved by chance go where they do no harm."""
    monkeypatch.chdir(tmp_path)
    return random.Random(71)


def opened(name, over):
    driver = Driver(SIZE)
    driver.app.push(SCREENS[name](driver.app, over))
    driver.wait(0.2)
    return driver


def kept_alive(driver, name, over):
    """Goes on where the screen was left, and holds the match at the table to what must be true."""
    app = driver.app
    session = getattr(app.top, "session", None) if app.stack else None
    if session is not None:
        assert list(faults(session.match.state)) == []
    if not app.stack or not app.running or isinstance(app.top, TitleScreen) != (name == "title"):
        app.running = True
        app.reset(TitleScreen(app))
        app.push(SCREENS[name](app, over))


@pytest.mark.parametrize("name", SCREENS)
def test_random_intents(name, over, storm):
    driver = opened(name, over)
    intents = list(Intent)
    for number in range(EACH):
        driver.app.top.keyed(Keyed(intents[int(storm.random() * len(intents))], int(storm.random() * 3)))
        if not driver.app.stack or number % 10 == 0:
            if driver.app.stack:
                driver.app.step(pygame.event.get(), storm.random() * 0.3)
            kept_alive(driver, name, over)


NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 255, -1, 2**31 - 1, -(2**31))
CHARACTERS = ("", " ", "a", "7", "\0", "é", "ひ", "\x1b", "\U0001f41b", "\ud800", "x" * 300)
OTHERS = [
    *(pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED),
    *(pygame.WINDOWEXPOSED, pygame.WINDOWLEAVE, pygame.WINDOWENTER, pygame.WINDOWMOVED, pygame.WINDOWCLOSE),
    *(pygame.WINDOWHIDDEN, pygame.WINDOWSHOWN, pygame.WINDOWDISPLAYCHANGED, pygame.VIDEOEXPOSE, pygame.ACTIVEEVENT),
    *(pygame.CLIPBOARDUPDATE, pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED, pygame.RENDER_TARGETS_RESET),
    *(pygame.APP_LOWMEMORY, pygame.KEYMAPCHANGED, pygame.LOCALECHANGED, pygame.USEREVENT, WAKE, pygame.QUIT),
]


def event(draw):
    """An event of any kind, with values that may be far off."""

    def one_of(choices):
        return choices[int(draw.random() * len(choices))]

    def somewhere():
        if draw.random() < 0.1:
            return one_of(NUMBERS), one_of(NUMBERS)
        return int(draw.random() * SIZE[0]), int(draw.random() * SIZE[1])

    match int(draw.random() * 14):
        case 0 | 1 | 2:
            kind = one_of((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
            return kind, {"pos": somewhere(), "button": one_of((1, 1, 1, 3, *NUMBERS[1:11])), "touch": False}
        case 3 | 4:
            held = tuple(int(draw.random() < 0.4) for _ in range(3))
            return pygame.MOUSEMOTION, {"pos": somewhere(), "rel": (one_of(NUMBERS), 0), "buttons": held}
        case 5:
            x, y = one_of(NUMBERS), one_of(NUMBERS)
            return pygame.MOUSEWHEEL, {"x": x, "y": y, "precise_x": x * 0.1, "precise_y": y * 0.1, "flipped": False}
        case 6 | 7 | 8:
            scancode = one_of(BINDINGS).scancode if draw.random() < 0.8 else one_of(NUMBERS)
            mods = (0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
            keys = (0, pygame.K_BACKSPACE, pygame.K_c, pygame.K_v, pygame.K_x, pygame.K_a, pygame.K_RETURN, 2**30)
            values = {"key": one_of(keys), "scancode": scancode, "mod": one_of(mods), "unicode": one_of(CHARACTERS)}
            return one_of((pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP)), values
        case 9:
            return pygame.TEXTINPUT, {"text": one_of(CHARACTERS)}
        case 10:
            return pygame.TEXTEDITING, {"text": one_of(CHARACTERS), "start": one_of(NUMBERS), "length": one_of(NUMBERS)}
        case 11:
            place = {"x": draw.random(), "y": draw.random(), "dx": 0.0, "dy": 0.0, "finger_id": 1, "touch_id": 1}
            return one_of((pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)), place
        case 12:
            kinds = (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED, pygame.JOYBUTTONDOWN, pygame.JOYAXISMOTION)
            return one_of(kinds), {"device_index": 0, "instance_id": 0, "joy": 0, "button": 1, "axis": 0, "value": 1.0}
        case _:
            if draw.random() < 0.15:
                width, height = one_of(((0, 0), (1, 1), (-5, 3), SIZE, (640, 400)))
                return pygame.VIDEORESIZE, {"size": (width, height), "w": width, "h": height}
            if draw.random() < 0.1:
                return pygame.DROPFILE, {"file": "/no/where.mmr"}
            return one_of(OTHERS), {}


@pytest.mark.parametrize("name", SCREENS)
def test_random_events(name, over, storm):
    driver = opened(name, over)
    for _ in range(EACH // 10):
        events = [pygame.event.Event(*event(storm)) for _ in range(10)]
        driver.app.step([*events, *pygame.event.get()], storm.random() * 0.3)
        kept_alive(driver, name, over)


@pytest.mark.parametrize("leaving", ["help is closed", "given up beneath", "everything is left"])
def test_what_was_waited_for_comes_when_the_card_is_on_top_again(leaving):
    """The work may end while help lies over the card, or when the card is no longer there."""
    driver = Driver(SIZE)
    came = []
    release = threading.Event()
    card = LoadingScreen(driver.app, "It takes its time", release.wait, lambda *found: came.append(found))
    driver.app.push(card)
    driver.app.open_help()
    shown = driver.top
    if leaving == "everything is left":
        driver.app.reset(TitleScreen(driver.app))
        shown = driver.top
    release.set()
    driver.settle()
    assert driver.top is shown
    assert came == []
    if leaving == "everything is left":
        driver.wait(0.5)
        assert (driver.app.stack, came) == ([shown], [])
        return
    driver.app.pop()
    if leaving == "given up beneath":
        driver.app.top.back()
    driver.wait(0.2)
    assert card not in driver.app.stack
    assert came == ([(True, None)] if leaving == "help is closed" else [])


def test_a_shot_that_is_shown_and_not_of_the_match_is_not_saved():
    """Such as one that is staged for a picture."""
    driver = Driver(SIZE)
    gallery.SCREENS["flight"](driver.app)
    driver.app.top.keyed(Keyed(Intent.KEEP, 1))
    assert driver.app.top.note == ("This cannot be saved: there is no action 1, the match has 0.", "bad")


@pytest.mark.parametrize("failing", [True, False])
def test_a_clipboard_that_is_absent_or_holds_junk(failing, monkeypatch):
    """Copying, cutting and pasting in a field do what they can."""

    def get_text():
        if failing:
            raise pygame.error("clipboard system is not initialized")
        return "a\0b\n" + "x" * 100_000 + "\ud800"

    def put_text(text):
        if failing:
            raise pygame.error("clipboard system is not initialized")

    monkeypatch.setattr(pygame.scrap, "get_text", get_text)
    monkeypatch.setattr(pygame.scrap, "put_text", put_text)
    driver = Driver(SIZE)
    driver.app.push(FilesScreen(driver.app, watch=True))
    field = next(field for field in driver.top.form.fields if field.entry)
    driver.click(field.rect.center)
    driver.post((pygame.TEXTINPUT, {"text": "ab"}))
    assert driver.top.form.typing is not None
    for key in (pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v, pygame.K_v):
        values = {"key": key, "scancode": 0, "mod": pygame.KMOD_CTRL, "unicode": ""}
        driver.post((pygame.KEYDOWN, values), (pygame.KEYUP, values))
        driver.wait(0.1)
    assert driver.top.form.typing is not None


def test_a_match_whose_file_has_a_name_that_is_no_unicode_can_be_paused():
    driver = Driver(SIZE)
    session = Session(new_match())
    session.saved_as = Path(os.fsdecode(b"/tmp/\xff.mmr"))
    driver.app.push(PauseScreen(driver.app, session))
    driver.wait(0.1)
    assert driver.top.file.isprintable()


@pytest.mark.parametrize("when", [-1e10, 1e12, 0.0])
def test_files_from_a_clock_that_was_far_off_are_listed(when, tmp_path, monkeypatch):
    path = tmp_path / "a.mmr"
    path.write_bytes(b"")
    (tmp_path / "broken.mmr").symlink_to("nowhere")
    with contextlib.suppress(OSError, OverflowError):
        os.utime(path, (when, when))
    monkeypatch.setattr(files, "documents_folder", lambda: tmp_path)
    driver = Driver(SIZE)
    driver.app.push(FilesScreen(driver.app, watch=True))
    driver.wait(0.1)
    assert driver.top.paths[0] == path


@pytest.mark.parametrize("seconds", [-1e9, -0.001, 0.0, 1e9, float("inf")])
def test_d2_d3_a_clock_that_jumps_moves_nothing_but_the_film(seconds):
    """Time between two frames may be anything; matches do not know it."""
    driver = Driver(SIZE)
    table = driver.play(match_in(Phase.MOVE))
    before = table.session.match.state.digest()
    for _ in range(3):
        driver.app.step([], seconds)
    assert table.session.match.state.digest() == before


def test_a_display_that_is_lost_is_one_sentence(monkeypatch, capsys):
    def lost(self):
        raise pygame.error("video system not initialized")

    monkeypatch.setattr(App, "run", lost)
    assert opening.run() == 1
    assert capsys.readouterr().err == "The window is lost: video system not initialized.\n"


def test_i18_a_queue_that_is_full_is_emptied_again():
    driver = Driver(SIZE)
    posted = 0
    with contextlib.suppress(pygame.error):
        while posted < 100_000:
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))
            posted += 1
    assert 60_000 < posted < 70_000
    got = []
    driver.app.worker.start(lambda: 5, lambda result, error: got.append(result))
    driver.wait(0.3)
    assert got == [5]
    assert pygame.event.peek(pygame.USEREVENT) == 0

"""The window itself: sizes, settings, reasons, threads."""

import threading
import time

import msgspec
import pygame
import pytest
from shell_driver import Driver, fits, match_in, opened_match

from micromutants.rules import Phase
from micromutants.ui.layout import SMALLEST, places, scale_for
from micromutants.ui.page import Page, parse, runs
from micromutants.ui.paint import fitted, plain, width_of, wrapped
from micromutants.ui.screens.files import FilesScreen
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.help import PAGES, HelpScreen
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.screens.options import OptionsScreen
from micromutants.ui.screens.pause import PauseScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.title import TitleScreen
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.settings import TEXT_SIZES, Settings, load_settings, save_settings
from micromutants.ui.worker import Worker


def resize(driver, size):
    pygame.display.set_mode(size, pygame.RESIZABLE)
    driver.post((pygame.VIDEORESIZE, {"size": size, "w": size[0], "h": size[1]}))


def test_what_lies_under_a_card_keeps_its_buttons():
    driver = Driver()
    table = driver.to_move()
    driver.app.draw()
    field = next(f for f in table.form.fields if f.element.text == "Undo")
    edge = pygame.Rect(field.rect.x, field.rect.y, field.rect.width, 4)
    table.open_menu()
    driver.app.draw()
    shown = driver.app.canvas.subsurface(edge).copy()
    table.form.clear()
    driver.app.draw()
    without = driver.app.canvas.subsurface(edge)
    assert pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(without, "RGB")


def test_what_lies_under_a_card_follows_the_size_of_the_window():
    driver = Driver()
    table = driver.to_move()
    table.open_menu()
    resize(driver, (960, 600))
    assert isinstance(driver.top, PauseScreen)
    assert table.places == places((960, 600), driver.app.scale)
    assert table.form.fields == []
    driver.app.draw()
    resize(driver, (1280, 800))


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (3840, 2160), (960, 2000), (3000, 640)])
@pytest.mark.parametrize("text_size", [min(TEXT_SIZES), max(TEXT_SIZES)])
def test_screens_take_any_size(size, text_size):
    driver = Driver(settings=Settings(text_size=text_size, reduced_motion=True))
    table = driver.to_move()
    resize(driver, size)
    assert driver.app.window_size == size
    assert tuple(table.camera.view.rect)[2:] == table.places.mat.size
    for screen in (
        TitleScreen(driver.app),
        NewMatchScreen(driver.app),
        FilesScreen(driver.app, watch=True),
        HelpScreen(driver.app),
        PauseScreen(driver.app, table.session),
        OptionsScreen(driver.app),
        HandoverScreen(driver.app, table.session, 1),
        WinnerScreen(driver.app, table.session),
        ReplayScreen(driver.app, table.session.match.record(), None),
    ):
        driver.app.push(screen)
        driver.wait(0.1)
        fits(screen.form, driver.top.rect)
        driver.app.pop()


@pytest.mark.parametrize("size", [(1, 1), (1, 700), (30, 30)])
def test_a_minimised_window_is_no_size(size):
    driver = Driver()
    driver.to_move()
    before = driver.app.size, driver.app.scale
    resize(driver, size)
    driver.wait(0.2)
    assert (driver.app.size, driver.app.scale) == before
    resize(driver, (1280, 800))
    driver.wait(0.2)
    assert driver.app.window_size == (1280, 800)


def test_a_window_that_is_too_small_shows_everything_shrunk():
    driver = Driver()
    table = driver.to_move()
    resize(driver, (640, 400))
    assert driver.app.size == SMALLEST
    bug = next(p.id for p in table.session.state.table if p.owner == 1)
    x, y = driver.pixel(table, bug)
    driver.click((round(x * 640 / SMALLEST[0]), round(y * 400 / SMALLEST[1])))
    assert table.shown_card == bug


def test_a_resize_gives_up_the_drag():
    driver = Driver()
    table = driver.to_move()
    driver.key(pygame.KSCAN_TAB)
    x, y = table.places.mat.center
    driver.down((x, y))
    driver.move((x, y + 80), left=True)
    assert table.aiming.aim.ready
    resize(driver, (1000, 700))
    assert table.aiming.pull is None
    assert not table.aiming.aim.ready


@pytest.mark.parametrize("text_size", TEXT_SIZES)
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080), (3840, 2160), (960, 1400), (3000, 640)])
def test_the_panels_of_the_table_do_not_overlap(size, text_size):
    at = places(size, scale_for(size, text_size))
    rects = [at.mat, at.banner, *at.dice, at.words, at.actions, *at.players, at.log, at.tools]
    # With large type in a small window card and side view take turns in one place, the log too where there is no room.
    assert at.shared == (at.card == at.side)
    rects += [] if at.card == at.log else [at.card]
    window = pygame.Rect((0, 0), size)
    for number, rect in enumerate(rects):
        assert window.contains(rect), number
        assert rect.width > 0
        assert rect.height > 0
        for other in rects[number + 1 :]:
            assert not rect.colliderect(other), (rect, other)


def test_every_disabled_button_has_a_reason_and_every_reason_disables():
    driver = Driver()
    seen = 0
    table = driver.to_move()
    session = table.session
    screens = [table, NewMatchScreen(driver.app), PauseScreen(driver.app, session), OptionsScreen(driver.app)]
    screens += [FilesScreen(driver.app, watch=False), HelpScreen(driver.app)]
    for screen in screens:
        if screen is not table:
            driver.app.push(screen)
        for field in screen.form.fields:
            assert field.element.is_enabled == (not field.why)
            seen += bool(field.why)
        if screen is not table:
            driver.app.pop()
    assert seen >= 4


def test_reasons_hold_in_every_phase():
    for phase in (Phase.EXTRA, Phase.REINFORCE, Phase.PUT_BESIDE):
        driver = Driver()
        driver.play(match_in(phase, bots=()))
        driver.wait(0.6)
        driver.key(pygame.KSCAN_RETURN)
        driver.settle()
        for field in driver.top.form.fields:
            assert field.element.is_enabled == (not field.why)


def test_nothing_is_animated_while_a_person_thinks():
    driver = Driver(settings=Settings())
    table = driver.to_move()
    driver.wait(1.0)
    assert not driver.app.top.animating
    driver.move(driver.pixel(table, next(p.id for p in table.session.state.table)))
    assert not driver.app.top.animating


def test_a_flood_of_motions_is_one_motion(monkeypatch):
    driver = Driver()
    table = driver.to_move()
    seen = []
    monkeypatch.setattr(table, "moved", lambda pos, buttons: seen.append(pos))
    driver.post(*[(pygame.MOUSEMOTION, {"pos": (i, i), "rel": (0, 0), "buttons": (0, 0, 0)}) for i in range(500)])
    assert seen == [(499, 499)]


def test_settings_are_saved_only_when_they_change(tmp_path):
    path = tmp_path / "deep" / "settings.json"
    assert load_settings(path) == Settings()
    assert save_settings(Settings(), path) == ""
    assert not path.exists()
    changed = Settings(text_size=1.3, names=("Zoë", "ひらがな"))
    assert save_settings(changed, path) == ""
    assert load_settings(path) == changed
    stamp = path.stat().st_mtime_ns
    assert save_settings(changed, path) == ""
    assert path.stat().st_mtime_ns == stamp
    path.write_bytes(b'{"text_size": 99')
    assert load_settings(path) == Settings()


def test_settings_that_can_not_be_written_say_so(tmp_path):
    (tmp_path / "file").write_text("")
    assert "file" in save_settings(Settings(text_size=1.3), tmp_path / "file" / "settings.json")


def test_text_size_changes_the_scale_at_once():
    driver = Driver()
    before = driver.app.scale
    driver.app.push(OptionsScreen(driver.app))
    driver.press("Largest")
    assert driver.app.scale == pytest.approx(before * 1.5)
    driver.press("Reduced")
    assert driver.app.settings == Settings(text_size=1.5, reduced_motion=True)


def test_a_job_is_done_in_another_thread_and_handed_over_in_this_one():
    woken = threading.Event()
    worker = Worker(woken.set)
    got = []
    worker.start(threading.get_ident, lambda result, error: got.append((result, error, threading.get_ident())))
    worker.start(lambda: 1 // 0, lambda result, error: got.append((type(error),)))
    dropped = worker.start(lambda: 5, lambda result, error: got.append("dropped"))
    worker.drop(dropped)
    assert woken.wait(5)
    end = time.monotonic() + 5
    while worker.busy and time.monotonic() < end:
        worker.poll()
    first = next(entry for entry in got if len(entry) == 3)
    assert first[0] != first[2] == threading.get_ident()
    assert (ZeroDivisionError,) in got
    assert len(got) == 2


def test_no_audio_device_is_no_error(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "nosuch")
    driver = Driver()
    driver.wait(0.1)
    assert not pygame.mixer.get_init()


def test_every_help_page_is_there_and_can_be_scrolled():
    driver = Driver()
    driver.key(pygame.KSCAN_F1)
    screen = driver.top
    assert isinstance(screen, HelpScreen)
    for tab, (name, _) in enumerate(PAGES):
        driver.press(name)
        assert screen.tab == tab
        assert screen._page.surface.get_height() > 200
        driver.key(pygame.KSCAN_PAGEDOWN, times=50)
        bottom = screen._up
        driver.key(pygame.KSCAN_DOWN)
        assert screen._up == bottom
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is not screen


def test_markdown_blocks():
    text = "# A\n\nOne **two** `three`\nfour.\n\n- first\n  goes on\n- second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    kinds = [block.kind for block in parse(text)]
    assert kinds == ["h1", "p", "li", "li", "head", "row"]
    assert parse(text)[2].text == "first goes on"
    assert runs("One **two** `three` [x](y)") == [
        ("One ", False, False),
        ("two", True, False),
        (" ", False, False),
        ("three", False, True),
        (" x", False, False),
    ]
    assert Page(text, 300, 1.0).surface.get_width() == 300


def test_text_is_kept_within_its_width():
    pygame.font.init()
    assert plain("a\x00b\n") == "a b "
    assert width_of(fitted("x" * 5000, 14, 200), 14) <= 200
    for line in wrapped("a word and " + "y" * 500, 14, 120):
        assert width_of(line, 14) <= 120


def test_settings_schema_is_strict_about_sense():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"text_size": 40.0}', type=Settings)


def test_opened_match_is_for_a_person():
    assert opened_match().to_act == 0

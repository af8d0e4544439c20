"""A click on a button is a press and a release on it, whatever the screen does between them."""

import pygame
import pytest
from shell_driver import Driver

from micromutants.ui.screens.options import OptionsScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.title import TitleScreen


@pytest.fixture(scope="module")
def record(by_experts):
    return by_experts.record()


def field(driver, label):
    return next(f for f in driver.top.form.fields if getattr(f.element, "text", None) == label)


def playing(record):
    driver = Driver()
    screen = ReplayScreen(driver.app, record, None)
    driver.app.push(screen)
    screen.player.speed = 4.0
    driver.press("Play")
    assert screen.player.running
    return driver, screen


def test_a_button_is_pressed_though_the_screen_is_laid_out_anew_meanwhile(record):
    driver, screen = playing(record)
    close = field(driver, "Close")
    at = close.rect.center
    driver.move(at)
    driver.down(at)
    before = screen.player.done
    while screen.player.done == before:
        driver.wait(0.05)
    assert field(driver, "Close") is not close
    driver.up(at)
    assert isinstance(driver.top, TitleScreen)


def test_every_click_counts_while_a_record_plays_fast(record):
    driver, screen = playing(record)
    loops = 0
    while loops < 40 and screen.player.running:
        at = field(driver, "Loop").rect.center
        was = screen.player.loop
        driver.move(at)
        driver.down(at)
        driver.wait(0.15)
        driver.up(at)
        assert screen.player.loop is not was
        loops += 1
    assert loops > 5


def test_a_press_here_and_a_release_there_is_no_click():
    driver = Driver()
    driver.app.push(OptionsScreen(driver.app))
    dark, light, done = (field(driver, label).rect.center for label in ("Dark", "Light", "Done"))
    driver.down(dark)
    driver.up(light)
    driver.down((2, 2))
    driver.up(done)
    driver.up(done)
    driver.down(dark)
    driver.post((pygame.WINDOWFOCUSLOST, {}))
    driver.up(dark)
    assert driver.app.settings.mat == "green"
    assert isinstance(driver.top, OptionsScreen)
    driver.click_right(done)
    assert isinstance(driver.top, OptionsScreen)


def test_a_click_presses_once_and_at_once():
    driver = Driver()
    pressed = []
    driver.app.push(OptionsScreen(driver.app))
    done = field(driver, "Done")
    done.act = lambda: pressed.append(1)
    driver.post((pygame.MOUSEBUTTONDOWN, {"pos": done.rect.center, "button": 1}))
    assert pressed == []
    driver.post((pygame.MOUSEBUTTONUP, {"pos": done.rect.center, "button": 1}))
    assert pressed == [1]
    driver.wait(0.3)
    assert pressed == [1]


def test_another_button_in_the_same_place_is_not_pressed():
    """As where a card comes up between the press and the release."""
    driver = Driver()
    at = field(driver, "New match").rect.center
    driver.down(at)
    driver.app.top.relayout()
    kept = driver.top.form.fields[0]
    kept.element.set_text("Something else")
    driver.up(at)
    assert isinstance(driver.top, TitleScreen)
    assert len(driver.app.stack) == 1

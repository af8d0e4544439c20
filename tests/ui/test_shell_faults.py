"""Faults that windows of this kind have had, those that no other test of the window is about (tests/FAULTS.md)."""

import math

import pygame
import pytest
from shell_driver import Driver, new_match, opened_match

from micromutants.match import bots
from micromutants.rules import Flick, can_flick
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.session import Session
from micromutants.ui.settings import Settings

pytestmark = pytest.mark.usefixtures("quick")

ENTRIES = 14


@pytest.fixture(scope="module")
def alone():
    """Digests of a match of bots that nobody watches."""
    match = new_match((0, 1), 12)
    for entry in bots.play(match):
        if entry.number == ENTRIES:
            break
    return [entry.digest for entry in match.log]


@pytest.mark.parametrize(("speed", "frame", "calm"), [(0.25, 0.1, False), (1.0, 0.033, True), (8.0, 0.07, False)])
def test_d4_d13_d16_any_speed_frame_rate_and_effect_shows_the_same_match(alone, speed, frame, calm, monkeypatch):
    """The match in the window is the one without it: nothing that is shown draws from its generator."""
    driver = Driver((960, 600), Settings(reduced_motion=calm))
    monkeypatch.setattr(driver.app, "draw", lambda: None)
    table = TableScreen(driver.app, Session(new_match((0, 1), 12)))
    table.speed = speed
    driver.app.push(table)
    for number in range(20_000):
        driver.app.step(pygame.event.get(), frame)
        if len(table.session.match.log) >= ENTRIES:
            break
        if number % 7 == 0:
            # Somebody looks around meanwhile.
            driver.move((number % 900, number % 500))
            table.keyed(Keyed((Intent.ZOOM_IN, Intent.ZOOM_OUT, Intent.LOG_OLDER, Intent.FIT)[number % 4]))
        if number % 50 == 0 and speed != 0.25:
            table.keyed(Keyed(Intent.SKIP))
    found = [entry.digest for entry in table.session.match.log]
    assert found[:ENTRIES] == alone


def test_d16_a_shot_by_hand_is_the_shot_of_the_match_without_a_window():
    driver = Driver()
    table = driver.to_move(opened_match())
    bug = next(iter(can_flick(table.session.state)))
    x, y = driver.pixel(table, bug)
    driver.move((x, y))
    driver.down((x, y))
    driver.move((x + 20, y + 80), left=True)
    driver.up((x + 20, y + 80))
    shown = table.session.match.log
    number = next(i for i, entry in enumerate(shown) if isinstance(entry.action, Flick))
    again = opened_match()
    again.apply(shown[number].action)
    again.advance()
    assert [entry.digest for entry in again.log[: number + 2]] == [entry.digest for entry in shown[: number + 2]]


def test_i5_full_screen_and_back_keeps_what_a_pixel_means():
    driver = Driver((1280, 800))
    table = driver.to_move()
    corners = [(0.0, 0.0), (760.0, 0.0), (760.0, 760.0), (0.0, 760.0)]
    before = [table.camera.view.to_screen(*corner) for corner in corners]
    for _ in range(2):
        driver.app.toggle_fullscreen()
        driver.wait(0.1)
        for corner in corners:
            pixel = table.camera.view.to_screen(*corner)
            assert math.dist(table.camera.view.to_mat(*pixel), corner) < 1e-6
            assert driver.top.rect.collidepoint(pixel)
    for corner, pixel in zip(corners, before, strict=True):
        assert table.camera.view.to_screen(*corner) == pytest.approx(pixel)


def test_i8_a_key_that_is_held_when_the_focus_goes_is_let_go():
    driver = Driver()
    driver.to_move()
    values = {"key": 0, "scancode": pygame.KSCAN_LSHIFT, "mod": 0, "unicode": ""}
    driver.post((pygame.KEYDOWN, values))
    assert driver.app.held == {pygame.KSCAN_LSHIFT}
    log = len(driver.top.session.match.log)
    driver.post((pygame.WINDOWFOCUSLOST, {}))
    assert driver.app.held == set()
    driver.wait(1.0)
    # What comes up later was not pressed here, and does nothing.
    driver.post((pygame.KEYUP, values | {"scancode": pygame.KSCAN_RETURN}))
    assert len(driver.top.session.match.log) == log


def test_i14_an_aim_starts_where_the_bug_lies_now():
    """After a flick the same bug is aimed with at once where it has come to rest, by mouse and by keys."""
    driver = Driver()
    match = opened_match()
    table = driver.to_move(match)
    bug = next(iter(can_flick(match.state)))
    old = match.state.table[bug]
    x, y = driver.pixel(table, bug)
    driver.down((x, y))
    driver.move((x, y + 60), left=True)
    driver.up((x, y + 60))
    driver.settle()
    now = match.state.table[bug]
    assert math.dist((now.x, now.y), (old.x, old.y)) > 5.0
    table.aiming.pick(match.state, bug)
    look = table.aiming.look(match.state, "none", match.state.setup.seats[0].hand)
    assert (look.x, look.y) == (now.x, now.y)


@pytest.mark.parametrize("number", [0, 1, 2, 7])
def test_i17_joysticks_come_and_go_without_a_word(number):
    driver = Driver()
    table = driver.to_move()
    before = len(table.session.match.log)
    for kind in (pygame.JOYDEVICEADDED, pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED, pygame.JOYDEVICEREMOVED):
        driver.post((kind, {"device_index": number, "instance_id": number}))
    driver.post((pygame.JOYBUTTONDOWN, {"instance_id": number, "joy": number, "button": 0}))
    assert driver.top is table
    assert len(table.session.match.log) == before

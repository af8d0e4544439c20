"""The end of a match: how it went as a chart, and what falls for the winner."""

import msgspec
import pygame
import pytest
from shell_driver import Driver, new_match

from micromutants.rules import is_base, is_bug
from micromutants.ui.course import apart, course_of
from micromutants.ui.draw.triumph import FALLING
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.session import Session
from micromutants.ui.settings import Settings


@pytest.fixture(scope="module")
def match(by_experts):
    return by_experts


def shown(match, size=(1280, 800), **chosen):
    driver = Driver(size, Settings(**chosen))
    screen = WinnerScreen(driver.app, Session(match))
    driver.app.push(screen)
    return driver, screen


def test_the_course_of_a_match_is_that_of_its_states(match):
    course = course_of(match)
    begun = [entry.state for entry in match.log if entry.state.turn > 0]
    for player in (0, 1):
        bugs = [sum(p.owner == player and is_bug(state, p.id) for p in state.table) for state in begun]
        assert list(course.bugs[player]) == bugs
        bases = [sum(p.owner == player and is_base(state, p.id) for p in state.table) for state in begun]
        assert len(course.lost[player]) == bases[0] - bases[-1]
        for index in course.lost[player]:
            assert bases[index] < bases[index - 1]
    assert course.actions == len(begun) - 1
    assert any(course.lost)


def test_a_match_that_has_not_begun_has_a_course():
    course = course_of(new_match())
    assert course.actions == 0
    assert course.lost == ((), ())


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ([5, 50], [5, 50]),
        ([50, 50], [50, 60]),
        ([52, 50], [60, 50]),
        ([100, 100, 100], [80, 90, 100]),
        ([98, 10, 99], [90, 10, 100]),
        ([], []),
    ],
)
def test_badges_at_the_ends_of_lines_lie_apart(places, found):
    assert apart(places, 10, 100) == found


def test_paper_falls_for_a_while_and_then_nothing_moves(match):
    driver, screen = shown(match)
    assert screen.animating
    driver.wait(1.5)
    falling = pygame.image.tobytes(driver.app.canvas, "RGB")
    driver.wait(FALLING)
    assert not screen.animating
    driver.app.draw()
    assert pygame.image.tobytes(driver.app.canvas, "RGB") != falling


def test_with_reduced_motion_and_after_a_draw_nothing_falls(match, monkeypatch):
    _, screen = shown(match, reduced_motion=True)
    assert not screen.animating
    session = Session(match)
    drawn = msgspec.structs.replace(match.state, winner=None)
    monkeypatch.setattr(Session, "state", property(lambda _: drawn))
    driver = Driver((1280, 800), Settings())
    screen = WinnerScreen(driver.app, session)
    driver.app.push(screen)
    driver.app.draw()
    assert not screen.animating


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_all_of_the_result_is_seen_at_once_at_the_usual_size(match, size):
    _, screen = shown(match, size)
    assert screen.scroll.limit == 0
    driver, large = shown(match, size, text_size=1.5)
    assert large.scroll.limit == 0
    chart = large._below
    assert chart is not None
    assert driver.app.canvas.get_rect().contains(chart)
    assert not chart.colliderect(large._mat)
    assert not chart.colliderect(large.card)


def test_a_result_with_a_message_scrolls_where_height_is_short(match):
    _, large = shown(match, (960, 600), text_size=1.5)
    large.told = "Saved as somewhere that takes a line or two to say."
    large.relayout()
    large.scrolled(9999)
    assert large.scroll.up == large.scroll.limit

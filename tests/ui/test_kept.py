"""Pictures that are kept: found again, bounded by the room that there is, and nothing is drawn that is not seen."""

import pygame
import pytest
import quick_physics
from shell_driver import Driver

from micromutants.ui import gallery, kept
from micromutants.ui.draw import scene as drawing
from micromutants.ui.kept import Room, room


@pytest.fixture
def own(monkeypatch):
    """A room of its own, for 100 pixels."""
    found = Room()
    monkeypatch.setattr(kept, "ROOM", found)
    monkeypatch.setattr(kept, "room", lambda: 100)
    return found


def drawer(most, drawn):
    @kept.kept(most)
    def draw(name, side=1):
        drawn.append(name)
        return pygame.Surface((side, side))

    return draw


def test_what_is_kept_is_not_drawn_again(own):
    drawn = []
    draw = drawer(3, drawn)
    assert draw("a") is draw("a")
    assert draw("a", side=2) is draw("a", side=2)
    assert draw("a", side=2) is not draw("a")
    assert drawn == ["a", "a"]
    assert own.pixels == 1 + 4


def test_of_a_function_no_more_than_so_many_are_kept(own):
    drawn = []
    draw = drawer(3, drawn)
    for name in "abcadabc":
        draw(name)
    # "a" was wanted between; "b" and "c" had made way.
    assert drawn == ["a", "b", "c", "d", "b", "c"]
    assert own.pixels == 3


def test_all_functions_share_one_room_and_the_longest_unused_makes_way(own):
    drawn = []
    one, other = drawer(9, drawn), drawer(9, drawn)
    one("a", 7)
    other("b", 7)
    one("a", 7)
    other("c", 5)
    assert own.pixels == 49 + 25
    one("a", 7)
    other("b", 7)
    assert drawn == ["a", "b", "c", "b"]


def test_what_is_larger_than_the_room_is_kept_alone(own):
    drawn = []
    draw = drawer(9, drawn)
    draw("a", 5)
    assert draw("b", 20) is draw("b", 20)
    assert own.pixels == 400
    draw("a", 5)
    assert own.pixels == 25


def test_surfaces_in_tuples_count_and_what_is_no_picture_does_not(own):
    @kept.kept(9)
    def draw(number):
        return (pygame.Surface((2, 2)), ("text", pygame.Surface((3, 3))), number)

    draw(1)
    assert own.pixels == 13


@pytest.fixture
def table():
    """The table of a match of four in a window of common size, and the driver."""
    with quick_physics.quick_physics():
        driver = Driver((1280, 800))
        gallery.SCREENS["four"](driver.app)
        driver.wait(0.3)
        yield driver


def turned(driver, steps, at):
    values = {"x": 0, "y": 0, "precise_x": 0.0, "precise_y": float(steps)}
    driver.move(at)
    driver.post((pygame.MOUSEWHEEL, values))


def test_zooming_for_long_takes_no_more_than_the_room(table):
    """Each level of the zoom has pictures of its own, and at the nearest one each is as large as half the window."""
    for number in range(60):
        turned(table, 0.6 if number // 20 % 2 == 0 else -0.6, (300 + number % 70, 400))
        assert kept.ROOM.pixels <= room()


def test_at_the_nearest_zoom_all_that_is_seen_is_kept(table):
    """Where more is wanted for a picture than there is room for, everything would be drawn anew each time."""
    for at in ((300, 300), (640, 500)):
        turned(table, 40.0, at)
        table.wait(0.3)
        before = set(kept.ROOM._used)
        for number in range(6):
            # The pointer moves, and with it what it points at.
            table.move((at[0] + 25 * number, at[1]))
            table.app.draw()
        assert len(set(kept.ROOM._used) - before) < 12
        turned(table, -40.0, at)


def test_what_lies_outside_is_left_out_and_nothing_else_is(table, monkeypatch):
    """At any zoom the picture is what it would be with everything drawn."""
    screen = table.top

    def pictured():
        # The ground with what lies at rest is kept with the scene: it is drawn anew.
        monkeypatch.setattr(kept, "ROOM", Room())
        for _ in range(400):
            kept.ROOM.function()
        screen.draw(table.app.canvas)
        return pygame.image.tobytes(table.app.canvas, "RGB")

    drawn = []
    seen = drawing._seen
    for steps, at in ((0.0, (600, 400)), (3.0, (420, 330)), (4.0, (700, 200)), (9.0, (560, 610)), (40.0, (400, 300))):
        turned(table, steps, at)
        table.wait(0.3)
        monkeypatch.setattr(drawing, "_seen", lambda *given: drawn.append(seen(*given)) or drawn[-1])
        some = pictured()
        monkeypatch.setattr(drawing, "_seen", lambda *_: True)
        assert some == pictured()
    assert drawn.count(False) > 50

"""Armies of the player's own in the new match: chosen, leafed through, faults told, drawn at the table."""

import pytest
from own_army import army_text
from shell_driver import Driver

from micromutants.ui import theme
from micromutants.ui.draw import look_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    found = tmp_path / "armies"
    found.mkdir()
    monkeypatch.setattr("micromutants.ownarmies.armies_folder", lambda: found)
    return found


def new_match():
    driver = Driver()
    driver.press("New match")
    return driver, driver.top


def test_without_army_files_nothing_is_added(folder):
    _, screen = new_match()
    assert screen.shelf.own == ()
    assert len(screen.badges) == 8


def test_an_army_from_a_file_is_chosen_and_played(folder):
    (folder / "wasps.toml").write_text(army_text(), "utf-8")
    driver, screen = new_match()
    assert len(screen.badges) == 10
    field = next(field for field, key, _ in screen.badges if key.endswith("wasps.toml"))
    driver.click(field.rect.center)
    assert screen.seats[0].army.endswith("wasps.toml")
    assert screen.why_not() == ""
    driver.app.draw()
    driver.press("None")
    driver.press("Start the match")
    setup = driver.top.session.match.setup
    assert setup.seats[0].army == "yellowjackets"
    assert [army.id for army in setup.armies] == ["yellowjackets"]
    assert setup.preview == "none"
    assert driver.app.settings.preview == "none"


def test_files_are_leafed_through_and_the_same_army_twice_is_refused_with_the_reason(folder):
    (folder / "a.toml").write_text(army_text(), "utf-8")
    (folder / "b.toml").write_text(army_text(**{'"Yellowjackets"': '"Wasps"', '"yellowjackets"': '"wasps"'}), "utf-8")
    driver, screen = new_match()
    a, b = screen.shelf.own
    driver.press("Next of 2")
    assert [key for _, key, _ in screen.badges if key in (a, b)] == [b, a]
    screen.choose_army(0, b)
    driver.press("Next of 2")
    assert screen.seats[0].army == a
    screen.choose_army(1, b)
    assert "both orange" in screen.why_not()
    screen.choose_army(1, "flyborgs")
    assert screen.why_not() == ""


def test_a_file_with_a_fault_is_told(folder):
    (folder / "a.toml").write_text("id = 3", "utf-8")
    _, screen = new_match()
    faulty = [field for field in screen.form.fields if not field.entry and field.element.text == "A file has a fault"]
    assert faulty
    assert "a.toml" in faulty[0].why


def test_every_colour_of_an_army_file_has_a_look_of_its_own():
    from micromutants.rules.armychecks import COLOURS

    styles = [theme.army_style(theme.DRESSES[colour]) for colour in COLOURS]
    assert theme.NEUTRAL not in styles
    assert len({style.mark for style in styles}) == len({style.colour for style in styles}) == len(COLOURS)


def test_pieces_of_an_army_from_a_file_have_its_colour(folder):
    (folder / "wasps.toml").write_text(army_text(), "utf-8")
    driver, screen = new_match()
    screen.choose_army(0, screen.shelf.own[0])
    driver.press("Start the match")
    session = driver.top.session
    state = session.match.state
    base = next(piece for piece in state.table if piece.owner == 0)
    assert look_of(base, state.setup).army == session.dress(0) == "orange"
    assert session.dress(1) == "chitinians"
    driver.settle()
    driver.app.draw()

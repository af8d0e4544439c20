"""A match that began from a scenario file, while the file is edited."""

import pytest
from scenario_files import rewrite
from shell_driver import Driver

from micromutants.scenario import load_scenario, shipped_scenarios
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.asking import ConfirmScreen
from micromutants.ui.screens.scenarios import open_scenario
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen


@pytest.fixture
def path(home):
    path = home / "match.toml"
    shipped = next(p for p in shipped_scenarios() if p.stem == "basic-match")
    path.write_text(shipped.read_text())
    return path


def edited(path, old, new):
    """Change the file."""
    text = path.read_text()
    assert old in text
    rewrite(path, text.replace(old, new))


def begun(path):
    driver = Driver()
    open_scenario(driver.app, load_scenario(path), path)
    driver.settle()
    return driver


def arranged(path):
    """A match in which the first player has placed the bugs, and the second is about to."""
    driver = begun(path)
    to_arrange(driver)
    driver.press("Done")
    driver.settle()
    to_arrange(driver)
    return driver


def to_arrange(driver):
    while not isinstance(driver.top, ArrangeScreen):
        driver.wait(0.6)
        driver.press("I am here")
        driver.settle()
    driver.wait(0.6)


def table_of(driver):
    return next(screen for screen in driver.app.stack if isinstance(screen, TableScreen))


def test_before_anybody_has_decided_the_match_begins_anew(path):
    driver = begun(path)
    to_arrange(driver)
    edited(path, "[match]", "[physics]\nfriction_mat = 0.5\n[match]")
    driver.wait(0.1)
    table = table_of(driver)
    assert table.session.match.setup.physics.friction_mat == 0.5
    assert "match.toml has changed: the match begins anew with it." in driver.app.message
    assert [type(screen) for screen in driver.app.stack[:2]] == [TitleScreen, TableScreen]


def test_a_match_that_goes_on_is_begun_anew_only_when_asked_to(path):
    driver = arranged(path)
    before = table_of(driver).session
    edited(path, "aim_sd_deg = 3", "aim_sd_deg = 2")
    driver.wait(0.1)
    assert isinstance(driver.top, ConfirmScreen)
    driver.press("Go on")
    driver.wait(1.0)
    assert isinstance(driver.top, ArrangeScreen), "it asks but once for each change"
    assert table_of(driver).session is before
    edited(path, "aim_sd_deg = 2", "aim_sd_deg = 1")
    driver.wait(0.1)
    driver.press("Start over")
    driver.settle()
    after = table_of(driver).session
    assert after is not before
    assert after.match.setup.seats[0].hand == load_scenario(path).hand
    assert len(before.match.log) > 0


def test_a_file_that_cannot_be_used_is_told_and_the_match_goes_on(path):
    driver = begun(path)
    before = table_of(driver).session
    to_arrange(driver)
    edited(path, 'mode = "basic"', 'mode = "bsic"')
    driver.wait(0.1)
    assert "match.mode" in driver.app.message
    assert "The match goes on with the last good one." in driver.app.message
    edited(path, 'mode = "bsic"', 'mode = "basic"')
    driver.wait(0.1)
    assert driver.app.message == "match.toml has changed, in nothing that this match is played with."
    edited(path, "A basic match", "Another title of a match")
    driver.wait(0.1)
    assert driver.app.message == "match.toml has changed, in nothing that this match is played with."
    assert table_of(driver).session is before

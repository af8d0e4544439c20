"""A match that another window has open: what is said, what can be chosen, and that nobody is kept out for ever."""

import dataclasses
import os
import signal
import subprocess
import sys
import time

import pygame
import pytest
import quick_physics
from shell_driver import Driver, new_match

from micromutants.folders import documents_folder
from micromutants.match import Claims, autosave_key, autosave_paths, claim_of, claim_of_key, claimed, load_record
from micromutants.match.bots import choose
from micromutants.match.claims import LOCK_AGE, claims_folder
from micromutants.physics.model import EXPERT
from micromutants.ui.screens.elsewhere import WORDS, ElsewhereScreen
from micromutants.ui.screens.files import FilesScreen
from micromutants.ui.screens.lookon import LookOnScreen
from micromutants.ui.screens.pause import PauseScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen

HOLDER = """
import sys
from micromutants.match import Claims
claims = Claims()
print(claims.take(sys.argv[1]), flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROMUTANTS_HOME", str(tmp_path / "home"))
    with quick_physics.quick_physics():
        yield


def holder(name):
    """Another process that has a match open."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "True\n"
    return process


def started():
    """A window with a match that is kept."""
    driver = Driver()
    driver.play(new_match(bots=(1,), seed=3, hand=EXPERT))
    driver.wait(0.6)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    assert isinstance(driver.top, TableScreen)
    return driver, driver.top.session


def go_on(session, actions):
    """Somebody plays on, and it is kept."""
    match = session.match
    for _ in range(actions):
        match.advance()
        match.apply(choose(match.state, match.side_generator(match.to_act)))
    match.advance()
    assert session.autosave() == ""


def asked():
    """A second window that wanted to go on with the match of the first one."""
    driver, session = started()
    other = Driver()
    other.press("Continue")
    assert isinstance(other.top, ElsewhereScreen)
    return driver, session, other


# --- claims ------------------------------------------------------------------------------------------------------


def test_a_claim_is_seen_by_others_until_it_is_freed():
    one, other = Claims(), Claims()
    assert not claimed("match-0a")
    assert one.take("match-0a")
    assert one.take("match-0a")
    assert claimed("match-0a")
    assert not other.take("match-0a")
    assert other.take("match-0b")
    assert one.names == {"match-0a"}
    one.free()
    assert not claimed("match-0a")
    assert other.take("match-0a")
    other.free()


def test_asking_makes_no_file():
    assert not claimed("match-0a")
    assert not claims_folder().exists()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None])
def test_a_process_that_ends_however_it_ends_keeps_nobody_out(how):
    process = holder("match-0a")
    assert claimed("match-0a")
    mine = Claims()
    assert not mine.take("match-0a")
    if how is None:
        process.stdin.close()
    else:
        process.send_signal(how)
    process.wait(20)
    # Its file is still there.
    assert (claims_folder() / "match-0a.lock").exists()
    assert not claimed("match-0a")
    assert mine.take("match-0a")
    mine.free()


def test_a_file_has_one_claim_by_whatever_way_it_is_reached(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.mmr").write_text("")
    (tmp_path / "b.mmr").symlink_to(tmp_path / "a.mmr")
    monkeypatch.chdir(tmp_path)
    names = {claim_of(p) for p in (tmp_path / "a.mmr", tmp_path / "b.mmr", tmp_path / "sub" / ".." / "a.mmr")}
    assert len(names) == 1
    assert claim_of(tmp_path / "c.mmr") not in names


def test_where_nothing_can_be_locked_nobody_is_kept_out():
    claims_folder().parent.mkdir(parents=True, exist_ok=True)
    claims_folder().write_text("a file where the folder would be")
    one, other = Claims(), Claims()
    assert one.take("match-0a")
    assert other.take("match-0a")
    assert not claimed("match-0a")
    one.free()


def test_locks_of_long_ago_go_but_those_that_are_held_stay():
    held = Claims()
    assert held.take("match-0a")
    for name in ("match-0a", "match-0b", "match-0c"):
        path = claims_folder() / f"{name}.lock"
        path.touch()
        if name != "match-0c":
            long_ago = time.time() - LOCK_AGE - 60
            os.utime(path, (long_ago, long_ago))
    other = Claims()
    assert other.take("match-0d")
    left = {path.stem for path in claims_folder().glob("*.lock")}
    assert left == {"match-0a", "match-0c", "match-0d"}
    assert not other.take("match-0a")
    held.free()
    other.free()


# --- the window --------------------------------------------------------------------------------------------------


def test_the_title_says_that_the_match_is_open():
    _, session = started()
    other = Driver()
    assert other.top._kept[0].endswith("open in another window")
    session.claims.free()
    other.top.relayout()
    assert "another window" not in other.top._kept[0]


def test_to_go_on_with_a_match_that_is_open_elsewhere_asks_in_one_sentence():
    _, session, other = asked()
    assert WORDS.count(".") == 1
    labels = [field.element.text for field in other.top.form.fields]
    assert labels == ["Look on", "Play a copy", "Back"]
    before = [p.read_bytes() for p in autosave_paths()]
    other.press("Back")
    assert isinstance(other.top, TitleScreen)
    assert [p.read_bytes() for p in autosave_paths()] == before
    assert session.claims.names


def test_a_copy_leaves_the_match_of_the_other_window_as_it_is():
    _, session, other = asked()
    other.press("Play a copy")
    other.settle()
    copy = other.top.session
    assert copy.state.digest() == session.state.digest()
    assert copy.key != session.key
    assert copy.went_on is None
    go_on(copy, 3)
    keys = {autosave_key(path) for path in autosave_paths()}
    assert keys == {session.key, copy.key}
    go_on(session, 2)
    mine = next(load_record(p) for p in autosave_paths() if autosave_key(p) == session.key)
    assert mine.entries[-1].digest == session.match.log[-1].digest


def test_looking_on_shows_each_move_as_it_is_saved():
    _, session, other = asked()
    other.press("Look on")
    view = other.top
    assert isinstance(view, LookOnScreen)
    assert view.player.at_end
    seen = len(view.moments)
    assert seen == len(session.match.log)
    go_on(session, 3)
    other.settle()
    assert len(view.moments) == len(session.match.log) > seen
    other.settle()
    assert view.player.at_end
    assert view.moments[-1].after == session.state.table
    # The one who looks on has claimed and saved nothing.
    assert {autosave_key(path) for path in autosave_paths()} == {session.key}


def test_looking_on_follows_a_move_that_was_taken_back():
    _, session, other = asked()
    go_on(session, 2)
    other.press("Look on")
    other.settle()
    view = other.top
    whole = load_record(view.file)
    shorter = dataclasses.replace(whole, entries=whole.entries[:-2])
    view.renew(shorter, view.moments[:-2])
    assert view.player.done == len(whole.entries) - 2
    other.wait(0.1)
    other.app.draw()


def test_looking_on_says_when_the_other_window_has_closed_the_match():
    driver, _, other = asked()
    other.press("Look on")
    view = other.top
    assert "Looking on" in view.about
    for path in autosave_paths():
        path.unlink()
    other.wait(3.0)
    # It may only be moving its files.
    assert not view.ended
    driver.app.reset(TitleScreen(driver.app))
    other.wait(0.2)
    assert view.ended
    assert "closed" in view.about
    other.app.draw()


def test_a_window_that_was_killed_lets_its_match_be_gone_on_with():
    _, session = started()
    session.claims.free()
    process = holder(claim_of_key(session.key))
    other = Driver()
    other.press("Continue")
    assert isinstance(other.top, ElsewhereScreen)
    other.key(pygame.KSCAN_ESCAPE)
    process.kill()
    process.wait(20)
    other.press("Continue")
    other.settle()
    assert isinstance(other.top, TableScreen)
    assert other.top.session.state.digest() == session.state.digest()
    assert {autosave_key(path) for path in autosave_paths()} == {other.top.session.key}


def test_leaving_the_match_lets_another_window_have_it():
    driver, session = started()
    driver.key(pygame.KSCAN_ESCAPE)
    assert isinstance(driver.top, PauseScreen)
    driver.press("Quit to the title")
    other = Driver()
    other.press("Continue")
    other.settle()
    assert isinstance(other.top, TableScreen)
    assert session.claims.names == frozenset()


def test_the_window_that_has_a_match_open_may_load_it_again():
    driver, session = started()
    driver.app.push(FilesScreen(driver.app, watch=False))
    driver.top._open(autosave_paths()[0])
    driver.settle()
    assert isinstance(driver.top, TableScreen)
    assert driver.top.session is not session


def test_a_saved_match_that_is_open_elsewhere_is_neither_loaded_nor_overwritten_unasked():
    _, session = started()
    path = documents_folder() / "mine.mmr"
    assert session.save(path) == ""
    other = Driver()
    other.app.push(FilesScreen(other.app, watch=False))
    other.top._open(path)
    assert isinstance(other.top, ElsewhereScreen)
    other.press("Play a copy")
    other.settle()
    copy = other.top.session
    assert copy.saved_as is None
    before = path.read_bytes()
    assert "another window" in copy.save(path)
    assert path.read_bytes() == before
    assert copy.save(path.with_name("other.mmr")) == ""


def test_a_saved_match_belongs_to_who_loads_it():
    _, session = started()
    path = documents_folder() / "mine.mmr"
    assert session.save(path) == ""
    session.claims.free()
    other = Driver()
    other.app.push(FilesScreen(other.app, watch=False))
    other.top._open(path)
    other.settle()
    assert other.top.session.saved_as == path
    assert claimed(claim_of(path))
    assert other.top.session.save(path) == ""

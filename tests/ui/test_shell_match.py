"""Whole matches in the window, and what becomes of them: records, autosaves, replays."""

import math

import pygame
import pytest
import quick_physics
from shell_driver import Driver, new_match, straight_shot

from micromutants.match import autosave_key, autosave_paths, load_record, resume, verify
from micromutants.physics.model import EXPERT
from micromutants.rules import can_flick
from micromutants.rules.model import DieUse
from micromutants.shots import library, load_shot
from micromutants.ui import opening
from micromutants.ui.aim import DEAD_ZONE, FULL_PULL
from micromutants.ui.playback import Playback, moments_in, moments_of
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.best import BestScreen
from micromutants.ui.screens.files import FilesScreen
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.shot import ShotScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen, open_replay
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.settings import Settings


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A match that two bots played in the window, and its file."""
    with quick_physics.quick_physics():
        driver = Driver()
        table = driver.play(new_match(bots=(0, 1), seed=2, hand=EXPERT))
        driver.settle(120)
        assert isinstance(driver.top, WinnerScreen)
        path = tmp_path_factory.mktemp("records") / "finished.mmr"
        table.session.match.save(path)
        report = verify(load_record(path))
    assert report.ok, report.departure
    return driver, table, path


def test_bots_play_to_the_winner_screen(finished):
    _, table, _ = finished
    state = table.session.state
    assert state.winner in (0, 1)
    assert state.ending == "W1"
    assert any(line.kind == "victory" for line in table.session.lines())


def test_watching_changes_nothing(finished):
    """The match in the window is the match without one."""
    from micromutants.match.bots import play

    _, table, _ = finished
    with quick_physics.quick_physics():
        alone = new_match(bots=(0, 1), seed=2, hand=EXPERT)
        for _ in play(alone):
            pass
    assert [e.digest for e in alone.log] == [e.digest for e in table.session.match.log]


def test_the_winner_screen_says_who_and_by_which_rule(finished):
    driver, table, _ = finished
    screen = driver.top
    assert screen._ending().rule == "W1"
    driver.press("Back to the table")
    assert driver.top is table
    driver.app.push(screen)
    driver.press("Save the record")
    assert screen.told.startswith("Saved as ")
    driver.press("Watch again")
    assert isinstance(driver.top, ReplayScreen)
    driver.app.pop()


def test_the_winner_screen_offers_the_best_moments(finished):
    driver, table, _ = finished
    screen = driver.top
    assert isinstance(screen, WinnerScreen)
    driver.press("Best moments")
    best = driver.top
    assert isinstance(best, BestScreen)
    assert [one.number for one in best.best] == [one.number for one in screen.best]
    driver.press("Save")
    driver.wait(0.2)
    driver.press("Save")
    assert best.told.startswith(f"Saved as “{best.best[0].title}”")
    (one,) = [found for found in library() if found.header.name == best.best[0].title]
    number = best.best[0].number
    assert load_shot(one.path).after == table.session.match.log[number - 1].table
    driver.press("Watch")
    assert isinstance(driver.top, ShotScreen)
    driver.press("Close")
    driver.press("Back")
    assert driver.top is screen
    one.path.unlink()


def test_a_replay_jumps_steps_and_plays(finished):
    _, table, path = finished
    driver = Driver()
    assert open_replay(driver.app, path) == ""
    screen = driver.top
    last = len(screen.moments)
    assert last == len(table.session.match.log)
    driver.key(pygame.KSCAN_END)
    assert screen.scene().table == table.session.state.table
    driver.key(pygame.KSCAN_HOME)
    assert screen.scene().table == table.session.match.start.table
    shot = next(i for i, m in enumerate(screen.moments) if m.track)
    screen.jump(shot)
    driver.key(pygame.KSCAN_RIGHT)
    player = screen.player
    assert player.reel is not None
    driver.key(pygame.KSCAN_LEFT)
    assert (player.reel, player.done) == (None, shot)
    driver.key(pygame.KSCAN_UP, times=9)
    assert player.speed == 4.0
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(60)
    assert player.done == last
    assert not player.running
    driver.click(screen.transport.whole.center)
    assert player.done == pytest.approx(last / 2, abs=2)


def test_record_and_match_give_the_same_pictures(finished):
    _, table, path = finished
    live, stored = moments_of(table.session.match), moments_in(load_record(path))
    assert [(m.before, m.after, m.happenings) for m in live] == [(m.before, m.after, m.happenings) for m in stored]


def test_pictures_depend_on_time_alone(finished):
    _, table, _ = finished
    moment = next(m for m in moments_of(table.session.match) if m.track)
    once, again = Playback(moment), Playback(moment)
    for i in range(40):
        again.scene(again.length * i / 40)
    for t in (0.0, once.flight / 3, once.flight, once.length * 0.99, once.length, once.length + 5):
        assert once.scene(t) == again.scene(t)
    assert once.scene(once.length).table == moment.after


def mouse(driver, table):
    """A person's move with the mouse alone."""
    if table.placing is not None:
        base = next(p for p in table.session.state.table if p.kind == "base" and p.owner == table.session.match.to_act)
        x, y = table.camera.view.to_screen(base.x + 40.0, base.y)
        driver.click((round(x), round(y)))
        return
    bug = next(iter(can_flick(table.session.state)))
    shot = straight_shot(table.session.state, bug, base=True)
    driver.click(driver.pixel(table, bug))
    x, y = table.places.mat.center
    dead, full = DEAD_ZONE * driver.app.scale, FULL_PULL * driver.app.scale
    pull = dead + shot.power * (full - dead)
    end = (round(x - pull * math.cos(shot.azimuth)), round(y + pull * math.sin(shot.azimuth)))
    driver.down((x, y))
    driver.move(end, left=True)
    driver.up(end)


def keys(driver, table):
    """A person's move with keys alone."""
    if table.placing is not None:
        driver.key(pygame.KSCAN_RETURN)
        return
    driver.key(pygame.KSCAN_TAB)
    shot = straight_shot(table.session.state, table.aiming.aim.piece, base=True)
    turn = math.degrees((shot.azimuth - table.aiming.aim.azimuth + math.pi) % math.tau - math.pi)
    side = pygame.KSCAN_LEFT if turn > 0 else pygame.KSCAN_RIGHT
    driver.key(side, times=int(abs(turn)))
    driver.key(side, pygame.KMOD_LSHIFT, times=round(abs(turn) % 1.0 * 10))
    driver.key(pygame.KSCAN_UP, times=int(shot.power * 100))
    driver.key(pygame.KSCAN_UP, pygame.KMOD_LSHIFT, times=round(shot.power * 100 % 1.0 * 5))
    driver.key(pygame.KSCAN_RETURN)


@pytest.mark.parametrize("hand", [mouse, keys])
def test_two_people_play_a_whole_match(hand):
    with quick_physics.quick_physics():
        driver = Driver()
        table = driver.play(new_match(seed=11))
        for _ in range(400):
            driver.settle()
            top = driver.top
            if isinstance(top, WinnerScreen):
                break
            driver.wait(0.6)
            if isinstance(top, HandoverScreen):
                driver.press("I am here") if hand is mouse else driver.key(pygame.KSCAN_RETURN)
            elif isinstance(top, ArrangeScreen):
                driver.press("Done") if hand is mouse else driver.key(pygame.KSCAN_RETURN)
            else:
                assert top is table
                before = len(table.session.match.log)
                hand(driver, table)
                assert len(table.session.match.log) > before
        assert isinstance(driver.top, WinnerScreen)
        assert table.session.state.ending == "W1"


def test_without_the_card_the_next_person_goes_on_at_once():
    with quick_physics.quick_physics():
        driver = Driver(settings=Settings(reduced_motion=True, handover=False))
        table = driver.play(new_match(seed=11))
        while isinstance(driver.top, ArrangeScreen):
            driver.wait(0.6)
            driver.key(pygame.KSCAN_RETURN)
            driver.settle()
        assert driver.top is table
        for _ in range(3):
            actor = table.session.match.to_act
            while table.session.match.to_act == actor:
                driver.press("Forgo die 1" if table.session.state.dice[0].use is DieUse.OPEN else "Forgo die 2")
                driver.wait(0.02)
            while not table.my_turn_soon:
                driver.wait(0.02)
            other = table.session.match.to_act
            assert driver.top is table
            assert other == table.session.seated == 1 - actor
            assert table.note[0] == f"{table.session.name(other)}: it is your turn."
            played = len(table.session.match.log)
            driver.press("Forgo die 1")
            assert len(table.session.match.log) == played, "what is clicked too soon is lost"
            driver.settle()


def test_a_match_is_autosaved_at_rest_and_can_be_continued():
    with quick_physics.quick_physics():
        driver = Driver()
        driver.play(new_match(bots=(1,), seed=3, hand=EXPERT))
        assert isinstance(driver.top, ArrangeScreen)
        driver.wait(0.6)
        driver.key(pygame.KSCAN_RETURN)
        driver.settle()
        table = driver.top
        assert isinstance(table, TableScreen)
        digest = table.session.state.digest()
        assert load_record(autosave_paths()[0]).entries[-1].digest == digest
        driver.app.reset(TitleScreen(driver.app))
        again = Driver()
        again.press("Continue")
        again.settle()
        assert isinstance(again.top, TableScreen)
        assert again.top.session.state.digest() == digest
        assert again.top.session.match.bots == (1,)


def started(driver, seed):
    """A match that has come to rest once, so that it is kept."""
    driver.play(new_match(bots=(1,), seed=seed, hand=EXPERT))
    driver.wait(0.6)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    assert isinstance(driver.top, TableScreen)
    return driver.top.session


def test_two_games_on_one_folder_lose_neither_match(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROMUTANTS_HOME", str(tmp_path))
    with quick_physics.quick_physics():
        one = started(Driver(), 3)
        other = started(Driver(), 4)
        for _ in range(4):
            assert one.autosave() == ""
        seeds = [load_record(path).seed for path in autosave_paths()]
        assert set(seeds[:3]) == {3}
        assert 4 in seeds
        # Continue goes on with the one that was saved last; while that is being played, with a copy of it.
        again = Driver()
        again.press("Continue")
        again.press("Play a copy")
        again.settle()
        assert again.top.session.match.seed == 3
        assert again.top.session.key not in (one.key, other.key)
        assert one.autosave() == ""
        kept = {autosave_key(path): load_record(path).seed for path in autosave_paths()}
        assert kept == {one.key: 3, other.key: 4, again.top.session.key: 3}
        # What is over is no longer kept, the others are.
        monkeypatch.setattr(type(one.match), "over", property(lambda match: match is one.match))
        assert one.autosave() == ""
        assert {autosave_key(path) for path in autosave_paths()} == {other.key, again.top.session.key}


def test_continued_matches_leave_no_copies_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROMUTANTS_HOME", str(tmp_path))
    with quick_physics.quick_physics():
        driver = Driver()
        first = started(driver, 3)
        for _ in range(3):
            driver.app.reset(TitleScreen(driver.app))
            driver = Driver()
            driver.press("Continue")
            driver.settle()
            assert driver.top.session.autosave() == ""
        assert {autosave_key(path) for path in autosave_paths()} == {driver.top.session.key}
        assert driver.top.session.state.digest() == first.state.digest()


def test_a_list_of_matches_names_the_players_of_autosaves(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROMUTANTS_HOME", str(tmp_path))
    with quick_physics.quick_physics():
        driver = Driver()
        started(driver, 3)
        driver.app.reset(TitleScreen(driver.app))
        driver.press("Load a match")
        screen = driver.top
        (newest, *_) = screen.paths
        assert screen._named(newest) == "Autosave 1  ·  Ada, Brin"
        driver.click(screen.form.fields[0].rect.center)
        driver.settle()
    # An autosave is no file of the player's, to which the match would be saved again.
    assert isinstance(driver.top, TableScreen)
    assert driver.top.session.saved_as is None
    newest.write_text("{")
    assert FilesScreen(driver.app, watch=False)._named(newest) == "Autosave 1"


def test_save_as_and_load(tmp_path):
    with quick_physics.quick_physics():
        driver = Driver()
        table = driver.play(new_match(bots=(1,), seed=3, hand=EXPERT))
        driver.key(pygame.KSCAN_ESCAPE)
        pause = driver.top
        pause._file(str(tmp_path / "a b" / "ひらがな"))
        driver.press("Save")
        path = tmp_path / "a b" / "ひらがな.mmr"
        assert path.is_file(), pause.told
        pause._file("")
        driver.press("Save")
        assert pause.failed
        driver.press("Load a match")
        files = driver.top
        assert isinstance(files, FilesScreen)
        files._type(str(path))
        driver.press("Load")
        driver.settle()
        found = next(s for s in driver.app.stack if isinstance(s, TableScreen))
        assert found is not table
        assert found.session.state == resume(load_record(path)).state


@pytest.mark.parametrize("content", [b"", b"\x00" * 200, b"{}\n", b'{"format": 99}\n'])
def test_a_bad_record_is_one_sentence_on_the_screen(tmp_path, content):
    path = tmp_path / "bad.mmr"
    path.write_bytes(content)
    driver = Driver()
    driver.app.push(FilesScreen(driver.app, watch=True))
    files = driver.top
    files._type(str(path))
    driver.press("Watch")
    assert driver.top is files
    assert "bad.mmr" in files.told
    files._type(str(tmp_path / "none.mmr"))
    driver.press("Watch")
    assert "none.mmr" in files.told


def test_run_with_a_bad_record_says_why_and_fails(tmp_path, capsys):
    path = tmp_path / "bad.mmr"
    path.write_bytes(b"nonsense")
    assert opening.run(path) == 1
    assert "bad.mmr" in capsys.readouterr().err


def test_closing_the_window_ends_the_program():
    driver = Driver()
    assert isinstance(driver.top, TitleScreen)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert driver.app.run() == 0

"""Saved shots in the window: saving with one key, the library, watching, playing on."""

from pathlib import Path

import msgspec
import pygame
import pytest
import quick_physics
from PIL import Image
from rules_tools import piece, position, setup_of, special
from shell_driver import Driver, new_match, opened_match, straight_shot

from micromutants.match import Match, load_record, resume, verify
from micromutants.match.bots import play
from micromutants.physics import EXPERT, Physics
from micromutants.rules import Flick, Phase, Shove, Throw, can_flick
from micromutants.rules.model import Pending, Task
from micromutants.shots import again, keep, library, library_folder, load_shot, of_match, remade
from micromutants.ui.draw import draw_scene
from micromutants.ui.export import export_gif, take_of_shot
from micromutants.ui.screens.asking import ConfirmScreen, NameScreen
from micromutants.ui.screens.compare import CompareScreen
from micromutants.ui.screens.filming import FilmingScreen
from micromutants.ui.screens.keeping import now
from micromutants.ui.screens.otherphysics import OtherPhysicsScreen
from micromutants.ui.screens.playon import PlayOnScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.shot import ShotScreen, version_words
from micromutants.ui.screens.shots import ShotsScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import open_replay


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A match of two bots, and its file."""
    match = new_match(bots=(0, 1), seed=2, hand=EXPERT)
    for _ in play(match):
        if len(match.log) > 60:
            break
    path = tmp_path_factory.mktemp("records") / "bots.mmr"
    match.save(path)
    return match, path


@pytest.fixture(autouse=True)
def _empty_library():
    for one in library():
        one.path.unlink()


def first_shot(match):
    return next(e.number for e in match.log if e.outcome is not None)


def kept(match, name="a shot"):
    return keep(of_match(match, first_shot(match), name=name, now=now()))


def write(driver, text):
    for letter in text:
        driver.post((pygame.TEXTINPUT, {"text": letter}))
        # What the field says comes as an event of its own.
        driver.app.step(pygame.event.get(), 0.001)


# --- saving ------------------------------------------------------------------------------------------------


def test_one_key_at_the_table_saves_the_last_shot_under_a_name():
    driver = Driver()
    table = driver.to_move(opened_match())
    driver.key(pygame.KSCAN_V)
    assert table.note[0] == "No bug has been flicked yet."
    state = table.session.state
    bug, uses = next(iter(can_flick(state).items()))
    with quick_physics.quick_physics():
        table.do(Flick(0, uses[0], straight_shot(state, bug, base=False)))
    driver.settle()
    number = table.session.last_shot().number
    driver.key(pygame.KSCAN_V)
    write(driver, "v")
    assert isinstance(driver.top, NameScreen)
    driver.wait(0.2)
    write(driver, "mine")
    driver.key(pygame.KSCAN_RETURN)
    assert driver.top is table
    assert driver.app.message.startswith("Saved as “mine”")
    (one,) = library()
    assert one.header.name == "mine"
    assert f"action {number}" in one.header.origin
    assert load_shot(one.path).after == table.session.match.log[number - 1].table


def test_a_shot_saved_while_it_flies_is_told_beside_what_came_of_it():
    driver = Driver()
    table = driver.to_move(opened_match())
    state = table.session.state
    bug, uses = next(iter(can_flick(state).items()))
    with quick_physics.quick_physics():
        table.do(Flick(0, uses[0], straight_shot(state, bug, base=False)))
    driver.wait(0.1)
    assert table.reel is not None
    driver.key(pygame.KSCAN_V)
    driver.wait(0.2)
    driver.key(pygame.KSCAN_RETURN)
    assert driver.top is table
    assert table.reel is not None
    while table.reel is not None:
        driver.wait(0.1)
    assert "captures" in table.note[0]
    assert driver.app.message.startswith("Saved as")
    driver.key(pygame.KSCAN_TAB)
    assert driver.app.message == ""


def test_a_record_is_read_from_its_beginning_and_a_shot_is_watched_at_once(record):
    match, path = record
    driver = Driver()
    assert open_replay(driver.app, path) == ""
    screen = driver.top
    driver.wait(0.1)
    assert screen.log.picked is None
    assert screen.log.at((screen.log.rect.x + 60, screen.log._body.y + 4)) == 0
    screen.jump(len(screen.moments))
    driver.wait(0.1)
    assert screen.log.picked == len(screen.lines) - 1
    screen.jump(0)
    assert screen.log.picked is None
    assert screen.log.at((screen.log.rect.x + 60, screen.log._body.y + 4)) == 0
    kept(match)
    driver = Driver()
    driver.press("Saved shots")
    driver.settle()
    driver.press("Watch")
    assert isinstance(driver.top, ShotScreen)
    assert driver.top.player.running
    # Near enough to see all that moves, and no more.
    shot, view = driver.top.shot, driver.top.camera.view
    for samples in shot.track.values():
        for sample in samples:
            assert pygame.Rect(view.rect).inflate(80, 80).collidepoint(view.to_screen(sample.x, sample.y))


def test_esc_saves_nothing(record):
    driver = Driver()
    assert open_replay(driver.app, record[1]) == ""
    driver.top.player.show(first_shot(record[0]) - 1)
    driver.key(pygame.KSCAN_V)
    driver.wait(0.2)
    driver.key(pygame.KSCAN_ESCAPE)
    assert isinstance(driver.top, ReplayScreen)
    assert library() == []


def test_a_shot_of_a_record_is_saved_as_it_is_shown(record):
    match, path = record
    driver = Driver()
    open_replay(driver.app, path)
    screen = driver.top
    driver.key(pygame.KSCAN_V)
    assert screen.note.startswith("No shot is being shown")
    screen.player.show(first_shot(match) - 1)
    driver.wait(0.2)
    driver.key(pygame.KSCAN_V)
    driver.wait(0.2)
    driver.press("Save")
    (one,) = library()
    assert again(load_shot(one.path)).table.digest() == load_shot(one.path).digest
    assert not screen.player.running
    assert screen.note == ""
    assert load_shot(one.path).name in screen.saved
    screen.jump(len(screen.moments))
    assert screen.saved == ""
    assert screen.turn == f"Turn {match.state.turn}"
    screen.jump(0)
    assert screen.turn == ""


def test_a_full_disk_is_told_on_the_card(record, monkeypatch):
    from micromutants.match import StorageError

    def full(*_):
        raise StorageError("no space left on device")

    driver = Driver()
    open_replay(driver.app, record[1])
    driver.top.player.show(first_shot(record[0]) - 1)
    driver.key(pygame.KSCAN_V)
    monkeypatch.setattr("micromutants.ui.screens.keeping.keep", full)
    driver.wait(0.2)
    driver.press("Save")
    assert isinstance(driver.top, NameScreen)
    assert driver.top.told == "no space left on device"


# --- the library -------------------------------------------------------------------------------------------


def test_the_library_is_reached_from_the_title_and_may_be_empty():
    driver = Driver()
    driver.press("Saved shots")
    assert isinstance(driver.top, ShotsScreen)
    driver.wait(0.2)
    driver.press("Back")


def test_watching_renaming_and_deleting_from_the_library(record):
    kept(record[0])
    driver = Driver()
    driver.press("Saved shots")
    screen = driver.top
    driver.settle()
    driver.press("Watch")
    assert isinstance(driver.top, ShotScreen)
    driver.press("Close")
    driver.press("Rename")
    driver.wait(0.2)
    write(driver, "better")
    driver.key(pygame.KSCAN_RETURN)
    assert [one.header.name for one in screen.found] == ["better"]
    driver.press("Delete")
    assert isinstance(driver.top, ConfirmScreen)
    driver.press("Keep it")
    assert len(library()) == 1
    driver.press("Delete")
    driver.press("Delete it")
    assert library() == []
    assert screen.found == []


def test_pages_and_broken_files(record):
    for number in range(9):
        kept(record[0], f"shot {number}")
    (library_folder() / "zz.mms").write_bytes(b"\0")
    driver = Driver((960, 600))
    driver.press("Saved shots")
    screen = driver.top
    driver.settle()
    seen = {one.path for one in screen.shown}
    driver.press("Older")
    driver.settle()
    while screen.shown[-1] is not screen.found[-1]:
        assert not seen & {one.path for one in screen.shown}
        driver.press("Older")
    driver.settle()
    assert "not the header" in screen.shown[-1].fault
    driver.press("Delete")
    assert isinstance(driver.top, ConfirmScreen)


def test_a_shot_that_is_gone_is_told(record):
    path = kept(record[0])
    driver = Driver()
    driver.press("Saved shots")
    path.unlink()
    driver.press("Watch")
    assert "could not be read" in driver.top.told


# --- watching ----------------------------------------------------------------------------------------------


@pytest.fixture
def watching(record):
    driver = Driver()
    assert open_replay(driver.app, kept(record[0])) == ""
    return driver, driver.top


def test_steps_go_through_every_mark_and_back(watching):
    driver, screen = watching
    times = sorted({mark.t for mark in screen.marks})
    seen = []
    while not screen.player.at_end:
        driver.key(pygame.KSCAN_PERIOD)
        if screen.player.reel is not None:
            seen.append(screen.player.t)
    assert seen == pytest.approx(times)
    assert screen.scene().table == screen.shot.after
    back = []
    for _ in times:
        driver.key(pygame.KSCAN_LEFT)
        back.append(screen.player.t)
    assert back == pytest.approx(times[::-1])
    driver.key(pygame.KSCAN_LEFT)
    assert screen.player.reel is None
    assert screen.scene().table == screen.shot.before


def test_pause_in_mid_flight_stands_still(watching):
    driver, screen = watching
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(0.1)
    driver.key(pygame.KSCAN_SPACE)
    t = screen.player.t
    assert 0.0 < t < screen.player.reel.playback.length
    driver.wait(0.5)
    assert screen.player.t == t
    assert not screen.animating


def test_a_tenth_of_the_speed_takes_ten_times_as_long(watching):
    driver, screen = watching
    driver.key(pygame.KSCAN_DOWN, times=9)
    assert screen.player.speed == 0.1
    driver.key(pygame.KSCAN_SPACE)
    before = screen.player.t
    driver.wait(0.5)
    assert screen.player.t - before == pytest.approx(0.05, abs=0.006)


def test_a_loop_begins_again(watching):
    driver, screen = watching
    driver.key(pygame.KSCAN_R)
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(6.0)
    assert screen.player.running
    assert not screen.player.at_end
    driver.key(pygame.KSCAN_R)
    driver.wait(6.0)
    assert screen.player.at_end


def test_the_bar_scrubs(watching):
    driver, screen = watching
    bar = screen.transport.single
    driver.click(bar.center)
    assert screen.player.t == pytest.approx(screen.player.reel.playback.flight * 0.5 / 0.85, rel=0.02)
    driver.down((bar.x + 1, bar.centery))
    driver.move((bar.right + 50, bar.centery), left=True)
    driver.up((bar.right + 50, bar.centery))
    assert screen.player.t == screen.player.reel.playback.length


def test_the_view_follows_the_bug_until_the_mat_is_dragged(watching):
    driver, screen = watching
    driver.key(pygame.KSCAN_F)
    assert screen.camera.view.zoom > 2.0
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(0.1)
    driver.key(pygame.KSCAN_SPACE)
    pose = screen.scene().poses[screen.moment.flicked]
    x, y = screen.camera.view.to_screen(pose.x, pose.y)
    assert screen.areas.mat.inflate(-40, -40).collidepoint(x, y)
    at = screen.areas.mat.center
    driver.down(at)
    driver.move((at[0] + 9, at[1]), left=True)
    driver.up(at)
    assert not screen.transport.following


def test_a_line_jumps_to_its_moment(watching):
    driver, screen = watching
    last = len(screen.lines) - 1
    driver.wait(0.1)
    rect = screen.log.rect
    for y in range(rect.y, rect.bottom):
        if screen.log.at((rect.x + 30, y)) == last and not screen.log.rule_at((rect.x + 30, y)):
            driver.click((rect.x + 30, y))
            break
    assert screen.player.t == pytest.approx(screen.marks[last].t)
    assert screen.log.picked == last


def test_in_a_record_steps_go_from_happening_to_happening(record):
    driver = Driver()
    open_replay(driver.app, record[1])
    screen = driver.top
    number = first_shot(record[0])
    screen.jump(number - 1)
    stops = 0
    while screen.player.done < number:
        driver.key(pygame.KSCAN_PERIOD)
        stops += 1
    assert stops == len({mark.t for mark in screen._marks(number - 1)}) + 1
    driver.key(pygame.KSCAN_COMMA)
    assert screen.player.reel is not None
    assert screen.player.t == max(mark.t for mark in screen._marks(number - 1))


# --- playing on --------------------------------------------------------------------------------------------


def test_a_match_goes_on_from_the_middle_of_a_record(record, tmp_path):
    match, path = record
    driver = Driver()
    open_replay(driver.app, path)
    number = next(e.number for e in match.log if e.state.phase is Phase.MOVE and e.state.turn >= 2)
    driver.top.jump(number)
    driver.press("Play on")
    assert isinstance(driver.top, PlayOnScreen)
    driver.top._seat(0, False)
    driver.top._seat(1, False)
    driver.press("Play on")
    driver.settle()
    table = next(screen for screen in driver.app.stack if isinstance(screen, TableScreen))
    assert table.session.match.bots == ()
    assert table.session.saved_as is None
    assert [e.digest for e in table.session.match.log[:number]] == [e.digest for e in match.log[:number]]
    table.session.match.save(tmp_path / "on.mmr")
    again_loaded = load_record(tmp_path / "on.mmr")
    assert (again_loaded.branch.action, again_loaded.branch.name) == (number, "bots.mmr")
    assert verify(again_loaded).ok
    assert resume(again_loaded).branch == again_loaded.branch


def test_nothing_goes_on_after_the_end(by_experts):
    driver = Driver()
    driver.app.push(ReplayScreen(driver.app, by_experts.record(), None))
    screen = driver.top
    screen.jump(len(screen.moments))
    driver.key(pygame.KSCAN_G)
    assert driver.top is screen
    assert screen.note.startswith("The match is over there")


# --- comparing ---------------------------------------------------------------------------------------------


def test_other_physics_give_a_ghost_and_words(watching):
    driver, screen = watching
    driver.press("Physics")
    card = driver.top
    assert isinstance(card, OtherPhysicsScreen)
    card._type("friction_mat", "many")
    driver.press("Compare")
    assert card.told == "friction_mat: 'many' is no number"
    card._type("friction_mat", "0.05")
    driver.press("Compare")
    both = driver.top
    assert isinstance(both, CompareScreen)
    assert both.differences[0].text == "friction_mat is 0.35 in the first, 0.05 in the second."
    assert both.shots[0] is screen.shot
    driver.key(pygame.KSCAN_SPACE)
    driver.key(pygame.KSCAN_SPACE)
    both.player.seek(0.9 * both.films[0].flight)
    first, second = both.scenes()
    moving = both.films[0].moment.flicked
    assert first.poses[moving] != second.poses[moving]
    driver.key(pygame.KSCAN_END)
    ends = [scene.table for scene in both.scenes()]
    assert ends == [again(shot).table for shot in both.shots]
    driver.press("Close")
    assert driver.top is screen


def test_another_saved_shot_is_chosen_from_the_library(watching, record):
    driver, screen = watching
    match = record[0]
    second = [e.number for e in match.log if e.outcome is not None][1]
    keep(of_match(match, second, name="the other one", now=now()))
    driver.press("Compare")
    library_screen = driver.top
    driver.settle()
    index = [one.header.name for one in library_screen.shown].index("the other one")
    field = [f for f in library_screen.form.fields if f.element.text == "Choose"][index]
    driver.click(field.rect.center)
    assert isinstance(driver.top, CompareScreen)
    assert driver.top.shots[1].name == "the other one"
    assert screen in driver.app.stack
    driver.press("Save second")
    driver.wait(0.2)
    driver.press("Save")
    assert len(library()) == 3


def test_the_ghosts_are_half_seen_through(watching):
    """What is in one shot only is mixed with what is beneath; what is in both is as solid as ever."""
    driver, screen = watching
    driver.app.push(CompareScreen(driver.app, screen.shot, remade(screen.shot, screen.shot.physics)))
    driver.key(pygame.KSCAN_END)
    driver.wait(0.1)
    both = driver.app.canvas.copy()
    plain = pygame.Surface(both.get_size())
    draw_scene(plain, driver.top.camera.view, driver.top.scenes()[0])
    x, y, width, height = driver.top.areas.mat
    for px in range(x + 20, width - 20, 97):
        for py in range(y + 20, height - 20, 97):
            near = [abs(a - b) for a, b in zip(both.get_at((px, py))[:3], plain.get_at((px, py))[:3], strict=True)]
            assert max(near) <= 3 or _by_a_way(driver.top, px, py)


def _by_a_way(screen, px, py):
    view = screen.camera.view
    points = [view.to_screen(s.x, s.y) for s in screen.shots[0].track[screen.films[0].moment.flicked]]
    return min((px - x) ** 2 + (py - y) ** 2 for x, y in points) < 60**2


# --- records of other physics ------------------------------------------------------------------------------


def test_a_record_of_other_physics_is_shown_from_its_poses():
    path = Path(__file__).parents[1] / "data" / "physics-0.mmr"
    record = load_record(path)
    driver = Driver()
    assert open_replay(driver.app, path) == ""
    screen = driver.top
    number = next(e.number for e in record.entries if e.track)
    entry = record.entries[number - 1]
    screen.jump(number - 1)
    driver.key(pygame.KSCAN_PERIOD)
    assert [mark.rule for mark in screen._marks(number - 1)][1:] == [h.rule for h in entry.happenings]
    screen.player.seek(1.0)
    for key, pose in screen.scene().poses.items():
        assert (pose.x, pose.y) == pytest.approx((entry.track[key][-1].x, entry.track[key][-1].y))
    driver.key(pygame.KSCAN_V)
    driver.wait(0.2)
    driver.press("Save")
    (one,) = library()
    shot = load_shot(one.path)
    assert shot.track == entry.track
    assert shot.digest == ""
    watch = ShotScreen(driver.app, shot, one.path)
    driver.app.push(watch)
    assert version_words(shot).startswith("Made by physics 0")
    driver.key(pygame.KSCAN_END)
    assert watch.scene().table == entry.table


def test_from_other_physics_no_match_goes_on_and_the_card_says_why():
    driver = Driver()
    open_replay(driver.app, Path(__file__).parents[1] / "data" / "physics-0.mmr")
    driver.top.jump(12)
    driver.press("Play on")
    card = driver.top
    driver.press("Play on")
    driver.settle()
    assert driver.top is card
    assert "played again it departs there" in card.told


# --- shots that are no flicks ------------------------------------------------------------------------------


def in_state(state, action):
    """A match that has come to this state, and the action done with all that chance does next."""
    match = Match.at(state, 3)
    match.apply(action)
    match.advance()
    return match


def deciding(state, task, **details):
    due = Pending(task, 0, "M11", **details)
    return msgspec.structs.replace(state, pending=(due,), phase=Phase.DECIDE)


def thrown():
    setup = setup_of("usarthropods", "chitinians", mode="advanced", terrain=("gravity-manipulator",))
    state = position(piece("tank-1", 420, 420), piece("warrior-1", 200, 250), setup=setup)
    return in_state(deciding(state, Task.THROW, source="gravity-manipulator"), Throw(0, 1.2, 0.5))


def shoved():
    setup = setup_of("flyborgs", "usarthropods")
    bugs = [special("repulsor-1", 400, 400), piece("soldier-4", 450, 390), piece("soldier-5", 380, 450)]
    state = position(*bugs, setup=setup, dice=("drone", "drone"))
    return in_state(deciding(state, Task.SHOVE, card="repulse", source="repulsor-1", range="close"), Shove(0))


@pytest.mark.parametrize(("make", "count"), [(thrown, 4), (shoved, 2)])
def test_what_is_thrown_or_pushed_is_saved_watched_and_compared(make, count):
    match = make()
    number = first_shot(match)
    shot = of_match(match, number, now=now())
    assert len(shot.launches) == count
    assert all(launch.piece in shot.before for launch in shot.launches)
    assert again(shot).table.digest() == shot.digest
    driver = Driver()
    assert open_replay(driver.app, keep(shot)) == ""
    screen = driver.top
    assert f"and {count - 1} more start." in screen.marks[0].text
    driver.key(pygame.KSCAN_F)
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(0.3)
    assert len(screen.scene().poses) >= count
    driver.key(pygame.KSCAN_END)
    assert screen.scene().table == match.log[number - 1].table
    driver.app.push(CompareScreen(driver.app, shot, remade(shot, Physics(friction_mat=0.7))))
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(0.3)
    assert any(difference.about == "rest" for difference in driver.top.differences)


def test_a_saved_shot_is_watched_from_the_list_of_records_too(record):
    path = kept(record[0])
    driver = Driver()
    driver.press("Watch a record")
    driver.top._type(str(path))
    driver.press("Watch")
    assert isinstance(driver.top, ShotScreen)
    driver.press("Close")
    driver.top._type(str(path.parent / "none.mms"))
    driver.press("Watch")
    assert "could not be read" in driver.top.told


def filmed(driver, folder, monkeypatch, match):
    """The screen of a saved shot after its button GIF was pressed."""
    monkeypatch.setattr("micromutants.ui.screens.filming.documents_folder", lambda: folder)
    driver.app.push(ShotScreen(driver.app, load_shot(kept(match, "Über den Käfer!")), None))
    driver.press("GIF")
    assert isinstance(driver.top, FilmingScreen)
    driver.app.draw()
    return driver.app.stack[-2]


def test_a_shot_becomes_a_moving_picture(record, tmp_path, monkeypatch):
    driver = Driver()
    for name in ("über-den-käfer.gif", "über-den-käfer-2.gif"):
        screen = filmed(driver, tmp_path / "new", monkeypatch, record[0])
        driver.settle()
        assert driver.top is screen
        assert name in screen.note
        with Image.open(tmp_path / "new" / name) as picture:
            assert picture.size == (480, 480)
            assert picture.n_frames > 10
    by_command = tmp_path / "shot.gif"
    takes = [take_of_shot(screen.shot, (480, 480))]
    export_gif(takes, by_command, size=(480, 480))
    assert by_command.read_bytes() == (tmp_path / "new" / name).read_bytes()


def test_a_moving_picture_is_given_up(record, tmp_path, monkeypatch):
    # It stays undone, however fast the machine is.
    monkeypatch.setattr("micromutants.ui.screens.filming._SHARE", -1.0)
    driver = Driver()
    screen = filmed(driver, tmp_path, monkeypatch, record[0])
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is screen
    driver.wait(0.3)
    assert screen.note == ""
    assert list(tmp_path.iterdir()) == []


def test_a_moving_picture_that_can_not_be_written_is_told(record, tmp_path, monkeypatch):
    driver = Driver()
    (tmp_path / "file").write_text("no folder")
    screen = filmed(driver, tmp_path / "file", monkeypatch, record[0])
    driver.settle()
    assert driver.top is screen
    assert "could not be written" in screen.note

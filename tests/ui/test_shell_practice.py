"""The practice table in its window: by mouse and by keys."""

import time

import pygame
import pytest
from click.testing import CliRunner
from scenario_files import PUSH, rewrite
from shell_driver import Driver, fits

from micromutants import cli
from micromutants.scenario import check, load_scenario, scenarios_folder, shipped_scenarios
from micromutants.shots import library, load_shot
from micromutants.table import Face
from micromutants.ui.playback import Playback, moment_of
from micromutants.ui.practice.looks import breed_looks
from micromutants.ui.practice.solved import remember, solved, solved_file
from micromutants.ui.practice.stand import Stand, sandbox
from micromutants.ui.practice.words import told_change
from micromutants.ui.screens.compare import CompareScreen
from micromutants.ui.screens.help import HelpScreen
from micromutants.ui.screens.practice import PracticeScreen, Tab
from micromutants.ui.screens.scenarios import SHELVES, ScenariosScreen, open_scenario
from micromutants.ui.screens.shot import ShotScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen

SIZES = [(960, 600), (1280, 800), (1920, 1080), (700, 900)]


@pytest.fixture
def path(home):
    path = home / "push.toml"
    path.write_text(PUSH)
    return path


def at_table(path, size=(1280, 800), tab=Tab.PLAY):
    driver = Driver(size)
    screen = PracticeScreen(driver.app, Stand(load_scenario(path), path), tab)
    driver.app.push(screen)
    driver.wait(0.1)
    return driver, screen


def pixel(screen, piece):
    lying = screen.stand.table[piece]
    x, y = screen.camera.view.to_screen(lying.x, lying.y)
    return round(x), round(y)


def labels(screen):
    return [f.element.text for f in screen.form.fields if not f.entry and not f.slides]


def test_a_drag_flicks_and_the_goal_is_told(path):
    driver, screen = at_table(path)
    x, y = pixel(screen, "hammer")
    driver.down((x, y))
    driver.wheel(-30)
    for step in range(1, 9):
        driver.move((x - 10 * step, y), left=True)
    aim = screen.aiming.aim
    assert aim.piece == "hammer"
    assert aim.azimuth == pytest.approx(0.0, abs=0.05)
    driver.up((x - 80, y))
    assert screen.film is not None
    driver.settle()
    flight = screen.stand.last
    assert flight.moves[0] == aim.shot()
    assert screen.note == ("Goal reached!", "good")
    assert screen.log.lines[-1].text.startswith("Yes: block moved")
    assert solved() == {"push"}
    driver.press("Undo")
    assert screen.stand.table == screen.stand.scenario.table
    assert not screen.stand.past


def test_keys_alone_flick_and_reset(path):
    driver, screen = at_table(path)
    driver.key(pygame.KSCAN_TAB)
    assert screen.aiming.aim.piece == "hammer"
    driver.key(pygame.KSCAN_RETURN)
    assert "No power yet" in screen.note[0]
    driver.key(pygame.KSCAN_UP, times=25)
    driver.key(pygame.KSCAN_W)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    assert len(screen.stand.past) == 1
    driver.key(pygame.KSCAN_E)
    assert screen.film is not None
    driver.key(pygame.KSCAN_SPACE)
    driver.settle()
    driver.key(pygame.KSCAN_R)
    assert screen.stand.table == screen.stand.scenario.table
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is not screen


def test_the_log_tells_the_flicks_that_count(path):
    driver, screen = at_table(path)

    def rows():
        driver.wait(0.1)
        return " ".join(words for _, words, _ in screen.log._rows)

    def flick(turns):
        driver.key(pygame.KSCAN_TAB)
        driver.key(pygame.KSCAN_LEFT, times=turns)
        driver.key(pygame.KSCAN_UP, times=25)
        driver.key(pygame.KSCAN_RETURN)
        driver.settle()

    flick(5)
    first = rows()
    driver.key(pygame.KSCAN_R)
    flick(25)
    second = rows()
    assert first != second
    assert f"({screen.stand.table['hammer'].x:.1f}," in second
    driver.key(pygame.KSCAN_U)
    flick(5)
    assert rows() == first


def test_what_cannot_be_flicked_says_why(home):
    path = home / "base.toml"
    path.write_text('format = 1\ntitle = "a"\n[[pieces]]\nid = "nest"\nkind = "base"\nat = [300, 300]\n')
    driver, screen = at_table(path)
    driver.click(pixel(screen, "nest"))
    assert "only chips can be flicked" in screen.note[0]
    driver.key(pygame.KSCAN_TAB)
    assert "There is no chip on the mat" in screen.note[0]


def test_a_shot_of_the_file_is_shown_and_checked(path):
    driver, screen = at_table(path)
    driver.press("Show a solution")
    driver.settle()
    assert screen.note == ("All that is expected of this shot came.", "good")
    assert solved() == frozenset()
    assert screen.stand.last.name == "push"


def test_chances_are_found_in_the_thread():
    path = next(p for p in shipped_scenarios() if p.stem == "practice-which-side")
    driver, screen = at_table(path)
    driver.press("pressed at the centre")
    assert len(screen.stand.last.results) == 2
    driver.settle()
    assert len(screen.stand.last.results) == 3
    assert screen.note[1] == "good"


def test_a_flick_is_kept_in_the_file_with_its_comments(path):
    driver, screen = at_table(path)
    driver.press("Hand: exact")
    driver.press("Hand: expert")
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=20)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    driver.press("To file")
    driver.press("Its outcome is expected: yes")
    driver.press("Its outcome is expected: no")
    driver.press("Its outcome is expected: yes")
    driver.press("Write")
    text = path.read_text()
    assert 'title = "A push"   # kept' in text
    (_, kept) = load_scenario(path).shots
    assert (kept.name, kept.moves[0].power, kept.expects) == ("flick 1", pytest.approx(0.2), ())
    assert "Kept as 'flick 1'" in screen.note[0]
    assert screen.stand.table != screen.stand.scenario.table
    driver.press("Undo")
    assert screen.stand.table == screen.stand.scenario.table


def test_an_aim_is_kept_with_its_outcome_as_what_is_expected(path):
    driver, screen = at_table(path)
    driver.key(pygame.KSCAN_TAB)
    driver.press("To file")
    assert screen.note[0] == "Nothing has been flicked or aimed yet."
    driver.key(pygame.KSCAN_UP, times=20)
    aimed = screen.aiming.aim.shot()
    driver.press("To file")
    card = driver.top
    assert any(line.startswith("hammer: ") for line in card.lines)
    card.value = "push"
    driver.press("Write")
    assert driver.top is card
    assert card.told == "The file has a shot 'push' already."
    card.value = "a harder push"
    driver.press("Write")
    assert driver.top is screen
    kept = load_scenario(path).shot("a harder push")
    assert kept.moves == (aimed,)
    assert {expect.piece for expect in kept.expects} >= {"hammer"}
    assert all(result.passed for result in check(load_scenario(path)))
    assert "   # kept" in path.read_text()
    driver.press("a harder push")
    driver.settle()
    assert screen.note == ("All that is expected of this shot came.", "good")


def test_title_text_and_goal_are_edited_and_the_comments_stay(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    driver.press("Title and text")
    card = driver.top
    assert card.values == ["A push", "", "Push the block."]
    card.values[0] = ""
    driver.press("Done")
    assert driver.top is card
    assert card.told.startswith("title: ")
    card.values[:] = ["Shove it", "Long words of which there are many. " * 8, "Shove the block."]
    driver.press("Done")
    assert driver.top is screen
    assert screen.stand.scenario.title == "Shove it"
    driver.press("Write")
    text = path.read_text()
    assert 'title = "Shove it"   # kept' in text
    assert max(map(len, text.splitlines())) < 130
    read = load_scenario(path)
    assert " ".join(read.description.split()) == ("Long words of which there are many. " * 8).strip()
    assert read.puzzle.goal == "Shove the block."
    driver.press("Title and text")
    driver.top.values[2] = ""
    driver.press("Done")
    assert screen.stand.scenario.puzzle is None
    driver.press("Undo")
    assert screen.stand.scenario.puzzle is not None


def test_a_goal_needs_a_shot_of_which_something_is_expected(home):
    driver = Driver()
    screen = PracticeScreen(driver.app, sandbox(), Tab.EDIT)
    driver.app.push(screen)
    driver.press("Title and text")
    driver.top.values[2] = "Do something."
    driver.press("Done")
    assert "A goal needs a shot that reaches it" in driver.top.told


def test_a_flick_goes_into_the_library_of_shots(path):
    driver, screen = at_table(path)
    driver.key(pygame.KSCAN_V)
    assert "Nothing has been flicked" in screen.note[0]
    driver.press("Show a solution")
    driver.settle()
    driver.key(pygame.KSCAN_V)
    assert driver.top is not screen
    driver.press("Save")
    (listed,) = library()
    shot = load_shot(listed.path)
    assert shot.digest == screen.stand.last.outcome.table.digest()
    assert "Saved as" in screen.note[0]
    # Its pieces look there as they do here.
    looks = moment_of(shot).looks
    assert looks == screen.looks()
    assert looks["hammer"] == breed_looks()["soldier"]
    assert looks["block"].army not in ("", looks["hammer"].army)
    seen = [Playback(moment_of(shot)).scene(t).look(shot.before["hammer"]) for t in (0.0, 0.1, 99.0)]
    assert seen == [looks["hammer"]] * 3
    for screen in (ShotScreen(driver.app, shot, None), CompareScreen(driver.app, shot, shot)):
        driver.app.push(screen)
        for done in (0, 1):
            screen.player.jump(done)
            for scene in screen.scenes() if isinstance(screen, CompareScreen) else (screen.scene(),):
                assert scene.look(shot.before["hammer"]) == looks["hammer"]
        driver.app.pop()


def test_a_flick_is_heard(path):
    driver, screen = at_table(path)
    driver.press("Show a solution")
    heard = {cue.sound for cue in screen.film.playback.cues}
    assert "flick" in heard
    assert any(sound.startswith("clack") for sound in heard)


def test_a_press_beside_the_knob_of_a_slider_moves_it_there(path):
    driver, screen = at_table(path)
    driver.press("Tune")
    slider = next(f for f in screen.form.fields if f.slides)
    before = screen.stand.physics.friction_mat
    for share in (0.1, 0.5, 0.9):
        knob = slider.element.sliding_button.rect.width
        x = slider.rect.x + knob / 2 + share * (slider.rect.width - knob)
        driver.click((round(x), slider.rect.centery))
        assert slider.share == pytest.approx(share, abs=0.02)
        # The knob is now where the pointer is.
        assert slider.element.sliding_button.rect.collidepoint((round(x), slider.rect.centery))
    assert screen.stand.physics.friction_mat > before


def test_a_file_that_changes_shows_at_once_but_never_in_mid_shot(path):
    driver, screen = at_table(path)
    driver.press("Show a solution")
    rewrite(path, PUSH.replace("[240, 200]", "[300, 200]"))
    driver.wait(0.05)
    assert screen.film is not None
    assert screen.stand.scenario.table["block"].x == 240.0
    driver.settle()
    driver.wait(0.1)
    assert screen.stand.table["block"].x == 300.0
    assert screen.note[0] == f"{path.name} has changed and was read again: block has changed."
    rewrite(path, PUSH.replace("power = 0.2", "power = 2"))
    driver.wait(0.1)
    assert "must be a number from 0 to 1, not 2" in screen.stand.fault
    assert str(path.parent) not in screen.stand.fault
    assert screen.stand.table["block"].x == 300.0


def test_what_a_file_has_changed_is_told(path):
    before = load_scenario(path)
    more = "".join(f'[[pieces]]\nid = "new-{i}"\nkind = "small"\nat = [{40 * i + 40}, 600]\n' for i in range(5))
    physics = "[physics]\nfriction_mat = 0.6\nfriction_chip = 0.4\nrestitution_mat = 0.2\nrestitution_chip = 0.1\n"
    path.write_text(PUSH.replace("power = 0.2", "power = 0.3") + more + physics)
    stand = Stand(load_scenario(path), path)
    told = told_change(path.name, before, stand)
    assert "friction_mat 0.35 is now 0.6; friction_chip 0.3 is now 0.4; restitution_mat 0.35 is now 0.2; 1 more" in told
    assert "new-0 is new; new-1 is new; new-2 is new; 2 more pieces" in told
    assert "shot push has changed" in told
    assert "sliders" not in told
    stand.physics = before.physics
    assert told_change(path.name, before, stand).endswith("The sliders stay as they are.")
    assert "nothing that is simulated" in told_change(path.name, before, Stand(before, path))


# --- tuning ------------------------------------------------------------------------------------------------------


def waited(driver, until):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        driver.app.step(pygame.event.get(), 0.02)
        if until():
            return
        time.sleep(0.002)
    raise AssertionError("it does not come")


def test_a_slider_is_dragged_and_the_shot_runs_again(path, monkeypatch):
    driver, screen = at_table(path, tab=Tab.TUNE)
    waited(driver, lambda: screen.lab.now is not None)
    slider = next(f for f in screen.form.fields if f.slides)
    before = screen.lab.now
    # The slider asks the system for the place of the pointer, and there is none here: it is told what it would find.
    grip = slider.element.sliding_button.rect.center
    pointer = list(grip)
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: tuple(pointer))
    driver.move(grip)
    driver.down(grip)
    for step in range(1, 6):
        pointer[0] = grip[0] + 8 * step
        driver.move(tuple(pointer), left=True)
        driver.app.step(pygame.event.get(), 0.02)
    driver.up(tuple(pointer))
    assert screen.stand.physics.friction_mat > 0.5
    # On the way to the last place of the slider others are shown.
    waited(driver, lambda: any("less far" in line for line in screen.lab.words()))
    assert screen.lab.now != before
    assert screen.lab.usual == before
    driver.press("Write to scenario")
    assert load_scenario(path).physics.friction_mat == screen.stand.physics.friction_mat
    assert 'title = "A push"   # kept' in path.read_text()


def test_sliders_move_by_keys_and_by_the_wheel(path):
    driver, screen = at_table(path, tab=Tab.TUNE)
    slider = next(f for f in screen.form.fields if f.slides)
    screen.form.focus_on(slider)
    driver.key(pygame.KSCAN_RIGHT, times=2)
    assert screen.stand.physics.friction_mat == pytest.approx(0.35 + 2 * 0.02 * 2.0)
    driver.key(pygame.KSCAN_LEFT, mod=pygame.KMOD_CTRL)
    assert screen.stand.physics.friction_mat == pytest.approx(0.428)
    driver.move(slider.rect.center)
    driver.wheel(1)
    assert screen.stand.physics.friction_mat == pytest.approx(0.448)
    driver.press("As the file")
    assert screen.stand.physics == screen.stand.scenario.physics
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is not screen


def test_the_scatter_is_shown(path):
    driver, screen = at_table(path, tab=Tab.TUNE)
    driver.press("Scatter: off")
    waited(driver, lambda: len(screen.lab.cloud) >= 1)
    assert screen.lab.chances()
    driver.press("Scatter: dots")
    driver.wait(0.1)
    driver.press("Scatter: heat")
    assert not screen.lab.scattering


# --- editing -----------------------------------------------------------------------------------------------------


def test_a_piece_is_dragged_and_the_file_written_with_its_comments(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    x, y = pixel(screen, "block")
    driver.down((x, y))
    driver.move((x + 30, y), left=True)
    driver.move((x + 60, y), left=True)
    driver.up((x + 60, y))
    assert screen.stand.table["block"].x > 260.0
    driver.press("Write")
    assert load_scenario(path).table["block"].x == screen.stand.table["block"].x
    assert 'title = "A push"   # kept' in path.read_text()
    assert not screen.stand.edited


def test_an_overlap_is_refused_with_the_reason(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    (x, y), (tx, ty) = pixel(screen, "block"), pixel(screen, "hammer")
    driver.down((x, y))
    driver.move((tx + 4, ty), left=True)
    assert "would overlap hammer" in screen.editing.why
    driver.up((tx + 4, ty))
    assert "would overlap hammer" in screen.note[0]
    assert screen.stand.table["block"].x == 240.0


def test_pieces_are_added_turned_flipped_and_removed(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    driver.press("Tank")
    assert screen.editing.picked == "tank"
    driver.key(pygame.KSCAN_R)
    driver.key(pygame.KSCAN_RIGHT)
    driver.key(pygame.KSCAN_F)
    tank = screen.stand.table["tank"]
    assert (tank.x, tank.face) == (385.0, Face.SPECIAL)
    assert tank.angle == pytest.approx(0.2618, abs=1e-4)
    driver.key(pygame.KSCAN_DELETE)
    assert "tank" not in screen.stand.table
    driver.key(pygame.KSCAN_U)
    assert "tank" in screen.stand.table


def test_changes_are_not_lost_by_one_key(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    driver.press("Soldier")
    driver.key(pygame.KSCAN_ESCAPE)
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is screen
    assert "changes that are not in the file" in screen.note[0]
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is not screen


def test_a_file_edited_elsewhere_waits_until_there_is_nothing_to_lose(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    driver.press("Soldier")
    rewrite(path, PUSH.replace("[240, 200]", "[300, 200]"))
    driver.wait(0.1)
    assert "soldier" in screen.stand.table
    assert "has changed on the disk" in screen.stand.fault
    screen.show(Tab.PLAY)
    screen.show(Tab.EDIT)
    driver.press("Undo")
    driver.wait(0.1)
    assert screen.stand.fault == ""
    assert screen.stand.table["block"].x == 300.0


def test_changes_made_here_may_be_written_over_the_file(path):
    driver, screen = at_table(path, tab=Tab.EDIT)
    driver.press("Soldier")
    rewrite(path, PUSH.replace("[240, 200]", "[300, 200]"))
    driver.wait(0.1)
    driver.press("Write")
    driver.wait(0.1)
    found = load_scenario(path)
    assert found.table["block"].x == 240.0
    assert "soldier" in found.table
    assert screen.stand.fault == ""


def test_a_sandbox_is_written_to_the_own_scenarios(home):
    driver = Driver()
    screen = PracticeScreen(driver.app, sandbox(), Tab.EDIT)
    driver.app.push(screen)
    driver.press("Soldier")
    driver.press("Write")
    (written,) = scenarios_folder().glob("*.toml")
    assert "soldier" in load_scenario(written).table
    assert screen.stand.path == written


# --- the list ----------------------------------------------------------------------------------------------------


def test_the_list_opens_what_is_picked(home):
    driver = Driver()
    driver.press("Scenarios")
    screen = driver.top
    assert isinstance(screen, ScenariosScreen)
    driver.press("First cover")
    driver.press("Play")
    assert isinstance(driver.top, PracticeScreen)
    assert driver.top.stand.copy
    assert driver.top.stand.target().parent == scenarios_folder()
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is screen
    driver.press("Empty sandbox")
    assert driver.top.tab is Tab.EDIT


def test_the_first_of_a_list_is_shown_at_once_and_one_click_on_it_does_not_play_it(home):
    driver = Driver()
    driver.press("Scenarios")
    screen = driver.top
    for shelf in (0, 1, 2):
        driver.click(screen.form.fields[shelf].rect.center)
        assert screen.picked == screen.shelves[shelf][0]
        first = screen.found[screen.picked].title
        play = next(f for f in screen.form.fields if f.element.text == "Play")
        assert play.why == ""
        driver.press(first)
        assert driver.top is screen
    driver.press(first)
    assert driver.top is not screen
    driver.app.pop()
    driver.press("Your own (0)")
    assert screen.picked is None
    play = next(f for f in screen.form.fields if f.element.text == "Play")
    assert "none on this shelf" in play.why


def test_a_solved_puzzle_is_marked(home):
    assert remember("puzzle-first-cover") == ""
    assert remember("puzzle-first-cover") == ""
    driver = Driver()
    driver.press("Scenarios")
    assert "First cover  (solved)" in labels(driver.top)
    solved_file().write_text("torn [")
    assert solved() == frozenset()


def test_every_shipped_scenario_stands_on_a_shelf_and_own_ones_show_their_faults(home):
    scenarios_folder().mkdir(parents=True)
    (scenarios_folder() / "mine.toml").write_text(PUSH)
    (scenarios_folder() / "bad.toml").write_text("format = 1\n")
    driver = Driver()
    screen = ScenariosScreen(driver.app)
    driver.app.push(screen)
    assert sum(map(len, screen.shelves)) == len(shipped_scenarios()) + 2
    for index, name in enumerate(SHELVES):
        driver.press(f"{name} ({len(screen.shelves[index])})")
        assert screen.shelf == index
    driver.press("bad.toml cannot be used")
    (play,) = [f for f in screen.form.fields if not f.entry and f.element.text == "Play"]
    assert "title is missing" in play.why


def test_a_match_of_a_file_begins(home):
    driver = Driver()
    path = next(p for p in shipped_scenarios() if p.stem == "advanced-match")
    open_scenario(driver.app, load_scenario(path), path)
    assert isinstance(driver.top, TableScreen)
    assert driver.top.session.state.setup.mode == "advanced"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_nothing_overlaps_or_leaves_the_window(path, size, text_size):
    from micromutants.ui.settings import Settings

    driver = Driver(size, Settings(reduced_motion=True, text_size=text_size))
    practice = PracticeScreen(driver.app, Stand(load_scenario(path), path))
    for screen in (ScenariosScreen(driver.app), practice):
        driver.app.push(screen)
        for tab in Tab if screen is practice else (None,):
            if tab:
                practice.show(tab)
            driver.wait(0.1)
            whole = pygame.Rect((0, 0), driver.app.size)
            fits(screen.form, whole)
    driver.key(pygame.KSCAN_F1)
    assert isinstance(driver.top, HelpScreen)


def test_buttons_that_cannot_be_pressed_say_why(path):
    driver, screen = at_table(path)
    for tab in Tab:
        screen.show(tab)
        for field in screen.form.fields:
            assert field.element.is_enabled == (not field.why)
    assert isinstance(driver.app.stack[0], TitleScreen)


# --- the command -------------------------------------------------------------------------------------------------


def test_play_tells_what_is_wrong_with_a_file(home):
    (home / "a.toml").write_text('format = 1\ntitel = "a"\n[physics]\ntumbel = 3\n')
    done = CliRunner().invoke(cli.cli, ["play", str(home / "a.toml")])
    assert done.exit_code == 1
    assert "did you mean 'title'?" in done.stderr
    assert "did you mean 'tumble'?" in done.stderr
    assert "Traceback" not in done.stderr


def test_play_without_a_display_says_so(path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    done = CliRunner().invoke(cli.cli, ["play", str(path)])
    assert done.exit_code == 1
    assert "No window can be opened" in done.stderr

"""The practice table without its window: flicks, files, changes, sliders."""

import time

import msgspec
import pygame
import pytest
from scenario_files import PUSH, rewrite

from micromutants.physics import AVERAGE, Hand, Physics, PhysicsError, Shot, constants
from micromutants.rules import load_armies
from micromutants.scenario import load_scenario, read_scenario
from micromutants.table import Face
from micromutants.ui import theme
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.practice import words
from micromutants.ui.practice.cloud import heat
from micromutants.ui.practice.editing import TURN, Editing
from micromutants.ui.practice.flight import film
from micromutants.ui.practice.lab import CHUNK, Lab, share_of, value_at
from micromutants.ui.practice.looks import bare, breed_looks, looks
from micromutants.ui.practice.stand import Stand, hands, sandbox
from micromutants.ui.screens.practicetune import GROUPS, known
from micromutants.ui.view import View
from micromutants.ui.worker import Worker

TEXT = f"""\
{PUSH}
[hand]
aim_sd_deg = 2
[[pieces]]
id = "home"
kind = "base"
owner = 1
at = [400, 400]
[[shots]]
name = "drop"
piece = "block"
speed_mm_s = 0
height_mm = 10
"""


@pytest.fixture
def path(home):
    path = home / "push.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def stand(path):
    return Stand(load_scenario(path), path)


# --- flicks ------------------------------------------------------------------------------------------------------


def test_the_solution_reaches_the_goal_and_a_flick_past_it_does_not(stand):
    solved = stand.make(stand.scenario.shot("push"))
    assert solved.reached
    assert stand.table == solved.outcome.table != stand.scenario.table
    stand.reset()
    missed = stand.flick(Shot("hammer", 1.5, 0.2))
    assert missed.reached is False
    assert words.verdict(stand, missed) == ("Not yet: block should be moved; it is not moved.", "bad")
    stand.undo()
    again = stand.flick(Shot("hammer", 0.0, 0.2, 0.35))
    assert words.verdict(stand, again) == ("Goal reached!", "good")
    told = [text for _, text in words.told(stand, again)]
    assert "Yes: block moved (moved)." in told
    assert any("hammer" in text and "block" in text and "mm/s" in text for text in told)


def test_a_flick_goes_on_from_the_table_as_it_lies_and_undo_goes_back(stand):
    first = stand.flick(Shot("hammer", 1.5, 0.3))
    second = stand.flick(Shot("hammer", 1.5, 0.3))
    assert second.before == first.outcome.table
    assert stand.undo() == ""
    assert stand.table == first.outcome.table
    assert stand.undo() == ""
    assert stand.table == stand.scenario.table
    assert stand.undo() == "Nothing has been flicked yet."


def test_a_shot_of_the_file_is_made_from_the_table_of_the_file(stand):
    stand.flick(Shot("hammer", 1.5, 0.3))
    assert stand.make(stand.scenario.shot("push")).before == stand.scenario.table


def test_a_trembling_hand_does_something_else_each_time(stand):
    shot = Shot("hammer", 1.5, 0.3)
    exact = [stand.flick(shot).outcome for _ in range(2) if stand.reset() is None]
    assert exact[0] == exact[1]
    stand.hand = AVERAGE
    ends = set()
    for _ in range(3):
        stand.reset()
        ends.add(stand.flick(shot).outcome.table.digest())
    assert len(ends) == 3
    assert [name for name, _ in hands(stand.scenario)] == ["exact", "the file's", "expert", "average", "novice"]


def test_what_cannot_be_flicked_says_why(stand):
    assert stand.may_flick("hammer") == ""
    assert "no chip" in stand.may_flick("home")
    with pytest.raises(PhysicsError):
        stand.flick(Shot("home", 0.0, 0.5))
    off = msgspec.structs.replace(stand.table["hammer"], x=-50.0)
    stand.table = stand.table.put(off)
    assert "beyond the edge" in stand.may_flick("hammer")


def test_a_film_ends_where_the_outcome_does(stand):
    flight = stand.make(stand.scenario.shot("push"))
    reel = film(flight, looks(stand.table, dict(stand.scenario.breeds)))
    reel.update(0.02)
    early = reel.scene()
    reel.put(reel.playback.flight)
    late = reel.scene()
    end = flight.outcome.table["hammer"]
    assert (late.poses["hammer"].x, late.poses["hammer"].y) == pytest.approx((end.x, end.y), abs=1e-6)
    assert early.poses["hammer"].x < late.poses["hammer"].x
    assert len(early.trace) < len(late.trace)
    assert not reel.over
    reel.skip()
    assert reel.over
    assert reel.scene().table == flight.outcome.table


def test_the_picture_shows_the_breeds(stand):
    mat, breeds = stand.table.mat, dict(stand.scenario.breeds)
    pictures = []
    for seen in (looks(stand.table, breeds), looks(stand.table, {})):
        surface = pygame.Surface((300, 300))
        draw_scene(surface, View(mat, (0, 0, 300, 300)), Scene(bare(mat), stand.table, looks=seen))
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] != pictures[1]


def test_pieces_look_like_their_breed_or_like_their_owner(stand):
    found = looks(stand.table, dict(stand.scenario.breeds))
    assert found["hammer"] == breed_looks()["soldier"]
    assert (found["block"].kind, found["block"].army) == ("large", theme.dress(load_armies()["flyborgs"]))
    assert breed_looks()["command-nest"].main
    for army in load_armies().values():
        assert breed_looks()[army.breeds[0].id].army == theme.dress(army)


# --- the file ----------------------------------------------------------------------------------------------------


def test_a_changed_file_is_read_again_and_a_bad_one_leaves_the_last_good_one(stand, path):
    assert not stand.poll()
    stand.flick(Shot("hammer", 1.5, 0.3))
    rewrite(path, TEXT.replace("[240, 200]", "[260, 200]"))
    assert stand.poll()
    assert (stand.table["block"].x, stand.past, stand.fault) == (260.0, [], "")
    rewrite(path, TEXT.replace("at = [240, 200]", "at = [240, 2000]").replace("owner", "ownr"))
    assert stand.poll()
    assert stand.table["block"].x == 260.0
    assert "lies off the mat" in stand.fault
    assert "did you mean 'owner'?" in stand.fault
    rewrite(path, TEXT)
    assert stand.poll()
    assert (stand.table["block"].x, stand.fault) == (240.0, "")
    path.unlink()
    assert stand.poll()
    assert "no such file" in stand.fault
    assert stand.table["block"].x == 240.0


def test_where_it_is_written(stand, path, home):
    assert stand.target() == path
    stand.copy = True
    first = home / "data" / "micromutants" / "scenarios" / "push.toml"
    assert stand.target() == first
    first.parent.mkdir(parents=True)
    first.write_text("")
    assert stand.target() == first.with_name("push-2.toml")
    assert sandbox().target() == first.with_name("sandbox.toml")


# --- editing -----------------------------------------------------------------------------------------------------


def test_moving_turning_flipping_and_taking_back(stand):
    editing = Editing(stand)
    editing.take("hammer", 200.0, 200.0)
    editing.drag(210.0, 230.0)
    assert editing.holding
    assert editing.drop() == ""
    assert (stand.table["hammer"].x, stand.table["hammer"].y) == (210.0, 230.0)
    assert editing.turn(TURN) == ""
    assert stand.table["hammer"].angle == pytest.approx(TURN)
    assert editing.flip() == ""
    assert stand.table["hammer"].face is Face.SPECIAL
    assert editing.own() == ""
    assert stand.table["hammer"].owner == 1
    assert stand.edited
    for _ in range(4):
        assert editing.undo() == ""
    assert stand.scenario.table == load_scenario(stand.path).table
    assert editing.undo() == "Nothing has been changed yet."
    assert not stand.edited


def test_overlaps_and_places_off_the_mat_are_refused_with_the_reason(stand):
    editing = Editing(stand)
    before = stand.scenario
    editing.take("hammer", 200.0, 200.0)
    editing.drag(240.0, 201.0)
    assert "would overlap block" in editing.why
    assert "would overlap block" in editing.drop()
    editing.take("hammer", 200.0, 200.0)
    editing.drag(2.0, 201.0)
    assert "off the mat; allowed here are x from 8 to 752" in editing.drop()
    assert stand.scenario == before
    editing.stacking = True
    editing.picked = "hammer"
    assert editing.move(40.0, 0.0) == ""
    assert stand.table["hammer"].level == 1
    # What is put on another lies on it, whichever came first in the file.
    assert editing.move(-40.0, 0.0) == ""
    editing.picked = "block"
    assert editing.move(-40.0, 0.0) == ""
    assert stand.table["block"].level == 1


def test_adding_and_removing(stand):
    editing = Editing(stand)
    assert editing.add("tank", "rect") == ""
    assert editing.picked == "tank"
    assert editing.add("tank", "rect") == ""
    assert {"tank", "tank-2"} <= {piece.id for piece in stand.table}
    assert stand.table.lies_on() == ()
    assert dict(stand.scenario.breeds)["tank-2"] == "tank"
    assert editing.remove() == ""
    assert "tank-2" not in stand.table
    editing.picked = "hammer"
    assert "named by the shot 'push'" in editing.remove()
    editing.picked = None
    assert "Pick a piece first" in editing.remove()


def test_a_mat_without_room_says_so():
    tiny = 'format = 1\ntitle = "a"\n[mat]\nwidth = 100\nheight = 100\n'
    tiny += '[[pieces]]\nid = "t"\nkind = "template"\nat = [50, 50]'
    stand = Stand(read_scenario(tiny.encode(), "a"), None)
    assert Editing(stand).add("", "base") == "There is no free place on the mat for a base."


def test_a_piece_without_a_special_side_is_not_flipped(stand):
    editing = Editing(stand)
    one_sided = next(
        key for key, look in breed_looks().items() if not look.two_sided and not look.kind.endswith("base")
    )
    assert editing.add(one_sided, breed_looks()[one_sided].kind) == ""
    assert "no special side" in editing.flip()


# --- tuning ------------------------------------------------------------------------------------------------------


def test_every_constant_has_one_slider():
    names = [name for _, group in GROUPS for name in group]
    assert sorted(names) == sorted(known())
    assert set(names) == {*Physics.__struct_fields__, *Hand.__struct_fields__}


@pytest.mark.parametrize("one", [*constants(Physics), *constants(Hand)], ids=lambda one: one.name)
def test_a_slider_goes_through_the_whole_range_and_back(one):
    tree = Physics if one.name in Physics.__struct_fields__ else Hand
    values = [value_at(one, i / 100) for i in range(101)]
    assert values == sorted(values)
    assert values[-1] == one.high
    assert values[0] <= max(one.low + (one.high - one.low) / 1000, one.high * 1e-4)
    for value in values:
        assert msgspec.convert({one.name: value}, tree)
        assert value_at(one, share_of(one, value)) == pytest.approx(value, rel=2e-3, abs=1e-3 * one.high)
    assert value_at(one, share_of(one, one.default)) == pytest.approx(one.default, rel=1e-3)


def run_lab(lab, worker, until):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        lab.update()
        worker.poll()
        if until():
            return
        time.sleep(0.002)
    raise AssertionError("the thread finds nothing")


@pytest.fixture
def lab(stand):
    worker = Worker(lambda: None)
    lab = Lab(worker, stand)
    lab.worker = worker
    return lab


def test_the_shot_runs_again_under_what_the_sliders_say(lab, stand):
    run_lab(lab, lab.worker, lambda: lab.now is not None)
    assert lab.usual == lab.now
    assert "Move a slider" in lab.words()[0]
    lab.set("friction_mat", 0.9)
    run_lab(lab, lab.worker, lambda: lab.now != lab.usual)
    shot = stand.scenario.shot("push")
    expected = (
        Stand(msgspec.structs.replace(stand.scenario, physics=Physics(friction_mat=0.9)), None).make(shot).outcome
    )
    assert lab.now == expected
    assert any("less far" in line for line in lab.words())
    assert lab.changed == ("friction_mat",)
    lab.reset(stand.scenario.physics)
    assert lab.changed == ()


def test_the_latest_wish_wins(lab, stand):
    run_lab(lab, lab.worker, lambda: lab.usual is not None)
    for value in (0.1, 0.2, 0.5, 1.1):
        lab.set("friction_mat", value)
        lab.update()
    run_lab(lab, lab.worker, lambda: lab._known.get("now") == Physics(friction_mat=1.1))
    stand.physics = Physics(friction_mat=1.1)
    stand.reset()
    assert lab.now == stand.make(stand.scenario.shot("push")).outcome


def test_the_scatter_tells_how_often_what_comes(lab):
    lab.scattering = True
    run_lab(lab, lab.worker, lambda: sum(map(len, lab.cloud)) >= 2 * CHUNK)
    told = lab.chances()
    goal, outcomes, faces = told[0], told[1:-2], told[-2:]
    assert goal == ("all that is expected", 1.0)
    assert sum(share for _, share in outcomes) == pytest.approx(1.0)
    assert [name for name, _ in faces] == ["normal side up", "special side up"]
    assert sum(share for _, share in faces) == pytest.approx(1.0)
    lab.set("press_force", 3.0)
    run_lab(lab, lab.worker, lambda: len(lab.cloud) == 1 and lab.chances()[0][1] == 0.0)
    shares = heat(lab.cloud, 760.0, 760.0)
    assert shares.max() == 1.0
    assert (shares > 0).sum() < 0.2 * shares.size
    lab.set("aim_sd", 0.0)
    assert lab.hand.aim_sd == 0.0
    assert "exact hand" in lab.scatter_refusal()
    lab.next_subject(1)
    assert "launch is exact" in lab.scatter_refusal()


def test_a_launch_that_cannot_be_is_told(lab):
    lab.set("press_force", 1000.0)
    lab.set("mat_stiffness", 0.1)
    run_lab(lab, lab.worker, lambda: bool(lab.fault))
    assert lab.words() == [lab.fault]


def test_an_empty_table_has_nothing_to_run():
    lab = Lab(Worker(lambda: None), sandbox())
    lab.update()
    assert "flick a chip under Play first" in lab.words()[0]
    assert "flick a chip under Play first" in lab.scatter_refusal()


def test_differences_in_words(stand):
    shot = stand.scenario.shot("push")
    usual = stand.make(shot).outcome
    assert words.differences(stand.scenario.table, usual, usual, "hammer") == ["The same comes of it."]
    end = usual.table["hammer"]
    moved = msgspec.structs.replace(end, x=end.x + 10.0, face=end.face.turned)
    other = msgspec.structs.replace(usual, table=usual.table.put(moved))
    (line,) = words.differences(stand.scenario.table, usual, other, "hammer")
    assert line.startswith("hammer rests 10.0 mm further, 10.0 mm from where it did; shows its ")
    off = msgspec.structs.replace(usual, table=usual.table.put(msgspec.structs.replace(end, x=-20.0)))
    assert "leaves the mat" in words.differences(stand.scenario.table, usual, off, "hammer")[0]


def test_the_log_tells_each_flick(stand):
    stand.make(stand.scenario.shot("push"))
    stand.flick(Shot("hammer", 1.5, 0.3))
    lines = words.Telling().lines(stand)
    assert [
        line.text for line in lines if line.kind == "plain" and line.text[0].isdigit() and ". " in line.text[:4]
    ] == [
        "1. push",
        "2. hammer is flicked",
    ]

"""Faults that programs of this kind have had (faults.md), those of physics and determinism that can come up here.

P1, P2 and P17 are in test_physics_sliding too, P5, P7–P9 and P11 in test_physics_contract, D5 and D8 in
test_physics_symmetry; what a record or the window could get wrong (D10, D13–D16) is with their tests.  P14 needs walls,
and there are none; D1–D3 need a clock, and there is none either, which is tested here.
"""

import ast
import gc
import hashlib
import math
import os
import pickle
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy
import pymunk
import pytest
from physics_tools import PHYSICS, army, chip, generator, plan_of, random_launch, run_plan, solid, table

import micromutants.physics
from micromutants.physics import (
    AVERAGE,
    EventKind,
    Launch,
    Outcome,
    Physics,
    PhysicsError,
    Shot,
    press,
    scatter,
    scattered,
    simulate,
)
from micromutants.physics.checks import check_piece, check_table
from micromutants.physics.solid import Freedom
from micromutants.table import KINDS, Mat, Piece, Table, TableError

SOURCES = sorted(Path(micromutants.physics.__file__).parent.glob("*.py"))
CLOCKLESS = [path for path in SOURCES if path.stem != "bench_step"]


def whole(outcome: Outcome) -> bytes:
    return msgspec.json.encode((outcome.table, outcome.lies_on, outcome.track, outcome.moved, outcome.elapsed.hex()))


# --- P3, P4, P10: when it is at rest ------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1e-9, 0.1, 3.5, 3.7])
def test_p3_a_hardly_moving_piece_comes_to_rest_exactly(speed):
    plan, solids = plan_of([chip("a")], {"a": (speed, 0.0, 0.0)})
    assert run_plan(plan) < 0.01
    assert (solids["a"].vx, solids["a"].vy, solids["a"].wz) == (0.0, 0.0, 0.0)


def test_p4_a_piece_beside_one_that_cannot_leave_the_mat_comes_to_rest():
    outcome = simulate(table(chip("a", 300.0, 380.0), chip("b", 340.0, 380.0, "base")), Launch("a", 0.0, 900.0, 0.0))
    assert outcome.settled
    assert outcome.elapsed < 1.0


def test_p10_a_shot_that_starts_from_rest_is_not_over_at_once():
    for loft in (0.0, 0.3, 1.0):
        outcome = simulate(table(chip("a")), Launch("a", 0.5, 400.0, loft))
        assert outcome.moved == ("a",)
        assert outcome.elapsed > 0.05
        assert outcome.events[-1].kind is EventKind.REST
        assert outcome.events[-1].time == outcome.elapsed


def test_p10_a_shot_is_not_over_while_the_first_of_a_row_stands_still():
    """Three equal chips in a row: the middle one stops when it hands its motion on, and that goes on."""
    physics = Physics(restitution_chip=1.0, friction_chip=0.0)
    pieces = [chip("a", 200.0, 380.0), chip("b", 240.0, 380.0), chip("c", 280.0, 380.0)]
    outcome = simulate(table(*pieces), Launch("a", 0.0, 900.0, 0.0), physics)
    stops = {e.piece: e.time for e in outcome.events if e.kind is EventKind.REST}
    assert stops["b"] < 0.5 * outcome.elapsed
    assert stops["c"] == outcome.elapsed
    assert outcome.table["a"].x == pytest.approx(219.0, abs=1.0)
    assert outcome.table["b"].x == pytest.approx(259.0, abs=1.0)
    assert outcome.table["c"].x > 330.0


def test_p10_a_chip_that_stops_dead_at_its_first_bump_says_that_it_rests():
    physics = Physics(restitution_chip=1.0, friction_chip=0.0)
    outcome = simulate(table(chip("a", 200.0, 380.0), chip("b", 240.0, 380.0)), Launch("a", 0.0, 900.0, 0.0), physics)
    assert {e.piece for e in outcome.events if e.kind is EventKind.REST} == set(outcome.moved) == {"a", "b"}


# --- P12: the exact floats that once went wrong --------------------------------------------------------------------


@pytest.mark.parametrize(
    "launch",
    [
        Launch("a", 0.0, math.sqrt(80.0 / math.cos(1.2) * 9810.0 / math.sin(2.4)), 1.2, 10.0),
        Launch("a", 5e-324, 900.0, 0.0),
        Launch("a", 1e15, 900.0, 0.4, 30.0),
        Launch("a", -math.pi, 20_000.0, 0.2, 5_000.0, 5_000.0),
        Launch("a", 0.0, 20_000.0, math.pi / 2, -5_000.0),
        Launch("a", 0.0, 1200.0, -math.pi / 2, 0.0),
    ],
    ids=str,
)
def test_p12_extreme_and_once_troublesome_floats(launch):
    start = table(chip("a", 250.0, 379.0), chip("b", 330.0, 380.0), chip("c", 332.0, 385.0, "rect", 0.3, level=1))
    outcome = simulate(start, launch)
    # Some fly for longer than is simulated.
    assert outcome.settled or outcome.elapsed == pytest.approx(PHYSICS.time_limit, abs=0.01)
    for piece in outcome.table:
        assert all(math.isfinite(v) for v in (piece.x, piece.y, piece.angle))


# --- P15, P18, P19: bodies that go and come ------------------------------------------------------------------------


def test_p15_a_piece_that_drifted_is_met_where_it_is():
    """Moved without steps of the engine, its shape must have come along."""
    plan, solids = plan_of([chip("a", 0.0, 0.0), chip("b", 200.0, 0.0)], {"a": (1500.0, 0.0, 0.0)})
    for _ in range(4):
        plan.drift(1 / 60)
    assert 80.0 < solids["a"].x < 178.0
    while plan.movers and not solids["b"].moved:
        plan.step(plan.longest_step())
    assert solids["b"].moved
    assert solids["a"].x == pytest.approx(178.0, abs=3.0)
    # And nothing is left where it came from.
    assert plan.space.point_query_nearest((0.0, 0.0), 1.0, pymunk_all()) is None


def pymunk_all():
    return micromutants.physics.plan.pymunk.ShapeFilter()


def test_p18_what_has_left_the_plane_is_hit_by_nothing():
    plan, solids = plan_of([chip("a", 0.0, 0.0), chip("b", 60.0, 0.0)], {"a": (1200.0, 0.0, 0.0)})
    plan.remove(solids["b"])
    assert (len(plan.space.bodies), len(plan.space.shapes), len(plan.space.constraints)) == (1, 1, 0)
    run_plan(plan)
    assert solids["a"].x > 100.0
    assert not solids["b"].moved
    assert plan.take_bumps() == []


def test_p19_what_is_taken_out_twice_or_was_never_in_does_no_harm():
    plan, solids = plan_of([chip("a", 0.0, 0.0), chip("b", 60.0, 0.0)], {})
    for _ in range(2):
        plan.remove(solids["b"])
    plan.remove(solid(chip("c"), Freedom.PLANAR))
    assert list(plan.bodies) == ["a"]
    plan.add([solids["b"], solids["b"]])
    plan.add([solids["b"]])
    assert list(plan.bodies) == ["a", "b"]
    assert len(plan.space.shapes) == 2


# --- P16, P20: traps of the engine ---------------------------------------------------------------------------------


def calls(path):
    """Names of everything that is called in a source, and each call."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield name, node


def test_p16_overlaps_are_never_asked_of_the_engine():
    for path in SOURCES:
        assert not {name for name, _ in calls(path)} & {"shapes_collide", "shape_query"}, path


@pytest.mark.parametrize("gap", [0.0, 1e-12, -1e-12, 1e-9])
def test_p16_pieces_that_exactly_touch_lie_beside_each_other(gap):
    start = table(chip("a", 100.0, 100.0), chip("b", 300.0, 300.0), chip("c", 322.0 + gap, 300.0))
    assert start.lies_on() == ()
    outcome = simulate(start, Launch("b", math.pi, 0.0, 0.0))
    assert outcome.lies_on == ()
    assert outcome.table["c"].x == pytest.approx(322.0, abs=0.02)
    struck = simulate(start, Launch("b", 0.0, 600.0, 0.0))
    assert struck.lies_on == ()
    assert struck.table["c"].x > 330.0


def test_p20_no_more_than_a_note_is_made_in_a_callback():
    """An exception there would be swallowed; so nothing is decided there, and nothing put into the space (D6)."""
    callbacks = {}
    for path in CLOCKLESS:
        for name, call in calls(path):
            if name in ("on_collision", "add_collision_handler", "add_post_step_callback"):
                callbacks[path.stem] = [keyword.value.attr for keyword in call.keywords]
    assert callbacks == {"plan": ["_bump"]}
    tree = ast.parse(next(path for path in SOURCES if path.stem == "plan").read_text("utf-8"))
    bump = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "_bump")
    called = {ast.unparse(node.func) for node in ast.walk(bump) if isinstance(node, ast.Call)}
    assert called == {"abs", "(a.velocity - b.velocity).dot", "self.bumps.append"}


# --- D1–D3, D5, D7, D11: nothing from outside -----------------------------------------------------------------------


def test_d1_d2_d3_there_is_no_clock_and_no_step_from_outside():
    for path in CLOCKLESS:
        tree = ast.parse(path.read_text("utf-8"))
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        # Of a scatter the clock says who works, and never what comes out.
        known = {"random", "time"} if path.stem == "scatter" else set()
        assert imported & {"random", "time", "datetime", "threading", "secrets", "uuid"} == known, path
        assert "hash" not in {name for name, _ in calls(path)}, path


def test_d4_a_shot_made_again_after_others_is_the_same():
    """Nothing is kept from one simulation to the next."""
    pieces, launches = crowd()
    start = table(*pieces)
    first = [whole(simulate(start, launch)) for launch in launches]
    again = [whole(simulate(start, launch)) for launch in reversed(launches)]
    assert again[::-1] == first


def test_d7_a_table_that_was_pickled_or_written_down_gives_the_same():
    pieces, launches = crowd()
    start = table(*pieces)
    for copy in (pickle.loads(pickle.dumps(start)), msgspec.json.decode(msgspec.json.encode(start), type=Table)):
        assert copy == start
        assert whole(simulate(copy, launches[0])) == whole(simulate(start, launches[0]))
    outcome = simulate(start, launches[1])
    assert pickle.loads(pickle.dumps(outcome.table)) == outcome.table


def test_d11_of_a_generator_only_random_is_used():
    class Bare:
        def __init__(self):
            self.draw = generator(11)

        def random(self):
            return self.draw.random()

    shot = Shot("a", 0.3, 0.5)
    assert scattered(shot, AVERAGE, PHYSICS, Bare()) == scattered(shot, AVERAGE, PHYSICS, generator(11))


def test_d11_the_first_shots_of_a_seed_are_known():
    """Golden values: another Python or another order of draws would change them."""
    draw = generator(42)
    shot = scattered(Shot("a", 0.0, 0.5), AVERAGE, PHYSICS, draw)
    assert (shot.power, shot.azimuth, shot.loft, shot.tumble) == pytest.approx(GOLDEN, rel=1e-12)


GOLDEN = (0.5211609155816564, 0.011704267504528375, 0.7947784161875782, 0.6186039026383918)


def crowd():
    draw = generator(71)
    pieces = [chip("a", 20.0, 20.0), *(p for p in army(50, 5) if p.x > 40.0 or p.y > 40.0)]
    return pieces, [random_launch(draw, azimuth=draw.uniform(0.1, 1.4), power=draw.uniform(0.2, 0.6)) for _ in range(4)]


def fingerprint():
    """Some simulations and a scatter, to the last bit."""
    pieces, launches = crowd()
    digest = hashlib.sha256()
    for launch in launches:
        digest.update(whole(simulate(table(*pieces), launch)))
    found = scatter(table(*pieces), Shot("a", 0.8, 0.3), AVERAGE, 5, 1)
    for array in (found.x, found.y, found.angle, found.face, found.outcome, found.other):
        digest.update(array.tobytes())
    return digest.hexdigest()


def test_d8_v17_bit_identical_in_five_fresh_processes_and_under_two_hash_seeds():
    here = Path(__file__).parent
    code = "from test_physics_faults import fingerprint; print(fingerprint())"
    children = []
    for hash_seed in ("0", "1", "1", "2", "random"):
        environment = os.environ | {
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join((str(here), str(here.parents[1]))),
        }
        command = [sys.executable, "-c", code]
        children.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert {child.strip() for child in children} == {fingerprint()}


# --- what is refused, and what cannot come up -----------------------------------------------------------------------


def test_p9_no_piece_can_have_another_mass_than_its_kind():
    assert not {"mass", "density", "inertia"} & set(Piece.__struct_fields__)
    with pytest.raises(TypeError):
        KINDS["light"] = KINDS["small"]
    with pytest.raises(AttributeError):
        KINDS["small"].mass = 0.0
    with pytest.raises(TableError, match="unknown kind 'light', allowed are small, large, "):
        table(chip("a", kind="light"))


def test_coincident_pieces_come_to_lie_on_each_other():
    start = table(chip("a"), chip("b"), chip("c"))
    assert [piece.level for piece in start] == [0, 1, 2]
    check_table(start)


def with_(piece, **changes):
    return table(chip("a"), chip("b", 300.0)).put(msgspec.structs.replace(piece, **changes))


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (with_(chip("b"), x=math.nan), "piece 'b': x must be finite, not nan"),
        (with_(chip("b"), y=math.inf), "piece 'b': y must be finite, not inf"),
        (with_(chip("b"), angle=-math.inf), "piece 'b': angle must be finite, not -inf"),
        (with_(chip("b"), x=math.inf, y=-math.inf), "piece 'b': x must be finite, not inf"),
        (with_(chip("b"), kind="coin"), f"piece 'b': unknown kind 'coin', allowed are {', '.join(KINDS)}"),
        (with_(chip("b"), level=-1), "piece 'b': level must be 0 or more, not -1"),
        (Table(Mat(math.nan, 5.0), ()), "mat: width and height must be above 0 mm, not nan by 5.0"),
        (Table(Mat(5.0, math.inf), ()), "mat: width and height must be above 0 mm, not 5.0 by inf"),
        (Table(Mat(-5.0, 5.0), ()), "mat: width and height must be above 0 mm, not -5.0 by 5.0"),
        (
            Table(Mat(), (chip("a"), chip("a"))),
            "piece 'a': a table has its pieces in the order of their ids, each once",
        ),
        (
            Table(Mat(), (chip("b"), chip("a"))),
            "piece 'a': a table has its pieces in the order of their ids, each once",
        ),
        (
            table(chip("a", 9.0)).put(chip("b", 300.0, 50.5), chip("c", 300.0, 50.5)),
            "pieces 'b' and 'c': both lie at (300, 50.5) on level 0, where one must lie elsewhere or above the other",
        ),
    ],
    ids=str,
)
def test_p7_p8_a_table_that_cannot_be_is_refused(bad, sentence):
    with pytest.raises(PhysicsError) as refused:
        check_table(bad)
    assert str(refused.value) == sentence
    with pytest.raises(PhysicsError) as refused:
        scatter(bad, Shot("a", 0.0, 0.5), AVERAGE, 3, 1)
    assert str(refused.value) == sentence


def test_p7_simulate_refuses_a_table_that_cannot_be():
    with pytest.raises(PhysicsError, match=r"^piece 'b': x must be finite, not nan$"):
        simulate(with_(chip("b"), x=math.nan), Launch("a", 0.0, 500.0, 0.5))


@pytest.mark.parametrize(("x", "y"), [(-0.1, 50.0), (50.0, -3.0), (900.0, 50.0), (50.0, 900.0)])
def test_a_piece_beside_the_mat_is_thrown_from_a_height_or_not_at_all(x, y):
    start = table(chip("a", x, y))
    sentence = r"^launch: 'a' lies beside the mat, from where it can only be thrown, from a height$"
    with pytest.raises(PhysicsError, match=sentence):
        simulate(start, Launch("a", 0.0, 500.0, 0.5))
    with pytest.raises(PhysicsError, match=sentence):
        scatter(start, Shot("a", 0.0, 0.5), AVERAGE, 3, 1)
    assert simulate(start, Launch("a", 0.0, 500.0, 0.5, height=150.0)).settled


def test_tables_that_can_be_are_not_refused():
    check_table(Table(Mat(), ()))
    check_table(table(*army(60), mat=Mat(1e-3, 1e9)))
    check_table(table(chip("a", 1e300, -1e300)))
    # A piece that left the mat lies beside it until the rules have seen to it.
    check_table(table(chip("a", -500.0)))


@pytest.mark.parametrize(
    ("shot", "piece", "physics", "sentence"),
    [
        (Shot("b", 0.0, 0.5), chip("a"), PHYSICS, "shot: it is one of 'b', not of 'a'"),
        (Shot("a", 0.0, 0.5), chip("a", x=math.nan), PHYSICS, "piece 'a': x must be finite, not nan"),
        (Shot("a", 0.0, 0.5), chip("a", angle=math.inf), PHYSICS, "piece 'a': angle must be finite, not inf"),
        (Shot("a", 0.0, 0.5), chip("a", kind="coin"), PHYSICS, "piece 'a': unknown kind 'coin', allowed are "),
        (Shot("a", 0.0, 0.5), chip("a"), Physics(press_force=math.nan), "physics: press_force must be a number"),
        (
            Shot("a", 0.0, 0.5),
            chip("a"),
            Physics(mat_stiffness=0.0),
            "physics: mat_stiffness must be a number above 0 and",
        ),
        (
            Shot("a", 0.0, 0.5),
            chip("a"),
            Physics(returned_fraction=-0.1),
            "physics: returned_fraction must be a number from 0 to",
        ),
        (
            Shot("a", 0.0, 0.5),
            chip("a"),
            Physics(friction_mat=True),
            "physics: friction_mat must be a number from 0 to 2, not",
        ),
        (
            Shot("a", 0.0, 0.5),
            chip("a"),
            Physics(friction_mat=numpy.float64(0.5)),
            "physics: friction_mat must be a number from 0 to 2, not",
        ),
        (Shot("a", 0.0, 0.5), chip("a"), None, "physics: it must be a Physics, not None"),
    ],
    ids=str,
)
def test_p7_p9_a_press_that_cannot_be_is_refused(shot, piece, physics, sentence):
    with pytest.raises(PhysicsError) as refused:
        press(shot, piece, physics)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["restitution_mat", "restitution_chip"])
def test_p17_restitution_is_from_0_to_1_and_not_a_bit_more(name):
    start, launch = table(chip("a")), Launch("a", 0.0, 500.0, 0.8)
    for value in (0.0, 1.0):
        simulate(start, launch, Physics(**{name: value}, time_limit=0.5))
    for value in (math.nextafter(1.0, 2.0), math.nextafter(0.0, -1.0)):
        with pytest.raises(PhysicsError, match=name):
            simulate(start, launch, Physics(**{name: value}))


def test_a_piece_is_checked_by_itself_too():
    check_piece(chip("a"))
    with pytest.raises(PhysicsError, match="piece 'a': level must be 0 or more"):
        check_piece(chip("a", level=-2))


# --- what the collector of cycles frees ----------------------------------------------------------------------------


def test_nothing_is_left_in_a_space_of_pymunk_when_a_simulation_has_ended():
    """A shape that is freed after its body or its space, as the collector may do, once crashed the process."""

    def left():
        return [one for one in gc.get_objects() if isinstance(one, pymunk.Space) and (one.bodies or one.shapes)]

    gc.collect()
    before = len(left())
    row = table(chip("a", 300.0, 300.0), chip("b", 360.0, 300.0), chip("c", 400.0, 310.0))
    gc.disable()
    try:
        shoved = simulate(row, Launch("a", 0.0, 1500.0, 0.0))
        hopped = simulate(row, [Launch("a", 0.0, 1500.0, 0.3), Launch("b", 1.0, 900.0, 0.3)])
        assert {"a", "b"} <= {*shoved.moved} & {*hopped.moved}
        spaces = [one for one in gc.get_objects() if isinstance(one, pymunk.Space)]
        assert spaces
        assert len(left()) == before
    finally:
        gc.enable()
        gc.collect()

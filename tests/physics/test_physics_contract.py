"""What ``simulate`` promises, whatever the shot (simulation.md "Contract"; faults P5, P7–P9, P11)."""

import itertools
import math
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from physics_tools import MAT, PHYSICS, army, chip, generator, random_launch, table

from micromutants.geometry import overlap_depth
from micromutants.physics import EventKind, Launch, Physics, PhysicsError, laws, rest, simulate
from micromutants.physics.attitude import rest_of
from micromutants.physics.solid import Solid
from micromutants.physics.trace import Trace
from micromutants.physics.world import World
from micromutants.table import KINDS, MIN_OVERLAP, Face, Mat, Piece, Table

START = [chip("a", 100.0, 100.0)]


def shots(count=40, seed=40):
    """Shots into a table of forty pieces, some lying on others, as (table, launch)."""
    draw = generator(seed)
    pieces = [chip("a", 20.0, 20.0, draw.choice(("small", "large", "rect")))]
    pieces += [p for p in army(40, seed) if p.x > 40.0 or p.y > 40.0]
    for i in (3, 12, 20):
        host = pieces[i]
        pieces.append(chip(f"on{i}", host.x + draw.uniform(-13, 13), host.y + draw.uniform(-5, 5), "large", level=1))
    start = table(*pieces)
    for _ in range(count):
        yield start, random_launch(draw, kind=pieces[0].kind, azimuth=draw.uniform(-0.2, 1.8))


@pytest.fixture(scope="module")
def played():
    return [(start, launch, simulate(start, launch)) for start, launch in shots()]


def test_nothing_is_changed_in_place():
    for start, launch in shots(8):
        before, said = start.digest(), msgspec.json.encode(launch)
        simulate(start, launch)
        assert start.digest() == before
        assert msgspec.json.encode(launch) == said


def test_every_shot_settles_and_is_finite(played):
    for start, launch, outcome in played:
        assert outcome.settled
        assert 0.0 < outcome.elapsed < PHYSICS.time_limit
        assert [p.id for p in outcome.table] == [p.id for p in start]
        assert outcome.table.mat == start.mat
        for p in outcome.table:
            assert all(math.isfinite(v) for v in (p.x, p.y, p.angle))
            assert (p.kind, p.owner) == (start[p.id].kind, start[p.id].owner)
        assert launch.piece in outcome.moved


def test_moved_names_the_pieces_whose_pose_changed_and_no_other(played):
    for start, _, outcome in played:
        changed = []
        for p in outcome.table:
            old = start[p.id]
            shift = math.hypot(p.x - old.x, p.y - old.y)
            turn = abs(math.remainder(p.angle - old.angle, math.tau))
            if shift > 1e-9 or turn > 1e-9 or p.face is not old.face:
                changed.append(p.id)
            elif p.id not in outcome.moved:
                assert (p.x, p.y, p.angle) == (old.x, old.y, old.angle)
        assert tuple(changed) == outcome.moved


def test_lies_on_is_that_of_the_table(played):
    some = 0
    for _, _, outcome in played:
        assert outcome.lies_on == outcome.table.lies_on()
        for upper, lower, area in outcome.lies_on:
            a, b = outcome.table[upper], outcome.table[lower]
            assert a.level > b.level
            assert area > 0.0
            assert overlap_depth(a.shape, a.pose, b.shape, b.pose) > PHYSICS.min_overlap
            some += 1
    assert some > 3


def test_every_overlap_at_rest_is_a_pair(played):
    """No two pieces lie in each other: what overlaps lies one on the other."""
    for _, _, outcome in played:
        pairs = {frozenset(pair[:2]) for pair in outcome.lies_on}
        pieces = list(outcome.table)
        for i, a in enumerate(pieces):
            for b in pieces[:i]:
                if abs(a.x - b.x) < 45.0 and abs(a.y - b.y) < 45.0:
                    deep = overlap_depth(a.shape, a.pose, b.shape, b.pose)
                    assert deep <= PHYSICS.min_overlap or frozenset((a.id, b.id)) in pairs


def test_a_result_can_be_laid_out_again(played):
    for _, _, outcome in played:
        assert Table.of(MAT, list(outcome.table)) == outcome.table


def test_events_are_in_time_order_and_name_pieces(played):
    kinds = set()
    for start, launch, outcome in played:
        times = [e.time for e in outcome.events]
        assert times == sorted(times)
        assert times[0] == 0.0
        assert times[-1] <= outcome.elapsed
        first = outcome.events[0]
        assert (first.kind, first.piece, first.speed) == (EventKind.LAUNCH, "a", launch.speed)
        met = set()
        for e in outcome.events:
            kinds.add(e.kind)
            assert e.piece in start
            assert math.isfinite(e.speed)
            assert e.speed >= 0.0
            assert (e.kind is EventKind.CONTACT) == (e.other is not None) == (e.verdict is not None)
            if e.kind is EventKind.CONTACT:
                assert e.other in start
                pair = frozenset((e.piece, e.other))
                assert len(pair) == 2
                assert pair not in met
                met.add(pair)
        rested = {e.piece for e in outcome.events if e.kind is EventKind.REST}
        assert set(outcome.moved) <= rested
    assert {EventKind.LAUNCH, EventKind.TOUCHDOWN, EventKind.CONTACT, EventKind.REST} <= kinds


def test_the_face_that_is_up_and_the_event_agree(played):
    turned = 0
    for start, _, outcome in played:
        said = {e.piece for e in outcome.events if e.kind is EventKind.TURNED}
        assert said == {p.id for p in outcome.table if p.face is not start[p.id].face}
        turned += len(said)
    assert turned > 3


def test_leaving_the_mat_is_told(played):
    for _, _, outcome in played:
        said = {e.piece for e in outcome.events if e.kind is EventKind.LEFT_MAT}
        assert said == {key for key in outcome.moved if not outcome.table.on_mat(outcome.table[key])}


def test_tracks_go_from_the_start_pose_to_the_rest_pose(played):
    for start, _, outcome in played:
        assert set(outcome.moved) <= set(outcome.track)
        for key, track in outcome.track.items():
            times = [s.t for s in track]
            assert all(a < b for a, b in itertools.pairwise(times))
            assert times[0] >= 0.0
            assert times[-1] <= outcome.elapsed + 1e-12
            for s in track:
                assert all(math.isfinite(v) for v in s)
                assert math.sqrt(s.qw**2 + s.qx**2 + s.qy**2 + s.qz**2) == pytest.approx(1.0, abs=1e-9)
                assert s.z > 0.0
            old, new = start[key], outcome.table[key]
            first, last = track[0], track[-1]
            rest = rest_of(start, old)
            assert (first.x, first.y, first.z) == pytest.approx((old.x, old.y, rest.z), abs=1e-6)
            assert same_attitude(first[4:], rest.attitude)
            assert (last.x, last.y) == pytest.approx((new.x, new.y), abs=1e-9)
            up = 1.0 - 2.0 * (last.qx**2 + last.qy**2)
            assert (up > 0.0) == (new.face is Face.NORMAL)
            gaps = [b.t - a.t for a, b in itertools.pairwise(track)]
            # About 60 a second while it moves; one that is moved twice rests in between.
            assert key != "a" or max(gaps, default=0.0) < 0.1
        assert outcome.track["a"][0].t == 0.0


def same_attitude(p, q):
    return abs(abs(sum(x * y for x, y in zip(p, q, strict=True))) - 1.0) < 1e-9


def test_pieces_end_no_deeper_than_they_can(played):
    """At rest nothing is sunk into the mat, and what lies flat on the mat is as high as it is thick."""
    for _, _, outcome in played:
        for key, track in outcome.track.items():
            piece, last = outcome.table[key], track[-1]
            half = piece.spec.thickness / 2
            assert last.z > half - 0.2
            if piece.level == 0:
                assert last.z == pytest.approx(half, abs=0.3)


# --- single promises -------------------------------------------------------------------------------------


def test_a_chip_that_turns_over_says_so():
    # Half a turn on the way: Ω T = π.
    loft, speed = math.radians(60.0), 1200.0
    outcome = simulate(table(*START), Launch("a", 0.5, speed, loft, math.pi / laws.flight(speed, loft).time))
    assert outcome.table["a"].face is Face.SPECIAL
    assert [e.piece for e in outcome.events if e.kind is EventKind.TURNED] == ["a"]
    again = simulate(outcome.table, Launch("a", 0.5, speed, loft, math.pi / laws.flight(speed, loft).time))
    assert again.table["a"].face is Face.NORMAL


def test_a_chip_that_does_not_tumble_keeps_its_face():
    for face in Face:
        outcome = simulate(table(chip("a", face=face)), Launch("a", 0.5, 900.0, 0.8, 0.0))
        assert outcome.table["a"].face is face
        assert EventKind.TURNED not in [e.kind for e in outcome.events]


@pytest.mark.parametrize("azimuth", [0.0, 2.0, -2.5, -1.5])
def test_a_chip_shot_off_the_mat_lies_beside_it(azimuth):
    outcome = simulate(table(chip("a")), Launch("a", azimuth, 2800.0, 0.7, 20.0))
    piece = outcome.table["a"]
    assert not outcome.table.on_mat(piece)
    assert math.hypot(piece.x - 380.0, piece.y - 380.0) > 500.0
    assert [e.piece for e in outcome.events if e.kind is EventKind.LEFT_MAT] == ["a"]
    assert outcome.settled


@pytest.mark.parametrize("limit", [0.01, 0.05, 0.2])
@pytest.mark.parametrize("others", [(), ("b",)])
def test_the_time_limit_ends_a_shot_and_says_so(limit, others):
    pieces = [*START, *(chip(key, 150.0, 100.0) for key in others)]
    outcome = simulate(table(*pieces), Launch("a", 0.0, 1200.0, 0.5, 20.0), Physics(time_limit=limit))
    assert not outcome.settled
    assert limit <= outcome.elapsed < limit + 0.01
    assert outcome.track["a"][-1].t <= outcome.elapsed
    full = simulate(table(*pieces), Launch("a", 0.0, 1200.0, 0.5, 20.0))
    assert full.settled
    assert full.elapsed > limit


def test_no_speed_at_all_is_a_shot_too():
    outcome = simulate(table(*START), Launch("a", 1.0, 0.0, 0.7))
    assert outcome.settled
    assert outcome.table["a"] == START[0]
    assert outcome.moved == ()
    assert outcome.elapsed < 0.1


def test_several_launches_at_once():
    pieces = [chip("a", 100.0, 100.0), chip("b", 600.0, 600.0, "small"), chip("c", 380.0, 380.0)]
    launches = [Launch("a", 0.3, 900.0, 0.8, 10.0), Launch("b", -2.5, 700.0, 0.5, -10.0)]
    both = simulate(table(*pieces), launches)
    assert both.settled
    assert both.moved == ("a", "b")
    assert [e.piece for e in both.events if e.kind is EventKind.LAUNCH] == ["a", "b"]
    assert both.table["c"] == pieces[2]
    # In whatever order they are named.
    again = simulate(table(*pieces), launches[::-1])
    assert (again.table, again.track, again.elapsed) == (both.table, both.track, both.elapsed)


def test_launches_towards_each_other_meet():
    pieces = [chip("a", 300.0, 380.0), chip("b", 420.0, 380.0)]
    outcome = simulate(table(*pieces), [Launch("a", 0.0, 900.0, 0.0), Launch("b", math.pi, 900.0, 0.0)])
    contact = next(e for e in outcome.events if e.kind is EventKind.CONTACT)
    assert {contact.piece, contact.other} == {"a", "b"}
    assert contact.speed == pytest.approx(2.0 * math.sqrt(900.0**2 - 2.0 * 0.35 * 9810.0 * 49.0), rel=0.02)
    a, b = outcome.table["a"], outcome.table["b"]
    assert a.x < 349.5 < 370.5 < b.x
    assert a.x + b.x == pytest.approx(720.0, abs=0.1)


# --- what is refused -------------------------------------------------------------------------------------

REFUSED = [
    ({"piece": "nobody"}, "launch: no piece 'nobody' on the table"),
    ({"piece": ""}, "launch: no piece '' on the table"),
    ({"piece": "base"}, "launch: 'base' is a base, which cannot leave the mat"),
    ({"azimuth": math.nan}, "launch of 'a': azimuth must be finite, not nan"),
    ({"azimuth": math.inf}, "launch of 'a': azimuth must be finite, not inf"),
    ({"speed": math.nan}, "launch of 'a': speed must be from 0 to 20000, not nan"),
    ({"speed": math.inf}, "launch of 'a': speed must be from 0 to 20000, not inf"),
    ({"speed": -1.0}, "launch of 'a': speed must be from 0 to 20000, not -1.0"),
    ({"speed": 1e308}, "launch of 'a': speed must be from 0 to 20000, not 1e+308"),
    ({"loft": math.nan}, "launch of 'a': loft must be from -1.5708 to 1.5708, not nan"),
    ({"loft": 3.0}, "launch of 'a': loft must be from -1.5708 to 1.5708, not 3.0"),
    ({"tumble": math.inf}, "launch of 'a': tumble must be from -5000 to 5000, not inf"),
    ({"yaw": -1e9}, "launch of 'a': yaw must be from -5000 to 5000, not -1000000000.0"),
]


@pytest.mark.parametrize(("change", "sentence"), REFUSED, ids=[f"{k}={v}" for c, _ in REFUSED for k, v in c.items()])
def test_p7_p8_a_launch_that_cannot_be_is_refused_in_one_sentence(change, sentence):
    launch = Launch(**({"piece": "a", "azimuth": 0.0, "speed": 500.0, "loft": 0.5} | change))
    with pytest.raises(PhysicsError) as refused:
        simulate(table(*START, chip("base", 400.0, 400.0, "base")), launch)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("launches", [[], [Launch("a", 0.0, 1.0, 0.5), Launch("a", 1.0, 1.0, 0.5)]])
def test_no_launch_or_one_piece_twice_is_refused(launches):
    with pytest.raises(PhysicsError, match="name at least one piece, and each piece once"):
        simulate(table(*START), launches)


OUTSIDE = [
    (field, value) for field in Physics.__struct_fields__ for value in (-1.0, math.nan, math.inf, -math.inf, 1e6)
]


@pytest.mark.parametrize(("field", "value"), OUTSIDE)
def test_p7_p9_p17_a_parameter_outside_its_range_is_refused(field, value):
    with pytest.raises(PhysicsError) as refused:
        simulate(table(*START), Launch("a", 0.0, 500.0, 0.5), msgspec.structs.replace(PHYSICS, **{field: value}))
    assert field in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("field", ["mat_stiffness", "press_force", "edge_rounding", "time_limit"])
def test_p9_zero_is_refused_where_it_makes_no_sense(field):
    with pytest.raises(PhysicsError, match=field):
        simulate(table(*START), Launch("a", 0.0, 500.0, 0.5), msgspec.structs.replace(PHYSICS, **{field: 0.0}))


def test_p9_every_kind_has_mass_and_moments():
    for kind in KINDS.values():
        assert min(kind.mass, kind.inertia_x, kind.inertia_y, kind.inertia_z, kind.spin_radius, kind.k2) > 0.0


@pytest.mark.parametrize(
    "physics",
    [
        Physics(friction_mat=0.0, time_limit=0.5),
        Physics(friction_mat=2.0, friction_chip=2.0),
        Physics(friction_chip=0.0),
        Physics(restitution_mat=0.0, restitution_chip=0.0),
        Physics(restitution_mat=1.0, restitution_chip=1.0, time_limit=2.0),
        Physics(edge_rounding=0.01),
        Physics(edge_rounding=1.0),
    ],
    ids=["ice", "glue", "slippery chips", "dead", "bouncy", "sharp", "round"],
)
def test_the_ends_of_the_ranges_work(physics):
    for start, launch in shots(4, seed=9):
        outcome = simulate(start, launch, physics)
        assert all(math.isfinite(p.x) and math.isfinite(p.y) and math.isfinite(p.angle) for p in outcome.table)
        # No further than the energy of the launch can carry it on ice, and rebound gives none.
        for p in outcome.table:
            assert math.hypot(p.x - start[p.id].x, p.y - start[p.id].y) < 2.0 * launch.speed * outcome.elapsed + 10.0


@given(
    azimuth=st.floats(-7.0, 7.0),
    speed=st.floats(0.0, 4000.0),
    loft=st.floats(-1.5, 1.57),
    tumble=st.floats(-300.0, 300.0),
    yaw=st.floats(-200.0, 200.0),
    kind=st.sampled_from(("small", "large", "rect")),
)
def test_any_launch_ends_somewhere(azimuth, speed, loft, tumble, yaw, kind):
    start = table(chip("a", 380.0, 380.0, kind), chip("b", 430.0, 385.0), chip("c", 385.0, 330.0, "rect", 0.3))
    outcome = simulate(start, Launch("a", azimuth, speed, loft, tumble, yaw))
    assert outcome.settled
    for p in outcome.table:
        assert all(math.isfinite(v) for v in (p.x, p.y, p.angle))
    assert outcome.lies_on == outcome.table.lies_on()


# --- P5, P11: overlaps and crowds at rest ----------------------------------------------------------------


def test_p5_resting_overlaps_stay_as_they_are():
    """Captures that nothing touches keep their poses, levels and areas to the bit."""
    pieces = [chip("a", 100.0, 100.0)]
    for i, overlap in enumerate((0.5, 3.0, 8.0, 14.0, 21.0)):
        pieces.append(chip(f"l{i}", 300.0 + 60.0 * i, 500.0))
        pieces.append(chip(f"u{i}", 300.0 + 60.0 * i + 22.0 - overlap, 500.0, level=1))
    start = table(*pieces)
    for launch in (Launch("a", 0.0, 900.0, 0.8, 20.0), Launch("a", 0.0, 900.0, 0.0), Launch("a", 1.0, 0.0, 0.0)):
        outcome = simulate(start, launch)
        assert outcome.lies_on == start.lies_on()
        assert len(outcome.lies_on) == 5
        assert [p for p in outcome.table if p.id != "a"] == [p for p in start if p.id != "a"]


def test_p5_a_capture_next_to_a_bump_stays():
    """A chip that slides past and bumps a third piece does not part a captured pair that it does not touch."""
    pieces = [
        chip("a", 300.0, 300.0),
        chip("b", 350.0, 300.0),
        chip("l", 352.0, 340.0),
        chip("u", 352.0, 352.0, level=1),
    ]
    outcome = simulate(table(*pieces), Launch("a", 0.0, 700.0, 0.0))
    assert "b" in outcome.moved
    assert [pair[:2] for pair in outcome.lies_on] == [("u", "l")]
    assert outcome.table["u"].x == 352.0
    assert outcome.table["l"].x == 352.0


def test_p5_a_captured_pair_that_is_bumped_moves_and_stays_sane():
    pieces = [chip("a", 300.0, 300.0), chip("l", 350.0, 300.0), chip("u", 352.0, 303.0, level=1)]
    outcome = simulate(table(*pieces), Launch("a", 0.0, 900.0, 0.0))
    assert outcome.settled
    assert "l" in outcome.moved
    assert ("l", "u") not in [pair[:2] for pair in outcome.lies_on]
    assert max(p.x for p in outcome.table) < 450.0


@pytest.mark.parametrize("count", [2, 3, 6])
def test_p11_coincident_pieces_neither_explode_nor_hang(count):
    """Some on exactly the same spot, the launched one among them."""
    pieces = [chip(f"a{i}", 380.0, 380.0, level=i) for i in range(count)]
    begun = time.perf_counter()
    for key in ("a0", f"a{count - 1}"):
        outcome = simulate(table(*pieces), Launch(key, 0.3, 900.0, 0.7, 20.0))
        assert outcome.settled
        for p in outcome.table:
            assert math.hypot(p.x - 380.0, p.y - 380.0) < 400.0
    assert time.perf_counter() - begun < 20.0


def test_p11_pieces_that_lie_in_each_other_on_one_level_do_not_explode():
    """``Table.put`` takes levels as given, so a table can hold pieces that no hand could lay down."""
    start = table(chip("a", 300.0, 380.0)).put(
        chip("b", 350.0, 380.0), chip("c", 350.0, 380.001), chip("d", 356.0, 383.0)
    )
    outcome = simulate(start, Launch("a", 0.0, 800.0, 0.0))
    assert outcome.settled
    for p in outcome.table:
        assert math.hypot(p.x - 350.0, p.y - 380.0) < 200.0


@pytest.mark.parametrize("loft", [0.0, 0.6, 1.2])
def test_p11_a_packed_cluster_is_broken_in_bounded_time(loft):
    pieces = [chip("a", 250.0, 379.0)]
    for i in range(37):
        row, column = divmod(i, 6)
        pieces.append(chip(f"c{i:02}", 330.0 + 19.1 * row, 325.0 + 22.0 * column + 11.0 * (row % 2)))
    # Into the middle of it, sliding or from the air.
    speed = math.sqrt(125.0 * 9810.0 / math.sin(2.0 * loft)) if loft else 2000.0
    begun = time.perf_counter()
    outcome = simulate(table(*pieces), Launch("a", 0.0, speed, loft, 10.0))
    assert time.perf_counter() - begun < 10.0
    assert outcome.settled
    assert len(outcome.moved) > 1
    for p in outcome.table:
        assert math.hypot(p.x - 380.0, p.y - 380.0) < 500.0
    pairs = {frozenset(pair[:2]) for pair in outcome.lies_on}
    for a in outcome.table:
        for b in outcome.table:
            if a.id < b.id and overlap_depth(a.shape, a.pose, b.shape, b.pose) > PHYSICS.min_overlap:
                assert frozenset((a.id, b.id)) in pairs


def test_a_tower_comes_down():
    """What stands on a piece that is shot away comes to rest lower."""
    pieces = [chip("a", 380.0, 380.0), chip("b", 382.0, 380.0, level=1), chip("c", 381.0, 382.0, level=2)]
    outcome = simulate(table(*pieces), Launch("a", 0.0, 1500.0, 0.3))
    assert outcome.settled
    assert outcome.table["c"].level <= 2
    assert outcome.lies_on == outcome.table.lies_on()


@pytest.mark.parametrize("size", [(50.0, 50.0), (30.0, 2000.0)])
def test_a_mat_of_another_size(size):
    outcome = simulate(table(chip("a", 15.0, 15.0), mat=Mat(*size)), Launch("a", 0.8, 900.0, 0.7, 5.0))
    assert EventKind.LEFT_MAT in [e.kind for e in outcome.events]


# --- what lies flat on the mat has nothing beneath it ------------------------------------------------------


def beside_a_base():
    """A small chip that comes to lean on a rectangle, its low rim against the side of a base."""
    start = table(
        Piece("base", "base", 0, 544.332431738103, 692.824855787278),
        Piece("chip", "small", 1, 533.5293592703799, 665.2968942241778, 2.8995890384293816, Face.SPECIAL, level=1),
        Piece("rect", "rect", 0, 493.90980860462827, 689.4741684336225, -1.8101949823943049),
    )
    return start, Launch("chip", 2.548778550892269, 582.5651958195366, 0.61012686638744, 26.90951375043291)


def test_a_chip_that_leans_beside_a_base_does_not_lie_beneath_it():
    start, launch = beside_a_base()
    outcome = simulate(start, launch)
    assert [(pair.upper, pair.lower) for pair in outcome.lies_on] == [("chip", "rect")]
    assert outcome.table["base"] == start["base"]
    chip, base = outcome.table["chip"], outcome.table["base"]
    assert overlap_depth(chip.shape, chip.pose, base.shape, base.pose) <= MIN_OVERLAP
    assert Table.of(outcome.table.mat, outcome.table) == outcome.table


def test_a_chip_that_leans_steeply_beside_a_base_does_not_lie_beneath_it():
    """It stands at 27 degrees: lying flat it would reach 0.76 mm into the base, which it pushes by 0.01 mm."""
    start = table(
        Piece("base", "base", 2, 544.332431738103, 692.824855787278, 0.0, Face.SPECIAL),
        Piece("large", "large", 1, 545.8488313808801, 738.416144927722, -2.4842718141825038, Face.SPECIAL, level=1),
        Piece("rect", "rect", 1, 567.0081787194466, 732.0675079775782, 2.5983261379395057),
        Piece("small", "small", 2, 503.68146905267224, 700.948018513092, 2.4522541243518203),
    )
    launch = Launch("small", 0.6040706569923291, 694.0684882945131, 0.7975132885767058, 22.310646001165033)
    outcome = simulate(start, launch)
    lies_on = [(pair.upper, pair.lower) for pair in outcome.lies_on]
    assert lies_on == [("large", "rect"), ("small", "large"), ("small", "rect")]
    base = outcome.table["base"]
    assert math.dist((base.x, base.y), (start["base"].x, start["base"].y)) < 0.02
    assert Table.of(outcome.table.mat, outcome.table) == outcome.table


@pytest.mark.parametrize("seed", [29, 93, 201, 202, 208, 218])
def test_nothing_comes_to_lie_beneath_a_base_from_what_leans_beside_it(seed):
    """A chip is flicked at another one that leans on a rectangle near a base; one shot of each seed ended so once."""
    draw = generator(seed)
    for _ in range(60):
        round_it, out = draw.uniform(0.0, math.tau), draw.uniform(36.0, 50.0)
        rect = Piece(
            "rect", "rect", 1, 380 + out * math.cos(round_it), 380 + out * math.sin(round_it), draw.uniform(-3, 3)
        )
        x, y = rect.x + draw.uniform(-16, 16), rect.y + draw.uniform(-16, 16)
        lean = Piece("lean", draw.choice(("small", "large", "rect")), 1, x, y, draw.uniform(-3, 3))
        chip_x, chip_y = 380 + 90 * math.cos(round_it + 0.6), 380 + 90 * math.sin(round_it + 0.6)
        chip = Piece("chip", draw.choice(("small", "large")), 0, chip_x, chip_y)
        start = Table.of(Mat(), [Piece("base", "base", 0, 380.0, 380.0), rect, chip, lean])
        aim = math.atan2(y - chip_y, x - chip_x) + draw.gauss(0.0, 0.15)
        launch = Launch("chip", aim, draw.uniform(300.0, 800.0), draw.uniform(0.5, 1.0), draw.uniform(0.0, 30.0))
        outcome = simulate(start, launch)
        assert "base" not in {pair.upper for pair in outcome.lies_on}
        assert Table.of(outcome.table.mat, outcome.table) == outcome.table


@pytest.mark.plain
@pytest.mark.parametrize(("gap", "pair"), [(-0.7, None), (-8.0, ("chip", "base"))])
def test_what_reaches_far_over_what_lies_flat_lies_on_it_and_what_stands_beside_it_does_not(gap, pair):
    """A chip is put at 30 degrees so that its low side is nearer to a base: ``gap`` mm between them if it lay flat."""
    base = Piece("base", "base", 0, 380.0, 380.0)
    start = table(base, Piece("chip", "small", 1, 380.0, 380.0 + 26.0 + 8.0 + gap))
    world = World(start, PHYSICS, Trace())
    world.solid(base)
    solid = world.solid(start["chip"])
    solid.set_attitude((math.cos(math.radians(15.0)), math.sin(math.radians(15.0)), 0.0, 0.0))
    # Its middle plane would run beneath the one of the base.
    solid.z = 0.5
    laid, pairs = rest._laid(world, {"chip": start["chip"]})
    assert pairs == (set() if pair is None else {pair})
    depth = overlap_depth(base.shape, base.pose, laid["chip"].shape, laid["chip"].pose)
    assert depth == pytest.approx(MIN_OVERLAP if pair is None else -gap, abs=1e-5)


@pytest.mark.plain
@pytest.mark.parametrize("kind", ["small", "large", "rect", "base"])
def test_how_far_a_solid_reaches_is_where_its_farthest_point_is(kind):
    """By its distance to points of a plane: it touches the one at its reach."""
    draw = generator(9)
    solid = Solid(Piece("a", kind, 0, 0.0, 0.0), 0.0, (1.0, 0.0, 0.0, 0.0), PHYSICS.edge_rounding)
    for _ in range(20):
        q = [draw.gauss(0.0, 1.0) for _ in range(4)]
        norm = math.sqrt(sum(part * part for part in q))
        solid.set_attitude(tuple(part / norm for part in q))
        direction = draw.uniform(0.0, math.tau)
        ux, uy = math.cos(direction), math.sin(direction)
        reach = solid.reach_along(ux, uy)
        assert reach == pytest.approx(solid.reach_along(-ux, -uy))
        a, b, c, d, e, f = solid.m[:6]
        # Points of its core, each rounded by the radius of its edge.
        rim = solid.local or [(solid.radius * math.cos(t / 500), solid.radius * math.sin(t / 500)) for t in range(3142)]
        far = max(
            abs(ux * (a * x + b * y + c * z) + uy * (d * x + e * y + f * z))
            for x, y in rim
            for z in (-solid.b, solid.b)
        )
        assert reach == pytest.approx(far + solid.r, abs=1e-4)


def test_nothing_comes_to_lie_beneath_what_never_left_the_mat():
    """Whatever is flicked, nothing is put under bases, which only slide, and under chips that nothing has moved.

    One of these shots ends with a chip that leans beside the base and would reach 0.2 mm into it if it lay flat.
    """
    draw = generator(102)
    for _ in range(420):
        pieces = [Piece("base", "base", 0, 380.0, 380.0)]
        for i in range(5):
            x, y, angle = 380 + draw.uniform(-70, 70), 380 + draw.uniform(-70, 70), draw.uniform(-3, 3)
            pieces.append(Piece(f"c{i}", ("small", "large", "rect")[i % 3], 1, x, y, angle))
        kind = draw.choice(("small", "large", "rect"))
        start = table(*pieces, Piece("a", kind, 0, 380.0 + draw.uniform(-60, 60), 280.0))
        launch = random_launch(draw, "a", kind, azimuth=draw.uniform(0.7, 2.4), power=draw.uniform(0.1, 0.35))
        outcome = simulate(start, launch)
        for pair in outcome.lies_on:
            assert start[pair.upper].level or (pair.upper in outcome.moved and pair.upper != "base"), pair


def test_p11_chips_that_only_tremble_on_each_other_come_to_rest():
    """A rectangle on two discs, pressed against a base: it never became still of itself."""
    start = table(
        Piece("base", "base", 0, 544.332431738103, 692.824855787278),
        Piece("rect", "rect", 0, 466.31398682548047, 721.2629380942681, 2.222542050129127),
        Piece("large", "large", 0, 502.9328810218008, 703.6727228728412, 1.4275778347425907, Face.SPECIAL),
        Piece("far", "small", 0, 530.873841392772, 743.0529987543096, 0.26179938779915),
        Piece("low", "small", 1, 491.31266932601403, 718.903103512946, -2.9643626765015694),
        Piece("up", "small", 1, 500.215374709532, 723.8881250141403, -1.0276292554152848, level=1),
    )
    outcome = simulate(start, Launch("rect", 0.14360434738680183, 535.5819561209961, 0.7525572736875106, 19.8225312829))
    assert outcome.settled
    assert 3.0 < outcome.elapsed < 5.0
    assert {event.piece for event in outcome.events if event.kind is EventKind.REST} == set(outcome.moved)

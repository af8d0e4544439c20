"""The plane: closed forms, symmetry, rigid motion, and areas and gaps against sampled ones."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from micromutants.geometry import (
    Disc,
    Hexagon,
    Pose,
    Rect,
    area,
    contains,
    corners,
    covers,
    gap,
    nearest_free_spot,
    outline,
    overlap_area,
    overlap_depth,
    reach,
    separation,
)

ORIGIN = Pose(0.0, 0.0)


def numbers(low, high):
    return st.floats(low, high, allow_nan=False, allow_infinity=False)


shapes = st.one_of(
    numbers(2, 30).map(Disc),
    st.builds(Rect, numbers(2, 60), numbers(2, 60)),
    numbers(2, 60).map(Hexagon),
)
poses = st.builds(Pose, numbers(-40, 40), numbers(-40, 40), numbers(-7, 7))
placed = st.tuples(shapes, poses)


def moved(pose, dx, dy, turn):
    """The pose after the whole plane is turned about the origin, then shifted."""
    c, s = math.cos(turn), math.sin(turn)
    return Pose(c * pose.x - s * pose.y + dx, s * pose.x + c * pose.y + dy, pose.angle + turn)


def inside(shape, pose, x, y):
    """Which of the points lie in the shape, worked out in the shape's own axes."""
    c, s = math.cos(pose.angle), math.sin(pose.angle)
    u = c * (x - pose.x) + s * (y - pose.y)
    v = -s * (x - pose.x) + c * (y - pose.y)
    match shape:
        case Disc(radius):
            return u**2 + v**2 <= radius**2
        case Rect(length, width):
            return (abs(u) <= length / 2) & (abs(v) <= width / 2)
        case Hexagon(across):
            h, root = across / 2, math.sqrt(3) / 2
            return (abs(v) <= h) & (abs(root * u + v / 2) <= h) & (abs(root * u - v / 2) <= h)


def lattice(shape, pose, count=300):
    """Cell centres of a square lattice over the shape's outer circle, and the area of one cell."""
    r = reach(shape)
    ticks = (np.arange(count) + 0.5) / count * 2 * r - r
    x, y = np.meshgrid(pose.x + ticks, pose.y + ticks)
    return x, y, (2 * r / count) ** 2


def edge_points(shape, pose, count=720):
    """Points along the edge, close together."""
    polygon = np.array(outline(shape, pose, count))
    if isinstance(shape, Disc):
        return polygon
    t = np.linspace(0, 1, count // len(polygon), endpoint=False)[:, None]
    return np.concatenate([a + t * (b - a) for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True)])


# --- closed forms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "size", "circle"),
    [
        (Disc(11.0), math.pi * 121, 11.0),
        (Rect(36.0, 18.0), 648.0, math.hypot(18, 9)),
        (Hexagon(52.0), 2 * math.sqrt(3) * 26**2, 52 / math.sqrt(3)),
    ],
)
def test_area_and_reach(shape, size, circle):
    assert area(shape) == pytest.approx(size, rel=1e-14)
    assert reach(shape) == pytest.approx(circle, rel=1e-14)


def test_lens_of_two_equal_discs():
    r, d = 11.0, 9.0
    lens = 2 * r**2 * math.acos(d / (2 * r)) - d / 2 * math.sqrt(4 * r**2 - d**2)
    assert overlap_area(Disc(r), ORIGIN, Disc(r), Pose(0.0, d)) == pytest.approx(lens, rel=1e-12)


def test_disc_inside_disc_shares_the_smaller():
    assert overlap_area(Disc(11.0), ORIGIN, Disc(8.0), Pose(2.0, -1.0)) == pytest.approx(math.pi * 64, rel=1e-14)


def test_shifted_squares_share_a_rectangle():
    square = Rect(34.0, 34.0)
    assert overlap_area(square, ORIGIN, square, Pose(10.0, 20.0)) == pytest.approx(24 * 14, rel=1e-12)
    assert overlap_depth(square, ORIGIN, square, Pose(10.0, 20.0)) == pytest.approx(14, rel=1e-12)


def test_square_turned_by_an_eighth_shares_an_octagon():
    square = Rect(2.0, 2.0)
    octagon = 8 * (math.sqrt(2) - 1)
    assert overlap_area(square, ORIGIN, square, Pose(0, 0, math.pi / 4)) == pytest.approx(octagon, rel=1e-12)


def test_half_a_disc_over_an_edge():
    assert overlap_area(Disc(8.0), Pose(50.0, 0.0), Rect(100.0, 100.0), ORIGIN) == pytest.approx(
        math.pi * 32, rel=1e-12
    )


def test_quarter_of_a_disc_over_a_corner():
    assert overlap_area(Disc(8.0), Pose(50.0, 50.0), Rect(100.0, 100.0), ORIGIN) == pytest.approx(
        math.pi * 16, rel=1e-12
    )


def test_disc_round_a_hexagon_shares_the_hexagon():
    assert overlap_area(Disc(31.0), Pose(0.5, 0.2), Hexagon(52.0), ORIGIN) == pytest.approx(
        area(Hexagon(52.0)), rel=1e-12
    )


def test_a_hexagon_has_a_corner_on_its_x_axis_and_flats_across_y():
    points = corners(Hexagon(52.0), ORIGIN)
    assert points[0] == pytest.approx((52 / math.sqrt(3), 0.0))
    assert max(y for _, y in points) == pytest.approx(26.0)


@pytest.mark.parametrize(
    ("a", "b", "at"),
    [
        (Disc(8.0), Disc(11.0), Pose(19.0, 0.0)),
        (Disc(8.0), Rect(36.0, 18.0), Pose(26.0, 0.0)),
        (Disc(8.0), Rect(36.0, 18.0), Pose(0.0, 17.0)),
        (Rect(36.0, 18.0), Rect(34.0, 34.0), Pose(35.0, 5.0)),
        (Disc(8.0), Hexagon(52.0), Pose(0.0, 34.0)),
    ],
)
def test_exact_tangency_is_neither_gap_nor_overlap(a, b, at):
    assert gap(a, ORIGIN, b, at) == pytest.approx(0.0, abs=1e-12)
    assert overlap_depth(a, ORIGIN, b, at) == pytest.approx(0.0, abs=1e-12)
    assert overlap_area(a, ORIGIN, b, at) == pytest.approx(0.0, abs=1e-9)


def test_gap_corner_to_corner():
    assert gap(Rect(10, 10), ORIGIN, Rect(10, 10), Pose(13.0, 14.0)) == pytest.approx(5.0, rel=1e-12)


def test_gap_disc_to_corner():
    assert gap(Rect(10, 10), ORIGIN, Disc(2.0), Pose(8.0, 9.0)) == pytest.approx(3.0, rel=1e-12)


# --- any two shapes ---------------------------------------------------------------------------------------------


@given(placed, placed)
def test_symmetry(one, two):
    (a, pa), (b, pb) = one, two
    there, back = separation(a, pa, b, pb), separation(b, pb, a, pa)
    assert there.distance == pytest.approx(back.distance, abs=1e-9)
    assert math.hypot(there.nx, there.ny) == pytest.approx(1.0, abs=1e-9)
    assert overlap_area(a, pa, b, pb) == pytest.approx(overlap_area(b, pb, a, pa), abs=1e-7)


@given(placed, placed, numbers(-500, 500), numbers(-500, 500), numbers(-7, 7))
def test_rigid_motion_changes_nothing(one, two, dx, dy, turn):
    (a, pa), (b, pb) = one, two
    qa, qb = moved(pa, dx, dy, turn), moved(pb, dx, dy, turn)
    assert separation(a, qa, b, qb).distance == pytest.approx(separation(a, pa, b, pb).distance, abs=1e-9)
    assert overlap_area(a, qa, b, qb) == pytest.approx(overlap_area(a, pa, b, pb), abs=1e-6)


@given(placed, placed)
@example((Disc(8.0), Pose(50.0, 0.0)), (Rect(60.0, 60.0), Pose(20.0, 0.0)))
@example((Rect(34.0, 34.0), ORIGIN), (Rect(34.0, 34.0), ORIGIN))
@example((Hexagon(52.0), ORIGIN), (Disc(26.0), ORIGIN))
def test_overlap_area_against_a_sampled_area(one, two):
    (a, pa), (b, pb) = one, two
    x, y, cell = lattice(a, pa)
    sampled = np.count_nonzero(inside(a, pa, x, y) & inside(b, pb, x, y)) * cell
    # A lattice errs at the edge: half a dozen cells' breadth along it is far beyond what was ever seen.
    assert overlap_area(a, pa, b, pb) == pytest.approx(sampled, abs=6 * reach(a) * math.sqrt(cell))


@given(placed, placed)
def test_area_depth_and_gap_agree_on_whether_shapes_meet(one, two):
    (a, pa), (b, pb) = one, two
    shared, depth = overlap_area(a, pa, b, pb), overlap_depth(a, pa, b, pb)
    assert depth * gap(a, pa, b, pb) == 0.0
    assert shared <= min(area(a), area(b)) * (1 + 1e-9) + 1e-9
    if depth > 1e-3:
        assert shared > 0.0
    if gap(a, pa, b, pb) > 1e-9:
        assert shared == pytest.approx(0.0, abs=1e-9)


@given(placed, placed)
def test_pushing_by_the_depth_parts_the_shapes_and_a_bit_less_does_not(one, two):
    (a, pa), (b, pb) = one, two
    distance, nx, ny = separation(a, pa, b, pb)
    assume(distance < -1e-3)

    def pushed(by):
        return Pose(pb.x + by * nx, pb.y + by * ny, pb.angle)

    assert overlap_depth(a, pa, b, pushed(-distance)) == pytest.approx(0.0, abs=1e-9)
    assert overlap_depth(a, pa, b, pushed(-distance * 0.99)) > 0.0
    for i in range(72):
        # No other direction parts them by a shorter push.
        c, s = math.cos(i * math.tau / 72), math.sin(i * math.tau / 72)
        other = Pose(pb.x - 0.99 * distance * c, pb.y - 0.99 * distance * s, pb.angle)
        assert overlap_depth(a, pa, b, other) > 0.0


@given(placed, placed)
def test_gap_against_sampled_edges(one, two):
    (a, pa), (b, pb) = one, two
    distance, nx, ny = separation(a, pa, b, pb)
    assume(distance > 0.0)
    ea, eb = edge_points(a, pa), edge_points(b, pb)
    nearest = np.sqrt(((ea[:, None] - eb[None]) ** 2).sum(-1)).min()
    # The edge points lie at most 0.52 mm apart (60 mm sides with 120 points on each).
    assert distance - 1e-9 <= nearest <= distance + 0.52
    # Drawing b back by the gap makes them touch.
    assert separation(a, pa, b, Pose(pb.x - distance * nx, pb.y - distance * ny, pb.angle)).distance == pytest.approx(
        0.0, abs=1e-6
    )


@given(placed, numbers(-60, 60), numbers(-60, 60))
def test_covers_against_the_shapes_own_inequalities(one, x, y):
    shape, pose = one
    assume(abs(separation(shape, pose, Disc(1e-9), Pose(x, y)).distance) > 1e-6)
    assert covers(shape, pose, x, y) == bool(inside(shape, pose, np.float64(x), np.float64(y)))


@given(placed, placed)
@example((Disc(30.0), ORIGIN), (Rect(36.0, 18.0), Pose(3.0, 1.0, 0.4)))
@example((Rect(60.0, 60.0), ORIGIN), (Disc(8.0), Pose(21.9, 21.9)))
@example((Hexagon(60.0), ORIGIN), (Hexagon(52.0), Pose(1.0, 1.0, 0.2)))
def test_containment_against_sampled_points(one, two):
    (outer, po), (inner, pi) = one, two
    edge = edge_points(inner, pi)
    if contains(outer, po, inner, pi):
        grown = {Disc: lambda s: Disc(s.radius + 1e-6), Hexagon: lambda s: Hexagon(s.across_flats + 1e-6)}
        larger = grown.get(type(outer), lambda s: Rect(s.length + 1e-6, s.width + 1e-6))(outer)
        assert inside(larger, po, edge[:, 0], edge[:, 1]).all()
        assert overlap_area(outer, po, inner, pi) == pytest.approx(area(inner), rel=1e-9)
    else:
        assert overlap_area(outer, po, inner, pi) < area(inner) * (1 + 1e-12)
        fine = edge_points(inner, pi, 7200)
        assert not inside(outer, po, fine[:, 0], fine[:, 1]).all() or not contains(outer, po, grow(inner, 0.01), pi)


def grow(shape, by):
    match shape:
        case Disc(radius):
            return Disc(radius + by)
        case Rect(length, width):
            return Rect(length + 2 * by, width + 2 * by)
        case Hexagon(across):
            return Hexagon(across + 2 * by)


def test_a_shape_may_touch_the_edge_of_what_contains_it():
    mat = Rect(760.0, 760.0), Pose(380.0, 380.0)
    assert contains(*mat, Disc(8.0), Pose(8.0, 8.0))
    assert not contains(*mat, Disc(8.0), Pose(7.999, 8.0))
    assert contains(*mat, Rect(36.0, 18.0), Pose(18.0, 751.0))
    assert not contains(*mat, Rect(36.0, 18.0), Pose(18.0, 751.001))


# --- free spots -------------------------------------------------------------------------------------------------

FIELD = Rect(160.0, 120.0), Pose(80.0, 60.0)
clutter = st.lists(
    st.tuples(
        st.sampled_from([Disc(8.0), Disc(11.0), Rect(36.0, 18.0), Hexagon(52.0)]),
        st.builds(Pose, numbers(0, 160), numbers(0, 120), numbers(-4, 4)),
    ),
    max_size=9,
)


def on_field(shape):
    return lambda pose: contains(*FIELD, shape, pose)


@given(
    st.sampled_from([Disc(8.0), Disc(11.0), Rect(36.0, 18.0)]),
    st.builds(Pose, numbers(-20, 180), numbers(-20, 140), numbers(-4, 4)),
    clutter,
)
def test_nearest_free_spot_is_free_allowed_and_nearest(shape, wish, obstacles):
    found = nearest_free_spot(shape, wish, obstacles, on_field(shape), limit=220.0)

    def free(pose, clearance):
        return on_field(shape)(pose) and all(
            separation(shape, pose, other, at).distance >= clearance for other, at in obstacles
        )

    # Brute force over a lattice of 4 mm: the exact best is no further than what it finds.
    lattice_spots = (Pose(x, y, wish.angle) for x in range(0, 161, 4) for y in range(0, 121, 4))
    best = min(
        (math.hypot(p.x - wish.x, p.y - wish.y) for p in lattice_spots if free(p, 0.1)),
        default=math.inf,
    )
    if found is None:
        assert best == math.inf
    else:
        assert found.angle == wish.angle
        assert free(found, 0.1)
        assert math.hypot(found.x - wish.x, found.y - wish.y) <= best + 1.5


def test_a_free_wish_is_granted_as_it_is():
    wish = Pose(40.0, 40.0, 0.3)
    assert nearest_free_spot(Disc(8.0), wish, [(Disc(8.0), Pose(57.0, 40.0))], on_field(Disc(8.0))) == wish


def test_a_piece_steps_aside_by_the_shortest_way():
    found = nearest_free_spot(Disc(8.0), Pose(80, 60), [(Rect(36.0, 18.0), Pose(80, 61))], on_field(Disc(8.0)))
    assert found is not None
    assert (found.x, found.y) == pytest.approx((80.0, 60 - 16.1), abs=0.01)


def test_no_spot_is_found_where_all_is_packed():
    packed = [(Rect(160.0, 120.0), Pose(80.0, 60.0))]
    assert nearest_free_spot(Disc(8.0), Pose(80, 60), packed, on_field(Disc(8.0)), limit=110.0) is None


def test_nothing_is_found_beyond_the_limit():
    wall = [(Rect(50.0, 50.0), Pose(80.0, 60.0))]
    assert nearest_free_spot(Disc(8.0), Pose(80, 60), wall, on_field(Disc(8.0)), limit=30.0) is None
    assert nearest_free_spot(Disc(8.0), Pose(80, 60), wall, on_field(Disc(8.0)), limit=40.0) is not None

"""The same shot gives the same bits; a mirrored or turned one the mirrored or turned result (physics.md V16, V17)."""

import hashlib
import math
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from physics_tools import MAT, PHYSICS, army, chip, generator, poses, random_launch, table

from micromutants.physics import EventKind, Launch, simulate
from micromutants.table import Table

CENTRE = 380.0


def turned(piece, angle):
    """A piece turned about the middle of the mat."""
    c, s = math.cos(angle), math.sin(angle)
    dx, dy = piece.x - CENTRE, piece.y - CENTRE
    return msgspec.structs.replace(
        piece, x=CENTRE + c * dx - s * dy, y=CENTRE + s * dx + c * dy, angle=piece.angle + angle
    )


def mirrored(piece):
    """A piece seen in a mirror that stands along y."""
    return msgspec.structs.replace(piece, x=2.0 * CENTRE - piece.x, angle=math.pi - piece.angle)


def turned_launch(launch, angle):
    return msgspec.structs.replace(launch, azimuth=launch.azimuth + angle)


def mirrored_launch(launch):
    return msgspec.structs.replace(launch, azimuth=math.pi - launch.azimuth, yaw=-launch.yaw)


def assert_same(outcome, expected, within, of_kind):
    """Each piece lies where it should; the heading of a disc counts too, that of a rectangle modulo half a turn."""
    for piece in outcome.table:
        other = expected[piece.id]
        assert math.hypot(piece.x - other.x, piece.y - other.y) <= within, piece.id
        assert piece.face is other.face
        turn = math.pi if of_kind[piece.id] == "rect" else math.tau
        assert abs(math.remainder(piece.angle - other.angle, turn)) <= max(within, 1e-9) * 10.0


def happened(outcome):
    """Kinds of events; the mat's edge does not turn with the shot."""
    return [e.kind for e in outcome.events if e.kind is not EventKind.LEFT_MAT]


SOLO = [(kind, seed) for kind in ("small", "large", "rect") for seed in range(6)]


def solo(kind, seed):
    """A short shot alone; a rectangle square to it."""
    draw = generator(160 + seed)
    azimuth = draw.uniform(-math.pi, math.pi)
    launch = random_launch(draw, kind=kind, azimuth=azimuth, power=draw.uniform(0.1, 0.4))
    return chip("a", kind=kind, angle=azimuth), launch


@pytest.mark.parametrize(("kind", "seed"), SOLO)
@pytest.mark.parametrize("angle", [0.7, math.pi / 2, 3.0])
def test_v16_a_turned_shot(kind, seed, angle):
    piece, launch = solo(kind, seed)
    plain = simulate(table(piece), launch)
    other = simulate(table(turned(piece, angle)), turned_launch(launch, angle))
    assert_same(other, {"a": turned(plain.table["a"], angle)}, 1e-9, {"a": kind})
    assert other.elapsed == pytest.approx(plain.elapsed, abs=1e-12)
    assert happened(other) == happened(plain)


@pytest.mark.parametrize(("kind", "seed"), SOLO)
def test_v16_a_mirrored_shot(kind, seed):
    piece, launch = solo(kind, seed)
    plain = simulate(table(piece), launch)
    other = simulate(table(mirrored(piece)), mirrored_launch(launch))
    assert_same(other, {"a": mirrored(plain.table["a"])}, 1e-9, {"a": kind})
    assert happened(other) == happened(plain)


def flat_meeting():
    """A flat chip that bumps two others off centre."""
    pieces = [
        chip("a", 300.0, 380.0),
        chip("b", 360.0, 390.0, "small"),
        chip("c", 372.0, 372.0, "rect", 0.4),
    ]
    return pieces, Launch("a", 0.05, 1100.0, 0.0)


@pytest.mark.parametrize("angle", [0.7, math.pi / 2, 3.0])
def test_v16_a_turned_meeting_of_flat_pieces(angle):
    # Rounding of 1e-13 mm grows with every bump by about distance over radius, some tenfold.
    pieces, launch = flat_meeting()
    plain = simulate(table(*pieces), launch)
    assert {"b", "c"} <= set(plain.moved)
    other = simulate(table(*(turned(p, angle) for p in pieces)), turned_launch(launch, angle))
    kinds = {p.id: p.kind for p in pieces}
    assert_same(other, {p.id: turned(p, angle) for p in plain.table}, 1e-6, kinds)


def test_v16_a_mirrored_meeting_of_flat_pieces():
    pieces, launch = flat_meeting()
    plain = simulate(table(*pieces), launch)
    other = simulate(table(*map(mirrored, pieces)), mirrored_launch(launch))
    kinds = {p.id: p.kind for p in pieces}
    assert_same(other, {p.id: mirrored(p) for p in plain.table}, 1e-6, kinds)


def lively_meeting():
    """A chip that comes down on the edge of another."""
    launch = random_launch(generator(1), azimuth=0.0, power=0.4, loft=math.radians(50.0), tumble=0.2)
    return [chip("a", 250.0, 380.0), chip("b", 385.0, 384.0)], launch


@pytest.mark.parametrize("change", ["turn", "mirror"])
def test_v16_a_turned_or_mirrored_landing_on_another(change):
    """The first contact falls at the same time at the same place; beyond it a rim's points lie otherwise."""
    pieces, launch = lively_meeting()
    plain = simulate(table(*pieces), launch)
    if change == "turn":
        other = simulate(table(*(turned(p, 0.7) for p in pieces)), turned_launch(launch, 0.7))
    else:
        other = simulate(table(*map(mirrored, pieces)), mirrored_launch(launch))
    first, again = (next(e for e in o.events if e.kind is EventKind.CONTACT) for o in (plain, other))
    assert first[1:5] == again[1:5]
    assert again.time == pytest.approx(first.time, abs=1e-9)
    assert again.speed == pytest.approx(first.speed, rel=1e-6)


# --- V17: repeatability ----------------------------------------------------------------------------------


def crowd():
    """Shots of all sorts on one table, as (pieces, launch)."""
    draw = generator(170)
    pieces = [chip("a", 20.0, 20.0), *(p for p in army(60, 3) if p.x > 40.0 or p.y > 40.0)]
    pieces.append(chip("lean", pieces[9].x + 12.0, pieces[9].y, "large", level=1))
    launches = []
    for _ in range(12):
        loft = math.radians(draw.uniform(0.0, 60.0))
        launches.append(Launch("a", draw.uniform(0.1, 1.4), draw.uniform(600.0, 2000.0), loft, draw.uniform(-50, 50)))
    return pieces, launches


def whole(outcome):
    """Everything that an outcome says, to the bit."""
    return msgspec.json.encode(
        (
            outcome.table,
            outcome.lies_on,
            [(e.time.hex(), e.kind.value, e.piece, e.other, e.verdict, e.speed.hex()) for e in outcome.events],
            {k: [[v.hex() for v in s] for s in t] for k, t in outcome.track.items()},
            outcome.moved,
            outcome.settled,
            outcome.elapsed.hex(),
        )
    )


def fingerprint(seed_order=None):
    pieces, launches = crowd()
    if seed_order is not None:
        generator(seed_order).shuffle(pieces)
    start = table(*pieces)
    digest = hashlib.sha256()
    for launch in launches:
        digest.update(whole(simulate(start, launch, PHYSICS)))
    return digest.hexdigest()


def test_v17_bit_identical_in_one_process():
    assert fingerprint() == fingerprint()


def test_v17_bit_identical_whatever_the_order_of_the_pieces():
    # What leans on another says so by its level, so the order in which pieces are given means nothing.
    assert fingerprint() == fingerprint(1) == fingerprint(2)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_v17_bit_identical_in_another_process_with_another_hash_seed(hash_seed):
    here = Path(__file__).parent
    environment = os.environ | {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join((str(here), str(here.parent.parent))),
    }
    code = "from test_physics_symmetry import fingerprint; print(fingerprint())"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == fingerprint()


def test_v17_a_shot_on_its_own_result_depends_on_that_alone():
    """A table that was simulated and one that was built afresh from its poses lead to the same."""
    pieces, launches = crowd()
    after = simulate(table(*pieces), launches[0]).table
    again = Table.of(MAT, list(after))
    assert again == after
    assert whole(simulate(after, launches[1])) == whole(simulate(again, launches[1]))


@pytest.mark.parametrize("others", [1, 60, 200])
def test_pieces_that_are_not_involved_change_nothing(others):
    """A solo flight among pieces that it never comes near gives the bits that it gives alone."""
    far = [chip(f"n{i:03}", 30.0 + 46.0 * (i % 16), 640.0 + 46.0 * (i // 16), "small") for i in range(others)]
    for seed in range(8):
        draw = generator(seed)
        launch = random_launch(draw, azimuth=draw.uniform(-2.5, -0.6), power=draw.uniform(0.1, 0.5))
        alone, among = simulate(table(chip("a")), launch), simulate(table(chip("a"), *far), launch)
        assert among.moved == alone.moved == ("a",)
        assert among.table["a"] == alone.table["a"]
        assert (among.events, among.track) == (alone.events, alone.track)
        assert (among.elapsed, among.settled) == (alone.elapsed, alone.settled)
        assert poses(among)[1:] == [(p.id, p.x, p.y, p.angle, p.face, p.level) for p in far]

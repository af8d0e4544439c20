"""Closed-form targets of sliding, of meetings and of the whole: V3–V8, V11, V14–V17, V21–V23, V25."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec

from micromutants.physics import Launch, Outcome, Physics, Verdict, laws, simulate
from micromutants.physics.attitude import flat_attitude, matrix, rest_of
from micromutants.physics.friction import friction_factors
from micromutants.physics.ladder import Rim, meet
from micromutants.physics.plan import Plan
from micromutants.physics.solid import Freedom, Solid
from micromutants.table import KINDS, Mat, Piece, Table
from micromutants.validation.target import Target, relative

FRICTION = 0.35

PHYSICS = Physics(friction_mat=FRICTION)

LARGE = KINDS["large"]

TRAJECTORY = (
    (0.25, 3.567, 3.243, 0.483),
    (1.0, 1.275, 1.340, 0.688),
    (4.0, 1.016, 1.041, 1.024),
)
"""ε at the start, way and time over those without spin, ε at 5 % of the speed."""

Velocity = tuple[float, float, float]


def on_the_mat() -> Iterator[Target]:
    """All of them; about a second."""
    yield from _stops()
    yield from _slide_and_spin()
    yield from _meetings()
    yield from _symmetry()
    yield from _ladder()
    yield from _lying()


def _stops() -> Iterator[Target]:
    outcome = simulate(_table(_chip("a")), Launch("a", 0.0, 1000.0, 0.0), PHYSICS)
    way = outcome.table["a"].x - 380.0
    yield Target("V3", "way of a slide at 1 m/s: v²/2μg", "mm", way, 145.62, 0.02)
    yield Target("V3", "its time: v/μg", "s", outcome.elapsed, 0.2912, 1 / 480)
    spin = 60.0
    plan, solids = _plan({"a": (0.0, 0.0, spin)}, _chip("a", 0.0, 0.0))
    time = 0.0
    while plan.movers:
        plan.step(1 / 4800)
        time += 1 / 4800
    law = laws.spin_stop(spin, LARGE.spin_radius, FRICTION, LARGE.k2)
    yield relative("V4", "time of a spin at 60/s: 3Rω/4μg", "s", time, law.time, 0.01)
    yield relative("V4", "its angle: ωt/2", "rad", solids["a"].heading() % math.tau, law.way % math.tau, 0.01)
    work = FRICTION * LARGE.mass * 9810.0 * way
    yield relative("V25", "work of friction μmgD and energy ½mv²", "nJ", work, 0.5 * LARGE.mass * 1000.0**2, 1e-3)


def _slide_and_spin() -> Iterator[Target]:
    speed, dt = 1000.0, 1 / 4800
    straight = laws.slide_stop(speed, FRICTION)
    ways = []
    for epsilon, way, time, late in TRAJECTORY:
        plan, solids = _plan({"a": (speed, 0.0, speed / (epsilon * LARGE.reach))}, _chip("a", 0.0, 0.0))
        body, ratio, together, elapsed = solids["a"], math.nan, True, 0.0
        while plan.movers:
            plan.step(dt)
            elapsed += dt
            together = together and (body.vx == 0.0) == (body.wz == 0.0)
            if math.isnan(ratio) and body.vx <= 0.05 * speed:
                ratio = body.vx / (LARGE.reach * body.wz)
        ways.append(body.x)
        yield Target("V5", f"v/Rω at 5 % of the speed, {epsilon} at the start", "", ratio, late, 0.01)
        yield Target("V5", "slide and spin end in one step (1: yes)", "", float(together), 1.0, 0.0)
        yield relative("V6", f"way over that without spin, v/Rω = {epsilon}", "", body.x / straight.way, way, 3e-3)
        yield relative("V6", "time over that without spin", "", elapsed / straight.time, time, 3e-3)
    ordered = ways == sorted(ways, reverse=True)
    yield Target("V6", "more spin slides further (1: yes)", "", float(ordered), 1.0, 0.0)
    force, torque = laws.exact_friction_factors(1.0)
    yield relative("V7", "F(1) = 8/3π", "", force, 8.0 / (3.0 * math.pi), 1e-9)
    yield relative("V7", "T(1) = 8/9π", "", torque, 8.0 / (9.0 * math.pi), 1e-9)
    yield relative("V7", "T(0) = 2/3", "", laws.exact_friction_factors(0.0)[1], 2.0 / 3.0, 1e-9)
    there, back = laws.exact_friction_factors(0.3)[0], 0.3 * laws.exact_friction_factors(1.0 / 0.3)[0]
    yield relative("V7", "F(ε) = ε F(1/ε) at 0.3", "", there, back, 1e-9)
    worst = 0.0
    for i in range(-60, 61):
        exact, used = laws.exact_friction_factors(10.0 ** (i / 20)), friction_factors(10.0 ** (i / 20))
        worst = max(worst, *(abs(u / e - 1.0) for u, e in zip(used, exact, strict=True)))
    yield Target("V7", "worst error of the polynomials", "", worst, 0.0, 4e-3)
    left, right = (_slid((900.0, 0.0, spin)) for spin in (55.0, -55.0))
    yield Target("V8", "sideways drift of a spinning slide", "mm", max(abs(left.y), abs(right.y)), 0.0, 1e-12)
    yield relative("V8", "way with the spin the other way", "mm", left.x, right.x, 1e-12)


def _meetings() -> Iterator[Target]:
    speed, restitution = 400.0, 0.6
    smooth = Physics(friction_mat=0.0, friction_chip=0.0, restitution_chip=restitution)
    solids = _collide(speed, 0.0, smooth)
    striker, target = laws.head_on(speed, restitution)
    energy = 0.5 * LARGE.mass * speed * speed
    yield relative("V14", "head on, e = 0.6: striker (1−e)v/2", "mm/s", solids["a"].vx, striker, 0.01)
    yield relative("V14", "target (1+e)v/2", "mm/s", solids["b"].vx, target, 0.01)
    yield relative("V14", "energy kept (1+e²)/2", "", _kinetic(solids) / energy, (1.0 + restitution**2) / 2, 0.01)
    solids = _collide(speed, 11.0, smooth)
    angle = math.atan2(solids["b"].vy, solids["b"].vx)
    kept = _kinetic(solids) / energy
    yield relative(
        "V15", "oblique: energy kept 1 − ½(1−e²)cos²θ", "", kept, laws.oblique_kept(angle, restitution), 0.01
    )
    momentum = sum(s.mass * s.vx for s in solids.values())
    yield relative("V15", "momentum along the shot", "g mm/s", momentum, LARGE.mass * speed, 1e-6)
    elastic = _collide(speed, 11.0, msgspec.structs.replace(smooth, restitution_chip=1.0))
    a, b = elastic["a"], elastic["b"]
    between = math.degrees(math.acos((a.vx * b.vx + a.vy * b.vy) / (math.hypot(a.vx, a.vy) * math.hypot(b.vx, b.vy))))
    yield relative("V15", "angle between the two at e = 1", "°", between, 90.0, 0.01)

    pitch = LARGE.reach * 2.0
    pack = [_chip(f"c{i:02}", 20.0 + i // 4 * 0.87 * pitch, (i % 4 + 0.5 * (i // 4 % 2)) * pitch) for i in range(13)]
    plan, solids = _plan({"x": (2400.0, 300.0, 30.0)}, *pack, _chip("x", -60.0, 20.0))
    first = before = _kinetic(solids)
    grown = 0.0
    while plan.movers:
        plan.step(plan.longest_step())
        after = _kinetic(solids)
        grown, before = max(grown, (after - before) / first), after
    yield Target("V11", "largest growth of energy in a step, break", "", grown, 0.0, 1e-3)


def _symmetry() -> Iterator[Target]:
    launch = Launch("a", 0.4, 1300.0, math.radians(50.0), 30.0)
    plain = simulate(_table(_chip("a")), launch, PHYSICS).table["a"]
    turned = simulate(_table(_chip("a")), msgspec.structs.replace(launch, azimuth=0.4 + 2.0), PHYSICS).table["a"]
    x, y = plain.x - 380.0, plain.y - 380.0
    ox, oy = math.cos(2.0) * x - math.sin(2.0) * y, math.sin(2.0) * x + math.cos(2.0) * y
    off = math.hypot(turned.x - 380.0 - ox, turned.y - 380.0 - oy)
    yield Target("V16", "a shot turned by 2 rad ends off by", "mm", off, 0.0, 1e-9)
    mirrored = simulate(_table(_chip("a")), msgspec.structs.replace(launch, azimuth=math.pi - 0.4), PHYSICS).table["a"]
    off = math.hypot(mirrored.x - 380.0 + x, mirrored.y - plain.y)
    yield Target("V16", "a mirrored shot ends off by", "mm", off, 0.0, 1e-9)
    differences = 0
    for azimuth in (-0.1, 0.0, 0.1, 0.2):
        meeting = msgspec.structs.replace(launch, azimuth=azimuth)
        pieces = [_chip("a", 200.0), _chip("b", 360.0), _chip("c", 390.0, 395.0, "rect"), _chip("d", 410.0, 360.0)]
        one = simulate(_table(*pieces), meeting, PHYSICS)
        again = simulate(_table(*reversed(pieces)), meeting, PHYSICS)
        differences += _everything(one) != _everything(again)
    yield Target("V17", "repeats of 4 meetings that differ in a bit", "", float(differences), 0.0, 0.0)


def _everything(outcome: Outcome) -> object:
    return outcome.table.digest(), outcome.events, outcome.track, outcome.lies_on, outcome.elapsed


def _ladder() -> Iterator[Target]:
    thickness, rounding, friction = 2.5, 0.5, 0.3
    cases = (
        (0.0, 600.0, Verdict.BUMP),
        (2.5, 1.0, Verdict.OVER),
        (-2.5, 1.0, Verdict.UNDER),
        (2.0, 600.0, Verdict.OVER),
        (2.0, 50.0, Verdict.BUMP),
        (-2.0, 600.0, Verdict.UNDER),
        (-2.0, 50.0, Verdict.BUMP),
    )
    right = 0
    for offset, closing, verdict in cases:
        mover, other = (Rim(z, thickness, rounding) for z in (max(offset, 0.0), max(-offset, 0.0)))
        right += meet(mover, other, closing, friction).verdict is verdict
    yield Target("V21", f"verdicts of {len(cases)} meetings of rims", "", float(right), float(len(cases)), 0.0)
    needed = meet(Rim(2.0, thickness, rounding), Rim(0.0, thickness, rounding), 1.0, friction).needed
    yield Target("V21", "speed that climbs from 2.0 mm", "mm/s", needed, 200.0, 2.0)
    outcome = simulate(_table(_chip("a", 300.0), _chip("b", 360.0, 381.0)), Launch("a", 0.0, 1500.0, 0.0), PHYSICS)
    bumps = sum(event.verdict is Verdict.BUMP for event in outcome.events) and not outcome.lies_on
    yield Target("V21", "flat chips bump (1: yes)", "", float(bool(bumps)), 1.0, 0.0)


def _lying() -> Iterator[Target]:
    for overlap, quoted in ((3.0, 7.56), (10.0, 12.02)):
        table = _table(_chip("b", 380.0 + 22.0 - overlap), msgspec.structs.replace(_chip("a"), level=1))
        tilt = math.degrees(math.acos(matrix(rest_of(table, table["a"]).attitude)[8]))
        law = math.degrees(laws.rest_tilt(11.0, 2.5, overlap))
        yield relative("V22", f"tilt at {overlap:.0f} mm of overlap: asin(h/(2R−o))", "°", tilt, law, 1e-6)
        yield Target("V22", "the same in numbers", "°", tilt, quoted, 0.01)
    for chip, dragged in ((0.38, False), (0.42, True)):
        physics = Physics(friction_chip=chip, friction_mat=0.2)
        table = _table(_chip("b"), msgspec.structs.replace(_chip("a"), level=1))
        # So slow that its centre stays over the lower one.
        outcome = simulate(table, Launch("a", 0.0, math.sqrt(2.0 * chip * 9810.0 * 4.0), 0.0), physics)
        fact = f"lower chip dragged at μ_cc = {chip / 0.2:.1f} μ_mat (1: yes)"
        yield Target("V23", fact, "", float("b" in outcome.moved), float(dragged), 0.0)


def _chip(key: str, x: float = 380.0, y: float = 380.0, kind: str = "large") -> Piece:
    return Piece(key, kind, 0, x, y)


def _table(*pieces: Piece) -> Table:
    return Table.of(Mat(760.0, 760.0), pieces)


def _plan(
    velocities: Mapping[str, Velocity], *pieces: Piece, physics: Physics = PHYSICS
) -> tuple[Plan, dict[str, Solid]]:
    """Flat pieces, some of them moving."""
    plan, solids = Plan(physics), {}
    for piece in pieces:
        solid = Solid(piece, piece.spec.thickness / 2, flat_attitude(piece.angle, piece.face), physics.edge_rounding)
        solid.set_freedom(Freedom.PLANAR)
        solids[piece.id] = solid
    plan.add(solids.values())
    for key, (vx, vy, spin) in velocities.items():
        solids[key].vx, solids[key].vy, solids[key].wz = vx, vy, spin
        plan.push(solids[key])
    return plan, solids


def _slid(velocity: Velocity) -> Solid:
    plan, solids = _plan({"a": velocity}, _chip("a", 0.0, 0.0))
    while plan.movers:
        plan.step(plan.longest_step())
    return solids["a"]


def _collide(speed: float, offset: float, physics: Physics) -> dict[str, Solid]:
    """A moving disc and a resting one without friction, after they have parted."""
    plan, solids = _plan({"a": (speed, 0.0, 0.0)}, _chip("a", 0.0, 0.0), _chip("b", 60.0, offset), physics=physics)
    for _ in range(int(120.0 / speed * 480)):
        plan.step(1 / 480)
    return solids


def _kinetic(solids: Mapping[str, Solid]) -> float:
    return sum(0.5 * s.mass * (s.vx**2 + s.vy**2) + 0.5 * s.wz**2 / s.inv_z for s in solids.values())

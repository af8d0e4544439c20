"""Shared by the physics tests: tables of a few chips, solids, shots, energies."""

import math
import random

from micromutants.physics import GRAVITY, Physics, Shot, press
from micromutants.physics.attitude import flat_attitude
from micromutants.physics.contact import Contact
from micromutants.physics.plan import Plan
from micromutants.physics.shooter import half_length, tumble_inertia
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.solo import Motion, Section
from micromutants.table import KINDS, Face, Mat, Piece, Table

MAT = Mat(760.0, 760.0)
PHYSICS = Physics()


def chip(key, x=380.0, y=380.0, kind="large", angle=0.0, face=Face.NORMAL, level=0):
    return Piece(key, kind, 0, x, y, angle, face, level)


def table(*pieces, mat=MAT):
    return Table.of(mat, pieces)


def section(kind="large", rounding=PHYSICS.edge_rounding):
    """A chip's section along its own x axis."""
    spec = KINDS[kind]
    return Section(half_length(spec, 0.0), spec.thickness / 2, rounding, spec.mass, tumble_inertia(spec, 0.0))


def take_off(launch, sect):
    """The motion in the plane of the shot with which a launch begins."""
    rise = launch.speed * math.sin(launch.loft)
    return Motion(0.0, 0.0, sect.b, 0.0, launch.speed * math.cos(launch.loft), rise, launch.tumble)


def random_launch(generator, key="a", kind="large", physics=PHYSICS, **fixed):
    """A press of the shooter with random power, loft and tumble."""
    values = {
        "azimuth": generator.uniform(-math.pi, math.pi),
        "power": generator.uniform(0.2, 1.0),
        "loft": math.radians(generator.uniform(15.0, 75.0)),
        "tumble": generator.uniform(-0.9, 0.9),
    } | fixed
    return press(Shot(key, **values), chip(key, kind=kind), physics)


def energy(motion, sect):
    """Kinetic and potential energy of a chip in the plane of its shot, g·mm²/s²."""
    speed2 = motion.vs**2 + motion.vz**2
    return 0.5 * sect.mass * speed2 + 0.5 * sect.inertia * motion.spin**2 + sect.mass * GRAVITY * motion.z


def solid(piece, freedom=Freedom.FREE, rounding=PHYSICS.edge_rounding):
    made = Solid(piece, piece.spec.thickness / 2, flat_attitude(piece.angle, piece.face), rounding)
    made.set_freedom(freedom)
    return made


def plan_of(pieces, velocities, physics=PHYSICS):
    """A plan with these pieces, moving as the mapping id -> (vx, vy, spin) says; (plan, solids by id)."""
    plan = Plan(physics)
    solids = {piece.id: solid(piece, Freedom.PLANAR) for piece in pieces}
    plan.add(solids.values())
    for key, velocity in velocities.items():
        solids[key].vx, solids[key].vy, solids[key].wz = velocity
        plan.push(solids[key])
    return plan, solids


def run_plan(plan, limit=20.0, dt=None):
    """Steps until all is at rest; the time in s."""
    t = 0.0
    while plan.movers:
        assert t < limit, "the plan does not come to rest"
        step = dt or plan.longest_step()
        plan.step(step)
        t += step
    return t


def slide(velocity, kind="large", physics=PHYSICS, dt=None):
    """One piece alone in the plan: its solid at rest, and the time in s."""
    plan, solids = plan_of([chip("a", 0.0, 0.0, kind)], {"a": velocity}, physics)
    time = run_plan(plan, dt=dt)
    return solids["a"], time


def kinetic(solids):
    return sum(0.5 * s.mass * (s.vx**2 + s.vy**2) + 0.5 * s.wz**2 / s.inv_z for s in solids.values())


def momentum(solids):
    return sum(s.mass * s.vx for s in solids.values()), sum(s.mass * s.vy for s in solids.values())


def mat_contact(body, point, gap=0.0, friction=0.35, restitution=0.35):
    return Contact(body, None, gap, (0.0, 0.0, 1.0), point, friction, restitution)


def poses(outcome):
    return [(p.id, p.x, p.y, p.angle, p.face, p.level) for p in outcome.table]


def generator(seed):
    return random.Random(seed)


def army(count, seed=7, spacing=46.0, kinds=("small", "large", "rect")):
    """So many chips on a grid of their own, none touching another."""
    draw = generator(seed)
    across = math.ceil(math.sqrt(count))
    return [
        chip(f"z{i:03}", spacing * (i % across), spacing * (i // across), draw.choice(kinds), draw.uniform(0.0, 6.0))
        for i in range(count)
    ]


def spin_momentum(body):
    """Angular momentum of a piece's own spin in the mat's axes, g·mm²/s."""
    a, b, c, d, e, f, g, h, i = body.m
    wx, wy, wz = body.wx, body.wy, body.wz
    lx = (a * wx + d * wy + g * wz) / body.inv_x
    ly = (b * wx + e * wy + h * wz) / body.inv_y
    lz = (c * wx + f * wy + i * wz) / body.inv_z
    return a * lx + b * ly + c * lz, d * lx + e * ly + f * lz, g * lx + h * ly + i * lz

"""Flat pieces that slide, spin and bump on the mat: pymunk for the bumps, Coulomb friction by half kicks.

A new Space for each simulation, bodies only for pieces that a mover can reach, added in the order of their ids.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import pymunk
from pymunk._chipmunk_cffi import lib

from micromutants.geometry import Disc, local_corners
from micromutants.physics.friction import kick
from micromutants.physics.model import GRAVITY, Physics
from micromutants.physics.solid import Solid

LONGEST_STEP = 1 / 480
"""s; shortened so that nothing moves further than ``LONGEST_TRAVEL`` in a step."""

LONGEST_TRAVEL = 3.0
"""mm."""

SLOP = 0.01
"""Overlap in mm that pymunk leaves alone."""

UNPARTED = 1e-20
"""Share of an overlap beyond that which is left after a second.

By pymunk's own 2e-3 chips that bump in a row have stopped before they are parted, and count as lying on each other.
"""


class Plan:
    """The plane in which flat pieces move."""

    def __init__(self, physics: Physics) -> None:
        self.physics = physics
        self.space = pymunk.Space(threaded=False)
        self.space.gravity = (0.0, 0.0)
        self.space.damping = 1.0
        self.space.iterations = 20
        self.space.collision_slop = SLOP
        self.space.collision_bias = UNPARTED
        self.bodies: dict[str, pymunk.Body] = {}
        self.solids: dict[str, Solid] = {}
        self.movers: dict[str, Solid] = {}
        self.bumps: list[tuple[str, str, float]] = []
        self.space.on_collision(begin=self._bump)

    def add(self, solids: Iterable[Solid]) -> None:
        """Give pieces a body, unless they have one."""
        bounce = math.sqrt(self.physics.restitution_chip)
        grip = math.sqrt(self.physics.friction_chip)
        for solid in sorted(solids, key=lambda s: s.id):
            if solid.id in self.bodies:
                continue
            kind = solid.kind
            body = pymunk.Body(kind.mass, kind.inertia_z)
            body.position = (solid.x, solid.y)
            body.angle = solid.heading()
            shape: pymunk.Shape
            if isinstance(kind.shape, Disc):
                shape = pymunk.Circle(body, kind.shape.radius)
            else:
                shape = pymunk.Poly(body, list(local_corners(kind.shape)))
            shape.elasticity = bounce
            shape.friction = grip
            body.piece_id = solid.id
            self.space.add(body, shape)
            self.bodies[solid.id] = body
            self.solids[solid.id] = solid

    def remove(self, solid: Solid) -> None:
        """Take a piece out of the plane: it has left it for space."""
        body = self.bodies.pop(solid.id, None)
        if body is not None:
            self.space.remove(body, *body.shapes)
            del self.solids[solid.id]
            self.movers.pop(solid.id, None)

    def close(self) -> None:
        """Take everything out of the space, at the end.

        pymunk's objects hold each other in cycles, which the collector frees in any order.  A shape that is freed after
        the body or the space that it is still in crashes the process.
        """
        for body in self.bodies.values():
            self.space.remove(body, *body.shapes)
        self.bodies.clear()
        self.solids.clear()
        self.movers.clear()

    def push(self, solid: Solid) -> None:
        """Take over the velocity of a piece that something outside the plane has changed."""
        body = self.bodies[solid.id]
        body.velocity = (solid.vx, solid.vy)
        body.angular_velocity = solid.wz
        if solid.vx or solid.vy or solid.wz:
            self.movers[solid.id] = solid
        else:
            self.movers.pop(solid.id, None)

    def longest_step(self) -> float:
        """A step in s that suits the fastest mover."""
        fastest = 0.0
        for s in self.movers.values():
            fastest = max(fastest, math.sqrt(s.vx * s.vx + s.vy * s.vy) + s.reach * abs(s.wz))
        dt = LONGEST_STEP
        while fastest * dt > LONGEST_TRAVEL:
            dt *= 0.5
        return dt

    def drift(self, dt: float) -> None:
        """Move for ``dt`` s where nothing can touch: half a kick, straight on, half a kick."""
        half = 0.5 * self.physics.friction_mat * GRAVITY * dt
        for key in sorted(self.movers):
            s = self.movers[key]
            body = self.bodies[key]
            vx, vy, spin = kick(s.vx, s.vy, s.wz, half, s.spin_radius, s.k2)
            if vx == 0.0 and vy == 0.0 and spin == 0.0:
                # It stops within the half step: where its energy is spent.
                v = math.hypot(s.vx, s.vy)
                ahead = 0.5 * v / (self.physics.friction_mat * GRAVITY) if v else 0.0
                body.position = (s.x + ahead * s.vx, s.y + ahead * s.vy)
            else:
                body.position = (s.x + vx * dt, s.y + vy * dt)
                body.angle += spin * dt
                vx, vy, spin = kick(vx, vy, spin, half, s.spin_radius, s.k2)
            body.velocity = (vx, vy)
            body.angular_velocity = spin
            self.space.reindex_shapes_for_body(body)
        self._read()

    def step(self, dt: float, held: Iterable[str] = ()) -> list[Solid]:
        """Move for ``dt`` s with bumps.

        Args:
            dt: s.
            held: Ids of pieces whose friction with the mat is someone else's care in this step.

        Returns:
            Pieces that have begun to move.
        """
        held = set(held)
        self._kicks(dt, held)
        # Chipmunk starts from the impulses of the last step times the ratio of the steps, but can take back only the
        # impulses themselves: a longer step would add energy, a shorter one make rims stick.
        lib.cpSpaceSetCurrentTimeStep(self.space._space, dt)
        start = {key: (*self.bodies[key].velocity, self.bodies[key].angular_velocity) for key in self.movers}
        before = self._energy(self.movers)
        self.space.step(dt)
        begun = []
        for key, body in self.bodies.items():
            if key not in self.movers:
                vx, vy = body.velocity
                if vx or vy or body.angular_velocity:
                    begun.append(self.solids[key])
        for s in begun:
            self.movers[s.id] = s
        self._keep_energy(before, start)
        self._read()
        self._kicks(dt, held)
        self._read()
        return begun

    def take_bumps(self) -> list[tuple[str, str, float]]:
        """Pairs that have begun to touch since the last call, the faster one first, and their closing speed in mm/s."""
        bumps, self.bumps = self.bumps, []
        return bumps

    def _bump(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: object) -> None:
        # Only written down here: an exception in a callback would be swallowed.
        a, b = arbiter.bodies
        n = arbiter.normal
        speed = abs((a.velocity - b.velocity).dot(n))
        first, second = (a, b) if a.velocity.length >= b.velocity.length else (b, a)
        self.bumps.append((first.piece_id, second.piece_id, speed))

    def _energy(self, keys: Iterable[str]) -> float:
        """Twice the kinetic energy of these pieces (that is what pymunk calls it), g·mm²/s²."""
        return sum(self.bodies[key].kinetic_energy for key in keys)

    def _keep_energy(self, before: float, start: dict[str, tuple[float, float, float]]) -> None:
        """Many bumps in one step can create energy in pymunk: then apply only as much of them as keeps it.

        Momentum stays, as each share of the impulses is in balance.
        """
        after = self._energy(self.movers)
        if after <= before:
            return
        work = 0.0
        for key in self.movers:
            body, (vx, vy, spin) = self.bodies[key], start.get(key, (0.0, 0.0, 0.0))
            dx, dy, turn = body.velocity.x - vx, body.velocity.y - vy, body.angular_velocity - spin
            work += body.mass * (dx * dx + dy * dy) + body.moment * turn * turn
        # Twice the energy is before + p·k + work·k² at a share k, and back at `before` at −p/work.
        share = max(0.0, 1.0 - (after - before) / work)
        for key in self.movers:
            body, (vx, vy, spin) = self.bodies[key], start.get(key, (0.0, 0.0, 0.0))
            dx, dy, turn = body.velocity.x - vx, body.velocity.y - vy, body.angular_velocity - spin
            body.velocity = (vx + share * dx, vy + share * dy)
            body.angular_velocity = spin + share * turn

    def _kicks(self, dt: float, held: set[str]) -> None:
        half = 0.5 * self.physics.friction_mat * GRAVITY * dt
        for key in sorted(self.movers):
            if key in held:
                continue
            s = self.movers[key]
            s.vx, s.vy, s.wz = kick(s.vx, s.vy, s.wz, half, s.spin_radius, s.k2)
            body = self.bodies[key]
            body.velocity = (s.vx, s.vy)
            body.angular_velocity = s.wz

    def _read(self) -> None:
        for key in sorted(self.movers):
            s, body = self.movers[key], self.bodies[key]
            s.vx, s.vy = body.velocity
            s.wz = body.angular_velocity
            s.x, s.y = body.position
            s.set_heading(body.angle)
            s.placed()
            if s.vx == 0.0 and s.vy == 0.0 and s.wz == 0.0:
                del self.movers[key]

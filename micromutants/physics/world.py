"""Pieces that move near others: chips in space among pieces that lie or slide.

Everything here is one simulation's own, mutable and thrown away afterwards.  Hand-over is by state: a chip that lies
flat on the mat, clear of others, slides in the plane (:mod:`micromutants.physics.plan`); a flat one that something
lifts, or whose support moves, goes into space.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence

from micromutants.geometry import Pose, separation
from micromutants.physics.attitude import rest_of
from micromutants.physics.contact import Contact, solve
from micromutants.physics.model import GRAVITY, EventKind, Physics, Verdict
from micromutants.physics.onmat import stand
from micromutants.physics.plan import Plan
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.touching import TOUCHING, Touch, mat_touches, near_enough, pair_touches, speed_of
from micromutants.physics.trace import Trace
from micromutants.table import Piece, Table

STEP = 1e-3
"""Longest step near a contact, s, for what moves faster than ``SLOW``."""

LONGEST_STEP = 2e-3
"""Longest step near a contact, s, for slow pieces."""

SLOW = 100.0
"""Speed in mm/s, the rim's counted, below which steps may be longer."""

SHORTEST_STEP = 5e-5
LEAST_JUMP = 0.3
"""Height in mm above everything near from which a chip is moved ballistically."""

NEAR = 10.0
"""Pieces within this distance, mm, beyond touching are looked at until a chip has moved as far."""

SETTLED_HEIGHT = 0.15
"""A chip as good as flat, whose vertical energy lifts it less than this, mm, lies flat."""

SETTLED_TILT = math.cos(math.radians(0.8))
STILL_SPEED = 6.0
"""Speed in mm/s below which a chip counts as still."""

STILL_TIME = 0.02
"""A chip that has touched something and been still so long, s, is at rest."""

UPWARD = 0.1
"""Upward part of a contact normal on a flat piece above which it is lifted, not just pushed."""

ROLLING_MAT = 0.5
"""Lever of the rolling resistance of an edge on the mat, mm: how far felt gives way ahead of it."""

ROLLING_CHIP = 0.05
"""The same of plastic on plastic, mm."""

STEADY = 3.0
"""Contact impulses up to so many times the weight of the chip count as resting, not as impact."""

IMPACT = 30.0
"""Approach speed in mm/s from which a step is cut short to meet a contact exactly."""

WAKING_SPEED = 25.0
"""Speed in mm/s above which a chip in space wakes a leaning one that it touches."""

LEFT_BEHIND = 2.0
"""Distance in mm from which a chip that has touched nothing is alone again."""

UP = 0.5
"""Height in mm from which a piece that comes down again touches down."""

SLACK = 0.05
"""Penetration in mm that is not pushed out."""


class World:
    """The pieces of one simulation and the clock."""

    def __init__(self, table: Table, physics: Physics, trace: Trace) -> None:
        self.table = table
        self.physics = physics
        self.trace = trace
        self.t = 0.0
        self.plan = Plan(physics)
        self.solids: dict[str, Solid] = {}
        self.free: list[Solid] = []
        self.near: dict[str, tuple[float, float, list[Solid]]] = {}
        self.uppers: dict[str, list[str]] = {}
        self.lay_on = table.lies_on() if any(p.level for p in table.pieces) else ()
        for upper, lower, _ in self.lay_on:
            self.uppers.setdefault(lower, []).append(upper)
        self.grip = physics.friction_chip / math.sqrt(1.0 + physics.friction_chip**2)
        self.going: set[str] = set()
        self.not_up: set[str] = set()
        self.beside = False

    # --- pieces ------------------------------------------------------------------------------------------

    def solid(self, piece: Piece) -> Solid:
        """The piece as a solid; made when first asked for, lying as it lies on the table."""
        found = self.solids.get(piece.id)
        if found is None:
            rest = rest_of(self.table, piece)
            found = Solid(piece, rest.z, rest.attitude, self.physics.edge_rounding)
            self.solids[piece.id] = found
        return found

    def release(self, solid: Solid) -> None:
        """Let a piece move in space, with all that lies on it."""
        if solid.freedom is Freedom.FREE or not solid.kind.loose:
            return
        self.trace.add(self.t, solid)
        self.plan.remove(solid)
        if solid.grounded:
            self.not_up.add(solid.id)
        solid.set_freedom(Freedom.FREE)
        solid.grounded = False
        self.free.append(solid)
        self.free.sort(key=lambda s: s.id)
        self.lift_uppers(solid)

    def lift_uppers(self, solid: Solid) -> None:
        """Let go in space what lies on a piece that begins to move."""
        for upper in self.uppers.pop(solid.id, ()):
            self.release(self.solids.get(upper) or self.solid(self.table[upper]))

    def lay(self, solid: Solid) -> None:
        """Let a flat piece on the mat slide in the plane."""
        solid.set_freedom(Freedom.PLANAR)
        solid.grounded = True
        self.plan.add([solid])

    def neighbours(self, solid: Solid) -> list[Solid]:
        """Pieces that the solid can touch before it has moved by ``NEAR``."""
        known = self.near.get(solid.id)
        if known is not None and abs(known[0] - solid.x) + abs(known[1] - solid.y) < NEAR - 2.0:
            return known[2]
        found = []
        x, y, far = solid.x, solid.y, solid.reach + NEAR
        for piece in self.table.pieces:
            if piece.id == solid.id:
                continue
            other = self.solids.get(piece.id)
            ox, oy = (piece.x, piece.y) if other is None else (other.x, other.y)
            limit = far + piece.spec.reach
            if (ox - x) ** 2 + (oy - y) ** 2 < limit * limit:
                found.append(other or self.solid(piece))
        self.near[solid.id] = (x, y, found)
        return found

    # --- time --------------------------------------------------------------------------------------------

    def run(self, until: Callable[[], bool] | None = None) -> bool:
        """Go on until everything is at rest, or ``until`` says so; False where the time limit came first."""
        while self.t < self.physics.time_limit:
            if until is not None and until():
                return True
            if self.trace.due(self.t):
                for solid in (*self.free, *self.plan.movers.values()):
                    self.trace.add(self.t, solid)
                self.trace.sampled(self.t)
            if self.free:
                self.lively_step()
            elif self.plan.movers:
                self.plan_step()
            else:
                return True
            self.note_stops()
        return not self.free and not self.plan.movers

    def untouched(self) -> bool:
        """Whether the only chip that moves has come by others without touching any."""
        if self.trace.met or len(self.free) != 1 or self.plan.movers:
            return False
        solid = self.free[0]
        for other in self.neighbours(solid):
            far = solid.reach + other.reach + LEFT_BEHIND
            if (other.x - solid.x) ** 2 + (other.y - solid.y) ** 2 < far * far:
                self.beside = True
                return False
        return self.beside

    def take(self, solid: Solid) -> None:
        """Take a chip out of space, to be moved by other means."""
        self.beside = False
        self.free.remove(solid)
        solid.set_freedom(Freedom.FIXED)

    def plan_step(self) -> None:
        """A step in which everything that moves is flat."""
        movers = [self.plan.movers[key] for key in sorted(self.plan.movers)]
        safe = math.inf
        for mover in movers:
            self.plan.add(s for s in self.neighbours(mover) if s.grounded)
            safe = min(safe, self.free_path_time(mover))
        dt = self.plan.longest_step()
        if safe > 2.0 * dt:
            dt = min(safe, max(dt, self.trace.next_sample - self.t), 8 * dt)
            self.plan.drift(dt)
            self.t += dt
        else:
            begun = self.plan.step(dt)
            self.t += dt
            self.bumped()
            for solid in begun:
                if solid.freedom is Freedom.FIXED:
                    solid.set_freedom(Freedom.PLANAR)
                self.set_off(solid, self.t - dt)
                self.lift_uppers(solid)
        for mover in movers:
            raised = (s for s in self.neighbours(mover) if not s.grounded)
            if mover.id in self.plan.movers and any(self.covers(mover, s) for s in raised):
                # It slides in under a raised rim: from here on heights matter.
                self.release(mover)

    def covers(self, a: Solid, b: Solid, margin: float = 0.5) -> bool:
        """Whether two outlines come within ``margin`` mm."""
        far = a.reach + b.reach + margin
        if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= far * far:
            return False
        pa, pb = Pose(a.x, a.y, a.heading()), Pose(b.x, b.y, b.heading())
        return separation(a.kind.shape, pa, b.kind.shape, pb).distance < margin

    def free_path_time(self, mover: Solid) -> float:
        """A time in s during which a flat mover touches nothing."""
        safe = math.inf
        speed = math.hypot(mover.vx, mover.vy)
        for other in self.neighbours(mover):
            gap = math.hypot(other.x - mover.x, other.y - mover.y) - other.reach - mover.reach
            closing = speed + math.hypot(other.vx, other.vy)
            safe = min(safe, max(0.0, gap) / closing if closing > 0.0 else math.inf)
        # Beyond the neighbourhood nothing is known.
        return min(safe, 0.5 * NEAR / speed if speed > 0.0 else math.inf)

    def bumped(self) -> None:
        """Write down the bumps of the last plan step."""
        for a, b, speed in self.plan.take_bumps():
            self.trace.touch(self.t, self.solids[a], self.solids[b], Verdict.BUMP, speed)

    def lively_step(self) -> None:
        """A step in which something moves in space."""
        if not self.plan.movers and self.jump():
            return
        dt = longest = self.longest_step()
        touches = self.touches(longest)
        for t in touches:
            if t.closing > IMPACT and t.gap > TOUCHING and t.gap < t.closing * dt:
                # Go as far as the impact first; it acts in the next step, where it happens.
                dt = max(SHORTEST_STEP, (t.gap - 0.5 * TOUCHING) / t.closing)
        if dt < longest:
            touches = [t for t in touches if t.gap <= TOUCHING]
        elif not any(t.gap <= TOUCHING for t in touches):
            touches = []
        # Impulses first, then free flight: so neither can add energy.
        held: list[str] = []
        contacts: list[Contact] = []
        if all(t.other is None for t in touches):
            carried = self.stand(touches, dt) if touches else {}
        else:
            carried = {}
            contacts = [self.contact(t) for t in touches]
            held = self.settle_contacts(contacts, dt)
        for solid in self.free:
            solid.still = solid.still + dt if _pace(solid) < STILL_SPEED**2 else 0.0
            solid.x += solid.vx * dt
            solid.y += solid.vy * dt
            solid.z += (solid.vz - 0.5 * GRAVITY * dt) * dt
            solid.vz -= GRAVITY * dt
            solid.turn(dt)
            solid.moved = True
            if solid.id in self.not_up and solid.lowest() > UP:
                self.not_up.discard(solid.id)
        if self.plan.movers:
            for mover in list(self.plan.movers.values()):
                self.plan.add(s for s in self.neighbours(mover) if s.grounded)
            begun = self.plan.step(dt, held)
            self.bumped()
            for solid in begun:
                if solid.freedom is Freedom.FIXED:
                    solid.set_freedom(Freedom.PLANAR)
                self.set_off(solid, self.t)
                self.lift_uppers(solid)
        self.t += dt
        if contacts:
            self.push_out(contacts, dt)
            self.settle({s.id for c in contacts if c.jn > 0.0 for s in (c.solid, c.other) if s is not None})
        elif carried:
            for key, sunk in carried.items():
                self.solids[key].z += max(0.0, 0.2 * (sunk - SLACK))
            self.settle(carried)

    def longest_step(self) -> float:
        """The step in s: longer where all that moves in space is slow."""
        fastest = max(_pace(solid) for solid in self.free)
        if fastest >= SLOW * SLOW or self.plan.movers:
            return STEP
        return min(LONGEST_STEP, STEP * SLOW / math.sqrt(fastest)) if fastest > 0.0 else LONGEST_STEP

    def jump(self) -> bool:
        """Advance all chips in space ballistically if nothing can touch them; says whether it did."""
        dt = math.inf
        for solid in self.free:
            bottom = solid.lowest() - TOUCHING
            if bottom < LEAST_JUMP:
                return False
            floor = 0.0
            for other in self.neighbours(solid):
                if other.freedom is Freedom.FREE:
                    return False
                floor = max(floor, other.z + other.drop())
            clear = bottom - floor
            if clear < LEAST_JUMP:
                return False
            lever = solid.reach + solid.b + solid.r
            w = lever * math.sqrt(solid.wx**2 + solid.wy**2 + solid.wz**2) - solid.vz
            dt = min(dt, (math.sqrt(w * w + 2.0 * GRAVITY * clear) - w) / GRAVITY)
            speed = math.hypot(solid.vx, solid.vy)
            if speed > 0.0:
                dt = min(dt, 0.5 * NEAR / speed)
        if dt < 2.0 * STEP:
            return False
        dt = max(STEP, min(dt, self.trace.next_sample - self.t))
        for solid in self.free:
            solid.x += solid.vx * dt
            solid.y += solid.vy * dt
            solid.z += (solid.vz - 0.5 * GRAVITY * dt) * dt
            solid.vz -= GRAVITY * dt
            parts = 1 + int(dt / 1e-3)
            for _ in range(parts):
                solid.turn(dt / parts)
            solid.moved = True
            solid.still = 0.0
        self.t += dt
        return True

    # --- contacts ----------------------------------------------------------------------------------------

    def touches(self, dt: float) -> list[Touch]:
        """Every point that touches, or may within ``dt`` s."""
        found: list[Touch] = []
        for solid in list(self.free):
            speed = speed_of(solid)
            found += mat_touches(solid, speed, dt)
            for other in self.neighbours(solid):
                if near_enough(solid, other):
                    against = speed if other.freedom is Freedom.FIXED else speed + speed_of(other)
                    pair = pair_touches(solid, other, against, dt)
                    if pair:
                        self.wake(solid, other, pair)
                        found += pair
        return found

    def contact(self, t: Touch) -> Contact:
        """What touches, with how it rubs and bounces."""
        physics = self.physics
        if t.other is None:
            friction, bounce = physics.friction_mat, physics.restitution_mat
        else:
            # What comes down on a piece presses it into the mat, which then sets how it bounces.
            steep = t.normal[2] * t.normal[2]
            friction = physics.friction_chip
            bounce = physics.restitution_chip + (physics.restitution_mat - physics.restitution_chip) * steep
        return Contact(t.solid, t.other, t.gap, t.normal, t.lever, friction, bounce, t.closing)

    def wake(self, solid: Solid, other: Solid, pair: list[Touch]) -> None:
        """Let a resting piece move that is touched: in the plane, or in space where it is lifted or lies on others."""
        if other.freedom is Freedom.FREE:
            return
        if other.freedom is Freedom.FIXED and other.grounded:
            self.lay(other)
        if other.freedom is Freedom.FIXED:
            # What has come to rest on something is not woken by what only leans on it.
            if _pace(solid) > WAKING_SPEED**2:
                self.release(other)
        elif any(t.normal[2] < -UPWARD and t.gap < TOUCHING for t in pair):
            self.release(other)

    def verdict(self, up: float) -> Verdict:
        """How a piece meets another whose contact normal on it points ``up`` (a sine): what friction holds bumps."""
        return Verdict.BUMP if abs(up) <= self.grip else Verdict.OVER if up > 0.0 else Verdict.UNDER

    def stand(self, touches: Sequence[Touch], dt: float) -> dict[str, float]:
        """Solve touches with the mat alone; how deep (mm) each chip that the mat carries will have sunk."""
        physics = self.physics
        carried = {}
        for solid in self.free:
            own = [t for t in touches if t.solid is solid]
            if not own:
                continue
            for t in own:
                if t.closing > 0.0 and t.gap < t.closing * dt + TOUCHING and solid.id not in self.not_up:
                    self.trace.touchdown(self.t, solid.id, t.closing)
            footing = stand(solid, own, dt, physics.friction_mat, physics.restitution_mat, physics.bounce_speed)
            if footing.impulse > 0.0:
                carried[solid.id] = footing.sunk
                self.brake_spin(solid, footing.impulse, 0.0, dt)
        return carried

    def settle_contacts(self, contacts: list[Contact], dt: float) -> list[str]:
        """Solve the contacts, write down touches, hand velocities to the plane; ids of pieces held there."""
        if not contacts:
            return []
        for c in contacts:
            if c.gap < c.closing * dt + TOUCHING:
                if c.other is not None:
                    if _pace(c.solid) >= _pace(c.other):
                        self.trace.touch(self.t, c.solid, c.other, self.verdict(c.nz), max(0.0, c.closing))
                    else:
                        self.trace.touch(self.t, c.other, c.solid, self.verdict(-c.nz), max(0.0, c.closing))
                elif c.closing > 0.0 and c.solid.id not in self.not_up:
                    self.trace.touchdown(self.t, c.solid.id, c.closing)
        solve(contacts, dt, GRAVITY, self.physics.friction_mat, self.physics.bounce_speed)
        self.roll_resistance(contacts, dt)
        held = []
        for c in contacts:
            other = c.other
            if other is not None and other.freedom is Freedom.PLANAR and other.id not in held:
                held.append(other.id)
                if other.id in self.plan.movers or other.vx or other.vy or other.wz:
                    if other.id not in self.plan.movers:
                        self.trace.add(self.t, other)
                        self.lift_uppers(other)
                    self.plan.push(other)
                    self.going.add(other.id)
        return held

    def roll_resistance(self, contacts: Iterable[Contact], dt: float) -> None:
        """Brake the spin of chips that rock or roll on a contact, so that they do not do it for ever."""
        for solid in self.free:
            on_mat = on_chips = 0.0
            for c in contacts:
                if c.other is None:
                    if c.solid is solid:
                        on_mat += c.jn
                elif c.solid is solid or c.other is solid:
                    on_chips += c.jn
            if on_mat > 0.0 or on_chips > 0.0:
                self.brake_spin(solid, on_mat, on_chips, dt)

    def brake_spin(self, solid: Solid, on_mat: float, on_chips: float, dt: float) -> None:
        """Brake the spin of a chip by rolling resistance under the normal impulses (g·mm/s) on mat and chips."""
        limit = STEADY * solid.mass * GRAVITY * dt
        keep = solid.spin_kept(ROLLING_MAT * min(on_mat, limit) + ROLLING_CHIP * min(on_chips, limit))
        solid.wx *= keep
        solid.wy *= keep
        solid.wz *= keep

    def push_out(self, contacts: Iterable[Contact], dt: float) -> None:
        """Part solids that have sunk into each other, a little at a time."""
        pushed: dict[str, tuple[float, float, float]] = {}
        for c in contacts:
            if c.gap > -SLACK or c.solid.freedom is not Freedom.FREE:
                continue
            # Less what another point of the same chip has moved it already.
            px, py, pz = pushed.get(c.solid.id, (0.0, 0.0, 0.0))
            deep = -0.2 * (c.gap + c.normal_speed() * dt + SLACK) - (px * c.nx + py * c.ny + pz * c.nz)
            if deep <= 0.0:
                continue
            c.solid.x += deep * c.nx
            c.solid.y += deep * c.ny
            c.solid.z += deep * c.nz
            pushed[c.solid.id] = (px + deep * c.nx, py + deep * c.ny, pz + deep * c.nz)

    # --- rest --------------------------------------------------------------------------------------------

    def settle(self, carried: Container[str]) -> None:
        """Lay down what has become flat on the mat, stop what has come to rest, of those that something carries."""
        for solid in list(self.free):
            flat = self.flat_on_mat(solid)
            if not flat and solid.still < STILL_TIME:
                continue
            if solid.id not in carried:
                continue
            if flat and not any(self.covers(solid, s, 0.3) for s in self.neighbours(solid)):
                self.free.remove(solid)
                solid.z = solid.kind.thickness / 2
                solid.vz = solid.wx = solid.wy = 0.0
                solid.set_heading(solid.heading())
                self.lay(solid)
                self.plan.push(solid)
                continue
            if solid.still >= STILL_TIME:
                self.free.remove(solid)
                solid.vx = solid.vy = solid.vz = solid.wx = solid.wy = solid.wz = 0.0
                solid.set_freedom(Freedom.FIXED)
                for other in self.neighbours(solid):
                    if other.z < solid.z and self.covers(solid, other, 0.0):
                        self.uppers.setdefault(other.id, []).append(solid.id)

    def flat_on_mat(self, solid: Solid) -> bool:
        """Whether a chip in space lies flat on the mat for good."""
        up = abs(solid.m[8])
        if up < SETTLED_TILT or solid.z > solid.kind.thickness / 2 + SETTLED_HEIGHT:
            return False
        rise = solid.z - solid.kind.thickness / 2
        rock = 0.5 * (solid.wx**2 / solid.inv_x + solid.wy**2 / solid.inv_y)
        energy = 0.5 * solid.mass * solid.vz**2 + rock + solid.mass * GRAVITY * max(0.0, rise)
        return energy < solid.mass * GRAVITY * SETTLED_HEIGHT

    def set_off(self, solid: Solid, t: float) -> None:
        """Write down that a piece has been set in motion in the plane at time ``t`` (s), from where it lay."""
        self.going.add(solid.id)
        if solid.id in self.trace.samples:
            self.trace.add(t, solid)
        else:
            rest = rest_of(self.table, solid.piece)
            self.trace.add(t, Solid(solid.piece, rest.z, rest.attitude, solid.r))

    def note_stops(self) -> None:
        """Write down what has come to rest in the step."""
        going = {solid.id for solid in self.free} | self.plan.movers.keys()
        if going != self.going:
            for key in sorted(self.going - going):
                self.trace.add(self.t, self.solids[key])
                self.trace.event(self.t, EventKind.REST, key)
            self.going = going


def _pace(solid: Solid) -> float:
    """Square of a solid's speed, its rim's counted, mm²/s²."""
    spin = (solid.wx**2 + solid.wy**2 + solid.wz**2) * solid.reach**2
    return solid.vx**2 + solid.vy**2 + solid.vz**2 + spin

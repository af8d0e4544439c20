"""A chip that flies alone: ballistic jumps, edge impacts, settling, all in the vertical plane of its shot.

The chip's section in that plane is a rectangle ``2a`` by ``2b`` with corners rounded by ``r``.  ``s`` runs along the
shot, ``z`` is the height of the centre, ``phi`` the tumble angle (+ nose up, 0 with the start side up).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from micromutants.physics.model import GRAVITY

CONTACT_GAP = 0.02
"""Gap in mm below which an edge counts as touching."""

STEP = 0.5e-3
"""Longest impulse step, s."""

SHORTEST_JUMP = 1e-4
"""Shortest ballistic jump, s."""

SETTLED_HEIGHT = 0.15
"""A chip whose vertical energy lifts it less than this, mm, and that is as good as flat, lies flat."""

SETTLED_TILT = math.radians(0.8)
FLAT_TILT = 1e-3
"""Tilt in rad up to which a hit counts as flat on both edges."""

RESTING = 0.3
"""Speed in mm/s below which an edge on the mat rests on it."""

STANDING_TIME = 0.05
"""A chip that stands still on its rim for so long, s, topples towards the side that its normal leans to."""


class Section(NamedTuple):
    """A chip's section in the plane of the shot.

    Attributes:
        a: Half length along the shot, mm.
        b: Half thickness, mm.
        r: Edge rounding, mm.
        mass: g.
        inertia: Moment about the horizontal axis across the shot, g·mm².
    """

    a: float
    b: float
    r: float
    mass: float
    inertia: float


class Motion(NamedTuple):
    """A chip's motion in the plane of its shot at one moment; ballistic until the next one."""

    t: float
    s: float
    z: float
    phi: float
    vs: float
    vz: float
    spin: float

    def at(self, t: float) -> Motion:
        """The motion at time ``t`` (s) if nothing touches the chip until then."""
        dt = t - self.t
        return Motion(
            t,
            self.s + self.vs * dt,
            self.z + (self.vz - 0.5 * GRAVITY * dt) * dt,
            self.phi + self.spin * dt,
            self.vs,
            self.vz - GRAVITY * dt,
            self.spin,
        )

    def turned_up(self) -> bool:
        """Whether the side that was down at the start is up."""
        return math.cos(self.phi) < 0.0


def extent(section: Section, phi: float) -> float:
    """Height in mm of the centre above the lowest point at tumble angle ``phi``."""
    a, b, r = section.a, section.b, section.r
    return (a - r) * abs(math.sin(phi)) + (b - r) * abs(math.cos(phi)) + r


def edge_impact(
    motion: Motion, section: Section, corner: tuple[float, float], friction: float, restitution: float
) -> Motion:
    """The motion after one edge has hit, friction and normal impulse acting together (Routh's method).

    The normal impulse grows from zero; friction follows it, sliding, sticking or reversing, and turns part of one
    motion into the other.  Compression ends when the edge no longer approaches; then the edge gives back the share
    ``e²`` of the work done (Stronge's restitution), so that energy can never grow.

    Args:
        motion: Before the hit.
        section: The chip.
        corner: Contact point from the centre (along the shot, up), mm.
        friction: Coulomb coefficient.
        restitution: Of this hit.
    """
    rx, rz = corner
    t, s, z, phi, vs, vz, spin = motion
    vn, vt = vz + spin * rx, vs - spin * rz
    if vn >= 0.0:
        return motion
    # Response of the contact point to impulses along the normal and the tangent.
    nn = 1.0 / section.mass + rx * rx / section.inertia
    tt = 1.0 / section.mass + rz * rz / section.inertia
    nt = -rx * rz / section.inertia
    jn = jt = 0.0
    work, returning = 0.0, False
    # Slide, stick or reverse, compress or return: no impact has more than a few such stretches.
    for _ in range(6):
        if abs(vt) > 1e-9:
            ratio = -math.copysign(friction, vt)
        elif abs(nt) <= friction * tt:
            ratio = -nt / tt
        else:
            ratio = -math.copysign(friction, nt)
        dvn, dvt = nn + nt * ratio, nt + tt * ratio
        until_stuck = -vt / dvt if abs(vt) > 1e-9 and vt * dvt < 0.0 else math.inf
        if not returning:
            step = -vn / dvn if dvn > 0.0 else math.inf
        elif dvn > 0.0:
            step = (math.sqrt(vn * vn - 2.0 * dvn * work) - vn) / dvn
        else:
            break
        ends = step <= until_stuck
        step = min(step, until_stuck)
        if step == math.inf:
            break
        done = (vn + 0.5 * dvn * step) * step
        work += done
        jn += step
        jt += ratio * step
        vn += dvn * step
        vt = vt + dvt * step if ends else 0.0
        if ends and returning:
            break
        if ends:
            # What is left to give back: the work of compression, times e².
            vn, work, returning = 0.0, restitution * restitution * work, True
            if work == 0.0:
                break
    vs, vz = vs + jt / section.mass, vz + jn / section.mass
    return Motion(t, s, z, phi, vs, vz, spin + (rx * jn - rz * jt) / section.inertia)


def flat_impact(motion: Motion, section: Section, friction: float, restitution: float) -> Motion:
    """The motion after the whole face has hit at once."""
    change = friction * (1.0 + restitution) * abs(motion.vz)
    vs = math.copysign(max(0.0, abs(motion.vs) - change), motion.vs)
    return motion._replace(vs=vs, vz=-restitution * motion.vz, spin=-restitution * motion.spin)


def fly_and_land(
    start: Motion, section: Section, friction: float, restitution: float, bounce_speed: float, limit: float
) -> tuple[list[Motion], bool]:
    """Fly, bounce and settle on the mat.

    Args:
        start: Motion at take-off.
        section: The chip.
        friction: Coulomb coefficient on the mat.
        restitution: Of an edge or face on the mat.
        bounce_speed: Approach speed in mm/s below which nothing bounces.
        limit: Longest time, s.

    Returns:
        The motion at every take-off and impact step, the last one flat on the mat with no vertical motion left,
        and whether it settled within the limit.
    """
    a, b, r, mass, inertia = section
    ai, bi = a - r, b - r
    lever = math.hypot(ai, bi) + r
    motions = [start]
    now = start
    standing = start.t
    while now.t < limit:
        t, s, z, phi, vs, vz, spin = now
        sin, cos = math.sin(phi), math.cos(phi)
        gap = z - ai * abs(sin) - bi * abs(cos) - r
        if gap > CONTACT_GAP:
            w = lever * abs(spin) - vz
            dt = max(SHORTEST_JUMP, (math.sqrt(w * w + 2.0 * GRAVITY * gap) - w) / GRAVITY)
            now = now.at(t + dt)
            standing = now.t
        else:
            energy = 0.5 * mass * vz * vz + 0.5 * inertia * spin * spin + mass * GRAVITY * (z - b)
            if abs(sin) < SETTLED_TILT and energy < mass * GRAVITY * SETTLED_HEIGHT:
                flat = math.pi * round(phi / math.pi)
                motions.append(Motion(t, s, min(z, b), flat, vs, 0.0, 0.0))
                return motions, True
            now = _touch(now, section, sin, cos, friction, restitution, bounce_speed)
            if abs(now.spin) > 0.5 or abs(now.vz) > 5.0 or abs(cos) >= b / a:
                standing = now.t
            elif now.t - standing > STANDING_TIME:
                # Just over its lower edge: the one thing that adds energy, about 1 µJ.
                rise = lever + CONTACT_GAP - extent(section, now.phi)
                push = 1.0 + math.sqrt(2.0 * mass * GRAVITY * rise * (inertia + mass * a * a)) / inertia
                now = now._replace(spin=math.copysign(push, -sin * cos))
                standing = now.t
        motions.append(now)
    return motions, False


def _touch(
    now: Motion,
    section: Section,
    sin: float,
    cos: float,
    friction: float,
    restitution: float,
    bounce_speed: float,
) -> Motion:
    """One step with an edge on the mat: impacts, gravity, what the mat carries, motion."""
    a, b, r, _, _ = section
    ai, bi = a - r, b - r
    t, _, z, _, _, vz, spin = now
    # The two corners that can be lowest: those of the face that looks down, or of the rim that does.
    edges = []
    for u, w in ((ai, bi), (-ai, bi), (-ai, -bi), (ai, -bi)):
        ex, ez = u * cos - w * sin, u * sin + w * cos - r
        edges.append((ez, ex))
    edges.sort()
    (_, x0), (z1, x1) = edges[0], edges[1]
    # Impacts first, gravity after them: so neither can add energy.
    if abs(sin) < FLAT_TILT and vz + spin * x0 < 0.0 and vz + spin * x1 < 0.0:
        now = flat_impact(now, section, friction, restitution if -vz > bounce_speed else 0.0)
    else:
        for first in (True, False, False):
            for ez, ex in edges[:2]:
                vn = now.vz + now.spin * ex
                if z + ez <= CONTACT_GAP and vn < 0.0:
                    bounce = restitution if first and -vn > bounce_speed else 0.0
                    now = edge_impact(now, section, (ex, ez), friction, bounce)
    # The next edge must not come down within the step.
    other = z + z1
    dt = STEP
    if other > CONTACT_GAP:
        drop = math.hypot(x1, z1) * abs(now.spin) - now.vz
        dt = min(dt, max(SHORTEST_JUMP, (math.sqrt(drop * drop + 2.0 * GRAVITY * other) - drop) / GRAVITY))
    # Gravity; what rests on the mat is carried by it, so that it does not sink in.  Half of each acts on the way.
    after = now._replace(vz=now.vz - GRAVITY * dt)
    carried = [(ez, ex) for ez, ex in edges[:2] if z + ez <= CONTACT_GAP and now.vz + now.spin * ex < RESTING]
    for _ in range(3):
        for ez, ex in carried:
            if after.vz + after.spin * ex < 0.0:
                after = edge_impact(after, section, (ex, ez), friction, 0.0)
    half = 0.5 * dt
    phi = now.phi + half * (now.spin + after.spin)
    moved = after._replace(
        t=t + dt,
        s=now.s + half * (now.vs + after.vs),
        z=max(z + half * (now.vz + after.vz), extent(section, phi)),
        phi=phi,
    )
    return _no_more_than(moved, now, section)


def _no_more_than(moved: Motion, before: Motion, section: Section) -> Motion:
    """The motion with no more energy than before: lifting a chip out of the mat, for one, costs speed."""
    mass, inertia = section.mass, section.inertia
    kinetic = 0.5 * mass * (moved.vs**2 + moved.vz**2) + 0.5 * inertia * moved.spin**2
    had = 0.5 * mass * (before.vs**2 + before.vz**2) + 0.5 * inertia * before.spin**2
    excess = kinetic - had + mass * GRAVITY * (moved.z - before.z)
    if excess <= 0.0:
        return moved
    if excess >= kinetic:
        low = before.z + had / (mass * GRAVITY)
        return moved._replace(z=min(moved.z, low), vs=0.0, vz=0.0, spin=0.0)
    keep = math.sqrt(1.0 - excess / kinetic)
    return moved._replace(vs=moved.vs * keep, vz=moved.vz * keep, spin=moved.spin * keep)

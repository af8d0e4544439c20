"""A chip that flies alone: ballistic jumps, hits on a mat that gives way, settling, in the vertical plane of its shot.

The chip's section in that plane is a rectangle ``2a`` by ``2b`` with corners rounded by ``r``.  ``s`` runs along the
shot, ``z`` is the height of the centre, ``phi`` the tumble angle (+ nose up, 0 with the start side up).

Felt is soft: an edge that hits it stays for some milliseconds, in which the chip turns on.  Each edge below the surface
is driven out like a damped oscillator of one frequency, whatever the mass behind it.  Restitution sets the damping.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from micromutants.physics.model import GRAVITY

CONTACT_GAP = 0.02
"""Gap in mm below which an edge counts as touching."""

BLIND = 0.5
"""A jump so short, in parts of a step, need not end before the next edge comes down."""

RATE = 855.0
"""Angular frequency of an edge on the mat, 1/s, as a rigid-body engine in three dimensions has it: a hit takes 4 ms."""

GRIP = 0.95
"""Rate at which friction that holds ends the slip of an edge, in parts of the frequency; from the same engine."""

PHASE = 0.17
"""Phase of the oscillation, rad, in a step on the mat."""

TOGETHER = 0.02
"""An edge no higher than this, mm, is hit together with one below the surface: a face that comes down flat."""

ROUNDS = 40
"""Largest number of sweeps over the edges in a step."""

CONVERGED = 0.002
"""Change of velocity at the edges, mm/s, below which a sweep is the last."""

SETTLED_HEIGHT = 0.03
"""A chip that is as good as flat, and whose vertical energy and place are within this height, mm, lies flat."""

SETTLED_TILT = math.radians(0.8)

STANDING_TIME = 0.05
"""A chip that stands still on its rim for so long, s, topples towards the side that its normal leans to."""

HEAVY_DAMPING = 10.0
"""Damping ratio that stands for no restitution at all."""


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


class Stride(NamedTuple):
    """What a step does to an edge below the surface that nothing else pushes.

    Attributes:
        time: Its length, s.
        speed: Share of the speed along the normal that is left.
        depth: Speed that a depth of 1 mm adds, 1/s.
        slip: Share of the slip that is left where friction holds.
    """

    time: float
    speed: float
    depth: float
    slip: float


def rebound(damping: float) -> float:
    """Restitution of a damped oscillator that is let go where it would pull: exact, for a damping ratio above 0.

    Source: Schwager & Poeschel, Coefficient of restitution and linear-dashpot model revisited, Granular Matter 9
    (2007).
    """
    if damping < 1.0:
        w = math.sqrt(1.0 - damping * damping)
        return math.exp(-damping / w * (math.pi - math.atan2(2.0 * damping * w, w * w - damping * damping)))
    if damping == 1.0:
        return math.exp(-2.0)
    w = math.sqrt(damping * damping - 1.0)
    return math.exp(-damping / w * math.log((damping + w) / (damping - w)))


def damping_for(restitution: float) -> float:
    """Damping ratio at which an edge comes off with the share ``restitution`` (0 to 1) of its speed."""
    if restitution >= 1.0:
        return 0.0
    low, high = 0.0, HEAVY_DAMPING
    if rebound(high) >= restitution:
        return high
    for _ in range(40):
        middle = 0.5 * (low + high)
        if rebound(middle) > restitution:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def stride(damping: float, rate: float, phase: float) -> Stride:
    """A step of so much phase (rad) of an edge of that damping ratio and frequency (1/s), by the exact solution."""
    dt = phase / rate
    fade = math.exp(-damping * phase)
    if damping < 1.0:
        w = math.sqrt(1.0 - damping * damping)
        c, s = math.cos(w * phase), math.sin(w * phase) / w
    elif damping == 1.0:
        c, s = 1.0, phase
    else:
        w = math.sqrt(damping * damping - 1.0)
        c, s = math.cosh(w * phase), math.sinh(w * phase) / w
    return Stride(dt, fade * (c - damping * s), -fade * s * rate, math.exp(-GRIP * phase))


def fly_and_land(
    start: Motion, section: Section, friction: float, restitution: float, limit: float, rate: float = RATE
) -> tuple[list[Motion], bool]:
    """Fly, bounce and settle on the mat.

    Args:
        start: Motion at take-off.
        section: The chip.
        friction: Coulomb coefficient on the mat.
        restitution: Of an edge on the mat, where it does not slip.
        limit: Longest time, s.
        rate: Angular frequency of an edge on the mat, 1/s; the higher, the shorter a hit.

    Returns:
        The motion at every take-off and step on the mat, the last one flat on the mat with no vertical motion left,
        and whether it settled within the limit.
    """
    a, b, r, mass, inertia = section
    ai, bi = a - r, b - r
    lever = math.hypot(ai, bi) + r
    damping = damping_for(restitution)
    step = stride(damping, rate, PHASE)
    blind = BLIND * step.time
    weight = mass * GRAVITY
    motions = [start]
    now = start
    standing = start.t
    had = math.inf
    while now.t < limit:
        t, s, z, phi, vs, vz, spin = now
        sin, cos = math.sin(phi), math.cos(phi)
        gap = z - ai * abs(sin) - bi * abs(cos) - r
        if gap <= CONTACT_GAP and abs(sin) < SETTLED_TILT:
            lent = rate * (z - b)
            energy = 0.5 * (mass * (vz * vz + lent * lent) + inertia * spin * spin) + weight * abs(z - b)
            if energy < weight * SETTLED_HEIGHT:
                motions.append(Motion(t, s, b, math.pi * round(phi / math.pi), vs, 0.0, 0.0))
                return motions, True
        if gap >= 0.0:
            w = lever * abs(spin) - vz
            dt = (math.sqrt(w * w + 2.0 * GRAVITY * gap) - w) / GRAVITY
            if dt < blind:
                # As long as the lowest edge takes to come down, and no longer.
                closing = spin * (math.copysign(ai, sin) * cos - math.copysign(bi, cos) * sin) - vz
                dt = 1.01 * gap / closing + 1e-7 if closing * blind > gap else blind
            if gap > CONTACT_GAP:
                standing = t
            had = 0.5 * (mass * (vs * vs + vz * vz) + inertia * spin * spin) + weight * z
            now = now.at(t + dt)
        else:
            now = _no_more_than(_on_the_mat(now, section, sin, cos, friction, step), had, section)
            if abs(now.spin) > 0.5 or abs(now.vz) > 5.0 or abs(cos) >= b / a:
                standing = now.t
            elif now.t - standing > STANDING_TIME:
                # Just over its lower edge: the one thing that adds energy, about 1 µJ.
                rise = lever + CONTACT_GAP - extent(section, now.phi)
                push = 1.0 + math.sqrt(2.0 * weight * rise * (inertia + mass * a * a)) / inertia
                now = now._replace(spin=math.copysign(push, -sin * cos))
                had = math.inf
                standing = now.t
        motions.append(now)
    return motions, False


def held(nn: float, tt: float, nt: float, bn: float, bt: float, friction: float) -> tuple[float, float]:
    """Impulses of the mat on an edge: the least of ``½ j·K·j + b·j`` in the cone of friction.

    Args:
        nn: Response of the edge along the normal to an impulse along it, 1/g.
        tt: Along the mat to one along the mat, 1/g.
        nt: Between the two, 1/g.
        bn: Speed along the normal, less what it should be, without any impulse, mm/s.
        bt: The same along the mat, mm/s.
        friction: Coulomb coefficient.

    Returns:
        Along the normal and along the mat, g·mm/s.
    """
    det = nn * tt - nt * nt
    jn, jt = (bt * nt - bn * tt) / det, (bn * nt - bt * nn) / det
    if jn >= 0.0 and abs(jt) <= friction * jn:
        return jn, jt
    # It slips, one way or the other: along that side of the cone, as far as is of use.
    best = 0.0
    found = (0.0, 0.0)
    for side in (friction, -friction):
        b, k = bn + side * bt, nn + 2.0 * side * nt + side * side * tt
        if b < 0.0 and b * b > best * k:
            best = b * b / k
            found = (-b / k, -side * b / k)
    return found


def _on_the_mat(now: Motion, section: Section, sin: float, cos: float, friction: float, step: Stride) -> Motion:
    """One step with edges below the surface: what drives them out and holds them, and the weight.

    Friction is associated: of the slip that the mat would end, the share ``friction`` drives the edge out as well, as
    felt does that is ploughed.  So it is in the engine that the flights are held against.
    """
    a, b, r, mass, inertia = section
    ai, bi = a - r, b - r
    t, s, z, phi, vs, vz, spin = now
    dt = step.time
    before_s, before_z, before_spin = vs, vz, spin
    # The second lowest edge decides whether there is only one, as most of the time.
    if z - abs(ai * abs(sin) - bi * abs(cos)) - r >= TOGETHER:
        u, w = -math.copysign(ai, sin), -math.copysign(bi, cos)
        ex, ez = u * cos - w * sin, u * sin + w * cos - r
        nn, tt, nt = 1.0 / mass + ex * ex / inertia, 1.0 / mass + ez * ez / inertia, -ex * ez / inertia
        out = step.speed * (vz + spin * ex) + step.depth * (z + ez)
        slip = step.slip * (vs - spin * ez)
        vz -= GRAVITY * dt
        jn, jt = held(nn, tt, nt, vz + spin * ex - out, vs - spin * ez - slip, friction)
        vs += jt / mass
        vz += jn / mass
        spin += (jn * ex - jt * ez) / inertia
    else:
        edges = []
        for u, w in ((ai, bi), (-ai, bi), (-ai, -bi), (ai, -bi)):
            ex, ez = u * cos - w * sin, u * sin + w * cos - r
            gap = z + ez
            if gap < TOGETHER:
                out = step.speed * (vz + spin * ex) + step.depth * gap
                slip = step.slip * (vs - spin * ez)
                nn, tt, nt = 1.0 / mass + ex * ex / inertia, 1.0 / mass + ez * ez / inertia, -ex * ez / inertia
                edges.append([ex, ez, nn, tt, nt, out, slip, 0.0, 0.0])
        vz -= GRAVITY * dt
        for _ in range(ROUNDS):
            change = 0.0
            for edge in edges:
                ex, ez, nn, tt, nt, out, slip, jn, jt = edge
                # What is amiss without this edge's own impulse.
                bn = vz + spin * ex - out - nn * jn - nt * jt
                bt = vs - spin * ez - slip - nt * jn - tt * jt
                pn, pt = held(nn, tt, nt, bn, bt, friction)
                edge[7], edge[8] = pn, pt
                dn, side = pn - jn, pt - jt
                vs += side / mass
                vz += dn / mass
                spin += (dn * ex - side * ez) / inertia
                change += abs(dn) * nn + abs(side) * tt
            if change < CONVERGED:
                break
    half = 0.5 * dt
    return Motion(
        t + dt,
        s + half * (before_s + vs),
        z + half * (before_z + vz),
        phi + half * (before_spin + spin),
        vs,
        vz,
        spin,
    )


def _no_more_than(moved: Motion, had: float, section: Section) -> Motion:
    """The motion with no more energy than it had when it came down on the mat, g·mm²/s²."""
    mass, inertia = section.mass, section.inertia
    kinetic = 0.5 * (mass * (moved.vs**2 + moved.vz**2) + inertia * moved.spin**2)
    excess = kinetic + mass * GRAVITY * moved.z - had
    if excess <= 0.0:
        return moved
    if excess >= kinetic:
        low = had / (mass * GRAVITY)
        return moved._replace(z=min(moved.z, low), vs=0.0, vz=0.0, spin=0.0)
    keep = math.sqrt(1.0 - excess / kinetic)
    return moved._replace(vs=moved.vs * keep, vz=moved.vz * keep, spin=moved.spin * keep)

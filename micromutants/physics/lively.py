"""Steps of chips in space among pieces that lie or slide: find what touches, solve it, move, see what settles."""

from __future__ import annotations

import math
from collections.abc import Sequence

from micromutants.physics.contact import Contact, rubbing, solve
from micromutants.physics.lone import solve_lone
from micromutants.physics.model import GRAVITY, Verdict
from micromutants.physics.onmat import stand
from micromutants.physics.settling import STILL_SPEED, brake_spin, lift_out, push_out, roll_resistance, settle
from micromutants.physics.sliding import bump_step
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.touching import TOUCHING, Touch, mat_touches, near_enough, pair_touches, speed_of
from micromutants.physics.world import NEAR, World

STEP = 1e-3
"""Longest step near a contact, s, for what moves faster than ``SLOW``."""

LONGEST_STEP = 2e-3
"""Longest step near a contact, s, for slow pieces."""

SLOW = 400.0
"""Speed in mm/s, the rim's counted, below which steps may be longer."""

SLOW_ALONE = 1000.0
"""The same for a chip that no other piece is near."""

FREE_STEP = 8e-3
"""Longest step, s, of a lone chip that cannot touch anything before."""

SHORTEST_STEP = 5e-5

LEAST_JUMP = 0.3
"""Height in mm above everything near from which a chip is moved ballistically."""

IMPACT = 30.0
"""Approach speed in mm/s from which a step is cut short to meet a contact exactly."""

UP = 0.5
"""Height in mm from which a piece that comes down again touches down."""

WAKING_SPEED = 25.0
"""Speed in mm/s above which a chip in space wakes a leaning one that it touches."""

LOOK = 2.0
"""So far, mm, pieces are looked for that are near but not touched."""

UPWARD = 0.1
"""Upward part of a contact normal on a flat piece above which it is lifted, not just pushed."""


def lively_step(world: World) -> None:
    """A step in which something moves in space."""
    if not world.plan.movers and jump(world):
        return
    dt = longest = longest_step(world)
    touches, free_way = all_touches(world, longest)
    if free_way > 0.0 and len(world.free) == 1 and not world.plan.movers:
        # Nothing can be met before: on until then, or until a sample is due.
        fast = math.sqrt(2.0 * world.free[0].pace()) + GRAVITY * FREE_STEP
        dt = longest = max(dt, min(free_way / fast, FREE_STEP, world.trace.next_sample - world.t))
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
    carried: dict[str, float] = {}
    impulses: list[float] = []
    if all(t.other is None for t in touches):
        if touches:
            carried = stand_on_mat(world, touches, dt)
    else:
        impulses = impulses_of(world, touches, dt)
        held = hand_over(world, touches)
    for solid in world.free:
        pace = solid.pace()
        solid.still = solid.still + dt if pace < STILL_SPEED**2 else 0.0
        # Speed and spin each are at most as fast as both together: so √2, and what gravity adds.
        solid.way += (1.4143 * math.sqrt(pace) + GRAVITY * dt) * dt
        solid.x += solid.vx * dt
        solid.y += solid.vy * dt
        solid.z += (solid.vz - 0.5 * GRAVITY * dt) * dt
        solid.vz -= GRAVITY * dt
        solid.turn(dt)
        solid.moved = True
        if solid.id in world.not_up and solid.lowest() > UP:
            world.not_up.discard(solid.id)
    if world.plan.movers:
        for mover in list(world.plan.movers.values()):
            world.plan.add(s for s in world.neighbours(mover) if s.grounded)
        bump_step(world, dt, held)
    world.t += dt
    if impulses:
        push_out(touches, dt)
        pressed = [t for t, impulse in zip(touches, impulses, strict=True) if impulse > 0.0]
        settle(world, {s.id for t in pressed for s in (t.solid, t.other) if s is not None})
    elif carried:
        lift_out(world, carried)
        settle(world, carried)


def longest_step(world: World) -> float:
    """The step in s: longer where all that moves in space is slow, and has nothing but the mat to touch."""
    if world.plan.movers:
        return STEP
    alone = all(world.alone(solid) for solid in world.free)
    slow = SLOW_ALONE if alone else SLOW
    fastest = max(solid.pace() for solid in world.free)
    if fastest >= slow * slow:
        return STEP
    return min(LONGEST_STEP, STEP * slow / math.sqrt(fastest)) if fastest > 0.0 else LONGEST_STEP


def jump(world: World) -> bool:
    """Advance all chips in space ballistically if nothing can touch them; says whether it did."""
    dt = math.inf
    for solid in world.free:
        bottom = solid.lowest() - TOUCHING
        if bottom < LEAST_JUMP:
            return False
        floor = 0.0
        for other in world.neighbours(solid):
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
    dt = max(STEP, min(dt, world.trace.next_sample - world.t))
    for solid in world.free:
        solid.way += (1.4143 * math.sqrt(solid.pace()) + GRAVITY * dt) * dt
        solid.x += solid.vx * dt
        solid.y += solid.vy * dt
        solid.z += (solid.vz - 0.5 * GRAVITY * dt) * dt
        solid.vz -= GRAVITY * dt
        solid.turn(dt)
        solid.moved = True
        solid.still = 0.0
    world.t += dt
    return True


def all_touches(world: World, dt: float) -> tuple[list[Touch], float]:
    """Every point that touches, or may within ``dt`` s; and how far, mm, all chips can go before there are any."""
    found: list[Touch] = []
    free_way = math.inf
    for solid in list(world.free):
        speed = speed_of(solid)
        bottom = solid.lowest()
        if bottom < TOUCHING + dt * (speed + GRAVITY * dt):
            found += mat_touches(solid, speed, dt)
        free_way = min(free_way, bottom - TOUCHING)
        near = world.near_to(solid)
        apart = near.apart
        for k, other in enumerate(near.others):
            way = solid.way + other.way
            against = speed if other.freedom is Freedom.FIXED else speed + speed_of(other)
            margin = TOUCHING + dt * (against + GRAVITY * dt)
            if way + margin <= apart[k]:
                free_way = min(free_way, apart[k] - way - TOUCHING)
                continue
            if not near_enough(solid, other):
                continue
            # Only where nothing was near before it is worth to look how far off it is.
            look = max(margin, LOOK) if apart[k] > 0.0 else margin
            pair, gap = pair_touches(solid, other, margin, look)
            if gap >= margin:
                apart[k] = way + gap
                free_way = min(free_way, gap - TOUCHING)
            else:
                apart[k] = 0.0
            if pair:
                wake(world, solid, other, pair)
                found += pair
    return found, 0.0 if found else free_way


def wake(world: World, solid: Solid, other: Solid, pair: list[Touch]) -> None:
    """Let a resting piece move that is touched: in the plane, or in space where it is lifted or lies on others."""
    if other.freedom is Freedom.FREE:
        return
    if other.freedom is Freedom.FIXED and other.grounded:
        world.lay(other)
    if other.freedom is Freedom.FIXED:
        # What has come to rest on something is not woken by what only leans on it.
        if solid.pace() > WAKING_SPEED**2:
            world.release(other)
    elif any(t.normal[2] < -UPWARD and t.gap < TOUCHING for t in pair):
        world.release(other)


def verdict(world: World, up: float) -> Verdict:
    """How a piece meets another whose contact normal on it points ``up`` (a sine): what friction holds bumps."""
    return Verdict.BUMP if abs(up) <= world.grip else Verdict.OVER if up > 0.0 else Verdict.UNDER


def stand_on_mat(world: World, touches: Sequence[Touch], dt: float) -> dict[str, float]:
    """Solve touches with the mat alone; how deep (mm) each chip that the mat carries will have sunk."""
    physics = world.physics
    carried = {}
    for solid in world.free:
        own = [t for t in touches if t.solid is solid]
        if not own:
            continue
        for t in own:
            if t.closing > 0.0 and t.gap < t.closing * dt + TOUCHING and solid.id not in world.not_up:
                world.trace.touchdown(world.t, solid.id, t.closing)
        footing = stand(solid, own, dt, physics.friction_mat, physics.restitution_mat, physics.bounce_speed)
        if footing.impulse > 0.0:
            carried[solid.id] = footing.sunk
            brake_spin(world, solid, footing.impulse, 0.0, dt)
    return carried


def impulses_of(world: World, touches: Sequence[Touch], dt: float) -> list[float]:
    """Write down first touches, and solve all touches; their normal impulses in g·mm/s."""
    trace, physics = world.trace, world.physics
    for t in touches:
        if t.gap < t.closing * dt + TOUCHING:
            if t.other is None:
                if t.closing > 0.0 and t.solid.id not in world.not_up:
                    trace.touchdown(world.t, t.solid.id, t.closing)
            elif not trace.have_met(t.solid, t.other):
                if t.solid.pace() >= t.other.pace():
                    trace.touch(world.t, t.solid, t.other, verdict(world, t.normal[2]), max(0.0, t.closing))
                else:
                    trace.touch(world.t, t.other, t.solid, verdict(world, -t.normal[2]), max(0.0, t.closing))
    if len(world.free) == 1:
        impulses = solve_lone(world.free[0], touches, dt, physics)
    else:
        contacts = [
            Contact(t.solid, t.other, t.gap, t.normal, t.lever, *rubbing(t.other, t.normal[2], physics), t.closing)
            for t in touches
        ]
        solve(contacts, dt, GRAVITY, physics.friction_mat, physics.bounce_speed)
        impulses = [c.jn for c in contacts]
    roll_resistance(world, touches, impulses, dt)
    return impulses


def hand_over(world: World, touches: Sequence[Touch]) -> list[str]:
    """Hand the velocities of pieces that slide to the plane; the ids of those whose friction is seen to already."""
    held: list[str] = []
    for t in touches:
        other = t.other
        if other is not None and other.freedom is Freedom.PLANAR and other.id not in held:
            held.append(other.id)
            if other.id in world.plan.movers or other.vx or other.vy or other.wz:
                if other.id not in world.plan.movers:
                    world.trace.add(world.t, other)
                    world.lift_uppers(other)
                world.plan.push(other)
                world.going.add(other.id)
    return held

"""Steps of chips in space among pieces that lie or slide: find what touches, solve it, move, see what settles."""

from __future__ import annotations

import math
from collections.abc import Sequence

from micromutants.physics.contact import Contact, rubbing, solve
from micromutants.physics.lone import solve_lone
from micromutants.physics.model import GRAVITY, Verdict
from micromutants.physics.onmat import stand
from micromutants.physics.settling import (
    STILL_SPEED,
    brake_spin,
    lift_out,
    may_settle,
    push_out,
    roll_resistance,
    settle,
)
from micromutants.physics.sliding import bump_step
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.touching import TOUCHING, Touch, mat_touches, near_enough, pair_touches, speed_of
from micromutants.physics.world import LEFT_BEHIND, NEAR, World

STEP = 1e-3
"""Longest step near a contact, s, for what moves faster than ``SLOW``."""

LONGEST_STEP = 2e-3
"""Longest step near a contact, s, for slow pieces."""

SLOW = 250.0
"""Speed in mm/s, the rim's counted, below which steps may be longer."""

SLOW_ALONE = 1000.0
"""The same for a chip that no other piece is near."""

MAT_STEPS = 8
"""So many steps of a chip with only the mat to touch are made at a stretch."""

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

BOTH = 1.4143
"""No point is faster than so many times the root of :meth:`Solid.pace`, to which speed and spin add as squares: √2."""

UPWARD = 0.1
"""Upward part of a contact normal on a flat piece above which it is lifted, not just pushed."""


def lively_step(world: World) -> None:
    """A step in which something moves in space, or some steps of a chip that has only the mat to touch."""
    if not world.plan.movers:
        if jump(world) or (len(world.free) == 1 and steps_on_mat(world, world.free[0])):
            return
    dt = longest_step(world)
    touches, free_way = all_touches(world, dt)
    if free_way > 0.0 and len(world.free) == 1 and not world.plan.movers:
        # Nothing can be met before: on until then, or until a sample is due.
        fast = math.sqrt(2.0 * world.free[0].pace()) + GRAVITY * FREE_STEP
        dt = max(dt, min(free_way / fast, FREE_STEP, world.trace.next_sample - world.t))
    touches, dt = acting(touches, dt)
    # Impulses first, then free flight: so neither can add energy.
    held: list[str] = []
    carried: dict[str, float] = {}
    impulses: list[float] = []
    if all(t.other is None for t in touches):
        for solid in world.free if touches else ():
            own = [t for t in touches if t.solid is solid]
            if own:
                sunk = stand_on_mat(world, solid, own, dt)
                if sunk is not None:
                    carried[solid.id] = sunk
    else:
        impulses = impulses_of(world, touches, dt)
        held = hand_over(world, touches)
    for solid in world.free:
        fly(world, solid, dt)
    if world.plan.movers:
        for mover in list(world.plan.movers.values()):
            world.plan.add(s for s in world.neighbours(mover) if s.grounded)
        bump_step(world, dt, held)
    world.t += dt
    if impulses:
        push_out(touches, dt)
        if any(may_settle(solid) for solid in world.free):
            pressed = [t for t, impulse in zip(touches, impulses, strict=True) if impulse > 0.0]
            settle(world, {s.id for t in pressed for s in (t.solid, t.other) if s is not None})
    elif carried:
        for key, sunk in carried.items():
            lift_out(world.solids[key], sunk)
        settle(world, carried)


def steps_on_mat(world: World, solid: Solid) -> bool:
    """Up to ``MAT_STEPS`` steps of the only thing that moves, on the mat, clear of all pieces; whether any was made."""
    near = world.near_to(solid)
    begun = solid.way
    # Beyond the neighbourhood nothing is known.
    free_way = NEAR - abs(near.x - solid.x) - abs(near.y - solid.y)
    for apart, other in zip(near.apart, near.others, strict=True):
        free_way = min(free_way, apart - other.way - begun)
    made = False
    if free_way <= TOUCHING:
        return False
    for _ in range(MAT_STEPS):
        fastest = math.sqrt(solid.pace())
        left = free_way - (solid.way - begun)
        dt = step_at(fastest, SLOW_ALONE if left > LEFT_BEHIND else SLOW)
        reach = TOUCHING + dt * (BOTH * fastest + GRAVITY * dt)
        if left < reach or solid.lowest() > reach:
            return made
        touches, dt = acting(mat_touches(solid, BOTH * fastest, dt), dt)
        sunk = stand_on_mat(world, solid, touches, dt) if touches else None
        fly(world, solid, dt)
        world.t += dt
        made = True
        if sunk is not None:
            lift_out(solid, sunk)
            settle(world, (solid.id,))
            if solid.freedom is not Freedom.FREE:
                return True
        if world.trace.due(world.t):
            return True
    return made


def acting(touches: list[Touch], longest: float) -> tuple[list[Touch], float]:
    """The touches that act in a step, and its length in s: cut short where an impact comes before the end.

    That impact acts in the next step, where it happens.
    """
    dt = longest
    for t in touches:
        if t.closing > IMPACT and t.gap > TOUCHING and t.gap < t.closing * dt:
            dt = max(SHORTEST_STEP, (t.gap - 0.5 * TOUCHING) / t.closing)
    if dt < longest:
        return [t for t in touches if t.gap <= TOUCHING], dt
    # What is only near counts beside what touches, for that may turn the chip towards it.
    return (touches if any(t.gap <= TOUCHING for t in touches) else []), dt


def fly(world: World, solid: Solid, dt: float) -> None:
    """Move a chip in space for ``dt`` s by its velocity, spin and weight."""
    pace = solid.pace()
    solid.still = solid.still + dt if pace < STILL_SPEED**2 else 0.0
    # Gravity adds to its speed within the step.
    solid.way += (BOTH * math.sqrt(pace) + GRAVITY * dt) * dt
    solid.x += solid.vx * dt
    solid.y += solid.vy * dt
    solid.z += (solid.vz - 0.5 * GRAVITY * dt) * dt
    solid.vz -= GRAVITY * dt
    solid.turn(dt)
    solid.moved = True
    if solid.id in world.not_up and solid.lowest() > UP:
        world.not_up.discard(solid.id)


def longest_step(world: World) -> float:
    """The step in s: longer where all that moves in space is slow, and has nothing but the mat to touch."""
    if world.plan.movers:
        return STEP
    fastest = max([solid.pace() for solid in world.free])
    if fastest >= SLOW_ALONE * SLOW_ALONE:
        return STEP
    if fastest <= (0.5 * SLOW) ** 2:
        return LONGEST_STEP
    slow = SLOW_ALONE if all(world.alone(solid) for solid in world.free) else SLOW
    return step_at(math.sqrt(fastest), slow)


def step_at(fastest: float, slow: float) -> float:
    """The step in s at a speed in mm/s, where ``slow`` is that from which it is the shortest of the usual ones."""
    if fastest >= slow:
        return STEP
    return min(LONGEST_STEP, STEP * slow / fastest) if fastest > 0.0 else LONGEST_STEP


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
        fly(world, solid, dt)
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
    else:
        for t in pair:
            if t.normal[2] < -UPWARD and t.gap < TOUCHING:
                world.release(other)
                return


def verdict(world: World, up: float) -> Verdict:
    """How a piece meets another whose contact normal on it points ``up`` (a sine): what friction holds bumps."""
    return Verdict.BUMP if abs(up) <= world.grip else Verdict.OVER if up > 0.0 else Verdict.UNDER


def stand_on_mat(world: World, solid: Solid, touches: Sequence[Touch], dt: float) -> float | None:
    """Solve a chip's touches where all are with the mat; how deep (mm) it will have sunk if the mat carries it."""
    physics = world.physics
    if solid.id not in world.not_up:
        for t in touches:
            if t.closing > 0.0 and t.gap < t.closing * dt + TOUCHING:
                world.trace.touchdown(world.t, solid.id, t.closing)
    footing = stand(solid, touches, dt, physics.friction_mat, physics.restitution_mat, physics.bounce_speed)
    if footing.impulse <= 0.0:
        return None
    brake_spin(solid, footing.impulse, 0.0, dt)
    return footing.sunk


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

"""From what is written on the command line to keys of a scenario and values for them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

import msgspec

from micromutants.lab.model import Axis, Changes, LabError
from micromutants.physics import AVERAGE, EXACT, EXPERT, NOVICE, Hand, Physics
from micromutants.scenario.fields import meant
from micromutants.scenario.parts import HAND_KEYS
from micromutants.scenario.shots import LAUNCH_KEYS, PRESS_KEYS

PHYSICS_KEYS = tuple(field.name for field in msgspec.structs.fields(Physics))
SHOT_KEYS = ("towards_deg", "loft_deg", *PRESS_KEYS, *LAUNCH_KEYS)
HANDS: Mapping[str, Hand] = {"exact": EXACT, "expert": EXPERT, "average": AVERAGE, "novice": NOVICE}
VALUES_LIMIT = 1000
"""Most values of one axis."""

FORM = "KEY=FROM:TO:COUNT or KEY=VALUE,VALUE,…, such as friction_mat=0.2:0.6:9"


def parse_axis(text: str, shot: str) -> Axis:
    """An axis from ``KEY=FROM:TO:COUNT`` or ``KEY=VALUE,VALUE,…``.

    Args:
        text: As given.
        shot: Name of the shot that keys of shots are meant for.

    Raises:
        LabError: It cannot be read.
    """
    name, equals, given = (part.strip() for part in text.partition("="))
    if not (name and equals and given):
        raise LabError(f"{text!r}: an axis is {FORM}")
    values = _range(text, given) if ":" in given else tuple(_number(text, part) for part in given.split(","))
    if len(set(values)) < len(values):
        raise LabError(f"{text!r}: each value may be there once only")
    if len(values) > VALUES_LIMIT:
        raise LabError(f"{text!r}: an axis has at most {VALUES_LIMIT} values")
    return Axis(name, full_key(name, shot), values)


def full_key(name: str, shot: str) -> str:
    """The dotted key that a short one stands for: a constant, a scatter of the hand, a parameter of the shot.

    Raises:
        LabError: There is none, or it may be one of two.
    """
    if "." in name:
        return name
    of_shot = f"shots.{json.dumps(shot, ensure_ascii=False)}.{name}"
    hand_keys = [key for key, _, _ in HAND_KEYS]
    if name in PHYSICS_KEYS and name in SHOT_KEYS:
        raise LabError(f"{name} is one of the physics and one of the shot: write physics.{name} or {of_shot}")
    if name in PHYSICS_KEYS:
        return f"physics.{name}"
    if name in hand_keys:
        return f"hand.{name}"
    if name in SHOT_KEYS:
        return of_shot
    known = [*PHYSICS_KEYS, *hand_keys, *SHOT_KEYS]
    hint = meant(name, known) or "; a dotted key such as pieces.target.angle_deg names anything else"
    raise LabError(f"there is no {name!r} in the physics, the hand or the shot{hint}")


def hand_changes(name: str | None) -> Changes:
    """The changes that give a scenario the hand of that name; none where no hand is named."""
    if name is None:
        return ()
    hand: Hand = HANDS[name]
    changes = []
    for key, field, _ in HAND_KEYS:
        value = getattr(hand, field)
        changes.append((f"hand.{key}", repr(round(math.degrees(value), 12) if key.endswith("_deg") else value)))
    return tuple(changes)


def _range(text: str, given: str) -> tuple[float, ...]:
    parts = given.split(":")
    if len(parts) != 3:
        raise LabError(f"{text!r}: an axis is {FORM}")
    first, last = _number(text, parts[0]), _number(text, parts[1])
    count = parts[2].strip()
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= VALUES_LIMIT):
        raise LabError(f"{text!r}: the count must be a whole number from 1 to {VALUES_LIMIT}, not {count!r}")
    number = int(count)
    if number == 1 and first != last:
        raise LabError(f"{text!r}: a single value cannot be both {first:g} and {last:g}")
    steps = max(1, number - 1)
    # 0.2:0.6:9 means 0.3, and not the 0.30000000000000004 that the sum gives.
    return tuple(float(f"{first + (last - first) * i / steps:.12g}") for i in range(number))


def _number(text: str, part: str) -> float:
    try:
        value = float(part)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise LabError(f"{text!r}: {part.strip()!r} is no finite number; an axis is {FORM}")
    return value

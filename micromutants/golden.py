"""Golden values: digests of shots and matches that every machine should come to, to the bit.

``python -m micromutants.golden`` computes them anew and writes them into the assets of a checkout.
"""

from __future__ import annotations

import math
import platform
import random
import sys
from collections.abc import Iterator

import msgspec

from micromutants import rules
from micromutants.assets import asset_bytes, asset_path
from micromutants.match import Versions
from micromutants.match.storage import write_whole
from micromutants.midgame import full_table
from micromutants.physics import AVERAGE, LOFT_MIN, Launch, Physics, Shot, press, scatter, simulate
from micromutants.rules import is_bug
from micromutants.soak import soak
from micromutants.table import Table

FILE = "golden/digests.json"
"""Name of the asset."""

SEED, MATCHES = 4, 2
"""Seed and number of the matches: one of each mode."""

SHOTS = 16
"""So many presses of any direction and strength, besides those that have a name."""


class Golden(msgspec.Struct, frozen=True):
    """A digest, and for a shot where its chip comes to rest, mm.

    Attributes:
        name: What was done.
        digest: SHA-256 of the exact state after it.
        at: Where the chip that was shot lies then; empty for anything else.
    """

    name: str
    digest: str
    at: tuple[float, ...] = ()


class Goldens(msgspec.Struct, frozen=True):
    """All golden values, and what they were made with."""

    versions: Versions
    machine: str
    shots: tuple[Golden, ...]
    matches: tuple[Golden, ...]


class Differing(msgspec.Struct, frozen=True):
    """A golden value that comes out otherwise here, and by how much, mm; 0 where it is no shot."""

    name: str
    apart: float


def goldens() -> Goldens:
    """The golden values that came with the program."""
    return msgspec.json.decode(asset_bytes(FILE), type=Goldens)


def shots() -> Iterator[Golden]:
    """The golden shots, made now: presses and launches of every kind on a full table."""
    state, physics = full_table(), Physics()
    table = state.table
    bugs = [piece.id for piece in table if is_bug(state, piece.id)]
    draw = random.Random(7)
    for number in range(1, SHOTS + 1):
        bug = bugs[int(draw.random() * len(bugs))]
        shot = Shot(bug, math.tau * draw.random(), 0.1 + 0.9 * draw.random(), LOFT_MIN + 0.9 * draw.random())
        yield _told(f"shot {number}", bug, simulate(table, press(shot, table[bug], physics), physics).table)
    bug = bugs[0]
    for name, launch in _launches(bug).items():
        yield _told(name, bug, simulate(table, launch, physics).table)
    several = [Launch(each, number, 700.0, 0.3) for number, each in enumerate(bugs[:4])]
    yield _told("several at once", bug, simulate(table, several, physics).table)
    spread = scatter(table, Shot(bug, 0.7, 0.3), AVERAGE, 8, 1)
    x, y = (float(values.sum()) / len(spread) for values in (spread.x, spread.y))
    laid = table.put(msgspec.structs.replace(table[bug], x=x, y=y, angle=float(spread.angle.sum())))
    yield _told("a trembling hand", bug, laid)


def matches(workers: int = 1) -> Iterator[Golden]:
    """The golden matches, played now: the first ones of a soak, with their digests.

    Args:
        workers: Processes that share the work.
    """
    for played in sorted(soak(MATCHES, SEED, workers), key=lambda match: match.number):
        yield Golden(f"match {played.number}{f' ({played.fault})' if played.fault else ''}", played.digest)


def compared(kept: tuple[Golden, ...], found: Iterator[Golden]) -> tuple[Differing, ...]:
    """Which of the values that were found are not those that were kept."""
    by_name = {golden.name: golden for golden in kept}
    differing = []
    for golden in found:
        other = by_name.pop(golden.name, Golden(golden.name, ""))
        if golden.digest != other.digest:
            both = len(golden.at) == len(other.at)
            differing.append(Differing(golden.name, math.dist(golden.at, other.at) if both else math.inf))
    return (*differing, *(Differing(name, math.inf) for name in by_name))


def renew() -> None:
    """Compute all golden values anew, and write them into the assets."""
    made = Goldens(Versions.present(rules), machine(), tuple(shots()), tuple(matches()))
    write_whole(asset_path(FILE), msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


def machine() -> str:
    """What this is, as far as it may matter to the last bit: Python, its C library, processor."""
    library = " ".join(part for part in platform.libc_ver() if part)
    parts = (f"Python {platform.python_version()}", sys.platform, platform.machine(), library)
    return ", ".join(part for part in parts if part)


def _launches(bug: str) -> dict[str, Launch]:
    return {
        "flat and fast": Launch(bug, 0.4, 2500.0, 0.0),
        "steep with spin": Launch(bug, 2.0, 1500.0, 1.3, 40.0, 20.0),
        "let fall from above": Launch(bug, 0.0, 0.0, 0.0, 5.0, 0.0, 50.0),
        "dug in": Launch(bug, -1.0, 900.0, -0.4),
    }


def _told(name: str, piece: str, table: Table) -> Golden:
    lies = table[piece]
    return Golden(name, table.digest(), (round(lies.x, 3), round(lies.y, 3)))


if __name__ == "__main__":
    renew()

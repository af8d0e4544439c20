"""Physics that cost next to nothing, for tests of what is built on physics: a chip comes down where its flight ends."""

import math
from contextlib import contextmanager

import msgspec
import pytest

import micromutants.match.bots.aim
import micromutants.rules.game
from micromutants.match.bots.aim import ranges
from micromutants.physics import GRAVITY, Outcome, Sample
from micromutants.table import relevel


def simulate(table, launch, physics):
    simulate.calls += 1
    piece = table[launch.piece]
    way = 1.15 * launch.speed**2 * math.sin(2.0 * launch.loft) / GRAVITY
    x, y = piece.x + way * math.cos(launch.azimuth), piece.y + way * math.sin(launch.azimuth)
    after = relevel(table.put(msgspec.structs.replace(piece, x=x, y=y, level=60)))
    track = tuple(
        Sample(i / 60, piece.x + (x - piece.x) * i / 6, piece.y + (y - piece.y) * i / 6, 1.0, 1.0, 0.0, 0.0, 0.0)
        for i in range(7)
    )
    return Outcome(after, after.lies_on(), (), {piece.id: track}, (piece.id,), True, 0.1)


simulate.calls = 0


@contextmanager
def quick_physics():
    """Put these physics in the place of the real ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(micromutants.rules.game, "simulate", simulate)
        patch.setattr(micromutants.match.bots.aim, "simulate", simulate)
        ranges.cache_clear()
        yield
        ranges.cache_clear()

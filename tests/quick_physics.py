"""Physics that cost next to nothing, for tests of what is built on physics: a chip comes down where its flight ends."""

import math
import sys
from contextlib import contextmanager

import msgspec
import pytest

import micromutants.match.bots.aim
import micromutants.match.bots.throwing
import micromutants.rules.game
from micromutants.match.bots.aim import ranges
from micromutants.match.bots.throwing import thrown_ranges
from micromutants.physics import GRAVITY, Launch, Outcome, Sample
from micromutants.table import relevel


def simulate(table, launch, physics):
    """One launch or several at once; what flies lands on top of what lies there."""
    simulate.calls += 1
    after, tracks = table, {}
    for number, one in enumerate([launch] if isinstance(launch, Launch) else launch):
        piece = table[one.piece]
        way = 1.15 * one.speed**2 * math.sin(2.0 * one.loft) / GRAVITY + 0.05 * one.speed * (one.loft == 0.0)
        x, y = piece.x + way * math.cos(one.azimuth), piece.y + way * math.sin(one.azimuth)
        after = after.put(msgspec.structs.replace(piece, x=x, y=y, level=60 + number))
        tracks[piece.id] = tuple(
            Sample(i / 60, piece.x + (x - piece.x) * i / 6, piece.y + (y - piece.y) * i / 6, 1.0, 1.0, 0.0, 0.0, 0.0)
            for i in range(7)
        )
    after = relevel(after)
    return Outcome(after, after.lies_on(), (), tracks, tuple(sorted(tracks)), True, 0.1)


simulate.calls = 0


@contextmanager
def quick_physics():
    """Put these physics in the place of the real ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(micromutants.rules.game, "simulate", simulate)
        patch.setattr(micromutants.match.bots.aim, "simulate", simulate)
        patch.setattr(micromutants.match.bots.throwing, "simulate", simulate)
        _forget()
        yield
        _forget()


def _forget():
    """Drop what is kept of what shots came to: bots measure how far they go, and pictures show a match."""
    gallery = sys.modules.get("micromutants.ui.gallery.staging")
    for known in (ranges, thrown_ranges, *([gallery.played, gallery.shots] if gallery else [])):
        known.cache_clear()

"""Shots to save, and saved shots with changed contents but right check values."""

import datetime
import functools
import json
import math
from pathlib import Path

from micromutants.match import Match, bots, load_record
from micromutants.match.chain import Chain
from micromutants.physics import AVERAGE, Physics, Shot, press, simulate
from micromutants.rules import Seat, Setup
from micromutants.shots import of_outcome
from micromutants.table import Mat, Piece, Table

NOW = datetime.datetime(2026, 5, 1, 18, 30, tzinfo=datetime.UTC)
OLD = Path(__file__).parents[1] / "data" / "rules-1.mmr"


@functools.cache
def bare(power=0.22, friction=0.35, name="the hop"):
    """A hop towards another chip on a bare table."""
    physics = Physics(friction_mat=friction)
    table = Table.of(Mat(), [Piece("hopper", "small", 0, 300.0, 200.0), Piece("target", "large", 1, 300.0, 330.0)])
    shot = Shot("hopper", math.radians(90.0), power, math.radians(55.0))
    launch = press(shot, table["hopper"], physics)
    outcome = simulate(table, launch, physics)
    return of_outcome(Setup((), physics), table, launch, outcome, name=name, now=NOW, shot=shot, origin="bare table")


@functools.cache
def played(seed=3, mode="basic", terrain=(), actions=60):
    """A match of two bots up to so many entries."""
    seats = (Seat("Ada", "usarthropods", AVERAGE), Seat("Ben", "chitinians", AVERAGE))
    match = Match.new(Setup(seats, mode=mode, terrain=terrain), seed, bots=(0, 1))
    for _ in bots.play(match):
        if len(match.log) >= actions:
            break
    return match


@functools.cache
def old_record():
    return load_record(OLD)


def lines_of(data):
    return [json.loads(line) for line in data.splitlines()]


def rechained(values):
    """The bytes of a file with these lines, its check values and checksum made right for them."""
    chain = Chain()
    for value in values[:-1]:
        chain.add({key: field for key, field in value.items() if key != "check"})
    chain.add({"kind": "end", "sha256": chain.sha256})
    return chain.data

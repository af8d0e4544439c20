"""Shared by the tests of the lab: small scenarios and their runs."""

import math
import os
import subprocess
import sys
from pathlib import Path

import msgspec
from click.testing import CliRunner

from micromutants import cli
from micromutants.lab.observed import Case, Observation
from micromutants.physics import EXACT, Physics, Shot, press, scattered, simulate
from micromutants.scenario import launches, read_scenario
from micromutants.table import Face, Mat, Piece, Table

ROOT = Path(__file__).parents[2]

SLIDE = """\
format = 1
title = "A slide"

[[pieces]]
id = "chip"
kind = "large"
at = [100, 200]

[[shots]]
name = "slide"
piece = "chip"
towards_deg = 0
speed_mm_s = 800
[shots.expect]
travel_mm = { at_most = 100 }
"""

HOP = """\
format = 1
title = "A hop"

[hand]
power_sd = 0.03
aim_sd_deg = 3
loft_sd_deg = 4

[[pieces]]
id = "hopper"
breed = "green-beret"
at = [300, 200]

[[pieces]]
id = "target"
breed = "sergeant"
owner = 1
at = [300, 330]

[[shots]]
name = "hop"
piece = "hopper"
towards_deg = 90
power = 0.3
loft_deg = 60
[shots.expect]
moved = true
chance_over = { of = ["target"], at_least = 0.9 }
"""

OPEN = HOP[: HOP.index('[[pieces]]\nid = "target"')] + HOP[HOP.index("[[shots]]") : HOP.index("chance_over")]
"""The same with nothing to land on, which is made quickly."""


def run(*arguments):
    return CliRunner().invoke(cli.cli, [str(argument) for argument in arguments])


def environment():
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def absent(library):
    """Python for a ``sitecustomize.py`` that keeps a library from being imported."""
    return f"""\
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError("No module named {library}", name=name)
sys.meta_path.insert(0, Absent())
"""


def program(*arguments):
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "micromutants", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )


def measured(true, shots, generator, *, hand=EXACT, error=2.0, offsets=(0.0, 0.08, 0.16, 0.24), lofts=(25.0, 70.0)):
    """Shots of a chip under true constants, and where one would measure that it came to rest."""
    found = []
    for i in range(shots):
        table = Table.of(Mat(), [Piece("chip", "large", 0, 150.0, 300.0)])
        loft = math.radians(generator.uniform(*lofts))
        shot = Shot("chip", 0.0, generator.uniform(0.25, 0.6), loft=loft, offset=offsets[i % len(offsets)])
        launch = press(scattered(shot, hand, true, generator), table["chip"], true)
        rest = simulate(table, launch, true).table["chip"]
        x, y = (place + generator.gauss(0.0, error) for place in (rest.x, rest.y))
        found.append(Observation(i + 2, Case(table, (shot,), "chip"), x, y, rest.face is Face.SPECIAL))
    return found


def truth(generator):
    """Constants that may be those of a real mat."""
    return msgspec.structs.replace(
        Physics(),
        friction_mat=generator.uniform(0.25, 0.55),
        restitution_mat=generator.uniform(0.1, 0.5),
        mat_stiffness=generator.uniform(5.0, 15.0),
        tumble=generator.uniform(0.1, 0.5),
    )


def holds(estimate, true):
    """Whether the interval holds the true value."""
    return estimate.low <= getattr(true, estimate.name) <= estimate.high


def quiet(made, ahead, doing):
    """Tell nobody how far it is."""


def slides_seen(friction):
    """The text of a CSV file with slides at several speeds on a mat of that friction."""
    lines = ["speed_mm_s,x,y,face"]
    for speed in (500, 600, 700, 800, 900):
        changes = [('shots."slide".speed_mm_s', str(speed)), ("physics.friction_mat", str(friction))]
        scenario = read_scenario(SLIDE.encode(), "a", changes)
        rest = simulate(scenario.table, launches(scenario, scenario.shots[0]), scenario.physics).table["chip"]
        lines.append(f"{speed},{rest.x:.1f},{rest.y:.1f},{rest.face.value}")
    return "\n".join(lines) + "\n"

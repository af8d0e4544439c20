"""Shared by the tests of the lab: small scenarios and their runs."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from micromutants import cli

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


def run(*arguments):
    return CliRunner().invoke(cli.cli, [str(argument) for argument in arguments])


def environment():
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


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

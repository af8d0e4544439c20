"""Shared by the scenario tests: small files and their faults."""

import pytest

from micromutants.scenario import ScenarioError, read_scenario

BASE = """\
format = 1
title = "Two chips"   # a remark

# What differs
[physics]
friction_mat = 0.4    # rough felt

[hand]
aim_sd_deg = 2.0

[[pieces]]
id = "hopper"         # the one that hops
breed = "soldier"
at = [200, 200]

[[pieces]]
id = "target"
kind = "large"
owner = 1
at = [300, 200]
angle_deg = 30

# Shots
[[shots]]
name = "the hop"
piece = "hopper"
towards_deg = 0
power = 0.3
loft_deg = 60
[shots.expect]
moved = true

[[shots]]
name = "the slide"
piece = "hopper"
towards_deg = 0
speed_mm_s = 500
[shots.expect]
travel_mm = { at_most = 100 }
"""


def read(text, changes=()):
    return read_scenario(text.encode(), "a.toml", changes)


def faults(text, changes=()):
    with pytest.raises(ScenarioError) as caught:
        read(text, changes)
    assert caught.value.faults
    return caught.value.faults


def line_of(text, part):
    """The number of the first line that holds ``part``."""
    return text[: text.index(part)].count("\n") + 1

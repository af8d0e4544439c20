"""Every closed-form target, V1 to V28."""

from __future__ import annotations

from micromutants.validation.in_flight import in_flight
from micromutants.validation.on_the_mat import on_the_mat
from micromutants.validation.target import Target


def closed_forms() -> list[Target]:
    """All targets in the order of their numbers; a few seconds."""
    return sorted([*in_flight(), *on_the_mat()], key=lambda target: int(target.number[1:]))

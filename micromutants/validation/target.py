"""A value that the simulation gives, beside the value that theory gives."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """A closed-form target.

    Attributes:
        number: Such as ``"V3"``, as the physics page and the tests name it.
        fact: What is compared.
        unit: Of the values, "" for shares, ratios and counts.
        found: What the code of the simulation gives.
        expected: What theory gives.
        tolerance: By how much the two may differ, in the same unit.
    """

    number: str
    fact: str
    unit: str
    found: float
    expected: float
    tolerance: float

    @property
    def ok(self) -> bool:
        """Whether they differ by no more than that."""
        return abs(self.found - self.expected) <= self.tolerance


def relative(number: str, fact: str, unit: str, found: float, expected: float, tolerance: float) -> Target:
    """A target whose tolerance is a share of the expected value."""
    return Target(number, fact, unit, found, expected, tolerance * abs(expected))

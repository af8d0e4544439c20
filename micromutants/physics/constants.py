"""What is known of each model constant: unit, range, default, meaning, and where the default comes from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from micromutants.physics.model import Hand, Physics


def number_within(low: float, high: float, *, above: bool = False) -> str:
    """What a number may be, as the end of a sentence: ``a number from 0 to 2``, or ``above 0 and at most 60``."""
    return f"a number {'above' if above else 'from'} {low:g} {'and at most' if above else 'to'} {high:g}"


class Constant(NamedTuple):
    """A number of :class:`~micromutants.physics.Physics` or :class:`~micromutants.physics.Hand`.

    Attributes:
        name: Of the field.
        meaning: In a few words.
        unit: Empty for a pure number.
        low: Least value.
        high: Greatest value, itself allowed.
        above: Whether ``low`` itself is not allowed.
        default: What it is where nothing is said.
        source: Where the default comes from.
    """

    name: str
    meaning: str
    unit: str
    low: float
    high: float
    above: bool
    default: float
    source: str

    @property
    def range(self) -> str:
        """The range in words: ``0 to 2``, or ``above 0, to 60``."""
        return f"{'above ' if self.above else ''}{self.low:g}{',' if self.above else ''} to {self.high:g}"

    @property
    def allowed(self) -> str:
        """What it may be, as the end of a sentence: ``a number from 0 to 2``."""
        return number_within(self.low, self.high, above=self.above)


_ENGINE = "fitted to a rigid-body engine in three dimensions"

_ORIGINS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "friction_mat": ("", "choice: a billiard ball slides on cloth at 0.2, simulators of pool take 0.2 to 0.5"),
        "friction_chip": ("", "choice: handbooks give 0.2 to 0.5 for plastics on each other"),
        "restitution_mat": ("", "choice: plays well; sensible from 0.2 to 0.5"),
        "restitution_chip": ("", f"{_ENGINE}; hard pucks measure up to 0.93"),
        "bounce_speed": ("mm/s", _ENGINE),
        "mat_stiffness": ("N/mm", "choice: thin felt, sensible from 4 to 15"),
        "returned_fraction": ("", "choice: gives the speeds of tiddlywinks, 1 to 3 m/s"),
        "press_force": ("N", "choice: a firm press of a finger"),
        "felt_exponent": ("", "choice: a linear mat; felt as stiff as it is pressed gives ½"),
        "tumble": ("", "guess: sign and size have never been measured"),
        "yaw_coupling": ("", "guess: half of what a shooter that holds on would give"),
        "edge_rounding": ("mm", f"{_ENGINE}; a tournament wink's edge is half a torus"),
        "min_overlap": ("mm", "choice: what can just be seen"),
        "time_limit": ("s", "choice: no flick on the mat takes as long"),
        "power_sd": ("", "an exact hand"),
        "aim_sd": ("rad", "an exact hand"),
        "loft_sd": ("rad", "an exact hand"),
        "tumble_sd": ("", "an exact hand"),
    }
)
"""Unit and source of each default."""


def constants(tree: type[Physics] | type[Hand] = Physics) -> tuple[Constant, ...]:
    """The constants of a struct in the order of its fields; ranges, defaults and meanings are those of its types."""
    found = []
    for field in msgspec.structs.fields(tree):
        meta: msgspec.Meta = field.type.__metadata__[0]
        low = meta.ge if meta.gt is None else meta.gt
        assert low is not None, field.name
        assert meta.le is not None, field.name
        unit, source = _ORIGINS[field.name]
        meaning = (meta.description or "").removesuffix(f", {unit}")
        found.append(
            Constant(
                field.name, meaning, unit, float(low), float(meta.le), meta.gt is not None, float(field.default), source
            )
        )
    return tuple(found)

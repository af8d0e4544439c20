"""What the physics are held against: a 3D engine, closed forms, and how the game shall feel.

``micromutants validate`` prints it; the tests ask the same functions.
"""

from micromutants.validation.closed_forms import closed_forms
from micromutants.validation.feel import Feel, feel
from micromutants.validation.reference import Figure, ShotsError, compare, read_flights, read_pairs
from micromutants.validation.report import (
    all_hold,
    feel_table,
    feel_values,
    figure_values,
    figures_table,
    summary,
    target_values,
    targets_table,
)
from micromutants.validation.target import Target

__all__ = [
    "Feel",
    "Figure",
    "ShotsError",
    "Target",
    "all_hold",
    "closed_forms",
    "compare",
    "feel",
    "feel_table",
    "feel_values",
    "figure_values",
    "figures_table",
    "read_flights",
    "read_pairs",
    "summary",
    "target_values",
    "targets_table",
]

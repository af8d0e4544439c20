"""What a flick costs on a full table of two armies, measured beside a bare step of the engine."""

from micromutants.bench.measuring import Figures, measure
from micromutants.bench.report import as_values, lines

__all__ = ["Figures", "as_values", "lines", "measure"]

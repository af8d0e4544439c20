"""The tuning lab: sweeps over settings, constants from measured shots, and which constants matter."""

from micromutants.lab.constants import check_names
from micromutants.lab.fit import Estimate, Fit, fit
from micromutants.lab.model import Axis, LabError, Plan
from micromutants.lab.observed import Observation, load_observed, read_observed
from micromutants.lab.running import workers
from micromutants.lab.sensitivity import Effect, Sensitivity, sensitivity
from micromutants.lab.summary import Met, Summary
from micromutants.lab.sweep import Sweep, check_choice, kept_sweep, make_sweep, plan_sweep

__all__ = [
    "Axis",
    "Effect",
    "Estimate",
    "Fit",
    "LabError",
    "Met",
    "Observation",
    "Plan",
    "Sensitivity",
    "Summary",
    "Sweep",
    "check_choice",
    "check_names",
    "fit",
    "kept_sweep",
    "load_observed",
    "make_sweep",
    "plan_sweep",
    "read_observed",
    "sensitivity",
    "workers",
]

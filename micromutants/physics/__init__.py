"""A launch on a table gives an outcome: shooter, flight, lively chips, sliding, scatter of the hand."""

from micromutants.compiled import overlay

# Before any module of the package is imported: they may lie elsewhere, as machine code.
__path__ = overlay(__path__)

from micromutants.physics.constants import Constant, constants
from micromutants.physics.model import (
    AVERAGE,
    EXACT,
    EXPERT,
    GRAVITY,
    LOFT_MAX,
    LOFT_MIN,
    NOVICE,
    PHYSICS_VERSION,
    Event,
    EventKind,
    Hand,
    Launch,
    Outcome,
    Physics,
    PhysicsError,
    Sample,
    Shot,
    Track,
    Verdict,
)
from micromutants.physics.scatter import Landing, Scatter, scatter
from micromutants.physics.shooter import press, scattered
from micromutants.physics.simulate import simulate

__all__ = [
    "AVERAGE",
    "EXACT",
    "EXPERT",
    "GRAVITY",
    "LOFT_MAX",
    "LOFT_MIN",
    "NOVICE",
    "PHYSICS_VERSION",
    "Constant",
    "Event",
    "EventKind",
    "Hand",
    "Landing",
    "Launch",
    "Outcome",
    "Physics",
    "PhysicsError",
    "Sample",
    "Scatter",
    "Shot",
    "Track",
    "Verdict",
    "constants",
    "press",
    "scatter",
    "scattered",
    "simulate",
]

"""A launch on a table gives an outcome: shooter, flight, lively chips, sliding, scatter of the hand."""

from micromutants.physics.model import (
    AVERAGE,
    EXACT,
    EXPERT,
    GRAVITY,
    LOFT_MAX,
    LOFT_MIN,
    NOVICE,
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
    "Event",
    "EventKind",
    "Hand",
    "Launch",
    "Outcome",
    "Physics",
    "PhysicsError",
    "Sample",
    "Shot",
    "Track",
    "Verdict",
    "press",
    "scattered",
    "simulate",
]

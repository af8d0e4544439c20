"""Tournaments of bots: every kind of match many times over, with equal bots and seats swapped, and what comes of it."""

from micromutants.tournament import journal
from micromutants.tournament.figures import ArmyScore, Figures, figures, interval
from micromutants.tournament.playing import DEEDS, Result, play_all, play_one
from micromutants.tournament.report import as_values, lines
from micromutants.tournament.schedule import MODES, PLAYERS, Fixture, Kind, all_fixtures, fixtures, kinds

__all__ = [
    "DEEDS",
    "MODES",
    "PLAYERS",
    "ArmyScore",
    "Figures",
    "Fixture",
    "Kind",
    "Result",
    "all_fixtures",
    "as_values",
    "figures",
    "fixtures",
    "interval",
    "journal",
    "kinds",
    "lines",
    "play_all",
    "play_one",
]

"""Scenario files: a table, physics, saved shots and what must come of them, as TOML."""

from micromutants.scenario.checking import Result, check, judged, launches, reached, shoot
from micromutants.scenario.model import (
    FORMAT,
    Chance,
    ChanceOf,
    Compared,
    Expect,
    Fault,
    MatchStart,
    Move,
    Near,
    Puzzle,
    SavedShot,
    Scenario,
    ScenarioError,
    Span,
)
from micromutants.scenario.noting import noted
from micromutants.scenario.reading import load_scenario, read_scenario
from micromutants.scenario.shipped import own_scenarios, scenarios_folder, shipped_scenarios
from micromutants.scenario.telling import told_results, told_shot
from micromutants.scenario.writing import save_scenario, updated_text

__all__ = [
    "FORMAT",
    "Chance",
    "ChanceOf",
    "Compared",
    "Expect",
    "Fault",
    "MatchStart",
    "Move",
    "Near",
    "Puzzle",
    "Result",
    "SavedShot",
    "Scenario",
    "ScenarioError",
    "Span",
    "check",
    "judged",
    "launches",
    "load_scenario",
    "noted",
    "own_scenarios",
    "reached",
    "read_scenario",
    "save_scenario",
    "scenarios_folder",
    "shipped_scenarios",
    "shoot",
    "told_results",
    "told_shot",
    "updated_text",
]

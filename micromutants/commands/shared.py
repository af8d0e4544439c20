"""What the commands have in common: how they fail, print, and take settings."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from micromutants import scenario
from micromutants.match.record import SEED_LIMIT

CONTEXT = {"help_option_names": ["-h", "--help"]}

Changes = list[tuple[str, str]]
"""Pairs of a dotted key and a TOML value, put in place of what a file says."""


@contextlib.contextmanager
def failures() -> Iterator[None]:
    """Turn what can go wrong with files and contents into one sentence and exit code 1."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        text = str(error) if error.errno is None else f"{error.filename}: {(error.strerror or '').lower()}"
        raise click.ClickException(f"{text.rstrip('.')}.") from error
    except ValueError as error:
        raise click.ClickException(f"{str(error).rstrip('.')}.") from error


def printed(line: Text) -> None:
    """Print a line, which no terminal breaks."""
    Console(highlight=False).print(line, soft_wrap=True)


def check_seed(context: click.Context, parameter: click.Parameter, value: int) -> int:
    """Refuse a seed that no generator takes."""
    if not 0 <= value < SEED_LIMIT:
        raise click.BadParameter(f"{value} is not from 0 to {SEED_LIMIT - 1}.")
    return value


def settings(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> Changes:
    """The pairs of several ``KEY=VALUE``."""
    pairs = []
    for given in values:
        key, equals, value = (part.strip() for part in given.partition("="))
        if not (key and equals and value):
            raise click.BadParameter(f"{given!r}: a setting is KEY=VALUE, such as physics.friction_mat=0.3.")
        pairs.append((key, value))
    return pairs


SET = click.option(
    "--set",
    "changes",
    multiple=True,
    callback=settings,
    metavar="KEY=VALUE",
    help="Use another value than the file's, such as physics.friction_mat=0.3 or 'shots.\"the hop\".power=0.5'.",
)


def load(file: Path, changes: Changes) -> scenario.Scenario:
    """A scenario with changes; what is wrong with the file is a failure, what is wrong with a change a wrong call.

    Raises:
        ScenarioError: The file cannot be used.
        click.BadParameter: A change cannot be used.
    """
    loaded = scenario.load_scenario(file)
    if not changes:
        return loaded
    try:
        return scenario.load_scenario(file, changes)
    except scenario.ScenarioError as error:
        raise click.BadParameter(str(error), param_hint="'--set'") from error

"""The commands ``bench`` and ``validate``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from micromutants.commands.shared import CONTEXT, failures, no_display, printed, quiet_pygame, wide

if TYPE_CHECKING:
    from rich.text import Text


@click.command("bench", context_settings=CONTEXT)
@click.option("--ui", is_flag=True, help="What a frame of the window costs instead; without a display nothing is seen.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench_command(ui: bool, as_json: bool) -> int:
    """Measure what a flick costs on a full table of two armies."""
    values, lines = _costs_of_window() if ui else _costs_of_flick()
    if as_json:
        click.echo(json.dumps(values, indent=2))
    else:
        for line in lines:
            printed(line)
    return 0


def _costs_of_flick() -> tuple[dict[str, object], Iterable[Text]]:
    from micromutants import bench

    figures = bench.measure()
    return bench.as_values(figures), bench.lines(figures)


def _costs_of_window() -> tuple[dict[str, object], Iterable[Text]]:
    """Measure the window; where there is no display it is drawn all the same, and not shown."""
    quiet_pygame()
    if no_display() is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    from micromutants.ui import bench

    figures = bench.measure()
    return bench.as_values(figures), bench.lines(figures)


@click.command(context_settings=CONTEXT)
@click.option(
    "--feel", "feeling", is_flag=True, help="How the game feels instead: distances, precision, faces, fumbles."
)
@click.option(
    "--shots",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Compare with the shots in flight_3d.csv and pair_3d.csv there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def validate(feeling: bool, folder: Path | None, as_json: bool) -> int:
    """Hold the physics against a 3D engine and against closed forms.

    The exit code is 1 where something does not hold.
    """
    from rich.text import Text

    from micromutants import validation

    if feeling and folder is not None:
        raise click.UsageError("--feel and --shots do not go together.")
    console = wide(120)
    if feeling:
        rows = list(validation.feel())
        if as_json:
            click.echo(json.dumps({"feel": validation.feel_values(rows)}, indent=2, ensure_ascii=False))
        else:
            console.print(validation.feel_table(rows))
            printed(Text(f"\n{validation.summary(rows)}"))
        return int(not validation.all_hold(rows))
    with failures():
        flights, pairs = validation.read_flights(folder), validation.read_pairs(folder)
    figures, targets = validation.compare(flights, pairs), validation.closed_forms()
    if as_json:
        found = {"reference": validation.figure_values(figures), "closed_forms": validation.target_values(targets)}
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        console.print(validation.figures_table(figures))
        printed(Text(f"{len(flights)} shots of one chip alone, {len(pairs)} at a second chip.\n"))
        console.print(validation.targets_table(targets))
        printed(Text(f"\n{validation.summary(figures, targets)}"))
    return int(not validation.all_hold(figures, targets))

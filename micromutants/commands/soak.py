"""The command ``soak``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from micromutants.commands.progress import bar
from micromutants.commands.shared import CONTEXT, WORKERS, check_seed, failures, printed

if TYPE_CHECKING:
    from micromutants.soak import Played

MATCHES = 42
"""Every mode with every number of players and every choice of terrain, once."""


@click.command("soak", context_settings=CONTEXT)
@click.option(
    "--matches", type=click.IntRange(1, 1_000_000), default=MATCHES, show_default=True, help="How many matches."
)
@click.option("--seed", type=int, default=0, show_default=True, callback=check_seed, help="Seed of all of them.")
@WORKERS
@click.option(
    "--first", type=click.IntRange(0, 1_000_000_000), default=0, show_default=True, help="Number of the first match."
)
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True, writable=True),
    default=Path(),
    metavar="FOLDER",
    help="Where records of failed matches go.  [default: here]",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def soak_command(matches: int, seed: int, workers: int, first: int, folder: Path, as_json: bool) -> int:
    """Let bots play many matches, and hold each to what must be true of every match.

    After every action: no piece is lost or doubled, and the table is one that can be.  Of every match: saved on the
    way, loaded and gone on with it is the same, and its record verifies to the bit.  Where something is wrong, the
    record and the command that plays this match again are given, and the exit code is 1.  Ctrl-C ends it with what was
    found so far.
    """
    from micromutants import soak

    done: list[Played] = []
    stopped = False
    try:
        with bar("matches") as show:
            for played in soak.soak(matches, seed, workers, first):
                done.append(played)
                show(len(done), matches)
                if played.fault:
                    _tell(played, seed, folder)
    except KeyboardInterrupt:
        stopped = True
    if as_json:
        click.echo(json.dumps(soak.as_values(done, seed), indent=2, ensure_ascii=False))
    else:
        for line in soak.lines(done):
            printed(line)
        click.echo(f"\n{soak.verdict(done)}")
    if stopped:
        raise click.Abort
    return int(any(played.fault for played in done))


def _tell(played: Played, seed: int, folder: Path) -> None:
    """Say what is wrong with a match, keep its record, and say how to see it again."""
    from micromutants.match import write_whole

    click.echo(f"Match {played.number}: {played.fault}.", err=True)
    path = folder / f"soak-{seed}-{played.number}.mmr"
    with failures():
        write_whole(path, played.record)
    click.echo(f"  The record up to there is {path}.", err=True)
    click.echo(f"  To play it again: micromutants soak --seed {seed} --first {played.number} --matches 1", err=True)

"""The command ``tournament``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from micromutants.commands.armyoption import Named, armies_option
from micromutants.commands.progress import bar
from micromutants.commands.shared import CONTEXT, WORKERS, check_seed, failures, target, wide

if TYPE_CHECKING:
    from micromutants.tournament import Fixture, Result

EACH = 12
"""How many matches of each kind are played where nothing is said: every two armies twice, seats swapped."""

MOST_MATCHES = 100_000

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


@click.command(context_settings=CONTEXT)
@click.option(
    "--matches",
    type=click.IntRange(1, MOST_MATCHES),
    default=EACH,
    show_default=True,
    help="How many matches of each kind.",
)
@click.option("--seed", type=int, default=1, show_default=True, callback=check_seed, help="Seed of all chance.")
@WORKERS
@click.option("--mode", type=click.Choice(["basic", "advanced"]), help="This game only.  [default: both]")
@click.option("--terrain/--no-terrain", "terrain", default=None, help="Only with, or without.  [default: both]")
@click.option("--players", type=click.IntRange(2, 4), help="With so many players only.  [default: 2, 3 and 4]")
@armies_option("A,B[,...]", "The armies that take part, also files.  [default: the four of the game]", most=8)
@click.option("--counts", is_flag=True, help="Tell also what each army did, and each card.")
@click.option(
    "--journal",
    metavar="FILE",
    callback=target,
    help="Write down each match; where FILE has some of them, only the others are played.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def tournament(
    matches: int,
    seed: int,
    workers: int,
    mode: str | None,
    terrain: bool | None,
    players: int | None,
    armies: Named | None,
    counts: bool,
    journal: Path | None,
    as_json: bool,
) -> int:
    """Let equal bots play every kind of match, seats swapped, and print lengths, endings and wins by army.

    The results are the same however many processes work on them.  Ctrl-C ends it with the figures of what was played;
    with --journal the same command goes on from there.
    """
    from micromutants import tournament as engine
    from micromutants.rules import load_armies

    known = load_armies()
    ids, own = armies if armies is not None else (tuple(known), ())
    if players is not None and players > len(ids):
        raise click.UsageError(f"{players} players need {players} armies; --armies names {len(ids)}.")
    wanted = engine.kinds(
        [each for each in engine.MODES if mode in (None, each)],
        (False, True) if terrain is None else (terrain,),
        engine.PLAYERS if players is None else (players,),
    )
    with failures():
        fixtures = list(engine.all_fixtures(wanted, matches, seed, ids, own))
        results, code = _played(fixtures, workers, journal)
    if code:
        click.echo(f"Interrupted after {len(results)} of {len(fixtures)} matches.", err=True)
    if not results:
        return code
    if as_json:
        click.echo(json.dumps({"seed": seed, "each": matches, **engine.as_values(results)}, indent=2))
        return code
    names = {army: known[army].name for army in known} | {army.id: army.name for army in own}
    console = wide(160)
    for table in engine.lines(results, names, counts=counts):
        console.print(table)
    return code


def _played(fixtures: Sequence[Fixture], workers: int, journal: Path | None) -> tuple[list[Result], int]:
    """Play what is not in the journal yet; the results so far, in the order of the fixtures, and the exit code."""
    from micromutants import tournament as engine

    keys = engine.journal.keys(fixtures)
    had = engine.journal.read(journal) if journal is not None else {}
    done = {key: had[key] for key in keys if key in had}
    left = {key: fixture for key, fixture in zip(keys, fixtures, strict=True) if key not in done}
    waiting = iter(left)
    code = 0
    with bar("matches") as show, nullcontext() if journal is None else engine.journal.writer(journal) as keeper:

        def told(result: Result) -> None:
            key = next(waiting)
            done[key] = result
            if keeper is not None:
                keeper.add(engine.journal.Line(key, result))
            show(len(done), len(fixtures))

        try:
            engine.play_all(list(left.values()), workers, told=told)
        except KeyboardInterrupt:
            code = INTERRUPTED
    return [done[key] for key in keys if key in done], code

"""The commands ``exhibit`` and ``replay``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from micromutants import log
from micromutants.commands.armyoption import Named, armies_option
from micromutants.commands.shared import (
    CONTEXT,
    check_seed,
    failures,
    no_display,
    printed,
    quiet_pygame,
    target,
    window,
)
from micromutants.commands.shots import replay_shot

if TYPE_CHECKING:
    from micromutants.match import Entry, Record
    from micromutants.rules import Army, Setup

PLAYERS = ("Ada", "Ben", "Cleo", "Dag")
"""Names of the bots in an exhibition."""

EXHIBITION_SEED = 7
EXHIBITION_ARMIES = ("usarthropods", "chitinians", "flyborgs", "sovietopters")
"""Who plays where nobody is named: as many of them as there are players."""

EXHIBITION_FOLDER = Path("play")
"""Where the exhibition without a window leaves its record and film."""

TEMPLATES = "acid-pit, gravity-manipulator, warp-gate"
"""As ``rules.TERRAINS``, which would take long to load for a help text."""


def _terrain(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    from micromutants.rules import TERRAINS

    names = tuple(name.strip().lower() for name in value.split(",") if name.strip())
    allowed = f"up to two different ones of {', '.join(TERRAINS)}, with a comma between them"
    for name in names:
        if name not in TERRAINS:
            raise click.BadParameter(f"{name!r} is no terrain; allowed are {allowed}.")
    if len(names) > 2 or len(set(names)) < len(names):
        raise click.BadParameter(f"{value!r}: allowed are {allowed}.")
    return names


def _setup(armies: Sequence[str], mode: str, terrain: Sequence[str], own: Sequence[Army] = ()) -> Setup:
    """A match of bots with average hands."""
    import msgspec

    from micromutants.physics import AVERAGE
    from micromutants.rules import Seat, Setup

    seats = tuple(Seat(name, army, AVERAGE) for name, army in zip(PLAYERS, armies, strict=False))
    return msgspec.convert({"seats": seats, "mode": mode, "terrain": tuple(terrain), "armies": tuple(own)}, Setup)


@click.command(context_settings=CONTEXT)
@click.option(
    "--seed", type=int, default=EXHIBITION_SEED, show_default=True, callback=check_seed, help="Seed of all chance."
)
@armies_option(
    "A,B[,C[,D]]",
    "The armies, with commas between them; an army of your own by its file, ./my-army.toml, or by its id where the "
    f"file is in your folder of armies.  [default: {','.join(EXHIBITION_ARMIES[:2])}]",
    most=4,
)
@click.option("--players", type=click.IntRange(2, 4), help="How many play, where no armies are named.")
@click.option("--mode", type=click.Choice(["basic", "advanced"]), default="basic", show_default=True, help="The game.")
@click.option("--terrain", callback=_terrain, default="", metavar="A[,B]", help=f"Templates on the stars: {TEMPLATES}.")
@click.option("--out", callback=target, metavar="FILE.mmr", help="Write the record of the match.")
@click.option("--gif", callback=target, metavar="FILE.gif", help="Write the match as a moving picture.")
def exhibit(
    seed: int,
    armies: Named | None,
    players: int | None,
    mode: str,
    terrain: tuple[str, ...],
    out: Path | None,
    gif: Path | None,
) -> int:
    """Let bots play a match, and print a line for each turn.

    The same seed and choices give the same match and the same record, byte for byte.
    """
    from micromutants.rules import start

    named, own = armies or (EXHIBITION_ARMIES[: players or 2], ())
    if players is not None and len(named) != players:
        raise click.UsageError(f"--players {players} does not fit the {len(named)} armies of --armies.")
    with failures():
        setup = _setup(named, mode, terrain, own)
        start(setup)
    play(seed, setup, out, gif)
    return 0


def exhibition() -> None:
    """The match that is played where no window opens, with its record and film in a folder of the current one."""
    setup = _setup(EXHIBITION_ARMIES[:2], "basic", ())
    play(EXHIBITION_SEED, setup, EXHIBITION_FOLDER / "exhibition.mmr", EXHIBITION_FOLDER / "exhibition.gif")


def play(seed: int, setup: Setup, out: Path | None, gif: Path | None) -> None:
    """Let bots play a match, print it, and write its record and film where a file is named."""
    from rich.text import Text

    from micromutants import telling
    from micromutants.match import Match, bots, setup_hash

    match = Match.new(setup, seed, bots=range(len(setup.seats)))
    log.note(f"match of seed {seed}, setup {setup_hash(match.setup)}")
    for line in telling.heading(match.setup):
        printed(line)
    for line in telling.turns(match.setup, bots.play(match)):
        printed(line)
    with failures():
        if out is not None:
            match.save(out)
            printed(Text(f"The record is in {out}; seed {seed}."))
        if gif is not None:
            _film(match.log, match.setup, gif)
            printed(Text(f"The film is in {gif}."))


def _film(entries: Sequence[Entry], setup: Setup, path: Path) -> None:
    quiet_pygame()
    from micromutants.ui.film import save_gif

    save_gif(entries, setup, path)


@click.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", "verifying", is_flag=True, help="Play it again and compare every draw, shot and state.")
@click.option("--text", "as_text", is_flag=True, help="Print what happened instead of showing it.")
def replay(file: Path, verifying: bool, as_text: bool) -> int:
    """Show a recorded match or a saved shot in the window.

    Where there is no display, what happened is printed: of a match each line with the number of the action and the
    rule, of a shot with its time.
    """
    from rich.text import Text

    from micromutants import telling
    from micromutants.match import load_record, setup_hash
    from micromutants.match.chain import kind_of

    with failures():
        if kind_of(file) == "shot":
            return replay_shot(file, verifying=verifying, as_text=as_text)
        record = load_record(file)
    log.note(f"record of seed {record.seed}, setup {setup_hash(record.setup)}, made with {record.versions}")
    if record.damage is not None:
        click.echo(f"{file}: {record.damage}.", err=True)
    if verifying:
        return _verified(file, record)
    if not as_text and no_display() is None and window(file) == 0:
        return 0
    for line in telling.happenings(record.entries):
        printed(line)
    if not record.over:
        printed(Text("The match is not over."))
    return 0


def _verified(file: Path, record: Record) -> int:
    from rich.text import Text

    from micromutants.match import verify

    report = verify(record)
    for difference in report.differences:
        click.echo(f"{file}: {difference}.", err=True)
    if report.departure is not None:
        raise click.ClickException(f"{file}: line {report.departure.line}: {report.departure.text}.")
    printed(
        Text(f"{file}: {report.actions} actions, {report.shots} of them shots, played again: all agree to the bit.")
    )
    return 0

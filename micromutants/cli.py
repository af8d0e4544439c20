"""The command line.

Errors are one sentence on stderr: exit code 2 for a wrong call, 1 for a failure, 130 after Ctrl-C.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.text import Text

from micromutants import bench, scenario, telling, validation
from micromutants.commands import lab
from micromutants.match import Entry, Match, Record, Report, bots, load_record, verify
from micromutants.match.record import SEED_LIMIT
from micromutants.physics import AVERAGE
from micromutants.rules import TERRAINS, Seat, Setup, load_armies, parse_army
from micromutants.version import __version__

PLAYERS = ("Ada", "Ben", "Cleo", "Dag")
"""Names of the bots in an exhibition."""

EXHIBITION_SEED = 7
EXHIBITION_ARMIES = ("usarthropods", "chitinians", "flyborgs", "sovietopters")
"""Who plays where nobody is named: as many of them as there are players."""

EXHIBITION_FOLDER = Path("play")

CONTEXT = {"help_option_names": ["-h", "--help"]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        arguments: In place of those of the process.

    Returns:
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows few characters shows a question mark instead of ending the program.
            stream.reconfigure(errors="replace")
    try:
        code = cli.main(arguments, prog_name="micromutants", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return 130
    except OSError as error:
        # What is still to be printed has nowhere to go, and Python would complain of that at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            click.echo(f"Error: {(error.strerror or str(error)).lower()}.", err=True)
        return 1
    return code if isinstance(code, int) else 0


@click.group(invoke_without_command=True, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="micromutants", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> int:
    """Micro Mutants: Evolution, the tabletop dexterity game, as a physics simulation.

    Without a command the window opens.  Where there is no display, two bots play an exhibition, and its record and
    its film go to the folder "play".
    """
    if context.invoked_subcommand is not None:
        return 0
    reason = _no_display()
    if reason is None and _window(None) == 0:
        return 0
    click.echo((f"No window can be opened: {reason}.\n" if reason else "") + "Two bots play an exhibition instead.\n")
    with _failures():
        EXHIBITION_FOLDER.mkdir(exist_ok=True)
    setup = _setup(EXHIBITION_ARMIES[:2], "basic", ())
    _exhibit(EXHIBITION_SEED, setup, EXHIBITION_FOLDER / "exhibition.mmr", EXHIBITION_FOLDER / "exhibition.gif")
    return 0


def _seed(context: click.Context, parameter: click.Parameter, value: int) -> int:
    if not 0 <= value < SEED_LIMIT:
        raise click.BadParameter(f"{value} is not from 0 to {SEED_LIMIT - 1}.")
    return value


def _armies(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    known = load_armies()
    names = tuple(name.strip().lower() for name in value.split(","))
    allowed = f"two to four different ones of {', '.join(known)}, with commas between them"
    for name in names:
        if name not in known:
            raise click.BadParameter(f"{name!r} is no army; allowed are {allowed}.")
    if not 2 <= len(names) <= 4 or len(set(names)) < len(names):
        raise click.BadParameter(f"{value!r}: allowed are {allowed}.")
    return names


def _terrain(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower() for name in value.split(",") if name.strip())
    allowed = f"up to two different ones of {', '.join(TERRAINS)}, with a comma between them"
    for name in names:
        if name not in TERRAINS:
            raise click.BadParameter(f"{name!r} is no terrain; allowed are {allowed}.")
    if len(names) > 2 or len(set(names)) < len(names):
        raise click.BadParameter(f"{value!r}: allowed are {allowed}.")
    return names


def _setup(armies: Sequence[str], mode: str, terrain: Sequence[str]) -> Setup:
    """A match of bots with average hands."""
    seats = tuple(Seat(name, army, AVERAGE) for name, army in zip(PLAYERS, armies, strict=False))
    return msgspec.convert({"seats": seats, "mode": mode, "terrain": tuple(terrain)}, Setup)


def _target(context: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """A file that is to be written: found out before a match is played for it."""
    if value is None:
        return None
    path = Path(value)
    if path.is_dir():
        raise click.BadParameter(f"{value}: this is a folder, a file name is needed.")
    if not path.parent.is_dir():
        raise click.BadParameter(f"{value}: there is no folder {str(path.parent)!r}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.BadParameter(f"{value}: it may not be written there.")
    return path


@cli.command(context_settings=CONTEXT)
@click.option(
    "--seed", type=int, default=EXHIBITION_SEED, show_default=True, callback=_seed, help="Seed of all chance."
)
@click.option(
    "--armies",
    callback=_armies,
    metavar="A,B[,C[,D]]",
    help=f"The armies, with commas between them.  [default: {','.join(EXHIBITION_ARMIES[:2])}]",
)
@click.option("--players", type=click.IntRange(2, 4), help="How many play, where no armies are named.")
@click.option("--mode", type=click.Choice(["basic", "advanced"]), default="basic", show_default=True, help="The game.")
@click.option(
    "--terrain", callback=_terrain, default="", metavar="A[,B]", help=f"Templates on the stars: {', '.join(TERRAINS)}."
)
@click.option("--out", callback=_target, metavar="FILE.mmr", help="Write the record of the match.")
@click.option("--gif", callback=_target, metavar="FILE.gif", help="Write the match as a moving picture.")
def exhibit(
    seed: int,
    armies: tuple[str, ...] | None,
    players: int | None,
    mode: str,
    terrain: tuple[str, ...],
    out: Path | None,
    gif: Path | None,
) -> int:
    """Let bots play a match, and print a line for each turn.

    The same seed and choices give the same match and the same record, byte for byte.
    """
    if armies is not None and players is not None and len(armies) != players:
        raise click.UsageError(f"--players {players} does not fit the {len(armies)} armies of --armies.")
    named = armies or EXHIBITION_ARMIES[: players or 2]
    _exhibit(seed, _setup(named, mode, terrain), out, gif)
    return 0


def _exhibit(seed: int, setup: Setup, out: Path | None, gif: Path | None) -> None:
    match = Match.new(setup, seed, bots=range(len(setup.seats)))
    for line in telling.heading(match.setup):
        _print(line)
    for line in telling.turns(match.setup, bots.play(match)):
        _print(line)
    with _failures():
        if out is not None:
            match.save(out)
            _print(Text(f"The record is in {out}; seed {seed}."))
        if gif is not None:
            _film(match.log, match.setup, gif)
            _print(Text(f"The film is in {gif}."))


def _film(entries: Sequence[Entry], setup: Setup, path: Path) -> None:
    _quiet_pygame()
    from micromutants.ui.film import save_gif

    save_gif(entries, setup, path)


@cli.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", "verifying", is_flag=True, help="Play it again and compare every draw, shot and state.")
@click.option("--text", "as_text", is_flag=True, help="Print what happened instead of showing it.")
def replay(file: Path, verifying: bool, as_text: bool) -> int:
    """Show a recorded match in the window.

    Where there is no display, what happened is printed, each line with the number of the action and the rule.
    """
    with _failures():
        record = load_record(file)
    if record.damage is not None:
        click.echo(f"{file}: {record.damage}.", err=True)
    if verifying:
        return _verified(file, record)
    if not as_text and _no_display() is None and _window(file) == 0:
        return 0
    for line in telling.happenings(record.entries):
        _print(line)
    if not record.over:
        _print(Text("The match is not over."))
    return 0


def _verified(file: Path, record: Record) -> int:
    report: Report = verify(record)
    for difference in report.differences:
        click.echo(f"{file}: {difference}.", err=True)
    if report.departure is not None:
        raise click.ClickException(f"{file}: line {report.departure.line}: {report.departure.text}.")
    _print(Text(f"{file}: {report.actions} actions, {report.shots} of them shots, played again: all agree to the bit."))
    return 0


def _settings(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, str]]:
    pairs = []
    for given in values:
        key, equals, value = (part.strip() for part in given.partition("="))
        if not (key and equals and value):
            raise click.BadParameter(f"{given!r}: a setting is KEY=VALUE, such as physics.friction_mat=0.3.")
        pairs.append((key, value))
    return pairs


_SET = click.option(
    "--set",
    "changes",
    multiple=True,
    callback=_settings,
    metavar="KEY=VALUE",
    help="Use another value than the file's, such as physics.friction_mat=0.3 or 'shots.\"the hop\".power=0.5'.",
)


@cli.command(context_settings=CONTEXT)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
@_SET
def check(files: tuple[Path, ...], changes: list[tuple[str, str]]) -> int:
    """Make the shots of scenario files, and compare what comes of them with what must.

    Without a FILE these are the scenarios that come with the program.  The exit code is 1 when anything fails.
    """
    with _failures():
        files = files or scenario.shipped_scenarios()
    total = failed = broken = 0
    for file in files:
        try:
            loaded = _scenario(file, changes)
            with _failures():
                results = scenario.check(loaded)
        except scenario.ScenarioError as error:
            click.echo(str(error), err=True)
            broken += 1
            continue
        _print(Text.assemble((str(file), "bold"), f": {loaded.title}"))
        for line in scenario.told_results(results):
            _print(line)
        total += len(results)
        failed += sum(not result.passed for result in results)
    verdict = f"{failed} of {total} expectations fail" if failed else f"all {total} expectations hold"
    _print(Text(f"Files: {len(files)}, {broken} of them cannot be used; {verdict}."))
    if failed or broken:
        click.get_current_context().exit(1)
    return 0


@cli.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--shot", "name", metavar="NAME", help="Make this shot only.")
@_SET
def shoot(file: Path, name: str | None, changes: list[tuple[str, str]]) -> int:
    """Make the shots of a scenario file, and tell what each did."""
    with _failures():
        loaded = _scenario(file, changes)
    names = [shot.name for shot in loaded.shots]
    if name is not None and name not in names:
        allowed = f"allowed are {', '.join(map(repr, names))}" if names else "it has none"
        raise click.BadParameter(f"there is no shot {name!r} in {file}; {allowed}.", param_hint="'--shot'")
    if not names:
        raise click.ClickException(f"{file}: the scenario has no shots.")
    for shot in loaded.shots:
        if name in (None, shot.name):
            with _failures():
                outcome = scenario.shoot(loaded, shot)
            _print(Text(shot.name, style="bold"))
            for line in scenario.told_shot(loaded, scenario.launches(loaded, shot), outcome):
                _print(Text(line))
    return 0


def _scenario(file: Path, changes: list[tuple[str, str]]) -> scenario.Scenario:
    """A scenario with changes; what is wrong with the file is a failure, what is wrong with a change a wrong call."""
    loaded = scenario.load_scenario(file)
    if not changes:
        return loaded
    try:
        return scenario.load_scenario(file, changes)
    except scenario.ScenarioError as error:
        raise click.BadParameter(str(error), param_hint="'--set'") from error


@cli.command("armies", context_settings=CONTEXT)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def armies_command(files: tuple[Path, ...]) -> int:
    """List the armies and their cards, or check army files.

    What is wrong in a file is told with its line and key; the exit code is 1 then.
    """
    if not files:
        for army in load_armies().values():
            for line in telling.army(army):
                _print(line)
        return 0
    faults = 0
    for file in files:
        try:
            with _failures():
                army = parse_army(_text(file), str(file))
        except click.ClickException as error:
            faults += 1
            click.echo(error.format_message(), err=True)
            continue
        for line in telling.army(army):
            _print(line)
    if faults:
        raise click.exceptions.Exit(1)
    return 0


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: byte {error.start + 1} is no UTF-8 text") from error


@cli.command("bench", context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench_command(as_json: bool) -> int:
    """Measure what a flick costs on a full table of two armies."""
    figures = bench.measure()
    if as_json:
        click.echo(json.dumps(bench.as_values(figures), indent=2))
    else:
        for line in bench.lines(figures):
            _print(line)
    return 0


@cli.command(context_settings=CONTEXT)
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
    if feeling and folder is not None:
        raise click.UsageError("--feel and --shots do not go together.")
    console = Console(highlight=False)
    if not console.is_terminal:
        # In a file or a pipe no line is broken.
        console = Console(highlight=False, width=120)
    if feeling:
        rows = list(validation.feel())
        if as_json:
            click.echo(json.dumps({"feel": validation.feel_values(rows)}, indent=2, ensure_ascii=False))
        else:
            console.print(validation.feel_table(rows))
            _print(Text(f"\n{validation.summary(rows)}"))
        return int(not validation.all_hold(rows))
    with _failures():
        flights, pairs = validation.read_flights(folder), validation.read_pairs(folder)
    figures, targets = validation.compare(flights, pairs), validation.closed_forms()
    if as_json:
        found = {"reference": validation.figure_values(figures), "closed_forms": validation.target_values(targets)}
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        console.print(validation.figures_table(figures))
        _print(Text(f"{len(flights)} shots of one chip alone, {len(pairs)} at a second chip.\n"))
        console.print(validation.targets_table(targets))
        _print(Text(f"\n{validation.summary(figures, targets)}"))
    return int(not validation.all_hold(figures, targets))


for _command in (lab.sweep, lab.fit, lab.sensitivity):
    cli.add_command(_command)


def _no_display() -> str | None:
    """Why no window can be opened, as far as the environment says; None where it says nothing against it."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in ("dummy", "offscreen"):
        return f"SDL_VIDEODRIVER is {driver}"
    if sys.platform.startswith("linux") and not driver:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    return None


def _window(record: Path | None) -> int:
    """Open the window; its exit code is 0 unless it can not be opened after all, which is said on stderr."""
    _quiet_pygame()
    if sys.platform.startswith("linux"):
        # Left to itself, SDL would draw into a window that nobody sees when the display does not answer.
        os.environ.setdefault("SDL_VIDEODRIVER", "x11,wayland")
    try:
        from micromutants.ui import app
    except ImportError as error:
        # Libraries that pygame needs may be missing on a machine without a desktop.
        click.echo(f"No window can be opened: {error}.", err=True)
        return 1
    return app.run(record)


def _quiet_pygame() -> None:
    """Keep pygame from greeting on stdout when it is imported."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@contextlib.contextmanager
def _failures() -> Iterator[None]:
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


def _print(line: Text) -> None:
    Console(highlight=False).print(line, soft_wrap=True)

"""The commands ``sweep``, ``fit`` and ``sensitivity``."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from micromutants.commands.progress import bar
from micromutants.commands.shared import (
    CONTEXT,
    MOST_WORKERS,
    SET,
    Changes,
    check_seed,
    failures,
    load,
    printed,
    target,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from micromutants.lab import Fit, LabError, Sweep

HANDS = ("exact", "expert", "average", "novice")
"""Names of hands, see :data:`micromutants.lab.keys.HANDS`."""

SMALL = 400
"""So many shots are made in this process: others would take longer to start."""

Command = TypeVar("Command", bound=Callable[..., int])


def _scheduler(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"(?:tcp|tls)://[^\s/]+:\d{1,5}", value):
        raise click.BadParameter(f"{value!r}: an address is tcp://HOST:PORT.")
    return value


def _workers(context: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    if value is not None and context.params.get("scheduler") is not None:
        raise click.UsageError("--workers and --scheduler do not go together.")
    return value


def _picture(context: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    path = target(context, parameter, value)
    if path is not None and path.suffix.lower() != ".png":
        raise click.BadParameter(f"{value}: the suffix must be .png.")
    return path


def _common(command: Command) -> Command:
    """Options of all three."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, callback=check_seed, help="Seed of all chance."),
        click.option("--hand", type=click.Choice(HANDS), help="Whose hand makes the shots, in place of the file's."),
        SET,
        click.option(
            "--workers",
            "count",
            type=click.IntRange(1, MOST_WORKERS),
            callback=_workers,
            help="Processes that share the work.  [default: one for each core]",
        ),
        click.option(
            "--scheduler",
            callback=_scheduler,
            is_eager=True,
            metavar="tcp://HOST:PORT",
            help="Work on a dask cluster instead (extra 'cluster').",
        ),
    ):
        command = option(command)
    return command


@click.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="KEY=FROM:TO:COUNT",
    help="An axis of the grid, such as friction_mat=0.2:0.6:9 or loft_deg=30,45,60.  KEY is a constant of the physics, "
    "a scatter of the hand, a parameter of the shot, or dotted as for --set.",
)
@click.option("--shots", type=int, default=400, show_default=True, help="How many at each point.")
@click.option("--shot", metavar="NAME", help="Which shot, where the file has several.")
@click.option("--piece", metavar="ID", help="Which piece to watch.  [default: the one that is shot]")
@click.option(
    "--out", "folder", type=click.Path(path_type=Path), help="Folder for results.  [default: sweep-FILE, here]"
)
@_common
def sweep(
    file: Path,
    vary: tuple[str, ...],
    shots: int,
    shot: str | None,
    piece: str | None,
    folder: Path | None,
    seed: int,
    hand: str | None,
    changes: Changes,
    count: int | None,
    scheduler: str | None,
) -> int:
    """Make a shot at every point of a grid of settings.

    For each point: where the piece rests, which side is up, how often it ends over, under, clear or off the mat, and
    which expectations hold, as CSV, JSON and, with the extra 'lab', pictures.  A sweep that was broken off goes on
    where it was.
    """
    from rich.text import Text

    from micromutants import lab, scenario
    from micromutants.lab import pictures, results, telling

    data, all_changes = _read(file, changes, hand)
    try:
        plan = lab.plan_sweep(
            data, str(file), vary, shots=shots, seed=seed, shot=shot, piece=piece, changes=all_changes
        )
    except lab.LabError as error:
        _wrong_call(error)
    except scenario.ScenarioError as error:
        # The file itself has been read; what does not fit is a value of an axis.
        raise click.BadParameter(str(error), param_hint="'--vary'") from error
    where = folder or Path(f"sweep-{file.stem}")
    made: Sweep | None = None
    total = len(plan.points) * plan.shots
    with failures():
        results.open_folder(where)
        try:
            with _executor(count, scheduler, total) as executor, bar("shots") as show:
                made = lab.make_sweep(plan, where, executor, show)
        finally:
            # Also after Ctrl-C or a failure: what is done is done.
            done = made or lab.kept_sweep(plan, where)
            finished = sum(summary is not None for summary in done.summaries)
            results.write_results(done, where)
            if made is None and finished:
                told = f"{finished} of {len(done.summaries)} points are kept in {where}; the same command goes on."
                click.echo(told, err=True)
        drawn = _pictures(lambda: pictures.draw_sweep(done, where))
    for line in telling.told_sweep(done):
        printed(line)
    names = ", ".join([results.CSV_NAME, results.JSON_NAME, *(path.name for path in drawn)])
    printed(Text(f"{where}: {names}."))
    return 0


@click.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("observed", type=click.Path(path_type=Path), metavar="OBSERVED.csv")
@click.option(
    "--fit",
    "names",
    metavar="NAME,NAME,…",
    help="Which constants.  [default: friction_mat, restitution_mat, mat_stiffness, tumble, as far as the shots tell]",
)
@click.option(
    "--error",
    "error_mm",
    type=click.FloatRange(0.1, 100.0),
    default=2.0,
    show_default=True,
    help="Standard deviation of the measured places, mm.",
)
@click.option("--residuals", callback=_picture, metavar="FILE.png", help="Draw what is left (extra 'lab').")
@click.option("--keep", is_flag=True, help="Write the constants into the scenario file.")
@_common
def fit(
    file: Path,
    observed: Path,
    names: str | None,
    error_mm: float,
    residuals: Path | None,
    keep: bool,
    seed: int,
    hand: str | None,
    changes: Changes,
    count: int | None,
    scheduler: str | None,
) -> int:
    """Estimate constants of the physics from measured shots.

    OBSERVED.csv has a line for each shot: columns x and y say where the chip came to rest, face which side was up,
    shot which shot of the file it was, from_x and from_y where it lay, and any key of a shot how it was made, such as
    power and loft_deg.  Where these say only what a hand meant to do, name it with --hand, or give the file a [hand]:
    its scatter is then taken into account, and the intervals are wider.
    """
    from rich.text import Text

    from micromutants import lab, scenario
    from micromutants.lab import pictures, telling
    from micromutants.lab.extras import wanted

    chosen = None if names is None else [name.strip() for name in names.split(",") if name.strip()]
    try:
        lab.check_names(chosen or [])
    except lab.LabError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--fit'") from error
    if chosen == []:
        raise click.BadParameter("name at least one constant.", param_hint="'--fit'")
    if residuals is not None and not pictures.available():
        raise click.UsageError(f"{wanted('--residuals', 'matplotlib')}.")
    data, all_changes = _read(file, changes, hand)
    with failures():
        loaded = scenario.read_scenario(data, str(file), all_changes)
        seen = lab.load_observed(observed, data, str(file), all_changes)
        with _executor(count, scheduler, SMALL + 1) as executor, bar("shots") as show:
            found = lab.fit(
                seen,
                loaded.physics,
                loaded.hand,
                chosen,
                title=loaded.title,
                error_mm=error_mm,
                seed=seed,
                executor=executor,
                progress=show,
            )
        if residuals is not None:
            pictures.draw_residuals(found, residuals)
    for line in telling.told_fit(found):
        printed(line)
    if keep:
        _keep(found, file)
        printed(Text(f"{file} has them now."))
    return 0


@click.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--shots", type=int, default=400, show_default=True, help="How many for each value.")
@click.option("--shot", metavar="NAME", help="Which shot, where the file has several.")
@click.option("--piece", metavar="ID", help="Which piece to watch.  [default: the one that is shot]")
@_common
def sensitivity(
    file: Path,
    shots: int,
    shot: str | None,
    piece: str | None,
    seed: int,
    hand: str | None,
    changes: Changes,
    count: int | None,
    scheduler: str | None,
) -> int:
    """Tell which constants of the physics matter for a shot.

    Each is changed by 10 % up and down; the table says what 10 % more of it does to the rest place and to the chances,
    the strongest first.
    """
    from micromutants import lab, scenario
    from micromutants.lab import keys, telling

    data, all_changes = _read(file, changes, hand)
    with failures():
        loaded = scenario.read_scenario(data, str(file), all_changes)
    try:
        lab.check_choice(loaded, str(file), shot, piece, shots)
    except lab.LabError as error:
        _wrong_call(error)
    with failures(), _executor(count, scheduler, 2 * len(keys.PHYSICS_KEYS) * shots) as executor, bar("shots") as show:
        found = lab.sensitivity(
            data,
            str(file),
            shots=shots,
            seed=seed,
            shot=shot,
            piece=piece,
            changes=all_changes,
            executor=executor,
            progress=show,
        )
    for line in telling.told_sensitivity(found):
        printed(line)
    return 0


# --- parts -------------------------------------------------------------------------------------------------------


def _read(file: Path, changes: Changes, hand: str | None) -> tuple[bytes, tuple[tuple[str, str], ...]]:
    """The bytes of a sound scenario file, and the changes to it, which have been found to fit."""
    from micromutants.lab import keys

    together = (*keys.hand_changes(hand), *changes)
    with failures():
        loaded = load(file, list(together))
    return loaded.text.encode(), together


def _keep(found: Fit, file: Path) -> None:
    """Write the fitted constants into the scenario file."""
    import msgspec

    from micromutants import scenario

    values = {estimate.name: float(f"{estimate.value:.4g}") for estimate in found.estimates}
    with failures():
        own = scenario.load_scenario(file)
        physics = msgspec.structs.replace(own.physics, **values)
        scenario.save_scenario(msgspec.structs.replace(own, physics=physics), file)


def _wrong_call(error: LabError) -> NoReturn:
    text = str(error)
    if text.endswith("has no shots"):
        raise click.ClickException(f"{text}.") from error
    raise click.UsageError(f"{text}.") from error


def _executor(
    count: int | None, scheduler: str | None, shots: int
) -> contextlib.AbstractContextManager[Executor | None]:
    from micromutants.lab import running

    return running.workers(1 if shots <= SMALL else count or running.cores(), scheduler)


def _pictures(draw: Callable[[], Sequence[Path]]) -> Sequence[Path]:
    from micromutants.lab import pictures
    from micromutants.lab.extras import wanted

    if not pictures.available():
        click.echo(f"No pictures: {wanted('drawing', 'matplotlib')}.", err=True)
        return ()
    return draw()

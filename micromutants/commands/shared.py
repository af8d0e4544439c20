"""What the commands have in common: how they fail, print, and take settings."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from micromutants.scenario import Scenario
    from micromutants.shots import SavedShot

CONTEXT = {"help_option_names": ["-h", "--help"]}

MOST_WORKERS = 64
"""As :data:`micromutants.processes.MOST_WORKERS`, which is not loaded for help."""

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
        raise click.ClickException(f"{visible(text).rstrip('.')}.") from error
    except ValueError as error:
        raise click.ClickException(f"{visible(str(error)).rstrip('.')}.") from error


def visible(text: str) -> str:
    """The text with a sign in place of each control character: a file from a stranger may hold any."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def printed(line: Text) -> None:
    """Print a line, which no terminal breaks and in which no file can hide a command to the terminal."""
    from rich.console import Console

    if (seen := visible(line.plain)) != line.plain:
        line.plain = seen
    Console(highlight=False).print(line, soft_wrap=True)


def wide(width: int) -> Console:
    """Where tables are printed: as wide as a terminal; so wide in a file or a pipe, where no line shall break."""
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=width)


def check_seed(context: click.Context, parameter: click.Parameter, value: int) -> int:
    """Refuse a seed that no generator takes."""
    from micromutants.match.record import SEED_LIMIT

    if not 0 <= value < SEED_LIMIT:
        raise click.BadParameter(f"{value} is not from 0 to {SEED_LIMIT - 1}.")
    return value


def target(context: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """A file that is to be written: found out before a match is played for it."""
    if value is None:
        return None
    path = Path(value)
    if path.is_dir():
        raise click.BadParameter(f"{value}: this is a folder, a file name is needed.")
    if path.exists() and not path.is_file():
        raise click.BadParameter(f"{value}: this is not a regular file.")
    if not path.parent.is_dir():
        raise click.BadParameter(f"{value}: there is no folder {str(path.parent)!r}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.BadParameter(f"{value}: it may not be written there.")
    return path


def settings(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> Changes:
    """The pairs of several ``KEY=VALUE``."""
    pairs = []
    for given in values:
        key, equals, value = (part.strip() for part in given.partition("="))
        if not (key and equals and value):
            raise click.BadParameter(f"{given!r}: a setting is KEY=VALUE, such as physics.friction_mat=0.3.")
        pairs.append((key, value))
    return pairs


def set_option(text: str) -> Callable[[Any], Any]:
    """The option ``--set``, with its help."""
    return click.option("--set", "changes", multiple=True, callback=settings, metavar="KEY=VALUE", help=text)


SET = set_option(
    "Use another value than the file's, such as physics.friction_mat=0.3 or 'shots.\"the hop\".power=0.5'."
)

WORKERS = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Processes that share the work.",
)


def load(file: Path, changes: Changes) -> Scenario:
    """A scenario with changes; what is wrong with the file is a failure, what is wrong with a change a wrong call.

    Raises:
        ScenarioError: The file cannot be used.
        click.BadParameter: A change cannot be used.
    """
    from micromutants import log, scenario

    loaded = scenario.load_scenario(file)
    log.note(f"scenario {loaded.sha256}")
    if not changes:
        return loaded
    try:
        return scenario.load_scenario(file, changes)
    except scenario.ScenarioError as error:
        raise click.BadParameter(str(error), param_hint="'--set'") from error


def no_display() -> str | None:
    """Why no window can be opened, as far as the environment says; None where it says nothing against it."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in ("dummy", "offscreen"):
        return f"SDL_VIDEODRIVER is {driver}"
    if sys.platform.startswith("linux") and not driver:
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    return None


def window(record: Path | None, scenario: Path | None = None, shots: tuple[SavedShot, SavedShot] | None = None) -> int:
    """Open the window; its exit code is 0 unless it can not be opened after all, which is said on stderr.

    Args:
        record: A record or a saved shot to watch; None begins with the title.
        scenario: A scenario to play.
        shots: Two shots to compare.
    """
    quiet_pygame()
    if sys.platform.startswith("linux"):
        # Left to itself, SDL would draw into a window that nobody sees when the display does not answer.
        os.environ.setdefault("SDL_VIDEODRIVER", "x11,wayland")
        # By this name desktops group windows; pygame would name it after the script, when it is imported.
        for system in ("X11", "WAYLAND"):
            os.environ.setdefault(f"SDL_VIDEO_{system}_WMCLASS", "micromutants")
    try:
        from micromutants.ui import opening
    except ImportError as error:
        # Libraries that pygame needs may be missing on a machine without a desktop.
        click.echo(f"No window can be opened: {error}.", err=True)
        return 1
    return opening.run(record, scenario=scenario, shots=shots)


def quiet_pygame() -> None:
    """Keep pygame from greeting on stdout when it is imported."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

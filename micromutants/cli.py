"""The command line.

Errors are one sentence on stderr: exit code 2 for a wrong call, 1 for a failure, 130 after Ctrl-C.  The commands are
in ``micromutants.commands``; they import what they need when they run, so that ``--help`` is quick.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click

from micromutants import log
from micromutants.commands import (
    armies,
    compiling,
    doctor,
    export,
    figures,
    lab,
    matches,
    pictures,
    practice,
    scenarios,
    shots,
    soak,
    tournament,
)
from micromutants.commands.shared import CONTEXT, failures, no_display, window
from micromutants.version import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        arguments: In place of those of the process.

    Returns:
        The exit code.
    """
    _stand_in_for_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows few characters shows a question mark instead of ending the program.
            stream.reconfigure(errors="replace")
    try:
        code: int = cli.main(arguments, prog_name="micromutants", standalone_mode=False)
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
    except Exception as error:
        # Nobody is helped by a traceback on the screen; the log has it.
        log.failure("a fault of the program", error)
        words = " ".join(str(error).split())[:200]
        click.echo(
            f"Error: a fault of the program ({type(error).__name__}: {words}); {log.tidied(str(log.log_path()))} tells "
            "more, and `micromutants doctor` what a report of it needs.",
            err=True,
        )
        return 1
    finally:
        log.end()
    return code


def _stand_in_for_closed_streams() -> None:
    """A program may be started with its streams closed, or without a console: what it says then goes nowhere.

    They are opened in their order, so that no file that is written gets the number of one of them.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole run


@click.group(invoke_without_command=True, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="micromutants", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> int:
    """Micro Mutants: Evolution, the tabletop dexterity game, as a physics simulation.

    Without a command the window opens.  Where there is no display, two bots play an exhibition, and its record and
    its film go to the folder "play".
    """
    log.begin(context.invoked_subcommand or "window")
    if context.invoked_subcommand is not None:
        return 0
    reason = no_display()
    if reason is None and window(None) == 0:
        return 0
    click.echo((f"No window can be opened: {reason}.\n" if reason else "") + "Two bots play an exhibition instead.\n")
    with failures():
        matches.EXHIBITION_FOLDER.mkdir(exist_ok=True)
    matches.exhibition()
    return 0


@cli.result_callback()
@click.pass_context
def _exit(context: click.Context, code: int) -> None:
    """What a command returns is the exit code."""
    context.exit(code)


for _command in (
    matches.exhibit,
    matches.replay,
    shots.shots_command,
    shots.compare_command,
    export.export_command,
    scenarios.shoot,
    scenarios.check,
    practice.play,
    lab.sweep,
    lab.fit,
    lab.sensitivity,
    armies.armies_command,
    figures.validate,
    figures.bench_command,
    soak.soak_command,
    doctor.doctor_command,
    compiling.compile_command,
    pictures.pictures,
    tournament.tournament,
):
    cli.add_command(_command)

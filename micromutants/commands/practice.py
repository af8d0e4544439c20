"""The command ``play``."""

from __future__ import annotations

from pathlib import Path

import click

from micromutants.commands.shared import CONTEXT, failures, load, no_display, window


@click.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
def play(file: Path) -> int:
    """Play a scenario in the window: flick, tune the physics, edit.

    Edits to the file show at once.  A scenario with [match] begins that match; when its file changes, the match offers
    to start over with it.
    """
    with failures():
        load(file, [])
    reason = no_display()
    if reason is not None:
        raise click.ClickException(f"No window can be opened: {reason}.")
    return window(None, file)

"""The command ``armies``."""

from __future__ import annotations

from pathlib import Path

import click

from micromutants.commands.shared import CONTEXT, failures, printed


@click.command("armies", context_settings=CONTEXT)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
def armies_command(files: tuple[Path, ...]) -> int:
    """List the armies and their cards, those in your folder of armies too, or check army files.

    What is wrong in a file is told with its line and key; the exit code is 1 then.
    """
    from micromutants import telling
    from micromutants.ownarmies import own_armies, read_army
    from micromutants.rules import load_armies

    if not files:
        found = own_armies()
        for army in (*load_armies().values(), *(army for _, army in found.armies)):
            for line in telling.army(army):
                printed(line)
        for fault in found.faults:
            click.echo(f"{fault}.", err=True)
        return int(bool(found.faults))
    faults = False
    for file in files:
        try:
            with failures():
                army = read_army(file)
        except click.ClickException as error:
            faults = True
            click.echo(error.format_message(), err=True)
            continue
        for line in telling.army(army):
            printed(line)
    return int(faults)

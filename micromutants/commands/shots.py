"""The commands ``shots`` and ``compare``, and ``replay`` of a saved shot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from micromutants.commands.shared import (
    CONTEXT,
    Changes,
    failures,
    no_display,
    printed,
    quiet_pygame,
    set_option,
    wide,
    window,
)

if TYPE_CHECKING:
    from rich.text import Text

    from micromutants.shots import Listed

PICTURE = (24, 16)
"""Size of a picture in the list, px; a character has two, one above the other."""


@click.command("shots", context_settings=CONTEXT)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.option("--pictures", is_flag=True, help="With a small picture of each, in a terminal with colours.")
def shots_command(folder: Path | None, as_json: bool, pictures: bool) -> int:
    """List the saved shots: name, day, what happened, file.

    Without a FOLDER these are the shots of the library, to which the window saves.  The exit code is 1 when a file
    there cannot be used.
    """
    from micromutants.shots import library, library_folder

    if folder is not None and not folder.is_dir():
        raise click.ClickException(f"{folder}: there is no such folder.")
    with failures():
        found = library(folder)
    if as_json:
        click.echo(json.dumps([_values(one) for one in found], indent=2, ensure_ascii=False))
    elif found:
        _print_table(found, pictures=pictures)
    else:
        click.echo(f"No shots are saved in {folder or library_folder()}.")
    for one in found:
        if one.header is None:
            click.echo(one.fault, err=True)
    return int(any(one.header is None for one in found))


@click.command("compare", context_settings=CONTEXT)
@click.argument("first", type=click.Path(path_type=Path), metavar="A")
@click.argument("second", required=False, type=click.Path(path_type=Path), metavar="[B]")
@set_option("Make the second shot again with another constant, such as physics.friction_mat=0.3.")
@click.option("--text", "as_text", is_flag=True, help="Print the differences instead of showing the shots.")
def compare_command(first: Path, second: Path | None, changes: Changes, as_text: bool) -> int:
    """Show two saved shots over each other, and tell how they differ.

    With one file and --set the same shot is made under two physics.  Where there is no display, the differences are
    printed.
    """
    from rich.text import Text

    from micromutants.shots import compare, load_shot, remade, with_changes

    if second is None and not changes:
        raise click.UsageError("Name a second shot, or say with --set what is to be different.")
    with failures():
        ours, theirs = load_shot(first), load_shot(second or first)
    if changes:
        try:
            physics = with_changes(theirs.physics, changes)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="'--set'") from error
        with failures():
            theirs = remade(theirs, physics)
    if not as_text and no_display() is None and window(None, shots=(ours, theirs)) == 0:
        return 0
    printed(Text(f"First: {ours.name}", style="bold"))
    printed(Text(f"Second: {theirs.name}", style="bold"))
    found = compare(ours, theirs)
    for difference in found:
        printed(Text(difference.text))
    if not found:
        printed(Text("They do not differ."))
    return 0


def replay_shot(file: Path, *, verifying: bool, as_text: bool) -> int:
    """Show a saved shot in the window, print what happened in it, or make it again and compare."""
    from rich.text import Text

    from micromutants.shots import load_shot
    from micromutants.shots.proof import prove
    from micromutants.shots.timeline import marks

    with failures():
        shot = load_shot(file)
    if verifying:
        with failures():
            proof = prove(shot)
        for difference in proof.differences:
            click.echo(f"{file}: {difference}.", err=True)
        if not proof.ok:
            raise click.ClickException(f"{file}: {proof.departure}.")
        printed(Text(f"{file}: made again, every pose and the table at rest agree."))
        return 0
    if not as_text and no_display() is None and window(file) == 0:
        return 0
    printed(Text(shot.name, style="bold"))
    printed(Text(f"{shot.when:%Y-%m-%d %H:%M} UTC" + (f", {shot.origin}" if shot.origin else "")))
    for mark in marks(shot):
        printed(Text(f"{mark.t:7.3f} s  {mark.rule:<3}  {mark.text}"))
    return 0


def _values(one: Listed) -> dict[str, str | int | None]:
    header = one.header
    if header is None:
        return {"file": str(one.path), "fault": one.fault}
    return {
        "file": str(one.path),
        "name": header.name,
        "saved": header.saved,
        "told": header.told,
        "origin": header.origin,
        "game": header.versions.game,
        "physics": header.versions.physics,
    }


def _print_table(found: list[Listed], *, pictures: bool) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console = wide(400)
    pictures = pictures and console.is_terminal and console.color_system is not None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    if pictures:
        table.add_column("", no_wrap=True)
    table.add_column("Name", style="bold", overflow="fold")
    table.add_column("Saved", no_wrap=True)
    table.add_column("What happened", overflow="fold", ratio=1 if console.is_terminal else None)
    table.add_column("File", overflow="fold", style="dim")
    for one in found:
        if one.header is None:
            cells = [Text(), Text(), Text("cannot be used", style="red"), Text(one.path.name)]
        else:
            day = f"{one.header.saved[:10]} {one.header.saved[11:16]}"
            cells = [Text(one.header.name), Text(day), Text(one.header.told), Text(one.path.name)]
        table.add_row(*([_picture(one)] if pictures else []), *cells)
    console.print(table)
    console.print(Text(f"{len(found)} in {found[0].path.parent}; times are UTC."))


def _picture(one: Listed) -> Text:
    """A thumbnail of half blocks, two pixels a character; nothing of a file that cannot be used."""
    from rich.text import Text

    quiet_pygame()
    from micromutants.match import RecordError
    from micromutants.shots import load_shot
    from micromutants.ui.pictures import image
    from micromutants.ui.thumbnail import thumbnail

    found = Text()
    try:
        shot = load_shot(one.path)
    except (RecordError, OSError):
        return found
    width, height = PICTURE
    rows = image(thumbnail(shot, (8 * width, 8 * height))).resize(PICTURE).tobytes()
    colours = [f"#{rows[i : i + 3].hex()}" for i in range(0, len(rows), 3)]
    for y in range(0, height, 2):
        for x in range(width):
            upper, lower = colours[y * width + x], colours[(y + 1) * width + x]
            found.append("\N{UPPER HALF BLOCK}", style=f"{upper} on {lower}")
        if y + 2 < height:
            found.append("\n")
    return found

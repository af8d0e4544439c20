"""The command ``pictures``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from micromutants.commands.shared import CONTEXT, failures, quiet_pygame

LEAST, MOST = 960, 4096


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    """Width and height in px."""
    width, cross, height = value.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise click.BadParameter(f"{value!r}: a size is WIDTHxHEIGHT in px, such as 1280x800.")
    size = int(width), int(height)
    if not (LEAST <= size[0] <= MOST and 600 <= size[1] <= MOST):
        raise click.BadParameter(f"{value!r}: allowed are {LEAST}x600 to {MOST}x{MOST}.")
    return size


@click.command(context_settings=CONTEXT)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False, metavar="FOLDER")
@click.option("--screen", "screens", multiple=True, metavar="NAME", help="Only this screen; may be given again.")
@click.option("--size", callback=_size, default="1280x800", show_default=True, metavar="WxH", help="Of the window, px.")
@click.option(
    "--mat", type=click.Choice(["green", "dark", "light"]), default="green", show_default=True, help="The felt."
)
@click.option("--names", is_flag=True, help="Only list the names of the screens.")
def pictures(folder: Path | None, screens: tuple[str, ...], size: tuple[int, int], mat: str, names: bool) -> int:
    """Write pictures of the program's own screens as JPEG files into FOLDER, which is made where there is none.

    They are drawn without a display, and are the same each time.
    """
    quiet_pygame()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from micromutants.ui import gallery

    known = (*gallery.SCREENS, *gallery.SHOWCASES)
    if names:
        click.echo("\n".join(known))
        return 0
    if folder is None:
        raise click.UsageError("Name the folder for the pictures, or ask for --names.")
    for name in screens:
        if name not in known:
            raise click.BadParameter(f"{name!r} is no screen; allowed are {', '.join(known)}.", param_hint="'--screen'")
    with failures():
        folder.mkdir(parents=True, exist_ok=True)
        for name, path in gallery.save(folder, size, screens, mat):
            click.echo(f"{name}: {path}, {path.stat().st_size / 1000:.0f} kB")
    return 0

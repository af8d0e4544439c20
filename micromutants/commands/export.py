"""The command ``export``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from micromutants.commands.progress import bar
from micromutants.commands.shared import CONTEXT, failures, quiet_pygame, target

if TYPE_CHECKING:
    from micromutants.match import Record
    from micromutants.shots import SavedShot

KINDS: Mapping[str, tuple[int, int]] = {".gif": (480, 480), ".png": (240, 240), ".json": (0, 0), ".csv": (0, 0)}
"""Kinds of files by suffix, and the size of their pictures where none is given, px."""


def _size(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    width, _, height = value.lower().partition("x")
    try:
        found = int(width), int(height or width)
    except ValueError:
        found = 0, 0
    if not all(64 <= side <= 4096 for side in found):
        raise click.BadParameter(f"{value!r}: give WIDTHxHEIGHT or one number, each from 64 to 4096 px.")
    return found


@click.command("export", context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("out", callback=target, metavar="OUT")
@click.option(
    "--from", "first", type=click.FloatRange(min=0.0), metavar="X", help="First second of a shot, or first action."
)
@click.option(
    "--to", "last", type=click.FloatRange(min=0.0), metavar="X", help="Last second of a shot, or last action."
)
@click.option("--speed", type=click.FloatRange(0.1, 4.0), default=1.0, show_default=True, help="How fast a GIF plays.")
@click.option(
    "--size", callback=_size, metavar="WxH", help="Of each picture, px.  [default: 480 in a GIF, 240 in a PNG]"
)
@click.option("--frames", type=click.IntRange(1, 64), default=6, show_default=True, help="Pictures in a PNG strip.")
@click.option("--whole", is_flag=True, help="Show the whole mat, not only where the shot goes.")
def export_command(
    file: Path,
    out: Path,
    first: float | None,
    last: float | None,
    speed: float,
    size: tuple[int, int] | None,
    frames: int,
    whole: bool,
) -> int:
    """Write a saved shot or a recorded match for others to see or to compute with.

    The suffix of OUT says how: .gif moves, .png is a strip of still pictures, .json and .csv hold the poses of all
    pieces that moved, with units.  For a match, --from and --to are numbers of actions, as `replay --text` prints them.
    """
    from micromutants.match import load_record, write_whole
    from micromutants.match.chain import kind_of
    from micromutants.shots import load_shot

    kind = out.suffix.lower()
    if kind not in KINDS:
        raise click.BadParameter(f"{out}: the suffix must be one of {', '.join(KINDS)}.", param_hint="'OUT'")
    if first is not None and last is not None and not first <= last:
        raise click.BadParameter(f"--from {first:g} is after --to {last:g}.")
    size = size or KINDS[kind]
    with failures():
        source: SavedShot | Record = load_shot(file) if kind_of(file) == "shot" else load_record(file)
        if kind in (".json", ".csv"):
            write_whole(out, _table(source, kind, first, last, file.name).encode())
        else:
            _picture(source, out, kind, first, last, speed, size, frames, whole)
    click.echo(f"{out} is written.")
    return 0


def _picture(
    source: Any,
    out: Path,
    kind: str,
    first: float | None,
    last: float | None,
    speed: float,
    size: tuple[int, int],
    frames: int,
    whole: bool,
) -> None:
    quiet_pygame()
    from micromutants.shots import SavedShot
    from micromutants.ui.export import export_gif, export_strip, take_of_shot, takes_of_match

    if isinstance(source, SavedShot):
        takes = [take_of_shot(source, size, start=first or 0.0, end=last, whole=whole)]
    else:
        until = None if last is None else int(last)
        takes = takes_of_match(source, size, first=int(first or 1), last=until)
    with bar("pictures") as progress:
        if kind == ".gif":
            export_gif(takes, out, size=size, speed=speed, progress=progress)
        else:
            export_strip(takes, out, size=size, frames=frames, progress=progress)


def _table(source: Any, kind: str, first: float | None, last: float | None, name: str) -> str:
    from micromutants.shots import SavedShot
    from micromutants.shots.tracks import as_csv, as_json, rows

    if isinstance(source, SavedShot):
        found = list(
            rows(source.setup, source.track, source.before, 1, first or 0.0, float("inf") if last is None else last)
        )
        parts: list[tuple[int, SavedShot | None, Any]] = [(1, source, found)]
    else:
        low, high = first or 1, float("inf") if last is None else last
        tables = [source.start, *(entry.table for entry in source.entries)]
        parts = [
            (e.number, None, list(rows(source.setup, e.track, tables[e.number - 1], e.number, 0.0, float("inf"))))
            for e in source.entries
            if e.track and low <= e.number <= high
        ]
    if not any(lines for _, _, lines in parts):
        raise ValueError(f"{name}: nothing moves between --from and --to")
    if kind == ".csv":
        return as_csv([line for _, _, lines in parts for line in lines])
    import msgspec

    about = {"file": name, "versions": msgspec.to_builtins(source.versions)}
    return as_json(parts, about | {"physics": msgspec.to_builtins(source.setup.physics)})

"""How armies are named on the command line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from micromutants.rules import Army

Named = tuple[tuple[str, ...], tuple["Army", ...]]
"""Ids of armies, and those of them that come from files."""


def armies_option(metavar: str, text: str, *, most: int) -> Callable[[Any], Any]:
    """The option ``--armies``.

    Args:
        metavar: What help calls its value.
        text: Help.
        most: How many armies may be named; two must be.
    """
    return click.option("--armies", callback=partial(_named, most=most), metavar=metavar, help=text)


def _named(context: click.Context, parameter: click.Parameter, value: str | None, *, most: int) -> Named | None:
    """The armies of a list with commas: ids of the game's, files, or ids of those in the player's folder."""
    if value is None:
        return None
    from micromutants.rules import load_armies

    known = load_armies()
    number = {2: "two", 3: "three", 4: "four", 8: "eight"}[most]
    allowed = f"two to {number} different ones of {', '.join(known)} or of army files, with commas between them"
    ids: list[str] = []
    own: list[Army] = []
    for name in (name.strip() for name in value.split(",")):
        if name.lower() in known:
            ids.append(name.lower())
            continue
        army = _from_file(name) if _is_file(name) else _from_folder(name)
        if army is None:
            raise click.BadParameter(f"{name!r} is no army; allowed are {allowed}.")
        ids.append(army.id)
        own.append(army)
    if not 2 <= len(ids) <= most or len(set(ids)) < len(ids):
        raise click.BadParameter(f"{value!r}: allowed are {allowed}.")
    return tuple(ids), tuple(own)


def _is_file(name: str) -> bool:
    return name.endswith(".toml") or "/" in name or "\\" in name


def _from_file(name: str) -> Army:
    from micromutants.ownarmies import read_army
    from micromutants.rules import ArmyError

    try:
        return read_army(Path(name))
    except ArmyError as error:
        raise click.BadParameter(f"{error}.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.BadParameter(f"{name}: {reason.lower()}.") from error


def _from_folder(name: str) -> Army | None:
    from micromutants.ownarmies import own_armies

    return next((army for _, army in own_armies().armies if army.id == name.lower()), None)

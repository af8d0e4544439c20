"""Reading and checking an army file: what is wrong is told with file, line and key."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

import msgspec

from micromutants.assets import asset_text
from micromutants.rules.army import Army, ArmyError, Base, Breed, Card, Projectile
from micromutants.rules.armychecks import army_faults, meant, misplaced
from micromutants.tomlkeys import MOST_PARTS, endless_key

_KEYS = sorted({field for kind in (Army, Breed, Projectile, Base, Card) for field in kind.__struct_fields__})

LONGEST_SAID = 800
"""So much is said at most of what is wrong at a place, characters."""


def shipped(names: Iterable[str]) -> list[Army]:
    """The armies of the game, from their files among the assets.

    Raises:
        ArmyError: A file is not as it must be.
    """
    armies: list[Army] = []
    taken: dict[str, str] = {}
    for name in names:
        file = f"armies/{name}.toml"
        army = parse_army(asset_text(file), file)
        if army.id != name:
            raise ArmyError(f"{file}: id: must be {name!r} like the file, not {army.id!r}")
        for piece in army.parts:
            if piece.id in taken:
                raise ArmyError(f"{file}: id {piece.id!r}: it is taken in {taken[piece.id]}, each piece needs its own")
            taken[piece.id] = file
        armies.append(army)
    return armies


def parse_army(text: str, file: str) -> Army:
    """An army from the text of its file.

    Args:
        text: TOML.
        file: How messages name the file.

    Raises:
        ArmyError: One sentence with file, line and key.
    """
    if number := endless_key(text):
        raise ArmyError(f"{file}: line {number}: not valid TOML: a key has more than {MOST_PARTS} parts")
    try:
        army = msgspec.toml.decode(text, type=Army)
    except msgspec.ValidationError as error:
        said, _, key = str(error).partition(" - at `$")
        key = key.rstrip("`").lstrip(".")
        unknown = re.search(r"unknown field `([^`]+)`", said)
        if unknown:
            key = f"{key}.{unknown[1]}" if key else unknown[1]
            said = "unknown key" + meant(unknown[1], _KEYS)
        raise ArmyError(_message(text, file, key, said[0].lower() + said[1:])) from None
    except RecursionError:
        raise ArmyError(f"{file}: not valid TOML: it is nested too deep") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise ArmyError(f"{file}: not valid TOML: {error}") from None
    for key, fault in itertools.chain(army_faults(army), misplaced(army)):
        raise ArmyError(_message(text, file, key, fault))
    return army


def _message(text: str, file: str, key: str, said: str) -> str:
    line = line_of(text, key)
    where = f"{file}: line {line}" if line else file
    said = said if len(said) <= LONGEST_SAID else f"{said[:LONGEST_SAID]} ..."
    return f"{where}: {key[:LONGEST_SAID] or 'top level'}: {said}"


def line_of(text: str, key: str) -> int | None:
    """The line, from 1, in which a key such as ``breeds[2].ability.title`` stands, or its table begins."""
    lines = text.splitlines()
    steps = re.findall(r"([\w-]+)((?:\[\d+\])*)", key)
    if not steps:
        return None
    (name, index), *rest = steps
    nth = int(re.findall(r"\d+", index)[0]) if index else 0
    headers = [i for i, line in enumerate(lines) if re.match(rf"\s*\[\[{re.escape(name)}\]\]", line)]
    if not headers:
        top = next((i for i, line in enumerate(lines) if line.lstrip().startswith("[[")), len(lines))
        return _assigned(lines, name, 0, top, nth if index else None)
    if nth >= len(headers):
        return None
    start, end = headers[nth] + 1, headers[nth + 1] if nth + 1 < len(headers) else len(lines)
    end = next((i for i in range(start, end) if lines[i].lstrip().startswith("[[")), end)
    if rest:
        inner = re.findall(r"\d+", rest[0][1])
        found = _assigned(lines, rest[0][0], start, end, int(inner[0]) if inner else None)
        if found:
            return found
    return headers[nth] + 1


def _assigned(lines: Sequence[str], name: str, start: int, end: int, nth: int | None) -> int | None:
    """The line that gives a key its value; of a list over several lines that of the ``nth`` entry."""
    for i in range(start, end):
        if re.match(rf"\s*{re.escape(name)}\s*=", lines[i]):
            below = i + 1 + (nth or 0)
            spread = nth is not None and lines[i].rstrip().endswith("[")
            return below + 1 if spread and below < end else i + 1
    return None

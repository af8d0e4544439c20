"""From a scenario back to its file: what has changed is changed, comments and order stay."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
import tomlkit.exceptions
from tomlkit.items import AoT, Array, InlineTable, Table

from micromutants.match import write_whole
from micromutants.physics import Launch, Physics, Shot
from micromutants.scenario.model import Chance, Compared, Expect, Fault, Move, SavedShot, Scenario, ScenarioError, Span
from micromutants.scenario.parts import HAND_KEYS
from micromutants.scenario.reading import read_scenario
from micromutants.table import Face, Mat, Piece
from micromutants.table import Table as Laid

SAME = 1e-9
"""Numbers closer than this are the same: an angle in degrees need not come back to the last bit in radians."""

_NAMED = {"pieces": "id", "shots": "name"}
"""Lists whose entries are known by a key of theirs."""

_EMPTY_FILE = 'format = 1\ntitle = "Untitled"\n'


def save_scenario(scenario: Scenario, path: Path | str) -> Scenario:
    """Write a scenario to a file, whole or not at all.

    Args:
        scenario: Its ``text`` is what is changed; a scenario with an empty text gets a new file.
        path: Where to.

    Returns:
        The scenario as it reads from the file now.

    Raises:
        ScenarioError: It cannot be written as a file that reads the same.
        StorageError: The file could not be written.
    """
    text = updated_text(scenario, str(path))
    data = text.encode()
    saved = read_scenario(data, str(path))
    write_whole(Path(path), data)
    return saved


def updated_text(scenario: Scenario, name: str = "the scenario") -> str:
    """The scenario's text with everything in it that the scenario now says.

    Raises:
        ScenarioError: There is no such text: the scenario is not one that a file can hold, and the message says why.
    """
    text = scenario.text or _EMPTY_FILE
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    old = plain(read_scenario(text.encode(), name))
    new = plain(scenario)
    if old == new:
        return text
    try:
        document = tomlkit.parse(text.removeprefix("\ufeff"))
        _merge(document, old, new)
        written = mark + tomlkit.dumps(document)
    except (tomlkit.exceptions.TOMLKitError, ValueError, TypeError, LookupError) as error:
        raise ScenarioError(name, [Fault(0, "", f"it could not be changed with its comments kept: {error}")]) from error
    again = read_scenario(written.encode(), name)
    if not _same(plain(again), new) or _levels(again.table) != _levels(scenario.table):
        raise ScenarioError(name, [Fault(0, "", "the changed file would not read as what was to be written")])
    return written


# --- a scenario as plain values ----------------------------------------------------------------------------------


def plain(scenario: Scenario) -> dict[str, Any]:
    """The scenario as tables, lists and values with the keys of the file, defaults left out."""
    found: dict[str, Any] = {"title": scenario.title}
    if scenario.description:
        found["description"] = scenario.description
    if scenario.match is not None:
        found["match"] = {"mode": scenario.match.mode, "armies": list(scenario.match.armies)}
        if scenario.match.terrain:
            found["match"]["terrain"] = list(scenario.match.terrain)
        if scenario.match.seed:
            found["match"]["seed"] = scenario.match.seed
    if scenario.puzzle is not None:
        found["puzzle"] = msgspec.structs.asdict(scenario.puzzle)
    sections = {
        "mat": _differing(scenario.table.mat, Mat()),
        "physics": _differing(scenario.physics, Physics()),
        "hand": {
            key: _degrees(value) if key.endswith("_deg") else value
            for key, name, _ in HAND_KEYS
            if (value := getattr(scenario.hand, name))
        },
    }
    found |= {key: section for key, section in sections.items() if section}
    if scenario.match is None and len(scenario.table):
        breeds = dict(scenario.breeds)
        found["pieces"] = [_piece(piece, breeds.get(piece.id, "")) for piece in _ordered(scenario)]
    if scenario.shots:
        found["shots"] = [_shot(shot) for shot in scenario.shots]
    return found


def _ordered(scenario: Scenario) -> list[Piece]:
    """The pieces in an order in which they come to lie on each other as they do."""
    order = {key: i for i, (key, _) in enumerate(scenario.breeds)}
    pieces = sorted(scenario.table, key=lambda p: (order.get(p.id, len(order)), p.level, p.id))
    again = Laid.of(scenario.table.mat, [msgspec.structs.replace(piece, level=0) for piece in pieces])
    if _levels(again) != _levels(scenario.table):
        pieces.sort(key=lambda p: p.level)
    return pieces


def _levels(table: Laid) -> list[tuple[str, int]]:
    return [(piece.id, piece.level) for piece in table]


def _differing(value: msgspec.Struct, default: msgspec.Struct) -> dict[str, Any]:
    usual = msgspec.structs.asdict(default)
    return {key: given for key, given in msgspec.structs.asdict(value).items() if given != usual[key]}


def _piece(piece: Piece, breed: str) -> dict[str, Any]:
    found: dict[str, Any] = {"id": piece.id}
    found["breed" if breed else "kind"] = breed or piece.kind
    if piece.owner:
        found["owner"] = piece.owner
    found["at"] = [piece.x, piece.y]
    if piece.angle:
        found["angle_deg"] = _degrees(piece.angle)
    if piece.face is not Face.NORMAL:
        found["face"] = piece.face.value
    return found


def _shot(shot: SavedShot) -> dict[str, Any]:
    found: dict[str, Any] = {"name": shot.name}
    if len(shot.moves) == 1:
        found |= _move(shot.moves[0])
    else:
        found["launches"] = [_move(move) for move in shot.moves]
    if len(shot.expects) == 1:
        expect = _expect(shot.expects[0])
        if len(shot.moves) == 1 and expect["piece"] == shot.moves[0].piece:
            del expect["piece"]
        found["expect"] = expect
    elif shot.expects:
        found["expect"] = [_expect(expect) for expect in shot.expects]
    return found


def _move(move: Move) -> dict[str, Any]:
    found: dict[str, Any] = {"piece": move.piece, "towards_deg": _degrees(move.azimuth)}
    if isinstance(move, Shot):
        found |= {"power": move.power, "loft_deg": _degrees(move.loft)}
        if move.offset != 1.0:
            found["offset"] = move.offset
        if move.twist:
            found["twist_deg"] = _degrees(move.twist)
        if move.tumble is not None:
            found["tumble"] = move.tumble
        return found
    assert isinstance(move, Launch)
    found["speed_mm_s"] = move.speed
    rest = {
        "loft_deg": _degrees(move.loft),
        "tumble_rad_s": move.tumble,
        "yaw_rad_s": move.yaw,
        "height_mm": move.height,
    }
    return found | {key: value for key, value in rest.items() if value}


def _expect(expect: Expect) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in msgspec.structs.asdict(expect).items():
        if value is None or key == "chances":
            continue
        found[key] = _plain_value(value)
    if expect.clear == ():
        found["clear"] = True
    for chance in expect.chances:
        found[f"chance_{chance.what.value}"] = _chance(chance)
    return found


def _plain_value(value: Any) -> Any:
    if isinstance(value, Span):
        return {key: v for key, v in msgspec.structs.asdict(value).items() if v is not None}
    if isinstance(value, Compared):
        return {"shot": value.shot} | _plain_value(value.span)
    if isinstance(value, msgspec.Struct):
        return {key: _plain_value(v) for key, v in msgspec.structs.asdict(value).items()}
    return list(value) if isinstance(value, tuple) else value


def _chance(chance: Chance) -> dict[str, Any]:
    of: Any = chance.of[0] if chance.what.value == "face" else list(chance.of)
    found: dict[str, Any] = {"of": of} | _plain_value(chance.span) | {"shots": chance.shots}
    return found | ({"seed": chance.seed} if chance.seed else {})


def _degrees(angle: float) -> float:
    """The shortest number of degrees that gives the angle back, or the nearest there is."""
    value = math.degrees(angle)
    for digits in range(13):
        if math.radians(round(value, digits)) == angle:
            return round(value, digits) + 0.0
    near = (math.nextafter(value, math.inf), math.nextafter(value, -math.inf))
    return next((degrees for degrees in near if math.radians(degrees) == angle), value)


# --- changing the document ---------------------------------------------------------------------------------------


def _merge(target: Any, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Change in a TOML table what differs between two plain ones."""
    for key in old:
        if key not in new and key in target:
            del target[key]
    for key, value in new.items():
        before = old.get(key)
        if key in old and _same(before, value):
            continue
        inner = target.get(key)
        if key in _NAMED and isinstance(inner, list):
            _merge_list(target, key, before or [], value)
        elif isinstance(value, dict) and isinstance(inner, dict):
            _merge(inner, before if isinstance(before, dict) else {}, value)
        else:
            _put(target, key, value)


def _merge_list(target: Any, key: str, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> None:
    """Change a list of named tables: their entries, which there are, and their order."""
    name = _NAMED[key]
    entries = {str(entry[name]): entry for entry in target[key]}
    befores = {entry[name]: entry for entry in old}
    for value in new:
        if value[name] in entries and value[name] in befores:
            _merge(entries[value[name]], befores[value[name]], value)
    inner = target[key]
    names = [str(entry[name]) for entry in inner]
    wanted = [value[name] for value in new]
    kept = [one for one in names if one in wanted]
    if kept == [one for one in wanted if one in names] and kept == wanted[: len(kept)]:
        for i in reversed(range(len(names))):
            if names[i] not in wanted:
                del inner[i]
        for value in new[len(kept) :]:
            inner.append(_table(value) if isinstance(inner, AoT) else _inline(value))
        return
    # tomlkit cannot move entries about: the list is put together anew from its entries, comments within them kept.
    values = {value[name]: value for value in new}
    if isinstance(inner, AoT):
        again: Any = tomlkit.aot()
        for one in wanted:
            again.append(entries.get(one, _table(values[one])))
    else:
        again = _array([entries.get(one, values[one]) for one in wanted], lines=True)
    target[key] = again


def _put(target: Any, key: str, value: Any) -> None:
    """Set a key, in the style of what is around it."""
    if isinstance(value, dict):
        inside = isinstance(target, InlineTable)
        if key in ("expect", "mat", "physics", "hand", "match", "puzzle") and not inside:
            target[key] = _table(value)
        else:
            target[key] = _inline(value)
    elif isinstance(value, list) and value and isinstance(value[0], dict) and not isinstance(target, InlineTable):
        target[key] = _tables(value)
    else:
        target[key] = _value(value)


def _table(value: Mapping[str, Any]) -> Table:
    table = tomlkit.table()
    for key, inner in value.items():
        _put(table, key, inner)
    return table


def _tables(values: list[dict[str, Any]]) -> AoT:
    found = tomlkit.aot()
    for value in values:
        found.append(_table(value))
    return found


def _inline(value: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for key, inner in value.items():
        table[key] = _value(inner)
    return table


def _array(values: list[Any], *, lines: bool = False) -> Array:
    array = tomlkit.array()
    for value in values:
        array.append(_value(value))
    return array.multiline(lines)


def _value(value: Any) -> Any:
    if isinstance(value, dict) and not isinstance(value, InlineTable):
        return _inline(value)
    if isinstance(value, list):
        return _array(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, str) and "\n" in value:
        with contextlib.suppress(ValueError, tomlkit.exceptions.TOMLKitError):
            return tomlkit.string(value, multiline=True)
    return value


def _same(a: Any, b: Any) -> bool:
    """Whether two plain values are the same, but for the last bits of numbers."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, bool) or isinstance(b, bool) or not isinstance(a, int | float) or not isinstance(b, int | float):
        return bool(a == b)
    return abs(a - b) <= SAME

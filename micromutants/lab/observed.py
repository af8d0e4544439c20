"""Measured shots from a CSV file: how each was made, and where the chip came to rest."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path

import msgspec

from micromutants.lab.keys import SHOT_KEYS
from micromutants.lab.model import Changes, LabError
from micromutants.lab.sweep import chosen_shot
from micromutants.physics import Launch, Shot
from micromutants.scenario import ScenarioError, read_scenario
from micromutants.scenario.fields import enumerated, meant, shown
from micromutants.table import Face, Table
from micromutants.untrusted import read_file, why

COLUMNS = ("shot", *SHOT_KEYS, "from_x", "from_y", "x", "y", "face")
"""Those that a file may have; ``x`` and ``y`` it must have."""

ROWS_LIMIT = 2000
"""Most shots in a file."""

SIZE_LIMIT = 4_000_000
"""Largest file, bytes."""


class Case(msgspec.Struct, frozen=True):
    """A measured shot as it can be made again.

    Attributes:
        table: Before it.
        moves: What was done.
        piece: Id of the chip that was watched.
    """

    table: Table
    moves: tuple[Shot | Launch, ...]
    piece: str


class Observation(msgspec.Struct, frozen=True):
    """A measured shot.

    Attributes:
        line: In the file.
        case: How it was made.
        x: Where the chip's centre came to rest, mm.
        y: The same.
        special: Whether its special side was up; None where that was not noted.
    """

    line: int
    case: Case
    x: float
    y: float
    special: bool | None


def load_observed(
    path: Path, scenario_data: bytes, scenario_name: str, changes: Changes = ()
) -> tuple[Observation, ...]:
    """Read measured shots from a file, as :func:`read_observed` does.

    Args:
        path: The CSV file.
        scenario_data: The bytes of the scenario file.
        scenario_name: How messages name that.
        changes: Of the scenario, key by value.

    Raises:
        LabError: The file cannot be read, or does not hold them.
        ScenarioError: The scenario cannot be used.
    """
    try:
        data = read_file(path, SIZE_LIMIT, "a file of measured shots")
    except OSError as error:
        raise LabError(f"{path}: {why(error)}") from error
    return read_observed(data, str(path), scenario_data, scenario_name, changes)


def read_observed(
    data: bytes, name: str, scenario_data: bytes, scenario_name: str, changes: Changes = ()
) -> tuple[Observation, ...]:
    """Read measured shots; what a column leaves out is as the scenario says.

    Args:
        data: The bytes of a CSV file whose first line names the columns, see :data:`COLUMNS`.
        name: How messages call it.
        scenario_data: The bytes of the scenario file.
        scenario_name: How messages call that.
        changes: What differs from the scenario file.

    Raises:
        LabError: The CSV file does not hold them; the message has the line.
        ScenarioError: The scenario cannot be used.
    """
    scenario = read_scenario(scenario_data, scenario_name, changes)
    rows = _rows(data, name)
    found = []
    for line, row in rows:
        where = f"{name}: line {line}"
        try:
            shot = chosen_shot(scenario, scenario_name, row.get("shot") or None, "a column shot")
        except LabError as error:
            raise LabError(f"{where}: {error}") from None
        piece = shot.moves[0].piece
        try:
            made = read_scenario(scenario_data, name, (*changes, *_row_changes(shot.name, piece, row, where)))
        except ScenarioError as error:
            fault = error.faults[0]
            raise LabError(f"{where}: {fault.key.rpartition('.')[2]}: {fault.text}") from None
        face = row.get("face", "")
        if face and face not in [one.value for one in Face]:
            raise LabError(f"{where}: face must be normal or special, or left empty, not {shown(face)}")
        case = Case(made.table, made.shot(shot.name).moves, piece)
        x, y = _number(row, "x", where), _number(row, "y", where)
        found.append(Observation(line, case, x, y, face == Face.SPECIAL.value if face else None))
    return tuple(found)


def _rows(data: bytes, name: str) -> list[tuple[int, dict[str, str]]]:
    if len(data) > SIZE_LIMIT:
        raise LabError(f"{name}: the file is longer than {SIZE_LIMIT // 1_000_000} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabError(f"{name}: line {data.count(bytes([10]), 0, error.start) + 1}: this is no UTF-8 text") from None
    reader = csv.reader(io.StringIO(text), strict=True)
    head: list[str] | None = None
    rows: list[tuple[int, dict[str, str]]] = []
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if head is None:
                head = cells
                _check_head(head, f"{name}: line {reader.line_num}")
                continue
            if len(cells) != len(head):
                raise LabError(f"{name}: line {reader.line_num}: {len(cells)} cells under {len(head)} columns")
            rows.append((reader.line_num, dict(zip(head, cells, strict=True))))
    except csv.Error as error:
        raise LabError(f"{name}: line {reader.line_num}: not valid CSV: {error}") from None
    if not rows:
        raise LabError(f"{name}: there is no shot in it; its first line names the columns, each further line is a shot")
    if len(rows) > ROWS_LIMIT:
        raise LabError(f"{name}: {len(rows)} shots; {ROWS_LIMIT} are the most")
    return rows


def _check_head(head: list[str], where: str) -> None:
    for i, column in enumerate(head):
        if column not in COLUMNS:
            hint = meant(column, COLUMNS) or f"; allowed are {enumerated(COLUMNS)}"
            raise LabError(f"{where}: there is no column {shown(column)}{hint}")
        if column in head[:i]:
            raise LabError(f"{where}: the column {column!r} is there twice")
    for column in ("x", "y"):
        if column not in head:
            raise LabError(f"{where}: the column {column!r} is missing: where the chip came to rest, mm")
    if ("from_x" in head) != ("from_y" in head):
        raise LabError(f"{where}: from_x and from_y go together")


def _row_changes(shot: str, piece: str, row: dict[str, str], where: str) -> Changes:
    changes = []
    for key in SHOT_KEYS:
        if row.get(key):
            changes.append((f"shots.{json.dumps(shot, ensure_ascii=False)}.{key}", repr(_number(row, key, where))))
    if row.get("from_x") or row.get("from_y"):
        at = [_number(row, "from_x", where), _number(row, "from_y", where)]
        changes.append((f"pieces.{piece}.at", repr(at)))
    return tuple(changes)


def _number(row: dict[str, str], column: str, where: str) -> float:
    try:
        value = float(row[column])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise LabError(f"{where}: {column} must be a finite number, not {shown(row[column])}")
    return value

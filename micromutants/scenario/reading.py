"""From a TOML file to a scenario; everything that is wrong is found at once."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from micromutants.physics import Physics
from micromutants.rules import TERRAINS, SetupError, load_armies, start
from micromutants.scenario import parts
from micromutants.scenario.fields import Faults, Section, meant, shown
from micromutants.scenario.lines import Path as Key
from micromutants.scenario.lines import key_lines
from micromutants.scenario.model import (
    FORMAT,
    Fault,
    MatchStart,
    Puzzle,
    SavedShot,
    Scenario,
    ScenarioError,
    match_setup,
)
from micromutants.scenario.shots import read_shots
from micromutants.table import Mat, Table, TableError
from micromutants.tomlkeys import MOST_PARTS, endless_key
from micromutants.untrusted import read_file, why

SIZE_LIMIT = 1_000_000
"""Largest file, bytes."""

SEED_LIMIT = 2**63

MODES = ("basic", "advanced")
"""Games that a match may be."""

_AT_LINE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

Changes = Sequence[tuple[str, str]]
"""Pairs of a dotted key and a TOML value, put in place of what the file says."""


def load_scenario(path: Path | str, changes: Changes = ()) -> Scenario:
    """Read a scenario file.

    Args:
        path: Of the file.
        changes: Values that replace those of the file, such as ``("physics.friction_mat", "0.3")`` or
            ``('shots."the hop".power', "0.5")``; pieces go by their ids.

    Raises:
        ScenarioError: Something is wrong with the file or a change; the error holds all of it.
    """
    path = Path(path)
    try:
        data = read_file(path, SIZE_LIMIT, "a scenario file")
    except OSError as error:
        raise ScenarioError(str(path), [Fault(0, "", why(error))]) from error
    return read_scenario(data, str(path), changes)


def read_scenario(data: bytes, name: str, changes: Changes = ()) -> Scenario:
    """The scenario that these bytes hold.

    Args:
        data: The content of a file.
        name: What messages call it.
        changes: As for :func:`load_scenario`.

    Raises:
        ScenarioError: They do not hold one.
    """
    text = _decoded(data, name)
    document, lines = _parsed(text.removeprefix("\ufeff"), name)
    given, wrong = _changed(document, changes)
    faults = Faults(lines, given)
    faults.found.extend(wrong)
    scenario = read_document(document, faults, text, hashlib.sha256(data).hexdigest())
    if faults.found or scenario is None:
        raise ScenarioError(name, faults.found)
    return scenario


def _decoded(data: bytes, name: str) -> str:
    if len(data) > SIZE_LIMIT:
        raise ScenarioError(name, [Fault(0, "", f"the file is longer than {SIZE_LIMIT // 1000} kB")])
    if not data.strip():
        raise ScenarioError(name, [Fault(0, "", "the file is empty")])
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioError(name, [Fault(line, "", f"byte {data[error.start]:#04x} is not UTF-8 text")]) from None


def _parsed(text: str, name: str) -> tuple[dict[str, Any], dict[Key, int]]:
    if line := endless_key(text):
        raise ScenarioError(name, [Fault(line, "", f"not valid TOML: a key has more than {MOST_PARTS} parts")])
    try:
        return tomllib.loads(text), key_lines(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _AT_LINE.search(said)
        line, where = 0, ""
        if found is not None:
            said = said[: found.start()]
            line = int(found[1]) if found[1] else text.rstrip("\n").count("\n") + 1
            where = f" (column {found[2]})" if found[2] else " (at the end of the file)"
        fault = Fault(line, "", f"not valid TOML: {said[:1].lower()}{said[1:]}{where}")
    except RecursionError:
        fault = Fault(0, "", "not valid TOML: it is nested too deep")
    except ValueError:
        # What Python has no room for: a whole number of thousands of digits.
        fault = Fault(0, "", "not valid TOML: it has a number or a date that cannot be")
    raise ScenarioError(name, [fault])


def _changed(document: dict[str, Any], changes: Changes) -> tuple[list[Key], list[Fault]]:
    """Put the changes into the document; returns where, and what is wrong with them."""
    given: list[Key] = []
    wrong: list[Fault] = []
    for key, value in changes:
        try:
            _merge(document, tomllib.loads(f"{key} = {value}"), (), given)
        except (tomllib.TOMLDecodeError, RecursionError):
            hint = "a number, true, false, a list or a text in quotes"
            wrong.append(Fault(0, key, f"{shown(value)} cannot be set: the key is dotted and the value {hint}"))
        except LookupError as error:
            wrong.append(Fault(0, key, error.args[0]))
    return given, wrong


def _merge(target: Any, change: dict[str, Any], path: Key, given: list[Key]) -> None:
    for key, value in change.items():
        where: Any = key
        if isinstance(target, list):
            names = [str(e.get("id", e.get("name"))) if isinstance(e, dict) else "" for e in target]
            if key not in names:
                raise LookupError(f"there is no {shown(key)} in {path[-1]}{meant(key, names)}")
            where = names.index(key)
        inner = target[where] if isinstance(target, list) else target.get(where)
        if isinstance(value, dict) and isinstance(inner, dict | list):
            _merge(inner, value, (*path, where), given)
        else:
            target[where] = value
            given.append((*path, where))


def read_document(document: dict[str, Any], faults: Faults, text: str = "", sha256: str = "") -> Scenario | None:
    """The scenario of a parsed file; None where something is wrong, which is added to the faults."""
    root = Section(document, (), faults)
    if not _format(root):
        return None
    title = root.text("title", needed=True)
    description = root.text("description", limit=4000, lines=True)
    mat = parts.read_mat(root.table("mat"))
    physics = parts.read_physics(root.table("physics"))
    hand = parts.read_hand(root.table("hand"))
    match = _match(root.table("match"))
    pieces = parts.read_pieces(root.tables("pieces", parts.PIECES_LIMIT), mat or Mat())
    shots = read_shots(root.tables("shots", parts.SHOTS_LIMIT), pieces.kinds, physics or Physics(), hand)
    if root.has("match"):
        for key in ("pieces", "shots"):
            if document.get(key):
                root.fault(key, "a match begins with the set-up of its armies: leave these out, or [match]")
    puzzle = _puzzle(root.table("puzzle"), shots)
    root.close()
    if faults.found or title is None or mat is None or physics is None or hand is None:
        return None
    try:
        table = Table.of(mat, pieces.pieces)
        if match is not None:
            table = start(match_setup(match, hand, physics, table)).table
    except TableError as error:
        root.fault("pieces", str(error))
        return None
    except SetupError as error:
        root.fault("match", str(error))
        return None
    told = (description or "").strip()
    return Scenario(title, told, table, physics, hand, shots, pieces.breeds, match, puzzle, text, sha256)


def _format(root: Section) -> bool:
    """Whether the file is of a format that this version reads."""
    version = root.raw("format")
    if version is None:
        root.fault(None, f"format is missing: the file must begin with format = {FORMAT}")
    elif not isinstance(version, int) or isinstance(version, bool) or version < 1:
        root.wrong("format", str(FORMAT))
    elif version > FORMAT:
        root.fault(
            "format", f"{shown(version)} is newer than {FORMAT}, the newest that this version of micromutants reads"
        )
        return False
    return True


def _puzzle(section: Section | None, shots: Sequence[SavedShot]) -> Puzzle | None:
    if section is None:
        return None
    goal = section.text("goal", needed=True)
    # Shots that are wrong are left out here; whether they can be named is asked again when they are right.
    solution = None
    if section.faults.found:
        section.note("solution")
    elif not shots:
        section.note("solution")
        section.fault("solution", "the file has no shots: give it one that reaches the goal")
    else:
        solution = section.choice("solution", [shot.name for shot in shots], needed=True)
    shot = next((shot for shot in shots if shot.name == solution), None)
    if shot is not None and not shot.expects:
        section.fault("solution", f"nothing is expected of {solution!r}, so there is no goal: give it an expect")
    section.close()
    return None if goal is None or solution is None else Puzzle(goal, solution)


def _match(section: Section | None) -> MatchStart | None:
    if section is None:
        return None
    armies = tuple(load_armies())
    mode = section.choice("mode", MODES, needed=True)
    chosen = section.words("armies", armies, f"armies {', '.join(armies)}")
    if not section.has("armies"):
        section.missing("armies", f"two to four of {', '.join(armies)}")
    elif chosen is not None and len(chosen) < 2:
        section.fault("armies", f"a match is for two to four armies, not {len(chosen)}")
    terrain = section.words("terrain", TERRAINS, f"templates {', '.join(TERRAINS)}")
    if terrain is not None and len(terrain) > 2:
        section.fault("terrain", f"there are two stars for templates, not {len(terrain)}")
    seed = section.whole("seed", 0, SEED_LIMIT - 1)
    section.close()
    return None if chosen is None or mode is None else MatchStart(chosen, seed or 0, mode, terrain or ())

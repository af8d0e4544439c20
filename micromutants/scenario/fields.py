"""Reading keys out of a parsed TOML table, collecting everything that is wrong instead of stopping at the first."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from micromutants.physics.constants import number_within
from micromutants.scenario.lines import Path
from micromutants.scenario.model import Fault

TEXT_LIMIT = 200
"""Longest name or title, characters."""

SHOWN = 40
"""So much of a wrong value is repeated in a message, characters."""


class Faults:
    """What has been found wrong so far, and where keys stand."""

    def __init__(self, lines: Mapping[Path, int], given: Iterable[Path] = ()) -> None:
        self.lines = lines
        self.given = frozenset(given)
        """Paths of values that came from the command line and stand on no line."""
        self.found: list[Fault] = []
        self.asks: list[Ask] = []
        """Every key that was asked for, from which the format is described."""

    def add(self, path: Path, text: str) -> None:
        """Write down a fault at a key; what has no line of its own stands where its table does."""
        where = path
        while where and where not in self.lines:
            where = where[:-1]
        line = 0 if any(path[: len(given)] == given for given in self.given) else self.lines.get(where, 1)
        self.found.append(Fault(line, dotted(path), text))


def dotted(path: Path) -> str:
    """A path as it is written in messages: ``pieces[0].at``; a key of other characters than usual in quotes."""
    told = ""
    for part in path:
        if isinstance(part, int):
            told += f"[{part}]"
        else:
            key = part if part.isascii() and part.replace("-", "_").isidentifier() else repr(part)
            told += f"{'.' if told else ''}{shortened(key)}"
    return told


def shortened(text: str) -> str:
    """The text, cut where it is too long for a message."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def enumerated(words: Sequence[str], most: int = 40) -> str:
    """The words in a row, and that there are more."""
    return ", ".join([*words[:most], "…"] if len(words) > most else words)


def meant(word: str, known: Iterable[str]) -> str:
    """A question whether something like it was meant; empty where nothing is like it."""
    words = list(known)
    near = difflib.get_close_matches(word, words, 1, 0.6)
    if not near:
        # Many a key is a word with its unit, of which the word alone comes to mind.
        stems = {name.split("_")[0]: name for name in reversed(words)}
        near = [stems[stem] for stem in difflib.get_close_matches(word, list(stems), 1, 0.75)]
    return f"; did you mean {near[0]!r}?" if near else ""


def shown(value: Any) -> str:
    """A wrong value as a message repeats it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    try:
        told = repr(value) if isinstance(value, str | int | float) else str(value)
    except ValueError:  # a whole number too long to be written
        return "a huge number"
    return shortened(told)


class Ask(NamedTuple):
    """A key that the reader asked for.

    Attributes:
        path: Of its table, without the indices of lists.
        key: Its name.
        allowed: What its value must be; empty where that is not said in general.
        given: Whether the document has it.
    """

    path: tuple[str, ...]
    key: str
    allowed: str
    given: bool


class Section:
    """One table of the file.

    Every key that is asked for is a key that is allowed; :meth:`close` complains of the others.

    Attributes:
        path: Of the table.
        faults: Where complaints go.
    """

    def __init__(self, table: Mapping[str, Any], path: Path, faults: Faults) -> None:
        self._table = table
        self._asked: list[str] = []
        self._refused: set[str] = set()
        self.path = path
        self.faults = faults

    def note(self, key: str, allowed: str = "") -> None:
        """Ask for a key, and say what its value must be."""
        self._asked.append(key)
        path = tuple(part for part in self.path if isinstance(part, str))
        self.faults.asks.append(Ask(path, key, allowed, key in self._table))

    def has(self, key: str, allowed: str = "") -> bool:
        """Whether the key is given; asks for it."""
        self.note(key, allowed)
        return key in self._table

    def raw(self, key: str) -> Any:
        """The value as it stands, None where it is not given."""
        self.note(key)
        return self._table.get(key)

    def fault(self, key: str | None, text: str) -> None:
        """Complain of a key, or of the table."""
        self.faults.add(self.path if key is None else (*self.path, key), text)

    def wrong(self, key: str, allowed: str) -> None:
        """Complain of a value that is not what is allowed."""
        self.fault(key, f"must be {allowed}, not {shown(self._table[key])}")

    def missing(self, key: str, allowed: str) -> None:
        """Complain that a key is not there."""
        self.fault(None, f"{key} is missing: it must be {allowed}")

    def _value(self, key: str, allowed: str, sound: Callable[[Any], Any], needed: bool = False) -> Any:
        """The value of a key; None where it is not given, or is not what is allowed, which is complained of."""
        if not self.has(key, allowed):
            if needed:
                self.missing(key, allowed)
            return None
        value = self._table[key]
        if sound(value):
            return value
        self.wrong(key, allowed)
        return None

    def number(
        self, key: str, low: float, high: float, *, unit: str = "", above: bool = False, needed: bool = False
    ) -> float | None:
        """A number in a range; None where it is not given or wrong."""
        allowed = number_within(low, high, above=above) + (f" {unit}" if unit else "")
        value = self._value(
            key, allowed, lambda v: is_number(v) and (low < v if above else low <= v) and v <= high, needed
        )
        return None if value is None else float(value)

    def whole(self, key: str, low: int, high: int, *, needed: bool = False) -> int | None:
        """A whole number in a range; None where it is not given or wrong."""
        allowed = f"a whole number from {low} to {high}"
        found: int | None = self._value(
            key, allowed, lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high, needed
        )
        return found

    def text(self, key: str, *, needed: bool = False, limit: int = TEXT_LIMIT, lines: bool = False) -> str | None:
        """A text that is not empty; None where it is not given or wrong."""
        allowed = f"a text{'' if lines else ' on one line'} of 1 to {limit} characters"
        found: str | None = self._value(
            key,
            allowed,
            lambda v: isinstance(v, str) and v.strip() and len(v) <= limit and (lines or v.isprintable()),
            needed,
        )
        return found

    def choice(self, key: str, known: Sequence[str], *, needed: bool = False) -> str | None:
        """One of some words; None where it is not given or wrong."""
        if not self.has(key, f"one of {enumerated(known)}"):
            if needed:
                self.missing(key, f"one of {enumerated(known)}")
            return None
        value = self._table[key]
        if not isinstance(value, str) or value not in known:
            hint = meant(value, known) if isinstance(value, str) else ""
            self.fault(key, f"must be one of {enumerated(known)}, not {shown(value)}{hint}")
            return None
        return value

    def flag(self, key: str) -> bool | None:
        """True or false; None where it is not given or wrong."""
        found: bool | None = self._value(key, "true or false", lambda v: isinstance(v, bool))
        return found

    def words(self, key: str, known: Sequence[str], what: str) -> tuple[str, ...] | None:
        """A list of some of the known words, each once; None where it is not given or wrong."""
        value = self._value(key, f"a list of {what}", lambda v: isinstance(v, list) and v)
        if value is None:
            return None
        sound = True
        for i, word in enumerate(value):
            if not isinstance(word, str) or word not in known:
                hint = meant(word, known) if isinstance(word, str) else ""
                self.faults.add((*self.path, key, i), f"must be one of the {what}, not {shown(word)}{hint}")
                sound = False
            elif word in value[:i]:
                self.faults.add((*self.path, key, i), f"{shown(word)} is named twice")
                sound = False
        return tuple(value) if sound else None

    def table(self, key: str) -> Section | None:
        """A table below this one; None where it is not given or something else."""
        value = self._value(key, "a table", lambda v: isinstance(v, dict))
        return None if value is None else Section(value, (*self.path, key), self.faults)

    def tables(self, key: str, limit: int) -> list[Section]:
        """A list of tables below this one; what is no table is complained of and left out."""
        if not self.has(key, f"a list of at most {limit} tables"):
            return []
        value = self._table[key]
        if not isinstance(value, list):
            self.wrong(key, f"a list of tables, each begun with [[{dotted((*self.path, key))}]]")
            return []
        if len(value) > limit:
            self.fault(key, f"must be at most {limit}, not {len(value)}")
            return []
        found = []
        for i, entry in enumerate(value):
            if isinstance(entry, dict):
                found.append(Section(entry, (*self.path, key, i), self.faults))
            else:
                self.faults.add((*self.path, key, i), f"must be a table, not {shown(entry)}")
        return found

    def refuse(self, key: str, text: str) -> None:
        """Complain of a key if it is given, which is not allowed here."""
        if key in self._table:
            self._refused.add(key)
            self.fault(key, text)

    def close(self) -> None:
        """Complain of every key that was never asked for."""
        known = list(dict.fromkeys(self._asked))
        for key in self._table:
            if key not in known and key not in self._refused:
                hint = meant(key, known) or f"; allowed are {enumerated(known)}"
                self.fault(key, f"there is no key {shown(key)} here{hint}")


def is_number(value: Any) -> bool:
    """Whether it is a finite number (true and false are none)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False

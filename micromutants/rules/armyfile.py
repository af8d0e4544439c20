"""Reading and checking an army file: what is wrong is told with file, line and key."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from micromutants.assets import asset_text
from micromutants.rules.army import Army, ArmyError, Base, Breed, Card, Projectile
from micromutants.rules.effects import EFFECTS
from micromutants.rules.ids import ENTRANCE, METEOR, RESOURCE, TERRAINS
from micromutants.table import KINDS
from micromutants.tomlkeys import MOST_PARTS, endless_key

COLOURS = ("orange", "sky-blue", "bluish-green", "yellow", "blue", "vermillion", "reddish-purple")
"""Keys of the Okabe-Ito palette, whose colours can be told apart by almost every eye."""

BREEDS, DICE, FACES, BASES, EVOLUTIONS = 5, 2, 6, 3, 2
"""How many breeds, dice, faces of a die, bases, and evolution cards of a base that can grow, an army has."""

_ID = re.compile(r"[a-z]+(-[a-z]+)*")
_RESERVED = (RESOURCE, METEOR, ENTRANCE, *TERRAINS)

_KEYS = sorted({field for kind in (Army, Breed, Projectile, Base, Card) for field in kind.__struct_fields__})

_Fault = tuple[str, str]
"""Key and what is wrong with it."""


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


SIZE_LIMIT = 1_000_000
"""Largest army file, bytes."""


def read_army(path: Path) -> Army:
    """An army from its file.

    Raises:
        ArmyError: The file cannot be used; one sentence with file, line and key.
    """
    try:
        if path.is_dir():
            raise ArmyError(f"{path}: this is a folder, not an army file")
        if path.exists() and not path.is_file():
            raise ArmyError(f"{path}: this is not a regular file")
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise ArmyError(f"{path}: could not be read: {(error.strerror or str(error)).lower()}") from error
    if len(data) > SIZE_LIMIT:
        raise ArmyError(f"{path}: the file is longer than {SIZE_LIMIT // 1000} kB")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ArmyError(f"{path}: line {line}: byte {data[error.start]:#04x} is not UTF-8 text") from None
    return parse_army(text.removeprefix("\ufeff"), str(path))


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
            said = "unknown key" + _meant(unknown[1], _KEYS)
        raise ArmyError(_message(text, file, key, said[0].lower() + said[1:])) from None
    except RecursionError:
        raise ArmyError(f"{file}: not valid TOML: it is nested too deep") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise ArmyError(f"{file}: not valid TOML: {error}") from None
    for key, fault in _faults(army):
        raise ArmyError(_message(text, file, key, fault))
    return army


def _message(text: str, file: str, key: str, said: str) -> str:
    line = line_of(text, key)
    where = f"{file}: line {line}" if line else file
    return f"{where}: {key or 'top level'}: {said}"


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


def _meant(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _one_of(word: object, known: Iterable[str]) -> str:
    names = list(known)
    return f"must be one of {', '.join(names)}, not {word!r}" + _meant(str(word), names)


def _faults(army: Army) -> Iterator[_Fault]:
    """What is wrong in an army, each with its key."""
    if not _ID.fullmatch(army.id):
        yield "id", f"must be small letters joined by hyphens, not {army.id!r}"
    if army.colour not in COLOURS:
        yield "colour", _one_of(army.colour, COLOURS)
    yield from _pieces(army)
    if len(army.breeds) != BREEDS:
        yield "breeds", f"there must be {BREEDS}, not {len(army.breeds)}"
    if len(army.bases) != BASES or [base.main for base in army.bases] != [True, False, False]:
        yield "bases", f"there must be {BASES}, the first of them and only it with main = true"
    for i, base in enumerate(army.bases):
        wanted = 0 if base.main else EVOLUTIONS
        if len(base.evolutions) != wanted:
            yield f"bases[{i}].evolutions", f"there must be {wanted}, not {len(base.evolutions)}"
    known = [breed.id for breed in army.breeds]
    if len(army.dice) != DICE:
        yield "dice", f"there must be {DICE}, not {len(army.dice)}"
    for i, die in enumerate(army.dice):
        if len(die) != FACES:
            yield f"dice[{i}]", f"there must be {FACES} faces, not {len(die)}"
        for j, face in enumerate(die):
            if face not in known:
                yield f"dice[{i}][{j}]", _one_of(face, known)
    for i, projectile in enumerate(army.projectiles):
        if projectile.shooter not in known:
            yield f"projectiles[{i}].shooter", _one_of(projectile.shooter, known)
    yield from _cards(army)


def _pieces(army: Army) -> Iterator[_Fault]:
    lists: tuple[tuple[str, tuple[Breed | Projectile | Base, ...]], ...] = (
        ("breeds", army.breeds),
        ("projectiles", army.projectiles),
        ("bases", army.bases),
    )
    seen: list[str] = []
    for key, pieces in lists:
        for i, piece in enumerate(pieces):
            if not _ID.fullmatch(piece.id):
                yield f"{key}[{i}].id", f"must be small letters joined by hyphens, not {piece.id!r}"
            if piece.id in seen or piece.id in _RESERVED:
                yield f"{key}[{i}].id", f"{piece.id!r} is taken, each piece needs its own"
            seen.append(piece.id)
            if not isinstance(piece, Base):
                if not 1 <= piece.count <= 20:
                    yield f"{key}[{i}].count", f"must be from 1 to 20, not {piece.count}"
                if piece.kind not in KINDS or not KINDS[piece.kind].chip:
                    yield f"{key}[{i}].kind", _one_of(piece.kind, (k.name for k in KINDS.values() if k.chip))


def _cards(army: Army) -> Iterator[_Fault]:
    places = [
        *((f"breeds[{i}].ability", breed.ability) for i, breed in enumerate(army.breeds)),
        *((f"projectiles[{i}].card", shot.card) for i, shot in enumerate(army.projectiles)),
        *(
            (f"bases[{i}].evolutions[{j}]", card)
            for i, base in enumerate(army.bases)
            for j, card in enumerate(base.evolutions)
        ),
    ]
    evolutions = [card.id for base in army.bases for card in base.evolutions]
    for key, card in places:
        if evolutions.count(card.id) > 1:
            yield f"{key}.id", f"{card.id!r} is taken, each evolution card needs its own"
        for i, given in enumerate(card.effects):
            for inner, fault in _effect(army, given):
                yield f"{key}.effects[{i}]{inner}", fault


def _effect(army: Army, given: dict[str, object]) -> Iterator[_Fault]:
    """What is wrong with an effect of a card of this army."""
    name = given.get("effect")
    if not isinstance(name, str) or name not in EFFECTS:
        yield ".effect", _one_of(name, EFFECTS)
        return
    unit = EFFECTS[str(name)]
    values = {key: value for key, value in given.items() if key != "effect"}
    known = unit.params.__struct_fields__
    for key in values:
        if key not in known:
            allowed = f"{name} takes {', '.join(known)}" if known else f"{name} takes no parameters"
            yield f".{key}", f"unknown parameter, {allowed}" + _meant(key, known)
            return
    try:
        msgspec.convert(values, unit.params)
    except msgspec.ValidationError as error:
        said, _, key = str(error).partition(" - at `$")
        yield key.rstrip("`"), said[0].lower() + said[1:]
        return
    breeds = [breed.id for breed in army.breeds]
    several = values.get("breeds", ())
    for breed in (values.get("breed"), *(several if isinstance(several, list | tuple) else ())):
        if breed is not None and breed not in breeds:
            yield ".breed", _one_of(breed, breeds)
    missiles = [projectile.id for projectile in army.projectiles]
    if "projectile" in values and values["projectile"] not in missiles:
        yield ".projectile", _one_of(values["projectile"], missiles)
    ignored = values.get("ignores", ())
    for other in ignored if isinstance(ignored, list | tuple) else ():
        if other not in EFFECTS:
            yield ".ignores", _one_of(other, EFFECTS)
    if "of" in values:
        yield from _change(army, str(values["of"]), values.get("set", {}))


def _change(army: Army, of: str, changed: object) -> Iterator[_Fault]:
    cards = {card.id: card for card in army.cards}
    if of not in cards:
        yield ".of", _one_of(of, cards)
        return
    fields = [f for given in cards[of].effects for f in EFFECTS[str(given["effect"])].params.__struct_fields__]
    for key, value in dict(changed if isinstance(changed, dict) else {}).items():
        if key not in fields:
            yield f".set.{key}", f"the card {of!r} has no such parameter" + _meant(key, fields)
            continue
        for given in cards[of].effects:
            if key in EFFECTS[str(given["effect"])].params.__struct_fields__:
                yield from ((f".set{inner}", fault) for inner, fault in _effect(army, {**given, key: value}))

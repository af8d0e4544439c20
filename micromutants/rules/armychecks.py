"""What an army must be, whether it comes from a file or with a match: each fault is told with its key."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import msgspec

from micromutants.rules.army import Army, Base, Breed, Card, Projectile
from micromutants.rules.effects import EFFECTS
from micromutants.rules.ids import ENTRANCE, METEOR, RESOURCE, TERRAINS
from micromutants.table import KINDS

COLOURS = ("orange", "sky-blue", "bluish-green", "yellow", "blue", "vermillion", "reddish-purple")
"""Keys of the Okabe-Ito palette, whose colours can be told apart by almost every eye."""

BREEDS, DICE, FACES, BASES, EVOLUTIONS = 5, 2, 6, 3, 2
"""How many breeds, dice, faces of a die, bases, and evolution cards of a base that can grow, an army has."""

BUGS_MIN, BUGS_MAX = 5, 24
"""How many bugs an army has: one of each breed at least, and no more than lie side by side in a set-up area."""

PROJECTILES_MAX, EFFECTS_MAX = 4, 8
"""How many kinds of projectile an army, and how many effects a card, may have."""

WORDS_MAX: Mapping[str, int] = MappingProxyType(
    {"id": 40, "name": 40, "plural": 40, "motto": 120, "strength": 40, "title": 40, "text": 400}
)
"""Longest texts by their key, in characters."""

CARD_KINDS: Mapping[str, str] = MappingProxyType(
    {"breed": "the card of a breed", "projectile": "the card of a projectile", "evolution": "an evolution card"}
)
"""How the kinds of cards are called."""

_ID = re.compile(r"[a-z]+(-[a-z]+)*")
_RESERVED = (RESOURCE, METEOR, ENTRANCE, *TERRAINS)

Fault = tuple[str, str]
"""Key and what is wrong with it."""


def meant(word: str, known: Iterable[str]) -> str:
    """A guess at what was meant by an unknown word; empty where nothing comes near."""
    close = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _one_of(word: object, known: Iterable[str]) -> str:
    names = list(known)
    return f"must be one of {', '.join(names)}, not {word!r}" + meant(str(word), names)


def army_faults(army: Army) -> Iterator[Fault]:
    """What is wrong in an army, each with its key."""
    if not _ID.fullmatch(army.id):
        yield "id", f"must be small letters joined by hyphens, not {army.id!r}"
    if army.colour not in COLOURS:
        yield "colour", _one_of(army.colour, COLOURS)
    if len(army.projectiles) > PROJECTILES_MAX:
        yield "projectiles", f"there may be up to {PROJECTILES_MAX} kinds, not {len(army.projectiles)}"
    yield from _words(army)
    yield from _pieces(army)
    if len(army.breeds) != BREEDS:
        yield "breeds", f"there must be {BREEDS}, not {len(army.breeds)}"
    bugs = sum(breed.count for breed in army.breeds)
    if not BUGS_MIN <= bugs <= BUGS_MAX:
        yield "breeds", f"their counts must come to {BUGS_MIN} to {BUGS_MAX} bugs, not {bugs}"
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


def misplaced(army: Army) -> Iterator[Fault]:
    """Effects on cards on which they do nothing, each with its key.

    A match may hold such an army, and an older version may have saved it; a file is told of it.
    """
    for key, card in _places(army):
        kind = "breed" if ".ability" in key else "projectile" if ".card" in key else "evolution"
        for i, given in enumerate(card.effects):
            unit = EFFECTS.get(str(given.get("effect")))
            if unit is not None and kind not in unit.on:
                where = " or ".join(CARD_KINDS[each] for each in unit.on)
                yield f"{key}.effects[{i}].effect", f"{unit.id} works on {where}, not on {CARD_KINDS[kind]}"


def _words(army: Army) -> Iterator[Fault]:
    """Texts that are empty, too long, or hold what can not be shown."""
    places: list[tuple[str, Army | Breed | Projectile | Base | Card]] = [("", army)]
    places += [(f"breeds[{i}].", breed) for i, breed in enumerate(army.breeds)]
    places += [(f"projectiles[{i}].", projectile) for i, projectile in enumerate(army.projectiles)]
    places += [(f"bases[{i}].", base) for i, base in enumerate(army.bases)]
    places += [(f"{key}.", card) for key, card in _places(army)]
    for prefix, part in places:
        for field, longest in WORDS_MAX.items():
            text = getattr(part, field, None)
            if text is None:
                continue
            if not (text.strip() and text.isprintable() and len(text) <= longest):
                yield f"{prefix}{field}", f"must be 1 to {longest} printable characters, not {text[:60]!r}"


def _pieces(army: Army) -> Iterator[Fault]:
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


def _places(army: Army) -> list[tuple[str, Card]]:
    """Every card with its key."""
    return [
        *((f"breeds[{i}].ability", breed.ability) for i, breed in enumerate(army.breeds)),
        *((f"projectiles[{i}].card", shot.card) for i, shot in enumerate(army.projectiles)),
        *(
            (f"bases[{i}].evolutions[{j}]", card)
            for i, base in enumerate(army.bases)
            for j, card in enumerate(base.evolutions)
        ),
    ]


def _cards(army: Army) -> Iterator[Fault]:
    places = _places(army)
    evolutions = [card.id for base in army.bases for card in base.evolutions]
    for key, card in places:
        if evolutions.count(card.id) > 1:
            yield f"{key}.id", f"{card.id!r} is taken, each evolution card needs its own"
        if len(card.effects) > EFFECTS_MAX:
            yield f"{key}.effects", f"there may be up to {EFFECTS_MAX}, not {len(card.effects)}"
        for i, given in enumerate(card.effects):
            for inner, fault in _effect(army, given):
                yield f"{key}.effects[{i}]{inner}", fault


def _effect(army: Army, given: dict[str, object]) -> Iterator[Fault]:
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
            yield f".{key}", f"unknown parameter, {allowed}" + meant(key, known)
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


def _change(army: Army, of: str, changed: object) -> Iterator[Fault]:
    cards = {card.id: card for card in army.cards}
    if of not in cards:
        yield ".of", _one_of(of, cards)
        return
    fields = [f for given in cards[of].effects for f in EFFECTS[str(given["effect"])].params.__struct_fields__]
    for key, value in dict(changed if isinstance(changed, dict) else {}).items():
        if key not in fields:
            yield f".set.{key}", f"the card {of!r} has no such parameter" + meant(key, fields)
            continue
        for given in cards[of].effects:
            if key in EFFECTS[str(given["effect"])].params.__struct_fields__:
                yield from ((f".set{inner}", fault) for inner, fault in _effect(army, {**given, key: value}))

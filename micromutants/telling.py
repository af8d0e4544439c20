"""A match as text: a line for every turn, or every happening with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from rich.text import Text

from micromutants.rules import (
    Action,
    Army,
    Card,
    Happening,
    Setup,
    Tremble,
    army_of,
    breed_of,
    is_base,
    is_bug,
    piece_name,
)
from micromutants.table import Table

SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green")

_PHRASES = {
    "capture": "{0} captures {1}",
    "fumble": "{0} ends beneath {1} and is lost",
    "base-damaged": "{0} damages {1}",
    "base-eliminated": "{0} eliminates {1}",
    "put-back": "{0} leaves the mat and goes back",
    "overlap": "{0} lies on {1} to no effect",
    "reinforcement": "{0} comes as a reinforcement",
    "hit": "{0} eliminates {1}",
    "shielded": "{0} is protected from {1}",
    "armour": "{0} is saved by its armour",
    "cleave": "{0} cleaves {1}",
    "venom": "{1} dies of the venom of {0}",
    "webbed": "{0} catches {1}",
    "terrain": "{0} is lost on {1}",
    "burnt": "{1} burns in {0}",
    "meteor": "a meteor hits {1}",
    "resource": "{0} collects a resource",
    "brought": "{0} is brought",
    "hatched": "{1} hatches into {0}",
    "turned": "{0} is turned over",
    "shove": "{0} pushes its neighbours away",
    "freed": "{0} is freed",
    "nothing": "{0} takes nothing",
    "forgone": "lets a move go",
    "die-lost": "a result is lost",
    "extra-lost": "the extra shot is lost",
}
"""What is told of a happening; the pieces are filled in."""

_UNTOLD = frozenset(
    {
        *("first", "places", "arranged", "dropped", "drop-again", "turn", "roll", "flick", "load", "thrown", "offer"),
        *("declined", "put-beside", "base-back", "slid-out", "spent", "extra-earned", "flame-out", "victory"),
    }
)
"""What goes without saying in a line."""


class Told(Protocol):
    """What is needed of an entry: one of a match as well as one of a record."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def action(self) -> Action:
        """What was done."""

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What the rules made of it."""

    @property
    def table(self) -> Table:
        """What lies on the mat after it."""


def army(army: Army) -> Iterator[Text]:
    """An army: its breeds and projectiles with their cards, its bases with theirs, its dice."""
    yield Text.assemble((army.name, "bold"), f" ({army.id}): {army.strength.lower()}. {army.motto}")
    for breed in army.breeds:
        sides = "two-sided" if breed.two_sided else "one-sided"
        yield Text(f"  {breed.name}, {breed.count} × {breed.kind}, {sides}. {_card(breed.ability)}")
    for shot in army.projectiles:
        yield Text(f"  {shot.name}, projectile, {shot.count} × {shot.kind}. {_card(shot.card)}")
    for base in army.bases:
        yield Text(f"  {base.name}{', main base' if base.main else ', base'}.")
        for card in base.evolutions:
            yield Text(f"    {_card(card)}")
    for number, die in enumerate(army.dice, 1):
        yield Text(f"  Die {number}: {', '.join(die)}.")
    yield Text("")


def _card(card: Card) -> str:
    effects = ", ".join(str(effect["effect"]) for effect in card.effects)
    return f"{card.title}: {card.text}" + (f" [{effects}]" if effects else "")


def heading(setup: Setup) -> list[Text]:
    """Who plays, and the names of the columns."""
    lines = []
    for player, seat in enumerate(setup.seats):
        lines.append(
            Text.assemble(
                (seat.name, SEAT_STYLES[player % len(SEAT_STYLES)]), f" leads the {army_of(setup, player).name}."
            )
        )
    seats = len(setup.seats)
    bugs, bases = f"{'Bugs':^{5 * seats - 3}}", f"{'Bases':^{4 * seats - 3}}"
    columns = f"{'Turn':>4}  {'Player':<{_name_width(setup)}}  {bugs}  {bases}  Dice: what came of it"
    order = " – ".join(seat.name for seat in setup.seats)
    return [*lines, Text(f"Bugs and bases in play are given as {order}."), Text(""), Text(columns, style="dim")]


def turns(setup: Setup, entries: Iterable[Told]) -> Iterator[Text]:
    """A line for each turn as soon as it is over, then how the match ended, if it did."""
    words = _Words(setup)
    turn, player, dice = 0, -1, ""
    table: Table | None = None
    phrases: list[str] = []
    for entry in entries:
        told = [words.phrase(h, player) for h in entry.happenings if h.kind not in _UNTOLD]
        if isinstance(entry.action, Tremble) and not told and is_bug(setup, entry.action.shot.piece):
            told = [words.uneventful(entry.action.shot.piece)]
        phrases.extend(told)
        for happening in entry.happenings:
            if happening.kind == "turn":
                # It comes with the last action of the turn before.
                if turn:
                    yield _line(setup, turn, player, dice, phrases, entry.table)
                turn, player, dice, phrases = turn + 1, happening.player, "", []
            elif happening.kind == "roll":
                dice = happening.text.partition(" rolls ")[2].rstrip(".") or dice
            elif happening.kind == "victory":
                yield _line(setup, turn, player, dice, phrases, entry.table)
                yield Text("")
                yield Text(f"{happening.text} (rule {happening.rule}, turn {turn})", style="bold")
                turn = 0
        table = entry.table
    if turn and table is not None:
        yield _line(setup, turn, player, dice, phrases, table)
        yield Text("The match is not over.")


def happenings(entries: Iterable[Told]) -> Iterator[Text]:
    """A line for each happening: number of the action, rule, sentence."""
    for entry in entries:
        for happening in entry.happenings:
            style = "bold" if happening.kind in ("turn", "victory") else ""
            yield Text(f"{entry.number:>5}  {happening.rule:<3}  {happening.text}", style=style)


def _line(setup: Setup, turn: int, player: int, dice: str, phrases: list[str], table: Table) -> Text:
    seats = range(len(setup.seats))
    bugs = [sum(piece.owner == seat and is_bug(setup, piece.id) for piece in table) for seat in seats]
    bases = [sum(piece.owner == seat and is_base(setup, piece.id) for piece in table) for seat in seats]
    name = f"{setup.seats[player].name:<{_name_width(setup)}}"
    return Text.assemble(
        f"{turn:>4}  ",
        (name, SEAT_STYLES[player % len(SEAT_STYLES)]),
        f"  {' – '.join(f'{number:>2}' for number in bugs)}  {' – '.join(map(str, bases))}  ",
        f"{dice}: {'; '.join(phrases) or 'nothing'}",
    )


def _name_width(setup: Setup) -> int:
    return max(6, *(len(seat.name) for seat in setup.seats))


class _Words:
    """Names of pieces in a line that is about one player."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._names: dict[str, tuple[int, str]] = {}
        self._seats = [seat.name for seat in setup.seats]
        for player in range(len(setup.seats)):
            for part in army_of(setup, player).parts:
                self._names[part.id] = player, part.name

    def phrase(self, happening: Happening, player: int) -> str:
        """What happened, in a few words; the whole sentence where there are none for it."""
        pattern = _PHRASES.get(happening.kind)
        if pattern is None:
            return happening.text.rstrip(".")
        names = [
            self._named(piece, owned=i > 0 or happening.player == player) for i, piece in enumerate(happening.pieces)
        ]
        return pattern.format(*names)

    def uneventful(self, bug: str) -> str:
        """What there is to say of a flick that came to nothing."""
        return _PHRASES["nothing"].format(self._named(bug, owned=True))

    def _named(self, piece: str, *, owned: bool) -> str:
        owner, name = self._names.get(breed_of(piece), (-1, piece_name(self._setup, piece)))
        if owner < 0:
            return f"the {name}"
        return name if owned else f"{self._seats[owner]}'s {name}"

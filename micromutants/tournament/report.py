"""A tournament as tables for a terminal and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table

from micromutants.tournament.figures import ArmyScore, Figures, figures
from micromutants.tournament.playing import Result
from micromutants.tournament.schedule import Kind

AIMED = 2
"""The number of players for which balance is aimed at."""

AIM = (0.4, 0.6)
"""Between these an army's share of wins shall be, of all matches of two players that it has played."""

SLOWEST = 5
"""How many of the matches that took longest are told."""

ENDINGS: Mapping[str, str] = {
    "bases": "bases",
    "bugs": "bugs",
    "resources": "resources",
    "score": "score",
    "last": "last one left",
    "draw": "draw",
}
"""Ways of ending, in the order of the columns."""


def lines(results: Sequence[Result], names: Mapping[str, str], *, counts: bool = False) -> Iterator[Table]:
    """The tables.

    Args:
        results: At least one.
        names: Names of the armies by their ids.
        counts: Whether to tell what each army did, and how often each kind of happening and each card came.
    """
    by_kind = _by_kind(results)
    yield _lengths(by_kind)
    for players in sorted({kind.players for kind in by_kind}):
        yield _wins(players, by_kind, names)
    if counts:
        yield _deeds(figures(results), names)
        yield _events(figures(results))
    yield _slowest(results)


def as_values(results: Sequence[Result]) -> dict[str, Any]:
    """All figures as plain values; only ``slowest`` differs from run to run."""
    by_kind = _by_kind(results)
    seats = sorted({kind.players for kind in by_kind})
    return {
        "kinds": [
            {"mode": kind.mode, "terrain": kind.terrain, "players": kind.players, **_plain(figures(found))}
            for kind, found in by_kind.items()
        ],
        "players": {
            str(players): _plain(figures([r for r in results if r.kind.players == players])) for players in seats
        },
        "matches": [
            {
                "mode": r.kind.mode,
                "terrain": r.kind.terrain,
                "armies": list(r.armies),
                "seed": r.seed,
                "winner": r.winner,
                "turns": r.turns,
                "shots": r.shots,
                "ending": r.ending,
            }
            for r in results
        ],
        "slowest": [
            {"kind": r.kind.name, "armies": list(r.armies), "seed": r.seed, "seconds": round(r.seconds, 3)}
            for r in _longest(results)
        ],
    }


def _by_kind(results: Sequence[Result]) -> dict[Kind, list[Result]]:
    found: dict[Kind, list[Result]] = {}
    for result in results:
        found.setdefault(result.kind, []).append(result)
    return found


def _plain(found: Figures) -> dict[str, Any]:
    return {
        "matches": found.matches,
        "turns": dict(zip(("least", "median", "most"), found.turns, strict=True)),
        "shots": dict(zip(("least", "median", "most"), found.shots, strict=True)),
        "endings": found.endings,
        "armies": {
            score.army: {
                "matches": score.matches,
                "wins": score.wins,
                "share": score.share,
                "low": score.low,
                "high": score.high,
            }
            for score in found.armies
        },
        "events": found.events,
        "deeds": found.deeds,
    }


def _lengths(by_kind: Mapping[Kind, Sequence[Result]]) -> Table:
    table = _table("Lengths and endings", "kind of match", "matches", "turns", "shots", *ENDINGS.values())
    for kind, results in by_kind.items():
        found = figures(results)
        ends = (str(found.endings.get(ending, "") or "–") for ending in ENDINGS)
        table.add_row(kind.name, str(found.matches), _spread(found.turns), _spread(found.shots), *ends)
    table.caption = "Turns and shots: fewest / median / most.  Endings: how many matches."
    return table


def _wins(players: int, by_kind: Mapping[Kind, Sequence[Result]], names: Mapping[str, str]) -> Table:
    """Wins by army with so many players: a column for all, and one for each kind."""
    among = {kind: results for kind, results in by_kind.items() if kind.players == players}
    columns = list(among.values())
    heads = [kind.name.partition(",")[0] for kind in among]
    if len(columns) > 1:
        columns.insert(0, [result for results in columns for result in results])
        heads.insert(0, "all")
    table = _table(f"Wins by army, {players} players", "army", *heads)
    told = [{score.army: score for score in figures(results).armies} for results in columns]
    for army in told[0]:
        cells = []
        for column in told:
            score = column.get(army)
            cells.append("–" if score is None else _share(score))
        table.add_row(names.get(army, army), *cells)
    table.caption = f"With the 95 % interval; an equal share is {1 / players:.0%}."
    if players == AIMED:
        beyond = [names.get(army, army) for army, score in told[0].items() if not AIM[0] <= score.share <= AIM[1]]
        table.caption += f"  Aim: each army {AIM[0]:.0%} to {AIM[1]:.0%}; "
        table.caption += f"beyond it: {', '.join(beyond)}." if beyond else "all are."
    return table


def _share(score: ArmyScore) -> str:
    low, high = f"{100 * score.low:.0f}", f"{100 * score.high:.0f}"
    return f"{score.share:.0%} ({low}–{high}) of {score.matches}"


def _deeds(found: Figures, names: Mapping[str, str]) -> Table:
    """What each army did in a match, on average."""
    table = _table("What each army did, per match", "what", *(names.get(army, army) for army in found.deeds))
    for deed in next(iter(found.deeds.values())):
        table.add_row(deed, *(f"{done[deed]:.2f}" for done in found.deeds.values()))
    table.caption = "Cards: how often one had a say."
    return table


def _events(found: Figures) -> Table:
    table = _table(f"How often in {found.matches} matches", "what", "times", "per match")
    for event, times in found.events.items():
        table.add_row(event.replace("card:", "card "), str(times), f"{times / found.matches:.2f}")
    return table


def _slowest(results: Sequence[Result]) -> Table:
    table = _table("Slowest", "kind of match", "armies", "seed", "s")
    for result in _longest(results):
        table.add_row(result.kind.name, ", ".join(result.armies), str(result.seed), f"{result.seconds:.1f}")
    return table


def _longest(results: Sequence[Result]) -> list[Result]:
    return sorted(results, key=lambda result: -result.seconds)[:SLOWEST]


def _spread(numbers: tuple[int, float, int]) -> str:
    return " / ".join(f"{number:g}" for number in numbers)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", caption_justify="left")
    for column in columns:
        table.add_column(column)
    return table

"""What a soak found, as text and as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from micromutants.rules import load_armies
from micromutants.soak.playing import SLOWEST, Played, Slow


def lines(played: Sequence[Played]) -> Iterator[Text]:
    """Lengths, endings, wins and slowest flicks of a soak."""
    if not played:
        yield Text("No match was played to its end.")
        return
    yield Text(
        f"{'Lengths':<22}{'matches':>8}{'turns':>8}{'from–to':>12}{'actions':>9}{'shots':>8}{'s':>8}", style="bold"
    )
    for name, group in _kinds(played).items():
        turns = [match.turns for match in group]
        each = f"{_mean(turns):>8.1f}{f'{min(turns)}–{max(turns)}':>12}"
        costs = f"{_mean([m.actions for m in group]):>9.1f}{_mean([m.shots for m in group]):>8.1f}"
        yield Text(f"{name:<22}{len(group):>8}{each}{costs}{_mean([m.seconds for m in group]):>8.2f}")
    yield Text("")
    yield Text(f"{'Endings':<22}{'matches':>8}", style="bold")
    for rule, count in sorted(_endings(played).items()):
        yield Text(f"{rule:<22}{count:>8}")
    yield Text("")
    yield Text(f"{'Wins':<22}{'matches':>8}{'won':>8}{'share':>8}{'fair':>8}", style="bold")
    for name, took_part, won, fair in _wins(played):
        yield Text(f"{name:<22}{took_part:>8}{won:>8}{won / took_part:>8.0%}{fair / took_part:>8.0%}")
    yield Text("")
    yield Text("Slowest flicks", style="bold")
    for slow in _slowest(played):
        yield Text(f"{slow.ms:>8.0f} ms  match {slow.number}, action {slow.action}")


def verdict(played: Sequence[Played]) -> str:
    """How many matches, actions and shots, and how many matches failed; one sentence."""
    failed = sum(bool(match.fault) for match in played)
    actions, shots = sum(match.actions for match in played), sum(match.shots for match in played)
    told = f"{failed} of them failed" if failed else "none of them failed"
    return f"Matches: {len(played)}, with {actions} actions, {shots} of them shots; {told}."


def as_values(played: Sequence[Played], seed: int) -> dict[str, Any]:
    """The same as plain values, and every match."""
    return {
        "seed": seed,
        "matches": len(played),
        "failed": sum(bool(match.fault) for match in played),
        "actions": sum(match.actions for match in played),
        "shots": sum(match.shots for match in played),
        "lengths": {
            name: {
                "matches": len(group),
                "turns": [match.turns for match in group],
                "actions": sum(match.actions for match in group),
                "shots": sum(match.shots for match in group),
                "seconds": round(sum(match.seconds for match in group), 3),
            }
            for name, group in _kinds(played).items()
        },
        "endings": dict(sorted(_endings(played).items())),
        "wins": {name: {"matches": n, "won": won, "fair": round(fair, 2)} for name, n, won, fair in _wins(played)},
        "slowest_flicks": [{"ms": s.ms, "match": s.number, "action": s.action} for s in _slowest(played)],
        "digests": {str(match.number): match.digest for match in sorted(played, key=lambda m: m.number)},
        "faults": [{"match": match.number, "fault": match.fault} for match in played if match.fault],
    }


def _kinds(played: Sequence[Played]) -> dict[str, list[Played]]:
    """The matches by mode and number of players."""
    groups: dict[str, list[Played]] = {}
    for match in sorted(played, key=lambda m: (m.mode != "basic", len(m.armies), m.number)):
        groups.setdefault(f"{match.mode}, {len(match.armies)} players", []).append(match)
    return groups


def _endings(played: Sequence[Played]) -> Counter[str]:
    return Counter(
        f"rule {match.ending}{', a draw' if match.winner is None else ''}" if match.ending else "none"
        for match in played
    )


def _wins(played: Sequence[Played]) -> Iterator[tuple[str, int, int, float]]:
    """Who won how many of how many matches, and how many it would be if all had the same chance."""
    ended = [match for match in played if match.ending]
    for army in load_armies().values():
        mine = [match for match in ended if army.id in match.armies]
        if mine:
            won = sum(m.winner is not None and m.armies[m.winner] == army.id for m in mine)
            yield army.name, len(mine), won, sum(1.0 / len(m.armies) for m in mine)
    if ended:
        won = sum(m.winner is not None and m.winner == m.first for m in ended)
        yield "who began", len(ended), won, sum(1.0 / len(m.armies) for m in ended)


def _slowest(played: Sequence[Played]) -> list[Slow]:
    return sorted((slow for match in played for slow in match.slowest), reverse=True)[:SLOWEST]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

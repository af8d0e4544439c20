"""What was found, as tables for a terminal and as plain values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from rich.table import Table

from micromutants.validation.feel import Feel
from micromutants.validation.reference import Figure
from micromutants.validation.target import Target

OK, FAILED = "ok", "FAILED"


class Judged(Protocol):
    """A figure, a target or a feeling."""

    @property
    def ok(self) -> bool:
        """Whether it holds."""


def figures_table(figures: Iterable[Figure]) -> Table:
    """The comparison with the 3D engine."""
    table = _table("Against a 3D rigid-body engine", "figure", "ours", "3D against itself", "asked", "")
    for figure in figures:
        itself = "–" if figure.itself is None else quantity(figure.itself, figure.unit)
        asked = f"{'≤' if figure.at_most else '≥'} {quantity(figure.asked, figure.unit)}"
        table.add_row(figure.name, quantity(figure.found, figure.unit), itself, asked, _verdict(figure.ok))
    return table


def targets_table(targets: Iterable[Target]) -> Table:
    """The closed-form targets."""
    table = _table("Against closed forms", "", "what", "ours", "theory", "tolerance", "")
    before = None
    for target in targets:
        number = "" if target.number == before else target.number
        before = target.number
        values = (quantity(target.found, target.unit, 6), quantity(target.expected, target.unit, 6))
        table.add_row(number, target.fact, *values, f"{target.tolerance:.2g}", _verdict(target.ok))
    return table


def feel_table(rows: Iterable[Feel]) -> Table:
    """How the game feels."""
    table = _table("How it feels", "what", "found", "wanted", "")
    for row in rows:
        table.add_row(row.name, quantity(row.found, row.unit), wanted(row), _verdict(row.ok))
    return table


def figure_values(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """The comparison as plain values."""
    return [
        {
            "name": figure.name,
            "unit": figure.unit,
            "ours": figure.found,
            "engine_against_itself": figure.itself,
            "at_most" if figure.at_most else "at_least": figure.asked,
            "ok": figure.ok,
        }
        for figure in figures
    ]


def target_values(targets: Iterable[Target]) -> list[dict[str, Any]]:
    """The closed-form targets as plain values."""
    return [target._asdict() | {"ok": target.ok} for target in targets]


def feel_values(rows: Iterable[Feel]) -> list[dict[str, Any]]:
    """How the game feels as plain values; no upper limit is None."""
    return [
        {
            "name": row.name,
            "unit": row.unit,
            "found": row.found,
            "at_least": row.low,
            "at_most": None if math.isinf(row.high) else row.high,
            "ok": row.ok,
        }
        for row in rows
    ]


def all_hold(*results: Sequence[Judged]) -> bool:
    """Whether every one of them holds."""
    return all(one.ok for found in results for one in found)


def summary(*results: Sequence[Judged]) -> str:
    """How many of them hold, as a sentence."""
    every = [one for found in results for one in found]
    failed = sum(not one.ok for one in every)
    return f"All {len(every)} hold." if not failed else f"{failed} of {len(every)} do not hold."


def wanted(row: Feel) -> str:
    """The range that is wanted, in words."""
    if math.isinf(row.high):
        return f"≥ {quantity(row.low, row.unit)}"
    if row.low == 0.0:
        return f"≤ {quantity(row.high, row.unit)}"
    return f"{_digits(row.low, 3)} to {quantity(row.high, row.unit)}"


def quantity(value: float, unit: str, digits: int = 3) -> str:
    """A number with its unit, to so many digits."""
    return f"{_digits(value, digits)} {unit}".rstrip()


def _digits(value: float, digits: int) -> str:
    return f"{value:.{digits}g}" if abs(value) < 10.0**digits or digits > 3 else f"{value:.0f}"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        right = column in ("ours", "3D against itself", "asked", "theory", "tolerance", "found", "wanted")
        table.add_column(column, justify="right" if right else "left", no_wrap=right or not column)
    return table


def _verdict(ok: bool) -> str:
    return f"[green]{OK}[/green]" if ok else f"[bold red]{FAILED}[/bold red]"

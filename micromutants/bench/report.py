"""The figures of a benchmark as text and as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from micromutants import compiled
from micromutants.bench.measuring import BODIES, Cost, Figures
from micromutants.bench.split import PARTS


def lines(figures: Figures) -> Iterator[Text]:
    """The figures as text."""
    step = figures.step
    yield Text(f"A table with {figures.pieces} pieces: two whole armies and their bases.")
    yield Text(f"A bare pymunk step with {BODIES} moving bodies that bump now and then takes {step * 1e6:.1f} µs here.")
    yield Text(f"The physics runs {compiled.told()}.")
    yield from _costs("A flick", figures.flicks, step, figures.all_flicks)
    yield Text("")
    yield Text(f"{'Where the time goes, ms':<26}" + "".join(f"{part:>10}" for part in PARTS), style="bold")
    for name, parts in figures.parts.items():
        yield Text(f"{name:<26}" + "".join(f"{parts[part] * 1e3:>10.2f}" for part in PARTS))
    yield from _costs("The same flicks", figures.crowds, step)
    same = "ended the same, to the bit" if figures.same else "did NOT end the same"
    yield Text(f"They {same}, whatever else lay on the mat.")
    yield from _costs("In any direction, power", figures.powers, step)
    yield Text("")
    yield Text(f"{'A heat map of':<26}{'shots':>6}{'in all':>12}{'one process':>14}", style="bold")
    for heat in figures.heat:
        row = f"{heat.name:<26}{heat.shots:>6}{heat.time:>10.2f} s{heat.alone:>12.2f} s"
        yield Text(f"{row}   on {heat.workers} processes where that pays, start included")
    yield Text("")
    yield Text(f"{'Work on the table':<26}{'runs':>6}{'median':>12}{'95 %':>12}", style="bold")
    for cost in figures.table:
        yield Text(f"{cost.name:<26}{cost.runs:>6}{cost.median * 1e3:>9.3f} ms{cost.high * 1e3:>9.3f} ms")


def as_values(figures: Figures) -> dict[str, Any]:
    """The figures as plain values, times in ms."""

    def cost(found: Cost) -> dict[str, Any]:
        return {
            "runs": found.runs,
            "median_ms": round(found.median * 1e3, 5),
            "p95_ms": round(found.high * 1e3, 5),
            "median_steps": round(found.median / figures.step, 1),
            "p95_steps": round(found.high / figures.step, 1),
        }

    def costs(found: tuple[Cost, ...]) -> dict[str, Any]:
        return {one.name: cost(one) for one in found}

    return {
        "pieces": figures.pieces,
        "bodies": BODIES,
        "bare_step_ms": round(figures.step * 1e3, 6),
        "flick": cost(figures.all_flicks),
        "flicks": costs(figures.flicks),
        "parts_ms": {
            name: {part: round(spent * 1e3, 5) for part, spent in parts.items()}
            for name, parts in figures.parts.items()
        },
        "crowds": costs(figures.crowds),
        "same_whatever_lies_there": figures.same,
        "powers": costs(figures.powers),
        "heat": {
            heat.name: {
                "shots": heat.shots,
                "workers": heat.workers,
                "s": round(heat.time, 4),
                "one_process_s": round(heat.alone, 4),
            }
            for heat in figures.heat
        },
        "table": costs(figures.table),
    }


def _costs(title: str, costs: tuple[Cost, ...], step: float, together: Cost | None = None) -> Iterator[Text]:
    yield Text("")
    yield Text(f"{title:<26}{'shots':>6}{'median':>12}{'95 %':>12}{'in bare steps':>22}", style="bold")
    for cost in (*costs, *([together] if together else [])):
        steps = f"{cost.median / step:,.0f} / {cost.high / step:,.0f}"
        row = f"{cost.name:<26}{cost.runs:>6}{cost.median * 1e3:>9.2f} ms{cost.high * 1e3:>9.2f} ms{steps:>22}"
        yield Text(row, style="bold" if cost is together else "")

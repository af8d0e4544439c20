"""Results of the lab in words and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from micromutants.lab.confidence import listed
from micromutants.lab.fit import DOUBTFUL, Fit
from micromutants.lab.handfit import TABLES
from micromutants.lab.results import best
from micromutants.lab.sensitivity import Sensitivity
from micromutants.lab.sweep import Sweep

SHOWN = 5
"""So many of the best points of a sweep are told; the files have all."""


def told_sweep(sweep: Sweep) -> Iterator[Text]:
    """The best points: most expectations met first, then the surest."""
    plan = sweep.plan
    done = best(sweep)
    yield Text.assemble((f"{plan.title}: {plan.shot}", "bold"), f", {len(done)} points, {plan.piece} watched.")
    if not done:
        return
    if all(summary.shots == 1 for _, summary in done):
        yield Text("Nothing scatters, so each point is one shot: name a --hand, or give the file a [hand].")
    head = [axis.name for axis in plan.axes]
    head += ["rest x", "±", "rest y", "±", "special", "over", "under", "clear", "off", "passed", "as expected"]
    rows = []
    for values, s in done[:SHOWN]:
        rows.append(
            [f"{value:g}" for value in values]
            + [f"{s.x_mean:.1f}", _or_dash(s.x_sd), f"{s.y_mean:.1f}", _or_dash(s.y_sd)]
            + [f"{share:.3f}" for share in (s.special, s.over, s.under, s.clear, s.off)]
            + [f"{s.passed}/{len(s.expectations)}", f"{s.as_expected:.3f}"]
        )
    yield from _table(head, rows)
    if len(done) > SHOWN:
        yield Text(f"These {SHOWN} meet most expectations; the files have all {len(done)}.")


def told_fit(fit: Fit) -> Iterator[Text]:
    """The estimates with their intervals, what was left out and why, and how to keep them."""
    yield Text.assemble((fit.title, "bold"), f", {len(fit.residuals)} measured shots, {fit.simulated} simulated.")
    rows = [[e.name, f"{e.before:.4g}", f"{e.value:.4g}", f"{e.low:.4g} to {e.high:.4g}"] for e in fit.estimates]
    yield from _table(["constant", "file", "estimate", "95 % confidence"], rows)
    for name, why in fit.left:
        yield Text(f"{name} is left as it is: {why}.")
    if fit.alike:
        yield Text(
            f"These shots can hardly tell {listed(fit.alike)} apart: they are sure only together; measure shots "
            "of other powers, lofts and offsets.",
            style="yellow",
        )
    faces = [r for r in fit.residuals if r.special is not None]
    agree = sum((r.simulated_special > 0.5) == r.special for r in faces)
    told = f"Measured and simulated rest are {fit.rms:.1f} mm apart (root mean square), {fit.rms_before:.1f} mm before"
    yield Text(told + (f"; {agree} of {len(faces)} sides agree." if faces else "."))
    if fit.share == 0.0:
        yield Text(
            f"Of {TABLES} made-up tables with these constants and this hand none fits as badly, so the intervals "
            "cannot be relied on: name the --hand that shot, give a larger --error, or fit more constants.",
            style="yellow",
        )
    elif fit.misfit > DOUBTFUL:
        yield Text(
            f"Residuals are {fit.misfit:.1f} times what error and scatter explain, so the intervals cannot be relied "
            "on: fit more constants, measure more or gentler shots, give a larger --error or a --hand, or try another "
            "--seed.",
            style="yellow",
        )
    worst = max(fit.residuals, key=lambda r: abs(r.along) + abs(r.across))
    yield Text(f"The worst is line {worst.line}: {worst.along:+.1f} mm along the shot, {worst.across:+.1f} mm across.")
    settings = " ".join(f"--set physics.{e.name}={e.value:.4g}" for e in fit.estimates)
    yield Text(f"To try them: {settings}; to write them into the file: --keep.")


def told_sensitivity(found: Sensitivity) -> Iterator[Text]:
    """A table, the strongest constant first."""
    count = f"{found.shots} shots for each value" if found.shots > 1 else "one exact shot for each value"
    yield Text.assemble((f"{found.title}: {found.shot}", "bold"), f", {found.piece} watched, {count}.")
    head = ["constant", "value", "10 % are", "moves mm", "±", "dx", "dy", "special", "over", "under", "off"]
    rows = []
    for e in found.effects:
        rows.append(
            [
                e.name,
                f"{e.value:g}",
                f"{e.step:.3g}",
                f"{e.moved:.1f}",
                f"{e.error:.1f}",
                f"{e.dx:+.1f}",
                f"{e.dy:+.1f}",
            ]
            + [f"{100.0 * share:+.1f} %" for share in (e.special, e.over, e.under, e.off)]
        )
    yield from _table(head, rows)
    yield Text("Moves and changes of the shares are for 10 % more of the constant.")
    if found.shots == 1:
        yield Text(
            "Nothing scatters, so a chip that just turns over once more looks like a strong effect: name a --hand."
        )


def _or_dash(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Text]:
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    for number, row in enumerate((head, *rows)):
        cells = (f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        yield Text("  " + "  ".join(cells), style="bold" if number == 0 else "")

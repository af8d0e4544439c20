"""Pictures of sweeps and fits with matplotlib, an extra: curves, heat maps, residuals."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from micromutants.lab.extras import installed
from micromutants.lab.summary import Summary
from micromutants.lab.sweep import Sweep
from micromutants.match import write_whole

if TYPE_CHECKING:
    from micromutants.lab.fit import Fit

Reading = tuple[str, Callable[[Summary], float | None]]
"""What is shown, and how it is read."""

SHARES: tuple[Reading, ...] = (
    ("special side up", lambda s: s.special),
    ("over a piece", lambda s: s.over),
    ("under a piece", lambda s: s.under),
    ("clear of all", lambda s: s.clear),
    ("off the mat", lambda s: s.off),
    ("as expected", lambda s: s.as_expected),
)
LENGTHS: tuple[Reading, ...] = (
    ("travel, mm", lambda s: s.travel_mean),
    ("sd of travel, mm", lambda s: s.travel_sd),
    ("rest x, mm", lambda s: s.x_mean),
    ("rest y, mm", lambda s: s.y_mean),
    ("sd of rest x, mm", lambda s: s.x_sd),
    ("sd of rest y, mm", lambda s: s.y_sd),
)


def available() -> bool:
    """Whether matplotlib is installed."""
    return installed("matplotlib")


def draw_sweep(sweep: Sweep, folder: Path) -> tuple[Path, ...]:
    """Draw a sweep of one variable as curves, of two as heat maps.

    Returns:
        The files; none for more variables than two, or where no point is finished.
    """
    plan = sweep.plan
    if len(plan.axes) > 2 or not any(sweep.summaries):
        return ()
    draw = _curves if len(plan.axes) == 1 else _maps
    title = f"{plan.title}: {plan.shot}, {plan.piece}, {plan.shots} shots a point"
    written = []
    for name, readings in (("chances.png", SHARES), ("rest.png", LENGTHS)):
        path = folder / name
        _save(draw(sweep, title, readings), path)
        written.append(path)
    return tuple(written)


def draw_residuals(fit: Fit, path: Path) -> None:
    """Draw what a fit leaves unexplained: along and across the shots, against distance, and as a map."""
    figure = _figure(11.0, 4.2)
    figure.suptitle(f"{fit.title}: what is left after the fit, {len(fit.residuals)} shots", parse_math=False)
    left, right = figure.subplots(1, 2)
    far = [r.travel for r in fit.residuals]
    left.axhline(0.0, color="0.6", linewidth=1)
    left.scatter(far, [r.along for r in fit.residuals], s=18, label="along the shot")
    left.scatter(far, [r.across for r in fit.residuals], s=18, marker="x", label="across")
    left.set_xlabel("measured travel, mm")
    left.set_ylabel("measured − simulated, mm")
    left.legend()
    for r in fit.residuals:
        right.plot([r.simulated_x, r.x], [r.simulated_y, r.y], color="0.6", linewidth=1, zorder=1)
    right.scatter([r.x for r in fit.residuals], [r.y for r in fit.residuals], s=18, label="measured", zorder=2)
    right.scatter(
        [r.simulated_x for r in fit.residuals],
        [r.simulated_y for r in fit.residuals],
        s=18,
        marker="x",
        label="simulated",
        zorder=3,
    )
    right.set_aspect("equal", adjustable="datalim")
    right.set_xlabel("x, mm")
    right.set_ylabel("y, mm")
    right.legend()
    _save(figure, path)


def _curves(sweep: Sweep, title: str, readings: Sequence[Reading]) -> Any:
    (axis,) = sweep.plan.axes
    figure = _figure(8.0, 4.8)
    figure.suptitle(title, parse_math=False)
    plot = figure.subplots()
    shares = readings is SHARES
    shown = readings if shares else [readings[0], *readings[2:4]]
    deviations = {"travel, mm": "travel_sd", "rest x, mm": "x_sd", "rest y, mm": "y_sd"}
    done = [(v, s) for v, s in zip(axis.values, sweep.summaries, strict=True) if s is not None]
    done.sort(key=lambda pair: pair[0])
    values = [value for value, _ in done]
    for label, read in shown:
        heights = [read(summary) for _, summary in done]
        (line,) = plot.plot(values, heights, marker="o", markersize=4, label=label)
        if not shares:
            sds = [getattr(summary, deviations[label]) or 0.0 for _, summary in done]
            low = [h - sd for h, sd in zip(heights, sds, strict=True) if h is not None]
            high = [h + sd for h, sd in zip(heights, sds, strict=True) if h is not None]
            plot.fill_between(values, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    plot.set_xlabel(axis.name, parse_math=False)
    plot.set_ylabel("share of the shots" if shares else "mean, with a band of one sd, mm")
    if shares:
        plot.set_ylim(-0.02, 1.02)
    plot.grid(alpha=0.3)
    plot.legend()
    return figure


def _maps(sweep: Sweep, title: str, readings: Sequence[Reading]) -> Any:
    first, second = sweep.plan.axes
    figure = _figure(13.0, 7.5)
    figure.suptitle(title, parse_math=False)
    plots = figure.subplots(2, 3)
    order_y = sorted(range(len(first.values)), key=lambda i: first.values[i])
    order_x = sorted(range(len(second.values)), key=lambda j: second.values[j])
    for plot, (label, read) in zip(plots.flat, readings, strict=True):
        grid = []
        for i in order_y:
            summaries = [sweep.summaries[i * len(second.values) + j] for j in order_x]
            found = [None if summary is None else read(summary) for summary in summaries]
            grid.append([float("nan") if value is None else value for value in found])
        bounds = {"vmin": 0.0, "vmax": 1.0} if readings is SHARES else {}
        xs, ys = [second.values[j] for j in order_x], [first.values[i] for i in order_y]
        mesh = plot.pcolormesh(xs, ys, grid, shading="nearest", cmap="viridis", **bounds)
        figure.colorbar(mesh, ax=plot)
        plot.set_title(label)
        plot.set_xlabel(second.name, parse_math=False)
        plot.set_ylabel(first.name, parse_math=False)
    return figure


def _figure(width: float, height: float) -> Any:
    # A figure of its own, not pyplot's: nothing global, no window, and safe in any thread.
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: Path) -> None:
    data = io.BytesIO()
    with warnings.catch_warnings():
        # A title may have letters that the font lacks; boxes stand for them.
        warnings.simplefilter("ignore", UserWarning)
        figure.savefig(data, format="png", dpi=110, metadata={"Software": None})
    write_whole(path, data.getvalue())

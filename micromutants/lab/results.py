"""The results of a sweep as CSV and JSON; the same sweep gives the same bytes."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import msgspec

from micromutants.lab.model import LabError
from micromutants.lab.summary import Summary
from micromutants.lab.sweep import Sweep
from micromutants.match.storage import write_whole
from micromutants.physics import PHYSICS_VERSION
from micromutants.version import __version__

RESULTS_FORMAT = 1
CSV_NAME, JSON_NAME = "results.csv", "results.json"

NUMBERS = (
    "shots",
    "settled",
    "x_mean",
    "x_sd",
    "y_mean",
    "y_sd",
    "travel_mean",
    "travel_sd",
    "special",
    "clear",
    "over",
    "under",
    "off",
    "exact_x",
    "exact_y",
    "exact_special",
    "exact_landing",
)
"""Fields of :class:`~micromutants.lab.summary.Summary` that have a column of their own."""


def write_results(sweep: Sweep, folder: Path) -> None:
    """Write both files.

    Raises:
        StorageError: They could not be written.
    """
    write_whole(folder / CSV_NAME, csv_text(sweep).encode())
    write_whole(folder / JSON_NAME, json_text(sweep).encode())


def csv_text(sweep: Sweep) -> str:
    """A line for each finished point: its values, then what came of it."""
    done = [(values, s) for values, s in zip(sweep.plan.points, sweep.summaries, strict=True) if s is not None]
    over = sorted({piece for _, summary in done for piece in summary.over_pieces})
    under = sorted({piece for _, summary in done for piece in summary.under_pieces})
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\n")
    head = [axis.name for axis in sweep.plan.axes]
    head += [*NUMBERS, *(f"over:{piece}" for piece in over), *(f"under:{piece}" for piece in under)]
    out.writerow([*head, "expected", "passed", "as_expected"])
    for values, summary in done:
        row: list[Any] = [*values, *(_cell(getattr(summary, name)) for name in NUMBERS)]
        row += [summary.over_pieces.get(piece, 0.0) for piece in over]
        row += [summary.under_pieces.get(piece, 0.0) for piece in under]
        out.writerow([*row, len(summary.expectations), summary.passed, summary.as_expected])
    return file.getvalue()


def json_text(sweep: Sweep) -> str:
    """Everything: where it comes from, the grid, and each finished point with its expectations."""
    plan = sweep.plan
    points = [
        {"values": values, **msgspec.to_builtins(summary)}
        for values, summary in zip(plan.points, sweep.summaries, strict=True)
        if summary is not None
    ]
    whole = {
        "format": RESULTS_FORMAT,
        "micromutants": __version__,
        "physics": PHYSICS_VERSION,
        "scenario": {"file": Path(plan.name).name, "title": plan.title, "sha256": plan.sha256},
        "changes": dict(plan.changes),
        "shot": plan.shot,
        "piece": plan.piece,
        "shots": plan.shots,
        "seed": plan.seed,
        "axes": [{"name": axis.name, "key": axis.key, "values": axis.values} for axis in plan.axes],
        "complete": sweep.complete,
        "points": points,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"


def open_folder(folder: Path) -> None:
    """Make a folder for results where it is missing.

    Raises:
        LabError: It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise LabError(f"{folder}: this is a file, a folder is needed") from error
    except OSError as error:
        raise LabError(f"{folder}: could not be made: {(error.strerror or str(error)).lower()}") from error


def best(sweep: Sweep) -> list[tuple[tuple[float, ...], Summary]]:
    """Finished points, those with the most expectations met first, and among them the surest."""
    done = [(values, s) for values, s in zip(sweep.plan.points, sweep.summaries, strict=True) if s is not None]
    return sorted(done, key=lambda pair: (-pair[1].passed, -pair[1].as_expected))


def _cell(value: object) -> object:
    if value is None:
        return ""
    return int(value) if isinstance(value, bool) else value

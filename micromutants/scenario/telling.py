"""What a shot did, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.text import Text

from micromutants.physics import Launch, Outcome
from micromutants.physics.words import told_event
from micromutants.scenario.checking import Result, tilt
from micromutants.scenario.model import Scenario
from micromutants.table import Piece

LEANING = 0.5
"""A chip that is tilted by more than so many degrees is said to lean."""


def told_launch(launch: Launch) -> str:
    """How a chip starts."""
    text = f"{launch.piece} starts at {launch.speed:.0f} mm/s towards {math.degrees(launch.azimuth):.1f}°"
    text += f", {math.degrees(launch.loft):.1f}° above the mat"
    if launch.tumble:
        text += f", tumbling {'nose up' if launch.tumble > 0 else 'nose down'} at {abs(launch.tumble):.0f} rad/s"
    if launch.yaw:
        text += f", turning at {launch.yaw:.0f} rad/s"
    if launch.height:
        text += f", from {launch.height:g} mm up"
    return f"{text}."


def told_rest(outcome: Outcome, before: Piece) -> str:
    """Where and how a piece lies at the end."""
    after = outcome.table[before.id]
    away = math.hypot(after.x - before.x, after.y - before.y)
    text = f"{after.id} lies at ({after.x:.1f}, {after.y:.1f}), {away:.1f} mm from where it was"
    turned = round(math.degrees(after.angle) % 360.0, 1) % 360.0
    text += f", turned to {turned:.1f}°, {after.face.value} side up"
    over = [pair.lower for pair in outcome.lies_on if pair.upper == after.id]
    under = [pair.upper for pair in outcome.lies_on if pair.lower == after.id]
    if over:
        text += f", on {', '.join(over)}"
    if under:
        text += f", under {', '.join(under)}"
    leaning = tilt(outcome, before)
    return f"{text}, leaning by {leaning:.1f}°." if leaning > LEANING else f"{text}."


def told_shot(scenario: Scenario, launches: tuple[Launch, ...], outcome: Outcome) -> Iterator[str]:
    """A line for each thing that happened, with its time, then one for each piece that moved."""
    for launch in launches:
        yield f"{0.0:7.3f} s  {told_launch(launch)}"
    for event in outcome.events:
        text = told_event(event)
        if text is not None:
            yield f"{event.time:7.3f} s  {text}"
    for key in outcome.moved:
        yield f"{'':9}  {told_rest(outcome, scenario.table[key])}"
    if not outcome.moved:
        yield f"{'':9}  Nothing has moved."
    if not outcome.settled:
        yield f"{'':9}  It was still moving after {outcome.elapsed:g} s, the time limit."


def told_results(results: Sequence[Result]) -> Iterator[Text]:
    """A table: for each expectation whether it holds, the shot, the piece, what must come and what came."""
    cells = [(r.shot, r.piece, r.expected, r.found) for r in results]
    widths = [max((len(row[i]) for row in cells), default=0) for i in range(3)]
    for result, row in zip(results, cells, strict=True):
        verdict = ("pass", "green") if result.passed else ("FAIL", "bold red")
        padded = (f"{text:<{width}}" for text, width in zip(row, widths, strict=False))
        yield Text.assemble(
            "  ", verdict, "  ", "  ".join(padded), "  ", (result.found, "" if result.passed else "bold")
        )

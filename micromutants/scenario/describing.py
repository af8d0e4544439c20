"""The page that explains the format of scenario files, key by key.

The keys and what is allowed for them are those that the reader asks for when it reads :data:`EXAMPLE`, the defaults
those of the types, and of the physics constants everything is what :func:`~micromutants.physics.constants` says; only
the meanings are written here.  Run ``python -m micromutants.scenario.describing`` to renew the page.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator

import msgspec

from micromutants.assets import asset_path
from micromutants.physics import Hand, Physics, constants
from micromutants.scenario.fields import Ask, Faults
from micromutants.scenario.keys import KEYS, Key
from micromutants.scenario.model import FORMAT
from micromutants.scenario.parts import HAND_KEYS, sorts
from micromutants.scenario.reading import read_document
from micromutants.table import KINDS

PAGE = "help/scenarios.md"
"""Name of the page among the assets."""

EXAMPLE = """\
format = 1
title = "Hop over a tank and cover the soldier behind it"
description = "A steep hop clears the tank; slid along the mat, the green beret only bumps into it."

[puzzle]
goal = "Hop over the tank and come to rest near the soldier behind it."
solution = "the hop"

[mat]
width = 760

[physics]
friction_mat = 0.4            # only what differs from the usual

[hand]
aim_sd_deg = 3                # 0, which is exact, where nothing is said

[[pieces]]
id = "hopper"
breed = "green-beret"         # the breed gives the kind
at = [300, 200]

[[pieces]]
id = "wall"
breed = "tank"
owner = 1
at = [300, 265]

[[pieces]]
id = "target"
kind = "large"                # a bare piece
owner = 1
at = [300, 330]

[[shots]]
name = "the hop"              # a press of the shooter
piece = "hopper"
towards_deg = 90
power = 0.266
loft_deg = 55
[shots.expect]
untouched = ["wall"]
rest_within_mm = { of = "target", by = 60 }
chance_over = { of = ["target"], at_least = 0.05, shots = 150 }

[[shots]]
name = "along the mat"        # a launch
piece = "hopper"
towards_deg = 90
speed_mm_s = 900
[shots.expect]
touched = ["wall"]
travel_times = { shot = "the hop", at_most = 1 }
"""
"""A file with every kind of table in it, which the page shows."""

_MATCH = """\
format = 1
title = "A match from its start"
[match]
mode = "advanced"
armies = ["usarthropods", "chitinians"]
terrain = ["acid-pit", "warp-gate"]
seed = 7
"""

_SEVERAL = """
[[shots]]
name = "all at once"
launches = [{ piece = "hopper", speed_mm_s = 0, height_mm = 30 }, { piece = "target", speed_mm_s = 0 }]
[[shots.expect]]
piece = "hopper"
face = "normal"
rest_beyond_mm = { of = [0, 0], by = 40 }
travel_mm = { at_least = 0 }
run_on_mm = { at_least = 0 }
run_on_times = { shot = "the hop", at_least = 0 }
tilt_deg = { at_most = 90 }
[[shots]]
name = "with the hand"
piece = "hopper"
towards_deg = 90
power = 0.285
[shots.expect]
chance_under = { of = ["wall"], at_most = 1 }
chance_face = { of = "normal", at_least = 0 }
"""

_SECTIONS = (
    ("", "The file", "Everything but `format` and `title` may be left out."),
    ("mat", "`[mat]`", ""),
    ("puzzle", "`[puzzle]`", "A level to play: one flick is to bring about what the stored shot is expected to."),
    (
        "match",
        "`[match]`",
        "In place of pieces and shots: a match from its start. When the file changes while it is played, the match "
        "offers to start over.",
    ),
    ("pieces", "`[[pieces]]`", "In the order in which they are laid down: a later one lies on those that it covers."),
    (
        "shots",
        "`[[shots]]`",
        "A shot is a press of the shooter, which has a `power`, or a launch, which has a `speed_mm_s`: a chip that is"
        " simply let go, shoved, thrown or dropped.",
    ),
    ("shots.expect", "`[shots.expect]`", "What must come of a shot. That it comes to rest is always expected."),
    ("near", "A circle: `rest_within_mm`, `rest_beyond_mm`", ""),
    ("span", "A range: `travel_mm`, `run_on_mm`, `tilt_deg`", "At least one of both; the ends belong to it."),
    ("times", "A multiple: `travel_times`, `run_on_times`", ""),
    (
        "chance",
        "A chance: `chance_over`, `chance_under`, `chance_face`",
        "How often it comes with the scatter of the `[hand]`.",
    ),
)
"""Tables of the file: id in :data:`~micromutants.scenario.keys.KEYS`, heading, what is said of it."""


def section_of(path: tuple[str, ...]) -> str:
    """Which section of the page a table of the file belongs to."""
    last = path[-1] if path else ""
    if last == "launches":
        return "shots"
    if last.startswith("chance_"):
        return "chance"
    if last.startswith("rest_"):
        return "near"
    if last.endswith("_times"):
        return "times"
    return "span" if last in ("travel_mm", "run_on_mm", "tilt_deg") else ".".join(path)


def asked() -> dict[tuple[str, str], list[str]]:
    """What the reader allows for each key: by section and key, in the order in which it asks.

    A key that means one thing for a press and another for a launch has both.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for text in (EXAMPLE + _SEVERAL, _MATCH):
        faults = Faults({})
        read_document(tomllib.loads(text), faults)
        assert not faults.found, faults.found
        for ask in faults.asks:
            _take(found, ask)
    return found


def _take(found: dict[tuple[str, str], list[str]], ask: Ask) -> None:
    section = section_of(ask.path)
    if section in ("physics", "hand"):
        return
    allowed = found.setdefault((section, ask.key), [])
    if ask.allowed and ask.allowed not in allowed:
        allowed.append(ask.allowed)


def page() -> str:
    """The page, as Markdown."""
    return "\n".join([*_head(), *_tables(), *_constants(), *_tail()]) + "\n"


def _head() -> Iterator[str]:
    yield "# Scenarios"
    yield ""
    yield f"""\
A scenario is one [TOML](https://toml.io) file: a table, what differs from the usual physics, saved shots and what must
come of them. It is a level to play, a check of the physics and a start for tuning at once. This is format {FORMAT}.

- `micromutants play FILE` plays it; while it is open, edits to the file show at once.
- `micromutants check FILE...` makes the shots and compares what comes with what must; exit code 1 if anything fails.
- `micromutants shoot FILE` tells what each shot does.

With `--set physics.friction_mat=0.3` check and shoot use another value than the file's. Lengths are mm, angles
degrees, counter-clockwise from +x; x runs to the right, y up, and the origin is the lower left corner of the mat.

```toml
{EXAMPLE}```"""


def _tables() -> Iterator[str]:
    allowed = asked()
    for section, heading, said in _SECTIONS:
        yield from ("", f"## {heading}", "")
        if said:
            yield from (said, "")
        yield "| key | what it says | allowed | default |"
        yield "|---|---|---|---|"
        for key in KEYS[section]:
            yield _row(key, allowed[section, key.name])


def _row(key: Key, allowed: Iterable[str]) -> str:
    told = key.allowed or "; ".join(_short(text) for text in allowed)
    return f"| `{key.name}` | {key.meaning} | {told} | {default(key)} |"


def _short(allowed: str) -> str:
    """Such as ``100 to 3000 mm`` from what a message says."""
    text = re.sub(r"^a (?:whole )?number from ", "", allowed)
    text = re.sub(r"^one of ", "", text)
    text = text.replace("-", "−") if re.match(r"-?[\d.]", text) else text
    return re.sub(r"9223372036854775807", "2⁶³ − 1", text)


def default(key: Key) -> str:
    """What a key is where the file does not say it, as its type has it."""
    if key.of is None:
        return key.default or "–"
    tree, name = key.of
    value = next(f.default for f in msgspec.structs.fields(tree) if f.name == name)
    if key.name.endswith("_deg"):
        value = round(math.degrees(value), 9)
    return _value(value) + key.default


def _value(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}"
    return str(getattr(value, "value", value))


def _constants() -> Iterator[str]:
    yield from ("", "## `[physics]`", "")
    yield "Only what differs from the usual. The page on the physics says what each does."
    yield from (
        "",
        "| key | what it says | unit | allowed | default | source |",
        "|---|---|---|---|---|---|",
    )
    for one in constants(Physics):
        unit = one.unit or "–"
        range_ = one.range.replace("-", "−")
        yield f"| `{one.name}` | {one.meaning} | {unit} | {range_} | {one.default:g} | {one.source} |"
    yield from ("", "## `[hand]`", "")
    yield "How the players' hands scatter: standard deviations, all 0 for an exact hand."
    yield from ("", "| key | what it says | unit | allowed | default |", "|---|---|---|---|---|")
    for key, name, high in HAND_KEYS:
        one = next(c for c in constants(Hand) if c.name == name)
        unit = "degrees" if key.endswith("_deg") else one.unit or "–"
        yield f"| `{key}` | {one.meaning} | {unit} | 0 to {high:g} | {one.default:g} |"


def _tail() -> Iterator[str]:
    yield from ("", "## Names", "")
    yield f"Kinds are {', '.join(f'`{kind}`' for kind in KINDS)}."
    yield ""
    yield f"Breeds are {', '.join(f'`{breed}`' for breed in sorts())}."
    yield from ("", "## When something is wrong", "")
    yield """\
Everything that is wrong is told at once, each with the file, the line, the key, what is allowed and what may have been
meant; nan and inf are refused, and a newer format is refused by its number. While a scenario is open in the window and
its file is changed to one that cannot be used, the last good one stays in force and the message is shown. A file that
the program changes keeps its comments and its order, and is written whole or not at all."""


def write_page() -> None:
    """Write the page to where the assets are.

    Raises:
        OSError: It could not be written.
    """
    asset_path(PAGE).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_page()

"""The help pages say what the program does."""

import math
import re
from pathlib import Path

import msgspec
import pytest

from micromutants import golden, journal, log, ownarmies, soak
from micromutants.assets import asset_names, asset_text
from micromutants.lab import observed
from micromutants.match import chain, reading, record
from micromutants.physics import AVERAGE, EXACT, EXPERT, NOVICE, Hand, Physics, Shot, press
from micromutants.physics.model import GRAVITY
from micromutants.scenario import parts
from micromutants.scenario import reading as scenario_reading
from micromutants.scenario import shots as scenario_shots
from micromutants.shots import files
from micromutants.table import KINDS, Piece
from micromutants.tomlkeys import MOST_PARTS
from micromutants.ui import kept, settings
from micromutants.ui.practice import solved
from micromutants.ui.screens.help import PAGES
from micromutants.validation import report

PHYSICS = asset_text("help/physics.md")
FILES = asset_text("help/files.md")


def rows(page):
    """The cells of every table row of a page, by the first cell."""
    lines = (line.strip("| ").split("|") for line in page.splitlines() if line.startswith("|"))
    return {cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]] for cells in lines}


def number(text):
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("name", asset_names("help"))
def test_every_page_has_a_title_and_something_to_say(name):
    page = asset_text(name)
    assert page.startswith("# ")
    assert len(page.split()) > 100
    assert not re.search(r"\b(TODO|TBD|FIXME|XXX)\b", page)


def test_every_page_that_the_window_offers_is_there():
    assert {file for _, file in PAGES if file} <= set(asset_names("help"))


@pytest.mark.parametrize("tree", [Physics, Hand])
def test_every_parameter_is_listed_with_its_range_and_default(tree):
    listed = rows(PHYSICS)
    for field in msgspec.structs.fields(tree):
        _, _, allowed, default = listed[field.name]
        assert number(default) == field.default, field.name
        meta = field.type.__metadata__[0]
        low, high = re.fullmatch(r"(?:above )?([−\d.]+),? to ([−\d.]+)", allowed).groups()
        assert number(high) == meta.le, field.name
        assert number(low) == (meta.gt if allowed.startswith("above") else meta.ge), field.name


def test_every_kind_of_piece_is_listed_with_its_measures():
    listed = rows(PHYSICS)
    for name, kind in KINDS.items():
        _, thickness, mass, spin_radius, k2 = map(str, listed[name])
        assert float(thickness) == kind.thickness
        assert float(mass) == pytest.approx(kind.mass, abs=0.005)
        assert float(spin_radius) == pytest.approx(kind.spin_radius, abs=0.05)
        assert float(k2) == pytest.approx(kind.k2, abs=0.0005)


@pytest.mark.parametrize("power", ["0.2", "0.4", "0.6", "0.8", "1.0"])
def test_the_launch_table_is_what_the_shooter_gives(power):
    speed, distance, apex, turns = map(float, rows(PHYSICS)[power])
    launch = press(Shot("a", 0.0, float(power)), Piece("a", "large", 0, 0.0, 0.0), Physics())
    rise = launch.speed * math.sin(launch.loft)
    assert launch.speed == pytest.approx(speed, abs=0.5)
    assert launch.speed**2 * math.sin(2 * launch.loft) / GRAVITY == pytest.approx(distance, abs=0.5)
    assert rise**2 / (2 * GRAVITY) == pytest.approx(apex, abs=0.5)
    assert launch.tumble * 2 * rise / GRAVITY / math.tau == pytest.approx(turns, abs=0.005)


@pytest.mark.parametrize(
    ("name", "hand"), [("exact", EXACT), ("expert", EXPERT), ("average", AVERAGE), ("novice", NOVICE)]
)
def test_the_hands_are_listed_as_they_scatter(name, hand):
    power, aim, loft, tumble = (number(cell.strip(" %°")) for cell in rows(PHYSICS)[name])
    listed = Hand(power / 100, math.radians(aim), math.radians(loft), tumble)
    assert msgspec.structs.astuple(listed) == pytest.approx(msgspec.structs.astuple(hand))


@pytest.mark.parametrize(
    "line",
    [
        *(record.Header, record.Line, record.End, record.Versions, record.Branch),
        *(files.Header, files.Before, files.Made, files.End),
    ],
)
def test_every_key_of_a_record_is_explained(line):
    for field in msgspec.structs.fields(line):
        assert f"`{field.encode_name}`" in FILES, field.name
    assert "`check`" in FILES


def test_the_comparison_with_the_3d_engine_is_what_the_program_finds(reference_figures):
    listed = rows(PHYSICS)
    for name, figure in reference_figures.items():
        ours, itself, asked = listed[name]
        assert quantity(ours) == pytest.approx(figure.found, rel=0.2), name
        assert (None if itself == "–" else quantity(itself)) == figure.itself
        assert asked.startswith("≤" if figure.at_most else "≥")
        assert quantity(asked) == figure.asked


def test_how_it_feels_is_what_the_program_finds(felt):
    listed = rows(PHYSICS)
    for name, row in felt.items():
        found, wanted = listed[name]
        # Whole shots decide the counts and shares; here there are fewer of them.
        few = 80.0 if "in 1000" in name else 8.0 if row.unit != "mm" and row.low != 1.3 else 0.5
        assert quantity(found) == pytest.approx(row.found, rel=0.2, abs=few)
        assert wanted == report.wanted(row) or "further" in name or "less far" in name


def test_the_figures_of_reliability_are_those_of_the_tests():
    """What the page says is tried is what the tests say that they try."""
    listed = rows(asset_text("help/reliability.md"))
    tests = {path.name: path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py")}
    for start, figures in {
        "matches of bots": (f"MATCHES = {soak.KINDS}", soak.KINDS, None),
        "the program killed": ("[1000 if THOROUGH else 200]", 200, 1000),
        "a record cut off": ("stride(len(data), 400)", 400, None),
        "bytes of a record": ("stride(len(data), 900)", 900, None),
        "values of a record": ("stride(len(spots), 350)", 350, None),
        "army files": ("range(120 * TIMES)", 4 * 120, 4 * 1200),
        "scenario files": ("range(40 * TIMES)", 40, 400),
        "places of each kind": ("SAMPLE = 5000 if THOROUGH else 150", 150, 5000),
        "random keys": ("EACH = 10_000 if ", 500, 10_000),
        "random events": ("for _ in range(EACH // 10):", 500, 10_000),
        "processes": ('("0", "1", "1", "2", "random")', 5, 5),
    }.items():
        source, each, thoroughly = figures
        (cells,) = (cells for name, cells in listed.items() if name.startswith(start))
        assert any(source in text for text in tests.values()), source
        assert int(cells[0]) == each, start
        assert thoroughly is None or int(cells[1]) == thoroughly, start


def test_the_limits_of_files_are_those_that_hold():
    limits = rows(asset_text("help/reliability.md"))
    megabytes = chain.SIZE_LIMIT // 10**6
    assert limits["record"] == [f"{megabytes} MB, {chain.LINES_LIMIT} lines, {reading.PIECES_LIMIT} pieces on the mat"]
    chance = scenario_shots.CHANCE_SHOTS_MAX
    told = f"1 MB, {parts.PIECES_LIMIT} pieces, {parts.SHOTS_LIMIT} shots, {chance} repeats of a chance"
    assert limits["scenario"] == [told]
    assert scenario_reading.SIZE_LIMIT == 10**6
    assert limits["army"] == [f"{ownarmies.LARGEST // 1000} kB"]
    assert limits["measured shots"] == [f"{observed.SIZE_LIMIT // 10**6} MB, {observed.ROWS_LIMIT} shots"]
    (work,) = (cells for name, cells in limits.items() if name.startswith("list of finished work"))
    assert work == [f"{journal.SIZE_LIMIT // 10**6} MB, {journal.LINES_LIMIT} lines"]
    assert limits["settings, solved puzzles"] == [f"{settings.SIZE_LIMIT // 10**6} MB"]
    assert settings.SIZE_LIMIT == solved.SIZE_LIMIT
    assert {10: "ten windows"}[kept.WINDOWS] in asset_text("help/reliability.md")
    assert limits["any TOML"][0].startswith(f"{MOST_PARTS} parts ")
    longest = next(f for f in msgspec.structs.fields(Physics) if f.name == "time_limit").type.__metadata__[0].le
    assert limits["shot"] == [f"{longest:g} s of simulated time"]
    page = asset_text("help/reliability.md")
    assert f"{'four' if log.OLDER == 3 else log.OLDER + 1} files of {log.LARGEST // 1024} kB" in page
    shots, matches = len(golden.goldens().shots), len(golden.goldens().matches)
    assert {22: "Twenty-two"}.get(shots, shots) + f" golden shots and {['no', 'one', 'two'][matches]} golden" in page


def quantity(text):
    """The number in such as "≤ 1.5 %"."""
    return number(re.search(r"[−\d.]+", text)[0])

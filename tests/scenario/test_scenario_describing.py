"""The page on the format of scenario files: complete, true, up to date."""

import re

import msgspec
import pytest
from scenario_tools import faults, read

from micromutants.assets import asset_text
from micromutants.physics import Hand, Physics, constants
from micromutants.scenario import check, describing
from micromutants.scenario.keys import KEYS

PAGE = asset_text(describing.PAGE)


def test_the_page_is_up_to_date():
    assert describing.page() == PAGE, "run: python -m micromutants.scenario.describing"


def test_every_key_that_the_reader_asks_for_is_explained_and_no_other():
    explained = {(section, key.name) for section, keys in KEYS.items() for key in keys}
    assert explained == set(describing.asked())


def test_every_key_says_what_it_means_and_what_is_allowed():
    for line in PAGE.splitlines():
        if line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert all(cells), line


@pytest.mark.parametrize("tree", [Physics, Hand])
def test_constants_are_those_of_the_types(tree):
    found = constants(tree)
    assert [one.name for one in found] == list(tree.__struct_fields__)
    for one in found:
        assert one.default == getattr(tree(), one.name)
        assert one.meaning
        assert one.source
        assert not one.meaning.endswith(one.unit or "\0")
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({one.name: one.high + 1e-6}, tree)
        assert msgspec.convert({one.name: one.high}, tree)
        if one.above:
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({one.name: one.low}, tree)


@pytest.mark.parametrize(
    ("section", "key", "default"),
    [
        ("mat", "width", "760"),
        ("shots", "loft_deg", "45 of a press, 0 of a launch"),
        ("shots", "offset", "1"),
        ("pieces", "face", "normal"),
        ("chance", "shots", "400"),
    ],
)
def test_defaults_come_from_the_types(section, key, default):
    assert describing.default(next(one for one in KEYS[section] if one.name == key)) == default


def test_a_range_that_changes_shows_on_the_page(monkeypatch):
    from micromutants.scenario import parts

    assert "| `width` | from left to right | 100 to 3000 mm | 760 |" in describing.page()
    monkeypatch.setattr(parts, "MAT_MAX", 4000.0)
    assert "| `width` | from left to right | 100 to 4000 mm | 760 |" in describing.page()


def test_the_example_on_the_page_holds():
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    results = check(read(example))
    assert results
    assert [result for result in results if not result.passed] == []


PUZZLE = """\
format = 1
title = "a"
[puzzle]
goal = "Push it."
solution = "push"
[[pieces]]
id = "a"
kind = "large"
at = [100, 100]
[[shots]]
name = "push"
piece = "a"
speed_mm_s = 500
[shots.expect]
moved = true
"""


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ('goal = "Push it."\n', "", "puzzle", "goal is missing"),
        ('solution = "push"', 'solution = "pusch"', "puzzle.solution", "did you mean 'push'?"),
        ('solution = "push"\n', "", "puzzle", "solution is missing: it must be one of push"),
        ("[shots.expect]\nmoved = true\n", "", "puzzle.solution", "no goal"),
        (PUZZLE[PUZZLE.index("[[shots]]") :], "", "puzzle.solution", "the file has no shots"),
        ("goal =", "gaol =", "puzzle.gaol", "did you mean 'goal'?"),
    ],
)
def test_a_puzzle_names_its_goal_and_its_solution(old, new, key, said):
    assert read(PUZZLE).puzzle.solution == "push"
    assert any(fault.key == key and said in fault.text for fault in faults(PUZZLE.replace(old, new)))

"""The page of rules lists every rule that the game can name."""

import re
from pathlib import Path

import pytest

import micromutants.rules
from micromutants.assets import asset_text
from micromutants.rules import ADJACENT, AREA_DEPTH, CORNER_RADIUS, Range, Rulings, load_armies
from micromutants.rules.effects import EFFECTS
from micromutants.rules.hands import DROP_HEIGHT
from micromutants.table import MIN_OVERLAP

PAGE = asset_text("help/rules.md")
LISTED = re.findall(r"^- \*\*([A-Z]\d+)\*\*", PAGE, re.MULTILINE)


def test_every_rule_that_the_code_names_is_on_the_page():
    named = set()
    for file in Path(micromutants.rules.__file__).parent.rglob("*.py"):
        named |= set(re.findall(r'"([STMBAGWJ]\d+)"', file.read_text(encoding="utf-8")))
    assert {"S3", "T4", "M2", "M6", "B2", "A1", "G3", "W4", "W5", "J1"} <= named
    assert named <= set(LISTED)


def test_every_rule_is_listed_once_and_in_order():
    counts = {"S": 10, "T": 8, "M": 12, "B": 5, "A": 4, "G": 6, "W": 5, "J": 39}
    assert [f"{letter}{n}" for letter, count in counts.items() for n in range(1, count + 1)] == LISTED


def test_every_choice_that_a_set_up_has_is_told_with_its_ruling():
    for field in Rulings.__struct_fields__:
        assert re.search(rf"\*\*J\d+\*\* [^*]*Option `{field}`", PAGE), field
    for ruling in re.findall(r"ruling (J\d+)", f"{Rulings.__doc__}"):
        assert ruling in LISTED


def test_the_page_has_the_measures_of_the_game():
    assert f"{AREA_DEPTH:g} mm deep" in PAGE
    assert f"quarter disc of {CORNER_RADIUS:g} mm" in PAGE
    assert f"from {DROP_HEIGHT:g} mm" in PAGE
    assert f"at most {ADJACENT:g} mm" in PAGE
    assert f"more than {MIN_OVERLAP:g} mm" in PAGE
    for mark in Range:
        assert f"{mark.value} {mark.reach:g} mm" in PAGE


TESTS = Path(__file__).parents[1]
COVERED = re.split(r"^- \*\*([\w-]+)\*\*$", (TESTS / "RULES.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def test_each_rule_and_ruling_has_a_test_that_carries_its_number():
    names = "".join(file.read_text(encoding="utf-8") for file in sorted(Path(__file__).parent.glob("test_*.py")))
    missing = [rule for rule in LISTED if not re.search(rf"def test_{rule.lower()}_", names)]
    assert missing == []


def test_the_page_of_tests_has_every_rule_and_every_effect():
    assert COVERED[::2] == [*LISTED, *EFFECTS]


@pytest.mark.parametrize(("what", "said"), list(zip(COVERED[::2], COVERED[1::2], strict=True)), ids=COVERED[::2])
def test_each_has_tests_in_which_it_holds_and_in_which_it_does_not(what, said):
    for way in ("holds", "does not"):
        named = re.findall(rf"  - {way}: `tests/([\w/]+\.py)::(test_\w+)`", said)
        assert named, f"{what} has no test in which it {way}"
        for path, name in named:
            assert f"def {name}(" in (TESTS / path).read_text(encoding="utf-8")


def test_every_evolution_card_has_a_test_with_its_name():
    names = "".join(file.read_text(encoding="utf-8") for file in sorted(Path(__file__).parent.glob("test_*.py")))
    cards = [card.id for army in load_armies().values() for base in army.bases for card in base.evolutions]
    assert len(cards) == 16
    assert [card for card in cards if f"def test_{card.replace('-', '_')}" not in names] == []


def test_every_effect_is_told_with_its_parameters():
    page = asset_text("help/armies.md")
    told = dict(re.findall(r"^\| `([\w-]+)` \|([^|]*)\|", page, re.MULTILINE))
    assert list(told) == list(EFFECTS)
    for name, effect in EFFECTS.items():
        assert re.findall(r"`(\w+)`", told[name]) == list(effect.params.__struct_fields__), name

"""The page of rules lists every rule that the game can name."""

import re
from pathlib import Path

import micromutants.rules
from micromutants.assets import asset_text
from micromutants.rules import ADJACENT, AREA_DEPTH, Range
from micromutants.table import MIN_OVERLAP

PAGE = asset_text("help/rules.md")
LISTED = re.findall(r"^- \*\*([A-Z]\d+)\*\*", PAGE, re.MULTILINE)


def test_every_rule_that_the_code_names_is_on_the_page():
    named = set()
    for file in Path(micromutants.rules.__file__).parent.glob("*.py"):
        named |= set(re.findall(r'"([STMBWJ]\d+)"', file.read_text(encoding="utf-8")))
    assert {"S3", "T4", "M2", "M6", "B2", "W5", "J1"} <= named
    assert named <= set(LISTED)


def test_every_rule_of_the_basic_game_is_listed_once():
    wanted = [f"S{n}" for n in range(1, 7)] + [f"T{n}" for n in range(1, 9)]
    wanted += [f"M{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12)] + [f"B{n}" for n in range(1, 6)]
    wanted += ["W1", "W5"] + [f"J{n}" for n in range(1, 11)]
    assert wanted == LISTED


def test_the_page_has_the_measures_of_the_game():
    assert f"{AREA_DEPTH:g} mm deep" in PAGE
    assert f"at most {ADJACENT:g} mm" in PAGE
    assert f"more than {MIN_OVERLAP:g} mm" in PAGE
    for mark in Range:
        assert f"{mark.value} {mark.reach:g} mm" in PAGE


def test_each_rule_has_a_test_that_carries_its_number():
    names = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_rules_*.py"))
    missing = [rule for rule in LISTED if rule[0] != "J" and not re.search(rf"def test_{rule.lower()}_", names)]
    assert missing == []

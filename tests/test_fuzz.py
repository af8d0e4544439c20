"""Army and scenario files that were mangled in every way: read or refused with a sentence, never anything else.

What is read is also used: an army is told, a scenario's shots are made.  `MICROMUTANTS_THOROUGH=1` tries ten times as
many.
"""

import os
import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from micromutants import cli, scenario, telling
from micromutants.assets import asset_names, asset_text
from micromutants.ownarmies import LARGEST, read_army
from micromutants.rules import parse_army
from micromutants.rules.army import ArmyError
from micromutants.tomlkeys import endless_key

TIMES = 10 if os.environ.get("MICROMUTANTS_THOROUGH", "") not in ("", "0") else 1
ARMIES = [asset_text(name) for name in asset_names("armies")]
SCENARIOS = [path.read_text("utf-8") for path in scenario.shipped_scenarios()]

PIECES = [
    *("nan", "inf", "-1", "0", "1e308", "9" * 400, "true", "[]", "{}", '""', "[[]]", "[1, 'a']", "{a = {b = []}}"),
    *('"\\u0000"', '"\\ud800"', "1979-05-27", "'''", '"""', "=", "[", "]", "[[", "]]", "{", "}", ".", ",", "#"),
    *("\r", "\t", "effects", "id", "breeds", "card", "set", "of"),
    *("\0", "\ufeff", "\u2028", "é", "ひ", "\x1b[31m", "a" * 3000, "[" * 3000),
]  # fmt: skip


def mangled(text, draw):
    """A text after some changes of any kind."""
    for _ in range(1 + int(draw.random() * 4)):
        at, end = sorted(int(draw.random() * (len(text) + 1)) for _ in range(2))
        piece = PIECES[int(draw.random() * len(PIECES))]
        match int(draw.random() * 7):
            case 0:
                text = text[:at] + piece + text[at:]
            case 1:
                text = text[:at] + piece + text[min(end, at + 40) :]
            case 2:
                text = text[:at] + text[min(end, at + 400) :]
            case 3:
                text = text[:end] + text[at:]
            case 4:
                values = list(re.finditer(r"= *(.+)", text))
                if values:
                    found = values[int(draw.random() * len(values))]
                    text = text[: found.start(1)] + piece + text[found.end(1) :]
            case 5:
                words = list(re.finditer(r"[a-z_-]{2,}", text))
                if words:
                    a, b = (words[int(draw.random() * len(words))] for _ in range(2))
                    text = text[: a.start()] + b[0] + text[a.end() :]
            case _:
                text = text[:at]
    return text


def army_or_refusal(text):
    try:
        army = parse_army(text, "a.toml")
    except ArmyError as error:
        said = str(error)
        assert said.startswith("a.toml: ")
        assert "\n" not in said
        assert len(said) < 4000
        return None
    assert [line.plain for line in telling.army(army)]
    return army


@pytest.mark.parametrize("number", range(4))
def test_mangled_armies(number):
    draw = random.Random(number)
    accepted = sum(army_or_refusal(mangled(ARMIES[number], draw)) is not None for _ in range(120 * TIMES))
    # Some changes, such as of a text, leave an army that can be: both ways are tried.
    assert accepted > 0


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@settings(max_examples=30 * TIMES)
@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5), st.lists, max_leaves=5)
)
def test_effects_of_any_kind(value):
    """A value of any kind in the place of an effect, its name, or a parameter."""
    told = toml(value)
    for place in ('effect = "frenzy"', '"frenzy"', "[{"):
        text = ARMIES[0].replace(place, told if place[0] != "e" else f"effect = {told}", 1)
        army_or_refusal(text)


def toml(value):
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08X}" for c in value) + '"'
    return "{}" if value is None else str(value).lower()


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_mangled_scenarios(number):
    draw = random.Random(number)
    made = 0
    for _ in range(40 * TIMES):
        text = mangled(SCENARIOS[number], draw)
        loaded = scenario_or_refusal(text.encode("utf-8", "surrogatepass"))
        for shot in loaded.shots[:1] if loaded and made < 2 else ():
            made += 1
            outcome = shot_or_refusal(loaded, shot)
            if outcome is not None:
                assert list(scenario.told_shot(loaded, scenario.launches(loaded, shot), outcome))


def scenario_or_refusal(data):
    try:
        return scenario.read_scenario(data, "a.toml")
    except scenario.ScenarioError as error:
        faults, lines = error.faults, error.lines
    assert faults
    assert all("\n" not in line and line.startswith("a.toml") for line in lines)
    return None


def shot_or_refusal(loaded, shot):
    try:
        return scenario.shoot(loaded, shot)
    except ValueError as error:
        said = str(error)
    assert said
    assert "\n" not in said
    return None


@pytest.mark.parametrize("deep", ["a = " + "[" * 100_000, "a = " + "{ a = " * 100_000, "a = " + "[{ b = " * 50_000])
def test_nested_without_end(deep, tmp_path, capsys):
    path = tmp_path / "a.toml"
    path.write_text(deep)
    for command in ("armies", "check", "shoot"):
        assert cli.main([command, str(path)]) == 1
        said = capsys.readouterr().err
        assert said.count("a.toml") >= 1
        assert "Traceback" not in said
        assert "fault of the program" not in said


@pytest.mark.parametrize("key", ["a." * 40 + "a = 1", "[" + "a . " * 40 + "a]", '"a".' * 40 + "a = 1", "a." * 90_000])
def test_keys_without_end(key, tmp_path, capsys):
    path = tmp_path / "a.toml"
    path.write_text(f'format = 1\ntitle = "a. b. c."\n{key}')
    for command in ("armies", "check", "shoot"):
        begun = time.perf_counter()
        assert cli.main([command, str(path)]) == 1
        assert "line 3: not valid TOML: a key has more than 32 parts" in capsys.readouterr().err
        assert time.perf_counter() - begun < 5.0


def test_keys_of_a_sensible_length_are_left_alone():
    assert endless_key(".".join("a" * 32) + " = 1") == 0
    assert endless_key("\n".join(["a." * 20 + "a = 1"] * 9)) == 0
    assert endless_key("text = 'A sentence. Another one. " + "And so on. " * 50 + "'") == 0
    assert endless_key("x = [" + "1.5, " * 500 + "]") == 0
    assert all(endless_key(text) == 0 for text in ARMIES + SCENARIOS)


def test_files_of_armies_that_cannot_be_read(tmp_path):
    kinds = {
        "huge.toml": b"#" * (LARGEST + 1),
        "latin.toml": b'id = "a"\nname = "\xe9"\n',
        "empty.toml": b"",
        "zeros.toml": bytes(100),
        "utf16.toml": ARMIES[0].encode("utf-16"),
    }
    reasons = {
        "huge.toml": f"an army file has up to {LARGEST} bytes, this one has more",
        "latin.toml": "byte 18 is no UTF-8 text",
        "utf16.toml": "byte 1 is no UTF-8 text",
    }
    for name, data in kinds.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(ArmyError, match=re.escape(f"{path}: {reasons.get(name, '')}")):
            read_army(path)
        assert path.read_bytes() == data
    with pytest.raises(ArmyError, match="this is a folder"):
        read_army(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_army(tmp_path / "none")
    marked = tmp_path / "marked.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + ARMIES[0].encode())
    assert read_army(marked).id == parse_army(ARMIES[0], "a").id

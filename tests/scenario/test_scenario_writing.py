"""Writing scenarios back: what was changed is changed, comments and order stay, and the file reads as the scenario."""

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenario_tools import BASE, read

from micromutants.match import StorageError
from micromutants.physics import Hand, Launch, Physics, Shot
from micromutants.scenario import (
    Chance,
    ChanceOf,
    Compared,
    Expect,
    Near,
    SavedShot,
    ScenarioError,
    Span,
    load_scenario,
    save_scenario,
    shipped_scenarios,
    updated_text,
)
from micromutants.scenario.writing import plain
from micromutants.table import Face, Mat, Piece, Table

replace = msgspec.structs.replace
LOADED = {path.stem: load_scenario(path) for path in shipped_scenarios()}


def moved(scenario, key, **changes):
    """The scenario with a piece changed."""
    pieces = [replace(p, level=0, **(changes if p.id == key else {})) for p in _in_order(scenario)]
    return replace(scenario, table=Table.of(scenario.table.mat, pieces))


def _in_order(scenario):
    return [scenario.table[key] for key, _ in scenario.breeds]


def comments(text):
    return [line[line.index("#") :] for line in text.splitlines() if "#" in line]


def heads(text):
    return [line for line in text.splitlines() if line.startswith("[")]


@pytest.mark.parametrize("name", LOADED)
def test_nothing_changed_leaves_every_byte(name):
    scenario = LOADED[name]
    assert updated_text(scenario) == scenario.text


@pytest.mark.parametrize("name", [name for name, scenario in LOADED.items() if scenario.breeds])
def test_a_moved_piece_changes_one_line(name):
    scenario = LOADED[name]
    key = scenario.breeds[-1][0]
    piece = scenario.table[key]
    changed = moved(scenario, key, x=piece.x + 0.125)
    text = updated_text(changed)
    old, new = scenario.text.splitlines(), text.splitlines()
    assert len(old) == len(new)
    assert [b.partition("#")[0].strip() for a, b in zip(old, new, strict=True) if a != b] == [
        f"at = [{piece.x + 0.125:g}, {piece.y:g}]"
        if float(f"{piece.x + 0.125:g}") == piece.x + 0.125
        else f"at = [{piece.x + 0.125!r}, {piece.y:g}]"
    ]
    assert comments(text) == comments(scenario.text)


def test_everything_that_can_change_is_written_where_it_belongs():
    scenario = moved(read(BASE), "target", x=310.5, y=220.25, angle=0.1, face=Face.SPECIAL, owner=2)
    scenario = replace(
        scenario,
        title="Another",
        description="Two lines,\none \"quoted\".",
        physics=replace(scenario.physics, friction_mat=0.3, tumble=-0.2),
        hand=Hand(power_sd=0.05),
        shots=(
            SavedShot("the hop", (Shot("hopper", 0.3, 0.75, math.radians(30), 0.5),), scenario.shots[0].expects),
            scenario.shots[1],
        ),
    )  # fmt: skip
    text = updated_text(scenario)
    again = read(text)
    for field in ("title", "description", "physics", "shots", "breeds", "match"):
        if field != "shots":
            assert getattr(again, field) == getattr(scenario, field), field
    assert plain(again) == plain(scenario)
    assert again.table["target"].angle == pytest.approx(0.1, abs=1e-15)
    assert 'title = "Another"   # a remark' in text
    assert "friction_mat = 0.3    # rough felt" in text
    assert "aim_sd_deg" not in text
    assert set(comments(text)) >= set(comments(BASE))
    assert [head for head in heads(text) if head in heads(BASE)] == heads(BASE)


def test_pieces_and_shots_come_and_go():
    scenario = read(BASE)
    table = Table.of(Mat(), [scenario.table["hopper"], Piece("late", "rect", 1, 400.0, 400.0)])
    throw = SavedShot("throw", (Launch("late", 1.0, 50.0, 0.5, 1.0, 2.0, 3.0), Launch("hopper", 0.0, 70.0, 0.0)))
    scenario = replace(scenario, table=table, shots=(scenario.shots[1], throw))
    text = updated_text(scenario)
    again = read(text)
    assert [key for key, _ in again.breeds] == ["hopper", "late"]
    assert [shot.name for shot in again.shots] == ["the slide", "throw"]
    assert again.shots[1].moves[0] == throw.moves[0]
    assert plain(again) == plain(scenario)
    assert "# the one that hops" in text
    assert '"target"' not in text


def test_what_now_lies_beneath_is_written_first():
    scenario = read(BASE)
    below = Table.of(Mat(), [scenario.table["target"], replace(scenario.table["hopper"], x=305.0)])
    assert below["hopper"].level == 1
    above = Table.of(Mat(), [replace(scenario.table["hopper"], x=305.0), scenario.table["target"]])
    for table, order in ((below, ["target", "hopper"]), (above, ["hopper", "target"])):
        text = updated_text(replace(scenario, table=table))
        again = read(text)
        assert [key for key, _ in again.breeds] == order
        assert {p.id: p.level for p in again.table} == {p.id: p.level for p in table}
        assert "# the one that hops" in text
        assert "# rough felt" in text


def test_every_expectation_is_written():
    expect = Expect(
        "hopper", ("target",), None, (), 1, "special", Near((1.5, 2.0), 3.0), Near("target", 4.0), Span(1.0, 2.0),
        Compared("the slide", Span(0.5)), Span(None, 9.0), Compared("the slide", Span(None, 3.0)), Span(0.0, 5.0), True,
        False, ("target",), None,
        (Chance(ChanceOf.OVER, ("target",), Span(0.1), 50, 3), Chance(ChanceOf.FACE, ("normal",), Span(0.1, 0.9), 60)),
    )  # fmt: skip
    other = Expect("target", under=("hopper",), clear=("hopper",), untouched=("hopper",))
    scenario = read(BASE)
    shots = (replace(scenario.shots[0], expects=(expect, other)), scenario.shots[1])
    again = read(updated_text(replace(scenario, shots=shots)))
    assert again.shots == shots


def test_a_scenario_without_a_text_gets_a_new_file(tmp_path):
    scenario = read(BASE)
    saved = save_scenario(replace(scenario, text=""), tmp_path / "new.toml")
    assert (saved.table, saved.physics, saved.hand, saved.shots) == (
        scenario.table, scenario.physics, scenario.hand, scenario.shots
    )  # fmt: skip
    assert load_scenario(tmp_path / "new.toml") == saved


def test_pieces_in_one_list_stay_there():
    text = """\
format = 1
title = "Short"
# all of them
pieces = [
  { id = "a", kind = "small", at = [100, 100] },  # first
  { id = "b", kind = "large", at = [200, 100] },  # second
]
"""
    scenario = moved(read(text), "b", x=220.0)
    again = updated_text(scenario)
    assert again == text.replace("[200, 100]", "[220, 100]")
    fewer = replace(scenario, table=scenario.table.without("a"))
    assert [p.id for p in read(updated_text(fewer)).table] == ["b"]
    more = replace(scenario, table=Table.of(Mat(), [*scenario.table, Piece("c", "rect", 1, 400.0, 90.0)]))
    assert [p.id for p in read(updated_text(more)).table] == ["a", "b", "c"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_a_byte_order_mark_stay(end, tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(("\ufeff" + BASE.replace("\n", end)).encode())
    scenario = moved(load_scenario(path), "hopper", x=222.0)
    save_scenario(scenario, path)
    data = path.read_bytes()
    assert data == ("\ufeff" + BASE.replace("[200, 200]", "[222, 200]").replace("\n", end)).encode()


def test_what_a_file_can_not_hold_is_refused_and_the_file_stays(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(BASE)
    scenario = load_scenario(path)
    for bad in (
        replace(scenario, physics=Physics(friction_mat=7.0)),
        replace(scenario, title=""),
        replace(scenario, table=Table.of(Mat(), [Piece("far", "small", 0, -50.0, 0.0)])),
        replace(scenario, shots=(SavedShot("x", (Shot("nobody", 0.0, 0.5),)),)),
    ):
        with pytest.raises(ScenarioError):
            save_scenario(bad, path)
        assert path.read_text() == BASE
    with pytest.raises(StorageError):
        save_scenario(scenario, tmp_path / "none" / "a.toml")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["hopper", "target"]),
            st.floats(20.0, 740.0),
            st.floats(20.0, 740.0),
            st.floats(-6.0, 6.0),
            st.sampled_from(Face),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_is_dragged_about_comes_back_the_same(drags):
    scenario = read(BASE)
    for key, x, y, angle, face in drags:
        scenario = moved(scenario, key, x=x, y=y, angle=angle, face=face)
    text = updated_text(scenario)
    again = read(text)
    for piece in scenario.table:
        twin = again.table[piece.id]
        assert (twin.x, twin.y, twin.face, twin.level) == (piece.x, piece.y, piece.face, piece.level)
        assert twin.angle == pytest.approx(piece.angle, abs=1e-12)
    assert sorted(comments(text)) == sorted(comments(BASE))

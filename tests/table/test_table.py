"""Tables: building, levels, what lies on what, digests."""

import itertools
import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from micromutants.geometry import overlap_area, overlap_depth
from micromutants.table import KINDS, MIN_OVERLAP, NOBODY, Face, LiesOn, Mat, Piece, Table, TableError, relevel

MAT = Mat()


def piece(name, x, y, kind="large", **more):
    return Piece(name, kind, more.pop("owner", 0), x, y, **more)


def table(*pieces):
    return Table.of(MAT, pieces)


def levels(of):
    return {p.id: p.level for p in of}


def test_pieces_come_in_the_order_of_their_ids():
    made = table(piece("b", 100, 100), piece("c", 200, 100), piece("a", 300, 100))
    assert [p.id for p in made] == ["a", "b", "c"]
    assert len(made) == 3
    assert made["b"].x == 100.0
    assert "c" in made
    assert "d" not in made
    assert made.get("d") is None
    with pytest.raises(KeyError, match="no piece 'd'"):
        made["d"]


@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        ([piece("a", 1, 1), piece("a", 300, 300)], "'a': the id is taken"),
        ([piece("a", 1, 1, kind="medium")], "'a': unknown kind 'medium', allowed are small, large, rect"),
        ([piece("a", math.nan, 1)], "'a': x must be a finite number, not nan"),
        ([piece("a", 1, math.inf)], "'a': y must be a finite number, not inf"),
        ([piece("a", 1, 1, angle=-math.inf)], "'a': angle must be a finite number"),
        ([piece("a", 1, 1, level=-1)], "'a': level must be 0 or more, not -1"),
    ],
)
def test_a_piece_that_cannot_be_is_named(pieces, says):
    with pytest.raises(TableError, match=says):
        table(*pieces)


@pytest.mark.parametrize("mat", [Mat(0.0, 760.0), Mat(760.0, -1.0), Mat(math.nan, 760.0), Mat(760.0, math.inf)])
def test_a_mat_without_extent_is_refused(mat):
    with pytest.raises(TableError, match="mat: width and height must be above 0 mm"):
        Table.of(mat, [])


def test_a_later_piece_lies_on_the_earlier_ones_that_it_overlaps():
    pile = table(piece("a", 100, 100), piece("b", 110, 100), piece("c", 120, 100), piece("d", 300, 100))
    assert levels(pile) == {"a": 0, "b": 1, "c": 2, "d": 0}
    assert [(u, w) for u, w, _ in pile.lies_on()] == [("b", "a"), ("c", "a"), ("c", "b")]


def test_a_piece_bridges_two_that_lie_apart():
    bridge = table(piece("a", 100, 100), piece("b", 130, 100), piece("c", 115, 100))
    assert levels(bridge) == {"a": 0, "b": 0, "c": 1}
    assert [(u, w) for u, w, _ in bridge.lies_on()] == [("c", "a"), ("c", "b")]


def test_touching_and_grazing_pieces_lie_side_by_side():
    assert levels(table(piece("a", 100, 100), piece("b", 122, 100))) == {"a": 0, "b": 0}
    assert levels(table(piece("a", 100, 100), piece("b", 122 - MIN_OVERLAP + 0.01, 100))) == {"a": 0, "b": 0}
    assert levels(table(piece("a", 100, 100), piece("b", 122 - MIN_OVERLAP - 0.01, 100))) == {"a": 0, "b": 1}


def test_given_levels_hold_whatever_the_order_of_the_pieces():
    upper, lower = piece("a", 105, 100, level=1), piece("b", 100, 100)
    for order in ([upper, lower], [lower, upper]):
        assert levels(table(*order)) == {"a": 1, "b": 0}


def test_lies_on_gives_the_shared_area_and_reads_levels_not_order():
    top = table(piece("a", 105, 100, level=1), piece("b", 100, 100))
    (pair,) = top.lies_on()
    a, b = top["a"], top["b"]
    assert pair == LiesOn("a", "b", overlap_area(a.shape, a.pose, b.shape, b.pose))
    # Two discs of 11 mm with centres 5 mm apart.
    assert pair.area == pytest.approx(2 * 121 * math.acos(5 / 22) - 2.5 * math.sqrt(484 - 25), rel=1e-12)


def test_without_lets_down_what_lay_on_top():
    pile = table(piece("a", 100, 100), piece("b", 110, 100), piece("c", 125, 100))
    assert levels(pile) == {"a": 0, "b": 1, "c": 2}
    assert levels(pile.without("a")) == {"b": 0, "c": 1}
    assert levels(pile.without("b")) == {"a": 0, "c": 0}
    assert levels(pile.without("b", "a")) == {"c": 0}
    assert levels(pile.without("nobody")) == levels(pile)
    assert levels(pile) == {"a": 0, "b": 1, "c": 2}


def test_a_piece_let_down_stays_above_all_that_it_covers():
    # d covers a (level 0) and c (level 2); b is taken away from under c.
    pile = table(
        piece("a", 100, 100), piece("b", 140, 100), piece("c", 130, 100), piece("d", 115, 100), piece("e", 155, 100)
    )
    assert levels(pile) == {"a": 0, "b": 0, "c": 1, "d": 2, "e": 1}
    assert levels(pile.without("b")) == {"a": 0, "c": 0, "d": 1, "e": 0}


def test_put_replaces_and_adds_without_touching_the_table():
    before = table(piece("a", 100, 100))
    after = before.put(piece("a", 150, 100, face=Face.SPECIAL), piece("0", 10, 10))
    assert [p.id for p in after] == ["0", "a"]
    assert after["a"].face is Face.SPECIAL
    assert before == table(piece("a", 100, 100))


def test_on_mat_wants_the_whole_piece():
    made = table(piece("a", 11, 11), piece("b", 10.99, 300), piece("c", 749, 749), piece("d", 500, 755, kind="rect"))
    assert [p.id for p in made if made.on_mat(p)] == ["a", "c"]


def test_a_face_turns_over_and_back():
    assert Face.NORMAL.turned is Face.SPECIAL
    assert Face.SPECIAL.turned is Face.NORMAL


def test_pieces_know_their_kind_and_place():
    one = piece("a", 10, 20, kind="rect", angle=0.5, owner=NOBODY)
    assert one.spec is KINDS["rect"]
    assert one.shape == KINDS["rect"].shape
    assert one.pose == (10, 20, 0.5)


# --- any table --------------------------------------------------------------------------------------------------

spots = st.tuples(
    st.sampled_from(sorted(KINDS)), st.floats(0, 200), st.floats(0, 200), st.floats(-4, 4), st.sampled_from(Face)
)
heaps = st.lists(spots, max_size=10).map(
    lambda found: [Piece(f"p{i}", k, i % 2, x, y, a, f) for i, (k, x, y, a, f) in enumerate(found)]
)


def overlapping(a, b):
    return overlap_depth(a.shape, a.pose, b.shape, b.pose) > MIN_OVERLAP


@given(heaps)
def test_levels_never_clash_and_each_rests_on_the_level_below(pieces):
    heap = table(*pieces)
    for a, b in itertools.combinations(heap, 2):
        assert a.level != b.level or not overlapping(a, b)
    pairs = {(u, w) for u, w, _ in heap.lies_on()}
    assert pairs == {(a.id, b.id) for a in heap for b in heap if a.level > b.level and overlapping(a, b)}
    for upper in heap:
        beneath = [heap[w].level for u, w in pairs if u == upper.id]
        assert upper.level == (max(beneath) + 1 if beneath else 0)


@given(heaps)
def test_laying_a_table_down_again_changes_nothing(pieces):
    heap = table(*pieces)
    assert Table.of(MAT, heap.pieces) == heap
    assert Table.of(MAT, reversed(heap.pieces)) == heap
    assert relevel(heap) == heap


@given(heaps)
def test_json_round_trip_keeps_every_bit(pieces):
    heap = table(*pieces)
    again = msgspec.json.decode(msgspec.json.encode(heap), type=Table)
    assert again == heap
    assert again.digest() == heap.digest()


# --- digests ----------------------------------------------------------------------------------------------------

APART = [
    piece("scout-1", 100.5, 200.25, kind="small", angle=0.1),
    piece("queen-1", 380, 380, face=Face.SPECIAL, owner=1),
    piece("tank-1", 600.125, 90, kind="rect", angle=-1.5),
    piece("nest", 700, 700, kind="base", owner=NOBODY),
]


def test_the_digest_is_the_same_for_ever():
    assert table(*APART).digest() == "e57d677ac55bb4fe37890edec69cdcdaa328dbdcd91e01cc88a7e5793d8f04a6"


def test_the_digest_does_not_depend_on_the_order_of_pieces_that_lie_apart():
    digests = {table(*order).digest() for order in itertools.permutations(APART)}
    assert len(digests) == 1


def test_equal_tables_have_equal_digests_however_their_numbers_were_written():
    assert table(piece("a", 0, 380)).digest() == table(piece("a", -0.0, 380.0)).digest()
    assert Table.of(Mat(760, 760), []).digest() == Table.of(Mat(760.0, 760.0), []).digest()


@pytest.mark.parametrize(
    "change",
    [{"x": 100.50000000000001}, {"face": Face.SPECIAL}, {"owner": 1}, {"level": 1}, {"angle": 0.2}, {"kind": "large"}],
)
def test_the_smallest_change_changes_the_digest(change):
    whole = table(*APART)
    assert whole.put(msgspec.structs.replace(whole["scout-1"], **change)).digest() != whole.digest()

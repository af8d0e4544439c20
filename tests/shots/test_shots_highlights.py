"""The best moments of a match are found, each for what it is."""

from dataclasses import dataclass

import pytest
from shot_tools import old_record, played

from micromutants.physics import Launch, Sample, Shot
from micromutants.rules import Happening, Roll, Seat, Setup, Tremble
from micromutants.shots.highlights import best_moments
from micromutants.table import Mat, Piece, Table


@dataclass(frozen=True)
class Made:
    number: int
    action: object
    happenings: tuple
    table: Table
    track: dict


SETUP = Setup((Seat("Ada", "usarthropods"), Seat("Ben", "chitinians")))
PIECES = [Piece(f"soldier-{i}", "small", 0, 60.0 + 40.0 * i, 100.0) for i in range(1, 6)]
PIECES += [Piece(f"warrior-{i}", "small", 1, 60.0 + 40.0 * i, 600.0) for i in range(1, 6)]
START = Table.of(Mat(), PIECES)


def took(kind, *pieces, player=0):
    return Happening("O1", kind, player, pieces, f"{kind} {' '.join(pieces)}.")


def flick(number, piece, way, *happenings, others=(), to=None):
    """A flick that goes straight up by so many mm, or ends at a point."""
    start = START[piece]
    x, y = to or (start.x, start.y + way)
    flat = (1.0, 1.0, 0.0, 0.0, 0.0)
    track = {piece: (Sample(0.0, start.x, start.y, *flat), Sample(1.0, x, y, *flat))}
    for other in others:
        at = START[other]
        track[other] = (Sample(0.0, at.x, at.y, *flat),)
    action = Tremble(Shot(piece, 0.0, 0.5), Launch(piece, 0.0, 1000.0, 0.8))
    return Made(number, action, happenings, START, track)


def kinds(*entries):
    return {one.kind: one.number for one in best_moments(entries, START, SETUP)}


def test_nothing_is_found_where_nothing_came_of_it():
    assert kinds() == {}
    assert kinds(Made(1, Roll((0, 1)), (), START, {}), flick(2, "soldier-1", 400.0)) == {}


def test_the_longest_hop_must_have_captured():
    found = kinds(
        flick(1, "soldier-1", 500.0),
        flick(2, "soldier-2", 300.0, took("capture", "soldier-2", "warrior-2")),
        flick(3, "soldier-3", 200.0, took("capture", "soldier-3", "warrior-3")),
    )
    assert found["longest"] == 2


def test_what_the_opponent_gained_by_it_is_no_capture():
    assert "longest" not in kinds(flick(1, "soldier-1", 500.0, took("capture", "warrior-1", "soldier-1", player=1)))


@pytest.mark.parametrize(("count", "title"), [(2, "Double"), (3, "Triple"), (4, "Fourfold"), (6, "6-fold")])
def test_several_at_once_beat_the_longest(count, title):
    taken = [took("capture", "soldier-1", f"warrior-{i}") for i in range(1, min(count, 5) + 1)]
    taken += [took("base-damaged", "soldier-1", "great-hive")] * (count - len(taken))
    entries = (
        flick(1, "soldier-1", 200.0, *taken),
        flick(2, "soldier-2", 100.0, took("capture", "soldier-2", "warrior-5")),
    )
    best = best_moments(entries, START, SETUP)
    assert [(one.kind, one.number) for one in best] == [("many", 1), ("longest", 2)]
    assert best[0].title == f"{title} capture"


def test_the_shot_that_won_comes_before_all_else_and_is_named_once():
    won = flick(3, "soldier-1", 400.0, took("capture", "soldier-1", "warrior-1"), took("victory", player=0))
    assert kinds(won) == {"won": 3}


def test_the_narrowest_capture_is_measured():
    target = START["warrior-1"]
    radius = target.spec.reach
    near = flick(1, "soldier-1", 0.0, took("capture", "soldier-1", "warrior-1"), to=(target.x + radius, target.y))
    hair = flick(2, "soldier-1", 0.0, took("capture", "soldier-1", "warrior-1"), to=(target.x + 1.8 * radius, target.y))
    far = flick(3, "soldier-5", 550.0, took("capture", "soldier-5", "warrior-5"))
    best = {one.kind: one for one in best_moments((near, hair, far), START, SETUP)}
    assert best["narrowest"].number == 2
    # Two discs whose centres are 1.8 radii apart share 3.7 % of either.
    assert "Only 3.7 % of a chip overlaps." in best["narrowest"].text


def test_the_cruellest_fumble_loses_most_then_comes_from_farthest():
    lost = [took("fumble", f"soldier-{i}", "warrior-1") for i in range(1, 4)]
    found = kinds(
        flick(1, "soldier-1", 500.0, lost[0]), flick(2, "soldier-1", 50.0, *lost), flick(3, "soldier-1", 9.0, lost[0])
    )
    assert found == {"fumble": 2}
    assert kinds(flick(1, "soldier-1", 9.0, lost[0]), flick(2, "soldier-1", 500.0, lost[0]))["fumble"] == 2


def test_a_fumble_that_is_the_opponents_loss_is_none():
    assert kinds(flick(1, "soldier-1", 9.0, took("fumble", "warrior-1", "soldier-1"))) == {}


def test_a_crash_needs_a_crowd():
    three = [f"warrior-{i}" for i in range(1, 4)]
    assert kinds(flick(1, "soldier-1", 9.0, others=three)) == {}
    assert kinds(flick(1, "soldier-1", 9.0, others=[*three, "soldier-2"])) == {"crash": 1}


def test_of_equals_the_first_counts():
    taken = took("capture", "soldier-1", "warrior-1")
    assert kinds(flick(4, "soldier-1", 100.0, taken), flick(9, "soldier-1", 100.0, taken))["longest"] == 4


@pytest.mark.parametrize("source", [lambda: played().record(), old_record], ids=["match", "old record"])
def test_a_real_record_has_moments_in_order_no_shot_twice(source):
    record = source()
    best = best_moments(record.entries, record.start, record.setup)
    assert 1 <= len(best) <= 5
    numbers = [one.number for one in best]
    assert numbers == sorted(set(numbers))
    assert len({one.kind for one in best}) == len(best)
    for one in best:
        assert record.entries[one.number - 1].track
        assert one.text.endswith(".")


def test_match_and_record_have_the_same_moments():
    match = played()
    record = match.record()
    assert best_moments(match.log, match.start.table, match.setup) == best_moments(
        record.entries, record.start, record.setup
    )

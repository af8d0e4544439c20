import math
import random

import pytest
from rules_tools import SETUP, arranged, replace

from micromutants.physics import Hand, Physics
from micromutants.rules import (
    CHANCE,
    Arrange,
    DrawFirst,
    Phase,
    RuleError,
    Seat,
    Setup,
    SetupError,
    apply,
    arrangement,
    base_spots,
    bases_in_play,
    bugs_in_play,
    chance,
    in_hand,
    is_base,
    load_armies,
    nearest_spot,
    refusal,
    setup_area,
    stars,
    start,
    to_act,
)
from micromutants.table import Face, Mat


def placing(first=0):
    return apply(start(SETUP), DrawFirst(first)).state


def test_s1_two_to_four_players_lead_different_armies():
    with pytest.raises(SetupError, match="different army"):
        start(Setup((Seat("Ada", "flyborgs"), Seat("Boris", "flyborgs"))))
    with pytest.raises(SetupError, match=r"seats\[1\].army: must be one of usarthropods, flyborgs"):
        start(Setup((Seat("Ada", "flyborgs"), Seat("Boris", "ants"))))
    with pytest.raises(SetupError, match="seats 2 to 4 players, not 1"):
        start(Setup(SETUP.seats[:1]))
    four = tuple(Seat(army, army) for army in load_armies())
    assert len(start(Setup(four)).setup.seats) == 4
    with pytest.raises(SetupError, match="seats 2 to 4 players, not 5"):
        start(Setup((*four, Seat("Eve", "flyborgs"))))
    with pytest.raises(SetupError, match="different army, not both the flyborgs"):
        start(Setup((*four[:3], Seat("Eve", "flyborgs"))))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mat": Mat(100.0, 760.0)}, "mat: must be 440"),
        ({"mat": Mat(math.nan, 760.0)}, "mat: must be 440"),
        ({"physics": Physics(friction_mat=-1.0)}, "physics.friction_mat: expected `float` >= 0"),
        ({"physics": Physics(tumble=math.nan)}, "physics.tumble: must be a finite number"),
        ({"seats": (Seat(" ", "flyborgs"), Seat("B", "usarthropods"))}, r"seats\[0\].name: must be 1 to 40"),
        ({"seats": (Seat("A\0", "flyborgs"), Seat("B", "usarthropods"))}, r"seats\[0\].name: must be 1 to 40"),
        ({"seats": (Seat("A", "flyborgs", Hand(2.0)), Seat("B", "usarthropods"))}, r"seats\[0\].hand.power_sd"),
    ],
)
def test_a_set_up_that_can_not_be_is_refused_in_one_sentence(changes, said):
    with pytest.raises(SetupError, match=said):
        start(replace(SETUP, **changes))


def test_s2_three_large_bases_undamaged_on_their_spots_the_main_one_in_the_middle():
    state = start(SETUP)
    for player, army in enumerate(("chitinians", "usarthropods")):
        bases = bases_in_play(state, player)
        assert {base.kind for base in bases} == {"base"}
        assert {base.face for base in bases} == {Face.NORMAL}
        assert {(base.x, base.y) for base in bases} == set(base_spots(state, player))
        main = next(base for base in load_armies()[army].bases if base.main)
        assert (state.table[main.id].x, state.table[main.id].y) == base_spots(state, player)[1]
    assert base_spots(state, 0) == ((230.0, 95.0), (380.0, 95.0), (530.0, 95.0))
    assert base_spots(state, 1) == ((530.0, 665.0), (380.0, 665.0), (230.0, 665.0))
    assert stars(state) == ((270.0, 380.0), (490.0, 380.0))


def test_s3_bugs_are_placed_in_the_own_area_normal_side_up_on_no_piece():
    state = arranged()
    for player in (0, 1):
        shape, pose = setup_area(state, player)
        low, high = pose.y - shape.width / 2, pose.y + shape.width / 2
        for bug in bugs_in_play(state, player):
            assert bug.face is Face.NORMAL
            assert bug.level == 0
            assert low <= bug.y - bug.spec.thickness
            assert bug.y <= high
    assert state.table.lies_on() == ()


@pytest.mark.parametrize(
    ("change", "rule", "said"),
    [
        (lambda s: (replace(s[0], y=185.0), *s[1:]), "S3", "does not lie wholly in the own set-up area"),
        (lambda s: (replace(s[0], y=700.0), *s[1:]), "S3", "does not lie wholly in the own set-up area"),
        (lambda s: (replace(s[0], x=380.0, y=95.0), *s[1:]), "M9", "would lie on Ada's Great Hive"),
        (lambda s: (replace(s[0], x=s[1].x + 3, y=s[1].y), *s[1:]), "M9", "would lie on Ada's Warrior"),
        (lambda s: s[1:], "S3", "1 bugs are not placed yet, such as the Warrior 'warrior-1'"),
        (lambda s: (*s, s[0]), "S3", "is placed twice"),
        (lambda s: (replace(s[0], piece="soldier-1"), *s[1:]), "S3", "is no bug of the Chitinians"),
        (lambda s: (replace(s[0], piece="great-hive"), *s[1:]), "S3", "is no bug of the Chitinians"),
        (lambda s: (replace(s[0], x=math.nan), *s[1:]), "M9", "finite numbers"),
    ],
)
def test_s3_a_wrong_arrangement_is_refused_with_the_reason(change, rule, said):
    state = placing()
    refused = refusal(state, Arrange(0, change(arrangement(state, 0))))
    assert refused.rule == rule
    assert said in refused.text


@pytest.mark.parametrize("army", load_armies())
@pytest.mark.parametrize("mat", [Mat(), Mat(440.0, 400.0)])
def test_s3_every_automatic_arrangement_is_legal(army, mat):
    other = next(a for a in load_armies() if a != army)
    seats = (Seat("Ada", army), Seat("Boris", other))
    for seat in (0, 1):
        state = start(Setup(seats[:: 1 - 2 * seat], mat=mat))
        state = apply(state, DrawFirst(seat)).state
        seen = set()
        variants = range(8) if mat == Mat() else range(4)
        for variant in variants:
            spots = arrangement(state, seat, variant)
            assert refusal(state, Arrange(seat, spots)) is None
            seen.add(spots)
        assert len(seen) == len(variants)
        assert arrangement(state, seat, 8) == arrangement(state, seat, 0)


def test_s3_a_dragged_bug_snaps_to_the_nearest_legal_spot():
    state = placing()
    spots = arrangement(state, 0)
    for x, y in ((380.0, 95.0), (-500.0, 900.0), (spots[3].x + 2, spots[3].y), (400.0, 188.0)):
        found = nearest_spot(state, 0, spots[0].piece, x, y, 0.4, spots)
        assert found.angle == 0.4
        assert refusal(state, Arrange(0, (found, *spots[1:]))) is None
    assert nearest_spot(state, 0, "warrior-1", 77.0, 44.0, 0.0).x == 77.0
    assert nearest_spot(state, 0, "soldier-1", 77.0, 44.0, 0.0) is None
    assert nearest_spot(state, 0, "warrior-1", math.nan, 44.0, 0.0) is None


def test_s4_projectiles_start_off_the_mat():
    state = arranged()
    projectiles = {p.id for army in load_armies().values() for p in army.projectiles}
    assert not any(piece.id.rsplit("-", 1)[0] in projectiles for piece in state.table)
    assert sum(is_base(state, piece.id) for piece in state.table) == 6
    assert len(state.table) == 6 + 15 + 14


def test_s5_the_first_player_is_drawn_and_players_alternate():
    drawn = {chance(start(SETUP), random.Random(seed)).first for seed in range(12)}
    assert drawn == {0, 1}
    assert to_act(start(SETUP)) == CHANCE
    assert refusal(start(SETUP), DrawFirst(2)).rule == "S5"
    for first in (0, 1):
        state = arranged(first=first)
        assert (state.phase, state.player, state.turn) == (Phase.ROLL, first, 1)


def test_s6_the_player_who_goes_first_places_first():
    state = placing(first=1)
    assert (state.phase, to_act(state)) == (Phase.ARRANGE, 1)
    refused = refusal(state, Arrange(0, arrangement(state, 0)))
    assert refused.rule == "S5"
    assert "Boris places the bugs" in refused.text
    assert in_hand(state, 0)
    step = apply(state, Arrange(1, arrangement(state, 1)))
    assert to_act(step.state) == 0
    assert [h.rule for h in step.happenings] == ["S3"]
    with pytest.raises(RuleError, match="Ada places the bugs"):
        apply(step.state, Arrange(1, arrangement(state, 1)))

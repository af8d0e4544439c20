import itertools
import math
import random

import msgspec
import pytest
import quick_physics

from micromutants.match import Match, verify
from micromutants.match.bots import choose, play
from micromutants.match.bots.aim import AT_ONE, POWERS, chance_to_cover, power_for, ranges, shots
from micromutants.match.bots.player import FINALISTS, FIRST_LOOK, TRIES
from micromutants.match.bots.worth import worth
from micromutants.match.record import encode_record
from micromutants.physics import EXPERT, NOVICE, Physics
from micromutants.rules import Arrange, Extra, Flick, Forgo, PutBeside, Seat, Setup, Use, legal
from micromutants.table import Face

pytestmark = pytest.mark.usefixtures("quick")

SETUP = Setup((Seat("Ada", "sovietopters", NOVICE), Seat("Ben", "chitinians", NOVICE)))


@pytest.fixture(scope="module")
def matches():
    found = []
    for seed in range(6):
        match = Match.new(SETUP, seed, bots=(0, 1))
        for _ in play(match):
            pass
        found.append(match)
    return found


def test_bot_matches_end_by_a_rule(matches):
    for match in matches:
        assert match.over
        assert match.state.ending in ("W1", "W5")
        assert match.state.winner in (0, 1)
        assert match.log[-1].happenings[-1].kind == "victory"


def test_bots_arrange_flick_with_dice_and_extra_shots_and_place_captors(matches):
    actions = [entry.action for match in matches for entry in match.log]
    for kind in (Arrange, Flick, PutBeside):
        assert any(isinstance(action, kind) for action in actions), kind
    for use in Use:
        assert any(isinstance(action, Flick) and action.use is use for action in actions), use


def test_the_same_seed_gives_the_same_match_and_another_seed_another(matches):
    again = Match.new(SETUP, 3, bots=(0, 1))
    for _ in play(again):
        pass
    assert encode_record(again.record()) == encode_record(matches[3].record())
    assert encode_record(again.record()) != encode_record(matches[4].record())


def test_what_bots_play_verifies_because_they_never_touch_the_generator(matches):
    report = verify(matches[0].record())
    assert report.ok
    assert report.shots > 5


def test_thoughts_are_bounded_by_their_number():
    match = Match.new(SETUP, 1, bots=(0, 1))
    # The first time, ranges of lone chips are measured as well.
    bound = FIRST_LOOK + FINALISTS * TRIES
    measured = 3 * 2 * 2 * len(POWERS)
    for entry in itertools.islice(play(match), 40):
        before = quick_physics.simulate.calls
        if match.to_act in (0, 1):
            choose(match.state, match.side_generator(match.to_act))
            assert quick_physics.simulate.calls - before <= bound + (measured if entry.number < 12 else 0)


def test_choosing_changes_nothing_and_repeats():
    match = Match.new(SETUP, 1, bots=(0, 1))
    for _ in itertools.islice(play(match), 8):
        pass
    match.advance()
    before = match.state.digest()
    first = choose(match.state, random.Random(5))
    assert choose(match.state, random.Random(5)) == first
    assert match.state.digest() == before


def test_choosing_where_chance_is_due_is_an_error():
    with pytest.raises(ValueError, match="no player is to act"):
        choose(Match.new(SETUP, 1).state, random.Random(5))


def test_a_bot_without_a_shot_worth_making_lets_the_die_go(matches, monkeypatch):
    match = next(m for m in matches)
    state = next(e.state for e in match.log if any(o.kind == "flick" for o in legal(e.state)))
    monkeypatch.setattr("micromutants.match.bots.player.PATIENCE", -1e9)
    action = choose(state, random.Random(5))
    assert isinstance(action, Forgo)
    assert action.what in (Use.DIE_1, Use.DIE_2, Use.EXTRA)


def test_an_enemy_base_is_worth_more_damaged_and_most_when_gone(matches):
    state = next(e.state for e in matches[0].log if e.state.turn == 1)
    base = next(p for p in state.table if p.kind == "base" and p.owner == 1)
    damaged = msgspec.structs.replace(state, table=state.table.put(msgspec.structs.replace(base, face=Face.SPECIAL)))
    gone = msgspec.structs.replace(state, table=state.table.without(base.id))
    for player, order in ((0, 1), (1, -1)):
        values = [order * worth(each, player) for each in (state, damaged, gone)]
        assert values == sorted(values)
        assert values[0] < values[1] < values[2]


def test_bugs_and_the_extra_shot_are_worth_something(matches):
    state = next(e.state for e in matches[0].log if e.state.turn == 1)
    enemy = next(p.id for p in state.table if p.owner == 1 and p.kind == "small")
    fewer = msgspec.structs.replace(state, table=state.table.without(enemy))
    assert worth(fewer, 0) > worth(state, 0) + 5.0
    assert worth(fewer, 1) < worth(state, 1) - 5.0
    earned = msgspec.structs.replace(state, extra=Extra.EARNED)
    assert (worth(earned, 0) - worth(state, 0)) * (worth(earned, 1) - worth(state, 1)) < 0.0


def test_the_range_is_turned_round():
    reached = ranges("small", False, 0.7, Physics())
    for distance in (20.0, 100.0, 333.0, 700.0):
        power = power_for(distance, reached)
        assert 0.0 < power < 1.0
        low = max(far for p, far in zip(POWERS, reached, strict=True) if p <= power)
        high = min(far for p, far in zip(POWERS, reached, strict=True) if p >= power)
        assert low <= distance <= high
    assert power_for(1e9, reached) == 1.0


def test_shots_aim_at_several_bases_and_bugs_of_the_enemy(matches):
    state = next(e.state for e in matches[0].log if e.state.turn == 1)
    bugs = [p for p in state.table if p.owner == 0 and p.kind == "small"]
    chances = shots(state, bugs, 14, random.Random(1))
    found = [shot for shot, _ in chances]
    assert len(found) == 14
    assert all(0.0 < chance <= 1.0 for _, chance in chances)
    assert {shot.piece for shot in found} <= {bug.id for bug in bugs}
    assert all(0.0 < shot.power <= 1.0 for shot in found)
    at = [_aimed_at(state, shot) for shot in found]
    assert all(state.table[target].owner == 1 for target in at)
    assert len(set(at)) >= 14 / AT_ONE
    assert shots(state, bugs, 14, random.Random(1)) == chances
    assert shots(state, [], 14, random.Random(1)) == []


def _aimed_at(state, shot):
    """What lies nearest to the line of a shot, before the piece."""
    piece = state.table[shot.piece]

    def off(other):
        turned = math.atan2(other.y - piece.y, other.x - piece.x) - shot.azimuth
        return abs(math.remainder(turned, math.tau))

    return min((p for p in state.table if p.owner != piece.owner), key=off).id


def test_a_near_and_large_target_and_a_steady_hand_make_covering_likely(matches):
    state = next(e.state for e in matches[0].log if e.state.turn == 1)
    bug = next(p for p in state.table if p.owner == 0 and p.kind == "small")
    base = next(p for p in state.table if p.owner == 1 and p.kind == "base")
    chip = next(p for p in state.table if p.owner == 1 and p.kind == "small")

    def chance(target, distance, hand=NOVICE):
        return chance_to_cover(bug, msgspec.structs.replace(target, x=bug.x + distance, y=bug.y), hand)

    assert 0.0 < chance(base, 500) < chance(base, 200) < chance(base, 60) < 1.0
    assert chance(chip, 200) < chance(base, 200) < chance(base, 200, EXPERT)

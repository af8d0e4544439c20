"""What bots go for: the nearest way to the end, targets worth more than others, places that hurt least."""

import itertools
import math

import pytest
from rules_tools import CARDS, chosen, piece, position, replace, setup_of, shot, special

from micromutants.match.bots import gains, side, throwing
from micromutants.match.bots.aim import targets
from micromutants.match.bots.gains import meteor_gain
from micromutants.match.bots.side import danger, forces, hits_to_fall
from micromutants.match.bots.worth import worth
from micromutants.physics import Physics
from micromutants.rules import Extra, Flick, Pending, Phase, Task, Throw, Trophy, bugs_in_play, throw_origin
from micromutants.table import Face

pytestmark = pytest.mark.usefixtures("quick")

ADVANCED = setup_of("chitinians", "usarthropods", mode="advanced")
GRAVITY = setup_of("chitinians", "usarthropods", terrain=("gravity-manipulator", "warp-gate"))
R = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))
W1 = piece("warrior-1", 300, 300)


def gain(state, target, bug="warrior-1"):
    """What covering a piece would gain for a bug or projectile."""
    shooter = state.table.get(bug) or replace(piece(bug, 0, 0), owner=0)
    return {p.id: g for p, g in targets(state, shooter)}.get(target, 0.0)


def meteors(state):
    return meteor_gain(forces(state), 0)


def hits(state, player=1):
    return hits_to_fall(state, forces(state)[player].bases)


def test_hits_to_fall_follow_the_winning_conditions():
    assert hits(position(setup=CARDS)) == 4
    assert hits(position(setup=CARDS, damaged=("arsenal",))) == 3
    assert hits(position(setup=CARDS, lost=("arsenal",), damaged=("headquarters",))) == 1
    # Advanced: the main base, and either of the small ones.
    assert hits(position(*R, setup=ADVANCED)) == 3
    assert hits(position(*R, setup=ADVANCED, lost=("arsenal",))) == 2
    assert hits(position(*R, setup=ADVANCED, lost=("command-nest",))) == 1
    three = setup_of("chitinians", "usarthropods", "flyborgs")
    assert hits(position(setup=three, lost=("arsenal",))) == 4


def test_each_step_towards_falling_costs_more_than_the_one_before():
    costs = [
        danger(state, forces(state)[1])
        for changes in (
            {},
            {"damaged": ("arsenal",)},
            {"lost": ("arsenal",)},
            {"lost": ("arsenal",), "damaged": ("headquarters",)},
        )
        for state in [position(setup=CARDS, **changes)]
    ]
    steps = [after - before for before, after in itertools.pairwise(costs)]
    assert 0.0 < steps[0] < steps[1] < steps[2]


def test_a_bug_is_worth_most_where_few_are_left():
    many = position(*[piece(f"soldier-{n}", 200 + 60 * n, 400) for n in (1, 2, 3, 4, 5)], W1, setup=CARDS)
    few = position(piece("soldier-1", 260, 400), W1, piece("tank-1", 600, 400), piece("tank-2", 660, 400), setup=CARDS)
    few = replace(few, table=few.table.without(*[b.id for b in bugs_in_play(few, 1) if b.id.startswith("green-beret")]))
    assert len(bugs_in_play(few, 1)) == 3
    assert gain(few, "soldier-1") > 2.0 * gain(many, "soldier-1")
    assert gain(few, "soldier-1") > gain(few, "command-nest")


def test_an_end_by_bugs_is_taken_when_it_is_near():
    bugs = [W1, piece("soldier-1", 360, 360), piece("tank-1", 600, 500), piece("tank-2", 660, 500)]
    state = position(*bugs, setup=CARDS, dice=("warrior", "spider"))
    greens = [b.id for b in bugs_in_play(state, 1) if b.id.startswith("green-beret")]
    state = replace(state, table=state.table.without(*greens))
    action = chosen(state)
    assert isinstance(action, Flick)
    at = state.table["soldier-1"]
    towards = math.atan2(at.y - W1.y, at.x - W1.x)
    assert abs(math.remainder(action.shot.azimuth - towards, math.tau)) < 0.1


def test_protected_bugs_are_not_aimed_at_but_by_projectiles():
    state = position(W1, special("green-beret-1", 400, 400), piece("green-beret-2", 440, 400), setup=CARDS)
    assert gain(state, "green-beret-1") == 0.0
    assert gain(state, "green-beret-2") > 10.0
    assert gain(state, "green-beret-1", "acid-spit-1") > 10.0
    assert gain(state, "command-nest", "acid-spit-1") == 0.0
    off = replace(state, setup=replace(CARDS, rulings=replace(CARDS.rulings, abilities=False)))
    assert gain(off, "green-beret-1") > 10.0


def test_armour_is_worth_less_and_venom_is_left_alone():
    state = position(W1, piece("tank-1", 400, 400), special("tank-2", 460, 400), setup=CARDS)
    assert 0.0 < gain(state, "tank-1") < gain(state, "tank-2")
    fly = setup_of("chitinians", "flyborgs")
    drones = [piece(f"drone-{n}", 200 + 60 * n, 600) for n in (1, 2, 3, 4)]
    state = position(W1, *drones, piece("poisoner-1", 400, 400), special("poisoner-2", 440, 400), setup=fly)
    assert gain(state, "poisoner-1") < gain(state, "poisoner-2") - 15.0


def test_an_extra_shot_that_is_earned_already_adds_nothing():
    state = position(W1, piece("soldier-1", 400, 400), setup=CARDS)
    assert gain(state, "soldier-1") > gain(replace(state, extra=Extra.EARNED), "soldier-1")


def test_resources_are_gone_for_only_while_they_can_be_spent():
    assert gain(position(W1, *R, setup=ADVANCED), "resource-1") > 0.0
    grown = position(W1, *R, setup=ADVANCED, lost=("brood-pit", "venom-gland"))
    assert gain(grown, "resource-1") == 0.0


def test_the_first_base_of_an_army_is_worth_more_with_three_players():
    three = setup_of("chitinians", "usarthropods", "flyborgs")
    first = position(W1, setup=three, damaged=("arsenal",))
    again = replace(first, trophies=(Trophy("headquarters", 1, 0),))
    assert gain(first, "arsenal") == pytest.approx(gain(again, "arsenal") + 12.0)


def test_being_ahead_counts_as_the_last_resource_comes_near():
    def lead(*resources):
        bugs = (W1, piece("soldier-1", 600, 300))
        ahead = position(*bugs, *resources, setup=ADVANCED, lost=("arsenal",))
        level = position(*bugs, *resources, setup=ADVANCED)
        return worth(ahead, 0) - worth(level, 0)

    near, far = lead(R[0]), lead(*(piece(f"resource-{n}", 200 + 40 * n, 380) for n in range(1, 9)))
    assert near > far + 20.0


def test_meteors_are_for_crowds_of_enemies():
    crowd = [piece(f"soldier-{n}", 560 + 24 * n, 560) for n in (1, 2, 3, 4, 5)]
    assert meteors(position(W1, *crowd, setup=GRAVITY)) > 1.0
    mixed = position(W1, *crowd[:1], *(piece(f"spider-{n}", 580, 560 + 30 * n) for n in (1, 2, 3)), setup=GRAVITY)
    assert meteors(mixed) < meteors(position(W1, *crowd, setup=GRAVITY))


def test_warp_entrances_are_thrown_before_an_enemy_base():
    state = shot(position(W1, setup=GRAVITY), "warrior-1", ("warrior-1", 490, 380)).state
    action = chosen(state)
    assert isinstance(action, Throw)
    assert 0.0 < action.azimuth < math.pi


def test_what_a_card_offers_is_no_reason_to_leave_it():
    # Frenzy: a flick at the next bug is better than nothing, though the offer is gone with it.
    state = position(W1, piece("soldier-1", 300, 500), piece("soldier-2", 340, 540), setup=CARDS)
    state = shot(state, "warrior-1", ("warrior-1", 305, 505)).state
    assert isinstance(chosen(state), Flick)
    assert state.table["warrior-1"].face is Face.NORMAL


THREE = setup_of("chitinians", "usarthropods", "flyborgs")
TWO_TAKEN = (Trophy("headquarters", 1, 0), Trophy("assembly-comb", 2, 1))


def among_three(trophies, **changes):
    lost = tuple(trophy.base for trophy in trophies)
    return position(W1, setup=THREE, trophies=trophies, lost=lost, damaged=("arsenal", "throne-cell"), **changes)


def test_a_base_that_wins_by_points_is_worth_a_victory():
    # The third base of three players, and with it Ada is alone at the top.
    assert gain(among_three(TWO_TAKEN), "throne-cell") == side.WIN
    assert gain(among_three(TWO_TAKEN), "command-nest") < 100.0
    # Not the second base, and not one that only draws level.
    assert gain(among_three(TWO_TAKEN[:1]), "throne-cell") < 100.0
    level = (Trophy("brood-pit", 0, 1), Trophy("assembly-comb", 2, 1))
    assert gain(among_three(level), "throne-cell") < 100.0


def test_what_lets_another_one_win_is_a_threat(monkeypatch):
    # Boris's Soldier stands before the damaged base of Cleo; it is not Ada's, but it would be his victory.
    near = piece("soldier-1", 560, 560)
    trophies = (Trophy("brood-pit", 0, 1), Trophy("assembly-comb", 2, 0))
    bugs = (W1, near)
    state = position(
        *bugs, setup=THREE, trophies=trophies, lost=("brood-pit", "assembly-comb"), damaged=("throne-cell",)
    )
    base = state.table["throne-cell"]
    state = replace(state, table=state.table.put(replace(state.table["soldier-1"], x=base.x - 60.0, y=base.y - 60.0)))
    whole = replace(state, table=state.table.put(replace(base, face=Face.NORMAL)))
    assert worth(state, 0) < worth(whole, 0) - 50.0
    monkeypatch.setattr(gains, "_wins_by_points", lambda state, player, base: False)
    assert worth(state, 0) > worth(whole, 0) - 50.0


def meant_by(state, action):
    """Where tokens come to rest that a throw is meant for, as far as a lone one would."""
    x, y = throw_origin(state, action.player)
    powers, ranges = throwing.POWERS, throwing.thrown_ranges(state.setup.physics)
    distance = next(
        low + (high - low) * (action.power - a) / (b - a)
        for a, b, low, high in zip(powers, powers[1:], ranges, ranges[1:], strict=False)
        if a <= action.power <= b
    )
    return x + distance * math.cos(action.azimuth), y + distance * math.sin(action.azimuth)


def throwing_for(terrain, *bugs, player=0):
    due = Pending(Task.THROW, player, "G3", "", terrain)
    return position(*bugs, setup=GRAVITY, phase=Phase.DECIDE, pending=(due,))


def test_meteors_are_thrown_where_enemies_stand_and_own_bugs_do_not():
    crowd = [piece(f"soldier-{n}", 500 + 20 * n, 500) for n in (1, 2, 3)]
    alone = piece("tank-1", 200, 500)
    x, y = meant_by(state := throwing_for("gravity-manipulator", *crowd, alone), chosen(state))
    assert math.hypot(x - 540, y - 500) < 60.0
    # Own bugs among them turn the throw away.
    among = [piece(f"warrior-{n}", 480 + 20 * n, 520) for n in (1, 2, 3, 4, 5)]
    x, y = meant_by(state := throwing_for("gravity-manipulator", *crowd, *among, alone), chosen(state))
    assert math.hypot(x - 540, y - 500) > 150.0


def test_meteors_go_somewhere_where_no_throw_pays():
    state = throwing_for("gravity-manipulator", *(piece(f"larva-{n}", 60 + 40 * n, 700) for n in (1, 2, 3)))
    lonely = [p.id for p in state.table if p.owner == 1 and p.spec.chip]
    near = [
        replace(state.table[f"larva-{n + 1}"], x=p.x, y=p.y - 20) for n, p in enumerate(state.table[i] for i in lonely)
    ]
    action = chosen(replace(state, table=state.table.put(*near)))
    assert isinstance(action, Throw)


def test_entrances_are_thrown_to_the_edge_of_an_enemy_base():
    state = throwing_for("warp-gate")
    x, y = meant_by(state, chosen(state))
    assert (
        min(math.hypot(x - base.x, y - base.y) for base in state.table if base.kind == "base" and base.owner == 1)
        < 40.0
    )


def test_a_lone_token_comes_farther_the_harder_it_is_thrown():
    found = throwing.thrown_ranges(Physics())
    assert list(found) == sorted(found)
    assert found[0] < 200.0
    assert found[-1] > 760.0

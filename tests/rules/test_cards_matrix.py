"""Every pair of effects: a test of what comes of it where they can meet, or why they can not."""

import itertools

import test_cards_matrix_moves as moves
import test_cards_matrix_shots as shots
from matrix_tools import LANDINGS, MOVERS, PROBES, VICTIMS

from micromutants.rules.effects import EFFECTS

DEFENCES = {"camouflage", "harmless", "armour", "venom", "buddies"}
CAPTURING = {"cleave", "assimilate", "frenzy"}
LANDING = {"order", "follow", "fire-on-landing", "repulse", "warp", "hatch"}
SHOTS = {"strike", "sweep", "entangle"}

MET = [
    (set(shots.CAPTORS), set(VICTIMS), shots.test_what_lands_and_what_it_lands_on),
    (DEFENCES, {"camouflage", "armour", "venom", "buddies", "harmless"}, shots.test_two_defences_on_one_card),
    (SHOTS, DEFENCES, shots.test_what_a_projectile_does_to_what_it_ends_over),
    (SHOTS, SHOTS, shots.test_projectiles_do_not_meet_in_the_air_and_fire_does_not_burn_them),
    (SHOTS, CAPTURING, shots.test_what_a_projectile_hits_its_shooter_has_not_captured),
    (SHOTS, LANDING, shots.test_what_else_a_shooter_offers_waits_until_the_projectile_has_landed),
    ({"entangle"}, {"directive"}, moves.test_a_card_moves_no_webbed_bug),
    ({"sweep"}, {"directive"}, moves.test_a_bug_that_ends_in_fire_does_nothing_more),
    ({"entangle"}, {"turn"}, moves.test_a_webbed_bug_is_not_turned_in_place_of_its_move),
    ({"entangle"}, {"repair"}, moves.test_a_webbed_bug_is_repaired_and_does_not_hatch),
    (LANDING, LANDING, shots.test_two_offers_on_one_card_come_one_after_the_other),
    ({"frenzy"}, LANDING - {"follow"}, shots.test_frenzy_and_another_offer_on_one_card),
    ({"frenzy"}, {"order", "directive"}, moves.test_a_bug_that_a_card_moves_does_what_it_does_on_landing),
    ({"assimilate"}, {"frenzy", "cleave"}, shots.test_assimilate_and_another_effect_of_a_captor_on_one_card),
    (
        {"cleave"},
        LANDING - {"follow", "repulse"} | {"frenzy"},
        shots.test_cleave_and_another_offer_for_the_capture,
    ),
    *(({each}, {each}, shots.test_the_same_effect_twice_on_one_card_is_offered_twice) for each in sorted(CAPTURING)),
    ({"harmless"}, CAPTURING, shots.test_harmless_and_what_a_capture_offers_on_one_card),
    (set(MOVERS), set(PROBES), moves.test_a_bug_that_a_card_moves_does_what_it_does_on_landing),
    ({"order", "follow", "buddies"}, {"rush"}, moves.test_a_card_moves_a_reinforcement_only_where_it_may_rush),
    (set(moves.BRINGERS), set(LANDINGS), moves.test_a_bug_that_is_brought_has_not_landed),
    (
        {"repulse"},
        {"cleave", "assimilate"},
        moves.test_a_shoved_bug_captures_with_what_its_card_does,
    ),
    ({"turn"}, set(LANDINGS), moves.test_a_bug_that_is_turned_over_has_not_landed),
    (
        {"turn"},
        {"camouflage", "armour", "buddies"},
        moves.test_a_turned_bug_has_the_defence_of_its_new_side,
    ),
    ({"repair"}, {"hatch"}, moves.test_hatch_and_repair_come_one_after_the_other_as_the_turn_begins),
    (
        {"repair"},
        {"camouflage", "armour", "venom"},
        moves.test_a_repaired_bug_has_the_defence_of_its_normal_side,
    ),
    ({"repair"}, set(LANDINGS), moves.test_repair_moves_nobody_and_hatches_nobody),
    ({"rush"}, {"muster"}, moves.test_muster_and_rush_both_bugs_may_move_or_neither),
    ({"rush"}, set(LANDINGS), moves.test_a_reinforcement_that_rushes_does_what_it_does_on_landing),
    ({"reroll"}, {"turn"}, moves.test_reroll_may_bring_the_breed_that_rushes_or_turns),
]
"""Effects that meet, and the test that says what comes of it."""

APART = [
    ({"change"}, set(EFFECTS), "It sets parameters of another card and does nothing besides."),
    ({"reroll"}, set(EFFECTS), "It is over before the die moves anybody."),
    ({"muster", "rush"}, DEFENCES | CAPTURING | {"directive"}, "Once it lies there, it is a bug like any other."),
    ({"muster", "rush"}, SHOTS, "Projectiles do not come as reinforcements."),
    (
        {"muster", "rush"},
        {"turn", "repair", "muster", "rush"},
        "One is for bugs out of play, the other for bugs in play.",
    ),
    (
        {"turn", "repair"},
        {"harmless", "venom"} | CAPTURING | {"directive"},
        "A bug has what its side says, however it came up.",
    ),
    ({"turn", "repair"}, {"strike", "sweep"}, "Nothing is turned while something is on its way."),
    ({"turn", "repair"}, {"turn", "repair"}, "The one comes before the dice are rolled, the other with a die."),
    ({"repair"}, {"buddies"}, "Normal side up, a bug has no buddies."),
    (
        {"directive"},
        {"directive", "order", "follow"} | CAPTURING,
        "It says who moves; what the bug then does, its own card says.",
    ),
    ({"directive"}, {"strike"}, "No projectile moves in place of a bug."),
    ({"follow"}, {"frenzy", "cleave", "assimilate"}, "The one asks for a capture, the other for none."),
]
"""Pairs of which neither changes what the other does, and why."""


def pairs(ours, theirs):
    return {frozenset(pair) for pair in itertools.product(ours, theirs)}


def test_every_pair_of_effects_has_a_test_or_a_reason():
    every = pairs(EFFECTS, EFFECTS)
    met = set().union(*(pairs(ours, theirs) for ours, theirs, _ in MET))
    apart = set().union(*(pairs(ours, theirs) for ours, theirs, _ in APART))
    assert met <= every
    assert sorted(sorted(pair) for pair in every - met - apart) == []


def test_what_captures_and_what_is_captured_all_meet():
    # The heart of it: whatever can have a say in one shot over a bug is met by a test, not told apart.
    met = set().union(*(pairs(ours, theirs) for ours, theirs, _ in MET))
    assert pairs(CAPTURING | LANDING, DEFENCES) <= met
    assert pairs(SHOTS, DEFENCES | CAPTURING | LANDING) <= met
    assert pairs(set(MOVERS), set(PROBES)) <= met

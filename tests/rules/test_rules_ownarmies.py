"""Armies that a match brings with it: they play like those of the game, and what is wrong with them is told."""

import random

import msgspec
import pytest
from own_army import army_text, own_army, replaced_army

from micromutants.rules import (
    Seat,
    Setup,
    SetupError,
    apply,
    armies_for,
    army_of,
    arrangement,
    breed_of,
    card_named,
    chance,
    is_base,
    is_bug,
    is_projectile,
    load_armies,
    owner_of,
    parse_army,
    piece_name,
    powers_of,
    refusal,
    start,
)
from micromutants.rules.actions import Arrange
from micromutants.rules.armychecks import BUGS_MAX, WORDS_MAX, army_faults
from micromutants.rules.armyfile import ArmyError

replace = msgspec.structs.replace
OWN = own_army()
SETUP = Setup((Seat("Ada", "yellowjackets"), Seat("Ben", "chitinians")), armies=(OWN,))


def refused(setup):
    with pytest.raises(SetupError) as caught:
        start(setup)
    return str(caught.value)


def opened(setup, seed=1):
    generator = random.Random(seed)
    state = start(setup)
    state = apply(state, chance(state, generator)).state
    for _ in setup.seats:
        player = state.player
        state = apply(state, Arrange(player, arrangement(state, player, 0))).state
    return state


def test_a_fifth_army_is_known_by_its_match_alone():
    assert army_of(SETUP, 0) == OWN
    assert list(armies_for(SETUP)) == [*load_armies(), "yellowjackets"]
    assert "yellowjackets" not in load_armies()
    assert is_bug(SETUP, "wasp-3")
    assert is_projectile(SETUP, "dart-1")
    assert not is_bug(SETUP, "dart-1")
    assert is_base(SETUP, "paper-nest")
    assert piece_name(SETUP, "hornet-2") == "Hornet"
    assert owner_of(SETUP, "stinger-1") == 0
    other = Setup((Seat("Ada", "usarthropods"), Seat("Ben", "chitinians")))
    assert not is_bug(other, "wasp-3")
    assert not is_bug(SETUP, "soldier-1")


def test_set_ups_with_the_same_army_share_one_object_of_it():
    setup = Setup(SETUP.seats, armies=(own_army(),))
    assert Setup(SETUP.seats, armies=(own_army(),)).armies[0] is setup.armies[0]
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup).armies[0] is setup.armies[0]
    assert replace(setup, mode="advanced").armies[0] is setup.armies[0]


def test_armies_that_are_written_otherwise_are_not_shared_though_they_are_equal():
    first, *others = OWN.breeds
    (given,) = first.ability.effects
    whole, broken = (
        replace(OWN, breeds=(replace(first, ability=replace(first.ability, effects=({**given, "x": x},))), *others))
        for x in (1, 1.0)
    )
    assert whole == broken
    texts = [msgspec.json.encode(Setup(SETUP.seats, armies=(army,))) for army in (whole, broken)]
    assert b'"x":1}' in texts[0]
    assert b'"x":1.0}' in texts[1]


def test_a_fifth_army_plays_and_its_cards_act():
    state = opened(SETUP)
    assert {breed_of(p.id) for p in state.table if p.owner == 0 and is_bug(state, p.id)} == {b.id for b in OWN.breeds}
    assert [p.card.id for p in powers_of(state, "hornet-1")] == ["camouflage"]


def test_replaced_cards_stand_in_the_place_of_those_of_the_game():
    setup = Setup((Seat("Ada", "usarthropods"), Seat("Ben", "chitinians")), armies=(replaced_army(),))
    state = opened(setup)
    assert card_named(state, 0, "buddies").title == "Comrades"
    plain = opened(replace(setup, armies=()))
    assert card_named(plain, 0, "buddies").title == "Buddies"


def test_no_digest_looks_at_armies_and_preview():
    setup = Setup((Seat("Ada", "usarthropods"), Seat("Ben", "chitinians")))
    plain = start(setup).digest()
    assert start(replace(setup, armies=(load_armies()["usarthropods"],))).digest() == plain
    assert start(replace(setup, preview="none")).digest() == plain


def test_armies_that_can_not_meet_are_refused():
    seats = (Seat("Ada", "yellowjackets"), Seat("Ben", "usarthropods"))
    start(Setup(seats, armies=(OWN,)))
    blue = replace(OWN, colour="blue")
    said = "armies: the Yellowjackets and the Usarthropods are both blue, and each army of a match needs a colour"
    assert refused(Setup(seats, armies=(blue,))) == f"{said} of its own"
    soldiers = parse_army(army_text(**{'"wasp"': '"soldier"'}), "x.toml")
    assert "have a piece with the id 'soldier'" in refused(Setup(seats, armies=(soldiers,)))


def test_armies_that_nobody_leads_or_that_are_brought_twice_are_refused():
    seats = (Seat("Ada", "flyborgs"), Seat("Ben", "usarthropods"))
    assert "no seat leads the army 'yellowjackets'" in refused(Setup(seats, armies=(OWN,)))
    assert "different ids" in refused(replace(SETUP, armies=(OWN, OWN)))
    assert "must be one of" in refused(replace(SETUP, armies=()))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"colour": "pink"}, "armies[0].colour: must be one of"),
        ({"name": "x" * (WORDS_MAX["name"] + 1)}, "armies[0].name: must be 1 to 40 printable characters"),
        ({"motto": "bell\a"}, "armies[0].motto: must be 1 to 120 printable characters"),
        ({"dice": OWN.dice[:1]}, "armies[0].dice: there must be 2"),
        ({"breeds": (replace(OWN.breeds[0], count=20), *OWN.breeds[1:])}, f"must come to 5 to {BUGS_MAX} bugs"),
        ({"projectiles": OWN.projectiles * 5}, "there may be up to 4 kinds"),
        (
            {"breeds": (replace(OWN.breeds[0], ability=replace(OWN.breeds[0].ability, effects=({"effect": "no"},))),)},
            "armies[0].breeds",
        ),
    ],
)
def test_a_match_brings_no_army_that_a_file_could_not(changes, said):
    assert said in refused(replace(SETUP, armies=(replace(OWN, **changes),)))


def test_the_largest_army_has_room_in_every_place():
    kinds = tuple(replace(b, kind="rect", count=BUGS_MAX // 5 + (i < BUGS_MAX % 5)) for i, b in enumerate(OWN.breeds))
    large = replace(OWN, breeds=kinds)
    assert not list(army_faults(large))
    assert sum(b.count for b in large.breeds) == BUGS_MAX
    for others in (("chitinians",), ("chitinians", "flyborgs"), ("chitinians", "flyborgs", "sovietopters")):
        seats = tuple(Seat(army, army) for army in ("yellowjackets", *others))
        for mode in ("basic", "advanced"):
            state = start(Setup(seats, armies=(large,), mode=mode))
            state = apply(state, chance(state, random.Random(2))).state
            state = replace(state, player=0)
            for variant in range(3):
                action = Arrange(0, arrangement(state, 0, variant))
                assert refusal(state, action) is None


def test_a_file_with_too_long_a_text_is_told_with_its_line():
    with pytest.raises(ArmyError, match=r"x\.toml: line 3: name: must be 1 to 40 printable characters"):
        parse_army(army_text(**{'"Yellowjackets"': f'"{"y" * 41}"'}), "x.toml")


def test_the_dice_of_a_fifth_army_show_its_breeds():
    state = opened(SETUP)
    state = apply(state, chance(state, random.Random(4))).state
    breeds = [breed.id for breed in army_of(SETUP, state.player).breeds]
    assert all(die.breed in breeds for die in state.dice)


def test_an_army_may_be_a_key_of_a_cache():
    assert hash(own_army()) == hash(OWN)
    assert own_army() == OWN
    assert replace(OWN, motto="Other.") != OWN

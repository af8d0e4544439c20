from pathlib import Path

import pytest
from rules_tools import setup_of

import micromutants.rules
from micromutants.assets import asset_text
from micromutants.rules import ArmyError, breed_of, is_base, is_bug, load_armies, roster
from micromutants.rules.armies import ARMIES
from micromutants.rules.armyfile import parse_army
from micromutants.rules.effects import EFFECTS
from micromutants.table import KINDS

CHIPS = {
    "flyborgs": (7, 4, 3),
    "chitinians": (12, 2, 3),
    "usarthropods": (8, 4, 3),
    "sovietopters": (12, 2, 3),
}


@pytest.mark.parametrize("army", ARMIES)
def test_army_has_the_chips_of_the_box(army):
    found = load_armies()[army]
    counts = {"small": 0, "large": 0, "rect": 0}
    for chips in (*found.breeds, *found.projectiles):
        counts[chips.kind] += chips.count
    assert tuple(counts.values()) == CHIPS[army]


@pytest.mark.parametrize("army", ARMIES)
def test_army_is_whole(army):
    found = load_armies()[army]
    assert len(found.breeds) == 5
    assert [base.main for base in found.bases] == [True, False, False]
    assert [len(base.evolutions) for base in found.bases] == [0, 2, 2]
    assert {face for die in found.dice for face in die} == {breed.id for breed in found.breeds}
    for breed in found.breeds:
        assert KINDS[breed.kind].chip
        assert breed.ability.text.endswith(".")


def test_four_projectiles_and_sixteen_evolution_cards():
    armies = load_armies().values()
    assert [p.id for a in armies for p in a.projectiles] == ["rocket", "flame", "acid-spit", "web"]
    assert sum(len(base.evolutions) for a in armies for base in a.bases) == 16
    colours = [army.colour for army in armies]
    assert colours == ["blue", "yellow", "bluish-green", "reddish-purple"]


def test_dice_are_read_face_by_face():
    chitinians = load_armies()["chitinians"]
    assert chitinians.dice[0] == ("warrior", "warrior", "larva", "exterminator", "acid-spitter", "spider")
    assert chitinians.dice[1] == ("warrior", "warrior", "larva", "larva", "acid-spitter", "spider")


def test_ids_tell_what_a_piece_is():
    assert breed_of("green-beret-3") == "green-beret"
    assert breed_of("command-nest") == "command-nest"
    both = setup_of("chitinians", "usarthropods")
    assert is_bug(both, "acid-spitter-1")
    assert not is_bug(both, "acid-spit-1")
    assert not is_bug(both, "command-nest")
    assert is_base(both, "command-nest")
    assert not is_base(both, "tank-1")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("count = 5", 'count = "five"', "t.toml: line 18: breeds[0].count: expected `int`, got `str`"),
        ("count = 5", "count = 0", "t.toml: line 18: breeds[0].count: must be from 1 to 20, not 0"),
        (
            'kind = "small"',
            'kind = "base"',
            "t.toml: line 17: breeds[0].kind: must be one of small, large, rect, not 'base'",
        ),
        ('colour = "blue"', 'colour = "mud"', "t.toml: line 4: colour: must be one of"),
        ('["soldier", "green-beret"', '["soldier", "general"', "t.toml: line 9: dice[0][1]: must be one of"),
        ('["soldier", "green-beret",', '["soldier",', "t.toml: line 9: dice[0]: there must be 6 faces, not 5"),
        (
            "main = true",
            "main = false",
            "t.toml: line 66: bases: there must be 3, the first of them and only it with main",
        ),
        (
            'id = "soldier"',
            'id = "Soldier 1"',
            "t.toml: line 14: breeds[0].id: must be small letters joined by hyphens",
        ),
        ('motto = "', 'moto = "', "t.toml: line 5: moto: unknown key (did you mean 'motto'?)"),
        ('shooter = "rocketeer"', 'shooter = "x"', "t.toml: line 63: projectiles[0].shooter: must be one of"),
        ('id = "usarthropods"', "id = usarthropods", "t.toml: not valid TOML"),
        (
            'effect = "buddies", breed = "soldier"',
            'effect = "buddies", breed = "soldiers"',
            "t.toml: line 20: breeds[0].ability.effects[0].breed: must be one of soldier, green-beret, rocketeer, "
            "sergeant, tank, not 'soldiers' (did you mean 'soldier'?)",
        ),
        (
            'range = "close"',
            'range = "near"',
            "t.toml: line 20: breeds[0].ability.effects[0].range: invalid enum value 'near'",
        ),
        (
            'range = "close"',
            'rang = "close"',
            "t.toml: line 20: breeds[0].ability.effects[0].rang: unknown parameter, buddies takes breed, range "
            "(did you mean 'range'?)",
        ),
        (
            'effect = "camouflage"',
            'effect = "camoflage"',
            "t.toml: line 29: breeds[1].ability.effects[0].effect: must be one of camouflage, harmless, ",
        ),
        (
            'projectile = "rocket"',
            'projectile = "missile"',
            "t.toml: line 38: breeds[2].ability.effects[0].projectile: must be one of rocket, not 'missile'",
        ),
        (
            'effect = "order"',
            'effect = "rush"',
            "t.toml: line 47: breeds[3].ability.effects[0].range: unknown parameter",
        ),
        (
            '{ effect = "armour" }',
            '{ effect = "reroll" }',
            "t.toml: line 56: breeds[4].ability.effects[0].effect: reroll works on an evolution card, "
            "not on the card of a breed",
        ),
        (
            '{ effect = "muster", count = 2 }',
            '{ effect = "frenzy" }',
            "t.toml: line 76: bases[1].evolutions[1].effects[0].effect: frenzy works on the card of a breed, "
            "not on an evolution card",
        ),
        (
            '{ effect = "strike" }',
            '{ effect = "strike" }, { effect = "frenzy" }',
            "t.toml: line 64: projectiles[0].card.effects[1].effect: frenzy works on the card of a breed, "
            "not on the card of a projectile",
        ),
        (
            'of = "rocket"',
            'of = "rockets"',
            "t.toml: line 83: bases[2].evolutions[0].effects[0].of: must be one of ",
        ),
        (
            "set = { again = 1 }",
            "set = { agin = 1 }",
            "t.toml: line 83: bases[2].evolutions[0].effects[0].set.agin: the card 'rocket' has no such parameter "
            "(did you mean 'again'?)",
        ),
        (
            "set = { again = 1 }",
            "set = { again = 9 }",
            "t.toml: line 83: bases[2].evolutions[0].effects[0].set.again: expected `int` <= 5",
        ),
    ],
)
def test_a_fault_in_an_army_file_is_named_with_file_and_key(old, new, said):
    text = asset_text("armies/usarthropods.toml")
    assert old in text
    with pytest.raises(ArmyError) as caught:
        parse_army(text.replace(old, new, 1), "t.toml")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("army", ARMIES)
def test_every_card_has_effects_and_every_effect_a_card(army):
    for card in load_armies()[army].cards:
        assert card.effects, card.title
        for effect in card.effects:
            assert effect["effect"] in EFFECTS
    used = {e["effect"] for a in load_armies().values() for card in a.cards for e in card.effects}
    assert used == set(EFFECTS)


def test_roster_names_each_bug_once():
    from rules_tools import SETUP

    bugs = roster(SETUP, 0)
    assert len(bugs) == len(set(bugs)) == 15
    assert bugs[0] == "warrior-1"
    assert len(roster(SETUP, 1)) == 14


def test_the_engine_and_the_bots_name_no_breed_base_or_card():
    named = {part.id for army in load_armies().values() for part in army.parts}
    named |= {card.id for army in load_armies().values() for base in army.bases for card in base.evolutions}
    package = Path(micromutants.rules.__file__).parents[1]
    found = []
    for folder in ("rules", "match", "soak", "tournament"):
        for file in sorted((package / folder).rglob("*.py")):
            # What older versions had is told by name.
            if file.name != "upgrading.py":
                text = file.read_text(encoding="utf-8")
                found += [f"{file.name}: {name}" for name in sorted(named) if f'"{name}"' in text]
    assert len(named) > 50
    assert found == []

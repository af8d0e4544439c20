"""An army of a player's own, made from one of the game: every id, name and colour is another."""

from micromutants.assets import asset_text
from micromutants.rules.armyfile import parse_army

NEW = {
    '"usarthropods"': '"yellowjackets"',
    '"Usarthropods"': '"Yellowjackets"',
    '"blue"': '"orange"',
    '"soldier"': '"wasp"',
    '"Soldier"': '"Wasp"',
    '"Soldiers"': '"Wasps"',
    '"green-beret"': '"hornet"',
    '"Green Beret"': '"Hornet"',
    '"Green Berets"': '"Hornets"',
    '"rocketeer"': '"stinger"',
    '"Rocketeer"': '"Stinger"',
    '"sergeant"': '"queen-guard"',
    '"tank"': '"hive-wagon"',
    '"rocket"': '"dart"',
    '"Rocket"': '"Dart"',
    '"command-nest"': '"paper-nest"',
    '"headquarters"': '"watch-nest"',
    '"arsenal"': '"dart-store"',
}


def army_text(**changes):
    """The text of the file; ``changes`` replace further words."""
    text = asset_text("armies/usarthropods.toml")
    for old, new in {**NEW, **changes}.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def own_army():
    return parse_army(army_text(), "yellowjackets.toml")


def replaced_army():
    """The Usarthropods with another card for Soldiers."""
    text = asset_text("armies/usarthropods.toml").replace('title = "Buddies"', 'title = "Comrades"')
    return parse_army(text, "usarthropods.toml")

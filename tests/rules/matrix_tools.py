"""Armies whose breeds have any effects, for tests of what comes of two effects that meet."""

from rules_tools import (
    NAMES,
    kinds,
    offered,
    piece,
    replace,
)

from micromutants.rules import (
    Card,
    Seat,
    Setup,
    load_armies,
)

ARMIES = load_armies()

GIVEN = {
    "camouflage": {},
    "harmless": {"sides": ["normal", "special"]},
    "armour": {},
    "venom": {"sides": ["normal", "special"]},
    "cleave": {"gap": 2.0},
    "buddies": {"breed": "soldier", "range": "close"},
    "order": {"breed": "larva", "range": "long"},
    "follow": {"breed": "larva", "range": "long"},
    "frenzy": {},
    "directive": {"range": "long"},
    "fire-on-landing": {"projectile": "acid-spit"},
    "repulse": {"range": "long"},
    "warp": {"count": 1},
    "assimilate": {"breed": "warrior"},
    "hatch": {"breed": "exterminator", "at_once": True},
    "strike": {},
    "sweep": {"stays": True},
    "entangle": {},
    "muster": {"count": 2},
    "rush": {"breed": "warrior"},
    "turn": {"breed": "warrior"},
    "reroll": {},
    "repair": {"breed": "warrior", "range": "long"},
    "their fire-on-landing": {"projectile": "rocket"},
    "their hatch": {"breed": "sergeant", "at_once": True},
}
"""Parameters of each effect on a card of the Chitinians; buddies and ``their`` effects are for the Usarthropods."""


def effect(name):
    return {"effect": name.removeprefix("their "), **GIVEN[name]}


def with_cards(army, **cards):
    """An army whose breeds and projectiles, named with underscores, have these effects alone."""
    given = {name.replace("_", "-"): effects for name, effects in cards.items()}

    def card(part, old):
        if part.id not in given:
            return replace(old, effects=())
        effects = tuple(effect(each) for each in given[part.id])
        return Card(f"{part.id}-card", part.name, "As the test says.", effects)

    breeds = tuple(replace(b, ability=card(b, b.ability), two_sided=True) for b in ARMIES[army].breeds)
    shots = tuple(replace(p, card=card(p, p.card)) for p in ARMIES[army].projectiles)
    bases = tuple(
        replace(
            base,
            evolutions=tuple(
                replace(c, effects=tuple(effect(e) for e in given.get(c.id, ()))) for c in base.evolutions
            ),
        )
        for base in ARMIES[army].bases
    )
    return replace(ARMIES[army], breeds=breeds, projectiles=shots, bases=bases)


def meeting(ours=None, theirs=None, **changes):
    """Chitinians with these cards against Usarthropods with those."""
    armies = (with_cards("chitinians", **(ours or {})), with_cards("usarthropods", **(theirs or {})))
    return Setup((Seat(NAMES[0], "chitinians"), Seat(NAMES[1], "usarthropods")), armies=armies, **changes)


W1 = piece("warrior-1", 300, 300)
LARVA = piece("larva-1", 380, 420)
ON = (305, 505)
OUT = {"shielded", "armour", "capture", "venom", "cleave", "hit", "webbed", "burnt"}
"""Happenings that tell what came of an attack."""


def outcome(step):
    """What came of a shot, in order, and what is offered next."""
    told_of = [kind for kind in kinds(step) if kind in OUT]
    offer = offered(step)
    return " ".join([*told_of, "->", f"{offer[0].value} by {NAMES[offer[1]]}" if offer else "nothing"])


VICTIMS = ("camouflage", "harmless", "armour", "venom", "buddies")
"""Effects of the bug that is landed on."""


OFFERS = {
    "order": "move",
    "follow": "move",
    "fire-on-landing": "load",
    "repulse": "shove",
    "warp": "bring",
    "hatch": "bring",
}
"""What is offered when a bug lands special side up and captures nothing."""

PROBES = {name: task for name, task in OFFERS.items() if name not in ("order", "follow")}

MOVERS = ("order", "follow", "frenzy", "buddies", "directive")

LANDINGS = ("order", "follow", "frenzy", *PROBES)
"""Effects that need a flick of the bug's own."""

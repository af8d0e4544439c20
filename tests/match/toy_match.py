"""Toy matches, and records with changed contents but right check values."""

import json

import toy_rules

from micromutants.match import Match
from micromutants.match.chain import Chain
from micromutants.physics import Shot


def toy_shot(match, generator):
    player = match.to_act
    own = [piece.id for piece in match.state.table if piece.owner == player]
    piece = own[int(generator.random() * len(own))]
    return toy_rules.Flick(player, Shot(piece, generator.random() * 6.2, 0.9 * generator.random()))


def play(seed=7, actions=1000, match=None):
    """A toy match played by random flicks until it is over, or has so many entries or a few more."""
    match = match or Match.new(toy_rules.Setup(), seed, toy_rules, bots=(1,))
    match.advance()
    while not match.over and len(match.log) < actions:
        match.apply(toy_shot(match, match.side_generator(match.to_act)))
        match.advance()
    return match


def rechained(values):
    """The bytes of a record with these lines, its check values and checksum made right for them."""
    chain = Chain()
    for value in values[:-1]:
        chain.add({key: field for key, field in value.items() if key != "check"})
    end = {key: field for key, field in values[-1].items() if key != "check"}
    if end.get("kind") == "end":
        end["sha256"] = chain.sha256
    chain.add(end)
    return chain.data


def lines_of(data):
    return [json.loads(line) for line in data.splitlines()]

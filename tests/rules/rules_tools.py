"""Games in any position, and shots whose outcome is made by hand."""

import msgspec

from micromutants.physics import Launch, Outcome, Shot
from micromutants.rules import (
    CHANCE,
    Arrange,
    Die,
    DrawFirst,
    Extra,
    Flick,
    Forgo,
    Phase,
    PutBeside,
    Reinforce,
    Seat,
    Setup,
    State,
    Tremble,
    Use,
    apply,
    arrangement,
    breed_of,
    chance,
    is_base,
    legal,
    load_armies,
    nearest_spot,
    settle,
    start,
    to_act,
)
from micromutants.table import Face, Mat, Piece, Table

replace = msgspec.structs.replace
MAT = Mat()
SETUP = Setup((Seat("Ada", "chitinians"), Seat("Boris", "usarthropods")))

HIVE, PIT, GLAND = (380.0, 95.0), (230.0, 95.0), (530.0, 95.0)
NEST, QUARTERS, ARSENAL = (380.0, 665.0), (530.0, 665.0), (230.0, 665.0)


def piece(bug, x, y, face=Face.NORMAL, angle=0.0):
    """A bug of Ada's Chitinians or Boris's Usarthropods."""
    for player, seat in enumerate(SETUP.seats):
        for breed in load_armies()[seat.army].breeds:
            if breed.id == breed_of(bug):
                return Piece(bug, breed.kind, player, float(x), float(y), angle, face)
    raise KeyError(bug)


def spares():
    """Bugs far from the action, so that neither side has fallen."""
    return [
        *(piece(f"larva-{n}", 40 + 40 * n, 20) for n in (1, 2, 3)),
        *(piece(f"green-beret-{n}", 40 + 40 * n, 740) for n in (1, 2, 3)),
    ]


def position(*bugs, dice=("warrior", "spider"), player=0, lost=(), damaged=(), spare=True, **changes):
    """A game in its third turn with these bugs, later ones lying on earlier ones, and these dice rolled.

    Args:
        bugs: Pieces on the mat.
        dice: Breeds that the dice show.
        player: Who is on turn.
        lost: Ids of bases that are eliminated.
        damaged: Ids of bases that are damaged.
        spare: Whether each side has three further bugs.
        changes: Other attributes of the state.
    """
    bases = [base for base in start(SETUP).table if base.id not in lost]
    bases = [replace(base, face=Face.SPECIAL) if base.id in damaged else base for base in bases]
    table = Table.of(MAT, [*bases, *(spares() if spare else []), *bugs])
    state = State(
        SETUP, table, Phase.MOVE, player, first=0, turn=3, dice=tuple(Die(breed) for breed in dice), arranged=(0, 1)
    )
    return replace(state, **changes)


def landed(state, *bugs, moved=None):
    """What a shot comes to when these pieces end so, those named last on top.

    A piece is ``(id, x, y)`` or a :class:`Piece`; ``moved`` tells which have moved, all named ones if None.
    """
    ends = [
        end if isinstance(end, Piece) else replace(state.table[end[0]], x=float(end[1]), y=float(end[2]), level=0)
        for end in bugs
    ]
    named = [end.id for end in ends]
    rest = sorted((p for p in state.table if p.id not in named), key=lambda p: (p.level, p.id))
    table = Table.of(MAT, [*(replace(p, level=0) for p in rest), *ends])
    moved = tuple(sorted(named if moved is None else moved))
    return Outcome(table, table.lies_on(), (), {}, moved, True, 1.0)


def shot(state, flicked, *bugs, use=None, moved=None):
    """The step after a flick of ``flicked`` with this outcome; pieces named later lie on earlier ones."""
    if use is None:
        paying = [
            u for u, die in zip((Use.DIE_1, Use.DIE_2), state.dice, strict=True) if die.breed == breed_of(flicked)
        ]
        use = Use.EXTRA if state.phase is Phase.EXTRA else paying[0]
    state = apply(state, Flick(state.player, use, Shot(flicked, 1.0, 0.5))).state
    return settle(state, landed(state, *bugs, moved=moved))


def told(step, kind):
    """Rules and pieces of the happenings of one kind."""
    return [(h.rule, h.pieces) for h in step.happenings if h.kind == kind]


def kinds(step):
    """Kinds of all happenings."""
    return [h.kind for h in step.happenings]


def arranged(setup=SETUP, first=0, variants=(0, 0)):
    """A game up to the first roll."""
    state = apply(start(setup), DrawFirst(first)).state
    for player in (first, 1 - first):
        state = apply(state, Arrange(player, arrangement(state, player, variants[player]))).state
    return state


def some_action(state, uniform):
    """A legal action of whoever is to act, chosen by a source of numbers in [0, 1)."""
    actor = to_act(state)
    if actor == CHANCE:
        return chance(state, uniform)
    if state.phase is Phase.ARRANGE:
        return Arrange(actor, arrangement(state, actor, int(uniform.random() * 8)))
    if state.phase is Phase.PUT_BESIDE:
        return PutBeside(actor, some_spot(state, actor, state.beside[0].bug, uniform))
    choices = legal(state)
    option = choices[int(uniform.random() * len(choices))]
    if option.kind == "flick":
        return Flick(actor, option.use, Shot(option.piece, 6.3 * uniform.random(), 0.2 + 0.6 * uniform.random()))
    if option.kind == "reinforce":
        return Reinforce(actor, option.use, some_spot(state, actor, option.piece, uniform))
    return Forgo(actor, option.use)


def some_spot(state, actor, bug, uniform):
    return nearest_spot(state, actor, bug, 760 * uniform.random(), 760 * uniform.random(), 6.3 * uniform.random())


def wild_outcome(state, uniform):
    """A shot that goes anywhere: the flicked bug on, under or beside something or off the mat, others knocked about."""
    table = state.table
    flicked = state.flick.shot.piece
    others = [p for p in table if p.id != flicked]
    target = others[int(uniform.random() * len(others))]

    def off(size):
        return size * (uniform.random() - 0.5)

    ends = {flicked: replace(table[flicked], x=target.x + off(80), y=target.y + off(80), angle=off(6))}
    if uniform.random() < 0.15:
        ends[flicked] = replace(ends[flicked], x=760.0 + off(60))
    for _ in range(int(uniform.random() * 5)):
        knocked = others[int(uniform.random() * len(others))]
        ends[knocked.id] = replace(knocked, x=knocked.x + off(90), y=knocked.y + off(90), angle=off(6))
    face = Face.SPECIAL if uniform.random() < 0.5 else Face.NORMAL
    ends[flicked] = replace(ends[flicked], face=face)
    still = sorted((p for p in table if p.id not in ends), key=lambda p: (p.level, p.id))
    pile = [replace(p, level=0) for p in still]
    for end in ends.values():
        # Sometimes a knocked piece slips beneath what lies there.
        place = len(pile) if uniform.random() < 0.7 else 0
        pile.insert(place, replace(end, level=0))
    after = Table.of(table.mat, pile)
    return Outcome(after, after.lies_on(), (), {}, tuple(sorted(ends)), True, 1.0)


def tremble(state):
    """The chance action of a hand that does exactly what it meant, with any launch."""
    meant = state.flick.shot
    return Tremble(meant, Launch(meant.piece, meant.azimuth, 500.0, 0.8))


def earned(state):
    return state.extra is Extra.EARNED


def bases(state, player):
    return [p.id for p in state.table if is_base(p.id) and p.owner == player]

"""Games in any position, and shots whose outcome is made by hand."""

import random

import msgspec

from micromutants.geometry import gap
from micromutants.match.bots import choose
from micromutants.physics import Launch, Outcome, Shot
from micromutants.physics.model import Event, EventKind, Verdict
from micromutants.rules import (
    CHANCE,
    Arrange,
    Bring,
    Buy,
    Decline,
    Die,
    DrawFirst,
    EndTurn,
    Extra,
    Flick,
    Forgo,
    Free,
    Grow,
    Load,
    Phase,
    PutBeside,
    Reinforce,
    Reroll,
    Rulings,
    Seat,
    Setup,
    Shove,
    State,
    Task,
    Throw,
    Tremble,
    TurnOver,
    Use,
    apply,
    arrangement,
    breed_of,
    can_flick,
    chance,
    is_base,
    legal,
    load_armies,
    nearest_spot,
    owner_of,
    refusal,
    settle,
    start,
    to_act,
)
from micromutants.rules.awaited import acting
from micromutants.table import NOBODY, Face, Mat, Piece, Table

replace = msgspec.structs.replace
MAT = Mat()
CARDS = Setup((Seat("Ada", "chitinians"), Seat("Boris", "usarthropods")))
"""Two players, all cards in force."""
SETUP = replace(CARDS, rulings=Rulings(abilities=False))
"""The same, played without cards: for the rules themselves."""
NAMES = ("Ada", "Boris", "Cleo", "Dag")

HIVE, PIT, GLAND = (380.0, 95.0), (230.0, 95.0), (530.0, 95.0)
NEST, QUARTERS, ARSENAL = (380.0, 665.0), (530.0, 665.0), (230.0, 665.0)

SPARES = {"chitinians": "larva", "usarthropods": "green-beret", "flyborgs": "poisoner", "sovietopters": "saboteur"}
"""Breeds of which three bugs stand far from the action, so that no side has fallen."""


def setup_of(*armies, **changes):
    """A set-up of these armies, all cards in force."""
    return Setup(tuple(Seat(name, army) for name, army in zip(NAMES, armies, strict=False)), **changes)


def piece(bug, x, y, face=Face.NORMAL, angle=0.0):
    """A bug or projectile; who owns it is found when it is put in a position."""
    for army in load_armies().values():
        for chips in (*army.breeds, *army.projectiles):
            if chips.id == breed_of(bug):
                return Piece(bug, chips.kind, NOBODY, float(x), float(y), angle, face)
    kind = "resource" if breed_of(bug) == "resource" else "token"
    return Piece(bug, kind, NOBODY, float(x), float(y), angle, face)


def special(bug, x, y, angle=0.0):
    return piece(bug, x, y, Face.SPECIAL, angle)


def spares(setup=SETUP):
    """Bugs far from the action, so that no side has fallen."""
    found = []
    for player, seat in enumerate(setup.seats):
        for n in (1, 2, 3):
            along, deep = 40 + 40 * n, (20, 740)[player % 2]
            x, y = (along, deep) if player < 2 else (760 - along, deep)
            found.append(piece(f"{SPARES[seat.army]}-{n}", x, y))
    return found


def position(*bugs, dice=("warrior", "spider"), player=0, lost=(), damaged=(), spare=True, setup=SETUP, **changes):
    """A game in its third turn with these bugs, later ones lying on earlier ones, and these dice rolled.

    Args:
        bugs: Pieces on the mat.
        dice: Breeds that the dice show.
        player: Who is on turn.
        lost: Ids of bases that are eliminated.
        damaged: Ids of bases that are damaged.
        spare: Whether each side has three further bugs.
        setup: What was agreed.
        changes: Other attributes of the state.
    """
    first = start(setup)
    if len(setup.seats) == 3:
        first = apply(first, DrawFirst(0, alone=0)).state
    named = [bug.id for bug in bugs]
    bases = [base for base in first.table if base.id not in (*lost, *named)]
    bases = [replace(base, face=Face.SPECIAL) if base.id in damaged else base for base in bases]
    extra = [bug for bug in (spares(setup) if spare else []) if bug.id not in named]
    bugs = [bug if is_base(setup, bug.id) else replace(bug, owner=owner_of(setup, bug.id)) for bug in (*extra, *bugs)]
    table = Table.of(setup.mat, [*bases, *bugs])
    state = State(
        setup,
        table,
        Phase.MOVE,
        player,
        first=0,
        turn=3,
        dice=tuple(Die(breed) for breed in dice),
        arranged=tuple(range(len(setup.seats))),
        collected=first.collected,
        cards=first.cards,
        alone=first.alone,
    )
    return replace(state, **changes)


def _owned(state, end):
    return replace(end, owner=owner_of(state, end.id))


def landed(state, *bugs, moved=None, touched=()):
    """What a shot comes to when these pieces end so, those named last on top.

    A piece that is new to the table comes down on it.  A piece is ``(id, x, y)``, with a face where it turns over,
    or a :class:`Piece`; ``moved`` tells which have moved, all named ones if None; ``touched`` the pairs that touched.
    """
    ends = []
    for end in bugs:
        if not isinstance(end, Piece):
            face = end[3] if len(end) > 3 else state.table[end[0]].face
            end = replace(state.table[end[0]], x=float(end[1]), y=float(end[2]), face=face, level=0)
        ends.append(_owned(state, end))
    named = [end.id for end in ends]
    rest = sorted((p for p in state.table if p.id not in named), key=lambda p: (p.level, p.id))
    table = Table.of(state.table.mat, [*(replace(p, level=0) for p in rest), *ends])
    moved = tuple(sorted(named if moved is None else moved))
    events = tuple(Event(0.1, EventKind.CONTACT, a, b, Verdict.BUMP, 100.0) for a, b in touched)
    return Outcome(table, table.lies_on(), events, {}, moved, True, 1.0)


def shot(state, flicked, *bugs, use=None, moved=None, touched=(), by=""):
    """The step after a flick of ``flicked`` with this outcome; pieces named later lie on earlier ones."""
    player = acting(state)
    if use is None and state.phase is Phase.DECIDE:
        use = Use.CARD
    elif use is None and state.phase is Phase.EXTRA:
        use = Use.EXTRA
    elif use is None:
        use = can_flick(state)[flicked][0]
    state = apply(state, Flick(player, use, Shot(flicked, 1.0, 0.5), by)).state
    return settle(state, landed(state, *bugs, moved=moved, touched=touched))


def offered(step):
    """The task, the player and the card of what is to be decided next; None where nothing is."""
    state = step.state
    if state.phase is not Phase.DECIDE:
        return None
    due = state.pending[0]
    return due.task, due.player, due.card


def fired(state, bug, x, y, projectile, *ends, touched=(), at=None):
    """The step after a bug has landed special side up at x, y and shot its projectile, which lands at ``at``."""
    state = shot(state, bug, (bug, x, y, Face.SPECIAL)).state
    state = loaded(state, projectile, x, y)
    return shot(state, projectile, (projectile, *at), *ends, touched=touched)


def loaded(state, projectile, x, y):
    """The state with the projectile placed beside the bug that shoots it."""
    assert state.pending[0].task is Task.LOAD
    player = state.pending[0].player
    return apply(state, Load(player, nearest_spot(state, player, projectile, x, y + 60.0, 0.0))).state


def brought(state, bug, x=380.0, y=380.0):
    """The step after a bug has been brought as a pending decision allows, as near as may be to x, y."""
    player = state.pending[0].player
    return apply(state, Bring(player, nearest_spot(state, player, bug, x, y, 0.0)))


def declined(state):
    return apply(state, Decline(acting(state)))


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


def play_through_setup(setup, uniform):
    """A game of any kind up to the first turn, with the real fall of resources."""
    state = start(setup)
    while state.turn == 0:
        state = apply(state, some_action(state, uniform)).state
    return state


def some_action(state, uniform):
    """A legal action of whoever is to act, chosen by a source of numbers in [0, 1)."""
    actor = to_act(state)
    if actor == CHANCE:
        return chance(state, uniform)
    if state.phase is Phase.ARRANGE:
        return Arrange(actor, arrangement(state, actor, int(uniform.random() * 8)))
    choices = legal(state)
    return of_option(state, choices[int(uniform.random() * len(choices))], uniform)


def of_option(state, option, uniform):
    """An action that the option stands for."""
    actor = option.player
    match option.kind:
        case "put-beside":
            return PutBeside(actor, some_spot(state, actor, option.piece, uniform))
        case "flick":
            shot = Shot(option.piece, 6.3 * uniform.random(), 0.2 + 0.6 * uniform.random())
            return Flick(actor, option.use, shot, option.by)
        case "reinforce":
            return Reinforce(actor, option.use, some_spot(state, actor, option.piece, uniform))
        case "forgo":
            return Forgo(actor, option.use)
        case "decline":
            return Decline(actor)
        case "load":
            return Load(actor, some_spot(state, actor, option.piece, uniform))
        case "bring":
            return Bring(actor, some_spot(state, actor, option.piece, uniform))
        case "shove":
            return Shove(actor)
        case "throw":
            return Throw(actor, 6.3 * uniform.random(), 0.1 + 0.9 * uniform.random())
        case "turn-over":
            return TurnOver(actor, option.piece, option.use)
        case "free":
            return Free(actor, option.use, option.piece)
        case "reroll":
            return Reroll(actor, option.use)
        case "grow":
            return Grow(actor, option.piece, option.card)
        case "buy":
            return Buy(actor, option.card)
        case "end-turn":
            return EndTurn(actor)
    raise AssertionError(option)


def some_spot(state, actor, bug, uniform):
    return nearest_spot(state, actor, bug, 760 * uniform.random(), 760 * uniform.random(), 6.3 * uniform.random())


def wild_outcome(state, uniform):
    """A shot that goes anywhere.

    What was flicked or thrown ends on, under or beside something or off the mat, others are knocked about.
    """
    table = state.table
    mine = [state.flick.shot.piece] if state.flick else [p.id for p in table if p.kind == "token"]
    others = [p for p in table if p.id not in mine]

    def off(size):
        return size * (uniform.random() - 0.5)

    ends = {}
    for piece_id in mine:
        target = others[int(uniform.random() * len(others))]
        face = Face.SPECIAL if uniform.random() < 0.5 else Face.NORMAL
        end = replace(table[piece_id], x=target.x + off(80), y=target.y + off(80), angle=off(6), face=face)
        ends[piece_id] = replace(end, x=table.mat.width + off(60)) if uniform.random() < 0.15 else end
    for _ in range(int(uniform.random() * 5)):
        knocked = others[int(uniform.random() * len(others))]
        ends[knocked.id] = replace(knocked, x=knocked.x + off(90), y=knocked.y + off(90), angle=off(6))
    still = sorted((p for p in table if p.id not in ends), key=lambda p: (p.level, p.id))
    pile = [replace(p, level=0) for p in still]
    for end in ends.values():
        # Sometimes a knocked piece slips beneath what lies there.
        place = len(pile) if uniform.random() < 0.7 else 0
        pile.insert(place, replace(end, level=0))
    after = Table.of(table.mat, pile)
    events = tuple(
        Event(0.1, EventKind.CONTACT, piece_id, near.id, Verdict.BUMP)
        for piece_id in mine
        for near in others
        if uniform.random() < 0.1 and gap(near.shape, near.pose, ends[piece_id].shape, ends[piece_id].pose) < 60.0
    )
    return Outcome(after, after.lies_on(), events, {}, tuple(sorted(ends)), True, 1.0)


def tremble(state):
    """The chance action of a hand that does exactly what it meant, with any launch."""
    meant = state.flick.shot
    return Tremble(meant, Launch(meant.piece, meant.azimuth, 500.0, 0.8))


def earned(state):
    return state.extra is Extra.EARNED


def bases(state, player):
    return [p.id for p in state.table if is_base(state, p.id) and p.owner == player]


def chosen(state, seed=1):
    """What a bot does: legal, and the same again."""
    action = choose(state, random.Random(seed))
    assert refusal(state, action) is None
    assert choose(state, random.Random(seed)) == action
    return action


def at_decisions(state):
    """The first decision that puts a piece somewhere, at the spot nearest to the middle."""
    option = next(o for o in legal(state) if o.kind in ("put-beside", "reinforce", "load", "bring"))
    spot = nearest_spot(state, option.player, option.piece, 380.0, 380.0, 0.0)
    made = {"put-beside": PutBeside, "load": Load, "bring": Bring}
    if option.kind == "reinforce":
        return Reinforce(option.player, option.use, spot)
    return made[option.kind](option.player, spot)

"""What is said of a position: options, refusals and what is waited for name the right rule and card."""

import pytest
from own_army import army_text
from rules_tools import CARDS, fired, loaded, piece, position, replace, setup_of, shot

from micromutants.physics import Shot
from micromutants.rules import (
    Decline,
    DieUse,
    Flick,
    Pending,
    Phase,
    Seat,
    Setup,
    State,
    Task,
    TurnOver,
    Use,
    Web,
    apply,
    legal,
    refusal,
    why_not,
)
from micromutants.rules.armyfile import parse_army
from micromutants.rules.awaited import awaited
from micromutants.rules.turn import go_on, left_over
from micromutants.rules.words import asking, card_title
from micromutants.table import Face

D1, D2 = Use.DIE_1, Use.DIE_2
ADVANCED = replace(CARDS, mode="advanced")
W1, SOLDIER = piece("warrior-1", 300, 300), piece("soldier-1", 300, 500)


def labels(state: State) -> list[str]:
    return [option.label for option in legal(state)]


# --- cards that share an id --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "bug", "projectile", "title"),
    [
        (0, "acid-spitter-1", "acid-spit-1", "Acid gland"),
        (0, "spider-1", "web-1", "Spinneret"),
        (1, "rocketeer-1", "rocket-1", "Rocket launcher"),
    ],
)
def test_a_shot_is_named_after_the_card_of_the_bug_that_shoots(player, bug, projectile, title):
    state = position(piece(bug, 300, 300), W1, SOLDIER, setup=CARDS, player=player, dice=(bug[:-2], bug[:-2]))
    state = shot(state, bug, (bug, 300, 400, Face.SPECIAL)).state
    assert asking(state, state.pending[0]) == title
    state = loaded(state, projectile, 300, 400)
    due = state.pending[0]
    assert (due.task, due.source, asking(state, due)) == (Task.SHOOT, projectile, title)
    assert labels(state)[0].endswith(f" ({title})")
    said = refusal(state, Flick(player, D1, Shot(projectile, 1.0, 0.5)))
    assert said.text == f"{title} gives this move, nothing else."
    assert apply(state, Decline(player)).happenings[0].text.endswith(f" makes no use of {title}.")


def test_what_a_projectile_itself_gives_is_named_after_its_own_card():
    state = position(piece("spider-1", 300, 300), W1, SOLDIER, setup=CARDS, dice=("spider", "spider"))
    step = fired(state, "spider-1", 300, 400, "web-1", at=(600, 600))
    assert card_title(step.state, "web", 0, "web-1") == "Web"


def test_of_two_armies_with_a_card_of_one_id_each_has_its_own_title():
    wasps = parse_army(army_text(**{'title = "Uncle Sam"': 'title = "Aunt Wasp"'}), "wasps.toml")
    seats = (Seat("Ada", "usarthropods"), Seat("Ben", "yellowjackets"), Seat("Cleo", "flyborgs"))
    setup = Setup(seats, mode="advanced", armies=(wasps,))
    state = State(setup, table=None, cards=(("uncle-sam",), ("uncle-sam",), ()))
    assert [card_title(state, "uncle-sam", player) for player in (0, 1)] == ["Uncle Sam", "Aunt Wasp"]


# --- moves that a card gives -------------------------------------------------------------------------------------


def test_j17_refuses_what_a_card_gives_to_a_bug_that_may_not_move():
    bugs = [piece("sergeant-1", 500, 400), *(piece(f"soldier-{n}", 300 + 30 * n, 440) for n in (1, 2, 3, 4))]
    changes = {"moved": ("soldier-1",), "reinforced": ("soldier-2",), "webs": (Web("soldier-3", 1, 0),)}
    state = position(W1, *bugs, setup=CARDS, player=1, dice=("sergeant", "soldier"), **changes)
    state = shot(state, "sergeant-1", ("sergeant-1", 390, 400)).state
    assert state.phase is Phase.DECIDE
    assert why_not(state, "soldier-4") is None
    said = {n: why_not(state, f"soldier-{n}") for n in (1, 2, 3)}
    assert [each.rule for each in said.values()] == ["J17"] * 3
    assert "has moved this turn already" in said[1].text
    # By a die it is rule T3 all the same.
    later = replace(state, pending=(), phase=Phase.MOVE)
    assert why_not(later, "soldier-1").rule == "T3"


def test_frenzy_moves_that_one_bug_and_no_other_that_has_moved():
    bugs = (W1, piece("warrior-2", 400, 300), SOLDIER)
    state = shot(position(*bugs, setup=CARDS, moved=("warrior-2",)), "warrior-1", ("warrior-1", 305, 505)).state
    said = why_not(state, "warrior-2")
    assert (said.rule, said.text) == ("M11", "Frenzy moves only the Warrior that has just moved.")


def test_what_is_turned_over_is_not_said_to_be_placed():
    state = position(W1, piece("tank-1", 230, 560, Face.SPECIAL), setup=ADVANCED, player=1)
    due = Pending(Task.TURN, 1, "M11", "field-workshop", "arsenal", "tank", "long")
    state = replace(state, pending=(due,), phase=Phase.DECIDE)
    said = refusal(state, TurnOver(1, "soldier-1", Use.CARD))
    assert said.text == "What can be turned over now is tank-1, not 'soldier-1'."


# --- results that are left ---------------------------------------------------------------------------------------

SHIFT = setup_of("chitinians", "sovietopters", mode="advanced")
LYING = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))


def left(*bugs, dice, moved=(), brought=False, **changes):
    """What is left of two dice when every bug that could move has, and one result has brought a reinforcement."""
    state = position(*LYING, *bugs, player=1, moved=moved, dice=dice, **changes)
    if brought:
        used, other = state.dice
        state = replace(state, dice=(replace(used, use=DieUse.REINFORCED), other))
    return go_on(state)[0]


def all_of(breed, count):
    return [piece(f"{breed}-{n}", 100 + 40 * n, 400) for n in range(1, count + 1)]


SOLDIERS = all_of("soldier", 5)
WORKERS = all_of("worker", 5)
WEBBED = (Web("soldier-1", 1, 0),)
MOVED = tuple(bug.id for bug in SOLDIERS[1:])

LEFT = {
    "a reinforcement": (
        lambda: left(dice=("soldier", "soldier"), setup=CARDS),
        "T4",
        "Boris brings a reinforcement or forgoes it",
        "Let the reinforcement go",
    ),
    "a webbed bug": (
        lambda: left(*SOLDIERS, dice=("soldier", "soldier"), setup=CARDS, webs=WEBBED, moved=MOVED),
        "M11",
        "Boris frees a webbed bug or lets the result go",
        "Let the results that are left go",
    ),
    "a webbed bug, after the reinforcement": (
        lambda: left(*SOLDIERS, dice=("tank", "soldier"), setup=CARDS, webs=WEBBED, moved=MOVED, brought=True),
        "M11",
        "Boris frees a webbed bug or lets the result go",
        "Let the result that is left go",
    ),
    "a reinforcement or a webbed bug": (
        lambda: left(*SOLDIERS, dice=("tank", "soldier"), setup=CARDS, webs=WEBBED, moved=MOVED),
        "T4",
        "Boris brings a reinforcement, frees a webbed bug or lets the result go",
        "Let the reinforcement go",
    ),
    "another roll": (
        lambda: left(
            *WORKERS,
            dice=("worker", "worker"),
            setup=SHIFT,
            cards=((), ("double-shift",)),
            moved=tuple(bug.id for bug in WORKERS),
        ),
        "M11",
        "Boris has a die rolled again or lets the result go",
        "Let the results that are left go",
    ),
}
"""The position, the rule, what is waited for, the label of letting go."""


@pytest.mark.parametrize("name", LEFT)
def test_what_is_waited_for_is_what_a_result_that_is_left_can_do(name):
    make, rule, words, letting = LEFT[name]
    state = make()
    assert state.phase is Phase.REINFORCE
    assert awaited(state) == (rule, words)
    assert letting in labels(state)
    offered = {option.kind for option in legal(state)} & {"reinforce", "free", "reroll"}
    assert set(left_over(state)) == offered
    assert why_not(state, "warrior-1").text.startswith("Nothing is flicked now: Boris")

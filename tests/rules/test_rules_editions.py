"""What versions of the rules changed: how it is now, and how a game by the version before goes on."""

import pytest
from rules_tools import CARDS, declined, earned, fired, kinds, piece, position, replace, setup_of, shot, special, told

from micromutants.physics import Launch, Shot, simulate
from micromutants.rules import (
    Flick,
    Forgo,
    Phase,
    Reinforce,
    Rulings,
    Use,
    Web,
    apply,
    nearest_spot,
    settle,
)
from micromutants.rules.turn import go_on
from micromutants.rules.victory import decided
from micromutants.table import Face

FLYSOV = setup_of("flyborgs", "sovietopters")
HIDDEN, DRONE, WORKER = special("saboteur-1", 500, 400), piece("drone-1", 300, 300), piece("worker-1", 600, 400)
W1, W2 = piece("warrior-1", 400, 300), piece("warrior-2", 100, 300)
T4 = {"dice": ("spider", "warrior"), "setup": CARDS, "webs": (Web("warrior-1", 1, 1),)}


def by_rules(version, setup=CARDS):
    """The same game by an older version of the rules."""
    return replace(setup, edition=version)


# --- version 7: who is moved beneath what is moved ---------------------------------------------------------------


def infiltrated(version, *ends, bug="saboteur-1", moved=None):
    state = position(HIDDEN, WORKER, DRONE, player=1, dice=("saboteur", "worker"), setup=by_rules(version, FLYSOV))
    return shot(state, bug, *ends, moved=moved)


def test_m7_infiltrate_spares_a_bug_that_was_moved_too():
    ends = ("drone-1", 302, 300), ("saboteur-1", 305, 305)
    step = infiltrated(7, *ends)
    assert "drone-1" in step.state.table
    assert told(step, "overlap") == [("M11", ("saboteur-1", "drone-1"))]
    assert not earned(step.state)
    before = infiltrated(6, *ends)
    assert told(before, "fumble") == [("M7", ("drone-1", "saboteur-1"))]
    assert earned(before.state)


def test_m7_so_does_an_infiltrating_bug_that_was_knocked():
    ends = ("drone-1", 302, 300), ("saboteur-1", 305, 305), ("worker-1", 520, 400)
    step = infiltrated(7, *ends, bug="worker-1")
    assert "drone-1" in step.state.table
    assert told(step, "overlap") == [("M11", ("saboteur-1", "drone-1"))]
    assert told(infiltrated(6, *ends, bug="worker-1"), "fumble")


def test_m7_a_bug_that_alone_is_moved_beneath_it_fumbles():
    ends = ("drone-1", 495, 405), HIDDEN, ("worker-1", 300, 310)
    step = infiltrated(7, *ends, bug="worker-1", moved=("drone-1", "worker-1"))
    assert told(step, "fumble") == [("M7", ("drone-1", "saboteur-1"))]


def test_m6_a_flicked_bug_fumbles_beneath_it_whatever_it_can_do_though_both_were_moved():
    state = position(HIDDEN, DRONE, dice=("drone", "warper"), setup=FLYSOV)
    step = shot(state, "drone-1", ("drone-1", 495, 405), ("saboteur-1", 498, 400))
    assert told(step, "fumble") == [("M6", ("drone-1", "saboteur-1"))]


def test_infiltrate_holds_in_the_real_physics():
    # What is landed on is nearly always pushed a little.
    over = 0
    for n in range(40):
        state = position(HIDDEN, DRONE, player=1, dice=("saboteur", "worker"), setup=FLYSOV)
        table = state.table.put(replace(state.table["drone-1"], x=500 - 90 - n, y=400.0))
        launch = Launch("saboteur-1", azimuth=3.14159, speed=1000.0, loft=0.9, tumble=60.0 + n % 7)
        outcome = simulate(table, launch)
        if not any(pair[:2] == ("saboteur-1", "drone-1") for pair in outcome.lies_on):
            continue
        if outcome.table["saboteur-1"].face is not Face.SPECIAL or "drone-1" not in outcome.moved:
            continue
        over += 1
        flick = Flick(1, Use.DIE_1, Shot("saboteur-1", azimuth=3.14159, power=0.3))
        step = settle(replace(state, phase=Phase.TREMBLE, flick=flick, table=table), outcome)
        assert "drone-1" in step.state.table
        assert not earned(step.state)
    assert over


# --- version 7: who fell first -----------------------------------------------------------------------------------

PIT = setup_of("chitinians", "usarthropods", terrain=("acid-pit",))


def base_and_pit(version):
    """Ada's second base goes in step 4, Boris's third bug in step 5."""
    bugs = W1, W2, piece("larva-1", 60, 20)
    theirs = piece("soldier-1", 300, 500), piece("soldier-2", 600, 500), piece("tank-1", 700, 500)
    state = position(
        *bugs,
        *theirs,
        spare=False,
        setup=by_rules(version, PIT),
        lost=("brood-pit",),
        damaged=("venom-gland",),
        dice=("warrior", "warrior"),
    )
    return shot(state, "warrior-1", ("warrior-1", 420, 350), ("soldier-1", 270, 380), ("soldier-2", 530, 95))


def pit_and_cleave(version):
    """Ada's third bug goes in step 5, Boris's third in step 6."""
    bugs = piece("exterminator-1", 400, 300), W2, piece("larva-1", 60, 20)
    theirs = (
        piece("soldier-1", 500, 500),
        piece("soldier-2", 517, 500),
        piece("tank-1", 700, 500),
        piece("tank-2", 700, 600),
    )
    setup = by_rules(version, PIT)
    state = position(*bugs, *theirs, spare=False, setup=setup, dice=("exterminator", "warrior"))
    return shot(state, "exterminator-1", ("larva-1", 270, 380), ("exterminator-1", 500, 505))


@pytest.mark.parametrize(
    ("fall", "first", "then"), [(base_and_pit, "base-eliminated", "terrain"), (pit_and_cleave, "terrain", "cleave")]
)
def test_w5_each_step_of_the_resolution_tells_who_fell_first(fall, first, then):
    step = fall(7)
    assert kinds(step).index(first) < kinds(step).index(then)
    assert (step.state.winner, step.state.ending) == (1, "W5")
    assert step.happenings[-1].text.startswith("Both sides have fallen in one shot, and Ada fell first; Boris wins:")
    before = fall(6)
    assert (before.state.winner, before.state.ending) == (0, "W5")


def test_w5_it_is_told_by_what_it_was_decided():
    both = position(W1, piece("soldier-1", 300, 300), spare=False, setup=by_rules(7))
    boris = replace(both, table=both.table.put(*few("warrior", 100)))
    ada = replace(both, table=both.table.put(*few("soldier", 600)))
    said = [decided(both, [state], both)[1][-1].text for state in (both, boris, ada)]
    assert "it is Ada's turn; Ada wins" in said[0]
    assert "Boris fell first; Ada wins" in said[1]
    assert "Ada fell first; Boris wins" in said[2]
    old = replace(both, setup=by_rules(6))
    assert "it is Ada's turn; Ada wins" in decided(old, [replace(boris, setup=old.setup)], old)[1][-1].text


def few(breed, y):
    return [replace(piece(f"{breed}-{n}", 100 + 50 * n, y), owner=int(breed == "soldier")) for n in (1, 2, 3)]


def test_w5_among_many_it_is_told_too():
    none = position(setup=setup_of("chitinians", "usarthropods", "flyborgs"), spare=False)
    over, notes = decided(none, [none], none)
    assert (over.winner, over.phase) == (0, Phase.OVER)
    assert notes[-1].text.endswith("Ada, Boris and Cleo fell last together, and Ada, whose turn it is, wins.")
    ada = replace(none, table=none.table.put(*few("soldier", 600)))
    over, notes = decided(none, [ada], none)
    assert (over.winner, notes[-1].text) == (1, "All that were left have fallen in one shot: Boris fell last and wins.")
    old = replace(none, setup=by_rules(6, none.setup))
    assert decided(old, [old], old)[1][-1].text.endswith("in one shot: Ada fell last and wins.")


# --- version 7: chips that come back -----------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "moved"), [(7, ()), (6, ("warrior-1",))])
def test_t3_a_chip_that_comes_back_has_not_moved(version, moved):
    state = position(W1, piece("spider-1", 500, 300), piece("tank-1", 500, 500), setup=by_rules(version))
    tank = piece("tank-1", 500, 500)
    step = shot(state, "warrior-1", ("warrior-1", 500, 495), tank, moved=("warrior-1",))
    assert told(step, "fumble") == [("M6", ("warrior-1", "tank-1"))]
    assert step.state.moved == moved


# --- version 7: what is told --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "title"), [(7, "Spinneret"), (6, "Acid gland")])
def test_j15_what_is_declined_is_called_by_the_title_of_its_card(version, title):
    soldier = piece("soldier-1", 300, 300)
    state = position(piece("spider-1", 400, 300), soldier, dice=("spider", "warrior"), setup=by_rules(version))
    state = shot(state, "spider-1", ("spider-1", 405, 305, Face.SPECIAL)).state
    assert declined(state).happenings[0].text == f"Ada makes no use of {title}."


def on_resource(version):
    setup = by_rules(version, setup_of("flyborgs", "sovietopters", mode="advanced"))
    resources = piece("resource-1", 300, 300), piece("resource-2", 600, 380)
    state = position(HIDDEN, *resources, player=1, dice=("saboteur", "worker"), setup=setup)
    return shot(state, "saboteur-1", ("saboteur-1", 305, 305))


def under_resource(version):
    rulings = Rulings(resources_below=False)
    setup = by_rules(version, setup_of("chitinians", "usarthropods", mode="advanced", rulings=rulings))
    state = position(W1, piece("resource-1", 300, 300), piece("resource-2", 600, 380), setup=setup)
    return shot(state, "warrior-1", ("warrior-1", 300, 305), ("resource-1", 300, 301))


def knocked_onto_terrain(version):
    rulings = Rulings(knocked_into_terrain=False)
    setup = by_rules(version, replace(PIT, rulings=rulings))
    state = position(W1, W2, setup=setup)
    return shot(state, "warrior-1", ("warrior-2", 270, 380), ("warrior-1", 420, 320))


@pytest.mark.parametrize(
    ("case", "rule", "said"),
    [
        (
            on_resource,
            "M11",
            "Boris's Saboteur lies on the Resource: as it is, it captures nothing but bases.",
        ),
        (under_resource, "J12", "Ada's Warrior lies under the Resource: a bug beneath one does not collect it."),
        (knocked_onto_terrain, "J13", "Ada's Warrior lies on the Acid Pit: a bug that was knocked is safe there."),
    ],
)
def test_what_a_bug_lies_on_without_effect_is_told_with_the_reason(case, rule, said):
    (note,) = (note for note in case(7).happenings if note.kind != "turn")
    assert (note.rule, note.kind, note.text) == (rule, "overlap", said)
    assert kinds(case(6)) == ["nothing"]


@pytest.mark.parametrize(
    ("version", "rule", "said"),
    [
        (7, "M10", "Ada's Web has no effect where it landed, and leaves the mat."),
        (6, "M1", "Ada's Web comes to rest on the mat; nothing else happens."),
    ],
)
def test_m10_a_projectile_without_effect_is_not_told_to_rest_on_the_mat(version, rule, said):
    bugs = piece("spider-1", 400, 300), piece("soldier-1", 300, 300)
    state = position(*bugs, dice=("spider", "warrior"), setup=by_rules(version))
    step = fired(state, "spider-1", 405, 305, "web-1", at=(200, 400))
    assert "web-1" not in step.state.table
    assert (step.happenings[0].rule, step.happenings[0].text) == (rule, said)


def test_t4_what_is_let_go_after_the_reinforcement_is_not_called_one():
    state, _ = go_on(position(W1, **T4))
    due = apply(state, Forgo(0, None)).happenings[0]
    assert (due.rule, due.text) == ("T4", "Ada lets the reinforcement go unused.")
    state = apply(state, Reinforce(0, Use.DIE_1, nearest_spot(state, 0, "spider-1", 380, 95, 0))).state
    left = apply(state, Forgo(0, None)).happenings[0]
    assert (left.rule, left.text) == ("T2", "Ada lets the result that is left go unused.")
    old = replace(state, setup=by_rules(6))
    assert apply(old, Forgo(0, None)).happenings[0].text == "Ada lets the reinforcement go unused."


@pytest.mark.parametrize(("version", "promised"), [(7, False), (6, True)])
def test_t6_no_extra_shot_is_promised_in_a_game_that_is_over(version, promised):
    mine = W1, W2, piece("spider-1", 60, 60)
    theirs = piece("soldier-1", 300, 500), piece("soldier-2", 500, 600), piece("tank-1", 600, 600)
    state = position(*mine, *theirs, spare=False, setup=by_rules(version))
    step = shot(state, "warrior-1", ("warrior-1", 305, 500))
    assert step.state.winner == 0
    assert ("extra-earned" in kinds(step)) is promised

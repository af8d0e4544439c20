"""How the players stand after an entry, added up from happenings, is what the state says."""

import msgspec
import pytest
from rules_tools import piece, position, setup_of

from micromutants.physics import Outcome, Shot
from micromutants.rules import Concede, Flick, Phase, PutBeside, Use, Web, apply, nearest_spot, settle
from micromutants.table import Table
from micromutants.ui.standing import following, markers_on, of_state

FOUR = setup_of("chitinians", "usarthropods", "flyborgs", "sovietopters", mode="advanced")
TWO = setup_of("chitinians", "usarthropods")


def done(state, step, action=None):
    """How the players stand after a step, told by what came of it."""
    return following(of_state(state), action, step.happenings, step.state.table)


def ended(state, *ends):
    """The step after a flick of the first of these, which end so, those named last on top."""
    flying = apply(state, Flick(0, Use.DIE_1, Shot(ends[0][0], 1.0, 0.5))).state
    pile = [msgspec.structs.replace(p, level=0) for p in state.table if p.id not in [end[0] for end in ends]]
    pile += [msgspec.structs.replace(state.table[bug], x=x, y=y, level=0) for bug, x, y in ends]
    table = Table.of(state.table.mat, pile)
    return settle(flying, Outcome(table, table.lies_on(), (), {}, tuple(sorted(e[0] for e in ends)), True, 1.0))


@pytest.mark.parametrize(("by", "left"), [(0, frozenset()), (1, {"drone-1", "warrior-1"})])
def test_with_a_player_leave_the_webs_of_that_player_and_those_on_its_bugs(by, left):
    bugs = (piece("warrior-1", 400, 300), piece("soldier-1", 300, 300), piece("drone-1", 300, 400))
    webs = (Web("soldier-1", 1, 0), Web("drone-1", 1, 0), Web("warrior-1", 1, 2))
    held = (("resource-1",), ("resource-6", "resource-7"), (), ())
    cards = (("sticky-silk",), ("uncle-sam",), (), ())
    state = position(*bugs, setup=FOUR, webs=webs, collected=held, cards=cards, player=by, dice=("warrior", "soldier"))
    step = apply(state, Concede(by))
    told = done(state, step, Concede(by))
    assert told.webs == left
    assert told == of_state(step.state)


def test_a_web_marker_stays_with_a_bug_that_is_put_beside_a_base():
    bugs = (piece("warrior-1", 400, 300), piece("soldier-1", 300, 300))
    state = position(*bugs, setup=TWO, webs=(Web("soldier-1", 1, 0),))
    hive = state.table["great-hive"]
    step = ended(state, ("warrior-1", 500, 300), ("soldier-1", hive.x, hive.y))
    assert step.state.phase is Phase.PUT_BESIDE
    told = done(state, step)
    assert (told.webs, told.held) == ({"soldier-1"}, {"soldier-1"})
    assert told == of_state(step.state)
    beside = PutBeside(0, nearest_spot(step.state, 0, "soldier-1", hive.x, hive.y + 80, 0.0))
    after = apply(step.state, beside)
    told = following(told, beside, after.happenings, after.state.table)
    assert (told.webs, told.held) == ({"soldier-1"}, frozenset())
    assert told == of_state(after.state)


def test_a_web_marker_leaves_with_a_bug_that_dies_of_venom_in_the_hand():
    setup = setup_of("flyborgs", "usarthropods")
    cell = position(setup=setup).table["throne-cell"]
    bugs = (piece("poisoner-1", cell.x, cell.y + 30), piece("soldier-1", 300, 300), piece("drone-1", 500, 500))
    state = position(*bugs, setup=setup, webs=(Web("soldier-1", 1, 0),), dice=("drone", "drone"))
    step = ended(state, ("drone-1", 600, 500), ("soldier-1", cell.x, cell.y + 20))
    assert {"base-damaged", "venom"} <= {h.kind for h in step.happenings}
    assert done(state, step).webs == frozenset()
    assert done(state, step) == of_state(step.state)


def test_whose_a_web_of_a_saved_shot_is_follows_from_the_armies():
    assert markers_on(FOUR, ("soldier-1", "drone-1")) == {("soldier-1", 0), ("drone-1", 0)}
    assert markers_on(setup_of("flyborgs", "usarthropods"), ("soldier-1",)) == {("soldier-1", -1)}

"""Every decision of the whole rulebook at the table, by mouse and by keys alone."""

import math

import msgspec
import pygame
import pytest
from rules_tools import piece, position, setup_of, special
from shell_driver import table_at

from micromutants.rules import (
    Bring,
    Buy,
    Decline,
    EndTurn,
    Extra,
    Flick,
    Free,
    Grow,
    Load,
    Pending,
    Phase,
    Reroll,
    Scatter,
    Shove,
    Task,
    Throw,
    Tremble,
    TurnOver,
    Use,
    Web,
)
from micromutants.rules.model import Die, DieUse
from micromutants.table import Face, Piece
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.cardtable import CardTable
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.help import HelpScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.tableview import table_guidance

pytestmark = pytest.mark.usefixtures("quick")

ADVANCED = setup_of("chitinians", "usarthropods", mode="advanced", terrain=("gravity-manipulator", "warp-gate"))
FLYBORGS = setup_of("flyborgs", "usarthropods")
SOVIETS = setup_of("sovietopters", "chitinians", mode="advanced")
BERETS = setup_of("usarthropods", "chitinians", mode="advanced")


def asks(state, task, player=0, rule="M11", card="", source="", **details):
    """The state with this decision waiting."""
    due = Pending(task, player, rule, card, source, **details)
    return position_with(state, pending=(due, *state.pending), phase=Phase.DECIDE)


def position_with(state, **changes):
    return msgspec.structs.replace(state, **changes)


def done(table):
    """What has been done, without what chance did."""
    return [e.action for e in table.session.match.log if e.action.player >= 0]


def at(driver, table, x, y):
    px, py = table.camera.view.to_screen(x, y)
    return round(px), round(py)


def labels(driver):
    return [f.element.text for f in driver.top.form.fields if not f.entry]


def spider():
    found = position(special("spider-1", 300, 330), piece("tank-1", 420, 420), setup=ADVANCED)
    return asks(found, Task.LOAD, card="fire-on-landing", source="spider-1", breed="web", rule="M10")


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_projectile_is_put_down_and_shot(by_keys):
    driver, table = table_at(spider())
    assert table.placing is not None
    assert "Web" in table_guidance(table)[0]
    if by_keys:
        driver.key(pygame.KSCAN_RIGHT, times=3)
        driver.key(pygame.KSCAN_RETURN)
    else:
        driver.click(at(driver, table, 300, 380))
    assert isinstance(done(table)[-1], Load)
    driver.settle()
    assert table.aiming.aim.piece == "web-1"
    assert "Shoot" in labels(driver)
    if by_keys:
        driver.key(pygame.KSCAN_UP, times=30)
        driver.key(pygame.KSCAN_RETURN)
    else:
        start = driver.pixel(table, "web-1")
        driver.down(start)
        driver.move((start[0] - 60, start[1] + 60), left=True)
        driver.up((start[0] - 60, start[1] + 60))
    flick, tremble = [e.action for e in table.session.match.log[1:3]]
    assert isinstance(flick, Flick)
    assert (flick.shot.piece, flick.use) == ("web-1", Use.CARD)
    assert isinstance(tremble, Tremble)


def test_what_a_card_offers_is_left_by_key_or_button():
    for act in (lambda d: d.key(pygame.KSCAN_F), lambda d: d.press("Leave it")):
        driver, table = table_at(spider())
        act(driver)
        assert done(table) == [Decline(0)]


def throwing():
    found = position(piece("tank-1", 420, 420), piece("warrior-1", 200, 250), setup=ADVANCED)
    return asks(found, Task.THROW, rule="G3", source="gravity-manipulator")


@pytest.mark.parametrize("by_keys", [False, True])
def test_meteors_are_aimed_and_thrown(by_keys):
    driver, table = table_at(throwing())
    assert table.throwing is not None
    assert sum(p.kind == "token" for p in table.scene().table) == 4
    if by_keys:
        driver.key(pygame.KSCAN_RETURN)
        assert "No power" in table.note[0]
        driver.key(pygame.KSCAN_UP, times=40)
        driver.key(pygame.KSCAN_LEFT, times=5)
        shown = table.throwing.aim
        driver.key(pygame.KSCAN_RETURN)
    else:
        start = at(driver, table, 380, 300)
        driver.down(start)
        driver.move((start[0] + 20, start[1] + 100), left=True)
        shown = table.throwing.aim
        assert table.scene().aim.landing is not None
        driver.up((start[0] + 20, start[1] + 100))
    thrown, scatter = [e.action for e in table.session.match.log[:2]]
    assert thrown == Throw(0, shown.azimuth, shown.power)
    assert isinstance(scatter, Scatter)
    assert table.reel is not None
    # They are seen flying although they were not on the table before.
    assert {"meteor-1", "meteor-4"} <= {p.id for p in table.reel.scene().table}
    driver.settle()


def test_a_throw_is_cancelled_and_can_not_be_declined():
    driver, table = table_at(throwing())
    start = at(driver, table, 380, 300)
    driver.down(start)
    driver.move((start[0], start[1] + 100), left=True)
    driver.click_right(start)
    driver.up(start)
    assert done(table) == []
    driver.key(pygame.KSCAN_F)
    assert done(table) == []
    assert "G3" in table.note[0]


def warping():
    found = position(special("warper-1", 400, 400), piece("drone-1", 200, 250), setup=FLYBORGS, dice=("drone",) * 2)
    return asks(found, Task.BRING, card="warp", source="warper-1")


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_warped_bug_is_chosen_and_placed(by_keys):
    driver, table = table_at(warping())
    assert table.scene().may_move >= {"drone-1"}
    if by_keys:
        while table.placing.choice.piece != "drone-1":
            driver.key(pygame.KSCAN_TAB)
        driver.key(pygame.KSCAN_RETURN)
    else:
        driver.click(driver.pixel(table, "drone-1"))
        assert done(table) == []
        driver.click(at(driver, table, 400, 430))
    action = done(table)[0]
    assert isinstance(action, Bring)
    assert action.spot.piece == "drone-1"
    assert math.dist((action.spot.x, action.spot.y), (400, 400)) < 40


def test_an_entrance_is_replaced_by_the_chosen_bug():
    found = position(piece("warrior-1", 200, 250), piece("warp-entrance-1", 400, 300), setup=ADVANCED)
    driver, table = table_at(asks(found, Task.BRING, rule="G4", source="warp-entrance-1", inside=True))
    driver.click(driver.pixel(table, "warrior-1"))
    driver.press("Put it there")
    action = done(table)[0]
    assert (action.spot.piece, round(action.spot.x), round(action.spot.y)) == ("warrior-1", 400, 300)
    assert "warp-entrance-1" not in table.session.state.table


def test_a_larva_hatches_in_its_place():
    found = position(special("larva-1", 300, 300), setup=ADVANCED)
    driver, table = table_at(
        asks(found, Task.BRING, card="hatch", source="larva-1", breed="warrior", reserve=True, inside=True)
    )
    assert "Becomes a Warrior" in labels(driver)
    driver.key(pygame.KSCAN_RETURN)
    assert isinstance(done(table)[0], Bring)
    assert table.session.state.table["warrior-1"].x == 300


def test_a_further_reinforcement_is_put_beside_a_base():
    found = position(piece("worker-1", 300, 300), setup=SOVIETS, dice=("worker", "trooper"))
    driver, table = table_at(asks(found, Task.MUSTER, card="brigade", source="worker-1", breed="worker", reserve=True))
    driver.key(pygame.KSCAN_RETURN)
    assert done(table)[0].spot.piece == "worker-2"


@pytest.mark.parametrize("by_keys", [False, True])
def test_repulse_is_a_button_or_enter(by_keys):
    found = position(special("repulsor-1", 400, 400), piece("soldier-4", 450, 390), setup=FLYBORGS, dice=("drone",) * 2)
    driver, table = table_at(asks(found, Task.SHOVE, card="repulse", source="repulsor-1", range="close"))
    assert table.scene().may_move == {"soldier-4"}
    assert table.scene().reaches[0].range == 60.0
    if by_keys:
        driver.key(pygame.KSCAN_RETURN)
    else:
        driver.press("Push them away")
    assert done(table) == [Shove(0)]
    driver.settle()


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_wrecked_tank_is_turned_back(by_keys):
    found = position(
        special("tank-1", 330, 150),
        special("tank-2", 560, 230),
        setup=BERETS,
        dice=("soldier", "tank"),
        cards=(("field-workshop",), ()),
    )
    driver, table = table_at(
        asks(found, Task.TURN, card="field-workshop", source="arsenal", breed="tank", range="long")
    )
    wanted = table.picking.pieces[-1]
    if by_keys:
        while table.picking.choice.piece != wanted:
            driver.key(pygame.KSCAN_TAB)
        driver.key(pygame.KSCAN_RETURN)
    else:
        driver.click(driver.pixel(table, wanted))
        driver.press("Turn it over")
    assert done(table) == [TurnOver(0, wanted)]
    assert table.session.state.table[wanted].face is Face.NORMAL


# --- reactions ---------------------------------------------------------------------------------------------------


def buddies():
    bugs = piece("warrior-1", 400, 400), piece("soldier-4", 450, 390), piece("soldier-5", 380, 340)
    found = position(*bugs, setup=setup_of("chitinians", "usarthropods"))
    gone = Piece("soldier-1", "small", 1, 400.0, 395.0, 0.0, Face.SPECIAL)
    return asks(found, Task.MOVE, 1, card="buddies", source="soldier-1", breed="soldier", range="close", at=gone)


def test_another_player_reacts_and_the_card_says_who_and_why():
    driver, table = table_at(buddies(), seated=0)
    card = driver.top
    assert isinstance(card, HandoverScreen)
    assert card.player == 1
    assert "Ada's turn" in card.reason
    assert "Buddies" in card.reason
    assert "your Soldier was eliminated" in card.reason
    driver.wait(0.6)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    assert table.scene().may_move == {"soldier-4", "soldier-5"}
    assert "your decision" in table_guidance(table)[1]
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=20)
    driver.key(pygame.KSCAN_RETURN)
    flick = done(table)[0]
    assert (flick.player, flick.use) == (1, Use.CARD)
    driver.settle()
    # The turn goes on with the other player, who is called back.
    assert isinstance(driver.top, HandoverScreen)
    assert driver.top.player == 0


def test_a_bot_reacts_by_itself():
    driver, table = table_at(buddies(), seated=0, bots=(1,))
    driver.settle()
    assert driver.top is table
    assert done(table)[0].player == 1
    assert table.my_turn_soon


# --- resources and cards -------------------------------------------------------------------------------------------


def rich(**changes):
    return position(
        piece("warrior-1", 200, 250),
        piece("warrior-2", 300, 250),
        piece("resource-1", 380, 380),
        setup=ADVANCED,
        collected=(("resource-2", "resource-3", "resource-4"), ()),
        **changes,
    )


def test_a_base_grows_and_its_other_card_is_bought():
    driver, table = table_at(rich())
    driver.key(pygame.KSCAN_C)
    assert isinstance(driver.top, CardTable)
    driver.press("Grow with it  ·  2")
    assert done(table) == [Grow(0, "brood-pit", "forced-hatching")]
    driver.settle()
    driver.press("Cards")
    assert "Buy it  ·  1" in labels(driver)
    driver.press("Buy it  ·  1")
    assert done(table)[-1] == Buy(0, "second-clutch")
    assert table.session.standing.cards[0] == ("forced-hatching", "second-clutch")
    driver.settle()
    driver.key(pygame.KSCAN_C)
    assert not any(label.startswith("Buy") for label in labels(driver))


def test_cards_are_bought_with_keys_alone():
    driver, table = table_at(rich())
    driver.key(pygame.KSCAN_C)
    fields = driver.top.form.fields
    index = next(i for i, f in enumerate(fields) if f.element.text.startswith("Grow"))
    driver.key(pygame.KSCAN_TAB, times=index + 1)
    driver.key(pygame.KSCAN_RETURN)
    assert isinstance(done(table)[0], Grow)


def test_what_can_not_be_bought_says_why():
    driver, _ = table_at(position_with(rich(), collected=((), ())))
    driver.key(pygame.KSCAN_C)
    driver.press("Evolution")
    grow = next(f for f in driver.top.form.fields if f.element.text.startswith("Grow"))
    assert "(A2)" in grow.why
    driver.key(pygame.KSCAN_F1)
    assert isinstance(driver.top, HelpScreen)
    assert driver.top.rule == "A2"


def test_resources_left_at_the_end_are_spent_or_the_turn_ended():
    state = position_with(rich(), phase=Phase.SPEND, dice=(Die("warrior", DieUse.MOVED), Die("spider", DieUse.MOVED)))
    for act in (lambda d: d.key(pygame.KSCAN_RETURN), lambda d: d.press("End the turn")):
        driver, table = table_at(state)
        assert "Spend" in table_guidance(table)[0]
        act(driver)
        assert done(table) == [EndTurn(0)]


def test_cards_of_another_player_can_be_read_but_not_bought():
    driver, table = table_at(rich())
    driver.click(table.places.players[1].center)
    assert isinstance(driver.top, CardTable)
    assert driver.top.player == 1
    assert not any(label.startswith(("Grow", "Buy")) for label in labels(driver))
    driver.key(pygame.KSCAN_PAGEDOWN)
    assert driver.top.player == 0
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top is table


def test_a_die_is_rolled_again():
    state = position(
        piece("worker-1", 200, 250), setup=SOVIETS, dice=("worker", "trooper"), cards=(("double-shift",), ())
    )
    driver, table = table_at(state)
    driver.key(pygame.KSCAN_C)
    driver.press("Roll the first die again")
    assert done(table) == [Reroll(0, Use.DIE_1)]
    driver.settle()
    assert all(die.breed for die in table.session.seen.dice)


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_webbed_bug_is_freed(by_keys):
    state = position(
        piece("warrior-1", 200, 250), piece("warrior-2", 300, 250), setup=ADVANCED, webs=(Web("warrior-2"),)
    )
    driver, table = table_at(state)
    assert table.scene().webbed == {"warrior-2"}
    if by_keys:
        while table.shown_card != "warrior-2":
            driver.key(pygame.KSCAN_TAB)
        driver.key(pygame.KSCAN_UP, times=5)
        driver.key(pygame.KSCAN_RETURN)
        assert "web" in table.note[0]
        driver.key(pygame.KSCAN_T)
    else:
        driver.click(driver.pixel(table, "warrior-2"))
        driver.press("Free it")
    assert done(table) == [Free(0, Use.DIE_1, "warrior-2")]
    assert table.scene().webbed == set()


def test_a_beret_is_turned_in_place_of_its_move():
    state = position(
        piece("green-beret-1", 200, 250), setup=BERETS, dice=("green-beret", "tank"), cards=(("secret-operations",), ())
    )
    driver, table = table_at(state)
    driver.click(driver.pixel(table, "green-beret-1"))
    driver.press("Turn it over")
    assert done(table) == [TurnOver(0, "green-beret-1", Use.DIE_1)]
    assert table.session.state.table["green-beret-1"].face is Face.SPECIAL


def test_a_bug_moves_in_place_of_another_which_can_be_chosen():
    state = position(
        piece("kommissar-1", 300, 250),
        piece("kommissar-2", 330, 330),
        piece("worker-1", 300, 300),
        setup=SOVIETS,
        dice=("kommissar", "trooper"),
    )
    driver, table = table_at(state)
    driver.click(driver.pixel(table, "worker-1"))
    first = table.scene().hovered or table.aiming.stand_in(state)
    driver.move((5, 5))
    assert table.scene().hovered == table.aiming.stand_in(state)
    driver.key(pygame.KSCAN_B)
    assert table.aiming.stand_in(state) != first
    driver.key(pygame.KSCAN_UP, times=20)
    by = table.aiming.stand_in(state)
    driver.key(pygame.KSCAN_RETURN)
    assert done(table)[0].by == by


def test_the_extra_shot_offers_what_it_did():
    state = position(piece("warrior-1", 300, 300), setup=ADVANCED, phase=Phase.EXTRA, extra=Extra.EARNED)
    driver, table = table_at(state)
    driver.press("Forgo extra shot")
    assert done(table)[0].what is Use.EXTRA


# --- help, faults --------------------------------------------------------------------------------------------------


def test_f1_opens_the_rule_applied_last_and_a_click_the_rule_of_its_line():
    driver, table = table_at(rich())
    driver.key(pygame.KSCAN_F)
    driver.settle()
    rule = table.session.lines()[-1].rule
    driver.key(pygame.KSCAN_F1)
    assert driver.top.rule == rule
    assert driver.top.marked is not None
    driver.key(pygame.KSCAN_ESCAPE)
    table.log.show(table.session.lines())
    body = table.log._body
    spots = [(x, y) for y in range(body.y, body.bottom, 4) for x in range(body.x, body.right, 4)]
    spot = next(spot for spot in spots if table.log.rule_at(spot))
    named = table.log.rule_at(spot)
    driver.click(spot)
    assert isinstance(driver.top, HelpScreen)
    assert driver.top.rule == named


def test_a_fault_of_a_bot_is_a_sentence_on_the_title(monkeypatch):
    import micromutants.ui.screens.tableflow as flow

    def fails(state, generator):
        raise RuntimeError("no idea")

    monkeypatch.setattr(flow, "choose", fails)
    driver, _ = table_at(rich(), bots=(0,))
    driver.settle()
    assert not any(isinstance(screen, TableScreen) for screen in driver.app.stack)
    assert "no idea" in driver.app.message
    assert "Continue" in driver.app.message


def test_a_fault_of_the_simulation_is_a_sentence_on_the_title(monkeypatch):
    import micromutants.rules.game

    def fails(table, launch, physics):
        raise RuntimeError("chips on strike")

    driver, table = table_at(rich())
    monkeypatch.setattr(micromutants.rules.game, "simulate", fails)
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=20)
    driver.key(pygame.KSCAN_RETURN)
    assert table not in driver.app.stack
    assert "chips on strike" in driver.app.message
    # The flick that failed is not in the match that is kept.
    monkeypatch.undo()
    assert done(table) == []
    driver.settle()
    driver.press("Continue")
    driver.settle()
    assert isinstance(driver.top, TableScreen | HandoverScreen | ArrangeScreen)


def _left(state, breeds, **changes):
    """The state with only results left by which no bug can move."""
    dice = tuple(Die(breed) for breed in breeds)
    return position_with(state, phase=Phase.REINFORCE, dice=dice, **changes)


def test_what_a_result_that_is_left_can_do_is_what_the_words_say():
    workers = [piece(f"worker-{n}", 100 + 60 * n, 300) for n in range(1, 6)]
    state = position(*workers, setup=SOVIETS, cards=(("double-shift",), ()), moved=tuple(w.id for w in workers))
    _, table = table_at(_left(state, ("worker", "worker")))
    assert table.placing is None
    assert table_guidance(table) == ("A result is left", "Roll a die again (Cards) or let it go.")
    _, table = table_at(_left(state, ("worker", "trooper")))
    assert table_guidance(table)[1] == "Put the bug beside one of your bases, roll a die again (Cards) or let it go."
    _, table = table_at(_left(state, ("trooper", "trooper"), cards=((), ())))
    assert table_guidance(table)[0] == "A reinforcement is due"
    webbed = _left(
        position(piece("warrior-2", 300, 250), setup=ADVANCED, webs=(Web("warrior-2", 1, 1),)), ("warrior",) * 2
    )
    used = tuple(
        msgspec.structs.replace(die, use=use)
        for die, use in zip(webbed.dice, (DieUse.REINFORCED, DieUse.OPEN), strict=True)
    )
    _, table = table_at(position_with(webbed, dice=used))
    assert table_guidance(table)[1] == "Free a webbed bug (Cards) or let it go."

"""The table, driven by posted events."""

import msgspec
import pygame
import pytest
from shell_driver import Driver, match_in, opened_match

from micromutants.rules import (
    Die,
    Flick,
    Forgo,
    Phase,
    PutBeside,
    Reinforce,
    Roll,
    Tremble,
    Use,
    breed_of,
    can_flick,
    is_bug,
    load_armies,
    refusal,
    why_not,
)
from micromutants.ui.aim import Aim, pulled
from micromutants.ui.cursor import Shape
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.placing import Placing
from micromutants.ui.screens import tableview
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.pause import PauseScreen


@pytest.fixture
def driver():
    return Driver()


@pytest.fixture
def table(driver):
    return driver.to_move()


def first_bug(table):
    return next(iter(can_flick(table.session.state)))


def flicks(table):
    return [e.action for e in table.session.match.log if isinstance(e.action, Flick)]


def drag(driver, table, by=(12, 70)):
    """Press on the first bug that may move and drag."""
    x, y = driver.pixel(table, first_bug(table))
    driver.move((x, y))
    driver.down((x, y))
    driver.move((x + by[0] // 2, y + by[1] // 2), left=True)
    driver.move((x + by[0], y + by[1]), left=True)
    return (x, y), (x + by[0], y + by[1])


def test_a_drag_flicks_what_was_shown(driver, table):
    start, end = drag(driver, table)
    bug = first_bug(table)
    shown = table.aiming.aim
    assert shown == pulled(Aim(bug, shown.azimuth, 0.0, shown.loft, shown.offset), start, end, driver.app.scale)
    driver.up(end)
    assert flicks(table)[-1].shot == shown.shot()
    assert isinstance(table.session.match.log[-1].action, Tremble)


def test_the_aim_freezes_at_the_last_motion(driver, table):
    start, _ = drag(driver, table)
    shown = table.aiming.aim
    driver.up((start[0] - 90, start[1] - 200))
    assert flicks(table)[-1].shot == shown.shot()


def test_frame_rate_changes_nothing():
    shots = []
    for seconds in (0.001, 1 / 60, 0.5):
        driver = Driver()
        table = driver.to_move()
        x, y = driver.pixel(table, first_bug(table))
        driver.down((x, y))
        for share in range(1, 11):
            driver.move((x + share, y + 8 * share), left=True, seconds=seconds)
        driver.up((x + 10, y + 80))
        driver.settle()
        shots.append((flicks(table)[-1].shot, table.session.match.log[-1].digest))
    assert shots[0] == shots[1] == shots[2]


def test_a_click_is_not_a_shot(driver, table):
    driver.click(driver.pixel(table, first_bug(table)))
    assert flicks(table) == []
    assert table.aiming.aim.piece == first_bug(table)


def test_back_to_the_bug_cancels(driver, table):
    start, _ = drag(driver, table)
    driver.move((start[0] + 3, start[1] + 2), left=True)
    driver.up((start[0] + 3, start[1] + 2))
    assert flicks(table) == []
    assert not table.aiming.aim.ready


def test_releasing_outside_the_window_never_flicks(driver, table):
    start, _ = drag(driver, table)
    driver.move((start[0], 5000), left=True)
    driver.up((start[0], 5000))
    assert flicks(table) == []
    assert table.aiming.pull is None
    assert not table.aiming.aim.ready


def test_leaving_the_window_and_coming_back_without_the_button_never_flicks(driver, table):
    start, _ = drag(driver, table)
    driver.post((pygame.WINDOWLEAVE, {}))
    driver.post((pygame.WINDOWENTER, {}))
    driver.move((start[0] + 40, start[1] + 40))
    driver.up((start[0] + 40, start[1] + 40))
    assert flicks(table) == []
    assert table.aiming.pull is None


def test_losing_the_focus_cancels(driver, table):
    _, end = drag(driver, table)
    driver.post((pygame.WINDOWFOCUSLOST, {}))
    driver.up(end)
    assert flicks(table) == []
    assert table.aiming.pull is None


@pytest.mark.parametrize("how", ["right", "escape"])
def test_right_click_and_escape_cancel_and_the_left_button_then_does_nothing(driver, table, how):
    _, end = drag(driver, table)
    if how == "right":
        driver.down(end, button=3)
        driver.up(end, button=3)
    else:
        driver.key(pygame.KSCAN_ESCAPE)
    assert table.aiming.pull is None
    driver.up(end)
    assert flicks(table) == []
    assert driver.top is table


def test_another_button_does_not_end_the_drag(driver, table):
    _, end = drag(driver, table)
    driver.down(end, button=2)
    driver.up(end, button=2)
    driver.post((pygame.MOUSEBUTTONDOWN, {"pos": end, "button": 4}), (pygame.MOUSEBUTTONUP, {"pos": end, "button": 4}))
    assert flicks(table) == []
    assert table.aiming.pull is not None
    driver.up(end)
    assert len(flicks(table)) == 1


def test_a_picked_bug_can_be_pulled_from_anywhere(driver, table):
    driver.click(driver.pixel(table, first_bug(table)))
    x, y = table.places.mat.center
    driver.down((x, y))
    driver.move((x - 60, y + 30), left=True)
    shown = table.aiming.aim
    driver.up((x - 60, y + 30))
    assert flicks(table)[-1].shot == shown.shot()
    assert shown.power > 0.1


def patch(driver, pos):
    """The pixels about a place."""
    around = pygame.Rect(0, 0, 16, 16)
    around.center = pos
    return pygame.image.tobytes(driver.app.canvas.subsurface(around), "RGB")


def test_a_pull_from_the_bare_mat_is_drawn_where_it_is_made(driver, table):
    driver.click(driver.pixel(table, first_bug(table)))
    x, y = table.places.mat.center
    bare = [patch(driver, (x - 80, y + 40)), patch(driver, (x - 12, y + 6))]
    driver.down((x, y))
    driver.move((x - 80, y + 40), left=True)
    look = table.scene().aim
    assert (look.grip, look.pull) == ((x, y), (x - 80, y + 40))
    now = [patch(driver, (x - 80, y + 40)), patch(driver, (x - 12, y + 6))]
    assert all(a != b for a, b in zip(bare, now, strict=True))


def test_at_the_edge_of_the_window_it_is_told_how_to_pull_further(driver, table):
    (x, _), _ = drag(driver, table)
    assert "anywhere" not in tableview.table_guidance(table)[1]
    driver.move((x, driver.app.size[1] - 3), left=True)
    assert table.aiming.aim.power < 1.0
    assert "anywhere on the mat" in tableview.table_guidance(table)[1]


def test_pointing_at_a_player_tells_how_the_side_stands(driver, table, monkeypatch):
    told = []
    monkeypatch.setattr(tableview, "bubble", lambda surface, words, *rest: told.append(words))
    driver.move(table.places.players[1].center)
    assert told
    assert "15 bugs in play; 3 of 3 bases left" in told[-1]
    told.clear()
    driver.move(table.places.mat.center)
    assert told == []


def test_a_press_on_the_glow_of_a_bug_picks_it_and_one_further_off_does_not(driver, table):
    bug = first_bug(table)
    x, y = driver.pixel(table, bug)
    reach = round(table.camera.view.length(table.session.state.table[bug].spec.reach))
    driver.click((x, y + reach + 5))
    assert table.aiming.aim is not None
    assert table.aiming.aim.piece == bug
    table.cancel()
    driver.click((x, y + reach + 14))
    assert table.aiming.aim is None


def test_the_pointer_shows_what_can_be_done_where_it_is(driver, table):
    def shape(pos, **how):
        driver.move(pos, **how)
        return driver.app.cursor.shape

    assert shape((table.places.mat.centerx, table.places.mat.centery)) is Shape.ARROW
    spot = driver.pixel(table, first_bug(table))
    assert shape(spot) is Shape.HAND
    state = table.session.state
    still = next(p.id for p in state.table if p.owner == 0 and is_bug(state, p.id) and why_not(state, p.id))
    assert shape(driver.pixel(table, still)) is Shape.ARROW
    button = {f.element.text: f for f in table.form.fields}
    assert shape(button["Menu"].rect.center) is Shape.HAND
    assert button["Undo"].why
    assert shape(button["Undo"].rect.center) is Shape.ARROW
    assert shape(table.places.players[0].center) is Shape.HAND
    driver.move(spot)
    driver.down(spot)
    assert shape((spot[0], spot[1] + 60), left=True) is Shape.AIM
    driver.click_right(spot)
    table.open_menu()
    field = next(f for f in driver.top.form.fields if f.entry)
    assert shape(field.rect.center) is Shape.TEXT


def test_the_wheel_changes_loft_and_with_shift_the_press_offset(driver, table):
    drag(driver, table)
    before = table.aiming.aim
    driver.wheel(2)
    assert table.aiming.aim.loft > before.loft
    driver.wheel(-3, shift=True)
    assert table.aiming.aim.offset < before.offset
    assert (table.aiming.aim.azimuth, table.aiming.aim.power) == (before.azimuth, before.power)


def test_the_wheel_zooms_when_nothing_is_aimed(driver, table):
    driver.move(table.places.mat.center)
    driver.wheel(3)
    assert table.camera.view.zoom > 1.0


def test_middle_button_pans_and_never_aims(driver, table):
    driver.key(pygame.KSCAN_EQUALS, times=3)
    x, y = table.places.mat.center
    before = table.camera.view.middle
    driver.down((x, y), button=2)
    driver.post((pygame.MOUSEMOTION, {"pos": (x + 50, y + 20), "rel": (0, 0), "buttons": (0, 1, 0)}))
    driver.up((x + 50, y + 20), button=2)
    assert table.camera.view.middle != before
    assert table.aiming.aim is None


def test_a_refused_bug_says_which_rule(driver, table):
    state = table.session.state
    refused = [p.id for p in state.table if is_bug(state, p.id) and why_not(state, p.id) is not None]
    mine = next(p for p in refused if state.table[p].owner == 0)
    theirs = next(p for p in refused if state.table[p].owner == 1)
    for piece in (mine, theirs):
        driver.click(driver.pixel(table, piece))
        reason = why_not(state, piece)
        assert reason.text in table.note[0]
        assert reason.rule in table.note[0]
        assert table.shown_card == piece
    assert flicks(table) == []


def test_a_die_says_what_it_allows_and_pays_next(driver, table):
    driver.click(table.places.dice[1].center)
    breed = table.session.state.dice[1].breed
    assert table.aiming.use is not None
    assert table.session.army(0).breed(breed).name in table.note[0]


def test_a_whole_flick_by_keys_alone(driver, table):
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_RETURN)
    assert flicks(table) == []
    assert "No power" in table.note[0]
    driver.key(pygame.KSCAN_UP, times=30)
    driver.key(pygame.KSCAN_LEFT, pygame.KMOD_SHIFT, times=3)
    driver.key(pygame.KSCAN_W, times=5)
    shown = table.aiming.aim
    driver.key(pygame.KSCAN_RETURN)
    assert flicks(table)[-1].shot == shown.shot()
    assert shown.power == pytest.approx(0.30)


def test_forgoing_by_button_and_by_key(driver, table):
    driver.press("Forgo die 1")
    assert isinstance(table.session.match.log[-1].action, Forgo)
    driver.settle()
    driver.key(pygame.KSCAN_G)
    kinds = [type(e.action) for e in table.session.match.log]
    assert kinds.count(Forgo) == 2


def test_a_choice_can_be_taken_back_but_not_a_flick(driver, table):
    before = table.session.state
    driver.press("Forgo die 1")
    driver.settle()
    driver.key(pygame.KSCAN_U)
    assert table.session.state == before
    _, end = drag(driver, table)
    driver.up(end)
    driver.settle()
    flown = table.session.state
    driver.key(pygame.KSCAN_Z, pygame.KMOD_LCTRL)
    assert table.session.state == flown
    assert table.note[0]


def test_what_is_shown_waits_for_the_flight(driver, table):
    driver.app.settings = type(driver.app.settings)()
    before = table.session.state
    _, end = drag(driver, table)
    driver.up(end)
    assert table.reel is not None
    assert (table.session.seen.table, table.session.seen.dice) == (before.table, before.dice)
    assert all(line.entry < len(table.session.match.log) for line in table.session.lines())
    driver.key(pygame.KSCAN_SPACE)
    driver.wait(0.1)
    assert table.reel is None
    assert table.session.seen == table.session.state


def test_instant_replay_changes_nothing_and_can_be_skipped(driver, table):
    _, end = drag(driver, table)
    driver.up(end)
    driver.settle()
    digest = table.session.state.digest()
    driver.key(pygame.KSCAN_E, pygame.KMOD_LSHIFT)
    assert table.reel is not None
    assert table.reel.speed == 0.25
    driver.key(pygame.KSCAN_ESCAPE)
    driver.wait(0.1)
    assert table.reel is None
    assert table.session.state.digest() == digest


def test_a_line_of_the_log_replays_its_moment(driver, table):
    _, end = drag(driver, table)
    driver.up(end)
    driver.settle()
    table.draw(pygame.display.get_surface())
    line = max(i for i, found in enumerate(table.log.lines) if found.kind == "flick")
    x, y = table.log.rect.centerx, table.log.rect.y
    hit = next(row for row in range(y, table.log.rect.bottom) if table.log.at((x, row)) == line)
    driver.click((x, hit + 2))
    assert table.reel is not None
    assert not table.live


def test_a_line_about_a_roll_shows_the_table_of_that_moment(driver, table):
    log = table.session.match.log
    roll = next(e.number for e in log if isinstance(e.action, Roll))
    table.instant(roll)
    assert table.reel.scene().table == log[roll - 1].table
    driver.settle()
    assert table.reel is None
    assert table.trace == ()


def test_escape_opens_the_menu_and_the_match_goes_on(driver, table):
    driver.key(pygame.KSCAN_ESCAPE)
    assert isinstance(driver.top, PauseScreen)
    driver.press("Go on")
    assert driver.top is table


# --- two people ------------------------------------------------------------------------------------------------


def test_a_late_click_after_the_handover_does_nothing(driver):
    table = driver.play(opened_match(bots=()))
    assert isinstance(driver.top, HandoverScreen)
    button = driver.top.form.fields[-1].rect.center
    driver.wait(0.6)
    driver.click(button)
    assert driver.top is table
    # The clicks that come too late fall on a bug of the new player, and on a button.
    x, y = driver.pixel(table, first_bug(table))
    driver.wait(0.1)
    driver.down((x, y))
    driver.move((x, y + 60), left=True)
    driver.up((x, y + 60))
    assert flicks(table) == []
    assert table.aiming.aim is None
    driver.settle()
    _, end = drag(driver, table)
    driver.up(end)
    assert len(flicks(table)) == 1


def test_what_a_flick_did_is_seen_before_the_card_of_the_next_player(driver):
    table = driver.play(opened_match(bots=()))
    driver.top._neutral = 0.0
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    player = table.session.seated
    while table.session.state.player == player and not table.busy:
        bug = first_bug(table)
        table.shown_card = bug
        table.aiming.pick(table.session.state, bug)
        table.aiming.aim = Aim(bug, 1.5, 0.02)
        table.fire()
        while table.reel is not None:
            driver.wait(0.05)
        if table.session.needs_handover():
            break
        driver.settle()
    assert table.session.needs_handover()
    driver.wait(0.5)
    assert driver.top is table
    driver.settle()
    assert isinstance(driver.top, HandoverScreen)
    assert table.shown_card is None


def test_the_card_itself_waits_for_late_clicks(driver):
    driver.play(opened_match(bots=()))
    card = driver.app.stack[-1]
    fresh = HandoverScreen(driver.app, card.session, 0)
    driver.app.replace(fresh)
    driver.click(fresh.form.fields[-1].rect.center)
    driver.key(pygame.KSCAN_RETURN)
    assert driver.top is fresh
    driver.wait(0.6)
    driver.key(pygame.KSCAN_RETURN)
    assert driver.top is not fresh


# --- placing ---------------------------------------------------------------------------------------------------


def seated(driver, match):
    table = driver.play(match)
    while isinstance(driver.top, HandoverScreen):
        driver.wait(0.6)
        driver.key(pygame.KSCAN_RETURN)
        driver.settle()
    assert table.placing is not None
    return table


def test_a_captured_base_s_bug_is_put_beside_it_by_mouse(driver):
    table = seated(driver, match_in(Phase.PUT_BESIDE))
    base = table.session.state.table[table.session.state.beside[0].base]
    x, y = table.camera.view.to_screen(base.x + 60.0, base.y)
    driver.move((round(x), round(y)))
    spot = table.placing.spot()
    driver.click((round(x), round(y)))
    action = next(e.action for e in reversed(table.session.match.log) if isinstance(e.action, PutBeside))
    assert action.spot == spot


def test_a_reinforcement_is_placed_by_keys(driver):
    table = seated(driver, match_in(Phase.REINFORCE))
    before = table.placing.spot()
    driver.key(pygame.KSCAN_LEFT, times=8)
    driver.key(pygame.KSCAN_R)
    spot = table.placing.spot()
    assert spot != before
    driver.key(pygame.KSCAN_RETURN)
    action = next(e.action for e in reversed(table.session.match.log) if isinstance(e.action, Reinforce))
    assert action.spot == spot


def test_with_two_breeds_to_bring_the_player_chooses():
    state = match_in(Phase.REINFORCE).state
    army = load_armies()[state.setup.seats[state.player].army]
    first, second = army.breeds[0], army.breeds[1]
    gone = [p.id for p in state.table if breed_of(p.id) in (first.id, second.id)]
    dice = (Die(first.id), Die(second.id))
    placing = Placing(msgspec.structs.replace(state, table=state.table.without(*gone), dice=dice))
    assert [breed_of(o.piece) for o in placing.choices] == [first.id, second.id]
    assert breed_of(placing.action().spot.piece) == first.id
    placing.keyed(Keyed(Intent.NEXT))
    action = placing.action()
    assert (breed_of(action.spot.piece), action.use) == (second.id, Use.DIE_2)
    assert refusal(placing.state, action) is None
    same = Placing(msgspec.structs.replace(placing.state, dice=(Die(first.id), Die(first.id))))
    assert len(same.choices) == 1


def test_a_placement_can_be_taken_back(driver):
    table = seated(driver, match_in(Phase.PUT_BESIDE))
    before = table.session.state
    driver.press("Put it there")
    if isinstance(driver.top, HandoverScreen):
        driver.wait(0.6)
        driver.press("Take back")
        driver.settle()
    else:
        driver.key(pygame.KSCAN_U)
    assert table.session.state == before

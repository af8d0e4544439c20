"""The hand at the mouse: haste, a steady hand, and what a window does to a drag; giving up; a match of four by keys."""

import math
import random

import msgspec
import pygame
import pytest
import quick_physics
from rules_tools import piece, position, setup_of
from shell_driver import Driver, opened_match, straight_shot, table_at

from micromutants.match import Match, MatchError, load_record, verify
from micromutants.physics import Shot
from micromutants.physics.model import AVERAGE
from micromutants.rules import (
    Concede,
    Die,
    DieUse,
    Flick,
    Forgo,
    Phase,
    RuleError,
    Rulings,
    TakenBack,
    Tremble,
    Use,
    can_flick,
    hand_of,
)
from micromutants.ui import aiming, theme
from micromutants.ui.aim import FULL_HASTE, HASTE_SECONDS, Aim, Grip, Pull, previewed
from micromutants.ui.screens.agree import AgreeScreen
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.screens.pause import PauseScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.winner import WinnerScreen
from micromutants.ui.session import Session
from micromutants.ui.settings import STRINGS, Settings
from micromutants.ui.topview import draw_top_view


def flicks(table):
    return [e.action for e in table.session.match.log if isinstance(e.action, Flick)]


def begin(driver, table):
    """Press on the first bug that may move; where."""
    x, y = driver.pixel(table, next(iter(can_flick(table.session.state))))
    driver.move((x, y))
    driver.down((x, y))
    return x, y


# --- haste -----------------------------------------------------------------------------------------------------


def skilled_match(on=True):
    match = opened_match(AVERAGE)
    state = match.state
    setup = msgspec.structs.replace(state.setup, rulings=Rulings(dexterity=on))
    return Match.at(msgspec.structs.replace(state, setup=setup), 3, bots=(1,))


def skilled_table(on=True):
    driver = Driver()
    table = driver.play(skilled_match(on))
    table.session.seated = 0
    driver.wait(0.6)
    assert table.my_turn
    return driver, table


def let_go(driver, table, rest):
    x, y = begin(driver, table)
    for step in range(1, 7):
        driver.move((x, y + 25 * step), left=True)
    driver.wait(rest)
    driver.up((x, y + 150))
    return flicks(table)[-1]


def test_a_flick_let_go_at_rest_is_calm_and_one_in_full_swing_is_hasty():
    calm = let_go(*skilled_table(), rest=0.5)
    hasty = let_go(*skilled_table(), rest=0.0)
    assert calm.haste == 0.0
    assert hasty.haste > 0.5
    assert calm.shot == hasty.shot


def test_haste_is_not_looked_at_unless_it_is_agreed():
    assert let_go(*skilled_table(on=False), rest=0.0).haste is None


def test_keys_have_no_haste():
    driver, table = skilled_table()
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=30)
    driver.key(pygame.KSCAN_RETURN)
    assert flicks(table)[-1].haste is None


def test_the_hasty_hand_is_what_trembles():
    driver, table = skilled_table()
    flick = let_go(driver, table, rest=0.0)
    assert isinstance(table.session.match.log[-1].action, Tremble)
    hand = hand_of(table.session.state.setup, 0, flick.shot.power, flick.haste)
    assert hand.aim_sd > AVERAGE.aim_sd


def test_the_spread_that_is_shown_shrinks_as_the_hand_comes_to_rest(monkeypatch):
    # On a slow machine a path is not foreseen anew at every motion.
    monkeypatch.setattr(aiming, "_QUICK", math.inf)
    driver, table = skilled_table()
    x, y = begin(driver, table)
    for step in range(1, 7):
        driver.move((x, y + 25 * step), left=True)
    moving = table.scene().aim.spread
    driver.wait(0.5)
    assert table.scene().aim.spread[1] < 0.6 * moving[1]


@pytest.mark.parametrize("fps", [30, 60, 240])
def test_haste_does_not_depend_on_the_frame_rate(fps):
    pull = Pull((0.0, 0.0), Grip())
    for frame in range(1, fps + 1):
        pull.moved((600.0 * frame / fps, 0.0), 1.0, frame / fps)
    assert pull.haste(1.0, 1.0) == pytest.approx(600.0 / FULL_HASTE, rel=0.12)
    assert pull.haste(1.0, 1.01 + HASTE_SECONDS) == 0.0
    assert pull.haste(2.0, 1.0) == pytest.approx(pull.haste(1.0, 1.0) / 2)


# --- a steady hand ---------------------------------------------------------------------------------------------


def test_a_trembling_pointer_moves_nothing_on_the_string():
    steady, bare = Pull((0.0, 0.0), Grip(string=18.0)), Pull((0.0, 0.0), Grip())
    for pull in (steady, bare):
        pull.moved((0.0, 200.0))
    rests = steady.last
    generator = random.Random(4)
    places = {steady.last}
    for _ in range(200):
        tremor = (6.0 * (generator.random() - 0.5), 200.0 + 6.0 * (generator.random() - 0.5))
        steady.moved(tremor)
        bare.moved(tremor)
        places.add(steady.last)
    assert rests == (0.0, 182.0)
    assert max(math.dist(a, rests) for a in places) < 3.5
    assert bare.last == tremor


@pytest.mark.parametrize("string", STRINGS)
def test_the_aim_comes_after_by_the_length_of_the_string_and_picture_and_shot_agree(string):
    driver = Driver(settings=Settings(reduced_motion=True, steady=string))
    table = driver.to_move()
    x, y = begin(driver, table)
    driver.move((x, y + 120), left=True)
    length = math.dist(table.aiming.pull.start, table.aiming.pull.last)
    assert length == pytest.approx(120 - string * driver.app.scale)
    shown = table.aiming.aim
    driver.up((x, y + 120))
    assert flicks(table)[-1].shot == shown.shot()


# --- what a window does to a drag --------------------------------------------------------------------------------


def queued(driver, *events):
    """Events through the real queue, all in one frame."""
    for kind, values in events:
        pygame.event.post(pygame.event.Event(kind, values))
    driver.app.step(pygame.event.get(), 0.02)


@pytest.fixture
def dragging():
    """A table with a drag that is ready to be shot, and where the pointer is."""
    pygame.event.clear()
    driver = Driver()
    table = driver.to_move()
    x, y = begin(driver, table)
    driver.move((x + 4, y + 90), left=True)
    assert table.aiming.aim.ready
    return driver, table, (x + 4, y + 90)


@pytest.mark.parametrize(
    "happens",
    [
        [(pygame.WINDOWMINIMIZED, {})],
        [(pygame.WINDOWMINIMIZED, {}), (pygame.WINDOWRESTORED, {}), (pygame.WINDOWFOCUSGAINED, {})],
        [(pygame.WINDOWFOCUSLOST, {}), (pygame.WINDOWFOCUSGAINED, {})],
        [(pygame.KEYDOWN, {"key": 0, "scancode": pygame.KSCAN_F11, "mod": 0, "unicode": ""})],
        [(pygame.MOUSEBUTTONDOWN, {"pos": (5, 5), "button": 3}), (pygame.MOUSEBUTTONUP, {"pos": (5, 5), "button": 3})],
    ],
    ids=["minimised", "minimised and back", "focus lost", "full screen", "right click"],
)
def test_a_drag_that_is_broken_off_flicks_nothing(dragging, happens):
    driver, table, at = dragging
    queued(driver, *happens)
    queued(driver, (pygame.MOUSEBUTTONUP, {"pos": at, "button": 1}))
    driver.wait(0.3)
    assert flicks(table) == []
    assert table.aiming.pull is None
    assert table.aiming.aim is None or not table.aiming.aim.ready


def test_the_window_left_with_the_button_down_aims_on_and_flicks_only_when_it_is_let_go_inside(dragging):
    driver, table, (x, _) = dragging
    height = driver.app.size[1]
    queued(driver, (pygame.WINDOWLEAVE, {}))
    queued(driver, (pygame.MOUSEMOTION, {"pos": (x, height + 80), "rel": (0, 0), "buttons": (1, 0, 0)}))
    assert table.aiming.pull is not None
    queued(driver, (pygame.WINDOWENTER, {}))
    queued(driver, (pygame.MOUSEMOTION, {"pos": (x, height - 40), "rel": (0, 0), "buttons": (1, 0, 0)}))
    queued(driver, (pygame.MOUSEBUTTONUP, {"pos": (x, height - 40), "button": 1}))
    assert len(flicks(table)) == 1


def test_two_whole_clicks_in_one_frame_flick_nothing():
    driver = Driver()
    table = driver.to_move()
    at = driver.pixel(table, next(iter(can_flick(table.session.state))))
    down, up = (pygame.MOUSEBUTTONDOWN, {"pos": at, "button": 1}), (pygame.MOUSEBUTTONUP, {"pos": at, "button": 1})
    queued(driver, down, up, down, up)
    assert flicks(table) == []
    assert table.aiming.pull is None
    assert table.aiming.aim is not None


def test_two_drags_in_one_frame_are_one_flick():
    driver = Driver()
    table = driver.to_move()
    x, y = driver.pixel(table, next(iter(can_flick(table.session.state))))
    one = (
        (pygame.MOUSEBUTTONDOWN, {"pos": (x, y), "button": 1}),
        (pygame.MOUSEMOTION, {"pos": (x, y + 90), "rel": (0, 90), "buttons": (1, 0, 0)}),
        (pygame.MOUSEBUTTONUP, {"pos": (x, y + 90), "button": 1}),
    )
    queued(driver, *one, *one)
    assert len(flicks(table)) == 1
    driver.settle()
    assert len(flicks(table)) == 1


def test_two_clicks_on_a_button_in_one_frame_let_one_die_go():
    driver = Driver()
    table = driver.to_move()
    field = next(f for f in table.form.fields if f.element.text == "Forgo die 1" and not f.why)
    at = field.rect.center
    driver.move(at)
    down, up = (pygame.MOUSEBUTTONDOWN, {"pos": at, "button": 1}), (pygame.MOUSEBUTTONUP, {"pos": at, "button": 1})
    before = len(table.session.match.log)
    queued(driver, down, up, down, up)
    driver.app.step(pygame.event.get(), 0.02)
    done = [e.action.kind if hasattr(e.action, "kind") else e.action for e in table.session.match.log[before:]]
    uses = [e.action.what for e in table.session.match.log[before:] if type(e.action).__name__ == "Forgo"]
    assert uses.count(Use.DIE_1) == 1, done


@pytest.mark.parametrize("button", [4, 5, 6, 7])
def test_the_wheel_as_buttons_over_a_chip_is_no_click(button):
    driver = Driver()
    table = driver.to_move()
    at = driver.pixel(table, next(iter(can_flick(table.session.state))))
    queued(
        driver,
        (pygame.MOUSEBUTTONDOWN, {"pos": at, "button": button}),
        (pygame.MOUSEWHEEL, {"x": 0, "y": 1, "precise_x": 0.0, "precise_y": 1.0}),
        (pygame.MOUSEBUTTONUP, {"pos": at, "button": button}),
    )
    assert table.aiming.aim is None
    assert flicks(table) == []


def test_a_click_right_at_the_middle_of_a_chip_divides_by_nothing(dragging):
    driver, table, _ = dragging
    driver.move(tuple(table.aiming.pull.start), left=True)
    assert not table.aiming.aim.ready
    driver.up(tuple(table.aiming.pull.start))
    assert flicks(table) == []


# --- what is foreseen is what comes ------------------------------------------------------------------------------


def test_a_thousand_flicks_end_where_the_preview_said():
    """An exact hand, the open mat and other chips in the way: the same to the last bit."""
    generator = random.Random(8)
    setup = setup_of("chitinians", "usarthropods")
    bugs = [piece(f"warrior-{n}", 200 + 70 * n, 300) for n in range(1, 5)]
    state = position(*bugs, piece("soldier-1", 330, 420), piece("soldier-2", 420, 380), setup=setup)
    for number in range(1000):
        bug = f"warrior-{1 + number % 4}"
        power = 0.05 + 0.4 * generator.random()
        loft = math.radians(20.0 + 50.0 * generator.random())
        aim = Aim(bug, math.tau * generator.random(), power, loft, generator.random())
        match = Match.at(state, number)
        match.apply(Flick(0, Use.DIE_1, aim.shot()))
        entry = match.draw()
        foreseen = previewed(aim, state.table, setup.physics)
        assert entry.outcome.table == foreseen.table
        assert entry.outcome.track == foreseen.track


# --- giving up -------------------------------------------------------------------------------------------------


def test_a_person_concedes_only_when_asked_twice():
    driver = Driver()
    table = driver.to_move()
    driver.key(pygame.KSCAN_ESCAPE)
    driver.press("Concede")
    assert not table.session.match.over
    assert "Ada" in driver.top.told
    driver.press("Yes, Ada gives up")
    assert isinstance(table.session.match.log[-1].action, Concede)
    driver.settle()
    assert isinstance(driver.top, WinnerScreen)
    driver.app.draw()
    assert table.session.state.winner == 1
    assert driver.top.help_rule() == "J32"


def test_conceding_is_forgotten_when_the_menu_is_left():
    driver = Driver()
    table = driver.to_move()
    for _ in range(2):
        driver.key(pygame.KSCAN_ESCAPE)
        driver.press("Concede")
        driver.key(pygame.KSCAN_ESCAPE)
    assert not table.session.match.over


def test_nobody_concedes_from_the_card_between_two_people():
    driver = Driver()
    driver.play(opened_match(bots=()))
    assert isinstance(driver.top, HandoverScreen)
    driver.wait(0.6)
    driver.key(pygame.KSCAN_ESCAPE)
    assert isinstance(driver.top, PauseScreen)
    field = next(f for f in driver.top.form.fields if not f.entry and f.element.text == "Concede")
    assert "(J32)" in field.why


def test_of_four_the_others_play_on_by_the_card_for_the_next_one():
    setup = setup_of("chitinians", "usarthropods", "flyborgs", "sovietopters")
    state = position(piece("warrior-1", 300, 300), setup=setup)
    driver, table = table_at(state)
    driver.key(pygame.KSCAN_ESCAPE)
    driver.press("Concede")
    driver.press("Yes, Ada gives up")
    driver.settle()
    assert table.session.state.out == (0,)
    assert isinstance(driver.top, HandoverScreen)
    assert driver.top.player == 1
    driver.app.draw()


# --- a flick taken back by agreement -----------------------------------------------------------------------------


def flicked():
    """A person's flick that has been shown, by keys; the match has another person."""
    driver = Driver()
    table = driver.play(opened_match(AVERAGE, bots=()))
    driver.wait(0.6)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    driver.wait(0.6)
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=18)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    return driver, table


def test_a_flick_is_taken_back_only_when_all_agree_and_it_is_noted():
    driver, table = flicked()
    match = table.session.match
    flick = next(e for e in reversed(match.log) if isinstance(e.action, Flick))
    before = match.log[flick.number - 2].state
    driver.wait(0.6)
    driver.key(pygame.KSCAN_U)
    assert isinstance(driver.top, AgreeScreen)
    driver.app.draw()
    driver.key(pygame.KSCAN_RETURN)
    assert driver.top is table
    assert flick in match.log
    driver.key(pygame.KSCAN_U)
    driver.press("All agree")
    driver.settle()
    assert flick not in match.log
    assert match.log[-1].happenings[0].rule == "J33"
    assert match.state == before
    assert table.trace == ()
    assert "taken back" in table.note[0]
    driver.wait(0.6)
    assert table.my_turn
    driver.key(pygame.KSCAN_U)
    assert "noted" in table.note[0]


def test_no_other_dice_are_rolled_by_taking_back_and_the_record_is_proved(tmp_path):
    driver, table = flicked()
    match = table.session.match
    first = match.log[-1].action
    assert isinstance(first, Tremble)
    flick = match.log[-2].action
    table.session.take_back()
    table.unsettled()
    driver.settle()
    match.apply(flick)
    again = match.draw().action
    assert again == first
    path = tmp_path / "taken.mmr"
    match.save(path)
    report = verify(load_record(path))
    assert report.ok, report.departure


def test_a_flick_is_taken_back_from_the_card_for_the_next_one():
    setup = setup_of("chitinians", "usarthropods")
    spent = msgspec.structs.replace(Die("spider"), use=DieUse.FORGONE)
    state = position(piece("warrior-1", 300, 300), setup=setup)
    state = msgspec.structs.replace(state, dice=(Die("warrior"), spent))
    driver, table = table_at(state)
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_UP, times=15)
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    assert isinstance(driver.top, HandoverScreen)
    driver.wait(0.7)
    driver.press("Take the flick back")
    driver.press("All agree")
    driver.settle()
    assert driver.top is table
    assert table.session.state == state
    assert table.session.seated == 0


def test_once_somebody_has_decided_a_flick_stands():
    setup = setup_of("chitinians", "usarthropods")
    pieces = [piece("warrior-1", 300, 300), piece("spider-1", 500, 300)]
    match = Match.at(position(*pieces, setup=setup), 3)
    session = Session(match)
    match.apply(Flick(0, Use.DIE_1, Aim("warrior-1", power=0.15).shot()))
    assert session.flick_to_take_back() is None
    match.draw()
    assert session.flick_to_take_back().action.shot.piece == "warrior-1"
    match.apply(Forgo(0, Use.DIE_2))
    assert session.flick_to_take_back() is None


def test_the_flick_of_the_program_is_not_taken_back():
    driver = Driver()
    table = driver.play(opened_match(bots=(0,)))
    driver.wait(3.0)
    assert any(isinstance(e.action, Flick) for e in table.session.match.log)
    assert table.session.flick_to_take_back() is None


def test_what_is_too_far_back_is_refused():
    match = opened_match()
    with pytest.raises(MatchError, match="can not be taken back"):
        match.take_back(len(match.log) + 1, TakenBack(0, Aim("x", power=0.1).shot()))
    with pytest.raises(MatchError):
        match.take_back(0, TakenBack(0, Aim("x", power=0.1).shot()))
    before = match.log
    with pytest.raises(RuleError):
        match.take_back(len(match.log), TakenBack(0, Aim("no-such", power=0.1).shot()))
    assert match.log == before


# --- a match of four by keys alone -------------------------------------------------------------------------------


def focus(driver, number):
    """Go to a field by Tab alone."""
    for _ in range(2 * len(driver.top.form.fields)):
        form = driver.top.form
        if form.by_keys and form.focus == number:
            return
        driver.key(pygame.KSCAN_TAB)
    raise AssertionError("Tab does not come to the field")


def choose(driver, label, which=0):
    """Press a button by keys alone."""
    fields = driver.top.form.fields
    focus(driver, [i for i, f in enumerate(fields) if not f.entry and f.element.text == label][which])
    driver.key(pygame.KSCAN_RETURN)


def turn_by_keys(driver, table):
    """A person's decision at the table by keys alone: what flicks goes straight at the nearest base."""
    if table.placing is not None or table.picking is not None:
        driver.key(pygame.KSCAN_RETURN)
        return
    if table.throwing is not None:
        driver.key(pygame.KSCAN_UP, times=40)
        driver.key(pygame.KSCAN_RETURN)
        return
    if table.session.state.phase is Phase.SPEND:
        driver.key(pygame.KSCAN_RETURN)
        return
    driver.key(pygame.KSCAN_TAB)
    aim = table.aiming.aim
    shot = straight_shot(table.session.state, aim.piece, base=True)
    degrees = math.degrees((shot.azimuth - aim.azimuth + math.pi) % math.tau - math.pi)
    side = pygame.KSCAN_LEFT if degrees > 0 else pygame.KSCAN_RIGHT
    driver.key(side, times=int(abs(degrees)))
    driver.key(side, pygame.KMOD_LSHIFT, times=round(abs(degrees) % 1.0 * 10))
    driver.key(pygame.KSCAN_UP, times=int(shot.power * 100))
    driver.key(pygame.KSCAN_UP, pygame.KMOD_LSHIFT, times=round(shot.power * 100 % 1.0 * 5))
    driver.key(pygame.KSCAN_RETURN)


def test_four_people_play_a_whole_match_by_keys_alone_from_the_title_to_the_winner(monkeypatch):
    driver = Driver()
    # Pictures are looked at elsewhere; here thousands of key presses would each draw one.
    monkeypatch.setattr(driver.app, "draw", lambda: None)
    for kind in ("pressed", "released", "moved"):
        monkeypatch.setattr(TableScreen, kind, lambda *_: pytest.fail("the mouse was used"))
    with quick_physics.quick_physics():
        choose(driver, "New match")
        assert isinstance(driver.top, NewMatchScreen)
        choose(driver, "4")
        for seat in range(4):
            choose(driver, "Person", seat)
            choose(driver, "Exact", seat)
        choose(driver, "None")
        seed = next(i for i, f in enumerate(driver.top.form.fields) if f.hint.startswith("The same seed"))
        focus(driver, seed)
        everything = {"key": pygame.K_a, "scancode": pygame.KSCAN_A, "mod": pygame.KMOD_LCTRL, "unicode": ""}
        driver.post((pygame.KEYDOWN, everything))
        driver.post((pygame.TEXTINPUT, {"text": "7"}))
        driver.app.step(pygame.event.get(), 0.02)
        assert driver.top.seed == "7"
        choose(driver, "Start the match")
        table = driver.top
        assert isinstance(table, TableScreen)
        assert table.session.match.bots == ()
        seen = set()
        for _ in range(900):
            driver.settle()
            top = driver.top
            if isinstance(top, WinnerScreen):
                break
            driver.wait(0.6)
            if isinstance(top, HandoverScreen):
                seen.add(top.player)
                driver.key(pygame.KSCAN_RETURN)
            elif isinstance(top, ArrangeScreen):
                driver.key(pygame.KSCAN_RETURN)
            else:
                assert top is table
                before = len(table.session.match.log)
                turn_by_keys(driver, table)
                assert len(table.session.match.log) > before, (table.note, table.session.state.phase)
    assert isinstance(driver.top, WinnerScreen)
    assert seen == {0, 1, 2, 3}
    assert table.session.state.ending in ("W4", "W5")
    choose(driver, "Title")


@pytest.mark.parametrize("name", ["warrior-1", "spider-1", "acid-spitter-1"])
def test_the_view_from_above_shows_where_the_chip_is_pressed_and_which_way_it_flies(name):
    pygame.display.init()
    rect = pygame.Rect(0, 0, 100, 100)
    state = position(piece(name, 300, 300), setup=setup_of("chitinians", "usarthropods"))
    pictures = []
    for azimuth, offset in ((0.0, 1.0), (0.0, 0.2), (math.pi / 2, 1.0)):
        surface = pygame.Surface(rect.size)
        draw_top_view(surface, rect, state.table[name], Shot(name, azimuth, 0.5, offset=offset), "chitinians")
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert len(set(pictures)) == 3
    surface = pygame.Surface(rect.size)
    draw_top_view(surface, rect, state.table[name], Shot(name, 0.0, 0.5, offset=0.0), "chitinians")
    # Pressed in the middle; the arrow points right, and nothing is drawn left of the chip.
    assert surface.get_at(rect.center)[:3] == tuple(theme.INK)
    assert surface.get_at((96, 50))[:3] == tuple(theme.GOLD) or surface.get_at((92, 50))[:3] == tuple(theme.GOLD)
    assert surface.get_at((4, 50))[:3] == (0, 0, 0)

"""From the title to the first roll."""

import pygame
import pytest
from shell_driver import Driver, new_match

from micromutants.rules import Arrange, Phase, Rulings, arrangement, load_armies, refusal
from micromutants.ui.screens import rulings
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.matchchoices import first_seats
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.screens.rulings import RulingsScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen
from micromutants.ui.settings import MatchKept, SeatKept, Settings


@pytest.fixture
def driver():
    return Driver()


@pytest.fixture
def arranging(driver):
    """A person sets up against a bot."""
    driver.play(new_match(bots=(1,)))
    assert isinstance(driver.top, ArrangeScreen)
    return driver.top


def on_screen(screen, bug):
    x, y = screen.camera.view.to_screen(screen.spots[bug].x, screen.spots[bug].y)
    return round(x), round(y)


def test_from_title_to_table_by_mouse(driver):
    driver.press("New match")
    assert isinstance(driver.top, NewMatchScreen)
    driver.press("Start the match")
    # The bot's set-up may be there at once.
    assert isinstance(driver.top, TableScreen | ArrangeScreen)
    driver.settle()
    assert isinstance(driver.top, ArrangeScreen)


def test_from_title_to_table_by_keys(driver):
    driver.key(pygame.KSCAN_TAB)
    driver.key(pygame.KSCAN_RETURN)
    screen = driver.top
    assert isinstance(screen, NewMatchScreen)
    start = next(i for i, f in enumerate(screen.form.fields) if getattr(f.element, "text", "") == "Start the match")
    driver.key(pygame.KSCAN_TAB, times=start + 1)
    driver.key(pygame.KSCAN_RETURN)
    assert isinstance(driver.top, TableScreen)


@pytest.mark.parametrize("players", [2, 4])
def test_an_army_that_another_leads_is_swapped_for_the_own_one(driver, players):
    driver.press("New match")
    screen = driver.top
    screen._set_players(players)
    before = [seat.army for seat in screen.seats[:players]]
    field = next(f for f, key, taken in screen.badges if taken and key == before[1])
    assert "(S1)" in field.hint
    driver.click(field.rect.center)
    after = [seat.army for seat in screen.seats[:players]]
    assert after == [before[1], before[0], *before[2:]]


def test_start_says_why_not(driver):
    driver.press("New match")
    screen = driver.top
    start = next(f for f in screen.form.fields if getattr(f.element, "text", "") == "Start the match")
    screen._set_seed("many")
    assert "seed" in start.why
    driver.click(start.rect.center)
    assert driver.top is screen
    screen._set_seed("7")
    screen._name(0, "  ")
    assert "name" in start.why
    screen._name(0, "x" * 4000)
    assert start.why
    screen._name(0, "Zoë\x00")
    assert start.why
    screen._name(0, "Zoë")
    assert start.why == ""
    driver.click(start.rect.center)
    assert any(isinstance(screen, TableScreen) for screen in driver.app.stack)
    assert driver.top.session.match.seed == 7


def test_typed_text_arrives_and_tab_leaves_the_field(driver):
    driver.press("New match")
    screen = driver.top
    name = next(field for field in screen.form.fields if field.entry)
    driver.click(name.rect.center)
    assert screen.form.typing is name
    driver.key(pygame.KSCAN_F)
    for letter in "é!":
        driver.post((pygame.TEXTINPUT, {"text": letter}))
    driver.app.step(pygame.event.get(), 0.02)
    assert screen.seats[0].name.endswith("é!")
    driver.key(pygame.KSCAN_TAB)
    assert screen.form.typing is None


def test_set_up_by_mouse(driver, arranging):
    bug = next(iter(arranging.spots))
    before = arranging.spots[bug]
    x, y = on_screen(arranging, bug)
    free = on_table(arranging, before.x, 20.0)
    driver.down((x, y))
    driver.move(free, left=True)
    assert arranging.scene().ghosts[0].legal
    driver.up(free)
    after = arranging.spots[bug]
    assert (after.x, after.y) != (before.x, before.y)
    assert after.y == pytest.approx(20.0, abs=2.0)
    driver.press("Done")
    log = arranging.session.match.log
    placed = next(e.action for e in log if isinstance(e.action, Arrange) and e.action.player == 0)
    assert next(s for s in placed.spots if s.piece == bug) == after


def on_table(screen, x, y):
    px, py = screen.camera.view.to_screen(x, y)
    return round(px), round(py)


@pytest.mark.parametrize(("x", "y", "rule"), [(380.0, 400.0, "S3"), (380.0, 95.0, "M9")])
def test_an_illegal_place_is_a_red_ghost_with_the_rule_and_goes_to_the_nearest_legal_spot(
    driver, arranging, x, y, rule
):
    bug = next(iter(arranging.spots))
    driver.down(on_screen(arranging, bug))
    driver.move(on_table(arranging, x, y), left=True)
    assert not arranging.scene().ghosts[0].legal
    assert arranging.refusal.rule == rule
    driver.up(on_table(arranging, x, y))
    assert arranging.refusal is None
    assert refusal(arranging.session.state, arranging.action()) is None
    assert arranging.spots[bug].y < 190.0


def test_a_drag_out_of_the_window_puts_the_bug_back(driver, arranging):
    bug = next(iter(arranging.spots))
    before = arranging.spots[bug]
    driver.down(on_screen(arranging, bug))
    driver.move((300, 4000), left=True)
    driver.up((300, 4000))
    assert arranging.spots[bug] == before


def test_set_up_by_keys_alone(driver, arranging):
    driver.wait(0.6)
    driver.key(pygame.KSCAN_V)
    assert arranging.action().spots == arrangement(arranging.session.state, 0, 1)
    driver.key(pygame.KSCAN_TAB)
    bug = arranging.picked
    before = arranging.spots[bug]
    driver.key(pygame.KSCAN_DOWN, pygame.KMOD_SHIFT, times=3)
    driver.key(pygame.KSCAN_R)
    after = arranging.spots[bug]
    assert after.y == pytest.approx(before.y - 3.0)
    assert after.angle != before.angle
    driver.key(pygame.KSCAN_U)
    assert arranging.spots[bug].angle == before.angle
    driver.key(pygame.KSCAN_RETURN)
    assert driver.top is not arranging
    driver.settle()
    assert arranging.session.state.phase in (Phase.MOVE, Phase.REINFORCE)


def test_an_arrangement_can_be_taken_back_and_is_not_lost(driver):
    driver.play(new_match())
    driver.wait(0.6)
    driver.key(pygame.KSCAN_RETURN)
    first = driver.top
    assert isinstance(first, ArrangeScreen)
    driver.settle()
    driver.key(pygame.KSCAN_V, times=3)
    spots = first.action().spots
    driver.key(pygame.KSCAN_RETURN)
    driver.settle()
    assert isinstance(driver.top, HandoverScreen)
    driver.press("Take back")
    driver.settle()
    again = driver.top
    assert isinstance(again, ArrangeScreen)
    assert again.player == first.player
    assert again.action().spots == spots


def test_losing_the_focus_puts_a_dragged_bug_back(driver, arranging):
    bug = next(iter(arranging.spots))
    before = arranging.spots[bug]
    driver.down(on_screen(arranging, bug))
    driver.move(on_table(arranging, 100.0, 100.0), left=True)
    driver.post((pygame.WINDOWFOCUSLOST, {}))
    driver.up(on_table(arranging, 100.0, 100.0))
    assert arranging.spots[bug] == before


# --- rulings -----------------------------------------------------------------------------------------------------


def buttons(screen, label):
    return [f for f in screen.form.fields if getattr(f.element, "text", None) == label and not f.entry]


def agreeing(driver, advanced=True, terrain=True):
    driver.press("New match")
    if advanced:
        driver.press("Advanced")
    if terrain:
        driver.press("Acid Pit")
    driver.press("Rulings")
    assert isinstance(driver.top, RulingsScreen)
    return driver.top


def test_rulings_are_agreed_for_a_match_and_stand_in_its_record(driver):
    screen = agreeing(driver)
    driver.click(buttons(screen, "Off")[0].rect.center)
    driver.click(buttons(screen, "Off")[1].rect.center)
    driver.press("More")
    driver.press("Done")
    chosen = driver.top
    assert isinstance(chosen, NewMatchScreen)
    driver.press("Start the match")
    wanted = Rulings(resources_below=False, knocked_into_terrain=False, redrops=4)
    assert driver.top.session.match.setup.rulings == wanted
    assert driver.top.session.match.record().setup.rulings == wanted


def test_rulings_are_as_usual_unless_they_are_changed_and_become_so_again(driver):
    screen = agreeing(driver)
    usual = buttons(screen, "All as usual")[0]
    assert usual.why == "All rulings are as usual."
    driver.press("Fewer")
    assert driver.top.rulings.redrops == 2
    driver.press("All as usual")
    assert driver.top.rulings == Rulings()
    driver.key(pygame.KSCAN_ESCAPE)
    assert driver.top.setup().rulings == Rulings(dexterity=driver.top.dexterity)


def test_a_ruling_that_does_not_matter_says_why(driver):
    screen = agreeing(driver, advanced=False, terrain=False)
    said = {f.why for f in (*buttons(screen, "On"), *buttons(screen, "Off"), *buttons(screen, "More"))}
    assert said == {
        "The Basic game has no resources. (J12)",
        "No terrain is laid. (J13)",
        "The Basic game has no resources. (J14)",
    }


def test_a_resource_is_dropped_again_neither_below_none_nor_above_twenty_times(driver):
    screen = agreeing(driver)
    for label, last in (("Fewer", 0), ("More", 20)):
        for _ in range(25):
            driver.press(label)
        assert screen.rulings.redrops == last
        assert buttons(screen, label)[0].why


def test_every_ruling_with_an_option_can_be_chosen_in_the_window(driver):
    shown = {field for field, *_ in rulings._ROWS}
    assert shown | {"abilities", "dexterity"} == set(Rulings.__struct_fields__)
    assert agreeing(driver).help_rule() == "J12"


def test_a_new_match_begins_with_what_was_chosen_last(driver):
    driver.press("New match")
    for words in ("4", "Advanced", "Warp Gate", "Acid Pit", "Off"):
        driver.press(words)
    screen = driver.top
    for seat in (1, 2):
        screen._change(seat, bot=False, hand=3)
    screen.choose_army(0, "sovietopters")
    screen._agreed(Rulings(redrops=7))
    wanted = screen.setup()
    driver.press("Start the match")
    assert driver.top.session.humans == (0, 1, 2)
    driver.app.reset(TitleScreen(driver.app))
    driver.press("New match")
    again = driver.top
    assert again.setup() == wanted
    assert [seat.bot for seat in again.seats] == [False, False, False, True]
    assert again.why_not() == ""


@pytest.mark.parametrize(
    ("kept", "led"),
    [
        ((), ("usarthropods", "chitinians", "flyborgs", "sovietopters")),
        (("a file that is gone", "usarthropods"), ("chitinians", "usarthropods", "flyborgs", "sovietopters")),
        (("flyborgs", "flyborgs", "usarthropods", "x"), ("flyborgs", "chitinians", "usarthropods", "sovietopters")),
        (("sovietopters", "flyborgs"), ("sovietopters", "flyborgs", "usarthropods", "chitinians")),
    ],
)
def test_armies_that_cannot_be_led_any_more_make_room(kept, led):
    settings = Settings(match=MatchKept(seats=tuple(SeatKept(army) for army in kept)))
    seats = first_seats(settings, load_armies())
    assert tuple(seat.army for seat in seats) == led
    assert [seat.bot for seat in seats] == [i >= len(kept) and i > 0 for i in range(4)]


def test_enter_leads_to_the_golden_button_first(driver):
    driver.key(pygame.KSCAN_RETURN, times=2)
    assert isinstance(driver.top, NewMatchScreen)
    driver.press("Basic")
    driver.key(pygame.KSCAN_RETURN)
    assert isinstance(driver.top, NewMatchScreen)
    driver.key(pygame.KSCAN_RETURN)
    assert isinstance(driver.top, TableScreen | ArrangeScreen)

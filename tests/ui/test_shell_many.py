"""Three and four players, the Advanced game and terrain: from the new match to the winner."""

import dataclasses

import msgspec
import pygame
import pytest
import quick_physics
from rules_tools import piece, position, setup_of
from shell_driver import Driver, table_at

from micromutants.match import Match
from micromutants.match.bots import play
from micromutants.physics.model import EXPERT
from micromutants.rules import Arrange, Phase, Seat, Setup, Trophy, load_armies, setup_area
from micromutants.ui.film import save_gif
from micromutants.ui.playback import moments_of
from micromutants.ui.playerpanels import standing_words
from micromutants.ui.screens import tableview
from micromutants.ui.screens.arrange import ArrangeScreen
from micromutants.ui.screens.cardtable import CardTable
from micromutants.ui.screens.handover import HandoverScreen
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.winner import WinnerScreen, way_of
from micromutants.ui.standing import of_state

SIZES = [(960, 600), (1280, 800), (1920, 1080)]


def all_bots(seats, seed, **changes):
    armies = list(load_armies())[:seats]
    setup = Setup(tuple(Seat(f"P{i + 1}", army, EXPERT) for i, army in enumerate(armies)), **changes)
    return Match.new(setup, seed, bots=range(seats))


@pytest.fixture(scope="module")
def four():
    """A match of four bots, played in the window to its end."""
    with quick_physics.quick_physics():
        driver = Driver()
        table = driver.play(all_bots(4, 6, mode="advanced", terrain=("gravity-manipulator", "warp-gate")))
        driver.settle(120)
    return driver, table


def test_four_bots_play_to_the_winner_screen(four):
    driver, table = four
    assert isinstance(driver.top, WinnerScreen)
    state = table.session.state
    assert state.ending in ("W4", "W5")
    driver.app.draw()


def test_a_record_of_four_is_watched_and_filmed(four, tmp_path):
    driver, table = four
    match = table.session.match
    replay = ReplayScreen(driver.app, match.record(), None)
    driver.app.push(replay)
    for done in range(0, len(replay.moments) + 1, 7):
        replay.jump(done)
        driver.app.draw()
    assert replay.scene().table == replay.moments[replay.player.done - 1].after
    driver.app.pop()
    save_gif(match.log, match.setup, tmp_path / "four.gif", size=(120, 120), fps=5, shots=2)
    assert (tmp_path / "four.gif").stat().st_size > 1000


@pytest.mark.parametrize(
    ("seats", "changes"),
    [
        (2, {"mode": "advanced", "terrain": ("acid-pit", "gravity-manipulator")}),
        (3, {"terrain": ("warp-gate",)}),
        (4, {"mode": "advanced"}),
    ],
)
def test_a_record_tells_how_the_players_stand(seats, changes):
    """What is added up from happenings is what the state says, after every entry."""
    with quick_physics.quick_physics():
        for seed in (1, 2):
            match = all_bots(seats, seed, **changes)
            for _ in play(match):
                pass
            for moment, entry in zip(moments_of(match), match.log, strict=True):
                told, known = moment.stands, of_state(entry.state)
                trophies = tuple(Trophy(t.base, t.owner, t.by) for t in known.trophies)
                assert dataclasses.replace(told, trophies=trophies) == known, (entry.number, entry.action)


def test_people_and_bots_set_up_in_their_corners():
    with quick_physics.quick_physics():
        driver = Driver()
        match = Match.new(setup_of(*load_armies(), mode="advanced"), 2, bots=(1, 3))
        table = driver.play(match)
        seen = set()
        for _ in range(12):
            driver.settle()
            driver.wait(0.6)
            top = driver.top
            if isinstance(top, HandoverScreen):
                driver.press("I am here")
            elif isinstance(top, ArrangeScreen):
                seen.add(top.player)
                area = setup_area(match.state, top.player)[1]
                assert all(abs(s.x - area.x) < 300 and abs(s.y - area.y) < 300 for s in top.spots.values())
                if top.player == 0:
                    driver.key(pygame.KSCAN_B)
                    assert top.orders[top.order] != ()
                    chosen = top.orders[top.order]
                driver.press("Done")
            elif table.session.state.turn:
                break
        assert seen == {0, 2}
        placed = next(e.action for e in match.log if isinstance(e.action, Arrange) and e.action.player == 0)
        assert placed.bases == chosen


def test_a_bug_is_dragged_in_a_corner_and_an_aim_starts_towards_the_middle():
    driver = Driver()
    match = Match.new(setup_of("chitinians", "usarthropods", "flyborgs", "sovietopters"), 2, bots=(0, 1, 3))
    with quick_physics.quick_physics():
        driver.play(match)
    screen = driver.top
    assert isinstance(screen, ArrangeScreen)
    assert screen.player == 2
    driver.wait(0.6)
    bug = next(iter(screen.spots))
    before = screen.spots[bug]
    start = tuple(round(v) for v in screen.camera.view.to_screen(before.x, before.y))
    end = tuple(round(v) for v in screen.camera.view.to_screen(735.0, 500.0))
    driver.down(start)
    driver.move(end, left=True)
    driver.up(end)
    assert abs(screen.spots[bug].x - 735.0) < 3.0
    setup = setup_of("chitinians", "usarthropods", "flyborgs", "sovietopters")
    state = position(piece("drone-1", 700, 700), setup=setup, player=2, dice=("drone", "warper"))
    driver, table = table_at(state)
    driver.key(pygame.KSCAN_TAB)
    while table.aiming.aim.piece != "drone-1":
        driver.key(pygame.KSCAN_TAB)
    azimuth = table.aiming.aim.azimuth
    assert 3.5 < azimuth < 4.4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_screen_takes_every_number_of_players(size, seats):
    driver = Driver(size)
    window = pygame.Rect(0, 0, *size)
    setup = setup_of(*list(load_armies())[:seats], mode="advanced")
    state = position(piece("resource-1", 380, 380), setup=setup, dice=("soldier", "tank"))
    driver, table = table_at(state, size=size)
    assert len(table.places.players) == seats
    for a in table.places.players:
        assert window.contains(a)
        assert not any(a.colliderect(b) for b in table.places.players if b is not a)
    driver.key(pygame.KSCAN_C)
    assert isinstance(driver.top, CardTable)
    for page in (0, 1):
        driver.top._open(seats - 1, page)
        driver.app.draw()
        for field in driver.top.form.fields:
            assert window.contains(field.rect)
        cells = driver.top._cells()
        assert all(window.contains(cell) for cell in cells)
    driver.key(pygame.KSCAN_ESCAPE)
    driver.app.push(NewMatchScreen(driver.app))
    driver.press(str(seats))
    fields = driver.top.form.fields
    assert all(window.contains(f.rect) for f in fields)
    for i, a in enumerate(fields):
        assert not any(a.rect.colliderect(b.rect) for b in fields[i + 1 :]), a.hint
    driver.app.draw()


def test_a_new_match_of_four_in_the_advanced_game_with_terrain():
    driver = Driver()
    driver.press("New match")
    screen = driver.top
    for label in ("4", "Advanced", "Acid Pit", "Warp Gate"):
        driver.press(label)
    third = next(f for f in screen.form.fields if getattr(f.element, "text", "") == "Gravity Manipulator")
    assert "(S9)" in third.why
    assert len({seat.army for seat in screen.seats}) == 4
    driver.press("Off")
    driver.press("Start the match")
    setup = driver.top.session.match.setup
    assert (len(setup.seats), setup.mode, setup.terrain) == (4, "advanced", ("acid-pit", "warp-gate"))
    assert setup.rulings.abilities is False
    assert driver.top.session.match.bots == (1, 2, 3)
    assert len(driver.app.settings.names) == 4


def test_armies_stay_different_when_seats_come_and_go():
    driver = Driver()
    driver.press("New match")
    screen = driver.top
    screen.choose_army(0, "flyborgs")
    screen.choose_army(1, "sovietopters")
    for count in ("3", "4", "2", "3"):
        driver.press(count)
        assert len({seat.army for seat in screen.seats[: screen.players]}) == screen.players
        assert screen.why_not() == ""


@pytest.mark.parametrize(
    ("armies", "mode", "rules"),
    [
        (("chitinians", "usarthropods"), "basic", "(W1)"),
        (("chitinians", "usarthropods"), "advanced", "(W2)"),
        (("chitinians", "usarthropods", "flyborgs"), "advanced", "(W3, W4)"),
    ],
)
def test_how_the_match_is_won_is_told_where_the_pointer_rests_on_whose_turn_it_is(armies, mode, rules, monkeypatch):
    told = []
    monkeypatch.setattr(tableview, "bubble", lambda surface, words, *_: told.append(words))
    driver, table = table_at(position(piece("warrior-1", 300, 300), setup=setup_of(*armies, mode=mode)))
    driver.move(table.places.banner.center)
    driver.app.draw()
    assert told[-1].startswith("To win, ")
    assert rules in told[-1]


def test_an_eliminated_player_is_shown_and_skipped():
    setup = setup_of("chitinians", "usarthropods", "flyborgs")
    state = position(piece("warrior-1", 300, 300), setup=setup, out=(2,), trophies=(Trophy("throne-cell", 2, 0),))
    driver, table = table_at(state)
    driver.app.draw()
    assert table.session.standing.points == (2, 0, 0)
    told = standing_words(table.session, 0)
    assert "2 points for bases taken" in told
    assert "3 of 3 bases left" in told
    assert standing_words(table.session, 2).endswith("is out of the match.")
    assert table.session.standing.out == (2,)


def test_the_way_of_winning_is_named():
    setup = setup_of("chitinians", "usarthropods", mode="advanced")
    over = {"phase": Phase.OVER, "winner": 0, "ending": "W2", "dice": ("warrior", "spider")}
    dominated = position(setup=setup, **over)
    assert way_of(dominated) == "Dominate"
    resource = piece("resource-1", 380, 380)
    few = position(resource, setup=setup, **over)
    few = msgspec.structs.replace(few, table=few.table.without("green-beret-1"))
    assert way_of(few) == "Exterminate"
    lost = position(resource, piece("soldier-1", 300, 300), setup=setup, **over)
    lost = msgspec.structs.replace(lost, table=lost.table.without("command-nest", "headquarters"))
    assert way_of(lost) == "Conquer"
    for state in (dominated, few, lost):
        driver, table = table_at(state)
        driver.app.draw()
        assert isinstance(driver.top, WinnerScreen)
    draw = position(setup=setup, **over | {"winner": None})
    driver, table = table_at(draw)
    driver.app.draw()
    assert isinstance(driver.top, WinnerScreen)
    driver.press("Back to the table")
    assert isinstance(driver.top, TableScreen)
    assert driver.top is table

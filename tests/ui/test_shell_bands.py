"""The power bar: what each power would do."""

import math

import msgspec
import pygame
import pytest
import quick_physics
from rules_tools import piece, position, setup_of
from shell_driver import Driver, opened_match, straight_shot

import micromutants.ui.aim
from micromutants.physics import Outcome, Shot
from micromutants.rules import can_flick
from micromutants.table import Mat, Piece, Table, relevel
from micromutants.ui import aimpanel
from micromutants.ui.aim import Aim, previewed
from micromutants.ui.bands import LEVELS, band_of, bands


def aimed(state):
    bug = next(iter(can_flick(state)))
    shot = straight_shot(state, bug, base=True)
    return Aim(bug, shot.azimuth, shot.power)


def test_bands_are_what_the_preview_says(monkeypatch):
    monkeypatch.setattr(micromutants.ui.aim, "simulate", quick_physics.simulate)
    state = opened_match().state
    aim = aimed(state)
    physics = state.setup.physics
    found = bands(aim, state.table, physics)
    assert len(found) == LEVELS
    assert found[-1] == "off"
    assert "mat" in found
    assert band_of(previewed(aim, state.table, physics), aim.piece) == "over"
    nearest = found[round(aim.power * LEVELS) - 1]
    assert nearest in ("over", "mat")


def test_bands_are_found_once_the_aim_rests_and_belong_to_it_alone(monkeypatch):
    monkeypatch.setattr(micromutants.ui.aim, "simulate", quick_physics.simulate)
    driver = Driver()
    table = driver.to_move()
    state = table.session.state
    table.aiming.pick(state, aimed(state).piece)
    table.aiming.aim = aimed(state)
    driver.wait(0.05)
    assert table.bands.now == ()
    for _ in range(200):
        driver.wait(0.1)
        if table.bands.now:
            break
    assert table.bands.now == bands(aimed(state), state.table, state.setup.physics)
    table.aiming.aim = Aim(table.aiming.aim.piece, 0.3, 0.2)
    driver.wait(0.05)
    assert table.bands.now == ()


def test_no_bands_without_a_full_preview():
    driver = Driver()
    table = driver.to_move(preview="short")
    table.aiming.pick(table.session.state, aimed(table.session.state).piece)
    driver.wait(1.0)
    assert table.bands.now == ()
    assert not driver.app.worker.busy


def test_terrain_is_a_loss_and_a_resource_a_gain():
    setup = setup_of("chitinians", "usarthropods", mode="advanced", terrain=("acid-pit",))
    table = position(piece("warrior-1", 200, 300), piece("resource-1", 400, 300), setup=setup).table

    def ends_at(x, y, level, resource=0):
        ends = msgspec.structs.replace(table["warrior-1"], x=x, y=y, level=level)
        after = relevel(table.put(ends, msgspec.structs.replace(table["resource-1"], level=resource)))
        return band_of(Outcome(after, after.lies_on(), (), {}, ("warrior-1",), True, 0.1), "warrior-1")

    assert ends_at(270.0, 380.0, 9) == "under"
    assert ends_at(400.0, 300.0, 9) == "over"
    assert ends_at(400.0, 300.0, 0, resource=9) == "over"
    assert ends_at(200.0, 500.0, 0) == "mat"
    assert ends_at(2.0, 500.0, 0) == "off"


@pytest.mark.parametrize("size", [(442, 94), (584, 130), (236, 164)])
def test_the_picture_of_the_shot_keeps_out_of_the_bar_of_powers(size):
    scale = 1.23 if size[0] == 442 else 1.63 if size[0] == 584 else 1.085
    table = Table.of(Mat(), [Piece("hopper", "small", 0, 300.0, 200.0)])
    panel = pygame.Rect((10, 10), size)
    bar = aimpanel._bar(panel, scale)
    found = []
    for loft in (30, 55, 85):
        surface = pygame.Surface((700, 200))
        shot = Shot("hopper", 1.0, 0.0, math.radians(loft), 0.4)
        aimpanel.draw_aim_panel(surface, panel, table["hopper"], shot, ("mat",) * 24, "usarthropods", scale)
        found.append(pygame.image.tobytes(surface.subsurface(bar), "RGB"))
    assert len(set(found)) == 1


def test_pointing_at_the_panel_of_the_aim_tells_what_it_shows():
    panel = pygame.Rect(10, 10, 240, 164)
    bar = aimpanel._bar(panel, 1.0)
    assert aimpanel.panel_words(panel, bar.center, 1.0, ("mat",)) == aimpanel.BANDS
    assert aimpanel.panel_words(panel, bar.center, 1.0, ()) == aimpanel.SHOT
    assert aimpanel.panel_words(panel, (panel.centerx, panel.bottom - 30), 1.0, ("mat",)) == aimpanel.SHOT
    assert aimpanel.panel_words(panel, (5, 5), 1.0, ("mat",)) == ""

"""Players are told apart by colour for any eyes, and by shape alone."""

import dataclasses
import itertools

import msgspec
import numpy as np
import pygame
import pytest
from shell_driver import Driver

from micromutants.ui import theme
from micromutants.ui.draw import Look, draw_army_badge
from micromutants.ui.draw.stickers import draw_face
from micromutants.ui.screens.options import OptionsScreen
from micromutants.ui.settings import Settings, load_settings, read_settings, save_settings
from micromutants.ui.showpiece import midgame
from micromutants.ui.wear import USUAL, Wear, kept_by_wear, wearing, worn

BOLD = Wear("usual", "bold")
STEPS = Wear("steps", "fine")

# Machado, Oliveira and Fernandes (2009): what is left of linear red, green and blue without one kind of cones.
SEEN = {
    "all cones": np.eye(3),
    "no long": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no middle": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no short": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def lab(colour, eyes="all cones"):
    """CIELAB of an sRGB colour as some eyes see it, under D65."""
    c = np.array(colour) / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    x, y, z = TO_XYZ @ np.clip(SEEN[eyes] @ linear, 0.0, 1.0) / np.array([0.95047, 1.0, 1.08883])
    f = [np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_the_measure_of_colours_is_that_of_the_standard():
    assert np.allclose(lab((255, 255, 255)), (100, 0, 0), atol=0.02)
    assert np.allclose(lab((255, 0, 0)), (53.24, 80.09, 67.20), atol=0.05)
    # Pure red and a dark olive are the same to eyes without middle cones, white stays white.
    assert np.linalg.norm(lab((255, 0, 0), "no middle") - lab((163, 144, 0), "no middle")) < 4.0
    assert np.allclose(lab((255, 255, 255), "no middle"), (100, 0, 0), atol=0.1)


@pytest.mark.parametrize("eyes", SEEN)
def test_colours_of_players_are_apart_for_any_eyes(eyes):
    for styles, least in ((theme.ARMIES, 13.0), (theme.STEPPED, 24.0)):
        found = {key: lab(style.colour, eyes) for key, style in styles.items()}
        for a, b in itertools.combinations(found, 2):
            assert np.linalg.norm(found[a] - found[b]) > least, (a, b)


def test_stepped_colours_are_told_apart_by_lightness_alone():
    steps = sorted(lab(style.colour)[0] for style in theme.STEPPED.values())
    assert len(steps) == len(theme.DRESSES) == 7
    assert min(b - a for a, b in itertools.pairwise(steps)) > 9.0


# --- shapes ------------------------------------------------------------------------------------------------

PIECES = {"small": (1.0, "soldier"), "large": (1.0, "soldier"), "rect": (2.0, "tank"), "base": (1.1547, "arsenal")}


def face(kind, mark, width, special, monkeypatch):
    """A piece with this mark, its colours the same whatever the mark: grey values from 0 to 1."""
    style = dataclasses.replace(theme.ARMIES["usarthropods"], mark=mark)
    monkeypatch.setattr(theme, "army_style", lambda army: style)
    surface = pygame.Surface((2 * width + 4, width + 4), 0, 32)
    surface.fill(theme.MAT)
    across, emblem = PIECES[kind]
    # Each mark is an army of its own here, so that no picture of another one is handed out.
    rect = pygame.Rect(2, 2, round(across * width), width)
    with wearing(BOLD):
        draw_face(surface, rect, Look(kind, f"marked-{mark}", emblem, two_sided=True), special)
    return pygame.surfarray.array3d(surface).astype(float).mean(axis=2) / 255


@pytest.mark.parametrize("special", [False, True])
@pytest.mark.parametrize("width", [15, 40])
@pytest.mark.parametrize("kind", PIECES)
def test_with_bold_shapes_any_two_players_pieces_differ_without_colour(kind, width, special, monkeypatch):
    marks = [style.mark for style in theme.ARMIES.values()]
    assert len(set(marks)) == len(marks)
    seen = {mark: face(kind, mark, width, special, monkeypatch) for mark in (*marks, theme.NEUTRAL.mark)}
    for a, b in itertools.combinations(seen, 2):
        # A share of the picture is clearly another grey.
        changed = (np.abs(seen[a] - seen[b]) > 0.12).mean()
        assert changed > 0.025, (a, b, changed)


def test_bold_shapes_are_seen_on_the_badges_of_the_players_too():

    def badge(army, wear):
        surface = pygame.Surface((40, 40), 0, 32)
        with wearing(wear):
            draw_army_badge(surface, surface.get_rect(), army)
        return pygame.surfarray.array3d(surface).astype(float)

    assert (badge("usarthropods", USUAL) == badge("usarthropods", BOLD)).all()
    for army in set(theme.ARMIES) - {"usarthropods"}:
        assert np.abs(badge(army, USUAL) - badge(army, BOLD)).mean() > 3.0


# --- the choice --------------------------------------------------------------------------------------------


def test_what_is_worn_ends_with_its_block_and_pictures_are_kept_for_each():
    made = []

    @kept_by_wear(maxsize=4)
    def picture(name):
        made.append((name, worn()))
        return worn().shapes

    assert (picture("a"), picture("a")) == ("fine", "fine")
    with wearing(BOLD):
        with wearing(STEPS):
            assert picture("a") == "fine"
        assert (picture("a"), picture("a")) == ("bold", "bold")
    assert worn() == USUAL
    assert made == [("a", USUAL), ("a", STEPS), ("a", BOLD)]


def shown(wear):
    from micromutants.ui import gallery

    settings = msgspec.structs.replace(Settings(), colours=wear.colours, shapes=wear.shapes)
    ((_, surface),) = gallery.pictures((960, 600), ("four",), settings)
    return pygame.surfarray.array3d(surface).astype(float)


def test_the_table_shows_what_is_chosen():
    assert len(midgame(4).setup.seats) == 4
    usual, bold, steps = (shown(wear) for wear in (USUAL, BOLD, STEPS))
    assert (usual == shown(USUAL)).all()
    for other in (bold, steps):
        assert (np.abs(usual - other).max(axis=2) > 40).mean() > 0.004


def test_the_choice_is_made_with_the_mouse_and_holds_at_once_and_after_the_next_start(tmp_path):
    driver = Driver()
    driver.app.push(OptionsScreen(driver.app))
    driver.press("Stepped")
    driver.press("Bold")
    assert driver.app.settings.wear == Wear("steps", "bold")
    path = tmp_path / "settings.json"
    assert save_settings(driver.app.settings, path) == ""
    assert load_settings(path).wear == Wear("steps", "bold")
    path.write_text('{"colours": "all of them", "shapes": "bold"}')
    found, wrong = read_settings(path)
    assert found.wear == Wear("usual", "bold")
    assert len(wrong) == 1
    assert wrong[0].startswith("colours: ")

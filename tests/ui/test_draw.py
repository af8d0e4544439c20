"""What is drawn on the table, judged by its pixels."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from micromutants.physics import Sample
from micromutants.rules import Seat, Setup, load_armies
from micromutants.table import KINDS, Face, Mat, Piece, Table
from micromutants.ui import theme
from micromutants.ui.draw import (
    EFFECT_SECONDS,
    AimLook,
    Effect,
    Ghost,
    Look,
    Scene,
    between,
    draw_mat,
    draw_piece,
    draw_scene,
    look_of,
    pick,
    poses_at,
    resting,
    scene_at,
    settled,
    stickers,
)
from micromutants.ui.draw.buildings import BUILDINGS
from micromutants.ui.draw.effects import draw_effect
from micromutants.ui.draw.emblems import EMBLEMS
from micromutants.ui.draw.marks import sticker_edge
from micromutants.ui.draw.stickers import extent, face
from micromutants.ui.draw.strokes import along
from micromutants.ui.view import View

SETUP = Setup((Seat("Ada", "usarthropods"), Seat("Bo", "flyborgs")))
MAT = Mat()
BREEDS = [(army.id, b.id, b.kind, b.two_sided) for army in load_armies().values() for b in (*army.breeds,)]
BASES = [(army.id, base.id, base.main) for army in load_armies().values() for base in army.bases]
GROUND = (90, 80, 60)


def sheet(width: int = 200, height: int = 200) -> pygame.Surface:
    surface = pygame.Surface((width, height), 0, 32)
    surface.fill(GROUND)
    return surface


def pixels(surface: pygame.Surface) -> NDArray[np.int16]:
    return pygame.surfarray.array3d(surface).astype(np.int16)


def on_ground(picture: pygame.Surface) -> NDArray[np.int16]:
    surface = sheet(*picture.get_size())
    surface.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return pixels(surface)


def difference(a: NDArray[np.int16], b: NDArray[np.int16]) -> float:
    """Mean difference a channel, 0 to 255."""
    return float(np.abs(a - b).mean())


def tilted(degrees: float, axis: float = 0.7, x: float = 100.0, y: float = 100.0, z: float = 10.0) -> Sample:
    half = math.radians(degrees) / 2
    return Sample(0.0, x, y, z, math.cos(half), math.cos(axis) * math.sin(half), math.sin(axis) * math.sin(half), 0.0)


def drawn(look: Look, pose: Sample, scale: float = 3.0, **options: object) -> NDArray[np.int16]:
    surface = sheet()
    view = View(Mat(200 / scale * 3, 200 / scale * 3), (0, 0, 200, 200), 3.0 / 0.94, (pose.x, pose.y))
    draw_piece(surface, view, look, pose, shadow=False, **options)  # type: ignore[arg-type]
    return pixels(surface)


def changed(picture: NDArray[np.int16]) -> NDArray[np.bool_]:
    return np.abs(picture - np.array(GROUND)).max(axis=2) > 12


# --- faces -------------------------------------------------------------------------------------------------


def test_every_breed_projectile_and_base_has_a_picture_of_its_own() -> None:
    armies = load_armies().values()
    chips = {part.id for army in armies for part in (*army.breeds, *army.projectiles)}
    assert chips == set(EMBLEMS)
    assert {base.id for army in armies for base in army.bases} == set(BUILDINGS)


@pytest.mark.parametrize("width", [13, 24, 60])
@pytest.mark.parametrize("army", list(load_armies()))
def test_the_breeds_of_an_army_look_different(army: str, width: int) -> None:
    faces = {}
    for owner, breed, kind, _ in BREEDS:
        if owner == army and kind != "rect":
            faces[breed] = on_ground(face(Look("small", army, breed), False, width, width))
    names = sorted(faces)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            assert difference(faces[a], faces[b]) > 7.0, f"{a} looks like {b} at {width} px"


@pytest.mark.parametrize("width", [12, 16, 40])
@pytest.mark.parametrize(("army", "breed", "kind", "two_sided"), [b for b in BREEDS if b[3]])
def test_the_special_side_is_unmistakable(army: str, breed: str, kind: str, two_sided: bool, width: int) -> None:
    look = Look(kind, army, breed, two_sided)
    across, tall = extent(kind)
    # The other chips are larger than the small one by this much or more.
    width = width if kind == "small" else round(width * 1.3)
    size = round(width * across / tall), width
    normal, special = (on_ground(face(look, side, *size)) for side in (False, True))
    assert difference(normal, special) > 40.0
    # Without colour too: light and dark change places in the middle.
    assert abs(normal.mean(axis=2) - special.mean(axis=2)).mean() > 30.0


def test_a_chip_with_one_face_shows_it_on_both_sides() -> None:
    look = Look("large", "usarthropods", "sergeant", two_sided=False)
    assert difference(on_ground(face(look, False, 40, 40)), on_ground(face(look, True, 40, 40))) == 0.0


@pytest.mark.parametrize(("army", "base", "main"), BASES)
def test_a_damaged_base_is_darker_and_on_fire(army: str, base: str, main: bool) -> None:
    look = Look("base", army, base, main=main)
    whole, damaged = (on_ground(face(look, side, 70, 61)) for side in (False, True))
    assert difference(whole, damaged) > 40.0
    burning = (damaged[..., 0] > 200) & (damaged[..., 2] < 120)
    assert burning.sum() > 60


@pytest.mark.parametrize(("army", "base", "main"), BASES)
def test_only_main_bases_have_a_white_ground(army: str, base: str, main: bool) -> None:
    picture = on_ground(face(Look("base", army, base, main=main), False, 140, 121))
    white = (picture.min(axis=2) > 240).mean()
    assert (white > 0.12) == main


def test_army_marks_differ_in_shape_not_only_in_colour() -> None:
    styles = list(theme.ARMIES.values())
    assert len({style.mark for style in styles}) == len(styles)
    assert len({tuple(sticker_edge(style.mark)) for style in styles}) == len(styles)
    assert len({style.colour for style in styles}) == len(styles)


# --- attitude ----------------------------------------------------------------------------------------------


SOLDIER = Look("small", "usarthropods", "soldier", two_sided=True)
TANK = Look("rect", "usarthropods", "tank", two_sided=True)


@pytest.mark.parametrize("look", [SOLDIER, TANK])
@pytest.mark.parametrize("angle", [0.0, 0.6, 2.4, -1.9])
@pytest.mark.parametrize("side", list(Face))
def test_almost_flat_looks_like_flat(look: Look, angle: float, side: Face) -> None:
    """The two ways of drawing agree where they meet, whichever side is up."""
    piece = Piece("soldier-1", look.kind, 0, 100.0, 100.0, angle, side)
    flat = resting(piece)
    half = math.radians(1.5) / 2
    # The same attitude after another small turn about the mat's x axis.
    c, s = math.cos(half), math.sin(half)
    q = flat[4:]
    lean = (c * q[0] - s * q[1], c * q[1] + s * q[0], c * q[2] - s * q[3], c * q[3] + s * q[2])
    nearly = Sample(0.0, flat.x, flat.y, flat.z, *lean)
    other = resting(replace_face(piece))
    near, far = difference(drawn(look, flat), drawn(look, nearly)), difference(drawn(look, other), drawn(look, nearly))
    assert near < 4.5
    assert far > 2.5 * near


def replace_face(piece: Piece) -> Piece:
    return Piece(piece.id, piece.kind, piece.owner, piece.x, piece.y, piece.angle, piece.face.turned)


@pytest.mark.parametrize("look", [SOLDIER, TANK])
def test_a_tilted_chip_is_as_narrow_as_the_tilt_makes_it(look: Look) -> None:
    areas = [int(changed(drawn(look, tilted(degrees))).sum()) for degrees in (0, 30, 60, 80, 90)]
    assert areas == sorted(areas, reverse=True)
    assert areas[2] / areas[0] == pytest.approx(0.5 + 0.12, abs=0.14)
    assert 0 < areas[-1] < 0.3 * areas[0]


def test_a_chip_turns_its_other_side_up_past_a_quarter_turn() -> None:
    alike = replace(SOLDIER, two_sided=False)
    assert difference(drawn(SOLDIER, tilted(80)), drawn(alike, tilted(80))) == 0.0
    assert difference(drawn(SOLDIER, tilted(120)), drawn(alike, tilted(120))) > 1.5


def test_a_higher_chip_is_drawn_larger() -> None:
    low, high = (changed(drawn(SOLDIER, Sample(0, 100, 100, z, 1, 0, 0, 0))).sum() for z in (1.0, 120.0))
    assert 1.2 * low < high < 2.0 * low


def test_the_shadow_moves_away_from_a_rising_chip() -> None:
    view = View(Mat(200, 200), (0, 0, 200, 200))
    centres = []
    for z in (1.0, 60.0):
        surface = sheet()
        draw_piece(surface, view, SOLDIER, Sample(0, 70, 130, z, 1, 0, 0, 0))
        dark = pixels(surface).sum(axis=2) < sum(GROUND) - 20
        bare = sheet()
        draw_piece(bare, view, SOLDIER, Sample(0, 70, 130, z, 1, 0, 0, 0), shadow=False)
        dark &= ~changed(pixels(bare))
        xs, ys = np.nonzero(dark)
        centres.append((xs.mean(), ys.mean()))
    assert centres[1][0] > centres[0][0] + 10
    assert centres[1][1] > centres[0][1] + 10


@given(
    st.sampled_from(["small", "large", "rect"]),
    st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: sum(v * v for v in q) > 1e-3),
    st.floats(0.0, 400.0),
    st.floats(0.2, 6.0),
)
def test_any_attitude_can_be_drawn(kind: str, q: tuple[float, ...], z: float, zoom: float) -> None:
    n = math.sqrt(sum(v * v for v in q))
    surface = sheet()
    view = View(Mat(200, 200), (0, 0, 200, 200)).zoomed(zoom)
    draw_piece(surface, view, Look(kind, "chitinians", "larva", True), Sample(0, 100, 100, z, *(v / n for v in q)))
    assert changed(pixels(surface)).any()


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_pose_that_is_not_finite_draws_nothing(bad: float) -> None:
    surface = sheet()
    draw_piece(surface, View(MAT, (0, 0, 200, 200)), SOLDIER, Sample(0, bad, 100, 1, 1, 0, 0, 0))
    assert not changed(pixels(surface)).any()


def test_muted_and_faint_pieces_look_so() -> None:
    pose = Sample(0, 100, 100, 1, 1, 0, 0, 0)
    plain, muted, faint = drawn(SOLDIER, pose), drawn(SOLDIER, pose, muted=True), drawn(SOLDIER, pose, alpha=0.3)
    ground = pixels(sheet())
    assert muted[changed(plain)].mean() < plain[changed(plain)].mean() - 20
    assert 0 < difference(faint, ground) < 0.5 * difference(plain, ground)


# --- poses over time ---------------------------------------------------------------------------------------

quaternions = st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: sum(v * v for v in q) > 1e-2)


@given(quaternions, quaternions, st.floats(0.0, 1.0))
def test_between_two_poses_is_a_pose(a: tuple[float, ...], b: tuple[float, ...], u: float) -> None:
    first = Sample(1.0, 0.0, 5.0, 2.0, *(v / math.hypot(*a) for v in a))
    last = Sample(3.0, 10.0, 5.0, 4.0, *(v / math.hypot(*b) for v in b))
    found = between(first, last, 1.0 + 2.0 * u)
    assert math.hypot(*found[4:]) == pytest.approx(1.0)
    assert found.x == pytest.approx(10.0 * u)
    assert found.y == 5.0
    assert found.z == pytest.approx(2.0 + 2.0 * u)

    def turn(p: Sample, q: Sample) -> float:
        return 2 * math.acos(min(1.0, abs(sum(v * w for v, w in zip(p[4:], q[4:], strict=True)))))

    whole = turn(first, last)
    # Even speed, and the short way round.
    assert turn(first, found) == pytest.approx(u * whole, abs=0.02)
    assert whole <= math.pi + 1e-9


def test_poses_hold_before_the_first_and_after_the_last_sample() -> None:
    samples = tuple(Sample(t, 100.0 * t, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0) for t in (0.1, 0.2, 0.3, 0.7))
    track = {"a": samples}
    assert poses_at(track, 0.0)["a"] == samples[0]
    assert poses_at(track, 9.0)["a"].x == pytest.approx(70.0)
    assert poses_at(track, 0.5)["a"].x == pytest.approx(50.0)
    assert poses_at(track, 0.2)["a"].x == pytest.approx(20.0)
    assert poses_at({"b": ()}, 0.1) == {}


def test_a_chip_at_rest_leans_on_what_its_rim_lies_on() -> None:
    table = Table.of(MAT, [Piece("worker-1", "small", 0, 100.0, 100.0), Piece("drone-1", "small", 1, 112.0, 100.0)])
    lower, upper = settled(table, table["worker-1"]), settled(table, table["drone-1"])
    assert upper.z > lower.z
    assert upper.qx**2 + upper.qy**2 > 1e-4


# --- scenes ------------------------------------------------------------------------------------------------


def crowded() -> Scene:
    pieces = [
        Piece("command-nest", "base", 0, 380.0, 95.0),
        Piece("headquarters", "base", 0, 230.0, 95.0, face=Face.SPECIAL),
        Piece("throne-cell", "base", 1, 380.0, 665.0),
        Piece("soldier-1", "small", 0, 300.0, 300.0, 1.0),
        Piece("soldier-2", "small", 0, 360.0, 300.0, face=Face.SPECIAL),
        Piece("tank-1", "rect", 0, 420.0, 300.0, 0.4),
        Piece("drone-1", "small", 1, 306.0, 306.0),
        Piece("warper-1", "large", 1, 380.0, 640.0),
    ]
    return Scene(
        SETUP,
        Table.of(MAT, pieces),
        poses={"tank-1": tilted(70, x=400.0, y=350.0, z=40.0)},
        may_move=frozenset({"soldier-1", "soldier-2", "tank-1"}),
        refused=frozenset({"drone-1"}),
        selected="soldier-2",
        hovered="warper-1",
        webbed=frozenset({"warper-1"}),
        zone=0,
        trace=((200.0, 200.0, 1.0), (260.0, 260.0, 60.0), (320.0, 320.0, 1.0)),
        aim=AimLook(
            360.0, 300.0, 1.2, 0.6, ((360, 300, 1), (380, 350, 40), (400, 400, 1)), (400, 400), (20, 8), (50, 90)
        ),
        ghosts=(
            Ghost(Piece("soldier-3", "small", 0, 500, 200), True),
            Ghost(Piece("tank-2", "rect", 0, 560, 200), False),
        ),
        effects=tuple(Effect(kind, 200.0 + 60 * i, 500.0, 0.2, "flyborgs") for i, kind in enumerate(EFFECT_SECONDS)),
    )


def test_a_scene_stays_in_its_rectangle() -> None:
    surface = sheet(700, 600)
    draw_scene(surface, View(MAT, (100, 50, 450, 500), 1.4, (300.0, 300.0)), crowded())
    seen = changed(pixels(surface))
    seen[100:550, 50:550] = False
    assert not seen.any()
    assert surface.get_clip() == surface.get_rect()


def test_the_same_scene_is_the_same_picture() -> None:
    pictures = []
    for _ in range(2):
        surface = sheet(500, 500)
        draw_scene(surface, View(MAT, (0, 0, 500, 500)), crowded())
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    "without",
    [
        {"may_move": frozenset()},
        {"refused": frozenset()},
        {"selected": None},
        {"hovered": None},
        {"webbed": frozenset()},
        {"zone": None},
        {"trace": ()},
        {"aim": None},
        {"ghosts": ()},
        {"effects": ()},
        {"poses": {}},
        {"fading": {"soldier-1": 0.2}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_everything_that_a_scene_says_can_be_seen(without: dict[str, object]) -> None:
    view = View(MAT, (0, 0, 500, 500))
    full, less = sheet(500, 500), sheet(500, 500)
    draw_scene(full, view, crowded())
    draw_scene(less, view, replace(crowded(), **without))  # type: ignore[arg-type]
    assert (np.abs(pixels(full) - pixels(less)).max(axis=2) > 20).sum() > 25


@pytest.mark.parametrize("rect", [(0, 0, 0, 0), (10, 10, -3, 5), (0, 0, 1, 1), (0, 0, 3, 900)])
def test_a_window_of_no_size_is_no_error(rect: tuple[int, int, int, int]) -> None:
    surface = sheet()
    draw_scene(surface, View(MAT, rect), crowded())
    _, _, width, height = rect
    assert np.count_nonzero(np.abs(pixels(surface) - pixels(sheet())).max(axis=2)) <= max(0, width) * max(0, height)


def test_what_lies_above_covers_what_lies_below() -> None:
    low = Piece("soldier-1", "small", 0, 300.0, 300.0)
    high = Piece("drone-1", "small", 1, 303.0, 300.0, level=1)
    view = View(MAT, (0, 0, 400, 400), 6.0, (300.0, 300.0))
    pictures = []
    for pieces in ([low, high], [high]):
        surface = sheet(400, 400)
        draw_scene(surface, view, Scene(SETUP, Table(MAT, tuple(sorted(pieces, key=lambda p: p.id)))))
        x, y = map(round, view.to_screen(303.0, 300.0))
        pictures.append(pixels(surface)[x - 6 : x + 6, y - 6 : y + 6])
    assert difference(*pictures) < 25.0


def test_pick_finds_the_uppermost_piece_under_the_pointer() -> None:
    scene = replace(crowded(), may_move=frozenset())
    view = View(MAT, (0, 0, 760, 760))
    both, one = view.to_screen(303.0, 303.0), view.to_screen(295.0, 295.0)
    assert (pick(view, scene, *both), pick(view, scene, *one)) == ("drone-1", "soldier-1")
    # What may move is meant, even under something that may not.
    assert pick(view, replace(scene, may_move=frozenset({"soldier-1"})), *both) == "soldier-1"
    assert pick(view, replace(scene, may_move=frozenset({"drone-1", "soldier-1"})), *both) == "drone-1"
    assert pick(view, scene, *view.to_screen(380.0, 645.0)) == "warper-1"
    assert pick(view, scene, *view.to_screen(360.0, 665.0)) == "throne-cell"
    assert pick(view, scene, *view.to_screen(600.0, 600.0)) is None
    assert pick(view, scene, -5.0, 30.0) is None


def test_a_track_moves_the_scene() -> None:
    scene = replace(crowded(), poses={})
    track = {"soldier-1": tuple(Sample(t, 300 + 100 * t, 300, 1, 1, 0, 0, 0) for t in (0.0, 0.5, 1.0))}
    assert scene_at(scene, track, 0.25).poses["soldier-1"].x == pytest.approx(325.0)
    assert scene_at(scene, track, 0.25).table is scene.table


def test_look_of_knows_army_sides_and_main_base() -> None:
    table = crowded().table
    assert look_of(table["soldier-1"], SETUP) == Look("small", "usarthropods", "soldier", True, False)
    assert look_of(table["command-nest"], SETUP).main
    assert not look_of(table["headquarters"], SETUP).main
    assert not look_of(table["drone-1"], SETUP).two_sided


# --- effects and mat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(EFFECT_SECONDS))
def test_an_effect_depends_on_its_age_alone_and_ends(kind: str) -> None:
    view = View(MAT, (0, 0, 400, 400))

    def at(age: float) -> NDArray[np.int16]:
        surface = sheet(400, 400)
        draw_effect(surface, view, Effect(kind, 380.0, 380.0, age, "flyborgs"))
        return pixels(surface)

    length = EFFECT_SECONDS[kind]
    assert difference(at(0.3 * length), at(0.3 * length)) == 0.0
    assert difference(at(0.3 * length), at(0.6 * length)) > 0.0
    assert not changed(at(length)).any()
    assert not changed(at(-0.01)).any()


def test_the_mat_shows_areas_spots_and_stars() -> None:
    view = View(MAT, (0, 0, 760, 760))
    surface = sheet(760, 760)
    draw_mat(surface, view, SETUP)
    picture = pixels(surface).mean(axis=2)

    def brightness(x: float, y: float, r: int) -> float:
        px, py = map(round, view.to_screen(x, y))
        return float(picture[px - r : px + r, py - r : py + r].mean())

    # A star is brighter than the floor beside it, a base spot darker.
    for x in (270.0, 490.0):
        assert brightness(x, 380.0, 4) > brightness(x, 340.0, 6) + 10
    for x in (230.0, 380.0, 530.0):
        assert brightness(x, 95.0, 12) < brightness(x + 75.0, 95.0, 12)


def test_nothing_here_opens_a_display() -> None:
    pygame.display.quit()
    surface = sheet(500, 500)
    draw_scene(surface, View(MAT, (0, 0, 500, 500)), crowded())
    assert not pygame.display.get_init()


def test_kinds_without_a_picture_do_not_exist() -> None:
    for kind in KINDS:
        across, tall = extent(kind)
        assert across >= tall > 0
        picture = face(Look(kind, "", "no-such-thing"), False, round(across), round(tall))
        assert picture.get_size() == (round(across), round(tall))


# --- very small chips --------------------------------------------------------------------------------------


def test_breeds_of_an_army_have_letters_of_their_own():
    for army in load_armies().values():
        letters = [stickers.initial(breed.id, army.id) for breed in army.breeds]
        assert len(set(letters)) == len(letters), letters
        assert all(len(letter) == 1 and letter.isalpha() for letter in letters)
    assert [stickers.initial(b, "usarthropods") for b in ("soldier", "green-beret", "sergeant")] == ["S", "G", "E"]
    assert stickers.initial("my-own", "nobody's army") == "M"


@pytest.mark.parametrize("special", [False, True])
def test_where_no_emblem_can_be_told_chips_differ_by_their_letters(special):
    """At the scale of a mat in a window of 960 by 600 px."""
    scale = 0.75
    for army in load_armies().values():
        seen = {}
        for breed in army.breeds:
            if breed.kind == "rect" or (special and not breed.two_sided):
                continue
            look = Look("small", army.id, breed.id, breed.two_sided)
            face = stickers.face(look, special, round(16 * scale) * 4, round(16 * scale) * 4, letter=True)
            small = pygame.transform.smoothscale(face, (round(16 * scale),) * 2)
            seen[breed.id] = pygame.surfarray.array3d(small).astype(float).mean(axis=2)
        for a, b in itertools.combinations(seen, 2):
            assert (np.abs(seen[a] - seen[b]) > 25).mean() > 0.05, (a, b)


class Counting(pygame.Surface):
    """A surface that counts what is laid on it."""

    laid = 0

    def fblits(self, sprites, flags=0):
        self.laid += len(sprites)
        super().fblits(sprites, flags)


@pytest.mark.parametrize("at", [(1e6, 0.0), (1e6, 1e6), (-1e6, 40.0), (100.0, -1e6)])
def test_dots_that_are_not_seen_cost_nothing(at):
    # As a pointer far outside the window draws them, or a path that leaves it.
    paint, start = (255, 255, 255, 210), (100.0, 60.0)
    way = math.dist(start, at)
    near = [a + (b - a) / way * 400.0 for a, b in zip(start, at, strict=True)]
    surfaces = Counting((200, 120)), Counting((200, 120))
    for surface, end in zip(surfaces, (at, near), strict=True):
        along(surface, [start, end], 10.0, [(2.6, [paint])])
    far, close = surfaces
    assert 3 < far.laid < 30
    assert pygame.image.tobytes(far, "RGBA") == pygame.image.tobytes(close, "RGBA")

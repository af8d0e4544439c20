"""Mats, tumbling dice, smoke, webs, the layer of what lies still, panels and type."""

import dataclasses
import math

import msgspec
import numpy as np
import pygame
import pytest
import quick_physics
from click.testing import CliRunner
from pygame_gui.elements import UIButton

from micromutants import cli, rules
from micromutants.folders import elsewhere
from micromutants.match import Match
from micromutants.match.storage import write_autosave
from micromutants.rules import Seat, Setup, can_flick, start
from micromutants.table import Face, Piece, Table
from micromutants.ui import asked, bench, gallery, paint, showpiece, theme
from micromutants.ui.aiming import Aiming
from micromutants.ui.draw import Scene, draw_die, draw_mat, draw_scene, draw_tumbling, ground, resting
from micromutants.ui.draw.logo import draw_logo
from micromutants.ui.gallery import staging
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.session import LogLine
from micromutants.ui.settings import Settings
from micromutants.ui.showpiece import midgame
from micromutants.ui.view import View

SETUP = Setup((Seat("Ada", "usarthropods"), Seat("Boris", "chitinians")))
VIEW = View(SETUP.mat, (0, 0, 400, 400))


def picture(surface):
    return pygame.surfarray.array3d(surface).astype(int)


def seen(scene, felt="green"):
    surface = pygame.Surface((400, 400), 0, 32)
    draw_scene(surface, VIEW, scene, felt)
    return picture(surface)


def luminance(colour):
    parts = [c / 255 for c in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def luminances(colours):
    """As :func:`luminance`, of an array of colours."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# --- mats --------------------------------------------------------------------------------------------------


def test_every_mat_looks_different_and_an_unknown_one_is_green():
    bare = Scene(SETUP, Table.of(SETUP.mat, ()))
    found = {felt: seen(bare, felt) for felt in (*theme.MATS, "no such mat")}
    assert (found["no such mat"] == found["green"]).all()
    for felt in ("dark", "light"):
        assert np.abs(found[felt] - found["green"]).mean() > 8.0


@pytest.mark.parametrize("felt", theme.MATS)
def test_lines_and_rims_of_chips_stand_out_on_every_mat(felt):
    style = theme.MATS[felt]
    assert contrast(style.line, style.felt) > 4.0
    for army in theme.ARMIES.values():
        # A chip has a light sticker with a dark edge: one of the two stands out on any felt.
        assert max(contrast(army.tint, style.felt), contrast(army.deep, style.felt)) > 4.0


def test_felt_can_be_laid_edge_to_edge():
    cloth = picture(ground.felt(theme.MATS["green"])).mean(axis=2)
    inside = np.abs(np.diff(cloth, axis=0)).mean()
    assert np.abs(cloth[0] - cloth[-1]).mean() < 1.25 * inside
    assert np.abs(cloth[:, 0] - cloth[:, -1]).mean() < 1.25 * np.abs(np.diff(cloth, axis=1)).mean()


def test_the_even_mat_of_films_has_no_fibres():
    assert picture(ground.felt(theme.EVEN)).std(axis=(0, 1)).max() == 0.0
    assert picture(ground.felt(theme.MATS["green"])).std(axis=(0, 1)).min() > 2.0


def test_a_mat_is_the_same_whatever_part_of_it_is_seen_first():
    whole, part = (pygame.Surface((400, 400), 0, 32) for _ in range(2))
    draw_mat(whole, VIEW, SETUP)
    draw_mat(part, dataclasses.replace(VIEW, rect=(100, 100, 300, 300)), SETUP)
    draw_mat(part, VIEW, SETUP)
    assert (picture(whole) == picture(part)).all()


# --- dice --------------------------------------------------------------------------------------------------

BOX = pygame.Rect(80, 80, 66, 66)
FACES = ("soldier", "tank", "green-beret", "rocketeer", "tank")


def tumbled(share):
    surface = pygame.Surface((230, 230), 0, 32)
    draw_tumbling(surface, BOX, FACES, "usarthropods", share, 1)
    return surface


def test_a_tumbling_die_comes_to_lie_on_its_last_face():
    lying = pygame.Surface((230, 230), 0, 32)
    draw_die(lying, BOX, FACES[-1], "usarthropods", number=1)
    inner = BOX.inflate(-16, -16)
    a, b = (picture(s.subsurface(inner)) for s in (tumbled(1.0), lying))
    assert np.abs(a - b).mean() < 6.0
    other = pygame.Surface((230, 230), 0, 32)
    draw_die(other, BOX, FACES[0], "usarthropods", number=1)
    assert np.abs(a - picture(other.subsurface(inner))).mean() > 20.0


def test_a_tumbling_die_keeps_moving_and_stays_near_its_place():
    before = None
    for step in range(10):
        now = picture(tumbled(step / 10))
        xs, ys = np.nonzero(now.max(axis=2) > 40)
        assert BOX.inflate(70, 70).contains(pygame.Rect(xs.min(), ys.min(), np.ptp(xs) + 1, np.ptp(ys) + 1))
        assert before is None or np.abs(now - before).max() > 60
        before = now


@pytest.mark.parametrize("share", [-1.0, 2.0])
def test_a_share_beyond_the_roll_is_its_begin_or_its_end(share):
    assert (picture(tumbled(share)) == picture(tumbled(min(1.0, max(0.0, share))))).all()


# --- pieces ------------------------------------------------------------------------------------------------


def test_only_a_damaged_base_smokes():
    base = next(p for p in start(SETUP).table if p.owner == 0)
    x, y = map(round, VIEW.to_screen(base.x, base.y))
    above = np.s_[x + 6 : x + 20, y - 24 : y - 16]
    bare = seen(Scene(SETUP, Table.of(SETUP.mat, ())))[above]
    whole = seen(Scene(SETUP, Table.of(SETUP.mat, (base,))))[above]
    damaged = Piece(base.id, base.kind, base.owner, base.x, base.y, 0.0, Face.SPECIAL)
    smoking = seen(Scene(SETUP, Table.of(SETUP.mat, (damaged,))))[above]
    assert np.abs(whole - bare).mean() < 1.0 < 4.0 < np.abs(smoking - bare).mean()


def test_a_bug_under_a_web_is_still_seen():
    bug = Piece("tank-1", "rect", 0, 380.0, 380.0)
    table = Table.of(SETUP.mat, (bug,))
    bare, caught = seen(Scene(SETUP, table)), seen(Scene(SETUP, table, webbed=frozenset({"tank-1"})))
    x, y = map(round, VIEW.to_screen(380.0, 380.0))
    part = np.s_[x - 7 : x + 8, y - 4 : y + 5]
    changed = (np.abs(bare[part] - caught[part]).max(axis=2) > 40).mean()
    assert 0.1 < changed < 0.75


def test_a_piece_that_moves_leaves_nothing_where_it_lay():
    bug = Piece("soldier-1", "small", 0, 200.0, 300.0)
    table = Table.of(SETUP.mat, (bug, Piece("larva-1", "small", 1, 500.0, 300.0)))
    there = resting(Piece("soldier-1", "small", 0, 320.0, 500.0))
    lying = seen(Scene(SETUP, table))
    moving = seen(Scene(SETUP, table, poses={"soldier-1": there}))
    gone = seen(Scene(SETUP, table.without("soldier-1")))
    x, y = map(round, VIEW.to_screen(200.0, 300.0))
    spot = np.s_[x - 12 : x + 13, y - 12 : y + 13]
    assert (moving[spot] == gone[spot]).all()
    assert (lying[spot] != gone[spot]).any()
    # And it lies there again afterwards.
    assert (seen(Scene(SETUP, table)) == lying).all()


# --- panels, type, the name --------------------------------------------------------------------------------


def test_a_panel_has_soft_corners_and_a_shadow():
    surface = pygame.Surface((200, 160), 0, 32)
    surface.fill((120, 120, 120))
    paint.panel(surface, (40, 40, 100, 60), fill=(40, 30, 20), edge=(200, 180, 160), radius=12)
    now = picture(surface)
    assert (now[40, 40] > 90).all()
    assert now[90, 103].max() < 120
    assert now[90, 70].max() < 60
    assert len({tuple(now[40 + i, 40 + i]) for i in range(8)}) > 3


def test_a_name_with_letters_that_the_display_type_lacks_is_set_in_the_other():
    known, missing = (paint.rendered(words, 30, theme.INK, display=True) for words in ("Ada", "Ελένη"))
    assert known.get_size() == theme.font(30, display=True).size("Ada")
    assert missing.get_size() == theme.font(30, True).size("Ελένη")


def test_the_name_of_the_game_is_drawn_at_any_size():
    for size in (8, 40, 130):
        surface = pygame.Surface((900, 700), 0, 32)
        rect = draw_logo(surface, (10, 10), size)
        assert surface.get_rect().contains(rect)
        assert picture(surface.subsurface(rect)).max() > 200


# --- what is asked in every frame --------------------------------------------------------------------------


def test_what_is_asked_is_what_the_rules_answer():
    for players in (2, 4):
        state = midgame(players)
        assert asked.can_flick(state) == can_flick(state)
        assert asked.options(state) == rules.options(state)
        assert asked.legal(state) == rules.legal(state)
        bug = next(iter(can_flick(state)))
        assert asked.stand_ins(state, bug, rules.Use.DIE_1) == rules.stand_ins(state, bug, rules.Use.DIE_1)


def test_answers_of_another_state_are_not_given():
    first, second = midgame(), rules.apply(midgame(), rules.Forgo(0, rules.Use.DIE_1)).state
    assert asked.can_flick(first) != asked.can_flick(second)
    assert asked.Same(first) == asked.Same(first) != asked.Same(second)


def test_a_match_goes_on_from_a_position():
    state = midgame(3)
    match = Match.at(state, 7)
    assert match.state is state
    assert match.to_act == 0
    match.apply(rules.Forgo(0, rules.Use.DIE_1))
    assert match.state.dice[0].use is rules.DieUse.FORGONE


def test_while_a_drag_pulls_a_costly_path_may_wait_but_the_arrow_never_does():
    state = midgame()
    aiming, bug = Aiming(), next(iter(can_flick(state)))
    hand = state.setup.seats[0].hand
    aiming.pick(state, bug)
    aiming.press((0.0, 0.0))
    aiming.drag((0.0, 90.0), 1.0)
    first = aiming.look(state, "full", hand)
    aiming._due = math.inf
    aiming.drag((60.0, 120.0), 1.0)
    waiting = aiming.look(state, "full", hand)
    assert waiting.path == first.path
    assert (waiting.azimuth, waiting.power, waiting.pull) == (aiming.aim.azimuth, aiming.aim.power, (60.0, 120.0))
    aiming.let_go()
    aiming.aim = msgspec.structs.replace(aiming.aim, azimuth=waiting.azimuth, power=waiting.power)
    assert aiming.look(state, "full", hand).path != first.path


# --- all screens -------------------------------------------------------------------------------------------


SIZES = [
    *(((960, 600), 1.0), ((960, 600), 1.3), ((1280, 800), 1.5)),
    *(((1920, 1080), 0.85), ((1920, 1056), 1.0), ((1920, 1080), 1.5)),
]


def screens(size, **chosen):
    """The program with each of its screens on top in turn, and the screen's name."""
    with gallery.nobody():
        app = gallery.App(size, Settings(**chosen))
        for name in gallery.SCREENS:
            with gallery.showing(app, name):
                yield app, name


def buttons_are_sound(name, form, window):
    """Every button is in the window, covers no other, and its words fit."""
    for number, field in enumerate(form.fields):
        form.reveal(field)
        assert field.seen == field.rect, (name, field.rect)
        assert window.contains(field.rect), (name, field.rect)
        if isinstance(field.element, UIButton):
            words = field.element.text
            assert not words.endswith("…"), (name, words)
            assert field.element.font.size(words)[0] <= field.rect.width - 4, (name, words)
        overlaps = [f.rect for f in form.fields[:number] if f.seen.inflate(-2, -2).colliderect(field.rect)]
        assert not overlaps, (name, field.rect, overlaps)


def panels_are_sound(name, panels):
    """Panels lie within each other or apart."""
    for number, one in enumerate(panels):
        for other in panels[:number]:
            apart = not one.inflate(-2, -2).colliderect(other)
            assert apart or one.contains(other) or other.contains(one), (name, one, other)


@pytest.fixture
def unnamed_players(monkeypatch):
    """As players are called who give no name."""
    kept = (showpiece.midgame, staging.played, staging.shots)
    monkeypatch.setattr(showpiece, "NAMES", tuple(f"Player {number}" for number in (1, 2, 3, 4)))
    for function in kept:
        function.cache_clear()
    yield
    for function in kept:
        function.cache_clear()


@pytest.mark.parametrize(("size", "text_size"), SIZES)
def test_everything_fits_on_every_screen(size, text_size, unnamed_players, monkeypatch):
    """No button leaves the window, covers another or cuts its words; no words are cut; panels lie side by side."""
    cut, panels, scales = [], [], {}
    fitted, panel = paint.fitted, paint.panel

    def watched_fitted(text, *args, **named):
        shown = fitted(text, *args, **named)
        if shown != paint.plain(text):
            cut.append((name, text, shown))
        return shown

    def watched_panel(surface, rect, **named):
        panels.append(pygame.Rect(rect))
        panel(surface, rect, **named)

    for app, name in screens(size, text_size=text_size):
        scales[name] = app.top.scale / app.scale
        buttons_are_sound(name, app.top.form, pygame.Rect((0, 0), size))
        # What was cut while it was put there may be beneath it, or be kept from an earlier size.
        paint.wrapped.cache_clear()
        cut.clear()
        panels.clear()
        with monkeypatch.context() as patch:
            patch.setattr(paint, "fitted", watched_fitted)
            patch.setattr(paint, "panel", watched_panel)
            app.top.draw(app.canvas)
        assert cut == []
        panels_are_sound(name, panels)
    assert len(scales) > 30
    # Large type is as large as was asked for.
    assert set(scales.values()) == {1.0}


@pytest.mark.parametrize("felt", theme.MATS)
def test_all_words_stand_out_from_what_they_are_written_on(felt, monkeypatch):
    """A contrast of 4.5, or 3 for large type, as WCAG 2.1 has it for level AA."""
    written = paint.text
    weak = []

    def watched(surface, words, at, size, colour=theme.INK, **named):
        before = surface.copy() if words.strip() else surface
        rect = written(surface, words, at, size, colour, **named)
        box = rect.clip(surface.get_rect())
        if min(box.size) > 0 and words.strip():
            under = luminances(picture(before.subsurface(box)).reshape(-1, 3))
            ink = luminance(colour)
            # All but the tenth that is nearest to the ink: a gleam of the wood hides no letter.
            ground = float(np.quantile(under, 0.9 if ink > np.median(under) else 0.1))
            found = (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
            large = size >= 24 or (size >= 18 and (named.get("bold") or named.get("display")))
            if found < (3.0 if large else 4.5):
                weak.append((type(app.top).__name__, words, round(found, 2)))
        return rect

    for app, _ in screens((1280, 800), mat=felt):
        monkeypatch.setattr(paint, "text", watched)
        app.top.draw(app.canvas)
        monkeypatch.undo()
    assert weak == []


@pytest.mark.parametrize("ink", ["INK", "INK_SOFT", "INK_FAINT", "GOLD", "GOOD", "BAD", "WARM"])
def test_every_ink_can_be_read_on_every_panel(ink):
    surface = pygame.Surface((200, 160), 0, 32)
    for fill in (theme.PANEL, theme.TABLE_DARK):
        paint.panel(surface, surface.get_rect().inflate(-20, -20), fill=fill)
        inner = picture(surface).reshape(200, 160, 3)[24:-24, 24:-24].reshape(-1, 3)
        assert min(contrast(getattr(theme, ink), tuple(colour)) for colour in np.unique(inner, axis=0)) >= 4.5


def test_pictures_show_nothing_of_the_users(tmp_path):
    with elsewhere(tmp_path):
        write_autosave(b"this is a match of the user's")
        ((_, surface),) = gallery.pictures((960, 600), ("title",))
        with_match = picture(surface)
    ((_, surface),) = gallery.pictures((960, 600), ("title",))
    assert (picture(surface) == with_match).all()


def test_pictures_of_screens_are_written(tmp_path):
    run = CliRunner().invoke(cli.cli, ["pictures", str(tmp_path), "--screen", "title", "--size", "960x600"])
    assert run.exit_code == 0, run.output
    assert (tmp_path / "title.jpg").stat().st_size > 20_000
    assert "title" in CliRunner().invoke(cli.cli, ["pictures", "--names"]).output.splitlines()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--size", "10x10"], "allowed are"),
        (["--size", "wide"], "WIDTHxHEIGHT"),
        (["--screen", "moon"], "is no screen"),
    ],
)
def test_a_wrong_call_for_pictures_says_what_is_allowed(tmp_path, more, words):
    run = CliRunner().invoke(cli.cli, ["pictures", str(tmp_path), *more])
    assert run.exit_code == 2
    assert words in run.output


def test_the_cost_of_frames_is_measured_and_told(monkeypatch):
    monkeypatch.setattr(bench, "IDLE_SECONDS", 0.3)
    monkeypatch.setattr(bench, "_first", lambda size: 0.5)
    figures = bench.measure((960, 600), frames=6)
    values = bench.as_values(figures)
    assert values["pieces"] >= 80
    assert set(values["frames"]) == {state.name for state in figures.states}
    assert len(figures.states) == 4
    assert all(0.0 < frame["median_ms"] <= frame["p95_ms"] for frame in values["frames"].values())
    assert 0.0 <= values["idle_core"] < 1.0
    text = "\n".join(str(line) for line in bench.lines(figures))
    assert "aiming" in text
    assert "First frame" in text


@pytest.mark.parametrize("height", [90, 131, 200, 349])
@pytest.mark.parametrize("scale", [0.82, 1.085, 1.63])
def test_no_row_of_the_log_is_cut_in_half(height, scale):
    panel = LogPanel()
    panel.place(pygame.Rect(10, 10, 260, height), scale)
    panel.show([LogLine(i, f"Line {i} of what happened to a bug.", "M1", "flick", 0) for i in range(60)])
    for turn in (None, 1.0, 7.0, -2.0, "pick", "top"):
        if turn == "pick":
            for _ in range(11):
                panel.pick(-1)
        elif turn == "top":
            panel.to_top()
        elif turn is not None:
            panel.wheel(turn)
        body = panel._body
        assert (panel._top() - body.y) % panel._step == 0
        assert body.height % panel._step == 0
        assert panel.rect.contains(body)


def test_a_log_of_another_size_shows_the_line_that_was_read():
    panel = LogPanel()
    lines = [LogLine(i, f"Line {i} of what happened to a bug of the other army.", "M1", "flick", 0) for i in range(60)]

    def top():
        return panel.at((panel._body.x + 1, panel._body.y + 1))

    panel.place(pygame.Rect(10, 10, 330, 349), 1.0)
    panel.show(lines)
    panel.wheel(20.0)
    read = top()
    for width, height, scale in ((260, 349, 1.0), (520, 200, 1.63), (330, 500, 0.82), (330, 349, 1.0)):
        panel.place(pygame.Rect(10, 10, width, height), scale)
        panel.wheel(0.0)
        assert top() == read
    panel.to_top()
    panel.place(pygame.Rect(10, 10, 260, 200), 0.82)
    panel.wheel(0.0)
    assert top() == 0
    panel.picked = 50
    panel.place(pygame.Rect(10, 10, 330, 349), 1.0)
    panel.wheel(0.0)
    body = panel._body
    seen = {panel.at((body.x + 1, y)) for y in range(body.y, body.bottom)}
    assert 50 in seen


def test_the_folder_of_pictures_is_made_and_must_be_named(tmp_path):
    folder = tmp_path / "of" / "screens"
    assert CliRunner().invoke(cli.cli, ["pictures", str(folder), "--screen", "title"]).exit_code == 0
    assert (folder / "title.jpg").exists()
    unnamed = CliRunner().invoke(cli.cli, ["pictures"])
    assert unnamed.exit_code == 2
    assert "Name the folder for the pictures" in unnamed.output
    taken = CliRunner().invoke(cli.cli, ["pictures", str(folder / "title.jpg"), "--screen", "title"])
    assert taken.exit_code == 2


def test_pictures_show_the_real_physics_also_after_tests_with_quick_ones():
    real = staging.played().state.digest()
    with quick_physics.quick_physics():
        assert staging.played().state.digest() != real
    assert staging.played().state.digest() == real

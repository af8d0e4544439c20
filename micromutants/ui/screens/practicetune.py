"""The tab with the physics constants on sliders: the shot runs again, its ghost, its scatter."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pygame

from micromutants.folders import tilde
from micromutants.physics import Constant, Hand, Outcome, Physics, constants
from micromutants.ui import paint, theme
from micromutants.ui.buttons import Control, lay
from micromutants.ui.draw import draw_piece, settled
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.playback import trace
from micromutants.ui.practice.cloud import draw_cloud, draw_heat
from micromutants.ui.practice.lab import MOST, share_of, value_at

if TYPE_CHECKING:
    from micromutants.ui.screens.practice import PracticeScreen

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Mat, chips",
        (
            *("friction_mat", "friction_chip", "restitution_mat", "restitution_chip"),
            *("bounce_speed", "edge_rounding", "min_overlap", "time_limit"),
        ),
    ),
    (
        "Shooter",
        ("mat_stiffness", "returned_fraction", "press_force", "felt_exponent", "tumble", "yaw_coupling"),
    ),
    ("Hand", ("power_sd", "aim_sd", "loft_sd", "tumble_sd")),
)
"""Groups of sliders and the constants in them; together they are all there are."""

SCATTERS = ("Scatter: off", "Scatter: dots", "Scatter: heat")


def known() -> dict[str, Constant]:
    """Every constant that has a slider, by name."""
    return {one.name: one for one in (*constants(Physics), *constants(Hand))}


def shown_value(one: Constant, value: float) -> str:
    """A value with its unit, angles in degrees."""
    if one.unit == "rad":
        return f"{math.degrees(value):.3g}°"
    return f"{value:.4g} {one.unit}".rstrip()


def layout(screen: PracticeScreen) -> tuple[Control, ...]:
    """The shot, the groups, the sliders of one group, the scatter; returns the tools."""
    u, body, gap, lab = screen.u, screen.body, screen.u(6), screen.lab
    subject = lab.subject
    y = body.y
    name = f"Shot: {subject.name}" if subject else "There is no shot to run"
    several = (
        "" if len(lab.subjects) > 1 else "There is no other shot." if subject else "Flick a chip under Play first."
    )
    screen.form.button(
        pygame.Rect(body.x, y, body.width, u(32)), name, partial(_subject, screen), why=several, hint="The next shot"
    )
    y += u(38)
    groups = [
        Control(label, partial(_group, screen, index), style="on" if index == screen.group else "quiet")
        for index, (label, _) in enumerate(GROUPS)
    ]
    lay(screen.form, pygame.Rect(body.x, y, body.width, u(28)), [groups], gap)
    y += u(34)
    for name in GROUPS[screen.group][1]:
        one = known()[name]
        rect = _slider_rect(screen, y)
        hint = f"{one.meaning}. {_range(one)}, usually {shown_value(one, one.default)}: {one.source}."
        screen.form.slider(rect, share_of(one, lab.value(name)), partial(_slid, screen, one), hint=hint)
        y += u(27)
    y += u(5)
    why, style = ("", "on") if screen.scatter else (lab.scatter_refusal(), "")
    hint = f"Make the shot {MOST} times with the hand of the sliders"
    row = (
        Control("As the file", partial(_reset, screen, False), hint="All constants as the file has them"),
        Control("Usual", partial(_reset, screen, True), hint="All constants as they usually are"),
        Control(SCATTERS[screen.scatter], partial(_scatter, screen), why=why, style=style, hint=hint),
    )
    lay(screen.form, pygame.Rect(body.x, y, body.width, u(30)), [row], gap)
    screen.words_down = y + u(38) - body.y
    return (Control("Write to scenario", partial(write, screen), hint=f"Write {tilde(screen.stand.target())}"),)


def _range(one: Constant) -> str:
    if one.unit == "rad":
        return f"From 0 to {math.degrees(one.high):.0f}°"
    return f"{one.range[0].upper()}{one.range[1:]} {one.unit}".rstrip()


def _slider_rect(screen: PracticeScreen, y: int) -> pygame.Rect:
    body, u = screen.body, screen.u
    return pygame.Rect(body.x + round(body.width * 0.36), y + u(3), round(body.width * 0.40), u(19))


def _subject(screen: PracticeScreen) -> None:
    screen.lab.next_subject(1)
    screen.relayout()


def _group(screen: PracticeScreen, index: int) -> None:
    screen.group = index
    screen.relayout()


def _slid(screen: PracticeScreen, one: Constant, share: float) -> None:
    screen.lab.set(one.name, value_at(one, share))
    screen.note = ("", "")
    screen.lab.update()
    screen.app.redraw()


def _reset(screen: PracticeScreen, usual: bool) -> None:
    screen.lab.reset(Physics() if usual else screen.stand.scenario.physics)
    screen.relayout()


def _scatter(screen: PracticeScreen) -> None:
    screen.scatter = (screen.scatter + 1) % len(SCATTERS)
    screen.lab.scattering = bool(screen.scatter)
    screen.relayout()


def draw(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """The ghost and the scatter on the mat; names and values of the sliders; the words."""
    _draw_mat(screen, surface)
    with screen.scroll.clipped(surface):
        _draw_sliders(screen, surface)
        _draw_words(screen, surface)


def _draw_sliders(screen: PracticeScreen, surface: pygame.Surface) -> None:
    u, body, lab = screen.u, screen.body, screen.lab
    y = body.y + u(72)
    rows = len(GROUPS[screen.group][1])
    paint.panel(surface, pygame.Rect(body.x, y - u(2), body.width, u(27) * rows + u(4)), radius=u(8))
    left, right = body.x + u(10), body.right - u(10)
    file = screen.stand.scenario.physics
    for name in GROUPS[screen.group][1]:
        one, value = known()[name], lab.value(name)
        differs = value != getattr(file, name) if hasattr(file, name) else lab.hand_changed
        ink = theme.GOLD if differs else theme.INK_SOFT
        label, size = name.replace("_", " "), u(13)
        paint.text(
            surface, label.capitalize(), (left, y + u(3)), size, ink, bold=differs, width=round(body.width * 0.33)
        )
        told = shown_value(one, value)
        paint.text(surface, told, (right, y + u(3)), size, ink, bold=differs, anchor="topright")
        y += u(27)


def _draw_words(screen: PracticeScreen, surface: pygame.Surface) -> None:
    u, body, lab = screen.u, screen.body, screen.lab
    top = body.y + screen.words_down
    box = pygame.Rect(body.x, top, body.width, max(0, body.bottom - top - u(6)))
    if box.height < u(30):
        return
    paint.panel(surface, box, radius=u(9))
    kept = surface.get_clip()
    surface.set_clip(box.clip(kept))
    at = box.y + u(7)
    chances = lab.chances() if screen.scatter else []
    for words in lab.words():
        room = pygame.Rect(box.x + u(10), at, box.width - u(20), max(u(18), box.bottom - at))
        at += paint.paragraph(surface, words, room, u(13), theme.INK) + u(3)
    if screen.scatter:
        made = sum(map(len, lab.cloud))
        why = lab.scatter_refusal()
        head = why or f"{made} of {MOST} shots with this hand" + (" …" if made < MOST else "")
        ink = theme.BAD if why else theme.INK_SOFT
        room = pygame.Rect(box.x + u(10), at, box.width - u(20), u(40))
        at += paint.paragraph(surface, head, room, u(13), ink, bold=True) + u(2)
    half = (box.width - u(30)) // 2
    for index, (name, share) in enumerate(chances):
        x = box.x + u(10) + (index % 2) * (half + u(10))
        row = at + index // 2 * u(19)
        size = paint.fitting(name, u(13), half - u(48), u(10))
        paint.text(surface, name, (x, row), size, theme.INK_SOFT, width=half - u(48))
        told = f"{100 * share:.0f} %" if share >= 0.01 else f"{100 * share:.1f} %"
        paint.text(surface, told, (x + half, row), u(13), theme.GOLD, bold=True, anchor="topright")
    surface.set_clip(kept)


def _draw_mat(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """What the file's physics would have done, in blue; the scatter."""
    lab, view = screen.lab, screen.camera.view
    kept = surface.get_clip()
    surface.set_clip(screen.mat.clip(kept))
    if screen.scatter and lab.cloud:
        (draw_cloud if screen.scatter == 1 else draw_heat)(surface, view, lab.cloud)
    subject, usual, now = lab.subject, lab.usual, lab.now
    if subject is not None and usual is not None and now is not None and usual is not now:
        if screen.stand.physics != screen.stand.scenario.physics:
            _draw_ghost(screen, surface, usual, now)
    surface.set_clip(kept)


def _draw_ghost(screen: PracticeScreen, surface: pygame.Surface, usual: Outcome, now: Outcome) -> None:
    view, looks = screen.camera.view, screen.looks()
    subject = screen.lab.subject
    assert subject is not None
    points = [view.to_screen(x, y) for x, y, _ in trace(usual.track, subject.moves[0].piece)]
    if len(points) > 1:
        pygame.draw.aalines(surface, theme.GOOD, False, points)
    for piece in usual.table:
        other = now.table[piece.id]
        if (piece.x, piece.y, piece.face) == (other.x, other.y, other.face) or piece.id not in looks:
            continue
        pose = settled(usual.table, piece)
        draw_piece(surface, view, looks[piece.id], pose, face=piece.face, alpha=0.45, shadow=False)
        centre = view.to_screen(piece.x, piece.y)
        pygame.draw.aacircle(surface, theme.GOOD, centre, max(5.0, view.length(piece.spec.reach + 1.5)), 2)


def write(screen: PracticeScreen) -> None:
    """Write the constants to the scenario's file, with its comments kept."""
    stand, lab = screen.stand, screen.lab
    scenario = msgspec.structs.replace(stand.scenario, physics=stand.physics)
    if lab.hand_changed:
        scenario = msgspec.structs.replace(scenario, hand=lab.hand)
    screen.write(scenario)


# --- input -----------------------------------------------------------------------------------------------------


def pressed(screen: PracticeScreen, button: int, pos: tuple[int, int]) -> None:
    """Nothing on the mat can be pressed here."""


def moved(screen: PracticeScreen, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
    """Nothing on the mat can be dragged here."""


def released(screen: PracticeScreen, button: int, pos: tuple[int, int], inside: bool) -> None:
    """Nothing on the mat is let go here."""


def wheel(screen: PracticeScreen, steps: float, pos: tuple[int, int], shift: bool) -> bool:
    """Over a slider the wheel moves it; returns whether that was meant."""
    field = screen.form.at(pos)
    if field is None or not field.slides or (screen.scroll.limit and not shift):
        # Where the wheel scrolls, a slider that comes under the pointer is not to move.
        return False
    field.slide(field.share + steps * (0.002 if shift else 0.01))
    return True


def keyed(screen: PracticeScreen, keyed: Keyed) -> bool:
    """Keys go through the buttons and sliders as in a menu; returns whether the intent was one of ours."""
    return keyed.intent is not Intent.BACK and screen.form.keyed(keyed)

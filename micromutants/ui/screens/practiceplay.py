"""The tab on which a scenario is played: what it is about, its shots, what came of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pygame

from micromutants.folders import tilde
from micromutants.physics import Shot
from micromutants.shots import of_outcome
from micromutants.ui import paint, theme
from micromutants.ui.buttons import Control, lay
from micromutants.ui.draw import draw_side_view
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.practice.looks import bare
from micromutants.ui.practice.stand import hands
from micromutants.ui.screens import practiceview
from micromutants.ui.screens.keeping import ask_to_keep, now
from micromutants.ui.session import PREVIEWS

if TYPE_CHECKING:
    from micromutants.ui.screens.practice import PracticeScreen

SHOTS_SHOWN = 4
"""So many shots of the file have buttons at once."""

_PREVIEW_WORDS = {"none": "No preview", "short": "Short preview", "full": "Full preview"}


def _words(screen: PracticeScreen) -> list[tuple[str, int, theme.Colour, bool]]:
    """Title, goal and description: text, size, ink, bold."""
    scenario, u = screen.stand.scenario, screen.u
    found = [(scenario.title, u(17), theme.INK, True)]
    if scenario.puzzle is not None:
        found.append((scenario.puzzle.goal, u(14), theme.GOLD, True))
    if scenario.description:
        found.append((" ".join(scenario.description.split()), u(13), theme.INK_SOFT, False))
    tuned = [name for name in screen.lab.changed if name != "hand"]
    if tuned:
        values = ", ".join(f"{name.replace('_', ' ')} {getattr(screen.stand.physics, name):.4g}" for name in tuned)
        found.insert(1, (f"Physics as tuned: {values}", u(13), theme.GOOD, False))
    return found


def _head(screen: PracticeScreen) -> pygame.Rect:
    """The panel with title, goal and description, as high as its words ask."""
    body, u = screen.body, screen.u
    height = u(14)
    for text, size, _, bold in _words(screen):
        height += len(paint.wrapped(text, size, body.width - u(24), bold)) * round(size * 1.4) + u(4)
    return pygame.Rect(body.x, body.y, body.width, min(height, round(body.height * 0.42)))


def _rows(screen: PracticeScreen) -> int:
    shots = len(screen.stand.scenario.shots)
    return 1 + (min(shots, SHOTS_SHOWN) + 1) // 2 + (1 if shots > SHOTS_SHOWN else 0)


def _log(screen: PracticeScreen) -> pygame.Rect:
    body, u, head = screen.body, screen.u, _head(screen)
    top = head.bottom + u(8) + _rows(screen) * u(38)
    return pygame.Rect(body.x, top, body.width, max(0, body.bottom - top))


def _side(screen: PracticeScreen) -> pygame.Rect:
    """The side view of the aim, over the lower part of the log."""
    log = _log(screen)
    height = min(screen.u(150), log.height)
    return pygame.Rect(log.x, log.bottom - height, log.width, height)


def layout(screen: PracticeScreen) -> tuple[Control, ...]:
    """Buttons for the shots of the file, the hand and the preview; returns the tools."""
    u, body, gap, stand = screen.u, screen.body, screen.u(8), screen.stand
    busy = "A flick is being shown." if screen.film is not None else ""
    y = _head(screen).bottom + u(8)
    name = next((name for name, hand in hands(stand.scenario) if hand == stand.hand), "as tuned")
    none = "" if stand.past else "Nothing has been flicked yet."
    key, why = screen.key, busy or none
    who = "Who flicks: an exact hand does just what is aimed, others tremble"
    seen = "How much of the flick is foreseen while you aim"
    kept = "Put the last flick into the library of shots"
    choices = (
        Control(f"Hand: {name}", partial(_next_hand, screen), why=busy, hint=who),
        Control(_PREVIEW_WORDS[screen.preview], partial(_next_preview, screen), why=busy, hint=seen),
        Control("Save shot", partial(save_shot, screen), key(Intent.KEEP), why, hint=kept),
    )
    lay(screen.form, pygame.Rect(body.x, y, body.width, u(32)), [choices], gap)
    y += u(38)
    half = (body.width - gap) // 2
    shots = stand.scenario.shots
    shown = shots[screen.first_shot : screen.first_shot + SHOTS_SHOWN]
    for index, shot in enumerate(shown):
        row, place = divmod(index, 2)
        rect = pygame.Rect(body.x + place * (half + gap), y + row * u(38), half, u(32))
        solves = stand.scenario.puzzle is not None and stand.scenario.puzzle.solution == shot.name
        label = "Show a solution" if solves else shot.name
        told = f"A solution: {shot.name}" if solves else f"A shot of the file, from its own table: {shot.name}"
        screen.form.button(rect, label, partial(screen.make, shot), hint=told, why=busy)
    if len(shots) > SHOTS_SHOWN:
        y += u(76)
        last = (len(shots) - 1) // SHOTS_SHOWN * SHOTS_SHOWN
        first = busy or ("" if screen.first_shot else "These are the first shots.")
        no_more = busy or ("" if screen.first_shot < last else "These are the last shots.")
        pages = (
            Control("Earlier shots", partial(_page, screen, -1), why=first),
            Control("Later shots", partial(_page, screen, 1), why=no_more),
        )
        lay(screen.form, pygame.Rect(body.x, y, body.width, u(32)), [pages], gap)
    screen.log.place(_log(screen), screen.scale)
    hint = f"Write the aim, or the last flick, as a shot to {tilde(stand.target())}"
    return (
        Control("Undo", screen.undo, key(Intent.UNDO), why, hint="Take the last flick back"),
        Control("Reset", screen.reset, key(Intent.RESET), why, hint="The table as the file has it"),
        Control("Again", screen.again, key(Intent.INSTANT), why, hint="Show the last flick again"),
        Control("To file", screen.keep, key(Intent.WRITE), busy if screen.aiming.aim else why, hint=hint),
    )


def _next_hand(screen: PracticeScreen) -> None:
    """Another hand does the flicks."""
    known = hands(screen.stand.scenario)
    now = next((i for i, (_, hand) in enumerate(known) if hand == screen.stand.hand), -1)
    screen.stand.hand = known[(now + 1) % len(known)][1]
    screen.relayout()


def _next_preview(screen: PracticeScreen) -> None:
    screen.preview = PREVIEWS[(PREVIEWS.index(screen.preview) + 1) % len(PREVIEWS)]
    screen.relayout()


def save_shot(screen: PracticeScreen) -> None:
    """Ask for a name and put the last flick into the library of shots."""
    stand, last = screen.stand, screen.stand.last
    if last is None:
        screen.note = ("Nothing has been flicked yet.", "plain")
        return
    setup = msgspec.structs.replace(bare(last.before.mat), physics=last.physics)
    press = last.moves[0] if len(last.moves) == 1 and isinstance(last.moves[0], Shot) else None
    title = last.name or f"{last.piece} is flicked"
    shot = of_outcome(
        setup, last.before, last.launches, last.outcome, name=title, now=now(), shot=press, origin=stand.scenario.title
    )

    shot = msgspec.structs.replace(shot, breeds=dict(stand.scenario.breeds))

    def told(words: str) -> None:
        screen.note = (words, "good")

    ask_to_keep(screen.app, shot, told)


def _page(screen: PracticeScreen, by: int) -> None:
    screen.first_shot += by * SHOTS_SHOWN
    screen.relayout()


def draw(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """The words on top, and the log or the side view of the aim."""
    with screen.scroll.clipped(surface):
        _draw(screen, surface)


def _draw(screen: PracticeScreen, surface: pygame.Surface) -> None:
    u, head = screen.u, _head(screen)
    paint.panel(surface, head, radius=u(9))
    y = head.y + u(7)
    for text, size, ink, bold in _words(screen):
        room = pygame.Rect(head.x + u(12), y, head.width - u(24), max(0, head.bottom - y - u(4)))
        if room.height < round(size * 1.4):
            break
        y += paint.paragraph(surface, text, room, size, ink, bold=bold) + u(4)
    screen.log.show(screen.telling.lines(screen.stand))
    log = _log(screen)
    aim = screen.aiming.aim
    if aim is not None and screen.film is None:
        log = pygame.Rect(log.x, log.y, log.width, max(0, _side(screen).y - log.y - u(8)))
    screen.log.place(log, screen.scale)
    if screen.stand.past and log.height > u(50):
        screen.log.draw(surface)
    elif log.height > u(50):
        paint.panel(surface, log, radius=u(9))
        box = log.inflate(-u(24), -u(16))
        paint.paragraph(surface, _how(screen), box, u(13), theme.INK_FAINT)
    if aim is not None and screen.film is None:
        _draw_side(screen, surface)


def _how(screen: PracticeScreen) -> str:
    """How to flick, with the keys that are set."""
    key = screen.key
    return (
        f"Drag back from a chip and let go to flick it. {key(Intent.NEXT)} picks a chip, {key(Intent.LEFT)} and "
        f"{key(Intent.RIGHT)} turn the aim, {key(Intent.UP)} and {key(Intent.DOWN)} change its power, "
        f"{key(Intent.LOFT_UP)} and {key(Intent.LOFT_DOWN)} the loft, {key(Intent.OFFSET_IN)} and "
        f"{key(Intent.OFFSET_OUT)} where it is pressed; {key(Intent.CONFIRM)} flicks. {key(Intent.BUTTONS)} leads to "
        "the buttons. The wheel zooms, the middle button moves the mat."
    )


def _draw_side(screen: PracticeScreen, surface: pygame.Surface) -> None:
    aim, rect, u = screen.aiming.aim, _side(screen), screen.u
    if aim is None or rect.height < u(60):
        return
    shot, piece = aim.shot(), screen.stand.table[aim.piece]
    army = screen.looks()[aim.piece].army
    size, pad = u(13), u(8)
    draw_side_view(surface, rect, piece.kind, shot.loft, shot.offset, shot.power, army, size)
    top = (rect.x + pad, rect.y + pad // 2)
    paint.text(surface, f"power {100 * shot.power:.2f} %", top, size, theme.GOLD, bold=True)
    degrees = f"{aim.degrees:.2f}°"
    paint.text(surface, degrees, (rect.right - pad, top[1]), size, theme.INK_SOFT, anchor="topright")


# --- input -----------------------------------------------------------------------------------------------------


def pressed(screen: PracticeScreen, button: int, pos: tuple[int, int]) -> None:
    """Left picks a chip and begins to pull; right gives the aim up."""
    if button == 3:
        if screen.aiming.cancel():
            screen.relayout()
        return
    if button != 1 or not screen.mat.collidepoint(pos):
        return
    piece = practiceview.under(screen, pos)
    if piece is None:
        if screen.aiming.aim is not None:
            screen.aiming.press(pos)
        return
    refusal = screen.stand.may_flick(piece)
    if refusal:
        screen.note = (refusal, "bad")
        return
    screen.note = ("", "")
    screen.aiming.take(screen.stand.table, piece)
    screen.scroll.show(_side(screen))
    screen.aiming.press(pos)
    screen.relayout()


def moved(screen: PracticeScreen, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
    """Aim."""
    screen.log.hovered = screen.log.at(pos)
    if screen.aiming.pull is None:
        return
    if buttons[0]:
        screen.aiming.drag(pos, screen.app.scale)
    else:
        # A button that came up where the window could not see it gives the drag up.
        screen.aiming.let_go()


def released(screen: PracticeScreen, button: int, pos: tuple[int, int], inside: bool) -> None:
    """The left button ends a drag: it flicks, or it was a click."""
    pull = screen.aiming.pull
    if button != 1 or pull is None:
        return
    click = not pull.long(screen.app.scale)
    if screen.aiming.release(inside, screen.app.scale):
        screen.flick()
    elif click and inside and practiceview.under(screen, pos) is None:
        screen.aiming.clear()
        screen.relayout()


def wheel(screen: PracticeScreen, steps: float, pos: tuple[int, int], shift: bool) -> bool:
    """Scroll the log, or change the loft of the aim; returns whether that was meant."""
    if screen.log.rect.clip(screen.scroll.view).collidepoint(pos) and screen.log.long:
        screen.log.wheel(steps)
        return True
    if screen.scroll.view.collidepoint(pos):
        return False
    if screen.aiming.aim is not None:
        screen.aiming.wheel(steps, shift)
        return True
    return False


def keyed(screen: PracticeScreen, keyed: Keyed) -> bool:
    """Aim and flick by keys; returns whether the intent was one of ours."""
    intent = keyed.intent
    if intent in (Intent.NEXT, Intent.PREVIOUS):
        _step(screen, 1 if intent is Intent.NEXT else -1)
    elif intent is Intent.CONFIRM:
        screen.flick()
    elif intent is Intent.RESET:
        screen.reset()
    elif intent is Intent.INSTANT:
        screen.again()
    elif intent is Intent.KEEP:
        save_shot(screen)
    elif not screen.aiming.keyed(keyed):
        return False
    return True


def _step(screen: PracticeScreen, by: int) -> None:
    """Pick the next or previous chip, from left to right."""
    table = screen.stand.table
    chips = [p.id for p in sorted(table, key=lambda p: (p.x, p.y)) if p.spec.chip and table.on_mat(p)]
    if not chips:
        screen.note = ("There is no chip on the mat: put some on it under Edit.", "plain")
        return
    aim = screen.aiming.aim
    index = chips.index(aim.piece) + by if aim and aim.piece in chips else 0
    screen.aiming.take(table, chips[index % len(chips)])
    screen.scroll.show(_side(screen))
    screen.relayout()


def write(screen: PracticeScreen) -> None:
    """Write the last flick to the file as a shot of the scenario."""
    screen.keep()

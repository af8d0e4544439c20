"""The tab on which the pieces of a scenario are moved, turned, added and removed, and the file is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from micromutants.folders import tilde
from micromutants.rules import load_armies
from micromutants.rules.words import an
from micromutants.scenario.parts import OWNER_MAX, sorts
from micromutants.table import KINDS, NOBODY
from micromutants.ui import paint, theme
from micromutants.ui.buttons import Control, lay
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.labels import shares
from micromutants.ui.placing import ARROWS, MOVES
from micromutants.ui.practice.editing import TURN
from micromutants.ui.screens import practiceview

if TYPE_CHECKING:
    from micromutants.ui.screens.practice import PracticeScreen


def shelves() -> list[tuple[str, list[tuple[str, str, str]]]]:
    """The palette: name of each shelf and what is on it, as label, breed and kind."""
    found = []
    for army in load_armies().values():
        parts = [(part.name, part.id, sorts()[part.id].kind) for part in army.parts]
        found.append((army.name, parts))
    found.append(("Bare pieces", [(kind.replace("-", " ").capitalize(), "", kind) for kind in KINDS]))
    return found


def layout(screen: PracticeScreen) -> tuple[Control, ...]:
    """The palette and what can be done with the picked piece; returns the tools, which are about the file."""
    u, body, gap, editing = screen.u, screen.body, screen.u(8), screen.editing
    known = shelves()
    y = body.y + u(32)
    third = (body.width - 2 * gap) // 3
    name, parts = known[editing.shelf % len(known)]
    describe = pygame.Rect(body.right - third, body.y, third, u(28))
    hint = "Change the title, the text and the goal of the scenario"
    screen.form.button(describe, "Title and text", partial(_describe, screen), hint=hint, style="quiet")
    rect = pygame.Rect(body.x, y, 2 * third + gap, u(32))
    screen.form.button(rect, name, partial(_shelf, screen), hint="The next shelf of pieces", style="on")
    owner = "nobody" if editing.owner == NOBODY else f"player {editing.owner + 1}"
    rect = pygame.Rect(body.x + 2 * (third + gap), y, third, u(32))
    screen.form.button(rect, f"For {owner}", partial(_owner, screen), hint="Whose the new pieces are")
    y += u(38)
    for first in range(0, len(parts), 3):
        some = parts[first : first + 3]
        labels = [label for label, _, _ in some] + [""] * (3 - len(some))
        x, widths = body.x, shares(labels, body.width, gap, screen.scale)
        for (label, breed, kind), width in zip(some, widths, strict=False):
            rect = pygame.Rect(x, y + first // 3 * u(34), width, u(30))
            hint = f"Put {an(label)} on the mat ({kind})"
            screen.form.button(rect, label, partial(_add, screen, breed, kind), hint=hint, style="quiet")
            x = rect.right + gap
    y += -(-len(parts) // 3) * u(34) + u(30)
    picked = editing.picked
    why = "" if picked else "Pick a piece first: click it, or press Tab."
    act = partial(Control, why=why)
    key, turn, do = screen.key, partial(_turn, screen), partial(_do, screen)
    stacking, style = ("Stacking: on", "on") if editing.stacking else ("Stacking: off", "")
    acts = (
        (
            act("Turn", partial(turn, TURN), key(Intent.ROTATE), hint="Turn it by 15°; the wheel does the same"),
            act("Turn back", partial(turn, -TURN), key(Intent.ROTATE_BACK), hint="Turn it by 15° the other way"),
            act("Flip", partial(do, editing.flip), key(Intent.FLIP), hint="Show its other side"),
        ),
        (
            act("Owner", partial(do, editing.own), hint="Give it to the next player"),
            act("Remove", partial(do, editing.remove), key(Intent.REMOVE), hint="Take it off the mat"),
            Control(stacking, partial(_stack, screen), style=style, hint="Whether a piece may be put on another"),
        ),
    )
    for number, row in enumerate(acts):
        lay(screen.form, pygame.Rect(body.x, y + number * u(38), body.width, u(32)), [row], gap)
    none = "" if editing.changed else "Nothing has been changed yet."
    unwritten = "" if screen.stand.edited or screen.stand.path is None else "The file says all this already."
    hint = f"Write {tilde(screen.stand.target())}"
    return (
        Control("Undo", screen.undo, key(Intent.UNDO), none, hint="Take the last change back"),
        Control("Write", partial(write, screen), key(Intent.WRITE), unwritten, hint=hint),
    )


def _top_of_words(screen: PracticeScreen) -> int:
    _, parts = shelves()[screen.editing.shelf % len(shelves())]
    u = screen.u
    return screen.body.y + u(32) + u(38) + -(-len(parts) // 3) * u(34)


def draw(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """Headings, the picked piece in numbers, and why the one in the hand may not lie there."""
    with screen.scroll.clipped(surface):
        _draw(screen, surface)


def _draw(screen: PracticeScreen, surface: pygame.Surface) -> None:
    u, body, editing, stand = screen.u, screen.body, screen.editing, screen.stand
    paint.text(surface, "Put on the mat", (body.x, body.y + u(7)), u(14), theme.INK_SOFT, bold=True)
    y = _top_of_words(screen)
    piece = stand.scenario.table.get(editing.picked) if editing.picked else None
    named = "The picked piece" if piece is None else practiceview.named(screen, piece.id)
    paint.text(surface, named, (body.x, y + u(7)), u(14), theme.INK_SOFT, bold=True, width=body.width)
    box = pygame.Rect(body.x, y + u(30) + u(76) + u(6), body.width, 0)
    box.height = max(0, body.bottom - box.y - u(6))
    if box.height < u(40):
        return
    paint.panel(surface, box, radius=u(9))
    lines: list[tuple[str, theme.Colour]] = []
    if editing.why:
        lines.append((editing.why, theme.BAD))
    if piece is not None:
        degrees = pygame.math.Vector2(1, 0).rotate_rad(piece.angle).as_polar()[1] % 360
        owner = "nobody's" if piece.owner == NOBODY else f"player {piece.owner + 1}'s"
        words = f"At ({piece.x:.1f}, {piece.y:.1f}) mm, turned to {degrees:.1f}°, {piece.face.value} side up, {owner}."
        lines.append((words, theme.INK))
    where = f"File: {tilde(stand.path)}" if stand.path else "No file yet."
    if stand.target() != stand.path:
        where += f" It will be written to {tilde(stand.target())}."
    lines.append((where, theme.INK_SOFT))
    if stand.edited:
        lines.append(("There are changes that are not in the file.", theme.GOLD))
    lines.append(
        ("Drag pieces; arrows move the picked one by 5 mm, with Shift by 1, with Ctrl by 0.2.", theme.INK_FAINT)
    )
    at = box.y + u(8)
    for words, ink in lines:
        room = pygame.Rect(box.x + u(10), at, box.width - u(20), box.bottom - at - u(4))
        if room.height < u(18):
            break
        at += paint.paragraph(surface, words, room, u(13), ink) + u(4)


def _describe(screen: PracticeScreen) -> None:
    from micromutants.ui.screens.describe import DescribeScreen

    screen.app.push(DescribeScreen(screen.app, screen.editing))


def _shelf(screen: PracticeScreen) -> None:
    screen.editing.shelf = (screen.editing.shelf + 1) % len(shelves())
    screen.relayout()


def _owner(screen: PracticeScreen) -> None:
    editing = screen.editing
    editing.owner = NOBODY if editing.owner == OWNER_MAX else editing.owner + 1
    screen.relayout()


def _stack(screen: PracticeScreen) -> None:
    screen.editing.stacking = not screen.editing.stacking
    screen.relayout()


def _add(screen: PracticeScreen, breed: str, kind: str) -> None:
    _told(screen, screen.editing.add(breed, kind))


def _turn(screen: PracticeScreen, by: float) -> None:
    _told(screen, screen.editing.turn(by))


def _do(screen: PracticeScreen, act: Callable[[], str]) -> None:
    _told(screen, act())


def _told(screen: PracticeScreen, why: str) -> None:
    """Say why something was refused, or nothing."""
    screen.note = (why, "bad") if why else ("", "")
    screen.relayout()


def write(screen: PracticeScreen) -> None:
    """Write the file, with its comments kept."""
    picked = screen.editing.picked
    screen.write()
    screen.editing.picked = picked if picked in screen.stand.scenario.table else None
    screen.relayout()


# --- input -----------------------------------------------------------------------------------------------------


def pressed(screen: PracticeScreen, button: int, pos: tuple[int, int]) -> None:
    """Left takes a piece; right puts it back."""
    if button == 3:
        screen.editing.cancel()
        screen.relayout()
    elif button == 1 and screen.mat.collidepoint(pos):
        screen.note = ("", "")
        screen.editing.take(practiceview.under(screen, pos), *screen.camera.view.to_mat(*pos))
        screen.relayout()


def moved(screen: PracticeScreen, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
    """Drag the piece that is held."""
    if not screen.editing.holding:
        return
    if buttons[0]:
        screen.editing.drag(*screen.camera.view.to_mat(*pos))
    else:
        screen.editing.let_go()


def released(screen: PracticeScreen, button: int, pos: tuple[int, int], inside: bool) -> None:
    """Let the piece down, or put it back where it came from."""
    if button != 1 or not screen.editing.holding:
        return
    if inside and screen.mat.collidepoint(pos):
        _told(screen, screen.editing.drop())
    else:
        screen.editing.let_go()
        _told(screen, "Let go beyond the mat: the piece is back where it was.")


def wheel(screen: PracticeScreen, steps: float, pos: tuple[int, int], shift: bool) -> bool:
    """Turn the picked piece under the pointer; returns whether that was meant."""
    editing = screen.editing
    if editing.picked is None or not (editing.holding or practiceview.under(screen, pos) == editing.picked):
        return False
    _told(screen, editing.turn(steps * (TURN / 15 if shift else TURN)))
    return True


def keyed(screen: PracticeScreen, keyed: Keyed) -> bool:
    """Move, turn, flip and remove by keys; returns whether the intent was one of ours."""
    intent, editing = keyed.intent, screen.editing
    if intent in (Intent.NEXT, Intent.PREVIOUS):
        pieces = [p.id for p in sorted(screen.stand.scenario.table, key=lambda p: (p.x, p.y))]
        if pieces:
            by = 1 if intent is Intent.NEXT else -1
            index = pieces.index(editing.picked) + by if editing.picked in pieces else 0
            editing.picked = pieces[index % len(pieces)]
        _told(screen, "" if pieces else "There is nothing on the mat: put something on it.")
    elif intent in ARROWS:
        dx, dy = ARROWS[intent]
        _told(screen, editing.move(dx * MOVES[keyed.step], dy * MOVES[keyed.step]))
    elif intent in (Intent.ROTATE, Intent.ROTATE_BACK):
        _turn(screen, TURN if intent is Intent.ROTATE else -TURN)
    elif intent is Intent.FLIP:
        _told(screen, editing.flip())
    elif intent is Intent.REMOVE:
        _told(screen, editing.remove())
    else:
        return False
    return True

"""Drives the window without a display: posted events in, the state of the screens out."""

import math
import time

import pygame
import quick_physics

from micromutants.match import Match
from micromutants.match.bots import choose
from micromutants.physics import GRAVITY, Shot, press
from micromutants.physics.model import EXACT
from micromutants.rules import Flick, Phase, Seat, Setup, can_flick, is_bug
from micromutants.ui.app import App
from micromutants.ui.screens.table import TableScreen
from micromutants.ui.screens.title import TitleScreen
from micromutants.ui.session import Session
from micromutants.ui.settings import Settings


def new_match(bots=(), seed=3, hand=EXACT, preview="full"):
    seats = (Seat("Ada", "usarthropods", hand), Seat("Brin", "chitinians", hand))
    return Match.new(Setup(seats, preview=preview), seed, bots=bots)


def match_in(phase, bots=()):
    """A match that has come to this phase: every bug flies straight to the nearest enemy bug, or base."""
    with quick_physics.quick_physics():
        for number in range(40):
            match = new_match(bots, number)
            for _ in range(60):
                match.advance()
                if match.over:
                    break
                if match.state.phase is phase:
                    return match
                match.apply(_straight_at(match, base=phase is Phase.PUT_BESIDE))
    raise AssertionError(f"no match comes to {phase}")


def _straight_at(match, base):
    state = match.state
    if state.phase not in (Phase.MOVE, Phase.EXTRA):
        return choose(state, match.side_generator(match.to_act))
    bug, uses = next(iter(can_flick(state).items()))
    return Flick(state.player, uses[0], straight_shot(state, bug, base))


def straight_shot(state, bug, base):
    """The shot with which a bug comes down on the nearest enemy bug, or base, under the quick physics."""
    piece = state.table[bug]
    enemies = [p for p in state.table if p.owner != piece.owner and is_bug(state, p.id) is not base]
    target = min(enemies, key=lambda p: math.dist((p.x, p.y), (piece.x, piece.y)))
    full = press(Shot(bug, 0.0, 1.0), piece, state.setup.physics).speed
    way = math.dist((target.x, target.y), (piece.x, piece.y))
    power = min(1.0, math.sqrt(way * GRAVITY / (1.15 * full**2)))
    return Shot(bug, math.atan2(target.y - piece.y, target.x - piece.x), power)


def fits(form, room):
    """That fields lie apart and that every one is in a rectangle, at once or after scrolling."""
    for number, field in enumerate(form.fields):
        for other in form.fields[number + 1 :]:
            assert not field.seen.colliderect(other.seen), (field.rect, other.rect)
            if field.scroll is other.scroll:
                assert not field.rect.colliderect(other.rect), (field.rect, other.rect)
    for field in form.fields:
        form.reveal(field)
        assert field.seen == field.rect, field.rect
        assert room.contains(field.rect), field.rect


class Driver:
    """An app and what a person could do with it."""

    def __init__(self, size=(1280, 800), settings=None):
        self.app = App(size, settings or Settings(reduced_motion=True))
        self.app.reset(TitleScreen(self.app))

    @property
    def top(self):
        return self.app.top

    def post(self, *events, seconds=0.02):
        self.app.step([pygame.event.Event(kind, values) for kind, values in events], seconds)

    def move(self, pos, left=False, seconds=0.02):
        self.post((pygame.MOUSEMOTION, {"pos": pos, "rel": (0, 0), "buttons": (int(left), 0, 0)}), seconds=seconds)

    def down(self, pos, button=1):
        self.post((pygame.MOUSEBUTTONDOWN, {"pos": pos, "button": button}))

    def up(self, pos, button=1):
        self.post((pygame.MOUSEBUTTONUP, {"pos": pos, "button": button}))
        # Buttons of pygame_gui answer by an event of their own.
        self.app.step(pygame.event.get(), 0.02)

    def click(self, pos):
        self.move(pos)
        self.down(pos)
        self.up(pos)

    def click_right(self, pos):
        self.down(pos, button=3)
        self.up(pos, button=3)

    def wheel(self, steps, shift=False):
        if shift:
            self.post((pygame.KEYDOWN, {"key": 0, "scancode": pygame.KSCAN_LSHIFT, "mod": 1, "unicode": ""}))
        self.post((pygame.MOUSEWHEEL, {"x": 0, "y": steps, "precise_x": 0.0, "precise_y": float(steps)}))
        if shift:
            self.post((pygame.KEYUP, {"key": 0, "scancode": pygame.KSCAN_LSHIFT, "mod": 0}))

    def key(self, scancode, mod=0, times=1):
        for _ in range(times):
            values = {"key": 0, "scancode": scancode, "mod": mod, "unicode": ""}
            self.post((pygame.KEYDOWN, values), (pygame.KEYUP, values))

    def press(self, label):
        """Click the button with this label."""
        field = next(f for f in self.top.form.fields if getattr(f.element, "text", None) == label and not f.entry)
        self.top.form.reveal(field)
        self.click(field.rect.center)

    def wait(self, seconds):
        for _ in range(round(seconds / 0.05)):
            self.app.step(pygame.event.get(), 0.05)

    def settle(self, limit=60.0):
        """Let everything be shown and thought that goes on by itself."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            self.app.step(pygame.event.get(), 0.1)
            thinking = getattr(self.top, "thinking", None) is not None or self.app.worker.busy
            if not self.top.animating and not thinking:
                return
            if thinking:
                time.sleep(0.002)
        raise AssertionError("it does not come to rest")

    # --- at the table ----------------------------------------------------------------------------------------

    def play(self, match):
        """Sit down at the table with this match and let it come to rest."""
        session = Session(match)
        table = TableScreen(self.app, session)
        self.app.push(table)
        self.settle()
        return table

    def to_move(self, match=None, preview="full"):
        """A table at which the first player, a person, may flick: the other one is a bot."""
        match = match or opened_match(preview=preview)
        table = self.play(match)
        assert table.my_turn, (match.state.phase, type(self.top).__name__)
        return table

    def pixel(self, table, piece):
        at = table.session.state.table[piece]
        x, y = table.camera.view.to_screen(at.x, at.y)
        return round(x), round(y)


def opened_match(hand=EXACT, bots=(1,), preview="full"):
    """A match, both armies placed and the dice rolled for player 0, a person."""
    for seed in range(1, 40):
        match = new_match(bots, seed, hand, preview)
        match.advance()
        while match.state.turn == 0:
            match.apply(choose(match.state, match.side_generator(match.to_act)))
        match.advance()
        if match.to_act == 0 and can_flick(match.state):
            return match
    raise AssertionError("no seed opens so")


def table_at(state, seated=None, bots=(), size=(1280, 800)):
    """A driver and its table, at which a match has come to this state."""
    match = Match.at(state, 3, bots=bots)
    driver = Driver(size)
    session = Session(match)
    actor = match.to_act
    session.seated = (state.player if actor is None or actor < 0 else actor) if seated is None else seated
    table = TableScreen(driver.app, session)
    driver.app.push(table)
    driver.wait(0.8)
    return driver, table

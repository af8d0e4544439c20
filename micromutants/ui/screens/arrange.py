"""Setting up: a player places all bugs in the own area (rule S3)."""

from __future__ import annotations

import dataclasses
import itertools
import math

import pygame

from micromutants import rules
from micromutants.rules import Arrange, Refusal, Spot, State, arrangement, nearest_spot, roster
from micromutants.rules.checks import with_bases
from micromutants.rules.places import placed
from micromutants.ui import hud, paint
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.camera import Camera
from micromutants.ui.cards import draw_any_card
from micromutants.ui.cursor import Shape
from micromutants.ui.draw import Ghost, Scene, draw_scene, pick
from micromutants.ui.intents import Context, Intent, Keyed
from micromutants.ui.layout import Places, places
from micromutants.ui.placing import ARROWS, MOVES, TURN
from micromutants.ui.playerpanels import player_panel
from micromutants.ui.screen import Screen
from micromutants.ui.screens import startover
from micromutants.ui.screens.arrangekeys import draw_keys
from micromutants.ui.session import Session

VARIANTS = 8
"""Automatic arrangements that are offered; more only repeat."""


class ArrangeScreen(Screen):
    """The mat with the own area lit; bugs are dragged, or moved by keys.

    A bug that is moved may float over a place where it may not lie; then it is a red ghost, with the reason, and
    goes to the nearest legal spot when it is let go.
    """

    def __init__(self, app: App, session: Session, camera: Camera) -> None:
        super().__init__(app)
        self.session, self.camera = session, camera
        self.player = session.state.player
        self.variant = 0
        self.order = 0
        self.spots: dict[str, Spot] = {}
        self.history: list[dict[str, Spot]] = []
        self.picked: str | None = None
        self.hovered: str | None = None
        self.floating: Spot | None = None
        self.refusal: Refusal | None = None
        self._hold: tuple[float, float] | None = None
        self._neutral = 0.5
        self.places: Places = places(app.size, app.scale, len(session.state.setup.seats))
        self._take(0)
        before = session.taken_back
        if isinstance(before, Arrange) and before.player == self.player:
            self.order = self.orders.index(before.bases) if before.bases in self.orders else 0
            self.spots = {spot.piece: spot for spot in before.spots}

    @property
    def context(self) -> Context:
        """Keys place bugs."""
        return Context.ARRANGE

    @property
    def animating(self) -> bool:
        """Until the neutral time is over."""
        return self._neutral > 0.0

    def update(self, seconds: float) -> None:
        """The neutral time passes; the file of the match is looked after."""
        self._neutral = max(0.0, self._neutral - seconds)
        if self._hold is None:
            startover.look(self)

    # --- the arrangement -----------------------------------------------------------------------------------

    @property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """The ways in which the bases may take the own spots (rule S10); the first is the usual one."""
        setup = self.session.state.setup
        if setup.mode == "basic" or len(setup.seats) == 2:
            return ((),)
        main, *others = (base.id for base in self.session.army(self.player).bases)
        usual = (others[0], main, others[1])
        return ((), *(way for way in itertools.permutations((main, *others)) if way != usual))

    @property
    def state(self) -> State:
        """The state with the bases on the spots chosen for them."""
        return with_bases(self.session.state, self.player, self.orders[self.order])

    def _next_order(self) -> None:
        """Other spots for the bases; bugs that would lie on one go to an automatic arrangement."""
        self._settle()
        if len(self.orders) == 1:
            return
        self.order = (self.order + 1) % len(self.orders)
        if rules.refusal(self.session.state, self.action()) is not None:
            self._take(self.variant)
        self.relayout()

    def _take(self, variant: int) -> None:
        """Take an automatic arrangement."""
        self.variant = variant % VARIANTS
        found = arrangement(self.state, self.player, self.variant)
        if self.spots:
            self.history.append(self.spots)
        self.spots = {spot.piece: spot for spot in found}
        self.floating, self.refusal, self._hold = None, None, None

    def action(self) -> Arrange:
        """What has been placed so far, as the action that it would be."""
        spots = self.spots if self.floating is None else self.spots | {self.floating.piece: self.floating}
        placed_bugs = tuple(spots[bug] for bug in roster(self.session.state, self.player))
        return Arrange(self.player, placed_bugs, self.orders[self.order])

    def _float(self, spot: Spot) -> None:
        """Hold a bug over a place; the rules say whether it may lie there."""
        self.floating = spot
        self.refusal = rules.refusal(self.session.state, self.action())

    def _settle(self) -> None:
        """Let the floating bug down: where it is, or on the nearest legal spot."""
        spot = self.floating
        self.floating, self.refusal, self._hold = None, None, None
        if spot is None or self.spots[spot.piece] == spot:
            return
        others = tuple(s for s in self.spots.values() if s.piece != spot.piece)
        found: Spot | None = spot
        moved = Arrange(self.player, (*others, spot), self.orders[self.order])
        if rules.refusal(self.session.state, moved) is not None:
            found = nearest_spot(self.state, self.player, spot.piece, spot.x, spot.y, spot.angle, others)
        if found is not None:
            self.history.append(self.spots)
            self.spots = self.spots | {spot.piece: found}

    def _done(self) -> None:
        if self._neutral > 0.0:
            return
        self._settle()
        action = self.action()
        refusal = rules.refusal(self.session.state, action)
        if refusal is not None:
            self.refusal = refusal
            return
        self.session.match.apply(action)
        self.app.pop()

    def _undo(self) -> None:
        self.floating, self.refusal, self._hold = None, None, None
        if self.history:
            self.spots = self.history.pop()
        self.relayout()

    # --- layout and drawing --------------------------------------------------------------------------------

    def layout(self) -> None:
        """Place the panels and make the buttons."""
        self.places = places(self.app.size, self.app.scale, len(self.session.state.setup.seats))
        self.camera.place(self.places.mat)
        key, hint = self.key, "Another automatic arrangement"
        row = [
            Control("Previous", lambda: self._vary(-1), hint=hint),
            Control("Next", lambda: self._vary(1), key(Intent.VARIANT), hint=hint),
            Control("Done", self._done, key(Intent.CONFIRM), style="primary"),
        ]
        if len(self.orders) > 1:
            hint = "Your bases may take any of your spots (S10)."
            row.insert(2, Control("Bases", self._next_order, key(Intent.BASES), hint=hint))
        lay(self.form, self.places.actions, [row], self.u(8))
        why = "" if self.history else "No bug has been moved yet."
        tools = (
            Control("Undo", self._undo, key(Intent.UNDO), why, hint="Take back"),
            Control("Menu", self.back, "Esc", hint="Save, load, help, options"),
        )
        lay(self.form, self.places.tools, [tools], self.u(8))

    def _vary(self, by: int) -> None:
        self._take(self.variant + by)
        self.relayout()

    def scene(self) -> Scene:
        """The mat with the bugs that are placed."""
        state = self.state
        lying = [placed(state, self.player, s) for b, s in self.spots.items() if not self._floats(b)]
        bare = Scene(
            state.setup,
            state.table.put(*lying),
            zone=self.player,
            selected=self.picked,
            hovered=self.hovered,
            alone=state.alone,
        )
        if self.floating is None:
            return bare
        ghost = Ghost(placed(state, self.player, self.floating), legal=self.refusal is None)
        return dataclasses.replace(bare, ghosts=(ghost,))

    def _floats(self, bug: str) -> bool:
        return self.floating is not None and self.floating.piece == bug

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        session, at, scale = self.session, self.places, self.app.scale
        paint.backdrop(surface)
        draw_scene(surface, self.camera.view, self.scene(), self.app.settings.mat)
        hud.banner(surface, at.banner, session, scale)
        band = pygame.Rect(at.banner.x, at.dice[0].y, at.banner.width, at.words.bottom - at.dice[0].y)
        words = (
            f"Place your {session.army(self.player).name}",
            f"Drag bugs anywhere in the lit area; the wheel or {self.key(Intent.ROTATE)} turns one. "
            f"This is automatic arrangement {self.variant + 1} of {VARIANTS}.",
        )
        hud.words(surface, band, words, scale)
        for player in range(len(session.state.setup.seats)):
            player_panel(surface, at.players[player], session, player, scale)
        draw_keys(self, surface)
        shown = self.hovered or self.picked or f"{session.army(self.player).breeds[0].id}-1"
        draw_any_card(surface, at.card, shown, self.state, lit=shown == self.picked)
        refused = self.refusal
        if note := f"{refused.text}  ({refused.rule})" if refused is not None else self.app.message:
            hud.note(surface, self.places.mat, note, "bad", scale, share=0.84, middle=True)

    # --- pointer -------------------------------------------------------------------------------------------

    def _own_bug(self, pos: tuple[int, int]) -> str | None:
        bug = pick(self.camera.view, self.scene(), *pos)
        return bug if bug in self.spots else None

    def cursor_beside(self) -> Shape:
        """Over the own bugs a hand, and another shape while one is moved."""
        if self.floating is not None or self.camera.panning:
            return Shape.MOVE
        return Shape.HAND if self.hovered in self.spots else Shape.ARROW

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Left takes a bug; right puts it back; middle pans."""
        if self._neutral > 0.0:
            return
        if button == 3:
            self.let_go()
        elif (button == 2 or pygame.KSCAN_SPACE in self.app.held) and self.places.mat.collidepoint(pos):
            self.camera.take(pos)
        elif button == 1 and self.places.mat.collidepoint(pos):
            self._settle()
            self.picked = self._own_bug(pos)
            if self.picked is not None:
                spot = self.spots[self.picked]
                x, y = self.camera.view.to_mat(*pos)
                self._hold = (spot.x - x, spot.y - y)
            self.relayout()

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Drag the bug that is held."""
        if self.camera.panning:
            self.camera.drag(pos) if buttons[0] or buttons[1] else self.camera.let_go()
        elif self._hold is not None and self.picked is not None:
            if not buttons[0]:
                self.let_go()
                return
            x, y = self.camera.view.to_mat(*pos)
            now = self.floating or self.spots[self.picked]
            self._float(Spot(self.picked, x + self._hold[0], y + self._hold[1], now.angle))
        else:
            self.hovered = pick(self.camera.view, self.scene(), *pos) if self.places.mat.collidepoint(pos) else None

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """Let the bug down."""
        if self.camera.panning:
            self.camera.let_go()
        elif button == 1 and self._hold is not None:
            if inside:
                self._settle()
            self.let_go()
            self.relayout()

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Turn the picked bug, else zoom."""
        if self.picked is not None and (self._hold is not None or self._own_bug(pos) == self.picked):
            self._turn(TURN * steps)
        else:
            self.camera.wheel(steps, pos)

    def let_go(self) -> None:
        """A bug that is being dragged goes back to where it was."""
        self.camera.let_go()
        self.floating, self.refusal, self._hold = None, None, None

    # --- keys ----------------------------------------------------------------------------------------------

    def _turn(self, by: float) -> None:
        if self.picked is not None:
            at = self.floating or self.spots[self.picked]
            self._float(Spot(at.piece, at.x, at.y, (at.angle + by) % math.tau))
            if self._hold is None and self.refusal is None:
                self._settle()
                self.relayout()

    def keyed(self, keyed: Keyed) -> None:
        """Move bugs without a mouse."""
        intent = keyed.intent
        if self.camera.keyed(intent):
            return
        if intent is Intent.BACK:
            if self.floating is not None:
                self.let_go()
            else:
                self.back()
        elif intent in (Intent.NEXT, Intent.PREVIOUS):
            self._settle()
            bugs = sorted(self.spots, key=lambda b: (self.spots[b].x, self.spots[b].y))
            by = 1 if intent is Intent.NEXT else -1
            index = bugs.index(self.picked) + by if self.picked in bugs else 0
            self.picked = bugs[index % len(bugs)]
            self.relayout()
        elif intent in ARROWS and self.picked is not None:
            at = self.floating or self.spots[self.picked]
            dx, dy = ARROWS[intent]
            step = MOVES[keyed.step]
            self._float(Spot(at.piece, at.x + dx * step, at.y + dy * step, at.angle))
            if self.refusal is None:
                self._settle()
                self.relayout()
        elif intent in (Intent.ROTATE, Intent.ROTATE_BACK):
            self._turn(TURN if intent is Intent.ROTATE else -TURN)
        elif intent is Intent.VARIANT:
            self._vary(1)
        elif intent is Intent.BASES:
            self._next_order()
        elif intent is Intent.UNDO:
            self._undo()
        elif intent is Intent.CONFIRM:
            self._done()
        elif intent is Intent.SAVE:
            self.back()

    def help_rule(self) -> str:
        """The rule that refuses a spot, or the one for setting up."""
        return self.refusal.rule if self.refusal is not None else "S3"

    def back(self) -> None:
        """The pause menu."""
        from micromutants.ui.screens.pause import PauseScreen

        self.let_go()
        self.app.push(PauseScreen(self.app, self.session))

"""The table: the match goes on here, move by move."""

from __future__ import annotations

from typing import Any

import pygame

from micromutants import rules
from micromutants.match import CHANCE
from micromutants.rules import Option, Use, why_not
from micromutants.ui.aim import Sling
from micromutants.ui.aiming import Aiming
from micromutants.ui.app import App
from micromutants.ui.bands import BandFinder
from micromutants.ui.camera import Camera
from micromutants.ui.cursor import Shape
from micromutants.ui.decisions import Picking, action_of
from micromutants.ui.drills import Drill
from micromutants.ui.form import Field
from micromutants.ui.intents import Context, Keyed
from micromutants.ui.layout import Places, places
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.placing import Placing
from micromutants.ui.playback import Moment, Playback, Reel, trace_of
from micromutants.ui.screen import Screen
from micromutants.ui.screens import startover, tablebuttons, tableflow, tableinput, tablescene, tableview
from micromutants.ui.screens.drills import with_task
from micromutants.ui.session import Session
from micromutants.ui.throwing import Throwing

ROLL_SECONDS = 1.0


class TableScreen(Screen):
    """The mat in the middle, the panels beside it.

    Whatever happens next is decided in :mod:`.tableflow`, when nothing is being shown any more.  What is allowed is
    asked of the rules, never decided here.  A person decides with one of four tools: ``aiming``, ``placing``,
    ``throwing``, ``picking``.
    """

    def __init__(self, app: App, session: Session, drill: Drill | None = None) -> None:
        super().__init__(app)
        self.drill = drill
        """What is to be learnt here; None in a match."""
        self.session = session
        self.camera = Camera(session.state.table.mat)
        self.log = LogPanel()
        self.aiming = Aiming()
        self.placing: Placing | None = None
        self.throwing: Throwing | None = None
        self.picking: Picking | None = None
        self.reel: Reel | None = None
        self.live = False
        self.flares: Reel | None = None
        """Effects that flare up over the table without anything moving."""
        self.rolling: float | None = None
        self.pending: tuple[Any, float] | None = None
        """A bot's flick or throw that is shown before it is made, and for how long still, s."""
        self.pause = 0.0
        self.neutral = 0.0
        self.thinking: int | None = None
        self.note: tuple[str, str] = ("", "")
        self.hovered: str | None = None
        self.shown_card: str | None = None
        self.speed = 1.0
        self.fire_field: Field | None = None
        self.bands = BandFinder(app.worker)
        self.last_actor: int | None = None
        self.saved_entries = -1
        self._ready_at: tuple[int, int] | None = None
        self.places: Places = places(app.size, app.scale, len(session.state.setup.seats))
        last = session.last_shot()
        self.trace = trace_of(last) if last is not None else ()

    # --- what is going on ----------------------------------------------------------------------------------

    @property
    def context(self) -> Context:
        """What keys mean now."""
        if self.reel is not None or self.rolling is not None or self.pending is not None:
            return Context.FILM
        return Context.PLACE if self.placing is not None else Context.TABLE

    @property
    def busy(self) -> bool:
        """Whether something is being shown or thought about."""
        return (
            self.reel is not None
            or self.rolling is not None
            or self.pending is not None
            or self.pause > 0.0
            or self.thinking is not None
        )

    @property
    def animating(self) -> bool:
        """While something is being shown, and until it is settled what comes next."""
        if self.flares is not None:
            return True
        if self.thinking is not None and self.reel is None:
            return self.neutral > 0.0
        return self.busy or self.neutral > 0.0 or self._due()

    @property
    def sling(self) -> Sling:
        """What a drag draws back: the hand with tokens where they have to be thrown, else the aim at a bug."""
        return self.aiming if self.throwing is None else self.throwing

    def _due(self) -> bool:
        """Whether the flow has something to do."""
        return self._ready_at != self._now()

    def _now(self) -> tuple[int, int]:
        actor = self.session.match.to_act
        return len(self.session.match.log), -2 if actor is None else actor

    def settled(self) -> None:
        """Nothing goes on by itself any more until something is done."""
        self._ready_at = self._now()

    def unsettled(self) -> None:
        """Look again what comes next."""
        self._ready_at = None

    @property
    def my_turn(self) -> bool:
        """Whether a person may act now."""
        return self.neutral <= 0.0 and self.my_turn_soon

    @property
    def my_turn_soon(self) -> bool:
        """As :attr:`my_turn`, but also in the neutral time, when everything is shown already."""
        actor = self.session.match.to_act
        human = actor is not None and actor != CHANCE and not self.session.is_bot(actor)
        return human and not self.busy and not self._due()

    def update(self, seconds: float) -> None:
        """Show what is to be shown, then go on."""
        self.neutral = max(0.0, self.neutral - seconds)
        self.aiming.clock += seconds
        if self.flares is not None:
            self.flares.update(seconds)
            self.app.speaker.play(self.flares.due())
            if self.flares.over:
                self.flares = None
        if self.reel is not None:
            self.reel.update(seconds)
            self.app.speaker.play(self.reel.due())
            if self.reel.over:
                tableflow.shown(self)
        elif self.rolling is not None:
            self.rolling += seconds / ROLL_SECONDS
            if self.rolling >= 1.0:
                self._roll_done()
        elif self.pending is not None:
            action, left = self.pending
            self.pending = (action, left - seconds)
            if left <= seconds:
                self.pending = None
                self.do(action)
        elif self.pause > 0.0:
            self.pause = max(0.0, self.pause - seconds)
        if self.session.preview == "full":
            self.bands.update(self.aiming.aim if self.my_turn_soon else None, self.session.state, seconds)
        if self.fire_field is not None and self.fire_field.why != self.no_power():
            self.form.excuse(self.fire_field, self.no_power())
        if not self.busy and self._due() and self.app.stack and self.app.top is self:
            tableflow.proceed(self)
        elif not self.busy and self.aiming.pull is None:
            startover.look(self)

    def show_result(self) -> None:
        """Who has won."""
        from micromutants.ui.screens.winner import WinnerScreen

        self.app.push(WinnerScreen(self.app, self.session))

    def thought(self, action: Any, error: BaseException | None) -> None:
        """The bot has decided."""
        tableflow.thought(self, action, error)

    # --- doing ---------------------------------------------------------------------------------------------

    def do(self, action: Any) -> None:
        """Do what a player chose; a refusal is shown with its rule."""
        tableflow.do(self, action)

    def drop_tools(self) -> None:
        """Put down what a decision is made with."""
        self.aiming.clear()
        self.placing, self.throwing, self.picking = None, None, None

    def play(self, moment: Moment, *, live: bool, speed: float) -> None:
        """Show a moment; a live one is what happens now, others are replays."""
        self.live = live
        self.flares = None
        self.reel = Reel(Playback(moment, calm=self.app.settings.reduced_motion), speed)
        self.let_go()
        self.relayout()

    def flare(self, moment: Moment) -> None:
        """Let the effects of a moment flare up over the table as it is."""
        playback = Playback(moment, still=1.2)
        if playback.effects:
            self.flares = Reel(playback)

    def _roll_done(self) -> None:
        self.rolling = None
        self.session.catch_up()
        self.relayout()

    def no_power(self) -> str:
        """Why the aim can not be shot or thrown yet; empty where it can."""
        where = "from the bug" if self.throwing is None else "on the mat"
        return "" if self.sling.ready else f"No power yet: drag back {where}, or press Up."

    def fire(self) -> None:
        """Flick, or throw, with exactly the aim that is shown."""
        state = self.session.state
        if self.throwing is not None:
            action: Any = self.throwing.action()
        else:
            refusal = why_not(state, self.aiming.aim.piece) if self.aiming.aim else None
            if refusal is not None:
                self.refuse(refusal)
                return
            action = self.aiming.flick(state)
        if action is None:
            self.note = (self.no_power() if self.sling.aim else "Pick a bug first.", "plain")
            return
        self.do(action)

    def take(self, option: Option) -> None:
        """Do what an option says, or say why it may not be done."""
        if not self.my_turn:
            return
        if option.refusal is not None:
            self.refuse(option.refusal)
        else:
            self.do(action_of(option))

    def put_down(self) -> None:
        """Put the piece in the hand where it is shown."""
        action = self.placing.action() if self.placing else None
        if action is None:
            self.note = ("There is no room for it there.", "bad")
        else:
            self.do(action)

    def carry_out(self) -> None:
        """Do what has been picked."""
        action = self.picking.action() if self.picking else None
        if action is not None:
            self.do(action)

    def undo(self) -> None:
        """Take back the last choice or placement; a flick only where all agree."""
        reason = self.session.undo_reason()
        if self.busy:
            reason = "Something is still being shown, or the program is thinking."
        if reason and not self.busy and self.session.flick_to_take_back() is not None:
            tableflow.ask_to_take_back(self)
            return
        if reason:
            self.note = (reason, "bad")
            return
        self.session.undo()
        self.flares = None
        self.unsettled()
        self.note = ("Taken back.", "plain")
        tableflow.proceed(self)

    def instant(self, number: int | None = None, speed: float = 1.0) -> None:
        """Show the last flick again, or the entry of that number."""
        if self.reel is not None or self.rolling is not None or self.pending is not None:
            return
        moment = self.session.last_shot() if number is None else self.session.moment_at(number)
        if moment is None:
            self.note = ("No bug has been flicked yet.", "plain")
        else:
            self.play(moment, live=False, speed=speed)

    def refuse(self, refusal: rules.Refusal) -> None:
        """Say why something is not allowed."""
        self.note = (f"{refusal.text}  ({refusal.rule})", "bad")
        self.app.redraw()

    def help_rule(self) -> str:
        """The rule of the line that is picked in the log, or the one applied last."""
        lines = self.session.lines()
        if self.log.picked is not None and self.log.picked < len(lines):
            return lines[self.log.picked].rule
        return lines[-1].rule if lines else ""

    # --- layout and drawing --------------------------------------------------------------------------------

    def layout(self) -> None:
        """Place the panels and make the buttons."""
        self.places = with_task(self, places(self.app.size, self.app.scale, len(self.session.state.setup.seats)))
        self.sling.grip = self.app.settings.grip
        self.camera.place(self.places.mat)
        self.log.place(self.places.log, self.app.scale)
        tablebuttons.buttons(self)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        tableview.draw(self, surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what the pointer rests on, in words."""
        tableview.draw_hover(self, surface)
        super().draw_over(surface)

    def scene(self) -> tablescene.Scene:
        """What is to be seen on the mat now."""
        return tablescene.scene(self)

    # --- input ---------------------------------------------------------------------------------------------

    def cursor_beside(self) -> Shape:
        """What the pointer can do where it is."""
        return tableinput.cursor(self)

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Left picks, aims or places; right cancels; middle, or left with Space, pans."""
        tableinput.pressed(self, button, pos)

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Aim, pan, point, or just hover."""
        tableinput.moved(self, pos, buttons)

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """The left button ends a drag: it flicks, or it was a click."""
        tableinput.released(self, button, pos, inside)

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Loft or press offset while aiming, turning while placing, else scrolling or zooming."""
        tableinput.wheel(self, steps, pos, shift)

    def keyed(self, keyed: Keyed) -> None:
        """Whatever a key asks for."""
        tableinput.keyed(self, keyed)

    def let_go(self) -> None:
        """Forget every drag; nothing is flicked."""
        self.sling.let_go()
        self.camera.let_go()

    def gone(self) -> None:
        """The match is no longer open here."""
        self.session.claims.free()

    def choose_die(self, use: Use) -> None:
        """Use this die next, or no longer; the bugs that it allows glow."""
        state = self.session.state
        if not state.dice or self.placing is not None or state.phase is rules.Phase.DECIDE:
            return
        self.aiming.use = None if self.aiming.use is use else use
        if self.aiming.aim is not None and self.aiming.use and self.aiming.use not in self.aiming.uses(state):
            kept = self.aiming.use
            self.aiming.clear()
            self.aiming.use = kept
        self.note = tableview.die_words(self.session, self.aiming.use)
        self.relayout()

    def cancel(self) -> bool:
        """Give up the drag, the power or the bug; returns whether there was anything to give up."""
        had = self.sling.cancel()
        if had:
            self.note = ("", "")
            self.relayout()
        return had

    def back(self) -> None:
        """Esc: skip a replay, cancel the aim, or open the pause menu."""
        if self.reel is not None and not self.live:
            self.reel.skip()
        elif not self.cancel():
            self.open_menu()

    def open_menu(self) -> None:
        """The pause menu; in a drill the card that says what it asks."""
        tableflow.open_menu(self)

    def open_cards(self, player: int | None = None) -> None:
        """The cards of a player, what is in play and what can be bought; None for who is to decide."""
        from micromutants.ui.screens.cardtable import CardTable

        self.app.push(CardTable(self.app, self, player))

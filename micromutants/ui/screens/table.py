"""The table: the match goes on here, move by move."""

from __future__ import annotations

from typing import Any

import pygame

from micromutants import rules
from micromutants.match import CHANCE
from micromutants.match.bots import choose
from micromutants.rules import Flick, Forgo, Phase, Roll, RuleError, Use
from micromutants.ui.aiming import Aiming
from micromutants.ui.app import App
from micromutants.ui.bands import BandFinder
from micromutants.ui.camera import Camera
from micromutants.ui.form import Field
from micromutants.ui.intents import Context, Keyed
from micromutants.ui.layout import Places, places
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.placing import Placing
from micromutants.ui.playback import Moment, Playback, Reel, trace_of
from micromutants.ui.screen import Screen
from micromutants.ui.screens import tableinput, tableview
from micromutants.ui.screens.handover import NEUTRAL, HandoverScreen, handover_words
from micromutants.ui.session import Session

ROLL_SECONDS = 1.0
BOT_AIM_SECONDS = 0.8
BOT_PAUSE_SECONDS = 0.9


class TableScreen(Screen):
    """The mat in the middle, the panels beside it.

    Whatever happens next is decided in :meth:`_proceed`, when nothing is being shown any more.  What is allowed is
    asked of the rules, never decided here.
    """

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.camera = Camera(session.state.table.mat)
        self.log = LogPanel()
        self.aiming = Aiming()
        self.placing: Placing | None = None
        self.reel: Reel | None = None
        self.live = False
        self.rolling: float | None = None
        self.pending: tuple[Any, float] | None = None
        self.pause = 0.0
        self.neutral = 0.0
        self.thinking: int | None = None
        self.note: tuple[str, str] = ("", "")
        self.hovered: str | None = None
        self.shown_card: str | None = None
        self.speed = 1.0
        self.flick_field: Field | None = None
        self.bands = BandFinder(app.worker)
        self._ready_at: tuple[int, int] | None = None
        self._last_actor: int | None = None
        self._saved_entries = -1
        self.places: Places = places(app.size, app.scale)
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
        if self.thinking is not None and self.reel is None:
            return self.neutral > 0.0
        return self.busy or self.neutral > 0.0 or self._due()

    def _due(self) -> bool:
        """Whether :meth:`_proceed` has something to do."""
        return self._ready_at != self._now()

    def _now(self) -> tuple[int, int]:
        actor = self.session.match.to_act
        return len(self.session.match.log), -2 if actor is None else actor

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
        if self.reel is not None:
            self.reel.update(seconds)
            if self.reel.over:
                self._reel_done()
        elif self.rolling is not None:
            self.rolling += seconds / ROLL_SECONDS
            if self.rolling >= 1.0:
                self._roll_done()
        elif self.pending is not None:
            action, left = self.pending
            self.pending = (action, left - seconds)
            if left <= seconds:
                self.pending = None
                self._do(action)
        elif self.pause > 0.0:
            self.pause = max(0.0, self.pause - seconds)
        if self.session.preview == "full":
            self.bands.update(self.aiming.aim if self.my_turn_soon else None, self.session.state, seconds)
        if self.flick_field is not None and self.flick_field.why != self.no_power():
            self.form.excuse(self.flick_field, self.no_power())
        if not self.busy and self._due():
            self._proceed()

    def _proceed(self) -> None:
        """Decide what comes next: the winner, another person, chance, a bot, or the person at the table."""
        session, match = self.session, self.session.match
        actor = match.to_act
        if actor != CHANCE and self._saved_entries != len(match.log):
            self._saved_entries = len(match.log)
            reason = session.autosave()
            if reason:
                self.note = (reason, "bad")
        if actor is None:
            self._ready_at = self._now()
            self.show_result()
        elif session.needs_handover():
            wanted = session.wanted()
            assert wanted is not None
            self.app.push(HandoverScreen(self.app, session, wanted, handover_words(session)))
        elif actor == CHANCE:
            self._show(match.draw())
        elif session.is_bot(actor):
            self._ready_at = self._now()
            state, generator = session.state, match.side_generator(actor)
            self.thinking = self.app.worker.start(lambda: choose(state, generator), self._thought)
            self.relayout()
        else:
            self._ready_for(actor)

    def show_result(self) -> None:
        """Who has won."""
        from micromutants.ui.screens.winner import WinnerScreen

        self.app.push(WinnerScreen(self.app, self.session))

    def _ready_for(self, actor: int) -> None:
        self._ready_at = self._now()
        session = self.session
        session.seated = actor
        if self._last_actor != actor:
            self.neutral = NEUTRAL
        self._last_actor = actor
        if session.state.phase is Phase.ARRANGE:
            from micromutants.ui.screens.arrange import ArrangeScreen

            self._ready_at = None
            self.app.push(ArrangeScreen(self.app, session, self.camera))
            return
        self.aiming.clear()
        self.placing = Placing(session.state) if session.state.phase in (Phase.REINFORCE, Phase.PUT_BESIDE) else None
        self.relayout()

    def _thought(self, action: Any, error: BaseException | None) -> None:
        """The bot has decided."""
        self.thinking = None
        if error is not None:
            raise error
        self.note = ("", "")
        if isinstance(action, Flick):
            self.pending = (action, BOT_AIM_SECONDS)
        else:
            self._do(action)
            self.pause = BOT_PAUSE_SECONDS
        self.app.redraw()

    # --- doing ---------------------------------------------------------------------------------------------

    def _do(self, action: Any) -> None:
        """Do what a player chose; a refusal is shown with its rule."""
        match = self.session.match
        try:
            entry = match.apply(action)
        except RuleError as error:
            self.refuse(error.refusal)
            return
        self.aiming.clear()
        self.placing = None
        self.note = ("", "")
        if match.state.phase is Phase.TREMBLE:
            entry = match.draw()
        self._show(entry)

    def _show(self, entry: Any) -> None:
        """Show an entry that has just been added."""
        log = self.session.match.log
        before = log[entry.number - 2].state if entry.number > 1 else self.session.match.start
        if entry.outcome is not None:
            table = before.table
            moment = Moment(
                entry.number, self.session.match.setup, entry.action, table, entry.table, entry.track, entry.happenings
            )
            self.session.hold(before, entry.number - 1)
            self._play(moment, live=True, speed=self.speed)
        elif isinstance(entry.action, Roll) and not self.app.settings.reduced_motion:
            self.session.hold(before, entry.number - 1)
            self.rolling, self.note = 0.0, ("", "")
        elif entry.happenings:
            self.note = (entry.happenings[0].text, "plain")
        self.relayout()

    def _play(self, moment: Moment, *, live: bool, speed: float) -> None:
        self.live = live
        self.reel = Reel(Playback(moment, calm=self.app.settings.reduced_motion), speed)
        self.aiming.let_go()
        self.relayout()

    def _reel_done(self) -> None:
        assert self.reel is not None
        moment = self.reel.playback.moment
        self.reel = None
        if self.live:
            self.trace = trace_of(moment)
            self.session.catch_up()
            self.note = tableview.verdict(moment.happenings)
        self.live = False
        self.relayout()

    def _roll_done(self) -> None:
        self.rolling = None
        self.session.catch_up()
        self.relayout()

    def no_power(self) -> str:
        """Why the aim can not be shot yet; empty where it can."""
        ready = self.aiming.aim is not None and self.aiming.aim.ready
        return "" if ready else "No power yet: drag back from the bug, or press Up."

    def fire(self) -> None:
        """Flick with exactly the aim that is shown."""
        flick = self.aiming.flick(self.session.state)
        if flick is None:
            self.note = (self.no_power() if self.aiming.aim else "Pick a bug first.", "plain")
            return
        self._do(flick)

    def forgo(self, what: Use | None) -> None:
        """Let a die, the extra shot or the reinforcement go."""
        actor = self.session.match.to_act
        if self.my_turn and actor is not None:
            self._do(Forgo(actor, what))

    def put_down(self) -> None:
        """Put the bug in the hand where it is shown."""
        action = self.placing.action() if self.placing else None
        if action is None:
            self.note = ("There is no room for the bug beside the base.", "bad")
        else:
            self._do(action)

    def undo(self) -> None:
        """Take back the last choice or placement."""
        reason = self.session.undo_reason()
        if self.busy:
            reason = "Something is still being shown, or the program is thinking."
        if reason:
            self.note = (reason, "bad")
            return
        self.session.undo()
        self._ready_at = None
        self.note = ("Taken back.", "plain")
        self._proceed()

    def instant(self, number: int | None = None, speed: float = 1.0) -> None:
        """Show the last flick again, or the entry of that number."""
        if self.reel is not None or self.rolling is not None or self.pending is not None:
            return
        moment = self.session.last_shot() if number is None else self.session.moment_at(number)
        if moment is None:
            self.note = ("No bug has been flicked yet.", "plain")
        else:
            self._play(moment, live=False, speed=speed)

    def refuse(self, refusal: rules.Refusal) -> None:
        """Say why something is not allowed."""
        self.note = (f"{refusal.text}  ({refusal.rule})", "bad")
        self.app.redraw()

    # --- layout and drawing --------------------------------------------------------------------------------

    def layout(self) -> None:
        """Place the panels and make the buttons."""
        self.places = places(self.app.size, self.app.scale)
        self.camera.place(self.places.mat)
        self.log.place(self.places.log, self.app.scale)
        tableview.buttons(self)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        tableview.draw(self, surface)

    def draw_over(self, surface: pygame.Surface) -> None:
        """Draw what the pointer rests on, in words."""
        tableview.draw_hover(self, surface)
        super().draw_over(surface)

    # --- input ---------------------------------------------------------------------------------------------

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
        self.aiming.let_go()
        self.camera.let_go()

    def left(self) -> None:
        """Something comes on top."""
        self.let_go()
        super().left()

    def choose_die(self, use: Use) -> None:
        """Use this die next, or no longer; the bugs that it allows glow."""
        if not self.session.state.dice:
            return
        self.aiming.use = None if self.aiming.use is use else use
        if (
            self.aiming.aim is not None
            and self.aiming.use
            and self.aiming.use not in self.aiming.uses(self.session.state)
        ):
            kept = self.aiming.use
            self.aiming.clear()
            self.aiming.use = kept
        self.note = tableview.die_words(self.session, self.aiming.use)
        self.relayout()

    def cancel(self) -> bool:
        """Give up the drag, the power or the bug; returns whether there was anything to give up."""
        if self.aiming.cancel():
            self.note = ("", "")
            self.relayout()
            return True
        return False

    def back(self) -> None:
        """Esc: skip a replay, cancel the aim, or open the pause menu."""
        if self.reel is not None and not self.live:
            self.reel.skip()
        elif not self.cancel():
            self.open_menu()

    def open_menu(self) -> None:
        """The pause menu."""
        from micromutants.ui.screens.pause import PauseScreen

        self.app.push(PauseScreen(self.app, self.session))

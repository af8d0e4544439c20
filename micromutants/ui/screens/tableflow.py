"""How a match goes on at the table: what comes next, what is shown of it, what becomes of an error."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from micromutants import log
from micromutants.match import CHANCE
from micromutants.match.bots import choose
from micromutants.rules import CONCEDING, Concede, Flick, Phase, Roll, RollAgain, RuleError, TakenBack, Throw, can_flick
from micromutants.ui.decisions import Picking, is_picking, is_throwing
from micromutants.ui.placing import Placing, is_placing
from micromutants.ui.playback import moment, trace_of
from micromutants.ui.prompts import takeover_words
from micromutants.ui.screens import tableview
from micromutants.ui.screens.agree import AgreeScreen
from micromutants.ui.screens.drills import DrillCard, judged
from micromutants.ui.screens.handover import NEUTRAL, HandoverScreen
from micromutants.ui.standing import of_state
from micromutants.ui.throwing import Throwing

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen

BOT_AIM_SECONDS = 0.8
BOT_PAUSE_SECONDS = 0.9

LOOK_SECONDS = 0.9
"""For so long the table is seen after a flick before a card is laid over it, s."""


def proceed(screen: TableScreen) -> None:
    """Decide what comes next: the winner, another person, chance, a bot, or the person at the table."""
    session, match = screen.session, screen.session.match
    actor = match.to_act
    if judged(screen):
        return
    if actor != CHANCE and screen.saved_entries != len(match.log):
        screen.saved_entries = len(match.log)
        reason = session.autosave()
        if reason:
            screen.note = (reason, "bad")
    if actor is None:
        screen.settled()
        screen.show_result()
    elif session.needs_handover() and not screen.app.settings.handover:
        session.seated, screen.shown_card = session.wanted(), None
        screen.neutral = NEUTRAL
        proceed(screen)
    elif session.needs_handover():
        wanted = session.wanted()
        assert wanted is not None
        screen.shown_card = None
        screen.app.push(HandoverScreen(screen.app, session, wanted))
    elif actor == CHANCE:
        draw(screen)
    elif session.is_bot(actor):
        screen.settled()
        state, generator = session.state, match.side_generator(actor)
        screen.thinking = screen.app.worker.start(lambda: choose(state, generator), screen.thought)
        screen.relayout()
    else:
        ready_for(screen, actor)


def shown(screen: TableScreen) -> None:
    """A flick has been shown to its end."""
    assert screen.reel is not None
    moment = screen.reel.playback.moment
    screen.reel = None
    if screen.live:
        screen.trace = trace_of(moment)
        screen.session.catch_up()
        screen.note = tableview.verdict(moment.happenings)
        screen.pause = looking_time(screen)
    screen.live = False
    screen.relayout()


def looking_time(screen: TableScreen) -> float:
    """How long what a flick has done is left to be seen before a card covers it, s."""
    card = screen.app.settings.handover and screen.session.needs_handover()
    told = screen.drill is not None and screen.drill.verdict(screen.session.match) is not None
    covered = screen.session.match.over or card or told
    return LOOK_SECONDS if covered else 0.0


def draw(screen: TableScreen) -> None:
    """Let chance do the one thing that is due, and show it."""
    try:
        entry = screen.session.match.draw()
    except Exception as error:
        broken(screen, error)
        return
    show(screen, entry)


def ready_for(screen: TableScreen, actor: int) -> None:
    """A person is to decide: give what the decision is made with."""
    screen.settled()
    session, state = screen.session, screen.session.state
    session.seated = actor
    if screen.last_actor != actor:
        screen.neutral, screen.shown_card = NEUTRAL, None
        if len(session.humans) > 1 and not screen.app.settings.handover:
            screen.note = (f"{session.name(actor)}: {takeover_words(session)}", "plain")
    screen.last_actor = actor
    log = session.match.log
    if log and isinstance(log[-1].action, TakenBack):
        # What flew there has not flown.
        screen.trace = ()
        screen.note = (log[-1].happenings[0].text, "plain")
    if state.phase is Phase.ARRANGE:
        from micromutants.ui.screens.arrange import ArrangeScreen

        screen.unsettled()
        screen.app.push(ArrangeScreen(screen.app, session, screen.camera))
        return
    screen.drop_tools()
    if is_placing(state):
        screen.placing = Placing(state)
        if screen.placing.choice is not None:
            screen.shown_card = screen.placing.choice.piece
    elif is_throwing(state):
        screen.throwing = Throwing(state)
        screen.shown_card = state.pending[0].source
    elif is_picking(state):
        screen.picking = Picking(state)
        screen.shown_card = state.pending[0].source
    elif state.phase is Phase.DECIDE:
        # What a card lets move: a single piece is picked at once.
        bugs = list(can_flick(state))
        screen.shown_card = state.pending[0].source
        if len(bugs) == 1:
            screen.aiming.pick(state, bugs[0])
            screen.shown_card = bugs[0]
    screen.relayout()


def thought(screen: TableScreen, action: Any, error: BaseException | None) -> None:
    """The bot has decided."""
    screen.thinking = None
    if error is not None:
        broken(screen, error)
        return
    screen.note = ("", "")
    if isinstance(action, Flick | Throw):
        screen.pending = (action, BOT_AIM_SECONDS)
    else:
        do(screen, action)
        screen.pause = BOT_PAUSE_SECONDS
    screen.app.redraw()


def do(screen: TableScreen, action: Any) -> None:
    """Do what a player chose; a refusal is shown with its rule."""
    match = screen.session.match
    try:
        entry = match.apply(action)
        screen.drop_tools()
        screen.note = ("", "")
        if match.state.phase in (Phase.TREMBLE, Phase.SCATTER):
            entry = match.draw()
    except RuleError as error:
        screen.refuse(error.refusal)
    except Exception as error:
        if match.to_act == CHANCE and match.undo_refusal is None:
            # The flick or throw that can not be worked out is not kept: it would fail again.
            match.undo()
        broken(screen, error)
    else:
        show(screen, entry)


def show(screen: TableScreen, entry: Any) -> None:
    """Show an entry that has just been added."""
    session, log = screen.session, screen.session.match.log
    before = log[entry.number - 2].state if entry.number > 1 else session.match.start
    shown = moment(
        entry.number, entry.action, before.table, entry.table, entry.track, entry.happenings, of_state(before)
    )
    calm = screen.app.settings.reduced_motion
    if entry.outcome is not None:
        session.hold(before, entry.number - 1)
        screen.play(shown, live=True, speed=screen.speed)
    elif isinstance(entry.action, Roll | RollAgain) and not calm:
        session.hold(before, entry.number - 1)
        screen.rolling, screen.note = 0.0, ("", "")
        screen.app.speaker.say("dice")
    else:
        if entry.happenings:
            screen.note = (entry.happenings[0].text, "plain")
        if not calm:
            screen.flare(shown)
    screen.relayout()


def open_menu(screen: TableScreen) -> None:
    """The pause menu; in a drill the card that says what it asks."""
    from micromutants.ui.screens.pause import NOT_NOW, PauseScreen

    if screen.drill is not None:
        screen.app.push(DrillCard(screen.app, screen.drill))
        return
    decides = screen.my_turn_soon and screen.session.state.phase in CONCEDING
    give_up = partial(concede, screen)
    screen.app.push(PauseScreen(screen.app, screen.session, give_up, "" if decides else NOT_NOW))


def concede(screen: TableScreen) -> None:
    """Whoever decides now gives the match up."""
    actor = screen.session.match.to_act
    if actor is not None and actor >= 0:
        do(screen, Concede(actor))


def ask_to_take_back(screen: TableScreen) -> None:
    """Ask the table whether the last flick is taken back."""

    def done() -> None:
        screen.unsettled()
        proceed(screen)

    screen.app.push(AgreeScreen(screen.app, screen.session, done))


def broken(screen: TableScreen, error: BaseException) -> None:
    """Something in the program failed: say so in one sentence on the title; the match is kept."""
    from micromutants.ui.screens.title import TitleScreen

    match = screen.session.match
    log.failure(f"match of seed {match.seed} stopped after {len(match.log)} actions", error)
    reason = screen.session.autosave()
    kept = reason or "The match is kept as it stood before: Continue goes on with it."
    words = " ".join(str(error).split())[:160]
    screen.app.reset(TitleScreen(screen.app))
    screen.app.message = f"The match stopped at a fault of the program ({type(error).__name__}: {words}). {kept}"

"""Step 3 of the resolution: captures, fumbles, projectiles and tokens, all at once."""

from __future__ import annotations

from micromutants.physics.model import EventKind
from micromutants.rules.armies import is_base, is_bug, is_projectile
from micromutants.rules.editions import MOVED_BOTH, ONE_BUG_AN_ENTRANCE, PROJECTILES_FUMBLE, since
from micromutants.rules.effects import Attack, Landing, Strike
from micromutants.rules.ids import ENTRANCE, METEOR, breed_of, is_terrain
from micromutants.rules.model import Pending, Task, Trophy, Web
from micromutants.rules.powers import Power, powers_of
from micromutants.rules.words import count, name, who
from micromutants.rules.work import Work, replace
from micromutants.table import Face, LiesOn


def overlaps(work: Work) -> None:
    """Captures and fumbles among the pairs that came about, then what a projectile or tokens do."""
    captures = [pair for pair in work.fresh if _captures(work, pair)]
    several = sum(pair.upper == work.flicked for pair in captures) > 1
    for pair in work.fresh:
        upper, lower = work.table[pair.upper], work.table[pair.lower]
        if upper.owner == lower.owner or not is_bug(work.state, lower.id) or lower.id in work.gone:
            continue
        if pair in captures:
            rule = ("M3" if several else "M2") if upper.id == work.flicked else "M7"
            text = f"{work.whose(upper.id)} captures {work.whose(lower.id)}: it ended over it."
            work.hit(lower.id, Attack("bug"), upper.id, rule, "capture", text)
        elif _fumbles(work, pair):
            flicked = lower.id == work.flicked
            text = f"{work.whose(lower.id)} fumbles: it ended beneath {work.whose(upper.id)} and is eliminated."
            work.say("M6" if flicked else "M7", "fumble", lower.owner, (lower.id, upper.id), text)
            # A bug that its owner flicks to its end in another's turn is nobody's merit.
            reaction = flicked and work.player != work.state.player
            work.lose(lower, lower.owner if flicked else work.player, counts=not reaction)
    if is_projectile(work.state, work.flicked):
        _projectile(work)
    if work.thrown:
        _tokens(work)
    work.sweep()


def _fumbles(work: Work, pair: LiesOn) -> bool:
    """Whether the lower bug of a pair is eliminated because it came to lie beneath the upper piece."""
    if pair.lower not in work.moved or not _can_be_under(work, pair.upper):
        return False
    both = pair.upper in work.moved and pair.lower != work.flicked
    return not (both and since(work.state, MOVED_BOTH))


def _captures(work: Work, pair: LiesOn) -> bool:
    """Whether the upper bug of a pair captures the lower one; what else eliminates the lower one is a fumble."""
    upper, lower = work.table[pair.upper], work.table[pair.lower]
    return (
        upper.owner != lower.owner
        and is_bug(work.state, upper.id)
        and is_bug(work.state, lower.id)
        and upper.id in work.moved
        and lower.id != work.flicked
        and not harmless(work, upper.id)
    )


def harmless(work: Work, bug: str) -> bool:
    """Whether a bug captures nothing but bases, as its card says."""
    piece = work.table[bug]
    return any(p.effect.harmless and p.effect.harmless(p.params, piece) for p in powers_of(work.now(), bug))


def _can_be_under(work: Work, upper: str) -> bool:
    """Whether ending beneath this piece is a fumble: an enemy bug, base, or projectile that lay there already."""
    state = work.state
    return is_bug(state, upper) or is_base(state, upper) or (is_projectile(state, upper) and upper != work.flicked)


# --- projectiles -----------------------------------------------------------------------------------------------


def _landing_power(work: Work) -> Power | None:
    return next((power for power in powers_of(work.now(), work.flicked) if power.effect.lands), None)


def _projectile(work: Work) -> None:
    """What the projectile does where it has landed: rule M10 and its card."""
    shot = work.table.get(work.flicked)
    power = _landing_power(work)
    if shot is None or power is None or power.effect.lands is None:
        return
    on_terrain = any(is_terrain(other) for pair in work.fresh for other in pair[:2] if work.flicked in pair[:2])
    above = _fumbled_under(work)
    under = [work.table[p.lower] for p in work.fresh if p.upper == shot.id and p.lower not in work.gone]
    over = tuple(piece for piece in under if is_bug(work.state, piece.id) or is_base(work.state, piece.id))
    met = sorted(
        {
            other
            for event in work.outcome.events
            if event.kind is EventKind.CONTACT and event.other and shot.id in (event.piece, event.other)
            for other in (event.piece, event.other)
            if is_bug(work.state, other) and other in work.table and other not in (*work.gone, *above)
        }
    )
    strike = power.effect.lands(power.params, Landing(shot, over, tuple(work.table[bug] for bug in met)))
    done = _struck(work, strike, power)
    due = work.state.pending[0] if work.state.pending else None
    shots = due.count if due and due.task is Task.SHOOT else 1
    if on_terrain:
        text = f"{work.whose(shot.id)} ended on terrain and is removed."
        work.say("G6", "spent", shot.owner, (shot.id,), text)
    elif above:
        text = f"{work.whose(shot.id)} ended beneath {work.whose(above[0])}, which is safe, and is spent."
        work.say("M6", "spent", shot.owner, (shot.id, *above), text)
    elif strike.again >= shots and not done:
        work.kept.add(shot.id)
        work.pending.append(Pending(Task.SHOOT, shot.owner, "M11", power.card.id, shot.id, count=shots + 1))
    elif strike.stays:
        work.kept.add(shot.id)


def _fumbled_under(work: Work) -> tuple[str, ...]:
    """The enemy pieces beneath which the projectile has ended."""
    if not since(work.state, PROJECTILES_FUMBLE):
        return ()
    mine = work.table[work.flicked].owner
    return tuple(
        pair.upper
        for pair in work.fresh
        if pair.lower == work.flicked and work.table[pair.upper].owner != mine and _can_be_under(work, pair.upper)
    )


def _struck(work: Work, strike: Strike, power: Power) -> bool:
    """Let a projectile's strike take effect; whether it has eliminated or damaged anything."""
    shot, card = work.table[work.flicked], power.card.id
    done = False
    for bug in strike.hits:
        if bug in work.gone:
            continue
        text = f"{work.whose(shot.id)} eliminates {work.whose(bug)}."
        done |= work.hit(bug, Attack("projectile", strike.ignores), shot.id, "M10", "hit", text, card)
    for bug in strike.webs:
        _entangle(work, bug, power)
    for base_id in strike.bases:
        base, done = work.table[base_id], True
        if base.kind == "base":
            work.table = work.table.put(replace(base, face=Face.SPECIAL))
            text = f"{work.whose(shot.id)} damages {work.whose(base_id)}: {power.card.title} reaches bases."
            work.say("M11", "base-damaged", shot.owner, (shot.id, base_id), text, card)
        else:
            lose_base(work, base_id, shot.owner)
            text = f"{work.whose(shot.id)} eliminates {work.whose(base_id)}: {power.card.title} reaches bases."
            work.say("M11", "base-eliminated", shot.owner, (shot.id, base_id), text, card)
    return done


def _entangle(work: Work, bug: str, power: Power) -> None:
    markers = power.effect.web_markers(power.params) if power.effect.web_markers else 0
    results = power.effect.web_results(power.params) if power.effect.web_results else 1
    if bug in work.gone or any(web.bug == bug for web in work.webs):
        return
    owner = work.table[work.flicked].owner
    if sum(web.by == owner for web in work.webs) >= markers:
        text = f"{work.whose(bug)} is not caught: all {markers} web markers are in use."
        work.say("M11", "overlap", owner, (work.flicked, bug), text, power.card.id)
        return
    work.webs.append(Web(bug, results, owner))
    text = f"{work.whose(work.flicked)} catches {work.whose(bug)}: it can not move until it is freed."
    work.say("M11", "webbed", owner, (work.flicked, bug), text, power.card.id)


def lose_base(work: Work, base: str, by: int) -> None:
    """Mark a base as eliminated and, with more than two players, kept by one of them: rule W4."""
    piece = work.table[base]
    work.lose(piece, by)
    if len(work.state.setup.seats) > 2:
        work.trophies.append(Trophy(base, piece.owner, by))


# --- tokens ----------------------------------------------------------------------------------------------------


def _tokens(work: Work) -> None:
    token = breed_of(work.thrown[0])
    landed = [piece for piece in work.thrown if piece in work.table]
    missed = len(work.thrown) - len(landed)
    if missed:
        whom = who(work.state, work.player)
        text = f"{count(missed).capitalize()} of {whom}'s {name(work.state, token)}s left the mat, without effect."
        work.say("G5", "spent", work.player, [p for p in work.thrown if p not in landed], text)
    if token == METEOR:
        for pair in work.table.lies_on():
            if pair.upper in landed and is_bug(work.state, pair.lower) and pair.lower not in work.gone:
                text = f"A Meteor hits {work.whose(pair.lower)}: it is eliminated, whatever it can do."
                work.say("G3", "meteor", work.player, (pair.upper, pair.lower), text)
                work.lose(work.table[pair.lower], work.player, counts=False)
    elif token == ENTRANCE:
        pairs = [pair[:2] for pair in work.table.lies_on()]
        if since(work.state, ONE_BUG_AN_ENTRANCE):
            pairs = [pair for pair in pairs if not set(pair) <= set(landed)]
        covered = {piece for pair in pairs for piece in pair}
        blocked = [piece for piece in landed if piece in covered]
        if blocked:
            what = f"{count(len(blocked)).capitalize()} {name(work.state, token)}{'s' if len(blocked) > 1 else ''}"
            text = f"{what} landed on a piece, without effect."
            work.say("G4", "spent", work.player, blocked, text)
        for piece in landed:
            if piece not in blocked:
                work.kept.add(piece)
                work.pending.append(Pending(Task.BRING, work.player, "G4", "", piece, inside=True))
    if not landed:
        return
    free = [piece for piece in landed if piece in work.kept]
    if free:
        text = f"{who(work.state, work.player)} brings a bug to each of the {count(len(free))} open Warp Entrances."
        if len(free) == 1:
            text = f"{who(work.state, work.player)} brings a bug to the one open Warp Entrance."
        work.say("G4", "thrown", work.player, free, text)

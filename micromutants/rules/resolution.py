"""What comes of a shot, in the order of resolution.

Put back, bases back, overlaps, bases and resources under bugs, terrain, cards, victory.  The functions read an outcome
and know no physics: any outcome will do, also one made by hand.
"""

from __future__ import annotations

import functools

from micromutants.geometry import gap, nearest_free_spot
from micromutants.physics import Outcome
from micromutants.rules.armies import is_base, is_bug, is_projectile
from micromutants.rules.editions import (
    FALLEN_BY_STEPS,
    FIRE_OFF_TERRAIN,
    FLICKED_ANEW,
    FRESH_CHIPS,
    NO_SHOT_FOR_WHO_IS_OUT,
    TRUER_WORDS,
    since,
)
from micromutants.rules.effects import Attack, Lost, Rested
from micromutants.rules.homes import on_mat
from micromutants.rules.ids import TERRAINS, breed_of, is_resource, is_terrain
from micromutants.rules.model import Beside, Extra, Happening, Pending, Phase, Spot, State, Step, Task
from micromutants.rules.overlaps import harmless, lose_base, overlaps
from micromutants.rules.places import placed
from micromutants.rules.powers import breed_powers, powers_of
from micromutants.rules.restoring import restored
from micromutants.rules.roster import owner_of
from micromutants.rules.victory import decided
from micromutants.rules.words import listed, name, who, whose
from micromutants.rules.work import Work, replace
from micromutants.table import Face, LiesOn, Table


def resolve(
    state: State, before: Table, outcome: Outcome, flicked: str, player: int | None = None, thrown: tuple[str, ...] = ()
) -> Step:
    """The state after a shot has come to rest, before the turn goes on.

    Args:
        state: The game, its turn's bookkeeping for this move already done.
        before: The table before the shot.
        outcome: What the physics made of it.
        flicked: Id of the bug or projectile that was flicked; empty for a throw or a shove.
        player: Who did it; None for the player on turn.
        thrown: Ids of tokens that were thrown.

    Returns:
        The state with the new table, what waits to be decided, the extra shot if one was earned, and the winner
        if it decided the game; what happened, in the order of resolution; the outcome.
    """
    spent = frozenset((flicked,) if is_projectile(state, flicked) else thrown)
    table, moved, notes = restored(state, before, outcome, flicked, spent)
    known = {(pair.upper, pair.lower) for pair in before.lies_on()}
    anew = flicked if flicked in moved and since(state, FLICKED_ANEW) else ""
    fresh = [pair for pair in table.lies_on() if anew in pair[:2] or (pair.upper, pair.lower) not in known]
    fresh.sort(key=lambda pair: (pair.upper != flicked, pair.lower != flicked, pair.upper, pair.lower))
    shooter = state.player if player is None else player
    work = Work(state, shooter, flicked, thrown, outcome, table, moved, fresh, notes)
    work.webs = list(state.webs)
    work.trophies = list(state.trophies)

    overlaps(work)
    steps = [_as_state(work)]
    _bases(work)
    _resources(work)
    _without_effect(work)
    steps.append(_as_state(work))
    _terrain(work)
    steps.append(_as_state(work))
    _cards(work)
    _clear(work)
    after = _earned(work, _as_state(work))
    after, said = decided(state, steps if since(state, FALLEN_BY_STEPS) else steps[:1], after)
    if after.phase is Phase.OVER and since(state, TRUER_WORDS):
        work.notes = [note for note in work.notes if note.kind != "extra-earned"]
    after, more = homeless(after)
    return Step(after, tuple(work.notes + said + more), outcome)


def _as_state(work: Work) -> State:
    state = work.state
    kept = list(state.collected)
    for bug, resource in work.collected:
        owner = work.outcome.table[bug].owner
        kept[owner] = (*kept[owner], resource)
    gone = work.gone if since(state, FRESH_CHIPS) else ()
    return replace(
        state,
        moved=tuple(bug for bug in state.moved if bug not in gone),
        table=work.table,
        beside=(*state.beside, *work.beside),
        webs=tuple(work.webs),
        collected=tuple(kept),
        trophies=tuple(work.trophies),
        pending=(*work.pending, *state.pending),
    )


# --- step 4 ----------------------------------------------------------------------------------------------------


def _bases(work: Work) -> None:
    """Bases under enemy bugs.  However many bugs lie on a base, one shot captures it once (ruling J6)."""
    state = work.state
    over: dict[str, list[str]] = {}
    for pair in _standing(work):
        if not (is_base(state, pair.lower) and is_bug(state, pair.upper)):
            continue
        if work.table[pair.upper].owner != work.table[pair.lower].owner:
            over.setdefault(pair.lower, []).append(pair.upper)
    for base_id, bugs in over.items():
        bugs = [bug for bug in bugs if bug in work.table]
        if not bugs:
            # All of them wait in a hand already, for another base that they captured in the same shot.
            continue
        base = work.table[base_id]
        by = listed(work.whose(bug) for bug in bugs)
        captor = work.table[bugs[0]].owner
        verb = "captures" if len(bugs) == 1 else "capture"
        pieces = (*bugs, base_id)
        work.stopped.update(bugs)
        if base.face is Face.SPECIAL or base.kind != "base":
            work.table = work.table.put(*(replace(work.table[bug], face=Face.NORMAL) for bug in bugs))
            lose_base(work, base_id, captor)
            rule, why = ("B3", "which was damaged") if base.kind == "base" else ("B4", "which is small")
            text = f"{by} {verb} {work.whose(base_id)}, {why}: it is eliminated."
            work.say(rule, "base-eliminated", captor, pieces, text)
        else:
            # Only with more than two players can the owner of the base leave the game meanwhile.
            many = len(state.setup.seats) > 2
            spots = {bug: Spot(bug, *work.table[bug].pose) if many else None for bug in bugs}
            work.table = work.table.put(replace(base, face=Face.SPECIAL)).without(*bugs)
            work.beside += [Beside(bug, base_id, base.owner, spots[bug]) for bug in bugs]
            text = (
                f"{by} {verb} {work.whose(base_id)}: it is damaged, and {who(state, base.owner)} places "
                f"{'the bug' if len(bugs) == 1 else 'the bugs'} beside it."
            )
            work.say("B2", "base-damaged", captor, pieces, text)
    work.sweep()


def _standing(work: Work) -> list[LiesOn]:
    """The pairs that came about and of which neither piece has been eliminated or taken in hand."""
    return [pair for pair in work.fresh if pair.upper in work.table and pair.lower in work.table]


def _resources(work: Work) -> None:
    """Resources over or under bugs: rule A1."""
    held = {beside.bug for beside in work.beside}
    for pair in work.fresh:
        for bug, resource, above in ((pair.upper, pair.lower, True), (pair.lower, pair.upper, False)):
            if not is_bug(work.state, bug) or not is_resource(resource) or resource not in work.table:
                continue
            if not above and not work.state.setup.rulings.resources_below:
                continue
            if bug in work.table and harmless(work, bug):
                continue
            if bug not in work.table and bug not in held:
                continue
            work.table = work.table.without(resource)
            work.collected.append((bug, resource))
            owner = work.outcome.table[bug].owner
            text = f"{work.whose(bug)} collects a Resource."
            work.say("A1", "resource", owner, (bug, resource), text)


def _without_effect(work: Work) -> None:
    """What a bug lies on or under without anything coming of it, and why: rule M5, cards, ruling J12."""
    told = since(work.state, TRUER_WORDS)
    for upper, lower, _ in _standing(work):
        owner = work.table[upper].owner
        flicked = work.flicked in (upper, lower) and not is_projectile(work.state, work.flicked)
        if owner == work.table[lower].owner:
            if flicked:
                whom, what = who(work.state, owner), name(work.state, lower)
                text = f"{work.whose(upper)} lies on {whom}'s own {what}: no effect."
                work.say("M5", "overlap", owner, (upper, lower), text)
        elif is_bug(work.state, upper) and is_bug(work.state, lower):
            if (flicked or told) and harmless(work, upper):
                text = f"{work.whose(upper)} lies on {work.whose(lower)}: as it is, it captures nothing but bases."
                work.say("M11", "overlap", owner, (upper, lower), text)
        elif told:
            _not_collected(work, upper, lower)


def _not_collected(work: Work, upper: str, lower: str) -> None:
    """Why a bug on or under a resource has left it."""
    for bug, resource in ((upper, lower), (lower, upper)):
        if not is_bug(work.state, bug) or not is_resource(resource):
            continue
        rule, why = "J12", "a bug beneath one does not collect it"
        if harmless(work, bug):
            rule, why = "M11", "as it is, it captures nothing but bases"
        where = "on" if bug == upper else "under"
        text = f"{work.whose(bug)} lies {where} {work.whose(resource)}: {why}."
        work.say(rule, "overlap", work.table[bug].owner, (bug, resource), text)


# --- step 5 ----------------------------------------------------------------------------------------------------

_TERRAIN_RULES = dict(zip(TERRAINS, ("G2", "G3", "G4"), strict=True))


def _terrain(work: Work) -> None:
    """Bugs that came to lie on a template, or on a projectile that burns: rules G1 to G4."""
    for pair in _standing(work):
        for bug, other in ((pair.upper, pair.lower), (pair.lower, pair.upper)):
            if is_projectile(work.state, bug) and is_terrain(other) and bug != work.flicked:
                _off_terrain(work, bug)
            if not is_bug(work.state, bug) or bug in work.gone:
                continue
            if is_terrain(other):
                if bug != work.flicked and not work.state.setup.rulings.knocked_into_terrain:
                    if since(work.state, TRUER_WORDS):
                        text = f"{work.whose(bug)} lies on {work.whose(other)}: a bug that was knocked is safe there."
                        work.say("J13", "overlap", work.table[bug].owner, (bug, other), text)
                    continue
                rule, owner = _TERRAIN_RULES[other], work.table[bug].owner
                text = f"{work.whose(bug)} lands on {work.whose(other)} and is eliminated, whatever it can do."
                work.say(rule, "terrain", owner, (bug, other), text)
                work.lose(work.table[bug], work.player)
                if rule != "G2":
                    work.pending.append(Pending(Task.THROW, owner, rule, "", other))
            elif (
                other in work.table
                and is_projectile(work.state, other)
                and other != work.flicked
                and _burns(work, other)
            ):
                text = f"{work.whose(bug)} ends in {work.whose(other)} and is eliminated."
                work.say("M11", "burnt", work.table[other].owner, (other, bug), text)
                work.lose(work.table[bug], work.table[other].owner)
    work.sweep()


def _off_terrain(work: Work, projectile: str) -> None:
    """A projectile that lay on the mat has been knocked onto a template."""
    if projectile in work.table and since(work.state, FIRE_OFF_TERRAIN):
        text = f"{work.whose(projectile)} ended on terrain and is removed."
        work.say("G6", "spent", work.table[projectile].owner, (projectile,), text)
        work.table = work.table.without(projectile)


def _burns(work: Work, projectile: str) -> bool:
    return any(p.effect.burns and p.effect.burns(p.params) for p in powers_of(work.now(), projectile))


# --- step 6 ----------------------------------------------------------------------------------------------------


def _cards(work: Work) -> None:
    """What cards do by themselves, then what they offer: the flicked bug's, then those of eliminated bugs."""
    _cleave(work)
    _venom(work)
    state = work.now()
    flicked = work.table.get(work.flicked)
    if flicked is not None and is_bug(work.state, flicked.id) and flicked.id in work.moved:
        rested = Rested(flicked, bool(work.captured.get(flicked.id)), flicked.id in work.stopped)
        for power in powers_of(state, flicked.id):
            if power.effect.rested:
                work.offer(power.effect.rested(power.params, rested), power.card.id, power.effect.once)
    for captor in work.captured:
        bug = work.table.get(captor)
        if bug is not None and captor not in work.stopped:
            for power in powers_of(state, captor):
                if power.effect.captured:
                    work.offer(power.effect.captured(power.params, bug), power.card.id, power.effect.once)
    before = replace(state, webs=work.state.webs)
    for loss in sorted(work.losses, key=lambda loss: work.order(loss.piece.owner)):
        for power in powers_of(before, loss.piece.id):
            if power.effect.lost:
                work.offer(power.effect.lost(power.params, Lost(loss.piece, loss.by)), power.card.id, power.effect.once)


def _cleave(work: Work) -> None:
    """Enemy bugs that touch a bug which has captured and cleaves."""
    for captor in list(work.captured):
        bug = work.table.get(captor)
        if bug is None or captor in work.stopped:
            continue
        for power in powers_of(work.now(), captor):
            if power.effect.cleaves is None:
                continue
            reach = power.effect.cleaves(power.params)
            for other in work.table:
                if not is_bug(work.state, other.id) or other.owner == bug.owner or other.id in work.gone:
                    continue
                if gap(bug.shape, bug.pose, other.shape, other.pose) < reach:
                    text = f"{work.whose(captor)} cleaves {work.whose(other.id)}, which touches it."
                    work.hit(other.id, Attack("bug"), captor, "M11", "cleave", text, power.card.id)
    work.sweep()


def _venom(work: Work) -> None:
    """Bugs that have captured a venomous one."""
    for captor, victim in work.poisoned.items():
        if captor in work.gone:
            continue
        bug = work.table.get(captor) or work.outcome.table[captor]
        text = f"{work.whose(captor)} dies of the venom of {work.whose(victim.id)}."
        card = next(
            (p.card.id for p in breed_powers(work.state, victim.owner, breed_of(victim.id)) if p.effect.backlash), ""
        )
        work.say("M11", "venom", victim.owner, (victim.id, captor), text, card)
        work.lose(bug, victim.owner)
    work.sweep()


def _clear(work: Work) -> None:
    """Projectiles and tokens leave the mat unless their card keeps them: rules M10, G3, G4."""
    used = [*work.thrown, *([work.flicked] if is_projectile(work.state, work.flicked) else [])]
    leaving = [piece for piece in used if piece in work.table and piece not in work.kept]
    if leaving:
        work.table = work.table.without(*leaving)


def _earned(work: Work, after: State) -> State:
    """The extra shot, if an enemy piece has been eliminated that counts: rules T6, J8."""
    mine = after.player
    if after.extra is not Extra.NONE or (mine in after.out and since(after, NO_SHOT_FOR_WHO_IS_OUT)):
        return after
    if not any(loss.counts and loss.piece.owner != mine for loss in work.losses):
        return after
    text = f"{who(after, mine)} has eliminated an enemy piece and earns an extra shot at the end of the turn."
    work.say("T6", "extra-earned", mine, (), text)
    return replace(after, extra=Extra.EARNED)


def homeless(state: State) -> tuple[State, list[Happening]]:
    """Bugs in hand whose base's owner has left the game lie where they lay; those of such a player leave (W3)."""
    notes: list[Happening] = []
    for beside in state.beside:
        table = state.table
        if beside.base in table and beside.owner not in state.out and owner_of(state, beside.bug) not in state.out:
            continue
        state = replace(state, beside=tuple(b for b in state.beside if b is not beside))
        owner = owner_of(state, beside.bug)
        if owner in state.out or beside.at is None:
            continue
        bug = placed(state, owner, beside.at)
        obstacles = [(other.shape, other.pose) for other in table]
        spot = nearest_free_spot(bug.shape, bug.pose, obstacles, functools.partial(on_mat, table.mat, bug.shape))
        if spot is not None:
            state = replace(state, table=table.put(replace(bug, x=spot.x, y=spot.y)))
            text = f"{whose(state, bug.id)} stays where the base was, for its owner has left the game."
            notes.append(Happening("W3", "put-beside", owner, (bug.id,), text))
    return state, notes

"""What comes of a shot, in the order of resolution: put back, bases, overlaps, bases under bugs, victory.

The functions read an outcome and know no physics: any outcome will do, also one made by hand.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from micromutants.physics import Outcome
from micromutants.rules.armies import is_base, is_bug
from micromutants.rules.model import Beside, Extra, Happening, State, Step
from micromutants.rules.restoring import restored
from micromutants.rules.victory import decided
from micromutants.rules.words import listed, name, who, whose
from micromutants.table import Face, LiesOn, Table

replace = msgspec.structs.replace


def resolve(state: State, before: Table, outcome: Outcome, flicked: str) -> Step:
    """The state after a shot has come to rest, before the turn goes on.

    Args:
        state: The game, its turn's bookkeeping for this move already done.
        before: The table before the shot.
        outcome: What the physics made of it.
        flicked: Id of the bug that was flicked.

    Returns:
        The state with the new table, bugs to put beside bases, the extra shot if one was earned, and the winner
        if it decided the game; what happened, in the order of resolution; the outcome.
    """
    table, moved, notes = restored(state, before, outcome, flicked)
    known = {(pair.upper, pair.lower) for pair in before.lies_on()}
    fresh = [pair for pair in table.lies_on() if (pair.upper, pair.lower) not in known]
    fresh.sort(key=lambda pair: (pair.upper != flicked, pair.lower != flicked, pair.upper, pair.lower))

    table, gone, said = _overlaps(state, table, fresh, moved, flicked)
    notes += said
    halfway = replace(state, table=table)
    table, beside, lost, said = _bases(state, table, [pair for pair in fresh if pair.upper not in gone])
    notes += said
    notes += _without_effect(state, table, fresh, flicked)
    after = replace(state, table=table, beside=beside)

    mine = after.player
    if after.extra is Extra.NONE and any(before[piece].owner != mine for piece in (*gone, *lost)):
        after = replace(after, extra=Extra.EARNED)
        text = f"{who(state, mine)} has eliminated an enemy piece and earns an extra shot at the end of the turn."
        notes.append(Happening("T6", "extra-earned", mine, (), text))
    after, said = decided(halfway, after)
    return Step(after, tuple(notes + said), outcome)


def _overlaps(
    state: State, table: Table, fresh: Iterable[LiesOn], moved: frozenset[str], flicked: str
) -> tuple[Table, list[str], list[Happening]]:
    """Step 3: captures and fumbles among the pairs that came about, all at once."""
    gone: list[str] = []
    notes: list[Happening] = []
    captures = [pair for pair in fresh if _captures(table, pair, moved, flicked)]
    several = sum(pair.upper == flicked for pair in captures) > 1
    for pair in fresh:
        upper, lower = table[pair.upper], table[pair.lower]
        if upper.owner == lower.owner or not is_bug(lower.id) or lower.id in gone:
            continue
        if pair in captures:
            rule = ("M3" if several else "M2") if upper.id == flicked else "M7"
            text = f"{whose(state, upper.id)} captures {whose(state, lower.id)}: it ended over it."
            notes.append(Happening(rule, "capture", upper.owner, (upper.id, lower.id), text))
        elif lower.id in moved:
            rule = "M6" if lower.id == flicked else "M7"
            text = f"{whose(state, lower.id)} fumbles: it ended beneath {whose(state, upper.id)} and is eliminated."
            notes.append(Happening(rule, "fumble", lower.owner, (lower.id, upper.id), text))
        else:
            continue
        gone.append(lower.id)
    return table.without(*gone) if gone else table, gone, notes


def _captures(table: Table, pair: LiesOn, moved: frozenset[str], flicked: str) -> bool:
    """Whether the upper bug of a pair captures the lower one; what else eliminates the lower one is a fumble."""
    upper, lower = table[pair.upper], table[pair.lower]
    return (
        upper.owner != lower.owner
        and is_bug(upper.id)
        and is_bug(lower.id)
        and upper.id in moved
        and lower.id != flicked
    )


def _bases(
    state: State, table: Table, fresh: Iterable[LiesOn]
) -> tuple[Table, tuple[Beside, ...], list[str], list[Happening]]:
    """Step 4: bases under enemy bugs.  However many bugs lie on a base, one shot captures it once (ruling J6)."""
    over: dict[str, list[str]] = {}
    for pair in fresh:
        if is_base(pair.lower) and is_bug(pair.upper) and table[pair.upper].owner != table[pair.lower].owner:
            over.setdefault(pair.lower, []).append(pair.upper)
    beside: list[Beside] = []
    lost: list[str] = []
    notes: list[Happening] = []
    for base_id, bugs in over.items():
        base = table[base_id]
        by = listed(whose(state, bug) for bug in bugs)
        captor = table[bugs[0]].owner
        verb = "captures" if len(bugs) == 1 else "capture"
        pieces = (*bugs, base_id)
        if base.face is Face.SPECIAL:
            table = table.put(*(replace(table[bug], face=Face.NORMAL) for bug in bugs)).without(base_id)
            lost.append(base_id)
            text = f"{by} {verb} {whose(state, base_id)}, which was damaged: it is eliminated."
            notes.append(Happening("B3", "base-eliminated", captor, pieces, text))
        else:
            table = table.put(replace(base, face=Face.SPECIAL)).without(*bugs)
            beside += [Beside(bug, base_id, base.owner) for bug in bugs]
            text = (
                f"{by} {verb} {whose(state, base_id)}: it is damaged, and {who(state, base.owner)} places "
                f"{'the bug' if len(bugs) == 1 else 'the bugs'} beside it."
            )
            notes.append(Happening("B2", "base-damaged", captor, pieces, text))
    return table, tuple(beside), lost, notes


def _without_effect(state: State, table: Table, fresh: Iterable[LiesOn], flicked: str) -> list[Happening]:
    """Rule M5: what the flicked bug lies on or under, and nothing comes of it."""
    notes: list[Happening] = []
    for upper, lower, _ in fresh:
        if flicked in (upper, lower) and upper in table and lower in table:
            if table[upper].owner == table[lower].owner:
                text = f"{whose(state, upper)} lies on {who(state, table[lower].owner)}'s own {name(lower)}: no effect."
                notes.append(Happening("M5", "overlap", table[upper].owner, (upper, lower), text))
    return notes

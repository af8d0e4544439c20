"""What came of a shot, as what is expected of it from now on."""

from __future__ import annotations

from micromutants.physics import Outcome
from micromutants.scenario.checking import shoot
from micromutants.scenario.model import Expect, Near, SavedShot, Scenario

ROOM_MM = 10.0
"""So far from where it came to rest a chip may rest the next time."""


def noted(scenario: Scenario, shot: SavedShot) -> SavedShot:
    """The shot with its outcome as what is expected of it.

    Of the chips that are moved: what they lie on and beneath, which side is up, whether they are off the mat, and about
    where they rest.  Of the others that moved: that they did, and what else of this is new.

    Args:
        scenario: Its table and physics are those of the outcome; the shot is made exactly.
        shot: Expectations that it has are replaced.

    Raises:
        PhysicsError: The shot cannot be made.
    """
    outcome = shoot(scenario, shot)
    flicked = tuple(dict.fromkeys(move.piece for move in shot.moves))
    others = tuple(piece for piece in outcome.moved if piece not in flicked)
    expects = [_of(scenario, piece, outcome, flicked=piece in flicked) for piece in (*flicked, *others)]
    return SavedShot(shot.name, shot.moves, tuple(expects))


def _of(scenario: Scenario, piece: str, outcome: Outcome, *, flicked: bool) -> Expect:
    before, after = scenario.table[piece], outcome.table[piece]
    over = tuple(sorted(pair.lower for pair in outcome.lies_on if pair.upper == piece))
    under = tuple(sorted(pair.upper for pair in outcome.lies_on if pair.lower == piece))
    on_mat = outcome.table.on_mat(after)
    return Expect(
        piece,
        over=over or None,
        under=under or None,
        clear=() if flicked and on_mat and not (over or under) else None,
        face=after.face.value if flicked or after.face is not before.face else None,
        rest_within_mm=Near((round(after.x, 1), round(after.y, 1)), ROOM_MM) if flicked and on_mat else None,
        moved=None if flicked else True,
        left_mat=None if on_mat else True,
    )

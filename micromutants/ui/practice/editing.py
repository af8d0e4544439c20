"""Changing what lies on the mat of a scenario: every change gives another scenario, or a reason why it may not be."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping

import msgspec

from micromutants.geometry import overlap_depth
from micromutants.rules.words import an
from micromutants.scenario import Puzzle, Scenario, ScenarioError, updated_text
from micromutants.scenario.parts import OWNER_MAX, room, sorts
from micromutants.table import MIN_OVERLAP, NOBODY, Piece, Table
from micromutants.ui.draw import Ghost, Look, Scene
from micromutants.ui.practice.looks import bare, looks
from micromutants.ui.practice.stand import Stand

TURN = math.radians(15.0)
"""Step of an angle, rad."""

LINE = 110
"""Longest line of a text in the file, characters."""

STEP = 12.0
"""Distance of the places that are tried for a new piece, mm."""


class Editing:
    """The piece in the hand, the changes so far.

    Attributes:
        picked: Id of the piece that keys move.
        stacking: Whether a piece may be put on another.
        owner: Of new pieces.
        shelf: Which of the palette's shelves is open.
        warned: Whether the player has been told that changes would be lost.
        why: Why the piece in the hand may not lie where it is; empty where it may.
    """

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.stacking = False
        self.owner = 0
        self.shelf = 0
        self.begin()

    def begin(self) -> None:
        """Nothing is picked and nothing has been changed."""
        self.picked: str | None = None
        self.warned = False
        self.why = ""
        self._ghost: Piece | None = None
        self._hold: tuple[float, float] | None = None
        self._history: list[Scenario] = []

    # --- changes -------------------------------------------------------------------------------------------

    def refusal(self, piece: Piece, breed: str = "") -> str:
        """Why a piece may not lie so; empty where it may."""
        table = self.stand.scenario.table
        if not table.on_mat(piece):
            return f"{piece.id} would lie off the mat; allowed here are {room(piece, table.mat)}."
        if not self.stacking:
            for other in table:
                near = piece.spec.reach + other.spec.reach
                if other.id == piece.id or math.hypot(other.x - piece.x, other.y - piece.y) >= near:
                    continue
                if overlap_depth(piece.shape, piece.pose, other.shape, other.pose) > MIN_OVERLAP:
                    return f"{piece.id} would overlap {other.id}: leave room, or allow stacking."
        if piece.face.value == "special" and not self._two_sided(piece, breed):
            return f"{piece.id} has no special side."
        return ""

    def _two_sided(self, piece: Piece, breed: str = "") -> bool:
        breed = breed or dict(self.stand.scenario.breeds).get(piece.id, "")
        return sorts()[breed].two_sided if breed in sorts() else piece.spec.chip or piece.kind.endswith("base")

    def put(self, piece: Piece, breed: str | None = None) -> str:
        """Lay a piece down, a new one with its breed; returns why that is not possible, or nothing."""
        why = self.refusal(piece, breed or "")
        if why:
            return why
        pieces = self._pieces()
        covers = any(
            overlap_depth(piece.shape, piece.pose, other.shape, other.pose) > MIN_OVERLAP
            for other in pieces.values()
            if other.id != piece.id
        )
        if covers:
            # What is put on another comes to lie on it, whichever was there first.
            pieces.pop(piece.id, None)
        pieces[piece.id] = piece
        self._lay(pieces, None if breed is None else {piece.id: breed})
        return ""

    def _pieces(self) -> dict[str, Piece]:
        """What lies on the mat by its id, in the order of the file."""
        scenario = self.stand.scenario
        order = {key: i for i, (key, _) in enumerate(scenario.breeds)}
        return {p.id: p for p in sorted(scenario.table, key=lambda p: (order.get(p.id, len(order)), p.id))}

    def _lay(self, pieces: Mapping[str, Piece], new: Mapping[str, str] | None = None) -> None:
        """Let these pieces and no others lie on the mat, with the breeds of those that are new."""
        scenario = self.stand.scenario
        flat = [msgspec.structs.replace(piece, level=0) for piece in pieces.values()]
        breeds = dict(scenario.breeds) | dict(new or {})
        named = tuple((key, breeds.get(key, "")) for key in pieces)
        self._change(msgspec.structs.replace(scenario, table=Table.of(scenario.table.mat, flat), breeds=named))

    def _change(self, changed: Scenario) -> None:
        self._history.append(self.stand.scenario)
        self.stand.take(changed)
        self.stand.edited, self.warned = True, False

    def describe(self, title: str, text: str, goal: str) -> str:
        """Give the scenario another title, text and goal; returns why that is not possible, or nothing.

        Args:
            title: One line.
            text: Its lines are broken anew, unless its words are those that are there.
            goal: What the player is told to do; empty where it is no puzzle.  A new puzzle takes the first shot of
                which something is expected as its solution.
        """
        scenario = self.stand.scenario
        words = " ".join(text.split())
        if words == " ".join(scenario.description.split()):
            words = scenario.description
        elif len(words) > LINE:
            words = textwrap.fill(words, LINE)
        puzzle = None
        if goal.strip():
            solutions = [shot.name for shot in scenario.shots if shot.expects]
            if scenario.puzzle is not None:
                solutions.insert(0, scenario.puzzle.solution)
            if not solutions:
                return "A goal needs a shot that reaches it: under Play, keep one with its outcome expected."
            puzzle = Puzzle(" ".join(goal.split()), solutions[0])
        changed = msgspec.structs.replace(scenario, title=" ".join(title.split()), description=words, puzzle=puzzle)
        if changed == scenario:
            return ""
        try:
            updated_text(changed)
        except ScenarioError as error:
            fault = error.faults[0]
            return f"{fault.key}: {fault.text}" if fault.key else fault.text
        self._change(changed)
        return ""

    def undo(self) -> str:
        """Take the last change back; returns why that is not possible, or nothing."""
        if not self._history:
            return "Nothing has been changed yet."
        self.let_go()
        self.stand.take(self._history.pop())
        if self.picked not in self.stand.scenario.table:
            self.picked = None
        self.stand.edited = bool(self._history)
        return ""

    @property
    def changed(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._history)

    def turn(self, by: float) -> str:
        """Turn the picked piece, or the one in the hand, by ``by`` rad."""
        piece = self._ghost or self._lying()
        if piece is None:
            return _NONE
        turned = msgspec.structs.replace(piece, angle=(piece.angle + by) % math.tau)
        if self._ghost is not None:
            self._float(turned)
            return ""
        return self.put(turned)

    def flip(self) -> str:
        """Turn the picked piece over."""
        piece = self._lying()
        return _NONE if piece is None else self.put(msgspec.structs.replace(piece, face=piece.face.turned))

    def own(self) -> str:
        """Give the picked piece to the next player; after the last one it is nobody's."""
        piece = self._lying()
        if piece is None:
            return _NONE
        owner = NOBODY if piece.owner == OWNER_MAX else piece.owner + 1
        self._lay(self._pieces() | {piece.id: msgspec.structs.replace(piece, owner=owner)})
        return ""

    def move(self, dx: float, dy: float) -> str:
        """Move the picked piece by so much, mm."""
        piece = self._lying()
        if piece is None:
            return _NONE
        return self.put(msgspec.structs.replace(piece, x=piece.x + dx, y=piece.y + dy))

    def remove(self) -> str:
        """Take the picked piece off the mat; returns why that is not possible, or nothing."""
        piece = self._lying()
        if piece is None:
            return _NONE
        for shot in self.stand.scenario.shots:
            named = msgspec.json.encode(shot).decode()
            if f'"{piece.id}"' in named:
                return f"{piece.id} is named by the shot {shot.name!r}: take that out of the file first."
        self._lay({key: other for key, other in self._pieces().items() if key != piece.id})
        self.picked = None
        return ""

    def add(self, breed: str, kind: str) -> str:
        """Put a new piece on the free place nearest to the middle; returns why there is none, or nothing.

        Args:
            breed: What it is of an army; empty for a bare piece.
            kind: A name from ``KINDS``.
        """
        table = self.stand.scenario.table
        name, number = breed or kind, 1
        key = name
        while key in table:
            number += 1
            key = f"{name}-{number}"
        x, y = table.mat.width / 2, table.mat.height / 2
        reach = int(max(table.mat.width, table.mat.height) / STEP) + 1
        places = sorted(
            ((i * STEP, j * STEP) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)),
            key=lambda d: (d[0] ** 2 + d[1] ** 2, d),
        )
        stacking, self.stacking = self.stacking, False
        try:
            for dx, dy in places:
                piece = Piece(key, kind, self.owner, x + dx, y + dy)
                if not self.refusal(piece, breed):
                    why = self.put(piece, breed)
                    self.picked = key
                    return why
        finally:
            self.stacking = stacking
        return f"There is no free place on the mat for {an(name)}."

    # --- dragging ------------------------------------------------------------------------------------------

    def _lying(self) -> Piece | None:
        return self.stand.scenario.table.get(self.picked) if self.picked else None

    @property
    def holding(self) -> bool:
        """Whether a piece is in the hand."""
        return self._hold is not None

    def take(self, piece: str | None, x: float, y: float) -> None:
        """Pick a piece, or none, at a point of the mat, and hold it there."""
        self.picked = piece
        lying = self._lying()
        self._ghost, self.why = None, ""
        self._hold = None if lying is None else (lying.x - x, lying.y - y)

    def drag(self, x: float, y: float) -> None:
        """The pointer is over this point of the mat."""
        piece = self._ghost or self._lying()
        if piece is not None and self._hold is not None:
            place = (round(x + self._hold[0], 1), round(y + self._hold[1], 1))
            self._float(msgspec.structs.replace(piece, x=place[0], y=place[1]))

    def _float(self, piece: Piece) -> None:
        self._ghost = piece
        self.why = self.refusal(piece)

    def drop(self) -> str:
        """Let the piece in the hand down; returns why it may not lie there, or nothing."""
        ghost = self._ghost
        self.let_go()
        if ghost is None or ghost == self._lying():
            return ""
        return self.put(ghost)

    def let_go(self) -> None:
        """What is in the hand goes back to where it was."""
        self._ghost, self._hold, self.why = None, None, ""

    def cancel(self) -> bool:
        """Give up the drag, then the pick; returns whether there was anything to give up."""
        if self._ghost is not None or self.picked is not None:
            self.picked = None if self._ghost is None else self.picked
            self.let_go()
            return True
        return False

    # --- the picture ---------------------------------------------------------------------------------------

    def scene(self, known: Mapping[str, Look], hovered: str | None) -> Scene:
        """The mat with the piece in the hand over it."""
        table = self.stand.scenario.table
        ghost = self._ghost
        if ghost is None:
            return Scene(bare(table.mat), table, selected=self.picked, hovered=hovered, looks=known)
        rest = Table(table.mat, tuple(p for p in table if p.id != ghost.id))
        shown = dict(known) | looks([ghost], dict(self.stand.scenario.breeds))
        return Scene(bare(table.mat), rest, ghosts=(Ghost(ghost, legal=not self.why),), looks=shown)


_NONE = "Pick a piece first: click it, or press Tab."

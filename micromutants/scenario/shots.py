"""The saved shots of a scenario, and what must come of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from micromutants.physics import EXACT, LOFT_MAX, LOFT_MIN, Hand, Launch, Physics, PhysicsError, Shot, press
from micromutants.scenario.fields import Section, enumerated, meant, shown
from micromutants.scenario.model import Chance, ChanceOf, Compared, Expect, Move, Near, SavedShot, Span
from micromutants.scenario.parts import read_point
from micromutants.table import KINDS, Face, Kind, Piece

CHANCE_SHOTS_MAX = 10_000
FAR = 10_000.0
"""Longest distance that an expectation may name, mm."""

FASTEST = 20_000.0
"""Most that a chip may leave the shooter with, mm/s; ``simulate`` takes no more."""

PRESS_KEYS = ("power", "offset", "twist_deg", "tumble")
LAUNCH_KEYS = ("speed_mm_s", "tumble_rad_s", "yaw_rad_s", "height_mm")


def read_shots(
    sections: Sequence[Section], kinds: Mapping[str, str], physics: Physics, hand: Hand | None
) -> tuple[SavedShot, ...]:
    """The shots; those that are wrong are left out.

    Args:
        sections: Of the file.
        kinds: Kind by id of the pieces that shots may name; empty where the kind is not known.
        physics: With which they are made.
        hand: That makes them; None where the file has not said it rightly.
    """
    names = [name for s in sections if isinstance(name := s.raw("name"), str)]
    shots: list[SavedShot] = []
    taken: set[str] = set()
    for section in sections:
        before = len(section.faults.found)
        name = section.text("name", needed=True)
        if name in taken:
            section.fault("name", f"{name!r} is taken, each shot needs its own name")
        elif name is not None:
            taken.add(name)
        several = section.tables("launches", 200)
        if section.has("launches"):
            for key in ("piece", "towards_deg", "loft_deg", *PRESS_KEYS, *LAUNCH_KEYS):
                if section.raw(key) is not None:
                    section.fault(key, "a shot of several launches says this in each of them")
            if not several:
                section.fault("launches", "name at least one")
        moves = [_move(one, kinds, physics) for one in several or ([] if section.has("launches") else [section])]
        for i, one in enumerate(several):
            one.close()
            if (piece := one.raw("piece")) is not None and piece in [other.raw("piece") for other in several[:i]]:
                one.fault("piece", f"{shown(piece)} is launched twice")
        own = section.raw("piece") if not several else several[0].raw("piece") if len(several) == 1 else None
        reader = _Expects(kinds, own if isinstance(own, str) else None, name, names, hand, moves)
        expects = [reader.read(one) for one in _expect_sections(section)]
        section.close()
        sound = [move for move in moves if move is not None]
        if len(section.faults.found) == before and name is not None:
            shots.append(SavedShot(name, tuple(sound), tuple(e for e in expects if e is not None)))
    return tuple(shots)


def _expect_sections(section: Section) -> list[Section]:
    """One table ``expect``, or a list of them."""
    if isinstance(section.raw("expect"), list):
        return section.tables("expect", 200)
    one = section.table("expect")
    return [] if one is None else [one]


def _move(section: Section, kinds: Mapping[str, str], physics: Physics) -> Move | None:
    """What a shot does with a piece; None where something is wrong."""
    before = len(section.faults.found)
    piece = _known_piece(section, kinds, needed=True)
    for key in ("towards_deg", "loft_deg", *PRESS_KEYS, *LAUNCH_KEYS):
        section.has(key)
    pressed, let_go = section.has("power"), section.has("speed_mm_s")
    if pressed and let_go:
        section.fault("speed_mm_s", "power belongs to a press and speed_mm_s to a launch: give one of them")
        return None
    if not pressed and not let_go:
        section.fault(None, "power (a press of the shooter) or speed_mm_s (a launch) is missing")
    for key in LAUNCH_KEYS if pressed else PRESS_KEYS if let_go else ():
        if section.has(key):
            form = "a press has tumble and twist_deg" if pressed else "a launch has tumble_rad_s and yaw_rad_s"
            section.fault(key, f"{key} does not go with {'power' if pressed else 'speed_mm_s'}: {form}")
    towards = math.radians(section.number("towards_deg", -3600.0, 3600.0, unit="degrees", needed=not let_go) or 0.0)
    move = (_read_launch if let_go else _read_press)(section, piece or "", towards)
    if len(section.faults.found) > before or piece is None or not kinds[piece]:
        return None
    return move if _possible(section, move, KINDS[kinds[piece]], physics) else None


def _read_launch(section: Section, piece: str, azimuth: float) -> Launch:
    """What a chip does that is let go as told."""
    loft = section.number("loft_deg", -90.0, 90.0, unit="degrees")
    speed = section.number("speed_mm_s", 0.0, FASTEST, unit="mm/s")
    tumble = section.number("tumble_rad_s", -5000.0, 5000.0, unit="rad/s")
    yaw = section.number("yaw_rad_s", -5000.0, 5000.0, unit="rad/s")
    height = section.number("height_mm", 0.0, 2000.0, unit="mm")
    loft = math.radians(loft or 0.0)
    return Launch(piece, azimuth, speed or 0.0, loft, tumble or 0.0, yaw or 0.0, height or 0.0)


def _read_press(section: Section, piece: str, azimuth: float) -> Shot:
    """What a hand does with the shooter."""
    low, high = math.degrees(LOFT_MIN), math.degrees(LOFT_MAX)
    loft = section.number("loft_deg", round(low, 9), round(high, 9), unit="degrees")
    power = section.number("power", 0.0, 1.0)
    offset = section.number("offset", 0.0, 1.0)
    twist = section.number("twist_deg", -90.0, 90.0, unit="degrees")
    tumble = section.number("tumble", -0.9, 0.9)
    loft = math.radians(45.0 if loft is None else loft)
    return Shot(
        piece, azimuth, power or 0.0, loft, 1.0 if offset is None else offset, math.radians(twist or 0.0), tumble
    )


def _possible(section: Section, move: Move, kind: Kind, physics: Physics) -> bool:
    """Whether a piece of that kind can do it; where not, that is a fault."""
    if isinstance(move, Launch):
        if not kind.loose:
            section.fault("piece", f"{move.piece!r} is a {kind.name}, which cannot be launched")
        return kind.loose
    try:
        launch = press(move, Piece(move.piece, kind.name, 0, 0.0, 0.0), physics)
    except PhysicsError:
        section.fault("piece", f"{move.piece!r} is a {kind.name}, and only chips can be flicked")
        return False
    if launch.speed > FASTEST:
        section.fault("power", f"with these physics it gives {launch.speed:.0f} mm/s; {FASTEST:.0f} mm/s are the most")
        return False
    return True


def _known_piece(section: Section, kinds: Mapping[str, str], *, needed: bool = False) -> str | None:
    """The id of a piece on the table; None where it is not given or wrong."""
    piece = section.text("piece", needed=needed)
    if piece is not None and piece not in kinds:
        section.fault("piece", f"there is no piece {shown(piece)}{_or_all(piece, kinds)}")
        return None
    return piece


def _or_all(piece: str, kinds: Mapping[str, str]) -> str:
    if hint := meant(piece, kinds):
        return hint
    if not kinds:
        return "; the file has none"
    return f"; pieces are {enumerated(list(kinds), 8)}"


class _Expects:
    """Reads the expectations of one shot."""

    def __init__(
        self,
        kinds: Mapping[str, str],
        own: str | None,
        name: str | None,
        names: Sequence[str],
        hand: Hand | None,
        moves: Sequence[Move | None],
    ) -> None:
        self.kinds = kinds
        self.own = own
        self.others = [other for other in names if other != name]
        self.hand = hand
        self.launched = any(isinstance(move, Launch) for move in moves)

    def read(self, section: Section) -> Expect | None:
        """One table of expectations; None where something is wrong."""
        before = len(section.faults.found)
        piece = _known_piece(section, self.kinds) if section.has("piece") else self.own
        if piece is None and not section.has("piece"):
            section.fault(None, "piece is missing: of several launched pieces, say which one this is about")
        others = [key for key in self.kinds if key != piece]
        what = f"other pieces {enumerated(others, 8)}"
        over = section.words("over", others, what)
        under = section.words("under", others, what)
        clear = (
            () if section.raw("clear") is True else section.words("clear", others, f"{what}; or true, for all of them")
        )
        face = section.choice("face", [face.value for face in Face])
        expect = Expect(
            piece or "",
            over,
            under,
            clear,
            section.whole("level", 0, 20),
            face,
            self._near(section, "rest_within_mm"),
            self._near(section, "rest_beyond_mm"),
            _span(section, "travel_mm", FAR),
            self._compared(section, "travel_times"),
            _span(section, "run_on_mm", FAR),
            self._compared(section, "run_on_times"),
            _span(section, "tilt_deg", 90.0),
            section.flag("moved"),
            section.flag("left_mat"),
            section.words("touched", others, what),
            section.words("untouched", others, what),
            self._chances(section, others, what, {"over": over, "under": under, "face": (face,) if face else None}),
        )
        if len(section.faults.found) == before and expect == Expect(expect.piece):
            section.fault(None, "nothing is expected here: say what must come of the shot")
        section.close()
        return expect if len(section.faults.found) == before else None

    def _near(self, section: Section, key: str) -> Near | None:
        inner = section.table(key)
        if inner is None:
            return None
        of: tuple[float, float] | str | None
        if isinstance(inner.raw("of"), str):
            of = inner.choice("of", tuple(self.kinds))
        else:
            of = read_point(inner, "of", needed=True)
        by = inner.number("by", 0.0, FAR, unit="mm", needed=True)
        inner.close()
        return None if of is None or by is None else Near(of, by)

    def _compared(self, section: Section, key: str) -> Compared | None:
        inner = section.table(key)
        if inner is None:
            return None
        shot = inner.raw("shot")
        if shot is None:
            inner.missing("shot", "the name of another shot")
        elif shot not in self.others:
            hint = meant(shot, self.others) if isinstance(shot, str) else ""
            inner.fault("shot", f"must be the name of another shot of this file, not {shown(shot)}{hint}")
        span = _bounds(inner, 1000.0)
        inner.close()
        return Compared(shot, span) if span is not None and shot in self.others else None

    def _chances(
        self, section: Section, others: Sequence[str], what: str, said: Mapping[str, tuple[str, ...] | None]
    ) -> tuple[Chance, ...]:
        found = []
        for kind in ChanceOf:
            key = f"chance_{kind.value}"
            inner = section.table(key)
            if inner is None:
                continue
            if self.launched:
                section.fault(key, "a launch is exact: only a press with power has a hand's scatter")
            elif self.hand == EXACT:
                section.fault(key, "an exact hand leaves nothing to chance: give a [hand] that scatters")
            named: tuple[str, ...] | None
            if kind is ChanceOf.FACE:
                face = inner.choice("of", [face.value for face in Face])
                named = None if face is None else (face,)
            else:
                named = inner.words("of", others, what)
            if not inner.has("of"):
                named = said[kind.value]
                if not section.has(kind.value):
                    inner.missing("of", f"what chance_{kind.value} counts, unless {kind.value} says it")
            span = _bounds(inner, 1.0)
            shots = inner.whole("shots", 1, CHANCE_SHOTS_MAX)
            seed = inner.whole("seed", 0, 2**63 - 1)
            inner.close()
            if named is not None and span is not None:
                found.append(Chance(kind, named, span, shots or 400, seed or 0))
        return tuple(found)


def _span(section: Section, key: str, high: float) -> Span | None:
    inner = section.table(key)
    if inner is None:
        return None
    span = _bounds(inner, high)
    inner.close()
    return span


def _bounds(section: Section, high: float) -> Span | None:
    """The keys ``at_least`` and ``at_most`` of a table; None where both are missing or something is wrong."""
    before = len(section.faults.found)
    low, top = section.number("at_least", 0.0, high), section.number("at_most", 0.0, high)
    if len(section.faults.found) > before:
        return None
    if low is None and top is None:
        section.fault(None, "at_least or at_most is missing: one of them, or both, must be a number")
        return None
    if low is not None and top is not None and low > top:
        section.fault("at_least", f"{low:g} is above at_most, which is {top:g}")
        return None
    return Span(low, top)

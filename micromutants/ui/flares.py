"""Which effects a moment has: what happened, as something that flares up where it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from micromutants.physics import Sample
from micromutants.rules import is_base, is_projectile, is_resource, is_token
from micromutants.table import Face, Piece
from micromutants.ui import theme
from micromutants.ui.draw import Effect

if TYPE_CHECKING:
    from micromutants.ui.playback import Moment

_TERRAIN: Mapping[str, str] = MappingProxyType(
    {"acid-pit": "acid", "gravity-manipulator": "impact", "warp-gate": "warp"}
)
"""What a template does to a bug, as an effect."""

_AT_ONCE = 0.001
"""Age, negative, of what flares up as soon as the film begins, s."""


def effects_of(moment: Moment, flight: float) -> tuple[Effect, ...]:
    """What flares up, most of it once all has come to rest; an age below 0 stands for an earlier time.

    Args:
        moment: What is shown.
        flight: How long pieces move, s.
    """
    found = list(_losses(moment))
    for happening in moment.happenings:
        found.extend(_of(moment, happening))
    samples = moment.track.get(moment.flicked or "", ())
    landing = touchdown(samples)
    if landing is not None and landing.t < flight:
        found.append(Effect("landing", landing.x, landing.y, -landing.t, "", 8.0))
    return tuple(found)


def _last(moment: Moment, piece: Piece) -> tuple[float, float]:
    """Where a piece came to rest before anything was resolved."""
    samples: Sequence[Sample] = moment.track.get(piece.id, ())
    return (samples[-1].x, samples[-1].y) if samples else (piece.x, piece.y)


def _army(moment: Moment, piece: Piece) -> str:
    return theme.dress_of(moment.setup, piece.owner) if 0 <= piece.owner < len(moment.setup.seats) else ""


def _losses(moment: Moment) -> Iterator[Effect]:
    """Effects of what has left the mat, was damaged, or went back."""
    happenings = moment.happenings
    fumbled = {h.pieces[0] for h in happenings if h.kind == "fumble" and h.pieces}
    # A bug that captured an undamaged base is only taken up, to be put beside it.
    in_hand = {piece for h in happenings if h.kind == "base-damaged" for piece in h.pieces}
    by_terrain = {h.pieces[0]: _TERRAIN.get(h.pieces[-1], "acid") for h in happenings if h.kind == "terrain"}
    by_meteor = {h.pieces[-1] for h in happenings if h.kind == "meteor"}
    out = {h.player for h in happenings if h.kind == "player-out"}
    for piece in moment.before:
        after = moment.after.get(piece.id)
        x, y = _last(moment, piece)
        army, size = _army(moment, piece), piece.spec.reach
        if after is None:
            if piece.id in in_hand or is_token(piece.id) or is_projectile(moment.setup, piece.id) or not moment.track:
                continue
            if is_resource(piece.id):
                if piece.id not in moment.thrown:
                    yield Effect("collect", x, y, 0.0, army, size)
            elif piece.owner not in out or piece.id in by_terrain:
                kind = "fumble" if piece.id in fumbled else "impact" if piece.id in by_meteor else "capture"
                yield Effect(by_terrain.get(piece.id, kind), x, y, 0.0, army, size)
        elif is_base(moment.setup, piece.id) and after.face is not piece.face and after.face is Face.SPECIAL:
            yield Effect("damage", after.x, after.y, 0.0, army, size)
        elif piece.id in moment.track and (after.x - x) ** 2 + (after.y - y) ** 2 > 1.0:
            yield Effect("return", after.x, after.y, 0.0, army, size)


def _of(moment: Moment, happening: Any) -> Iterator[Effect]:
    """Effects of what a card or a purchase did."""
    pieces = happening.pieces

    def at(piece: str, kind: str, table: Any = moment.after, age: float = 0.0) -> Iterator[Effect]:
        lying = table.get(piece)
        if lying is not None:
            yield Effect(kind, lying.x, lying.y, age, _army(moment, lying), lying.spec.reach)

    match happening.kind:
        case "webbed":
            yield from at(pieces[-1], "web")
        case "freed":
            yield from at(pieces[0], "web", age=-_AT_ONCE)
        case "shielded" | "armour":
            yield from at(pieces[0], "shield")
        case "shove":
            yield from at(pieces[0], "wave", moment.before, -_AT_ONCE)
        case "grown" | "hatched" | "turned" | "reinforcement":
            yield from at(pieces[0], "grow", age=-_AT_ONCE)
        case "brought":
            yield from at(pieces[0], "warp", moment.before, -_AT_ONCE)
            yield from at(pieces[0], "warp", age=-_AT_ONCE)


def touchdown(samples: Sequence[Sample]) -> Sample | None:
    """Where a piece first comes down: at its first lowest point after the rise; None where it never leaves the mat."""
    triples = zip(samples, samples[1:], samples[2:], strict=False)
    return next((b for a, b, c in triples if b.z < a.z and b.z <= c.z and b.t > 0.05), None)

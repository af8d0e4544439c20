"""What each key of a scenario file means; what is allowed is the reader's to say, defaults are those of the types."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from micromutants.physics import Launch, Shot
from micromutants.scenario.model import Chance, MatchStart
from micromutants.table import Mat, Piece


class Key(NamedTuple):
    """A key of a file.

    Attributes:
        name: As it is written.
        meaning: What it says, in words.
        of: The field whose default it has: its struct and its name; None where there is no such field.
        default: What holds where it is left out; where a field says that, what is to be added to it.
        allowed: What it may be, where the message of the reader would name pieces of one file.
    """

    name: str
    meaning: str
    of: tuple[type[msgspec.Struct], str] | None = None
    default: str = ""
    allowed: str = ""


_NEEDED = "must be given"
_IDS = "a list of ids of other pieces"

KEYS: Mapping[str, tuple[Key, ...]] = MappingProxyType(
    {
        "": (
            Key("format", "which format the file has; a newer one is refused", default=_NEEDED, allowed="1"),
            Key("title", "one line", default=_NEEDED),
            Key("description", "what the scenario shows and why, as the player reads it"),
            Key("mat", "the mat", default="760 by 760 mm"),
            Key("physics", "model constants", default="the usual ones"),
            Key("hand", "scatter of the hands", default="exact"),
            Key("match", "a match to begin", default="a bare table"),
            Key("puzzle", "what is to be reached with one flick", default="no puzzle"),
            Key("pieces", "the pieces on the mat", default="none"),
            Key("shots", "the saved shots", default="none"),
        ),
        "puzzle": (
            Key("goal", "what the player is told to do, one line", default=_NEEDED),
            Key(
                "solution",
                "the shot that does it, and whose expectations are the goal",
                default=_NEEDED,
                allowed="the name of a shot of which something is expected",
            ),
        ),
        "mat": (
            Key("width", "from left to right", of=(Mat, "width")),
            Key("height", "from the lower to the upper edge", of=(Mat, "height")),
        ),
        "match": (
            Key("mode", "the game", default=_NEEDED),
            Key("armies", "who plays, in the order of the seats", default=_NEEDED, allowed="two to four armies"),
            Key(
                "terrain",
                "templates on the left and the right star",
                default="none",
                allowed="up to two of `acid-pit`, `gravity-manipulator`, `warp-gate`",
            ),
            Key("seed", "of all chance", of=(MatchStart, "seed")),
        ),
        "pieces": (
            Key(
                "id",
                "its own name",
                default=_NEEDED,
                allowed="letters and digits, joined by hyphens or underscores; at most 40",
            ),
            Key("breed", "what it is of an army; this gives the kind", default="give the kind", allowed="see Names"),
            Key("kind", "in place of a breed: a bare piece", default="give the breed", allowed="see Names"),
            Key("owner", "index of its player; −1 is nobody", default="0"),
            Key("at", "its centre; it must lie wholly on the mat", default=_NEEDED),
            Key("angle_deg", "how it is turned", of=(Piece, "angle")),
            Key("face", "which side is up; a base is damaged on its special side", of=(Piece, "face")),
        ),
        "shots": (
            Key("name", "its own name", default=_NEEDED),
            Key("piece", "which piece it moves", default=_NEEDED, allowed="the id of a piece"),
            Key("towards_deg", "the direction", default="must be given for a press, 0 of a launch"),
            Key("power", "of a press: how hard", default="give a speed"),
            Key(
                "loft_deg",
                "angle above the mat: of a press; of a launch",
                of=(Shot, "loft"),
                default=" of a press, 0 of a launch",
            ),
            Key("offset", "of a press: where, 0 at the centre, 1 at the rim", of=(Shot, "offset")),
            Key("twist_deg", "of a press: how far the shooter is askew", of=(Shot, "twist")),
            Key("tumble", "of a press: in place of the constant of the physics", default="as the physics"),
            Key("speed_mm_s", "of a launch: how fast", default="give a power"),
            Key(
                "tumble_rad_s",
                "of a launch: spin about the axis across the shot, + is nose up",
                of=(Launch, "tumble"),
            ),
            Key("yaw_rad_s", "of a launch: spin about the vertical", of=(Launch, "yaw")),
            Key("height_mm", "of a launch: how far above its place the piece is let go", of=(Launch, "height")),
            Key("launches", "in place of all these but the name: presses or launches that are made at once"),
            Key(
                "expect",
                "what must come of it",
                default="anything",
                allowed="one table, or a list of them: one for each piece",
            ),
        ),
        "shots.expect": (
            Key("piece", "which piece the rest is about", default="that of the shot", allowed="the id of a piece"),
            Key("over", "lies on these", allowed=_IDS),
            Key("under", "lies beneath these", allowed=_IDS),
            Key("clear", "lies neither on nor beneath these", allowed=f"{_IDS}, or true for all pieces"),
            Key("level", "0 on the mat, else one more than the highest piece that it lies on"),
            Key("face", "shows this side"),
            Key("rest_within_mm", "rests at most so far from something", allowed="a circle"),
            Key("rest_beyond_mm", "rests at least so far from something", allowed="a circle"),
            Key("travel_mm", "rests so far from where it was", allowed="a range of mm"),
            Key("travel_times", "the same as a multiple of another shot's", allowed="a multiple"),
            Key("run_on_mm", "rests so far from its first touchdown", allowed="a range of mm"),
            Key("run_on_times", "the same as a multiple of another shot's", allowed="a multiple"),
            Key("tilt_deg", "leans so far at rest", allowed="a range of degrees"),
            Key("moved", "lies elsewhere than before, by however little"),
            Key("left_mat", "does not lie wholly on the mat"),
            Key("touched", "has met these", allowed=_IDS),
            Key("untouched", "has met none of these", allowed=_IDS),
            Key("chance_over", "how often it comes to lie on something", allowed="a chance"),
            Key("chance_under", "how often it comes to lie beneath something", allowed="a chance"),
            Key("chance_face", "how often it shows a side", allowed="a chance"),
        ),
        "near": (
            Key(
                "of", "the middle", default=_NEEDED, allowed="a point `[x, y]`, or the id of a piece: where that rests"
            ),
            Key("by", "the radius", default=_NEEDED),
        ),
        "span": (
            Key("at_least", "the lower end", allowed="0 to 10000 mm, 0 to 90°"),
            Key("at_most", "the upper end", allowed="0 to 10000 mm, 0 to 90°"),
        ),
        "times": (
            Key("shot", "another shot, whose first piece counts", default=_NEEDED, allowed="the name of a shot"),
            Key("at_least", "the lower end"),
            Key("at_most", "the upper end"),
        ),
        "chance": (
            Key(
                "of",
                "which pieces, all of them, or which face",
                default="what `over`, `under` or `face` say",
                allowed=f"{_IDS}, or a face",
            ),
            Key("at_least", "the lower end"),
            Key("at_most", "the upper end"),
            Key("shots", "how many are made", of=(Chance, "shots")),
            Key("seed", "of their chance", of=(Chance, "seed")),
        ),
    }
)
"""Keys by the section of the page on the format; ``[physics]`` and ``[hand]`` come from the constants."""

"""Saved shots: a file each, a library of them, and making one again under the same or other physics.

To save a shot that was made on a bare table, and to make it again with more friction:

>>> from datetime import UTC, datetime
>>> from micromutants import Launch, Mat, Physics, Piece, Table, simulate
>>> from micromutants.rules import Setup
>>> table = Table.of(Mat(), [Piece("hopper", "small", 0, 200.0, 200.0)])
>>> launch = Launch("hopper", azimuth=0.0, speed=800.0, loft=0.0)
>>> shot = of_outcome(Setup(()), table, launch, simulate(table, launch), name="a slide", now=datetime.now(UTC))
>>> slower = again(load_shot(keep(shot)), Physics(friction_mat=0.5))
>>> slower.table["hopper"].x < shot.after["hopper"].x
True
"""

from micromutants.shots.comparing import Difference, compare, remade, with_changes
from micromutants.shots.files import SUFFIX, decode_shot, encode_shot, load_shot, read_header, save_shot
from micromutants.shots.library import Listed, keep, library, library_folder, remove, rename
from micromutants.shots.model import (
    NAME_LIMIT,
    SavedShot,
    ShotError,
    again,
    clean_name,
    in_words,
    of_match,
    of_outcome,
    of_record,
    piece_name,
)

__all__ = [
    "NAME_LIMIT",
    "SUFFIX",
    "Difference",
    "Listed",
    "SavedShot",
    "ShotError",
    "again",
    "clean_name",
    "compare",
    "decode_shot",
    "encode_shot",
    "in_words",
    "keep",
    "library",
    "library_folder",
    "load_shot",
    "of_match",
    "of_outcome",
    "of_record",
    "piece_name",
    "read_header",
    "remade",
    "remove",
    "rename",
    "save_shot",
    "with_changes",
]

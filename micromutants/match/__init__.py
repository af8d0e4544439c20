"""A match over any rules: the log, seeded chance, records on disk, undo, bots as players.

:meth:`Match.new` begins one; :meth:`Match.apply` does what a player chose, :meth:`Match.advance` what chance has to do,
:func:`micromutants.match.bots.play` all of it.  :meth:`Match.save` keeps it, :func:`load_record` reads it again,
:func:`resume` goes on with it, and :func:`verify` plays it again and compares every bit.
"""

from micromutants.match.chain import RecordError
from micromutants.match.claims import Claims, claim_of, claim_of_key, claimed
from micromutants.match.game import Entry, Match, MatchError
from micromutants.match.protocol import CHANCE, Rules
from micromutants.match.reading import load_record
from micromutants.match.record import Branch, Record, RecordEntry, Versions, save_record, setup_hash
from micromutants.match.replay import Departure, Report, branch_off, resume, verify
from micromutants.match.storage import (
    StorageError,
    autosave_folder,
    autosave_key,
    autosave_paths,
    discard_autosaves,
    new_key,
    set_aside,
    write_whole,
)

__all__ = [
    "CHANCE",
    "Branch",
    "Claims",
    "Departure",
    "Entry",
    "Match",
    "MatchError",
    "Record",
    "RecordEntry",
    "RecordError",
    "Report",
    "Rules",
    "StorageError",
    "Versions",
    "autosave_folder",
    "autosave_key",
    "autosave_paths",
    "branch_off",
    "claim_of",
    "claim_of_key",
    "claimed",
    "discard_autosaves",
    "load_record",
    "new_key",
    "resume",
    "save_record",
    "set_aside",
    "setup_hash",
    "verify",
    "write_whole",
]

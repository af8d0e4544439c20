"""What the program remembers of its user, and how the file of it is read where parts of it are broken."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from micromutants.folders import config_folder
from micromutants.match.storage import StorageError, set_aside, write_whole
from micromutants.rules import Rulings
from micromutants.ui.aim import Grip
from micromutants.ui.wear import Colours, Shapes, Wear
from micromutants.untrusted import read_file, why

TEXT_SIZES = (0.85, 1.0, 1.15, 1.3, 1.5)
"""Text sizes that can be chosen, as multiples of the normal one."""

VOLUMES = (0.25, 0.5, 0.75, 1.0)
"""Volumes of the sounds that can be chosen, as shares of the full one; off is a choice of its own."""

DEAD_ZONES = (6.0, 14.0, 24.0)
"""Lengths in pixels, at text size 1, up to which a drag is a click."""

STRINGS = (0.0, 8.0, 18.0)
"""Lengths in pixels, at text size 1, of the string on which the aim trails the pointer."""


SIZE_LIMIT = 1_000_000
"""Largest file of settings, bytes."""

MOST_TOLD, LONGEST_SAID = 3, 120
"""How many faults of a file are told, and how much of each at most, characters."""


class Key(NamedTuple):
    """A key that the user has chosen: its place on the keyboard and the modifier that goes with it."""

    scancode: int
    mod: Literal["", "shift", "ctrl", "alt"] = ""


class SeatKept(msgspec.Struct, frozen=True):
    """How a seat was set up last.

    Attributes:
        army: Its key among those to choose from.
        bot: Whether the program played.
        hand: Number of the hand among those to choose from.
    """

    army: str
    bot: bool = False
    hand: Annotated[int, Meta(ge=0, le=3)] = 1


class MatchKept(msgspec.Struct, frozen=True):
    """How a new match was set up last.

    Attributes:
        players: How many.
        mode: As in a set-up of the rules.
        terrain: As in a set-up of the rules.
        rulings: As in a set-up of the rules.
        seats: Those of the players; fewer where no more have been chosen.
    """

    players: Annotated[int, Meta(ge=2, le=4)] = 2
    mode: Literal["basic", "advanced"] = "basic"
    terrain: Annotated[tuple[Literal["acid-pit", "gravity-manipulator", "warp-gate"], ...], Meta(max_length=2)] = ()
    rulings: Rulings = Rulings()
    seats: Annotated[tuple[SeatKept, ...], Meta(max_length=4)] = ()


class Settings(msgspec.Struct, frozen=True):
    """Choices of the user that outlive a match.

    Attributes:
        text_size: Multiple of the normal text size.
        reduced_motion: Flicks are shown without effects, and screens do not glow or drift.
        names: The last names of the players.
        match: How the last match was set up otherwise.
        preview: How much of a shot was foreseen in the last match.
        sound: Whether sounds are played.
        volume: Of the sounds, 0 to 1.
        dead_zone: Drags up to this length in pixels, at text size 1, are clicks.
        steady: Length in pixels, at text size 1, of the string on which the aim trails the pointer; 0 is none.
        handover: Whether a card lies over the table between two people, until the next one takes over.
        dexterity: Whether haste made the hand err more in the last match.
        keys: What was chosen in place of the usual keys, by the name of the action.
        drills: The drills that have been done.
        mat: The felt that is played on.
        colours: Of the players.
        shapes: How bold the marks are by which players are told without colour.
    """

    text_size: Annotated[float, Meta(ge=0.5, le=2.0)] = 1.0
    reduced_motion: bool = False
    names: tuple[str, ...] = ("Player 1", "Player 2")
    match: MatchKept = MatchKept()
    preview: Literal["none", "short", "full"] = "full"
    mat: Literal["green", "dark", "light"] = "green"
    colours: Colours = "usual"
    shapes: Shapes = "fine"
    sound: bool = True
    volume: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.75
    dead_zone: Annotated[float, Meta(ge=2.0, le=60.0)] = 14.0
    steady: Annotated[float, Meta(ge=0.0, le=60.0)] = 0.0
    handover: bool = True
    dexterity: bool = False
    keys: dict[str, Key] = {}
    drills: tuple[str, ...] = ()

    @property
    def grip(self) -> Grip:
        """How a drag is felt."""
        return Grip(self.dead_zone, self.steady)

    @property
    def wear(self) -> Wear:
        """What pieces wear."""
        return Wear(self.colours, self.shapes)


def settings_path() -> Path:
    """Where the settings lie; the file need not exist."""
    return config_folder() / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """The saved settings, as far as they can be read; defaults in the place of the rest."""
    return read_settings(path or settings_path())[0]


def read_settings(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The saved settings and what is wrong with their file, a sentence each.

    A field that can not be read is replaced by its default; the others stand.
    """
    try:
        data = read_file(path, SIZE_LIMIT, "a file of settings")
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (f"{path}: {why(error)}",)
    if len(data) > SIZE_LIMIT:
        return Settings(), (f"{path} is longer than {SIZE_LIMIT // 1_000_000} MB",)
    try:
        told = msgspec.json.decode(data)
    except RecursionError:
        return Settings(), (f"{path} is nested too deep",)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Settings(), (f"{path} is no JSON: {error}",)
    if not isinstance(told, dict):
        return Settings(), (f"{path} must hold an object of settings, not {type(told).__name__}",)
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for field in msgspec.structs.fields(Settings):
        if field.name == "keys":
            found["keys"] = _keys(told.get("keys", {}), wrong)
        elif field.name in told:
            try:
                found[field.name] = msgspec.convert(told[field.name], field.type)
            except msgspec.ValidationError as error:
                wrong.append(f"{field.name}: {_lowered(error)}")
    return Settings(**found), tuple(wrong)


def _keys(told: Any, wrong: list[str]) -> dict[str, Key]:
    """Chosen keys one by one, so that one that can not be read does not lose the others."""
    if not isinstance(told, dict):
        wrong.append("keys: expected an object of actions with a key each")
        return {}
    found = {}
    for action, key in told.items():
        try:
            found[action] = msgspec.convert(key, Key)
        except msgspec.ValidationError as error:
            wrong.append(f"keys.{_shown(action)}: {_lowered(error)}")
    return found


def _lowered(error: Exception) -> str:
    said = str(error)
    return _shown(said[:1].lower() + said[1:])


def _shown(text: str) -> str:
    """As much of what a file says as fits into a sentence."""
    return "".join(c if c.isprintable() else " " for c in text[:LONGEST_SAID])


def _saved(path: Path) -> dict[str, Any]:
    """Everything that the file holds; nothing where it cannot be read."""
    try:
        return msgspec.json.decode(read_file(path, SIZE_LIMIT, "a file of settings"), type=dict[str, Any])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def opened_settings(path: Path | None = None) -> tuple[Settings, str]:
    """The saved settings; a file that is broken is set aside first, so that nothing in it is lost.

    Returns:
        The settings, and a sentence for the user, empty where all is well.
    """
    path = path or settings_path()
    settings, wrong = read_settings(path)
    if not wrong:
        return settings, ""
    more = f"; and {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""
    told = "; ".join(wrong[:MOST_TOLD]) + more
    try:
        aside = set_aside(path)
    except StorageError as error:
        return settings, f"The settings are broken ({told}), and {error}."
    reason = "" if settings == Settings() else save_settings(settings, path)
    kept = reason or "What could be read is kept, the rest is as at first."
    return settings, f"The settings were broken ({told}). {kept} The old file is now {aside.name}."


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Write the settings where they differ from what is saved; what a newer version keeps there besides stays.

    Returns:
        Empty, or one sentence that says why they could not be written.
    """
    path = path or settings_path()
    if settings == load_settings(path):
        return ""
    known = msgspec.to_builtins(settings)
    others = {key: value for key, value in _saved(path).items() if key not in known}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(msgspec.json.encode(known | others), indent=2) + b"\n")
    except StorageError as error:
        return str(error)
    except OSError as error:
        return f"{path.parent}: the folder could not be made: {error.strerror}"
    return ""

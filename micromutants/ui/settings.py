"""What the program remembers of its user: text size, reduced motion, names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from micromutants.match.storage import StorageError, write_whole

TEXT_SIZES = (0.85, 1.0, 1.15, 1.3)
"""Text sizes that can be chosen, as multiples of the normal one."""


class Settings(msgspec.Struct, frozen=True):
    """Choices of the user that outlive a match.

    Attributes:
        text_size: Multiple of the normal text size.
        reduced_motion: Flicks are shown without effects, and screens do not glow or drift.
        names: The last names of the players.
        preview: How much of a shot was foreseen in the last match.
        mat: The felt that is played on.
    """

    text_size: Annotated[float, Meta(ge=0.5, le=2.0)] = 1.0
    reduced_motion: bool = False
    names: tuple[str, ...] = ("Player 1", "Player 2")
    preview: Literal["none", "short", "full"] = "full"
    mat: Literal["green", "dark", "light"] = "green"


def settings_path() -> Path:
    """Where the settings lie; the file need not exist."""
    return platformdirs.user_config_path("micromutants") / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """The saved settings, or the defaults where there are none or they can not be read."""
    try:
        return msgspec.json.decode((path or settings_path()).read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Settings()


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Write the settings where they differ from what is saved.

    Returns:
        Empty, or one sentence that says why they could not be written.
    """
    path = path or settings_path()
    if settings == load_settings(path):
        return ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
    except StorageError as error:
        return str(error)
    except OSError as error:
        return f"{path.parent}: the folder could not be made: {error.strerror}"
    return ""

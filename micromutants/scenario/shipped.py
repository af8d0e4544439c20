"""Where scenario files are: those that come with the program, and the player's own."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from micromutants.folders import data_folder


def shipped_scenarios() -> tuple[Path, ...]:
    """The files in order of their names.

    In a checkout they lie in the top-level ``scenarios`` folder; a wheel carries them as ``micromutants/_scenarios``.

    Raises:
        OSError: There is no such folder on disk; install the package again.
    """
    package = resources.files("micromutants")
    if isinstance(package, Path):
        for folder in (package / "_scenarios", package.parent / "scenarios"):
            if folder.is_dir():
                return tuple(sorted(folder.glob("*.toml")))
    raise OSError(f"scenarios: neither in {package} nor beside it is a scenarios folder; install micromutants again")


def scenarios_folder() -> Path:
    """Where the player's own scenarios are kept; it is made when there is something to keep."""
    return data_folder() / "scenarios"


def own_scenarios() -> tuple[Path, ...]:
    """The player's own files in order of their names; none where there is no such folder."""
    try:
        return tuple(sorted(scenarios_folder().glob("*.toml")))
    except OSError:
        return ()

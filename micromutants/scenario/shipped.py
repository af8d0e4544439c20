"""The scenario files that come with the program."""

from __future__ import annotations

from importlib import resources
from pathlib import Path


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

"""What a report of a fault needs to say of a machine: versions, folders, and whether its physics are those of others.

Nothing private is told: the home folder is ``~``, the user's name ``USER``, and no file of the user is named.
"""

from __future__ import annotations

import getpass
import locale
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import micromutants
from micromutants import compiled, golden, log
from micromutants.assets import asset_names, asset_path
from micromutants.match import autosave_folder
from micromutants.physics import PHYSICS_VERSION
from micromutants.rules import RULES_VERSION, load_armies
from micromutants.scenario import shipped_scenarios

LIBRARIES = (
    "pymunk",
    "pygame-ce",
    "pygame_gui",
    "numpy",
    "msgspec",
    "click",
    "rich",
    "platformdirs",
    "pillow",
    "tomlkit",
    "filelock",
)

MATTERS = re.compile(r"(SDL|PYGAME|XDG|PYTHON)[A-Z0-9_]*|DISPLAY|WAYLAND_DISPLAY|LANG|LC_[A-Z]+")
"""Variables of the environment that change what the program does; only their names are told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of the report.

    Attributes:
        name: What it is about.
        text: What was found.
        wrong: Whether it keeps something from working.
    """

    name: str
    text: str
    wrong: bool = False


def examine(window: dict[str, str], folders: dict[str, Path]) -> Iterator[Finding]:
    """Look at everything, a finding at a time; nothing is changed, and no folder is made.

    Args:
        window: What is known of display and sound.
        folders: Further folders that the program writes to, by what lies there.
    """
    yield Finding("micromutants", f"{micromutants.__version__}, rules {RULES_VERSION}, physics {PHYSICS_VERSION}")
    yield Finding("installed in", private(str(Path(micromutants.__file__).parent)))
    yield Finding("Python", f"{platform.python_version()}, {platform.python_implementation()}, {sys.byteorder}-endian")
    yield Finding("system", f"{platform.platform()}, {platform.machine()}")
    yield Finding("libraries", ", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
    yield Finding(
        "encodings", f"{sys.getfilesystemencoding()} for names, {locale.getpreferredencoding(False)} for text"
    )
    set_here = sorted(name for name in os.environ if MATTERS.fullmatch(name))
    yield Finding("environment", ", ".join(set_here) or "nothing of note is set")
    for name, text in window.items():
        yield Finding(name, private(text))
    for name, folder in {"autosaves": autosave_folder(), **folders, "log": log.log_path().parent}.items():
        yield _folder(name, folder)
    yield _assets()
    yield Finding("physics runs", compiled.told())
    yield _physics()


def lines(findings: list[Finding]) -> Iterator[str]:
    """The report, a line for each finding."""
    width = max(len(finding.name) for finding in findings) + 2
    for finding in findings:
        yield f"{finding.name:<{width}}{finding.text}{'  <- this is wrong' if finding.wrong else ''}"


def private(text: str) -> str:
    """The text without the user's home folder and name."""
    text = log.tidied(text)
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        return text
    # A name is told apart from other words by what stands beside it.
    return re.sub(rf"(?<![\w.-]){re.escape(user)}(?![\w.-])", "USER", text) if len(user) > 2 else text


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "(not found)"


def _folder(name: str, folder: Path) -> Finding:
    """Whether a folder, or the nearest one above it that exists, can be written to, which is tried."""
    told = private(str(folder))
    there = folder
    try:
        while not there.exists() and there != there.parent:
            there = there.parent
        if not there.is_dir():
            return Finding(name, f"{told}: {private(str(there))} is a file, not a folder", wrong=True)
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"micromutants")
            file.flush()
        free = shutil.disk_usage(there).free / 1e6
    except OSError as error:
        return Finding(name, f"{told}: not writable: {(error.strerror or str(error)).lower()}", wrong=True)
    made = "writable" if there == folder else "not there yet, can be made"
    return Finding(name, f"{told}: {made}, {free:,.0f} MB free", wrong=free < 1.0)


def _assets() -> Finding:
    try:
        scenarios, pages = len(shipped_scenarios()), len(asset_names("help"))
        found = f"{len(load_armies())} armies, {scenarios} scenarios, {pages} help pages"
        return Finding("assets", f"{private(str(asset_path('help/playing.md').parents[1]))}: {found}")
    except (OSError, ValueError) as error:
        return Finding("assets", private(str(error)), wrong=True)


def _physics() -> Finding:
    """The golden shots, made here."""
    try:
        kept = golden.goldens()
        differing = golden.compared(kept.shots, golden.shots())
    except (OSError, ValueError) as error:
        return Finding("physics", private(str(error)), wrong=True)
    if not differing:
        return Finding("physics", f"{len(kept.shots)} of {len(kept.shots)} shots end as they must, to the bit")
    worst = max(differing, key=lambda one: one.apart)
    text = f"{len(differing)} of {len(kept.shots)} shots end otherwise, {worst.name} by {worst.apart:.3g} mm"
    return Finding("physics", f"{text}; records of other machines may not verify here", wrong=True)

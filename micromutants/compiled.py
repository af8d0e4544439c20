"""Physics as machine code: where it lies and whether it may be used.

mypyc can turn the modules of the physics, which stay plain Python, into machine code that does the same to the bit.
What it made lies in a folder beside the package, named after this very Python and after the text of the sources: with
any change of a source it is no longer used, and the sources run.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent

FOLDER = PACKAGE / "_compiled"
"""Holds a folder for each Python that it was compiled for."""

PLAIN = "MICROMUTANTS_PLAIN"
"""While this variable of the environment is set and not empty the sources run, compiled or not."""

GROUP = "micromutants_physics"
"""mypyc's name for the modules together."""

LIBRARY = f"{GROUP}__mypyc"
"""Name of the library that holds their machine code."""

MODULES = (
    "attitude",
    "contact",
    "flight",
    "friction",
    "ladder",
    "lively",
    "lone",
    "onmat",
    "outline",
    "plan",
    "rest",
    "settling",
    "sliding",
    "solid",
    "solo",
    "touching",
    "trace",
    "world",
)
"""Modules of the physics that are compiled: those that run within a step of a simulation or a flight."""


def sources() -> Iterator[Path]:
    """Every source file that the compiled modules are made from, or whose types they build upon, in order."""
    for folder in ("physics", "table"):
        yield from sorted((PACKAGE / folder).glob("*.py"))
    yield PACKAGE / "geometry.py"


def home() -> Path:
    """The folder of what is compiled from the sources as they are, for this Python."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return FOLDER / f"{sys.implementation.cache_tag}-{sys.platform}-{digest.hexdigest()[:16]}"


def overlay(path: list[str]) -> list[str]:
    """Where the modules of the physics are to be looked for.

    Args:
        path: The package's own ``__path__``.

    Returns:
        The same, behind the folder of the compiled modules where they may be used.
    """
    if os.environ.get(PLAIN) or not FOLDER.is_dir():
        return path
    folder = home()
    # The modules ask for their library by name; it lies on no path of Python's.
    spec = importlib.machinery.PathFinder.find_spec(LIBRARY, [str(folder)])
    if spec is None or spec.loader is None:
        return path
    sys.modules[LIBRARY] = library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(library)
    return [str(folder), *path]


def runs() -> bool:
    """Whether the machine code runs in this process."""
    return LIBRARY in sys.modules


def told() -> str:
    """How the physics runs, for a report."""
    if runs():
        return "as machine code"
    if os.environ.get(PLAIN):
        return f"as plain Python, as {PLAIN} asks for"
    if FOLDER.is_dir() and any(FOLDER.iterdir()):
        return "as plain Python, its sources having changed since `micromutants compile`"
    return "as plain Python; `micromutants compile` makes it a few times as fast"

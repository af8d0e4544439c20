"""Libraries that only parts of the lab need, and what is said where one is missing."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

EXTRAS: Mapping[str, str] = {"scipy": "lab", "matplotlib": "lab", "distributed": "cluster"}
"""Which extra of the package brings which library."""


def installed(library: str) -> bool:
    """Whether a library of :data:`EXTRAS` can be imported."""
    try:
        importlib.import_module(library)
    except ImportError:
        return False
    return True


def wanted(what: str, library: str) -> str:
    """Say that something needs a library, and how to get it."""
    return f"{what} needs {library}: pip install 'micromutants[{EXTRAS[library]}]'"

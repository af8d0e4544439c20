"""The version of the program."""

VERSION = "0.1.0"
"""As in ``pyproject.toml``; records carry it."""

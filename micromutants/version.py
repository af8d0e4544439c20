"""The version of the program."""

__version__ = "0.1.0"
"""The package is built with it, records carry it."""

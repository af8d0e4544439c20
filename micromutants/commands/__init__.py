"""Groups of commands, each in a module of its own; ``micromutants.cli`` has the others and puts all together."""

from micromutants.commands.lab import fit, sensitivity, sweep
from micromutants.commands.scenarios import check, shoot

COMMANDS = (check, shoot, sweep, fit, sensitivity)

__all__ = ["COMMANDS"]

"""The commands, a module for each group; ``micromutants.cli`` puts them together."""

"""Players that the program plays."""

from micromutants.match.bots.player import choose, play

__all__ = ["choose", "play"]

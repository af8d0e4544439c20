"""What the physics are held against: a 3D engine, closed forms, and how the game shall feel.

``micromutants validate`` prints it; the tests ask the same functions.
"""

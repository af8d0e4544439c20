"""A scenario file to practise with, and its being edited meanwhile."""

import os

PUSH = """\
format = 1
title = "A push"   # kept
[puzzle]
goal = "Push the block."
solution = "push"
[[pieces]]
id = "hammer"
breed = "soldier"
at = [200, 200]
[[pieces]]
id = "block"
kind = "large"
owner = 1
at = [240, 200]
[[shots]]
name = "push"
piece = "hammer"
towards_deg = 0
power = 0.2
loft_deg = 20
[[shots.expect]]
piece = "block"
moved = true
"""


def rewrite(path, text):
    """Write a file again, a second later by its clock, however coarse that of the disk is."""
    later = path.stat().st_mtime_ns + 10**9
    path.write_text(text)
    os.utime(path, ns=(later, later))

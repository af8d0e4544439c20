"""Golden pictures of the main screens: how they are made, kept small, and compared.

``make goldens`` (or ``python tests/ui/goldens.py``) writes them anew: look at what changed before committing it.
"""

import os
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parent.parent / "data" / "goldens"

SIZE = (1280, 800)
"""Of the window that is pictured."""

KEPT = (240, 150)
"""What it is reduced to."""

COLOURS = 180

_AS_IT_IS = ("title", "new-match", "options", "arrange", "aiming", "capture", "dice", "cards", "handover", "winner")
_MORE = ("replay", "compare", "library", "drills", "drill", "scenarios", "practice", "tune", "sandbox", "keys")

SCREENS = {name: (name, {}) for name in (*_AS_IT_IS, *_MORE)} | {
    "four-dark": ("four", {"mat": "dark"}),
    "three-light": ("three", {"mat": "light", "text_size": 1.3}),
    "four-bold": ("four", {"colours": "steps", "shapes": "bold"}),
    "aiming-large": ("aiming", {"text_size": 1.5}),
}
"""Each picture's screen and what differs from the usual settings."""

MEAN, BLOCK, BLOCKS, ALIKE = 4.0, 24.0, 0.015, 0.88
"""Limits of the differences: of the mean, of a block's mean, of the share of blocks beyond that; of the likeness of
the details, from 0 to 1."""


def taken(name):
    """The reduced picture of a screen as it is now, rows of colours from 0 to 255."""
    import pygame

    from micromutants.ui.gallery import pictures
    from micromutants.ui.settings import Settings

    screen, chosen = SCREENS[name]
    ((_, surface),) = pictures(SIZE, (screen,), Settings(**chosen))
    pixels = pygame.image.tobytes(surface, "RGB")
    whole = Image.frombytes("RGB", surface.get_size(), pixels)
    return np.asarray(whole.resize(KEPT, Image.Resampling.BOX))


def golden(name):
    """The picture that is kept."""
    return np.asarray(Image.open(FOLDER / f"{name}.png").convert("RGB"))


def differences(now, kept):
    """How a picture differs: in the mean, the share of differing blocks, and the likeness of its details."""
    a, b = now.astype(float), kept.astype(float)
    mean = float(np.abs(a - b).mean())
    coarse = np.abs(_blocks(a) - _blocks(b)).max(axis=-1)
    share = float((coarse > BLOCK).mean())
    fine_a, fine_b = (v.mean(axis=-1) - np.repeat(np.repeat(_blocks(v).mean(axis=-1), 10, 0), 10, 1) for v in (a, b))
    norm = float(np.sqrt((fine_a**2).sum() * (fine_b**2).sum())) or 1.0
    return mean, share, float((fine_a * fine_b).sum()) / norm


def why_different(now, kept):
    """What is beyond the limits, in words; empty where nothing is."""
    if now.shape != kept.shape:
        return f"it is {now.shape} in place of {kept.shape}"
    mean, share, alike = differences(now, kept)
    if mean <= MEAN and share <= BLOCKS and alike >= ALIKE:
        return ""
    return (
        f"mean difference {mean:.1f} (at most {MEAN}), {100 * share:.1f} % of blocks differ "
        f"(at most {100 * BLOCKS:.1f} %), "
        f"details alike to {alike:.2f} (at least {ALIKE}): look at it, and if it is meant so, run make goldens"
    )


def _blocks(picture):
    """Means of blocks of 10 by 10 px."""
    height, width = picture.shape[:2]
    return picture.reshape(height // 10, 10, width // 10, 10, -1).mean(axis=(1, 3))


def renew():
    """Write every golden picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.png"):
        if path.stem not in SCREENS:
            path.unlink()
    for name in SCREENS:
        small = Image.fromarray(taken(name)).quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)
        print(f"{name}: {(FOLDER / f'{name}.png').stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    with tempfile.TemporaryDirectory() as home:
        # No matches or settings of the user's may be seen.
        os.environ |= {"HOME": home} | {f"XDG_{kind}_HOME": str(Path(home, kind)) for kind in ("DATA", "CONFIG")}
        renew()

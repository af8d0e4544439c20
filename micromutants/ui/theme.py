"""Colours, type and measures that everything on the screen shares."""

from __future__ import annotations

import dataclasses
import functools
import importlib.resources
import io
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import pygame

from micromutants.assets import asset_bytes
from micromutants.rules import Army, Setup, State, army_of
from micromutants.ui.wear import worn

Colour = tuple[int, int, int]


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour ``share`` (0 to 1) of the way from ``a`` to ``b``."""
    t = min(1.0, max(0.0, share))
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

# The surround: a dark, warm table top; panels lie on it.
TABLE_DARK: Colour = (34, 24, 19)
TABLE: Colour = (56, 41, 31)
PANEL: Colour = (48, 39, 33)
PANEL_LIGHT: Colour = (66, 54, 45)
PANEL_EDGE: Colour = (98, 81, 66)

# Type.
INK: Colour = (242, 233, 218)
INK_SOFT: Colour = (193, 179, 160)
INK_FAINT: Colour = (174, 159, 140)
PAPER: Colour = (247, 241, 228)
PAPER_INK: Colour = (42, 34, 28)

# Meanings, taken from the palette of Okabe and Ito so that they stay apart for colour-blind players.
GOLD: Colour = (255, 205, 84)
GOOD: Colour = (86, 180, 233)
BAD: Colour = (244, 128, 78)
WARM: Colour = (230, 159, 0)

# The wood of the table.
WOOD_DARK: Colour = (48, 29, 19)
WOOD: Colour = (86, 54, 34)
WOOD_LIGHT: Colour = (126, 84, 54)


@dataclass(frozen=True, slots=True)
class MatStyle:
    """How a mat looks.

    Attributes:
        name: What the players call it.
        felt: Colour of the felt in the light.
        shade: The felt towards its corners.
        line: Ink of everything that is printed on it.
        print: Ink of the leaves.
        strength: Of the lines, 0 to 1.
        nap: How much the fibres of the felt are seen, 1 as on a table; 0 is quite even.
    """

    name: str
    felt: Colour
    shade: Colour
    line: Colour
    print: Colour
    strength: float = 0.75
    nap: float = 1.0


MATS: Mapping[str, MatStyle] = MappingProxyType(
    {
        "green": MatStyle("Green", (58, 112, 84), (26, 62, 50), (222, 232, 200), (30, 76, 58)),
        "dark": MatStyle("Dark", (66, 70, 84), (30, 32, 42), (206, 212, 226), (42, 45, 56)),
        "light": MatStyle("Light", (206, 192, 160), (160, 142, 110), (92, 74, 50), (186, 170, 136), 0.85),
    }
)
"""The mats that can be chosen, by id."""

EVEN = dataclasses.replace(MATS["green"], nap=0.0)
"""The mat of films: even colours keep their files small."""

FELTS: Mapping[str, MatStyle] = MappingProxyType({**MATS, "even": EVEN})
"""Every mat that can be drawn."""

MAT: Colour = MATS["green"].felt
MAT_LINE: Colour = MATS["green"].line


@dataclass(frozen=True, slots=True)
class ArmyStyle:
    """How an army looks.

    Attributes:
        name: What a colour is called in words.
        colour: The plastic of its chips.
        deep: A dark shade, for ink on its stickers and for special sides.
        tint: A light shade, for stickers.
        mark: Its shape mark: ``star``, ``hexagon``, ``gear`` or ``spiral``.
        burst: The starburst of special sides; it must stand out from ``colour`` and ``deep``.
        wash: What its set-up area is tinted with, where a darker ``colour`` would not be told on green felt.
    """

    name: str
    colour: Colour
    deep: Colour
    tint: Colour
    mark: str
    burst: Colour = GOLD
    wash: Colour | None = None


ARMIES: Mapping[str, ArmyStyle] = MappingProxyType(
    {
        "usarthropods": ArmyStyle("blue", (0, 114, 178), (8, 40, 74), (206, 230, 246), "star"),
        "flyborgs": ArmyStyle("yellow", (240, 228, 66), (58, 46, 4), (255, 250, 205), "hexagon", (255, 126, 44)),
        "sovietopters": ArmyStyle("green", (0, 158, 115), (4, 58, 42), (208, 240, 224), "gear"),
        "chitinians": ArmyStyle("purple", (184, 88, 150), (74, 18, 60), (247, 218, 237), "spiral", wash=(158, 30, 142)),
        "orange": ArmyStyle("orange", (230, 159, 0), (84, 48, 0), (253, 234, 194), "cross", (64, 150, 220)),
        "sky-blue": ArmyStyle("sky blue", (86, 180, 233), (10, 52, 82), (216, 240, 252), "diamond"),
        "vermillion": ArmyStyle("red", (213, 94, 0), (86, 26, 2), (252, 220, 200), "triangle"),
    }
)
"""Every style: those of the game's armies by the army's id, others by the key of their colour.

Colours are those of Okabe and Ito, each with a shape mark.
"""

_STEPS: Mapping[str, tuple[str, Colour]] = MappingProxyType(
    {
        "usarthropods": ("dark blue", (0, 24, 183)),
        "vermillion": ("dark red", (188, 13, 0)),
        "sovietopters": ("green", (12, 145, 70)),
        "chitinians": ("pink", (255, 82, 184)),
        "orange": ("ochre", (217, 168, 12)),
        "sky-blue": ("sky blue", (128, 210, 255)),
        "flyborgs": ("cream", (247, 242, 196)),
    }
)
"""From dark to light: at least 9 of CIELAB's lightness between any two, and at least 24 apart in all of it as eyes
without one of the three kinds of cones see them (Machado, Oliveira and Fernandes 2009)."""

STEPPED: Mapping[str, ArmyStyle] = MappingProxyType(
    {
        key: dataclasses.replace(
            ARMIES[key], name=name, colour=colour, deep=mix(colour, BLACK, 0.68), tint=mix(colour, WHITE, 0.8)
        )
        for key, (name, colour) in _STEPS.items()
    }
)
"""As :data:`ARMIES`, in colours each of which has a lightness of its own."""

DRESSES: Mapping[str, str] = MappingProxyType(
    {
        "blue": "usarthropods",
        "yellow": "flyborgs",
        "bluish-green": "sovietopters",
        "reddish-purple": "chitinians",
        "orange": "orange",
        "sky-blue": "sky-blue",
        "vermillion": "vermillion",
    }
)
"""By the key of a colour, as army files have it, the key of its style."""

NEUTRAL = ArmyStyle("grey", (150, 146, 138), (48, 46, 42), (230, 227, 220), "ring")
"""How pieces of nobody look."""


def dress(army: Army) -> str:
    """The key of the style in which the pieces of an army are drawn: armies of one match have different colours."""
    return DRESSES.get(army.colour, "")


def dress_of(game: State | Setup, player: int) -> str:
    """The key of the style in which a player's pieces are drawn."""
    return dress(army_of(game, player))


def dress_of_owner(owner: int) -> str:
    """The key of the style of pieces whose army nobody names, by the index of their player; empty for nobody's."""
    styles = tuple(DRESSES.values())
    return styles[owner % len(styles)] if owner >= 0 else ""


def army_style(army: str) -> ArmyStyle:
    """The style with a key in the colours that are worn, or the neutral one for an unknown key."""
    return (STEPPED if worn().colours == "steps" else ARMIES).get(army, NEUTRAL)


DISPLAY = "fonts/FredokaOne-Regular.ttf"
"""The asset with the type of titles and large buttons."""


@functools.lru_cache(maxsize=64)
def _font(size: int, bold: bool, display: bool) -> pygame.font.Font:
    if display:
        return pygame.font.Font(io.BytesIO(asset_bytes(DISPLAY)), size)
    name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
    place = importlib.resources.files("pygame_gui") / "data" / name
    with importlib.resources.as_file(place) as path:
        return pygame.font.Font(str(path), size)


def font(size: int, bold: bool = False, *, display: bool = False) -> pygame.font.Font:
    """The type at ``size`` pixels; the font module is started where it is not.

    Args:
        size: Height, px.
        bold: Heavy type.
        display: Fredoka One, for titles, in place of Noto Sans (which comes with pygame_gui).
    """
    if not pygame.font.get_init():
        pygame.font.init()
    found = _font(max(6, min(400, size)), bold, display)
    try:
        found.get_height()
    except pygame.error:
        # pygame was quit and started again since: its fonts are gone with it.
        _font.cache_clear()
        found = _font(max(6, min(400, size)), bold, display)
    return found

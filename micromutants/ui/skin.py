"""The pygame_gui theme: the same dark, warm palette as everything else, at any text size."""

from __future__ import annotations

from typing import Any

from micromutants.assets import asset_path
from micromutants.ui import theme
from micromutants.ui.theme import Colour, mix

BODY = 15
"""Height of body text in pixels at scale 1."""

GOLD = mix(theme.GOLD, theme.WARM, 0.45)
"""Of what is to be pressed next."""


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _domed(colour: Colour) -> str:
    """A colour that is lighter at its top, as of something that bulges under a lamp."""
    return f"{_hex(mix(colour, theme.WHITE, 0.1))},{_hex(mix(colour, theme.BLACK, 0.12))},270"


def _font(size: int, *, bold: bool = False) -> dict[str, str]:
    return {"name": "noto_sans", "size": str(size), "bold": str(int(bold)), "italic": "0", "antialiased": "1"}


def _display(size: int) -> dict[str, str]:
    """The face of titles."""
    path = str(asset_path(theme.DISPLAY))
    paths = {f"{weight}_path": path for weight in ("regular", "bold", "italic", "bold_italic")}
    return {"name": "fredoka", "size": str(size), "bold": "0", "italic": "0", "antialiased": "1", **paths}


def _colours(fill: Colour, ink: Colour, edge: Colour) -> dict[str, str]:
    """Of a button in each of its states."""
    return {
        "normal_bg": _domed(fill),
        "hovered_bg": _domed(mix(fill, theme.WHITE, 0.12)),
        "active_bg": _hex(mix(fill, theme.BLACK, 0.2)),
        "selected_bg": _domed(fill),
        "disabled_bg": _hex(mix(fill, theme.TABLE, 0.75)),
        "normal_text": _hex(ink),
        "hovered_text": _hex(ink),
        "active_text": _hex(ink),
        "selected_text": _hex(ink),
        "disabled_text": _hex(theme.INK_FAINT),
        "normal_border": _hex(edge),
        "hovered_border": _hex(mix(edge, theme.WHITE, 0.3)),
        "active_border": _hex(edge),
        "selected_border": _hex(edge),
        "disabled_border": _hex(theme.PANEL_LIGHT),
    }


def _rounded(radius: int) -> dict[str, str]:
    return {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(radius),
        "border_width": "1",
        "shadow_width": "0",
    }


def skin(scale: float) -> dict[str, Any]:
    """The theme at a scale.

    Object ids of buttons: ``#primary`` the one to press next, ``#on`` a chosen one of several, ``#quiet`` one among
    many, ``#danger`` one that loses something, ``#big`` and ``#big_primary`` those of the title.
    """
    body = max(9, round(BODY * scale))
    return {
        "defaults": {
            "colours": {
                "dark_bg": _hex(theme.TABLE_DARK),
                "normal_text": _hex(theme.INK),
                "normal_border": _hex(theme.PANEL_EDGE),
                "link_text": _hex(theme.GOLD),
                "link_hover": _hex(theme.INK),
                "selected_bg": _hex(theme.PANEL_EDGE),
                "text_cursor": _hex(theme.GOLD),
            },
            "font": _font(body),
        },
        **_buttons(scale, body),
        **_fields(scale, body),
    }


def _buttons(scale: float, body: int) -> dict[str, Any]:
    big = max(11, round(BODY * 1.2 * scale))
    shape = {**_rounded(_radius(scale)), "text_horiz_alignment_padding": str(round(8 * scale))}
    return {
        "button": {
            "colours": _colours(theme.PANEL_LIGHT, theme.INK, theme.PANEL_EDGE),
            "misc": shape,
            "font": _font(body),
        },
        "#primary": {
            "colours": _colours(GOLD, theme.PAPER_INK, theme.GOLD),
            "misc": shape,
            "font": _display(round(1.06 * body)),
        },
        "#on": {
            "colours": _colours(mix(theme.PANEL_LIGHT, theme.GOLD, 0.28), theme.INK, theme.GOLD),
            "misc": shape,
            "font": _font(body, bold=True),
        },
        "#quiet": {
            "colours": _colours(theme.PANEL, theme.INK, theme.PANEL_EDGE),
            "misc": shape,
            "font": _font(body),
        },
        "#danger": {
            "colours": _colours(mix(theme.PANEL, theme.BAD, 0.35), theme.INK, theme.BAD),
            "misc": shape,
            "font": _font(body),
        },
        "#big": {
            "colours": _colours(theme.PANEL_LIGHT, theme.INK, theme.PANEL_EDGE),
            "misc": shape,
            "font": _display(big),
        },
        "#big_primary": {
            "colours": _colours(GOLD, theme.PAPER_INK, theme.GOLD),
            "misc": shape,
            "font": _display(big),
        },
    }


def _fields(scale: float, body: int) -> dict[str, Any]:
    """Lines of text and sliders."""
    return {
        "text_entry_line": {
            "colours": {
                "dark_bg": _hex(theme.TABLE_DARK),
                "normal_text": _hex(theme.INK),
                "selected_text": _hex(theme.PAPER_INK),
                "selected_bg": _hex(theme.GOLD),
                "normal_border": _hex(theme.PANEL_EDGE),
                "text_cursor": _hex(theme.GOLD),
            },
            "font": _font(body),
            "misc": {
                **_rounded(_radius(scale)),
                "padding": f"{round(8 * scale)},{round(3 * scale)}",
            },
        },
        "horizontal_slider": {
            "colours": {
                "dark_bg": _hex(theme.TABLE_DARK),
                "normal_border": _hex(theme.PANEL_EDGE),
                "disabled_dark_bg": _hex(theme.TABLE),
                "disabled_border": _hex(theme.PANEL_LIGHT),
            },
            "misc": {
                **_rounded(4),
                "enable_arrow_buttons": "0",
                "sliding_button_width": str(round(14 * scale)),
            },
        },
        "horizontal_slider.#sliding_button": {
            "colours": _colours(GOLD, theme.PAPER_INK, theme.GOLD),
            "misc": _rounded(4),
        },
    }


def _radius(scale: float) -> int:
    """Of the corners of buttons and fields, px."""
    return max(4, round(8 * scale))

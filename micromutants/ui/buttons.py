"""Rows of buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from micromutants.ui.form import Field, Form
from micromutants.ui.labels import shares


class Control(NamedTuple):
    """A button that is to be made; the rest is as for :meth:`Form.button`."""

    label: str
    act: Callable[[], None]
    key: str = ""
    why: str = ""
    style: str = ""
    hint: str = ""


def lay(form: Form, strip: pygame.Rect, rows: Sequence[Sequence[Control]], gap: int) -> list[Field]:
    """Make rows of buttons that fill a strip: all of a row are as wide as each other where their labels fit so."""
    made = []
    height = (strip.height - gap * (len(rows) - 1)) // len(rows)
    for number, row in enumerate(rows):
        x = strip.x
        widths = shares([control.label for control in row], strip.width, gap, form.scale)
        for (label, act, key, why, style, hint), width in zip(row, widths, strict=True):
            rect = pygame.Rect(x, strip.y + number * (height + gap), width, height)
            x = rect.right + gap
            made.append(form.button(rect, label, act, why=why, style=style, hint=hint, key=key))
    return made

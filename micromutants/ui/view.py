"""Where the mat is on the screen: millimetres (y up) to pixels (y down) and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from micromutants.table import Mat

ZOOM_MIN, ZOOM_MAX = 1.0, 8.0
"""Range of the zoom; 1 shows the whole mat."""

MARGIN = 0.03
"""Share of the shorter side that is left free around the whole mat."""


@dataclass(frozen=True, slots=True)
class View:
    """A mat seen in a rectangle of the screen.

    A view holds for any rectangle, even an empty one (a minimised window): then its scale is tiny but above 0.

    Attributes:
        mat: The mat that is seen.
        rect: Left, top, width and height of the part of the screen, px.  They are the pixels that are drawn to,
            so a high-density screen needs nothing else.
        zoom: 1 shows the whole mat, more shows a part of it.
        centre: The point of the mat in the middle of the rectangle, mm; None is the middle of the mat.
    """

    mat: Mat
    rect: tuple[int, int, int, int]
    zoom: float = 1.0
    centre: tuple[float, float] | None = None

    @property
    def scale(self) -> float:
        """Pixels per millimetre, above 0."""
        _, _, width, height = self.rect
        w, h = max(1, width), max(1, height)
        free = 1.0 - 2 * MARGIN
        return max(1e-3, min(w * free / self.mat.width, h * free / self.mat.height)) * self.zoom

    @property
    def middle(self) -> tuple[float, float]:
        """The point of the mat in the middle of the rectangle, mm."""
        return self.centre or (self.mat.width / 2, self.mat.height / 2)

    @property
    def mat_rect(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the mat on the screen, px; may reach beyond the rectangle."""
        left, top = self.to_screen(0.0, self.mat.height)
        return left, top, self.mat.width * self.scale, self.mat.height * self.scale

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """The pixel at which a point of the mat (mm) is seen."""
        left, top, width, height = self.rect
        cx, cy = self.middle
        return left + max(1, width) / 2 + (x - cx) * self.scale, top + max(1, height) / 2 - (y - cy) * self.scale

    def to_mat(self, px: float, py: float) -> tuple[float, float]:
        """The point of the mat (mm) that is seen at a pixel; may lie beyond the mat."""
        left, top, width, height = self.rect
        cx, cy = self.middle
        return cx + (px - left - max(1, width) / 2) / self.scale, cy - (py - top - max(1, height) / 2) / self.scale

    def length(self, millimetres: float) -> float:
        """A length on the mat in pixels."""
        return millimetres * self.scale

    def holds(self, px: float, py: float) -> bool:
        """Whether a pixel lies in the rectangle."""
        left, top, width, height = self.rect
        return left <= px < left + width and top <= py < top + height

    def within(self, rect: tuple[int, int, int, int]) -> View:
        """The same part of the mat in another rectangle (a resized window)."""
        return replace(self, rect=rect)._kept_in()

    def zoomed(self, factor: float, at: tuple[float, float] | None = None) -> View:
        """Nearer by ``factor``, the point under the pixel ``at`` (None: the middle) staying where it is."""
        if not (math.isfinite(factor) and factor > 0.0):
            return self
        left, top, width, height = self.rect
        px, py = at or (left + width / 2, top + height / 2)
        before = self.to_mat(px, py)
        nearer = replace(self, zoom=min(ZOOM_MAX, max(ZOOM_MIN, self.zoom * factor)))
        after = nearer.to_mat(px, py)
        cx, cy = nearer.middle
        return replace(nearer, centre=(cx + before[0] - after[0], cy + before[1] - after[1]))._kept_in()

    def panned(self, dx: float, dy: float) -> View:
        """The mat dragged by ``dx``, ``dy`` pixels."""
        cx, cy = self.middle
        return replace(self, centre=(cx - dx / self.scale, cy + dy / self.scale))._kept_in()

    def centred(self, x: float, y: float) -> View:
        """The same zoom with a point of the mat (mm) in the middle, as far as the margin allows."""
        return replace(self, centre=(x, y))._kept_in()

    def whole(self) -> View:
        """The whole mat in the same rectangle."""
        return replace(self, zoom=1.0, centre=None)

    def _kept_in(self) -> View:
        """The nearest view that shows no more than the margin beyond the mat."""
        _, _, width, height = self.rect
        x, y = self.middle
        mat, scale = self.mat, self.scale
        free = 2 * MARGIN * min(max(1, width), max(1, height)) / scale
        half_w = max(0.0, (mat.width + free - max(1, width) / scale) / 2)
        half_h = max(0.0, (mat.height + free - max(1, height) / scale) / 2)
        x = min(mat.width / 2 + half_w, max(mat.width / 2 - half_w, x))
        y = min(mat.height / 2 + half_h, max(mat.height / 2 - half_h, y))
        return replace(self, centre=None if (x, y) == (mat.width / 2, mat.height / 2) else (x, y))

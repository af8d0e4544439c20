"""A page of Markdown, as much of it as the help uses: headings, paragraphs, lists, tables, bold and code."""

from __future__ import annotations

import importlib.resources
import math
import re
from dataclasses import dataclass

import pygame

from micromutants.ui import paint, theme

_BOLD = re.compile(r"(\*\*.+?\*\*|`[^`]+`|\*[^*]+\*|_[^_]+_)")
_RULE = re.compile(r"\*\*([A-Z]\d+)\*\*")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page: ``kind`` is ``h1``, ``h2``, ``h3``, ``p``, ``li``, ``row``, ``head`` or ``code``."""

    kind: str
    text: str
    cells: tuple[str, ...] = ()


def parse(markdown: str) -> list[Block]:
    """The blocks of a page."""
    blocks: list[Block] = []
    lines: list[str] = []
    code = False

    def flush() -> None:
        if lines:
            blocks.append(Block("p", " ".join(lines)))
            lines.clear()

    rows = markdown.splitlines()
    for number, raw in enumerate(rows):
        line = raw.strip()
        if line.startswith("```"):
            flush()
            code = not code
            if code and blocks and blocks[-1].kind == "code":
                blocks.append(Block("code", ""))
        elif code:
            blocks.append(Block("code", raw))
        elif not line:
            flush()
        elif line.startswith("#"):
            flush()
            level = min(3, len(line) - len(line.lstrip("#")))
            blocks.append(Block(f"h{level}", line.lstrip("# ")))
        elif line.startswith("|"):
            flush()
            cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
            if all(set(cell) <= set("-: ") for cell in cells):
                continue
            following = rows[number + 1].strip() if number + 1 < len(rows) else ""
            head = following.startswith("|") and set(following) <= set("|-: ")
            blocks.append(Block("head" if head else "row", "", cells))
        elif re.match(r"([-*]|\d+\.) ", line):
            flush()
            mark, _, rest = line.partition(" ")
            blocks.append(Block("li", rest, ("•" if mark in "-*" else mark,)))
        elif blocks and not lines and blocks[-1].kind == "li" and raw.startswith((" ", "\t")):
            last = blocks.pop()
            blocks.append(Block("li", f"{last.text} {line}", last.cells))
        else:
            lines.append(line)
    flush()
    return blocks


Run = tuple[str, bool, bool]
"""Text, whether bold, whether code."""


def runs(text: str) -> list[Run]:
    """The text split where its face changes."""
    found: list[Run] = []
    for part in _BOLD.split(_LINK.sub(r"\1", text)):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            found.append((part[2:-2], True, False))
        elif part.startswith("`") and part.endswith("`") and len(part) > 2:
            found.append((part[1:-1], False, True))
        elif len(part) > 2 and part[0] in "*_" and part[-1] == part[0]:
            found.append((part[1:-1], True, False))
        elif part:
            found.append((part, False, False))
    return found


def _typewriter(blocks: list[Block], body: int, width: int) -> pygame.font.Font:
    """Fira Code (it comes with pygame_gui), whose columns line up, as large as the widest line allows."""
    place = importlib.resources.files("pygame_gui") / "data" / "FiraCode-Regular.ttf"
    most = max((len(block.text) for block in blocks if block.kind == "code"), default=1)
    # A letter is 0.6 of the size wide.
    size = min(round(body * 0.87), math.floor(width / (0.6 * max(1, most))))
    with importlib.resources.as_file(place) as path:
        return pygame.font.Font(str(path), max(8, size))


class Page:
    """A page laid out for a width, drawn on a surface of its own that is scrolled."""

    def __init__(self, markdown: str, width: int, scale: float) -> None:
        self.width = max(80, width)
        self.scale = scale
        self.anchors: dict[str, tuple[int, int]] = {}
        """Top and bottom, px, of each item that begins with a rule's id in bold."""
        blocks = parse(markdown)
        height = self._lay(blocks, None)
        self.surface = pygame.Surface((self.width, max(1, height)), pygame.SRCALPHA)
        self._lay(blocks, self.surface)

    def _lay(self, blocks: list[Block], target: pygame.Surface | None) -> int:
        y = 0
        body = round(15 * self.scale)
        typewriter = _typewriter(blocks, body, self.width - body)
        for index, block in enumerate(blocks):
            before = blocks[index - 1].kind if index else ""
            match block.kind:
                case "h1":
                    y += round(body * 0.4) if index else 0
                    y = self._flow(block.text, 0, y, round(body * 1.75), target, theme.GOLD, bold=True) + body // 2
                case "h2" | "h3":
                    y += round(body * 0.8)
                    size = round(body * (1.3 if block.kind == "h2" else 1.1))
                    y = self._flow(block.text, 0, y, size, target, theme.INK, bold=True) + body // 4
                case "li":
                    indent = round(body * 1.5)
                    if target is not None:
                        paint.text(target, block.cells[0], (round(body * 0.4), y), body, theme.GOLD)
                    top = y
                    y = self._flow(block.text, indent, y, body, target, theme.INK) + round(body * 0.25)
                    rule = _RULE.match(block.text)
                    if rule:
                        self.anchors.setdefault(rule[1], (top, y))
                case "head" | "row":
                    y = self._row(blocks, index, y, body, target)
                case "code":
                    if target is not None:
                        target.blit(typewriter.render(block.text, True, theme.INK_SOFT), (body, y))
                    y += round(body * 1.35)
                case _:
                    y += round(body * 0.3) if before in ("row", "li", "code") else 0
                    y = self._flow(block.text, 0, y, body, target, theme.INK) + round(body * 0.6)
        return y + body

    def _flow(
        self,
        text: str,
        indent: int,
        y: int,
        size: int,
        target: pygame.Surface | None,
        ink: theme.Colour,
        *,
        bold: bool = False,
        width: int | None = None,
    ) -> int:
        """Set wrapped text with changing faces; returns the y below it."""
        x, right = indent, indent + width if width is not None else self.width
        space = paint.width_of(" ", size)
        step = round(size * 1.45)
        first = True
        for words, heavy, code in runs(text):
            colour = theme.mix(ink, theme.GOLD, 0.35) if code else ink
            for word in re.split(r"(\s+)", words):
                if not word:
                    continue
                if word.isspace():
                    x += space if not first else 0
                    continue
                wide = paint.width_of(word, size, bold or heavy)
                if x + wide > right and x > indent:
                    x, y = indent, y + step
                if target is not None:
                    paint.text(target, word, (x, y), size, colour, bold=bold or heavy, width=max(20, right - indent))
                x += wide
                first = False
        return y + step

    def _row(self, blocks: list[Block], index: int, y: int, body: int, target: pygame.Surface | None) -> int:
        """A row of a table; columns are as wide as their longest cell asks, within the page."""
        first = index
        while first and blocks[first - 1].kind in ("head", "row"):
            first -= 1
        table = []
        for block in blocks[first:]:
            if block.kind not in ("head", "row"):
                break
            table.append(block)
        columns = max(len(block.cells) for block in table)
        size = round(body * 0.95)
        wishes = [
            min(
                self.width,
                max(
                    [size * 2]
                    + [
                        paint.width_of(re.sub(r"[*`_]", "", b.cells[c]), size, True) + size
                        for b in table
                        if c < len(b.cells)
                    ]
                ),
            )
            for c in range(columns)
        ]
        spare = self.width - sum(wishes)
        if spare < 0:
            widest = max(range(columns), key=lambda c: wishes[c])
            wishes[widest] = max(self.width // 3, wishes[widest] + spare)
            over = sum(wishes) - self.width
            if over > 0:
                wishes = [round(w * self.width / sum(wishes)) for w in wishes]
        block = blocks[index]
        head = block.kind == "head"
        x, bottom = 0, y
        for column, cell in enumerate(block.cells):
            ink = theme.INK_SOFT if head else theme.INK
            end = self._flow(cell, x, y + 3, size, target, ink, bold=head, width=wishes[column] - size // 2)
            bottom = max(bottom, end)
            x += wishes[column]
        if target is not None:
            pygame.draw.line(target, theme.PANEL_EDGE if head else theme.PANEL_LIGHT, (0, bottom), (self.width, bottom))
        last = index + 1 >= len(blocks) or blocks[index + 1].kind not in ("head", "row")
        return bottom + 2 + (body // 2 if last else 0)

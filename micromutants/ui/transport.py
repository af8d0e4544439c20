"""The controls of whatever is watched: buttons as on a player, bars to scrub along, the view that follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.buttons import Control
from micromutants.ui.camera import Camera
from micromutants.ui.intents import Intent, Keyed
from micromutants.ui.labels import bubble
from micromutants.ui.playback import Reel
from micromutants.ui.player import Player

FOLLOW_ZOOM = 2.6
"""How near the view comes to the bug that it follows."""


class Transport:
    """Buttons, bars and keys of a player, for a screen that shows it."""

    def __init__(
        self, player: Player, camera: Camera, changed: Callable[[], None], key: Callable[[Intent], str]
    ) -> None:
        """Take the controls of a player.

        Args:
            player: What is controlled.
            camera: The view, which may follow.
            changed: Called when buttons look different or it stands somewhere else.
            key: The key that means something while it plays, for a label.
        """
        self.player = player
        self.camera = camera
        self.changed = changed
        self._key = key
        self.following = False
        self.whole = pygame.Rect(0, 0, 0, 0)
        """The bar of all moments; empty where there is only one."""
        self.single = pygame.Rect(0, 0, 0, 0)
        """The bar of the shot that is shown."""
        self.unit = 1.0
        """Scale of the bars."""
        self._scrubbing: pygame.Rect | None = None
        self._pointer = (-1, -1)

    # --- time ----------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Time passes; the view follows."""
        running = self.player.running
        if self.player.update(seconds) or running != self.player.running:
            self.changed()
        self.follow()

    def follow(self) -> None:
        """Put the bug that moves into the middle, where the view follows."""
        reel = self.player.reel
        if not self.following or reel is None:
            return
        piece = reel.playback.moment.moving or next(iter(reel.playback.moment.track), None)
        pose = reel.scene().poses.get(piece or "")
        if pose is not None:
            self.camera.view = self.camera.view.centred(pose.x, pose.y)

    def toggle_follow(self) -> None:
        """Follow the bug, or show the whole mat again."""
        self.following = not self.following
        view = self.camera.view
        if self.following and view.zoom < FOLLOW_ZOOM:
            self.camera.view = view.zoomed(FOLLOW_ZOOM / view.zoom)
        elif not self.following:
            self.camera.view = view.whole()
        self.follow()
        self.changed()

    def toggle_loop(self) -> None:
        """Show the shot again and again, or no longer."""
        self.player.loop = not self.player.loop
        self.changed()

    def doing(self, act: Callable[[], None]) -> Callable[[], None]:
        """The same, after which everything is laid out anew."""

        def then() -> None:
            act()
            self.follow()
            self.changed()

        return then

    # --- buttons -------------------------------------------------------------------------------------------

    def controls(self) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
        """Two rows of buttons."""
        player, do, key = self.player, self.doing, self._key
        earlier, later = "What happened before", "On to the next thing that happens"
        steps = (
            Control("< Step", do(lambda: player.step_mark(-1)), key(Intent.STEP_BACK), hint=earlier),
            Control("Step >", do(lambda: player.step_mark(1)), key(Intent.STEP_ON), hint=later),
        )
        actions = (
            Control("Back", do(lambda: player.step(-1)), key(Intent.LEFT), hint="The action before"),
            Control("Next", do(lambda: player.step(1)), key(Intent.RIGHT), hint="The next action"),
        )
        back, on = actions if self.several else steps
        row = (
            Control("First", do(lambda: player.jump(0)), key(Intent.FIRST)),
            back,
            Control("Pause" if player.running else "Play", do(player.play), key(Intent.PLAY), style="primary"),
            on,
            Control("Last", do(lambda: player.jump(len(player.moments))), key(Intent.LAST)),
        )
        follows, loops = "on" if self.following else "", "on" if player.loop else ""
        more = (
            Control("Slower", do(lambda: player.faster(-1)), key(Intent.SLOWER)),
            Control("Faster", do(lambda: player.faster(1)), key(Intent.FASTER)),
            Control("Loop", self.toggle_loop, key(Intent.LOOP), style=loops, hint="Show the shot again and again"),
            Control("Follow", self.toggle_follow, key(Intent.FOLLOW), style=follows, hint="The view follows the bug"),
        )
        return row, (*steps, *more) if self.several else more

    @property
    def several(self) -> bool:
        """Whether there is more than one moment."""
        return len(self.player.moments) > 1

    # --- bars ----------------------------------------------------------------------------------------------

    def place(self, strip: pygame.Rect, unit: float) -> None:
        """Put the bars into a strip; with one moment only there is only its own."""
        height = round(10 * unit)
        bars = [pygame.Rect(strip.x, strip.bottom - round(22 * unit), strip.width, height)]
        if self.several:
            bars.append(bars[0].move(0, -round(30 * unit)))
        self.whole = bars[0] if self.several else pygame.Rect(0, 0, 0, 0)
        self.single = bars[-1]
        self.unit = unit

    def draw(self, surface: pygame.Surface, lit: Sequence[int] = ()) -> None:
        """Draw the bars.

        Args:
            surface: What is drawn on.
            lit: Numbers of the moments that are marked on the bar of all.
        """
        player = self.player
        reel = player.reel
        inside = 0.0 if reel is None else _share(reel, reel.t)
        if self.whole.width:
            count = max(1, len(player.moments))
            ticks = [number / count for number in lit]
            self._bar(surface, self.whole, (player.done + inside) / count, ticks, theme.WARM)
            at = (self.whole.right, self.whole.y - round(6 * self.unit))
            paint.text(surface, "Whole record", at, round(11 * self.unit), theme.INK_SOFT, anchor="bottomright")
        if reel is not None:
            self._bar(surface, self.single, inside, [_share(reel, mark.t) for mark in player.marks()], theme.GOLD)
            self._told(surface)
        elif not self.whole.width:
            self._bar(surface, self.single, 1.0 if player.done else 0.0, [], theme.GOLD)

    def _bar(
        self, surface: pygame.Surface, bar: pygame.Rect, share: float, ticks: Sequence[float], colour: theme.Colour
    ) -> None:
        unit = self.unit
        pygame.draw.rect(surface, theme.PANEL_LIGHT, bar, border_radius=bar.height // 2)
        filled = pygame.Rect(bar.x, bar.y, round(bar.width * min(1.0, max(0.0, share))), bar.height)
        pygame.draw.rect(surface, colour, filled, border_radius=bar.height // 2)
        for tick in ticks:
            x = bar.x + round(bar.width * min(1.0, tick))
            pygame.draw.line(
                surface, theme.GOLD, (x, bar.y - round(6 * unit)), (x, bar.y - round(2 * unit)), max(1, round(2 * unit))
            )
        pygame.draw.circle(surface, theme.INK, (filled.right, bar.centery), round(8 * unit))

    def _told(self, surface: pygame.Surface) -> None:
        """What happened last, beside the bar of the shot, and what is under the pointer."""
        reel, marks, bar = self.player.reel, self.player.marks(), self.single
        if reel is None:
            return
        index = self.player.mark
        words = f"{min(reel.t, reel.playback.flight):.2f} s of {reel.playback.flight:.2f} s"
        if index is not None:
            words += f"  ·  {marks[index].text}"
        size = round(13 * self.unit)
        if index is not None and paint.width_of(words, size) > bar.width:
            words = f"{min(reel.t, reel.playback.flight):.2f} s  ·  {marks[index].text}"
        at = (bar.x, bar.y - round(9 * self.unit))
        box = pygame.Rect(0, 0, min(bar.width, paint.width_of(words, size) + 16), round(size * 1.6))
        box.bottomleft = (bar.x - 8, at[1] + round(3 * self.unit))
        paint.panel(surface, box, fill=theme.TABLE_DARK, edge=None, radius=6, alpha=190)
        paint.text(surface, words, at, size, theme.INK, anchor="bottomleft", width=bar.width)
        near = self._mark_at(self._pointer)
        if near is not None:
            bubble(surface, marks[near].text, pygame.Rect(self._pointer, (1, 1)), self.unit)

    def _mark_at(self, pos: tuple[int, int]) -> int | None:
        reel, bar = self.player.reel, self.single
        if reel is None or not bar.inflate(8, round(24 * self.unit)).collidepoint(pos):
            return None
        apart = [abs(bar.x + bar.width * _share(reel, mark.t) - pos[0]) for mark in self.player.marks()]
        best = min(range(len(apart)), key=apart.__getitem__, default=None)
        return best if best is not None and apart[best] <= 6 * self.unit else None

    # --- pointer and keys ----------------------------------------------------------------------------------

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Take hold of a bar or of the mat."""
        if button == 1 and self._take_bar(pos):
            return
        if button in (1, 2) and self.camera.view.holds(*pos):
            self.camera.take(pos)

    def bar_at(self, pos: tuple[int, int]) -> pygame.Rect | None:
        """The bar under a pixel, or near it; None where there is none."""
        shown = self.player.reel is not None or not self.whole.width
        for bar in (self.single if shown else self.whole, self.whole):
            if bar.width and bar.inflate(round(20 * self.unit), round(22 * self.unit)).collidepoint(pos):
                return bar
        return None

    def _take_bar(self, pos: tuple[int, int]) -> bool:
        self._scrubbing = self.bar_at(pos)
        if self._scrubbing is not None:
            self._scrub(pos[0])
        return self._scrubbing is not None

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Scrub or pan; a button that came up where nobody saw it lets go."""
        self._pointer = pos
        if not any(buttons):
            self.let_go()
        if self._scrubbing is not None:
            self._scrub(pos[0])
        elif self.camera.panning:
            self.following = False
            self.camera.drag(pos)

    def let_go(self) -> None:
        """Let go of bar and mat."""
        self._scrubbing = None
        self.camera.let_go()

    def _scrub(self, x: int) -> None:
        bar, player = self._scrubbing, self.player
        assert bar is not None
        share = min(1.0, max(0.0, (x - bar.x) / max(1, bar.width)))
        player.pause()
        if bar is self.whole:
            player.jump(round(share * len(player.moments)))
        elif player.moments:
            if player.reel is None and not player.done:
                player.step_mark(1)
            player.seek(0.0)
            if player.reel is not None:
                player.seek(_time(player.reel, share))
        self.follow()
        self.changed()

    def keyed(self, keyed: Keyed) -> bool:
        """Keys of the view and as on a player; returns whether the intent was one of ours."""
        if self.camera.keyed(keyed.intent):
            return True
        player = self.player
        match keyed.intent:
            case Intent.PLAY:
                player.play()
            case Intent.LEFT | Intent.RIGHT if self.several:
                player.step(-1 if keyed.intent is Intent.LEFT else 1)
            case Intent.STEP_BACK | Intent.LEFT:
                player.step_mark(-1)
            case Intent.STEP_ON | Intent.RIGHT:
                player.step_mark(1)
            case Intent.PAGE_UP | Intent.PAGE_DOWN:
                player.jump(player.done + (-10 if keyed.intent is Intent.PAGE_UP else 10))
            case Intent.FIRST | Intent.LAST:
                player.jump(0 if keyed.intent is Intent.FIRST else len(player.moments))
            case Intent.FASTER | Intent.SLOWER:
                player.faster(1 if keyed.intent is Intent.FASTER else -1)
            case Intent.LOOP:
                player.loop = not player.loop
            case Intent.FOLLOW:
                self.toggle_follow()
            case _:
                return False
        self.follow()
        self.changed()
        return True


_FLYING = 0.85
"""Share of the bar for the time in which pieces move; the rest is for what flares up afterwards."""


def _share(reel: Reel, t: float) -> float:
    """Where a time is on the bar of its shot, 0 to 1."""
    flight, length = reel.playback.flight, reel.playback.length
    if t <= flight:
        return _FLYING * t / flight if flight > 0.0 else 0.0
    return _FLYING + (1.0 - _FLYING) * min(1.0, (t - flight) / max(1e-9, length - flight))


def _time(reel: Reel, share: float) -> float:
    """The time that is at a place of the bar, s."""
    flight, length = reel.playback.flight, reel.playback.length
    if share <= _FLYING:
        return flight * share / _FLYING
    return flight + (length - flight) * (share - _FLYING) / (1.0 - _FLYING)


@dataclass(frozen=True, slots=True)
class Areas:
    """Where everything goes on a screen that shows a player.

    Attributes:
        mat: Of the view of the mat.
        bars: Below it.
        head: What is known of what is shown.
        list: What happened.
        buttons: Three rows.
    """

    mat: pygame.Rect
    bars: pygame.Rect
    head: pygame.Rect
    list: pygame.Rect
    buttons: pygame.Rect


def areas(size: tuple[int, int], scale: float, *, head: int, bars: int) -> Areas:
    """The layout for a window.

    Args:
        size: Of the window, px.
        scale: Of the layout.
        head: Height of the head at scale 1.
        bars: Height of the strip of bars at scale 1.
    """

    def u(units: float) -> int:
        return round(units * scale)

    width = max(u(400), min(u(520), size[0] - size[1] + u(60)))
    column = pygame.Rect(size[0] - width, u(10), width - u(10), size[1] - u(20))
    mat = pygame.Rect(0, 0, column.x - u(10), size[1] - u(bars))
    below = pygame.Rect(u(24), mat.bottom, mat.width - u(48), size[1] - mat.bottom)
    top = pygame.Rect(column.x, column.y, column.width, u(head))
    buttons = pygame.Rect(column.x, column.bottom - u(122), column.width, u(122))
    between = pygame.Rect(column.x, top.bottom + u(7), column.width, buttons.y - top.bottom - u(14))
    return Areas(mat, below, top, between, buttons)

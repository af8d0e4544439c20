"""What the screens that show a player have in common: the mat, a list beside it, bars, buttons, pointer and keys."""

from __future__ import annotations

from micromutants.table import Mat
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.camera import Camera
from micromutants.ui.cursor import Shape
from micromutants.ui.intents import Context, Intent, Keyed
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.player import Player
from micromutants.ui.screen import Screen
from micromutants.ui.transport import Areas, Transport, areas


class PlayingScreen(Screen):
    """A screen on which a player runs; what it shows is said by those built on it.

    Attributes:
        player: What is watched.
        camera: The view of the mat.
        transport: Buttons, bars and keys of the player.
        log: The list beside the mat.
        head: Height of the head above the list, at scale 1.
        bars: Height of the strip of bars below the mat, at scale 1.
    """

    needs = (780.0, 480.0)
    head = 170
    bars = 64

    def __init__(self, app: App, player: Player, mat: Mat, title: str) -> None:
        super().__init__(app)
        self.player = player
        self.camera = Camera(mat)
        self.transport = Transport(player, self.camera, self.changed, self.key)
        self.log = LogPanel(title)

    @property
    def context(self) -> Context:
        """Keys as on a player."""
        return Context.REPLAY

    @property
    def animating(self) -> bool:
        """While time passes."""
        return self.player.running

    def update(self, seconds: float) -> None:
        """Time passes, and is heard."""
        self.transport.update(seconds)
        self.app.speaker.play(self.player.due())

    def changed(self) -> None:
        """It stands somewhere else, or its buttons look different: lay out anew."""
        if self.app.stack and self.app.top is self:
            self.relayout()

    @property
    def areas(self) -> Areas:
        """Where everything goes."""
        return areas(self.app.size, self.scale, head=self.head, bars=self.bars)

    def layout(self) -> None:
        """Place everything and make the buttons."""
        places = self.areas
        self.camera.place(places.mat)
        self.transport.place(places.bars, self.scale)
        lay(self.form, places.buttons, (*self.transport.controls(), self.last_row()), self.u(7))
        self.log.place(places.list, self.app.scale)

    def last_row(self) -> tuple[Control, ...]:
        """The buttons below those of the player."""
        return (Control("Close", self.back, "Esc"),)

    def line_pressed(self, line: int) -> None:
        """A line of the list is clicked."""

    def asked(self, intent: Intent) -> None:
        """A key that is neither the player's nor the view's."""

    def cursor_beside(self) -> Shape:
        """Over lines and bars a hand, and another shape while the mat is moved."""
        pos = self.form.pointer
        if self.camera.panning:
            return Shape.MOVE
        found = self.log.at(pos) is not None or self.transport.bar_at(pos) is not None
        return Shape.HAND if found else Shape.ARROW

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Jump by the list or the bars; pan the mat; open a rule."""
        line, rule = self.log.at(pos), self.log.rule_at(pos)
        if button == 1 and rule:
            self.app.open_help(rule)
        elif button == 1 and line is not None:
            self.line_pressed(line)
        else:
            self.transport.pressed(button, pos)

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Scrub or pan."""
        self.log.hovered = self.log.at(pos)
        self.transport.moved(pos, buttons)

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """Let go of bars and mat."""
        self.let_go()

    def let_go(self) -> None:
        """Let go of bars and mat."""
        self.transport.let_go()

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Scroll the list or zoom."""
        if self.log.rect.collidepoint(pos):
            self.log.wheel(steps)
        else:
            self.camera.wheel(steps, pos)

    def keyed(self, keyed: Keyed) -> None:
        """Keys as on a player."""
        if self.transport.keyed(keyed):
            return
        if keyed.intent is Intent.BACK:
            self.back()
        else:
            self.asked(keyed.intent)

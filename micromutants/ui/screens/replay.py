"""Watching a record, action by action."""

from __future__ import annotations

from pathlib import Path

import pygame

from micromutants.match import Record
from micromutants.rules import Reroll, Roll, RollAgain, Use, army_of, is_base, is_bug
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.camera import Camera
from micromutants.ui.draw import Scene, draw_army_badge, draw_die, draw_scene
from micromutants.ui.intents import Context, Intent, Keyed
from micromutants.ui.logpanel import LogPanel
from micromutants.ui.playback import Playback, Reel, moments_in, trace_of
from micromutants.ui.screen import Screen
from micromutants.ui.session import LogLine
from micromutants.ui.standing import Standing, at_start

STILL_SECONDS = 0.9
"""How long an action that is no shot is shown while playing."""


class ReplayScreen(Screen):
    """The mat, the list of what happened, a bar to jump along, and buttons as on a player."""

    needs = (820.0, 560.0)

    def __init__(self, app: App, record: Record, path: Path | None) -> None:
        super().__init__(app)
        self.record, self.path = record, path
        self.moments = moments_in(record)
        self.done = 0
        self.playing = False
        self.speed = 1.0
        self.reel: Reel | None = None
        self.camera = Camera(record.start.mat)
        self.log = LogPanel("The record")
        self._still = 0.0
        self._scrubbing = False
        self.lines = [LogLine(m.number, h.text, h.rule, h.kind, h.player) for m in self.moments for h in m.happenings]
        self.note = record.damage or ""

    @property
    def context(self) -> Context:
        """Keys as on a player."""
        return Context.REPLAY

    @property
    def animating(self) -> bool:
        """While it plays, or a single shot is shown."""
        return self.playing or self.reel is not None

    # --- time ----------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show the present shot to its end, then go on with the next action."""
        if self.reel is not None:
            self.reel.speed = self.speed
            self.reel.update(seconds)
            if self.reel.over:
                self.reel = None
                self.done += 1
                self._still = 0.0
                self._follow()
        elif self.playing:
            if self.done >= len(self.moments):
                self.playing = False
                self.relayout()
                return
            self._still += seconds * self.speed
            if self.moments[self.done].track:
                self.reel = self._reel(self.done)
            elif self._still >= STILL_SECONDS:
                self.done += 1
                self._still = 0.0
                self._follow()

    def _reel(self, index: int) -> Reel:
        return Reel(Playback(self.moments[index], calm=self.app.settings.reduced_motion), self.speed)

    def jump(self, done: int) -> None:
        """Show the table after so many actions."""
        self.done = min(len(self.moments), max(0, done))
        self.reel, self._still = None, 0.0
        self._follow()
        self.app.redraw()

    def step(self, by: int) -> None:
        """One action back; or one on, a shot being shown."""
        if by > 0 and self.reel is not None:
            self.jump(self.done + 1)
        elif by > 0 and self.done < len(self.moments) and self.moments[self.done].track:
            self.reel = self._reel(self.done)
        elif by < 0 and self.reel is not None:
            self.jump(self.done)
        else:
            self.jump(self.done + by)

    def play(self) -> None:
        """Play or pause; from the end it begins anew."""
        if not self.playing and self.reel is None and self.done >= len(self.moments):
            self.jump(0)
        self.playing = not self.playing
        self.relayout()

    def faster(self, by: int) -> None:
        """Change the speed."""
        reel = self.reel or Reel(Playback(self.moments[0]), self.speed) if self.moments else None
        if reel is not None:
            reel.speed = self.speed
            reel.faster(by)
            self.speed = reel.speed
        self.app.redraw()

    def _follow(self) -> None:
        """Pick the last line of what has been shown."""
        shown = [i for i, line in enumerate(self.lines) if line.entry <= self.done]
        self.log.picked = None
        if shown:
            self.log.picked = shown[-1]
            self.log.pick(0)

    # --- layout and drawing --------------------------------------------------------------------------------

    def _column(self) -> pygame.Rect:
        u = self.u
        width = max(u(360), min(u(520), self.app.size[0] - self.app.size[1] + u(60)))
        return pygame.Rect(self.app.size[0] - width, u(10), width - u(10), self.app.size[1] - u(20))

    def _mat(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self._column().x - self.u(10), self.app.size[1] - self.u(64))

    def _bar(self) -> pygame.Rect:
        mat, u = self._mat(), self.u
        return pygame.Rect(u(24), self.app.size[1] - u(36), mat.width - u(48), u(10))

    def layout(self) -> None:
        """Place everything and make the buttons."""
        u, column, gap = self.u, self._column(), self.u(8)
        self.camera.place(self._mat())
        tools = pygame.Rect(column.x, column.bottom - u(84), column.width, u(38))
        width = (tools.width - 4 * gap) // 5
        row = (
            ("First", lambda: self.jump(0), "Home"),
            ("Back", lambda: self.step(-1), "Left"),
            ("Pause" if self.playing else "Play", self.play, "Space"),
            ("Next", lambda: self.step(1), "Right"),
            ("Last", lambda: self.jump(len(self.moments)), "End"),
        )
        for index, (label, act, key) in enumerate(row):
            style = "primary" if index == 2 else ""
            rect = pygame.Rect(tools.x + index * (width + gap), tools.y, width, tools.height)
            self.form.button(rect, label, act, style=style, key=key)
        below = pygame.Rect(column.x, tools.bottom + gap, column.width, u(38))
        third = (below.width - 2 * gap) // 3
        for index, (label, act, key) in enumerate(
            (
                ("Slower", lambda: self.faster(-1), "Down"),
                ("Faster", lambda: self.faster(1), "Up"),
                ("Close", self.back, "Esc"),
            )
        ):
            rect = pygame.Rect(below.x + index * (third + gap), below.y, third, below.height)
            self.form.button(rect, label, act, key=key)
        top = column.y + u(176)
        self.log.place(pygame.Rect(column.x, top, column.width, tools.y - top - gap), self.app.scale)

    def scene(self) -> Scene:
        """What is to be seen now."""
        if self.reel is not None:
            return self.reel.scene()
        if self.done == 0:
            return Scene(self.record.setup, self.record.start)
        moment = self.moments[self.done - 1]
        stands = moment.stands
        return Scene(self.record.setup, moment.after, trace=trace_of(moment), webbed=stands.webs, alone=stands.alone)

    @property
    def standing(self) -> Standing:
        """How the players stand after what has been shown."""
        return self.moments[self.done - 1].stands if self.done else at_start(self.record.setup)

    def help_rule(self) -> str:
        """The rule of the line that is picked."""
        return self.lines[self.log.picked].rule if self.log.picked is not None else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        paint.backdrop(surface)
        draw_scene(surface, self.camera.view, self.scene(), self.app.settings.mat)
        self.log.show(self.lines)
        self.log.draw(surface)
        self._draw_head(surface)
        self._draw_bar(surface)

    def _draw_head(self, surface: pygame.Surface) -> None:
        u, column = self.u, self._column()
        panel = pygame.Rect(column.x, column.y, column.width, self._head)
        paint.panel(surface, panel, radius=u(10))
        seats = len(self.record.setup.seats)
        dice = pygame.Rect(panel.right - u(148), panel.y + u(14), u(136), u(64))
        for player in range(seats):
            row, place = divmod(player, 1 if seats == 2 else 2)
            wide = (dice.x - panel.x - u(20)) if seats == 2 else (panel.width - u(20)) // 2
            top = panel.y + u(10) + row * u(40) + (u(72) if seats > 2 else 0)
            self._draw_seat(surface, pygame.Rect(panel.x + u(12) + place * wide, top, wide - u(6), u(36)), player)
        self._draw_dice(surface, dice)
        words = f"Action {self.done} of {len(self.moments)}  ·  ×{self.speed:g}"
        told = self.note or (f"Seed {self.record.seed}" + (f"  ·  {self.path.name}" if self.path else ""))
        ink = theme.BAD if self.note else theme.INK_FAINT
        if seats == 2:
            paint.text(surface, words, (panel.x + u(12), panel.y + u(98)), u(13), theme.GOLD, bold=True)
            box = pygame.Rect(panel.x + u(12), panel.y + u(120), panel.width - u(24), u(42))
        else:
            paint.text(surface, words, (panel.x + u(12), panel.y + u(12)), u(13), theme.GOLD, bold=True)
            box = pygame.Rect(panel.x + u(12), panel.y + u(32), dice.x - panel.x - u(20), u(42))
        paint.paragraph(surface, told, box, u(12.5), ink)

    @property
    def _head(self) -> int:
        """Height of the panel on top, px."""
        return self.u(166)

    def _draw_seat(self, surface: pygame.Surface, rect: pygame.Rect, player: int) -> None:
        """A player: badge, name, what still stands and what has been gained."""
        u, seat, standing = self.u, self.record.setup.seats[player], self.standing
        table = self.moments[self.done - 1].after if self.done else self.record.start
        out = player in standing.out
        badge = pygame.Rect(rect.x, rect.y, rect.height, rect.height)
        draw_army_badge(surface, badge, theme.dress_of(self.record.setup, player))
        bot = " (bot)" if player in self.record.bots else ""
        left = badge.right + u(8)
        width = rect.right - left
        bugs = sum(1 for p in table if p.owner == player and is_bug(self.record.setup, p.id))
        bases = sum(1 for p in table if p.owner == player and is_base(self.record.setup, p.id))
        facts = [f"{bugs} bugs", f"{bases} bases"]
        if len(self.record.setup.seats) > 2:
            facts.append(f"{standing.points[player]} pts")
        if self.record.setup.mode == "advanced":
            facts.append(f"{standing.collected[player]} res.")
            if standing.cards[player]:
                facts.append(f"{len(standing.cards[player])} cards")
        told = "out" if out else "  ".join(facts)
        ink = theme.INK_FAINT if out else theme.INK
        paint.text(surface, seat.name + bot, (left, rect.y - u(1)), u(15), ink, bold=True, width=width)
        paint.text(surface, told, (left, rect.y + u(18)), u(12.5), theme.INK_SOFT, width=width)

    def _draw_dice(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The dice of the turn that is shown, as they fell."""
        fallen: dict[int, int] = {}
        again = 0
        for moment in reversed(self.moments[: self.done]):
            action = moment.action
            if any(h.kind == "turn" for h in moment.happenings) and not isinstance(action, Roll):
                return
            if isinstance(action, RollAgain | Reroll):
                # Which die it was stands in the reroll before it.
                if isinstance(action, RollAgain):
                    again = action.face
                else:
                    fallen.setdefault(0 if action.use is Use.DIE_1 else 1, again)
            if isinstance(action, Roll) and moment.happenings:
                player = moment.happenings[0].player
                army = army_of(self.record.setup, player)
                for index, face in enumerate(action.faces):
                    die = pygame.Rect(rect.x + index * (rect.height + self.u(8)), rect.y, rect.height, rect.height)
                    shown = army.dice[index][fallen.get(index, face)]
                    draw_die(surface, die, shown, theme.dress(army), number=index + 1)
                return

    def _draw_bar(self, surface: pygame.Surface) -> None:
        bar = self._bar()
        pygame.draw.rect(surface, theme.PANEL_LIGHT, bar, border_radius=bar.height // 2)
        count = max(1, len(self.moments))
        share = self.done / count
        if self.reel is not None and self.reel.playback.length > 0:
            share += self.reel.t / self.reel.playback.length / count
        filled = pygame.Rect(bar.x, bar.y, round(bar.width * min(1.0, share)), bar.height)
        pygame.draw.rect(surface, theme.WARM, filled, border_radius=bar.height // 2)
        for moment in self.moments:
            if any(
                h.kind in ("capture", "base-damaged", "base-eliminated", "player-out", "victory")
                for h in moment.happenings
            ):
                x = bar.x + round(bar.width * moment.number / count)
                pygame.draw.line(surface, theme.GOLD, (x, bar.y - self.u(6)), (x, bar.y - self.u(2)), max(1, self.u(2)))
        pygame.draw.circle(surface, theme.INK, (filled.right, bar.centery), self.u(9))

    # --- pointer and keys ----------------------------------------------------------------------------------

    def _scrub(self, x: int) -> None:
        bar = self._bar()
        self.playing = False
        self.jump(round((x - bar.x) / max(1, bar.width) * len(self.moments)))

    def pressed(self, button: int, pos: tuple[int, int]) -> None:
        """Jump by the list or the bar; pan the mat."""
        line, rule = self.log.at(pos), self.log.rule_at(pos)
        if button == 1 and rule:
            self.app.open_help(rule)
        elif button == 1 and line is not None:
            entry = self.lines[line].entry
            self.jump(entry - 1)
            self.log.picked = line
            if self.moments[entry - 1].track:
                self.reel = self._reel(entry - 1)
            else:
                self.jump(entry)
                self.log.picked = line
        elif button == 1 and self._bar().inflate(self.u(20), self.u(30)).collidepoint(pos):
            self._scrubbing = True
            self._scrub(pos[0])
            self.relayout()
        elif button in (1, 2) and self._mat().collidepoint(pos):
            self.camera.take(pos)

    def moved(self, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
        """Scrub or pan."""
        self.log.hovered = self.log.at(pos)
        if not any(buttons):
            self.let_go()
        elif self._scrubbing:
            self._scrub(pos[0])
        elif self.camera.panning:
            self.camera.drag(pos)

    def released(self, button: int, pos: tuple[int, int], inside: bool) -> None:
        """Let go of bar and mat."""
        self.let_go()

    def let_go(self) -> None:
        """Let go of bar and mat."""
        self._scrubbing = False
        self.camera.let_go()

    def wheel(self, steps: float, pos: tuple[int, int], shift: bool) -> None:
        """Scroll the list or zoom."""
        if self.log.rect.collidepoint(pos):
            self.log.wheel(steps)
        else:
            self.camera.wheel(steps, pos)

    def keyed(self, keyed: Keyed) -> None:
        """Keys as on a player."""
        intent = keyed.intent
        if self.camera.keyed(intent):
            return
        match intent:
            case Intent.BACK:
                self.back()
            case Intent.PLAY:
                self.play()
            case Intent.LEFT | Intent.RIGHT:
                self.step(-1 if intent is Intent.LEFT else 1)
            case Intent.PAGE_UP | Intent.PAGE_DOWN:
                self.jump(self.done + (-10 if intent is Intent.PAGE_UP else 10))
            case Intent.FIRST | Intent.LAST:
                self.jump(0 if intent is Intent.FIRST else len(self.moments))
            case Intent.FASTER | Intent.SLOWER:
                self.faster(1 if intent is Intent.FASTER else -1)

"""Watching moments: where it stands, how fast it goes, and stepping by what happens.

Nothing here draws or reads a clock: time comes in through :meth:`Player.update`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from micromutants.shots.timeline import Mark
from micromutants.ui.cues import Cue, cues_of
from micromutants.ui.playback import Moment, Playback, Reel

STILL_SECONDS = 0.9
"""How long an action that is no shot is shown while playing."""

_NEAR = 1e-6
"""Times closer than this are one moment, s."""


class Player:
    """Moments one after the other.

    It stands either between two moments, ``done`` of them being over, or in the moment ``done``, ``reel`` saying where.

    Attributes:
        moments: What can be watched.
        done: How many of them are over.
        reel: The moment it stands in, None between moments.
        running: Whether time passes.
        playing: Whether it goes on with the next moment at the end of one.
        loop: Whether a shot begins again at its end.
        speed: 0.1 to 4.
    """

    def __init__(
        self,
        moments: Sequence[Moment],
        marks_of: Callable[[int], Sequence[Mark]],
        *,
        calm: bool = False,
        playback_of: Callable[[Moment], Playback] | None = None,
    ) -> None:
        """Stand before the first moment.

        Args:
            moments: What can be watched.
            marks_of: What happens in the moment of an index, with its times.
            calm: Without effects (reduced motion).
            playback_of: Makes the film of a moment in another way.
        """
        self.moments = moments
        self.done = 0
        self.reel: Reel | None = None
        self.running = False
        self.playing = False
        self.loop = False
        self.speed = 1.0
        self._marks_of = marks_of
        self._marks: dict[int, Sequence[Mark]] = {}
        self._playback_of = playback_of or (lambda moment: Playback(moment, calm=calm))
        self._still = 0.0
        self._due: list[Cue] = []

    @property
    def t(self) -> float:
        """Time in the moment that is shown, s."""
        return 0.0 if self.reel is None else self.reel.t

    @property
    def at_end(self) -> bool:
        """Whether everything is over."""
        return self.reel is None and self.done >= len(self.moments)

    def marks(self) -> Sequence[Mark]:
        """What happens in the moment it stands in; nothing between moments."""
        return () if self.reel is None else self.marks_in(self.done)

    def marks_in(self, index: int) -> Sequence[Mark]:
        """What happens in the moment of an index."""
        if index not in self._marks:
            self._marks[index] = self._marks_of(index)
        return self._marks[index]

    @property
    def mark(self) -> int | None:
        """Which of :meth:`marks` came last."""
        passed = [i for i, mark in enumerate(self.marks()) if mark.t <= self.t + _NEAR]
        return passed[-1] if passed else None

    # --- time ----------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> bool:
        """Time passes; returns whether it came to the end of a moment or stopped."""
        if not self.running:
            return False
        if self.reel is not None:
            self.reel.speed = self.speed
            self.reel.update(seconds)
            self._due += self.reel.due()
            return self.reel.over and self._over()
        if not self.playing or self.at_end:
            self.pause()
            return True
        if self.moments[self.done].track:
            self.reel = self._reel()
            return False
        if self._still == 0.0 < seconds:
            self._due += cues_of(self.moments[self.done], 0.0)
        self._still += seconds * self.speed
        if self._still < STILL_SECONDS:
            return False
        self.done, self._still = self.done + 1, 0.0
        return True

    def due(self) -> tuple[Cue, ...]:
        """The sounds that time has passed by since this was last asked; what is jumped over or stood on has none."""
        found = tuple(self._due)
        self._due.clear()
        return found

    def _over(self) -> bool:
        assert self.reel is not None
        if self.loop:
            self.reel.put(0.0)
            return False
        self.reel, self._still = None, 0.0
        self.done += 1
        self.running = self.playing and self.done < len(self.moments)
        self.playing = self.running
        return True

    def _reel(self, t: float = 0.0) -> Reel:
        reel = Reel(self._playback_of(self.moments[self.done]), self.speed)
        reel.put(t)
        return reel

    # --- what a viewer asks for ----------------------------------------------------------------------------

    def pause(self) -> None:
        """Stand still."""
        self.running = self.playing = False

    def play(self) -> None:
        """Play or pause; from the end it begins anew."""
        if self.running:
            self.pause()
            return
        if self.at_end:
            self.jump(0)
        self.running = self.playing = True

    def jump(self, done: int) -> None:
        """Stand after so many moments; what is playing goes on."""
        self.done = min(len(self.moments), max(0, done))
        self.reel, self._still = None, 0.0
        self.running = self.playing

    def renewed(self, same: int) -> None:
        """The moments from an index on are others than before, or there are more of them."""
        self._marks = {index: marks for index, marks in self._marks.items() if index < same}
        if self.done > same or (self.done == same and self.reel is not None):
            self.jump(same)

    def show(self, index: int) -> None:
        """Show one moment from its beginning; what is no shot is over at once."""
        self.jump(index)
        if self.done < len(self.moments) and self.moments[self.done].track:
            self.reel, self.running = self._reel(), True
        else:
            self.jump(self.done + 1)

    def seek(self, t: float) -> None:
        """Stand still at a time of the moment it stands in, or of the last shot before."""
        self.pause()
        if self.reel is None and self.done and self.moments[self.done - 1].track:
            self.done -= 1
            self.reel = self._reel()
        if self.reel is not None:
            self.reel.put(t)

    def step(self, by: int) -> None:
        """One moment back; or one on, a shot being shown."""
        if by > 0 and self.reel is not None:
            self.jump(self.done + 1)
        elif by > 0:
            self.show(self.done)
        elif self.reel is not None:
            self.jump(self.done)
        else:
            self.jump(self.done - 1)

    def step_mark(self, by: int) -> None:
        """On to the next thing that happens, or back to what happened before, and stand still there."""
        self.pause()
        if self.reel is None:
            self._enter(by)
            return
        times = [mark.t for mark in self.marks()]
        if by > 0:
            later = [t for t in times if t > self.t + _NEAR]
            if later:
                self.reel.put(min(later))
            else:
                self.jump(self.done + 1)
            return
        earlier = [t for t in times if t < self.t - _NEAR]
        if earlier:
            self.reel.put(max(earlier))
        else:
            self.jump(self.done)

    def _enter(self, by: int) -> None:
        """From between two moments into the next or the last one."""
        if by > 0 and self.done < len(self.moments):
            if self.moments[self.done].track:
                self.reel = self._reel()
            else:
                self.jump(self.done + 1)
        elif by < 0 and self.done > 0:
            self.jump(self.done - 1)
            if self.moments[self.done].track:
                self.reel = self._reel(max((mark.t for mark in self.marks_in(self.done)), default=0.0))

    def faster(self, by: int) -> None:
        """Change the speed by steps; negative slows down."""
        if self.moments:
            reel = self.reel or Reel(Playback(self.moments[0], calm=True), self.speed)
            reel.speed = self.speed
            reel.faster(by)
            self.speed = reel.speed

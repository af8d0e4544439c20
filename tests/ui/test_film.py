"""Films and pictures of a match, written without a display."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageSequence

from micromutants.match import Entry, Match
from micromutants.physics import EXACT, Shot
from micromutants.rules import Arrange, Flick, Forgo, Happening, Seat, Setup, Use, arrangement, can_flick
from micromutants.ui.film import save_gif

SETUP = Setup((Seat("Ada", "usarthropods", EXACT), Seat("Bo of the Very Long Name and More", "flyborgs", EXACT)))


@pytest.fixture(scope="module")
def entries() -> tuple[Entry, ...]:
    """A few turns in which every die that can be is used for a flick straight ahead."""
    match = Match.new(SETUP, 5)
    pick = random.Random(1)
    while len(match.log) < 22:
        match.advance()
        state, player = match.state, match.to_act
        if player is None:
            break
        phase = state.phase.value
        if phase == "arrange":
            match.apply(Arrange(player, arrangement(state, player)))
        elif phase == "move" and can_flick(state):
            piece, uses = sorted(can_flick(state).items())[int(pick.random() * len(can_flick(state)))]
            azimuth = (1.2 if player == 0 else 4.4) + 0.6 * pick.random()
            match.apply(Flick(player, uses[0], Shot(piece, azimuth, 0.5 + 0.4 * pick.random())))
        elif phase in ("move", "extra"):
            use = Use.EXTRA if phase == "extra" else next(u for u in (Use.DIE_1, Use.DIE_2) if _open(state, u))
            match.apply(Forgo(player, use))
        elif phase == "reinforce":
            match.apply(Forgo(player))
        else:
            break
    assert sum(1 for entry in match.log if entry.outcome is not None) >= 3
    return tuple(match.log)


def _open(state: object, use: Use) -> bool:
    return bool(state.dice[0 if use is Use.DIE_1 else 1].use.value == "open")  # type: ignore[attr-defined]


def test_a_film_is_an_animated_gif_of_moderate_size(entries: tuple[Entry, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    save_gif(entries, SETUP, path, size=(240, 200), shots=2)
    with Image.open(path) as film:
        assert film.format == "GIF"
        assert film.size == (240, 200)
        assert film.n_frames > 20
        assert film.info["loop"] == 0
        length = sum(frame.info["duration"] for frame in ImageSequence.Iterator(film))
    assert 4_000 < length < 40_000
    assert path.stat().st_size < 1_000_000


def test_the_same_entries_give_the_same_bytes(entries: tuple[Entry, ...], tmp_path: Path) -> None:
    for name in ("a.gif", "b.gif"):
        save_gif(entries, SETUP, tmp_path / name, size=(160, 160), fps=10, shots=1)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_the_shot_that_wins_and_the_winner_are_always_shown(entries: tuple[Entry, ...], tmp_path: Path) -> None:
    """With one shot allowed, a victory makes it the one, and the film ends with a card for it."""
    shot = max(i for i, entry in enumerate(entries) if entry.outcome is not None)
    won = Happening("W1", "victory", 0, (), "Ada wins: two of three bases are eliminated.")
    entry = entries[shot]
    ended = (*entries[:shot], retold(entry, (*entry.happenings, won)))
    for name, log in (("won.gif", ended), ("open.gif", entries[: shot + 1])):
        save_gif(log, SETUP, tmp_path / name, size=(200, 200), fps=10, shots=1)
    last = []
    for name in ("won.gif", "open.gif"):
        with Image.open(tmp_path / name) as film:
            film.seek(film.n_frames - 1)
            last.append(film.convert("RGB"))
    blue = []
    for image in last:
        r, g, b = np.moveaxis(np.asarray(image), 2, 0)
        blue.append(int(((b > 130) & (r < 60) & (g > 70)).sum()))
    assert blue[0] > 600 > blue[1]


def retold(entry: Entry, happenings: tuple[Happening, ...]) -> Entry:
    """The entry with other happenings."""
    return Entry(entry.number, entry.action, happenings, entry.outcome, entry.state, entry.digest)


def test_a_match_without_a_shot_still_gives_a_film(entries: tuple[Entry, ...], tmp_path: Path) -> None:
    save_gif(entries[:2], SETUP, tmp_path / "short.gif", size=(120, 120))
    save_gif((), SETUP, tmp_path / "empty.gif", size=(120, 120))
    for name in ("short.gif", "empty.gif"):
        with Image.open(tmp_path / name) as film:
            assert film.size == (120, 120)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"size": (20, 400)}, "64"), ({"fps": 0}, "fps"), ({"fps": 90}, "fps"), ({"shots": 0}, "shots")],
)
def test_senseless_options_are_refused(
    entries: tuple[Entry, ...], tmp_path: Path, options: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        save_gif(entries, SETUP, tmp_path / "x.gif", **options)  # type: ignore[arg-type]
    assert not (tmp_path / "x.gif").exists()


def test_a_film_needs_neither_display_nor_driver(tmp_path: Path) -> None:
    """In a process of its own that has no video driver to fall back on."""
    code = (
        "import sys, msgspec, pygame; from micromutants.rules import Setup; from micromutants.ui.film import save_gif\n"
        "save_gif((), msgspec.json.decode(sys.argv[1], type=Setup), sys.argv[2], size=(100, 100))\n"
        "assert not pygame.display.get_init()"
    )
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"SDL_VIDEODRIVER": "no-such-driver", "PYTHONPATH": os.pathsep.join(sys.path)}
    film = tmp_path / "f.gif"
    setup = msgspec.json.encode(SETUP).decode()
    subprocess.run([sys.executable, "-c", code, setup, str(film)], env=environment, check=True, timeout=120)
    assert film.stat().st_size > 0

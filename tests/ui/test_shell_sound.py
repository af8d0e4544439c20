"""Sounds: what is made, when it is due, and that nothing is heard or said where nobody listens."""

import dataclasses
import os
import subprocess
import sys

import numpy as np
import pygame
import pytest
from positions import piece, position, setup_of
from shell_driver import Driver, opened_match

from micromutants.match import Match
from micromutants.physics import Sample, Shot
from micromutants.rules import Flick, Happening, Use
from micromutants.ui.cues import cues_of
from micromutants.ui.playback import Playback, Reel, moments_of
from micromutants.ui.sound import Speaker
from micromutants.ui.synth import RATE, all_sounds, clack


def fly(z, *, start=0.0, x=0.0, step=0.0):
    return tuple(Sample(start + i / 60, x + step * i, 100.0, float(h), 1.0, 0.0, 0.0, 0.0) for i, h in enumerate(z))


@pytest.fixture(scope="module")
def shot():
    """A real flick of a bug over an enemy bug, as a moment."""
    setup = setup_of("chitinians", "usarthropods")
    state = position(piece("warrior-1", 300, 300), piece("soldier-1", 300, 420), setup=setup)
    match = Match.new(setup, 3)
    match._start = state
    match.apply(Flick(0, Use.DIE_1, Shot("warrior-1", 1.5707963, 0.5)))
    match.advance()
    return moments_of(match)[1]


def with_track(moment, kinds=(), **track):
    named = tuple(Happening("M2", kind, 0, (), "text") for kind in kinds)
    return dataclasses.replace(moment, track=track, happenings=named)


@pytest.mark.parametrize("name", sorted(all_sounds()))
def test_every_sound_is_short_loud_enough_and_begins_and_ends_in_silence(name):
    wave = all_sounds()[name]()
    assert 0.05 < len(wave) / RATE < 1.2
    assert 0.2 < np.max(np.abs(wave)) <= 1.0
    assert abs(wave[0]) < 1e-9
    assert abs(wave[-1]) < 1e-9
    assert np.array_equal(wave, all_sounds()[name]())


def test_a_harder_clack_is_louder_and_brighter():
    def centre(wave):
        power = np.abs(np.fft.rfft(wave)) ** 2
        return float((np.fft.rfftfreq(len(wave), 1 / RATE) * power).sum() / power.sum())

    soft, hard = clack(0.1), clack(1.0)
    assert np.max(np.abs(hard)) > 1.5 * np.max(np.abs(soft))
    assert centre(hard) > 1.3 * centre(soft)


def test_a_real_flick_is_heard_first_and_comes_down_later(shot):
    cues = cues_of(shot, Playback(shot).flight)
    assert (cues[0].sound, cues[0].t) == ("flick", 0.0)
    landings = [cue.t for cue in cues if cue.sound == "touchdown"]
    assert landings
    assert 0.05 < landings[0] < 1.0
    assert [cue.t for cue in cues] == sorted(cue.t for cue in cues)


def test_a_blow_sounds_when_the_struck_piece_sets_off_and_harder_the_faster(shot):
    flight = {shot.flicked: fly([1.5] * 20, step=1.0)}
    slow = with_track(shot, **flight, **{"soldier-1": fly([1.5] * 9, start=0.2, step=0.5)})
    fast = with_track(shot, **flight, **{"soldier-1": fly([1.5] * 9, start=0.2, step=14.0)})
    found = [next(c for c in cues_of(m, 1.0) if c.sound.startswith("clack")) for m in (slow, fast)]
    assert [round(c.t, 3) for c in found] == [0.2, 0.2]
    assert found[0].sound < found[1].sound
    assert found[0].loudness < found[1].loudness
    still = with_track(shot, **flight, **{"soldier-1": fly([1.5] * 9, start=0.2, step=0.05)})
    assert not [c for c in cues_of(still, 1.0) if c.sound.startswith("clack")]


@pytest.mark.parametrize(
    ("kinds", "sounds"),
    [
        ((), []),
        (("capture",), ["capture"]),
        (("fumble", "capture"), ["capture", "fumble"]),
        (("capture", "victory"), ["win"]),
        (("base-damaged",), ["base"]),
        (("put-back",), ["back"]),
    ],
)
def test_what_came_of_a_shot_is_heard_once_all_rests(shot, kinds, sounds):
    moment = with_track(shot, kinds, **{shot.flicked: fly([1.5, 1.5])})
    assert [c.sound for c in cues_of(moment, 1.0) if c.t >= 1.0] == sounds


@pytest.mark.parametrize("speed", [0.25, 1.0, 4.0])
def test_sounds_come_due_at_the_moment_that_is_shown_each_once(shot, speed):
    reel = Reel(Playback(shot), speed)
    heard = []
    while not reel.over:
        before = reel.t
        reel.update(1 / 60)
        for cue in reel.due():
            assert cue.t <= reel.t
            assert cue.t > before or not heard
            heard.append(cue)
    assert tuple(heard) == reel.playback.cues
    assert reel.due() == ()


def test_skipping_leaves_the_sounds_of_what_came_of_it(shot):
    reel = Reel(Playback(with_track(shot, ("capture",), **shot.track)))
    reel.skip()
    assert [cue.sound for cue in reel.due()] == ["capture"]


def test_nothing_is_played_without_a_window():
    driver = Driver()
    table = driver.to_move(opened_match())
    driver.app.speaker.say("win")
    table.instant()
    driver.wait(0.2)
    assert not driver.app.speaker.ready
    assert not pygame.mixer.get_init()


def test_a_speaker_with_a_device_plays_and_is_turned_off(monkeypatch):
    """The silent device of SDL takes all samples; what is asked of its channels is looked at."""
    pygame.display.init()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    played = []
    speaker = Speaker(volume=0.5)
    try:
        speaker.open()
        assert speaker.ready
        for name, sound in list(speaker._sounds.items()):
            assert sound.get_length() > 0.05
            speaker._sounds[name] = type("Silent", (), {"play": lambda self, name=name: played.append(name)})()
        speaker.say("win")
        assert played == ["win"]
        speaker.set(False, 0.5)
        speaker.say("win")
        assert played == ["win"]
    finally:
        speaker.close()
    assert not pygame.mixer.get_init()


@pytest.mark.parametrize("device", ["nosuch", "alsa"])
def test_without_a_device_there_is_silence_on_the_terminal_too(device):
    code = (
        "import pygame; pygame.display.init(); pygame.display.get_driver = lambda: 'x11'\n"
        "from micromutants.ui.sound import Speaker\n"
        "s = Speaker(); s.open(); s.say('win'); s.close(); print(s.ready)"
    )
    environment = os.environ | {"SDL_AUDIODRIVER": device, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout == "False\n"

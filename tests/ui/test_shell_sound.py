"""Sounds: what is made, when it is due, and that nothing is heard or said where nobody listens."""

import dataclasses
import itertools
import os
import subprocess
import sys

import numpy as np
import pygame
import pytest
import quick_physics
from rules_tools import piece, position, setup_of
from shell_driver import Driver, opened_match, straight_shot

from micromutants.match import Match
from micromutants.physics import Sample, Shot
from micromutants.rules import Flick, Happening, Use, can_flick
from micromutants.shots import of_match
from micromutants.shots.timeline import Mark
from micromutants.ui.cues import Cue, cues_of
from micromutants.ui.headroom import Headroom, levels
from micromutants.ui.playback import Playback, Reel, moments_of
from micromutants.ui.player import Player
from micromutants.ui.screens.compare import CompareScreen
from micromutants.ui.screens.keeping import now
from micromutants.ui.screens.replay import ReplayScreen
from micromutants.ui.screens.shot import ShotScreen
from micromutants.ui.sound import CHANNELS, Speaker, sides
from micromutants.ui.synth import HARDNESSES, PEAK, RATE, all_sounds, clack, loudness


def fly(z, *, start=0.0, x=0.0, step=0.0):
    return tuple(Sample(start + i / 60, x + step * i, 100.0, float(h), 1.0, 0.0, 0.0, 0.0) for i, h in enumerate(z))


@pytest.fixture(scope="module")
def shot():
    """A real flick of a bug over an enemy bug, as a moment."""
    setup = setup_of("chitinians", "usarthropods")
    state = position(piece("warrior-1", 300, 300), piece("soldier-1", 300, 420), setup=setup)
    match = Match.at(state, 3)
    match.apply(Flick(0, Use.DIE_1, Shot("warrior-1", 1.5707963, 0.5)))
    match.advance()
    return moments_of(match)[1]


def with_track(moment, kinds=(), **track):
    named = tuple(Happening("M2", kind, 0, (), "text") for kind in kinds)
    return dataclasses.replace(moment, track=track, happenings=named)


def centre(wave):
    """Where the middle of the spectrum of a sound is, Hz."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    return float((np.fft.rfftfreq(len(wave), 1 / RATE) * power).sum() / power.sum())


@pytest.mark.parametrize("name", sorted(all_sounds()))
def test_every_sound_is_short_begins_at_once_and_ends_in_silence(name):
    wave = all_sounds()[name]()
    assert 0.05 < len(wave) / RATE < 1.2
    most = np.max(np.abs(wave))
    assert 0.2 < most <= PEAK + 1e-9
    # It begins within 2 ms, but not with a click, and fades.
    assert np.argmax(np.abs(wave) > 0.1 * most) / RATE < 0.002
    assert abs(wave[0]) < 1e-9
    assert abs(wave[-1]) < 1e-9
    assert np.max(np.abs(wave[-round(0.004 * RATE) :])) < 0.003 * most
    assert abs(wave.mean()) < 0.004 * most
    assert np.array_equal(wave, all_sounds()[name]())


def test_no_sound_drowns_another():
    levels_of = {name: loudness(make()) for name, make in all_sounds().items()}
    ordinary = [level for name, level in levels_of.items() if name != "clack-0"]
    assert max(ordinary) - min(ordinary) < 9.0
    # What was achieved is heard above what merely happened; the end most of all.
    assert levels_of["touchdown"] < levels_of["capture"] < levels_of["win"] == max(levels_of.values())


def test_loudness_is_that_of_the_ear():
    t = np.arange(RATE) / RATE

    def tone(hertz):
        return loudness(np.sin(2 * np.pi * hertz * t))

    assert tone(1000.0) == pytest.approx(-3.0, abs=0.1)
    # Of IEC 61672-1, table 3.
    for hertz, weight in ((100.0, -19.1), (200.0, -10.9), (500.0, -3.2), (2000.0, 1.2), (4000.0, 1.0), (10000.0, -2.5)):
        assert tone(hertz) - tone(1000.0) == pytest.approx(weight, abs=0.15), hertz


def test_small_loudspeakers_give_every_sound():
    """They give little below 250 Hz."""
    for name, make in all_sounds().items():
        wave = make()
        spectrum = np.fft.rfft(wave, 2 * len(wave))
        spectrum[np.fft.rfftfreq(2 * len(wave), 1 / RATE) < 250.0] = 0.0
        assert loudness(np.fft.irfft(spectrum)[: len(wave)]) > loudness(wave) - 4.0, name


def test_a_harder_clack_is_louder_and_brighter():
    clacks = [clack(hardness) for hardness in HARDNESSES]
    for soft, hard in itertools.pairwise(clacks):
        assert loudness(hard) > loudness(soft) + 1.0
        assert centre(hard) > 1.03 * centre(soft)
    assert loudness(clacks[-1]) > loudness(clacks[0]) + 6.0
    assert centre(clacks[-1]) > 1.5 * centre(clacks[0])


def test_sounds_that_meet_stay_within_the_range_of_samples():
    waves = {name: make() for name, make in all_sounds().items()}
    room, rng = Headroom(), np.random.default_rng(5)
    mixed, now, gains = np.zeros(RATE * 6), 0.0, []
    for _ in range(90):
        now += float(rng.choice([0.0, 0.004, 0.03, 0.11]))
        wave = waves[str(rng.choice(sorted(waves)))]
        gain = room.gain(levels(wave, RATE), 1.0, now)
        gains.append(gain)
        # A device begins a little later than it is asked.
        start = round((now + rng.uniform(0.0, 0.009)) * RATE)
        mixed[start : start + len(wave)] += gain * wave
    assert np.max(np.abs(mixed)) <= 1.0
    assert min(gains) >= 0.0
    # One sound alone is as loud as it is meant.
    assert room.gain(levels(waves["base"], RATE), 0.9, now + 5.0) == pytest.approx(0.9)
    assert gains[0] == 1.0


def test_what_lies_left_is_louder_on_the_left_and_the_middle_is_the_loudest():
    for pan, (left, right) in ((0.0, (0.8, 0.4)), (0.5, (0.8, 0.8)), (1.0, (0.4, 0.8))):
        assert sides(0.8, pan) == pytest.approx((left, right))


RECORDING = """
import sys, time
import pygame
pygame.display.init(); pygame.display.get_driver = lambda: "x11"
from micromutants.ui.cues import Cue
from micromutants.ui.sound import Speaker
speaker = Speaker(sys.argv[2] == "on", float(sys.argv[1])); speaker.open()
time.sleep(0.15)
speaker.play([Cue(0.0, "flick", 1.0, 0.0)]); time.sleep(0.35)
if sys.argv[3] == "all":
    for _ in range(12):
        speaker.play([Cue(0.0, "clack-4", 1.0, 0.5), Cue(0.0, "base", 1.0, 0.5)])
    time.sleep(0.9)
    speaker.say("win"); time.sleep(1.4)
speaker.close()
"""


def recorded(folder, volume=1.0, on=True, what="flick"):
    """What the device would have got, by the driver of SDL that writes it to a file."""
    path = folder / "heard.raw"
    path.unlink(missing_ok=True)
    environment = os.environ | {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(path)}
    code = [sys.executable, "-c", RECORDING, str(volume), "on" if on else "off", what]
    subprocess.run(code, env=environment, check=True, capture_output=True)
    return np.fromfile(path, "<i2").reshape(-1, 2) / 32768 if path.exists() else np.zeros((0, 2))


def test_what_a_device_gets(tmp_path):
    heard = recorded(tmp_path, what="all")
    loud = np.abs(heard)
    # Never at the end of the range, though a dozen of the loudest sounds began at once.
    assert 0.6 < loud.max() < 0.999
    assert np.abs(heard.mean(axis=0)).max() < 1e-3
    first = np.argmax(loud.max(axis=1) > 0.02)
    assert not loud[: max(0, first - 100)].any()
    flick = heard[first : first + round(0.1 * RATE)]
    assert np.abs(flick[:, 0]).max() == pytest.approx(2.0 * np.abs(flick[:, 1]).max(), rel=0.02)
    assert np.abs(flick[:, 0]).max() == pytest.approx(np.max(np.abs(all_sounds()["flick"]())), rel=0.02)
    # Everything ends.
    assert not loud[-64:].any()
    half = np.abs(recorded(tmp_path, 0.5))
    begun = np.argmax(half.max(axis=1) > 0.01)
    peak = half[begun : begun + round(0.1 * RATE), 0].max()
    assert peak == pytest.approx(0.5 * np.abs(flick[:, 0]).max(), rel=0.02)
    assert recorded(tmp_path, on=False).size == 0


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


@pytest.mark.parametrize("speed", [0.1, 0.25, 1.0])
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


# --- watching again ----------------------------------------------------------------------------------------


def watched(moment, seconds=1 / 60, limit=60.0, **chosen):
    """A player of one moment, and the sounds that are heard until it stands still."""
    player = Player([moment], lambda _: ())
    for name, value in chosen.items():
        setattr(player, name, value)
    player.show(0)
    heard = []
    while player.running and (limit := limit - seconds) > 0.0:
        player.update(seconds)
        heard.extend(player.due())
    return player, heard


@pytest.mark.parametrize("speed", [0.25, 1.0])
def test_a_shot_that_is_watched_sounds_as_it_did(shot, speed):
    _, heard = watched(with_track(shot, ("capture",), **shot.track), speed=speed)
    assert next(cue.sound for cue in heard) == "flick"
    assert [cue.sound for cue in heard][-1] == "capture"
    # Blows and touch-downs of one kind within the shortest gap are one.
    assert len(heard) == len(set(heard)) <= len(Playback(shot).cues) + 1


def test_at_four_times_the_speed_a_pile_of_blows_is_no_storm(shot):
    blows = {f"soldier-{i}": fly([1.5] * 5, start=0.4 + 0.01 * i, step=8.0) for i in range(1, 12)}
    pile = with_track(shot, **{shot.flicked: fly([1.5] * 60, step=1.0)}, **blows)
    clacks = {
        speed: [cue.t for cue in watched(pile, speed=speed)[1] if cue.sound.startswith("clack")]
        for speed in (0.1, 1, 4)
    }
    assert len(clacks[0.1]) == 11
    assert 1 == len(clacks[4]) < len(clacks[1]) < 11


def test_scrubbing_and_stepping_make_no_sound(shot):
    player = Player([shot], lambda _: (Mark(0.1, "one"), Mark(0.2, "two")))
    player.show(0)
    for t in (0.3, 0.05, 5.0, 0.0):
        player.seek(t)
        player.update(1 / 60)
        assert player.due() == ()
    player.step_mark(1)
    player.step_mark(1)
    player.step(1)
    player.jump(0)
    assert player.due() == ()


def test_from_where_it_was_put_only_what_comes_later_is_heard(shot):
    flick, *later = Playback(shot).cues
    player = Player([shot], lambda _: ())
    player.show(0)
    player.seek(flick.t + 1e-3)
    player.play()
    heard = []
    while player.running:
        player.update(1 / 60)
        heard.extend(player.due())
    assert heard
    assert flick not in heard
    assert set(heard) <= set(later)


def test_a_shot_that_is_shown_again_and_again_is_heard_each_time(shot):
    _, heard = watched(shot, limit=3.5 * Playback(shot).length, loop=True)
    assert [cue.sound for cue in heard].count("flick") == 4


def test_the_screens_on_which_shots_are_watched_are_heard(monkeypatch):
    driver, heard = Driver(), []
    monkeypatch.setattr(driver.app.speaker, "play", lambda cues: heard.extend(cues))
    match = opened_match()
    bug, uses = next(iter(can_flick(match.state).items()))
    with quick_physics.quick_physics():
        match.apply(Flick(0, uses[0], straight_shot(match.state, bug, base=False)))
        match.advance()
    number = next(entry.number for entry in match.log if entry.outcome is not None)
    saved = of_match(match, number, now=now())
    screens = (
        ReplayScreen(driver.app, match.record(), None),
        ShotScreen(driver.app, saved, None),
        CompareScreen(driver.app, saved, saved),
    )
    for screen in screens:
        driver.app.push(screen)
        screen.player.show(0 if len(screen.player.moments) == 1 else number - 1)
        heard.clear()
        driver.wait(4.0)
        assert [cue.sound for cue in heard].count("flick") == 1, type(screen).__name__
        driver.app.pop()


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
        assert pygame.mixer.get_num_channels() == CHANNELS
        real = pygame.mixer.Sound

        def made(buffer):
            played.append(np.frombuffer(buffer, np.int16).reshape(-1, 2))
            return real(buffer=buffer)

        monkeypatch.setattr(pygame.mixer, "Sound", made)
        speaker.say("win")
        speaker.play([Cue(0.0, "no such sound", 1.0, 0.5)])
        (samples,) = played
        assert np.abs(samples).max() == pytest.approx(0.5 * np.abs(all_sounds()["win"]()).max() * 32767, abs=1)
        speaker.set(False, 0.5)
        speaker.say("win")
        assert len(played) == 1
        speaker.set(True, 0.25)
        speaker.say("back")
        assert len(played) == 2
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

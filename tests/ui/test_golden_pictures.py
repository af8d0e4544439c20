"""The main screens look as they did when their golden pictures were last renewed."""

import goldens
import numpy as np
import pytest


@pytest.mark.parametrize("name", goldens.SCREENS)
def test_screen_looks_as_in_its_golden_picture(name):
    assert goldens.why_different(goldens.taken(name), goldens.golden(name)) == ""


def test_a_little_noise_and_another_brightness_are_tolerated():
    kept = goldens.golden("aiming")
    noise = np.random.RandomState(1).randint(-4, 5, kept.shape)
    assert goldens.why_different(np.clip(kept.astype(int) + noise + 1, 0, 255), kept) == ""


def test_another_screen_a_missing_panel_and_a_shifted_picture_are_noticed():
    kept = goldens.golden("aiming")
    assert goldens.why_different(goldens.golden("dice"), kept)
    bare = kept.copy()
    bare[70:140, 190:240] = 40
    assert goldens.why_different(bare, kept)
    assert "details" in goldens.why_different(np.roll(kept, 4, axis=1), kept)


def test_goldens_stay_small_and_none_is_left_over():
    files = list(goldens.FOLDER.glob("*.png"))
    assert {path.stem for path in files} == set(goldens.SCREENS)
    assert sum(path.stat().st_size for path in files) < 400_000

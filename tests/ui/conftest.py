"""What every test of the window gets: the windows of the tests before it are gone."""

import gc

import pytest
import quick_physics
from shell_driver import new_match

from micromutants.match import bots
from micromutants.physics.model import EXPERT

EVERY = 8
"""After so many tests what is left of their windows is looked for: each time for some hundredths of a second."""

_count = iter(range(1, 10**9))


@pytest.fixture(autouse=True, scope="session")
def _what_stays():
    """All that was imported stays, and need not be looked at again."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _no_windows_pile_up():
    """A window refers to its screens and these to it; Python counts such objects, and not the pictures in them."""
    yield
    if next(_count) % EVERY == 0:
        gc.collect()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder of this test, in which its scenarios, shots and matches are kept too."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture(scope="module")
def over():
    """A match of bots that is over."""
    match = new_match((0, 1), 5)
    for _ in bots.play(match):
        pass
    return match


@pytest.fixture(scope="module")
def by_experts():
    """A match of two bots with steady hands that is over, by the quick physics."""
    with quick_physics.quick_physics():
        match = new_match(bots=(0, 1), seed=2, hand=EXPERT)
        for _ in bots.play(match):
            pass
    assert match.over
    return match

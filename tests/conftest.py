"""What every test gets: no display, sound or network, no files in the user's folders, the same examples each run."""

import os
import signal
import socket
import tempfile
from pathlib import Path

import pytest
import quick_physics
from hypothesis import settings

from micromutants import compiled, validation

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=80, database=None)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items):
    """Leave to a process of its own (see ``test_compiled``) what needs the physics as plain Python."""
    for item in items:
        if compiled.runs() and item.get_closest_marker("plain"):
            item.add_marker(pytest.mark.skip(reason="runs beside, on the sources of the physics"))


@pytest.fixture(autouse=True, scope="session")
def _interrupts():
    """Children heed Ctrl-C also where the tests run in the background of a shell, which then ignores it for all."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _no_network():
    """Refuse every connection but those within the machine's own file system."""

    def refuse(self, address):
        if self.family != getattr(socket, "AF_UNIX", None):
            raise AssertionError(f"a test tried to connect to {address!r}")
        return connect(self, address)

    connect = socket.socket.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        yield


@pytest.fixture(autouse=True, scope="session")
def _own_home():
    """Settings and saved matches of the tests go to a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="micromutants-home-") as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", home)
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(Path(home, name.lower())))
        yield


@pytest.fixture(scope="module")
def quick():
    """Physics that cost next to nothing, for all tests of a module."""
    with quick_physics.quick_physics():
        yield


@pytest.fixture(scope="session")
def reference_figures():
    """The simulation beside the 3D engine: its figures by name, some seconds once."""
    return {figure.name: figure for figure in validation.compare(validation.read_flights(), validation.read_pairs())}


@pytest.fixture(scope="session")
def felt():
    """How the game feels, by name, some seconds once."""
    return {row.name: row for row in validation.feel(aimed=9)}

"""Whatever a file holds, it is a shot that can be shown and made again, or it is refused with one sentence."""

import contextlib
import copy

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from shot_tools import NOW, bare, lines_of, played, rechained

from micromutants.match import RecordError
from micromutants.physics import PhysicsError
from micromutants.shots import again, decode_shot, encode_shot, of_match
from micromutants.shots.timeline import marks
from micromutants.ui.playback import Playback, moment_of

FROM_A_MATCH = next(e.number for e in played().log if e.outcome is not None)
FILES = [lines_of(encode_shot(bare())), lines_of(encode_shot(of_match(played(), FROM_A_MATCH, now=NOW)))]

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from places(below, (*path, key))


def put(value, path, odd):
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = odd


@pytest.mark.parametrize("file", [0, 1], ids=["bare", "match"])
@given(data=st.data())
@settings(max_examples=120)
def test_one_odd_value_anywhere(file, data):
    lines = copy.deepcopy(FILES[file])
    number = data.draw(st.integers(0, 2))
    found = [path for path in places(lines[number]) if path and path[0] not in ("check", "setup_sha256")]
    # The long lists of poses are not more likely than all the rest.
    top = data.draw(st.sampled_from(sorted({path[0] for path in found})))
    put(lines[number], data.draw(st.sampled_from([path for path in found if path[0] == top])), data.draw(ODD))
    try:
        shot = decode_shot(rechained(lines), "odd.mms")
    except RecordError as error:
        text = str(error)
        assert text.startswith("odd.mms: line ")
        assert "\n" not in text
        return
    assert encode_shot(decode_shot(encode_shot(shot), "again")) == encode_shot(shot)
    assert marks(shot)
    film = Playback(moment_of(shot))
    for share in (0.0, 0.5, 1.0):
        film.scene(share * film.length)
    if max(abs(launch.speed) for launch in shot.launches) < 1e4:
        with contextlib.suppress(PhysicsError):
            again(shot)

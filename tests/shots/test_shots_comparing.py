"""How two shots differ, in words that are true."""

import math
import re

import msgspec
import pytest
from shot_tools import NOW, bare, old_record, played

from micromutants.match.record import rounded
from micromutants.physics import Physics, PhysicsError, Shot, press, simulate
from micromutants.rules import Setup, Tremble
from micromutants.shots import again, compare, decode_shot, encode_shot, of_match, of_outcome, of_record, remade
from micromutants.shots.comparing import rest_of, with_changes
from micromutants.shots.timeline import flight_of, marks
from micromutants.table import Mat, Piece, Table


def about(found):
    return [difference.about for difference in found]


def shot_at(pieces, power=0.22, loft=55.0, physics=None, piece="hopper"):
    physics = physics or Physics()
    table = Table.of(Mat(), pieces)
    shot = Shot(piece, math.radians(90.0), power, math.radians(loft))
    launch = press(shot, table[piece], physics)
    outcome = simulate(table, launch, physics)
    return of_outcome(Setup((), physics), table, launch, outcome, name="a", now=NOW, shot=shot)


def test_a_shot_does_not_differ_from_itself():
    assert compare(bare(), bare()) == ()
    assert compare(bare(), decode_shot(encode_shot(bare()), "b")) == ()


def test_a_shot_under_the_same_physics_is_the_same():
    other = remade(bare(), bare().physics)
    assert other.digest == bare().digest
    assert other.name == bare().name
    assert compare(bare(), other) == ()


def test_other_physics_are_named_and_their_effect_measured():
    other = remade(bare(), Physics(friction_mat=0.1))
    found = compare(bare(), other)
    assert found[0].text == "friction_mat is 0.35 in the first, 0.1 in the second."
    rest = next(d for d in found if d.about == "rest" and d.piece == "hopper")
    apart = math.dist(*[(t["hopper"].x, t["hopper"].y) for t in (again(bare()).table, again(other).table)])
    assert f"hopper comes to rest in places {apart:.1f} mm apart" in rest.text
    assert other.name == "the hop, friction_mat 0.1"


def test_stiffness_changes_the_launch():
    found = compare(bare(), remade(bare(), Physics(mat_stiffness=4.0)))
    launch = next(d for d in found if d.about == "launch")
    speeds = [shot.launches[0].speed for shot in (bare(), remade(bare(), Physics(mat_stiffness=4.0)))]
    assert launch.text == f"hopper starts at {speeds[0]:.0f} mm/s in the first, {speeds[1]:.0f} mm/s in the second."


def test_another_press_is_told_in_degrees():
    pieces = [Piece("hopper", "small", 0, 300.0, 200.0)]
    found = compare(shot_at(pieces), shot_at(pieces, 0.3, 50.0))
    texts = [d.text for d in found if d.about == "press"]
    assert "The power of the press is 0.22 in the first, 0.3 in the second." in texts
    assert "The loft of the press is 55° in the first, 50° in the second." in texts


def test_what_lies_on_what_and_who_meets_whom():
    hopper, far = Piece("hopper", "small", 0, 300.0, 200.0), Piece("target", "large", 1, 600.0, 600.0)
    alone = shot_at([hopper, far])
    end = again(alone).table["hopper"]
    near = msgspec.structs.replace(far, x=end.x, y=end.y)
    onto = shot_at([hopper, near])
    found = compare(alone, onto)
    assert any(d.text == "hopper meets target in the second only." for d in found)
    lies = [(p.upper, p.lower) for p in again(onto).table.lies_on()]
    told = [d.text for d in found if d.about == "overlap"]
    assert told == [f"{upper} lies on {lower} in the second only." for upper, lower in lies]


def test_pieces_of_one_shot_only_are_told():
    one = shot_at([Piece("hopper", "small", 0, 300.0, 200.0)])
    other = shot_at([Piece("jumper", "small", 0, 300.0, 200.0)], piece="jumper")
    texts = [d.text for d in compare(one, other)]
    assert "hopper is on the table of the first only." in texts
    assert "jumper is on the table of the second only." in texts
    assert "The first presses hopper, the second jumper." in texts


def test_the_edge_of_the_mat_counts():
    pieces = [Piece("hopper", "small", 0, 300.0, 700.0)]
    found = compare(shot_at(pieces, 0.05), shot_at(pieces, 0.6))
    assert "hopper goes over the edge of the mat in the second only." in [d.text for d in found]


def test_comparing_is_the_same_either_way_round():
    other = remade(bare(), Physics(friction_mat=0.1))
    assert about(compare(bare(), other)) == about(compare(other, bare()))


def test_the_rest_is_taken_from_the_poses_where_the_physics_departs():
    numbers = [e.number for e in played().log if isinstance(e.action, Tremble)]
    for number in numbers[:8]:
        shot = of_match(played(), number, now=NOW)
        exact = rest_of(shot)
        assert exact == again(shot).table
        # Poses that the present physics does not give: the whole track is later by a millisecond.
        track = {p: tuple(s._replace(t=s.t + 0.001) for s in samples) for p, samples in shot.track.items()}
        seen = rest_of(msgspec.structs.replace(shot, track=track))
        for piece in shot.track:
            assert math.dist((seen[piece].x, seen[piece].y), (exact[piece].x, exact[piece].y)) < 0.01
            if seen[piece].spec.chip:
                assert seen[piece].face is exact[piece].face
            turned = (seen[piece].angle - exact[piece].angle) / math.tau
            assert abs(turned - round(turned)) < 0.02
        ours, theirs = ({(p.upper, p.lower) for p in table.lies_on()} for table in (seen, exact))
        assert {pair for pair in ours ^ theirs if set(pair) & set(shot.track)} == set()


# --- changes -----------------------------------------------------------------------------------------------


def test_changes_are_read():
    assert with_changes(Physics(), [("physics.friction_mat", "0.2"), ("tumble", "-0.1")]) == Physics(
        friction_mat=0.2, tumble=-0.1
    )


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("physics.frition_mat", "1", "did you mean 'friction_mat'?"),
        ("gravity", "1", "there is no such constant; allowed are friction_mat, "),
        ("friction_mat", "much", "'much' is no number"),
        ("friction_mat", "9", "friction_mat: expected float <= 2.0"),
        ("friction_mat", "nan", "friction_mat"),
        ("time_limit", "inf", "time_limit"),
    ],
)
def test_changes_that_can_not_be_are_told(key, text, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        with_changes(Physics(), [(key, text)])


def test_a_shot_that_can_not_be_pressed_is_told():
    shot = msgspec.structs.replace(bare(), shot=msgspec.structs.replace(bare().shot, loft=9.0))
    with pytest.raises(PhysicsError):
        remade(shot, Physics(tumble=0.1))


# --- marks -------------------------------------------------------------------------------------------------


def test_marks_are_in_order_and_end_with_the_rules():
    for entry in played().log:
        if entry.outcome is None:
            continue
        shot = of_match(played(), entry.number, now=NOW)
        found = marks(shot)
        times = [mark.t for mark in found]
        assert times == sorted(times)
        assert times[0] == 0.0
        assert times[-1] <= flight_of(shot.track)
        assert [mark.text for mark in found if mark.rule] == [h.text for h in shot.happenings]


def test_a_rest_that_lasts_only_a_moment_is_told_once():
    for entry in played().log:
        if entry.outcome is None:
            continue
        texts = [(m.t, m.text) for m in marks(of_match(played(), entry.number, now=NOW)) if "comes to rest." in m.text]
        for t, text in texts:
            assert not any(other == text and 0.0 < later - t < 0.05 for later, other in texts)


def test_shots_of_an_old_record_can_be_compared():
    record = old_record()
    numbers = [e.number for e in record.entries if isinstance(e.action, Tremble)]
    shots = [of_record(record, number, now=NOW) for number in numbers[:2]]
    assert compare(*shots)
    assert rounded(again(shots[0]).track)

"""Which constants matter."""

import pytest
from lab_tools import OPEN, SLIDE

from micromutants.lab import LabError, sensitivity, workers
from micromutants.lab.telling import told_sensitivity
from micromutants.physics import Physics
from micromutants.physics.model import GRAVITY


def test_ten_percent_more_friction_shortens_a_slide_by_a_tenth():
    found = sensitivity(SLIDE.encode(), "a.toml")
    assert found.shots == 1, "nothing scatters"
    assert {effect.name for effect in found.effects} == set(Physics.__struct_fields__)
    first = found.effects[0]
    friction = Physics().friction_mat
    far = 800.0**2 / (2.0 * friction * GRAVITY)
    assert (first.name, first.value, first.step) == ("friction_mat", friction, pytest.approx(0.1 * friction))
    # The mean slope between 10 % less and 10 % more.
    assert first.dx == pytest.approx(far * (1.0 / 1.1 - 1.0 / 0.9) / 2.0, rel=0.01)
    assert first.moved == pytest.approx(abs(first.dx), abs=1e-9)
    assert all(effect.moved < 0.1 for effect in found.effects if effect.name in ("press_force", "mat_stiffness"))


def test_the_same_errors_of_the_hand_are_used_for_both():
    alone = sensitivity(OPEN.encode(), "a.toml", shots=12, seed=2)
    with workers(2) as pool:
        assert sensitivity(OPEN.encode(), "a.toml", shots=12, seed=2, executor=pool) == alone
    effects = {effect.name: effect for effect in alone.effects}
    assert effects["press_force"].dy > 3.0 * effects["press_force"].error > 0.0
    # The force squared and the stiffness come in as one number.
    assert effects["mat_stiffness"].dy == pytest.approx(-effects["press_force"].dy / 2.0, rel=0.5)
    assert effects["yaw_coupling"].moved == 0.0
    lines = [line.plain for line in told_sensitivity(alone)]
    assert len(lines) == len(effects) + 3
    assert lines[2].split()[0] == alone.effects[0].name


def test_what_cannot_be():
    with pytest.raises(LabError, match="there is no piece 'x'"):
        sensitivity(OPEN.encode(), "a.toml", piece="x")
    with pytest.raises(LabError, match="shots must be from 1 to 100000, not 0"):
        sensitivity(OPEN.encode(), "a.toml", shots=0)

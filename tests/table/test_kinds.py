"""What the kinds of piece measure and weigh."""

import math

import numpy as np
import pytest

from micromutants.geometry import Disc, Hexagon, Rect, reach
from micromutants.table import KINDS


@pytest.mark.parametrize(
    ("name", "mass", "k2", "spin_radius"),
    [("small", 0.42, 0.500, 8.0), ("large", 1.00, 0.500, 11.0), ("rect", 1.70, 0.526, 16.0)],
)
def test_chips_weigh_and_spin_as_the_physics_page_says(name, mass, k2, spin_radius):
    kind = KINDS[name]
    assert kind.chip
    assert kind.mass == pytest.approx(mass, abs=0.005)
    assert kind.k2 == pytest.approx(k2, abs=0.001)
    assert kind.spin_radius == pytest.approx(spin_radius, abs=0.05)


@pytest.mark.parametrize(("name", "kappa"), [("small", 0.255), ("large", 0.254), ("rect", 0.335)])
def test_tumble_inertia_along_the_chip(name, kappa):
    kind = KINDS[name]
    half = kind.shape.radius if isinstance(kind.shape, Disc) else kind.shape.length / 2
    assert kind.inertia_y / (kind.mass * half**2) == pytest.approx(kappa, abs=0.0005)


@pytest.mark.parametrize("name", ["base", "small-base"])
def test_bases_are_thin_cardboard(name):
    kind = KINDS[name]
    assert not kind.chip
    assert kind.thickness == 1.5
    assert kind.thickness < min(k.thickness for k in KINDS.values() if k.chip)


def quadrature(shape, count=1440):
    """Mean distance from the centre and mean squares along the own axes, summed over a lattice of cell centres."""
    half = 1.05 * reach(shape)
    ticks = (np.arange(count) + 0.5) / count * 2 * half - half
    u, v = np.meshgrid(ticks, ticks)
    match shape:
        case Disc(radius):
            within = u**2 + v**2 <= radius**2
        case Rect(length, width):
            within = (abs(u) <= length / 2) & (abs(v) <= width / 2)
        case Hexagon(across):
            within = (abs(v) <= across / 2) & (math.sqrt(3) * abs(u) + abs(v) <= across)
    return np.hypot(u, v)[within].mean(), (u[within] ** 2).mean(), (v[within] ** 2).mean()


@pytest.mark.parametrize("name", KINDS)
def test_moments_and_mean_radius_against_quadrature(name):
    kind = KINDS[name]
    mean_radius, uu, vv = quadrature(kind.shape)
    thin = kind.thickness**2 / 12
    assert kind.spin_radius == pytest.approx(1.5 * mean_radius, rel=1e-3)
    assert kind.inertia_x == pytest.approx(kind.mass * (vv + thin), rel=3e-3)
    assert kind.inertia_y == pytest.approx(kind.mass * (uu + thin), rel=3e-3)
    assert kind.inertia_z == pytest.approx(kind.mass * (uu + vv), rel=3e-3)
    assert kind.k2 == pytest.approx(kind.inertia_z / (kind.mass * kind.spin_radius**2), rel=1e-12)


def test_kinds_cannot_be_changed():
    with pytest.raises(TypeError):
        KINDS["small"] = KINDS["large"]
    with pytest.raises(AttributeError):
        KINDS["small"].mass = 2.0

"""A piece while it moves in space: a rounded prism with position, attitude, velocity and spin.

Its core is the outline drawn in by the edge radius, between ± half thickness less that radius; the solid is all
within the edge radius of the core.  Points on the core's edges, each a small sphere, stand for the solid when it
meets another one.
"""

from __future__ import annotations

import enum
import math

from micromutants.geometry import Disc, local_corners
from micromutants.physics.attitude import (
    Matrix,
    Quaternion,
    flat_attitude,
    heading,
    matrix,
    normalised,
    product,
    rotation,
)
from micromutants.physics.outline import Polygon, edge_points, hexagon_distance, inset, sides_of
from micromutants.table import Face, Piece

SMALL_TURN = 2.001e-3
"""Longest time, s, for which a rectangle is turned at once."""

FAR = 1e4
"""A way in mm longer than any gap."""


class Freedom(enum.Enum):
    """How a piece can move: not at all, flat on the mat, or in space."""

    FIXED = 0
    PLANAR = 1
    FREE = 2


class Solid:
    """A piece in motion.  Mutable, and used within one simulation only.

    Names are short, for they stand in long formulas; x, y and z are the mat's axes unless said otherwise.

    Attributes:
        id: Of the piece.
        piece: As it lay on the table at the start.
        kind: Its kind.
        x, y, z: Centre, mm.
        vx, vy, vz: Velocity, mm/s.
        wx, wy, wz: Spin, rad/s.
        q: Attitude, from the piece's own axes to the mat's.
        m: The same as a matrix.
        mass: g.
        im: Inverse mass in the plane, 1/g; 0 where it does not give way.
        imz: Inverse mass along the vertical, 1/g.
        ixx, iyy, izz, ixy, ixz, iyz: Inverse inertia tensor, 1/(g·mm²).
        inv_x, inv_y, inv_z: Inverse moments of inertia about its own axes, 1/(g·mm²).
        r: Radius of the rounded edge, mm.
        b: Half the thickness of the core, mm.
        radius: Of the core of a disc, mm; 0 for a polygon.
        local: Corners of the core of a polygon in its own axes, mm; empty for a disc.
        sides: Sides of that core.
        half_x, half_y: How far the core reaches along its own axes, mm.
        reach: How far the solid reaches from its centre in plan, mm.
        spin_radius, k2: As of its kind.
        freedom: How it can move.
        grounded: Whether it lies flat on the mat.
        still: For how long it has been all but still, s.
        moved: Whether it has been moved at all.
        way: None of its points has moved further than this, mm; it only grows.
        pressed: Impulse with which others press it onto the mat in a step, g·mm/s.
    """

    __slots__ = (
        "b",
        "freedom",
        "grounded",
        "half_x",
        "half_y",
        "id",
        "im",
        "imz",
        "inv_x",
        "inv_y",
        "inv_z",
        "ixx",
        "ixy",
        "ixz",
        "iyy",
        "iyz",
        "izz",
        "k2",
        "kind",
        "local",
        "m",
        "mass",
        "moved",
        "piece",
        "pressed",
        "q",
        "r",
        "radius",
        "reach",
        "sides",
        "spin_radius",
        "still",
        "vx",
        "vy",
        "vz",
        "way",
        "wx",
        "wy",
        "wz",
        "x",
        "y",
        "z",
    )

    def __init__(self, piece: Piece, z: float, attitude: Quaternion, rounding: float) -> None:
        kind = piece.spec
        self.id = piece.id
        self.piece = piece
        self.kind = kind
        self.r = min(rounding, kind.thickness / 2 - 0.05)
        self.b = kind.thickness / 2 - self.r
        self.reach = kind.reach
        self.mass = kind.mass
        self.spin_radius = kind.spin_radius
        self.k2 = kind.k2
        if isinstance(kind.shape, Disc):
            self.radius = kind.shape.radius - self.r
            self.half_x = self.half_y = self.radius
            self.local: Polygon = ()
        else:
            self.radius = 0.0
            self.local = inset(local_corners(kind.shape), self.r)
            self.half_x = max(x for x, _ in self.local)
            self.half_y = max(y for _, y in self.local)
        self.sides = sides_of(self.local) if self.local else ()
        self.inv_x, self.inv_y, self.inv_z = 1 / kind.inertia_x, 1 / kind.inertia_y, 1 / kind.inertia_z
        self.x, self.y, self.z = piece.x, piece.y, z
        self.q = attitude
        self.m: Matrix = matrix(attitude)
        self.vx = self.vy = self.vz = 0.0
        self.wx = self.wy = self.wz = 0.0
        self.freedom = Freedom.FIXED
        self.im = self.imz = 0.0
        self.ixx = self.iyy = self.izz = self.ixy = self.ixz = self.iyz = 0.0
        self.grounded = piece.level == 0
        self.still = 0.0
        self.moved = False
        self.way = 0.0
        self.pressed = 0.0

    def set_freedom(self, freedom: Freedom) -> None:
        """Fix it, let it slide on the mat, or let it go in space."""
        self.freedom = freedom
        self.im = self.imz = 0.0
        self.ixx = self.iyy = self.izz = self.ixy = self.ixz = self.iyz = 0.0
        self.still = 0.0
        if freedom is Freedom.PLANAR:
            self.im = 1.0 / self.mass
            self.izz = self.inv_z
        elif freedom is Freedom.FREE:
            self.im = self.imz = 1.0 / self.mass
            self.update_inertia()

    def update_inertia(self) -> None:
        """Turn the inverse inertia tensor into the mat's axes: R·diag·Rᵀ."""
        a, b, c, d, e, f, g, h, i = self.m
        p, q, s = self.inv_x, self.inv_y, self.inv_z
        self.ixx = p * a * a + q * b * b + s * c * c
        self.iyy = p * d * d + q * e * e + s * f * f
        self.izz = p * g * g + q * h * h + s * i * i
        self.ixy = p * a * d + q * b * e + s * c * f
        self.ixz = p * a * g + q * b * h + s * c * i
        self.iyz = p * d * g + q * e * h + s * f * i

    def turn(self, dt: float) -> None:
        """Rotate freely for ``dt`` s, angular momentum kept.

        Exact for a disc: it turns about its momentum and about its own axis.  Otherwise the spin half a step on is
        used, from Euler's equations; with the spin at the start the energy would grow.
        """
        a, b, c, d, e, f, g, h, i = self.m
        wx, wy, wz = self.wx, self.wy, self.wz
        # Spin and momentum in the chip's own axes; the momentum's direction in the mat's stays.
        ux, uy, uz = a * wx + d * wy + g * wz, b * wx + e * wy + h * wz, c * wx + f * wy + i * wz
        ix, iy, iz = 1.0 / self.inv_x, 1.0 / self.inv_y, 1.0 / self.inv_z
        lx, ly, lz = ux * ix, uy * iy, uz * iz
        px, py, pz = a * lx + b * ly + c * lz, d * lx + e * ly + f * lz, g * lx + h * ly + i * lz
        if ix == iy:
            k = self.inv_x * dt
            half = 0.5 * (self.inv_z - self.inv_x) * lz * dt
            own = product(self.q, (math.cos(half), 0.0, 0.0, math.sin(half)))
            self.q = normalised(product(rotation(px * k, py * k, pz * k), own))
        else:
            parts = 1 + int(dt / SMALL_TURN)
            s = 0.5 * dt / parts
            q = self.q
            for _ in range(parts):
                mx = ux + s * (iy - iz) * uy * uz * self.inv_x
                my = uy + s * (iz - ix) * uz * ux * self.inv_y
                mz = uz + s * (ix - iy) * ux * uy * self.inv_z
                q = normalised(product(q, rotation(2.0 * s * mx, 2.0 * s * my, 2.0 * s * mz)))
                if parts > 1:
                    a, b, c, d, e, f, g, h, i = matrix(q)
                    ux = (a * px + d * py + g * pz) * self.inv_x
                    uy = (b * px + e * py + h * pz) * self.inv_y
                    uz = (c * px + f * py + i * pz) * self.inv_z
            self.q = q
        self.m = matrix(self.q)
        self.update_inertia()
        self.wx = self.ixx * px + self.ixy * py + self.ixz * pz
        self.wy = self.ixy * px + self.iyy * py + self.iyz * pz
        self.wz = self.ixz * px + self.iyz * py + self.izz * pz

    def lowest(self) -> float:
        """Height of its lowest point, mm."""
        return self.z - self.drop()

    def drop(self) -> float:
        """Height of the centre above the lowest point, mm."""
        _, _, _, _, _, _, g, h, i = self.m
        if self.local:
            return self.half_x * abs(g) + self.half_y * abs(h) + self.b * abs(i) + self.r
        return self.radius * math.sqrt(g * g + h * h) + self.b * abs(i) + self.r

    def reach_along(self, ux: float, uy: float) -> float:
        """How far it reaches from its centre along a direction of the mat, a unit vector, or against it, mm."""
        a, b, c, d, e, f, _, _, _ = self.m
        along, across, axis = a * ux + d * uy, b * ux + e * uy, abs(c * ux + f * uy)
        if self.local:
            core = max(abs(x * along + y * across) for x, y in self.local)
        else:
            core = self.radius * math.sqrt(max(0.0, 1.0 - axis * axis))
        return core + self.b * axis + self.r

    def placed(self) -> None:
        """Note that it has been put somewhere else: what was known of gaps around it is void."""
        self.moved = True
        self.way += FAR

    def pace(self) -> float:
        """Square of its speed, that of its rim counted, mm²/s²."""
        spin = (self.wx * self.wx + self.wy * self.wy + self.wz * self.wz) * self.reach * self.reach
        return self.vx * self.vx + self.vy * self.vy + self.vz * self.vz + spin

    def kinetic(self) -> float:
        """Kinetic energy, g·mm²/s²."""
        return 0.5 * self.mass * (self.vx**2 + self.vy**2 + self.vz**2) + self.spin_energy()

    def spin_energy(self) -> float:
        """Kinetic energy of the spin, g·mm²/s²."""
        a, b, c, d, e, f, g, h, i = self.m
        wx, wy, wz = self.wx, self.wy, self.wz
        px, py, pz = a * wx + d * wy + g * wz, b * wx + e * wy + h * wz, c * wx + f * wy + i * wz
        return 0.5 * (px * px / self.inv_x + py * py / self.inv_y + pz * pz / self.inv_z)

    def spin_kept(self, torque_impulse: float) -> float:
        """Share of the spin that is left after a torque impulse (g·mm²/s) has acted against it."""
        spin = math.sqrt(self.wx**2 + self.wy**2 + self.wz**2)
        energy = self.spin_energy()
        return max(0.0, 1.0 - 0.5 * torque_impulse * spin / energy) if energy > 0.0 else 1.0

    def face(self) -> Face:
        """Which side looks up."""
        return Face.NORMAL if self.m[8] > 0.0 else Face.SPECIAL

    def heading(self) -> float:
        """Angle of its own x axis in plan, rad."""
        return heading(self.m)

    def set_attitude(self, q: Quaternion) -> None:
        """Turn it to an attitude."""
        self.q = q
        self.m = matrix(q)
        if self.freedom is Freedom.FREE:
            self.update_inertia()

    def set_heading(self, angle: float) -> None:
        """Turn a flat piece about the vertical to ``angle`` rad."""
        self.q = flat_attitude(angle, self.face())
        self.m = matrix(self.q)

    def mat_points(self) -> list[tuple[float, float, float]]:
        """Points from the centre, in the mat's axes, that can touch the mat: exactly the lowest ones of a disc."""
        a, b, c, d, e, f, g, h, i = self.m
        if self.local:
            points = []
            for x, y in self.local:
                px, py, pz = a * x + b * y, d * x + e * y, g * x + h * y
                k = -self.b if i > 0.0 else self.b
                points.append((px + k * c, py + k * f, pz + k * i))
                if abs(i) < 0.5:
                    points.append((px - k * c, py - k * f, pz - k * i))
            return points
        k = -self.b if i > 0.0 else self.b
        cx, cy, cz = k * c, k * f, k * i
        flat = math.sqrt(c * c + f * f)
        rho = self.radius
        if flat > 1e-9:
            ux, uy, uz = c * i / flat, f * i / flat, -flat
        else:
            ux, uy, uz = a, d, g
        vx, vy, vz = f * uz - i * uy, i * ux - c * uz, c * uy - f * ux
        points = [
            (cx + rho * ux, cy + rho * uy, cz + rho * uz),
            (cx - rho * ux, cy - rho * uy, cz - rho * uz),
            (cx + rho * vx, cy + rho * vy, cz + rho * vz),
            (cx - rho * vx, cy - rho * vy, cz - rho * vz),
        ]
        if abs(i) < 0.5:
            points.append((rho * ux - cx, rho * uy - cy, rho * uz - cz))
        return points

    def edge_points(self, other: Solid, margin: float) -> list[tuple[float, float, float]]:
        """Points of a polygon's edges from the centre, in the mat's axes, that can come near the other piece.

        Args:
            other: The other piece.
            margin: Points that are further than this from its outer circle are left out, mm.
        """
        a, b, _, d, e, _, g, h, _ = self.m
        dx, dy, dz = other.x - self.x, other.y - self.y, other.z - self.z
        ox, oy = a * dx + d * dy + g * dz, b * dx + e * dy + h * dz
        far = other.reach + margin
        faces = self.faces_towards(other)
        points = []
        for x, y in edge_points(self.sides, ox, oy, far * far):
            px, py, pz = a * x + b * y, d * x + e * y, g * x + h * y
            for kx, ky, kz in faces:
                points.append((px + kx, py + ky, pz + kz))
        return points

    def faces_towards(self, other: Solid) -> tuple[tuple[float, float, float], ...]:
        """Middles of the core's faces from the centre: one where the other is clearly above or below, else both."""
        _, _, c, _, _, f, _, _, i = self.m
        up = c * (other.x - self.x) + f * (other.y - self.y) + i * (other.z - self.z)
        k = self.b if up >= 0.0 else -self.b
        face = (k * c, k * f, k * i)
        return (face, (-face[0], -face[1], -face[2])) if abs(up) < self.b + self.r + other.b else (face,)

    def distance(self, px: float, py: float, pz: float) -> tuple[float, float, float, float]:
        """Distance from a polygon's core to a point, and the unit normal there (all in the mat's axes).

        Args:
            px: Point from the centre, mm.
            py: mm.
            pz: mm.
        """
        a, b, c, d, e, f, g, h, i = self.m
        x, y, z = a * px + d * py + g * pz, b * px + e * py + h * pz, c * px + f * py + i * pz
        dist, nx, ny, nz = self.own_distance(x, y, z)
        return dist, a * nx + b * ny + c * nz, d * nx + e * ny + f * nz, g * nx + h * ny + i * nz

    def own_distance(self, x: float, y: float, z: float) -> tuple[float, float, float, float]:
        """Distance from a polygon's core to a point, and the unit normal there, all in the piece's own axes, mm."""
        dv = abs(z) - self.b
        if len(self.local) == 4:
            qx, qy = abs(x) - self.half_x, abs(y) - self.half_y
            sx, sy = (1.0 if x >= 0.0 else -1.0), (1.0 if y >= 0.0 else -1.0)
            if qx > 0.0 and qy > 0.0:
                dh = math.sqrt(qx * qx + qy * qy)
                hx, hy = sx * qx / dh, sy * qy / dh
            elif qx > qy:
                dh, hx, hy = qx, sx, 0.0
            else:
                dh, hx, hy = qy, 0.0, sy
        else:
            dh, hx, hy = hexagon_distance(self.half_y, abs(x), abs(y))
            hx, hy = math.copysign(hx, x), math.copysign(hy, y)
        if dh > 0.0 and dv > 0.0:
            dist = math.sqrt(dh * dh + dv * dv)
            return dist, dh / dist * hx, dh / dist * hy, math.copysign(dv / dist, z)
        if dv >= dh:
            return dv, 0.0, 0.0, math.copysign(1.0, z)
        return dh, hx, hy, 0.0

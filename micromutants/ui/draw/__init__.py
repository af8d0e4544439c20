"""Everything that is seen on and about the table, drawn by the program itself.

All functions draw on a ``pygame.Surface`` and keep nothing but caches; none needs a display.

On the table: :func:`draw_scene` (a whole :class:`Scene`), or its parts :func:`draw_mat` and :func:`draw_piece`.
Beside it: :func:`draw_die`, :func:`draw_tumbling`, :func:`draw_card`, :func:`draw_side_view`, :func:`draw_army_badge`,
:func:`draw_emblem`,
:func:`draw_backdrop`, :func:`draw_logo`, :func:`draw_vignette`, :func:`draw_text`.
"""

from micromutants.ui.draw.cards import CardFace, breed_face, draw_card, evolution_face, projectile_face
from micromutants.ui.draw.hud import (
    draw_army_badge,
    draw_die,
    draw_emblem,
    draw_side_view,
    draw_tumbling,
    draw_vignette,
)
from micromutants.ui.draw.logo import draw_logo
from micromutants.ui.draw.look import (
    EFFECT_SECONDS,
    AimLook,
    Effect,
    Ghost,
    Look,
    Reach,
    Scene,
    between,
    look_of,
    poses_at,
    resting,
    scene_at,
    settled,
)
from micromutants.ui.draw.mat import draw_backdrop, draw_mat
from micromutants.ui.draw.pieces import draw_piece
from micromutants.ui.draw.scene import draw_scene, pick
from micromutants.ui.draw.text import draw_text

__all__ = [
    "EFFECT_SECONDS",
    "AimLook",
    "CardFace",
    "Effect",
    "Ghost",
    "Look",
    "Reach",
    "Scene",
    "between",
    "breed_face",
    "draw_army_badge",
    "draw_backdrop",
    "draw_card",
    "draw_die",
    "draw_emblem",
    "draw_logo",
    "draw_mat",
    "draw_piece",
    "draw_scene",
    "draw_side_view",
    "draw_text",
    "draw_tumbling",
    "draw_vignette",
    "evolution_face",
    "look_of",
    "pick",
    "poses_at",
    "projectile_face",
    "resting",
    "scene_at",
    "settled",
]

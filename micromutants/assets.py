"""The files that come with the program: armies, help pages, pictures, fonts, sounds.

In a checkout (also an editable install) they lie in the top-level ``assets`` folder; a wheel carries them inside
the package as ``micromutants/_assets``.  Names are relative to that folder, with ``/`` between the parts.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath


class AssetError(OSError):
    """A file of the program that is not there; the message says which and where it was looked for."""


def asset_path(name: str) -> Path:
    """Where the file ``name`` lies on disk, for whatever wants to open it itself.

    Args:
        name: Such as ``"armies/usarthropods.toml"``.

    Raises:
        AssetError: There is no such file, or the package is not unpacked on disk.
    """
    found = _file(name)
    if not isinstance(found, Path):
        raise AssetError(
            f"asset {name!r}: the package is not unpacked on disk, so the file has no path; read its bytes"
        )
    return found


def asset_bytes(name: str) -> bytes:
    """The content of the file ``name``.

    Raises:
        AssetError: There is no such file.
    """
    return _file(name).read_bytes()


def asset_text(name: str) -> str:
    """The content of the UTF-8 text file ``name``, its line ends as single newlines.

    Raises:
        AssetError: There is no such file.
    """
    return _file(name).read_text(encoding="utf-8")


def asset_names(folder: str) -> tuple[str, ...]:
    """The names of the files in ``folder``, in order, each usable with the other functions.

    Hidden files and folders are left out.

    Raises:
        AssetError: There is no such folder.
    """
    where = _joined(folder)
    if not where.is_dir():
        raise AssetError(f"assets: no folder {folder!r} in {_root()}")
    base = PurePosixPath(folder)
    names = (entry.name for entry in where.iterdir() if entry.is_file() and not entry.name.startswith("."))
    return tuple(str(base / name) for name in sorted(names))


def _root() -> Traversable:
    package = resources.files("micromutants")
    packed = package / "_assets"
    if packed.is_dir():
        return packed
    if isinstance(package, Path):
        checkout = package.parent / "assets"
        if checkout.is_dir():
            return checkout
    raise AssetError(
        f"assets: neither {packed} nor an assets folder beside the package is there; install micromutants again"
    )


def _joined(name: str) -> Traversable:
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or name.startswith("/") or "\\" in name:
        raise AssetError(f"asset {name!r}: a name is relative to the assets folder, such as 'help/physics.md'")
    return _root().joinpath(*parts)


def _file(name: str) -> Traversable:
    found = _joined(name)
    if not found.is_file():
        raise AssetError(f"asset {name!r}: no such file in {_root()}")
    return found

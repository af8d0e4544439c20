"""Turns the physics into machine code by mypyc, and makes sure that it does the same to the bit.

This file also runs as a script of its own, in a process and a folder where mypyc may do as it likes.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SAME = ("-ffp-contract=off",)
"""A product and a sum stay two operations with two roundings, as in Python, on processors that have one for both."""

SETTINGS = "[mypy]\nignore_missing_imports = True\nexplicit_package_bases = True\n"
"""mypy's, for the copy that is compiled."""

TIME_LIMIT = 600.0
"""Longest time for each of the two steps, s."""

CHECK = "from micromutants import golden; print(*(f'{shot.name}={shot.digest}' for shot in golden.shots()), sep='\\n')"


class CompileError(ValueError):
    """The physics cannot be compiled here; the message says why, and what helps."""


def compile_physics(anew: bool = False) -> Path:
    """Compile the physics for this Python, check it against the sources, and put it where it is found.

    Args:
        anew: Do so even where it has been done for these sources.

    Returns:
        The folder where it lies.

    Raises:
        CompileError: mypyc, setuptools or a C compiler are missing or fail, the folder cannot be written to, or the
            results would differ.
    """
    from micromutants import compiled

    for name in ("mypyc", "setuptools"):
        if importlib.util.find_spec(name) is None:
            raise CompileError(f"{name} is missing: pip install 'micromutants[fast]' brings it")
    home = compiled.home()
    if home.is_dir() and not anew:
        return home
    try:
        compiled.FOLDER.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=compiled.FOLDER) as work:
            made = _build(Path(work), compiled.PACKAGE)
            if home.is_dir():
                shutil.rmtree(home)
            made.rename(home)
        for other in compiled.FOLDER.iterdir():
            # What was made from sources of the past, for this Python: nothing uses it any more.
            if other != home and other.name.startswith(home.name.rpartition("-")[0] + "-"):
                shutil.rmtree(other, ignore_errors=True)
    except OSError as error:
        raise CompileError(f"{error.filename or compiled.FOLDER}: {(error.strerror or str(error)).lower()}") from error
    if _shots(plain=False) != _shots(plain=True):
        shutil.rmtree(home, ignore_errors=True)
        raise CompileError("the compiled physics does not give the same results to the bit here, and was removed again")
    return home


def _build(work: Path, package: Path) -> Path:
    """Compile a copy of the package in a folder; the folder of the modules that came of it."""
    shutil.copytree(package, work / package.name, ignore=lambda folder, names: {n for n in names if _idle(folder, n)})
    # Safe path (-P): the modules beside this script shall not be taken for others of the same name.
    command = [sys.executable, "-P", __file__, package.name]
    try:
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, errors="replace", timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired as error:
        raise CompileError(f"the compiler did not end within {TIME_LIMIT:.0f} s") from error
    if done.returncode:
        raise CompileError(f"the compiler failed: {_reason(done.stderr + done.stdout)}")
    made = work / "made"
    made.mkdir()
    for path in sorted((work / "lib").rglob("*")):
        if path.is_file():
            path.rename(made / path.name)
    return made


def _idle(folder: str, name: str) -> bool:
    """Whether mypyc has no use for a file or folder of the package."""
    path = Path(folder, name)
    return (name.startswith("_") and path.is_dir()) or (path.is_file() and path.suffix not in (".py", ".typed"))


def _reason(output: str) -> str:
    """The line of a compiler's output that most likely says what is the matter."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower()]
    return (telling or lines or ["it said nothing"])[-1][:200]


def _shots(plain: bool) -> str:
    """What becomes of the golden shots in a process of their own."""
    from micromutants import compiled

    environment = {name: value for name, value in os.environ.items() if name != compiled.PLAIN}
    path = [str(compiled.PACKAGE.parent), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(part for part in path if part)
    if plain:
        environment[compiled.PLAIN] = "1"
    command = [sys.executable, "-c", CHECK]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        return f"{'plain' if plain else 'compiled'}: {error}"
    return done.stdout


def _main(package: str) -> None:
    """What the script does: compile the modules of the package in the current folder into the folder ``lib``."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    # Found by its place, for here the package is the copy in the current folder.
    spec = importlib.util.spec_from_file_location("compiled", Path(package, "compiled.py"))
    if spec is None or spec.loader is None:
        raise ImportError(package)
    compiled = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compiled)
    paths = [f"{package}/physics/{name}.py" for name in compiled.MODULES]
    Path("mypy.ini").write_text(SETTINGS, encoding="utf-8")
    extensions = mypycify(["--config-file=mypy.ini", *paths], group_name=compiled.GROUP)
    for extension in extensions:
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *SAME]
    distribution = Distribution({"name": package, "ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.build_lib, command.build_temp = "lib", "temp"
    command.ensure_finalized()
    with contextlib.redirect_stdout(sys.stderr):
        command.run()


if __name__ == "__main__":
    _main(sys.argv[1])

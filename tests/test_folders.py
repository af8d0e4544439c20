"""The folders of the user."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from micromutants import folders
from micromutants.log import log_path
from micromutants.match import autosave_paths
from micromutants.match.storage import autosave_folder, write_autosave
from micromutants.ownarmies import armies_folder
from micromutants.scenario import scenarios_folder
from micromutants.shots import library_folder
from micromutants.ui.practice.solved import solved_file
from micromutants.ui.settings import settings_path


def everything():
    return (
        settings_path(),
        log_path(),
        autosave_folder(),
        armies_folder(),
        scenarios_folder(),
        library_folder(),
        solved_file(),
        folders.documents_folder(),
    )


def test_one_variable_takes_everything_elsewhere(tmp_path, monkeypatch):
    usual = everything()
    monkeypatch.setenv(folders.HOME, str(tmp_path))
    assert all(path.is_relative_to(tmp_path) for path in everything())
    assert len(set(everything())) == len(everything())
    assert not any(path.is_relative_to(tmp_path) for path in usual)


def test_an_empty_variable_counts_for_none_and_a_tilde_is_the_users_folder(monkeypatch):
    usual = everything()
    monkeypatch.setenv(folders.HOME, "")
    assert everything() == usual
    monkeypatch.setenv(folders.HOME, "~/games")
    assert folders.data_folder() == Path.home() / "games" / "data"


def test_a_user_that_there_is_not_has_no_home_and_the_name_is_taken_as_it_is(monkeypatch):
    assert folders.expanded("~nosuchuser/a") == Path("~nosuchuser/a")
    assert folders.expanded("~/a") == Path.home() / "a"
    monkeypatch.setenv(folders.HOME, "~nosuchuser/a")
    assert all(path.is_relative_to("~nosuchuser/a") for path in everything())


@pytest.mark.skipif(os.name != "posix", reason="users of POSIX systems")
def test_a_user_without_a_home_has_the_folders_among_temporary_files(tmp_path):
    """As a service or a container may be run: no HOME, and a number that no user has."""
    code = (
        "import os, pwd, sys\n"
        "def nobody(number): raise KeyError(number)\n"
        "pwd.getpwuid = nobody\n"
        "from micromutants import cli\n"
        "from micromutants.ui.settings import Settings, save_settings, settings_path\n"
        "codes = [cli.main([name]) for name in ('armies', 'shots')]\n"
        "print(save_settings(Settings(volume=0.5)) or settings_path(), codes)\n"
    )
    gone = ("HOME", "USER", "LOGNAME", "XDG_", "MICROMUTANTS")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(gone)}
    environment |= {"PYTHONPATH": str(Path(folders.__file__).parents[1]), "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    folder = tmp_path / f"micromutants-{os.getuid()}"
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == f"{folder / 'config' / 'settings.json'} [0, 0]"
    assert list(tmp_path.iterdir()) == [folder]


def test_a_path_is_told_with_a_tilde_where_it_is_the_users(tmp_path):
    assert folders.tilde(Path.home() / "a" / "b") == str(Path("~/a/b"))
    assert folders.tilde(tmp_path) == str(tmp_path)


def test_elsewhere_nothing_of_the_users_is_seen_and_then_all_is_as_before(tmp_path):
    before = everything()
    with contextlib.suppress(KeyError), folders.elsewhere(tmp_path):
        assert autosave_paths() == []
        write_autosave(b"{}")
        assert folders.tilde(folders.documents_folder()) == str(Path("~/Micro Mutants"))
        raise KeyError("whatever happens there")
    assert everything() == before
    assert list(tmp_path.rglob("*.mmr"))

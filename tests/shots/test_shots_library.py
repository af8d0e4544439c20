"""The library: a folder of files that any number of programs may use."""

import datetime

import msgspec
import pytest
from shot_tools import bare

from micromutants.match import StorageError
from micromutants.shots import keep, library, library_folder, load_shot, remove, rename
from micromutants.shots.library import slug


def later(shot, minutes, name):
    saved = (shot.when + datetime.timedelta(minutes=minutes)).isoformat(timespec="seconds")
    return msgspec.structs.replace(shot, saved=saved, name=name)


def test_nothing_is_made_by_looking(tmp_path):
    assert library(tmp_path / "none") == []
    assert not (tmp_path / "none").exists()


def test_the_newest_comes_first_and_what_is_broken_last(tmp_path):
    folder = tmp_path / "shots"
    keep(later(bare(), 0, "first"), folder)
    keep(later(bare(), 5, "third"), folder)
    keep(later(bare(), 2, "second"), folder)
    (folder / "a.mms").write_bytes(b"\0\0")
    (folder / "notes.txt").write_text("no shot")
    found = library(folder)
    assert [one.header.name for one in found[:3]] == ["third", "second", "first"]
    assert found[3].header is None
    assert "this is not the header of a saved shot" in found[3].fault
    assert len(found) == 4


def test_equal_names_do_not_overwrite_each_other(tmp_path):
    paths = {keep(bare(), tmp_path) for _ in range(6)}
    assert len(paths) == 6
    assert all(path.name.startswith("2026-05-01-the-hop-") for path in paths)


def test_by_default_it_lies_in_the_users_data_folder():
    path = keep(bare())
    assert path.parent == library_folder()
    remove(path)
    assert path not in [one.path for one in library()]


def test_a_renamed_shot_is_the_same_shot(tmp_path):
    path = keep(bare(), tmp_path)
    rename(path, "  über\nall ")
    assert load_shot(path) == msgspec.structs.replace(bare(), name="über all")
    assert [one.header.name for one in library(tmp_path)] == ["über all"]


def test_removing_what_is_gone_is_no_fault(tmp_path):
    path = keep(bare(), tmp_path)
    remove(path)
    remove(path)
    assert library(tmp_path) == []


def test_a_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "shots").write_text("")
    with pytest.raises(StorageError, match="could not be made"):
        keep(bare(), tmp_path / "shots")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("The Hop!", "the-hop"), ("Überflug 2", "uberflug-2"), ("ひらがな", "shot"), ("../..", "shot")],
)
def test_file_names_are_plain(name, expected):
    assert slug(name) == expected

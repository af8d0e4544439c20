"""Army files of the players' own are found and read, within bounds."""

import pytest
from own_army import army_text, own_army

from micromutants.ownarmies import LARGEST, MOST_FILES, armies_folder, own_armies, read_army
from micromutants.rules import ArmyError


def test_a_file_gives_its_army(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text(army_text(), "utf-8")
    assert read_army(file) == own_army()


def test_files_that_are_too_large_or_no_text_are_refused(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text(army_text() + "#" * LARGEST, "utf-8")
    with pytest.raises(ArmyError, match=r"a\.toml: an army file has up to 200000 bytes, this one has more"):
        read_army(file)
    file.write_bytes(b'id = "\xff"')
    with pytest.raises(ArmyError, match=r"a\.toml: byte 7 is no UTF-8 text"):
        read_army(file)
    with pytest.raises(OSError, match="No such file"):
        read_army(tmp_path / "none.toml")


def test_a_folder_gives_its_armies_in_order_and_tells_its_faults(tmp_path):
    (tmp_path / "b.toml").write_text(army_text(), "utf-8")
    (tmp_path / "a.toml").write_text(army_text(**{'"Yellowjackets"': '"Wasps"'}), "utf-8")
    (tmp_path / "c.toml").write_text("id = 3", "utf-8")
    (tmp_path / "notes.txt").write_text("no army", "utf-8")
    (tmp_path / "d.toml").mkdir()
    found = own_armies(tmp_path)
    assert [(path.name, army.name) for path, army in found.armies] == [("a.toml", "Wasps"), ("b.toml", "Yellowjackets")]
    assert len(found.faults) == 1
    assert "c.toml" in found.faults[0]


def test_a_folder_that_is_not_there_has_none(tmp_path):
    found = own_armies(tmp_path / "none")
    assert (found.armies, found.faults) == ((), ())
    assert not (tmp_path / "none").exists()
    assert armies_folder().name == "armies"


def test_what_is_no_folder_is_a_fault(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    found = own_armies(tmp_path / "file")
    assert found.armies == ()
    assert found.faults == (f"{tmp_path / 'file'}: not a directory",)


def test_no_more_files_are_read_than_the_bound(tmp_path):
    for number in range(MOST_FILES + 5):
        (tmp_path / f"{number:03}.toml").write_text("id = 3", "utf-8")
    assert len(own_armies(tmp_path).faults) == MOST_FILES

"""Records of older versions keep loading, showing, and meaning the same game."""

from pathlib import Path

from micromutants.match import load_record, verify
from micromutants.rules import Roll, Tremble

OLD = Path(__file__).parents[1] / "data" / "rules-1.mmr"


def test_a_record_of_rules_1_loads_and_shows():
    record = load_record(OLD)
    assert record.versions.rules == 1
    assert record.over
    assert record.damage is None
    assert record.entries[-1].happenings[-1].kind == "victory"
    assert any(entry.track for entry in record.entries)


def test_it_is_played_on_as_it_was_without_cards():
    setup = load_record(OLD).setup
    assert not setup.rulings.abilities
    assert (setup.mode, setup.terrain) == ("basic", ())


def test_played_again_it_agrees_at_least_up_to_the_first_shot():
    record = load_record(OLD)
    report = verify(record)
    assert "the record was made with rules 1, this is rules 2" in report.differences
    first = next(entry.number for entry in record.entries if isinstance(entry.action, Tremble))
    assert any(isinstance(entry.action, Roll) for entry in record.entries[:first])
    assert report.actions >= first - 1

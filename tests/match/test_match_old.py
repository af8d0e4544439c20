"""Records of older versions keep loading, showing, and meaning the same game."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import quick_physics

from micromutants.match import branch_off, load_record, resume, verify
from micromutants.match.reading import decode_record
from micromutants.match.record import encode_record
from micromutants.rules import RULES_VERSION, Drop, Flick, Roll, SetupError, Tremble, army_of, load_armies, start

DATA = Path(__file__).parents[1] / "data"
OLD = DATA / "rules-1.mmr"
BEFORE_OWN_ARMIES = DATA / "rules-2.mmr"
BEFORE_OTHER_DICE = DATA / "rules-3.mmr"
BEFORE_POINTS_IN_WORDS = DATA / "rules-4.mmr"
BEFORE_MORE_WARRIORS = DATA / "rules-5.mmr"
BEFORE_TRUER_WORDS = DATA / "rules-6.mmr"


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
    assert f"the record was made with rules 1, this is rules {RULES_VERSION}" in report.differences
    first = next(entry.number for entry in record.entries if isinstance(entry.action, Tremble))
    assert any(isinstance(entry.action, Roll) for entry in record.entries[:first])
    assert report.actions >= first - 1


def test_a_record_of_rules_2_keeps_the_cards_of_its_time():
    record = load_record(BEFORE_OWN_ARMIES)
    assert record.versions.rules == 2
    assert record.setup.preview == "full"
    assert [army.id for army in record.setup.armies] == ["flyborgs", "sovietopters"]
    ranges = [army.breed("drone").ability.effects[0]["range"] for army in (army_of(record.setup, 0), *_of_today())]
    assert ranges == ["medium", "long"]
    assert "medium range" in army_of(record.setup, 0).breed("drone").ability.text
    assert army_of(record.setup, 1).breed("trooper").ability.effects[0]["range"] == "close"


def _of_today():
    yield load_armies()["flyborgs"]


def test_a_record_of_rules_2_played_again_agrees_at_least_up_to_what_physics_first_decides():
    record = load_record(BEFORE_OWN_ARMIES)
    report = verify(record)
    first = next(entry.number for entry in record.entries if isinstance(entry.action, Drop | Tremble))
    assert first > 3
    assert report.actions >= first - 1


def test_a_record_of_rules_3_keeps_the_dice_and_the_warp_of_its_time():
    record = load_record(BEFORE_OTHER_DICE)
    assert record.versions.rules == 3
    flyborgs, usarthropods = (army_of(record.setup, player) for player in (0, 1))
    assert set(record.setup.armies) == {flyborgs, usarthropods}
    assert flyborgs.dice[1].count("drone") == 1
    assert usarthropods.dice[0].count("soldier") == 2
    counts = [army.breed("warper").ability.effects[0]["count"] for army in (flyborgs, *_of_today())]
    assert counts == [1, 2]
    assert flyborgs.breed("drone").ability.effects[0]["range"] == "long"
    assert all(army.dice != load_armies()[army.id].dice for army in (flyborgs, usarthropods))


def test_a_record_of_rules_3_played_again_rolls_the_same_breeds_until_its_physics_decides():
    record = load_record(BEFORE_OTHER_DICE)
    report = verify(record)
    # Tables, digests and breeds agree up to the first shot, which the physics of today ends elsewhere.
    first = next(entry.number for entry in record.entries if isinstance(entry.action, Drop | Tremble | Flick))
    assert first > 3
    assert report.actions >= first - 1
    departs = [told for told in report.differences if "rules 3" not in told and "physics 2" not in told]
    assert all("mm from where the record has it" in told for told in departs)


def test_a_record_of_rules_4_verifies_with_the_words_of_its_time():
    record = load_record(BEFORE_POINTS_IN_WORDS)
    assert (record.versions.rules, record.setup.edition) == (4, 4)
    # It was played by the physics of the tests, which stay as they are.
    with quick_physics.quick_physics():
        report = verify(record)
    assert report.ok
    assert report.actions == len(record.entries)
    assert record.entries[-1].happenings[-1].text == (
        "Player 3 wins: alone at the top after taking a base, with Player 1 0, Player 2 2 and Player 3 3."
    )


def test_the_same_match_by_rules_5_ends_in_other_words_and_the_same_state():
    record = load_record(BEFORE_POINTS_IN_WORDS)
    today = replace(record, setup=msgspec.structs.replace(record.setup, edition=5))
    with quick_physics.quick_physics():
        departure = verify(today).departure
        # Only the last sentence is another one: the digests are those of the record.
        assert departure.line == len(record.entries) + 1
        assert "what happened differs" in departure.text
        assert "has taken a base and wins" in departure.text
        match = resume(today.until(len(record.entries) - 1))
        entry = match.draw()
    assert entry.digest == record.entries[-1].digest
    assert entry.happenings[-1].text == (
        "Player 3 has taken a base and wins, alone at the top with 3 points: Player 1 has none and Player 2 has 2."
    )


def test_what_goes_on_from_an_old_record_stays_with_its_rules():
    record = load_record(BEFORE_POINTS_IN_WORDS)
    with quick_physics.quick_physics():
        match = branch_off(record, 10)
        again = decode_record(encode_record(match.record()), "branch.mmr")
        assert verify(again).ok
    assert again.versions.rules == RULES_VERSION
    assert again.setup.edition == match.setup.edition == 4


def test_a_record_of_rules_5_verifies_with_the_dice_and_the_cards_of_its_time():
    record = load_record(BEFORE_MORE_WARRIORS)
    chitinians, sovietopters = (army_of(record.setup, player) for player in (0, 1))
    assert (record.versions.rules, record.setup.edition) == (5, 5)
    assert chitinians.dice[1].count("exterminator") == 1
    assert chitinians.dice != load_armies()["chitinians"].dice
    assert sovietopters.breed("trooper").ability.effects[0]["range"] == "close"
    # It was played by the physics of the tests, which stay as they are.
    with quick_physics.quick_physics():
        assert verify(record).ok


def test_by_the_dice_of_today_the_same_record_departs():
    record = load_record(BEFORE_MORE_WARRIORS)
    setup = msgspec.structs.replace(record.setup, armies=(), edition=RULES_VERSION)
    today = replace(record, setup=setup, versions=msgspec.structs.replace(record.versions, rules=RULES_VERSION))
    with quick_physics.quick_physics():
        assert not verify(today).ok


def test_a_record_of_rules_6_verifies_and_by_those_of_today_promises_no_shot_after_the_end():
    record = load_record(BEFORE_TRUER_WORDS)
    assert (record.versions.rules, record.setup.edition) == (6, 6)
    kinds = [happening.kind for happening in record.entries[-1].happenings]
    assert {"extra-earned", "victory"} <= set(kinds)
    today = replace(record, setup=msgspec.structs.replace(record.setup, edition=RULES_VERSION))
    with quick_physics.quick_physics():
        assert verify(record).ok
        match = resume(today.until(len(record.entries) - 1))
        entry = match.draw()
    assert entry.digest == record.entries[-1].digest
    assert [happening.kind for happening in entry.happenings] == [kind for kind in kinds if kind != "extra-earned"]


@pytest.mark.parametrize("edition", [0, RULES_VERSION + 1])
def test_an_edition_of_the_rules_that_is_not_known_is_refused(edition):
    setup = msgspec.structs.replace(load_record(BEFORE_POINTS_IN_WORDS).setup, edition=edition)
    with pytest.raises(SetupError, match=f"edition: must be from 1 to {RULES_VERSION}, not {edition}"):
        start(setup)

"""A record of a match with armies of the players' own holds them, and opens where their files are not."""

import hashlib
import itertools
import json

import pytest
from own_army import own_army

from micromutants.match import Match, RecordError, bots, resume, verify
from micromutants.match.chain import check_value
from micromutants.match.reading import decode_record
from micromutants.match.record import encode_record
from micromutants.rules import Seat, Setup, army_of, piece_name

pytestmark = pytest.mark.usefixtures("quick")

OWN = own_army()
SETUP = Setup((Seat("Ada", "yellowjackets"), Seat("Ben", "chitinians")), armies=(OWN,), preview="short")


@pytest.fixture(scope="module")
def match():
    found = Match.new(SETUP, 3, bots=(0, 1))
    for _ in itertools.islice(bots.play(found), 14):
        pass
    return found


@pytest.fixture(scope="module")
def data(match):
    return encode_record(match.record())


def changed(data, change):
    """The record with another set-up, all check values right."""
    lines = data.splitlines()
    header = json.loads(lines[0])
    change(header["setup"])
    plain = json.dumps(header["setup"], ensure_ascii=False, separators=(",", ":"))
    header["setup_sha256"] = hashlib.sha256(plain.encode()).hexdigest()
    del header["check"]
    body = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    return body + f',"check":"{check_value("", body)}"}}\n'.encode()


def test_the_record_brings_the_army_and_the_preview_back(match, data):
    record = decode_record(data, "a.mmr")
    assert record.setup == match.setup
    assert record.setup.preview == "short"
    assert army_of(record.setup, 0) == OWN
    assert piece_name(record.setup, "wasp-1") == "Wasp"
    assert encode_record(record) == data
    assert any(
        "Wasp" in h.text or "Hornet" in h.text or "Stinger" in h.text for e in record.entries for h in e.happenings
    )


def test_it_verifies_and_goes_on(match, data):
    record = decode_record(data, "a.mmr")
    assert verify(record).ok
    assert resume(record).state == match.state


def test_the_set_up_of_the_test_is_rewritten_soundly(data):
    assert decode_record(changed(data, lambda setup: None), "a.mmr").setup == SETUP


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: s["armies"][0].update(colour="pink"), "line 1: setup: armies[0].colour: must be one of"),
        (lambda s: s["armies"][0].update(name="y" * 50), "line 1: setup: armies[0].name: must be 1 to 40"),
        (lambda s: s["armies"][0]["breeds"][0].update(count=10**9), "line 1: setup: armies[0].breeds"),
        (lambda s: s["armies"][0]["breeds"].pop(), "line 1: setup: armies[0]."),
        (lambda s: s["armies"].clear(), "line 1: setup: seats[0].army: must be one of"),
        (lambda s: s["armies"].append(s["armies"][0]), "line 1: setup: armies: up to 4 with different ids"),
        (lambda s: s["armies"][0].update(extra=1), "line 1: setup: "),
        (lambda s: s.update(preview="long"), "line 1: setup: "),
    ],
)
def test_what_is_wrong_with_a_brought_army_is_told(data, change, said):
    with pytest.raises(RecordError) as caught:
        decode_record(changed(data, change), "a.mmr")
    assert str(caught.value).startswith(f"a.mmr: {said}")


def test_a_record_from_before_has_no_armies_and_a_full_preview(data):
    def older(setup):
        del setup["armies"], setup["preview"]
        setup["seats"][0]["army"] = "flyborgs"

    setup = decode_record(changed(data, older), "a.mmr").setup
    assert (setup.armies, setup.preview) == ((), "full")

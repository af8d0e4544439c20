"""Tournaments: who meets whom, the same results however many work, and what they come to."""

import json
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from click.testing import CliRunner
from own_army import army_text, own_army

from micromutants.cli import cli, main
from micromutants.rules import load_armies
from micromutants.tournament import (
    DEEDS,
    Fixture,
    Kind,
    Result,
    all_fixtures,
    as_values,
    figures,
    fixtures,
    interval,
    journal,
    kinds,
    lines,
    play_all,
    play_one,
)

pytestmark = pytest.mark.usefixtures("quick")

ARMIES = tuple(load_armies())
BASIC = Kind("basic", False, 2)


def result(winner=0, armies=("flyborgs", "chitinians"), turns=5, ending="bases", **changes):
    return replace(Result(BASIC, armies, 1, winner, turns, 12, ending, {"turn": turns}, 0.5), **changes)


def test_there_are_twelve_kinds_and_choices_narrow_them():
    assert len(kinds()) == len(set(kinds())) == 12
    assert [kind.players for kind in kinds(players=(3,), terrain=(True,))] == [3, 3]
    assert kinds(("basic",), (False,), (2,)) == [BASIC]
    assert Kind("advanced", True, 4).name == "advanced with terrain, 4 players"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_army_sits_in_each_seat_equally_often(players):
    found = fixtures(Kind("advanced", True, players), 24, 5, ARMIES)
    for seat in range(players):
        times = Counter(fixture.armies[seat] for fixture in found)
        assert set(times.values()) == {6}
    company = Counter(frozenset(fixture.armies) for fixture in found)
    assert len(set(company.values())) == 1
    assert len({fixture.setup.terrain for fixture in found}) == 3


def test_seats_are_swapped_from_the_same_seed():
    first, second, third = fixtures(BASIC, 3, 5, ARMIES)
    assert first.armies == second.armies[::-1]
    assert first.seed == second.seed != third.seed
    assert set(third.armies) != set(first.armies)
    assert {seat.hand for fixture in (first, second) for seat in fixture.setup.seats} == {first.setup.seats[0].hand}


def test_a_longer_list_begins_with_a_shorter_one_and_another_seed_gives_other_matches():
    assert fixtures(BASIC, 40, 5, ARMIES)[:7] == fixtures(BASIC, 7, 5, ARMIES)
    ours, theirs = (fixtures(BASIC, 8, seed, ARMIES) for seed in (5, 6))
    assert not {f.seed for f in ours} & {f.seed for f in theirs}
    assert all(0 <= fixture.seed < 2**63 for fixture in ours)


def test_an_army_of_the_players_own_takes_part():
    found = fixtures(BASIC, 4, 5, ("yellowjackets", "flyborgs"), (own_army(),))
    assert {fixture.setup.armies for fixture in found} == {(own_army(),)}
    assert play_one(found[0]).armies == ("yellowjackets", "flyborgs")
    among = fixtures(BASIC, 20, 5, ("usarthropods", "flyborgs", "yellowjackets"), (own_army(),))
    assert all((f.setup.armies != ()) is ("yellowjackets" in f.armies) for f in among)


def test_results_are_the_same_however_many_work_on_them():
    played = list(all_fixtures([BASIC, Kind("advanced", True, 3)], 3, 5, ARMIES))
    told = []
    alone = play_all(played, told=told.append)
    assert told == alone
    with ThreadPoolExecutor(3) as executor:
        assert play_all(played, executor=executor) == alone
    assert [r.armies for r in alone] == [f.armies for f in played]
    assert all(r.winner is None or 0 <= r.winner < r.kind.players for r in alone)
    assert all(r.turns > 0 and r.shots > 0 and r.events["victory"] == 1 for r in alone)


@pytest.mark.parametrize("workers", [0, 65])
def test_workers_out_of_range_are_refused(workers):
    with pytest.raises(ValueError, match="workers must be from 1 to 64"):
        play_all([], workers)


def test_figures_count_lengths_endings_and_wins():
    found = figures(
        [
            result(0, turns=4),
            result(1, turns=6),
            result(0, turns=9, ending="bugs"),
            result(None, turns=7, ending="draw"),
        ]
    )
    assert found.matches == 4
    assert found.turns == (4, 6.5, 9)
    assert found.endings == {"bases": 2, "bugs": 1, "draw": 1}
    assert {score.army: score.wins for score in found.armies} == {"flyborgs": 2.5, "chitinians": 1.5}
    assert found.events == {"turn": 26}
    assert sum(score.share for score in found.armies) == 1.0
    with pytest.raises(ValueError, match="no result"):
        figures([])


def test_figures_tell_what_each_army_did():
    found = figures(
        [
            result(deeds={"flyborgs": {"bases grown": 2}, "chitinians": {"bases grown": 0}}),
            result(deeds={"flyborgs": {"bases grown": 1}, "chitinians": {"bases grown": 0}}),
        ]
    )
    assert found.deeds == {"chitinians": {"bases grown": 0.0}, "flyborgs": {"bases grown": 1.5}}


def test_what_armies_do_is_counted_for_whoever_does_it():
    played = [play_one(fixture) for fixture in fixtures(Kind("advanced", False, 2), 2, 5, ARMIES)]
    for one in played:
        assert tuple(one.deeds) == one.armies
        for deed, among in DEEDS.items():
            assert sum(done[deed] for done in one.deeds.values()) == sum(one.events.get(kind, 0) for kind in among)
        assert sum(done["cards"] for done in one.deeds.values()) <= sum(
            times for event, times in one.events.items() if event.startswith("card:")
        )
    assert sum(done["bases hit"] for one in played for done in one.deeds.values()) > 2


def test_the_interval_is_wilsons():
    # Newcombe, Stat. Med. 17 (1998), table I: 81 of 263.
    low, high = interval(81, 263)
    assert math.isclose(low, 0.2553, abs_tol=5e-5)
    assert math.isclose(high, 0.3662, abs_tol=5e-5)
    assert interval(0, 10)[0] == 0.0
    assert interval(10, 10)[1] == pytest.approx(1.0)


def test_seconds_are_no_part_of_a_result():
    assert result(seconds=0.1) == result(seconds=9.0)
    assert result(turns=5) != result(turns=6)


def test_tables_and_values_tell_the_same():
    results = [result(0), result(1, kind=Kind("advanced", False, 2)), result(0, kind=Kind("basic", True, 3), seed=9)]
    titles = [table.title for table in lines(results, {"flyborgs": "Flyborgs"}, counts=True)]
    assert titles[0] == "Lengths and endings"
    assert titles[1:3] == ["Wins by army, 2 players", "Wins by army, 3 players"]
    assert "How often in 3 matches" in titles
    assert "What each army did, per match" in titles
    assert len(list(lines(results, {}))) == len(titles) - 2
    told = as_values(results)
    assert [kind["matches"] for kind in told["kinds"]] == [1, 1, 1]
    assert told["players"]["2"]["armies"]["flyborgs"]["share"] == 0.5
    assert told["matches"][2]["seed"] == 9
    json.dumps(told)


@pytest.mark.parametrize(("wins", "said"), [(3, "all are."), (5, "beyond it: Chitinians, Flyborgs.")])
def test_an_army_beyond_the_aim_is_named_below_the_table(wins, said):
    results = [result(0 if n < wins else 1, seed=n) for n in range(6)]
    names = {"flyborgs": "Flyborgs", "chitinians": "Chitinians"}
    caption = next(t.caption for t in lines(results, names) if t.title == "Wins by army, 2 players")
    assert caption.endswith(f"Aim: each army 40% to 60%; {said}")
    three = [result(n % 3, ("flyborgs", "chitinians", "usarthropods"), kind=Kind("basic", False, 3)) for n in range(3)]
    assert "Aim" not in next(t.caption for t in lines(three, names) if t.title == "Wins by army, 3 players")


def test_the_command_prints_the_same_json_each_time(capsys):
    call = [
        "tournament",
        "--matches",
        "2",
        "--seed",
        "4",
        "--mode",
        "basic",
        "--no-terrain",
        "--players",
        "2",
        "--json",
    ]
    assert main(call) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(call) == 0
    second = json.loads(capsys.readouterr().out)
    assert first.pop("slowest")
    assert second.pop("slowest")
    assert first == second
    assert [(k["mode"], k["terrain"], k["players"], k["matches"]) for k in first["kinds"]] == [("basic", False, 2, 2)]


def test_the_command_prints_tables_and_takes_army_files(tmp_path, capsys):
    file = tmp_path / "my-army.toml"
    file.write_text(army_text(), "utf-8")
    call = ["tournament", "--matches", "1", "--mode", "advanced", "--terrain", "--players", "2", "--counts"]
    assert main([*call, "--armies", f"flyborgs,{file}"]) == 0
    shown = capsys.readouterr().out
    assert "Yellowjackets" in shown
    assert "How often in 1 matches" in shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--matches", "0"], "0 is not in the range"),
        (["--workers", "65"], "65 is not in the range"),
        (["--players", "5"], "5 is not in the range"),
        (["--armies", "flyborgs"], "two to eight different ones"),
        (["--armies", "flyborgs,ants"], "'ants' is no army"),
        (["--armies", "flyborgs,./missing.toml"], "missing.toml: no such file"),
        (["--seed", "-1"], "is not from 0"),
        (["--armies", "flyborgs,chitinians", "--players", "3"], "3 players need 3 armies"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(options, said):
    run = CliRunner().invoke(cli, ["tournament", *options])
    assert run.exit_code == 2
    assert said in run.output


def test_too_few_armies_for_four_players_leave_nothing_to_play():
    assert fixtures(Kind("basic", False, 4), 5, 1, ("flyborgs", "chitinians")) == []
    assert isinstance(fixtures(BASIC, 1, 1, ARMIES)[0], Fixture)


def test_kinds_take_turns_so_that_a_part_is_a_smaller_tournament():
    both = [BASIC, Kind("advanced", False, 2)]
    assert [f.kind for f in all_fixtures(both, 3, 1, ARMIES)] == both * 3
    assert list(all_fixtures(both, 3, 1, ARMIES)) == list(all_fixtures(both, 9, 1, ARMIES))[:6]


@pytest.mark.parametrize("after", [0, 3])
def test_an_interrupted_tournament_tells_what_was_played(monkeypatch, capsys, after):
    count = iter(range(100))

    def play(fixture):
        if next(count) == after:
            raise KeyboardInterrupt
        return result(kind=fixture.kind, armies=fixture.armies)

    monkeypatch.setattr("micromutants.tournament.playing.play_one", play)
    assert main(["tournament", "--matches", "4", "--players", "2"]) == 130
    shown = capsys.readouterr()
    assert f"Interrupted after {after} of 16 matches." in shown.err
    assert ("Lengths and endings" in shown.out) is (after > 0)


SMALL = ["tournament", "--matches", "2", "--mode", "basic", "--no-terrain", "--players", "2", "--json"]


def count_played(monkeypatch, stop=100):
    """Count the matches that are really played; the one after ``stop`` is interrupted."""
    played = []

    def play(fixture):
        if len(played) == stop:
            raise KeyboardInterrupt
        played.append(fixture)
        return play_one(fixture)

    monkeypatch.setattr("micromutants.tournament.playing.play_one", play)
    return played


def test_a_tournament_goes_on_where_it_was_broken_off(monkeypatch, tmp_path, capsys):
    whole = json.loads(run(SMALL, capsys))
    call = [*SMALL, "--journal", str(tmp_path / "matches.jsonl")]
    first = count_played(monkeypatch, stop=1)
    assert main(call) == 130
    assert len(json.loads(capsys.readouterr().out)["matches"]) == len(first) == 1
    second = count_played(monkeypatch)
    ended = json.loads(run(call, capsys))
    assert len(second) == 1
    assert second[0] != first[0]
    third = count_played(monkeypatch)
    again = json.loads(run(call, capsys))
    assert third == []
    for told in (whole, ended, again):
        told.pop("slowest")
    assert whole == ended == again


def run(call, capsys):
    assert main(call) == 0
    return capsys.readouterr().out


def test_a_longer_tournament_takes_over_what_a_shorter_one_has_played(monkeypatch, tmp_path, capsys):
    file = str(tmp_path / "matches.jsonl")
    run([*SMALL, "--journal", file], capsys)
    played = count_played(monkeypatch)
    longer = [option if option != "2" or SMALL[n - 1] != "--matches" else "3" for n, option in enumerate(SMALL)]
    assert len(json.loads(run([*longer, "--journal", file], capsys))["matches"]) == 3
    assert len(played) == 1


@pytest.mark.parametrize("changed", ["seed", "rules", "bots"])
def test_a_journal_of_other_matches_is_not_taken(monkeypatch, tmp_path, capsys, changed):
    file = tmp_path / "matches.jsonl"
    run([*SMALL, "--journal", str(file)], capsys)
    before = len(file.read_bytes().splitlines())
    call = [*SMALL, "--journal", str(file)]
    if changed == "seed":
        call += ["--seed", "9"]
    elif changed == "rules":
        monkeypatch.setattr("micromutants.tournament.journal.RULES_VERSION", 99)
    else:
        monkeypatch.setattr("micromutants.tournament.journal._bots", lambda: "other bots")
    played = count_played(monkeypatch)
    run(call, capsys)
    assert len(played) == 2
    # What it had stays.
    assert len(file.read_bytes().splitlines()) == before + 2


def test_a_torn_line_of_a_journal_costs_itself_only(monkeypatch, tmp_path, capsys):
    file = tmp_path / "matches.jsonl"
    call = [*SMALL, "--journal", str(file)]
    whole = json.loads(run(call, capsys))
    data = file.read_bytes()
    file.write_bytes(data[:-20])
    played = count_played(monkeypatch)
    again = json.loads(run(call, capsys))
    assert len(played) == 1
    whole.pop("slowest")
    again.pop("slowest")
    assert whole == again


def test_a_journal_that_can_not_be_is_refused_before_a_match_is_played(monkeypatch, tmp_path):
    played = count_played(monkeypatch)
    for wrong, said in ((tmp_path, "this is a folder"), (tmp_path / "no" / "file", "there is no folder")):
        result = CliRunner().invoke(cli, [*SMALL, "--journal", str(wrong)])
        assert result.exit_code == 2
        assert said in result.output
    assert played == []


def test_a_journal_is_shared_by_several_processes_of_one_tournament(tmp_path):
    played = list(all_fixtures([BASIC], 2, 5, ARMIES))
    with ThreadPoolExecutor(2) as executor, journal.writer(tmp_path / "matches.jsonl") as keeper:
        told = iter(journal.keys(played))
        results = play_all(played, executor=executor, told=lambda result: keeper.add(journal.Line(next(told), result)))
    assert list(journal.read(tmp_path / "matches.jsonl").values()) == results

"""The help page on tuning: its files can be used, its commands exist, and what it prints is what the program prints."""

import re
import shlex

import pytest
from lab_tools import ROOT, run

from micromutants.assets import asset_text
from micromutants.cli import cli
from micromutants.lab import plan_sweep, read_observed
from micromutants.lab.observed import COLUMNS
from micromutants.scenario import read_scenario

PAGE = asset_text("help/tuning.md")


def blocks(kind):
    """What the page's fenced blocks of a kind hold; the kind of printed lines is empty."""
    return [
        text for found, text in re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if found == kind
    ]


HOP, TABLE = blocks("toml")
(SEEN,) = blocks("csv")
COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("micromutants ")]


def test_the_readme_leads_to_it():
    assert "assets/help/tuning.md" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_has_its_options(line):
    _, name, *arguments = shlex.split(line)
    command = cli.commands[name]
    context = command.make_context(name, arguments)
    if name == "sweep":
        axes = context.params["vary"]
        assert plan_sweep(HOP.encode(), "hop.toml", axes, shots=context.params["shots"]).points


def test_the_scenario_does_what_the_page_prints(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hop.toml").write_text(HOP)
    done = run("check", "hop.toml")
    assert done.exit_code == 0
    printed = next(block for block in blocks("") if block.startswith("hop.toml: Hop onto"))
    # Which share it is depends on the physics; which lines there are does not.
    shape = re.compile(r"[\d.]+")
    assert shape.sub("#", done.stdout) == shape.sub("#", printed)
    (tmp_path / "hop.toml").write_text(HOP.replace("friction_mat", "frction_mat").replace("power = 0.3", "power = 3"))
    done = run("check", "hop.toml")
    assert done.exit_code == 1
    assert done.stderr in blocks("")


def test_tables_have_the_columns_that_the_page_prints(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hop.toml").write_text(HOP)
    made = run("sensitivity", "hop.toml", "--shots", 2, "--workers", 1).stdout.splitlines()
    made += run("sweep", "hop.toml", "--vary", "power=0.2", "--vary", "loft_deg=40", "--shots", 2).stdout.splitlines()
    for first, head in (("constant", made[1]), ("power", next(line for line in made if "as expected" in line))):
        printed = next(line for line in PAGE.splitlines() if line.split()[:1] == [first] and "special" in line)
        assert head.split() == printed.split()


def test_the_measured_shots_can_be_read_and_every_column_is_explained():
    seen = read_observed(SEEN.encode(), "observed.csv", TABLE.encode(), "table.toml")
    assert len(seen) == 10
    assert read_scenario(TABLE.encode(), "table.toml").title == "My kitchen table"
    for column in COLUMNS:
        assert f"`{column}`" in PAGE, column

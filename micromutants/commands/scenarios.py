"""The commands ``check`` and ``shoot``."""

from __future__ import annotations

from pathlib import Path

import click

from micromutants.commands.shared import CONTEXT, SET, Changes, failures, load, printed


@click.command(context_settings=CONTEXT)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
@SET
def check(files: tuple[Path, ...], changes: Changes) -> int:
    """Make the shots of scenario files, and compare what comes of them with what must.

    Without a FILE these are the scenarios that come with the program.  The exit code is 1 when anything fails.
    """
    from rich.text import Text

    from micromutants import scenario

    with failures():
        files = files or scenario.shipped_scenarios()
    total = failed = broken = 0
    for file in files:
        try:
            loaded = load(file, changes)
            with failures():
                results = scenario.check(loaded)
        except scenario.ScenarioError as error:
            click.echo(str(error), err=True)
            broken += 1
            continue
        printed(Text.assemble((str(file), "bold"), f": {loaded.title}"))
        for line in scenario.told_results(results):
            printed(line)
        total += len(results)
        failed += sum(not result.passed for result in results)
    verdict = f"{failed} of {total} expectations fail" if failed else f"all {total} expectations hold"
    if not total:
        verdict = "nothing is expected of any shot" if broken < len(files) else "so nothing could be checked"
    printed(Text(f"Files: {len(files)}, {broken} of them cannot be used; {verdict}."))
    return int(bool(failed or broken))


@click.command(context_settings=CONTEXT)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--shot", "name", metavar="NAME", help="Make this shot only.")
@SET
def shoot(file: Path, name: str | None, changes: Changes) -> int:
    """Make the shots of a scenario file, and tell what each did."""
    from rich.text import Text

    from micromutants import scenario

    with failures():
        loaded = load(file, changes)
    names = [shot.name for shot in loaded.shots]
    if name is not None and name not in names:
        allowed = f"allowed are {', '.join(map(repr, names))}" if names else "it has none"
        raise click.BadParameter(f"there is no shot {name!r} in {file}; {allowed}.", param_hint="'--shot'")
    if not names:
        raise click.ClickException(f"{file}: the scenario has no shots.")
    for shot in loaded.shots:
        if name in (None, shot.name):
            with failures():
                outcome = scenario.shoot(loaded, shot)
            printed(Text(shot.name, style="bold"))
            for line in scenario.told_shot(loaded, scenario.launches(loaded, shot), outcome):
                printed(Text(line))
    return 0

"""The command ``doctor``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from micromutants.commands.shared import CONTEXT, quiet_pygame


@click.command("doctor", context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def doctor_command(as_json: bool) -> int:
    """Tell what a report of a fault needs: versions, display, sound, folders, and a self-check of the physics.

    Nothing private is told: the home folder is shown as ~.  The exit code is 1 where something is wrong.
    """
    from micromutants import doctor

    window, folders = _window()
    findings = list(doctor.examine(window, folders))
    if as_json:
        values = {one.name: {"text": one.text, "wrong": one.wrong} for one in findings}
        click.echo(json.dumps(values, indent=2, ensure_ascii=False))
    else:
        for line in doctor.lines(findings):
            click.echo(line)
    return int(any(finding.wrong for finding in findings))


def _window() -> tuple[dict[str, str], dict[str, Path]]:
    """What is known of display and sound, and the folders that the window writes to."""
    from micromutants.folders import documents_folder

    quiet_pygame()
    try:
        from micromutants.ui.diagnosis import window_facts
        from micromutants.ui.settings import settings_path
    except ImportError as error:
        # Libraries that pygame needs may be missing on a machine without a desktop.
        return {"display": f"none: {error}"}, {}
    return window_facts(), {"settings": settings_path().parent, "matches": documents_folder()}

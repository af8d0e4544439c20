"""Opening the window on whatever is asked for, and closing it whatever happens."""

from __future__ import annotations

import sys
from pathlib import Path

import pygame

from micromutants import log
from micromutants.shots import SavedShot
from micromutants.ui.app import App


def run(
    record: Path | None = None, *, scenario: Path | None = None, shots: tuple[SavedShot, SavedShot] | None = None
) -> int:
    """Open the window and play.

    Args:
        record: A record or a saved shot to watch; None begins with the title.
        scenario: A scenario to play; it can be read.
        shots: Two shots to compare.

    Returns:
        Exit code: 0, or 1 where there is no display or the record can not be read (the reason is on stderr).
    """
    from micromutants.ui.screens.title import TitleScreen, open_replay

    try:
        app = App()
    except pygame.error as error:
        print(f"No window can be opened: {error}.", file=sys.stderr)
        return 1
    log.note(f"window {pygame.display.get_driver()} {app.window_size}, pygame-ce {pygame.version.ver}")
    try:
        if scenario is not None:
            from micromutants.scenario import load_scenario
            from micromutants.ui.screens.scenarios import open_scenario

            app.reset(TitleScreen(app))
            open_scenario(app, load_scenario(scenario), scenario)
        elif shots is not None:
            from micromutants.ui.screens.compare import CompareScreen

            app.reset(CompareScreen(app, *shots))
        elif record is None:
            app.reset(TitleScreen(app))
        else:
            reason = open_replay(app, record)
            if reason:
                print(reason, file=sys.stderr)
                return 1
        return app.run()
    except pygame.error as error:
        # Such as a display that went away; the match is in its autosave.
        log.failure("the window is lost", error)
        print(f"The window is lost: {error}.", file=sys.stderr)
        return 1
    finally:
        app.speaker.close()
        pygame.display.quit()

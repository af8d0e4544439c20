"""The scenario file from which a match began: what is said and offered when it changes."""

from __future__ import annotations

from pathlib import Path

from micromutants.scenario import Scenario, ScenarioError, load_scenario

Stamp = tuple[int, int]


def stamp_of(path: Path | None) -> Stamp | None:
    """What tells one state of a file from the next: when it was written, and its size; None where it is not there."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found else None


def faults_of(error: ScenarioError, path: Path) -> str:
    """What is wrong with a file, a line for each fault; the window knows the folder."""
    return "\n".join(line.replace(error.name, path.name, 1) for line in error.lines)


class MatchFile:
    """A file, and the scenario as it was when the match began.

    A match has the same physics from its first action to its last, so that its record can be played again.  A change of
    the file is therefore never put into a match that goes on; it can only begin anew.

    Attributes:
        path: The file.
        scenario: The last good one.
        fault: What is wrong with the file as it is now; empty where nothing is.
    """

    def __init__(self, scenario: Scenario, path: Path) -> None:
        self.scenario = scenario
        self.path = path
        self.fault = ""
        self._stamp = stamp_of(path)

    def poll(self) -> bool:
        """Read the file again if it has changed; returns whether it has, or whether it can no longer be used."""
        stamp = stamp_of(self.path)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            read = load_scenario(self.path)
        except ScenarioError as error:
            self.fault = faults_of(error, self.path)
            return True
        changed = bool(self.fault) or read.sha256 != self.scenario.sha256
        self.scenario, self.fault = read, ""
        return changed

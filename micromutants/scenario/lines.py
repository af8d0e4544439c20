"""On which line of a TOML text each key and list entry stands.

The text must be valid TOML, as ``tomllib`` has found it to be: only then does so small a scanner find its way.
"""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""Keys and list indices from the root to a value."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")
_SIMPLE_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)


def key_lines(text: str) -> dict[Path, int]:
    """The line, from 1, of every table, key and list entry of a valid TOML text.

    A table that has no header of its own stands where its first key does.
    """
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.lists: dict[Path, int] = {}
        self._counted, self._line = 0, 1

    def run(self) -> dict[Path, int]:
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self.header()
            else:
                self.assignment(table)
            self.skip(_BLANK)
        return self.lines

    def header(self) -> Path:
        """The path of a table's header, with the index of the newest entry for each list of tables."""
        line = self.line()
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        keys = self.keys()
        self.skip(_SPACE)
        self.at += 2 if double else 1
        path: Path = ()
        for i, key in enumerate(keys):
            path = (*path, key)
            if double and i == len(keys) - 1:
                self.lists[path] = self.lists.get(path, -1) + 1
            self.lines.setdefault(path, line)
            if path in self.lists:
                path = (*path, self.lists[path])
                self.lines.setdefault(path, line)
        return path

    def assignment(self, table: Path) -> None:
        line = self.line()
        path = table
        for key in self.keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.skip(_SPACE)
        self.at += 1
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: Path) -> None:
        match self.text[self.at : self.at + 1]:
            case "[":
                self.at += 1
                index = 0
                while True:
                    self.skip(_BLANK)
                    if self.text.startswith("]", self.at):
                        break
                    if self.text.startswith(",", self.at):
                        self.at += 1
                        continue
                    self.lines[(*path, index)] = self.line()
                    self.value((*path, index))
                    index += 1
                self.at += 1
            case "{":
                self.at += 1
                while True:
                    self.skip(_BLANK)
                    if self.text.startswith("}", self.at):
                        break
                    if self.text.startswith(",", self.at):
                        self.at += 1
                        continue
                    self.assignment(path)
                self.at += 1
            case '"' | "'":
                self.string()
            case _:
                self.skip(_SCALAR)

    def keys(self) -> list[str]:
        found = []
        while True:
            self.skip(_SPACE)
            if self.text[self.at] in "\"'":
                found.append(self.string())
            else:
                bare = _BARE.match(self.text, self.at)
                assert bare is not None, "the text is valid TOML"
                self.at = bare.end()
                found.append(bare[0])
            self.skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return found
            self.at += 1

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        assert found is not None, "the text is valid TOML"
        self.at = found.end()
        body = found[0]
        if body.startswith("'"):
            return body[1:-1]
        return _ESCAPE.sub(_unescaped, body[1:-1])

    def skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()

    def line(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line


def _unescaped(found: re.Match[str]) -> str:
    short, long, simple = found.groups()
    if simple is None:
        return chr(int(short or long, 16))
    return _SIMPLE_ESCAPES.get(simple, simple)

"""The page of faults names every fault that is known, and tests that there are."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "tests" / "FAULTS.md").read_text("utf-8")

KNOWN = [
    *(f"P{n}" for n in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20)),
    *(f"D{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)),
    *(f"I{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19)),
    *(f"R{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)),
    *(f"F{n}" for n in (1, 2, 3, 5, 6, 7)),
    *(f"X{n}" for n in range(1, 23)),
]
"""Ids of the faults, by what they are about: physics, determinism, input, rules, files, and those found here."""


def entries():
    """What the page says of each fault, by its id."""
    parts = re.split(r"^- \*\*([A-Z]\d+)\*\* ", PAGE, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def functions_in(path):
    return {node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}


def test_every_known_fault_is_on_the_page_once_and_in_order():
    assert [fault for fault, _ in entries()] == KNOWN


@pytest.mark.parametrize(("fault", "said"), entries(), ids=[fault for fault, _ in entries()])
def test_each_has_tests_that_exist_or_a_reason(fault, said):
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", said)
    reason = re.search(r"Cannot apply: (.+)", said)
    assert bool(named) != bool(reason)
    if reason:
        assert len(reason[1].split()) > 7
    for path, name in named:
        assert name in functions_in(ROOT / path), f"{path} has no {name}"

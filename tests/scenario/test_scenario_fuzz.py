"""Whatever happens to a file, it is read or refused with its faults, never anything else."""

import tomllib

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scenario_tools import BASE

from micromutants.physics import Hand
from micromutants.scenario import ScenarioError, read_scenario, shipped_scenarios, updated_text
from micromutants.scenario.lines import key_lines
from micromutants.table import Mat, Table

EMPTY = Table.of(Mat(), [])

TEXTS = [path.read_text("utf-8") for path in shipped_scenarios()] + [BASE]

VALUES = [
    "nan", "-inf", "0", "-1", "1e308", "9" * 30, "true", "[]", "{}", '""', "'x'", "[[1], 2]", "{ a = { b = 1 } }",
    "1979-05-27", "07:32:00", '["a", 1]', "[nan, 0]", "[1, 2]", '"\\u0000"', "0x10", "1_0", '"""a\nb"""',
    "[{ id = 1 }]", "9" * 400,
]  # fmt: skip

KEYS = [
    "id", "breed", "kind", "at", "piece", "power", "speed_mm_s", "expect", "launches", "name", "of", "over", "shots",
    "pieces",
]  # fmt: skip


@st.composite
def mangled(draw):
    """A shipped file with lines dropped, doubled, swapped or given other values."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 5))):
        i = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "value", "key", "insert", "cut"])):
            case "drop" if len(lines) > 1:
                del lines[i]
            case "double":
                lines.insert(i, lines[i])
            case "swap":
                j = draw(st.integers(0, len(lines) - 1))
                lines[i], lines[j] = lines[j], lines[i]
            case "value" if "=" in lines[i]:
                lines[i] = f"{lines[i].split('=')[0]}= {draw(st.sampled_from(VALUES))}"
            case "key" if "=" in lines[i]:
                lines[i] = f"{draw(st.sampled_from(KEYS))} = {lines[i].split('=', 1)[1]}"
            case "insert":
                lines.insert(i, f"{draw(st.sampled_from(KEYS))} = {draw(st.sampled_from(VALUES))}")
            case "cut":
                lines[i] = lines[i][: draw(st.integers(0, len(lines[i])))]
            case _:
                pass
    return "\n".join(lines)


def read_or_refuse(data):
    """Reads, or checks that the refusal names lines of the file."""
    try:
        return read_scenario(data, "a.toml")
    except ScenarioError as error:
        refusal = error
    assert refusal.faults
    last = data.count(b"\n") + 1
    for fault, line in zip(refusal.faults, refusal.lines, strict=True):
        assert 0 <= fault.line <= last
        assert fault.text
        assert "\n" not in line
        assert len(line) < 1000
    return None


@settings(max_examples=400)
@given(mangled())
@example('format = 1\ntitle = "a"\nshots = [1, {}]\npieces = [{}]')
@example('format = 1\ntitle = "a"\n[shots]\n[pieces]\n[match]\narmies = [[], {}]')
@example('format = 1\ntitle = "a"\n[[shots]]\nname = []\npiece = {}\nlaunches = [{ piece = [] }, { piece = [] }]\n')
@example('format = 1\ntitle = "a"\n[[shots]]\nexpect = [1]\n[[shots]]\nexpect = []\n')
@example(
    'format = 1\ntitle = "a"\n[[shots]]\n[shots.expect]\ntravel_times = { shot = [], at_least = 1 }\nover = [[]]\n'
)
@example('format = 1\ntitle = "a"\n[[pieces]]\nid = "a"\nbreed = {}\nkind = []\nat = {}\n')
def test_mangled_files(text):
    scenario = read_or_refuse(text.encode())
    if scenario is None:
        return
    assert updated_text(scenario) == text
    changed = msgspec.structs.replace(
        scenario, title="Changed", hand=Hand(power_sd=0.25), match=None, puzzle=None, table=EMPTY, shots=()
    )
    again = read_scenario(updated_text(changed).encode(), "a.toml")
    assert (again.title, again.hand, len(again.table), again.match) == ("Changed", Hand(power_sd=0.25), 0, None)
    assert again.physics == scenario.physics


@settings(max_examples=200)
@given(st.sampled_from(TEXTS), st.integers(0, 10_000), st.binary(max_size=3))
def test_files_with_foreign_bytes(text, at, foreign):
    data = text.encode()
    at %= len(data)
    read_or_refuse(data[:at] + foreign + data[at + 1 :])


_KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=6)
_LEAVES = st.integers(-(10**6), 10**6) | st.floats() | st.booleans() | _KEYS


def _toml(value):
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_quoted(k)} = {_toml(v)}' for k, v in value.items())} }}"
    if isinstance(value, list):
        return "[\n" + ",  # x\n".join(map(_toml, value)) + " ]"
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower()


def _quoted(text):
    return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08X}" for c in text) + '"'


@given(st.dictionaries(_KEYS, st.recursive(_LEAVES, lambda v: st.lists(v) | st.dictionaries(_KEYS, v), max_leaves=12)))
def test_the_scanner_finds_every_key_of_any_toml(document):
    text = "".join(f"{_quoted(key)} = {_toml(value)}\n" for key, value in document.items())

    def paths(value, at=()):
        yield at
        pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in pairs:
            yield from paths(inner, (*at, key))

    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        # A surrogate cannot be written, or an inline table may not be broken over lines.
        return
    assert set(paths(parsed)) - {()} == set(key_lines(text))

"""Reading scenario files: everything that is wrong is told, each with its line, its key and what is allowed."""

import hashlib
import math
import tomllib

import pytest
from scenario_tools import BASE, faults, line_of, read

from micromutants.physics import Hand, Launch, Physics, Shot
from micromutants.scenario import ScenarioError, load_scenario, read_scenario, shipped_scenarios
from micromutants.scenario.lines import key_lines
from micromutants.table import Face, Mat


def test_a_file_is_read_whole():
    text = BASE.replace('breed = "soldier"', 'breed = "soldier"\nface = "special"\nowner = -1')
    scenario = read(text)
    assert scenario.title == "Two chips"
    assert scenario.physics == Physics(friction_mat=0.4)
    assert scenario.hand == Hand(aim_sd=math.radians(2.0))
    assert scenario.table.mat == Mat()
    hopper, target = scenario.table["hopper"], scenario.table["target"]
    assert (hopper.kind, hopper.owner, hopper.face, hopper.x, hopper.y) == ("small", -1, Face.SPECIAL, 200.0, 200.0)
    assert (target.kind, target.owner, target.face, target.angle) == ("large", 1, Face.NORMAL, math.radians(30))
    assert scenario.breeds == (("hopper", "soldier"), ("target", ""))
    assert scenario.shot("the hop").moves == (Shot("hopper", 0.0, 0.3, math.radians(60)),)
    assert scenario.shot("the slide").moves == (Launch("hopper", 0.0, 500.0, 0.0),)
    assert scenario.text == text
    assert scenario.sha256 == hashlib.sha256(text.encode()).hexdigest()
    with pytest.raises(KeyError, match="no shot 'x'"):
        scenario.shot("x")


def test_least_file():
    scenario = read('format = 1\ntitle = "Empty mat"')
    assert len(scenario.table) == 0
    assert (scenario.physics, scenario.hand, scenario.shots, scenario.match) == (Physics(), Hand(), (), None)


def test_later_pieces_lie_on_earlier_ones():
    text = BASE + '[[pieces]]\nid = "upper"\nkind = "rect"\nat = [305, 200]\n'
    assert read(text).table["upper"].level == 1
    assert [pair[:2] for pair in read(text).table.lies_on()] == [("upper", "target")]


def test_bases_and_projectiles_are_breeds_too():
    text = BASE + '[[pieces]]\nid = "n"\nbreed = "command-nest"\nat = [400, 400]\nface = "special"\n'
    text += '[[pieces]]\nid = "r"\nbreed = "rocket"\nat = [500, 400]\n'
    table = read(text).table
    assert (table["n"].kind, table["r"].kind) == ("base", "rect")


def test_a_press_and_a_launch_take_all_their_keys():
    press = "offset = 0.5\ntwist_deg = -10\ntumble = -0.4\n[shots.expect]\nmoved = true"
    launch = "loft_deg = -5\ntumble_rad_s = 1\nyaw_rad_s = -2\nheight_mm = 3\n[shots.expect]\ntravel"
    text = BASE.replace("[shots.expect]\nmoved = true", press).replace("[shots.expect]\ntravel", launch)
    scenario = read(text)
    assert scenario.shots[0].moves[0] == Shot(
        "hopper", 0.0, 0.3, math.radians(60), 0.5, math.radians(-10), -0.4
    )  # fmt: skip
    assert scenario.shots[1].moves[0] == Launch("hopper", 0.0, 500.0, math.radians(-5), 1.0, -2.0, 3.0)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_a_byte_order_mark_do_no_harm(end):
    text = "\ufeff" + BASE.replace("\n", end)
    assert len(read_scenario(text.encode(), "a").table) == 2
    bad = text.replace("friction_mat", "friction_mut")
    (fault,) = faults(bad)
    assert fault.line == line_of(bad, "friction_mut")


# --- faults -------------------------------------------------------------------------------------------------------

BAD = [
    # what is replaced, by what, the key, parts of what is said
    ("format = 1", "format = 2", "format", ["2 is newer than 1"]),
    ("format = 1", "format = 99999999999999999999", "format", ["is newer than 1"]),
    ("format = 1", 'format = "1"', "format", ["must be 1, not '1'"]),
    ("format = 1", "format = true", "format", ["must be 1, not true"]),
    ("format = 1", "format = 0", "format", ["must be 1, not 0"]),
    ('title = "Two chips"', "title = 3", "title", ["a text on one line of 1 to 200 characters, not 3"]),
    ('title = "Two chips"', 'title = ""', "title", ["not ''"]),
    ('title = "Two chips"', 'title = "a\\nb"', "title", ["on one line"]),
    ('title = "Two chips"', 'tilte = "x"\ntitle = "y"', "tilte", ["no key 'tilte'", "did you mean 'title'?"]),
    ("friction_mat = 0.4", "friction_mt = 0.4", "physics.friction_mt", ["did you mean 'friction_mat'?"]),
    ("friction_mat = 0.4", "friction_mat = nan", "physics.friction_mat", ["a number from 0 to 2, not nan"]),
    ("friction_mat = 0.4", "friction_mat = -inf", "physics.friction_mat", ["a number from 0 to 2, not -inf"]),
    ("friction_mat = 0.4", "friction_mat = 2.1", "physics.friction_mat", ["a number from 0 to 2, not 2.1"]),
    ("friction_mat = 0.4", "friction_mat = true", "physics.friction_mat", ["not true"]),
    ("friction_mat = 0.4", "friction_mat = '0.4'", "physics.friction_mat", ["not '0.4'"]),
    ("friction_mat = 0.4", "friction_mat = 2020-02-02", "physics.friction_mat", ["not 2020-02-02"]),
    ("friction_mat = 0.4", "edge_rounding = 0", "physics.edge_rounding", ["above 0 and at most 1 mm, not 0"]),
    ("friction_mat = 0.4", f"friction_mat = {'9' * 400}", "physics.friction_mat", ["from 0 to 2, not 9999"]),
    ("[physics]", "[[physics]]", "physics", ["must be a table, not a list of 1"]),
    ("aim_sd_deg = 2.0", "aim_sd = 2.0", "hand.aim_sd", ["did you mean 'aim_sd_deg'?"]),
    ("aim_sd_deg = 2.0", "aim_sd_deg = 181", "hand.aim_sd_deg", ["from 0 to 180, not 181"]),
    ("[hand]", "[mat]\nwidth = 50\n[hand]", "mat.width", ["from 100 to 3000 mm, not 50"]),
    ('id = "hopper"', 'id = "target"', "pieces[1].id", ["'target' is taken"]),
    ('id = "hopper"', 'id = "hop per"', "pieces[0].id", ["letters and digits"]),
    ('id = "hopper"', "id = 5", "pieces[0].id", ["not 5"]),
    ('breed = "soldier"', 'breed = "soldeir"', "pieces[0].breed", ["did you mean 'soldier'?"]),
    ('breed = "soldier"', 'breed = "zzz"', "pieces[0].breed", ["allowed are soldier, green-beret"]),
    ('breed = "soldier"', "breed = []", "pieces[0].breed", ["not a list of 0"]),
    ('breed = "soldier"', 'kind = "smal"', "pieces[0].kind", ["one of small, large", "did you mean 'small'?"]),
    ('breed = "soldier"', 'breed = "soldier"\nkind = "small"', "pieces[0].kind", ["leave one of them out"]),
    ('breed = "soldier"', 'breed = "sergeant"\nface = "special"', "pieces[0].face", ["has no special side"]),
    ('breed = "soldier"', 'breed = "soldier"\nface = "up"', "pieces[0].face", ["one of normal, special, not 'up'"]),
    ('breed = "soldier"', 'breed = "soldier"\nowner = 4', "pieces[0].owner", ["from -1 to 3, not 4"]),
    ('breed = "soldier"', 'breed = "soldier"\nowner = 0.0', "pieces[0].owner", ["a whole number"]),
    ('breed = "soldier"', 'breed = "soldier"\nangel_deg = 4', "pieces[0].angel_deg", ["did you mean 'angle_deg'?"]),
    ("at = [200, 200]", "at = [200, 200, 3]", "pieces[0].at", ["[x, y] in mm, not [200, 200, 3]"]),
    ("at = [200, 200]", "at = [nan, 200]", "pieces[0].at", ["two finite numbers", "not [nan, 200]"]),
    ("at = [200, 200]", 'at = "here"', "pieces[0].at", ["not 'here'"]),
    ("at = [200, 200]", "at = [4, 200]", "pieces[0].at", ["off the mat", "x from 8 to 752"]),
    ('name = "the slide"', 'name = "the hop"', "shots[1].name", ["'the hop' is taken"]),
    ('piece = "hopper"', 'piece = "hoper"', "shots[0].piece", ["no piece 'hoper'", "did you mean 'hopper'?"]),
    ("towards_deg = 0", "towards_deg = inf", "shots[0].towards_deg", ["degrees, not inf"]),
    ("power = 0.3", "power = 1.01", "shots[0].power", ["from 0 to 1, not 1.01"]),
    ("power = 0.3", "power = 0.3\nheight_mm = 3", "shots[0].height_mm", ["does not go with power"]),
    ("power = 0.3", "power = 0.3\nspeed_mm_s = 3", "shots[0].speed_mm_s", ["give one of them"]),
    ("loft_deg = 60", "loft_deg = 80", "shots[0].loft_deg", ["from 15 to 75 degrees, not 80"]),
    ("speed_mm_s = 500", "speed_mm_s = -1", "shots[1].speed_mm_s", ["from 0 to 20000 mm/s"]),
    ("speed_mm_s = 500", "speed_mm_s = 1\ntumble = 0.1", "shots[1].tumble", ["a launch has tumble_rad_s"]),
    ("moved = true", "moved = 1", "shots[0].expect.moved", ["true or false, not 1"]),
    ("moved = true", "moves = true", "shots[0].expect.moves", ["did you mean 'moved'?"]),
    ("moved = true", 'over = ["targt"]', "shots[0].expect.over[0]", ["did you mean 'target'?"]),
    ("moved = true", 'over = ["hopper"]', "shots[0].expect.over[0]", ["one of the other pieces target"]),
    ("moved = true", 'over = ["target", "target"]', "shots[0].expect.over[1]", ["named twice"]),
    ("moved = true", "over = []", "shots[0].expect.over", ["a list of other pieces target"]),
    ("moved = true", "clear = false", "shots[0].expect.clear", ["or true, for all of them, not false"]),
    ("moved = true", "level = -1", "shots[0].expect.level", ["from 0 to 20, not -1"]),
    ("moved = true", "travel_mm = { at_least = 3, at_most = 2 }", "shots[0].expect.travel_mm.at_least", ["above"]),
    ("moved = true", "travel_mm = 3", "shots[0].expect.travel_mm", ["a table, not 3"]),
    ("moved = true", 'rest_within_mm = { of = "x", by = 3 }', "shots[0].expect.rest_within_mm.of", ["one of hopper"]),
    ("moved = true", "rest_within_mm = { of = [1, 2], by = inf }", "shots[0].expect.rest_within_mm.by", ["not inf"]),
    (
        "moved = true",
        'travel_times = { shot = "the slid", at_least = 1 }',
        "shots[0].expect.travel_times.shot",
        ["another shot of this file", "did you mean 'the slide'?"],
    ),
    ("moved = true", 'travel_times = { shot = "the hop", at_least = 1 }', "shots[0].expect.travel_times.shot", ["not"]),
    (
        "moved = true",
        'chance_over = { of = ["target"], at_least = 1.5 }',
        "shots[0].expect.chance_over.at_least",
        ["from 0 to 1, not 1.5"],
    ),
    (
        "moved = true",
        'chance_face = { of = "heads", at_least = 0.5 }',
        "shots[0].expect.chance_face.of",
        ["one of normal, special, not 'heads'"],
    ),
    (
        "moved = true",
        'chance_over = { of = ["target"], at_least = 0.5, shots = 0 }',
        "shots[0].expect.chance_over.shots",
        ["from 1 to 10000, not 0"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "said"), BAD, ids=[f"{i}-{row[2]}" for i, row in enumerate(BAD)])
def test_each_fault_is_told_with_its_line_and_key(old, new, key, said):
    assert old in BASE
    text = BASE.replace(old, new, 1)
    (fault,) = [fault for fault in faults(text) if fault.key == key]
    assert all(part in fault.text for part in said), fault.text
    leaf = key.rpartition(".")[2].partition("[")[0]
    lines = text.splitlines()
    assert leaf in lines[fault.line - 1], (fault, lines[fault.line - 1])


MISSING = [
    ("format = 1\n", "", 1, "", "format is missing"),
    ('title = "Two chips"   # a remark\n', "", 1, "", "title is missing: it must be a text"),
    ('id = "hopper"         # the one that hops\n', "", 11, "pieces[0]", "id is missing"),
    ('breed = "soldier"\n', "", 11, "pieces[0]", "breed is missing"),
    ("at = [200, 200]\n", "", 11, "pieces[0]", "at is missing"),
    ('name = "the hop"\n', "", 24, "shots[0]", "name is missing"),
    ("power = 0.3\n", "", 24, "shots[0]", "power (a press of the shooter) or speed_mm_s (a launch) is missing"),
    ("towards_deg = 0\n", "", 24, "shots[0]", "towards_deg is missing"),
    ("moved = true\n", "", 30, "shots[0].expect", "nothing is expected here"),
    ("{ at_most = 100 }", "{ }", 39, "shots[1].expect.travel_mm", "at_least or at_most is missing"),
    ("moved = true", "rest_within_mm = { by = 3 }", 31, "shots[0].expect.rest_within_mm", "of is missing"),
    ("moved = true", "chance_over = { at_least = 0.1 }", 31, "shots[0].expect.chance_over", "of is missing"),
]


@pytest.mark.parametrize(("old", "new", "line", "key", "said"), MISSING)
def test_what_is_missing_is_told_where_its_table_begins(old, new, line, key, said):
    assert old in BASE
    text = BASE.replace(old, new, 1)
    found = [fault for fault in faults(text) if said in fault.text]
    assert [(fault.line, fault.key) for fault in found] == [(line, key)]


def test_all_faults_are_told_at_once_in_the_order_of_the_lines():
    text = BASE
    for old, new in (
        ("friction_mat", "friction_mut"),
        ("aim_sd_deg = 2.0", "aim_sd_deg = nan"),
        ("[200, 200]", "[2, 200]"),
        ('kind = "large"', 'kind = "huge"'),
        ("power = 0.3", "power = 3"),
        ("speed_mm_s = 500", "speed_mm_s = false"),
    ):
        text = text.replace(old, new, 1)
    found = faults(text)
    assert [fault.key for fault in found] == [
        "physics.friction_mut", "hand.aim_sd_deg", "pieces[0].at", "pieces[1].kind", "shots[0].power",
        "shots[1].speed_mm_s",
    ]  # fmt: skip
    with pytest.raises(ScenarioError) as caught:
        read(text)
    assert str(caught.value).splitlines()[0] == (
        f"a.toml: line {line_of(text, 'friction_mut')}: physics.friction_mut: there is no key 'friction_mut' here; "
        "did you mean 'friction_mat'?"
    )


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("format = 1\ntitle = \n", 2, "not valid TOML: invalid value (column 9)"),
        ('format = 1\ntitle = "a\n', 2, "not valid TOML"),
        ('format = 1\n\nformat = 1\ntitle = "a"', 3, "cannot overwrite a value"),
        ("format = 1\n[physics", 2, "not valid TOML"),
        ("format = 1\n[physics]\n[physics]\n", 3, "not valid TOML"),
        ("format = 1\nx = [\n1,\n", 3, "not valid TOML: invalid value (at the end of the file)"),
        (f"x = {'1' * 5000}", 0, "a number or a date that cannot be"),
        (f"x = {'[' * 5000}{']' * 5000}", 0, "nested too deep"),
        ("", 0, "the file is empty"),
        (" \n\n", 0, "the file is empty"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(text, line, said):
    (fault,) = faults(text)
    assert fault.line == line
    assert said in fault.text


def test_what_is_no_text_is_told_with_its_line():
    with pytest.raises(ScenarioError, match=r"^a: line 3: byte 0xff is not UTF-8 text$"):
        read_scenario(b'format = 1\ntitle = "a"\n\xff', "a")
    with pytest.raises(ScenarioError, match="longer than 1000 kB"):
        read_scenario(b"#" * 1_000_001, "a")


def test_files_that_can_not_be_read(tmp_path):
    for path, said in (
        (tmp_path / "none.toml", "could not be read: no such file or directory"),
        (tmp_path, "this is a folder, not a scenario file"),
        ("/dev/null", "this is not a regular file"),
        ("a\0b", "could not be read"),
    ):
        with pytest.raises(ScenarioError) as caught:
            load_scenario(path)
        assert said in str(caught.value)


LAUNCHES = """\
[[shots]]
name = "many"
[[shots.launches]]
piece = "hopper"
speed_mm_s = 100
[[shots.launches]]
piece = "target"
towards_deg = 3
power = 0.2
"""


@pytest.mark.parametrize(
    ("more", "key", "said"),
    [
        ("[shots.expect]\nmoved = true", "shots[2].expect", "piece is missing: of several launched pieces"),
        ('[[shots.launches]]\npiece = "target"\nspeed_mm_s = 1', "shots[2].launches[2].piece", "is launched twice"),
        ('[[shots.launches]]\npiece = "target"\nsped = 1', "shots[2].launches[2].sped", "did you mean 'speed_mm_s'?"),
        (
            '[shots.expect]\npiece = "hopper"\nchance_face = { of = "normal", at_least = 0.5 }',
            "shots[2].expect.chance_face",
            "a launch is exact",
        ),
    ],
)
def test_faults_of_several_launches(more, key, said):
    (fault,) = [fault for fault in faults(BASE + LAUNCHES + more) if fault.key == key]
    assert said in fault.text
    assert len(read(BASE + LAUNCHES).shot("many").moves) == 2


@pytest.mark.parametrize(
    ("lines", "key", "said"),
    [
        ('piece = "hopper"\nlaunches = [{ piece = "target", speed_mm_s = 1 }]', "shots[2].piece", "in each of them"),
        ("launches = []", "shots[2].launches", "name at least one"),
        ("launches = [3]", "shots[2].launches[0]", "must be a table, not 3"),
        ("launches = 3", "shots[2].launches", "[[shots[2].launches]]"),
        ('piece = "target"\npower = 0.2', "shots[2]", "towards_deg is missing"),
    ],
)
def test_faults_of_a_shot(lines, key, said):
    found = faults(f'{BASE}[[shots]]\nname = "many"\n{lines}\n')
    assert any(fault.key == key and said in fault.text for fault in found), found


def test_what_can_not_fly_is_not_shot():
    text = BASE.replace('kind = "large"', 'kind = "base"').replace('piece = "hopper"', 'piece = "target"')
    found = {fault.key: fault.text for fault in faults(text)}
    assert "'target' is a base, and only chips can be flicked" in found["shots[0].piece"]
    assert "'target' is a base, which cannot be launched" in found["shots[1].piece"]


def test_a_press_that_is_too_strong_for_the_physics_is_refused():
    text = BASE.replace("friction_mat = 0.4", "mat_stiffness = 0.001")
    (fault,) = faults(text)
    assert fault.key == "shots[0].power"
    assert "20000 mm/s are the most" in fault.text


def test_chance_needs_a_hand_that_scatters():
    text = BASE.replace("aim_sd_deg = 2.0", "aim_sd_deg = 0")
    text = text.replace("moved = true", 'chance_over = { of = ["target"], at_least = 0.1 }')
    (fault,) = faults(text)
    assert "an exact hand leaves nothing to chance" in fault.text


def test_a_faulty_piece_is_no_reason_to_call_it_unknown():
    text = BASE.replace('breed = "soldier"', 'breed = "soldeir"')
    assert [fault.key for fault in faults(text)] == ["pieces[0].breed"]


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ("seed = 7", 'terrain = ["acid-pit", "warp-gate", "gravity-manipulator"]', "match.terrain", "two stars"),
        ('mode = "basic"', 'mode = "basc"', "match.mode", "did you mean 'basic'?"),
        ('mode = "basic"', "", "match", "mode is missing"),
        ('"chitinians"', '"chitinian"', "match.armies[1]", "did you mean 'chitinians'?"),
        ('"chitinians"', '"usarthropods"', "match.armies[1]", "named twice"),
        ('"usarthropods", "chitinians"', '"flyborgs"', "match.armies", "two to four armies, not 1"),
        ('armies = ["usarthropods", "chitinians"]', "", "match", "armies is missing"),
        ("seed = 7", "seed = -1", "match.seed", "from 0 to 9223372036854775807"),
        ("seed = 7", 'terrain = ["acid-pt"]', "match.terrain[0]", "did you mean 'acid-pit'?"),
        ("seed = 7", "sed = 7", "match.sed", "did you mean 'seed'?"),
        ("[hand]", '[[pieces]]\nid = "a"\nkind = "small"\nat = [90, 90]\n[hand]', "pieces", "leave these out"),
        ("[hand]", "[mat]\nwidth = 200\n[hand]", "match", "mat"),
    ],
)
def test_only_what_the_rules_can_start_is_a_match(old, new, key, said):
    text = next(path for path in shipped_scenarios() if path.stem == "basic-match").read_text("utf-8")
    assert old in text
    found = [fault for fault in faults(text.replace(old, new)) if fault.key == key]
    assert len(found) == 1
    assert said in found[0].text


# --- settings -----------------------------------------------------------------------------------------------------


def test_settings_replace_what_the_file_says():
    scenario = read(BASE, [
        ("physics.friction_mat", "0.25"), ("physics.tumble", "-0.5"), ("hand.power_sd", "0.1"), ("mat.width", "900"),
        ("pieces.target.at", "[310, 210]"), ('shots."the hop".power', "0.5"), ("pieces.hopper.owner", "2"),
    ])  # fmt: skip
    assert (scenario.physics.friction_mat, scenario.physics.tumble) == (0.25, -0.5)
    assert (scenario.hand.power_sd, scenario.table.mat.width) == (0.1, 900.0)
    assert (scenario.table["target"].x, scenario.table["hopper"].owner) == (310.0, 2)
    assert scenario.shot("the hop").moves[0].power == 0.5


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("physics.friction_mat", "7", "a.toml: physics.friction_mat: must be a number from 0 to 2, not 7"),
        ("physics.frction_mat", "0.3", "a.toml: physics.frction_mat: there is no key 'frction_mat' here"),
        ("physics.friction_mat", "abc", "a.toml: physics.friction_mat: 'abc' cannot be set"),
        ("physics..x", "1", "cannot be set"),
        ("pieces.targt.at", "[1, 2]", "there is no 'targt' in pieces; did you mean 'target'?"),
        ("pieces", "3", "a.toml: pieces: must be a list of tables"),
        ("title.x", "3", "a.toml: title: must be a text"),
    ],
)
def test_settings_that_are_wrong_have_no_line(key, value, said):
    with pytest.raises(ScenarioError) as caught:
        read(BASE, [(key, value)])
    assert any(said in line and ": line " not in line for line in caught.value.lines), caught.value.lines


# --- lines --------------------------------------------------------------------------------------------------------


def test_the_line_of_every_key_is_found():
    text = '''\
a = 1
"b c" = { d = [1, 2], "e.f" = """x
y""" }

[t.u]   # t has no header of its own
v = [
  1,   # ],
  { w = 'it is "]"' },

  3]
x.y = 1979-05-27T07:32:00Z
[[l]]
m = """
\\"""
"""
n = 2
[[l]]
[l.o]
"\\u0070" = \'\'\'
[q]
\'\'\'
[[l.r]]
[[l.r]]
s = 1
'''
    lines = key_lines(text)
    assert {path: lines[path] for path in [
        ("a",), ("b c", "d"), ("b c", "d", 1), ("b c", "e.f"), ("t",), ("t", "u"), ("t", "u", "v"), ("t", "u", "v", 0),
        ("t", "u", "v", 1, "w"), ("t", "u", "v", 2), ("t", "u", "x", "y"), ("l", 0), ("l", 0, "m"), ("l", 0, "n"),
        ("l", 1), ("l", 1, "o", "p"), ("l", 1, "r", 0), ("l", 1, "r", 1, "s"),
    ]} == dict(zip([
        ("a",), ("b c", "d"), ("b c", "d", 1), ("b c", "e.f"), ("t",), ("t", "u"), ("t", "u", "v"), ("t", "u", "v", 0),
        ("t", "u", "v", 1, "w"), ("t", "u", "v", 2), ("t", "u", "x", "y"), ("l", 0), ("l", 0, "m"), ("l", 0, "n"),
        ("l", 1), ("l", 1, "o", "p"), ("l", 1, "r", 0), ("l", 1, "r", 1, "s"),
    ], [1, 2, 2, 2, 5, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 22, 24], strict=True))  # fmt: skip


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_every_value_of_a_file_has_a_line(path):
    text = path.read_text("utf-8")

    def paths(value, at=()):
        yield at
        pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in pairs:
            yield from paths(inner, (*at, key))

    assert set(paths(tomllib.loads(text))) - {()} == set(key_lines(text))

"""The sample of slips: made one by one, in a copy, and met by the stories that speak of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.mutants.__main__ import main, sampled
from tests.mutants.changes import changes, real, rules
from tests.mutants.stories import Stories

RULE = '''"""Über Steuern."""
def tax(cities: int, bonus: bool = False) -> int:
    """§4.1: 2 for each city, ß at most 9."""
    if not bonus and cities < 3:
        return 0
    return min(9, 2 * cities)
'''
SHORT = "def tax(cities: int) -> int:\n    _spare = 0\n    return 2 * cities\n"
STORY = """from engine.acme.tax import tax
def test_4_1_a_city_pays_two():
    assert tax(4) == 8
"""
OTHER = "def test_trade_is_free():\n    assert True\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with one rule and two stories."""
    files = {
        "engine/acme/tax.py": RULE,
        "tests/acme/test_tax.py": STORY,
        "tests/acme/test_trade.py": OTHER,
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["long: x", "soak: y", "browser: z"]\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def test_every_token_of_a_rule_that_may_slip_is_found_at_its_place() -> None:
    found = {(change.line, change.old, change.new): change for change in changes("engine/acme/tax.py", RULE)}
    assert set(found) == {
        (2, "False", "True"),
        (4, "not", ""),
        (4, "and", "or"),
        (4, "<", "<="),
        (4, "3", "4"),
        (5, "0", "1"),
        (6, "min", "max"),
        (6, "9", "10"),
        (6, "2", "3"),
        (6, "*", "+"),
    }
    assert "if not bonus and cities <= 3:" in found[4, "<", "<="].made(RULE)
    assert "if bonus and cities < 3:" in found[4, "not", ""].made(RULE)
    assert all(real(change, RULE) for change in found.values())


def test_what_only_asserts_is_no_slip() -> None:
    rule = "def pay(a: list[int], b: list[int]) -> int:\n    return sum(map(max, zip(a, b, strict=True)))\n"
    assert changes("engine/acme/pay.py", rule) == []


def test_a_sample_is_the_same_for_the_same_seed(tree: Path) -> None:
    once = sampled(tree, 4, 7)
    assert len(once) == 4
    assert sampled(tree, 4, 7) == once != sampled(tree, 4, 8)


def test_a_rule_that_changes_leaves_the_sample_of_the_other_rules_as_it_was(tree: Path) -> None:
    (tree / "engine/acme/toll.py").write_text(SHORT.replace("tax", "toll"))
    once = sampled(tree, 13, 7)
    (tree / "engine/acme/toll.py").write_text("\n\n" + SHORT.replace("tax", "toll").replace("_spare = 0", "pass"))
    again = sampled(tree, 13, 7)
    assert [(c.function, c.old) for c in once if c.old != "0" or c.function == "tax"] == [
        (c.function, c.old) for c in again
    ]


def test_the_stories_that_speak_of_a_rule_come_first(tree: Path) -> None:
    stories, change = Stories(tree, "tests/acme"), changes("engine/acme/tax.py", RULE)[0]
    assert stories.likely(change, RULE)[0] == "tests/acme/test_tax.py"


@pytest.mark.soak
def test_what_stories_notice_is_killed_what_none_notices_survives_and_the_tree_stays(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = tree / "engine/acme/tax.py"
    rule.write_text(SHORT)
    assert main(["--jobs", "1"], tree) == 1
    said = capsys.readouterr().out.splitlines()
    fates = {line.partition(" (")[0] for line in said}
    killer = "killed by tests/acme/test_tax.py::test_4_1_a_city_pays_two"
    assert fates >= {f"engine/acme/tax.py:3 tax: * -> +: {killer}", f"engine/acme/tax.py:3 tax: 2 -> 3: {killer}"}
    assert "engine/acme/tax.py:2 tax: 0 -> 1: SURVIVED" in fates
    assert said[-2:] == ["2 of 3 changes were noticed", "  survived: engine/acme/tax.py:2 tax: 0 -> 1"]
    assert rule.read_text() == SHORT


@pytest.mark.soak
def test_stories_that_fail_already_notice_nothing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "tests/acme/test_trade.py").write_text(OTHER.replace("True", "False"))
    with pytest.raises(SystemExit):
        main(["--jobs", "1"], tree)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "tests/acme/test_trade.py::test_trade_is_free fails as the rules are\n")


def test_the_rules_of_every_game_are_changed_and_nothing_else() -> None:
    root = Path(__file__).parents[2]
    found = rules(root)
    assert {path.split("/")[1] for path in found} == {"acme", "culture_wars", "civ"}
    assert len(found) > 150
    assert not [path for path in found if "/face/" in path or not path.startswith("engine/")]

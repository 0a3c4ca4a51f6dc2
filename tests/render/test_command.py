"""`python -m render`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.core import notation
from engine.core.game import SeatPlan
from engine.core.record import encode
from engine.core.table import Table
from engine.games import GAMES, PRESENTATIONS
from render.__main__ import main, parser
from tests.render.picture_views import position

SAMPLE = Path(__file__).parents[2] / "docs" / "board.toml"


@pytest.mark.soak
def test_a_notated_position_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "board.png"
    assert main([str(SAMPLE), "-o", str(out)]) == 0
    with Image.open(out) as picture:
        assert picture.width == 1600
    assert "Full map, Epoch III, turn 2, Cards." in capsys.readouterr().out


@pytest.mark.soak
def test_a_record_is_drawn_like_its_position(tmp_path: Path) -> None:
    stored = tmp_path / "record.json"
    stored.write_bytes(encode(notation.load(GAMES["acme"], SAMPLE.read_text(encoding="utf-8")).record))
    for file, name in ((SAMPLE, "a.png"), (stored, "b.png")):
        assert main([str(file), "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.soak
def test_a_view_is_drawn_with_what_changed(tmp_path: Path) -> None:
    view, before = position("abbreviated_western")
    for name, content in (("view.json", view), ("before.json", before)):
        (tmp_path / name).write_bytes(msgspec.json.encode(content))
    out, since = str(tmp_path / "out.png"), ["--since", str(tmp_path / "before.json")]
    assert main([str(tmp_path / "view.json"), "-o", out, *since, "--area", "memphis"]) == 0
    assert main([str(tmp_path / "view.json"), "-o", out, "--hand", "egypt"]) == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("part", [["--hand", "egypt"], ["--legend"], ["--card", "20"], ["--region", "egypt"]])
def test_parts_are_drawn(tmp_path: Path, part: list[str]) -> None:
    out = tmp_path / "part.png"
    assert main([str(SAMPLE), "-o", str(out), *part]) == 0
    assert out.stat().st_size > 0


def test_what_cannot_be_drawn_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing.toml")]) == 1
    assert main([str(SAMPLE), "-o", str(tmp_path / "x.png"), "--area", "atlantis"]) == 1
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "acme"\nmap = "moon"\n', encoding="utf-8")
    assert main([str(broken), "-o", str(tmp_path / "x.png")]) == 1
    assert "moon" in capsys.readouterr().err


def test_a_game_without_cards_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = tmp_path / "record.json"
    seats = [SeatPlan() for _ in range(2)]
    stored.write_bytes(encode(Table.new(GAMES["culture_wars"], "standard", seats, {}, "drawn").record))
    assert main([str(stored), "-o", str(tmp_path / "board.png")]) == 0
    assert main([str(stored), "--card", "3", "-o", str(tmp_path / "card.png")]) == 1
    assert "this game has no picture of a card" in capsys.readouterr().err


EXAMPLES = sorted(
    file for file in SAMPLE.parent.glob("*.toml") if "\ngame = " in f"\n{file.read_text(encoding='utf-8')}"
)
MISSING = {"civ": {"card"}, "culture_wars": {"card", "hand", "region"}}


def named(game: str, flag: str, table: Table[Any]) -> list[str]:
    """Something for that flag to name: of the example itself where it has it."""
    view, presentation = table.view(None), PRESENTATIONS[game]
    assert presentation.board is not None
    regions = presentation.atlas.regions(view) if presentation.atlas else ()
    found: dict[str, Iterable[str]] = {
        "hand": GAMES[game].seats(table.state),
        "card": ["20"],
        "area": presentation.board.stacks(view),
        "region": [slug for slug, _ in regions] or ["levant"],
    }
    return [] if flag == "legend" else [next(iter(found[flag]))]


@pytest.mark.sample(4)
@pytest.mark.parametrize("flag", sorted(vars(parser().parse_args([])).keys() - {"file", "out", "bases"}))
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_flag_draws_something_of_every_games_example(
    tmp_path: Path, file: Path, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or says that the game has no such thing; never the name of an exception's key alone."""
    text = file.read_text(encoding="utf-8")
    game, out = notation.named_game(text), tmp_path / "part.png"
    value = [str(file)] if flag == "since" else named(game, flag, notation.load(GAMES[game], text))
    code = main([str(file), "-o", str(out), f"--{flag}", *value])
    if flag in MISSING.get(game, ()):
        assert code == 1
        assert "this game has no" in capsys.readouterr().err
    else:
        assert (code, capsys.readouterr().err) == (0, "")
        assert out.stat().st_size > 0


@pytest.mark.parametrize("flag", ["area", "region", "hand", "card"])
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_what_is_not_there_is_said_in_words(file: Path, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), "-o", "unwritten.png", f"--{flag}", "atlantis"]) == 1
    assert "KeyError" not in capsys.readouterr().err

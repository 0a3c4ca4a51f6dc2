"""The positions that the guide to the protocol shows (docs/protocol.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.acme.game import GAME
from engine.acme.questions.income import sources
from engine.core import errors, notation, protocol
from engine.games import GAMES

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
POSITIONS = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_every_position_of_the_guide_can_be_played_on(number: int) -> None:
    """It is read and asks something."""
    said = POSITIONS[number]
    assert notation.load(GAMES[notation.named_game(said)], said).pending is not None


def test_a_position_of_one_person_against_npcs_says_the_order_of_fights_and_the_sure_growth() -> None:
    """`by_category` and `least_growth` do what the guide tells; left out, the growth is the scenario's."""
    [said] = [position for position in POSITIONS if "by_category" in position]
    s = GAME.load(said)[0]
    assert (s.by_category, sum(sources(s, "scythians").values())) == (True, 8)
    bare = re.sub(r"(?m)^(by_category|least_growth).*\n", "", said)
    s = GAME.load(bare)[0]
    assert (s.by_category, sum(sources(s, "scythians").values())) == (False, 8)


def first_cells(section: str) -> set[str]:
    """The names in the first cells of the table of that section."""
    _, _, rest = GUIDE.partition(f"\n## {section}\n")
    cells = re.findall(r"^\| (`.+?) \|", rest.partition("\n## ")[0], re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_guide_has_every_command_and_every_error() -> None:
    source = Path(protocol.__file__).read_text(encoding="utf-8")
    own = set(re.findall(r'BadCommand\(\s*"(\w+)"', source))
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.TableError)]
    assert first_cells("Commands") == set(protocol.Session(GAMES)._commands)
    assert first_cells("Error codes") == own | {kind.code for kind in kinds} - {errors.TableError.code} | {"setup"}


def test_the_guide_has_every_key_of_a_question() -> None:
    session = protocol.Session(GAMES)
    asked = session.reply('{"cmd": "new", "game": "culture_wars", "seats": [{}, {}], "seed": "guide"}')
    assert asked["ok"], asked
    assert first_cells("The question asked now") == asked.keys() - {"ok"} | {"outcome"}

"""Base maps are drawn ahead of time: for open tables at the start, and for lobbies as soon as their map is known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import render
from bot.delivery.painter import Bases
from bot.ui.words.presentations import summary_of
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, HERE, opened_room, seated
from tests.ui.table.room import Room


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is drawn ahead, without drawing it."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(render, "warm", lambda game, board: found.append((game, board)))
    return found


def finish(bases: Bases) -> None:
    """Wait for all that is expected."""
    bases._thread.submit(lambda: None).result()
    bases.close()


def test_each_board_is_drawn_once_and_unknown_ones_never(drawn: list[tuple[str, str]]) -> None:
    told: list[tuple[str, str]] = []
    bases = Bases(tell=lambda game, board: told.append((game, board)))
    for game, board in (("acme", "full"), ("acme", "full"), ("walk", "path"), ("acme", ""), ("acme", "western")):
        bases.expect(game, board)
    finish(bases)
    assert drawn == told == [("acme", "full"), ("acme", "western")]


def test_a_board_that_cannot_be_drawn_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(render, "warm", lambda _, board: {"full": found.append}[board](board))
    bases = Bases()
    bases.expect("acme", "nowhere")
    bases.expect("acme", "full")
    finish(bases)
    assert found == ["full"]


def test_the_board_of_a_table_follows_from_its_options() -> None:
    assert summary_of("acme").base({"map": "western"}) == "western"
    assert summary_of("acme").base({}) == "full"
    assert summary_of("walk").base({"map": "western"}) == ""


async def test_a_lobby_and_each_change_of_its_map_are_heard_of(tmp_path: Path) -> None:
    heard: list[Mapping[str, Any]] = []
    room = Room(tmp_path / "a.db")
    await ready(room.database)
    room.service.deps.expected.append(lambda _, options: heard.append(options))
    info = await room.service.open_table(ANA, HERE, "acme", options={"map": "western"})
    await room.service.set_options(info.id, ANA, options={"map": "eastern"})
    assert [options["map"] for options in heard] == ["western", "eastern"]
    heard.clear()
    await room.service.expect_pictures()
    assert [options["map"] for options in heard] == ["eastern"]
    await room.database.close()


async def test_finished_tables_want_no_pictures(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "b.db") as made:
        heard: list[str] = []
        info = await seated(made, ANA, BEN)
        for person in (BEN, ANA):
            await made.service.leave(info.id, person)
        made.game_service.deps.expected.append(lambda game, _: heard.append(game))
        await made.game_service.expect_pictures()
        assert heard == []


async def test_a_table_is_opened_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_room(tmp_path / "c.db") as made:
        monkeypatch.setattr(made.game_service.deps.post_maker, "lobby", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await seated(made, ANA)
        assert await made.service.table_in(HERE.channel) is None
        monkeypatch.undo()
        info = await seated(made, ANA)
        assert [seat.person for seat in info.seats] == [ANA]
        assert await made.texts() == [f"lobby {info.id} lobby: Ana"]


async def test_the_board_of_a_scenario_is_the_one_it_settles(tmp_path: Path) -> None:
    heard: list[str] = []
    room = Room(tmp_path / "c.db")
    await ready(room.database)
    room.service.deps.expected.append(lambda game, options: heard.append(summary_of(game).base(options)))
    await room.service.open_table(ANA, HERE, "acme", scenario="sargon")
    await room.service.expect_pictures()
    assert heard == ["fertile_crescent"] * 2
    await room.database.close()

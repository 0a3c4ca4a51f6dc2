"""Options of a stranger's game that has no texts for them: they are in the lobby's forms, and the rules get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.ui.parts import Form, Pick
from bot.ui.visit import Visit
from engine.core.game import BOOLEAN, INTEGER, Choice
from tests.packages.stranger import NAME, at_home
from tests.ui.table.room import ANA, BEN, HERE, Room, opened_room, said

BOX = Choice("high", BOOLEAN, False, "Play to 31.", shown="box")
MENU = Choice("goal", "choice", "low", "How far to play.", values=("low", "very_high"), shown="menu")
RADIO = replace(MENU, shown="radio")
TYPED = replace(MENU, shown="")
NUMBER = Choice("sum", INTEGER, 21, "The sum that ends the game.", least=10, most=50, shown="menu")


async def form(room: Room, verb: str) -> Form:
    found = await room.press(ANA, verb)
    assert isinstance(found, Form)
    return found


@pytest.mark.parametrize(
    ("option", "verb", "shown", "fields", "told"),
    [
        (BOX, "opt_more", ("Play to 31",), {"house": ("high",)}, {"high": True}),
        (MENU, "opt_basic", ("How far to play", "Low", "Very High"), {"goal": ("very_high",)}, {"goal": "very_high"}),
        (
            RADIO,
            "opt_more",
            ("How far to play", "Low", "Very High"),
            {"returns": ("very_high",)},
            {"goal": "very_high"},
        ),
        (TYPED, "opt_more", (), {}, {"goal": "low"}),
        (NUMBER, "opt_basic", (), {}, {"sum": 21}),
    ],
    ids=["box", "menu", "radio", "typed", "number"],
)
async def test_an_option_without_texts_is_offered_in_its_own_words(
    option: Choice,
    verb: str,
    shown: tuple[str, ...],
    fields: Mapping[str, tuple[str, ...]],
    told: Mapping[str, Any],
    tmp_path: Path,
) -> None:
    with at_home(tmp_path) as game, pytest.MonkeyPatch.context() as patch:
        given: list[Mapping[str, Any]] = []
        usual: Any = type(game)

        def noted(self: Any, s: Any, options: Mapping[str, Any], begin: Any = usual.begin) -> Any:
            given.append(options)
            return begin(self, s, options)

        patch.setattr(type(game), "scenarios", {"standard": replace(game.scenarios["standard"], options=(option,))})
        patch.setattr(type(game), "begin", noted)
        async with opened_room(tmp_path / "sumup.db", games={NAME: game}) as room:
            visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
            await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game=NAME))
            found = await form(room, verb)
            labels = [one.label for field in found.fields if isinstance(field, Pick) for one in field.choices]
            assert {*shown} <= {*labels, *(getattr(field, "label", "") for field in found.fields)}
            kept = {
                field.key: tuple(one.value for one in field.choices if one.chosen)
                for field in found.fields
                if isinstance(field, Pick)
            }
            await room.press(ANA, found.verb, fields={**kept, **fields})
            status = said(await room.press(ANA, "status"))
            assert "Time to respond" not in status, "this game has no secret responses"
            await room.press(BEN, "join")
            await room.press(ANA, "start")
    assert given[-1] == told

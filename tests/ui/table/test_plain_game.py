"""A game that declares nothing for people: no screen or post names what it may not have."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.post_screens import fixed_row
from bot.ui.parts import Form, Menu, controls
from bot.ui.visit import Visit
from bot.ui.words.presentations import presentation_of
from engine.core.ask import Seat
from tests.bot.fake_game import WALK, Walk, WalkGame
from tests.ui.table.room import ANA, BEN, HERE, Room, labels, opened_room, said, words
from tests.ui.table.test_digest import answer_first

FOREIGN = re.compile(
    r"\b(hands?|civilizations?|nations?|cultures?|disks?|deit(y|ies)|epochs?|events?|cit(y|ies)|mina|settlements?)\b",
    re.IGNORECASE,
)
VERBS = ("options", "opt_more", "opt_civs", "how", "join", "status", "settings")


async def shown(room: Room, verb: str) -> str:
    """All that a screen of the lobby says and offers."""
    answer = await room.press(ANA, verb)
    if isinstance(answer, Form):
        return " ".join([answer.title, *(getattr(field, "label", "") for field in answer.fields)])
    choices = [one.label for menu in controls(answer) if isinstance(menu, Menu) for one in menu.choices]
    return f"{said(answer)} {labels(answer)} {choices}"


async def test_a_game_without_words_of_its_own_is_told_in_neutral_ones(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "walk.db", games={"walk": WALK}) as room:
        visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
        told = {"new": said(await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game="walk")))}
        told["join"] = await room.say(BEN, "join")
        told |= {verb: await shown(room, verb) for verb in VERBS}
        told["leave"] = await room.say(BEN, "leave")
        await room.press(BEN, "join")
        told["start"] = await room.say(ANA, "start")
        told |= {f"playing {verb}": await shown(room, verb) for verb in ("status", "how")}
        posts = [post for post in await room.posts() if post.kind != "hand"]  # this one deals cards all the same
        told |= {f"post {n}": words(post) for n, post in enumerate(posts)}
        told |= {"rules": await shown(room, "rules"), "rule_found": await shown(room, "rule_found")}
        told["unknown"] = said(await room.ask(visit, partial(room.all_handlers.look.rule_of, typed="zzqq")))
        told["leaving"] = await room.say(BEN, "leave")
    assert {key: FOREIGN.findall(text) and text for key, text in told.items() if FOREIGN.search(text)} == {}


def test_a_post_of_a_game_that_declares_no_hands_and_no_board_has_no_buttons_for_them() -> None:
    row = fixed_row(presentation_of("walk"))
    assert [button.verb for button in row.buttons] == ["seat", "since", "more"]
    assert [presentation_of(game).hands for game in ("acme", "culture_wars", "civ")] == [True, False, True]


class Counted(WalkGame):
    """Walkers who get a point a turn."""

    def scores(self, s: Walk) -> dict[Seat, int]:
        return dict.fromkeys(self.seats(s), s.turn)


@pytest.mark.parametrize(("game", "told"), [(Counted(), "points up to turn"), (WALK, "has no points")])
async def test_the_chart_of_a_game_without_a_drawing_is_told_in_words(game: Any, told: str, tmp_path: Path) -> None:
    async with opened_room(tmp_path / "walk.db", games={"walk": game}) as room:
        info = await room.service.open_table(ANA, HERE, "walk")
        await room.service.join(info.id, BEN)
        await room.service.start(info.id, ANA)
        for _ in range(24):
            await answer_first(room, info.id)
        shown = said(await room.press(ANA, "chart"))
    assert told in shown
    assert (shown.count(", ") >= 4) is (game is not WALK)

"""A stranger's game on all screens and posts: nothing speaks of civilizations, cards, hands or a board."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.contract.tables import Person
from bot.games.questions import verbs
from bot.ui.parts import Button, Form, Menu, Screen, controls
from bot.ui.visit import Visit
from engine.core.text import speaking
from tests.packages.stranger import NAME, at_home
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, opened_room, said, words

FOREIGN: Final = {
    "en": re.compile(
        r"\b(hands?|civilizations?|nations?|cultures?|disks?|deit(y|ies)|epochs?|cards?|cit(y|ies)|mina|settlements?"
        r"|maps?|boards?|areas?|decks?|peoples?)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(r"\b(Hand|Hände|Zivilisation\w*|Nation\w*|Kultur\w*|Scheibe\w*|Karten?|Städte?|Brett|Gebiete?)\b"),
    "fr": re.compile(
        r"\b(mains?|civilisations?|nations?|cultures?|disques?|cartes?|villes?|cités?|plateau|régions?)\b",
        re.IGNORECASE,
    ),
}
GENERAL: Final = {"en": "long board games", "de": "lange Brettspiele", "fr": "longs jeux de plateau"}
BEFORE: Final = (
    "options",
    "opt_more",
    "opt_basic",
    "how",
    "status",
    "settings",
    "open",
    "more",
    "rules",
    "help",
    "about",
)
DURING: Final = (
    "seat",
    "pause",
    "status",
    "settings",
    "how",
    "log",
    "since",
    "notes",
    "chart",
    "more",
    "times",
    "rules",
    "help",
    "rewind",
    "room",
    "replay",
    "undo",
    "auto",
    "orders",
    "advise",
    "queue",
    "starts",
    "film",
)
AFTER: Final = (
    "seat",
    "status",
    "log",
    "since",
    "figures",
    "chart",
    "review",
    "verify",
    "more",
    "result",
    "replay",
    "again",
)


def whole(answer: Screen | Form) -> str:
    """Everything that a screen or form says and offers."""
    if isinstance(answer, Form):
        told = [f"{getattr(one, 'label', '')} {getattr(one, 'hint', '')}" for one in answer.fields]
        return " | ".join([answer.title, *told])
    told = [one.label for one in controls(answer) if isinstance(one, Button)]
    menus = [one for one in controls(answer) if isinstance(one, Menu)]
    told += [f"{line.label} {line.hint}" for menu in menus for line in menu.choices]
    return " | ".join([said(answer), *told])


async def answered(room: Room, person: Person) -> list[str]:
    """What that person sees of a question and of what comes of the answer."""
    screen = await room.press(person, "seat", table="100")
    assert isinstance(screen, Screen)
    three = next(one for one in controls(screen) if isinstance(one, Button) and one.label == "3")
    room.now += 60
    done = await room.press(person, three.verb, three.option, table="100", ask=screen.ask)
    return [whole(screen), whole(done)]


async def looked(room: Room, shown: tuple[str, ...], when: str) -> dict[str, str]:
    """What Ana sees behind each of these controls."""
    there = [verb for verb in shown if verb in room.handlers]
    return {f"{when} {verb}": whole(await room.press(ANA, verb, table="100")) for verb in there}


@pytest.mark.parametrize("language", FOREIGN)
async def test_no_screen_of_a_strangers_game_names_what_it_does_not_have(tmp_path: Path, language: str) -> None:
    with at_home(tmp_path) as game, speaking(language):
        async with opened_room(tmp_path / "sumup.db", games={NAME: game}) as room:
            room.service.deps.pages.append(lambda table: f"https://nisaba.test/t/{table}")
            room.handlers = {**room.handlers, **verbs(room.all_handlers.play)}
            visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
            opened = await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game=NAME))
            told = {"new": whole(opened), "join": await room.say(BEN, "join")}
            told |= await looked(room, BEFORE, "before")
            told["start"] = await room.say(ANA, "start")
            told |= await looked(room, DURING, "at first")
            told["offer"] = await room.say(BEN, "leave", table="100")
            told["stranger"] = whole(await room.press(CHO, "status", table="100"))
            for turn in range(6):
                told |= {f"turn {turn} {n}": text for n, text in enumerate(await answered(room, (ANA, BEN)[turn % 2]))}
            told |= await looked(room, DURING, "later")
            told["last"] = "".join(await answered(room, ANA))
            told |= await looked(room, AFTER, "after")
            told |= {f"post {n}": words(post) for n, post in enumerate(await room.posts())}
            pages = (await room.service.info("100")).page_link
    assert pages == "", "there is no board to open"
    assert len(told) >= 80
    foreign = {
        key: FOREIGN[language].findall(text.replace(GENERAL[language], "")) and text for key, text in told.items()
    }
    assert {key: text for key, text in foreign.items() if text} == {}

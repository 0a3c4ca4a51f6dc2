"""The page of the local table speaks the language of its person: every word of it stands in the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import aiohttp
import pytest

import bot
from bot.local_table.page_texts import page_texts
from bot.local_table.server import Playground
from engine.core.text import languages
from tests.translated import by_number

PAGE = Path(bot.__file__).parent / "local_table" / "page"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}
SAID = re.compile(r'(?:\bt|\bpieces)\("([\w.-]+)"')
CHOSEN = {"beginning_dm", "beginning", "beginning_thread", "places", "messages", "members", "name"}
HELD = ("topic.", "refusal.")
IN_PLACE = re.compile(r'(?:"aria-label"|title|placeholder|label): "[A-Z]|\}, "[A-Z][a-z]+ ?[a-z]*"[,)]')


def test_every_text_that_the_page_asks_for_is_there_and_none_is_there_for_nothing() -> None:
    asked = {key for script in SCRIPTS.values() for key in SAID.findall(script)} | CHOSEN
    there = set(page_texts("en")["words"])
    assert asked <= there
    assert {key for key in there - asked if not key.startswith(HELD)} == set()


def test_the_page_holds_no_sentence_of_its_own() -> None:
    assert {name: IN_PLACE.findall(script) for name, script in SCRIPTS.items() if IN_PLACE.search(script)} == {}
    assert IN_PLACE.search('h("h2", {}, "Direct messages")')
    assert IN_PLACE.search('title: "People"')


@pytest.mark.parametrize("language", languages())
def test_a_language_has_all_texts_of_the_page_with_the_same_places(language: str) -> None:
    def places(texts: dict[str, str]) -> dict[str, set[str]]:
        return {by_number(key): set(re.findall(r"\{(\w+)\}", text)) for key, text in texts.items()}

    assert places(page_texts(language)["words"]) == places(page_texts("en")["words"])
    assert page_texts(language)["languages"] == {"en": "English", "de": "Deutsch", "fr": "Français"}
    assert page_texts("tlh") == page_texts("en")


async def test_the_table_tells_and_refuses_in_the_language_of_whoever_asks() -> None:
    table = Playground()
    await table.start()
    try:
        async with aiohttp.ClientSession(table.url) as session:
            async with session.get("/words/fr") as told:
                assert (await told.json())["words"]["submit"] == "Envoyer"
            for language, line in (
                ("de-AT", "eine leere Nachricht"),
                ("fr", "un message vide"),
                ("tlh", "you can't send an empty"),
            ):
                spoken = {"Accept-Language": language}
                async with session.post(
                    "/_act/ana/send", json={"channel": "table", "content": " "}, headers=spoken
                ) as answer:
                    assert answer.status == 409
                    assert (await answer.json())["refused"].startswith(line)
    finally:
        await table.stop()

"""Readers of two languages at one table, over the wire: each client says which language its person reads."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.local_table.people import discord_locale
from engine.core.text import catalogue
from tests.lacking import lacking
from tests.wire.client import SimulatedPerson
from tests.wire.seen import Answer
from tests.wire.sitting import Sitting, screen, sitting
from tests.wire.test_culture_wars import Settler

READ = {"content", "label", "placeholder", "title", "description", "text"}
ASIDE = {"author", "mentions", "options_of", "emoji", "attachments", "media", "custom_id", "resolved"}
TYPED = re.compile(r"`[^`]*`|<[^>]*>|/[a-z]+(?: [a-z_]+:?\S*)*|\b[0-9A-Z]{3}\b|Culture Wars|English")
ENGLISH = re.compile(
    r"\b(?:the|you|your|of|and|with|is|are|has|have|was|not|this|that|from|by|to|at|it|who|what|nobody|nothing|move|"
    r"moved|tokens?|squares?|settlements?|turn|round|board|seat|hand|coins)\b",
    re.IGNORECASE,
)
LOOKS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("/help", {}),
    ("/turn", {}),
    ("/hand", {}),
    ("/auto", {}),
    ("/log", {}),
    ("/log", {"about": "soleils"}),
    ("/catchup", {}),
    ("/undo", {}),
    ("/map", {}),
    ("/map", {"area": "e9"}),
    *(("/map", {"show": show}) for show in ("text", "changes", "legend", "conflicts")),
    ("/rules", {"topic": "bateaux"}),
    ("/rules", {"topic": "consignes"}),
    ("/rules", {"topic": "zzz"}),
    ("/game status", {}),
    ("/games", {}),
    ("/game settings", {}),
    ("/game settings", {"setting": "pace", "value": "x"}),
    ("/stats show", {}),
    ("/stats table", {}),
    ("/note", {}),
    ("/game find", {}),
    ("/game verify", {}),
    ("/game export", {}),
    ("/prefs", {}),
    ("/culture move", {"plan": "z99 n"}),
    ("/act", {"choice": "zzz"}),
)


async def begun(here: Sitting) -> None:
    """A running game of Culture Wars between Ana and Ben, who reads German."""
    ana, ben = here.person("ana"), here.person("ben").speaking("de-AT,de;q=0.9,en;q=0.5")
    await ana.slash("/game new", game="culture_wars")
    lobby = await ana.wait_for(lambda message: "Join" in message.labels)
    assert "Du sitzt an Tisch" in (await ben.click(lobby, "Join")).message.text
    await ana.slash("/game start")
    await here.told(" starts · ")


@pytest.mark.soak
async def test_screens_are_in_the_language_of_their_reader_and_posts_in_that_of_the_table(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await begun(here)
        person = await here.asked()
        assert "Move a tile" in (await screen(person)).text
        german = person.speaking("de")
        assert "Verschiebe ein Plättchen" in (await screen(german)).text
        assert "Verschiebe" not in "".join(post.text for post in await here.posts())
        described = [{one["name"]: one["description"] for one in await who.commands()} for who in (person, german)]
        assert described[0].keys() == described[1].keys()
        assert described[0]["turn"] != described[1]["turn"]
        titles = [[one["title"] for one in await who.commands() if one["type"] == 3] for who in (person, german)]
        assert titles == [["Explain this update", "Report a problem"], ["Diesen Post erklären", "Ein Problem melden"]]
        await here.person("ana").slash("/game settings", setting="language", value="de")
        _, tile = (await german.autocomplete("/culture tile", "tile", ""))[0]
        _, to = (await german.autocomplete("/culture tile", "to", "", tile=tile))[0]
        await german.slash("/culture tile", tile=tile, to=to)
        post = await here.told("verschoben")
        assert any(name in post.text for name in ("**Sonnen**", "**Monde**", "**Kronen**", "**Wappen**"))
        assert "Mein Zug" in post.labels
        assert not any(name in post.text for name in ("Suns", "Moons", "Crowns", "Arms"))
        gil = here.person("gil", "second-table").speaking("fr")
        with lacking("fr", "acme.table.lobby.open"):
            await gil.slash("/game new", game="acme")
            await gil.wait_for(lambda message: "Rejoindre" in message.labels)
        assert [said_in_english(here, language) > 0 for language in ("de", "fr")] == [False, True]


def said_in_english(here: Sitting, language: str) -> float:
    """How often the bot has lacked a text in that language."""
    return here.bot.metrics.registry.get_sample_value("nisaba_text_fallback_total", {"language": language}) or 0.0


class Reader(Settler):
    """Somebody who plays by buttons, menus and forms, and keeps everything that was read."""

    def __init__(self, person: SimulatedPerson, read: set[str]) -> None:
        super().__init__(person, "lyon", simply)
        self.read = read

    def _see(self, answer: Answer) -> None:
        self.read |= set(shown(answer.modal.raw if answer.kind == "modal" else answer.message.raw))
        super()._see(answer)


async def simply(coming: Awaitable[Answer]) -> Answer:
    """An act without anything that might go wrong between."""
    return await coming


def shown(part: Any, name: str = "") -> Iterator[str]:
    """Every text of a message or form that is read."""
    if isinstance(part, dict):
        for key, inner in part.items():
            yield from () if key in ASIDE else shown(inner, key)
    elif isinstance(part, list):
        for inner in part:
            yield from shown(inner, name)
    elif isinstance(part, str) and name in READ and part.strip():
        yield part


def english(texts: set[str]) -> dict[str, list[str]]:
    """Those of the texts that say something in English, with the words that betray them; what is typed is left out."""
    alone = set(catalogue().values()) - set(catalogue("fr").values())
    plain = {text: TYPED.sub("", text) for text in texts}
    found = {text: ENGLISH.findall(rest) + [rest] * (text.strip() in alone) for text, rest in plain.items()}
    return {text: words for text, words in found.items() if words}


async def look(person: SimulatedPerson, read: set[str]) -> None:
    """Open everything that can be looked at while a game goes on, refusals too."""
    for command, options in LOOKS:
        read |= set(shown((await person.slash(command, **options)).message.raw))


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_nothing_english_is_left_in_a_french_game(tmp_path: Path) -> None:
    read: set[str] = set()
    async with sitting(tmp_path) as here:
        ana, ben = (here.person(name).speaking(locale) for name, locale in (("ana", "fr-FR,fr"), ("ben", "fr-CA")))
        await ana.slash("/rules", topic="zzz")
        searched = said_in_english(here, "fr")  # all games' rules, of which those of one are in French
        await ana.slash("/game new", game="culture_wars", length="rounds 3", options="diagonal")
        lobby = await ana.wait_for(lambda message: "Rejoindre" in message.labels)
        for label in ("Options", "Comment ça marche"):
            read |= set(shown((await ana.click(lobby, label)).message.raw))
        read |= set(shown((await ana.slash("/setup")).message.raw))
        await ben.click(lobby, "Rejoindre")
        await ana.slash("/game start")
        await here.told("commence")
        people, said, turns = [Reader(person, read) for person in (ana, ben)], "", 0
        while "La partie est terminée" not in said:
            said = await people[turns % 2].sit()
            if turns in (1, 12):
                await look(ben, read)
            turns += 1
            assert turns < 200, said
        await here.told("Fin de la table")
        posts = await here.person("gil").sees(limit=9999)
        for message in (*posts, *await ana.dms(), *await ben.dms()):
            read |= set(shown(message.raw))
        assert said_in_english(here, "fr") == searched
    assert sorted(english(read)) == []
    assert len(read) > 300
    told = "\n".join(message.text for message in posts)
    assert all(name in told for name in ("Manche 3", "déplacent", "colonie", "**Ordre**\u00a0: "))
    assert english({"Les Lunes move 3.", "My turn", "Mon tour"}).keys() == {"Les Lunes move 3.", "My turn"}


@pytest.mark.parametrize(
    ("accepted", "locale"),
    [
        ("de-AT,de;q=0.9", "de"),
        ("fr-CA", "fr"),
        ("en-GB", "en-GB"),
        ("pt-BR;q=1", "pt-BR"),
        ("tlh", "en-US"),
        ("", "en-US"),
        ("*", "en-US"),
    ],
)
def test_the_language_of_a_browser_is_one_of_discords(accepted: str, locale: str) -> None:
    assert discord_locale(accepted) == locale

"""Readers of two languages at one table, over the wire: each client says which language its person reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground.people import discord_locale
from tests.wire.sitting import Sitting, screen, sitting


async def begun(here: Sitting) -> None:
    """A running game of Culture Wars between Ana and Ben, who reads German."""
    ana, ben = here.person("ana"), here.person("ben").speaking("de-AT,de;q=0.9,en;q=0.5")
    await ana.slash("/game new", game="culture_wars")
    lobby = await ana.wait_for(lambda message: "Join" in message.labels)
    assert "Du sitzt an Tisch" in (await ben.click(lobby, "Join")).message.text
    await ana.slash("/game start")
    await here.told("begins")


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
        await here.person("ana").slash("/game settings", setting="language", value="de")
        _, tile = (await german.autocomplete("/culture tile", "tile", ""))[0]
        _, to = (await german.autocomplete("/culture tile", "to", "", tile=tile))[0]
        await german.slash("/culture tile", tile=tile, to=to)
        post = await here.told("verschoben")
        assert any(name in post.text for name in ("**Sonnen**", "**Monde**", "**Kronen**", "**Wappen**"))
        assert "Mein Platz" in post.labels
        assert not any(name in post.text for name in ("Suns", "Moons", "Crowns", "Arms"))


@pytest.mark.parametrize(
    ("accepted", "locale"),
    [
        ("de-AT,de;q=0.9", "de"),
        ("en-GB", "en-GB"),
        ("pt-BR;q=1", "pt-BR"),
        ("tlh", "en-US"),
        ("", "en-US"),
        ("*", "en-US"),
    ],
)
def test_the_language_of_a_browser_is_one_of_discords(accepted: str, locale: str) -> None:
    assert discord_locale(accepted) == locale

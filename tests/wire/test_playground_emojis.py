"""Emojis of the application at the local table: making, listing, renaming and deleting them, and their use."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord import ui

from bot.local_table.emoji_routes import BYTES, MOST
from tests.wire.playground_sample import PNG, Opened, open_table


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


async def refusal(asked: Any) -> discord.HTTPException:
    with pytest.raises(discord.HTTPException) as error:
        await asked
    return error.value


def showing(emoji: object, *, menu: bool = False) -> ui.LayoutView:
    """A message with that emoji in a button, or in the option of a menu."""
    view = ui.LayoutView(timeout=None)
    sign: Any = emoji
    if menu:
        options = [discord.SelectOption(label="a coin", emoji=sign), discord.SelectOption(label="a disk")]
        view.add_item(ui.ActionRow(ui.Select(custom_id="m", options=options)))
    else:
        view.add_item(ui.ActionRow(ui.Button(label="a coin", custom_id="b", emoji=sign)))
    return view


async def test_emojis_are_made_listed_renamed_shown_and_deleted(opened: Opened) -> None:
    made = await opened.bot.create_application_emoji(name="acme_mina_3f2a", image=PNG)
    assert [str(one) for one in await opened.bot.fetch_application_emojis()] == [f"<:acme_mina_3f2a:{made.id}>"]
    await opened.channel().send(f"You have {made} 3 mina")
    url = f"{opened.table.url}/emojis/{made.id}.webp"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert (response.status, await response.read()) == (200, PNG)
    renamed = await made.edit(name="acme_mina_0000")
    assert (renamed.id, renamed.name) == (made.id, "acme_mina_0000")
    await made.delete()
    assert await opened.bot.fetch_application_emojis() == []
    assert (await refusal(made.delete())).code == 10014


@pytest.mark.parametrize("menu", [False, True])
async def test_a_living_emoji_is_taken_in_a_component_and_a_dead_one_breaks_the_message(
    opened: Opened, menu: bool
) -> None:
    made = await opened.bot.create_application_emoji(name="acme_mina_3f2a", image=PNG)
    sent = await opened.channel().send(view=showing(made, menu=menu))
    assert str(made.id) in str(opened.table.local.world.messages[str(sent.channel.id)][str(sent.id)].payload)
    await made.delete()
    error = await refusal(opened.channel().send(view=showing(made, menu=menu)))
    assert error.code == 50035
    assert "BUTTON_COMPONENT_INVALID_EMOJI" in str(error._errors)
    assert (await opened.channel().send(f"in a text {made} it shows its name")).content


@pytest.mark.parametrize("name", ["x", "x" * 33, "with space", "with-hyphen", "größe", "taken"])
async def test_names_have_2_to_32_letters_digits_and_underscores_and_each_is_there_once(
    opened: Opened, name: str
) -> None:
    await opened.bot.create_application_emoji(name="taken", image=PNG)
    assert (await refusal(opened.bot.create_application_emoji(name=name, image=PNG))).code == 50035


async def test_a_picture_that_is_too_large_is_refused_without_a_code(opened: Opened) -> None:
    http, app = opened.bot.http, opened.bot.application_id
    assert app is not None
    assert (await http.create_application_emoji(app, "fits", discord.utils._bytes_to_base64_data(PNG)))["id"]
    large = discord.utils._bytes_to_base64_data(PNG + bytes(BYTES))
    error = await refusal(http.create_application_emoji(app, "large", large))
    assert (error.status, error.code) == (400, 0)
    assert (await refusal(http.create_application_emoji(app, "none", "data:text/plain;base64,eA=="))).code == 50035


async def test_two_thousand_fit(opened: Opened) -> None:
    world = opened.table.local.world
    for n in range(MOST - 1):
        world.keep_emoji({"id": str(n), "name": f"own_{n}"})
    await opened.bot.create_application_emoji(name="the_last", image=PNG)
    assert (await refusal(opened.bot.create_application_emoji(name="one_more", image=PNG))).code == 30008


async def test_a_living_emoji_may_be_refused_all_the_same(opened: Opened) -> None:
    made = await opened.bot.create_application_emoji(name="acme_mina_3f2a", image=PNG)
    await opened.visit.fault("emoji", "POST /channels/.*/messages")
    assert (await refusal(opened.channel().send(view=showing(made)))).code == 50035
    await opened.channel().send(view=showing(made))

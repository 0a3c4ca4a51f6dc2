"""What is offered for an option is understood by the name that is shown as by the value behind it, in every command."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.wire.client import SimulatedPerson
from tests.wire.sitting import Sitting, sitting

STRING = 3
MOST = 8  # suggestions of an option that are sent back; the first are those that people meet
BEGUN = {"acme": {"map": "abbreviated_western"}, "culture_wars": {}, "civ": {}}
Given = dict[str, Any]


class Heard:
    """What commands were given, as they would have been carried out."""

    def __init__(self) -> None:
        self.given: Given = {}

    async def invoke(self, interaction: discord.Interaction[Any], namespace: app_commands.Namespace) -> None:
        self.given = {name: str(value) for name, value in namespace}
        await interaction.response.send_message("heard", ephemeral=True)


@asynccontextmanager
async def playing(folder: Path, game: str, *, begun: bool) -> AsyncIterator[Sitting]:
    """A table of that game, with a cup in its server."""
    async with sitting(folder) as here:
        options: Mapping[str, object] = BEGUN[game]
        await here.person("ana").slash("/game new", game=game, **options)
        lobby = await here.person("ana").wait_for(lambda m: "Join" in m.labels)
        await here.person("ben").click(lobby, "Join")
        await here.person("ana").slash("/cup new", name="Spring: a cup", game=game, size=2)
        if begun:
            await here.person("ana").slash("/game start")
        yield here


def completed(commands: list[Given]) -> Iterator[tuple[str, Given, Given]]:
    """Each option with suggestions: its command, that option, and all options of the command."""
    for command in commands:
        parts = command.get("options", [])
        groups = [one for one in parts if one["type"] in {1, 2}]
        for name, options in ((f"/{command['name']} {g['name']}", g.get("options", [])) for g in groups):
            yield from ((name, one, {o["name"]: o for o in options}) for one in options if one.get("autocomplete"))
        if not groups:
            yield from (
                (f"/{command['name']}", one, {o["name"]: o for o in parts}) for one in parts if one.get("autocomplete")
            )


def besides(option: Given, options: Given, game: str) -> Given:
    """What has to be given with it."""
    needed = {
        n: o for n, o in options.items() if n != option["name"] and (o.get("required") or n in {"game", "setting"})
    }
    return {name: _sample(name, one, game) for name, one in needed.items()}


def _sample(name: str, option: Given, game: str) -> Any:
    if name == "game":
        return game
    if name == "setting":
        return "pace"
    if option.get("choices"):
        return option["choices"][0]["value"]
    return "x" if option["type"] == STRING else max(1, option.get("min_value", 1))


async def misread(person: SimulatedPerson, heard: Heard, game: str) -> tuple[int, list[str]]:
    """How many suggestions were sent back, and which mean something else by their name."""
    tried, wrong = 0, []
    for command, option, options in completed(await person.commands()):
        if any(o["type"] not in {STRING, 4, 5} and o.get("required") for o in options.values()):
            continue
        name, more = option["name"], besides(option, options, game)
        for shown, value in (await person.autocomplete(command, name, "", more))[:MOST]:
            tried += 1
            meant = []
            for sent in (value, shown):
                await person.slash(command, {**more, name: sent})
                meant.append(heard.given.get(name))
            wrong += [f"{command} {name}: {shown!r} → {meant[1]!r}, not {value!r}"] if meant[0] != meant[1] else []
    return tried, wrong


@pytest.mark.parametrize(
    ("game", "begun"),
    [
        ("acme", True),
        *(
            pytest.param(game, begun, marks=pytest.mark.soak)
            for game in BEGUN
            for begun in (False, True)
            if (game, begun) != ("acme", True)
        ),
    ],
)
async def test_each_suggestion_means_the_same_by_its_name(tmp_path: Path, game: str, begun: bool) -> None:
    heard = Heard()
    async with playing(tmp_path, game, begun=begun) as here:
        person = await here.asked() if begun else here.person("ana")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app_commands.Command, "_invoke_with_namespace", lambda _, *given: heard.invoke(*given))
            tried, wrong = await misread(person, heard, game)
    assert wrong == []
    assert tried > 60


async def test_a_command_of_another_game_suggests_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, "acme", begun=True) as here:
        person = await here.asked()
        commands = [one for one in await person.commands() if one["name"] in {"civ", "culture"}]
        offered = {}
        for command, option, options in completed(commands):
            if option["name"] != "table":
                more = besides(option, options, "civ")
                offered[command, option["name"]] = await person.autocomplete(command, option["name"], "", more)
    assert len(offered) > 10
    assert not any(offered.values())

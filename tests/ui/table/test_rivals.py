"""NPC seats in the lobby: scenario, number, who they are, and what makes it harder or easier."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.contract.tables import TableInfo
from bot.ui.commands.game import asked_for
from bot.ui.lobby.npc_seats import npc_choices, seats_line
from bot.ui.message_faults import form_faults
from bot.ui.parts import Form, Line, Menu, Pick, Screen
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.civ.catalog import CATALOG, NATIONS
from engine.civ.presentation.lobby import CivLobby
from engine.core.text import speaking
from tests.ui.table.room import ANA, BEN, HERE, Room, said, words


async def opened(room: Room, game: str = "acme", **wanted: Any) -> TableInfo:
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
    await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game=game, **wanted))
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    return info


async def lobby(room: Room) -> str:
    return words((await room.posts())[-1])


def fields(form: Form) -> dict[str, Line | Pick]:
    return {field.key: field for field in form.fields if isinstance(field, Line | Pick)}


async def form_of(room: Room) -> Form:
    form = await room.press(ANA, "opt_npcs")
    assert isinstance(form, Form)
    return form


async def test_a_person_starts_alone_with_npcs(room: Room) -> None:
    await opened(room, npcs=1, options={"map": "western"})
    assert "Ana (host) · 1 computer (easy)" in await lobby(room)
    assert "has started" in await room.say(ANA, "start")


async def test_one_person_is_offered_an_npc(room: Room) -> None:
    info = await opened(room)
    assert "One seat is taken, but the game needs 2. Wait for players, or add computers." in await room.say(
        ANA, "start"
    )
    await room.press(ANA, "add_npc")
    assert (await room.service.info(info.id)).npcs == 1


async def test_the_menu_of_npcs_says_how_hard_it_gets(room: Room) -> None:
    hints = [choice.hint for choice in npc_choices(await opened(room))]
    assert hints[:4] == ["", "easy", "a solid challenge", "very hard"]


async def test_the_form_names_npcs_and_sets_what_makes_it_harder(room: Room) -> None:
    info = await opened(room, options={"map": "western"})
    form = await form_of(room)
    assert list(fields(form)) == ["civs", "way", "presets", "knobs", "returns"]
    sent = {
        "civs": ("sea peoples, hittites",),
        "way": ("b",),
        "presets": ("bonus_two", "weaker"),
        "knobs": ("npc_mina 2, human_cards -1",),
        "returns": ("any",),
    }
    await room.press(ANA, "npcs_sent", fields=sent)
    info = await room.service.info(info.id)
    assert (info.npcs, info.npc_civs) == (2, ("sea_peoples", "hittites"))
    assert info.options == {
        "map": "western",
        "npc_method": "b",
        "npc_bonus_vp": 2,
        "player": "weaker",
        "npc_mina": 2,
        "human_cards": -1,
        "gilgamesh_returns": "any",
    }
    told = await lobby(room)
    assert "Sea Peoples, Hittites (a solid challenge)" in told
    assert (
        "Gilgamesh any number of times, NPCs decide equal choices by cards, weaker player, NPC bonus 2 VP in each Tally"
        in told
    )


async def test_how_hard_it_is_is_said_of_npcs_of_the_playbook_alone(room: Room) -> None:
    info = await opened(room, options={"map": "western"}, npcs=2)
    assert "2 computers (a solid challenge)" in seats_line(info, names_of("acme", info.scenario))
    strong = replace(info, options={**info.options, "npc": "strong"})
    assert "(" not in seats_line(strong, names_of("acme", info.scenario))


async def test_the_form_comes_back_filled_in_and_takes_everything_back(room: Room) -> None:
    info = await opened(room, options={"map": "western", "npc_mina": 2, "npc_growth": 2}, npcs=2)
    there = fields(await form_of(room))
    assert isinstance(there["presets"], Pick)
    assert [c.value for c in there["presets"].choices if c.chosen] == ["npc_growth"]
    assert isinstance(there["knobs"], Line)
    assert there["knobs"].value == "npc_mina 2"
    await room.press(ANA, "npcs_sent", fields={"way": ("a",)})
    assert (await room.service.info(info.id)).options == {"map": "western"}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"civs": ("summer",)}, "can't play here. Similar: "),
        ({"civs": ("indus valley",)}, "can't play here"),
        ({"knobs": ("double_disks",)}, ". Similar: "),
        ({"knobs": ("npc_mina many",)}, "npc_mina can't be “many”."),
        ({"knobs": ("npc_growth 5",)}, "must be one of"),
    ],
)
async def test_what_does_not_fit_changes_nothing(room: Room, sent: dict[str, tuple[str, ...]], expected: str) -> None:
    info = await opened(room, options={"map": "western"})
    assert expected in await room.say(ANA, "npcs_sent", fields=sent)
    assert (await room.service.info(info.id)).options == {"map": "western"}


async def test_a_civilization_is_named_once(room: Room) -> None:
    await opened(room, options={"map": "western"})
    await room.press(ANA, "opt_civ", "", "egypt")
    assert "Another player has just taken Egypt" in await room.say(ANA, "npcs_sent", fields={"civs": ("egypt",)})
    await room.press(ANA, "npcs_sent", fields={"civs": ("hittites",)})
    await room.press(BEN, "join")
    assert "Another player has just taken Hittites" in await room.say(BEN, "opt_civ", "", "hittites")


async def test_exploration_is_a_scenario_with_options_of_its_own(room: Room) -> None:
    info = await opened(room, options={"map": "western"})
    await room.press(ANA, "opt_set", "scenario", "exploration")
    form = await form_of(room)
    assert form_faults(form) == []
    sent = {
        "way": ("a",),
        "presets": ("no_bonus", "npc_deity"),
        "knobs": ("unknown_npcs 3, without_civs greeks + elam",),
    }
    await room.press(ANA, "npcs_sent", fields=sent)
    info = await room.service.info(info.id)
    assert info.scenario == "exploration"
    assert info.options["without_civs"] == ["greeks", "elam"]
    told = await lobby(room)
    assert "Exploration · Western map · ends with Epoch IV" in told
    assert "no NPC bonus, unknown NPCs: 3, unknown NPCs have a Deity, NPCs do not play Greeks, Elam" in told
    assert "The game at table 100 has started." in await room.say(ANA, "start")


async def test_invaders_are_made_stronger_or_weaker_where_there_are_any(room: Room) -> None:
    """ACME-SOL-KNOB-05, KNOB-06: by a tick, or typed with more of it."""
    info = await opened(room, scenario="rostam")
    form = await form_of(room)
    assert form_faults(form) == []
    await room.press(ANA, "npcs_sent", fields={"way": ("a",), "presets": ("invaders_stronger",)})
    assert (await room.service.info(info.id)).options == {"invaders": "stronger"}
    assert "stronger Invaders" in await lobby(room)
    await room.press(ANA, "npcs_sent", fields={"way": ("a",), "presets": ("invaders_weaker",)})
    assert "weaker Invaders" in await lobby(room)
    sent = {"way": ("a",), "presets": (), "knobs": ("invader_growth 4, invader_cards 2",)}
    await room.press(ANA, "npcs_sent", fields=sent)
    assert "Invaders +4 growth, Invaders draw 2 bonus cards" in await lobby(room)
    assert "The game at table 100 has started." in await room.say(ANA, "start")


async def test_a_game_without_invaders_offers_no_such_tick(room: Room) -> None:
    await opened(room, scenario="sargon")
    presets = fields(await form_of(room))["presets"]
    assert isinstance(presets, Pick)
    assert not [choice.value for choice in presets.choices if choice.value.startswith("invaders")]


async def test_with_npcs_all_epochs_are_played_unless_it_is_said_otherwise(room: Room) -> None:
    await opened(room, options={"map": "western"}, npcs=2)
    assert "ends with Epoch IV" in await lobby(room)
    await room.press(ANA, "opt_set", "length", "epochs:3")
    assert "ends with Epoch III" in await lobby(room)
    await room.press(ANA, "start")
    assert "**Ends** with Epoch III" in words(next(p for p in await room.posts() if p.kind == "start"))


async def test_culture_wars_has_npcs_that_may_be_named(room: Room) -> None:
    await opened(room, "culture_wars")
    assert list(fields(await form_of(room))) == ["civs", "way"]
    await room.press(ANA, "npcs_sent", fields={"civs": ("moons",), "way": ("usual",)})
    assert "Ana (host) · 1 computer:" in await lobby(room)
    assert "has started" in await room.say(ANA, "start")


@pytest.mark.parametrize("game", ["culture_wars", "civ"])
async def test_how_well_computers_play_is_asked_where_they_are_chosen(room: Room, game: str) -> None:
    """Advanced Civilization asked it nowhere, Culture Wars under other options."""
    await opened(room, game)
    way = fields(await form_of(room))["way"]
    assert isinstance(way, Pick)
    assert {one.value for one in way.choices} == {"gentle", "usual", "strong"}
    await room.press(ANA, "npcs_sent", fields={"civs": ("",), "way": ("strong",)})
    assert "strong computer" in await lobby(room)


async def test_others_are_told_of_the_npcs(room: Room) -> None:
    await opened(room, options={"map": "western"}, npcs=2, npc_civs=["hittites"])
    await room.press(BEN, "join")
    assert "Hittites, 1 at random (a solid challenge)" in said(await room.press(BEN, "options"))


async def test_scenarios_are_completed_by_name(room: Room) -> None:
    shown = await room.all_handlers.suggest.scenarios("acme", "expl")
    assert ("Exploration · exploration · 1 to 4 players · any map", "exploration") in shown


async def test_npcs_are_named_by_the_command_too(room: Room) -> None:
    wanted = asked_for(
        room.all_handlers.lobby, "acme", "western", "epochs 2", None, "npc_civs egypt + sea peoples, npc_mina 1"
    )
    assert wanted["npc_civs"] == ["egypt", "sea_peoples"]
    await opened(room, **wanted)
    told = await lobby(room)
    assert "Egypt, Sea Peoples (a solid challenge)" in told
    assert "NPCs start with 1 mina" in told


async def test_a_nation_with_which_computers_hardly_ever_win_says_so_on_its_board(room: Room) -> None:
    """On the board that was chosen, else on that of so many players; in the menu, and beside the seat that has it."""
    lines = [one for one in CATALOG.balance.values() if one.map == CATALOG.default_map[4]]
    told = {one.nation: f"computers rarely win with it ({one.wins} of {one.games} games)" for one in lines if one.rare}
    rare, *_ = told
    fair = next(one.nation for one in lines if not one.rare)
    await opened(room, "civ", options={"map": lines[0].map})
    menu = next(part for part in (await shown(room, "opt_civs")).parts if isinstance(part, Menu))
    assert {choice.value: choice.hint for choice in menu.choices if choice.hint} == told
    await room.press(ANA, "opt_civ", "1", rare)
    assert f"{NATIONS[rare].name}, {told[rare]}" in await lobby(room)
    await room.press(ANA, "opt_set", "map", "auto")
    await room.press(ANA, "opt_set", "npcs", "3")
    await room.press(ANA, "opt_civ", "1", rare)
    assert f"{NATIONS[rare].name}, {told[rare]}" in await lobby(room)
    with speaking("de"):
        assert "Computer gewinnen damit selten" in CivLobby().odds("basic", {"map": lines[0].map}, 1, 0, [rare])
    await room.press(ANA, "opt_civ", "1", fair)
    assert "rarely" not in await lobby(room)


async def shown(room: Room, action: str) -> Screen:
    screen = await room.press(ANA, action)
    assert isinstance(screen, Screen)
    return screen


async def test_a_strong_computer_is_ticked_in_the_form_and_shown_in_the_lobby(room: Room) -> None:
    info = await opened(room, npcs=1, options={"map": "western"})
    form = await form_of(room)
    boxes = fields(form)["presets"]
    assert isinstance(boxes, Pick)
    assert "Strong computer: rules for players, hidden hand" in [choice.label for choice in boxes.choices]
    assert form_faults(form) == []
    await room.press(ANA, "npcs_sent", fields={"presets": ("strong",)})
    info = await room.service.info(info.id)
    assert info.options["npc"] == "strong"
    assert "a strong computer in NPC seats" in await lobby(room)
    await room.press(ANA, "npcs_sent", fields={"presets": ()})
    assert "strong computer" not in await lobby(room)

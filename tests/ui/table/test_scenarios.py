"""Named scenarios: how they are offered, what their lobbies say, who may join as what, and what refuses to begin."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.cogs.game import asked_for
from bot.contract import TableInfo
from bot.ui.accents import accent
from bot.ui.limits import form_faults
from bot.ui.parts import Form, Menu, Pick, Screen
from bot.ui.router import Visit
from bot.ui.table import endings, rivals, rules, wishes
from bot.ui.vocabulary import herald_of, lobby_of, names_of, scenarios_of
from engine.acme.face.scenarios import cast, entry
from engine.acme.history.facts import HISTORICAL
from engine.acme.sandbox.situations import SITUATIONS
from engine.core.game import Outcome, SeatPlan
from render.palette import PLAYER_COLOURS
from tests.ui.table.places import table
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, said, words

GAME = "acme"
STARTERS = [h.id for h in HISTORICAL.values() if h.starter]
OTHERS = [h.id for h in HISTORICAL.values() if not h.starter]


async def opened(desk: Room, scenario: str = "sargon", **wanted: Any) -> TableInfo:
    visit = Visit(ANA.id, HERE.channel, name=ANA.name)
    await desk.ask(visit, partial(desk.desks.lobby.open, place=HERE, game=GAME, scenario=scenario, **wanted))
    info = await desk.service.table_in(HERE.channel)
    assert info is not None
    return info


async def lobby(desk: Room) -> str:
    return words([post for post in await desk.posts() if post.kind == "lobby"][-1])


async def join(desk: Room, person: Any, civ: str, *, another: bool = False) -> str:
    visit = Visit(person.id, HERE.channel, name=person.name)
    return said(await desk.ask(visit, partial(desk.desks.lobby.join_as, typed=civ, another=another)))


def menus(screen: Screen | Form) -> dict[str, Menu]:
    assert isinstance(screen, Screen)
    return {part.option: part for part in screen.parts if isinstance(part, Menu)}


def test_acme_sol_gen_04_the_starters_come_first_then_what_is_crafted_then_history() -> None:
    listed = [s.name for s in rivals.listed(GAME)]
    assert listed[: len(STARTERS)] == STARTERS
    assert listed[len(STARTERS) : len(STARTERS) + 2] == ["standard", "exploration"]
    assert [s for s in listed if s in OTHERS] == OTHERS
    assert all("a good first game alone" in lobby_of(GAME).brief(s) for s in STARTERS)


def test_acme_set_02_every_scenario_says_what_kind_it_is_for_how_many_and_where() -> None:
    kinds = {"historical", "bonus", "sandbox", "exploration"}
    for scenario in scenarios_of(GAME).values():
        said = rivals.brief(GAME, scenario).split(" · ")
        assert kinds & set(said), said
        assert any(part.endswith(" persons") for part in said)
        assert said[-1].endswith("map") or said[-1] == "map as chosen"
        assert len(" · ".join([scenario.title, *said])) <= 100


async def test_scenarios_are_completed_in_that_order_with_what_they_are(desk: Room) -> None:
    shown = await desk.desks.suggest.scenarios(GAME, "")
    assert [value for _, value in shown] == [s.name for s in rivals.listed(GAME)][:25]
    assert ("Sargon I · historical · 1 to 2 persons · Fertile Crescent map", "sargon") in shown
    assert wishes.read_scenario("sargon i", GAME) == wishes.read_scenario("sargon", GAME) == "sargon"


def test_acme_hist_gen_04_the_rules_list_scenarios_with_period_background_and_casts() -> None:
    found, _ = rules.search("scenarios", GAME)
    screen = rules.topic_screen(found)
    assert screen is not None
    for h in HISTORICAL.values():
        assert f"**{h.title}** · " in said(screen)
        entry = rules.topic_screen(f"scenario:{h.id}")
        assert entry is not None
        text = said(entry)
        assert h.period in text
        assert " ".join(h.background.split())[:80] in text
        assert all(" ".join(cast.text.split()) in text for cast in h.cast), h.id
    assert {f"scenario:{h.id}" for h in HISTORICAL.values()} <= {
        choice.value for menu in menus(screen).values() for choice in menu.choices
    }


async def test_a_lobby_tells_the_scenario_and_who_can_play_what(desk: Room) -> None:
    await opened(desk)
    told = await lobby(desk)
    assert "Sargon I · Fertile Crescent map · ends with Epoch II" in told
    assert "*2334–1940 BC.* The first city states" in told
    assert "Controls its own and 1 other Home Area has won." in told
    assert "**1 person:** Play Sumer or Akkad against the other" in told
    assert "**Still to be had:** Sumer, Akkad." in told
    assert "NPCs take all civilizations that nobody has." in told
    await join(desk, ANA, "sumer")
    await join(desk, BEN, "akkad")
    told = await lobby(desk)
    assert "**2 persons:** One plays Sumer, the other Akkad." in told
    assert "Still to be had" not in told
    assert "NPCs take" not in told


def test_what_one_person_may_have_with_more_seats_is_told_apart() -> None:
    told = cast("alexander", [SeatPlan(player="ana")])
    assert "**Still to be had:** Macedon (home Thrace)." in told
    more = next(line for line in told if line.startswith("**With more seats for one person:**"))
    assert all(name in more for name in ("Western Satrapies", "Levantine", "Egyptian Satrapy", "Persian Heartland"))
    assert "Macedon" not in more
    assert not any("With more" in line for line in cast("alexander", [SeatPlan("greeks", player="ana")]))


async def test_map_length_and_npcs_are_not_asked_where_the_scenario_settles_them(desk: Room) -> None:
    await opened(desk)
    screen = await desk.press(ANA, "options")
    assert {"map", "length", "npcs"} & set(menus(screen)) == set()
    assert "Sargon I: Fertile Crescent map · ends with Epoch II" in said(screen)
    form = await desk.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert form_faults(form) == []
    boxes = next(field for field in form.fields if isinstance(field, Pick))
    assert "double_disks" not in {choice.value for choice in boxes.choices}
    await desk.press(ANA, "opt_sent", fields={"house": ("initial_deities",), "end": ("",), "returns": ("once",)})
    info = await desk.service.table_in(HERE.channel)
    assert info is not None
    assert info.options == {"initial_deities": True}
    assert "map is no option of Sargon I." in await desk.say(ANA, "opt_set", "map", "western")


async def test_a_change_of_scenario_keeps_what_still_fits(desk: Room) -> None:
    info = await opened(desk, "standard", npcs=2, options={"map": "western", "initial_deities": True})
    await desk.press(ANA, "opt_civ", "1", "egypt")
    await desk.press(ANA, "opt_set", "scenario", "sargon")
    info = await desk.service.info(info.id)
    assert (info.scenario, info.npcs, info.most, info.options) == ("sargon", 0, 2, {"initial_deities": True})
    assert info.seats[0].civ == ""
    await desk.press(ANA, "opt_set", "scenario1", "standard")
    assert (await desk.service.info(info.id)).most == 6


async def test_one_joins_as_a_civilization_by_its_name_in_the_scenario(desk: Room) -> None:
    await opened(desk, "cyrus")
    suggested = await desk.desks.suggest.peoples(Visit(BEN.id, HERE.channel, name="Ben"), "")
    assert ("Lydian Kingdom · Lydia", "sea_peoples") in suggested
    assert {value for _, value in suggested} == set(HISTORICAL["cyrus"].sides)
    assert "You sit at table" in await join(desk, BEN, "lydian kingdom")
    assert "Ben as Lydian Kingdom" in await lobby(desk)
    assert "Lydian Kingdom was taken" in await join(desk, CHO, "sea peoples")
    assert "none of those who can play here" in await join(desk, CHO, "greeks")
    screen = await desk.press(BEN, "opt_civs")
    menu = next(iter(menus(screen).values()))
    assert ("Babylon", "Babylon") in {(choice.label, choice.hint) for choice in menu.choices}


async def test_a_cast_that_does_not_fit_is_refused_with_what_is_possible(desk: Room) -> None:
    await opened(desk, "cyrus")
    await join(desk, ANA, "egypt")
    assert "Those seated cannot begin like this." in await lobby(desk)
    refused = await desk.say(ANA, "start")
    assert "You play Babylon; the Medes & Persians and the others are NPCs." in refused
    assert "Nothing was changed" in refused
    await desk.press(ANA, "opt_civ", "1", "babylon")
    assert "has begun" in await desk.say(ANA, "start")
    start = next(words(post) for post in await desk.posts() if post.kind == "start")
    assert "**Cyrus the Great and the Rise of Persia** *600 BC.* Assyria has fallen" in start


async def test_a_person_takes_a_second_seat_with_its_civilization(desk: Room) -> None:
    await opened(desk, "sargon")
    await join(desk, ANA, "sumer")
    await join(desk, ANA, "akkad", another=True)
    info = await desk.service.table_in(HERE.channel)
    assert info is not None
    assert [seat.civ for seat in info.of(ANA)] == ["sumer", "akkad"]
    assert "has begun" in await desk.say(ANA, "start")


def test_names_are_those_of_the_scenario_and_both_are_understood() -> None:
    usual, cyrus = names_of(GAME), names_of(GAME, "cyrus")
    assert usual.name("civ", "sea_peoples") == "Sea Peoples"
    assert cyrus.name("civ", "sea_peoples") == "Lydian Kingdom"
    thing = next(t for t in cyrus.things("civ") if t.value == "sea_peoples")
    assert "Sea Peoples" in thing.aliases
    assert names_of(GAME, "standard").name("civ", "sea_peoples") == "Sea Peoples"


async def test_the_command_offers_what_the_scenario_leaves_open(desk: Room) -> None:
    assert [line for _, line in await desk.desks.suggest.lengths(GAME, "epochs", "sargon")] == []
    offered = [line for _, line in await desk.desks.suggest.options(GAME, "double", "sargon")]
    assert "double_disks" not in offered
    wanted = asked_for(desk.desks.lobby, GAME, None, None, None, "initial_deities")
    await opened(desk, **wanted)
    assert "Options: random first Deity" in await lobby(desk)


async def test_a_situation_has_menus_for_how_it_is_played(desk: Room) -> None:
    info = await opened(desk, "two_civilizations")
    told = await lobby(desk)
    assert "Two civilizations · Full map" in told
    assert "One of the West against one of the East" in told
    assert "With double disks." in told
    screen = await desk.press(ANA, "options")
    assert {"variant", "start_epoch"} <= set(menus(screen))
    assert {"map", "npcs"} & set(menus(screen)) == set()
    variant = SITUATIONS["two_civilizations"].variants[1]
    await desk.press(ANA, "opt_set", "variant", variant.id)
    await desk.press(ANA, "opt_set", "start_epoch", "3")
    info = await desk.service.info(info.id)
    assert info.options == {"variant": variant.id, "start_epoch": 3}
    told = await lobby(desk)
    assert variant.text in told
    assert "Options: from Epoch III" in told
    form = await desk.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert form_faults(form) == []
    await desk.press(ANA, "opt_sent", fields={"house": ("contemporaneous",), "returns": ("once",)})
    assert "civilizations of that Epoch only, no double disks" in await lobby(desk)
    assert "has begun" in await desk.say(ANA, "start")


async def test_all_scenarios_can_be_chosen_from_the_menus(desk: Room) -> None:
    await opened(desk)
    for scenario in scenarios_of(GAME):
        screen = await desk.press(ANA, "opt_set", "scenario", scenario)
        shown = [choice for menu in menus(screen).values() for choice in menu.choices if choice.chosen]
        assert scenario in {choice.value for choice in shown}
        assert scenarios_of(GAME)[scenario].title in await lobby(desk)


def test_an_outright_victory_is_told_without_points_and_by_the_names_of_the_scenario() -> None:
    info = replace(table(2), scenario="rostam")
    outcome = Outcome({"egypt": 9, "babylon": 3}, ("babylon",), "Gone.", ("babylon", "egypt"), outright=True)
    names, herald = names_of(GAME, "cyrus"), herald_of(GAME)
    assert endings.head(info, {}, outcome, names, herald) == "## Table 1K9 ends · outright victory of Babylon"
    sea = replace(outcome, winners=("sea_peoples",))
    assert endings.head(info, {}, sea, names, herald).endswith("outright victory of the Lydian Kingdom")


def test_only_the_epochs_that_were_played_are_counted() -> None:
    view = {"epoch": 4, "first_epoch": 3, "turns": 6}
    assert herald_of(GAME).length(view) == "2 Epochs, 6 turns"


def test_acme_hist_gen_05_the_scenarios_for_one_are_historical_with_their_numbers_of_persons() -> None:
    persons = {"alexander": "1 to 2", "rostam": "1 to 2", "mithridates": "1 to 4", "rome_vs_parthia": "1 to 2"}
    for scenario, n in persons.items():
        told = lobby_of(GAME).brief(scenario).split(" · ")
        assert {"historical", f"{n} persons"} <= set(told)


def test_screens_have_the_colours_that_the_scenario_gives() -> None:
    macedon = HISTORICAL["alexander"].sides["greeks"]
    place = 1 + PLAYER_COLOURS.index(macedon.colour)
    assert accent(1, GAME, "greeks", "alexander") == accent(place, GAME, "greeks")
    assert accent(1, GAME, "greeks", "sargon") == accent(1, GAME, "greeks")


async def test_whoever_is_to_play_several_civilizations_is_told_to_take_seats(desk: Room) -> None:
    await opened(desk, "alexander")
    await join(desk, BEN, "egypt")
    assert "whoever is to play several civilizations takes a seat for each" in await lobby(desk)
    for civ in ("persian heartland", "western satrapies", "levantine satrapies"):
        await join(desk, BEN, civ, another=True)
    await join(desk, ANA, "macedon")
    assert "cannot begin" not in await lobby(desk)
    assert "has begun" in await desk.say(ANA, "start")


@pytest.mark.parametrize(("seated", "end"), [((ANA,), "Epoch IV"), ((ANA, BEN), "Epoch III")])
async def test_a_situation_says_its_end_as_it_will_be_with_those_who_sit(
    desk: Room, seated: tuple[Any, ...], end: str
) -> None:
    """NPCs take the seats that are free, and with NPCs all four Epochs are played."""
    await opened(desk, "two_in_the_east")
    for person in seated[1:]:
        await desk.press(person, "join")
    assert f"ends with {end}" in await lobby(desk)


@pytest.mark.parametrize(("scenario", "told"), [("alexander", "grows by 12 disks"), ("rostam", "God of War is Rostam")])
def test_a_good_first_game_tells_its_own_rules(scenario: str, told: str) -> None:
    lines = entry(scenario).splitlines()
    assert lines[1].startswith("A good first game alone · historical")
    assert any(line.startswith("**Special rules:**") and told in line for line in lines)

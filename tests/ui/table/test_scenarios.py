"""Named scenarios: how they are offered, what their lobbies say, who may join as what, and what refuses to begin."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.contract.tables import Refused, TableInfo
from bot.ui.commands.game import asked_for
from bot.ui.lobby import npc_seats, option_parser
from bot.ui.lobby.basics_form import basics_fields, basics_form
from bot.ui.lookup import errors, rules
from bot.ui.message_faults import form_faults
from bot.ui.parts import Form, Menu, Pick, Screen
from bot.ui.posts import end_post
from bot.ui.visit import Visit
from bot.ui.words.presentations import accent, lobby_of, names_of, scenarios_of, summary_of
from engine.acme.history import balance
from engine.acme.history.facts import HISTORICAL
from engine.acme.presentation.scenarios import cast, entry
from engine.acme.sandbox.situations import SITUATIONS
from engine.core.game import Outcome, SeatPlan, SetupError
from engine.core.text import speaking
from engine.games import GAMES
from render.paint.palette import PLAYER_COLOURS
from tests.acme.views import acme_view
from tests.ui.table.places import table
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, said, words

GAME = "acme"
STARTERS = [h.id for h in HISTORICAL.values() if h.starter]
OTHERS = [h.id for h in HISTORICAL.values() if not h.starter]


async def opened(room: Room, scenario: str = "sargon", **wanted: Any) -> TableInfo:
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
    await room.ask(visit, partial(room.all_handlers.lobby.open, place=HERE, game=GAME, scenario=scenario, **wanted))
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    return info


async def lobby(room: Room) -> str:
    return words([post for post in await room.posts() if post.kind == "lobby"][-1])


async def join(room: Room, person: Any, civ: str, *, another: bool = False) -> str:
    visit = Visit(person.id, HERE.channel, name=person.name, guild=HERE.guild)
    return said(await room.ask(visit, partial(room.all_handlers.lobby.join_as, typed=civ, another=another)))


def menus(screen: Screen | Form) -> dict[str, Menu]:
    assert isinstance(screen, Screen)
    return {part.option: part for part in screen.parts if isinstance(part, Menu)}


def test_acme_sol_gen_04_the_starters_come_first_then_what_is_crafted_then_history() -> None:
    listed = [s.name for s in npc_seats.scenarios_in_order(GAME)]
    assert listed[: len(STARTERS)] == STARTERS
    assert listed[len(STARTERS) : len(STARTERS) + 2] == ["standard", "exploration"]
    assert [s for s in listed if s in OTHERS] == OTHERS
    assert all("a good first game" in lobby_of(GAME).brief(s) for s in STARTERS)


def test_acme_set_02_every_scenario_says_what_kind_it_is_for_how_many_and_where() -> None:
    kinds = {"historical", "bonus", "sandbox", "exploration"}
    assert len(scenarios_of(GAME)) > 20
    for scenario in scenarios_of(GAME).values():
        said = npc_seats.brief(GAME, scenario).split(" · ")
        assert kinds & set(said), said
        assert any(part.endswith(" players") for part in said)
        assert said[-1].endswith("map") or said[-1] == "any map"
        assert len(" · ".join([str(scenario.title), *said[:-1]])) <= 100


async def test_scenarios_are_completed_in_that_order_with_what_they_are(room: Room) -> None:
    """What does not fit is left out from behind."""
    shown = await room.all_handlers.suggest.scenarios(GAME, "")
    four_corners = "King of the Four Corners of the World · historical · 1 to 4 players · 4 turns · alone: partly hard"
    assert (four_corners, "king_of_the_four_corners") in shown
    assert [value for _, value in shown] == [s.name for s in npc_seats.scenarios_in_order(GAME)][:25]
    sargon = "Sargon I · historical · 1 to 2 players · 4 turns · alone: partly hard · Fertile Crescent map"
    assert (sargon, "sargon") in shown
    assert option_parser.read_scenario("sargon i", GAME) == option_parser.read_scenario("sargon", GAME) == "sargon"


async def test_scenarios_are_found_by_the_number_of_people_by_length_and_by_hardness(room: Room) -> None:
    suggest = room.all_handlers.suggest

    async def found(typed: str, people: int = 0) -> dict[str, str]:
        return {value: shown for shown, value in await suggest.scenarios(GAME, typed, people)}

    for_five = await found("", 5)
    assert {"standard", "successors"} <= for_five.keys()
    assert {"sargon", "exploration"}.isdisjoint(for_five)
    assert "2 players: fair" in (await found("", 2))["sargon"]
    assert "alone: hard" in (await found("hard"))["darius"]
    short = await found("3 turns")
    assert short
    assert all("3 turns" in line for line in short.values())


def test_acme_hist_gen_04_the_rules_list_scenarios_with_period_background_and_casts() -> None:
    found, _ = rules.search("scenarios", GAME)
    screen = rules.topic_screen(found)
    assert screen is not None
    for h in HISTORICAL.values():
        assert f"**{h.title}** · " in said(screen)
        entry = rules.topic_screen(f"scenario:{h.id}")
        assert entry is not None
        text = said(entry)
        assert h.text("period").rstrip(".")[1:] in text  # it begins with a capital there
        assert h.text("background")[:80] in text
        assert all(str(h.advice(cast.persons)) in text for cast in h.cast), h.id
    assert {f"scenario:{h.id}" for h in HISTORICAL.values()} <= {
        choice.value for menu in menus(screen).values() for choice in menu.choices
    }


async def test_a_lobby_tells_the_scenario_and_who_can_play_what(room: Room) -> None:
    await opened(room)
    told = await lobby(room)
    assert "Sargon I · Fertile Crescent map · ends with Epoch II" in told
    assert "*2334–1940 BC.* The first city states" in told
    assert "**Still free:** Sumer, Akkad." in told
    told = await room.say(ANA, "about")
    assert "it Controls its own Home Area and 1 other." in told
    assert "**1 player:** Play Sumer or Akkad. The one you do not choose" in told
    assert "**Still free:** Sumer, Akkad." in told
    assert "NPCs take all civilizations that no player has." in told
    await join(room, ANA, "sumer")
    await join(room, BEN, "akkad")
    assert "Still free" not in await lobby(room)
    told = await room.say(CHO, "about")
    assert "**2 players:** One player has Sumer, the other Akkad." in told
    assert "Still free" not in told
    assert "NPCs take" not in told


def test_what_one_person_may_have_with_more_seats_is_told_apart() -> None:
    told = cast("alexander", [SeatPlan(player="ana")])
    assert "**Still free:** Macedon (home Thrace)." in told
    more = next(line for line in told if line.startswith("**If a player takes more seats:**"))
    assert all(name in more for name in ("Western Satrapies", "Levantine", "Egyptian Satrapy", "Persian Heartland"))
    assert "Macedon" not in more
    assert not any("If a player" in line for line in cast("alexander", [SeatPlan("greeks", player="ana")]))


async def test_map_length_and_npcs_are_not_asked_where_the_scenario_settles_them(room: Room) -> None:
    info = await opened(room)
    assert [field.key for field in basics_fields(info)] == ["pace"]
    assert "Sargon I · Fertile Crescent map · ends with Epoch II" in await room.say(ANA, "options")
    form = await room.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert form_faults(form) == []
    boxes = next(field for field in form.fields if isinstance(field, Pick))
    assert "double_disks" not in {choice.value for choice in boxes.choices}
    await room.press(ANA, "opt_sent", fields={"house": ("initial_deities",), "end": ("",), "returns": ("once",)})
    assert (await room.service.info(info.id)).options == {"initial_deities": True}
    assert "Sargon I has no option map." in await room.say(ANA, "opt_set", "map", "western")


async def test_a_change_of_scenario_keeps_what_still_fits(room: Room) -> None:
    info = await opened(room, "standard", npcs=2, options={"map": "western", "initial_deities": True})
    await room.press(ANA, "opt_civ", "1", "egypt")
    await room.press(ANA, "opt_set", "scenario", "sargon")
    info = await room.service.info(info.id)
    assert (info.scenario, info.npcs, info.most, info.options) == ("sargon", 0, 2, {"initial_deities": True})
    assert info.seats[0].civ == ""
    await room.press(ANA, "opt_set", "scenario1", "standard")
    assert (await room.service.info(info.id)).most == 6


async def test_one_joins_as_a_civilization_by_its_name_in_the_scenario(room: Room) -> None:
    await opened(room, "cyrus")
    suggested = await room.all_handlers.suggest.peoples(Visit(BEN.id, HERE.channel, name="Ben", guild=HERE.guild), "")
    assert ("Lydian Kingdom · Lydia", "sea_peoples") in suggested
    assert {value for _, value in suggested} == set(HISTORICAL["cyrus"].sides)
    assert "You have a seat at table" in await join(room, BEN, "lydian kingdom")
    assert "Ben as Lydian Kingdom" in await lobby(room)
    assert "Another player has just taken Lydian Kingdom" in await join(room, CHO, "sea peoples")
    assert "can't play here" in await join(room, CHO, "greeks")
    screen = await room.press(BEN, "opt_civs")
    menu = next(iter(menus(screen).values()))
    hints = {choice.label: choice.hint for choice in menu.choices}
    assert hints["Lydian Kingdom"] == "Lydia"


async def test_a_cast_that_does_not_fit_is_refused_with_what_is_possible(room: Room) -> None:
    await opened(room, "cyrus")
    await join(room, ANA, "egypt")
    assert "The game can't start with these players." in await lobby(room)
    refused = await room.say(ANA, "start")
    assert "Play the Medes & Persians. The others are NPCs." in refused
    assert "Change the options" in refused
    await room.press(ANA, "opt_civ", "1", "babylon")
    assert "has started" in await room.say(ANA, "start")
    start = next(words(post) for post in await room.posts() if post.kind == "start")
    assert "\n**Cyrus the Great and the Rise of Persia**\n" in start


async def test_a_person_takes_a_second_seat_with_its_civilization(room: Room) -> None:
    await opened(room, "sargon")
    await join(room, ANA, "sumer")
    await join(room, ANA, "akkad", another=True)
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    assert [seat.civ for seat in info.of(ANA)] == ["sumer", "akkad"]
    assert "The game at table 100 has started." in await room.say(ANA, "start")


def test_names_are_those_of_the_scenario_and_both_are_understood() -> None:
    usual, cyrus = names_of(GAME), names_of(GAME, "cyrus")
    assert usual.name("civ", "sea_peoples") == "Sea Peoples"
    assert cyrus.name("civ", "sea_peoples") == "Lydian Kingdom"
    thing = next(t for t in cyrus.things("civ") if t.value == "sea_peoples")
    assert "Sea Peoples" in thing.aliases
    assert names_of(GAME, "standard").name("civ", "sea_peoples") == "Sea Peoples"


async def test_the_command_offers_what_the_scenario_leaves_open(room: Room) -> None:
    assert [line for _, line in await room.all_handlers.suggest.lengths(GAME, "epochs", "sargon")] == []
    offered = [line for _, line in await room.all_handlers.suggest.options(GAME, "double", "sargon")]
    assert "double_disks" not in offered
    wanted = asked_for(room.all_handlers.lobby, GAME, None, None, None, "initial_deities")
    await opened(room, **wanted)
    assert "Options: random first Deity" in await lobby(room)


async def test_a_situation_has_menus_for_how_it_is_played(room: Room) -> None:
    info = await opened(room, "two_civilizations")
    told = await lobby(room)
    assert "Two civilizations · Full map" in told
    assert "One civilization from the West against one from the East" in told
    assert "With double disks." in told
    there = {field.key for field in basics_fields(info)}
    assert {"variant", "start_epoch"} <= there
    assert {"map", "npcs"} & there == set()
    two = SITUATIONS["two_civilizations"]
    variant = two.variants[1]
    await room.press(ANA, "opt_set", "variant", variant.id)
    await room.press(ANA, "opt_set", "start_epoch", "3")
    info = await room.service.info(info.id)
    assert info.options == {"variant": variant.id, "start_epoch": 3}
    told = await lobby(room)
    assert str(two.way(variant)) in told
    assert "Options: from Epoch III" in told
    form = await room.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert form_faults(form) == []
    await room.press(ANA, "opt_sent", fields={"house": ("contemporaneous",), "returns": ("once",)})
    assert "only civilizations of that Epoch, no double disks" in await lobby(room)
    assert "has started" in await room.say(ANA, "start")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_scenario_has_a_form_that_fits_and_is_filled_with_what_is_set(room: Room, game: str) -> None:
    info = await room.service.open_table(ANA, HERE, game)
    for scenario in scenarios_of(game):
        info = await room.service.set_options(info.id, ANA, scenario=scenario)
        for language in ("en", "de", "fr"):
            with speaking(language):
                form = basics_form(info)
            assert form_faults(form) == [], scenario
        chosen = [[one.value for one in field.choices if one.chosen] for field in basics_fields(info)]
        assert [len(values) for values in chosen] == [1] * len(form.fields), scenario
        again = {field.key: tuple(values) for field, values in zip(basics_fields(info), chosen, strict=True)}
        await room.press(ANA, "basic_sent", fields=again)
        assert (await room.service.info(info.id)).options == info.options
    assert info.scenario in scenarios_of(game)


@pytest.mark.soak
async def test_all_scenarios_can_be_chosen_from_the_menus(room: Room) -> None:
    await opened(room)
    assert len(scenarios_of(GAME)) > 20
    for scenario in scenarios_of(GAME):
        screen = await room.press(ANA, "opt_set", "scenario", scenario)
        shown = [choice for menu in menus(screen).values() for choice in menu.choices if choice.chosen]
        assert scenario in {choice.value for choice in shown}
        assert str(scenarios_of(GAME)[scenario].title) in await lobby(room)


def test_an_outright_victory_is_told_without_points_and_by_the_names_of_the_scenario() -> None:
    info = replace(table(2), scenario="rostam")
    outcome = Outcome({"egypt": 9, "babylon": 3}, ("babylon",), "Gone.", ("babylon", "egypt"), outright=True)
    names, summary = names_of(GAME, "cyrus"), summary_of(GAME)
    assert end_post.head(info, {}, outcome, names, summary) == "## Table 1K9 ends · Babylon won outright"
    sea = replace(outcome, winners=("sea_peoples",))
    assert end_post.head(info, {}, sea, names, summary).endswith("the Lydian Kingdom won outright")


def test_only_the_epochs_that_were_played_are_counted() -> None:
    view = acme_view(epoch=4, first_epoch=3, turns=6)
    assert summary_of(GAME).length(view) == "2 Epochs, 6 turns"


def test_acme_hist_gen_05_the_scenarios_for_one_are_historical_with_their_numbers_of_persons() -> None:
    persons = {"alexander": "1 to 2", "rostam": "1 to 2", "mithridates": "1 to 4", "rome_vs_parthia": "1 to 2"}
    told = {scenario: lobby_of(GAME).brief(scenario).split(" · ") for scenario in persons}
    assert [
        scenario for scenario, n in persons.items() if not {"historical", f"{n} players"} <= set(told[scenario])
    ] == []


def test_screens_have_the_colours_that_the_scenario_gives() -> None:
    macedon = HISTORICAL["alexander"].sides["greeks"]
    place = 1 + PLAYER_COLOURS.index(macedon.colour)
    assert accent(1, GAME, "greeks", "alexander") == accent(place, GAME, "greeks")
    assert accent(1, GAME, "greeks", "sargon") == accent(1, GAME, "greeks")


async def test_whoever_is_to_play_several_civilizations_is_told_to_take_seats(room: Room) -> None:
    await opened(room, "alexander")
    await join(room, BEN, "egypt")
    assert "A player with several civilizations must take a seat for each of them" in await lobby(room)
    for civ in ("persian heartland", "western satrapies", "levantine satrapies"):
        await join(room, BEN, civ, another=True)
    await join(room, ANA, "macedon")
    assert "cannot begin" not in await lobby(room)
    assert "The game at table 100 has started." in await room.say(ANA, "start")


@pytest.mark.parametrize(("seated", "end"), [((ANA,), "Epoch IV"), ((ANA, BEN), "Epoch II")])
async def test_a_situation_says_its_end_as_it_will_be_with_those_who_sit(
    room: Room, seated: tuple[Any, ...], end: str
) -> None:
    """NPCs take the seats that are free, and with NPCs all four Epochs are played."""
    await opened(room, "two_in_the_east")
    for person in seated[1:]:
        await room.press(person, "join")
    assert f"ends with {end}" in await lobby(room)


@pytest.mark.parametrize(
    ("scenario", "told"), [("alexander", "grows by exactly 12 disks"), ("rostam", "God of War is Rostam")]
)
def test_a_good_first_game_tells_its_own_rules(scenario: str, told: str) -> None:
    lines = entry(scenario).splitlines()
    assert lines[1].startswith("A good first game · historical")
    assert any(line.startswith("**Special rules:**") and told in line for line in lines)


def test_a_refusal_names_civilizations_as_the_scenario_calls_them() -> None:
    with pytest.raises(SetupError) as error:
        GAMES["acme"].setup("alexander", [SeatPlan("indus_valley")], {}, "x")
    there = {"game": "acme", "scenario": "alexander", "at": error.value.at, "reason": error.value.why}
    told = said(errors.screen(Refused("setup", **there)))
    assert "Indus Valley isn't part of Alexander the Great; choose from Macedon, Western Satrapies" in told


async def test_the_menu_of_lengths_says_which_is_short_medium_and_long(room: Room) -> None:
    info = await opened(room, "standard")
    lengths = next(field for field in basics_fields(info) if field.key == "length")
    spans = {choice.value: choice.hint for choice in lengths.choices if choice.hint}
    assert spans == {"epochs:1": "Short", "epochs:2": "Medium", "epochs:4": "Long"}
    assert ("Short: ends with Epoch I", "Short") in await room.all_handlers.suggest.lengths(GAME, "sho")
    await room.press(ANA, "opt_sent", fields={"end": ("medium",)})
    assert "ends with Epoch II" in await lobby(room)


async def test_single_invasions_are_limited_in_a_form_of_their_own_and_by_a_typed_line(room: Room) -> None:
    """ACME-MAP-13."""
    info = await opened(room, "standard")
    form = await room.press(ANA, "opt_page", "invasions")
    assert isinstance(form, Form)
    assert form_faults(form) == []
    assert "Hordes from the North" in str(form)
    await room.press(ANA, "page_sent", "invasions", fields={"limited_events": ("98", "100")})
    assert (await room.service.info(info.id)).options == {"limited_events": ["98", "100"]}
    told = await lobby(room)
    assert "half the Barbarians with Hordes from the North, Invaders from the Sea" in told
    await room.press(ANA, "page_sent", "invasions", fields={})
    assert "half the Barbarians" not in await lobby(room)
    wanted = asked_for(room.all_handlers.lobby, GAME, None, None, None, "limited_events hordes from the north + 101")
    assert wanted["options"] == {"limited_events": ["98", "101"]}


async def test_a_seat_that_hardly_ever_wins_is_told_beside_it(room: Room) -> None:
    await opened(room, "fire_on_the_steppes")
    await join(room, ANA, "indus_valley")
    line = next(one for one in balance.of("fire_on_the_steppes", 1) if one.civs == ("indus_valley",))
    assert line.hardness == "hard"
    assert f"rarely wins ({line.wins} of {line.games})" in await lobby(room)
    hints = [choice.hint for choice in next(iter(menus(await room.press(ANA, "opt_civs")).values())).choices]
    assert any(f"rarely wins ({line.wins} of {line.games})" in hint for hint in hints)
    other = next(one for one in balance.of("fire_on_the_steppes", 1) if one.hardness != "hard")
    await join(room, ANA, other.civs[0])
    assert "rarely wins" not in await lobby(room)

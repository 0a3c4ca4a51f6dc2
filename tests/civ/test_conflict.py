"""Phase 6 (CIV §9)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.civ.game import GAME
from tests.civ.story import Phase

NATIONS: dict[str, dict[str, Any]] = {"egypt": {}, "crete": {}, "babylon": {}}


def fought(
    areas: dict[str, str], *, step: str = "conflict.tokens", scenario: str = "no_trading", **cards: Any
) -> Phase:
    """The conflicts of a position, with advances by nation; not yet fought."""
    nations = {name: {**NATIONS[name], **({"advances": cards[name]} if name in cards else {})} for name in NATIONS}
    return Phase(step, scenario=scenario, nations=nations, areas=areas)


def settled(areas: dict[str, str], **said: Any) -> Phase:
    """All conflicts of tokens fought in silence."""
    return fought(areas, **said).through("conflict.cities")


def test_within_the_limit_there_is_no_conflict() -> None:
    """CIV-089: they stand side by side."""
    assert settled({"thebes": "egypt 2 crete 1"}).at("thebes") == "egypt 2 crete 1"


def test_agriculture_does_not_count_in_a_conflict() -> None:
    """CIV-090: two of a holder and one other on limit 2 fight."""
    phase = settled({"damascus": "egypt 2 crete 1"}, egypt=["agriculture"])
    assert phase.at("damascus") == "egypt 2"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("egypt 3 crete 5", "crete 3"),
        ("egypt 2 crete 3 babylon 4", "babylon 2"),
        ("egypt 2 crete 3 babylon 3", "crete 1 babylon 1"),
    ],
)
def test_the_fewest_lose_first_and_every_round_is_counted_anew(before: str, after: str) -> None:
    """CIV-091, CIV-093, CIV-RUL-012: limit 2."""
    assert settled({"damascus": before}).at("damascus") == after


def test_a_fight_is_told_with_those_who_have_nothing_left() -> None:
    """CIV-091: limit 2."""
    [told] = settled({"damascus": "egypt 2 crete 1"}).told
    assert re.findall(r"crete}? (\d)", told) == ["1", "0"]


def test_each_fight_of_tokens_is_told_as_an_action_of_its_own() -> None:
    """CIV §9.2: the actions of a game are numbered one after the other."""
    phase = fought({"damascus": "egypt 2 crete 1", "sinai": "egypt 1 crete 1"})
    before = phase.s.action
    numbers = [phase.run().s.action for _ in range(2)]
    assert numbers == [before + 1, before + 2]
    assert len(phase.told) == 2


def test_one_against_one_on_limit_one_leaves_nobody() -> None:
    """CIV-092."""
    assert settled({"sinai": "egypt 1 crete 1"}).at("sinai") == ""


def test_the_fight_stops_at_the_limit_between_two_removals() -> None:
    """CIV-094: 2 against 4 on limit 4: 1-4, then 1-3."""
    assert settled({"alexandria": "egypt 2 crete 4"}).at("alexandria") == "egypt 1 crete 3"


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_metalworking_loses_last(scenario: str) -> None:
    """CIV-095, classic:metalworking, mega:metalworking: one holder against three on limit 1: 1-2, then 0-2."""
    cards: dict[str, Any] = {"scenario": scenario, "egypt": ["metalworking"]}
    assert settled({"sinai": "egypt 1 crete 3"}, **cards).at("sinai") == "crete 2"
    assert settled({"sinai": "egypt 3 crete 3"}, **cards).at("sinai") == "egypt 1"


def test_two_holders_of_metalworking_go_by_number() -> None:
    """CIV-096."""
    both: dict[str, Any] = {"egypt": ["metalworking"], "crete": ["metalworking"]}
    assert settled({"damascus": "egypt 3 crete 5"}, **both).at("damascus") == "crete 3"


def test_barbarians_fight_like_anybody_without_cards() -> None:
    """CIV §9.1."""
    assert settled({"sinai": "egypt 4 neutral 2"}).at("sinai") == "egypt 3"


def attacked(area: str, *, scenario: str = "no_trading", **cards: Any) -> Phase:
    """Memphis as written, fought out."""
    phase = fought({"memphis": area}, scenario=scenario, **cards)
    return phase.through("cities")


def test_six_tokens_do_not_take_a_city_and_seven_do() -> None:
    """CIV-097: seven against the six that defend it, on limit 3."""
    failed = attacked("crete 6 egypt city")
    assert failed.at("memphis") == "egypt city"
    taken = attacked("crete 7 egypt city")
    assert taken.cities("egypt") == []
    assert taken.at("memphis") == "crete 2 egypt 1"


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
@pytest.mark.parametrize(
    ("attacker", "defender", "needed", "defending"),
    [
        ([], [], 7, 6),
        (["engineering"], [], 6, 5),
        ([], ["engineering"], 8, 7),
        (["engineering"], ["engineering"], 7, 6),
    ],
)
def test_engineering_changes_both_numbers_unless_both_have_it(
    attacker: list[str], defender: list[str], needed: int, defending: int, scenario: str
) -> None:
    """CIV-098, classic:engineering, mega:engineering."""
    cards: dict[str, Any] = {"crete": attacker, "egypt": defender, "scenario": scenario}
    assert attacked(f"crete {needed - 1} egypt city", **cards).at("memphis") == "egypt city"
    taken = attacked(f"crete {needed} egypt city", **cards)
    assert taken.cities("egypt") == []
    assert f", and {defending} tokens defend" in taken.log()


def test_a_defender_short_of_stock_defends_with_what_there_is() -> None:
    """CIV-099: 47 tokens, 45 of them elsewhere."""
    phase = fought({"memphis": "crete 7 egypt city", "thebes": "egypt 45"}).through("cities")
    assert ", and 2 tokens defend" in phase.log()
    assert phase.at("memphis") == "crete 6"


def test_two_attackers_fight_each_other_first() -> None:
    """CIV-100: 7 and 7: both are gone, the city stands."""
    assert attacked("crete 7 babylon 7 egypt city").at("memphis") == "egypt city"


def test_the_owners_tokens_fight_before_the_city() -> None:
    """CIV-101: 7 against 3 leave 5, and the attack fails, with Engineering too."""
    assert attacked("crete 7 egypt 3 egypt city").at("memphis") == "egypt city"
    assert attacked("crete 7 egypt 3 egypt city", crete=["engineering"]).at("memphis") == "egypt city"


def test_all_conflicts_of_tokens_come_before_the_attacks() -> None:
    """CIV-102: what is lost elsewhere defends the city."""
    phase = fought({"memphis": "crete 7 egypt city", "nubia": "egypt 40 crete 1", "thebes": "egypt 7"})
    assert phase.stock("egypt") == 0
    phase.through("cities")
    told = [line for line in phase.told if "Then" in line or "took" in line]
    assert "nubia" in told[0]


PIRATES = {"memphis": "crete 7 neutral city", "babylon": "crete 7 babylon city", "thebes": "crete 7 egypt city"}


def test_pirates_come_first_then_defenders_in_the_order_of_the_track() -> None:
    """CIV-103, CIV-RUL-013."""
    phase = fought(PIRATES).through("cities")
    took = [line.split(":", 2)[1].rstrip("}") for line in phase.told if " took the city" in line]
    assert took == ["memphis", "babylon", "thebes"]


def test_a_short_defenders_own_attacks_come_first() -> None:
    """CIV-103, CIV-RUL-067: Crete attacks Babylon, which has 2 in stock and attacks Egypt failed with 5."""
    areas = {"ur": "crete 7 babylon city", "memphis": "babylon 5 egypt city", "susa": "babylon 40"}
    phase = fought(areas).through("cities")
    lines = [line for line in phase.told if "city of" in line]
    assert "failed" in lines[0]
    assert ", and 6 tokens defend" in lines[1]


def test_the_order_of_own_defences_is_asked_only_if_it_can_matter() -> None:
    """CIV-104, CIV-RUL-013: with 4 in stock it is, with 20 not."""
    two = {"memphis": "crete 7 egypt city", "tanis": "crete 7 egypt city"}
    short = fought({**two, "nubia": "egypt 43"}, step="conflict.cities").run(egypt="tanis")
    assert set(short.options("conflict.order")) == {"memphis", "tanis"}
    assert "tanis" in next(line for line in short.told if "took" in line)
    rich = fought({**two, "nubia": "egypt 27"}, step="conflict.cities").run()
    assert "conflict.order" not in rich.questions()


def test_an_attack_that_fails_takes_nothing_of_the_stock() -> None:
    """CIV-104, CIV-RUL-013: 6 in stock defend the one city that falls; nobody asks for the order of the two."""
    areas = {"memphis": "crete 7 egypt city", "tanis": "crete 3 egypt city", "nubia": "egypt 41"}
    phase = fought(areas, step="conflict.cities").run()
    assert phase.questions() == ["conflict.pillage"]
    assert ", and 6 tokens defend" in phase.log()


def test_who_is_short_and_attacks_nobody_does_not_wait_for_the_attacks_of_others() -> None:
    """CIV-103, CIV-RUL-067: Babylon has 2 in stock; its city comes before that of Egypt, which Crete attacks too."""
    areas = {"ur": "crete 7 babylon city", "memphis": "crete 7 egypt city", "susa": "babylon 45"}
    phase = fought(areas).through("cities")
    took = [line.split(":", 2)[1].rstrip("}") for line in phase.told if " took the city" in line]
    assert took == ["ur", "memphis"]


def sacked(hand: list[str], **said: Any) -> Phase:
    """Crete takes Memphis from Egypt, who has that hand."""
    nations = {"egypt": {"hand": hand}, "crete": {}, "babylon": {}}
    areas = {"memphis": "crete 7 egypt city", **said}
    return Phase("conflict.cities", nations=nations, areas=areas)


def test_a_card_goes_to_the_attacker_and_only_two_learn_its_value() -> None:
    """CIV-105, NTV-28: its type is public."""
    phase = sacked(["moon_ore_45a"]).run()
    assert phase.s.nations["crete"].hand == ["moon_ore_45a"]
    assert set(phase.private) == {"egypt", "crete"}
    assert "moon_ore_45a" in phase.private["egypt"][0]
    assert "moon_ore" not in phase.log()
    assert "{pile:9}" in phase.log()
    assert "moon_ore_45a" not in str(GAME.view(phase.s, "babylon", []))
    assert "moon_ore_45a" in str(GAME.view(phase.s, "crete", []))


def test_of_an_empty_hand_nothing_is_taken() -> None:
    """CIV-106."""
    phase = sacked([]).run()
    assert phase.private == {}


def test_pillage_is_up_to_three_within_stock_and_silence_takes_most() -> None:
    """CIV-107, CIV-RUL-049."""
    phase = sacked([]).run()
    assert (phase.options("conflict.pillage"), phase.treasury("crete")) == (("3", "2", "1", "0"), 3)
    poor = sacked([], knossos="crete 38").run(crete="1")
    assert (poor.options("conflict.pillage"), poor.treasury("crete")) == (("2", "1", "0"), 1)
    assert "{civ:crete} plundered nothing." in sacked([]).run(crete="0").log()


def test_loot_and_pillage_come_before_the_tokens_fight() -> None:
    """CIV-232, CIV-RUL-015: 2 in stock then, more afterwards: at most 2 are plundered."""
    phase = sacked([], knossos="crete 38").run()
    assert phase.options("conflict.pillage") == ("2", "1", "0")
    assert phase.stock("crete") > 0


def test_a_pirate_city_brings_pillage_and_no_card_and_its_tokens_vanish() -> None:
    """CIV-108."""
    phase = fought({"memphis": "crete 7 neutral city"}).through("cities")
    assert phase.treasury("crete") == 3
    assert "neutral" not in phase.at("memphis")
    assert phase.private == {}


def test_naval_warfare_loses_a_ship_instead_of_a_token() -> None:
    """CIV-110, CIV-233, CIV-RUL-068, mega:naval_warfare: named once an area, used first."""
    nations = {"egypt": {"advances": ["naval_warfare"]}, "crete": {}, "babylon": {}}
    shown: dict[str, Any] = {"scenario": "basic", "nations": nations, "ships": {"egypt": ["gaza", "tanis"]}}
    phase = Phase("conflict.tokens", areas={"gaza": "egypt 1 crete 1"}, **shown).run(egypt=[("ship:1",)])
    assert phase.options("conflict.lose") == ("ship:1",)
    assert phase.at("gaza") == "egypt 1"
    assert phase.s.nations["egypt"].ships == ["tanis"]
    silent = Phase("conflict.tokens", areas={"gaza": "egypt 1 crete 1"}, **shown).run()
    assert (silent.at("gaza"), silent.s.nations["egypt"].ships) == ("", ["gaza", "tanis"])


def test_a_failed_attack_sinks_the_ships_of_a_holder_of_naval_warfare() -> None:
    """CIV-110."""
    nations = {"crete": {"advances": ["naval_warfare"]}, "egypt": {}, "babylon": {}}
    areas = {"tanis": "crete 3 egypt city"}
    phase = Phase("conflict.cities", scenario="basic", nations=nations, areas=areas, ships={"crete": ["tanis", "gaza"]})
    assert phase.run().s.nations["crete"].ships == ["gaza"]


def test_advanced_military_loses_tokens_from_next_door() -> None:
    """CIV-111, CIV-233, CIV-RUL-068, mega:advanced_military: two from next door go first."""
    phase = fought({"gaza": "egypt 2 crete 3", "sinai": "egypt 3"}, scenario="basic", egypt=["advanced_military"])
    phase.run(egypt=[("sinai:1", "sinai:2")])
    assert phase.options("conflict.lose") == ("sinai:1", "sinai:2", "sinai:3")
    assert (phase.at("sinai"), phase.at("gaza")) == ("egypt 1", "egypt 2")


def test_a_failed_attack_takes_no_tokens_from_next_door() -> None:
    """CIV-111, CIV §9.8, mega:advanced_military: nothing is asked, and the six are gone."""
    land = {"memphis": "crete 6 egypt city", "tanis": "crete 4"}
    phase = fought(land, step="conflict.cities", scenario="basic", crete=["advanced_military"]).run()
    assert (phase.questions(), phase.at("memphis"), phase.at("tanis")) == ([], "egypt city", "crete 4")


def test_what_goes_instead_is_named_before_the_tokens_fight_and_again_before_the_fight_for_the_city() -> None:
    """CIV §9.8, CIV-RUL-068, mega:advanced_military."""
    land = {"memphis": "crete 10 egypt 3 egypt city", "tanis": "crete 4"}
    phase = fought(land, scenario="basic", crete=["advanced_military"]).run(crete=[("tanis:1",)])
    assert (phase.questions(), phase.at("memphis"), phase.at("tanis")) == (
        ["conflict.lose"],
        "crete 9 egypt city",
        "crete 3",
    )
    while phase.s.phase != "conflict.cities":
        phase.run()
    assert phase.run(crete=["0", ("tanis:1",)]).questions() == ["conflict.pillage", "conflict.lose"]
    assert phase.at("tanis") == "crete 2"


def test_areas_of_advanced_military_are_settled_last() -> None:
    """CIV §9.8."""
    areas = {"gaza": "egypt 2 crete 1", "susa": "crete 5 babylon 5"}
    phase = fought(areas, scenario="basic", egypt=["advanced_military"]).through("conflict.cities")
    assert [("susa" in line) for line in phase.told if "Then" in line] == [True, False]

"""The seven special abilities of the mega deck, and what follows from them (CIV §17.2, §17.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.civ.story import Phase, refused

NINE = ("thebes", "buhen", "memphis", "fayum", "damascus", "tyre", "sidon", "cyrene", "petra")
WATER, RESEARCH, MOON, ORE = "water_7a", "research_13a", "moon_ore_50a", "ore_3a"


def using(card: str, areas: dict[str, str], *, step: str = "ability", own: Any = None, **others: Any) -> Phase:
    """Egypt holds that advance and stands in Gaza, next by land to Sinai, Tanis and Jerusalem."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": [card], **(own or {})}, "crete": {}, "babylon": {}}
    nations |= others
    return Phase(step, scenario="basic", order=["egypt"], nations=nations, areas={"gaza": "egypt 1", **areas})


def holding(*cards: str) -> dict[str, Any]:
    return {"advances": list(cards)}


def test_mega_monotheism_annexes_a_neighbour_by_land() -> None:
    """CIV-188, mega:monotheism."""
    phase = using("monotheism", {"tanis": "crete city", "sinai": "crete 1 babylon 2"}).run(
        egypt=["monotheism", "tanis"]
    )
    assert set(phase.options("convert.area")) == {"tanis", "sinai"}
    assert (phase.at("tanis"), phase.s.acquired) == ("egypt city", ["tanis"])


@pytest.mark.parametrize("card", ["monotheism", "theology"])
def test_the_protected_stay_and_the_others_are_hit_by_monotheism(card: str) -> None:
    """CIV-244, CIV-RUL-080, mega:theology: Barbarians stay too; where nobody is hit, nothing is offered."""
    shared = {"sinai": "crete 1 babylon 2 neutral 1"}
    phase = using("monotheism", shared, crete=holding(card)).run(egypt=["monotheism"])
    assert phase.at("sinai") == "crete 1 neutral 1 egypt 2"
    assert using("monotheism", {"sinai": "crete 1 neutral 2"}, crete=holding(card)).run().asked == []
    assert using("monotheism", {"sinai": "neutral city"}).run().asked == []
    pirates = using("monotheism", {"tanis": "babylon 1 neutral city"}).run(egypt=["monotheism"])
    assert pirates.at("tanis") == "egypt 1 neutral city"


def test_monotheism_needs_the_pieces_of_those_hit_alone() -> None:
    """CIV-188, CIV-RUL-080."""
    board = {"nubia": "egypt 44", "sinai": "crete 2 babylon 3"}
    assert using("monotheism", board).run().asked == []
    assert using("monotheism", board, crete=holding("theology")).run().asked == []
    assert using("monotheism", board, babylon=holding("theology")).run().options("ability.use") == (
        "done",
        "monotheism",
    )
    full = {**dict.fromkeys(NINE, "egypt city"), "tanis": "crete city"}
    assert using("monotheism", full).run().asked == []


def test_fundamentalism_destroys_a_neighbour_by_land() -> None:
    """CIV-188, mega:fundamentalism: cities too, and nothing comes for them."""
    phase = using("fundamentalism", {"tanis": "crete 1 crete city", "thera": "crete 1"})
    phase.run(egypt=["fundamentalism"])
    assert (phase.at("tanis"), phase.stock("crete")) == ("", 46)
    assert phase.at("gaza") == "egypt 1"


@pytest.mark.parametrize("card", ["fundamentalism", "philosophy"])
def test_fundamentalism_spares_the_protected_and_the_neutral(card: str) -> None:
    """CIV-188, CIV-RUL-080, mega:philosophy."""
    phase = using("fundamentalism", {"sinai": "crete 1 babylon 2 neutral 1"}, crete=holding(card))
    assert phase.run(egypt=["fundamentalism"]).at("sinai") == "crete 1 neutral 1"
    assert using("fundamentalism", {"sinai": "crete 2 neutral 1"}, crete=holding(card)).run().asked == []
    pirates = using("fundamentalism", {"tanis": "crete 1 neutral city"}).run(egypt=["fundamentalism"])
    assert pirates.at("tanis") == "neutral city"
    assert using("fundamentalism", {"tanis": "neutral city"}).run().asked == []


def test_politics_fills_the_treasury_with_up_to_five() -> None:
    """CIV-188, mega:politics."""
    phase = using("politics", {}).run(egypt=["politics", "3"])
    assert phase.options("politics.treasury") == ("5", "4", "3", "2", "1")
    assert (phase.treasury("egypt"), phase.stock("egypt")) == (3, 47 - 4)
    short = using("politics", {"nubia": "egypt 44"}).run(egypt=["politics"])
    assert short.options("politics.treasury") == ("2", "1")


def test_politics_annexes_for_a_token_each_unit_point() -> None:
    """CIV-188, mega:politics: a city is 5; what is paid goes to stock."""
    rich = {"treasury": 6}
    phase = using("politics", {"tanis": "crete 1 crete city"}, own={"advances": ["politics"], **rich})
    phase.run(egypt=["politics", "tanis"])
    assert (phase.at("tanis"), phase.treasury("egypt")) == ("egypt 1 egypt city", 0)
    assert phase.stock("egypt") == 47 - 2
    poor = using("politics", {"tanis": "crete 1 crete city"}, own={"advances": ["politics"], "treasury": 5})
    assert "tanis" not in poor.run(egypt=["politics"]).options("politics.area")
    assert poor.questions() == ["ability.use", "politics.treasury"]


def test_politics_needs_the_pieces_before_its_price_comes_back() -> None:
    """CIV-188, CIV-N-16: with one token in stock a single token can be annexed, with none it cannot."""
    areas, own = {"tanis": "crete 1"}, {"advances": ["politics"], "treasury": 1}
    one = using("politics", {**areas, "nubia": "egypt 44"}, own=own).run(egypt=["politics"])
    assert "tanis" in one.options("politics.area")
    assert using("politics", {**areas, "nubia": "egypt 45"}, own=own).run().asked == []


def test_provincial_empire_looks_at_neighbours_not_at_the_area_itself() -> None:
    """CIV-188, CIV-RUL-081, CIV-N-17."""
    near = using("provincial_empire", {"gaza": "egypt 1 crete 1"}, crete={"hand": [WATER]})
    assert "ability.use" not in near.run().questions()


@pytest.mark.parametrize("card", ["politics", "cultural_ascendancy"])
def test_politics_spares_the_protected(card: str) -> None:
    """CIV-188, CIV-RUL-080, mega:cultural_ascendancy."""
    own = {"advances": ["politics"], "treasury": 2}
    phase = using("politics", {"sinai": "crete 1 babylon 2 neutral 1"}, own=own, crete=holding(card))
    assert phase.run(egypt=["politics", "sinai"]).at("sinai") == "crete 1 neutral 1 egypt 2"
    assert phase.treasury("egypt") == 0
    board = {"sinai": "neutral 1", "tanis": "neutral city", "jerusalem": "crete 1"}
    assert using("politics", board, own=own, crete=holding(card)).run(egypt=["politics"]).questions() == [
        "ability.use",
        "politics.treasury",
    ]


def test_universal_doctrine_wins_a_pirate_city_over() -> None:
    """CIV-188, CIV-RUL-081, mega:universal_doctrine: anywhere, for a city in stock."""
    phase = using("universal_doctrine", {"knossos": "neutral city", "thera": "neutral 2"})
    phase.run(egypt=["universal_doctrine", "knossos"])
    assert (phase.at("knossos"), phase.s.acquired) == ("egypt city", ["knossos"])
    assert phase.at("thera") == "neutral 2"
    assert (
        using("universal_doctrine", {**dict.fromkeys(NINE, "egypt city"), "knossos": "neutral city"}).run().asked == []
    )


def test_universal_doctrine_wins_five_barbarians_of_several_areas_over() -> None:
    """CIV-188, CIV-RUL-081."""
    phase = using("universal_doctrine", {"sparta": "neutral 4", "thera": "neutral 2"})
    phase.run(egypt=["universal_doctrine", "5", ("sparta:3", "thera:2")])
    assert (phase.at("sparta"), phase.at("thera"), phase.stock("egypt")) == ("neutral 1 egypt 3", "egypt 2", 41)
    short = using("universal_doctrine", {"nubia": "egypt 44", "sparta": "neutral 4"}).run(egypt=["universal_doctrine"])
    assert short.options("doctrine.number") == ("2", "1")
    assert refused(using("universal_doctrine", {"thera": "neutral 1"}), "egypt", "ability.use", "monotheism")


def test_diaspora_moves_five_tokens_anywhere_within_limits() -> None:
    """CIV-188, CIV-RUL-081, mega:diaspora: the limit counts everybody's tokens."""
    board = {"nubia": "egypt 2", "buhen": "egypt 3", "damascus": "crete 1", "tyre": "crete city"}
    phase = using("diaspora", board)
    phase.run(egypt=["diaspora", "5", ("nubia:2", "buhen:3"), ("damascus:1", "knossos:3", "memphis:1")])
    assert (phase.at("damascus"), phase.at("knossos"), phase.at("nubia")) == ("crete 1 egypt 1", "egypt 3", "")
    again = using("diaspora", board).run(egypt=["diaspora", "1", "buhen:1"])
    assert "tyre" not in again.options("diaspora.goal")
    assert again.at("buhen") == "egypt 3"
    for goals, said in (
        (("damascus:2", "knossos:3"), "'damascus' gets 1 to 1"),
        (("knossos:5",), "'knossos' gets 1 to 3"),
    ):
        with pytest.raises(AssertionError, match=said):
            using("diaspora", board).run(egypt=["diaspora", "5", ("nubia:2", "buhen:3"), goals])


def test_diaspora_comes_beside_an_own_city_with_public_works_alone() -> None:
    """CIV-188, CIV-RUL-081, mega:public_works."""
    board = {"memphis": "egypt city", "nubia": "egypt 2"}
    for cards, open_to in ((["diaspora"], False), (["diaspora", "public_works"], True)):
        phase = using("diaspora", board, own={"advances": cards}).run(egypt=["diaspora", "1", "nubia:1"])
        assert ("memphis" in phase.options("diaspora.goal")) == open_to


def test_diaspora_counts_agriculture() -> None:
    """CIV-RUL-081, mega:agriculture: Damascus supports two, three with the card."""
    own = {"advances": ["diaspora", "agriculture"]}
    phase = using("diaspora", {"nubia": "egypt 3"}, own=own)
    phase.run(egypt=["diaspora", "3", "nubia:3", "damascus:3"])
    assert phase.at("damascus") == "egypt 3"


def test_trade_routes_turn_cards_into_treasury() -> None:
    """CIV-188, CIV-RUL-038, mega:trade_routes: Moon Ore is 18, whatever its value; openly."""
    phase = using("trade_routes", {}, own={"advances": ["trade_routes"], "hand": [MOON, WATER, ORE]})
    phase.run(egypt=["trade_routes", MOON, WATER, "done"])
    assert (phase.treasury("egypt"), phase.stock("egypt")) == (18 + 4, 46 - 22)
    assert (phase.s.spent, phase.s.nations["egypt"].hand) == ([MOON, WATER], [ORE])
    assert "{money:moon_ore_50a}" in phase.log()


def test_trade_routes_need_the_stock_for_a_whole_card() -> None:
    """CIV-188: 17 in stock do not take a card of 18."""
    own = {"advances": ["trade_routes"], "hand": [MOON, WATER]}
    phase = using("trade_routes", {"nubia": "egypt 29"}, own=own).run(egypt=["trade_routes"])
    assert phase.s.spent == [WATER]
    assert using("trade_routes", {"nubia": "egypt 43"}, own=own).run().asked == []


def test_provincial_empire_takes_a_card_of_each_neighbour() -> None:
    """CIV-188, CIV-RUL-081, CIV-RUL-038, mega:provincial_empire: of piles 2 to 9, silence the lowest; two know it."""
    hands: dict[str, Any] = {"crete": {"hand": [ORE, RESEARCH, WATER]}, "babylon": {"hand": [MOON]}}
    phase = using("provincial_empire", {"sinai": "crete 1", "jerusalem": "babylon 1"}, **hands)
    phase.run(egypt=["provincial_empire", ("crete", "babylon")])
    assert phase.options("empire.card", "crete") == (WATER, RESEARCH)
    assert sorted(phase.s.nations["egypt"].hand) == [MOON, WATER]
    assert "{pile:2}" in phase.log()
    assert WATER not in phase.log()
    assert WATER in str(phase.private["crete"])
    assert WATER in str(phase.private["egypt"])
    assert WATER not in str(phase.private["babylon"])


def test_provincial_empire_passes_by_who_is_far_protected_or_has_ore_alone() -> None:
    """CIV-188, CIV-RUL-081, mega:public_works."""
    rich = {"hand": [WATER]}
    near = {"sinai": "crete 1"}
    assert using("provincial_empire", near, crete=rich).run().options("ability.use") == ("done", "provincial_empire")
    for card in ("provincial_empire", "public_works"):
        assert using("provincial_empire", near, crete={**rich, "advances": [card]}).run().asked == []
    assert using("provincial_empire", near, crete={"hand": [ORE]}).run().asked == []
    assert using("provincial_empire", {"rome": "crete 1"}, crete=rich).run().asked == []


def test_provincial_empire_reaches_over_water() -> None:
    """CIV-188."""
    phase = Phase(
        "ability",
        scenario="basic",
        order=["egypt"],
        nations={"egypt": {"advances": ["provincial_empire"]}, "crete": {"hand": [WATER]}},
        areas={"knossos": "egypt 1", "thera": "crete 1"},
    )
    assert phase.run(egypt=["provincial_empire"]).s.nations["egypt"].hand == [WATER]


def test_provincial_empire_names_five_players_at_most() -> None:
    """CIV-188: of six neighbours."""
    waters = iter(("4a", "5a", "6a", "7a", "8a", "9a"))
    others = ("crete", "babylon", "assyria", "asia", "thrace", "illyria")
    nations: dict[str, Any] = {one: {"hand": [f"water_{next(waters)}"]} for one in others}
    nations["egypt"] = {"advances": ["provincial_empire"]}
    board = {"gaza": "egypt 1", "sinai": " ".join(f"{one} 1" for one in others)}
    phase = Phase("ability", scenario="basic", order=["egypt"], nations=nations, areas=board)
    phase.run(egypt=["provincial_empire", others[:5]])
    assert len(phase.s.nations["egypt"].hand) == 5
    with pytest.raises(AssertionError, match="1 to 5"):
        Phase("ability", scenario="basic", order=["egypt"], nations=nations, areas=board).run(
            egypt=["provincial_empire", others]
        )


def test_whose_marker_is_furthest_on_uses_its_abilities_first_each_once() -> None:
    """CIV-187: ties by the order of the track; in the order the player likes."""
    nations: dict[str, Any] = {
        "egypt": {"advances": ["fundamentalism", "politics"], "space": 3},
        "babylon": {"advances": ["politics"], "space": 5},
        "crete": {"advances": ["politics"], "space": 3},
    }
    board = {"gaza": "egypt 1", "susa": "babylon 1", "knossos": "crete 1", "sinai": "crete 1"}
    phase = Phase("abilities", scenario="basic", nations=nations, areas=board).run()
    assert phase.s.order == ["babylon", "crete", "egypt"]
    phase.run(babylon=["politics"])
    assert phase.questions() == ["ability.use", "politics.treasury"]
    phase.run()
    phase.run(egypt=["politics", "5", "fundamentalism"])
    offers = [options for key, _, options in phase.asked if key == "ability.use"]
    assert offers == [("done", "fundamentalism", "politics"), ("done", "fundamentalism")]


def test_a_conflict_left_by_an_ability_is_fought_out_then_surplus_goes_then_cities_are_supported() -> None:
    """CIV-189, CIV-127."""
    board = {"sinai": "crete 2 babylon 3", "memphis": "egypt city", "damascus": "egypt 3"}
    phase = using("monotheism", board, crete=holding("theology")).run(egypt=["monotheism"])
    assert phase.at("sinai") == "crete 2 egypt 3"
    phase.through("advances")
    assert phase.at("sinai") == "egypt 1"
    assert phase.at("damascus") == "egypt 2"
    assert "{area:sinai}" in phase.log()
    assert phase.cities("egypt") == ["memphis"]


def test_silence_uses_no_ability() -> None:
    """CIV-212."""
    phase = using("diaspora", {"nubia": "egypt 2"}).run()
    assert phase.questions() == ["ability.use"]
    assert phase.at("nubia") == "egypt 2"


def test_an_inert_seat_gives_no_card() -> None:
    """CIV-222, CIV-RUL-088, CIV-N-17: nobody is there to choose it."""
    left = {"hand": [WATER], "inert": True}
    assert using("provincial_empire", {"sinai": "crete 1"}, crete=left).run().asked == []

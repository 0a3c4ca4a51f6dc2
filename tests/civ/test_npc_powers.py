"""What the computer does with special abilities, and how it meets losses (CIV §13, §17)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.options import GENTLE, USUAL
from tests.civ.calamity import classic
from tests.civ.story import Phase
from tests.civ.test_abilities import using
from tests.civ.test_conversion import converting
from tests.civ.test_npc_buying import answer, answers, decided

TWO = {"tanis": "crete city", "sinai": "crete 1 babylon 2"}


@pytest.mark.parametrize(
    "phase", [converting(TWO), using("monotheism", TWO), using("fundamentalism", TWO)], ids=["classic", "mega", "razed"]
)
def test_the_computer_strikes_where_most_units_of_others_are(phase: Phase) -> None:
    """CIV-186, CIV-188, CIV-223: a city counts five, the three tokens in Sinai three."""
    assert decided(phase)[-1] == ("tanis", "strike")


def test_units_of_several_others_in_one_area_count_together_where_the_computer_strikes() -> None:
    """CIV-188, CIV-223: in Sinai one of Crete and two of Babylon, in Tanis two of Crete."""
    phase = using("monotheism", {"tanis": "crete 2", "sinai": "crete 1 babylon 2"})
    assert decided(phase)[-1] == ("sinai", "strike")


def test_a_computer_that_takes_over_in_a_diaspora_lands_where_most_can_live() -> None:
    """CIV-188, CIV-223: five in Fayum; Germania and the Danube, where as many can, are full."""
    phase = using("diaspora", {"germania": "babylon 5", "danube": "babylon 5"})
    flow = phase.flow()
    flow.send(None)
    request = flow.send({"egypt": ("diaspora",)})
    assert (request.key, answer(phase.s, request)[0]) == ("diaspora.goal", "fayum:1")


def test_the_computer_wins_barbarians_over_where_they_stand_by_themselves_first() -> None:
    """CIV-188, CIV-223: four on Thera, and of those beside Crete in Sparta one more makes five."""
    phase = using("universal_doctrine", {"sparta": "neutral 2 crete 1", "thera": "neutral 4"})
    assert decided(phase)[-1] == ("sparta:1 thera:4", "doctrine")
    assert (phase.at("sparta"), phase.at("thera")) == ("neutral 1 crete 1 egypt 1", "egypt 4")


CROWDED = {"knossos": "egypt 6", "phaestos": "egypt city"}


def launched(treasury: int, areas: dict[str, str], level: str = "") -> list[tuple[str, str]]:
    """What the computer builds for Egypt from there, with so much in treasury."""
    phase = Phase("ships", nations={"egypt": {"treasury": treasury}, "babylon": {}}, areas=areas)
    return decided(phase, level)


@pytest.mark.parametrize(("level", "most"), [(GENTLE, 2), (USUAL, 1)])
def test_the_computer_builds_ships_for_tokens_that_find_no_room_by_land(level: str, most: int) -> None:
    """CIV-064, CIV-067, CIV-223: out of treasury as far as it goes; three of six tokens are to spare, and the usual
    computer knows that they need one ship only.
    """
    assert launched(9, CROWDED, level) == [("knossos:0", "ship")] * most + [("done", "no_ship")]
    assert launched(9, {"knossos": "egypt 6"}, level) == [("done", "no_ship")], "there is room in Phaestos"
    assert launched(9, {**CROWDED, "knossos": "egypt 3"}, level) == [("done", "no_ship")], "two of three stay to grow"
    few = {**CROWDED, "knossos": "egypt 5"}
    assert [launched(n, few, level)[0][0] for n in (3, 1, 0)] == ["knossos:0", "knossos:1", "done"]


FLEET = {
    "babylon": "egypt city",
    "mari": "egypt city",
    "parthia": "egypt 4",
    "media": "egypt 4",
    "babylonia": "egypt 4",
}
FLEET |= {"charax": "egypt 5", "susa": "egypt 5", "ur": "egypt 5", "sumeria": "egypt 4 babylon 2", "elam": "babylon 5"}
FLEET |= {"assyria": "babylon 4", "mesopotamia": "babylon 5", "nineveh": "babylon 5", "aleppo": "babylon 4"}


def fleet(step: str, ships: list[str]) -> Phase:
    """Where Egypt, with these ships, has land to go to from Charax and Babylonia, but needs no ship to go there."""
    nations: dict[str, Any] = {"egypt": {"treasury": 6, "ships": ships}, "babylon": {}}
    return Phase(step, order=["egypt", "babylon"], nations=nations, areas=FLEET)


def test_the_usual_computer_keeps_no_ship_that_it_will_not_use() -> None:
    """CIV §7.1, CIV-223: in this position of a game both ships were kept because they reached empty land; the movement
    that follows leaves both where they are.
    """
    ships = ["charax", "babylonia"]
    assert [one for one in decided(fleet("movement", ships)) if "~" in one[0]] == []
    assert decided(fleet("ships", ships)) == [("drop", "drop_ship"), ("drop", "drop_ship"), ("done", "no_ship")]


def test_the_reason_for_a_ship_names_where_it_is_built() -> None:
    """CIV-064, CIV-223: the harbour, without what is paid for it."""
    phase = Phase("ships", nations={"egypt": {"treasury": 9}, "babylon": {}}, areas=CROWDED)
    flow = phase.flow()
    request = flow.send(None)
    while "egypt" not in (made := answers(phase.s, request)):
        request = flow.send({seat: one.picks for seat, one in made.items()})
    assert made["egypt"].why.values == {"area": "{area:knossos}"}


def test_the_computer_builds_a_ship_where_there_is_no_room_next_door() -> None:
    """CIV-064, CIV-223: it does not wait for Gaza's way through Sinai, which is full, to the Eastern Desert."""
    full = {"gaza": "egypt 4", "sinai": "egypt 1", "jerusalem": "egypt city", "tanis": "egypt city"}
    assert launched(2, full)[0] == ("gaza:0", "ship")


def test_the_computer_builds_no_ship_beside_empty_land_though_no_city_can_be_founded_there() -> None:
    """CIV-064, CIV-223: Delphi, next to Athens, is no site but feeds two more; once they are there the others sail."""
    taken = {"athens": "egypt 5", "argos": "egypt city", "corinth": "egypt city"}
    assert launched(2, taken) == [("done", "no_ship")]
    assert launched(2, {**taken, "delphi": "egypt 2"})[0] == ("athens:0", "ship")


def test_by_politics_the_computer_takes_a_city_that_it_can_pay_for_rather_than_treasury() -> None:
    """CIV-188, CIV-223: five tokens for Tanis, rather than one for the token in Sinai; with four it cannot."""
    areas = {"sinai": "crete 1", "tanis": "crete city"}
    chosen = [decided(using("politics", areas, own={"advances": ["politics"], "treasury": n}))[1] for n in (5, 4)]
    assert chosen == [("tanis", "politics"), ("treasury", "politics")]


@pytest.mark.parametrize(("nubia", "taken"), [(42, "1"), (40, "2"), (38, "4"), (36, "5")])
def test_by_politics_the_computer_takes_what_stock_can_spare_from_taxes(nubia: int, taken: str) -> None:
    """CIV-188, CIV-223: two cities are due four in taxes; of what can be taken it takes one at least."""
    phase = using("politics", {"nubia": f"egypt {nubia}", "thebes": "egypt city", "buhen": "egypt city"})
    assert phase.stock("egypt") == 46 - nubia
    assert decided(phase)[-1] == (taken, "number")


@pytest.mark.parametrize(("tokens", "given_up"), [(12, "buhen"), (10, "buhen tanis")])
def test_the_computer_loses_the_number_of_cities_after_which_most_are_supported(tokens: int, given_up: str) -> None:
    """CIV-159, CIV §11.2, CIV-223: a famine takes ten points of Egypt, whose four cities count five each."""
    cities: dict[str, Any] = dict.fromkeys(("buhen", "tanis", "jerusalem", "damascus"), "egypt city")
    phase = classic("famine", {"thebes": f"egypt {tokens}", **cities, "ur": "babylon 1"})
    assert (given_up, "lose_cities") in decided(phase)

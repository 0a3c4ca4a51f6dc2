"""Monotheism with the classic deck (CIV §17.1)."""

from __future__ import annotations

from typing import Any

from tests.civ.story import Phase


def converting(areas: dict[str, str], **others: list[str]) -> Phase:
    """Egypt holds Monotheism and stands in Gaza, next to Sinai, Tanis and Jerusalem."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": ["monotheism"]}, "crete": {}, "babylon": {}}
    nations |= {name: {"advances": cards} for name, cards in others.items()}
    return Phase("ability", order=["egypt"], nations=nations, areas={"gaza": "egypt 1", **areas})


def test_every_unit_of_an_area_next_by_land_becomes_the_holders() -> None:
    """CIV-186, CIV-199, NTV-02, classic:monotheism."""
    phase = converting({"tanis": "crete city", "sinai": "crete 1 babylon 2"}).run(egypt=["monotheism", "sinai"])
    assert set(phase.options("convert.area")) == {"tanis", "sinai"}
    assert phase.at("sinai") == "egypt 3"
    assert phase.stock("egypt") == 47 - 4


def test_a_city_is_converted_too_and_counts_as_acquired() -> None:
    """CIV-186, CIV-109."""
    phase = converting({"tanis": "crete city"}).run(egypt=["monotheism"])
    assert (phase.at("tanis"), phase.s.acquired) == ("egypt city", ["tanis"])
    assert phase.treasury("egypt") == 0


def test_silence_converts_nothing() -> None:
    """CIV-212."""
    assert converting({"tanis": "crete city"}).run().at("tanis") == "crete city"


def test_holders_of_monotheism_and_theology_barbarians_and_pirates_are_immune() -> None:
    """CIV-186, CIV-155, classic:theology."""
    for card in ("monotheism", "theology"):
        assert converting({"tanis": "crete city"}, crete=[card]).run().asked == []
    for neutral in ("neutral city", "neutral 2", "crete 1 neutral 1"):
        assert converting({"tanis": neutral}).run().asked == []


def test_one_protected_owner_closes_the_area() -> None:
    """CIV-244, CIV-RUL-080."""
    assert converting({"sinai": "crete 1 babylon 1"}, crete=["theology"]).run().asked == []


def test_the_pieces_must_be_there() -> None:
    """CIV-186."""
    assert converting({"tanis": "crete 3", "nubia": "egypt 44"}).run().asked == []


def test_what_is_then_above_the_limit_stays_until_the_next_turn() -> None:
    """CIV-RUL-090: three tokens on limit 2 stay, and two after phase 8."""
    phase = converting({"jerusalem": "crete 3"}).run(egypt=["monotheism"])
    assert phase.through("advances").at("jerusalem") == "egypt 3"
    phase.s.phase = "surplus"
    assert phase.run().at("jerusalem") == "egypt 2"

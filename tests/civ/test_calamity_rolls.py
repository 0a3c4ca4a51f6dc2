"""How many calamities come, and for whom (CIV §13)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.calamities.registry import EFFECTS, Roles
from engine.civ.definitions import Deck
from tests.civ.story import Phase

TOWNS = ("thebes", "buhen", "tanis", "jerusalem", "damascus")


class Dice:
    """Dice that fall as told; a roll of two dice is written as their sum."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
        self.faces = list(faces)
        monkeypatch.setattr("engine.civ.calamities.rolling.chance", self)

    def draw(self, s: Any, below: int) -> int:
        """The next face, counted from 0 as chance counts."""
        s.draws += 1
        face = self.faces.pop(0)
        assert 1 <= face <= below
        return face - 1


def sums(*totals: int) -> list[int]:
    """The faces of two dice for each total."""
    return [face for total in totals for face in (min(6, total - 1), total - min(6, total - 1))]


def ages(space: int, scenario: str = "basic", **tables: Any) -> Phase:
    """Egypt's marker there, and Babylon's at the start."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"space": space}, "babylon": {}}
    return Phase("calamities.number", scenario=scenario, nations=nations, **tables)


TABLE = [
    (5, "no_trading", 4, {1: 0, 2: 0, 3: 1, 4: 2}),
    (8, "basic", 6, {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3}),
    (11, "basic", 6, {1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4}),
    (14, "basic", 8, {1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6}),
    (15, "basic", 6, {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7}),
]


@pytest.mark.parametrize(("space", "scenario", "sides", "counts"), TABLE)
def test_the_die_of_the_most_advanced_epoch_says_how_many_come(
    monkeypatch: pytest.MonkeyPatch, space: int, scenario: str, sides: int, counts: dict[int, int]
) -> None:
    """CIV-138, CIV-139, CIV-RUL-021, NTV-10, NTV-12 to NTV-16."""
    assert len(counts) == sides
    for face, n in counts.items():
        Dice(monkeypatch, face)
        assert ages(space, scenario).run().s.due == n


def test_in_the_stone_age_no_die_is_rolled() -> None:
    """CIV-138, NTV-11."""
    phase = ages(4).run()
    assert (phase.s.draws, phase.s.phase) == (0, "abilities")


@pytest.fixture
def struck(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Roles]]:
    """The calamities that strike, with their roles; they do nothing else."""
    seen: list[tuple[str, Roles]] = []

    def effect(card: str) -> Any:
        async def strike(s: Any, roles: Roles) -> None:
            del s
            seen.append((card, roles))

        return strike

    decks: tuple[Deck, ...] = ("classic", "mega")
    every = ("famine", "flood", "treachery", "superstition", "barbarian_hordes")
    struck: dict[tuple[Deck, str], Any] = {(deck, card): effect(card) for deck in decks for card in every}
    monkeypatch.setattr("engine.civ.calamities.rolling.EFFECTS", {**EFFECTS, **struck})
    return seen


FOUR = ("egypt", "babylon", "asia", "assyria")  # they roll in the order of the track, Asia first


def rolling_on(cards: list[str], *, nations: tuple[str, ...] = FOUR, due: int = 1, **tables: Any) -> Phase:
    """So many calamities are due, these on top of the pile (the last one first); all must roll."""
    fields = tables.pop("fields", {})
    named = {name: {**fields.get(name, {})} for name in nations}
    return Phase("calamity", nations=named, due=due, calamities=cards, **tables)


def test_the_lowest_is_hit_and_the_highest_has_traded(
    monkeypatch: pytest.MonkeyPatch, struck: list[tuple[str, Roles]]
) -> None:
    """CIV-145, NTV-17, NTV-21."""
    Dice(monkeypatch, *sums(12, 9, 3, 6))
    rolling_on(["famine"]).run()
    assert struck == [("famine", Roles("babylon", "asia"))]


def test_the_tied_roll_again_among_themselves(monkeypatch: pytest.MonkeyPatch, struck: list[tuple[str, Roles]]) -> None:
    """CIV-145, CIV-RUL-024: 4 4 9 9: the low pair, then the high pair."""
    Dice(monkeypatch, *sums(9, 9, 4, 4), *sums(2, 8), *sums(5, 5), *sums(3, 11))
    rolling_on(["famine"]).run()
    assert struck == [("famine", Roles("babylon", "assyria"))]


def test_two_players_fill_both_roles(monkeypatch: pytest.MonkeyPatch, struck: list[tuple[str, Roles]]) -> None:
    """CIV-146, NTV-30; all equal: all again."""
    Dice(monkeypatch, *sums(7, 7), *sums(4, 9))
    rolling_on(["flood"], nations=FOUR[:2]).run()
    assert struck == [("flood", Roles("babylon", "egypt"))]


ADVANCED = {name: {"space": 4} for name in FOUR}


def test_who_has_too_few_cities_for_the_next_space_need_not_roll(struck: list[tuple[str, Roles]]) -> None:
    """CIV-140, CIV-RUL-022, NTV-18: asked once, silence stands aside; nobody rolls, and the card counts (CIV-147)."""
    phase = rolling_on(["famine", "flood"], fields=ADVANCED, scenario="expert", due=2).run()
    assert phase.questions().count("calamity.stand") == 4
    assert (struck, phase.s.due, phase.s.open) == ([], 1, ["flood"])
    assert phase.run().questions() == []
    assert (phase.s.due, phase.s.open) == (0, ["flood", "famine"])


def test_enough_cities_make_one_roll(struck: list[tuple[str, Roles]]) -> None:
    """CIV-140, CIV-148, CIV-RUL-022, CIV-RUL-025: three cities for Early Bronze of Expert; nobody has traded."""
    areas = dict.fromkeys(TOWNS[:3], "egypt city")
    rolling_on(["treachery"], fields=ADVANCED, scenario="expert", areas=areas).run()
    assert struck == [("treachery", Roles("egypt"))]
    struck.clear()
    rolling_on(["treachery"], fields=ADVANCED, scenario="expert", areas=dict.fromkeys(TOWNS[:2], "egypt city")).run()
    assert struck == []


def test_from_stone_to_stone_everybody_rolls(struck: list[tuple[str, Roles]]) -> None:
    """CIV-141."""
    phase = rolling_on(["famine"]).run()
    assert phase.asked == []
    assert len(struck) == 1


def test_on_the_last_space_everybody_rolls(struck: list[tuple[str, Roles]]) -> None:
    """CIV §13.2."""
    rolling_on(["famine"], scenario="basic", fields={name: {"space": 15} for name in FOUR}).run()
    assert len(struck) == 1


def test_the_wonder_counts_as_a_city_here(struck: list[tuple[str, Roles]]) -> None:
    """CIV-142, CIV-RUL-020."""
    fields: dict[str, Any] = {**ADVANCED, "egypt": {"space": 4, "advances": ["wonder_of_the_world"]}}
    areas = dict.fromkeys(TOWNS[:2], "egypt city")
    rolling_on(["famine"], fields=fields, scenario="expert", areas=areas).run()
    assert struck == [("famine", Roles("egypt"))]


def test_a_volunteer_rolls_for_the_whole_turn(monkeypatch: pytest.MonkeyPatch, struck: list[tuple[str, Roles]]) -> None:
    """CIV-143, CIV-RUL-023, NTV-19: silence goes on rolling."""
    phase = rolling_on(["famine", "flood"], fields=ADVANCED, scenario="expert", due=2)
    phase.run(egypt="roll").run()
    assert phase.asked[-1] == ("calamity.stand", "egypt", ("roll", "aside"))
    assert struck == [("flood", Roles("egypt")), ("famine", Roles("egypt"))]


def test_a_volunteer_may_change_its_mind_between_rolls(struck: list[tuple[str, Roles]]) -> None:
    """CIV-143, CIV-RUL-023, CIV-N-3: asked before the second roll, it stands aside and is asked no more."""
    phase = rolling_on(["famine", "flood", "treachery"], fields=ADVANCED, scenario="expert", due=3)
    phase.run(egypt="roll").run(egypt="aside")
    assert [seat for _, seat, _ in phase.asked] == ["egypt"]
    assert phase.run().questions() == []
    assert len(struck) == 1


def test_it_may_be_asked_before_each_roll(struck: list[tuple[str, Roles]]) -> None:
    """CIV-144."""
    options = {"ask_each_roll": True}
    phase = rolling_on(["famine", "flood"], fields=ADVANCED, scenario="expert", due=2, options=options)
    phase.run(egypt="roll").run()
    assert phase.questions().count("calamity.stand") == 4
    assert len(struck) == 1


def test_who_becomes_exempt_only_later_is_asked_then(struck: list[tuple[str, Roles]]) -> None:
    """CIV-140, CIV-143, NTV-20: the first calamity costs a city."""
    areas = dict.fromkeys(TOWNS[:3], "egypt city")
    phase = rolling_on(["famine", "flood"], fields=ADVANCED, scenario="expert", due=2, areas=areas).run()
    assert ("calamity.stand", "egypt") not in [(key, seat) for key, seat, _ in phase.asked]
    del phase.s.cities["thebes"]
    phase.run()
    assert [(key, seat) for key, seat, _ in phase.asked] == [("calamity.stand", "egypt")]
    assert len(struck) == 1


def test_the_same_may_be_hit_again_and_again(monkeypatch: pytest.MonkeyPatch, struck: list[tuple[str, Roles]]) -> None:
    """CIV-149, CIV-152, NTV-20, NTV-23: each card is resolved before the next roll."""
    Dice(monkeypatch, *sums(9, 8, 7, 2) * 3)
    phase = rolling_on(["famine", "flood", "treachery"], due=3).run().run().run()
    assert [(card, roles.victim) for card, roles in struck] == [
        ("treachery", "egypt"),
        ("flood", "egypt"),
        ("famine", "egypt"),
    ]
    assert phase.run().s.phase == "abilities"


def test_an_empty_pile_ends_the_phase(struck: list[tuple[str, Roles]]) -> None:
    """CIV-151."""
    phase = rolling_on(["famine"], due=5)
    phase.s.open, phase.s.calamities = phase.s.calamities, []
    assert phase.run().s.phase == "abilities"
    assert struck == []


def test_crete_rolling_low_is_immune_to_the_hordes(
    monkeypatch: pytest.MonkeyPatch, struck: list[tuple[str, Roles]]
) -> None:
    """CIV-153, CIV-RUL-026, NTV-24: it counts, and the card lies open; in both decks."""
    for scenario in ("no_trading", "basic"):
        Dice(monkeypatch, *sums(2, 9, 7, 6))
        nations = ("egypt", "babylon", "asia", "crete")
        phase = rolling_on(["barbarian_hordes"], nations=nations, scenario=scenario).run()
        assert (struck, phase.s.due, phase.s.open) == ([], 0, ["barbarian_hordes"])


def test_cards_drawn_stay_out_for_the_next_turn() -> None:
    """CIV-150, NTV-26: drawn on turn 3, absent on turn 4, back on turn 5."""
    phase = Phase("end", turn=3, open=["famine"]).run()
    assert "famine" not in phase.s.calamities
    assert phase.s.shown == ["famine"]
    phase.s.phase = "end"
    phase.run()
    assert "famine" in phase.s.calamities
    assert phase.s.shown == []

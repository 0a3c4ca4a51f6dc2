"""The sheets beside the board of Advanced Civilization: track, money, advances, chart, census."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from msgspec.structs import replace

from engine.civ.catalog import ADVANCES, MAPS, NATIONS, PILES
from engine.civ.view import CivView, HeldCard, NextSpace
from engine.core.text import speaking
from engine.games import PRESENTATIONS
from render.civ import OWN, advances, census, chart, hand, hands, track
from render.civ.chart import CLASSIC_TILE, GIVEN, chains, given_text, legible
from render.civ.demands import asked_of, holdings
from render.civ.money import CELL, LOOKS, money_face, name_size
from render.civ.position import read
from render.civ.tableau import deck_of
from render.paint.fonts import width, wrap
from render.paint.picture import ALT_LIMIT, HEAVY, Picture
from tests.render.civ_views import early, late, nation_with

PAIRS = range(5)
SHEETS: tuple[Callable[[CivView], Picture], ...] = (track, hands, chart, census)


@pytest.mark.soak
@pytest.mark.sample(5)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("config", ["2p", "full-wx", "4p-east"])
def test_every_sheet_is_of_a_size_to_be_sent_with_words_that_fit(config: str, pair: int) -> None:
    """CIV-218."""
    view = late(config, max(MAPS[config].players), pair)
    seat = next(iter(view.nations))
    drawn = [*(make(view) for make in SHEETS), advances(view, seat=seat)]
    assert max(len(picture.png) for picture in drawn) <= HEAVY
    assert {picture.width for picture in drawn} <= set(range(1100, 1700))
    assert max(len(picture.alt) for picture in drawn) <= ALT_LIMIT
    assert all(NATIONS[seat].name in picture.alt for picture in drawn if not picture.alt.startswith("The "))


def test_screens_of_a_nation_have_the_colour_of_its_pieces() -> None:
    assert PRESENTATIONS["civ"].colours == {name: nation.paint for name, nation in NATIONS.items()}


def test_own_pictures_are_those_that_the_bot_asks_for_by_name() -> None:
    assert set(OWN) == {"track", "hands", "advances", "chart", "census", "course"}


@pytest.mark.soak
def test_before_nations_are_chosen_sheets_can_be_drawn_too() -> None:
    view = early("2p", 2)
    assert track(view).alt.endswith("turn 0.")
    assert "Seat 1: none." in hands(view).alt
    assert advances(view, seat="seat_1").alt.startswith("Seat 1 has no advances.")
    with pytest.raises(KeyError):
        advances(view, seat="egypt")


@pytest.mark.sample(5)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("config", ["full-wx", "2p", "5p-east"])
def test_what_the_next_space_lacks_is_what_the_rules_say(config: str, pair: int) -> None:
    """CIV §19.2-19.4: what is counted here agrees with the names of the demands in the view."""
    view = late(config, max(MAPS[config].players), pair)
    position = read(view)
    lacking = {name: lacks(view.nations[name].next, holdings(position, one)) for name, one in position.nations.items()}
    assert lacking == {name: [*one.next.missing] if one.next else [] for name, one in view.nations.items()}
    unmet = {name: sum(not asked.met for asked in asked_of(position, one)) for name, one in position.nations.items()}
    assert unmet == {name: len(missing) for name, missing in lacking.items()}


def lacks(following: NextSpace | None, have: dict[str, int]) -> list[str]:
    """The demands of a next space that are not met by what there is."""
    if following is None:
        return []
    wanted = {**following.asks, **({"points": following.points} if following.points else {})}
    return [key for key, n in wanted.items() if have[key] < n]


@pytest.mark.soak
def test_missing_demands_are_told_with_what_there_is() -> None:
    view = late("full-wx", 8)
    seat = next(iter(view.nations))
    short = nation_with(view, seat, cities=("rome",), next=following(cities=3))
    assert "the next space still needs 3 cities: has 1" in track(short).alt
    assert "the end of the track" in track(nation_with(short, seat, next=None)).alt


def following(**asks: int) -> NextSpace:
    return NextSpace(space=5, epoch="early_bronze", asks=asks, points=0, missing=tuple(asks))


def test_a_hand_is_told_by_pile_and_value_with_its_sum() -> None:
    assert hand(["research_9a", "ore_3b", "ore_1a"], "Your hand").alt == (
        "Your hand: 3 money cards worth 13 in total. Ore: 1, 3; Research: 9."
    )
    assert hand([], "Your hand").alt == "Your hand: No money cards."
    assert hand([], "").alt == "Money cards: No money cards."
    assert "1 money card, worth 3" in hand(["ore_3b"], "Your hand").alt
    with pytest.raises(KeyError):
        hand(["gold_9"], "Your hand")


def test_a_hand_as_large_as_it_can_be_fits() -> None:
    cards = [f"{pile.id}_{value}a" for pile in PILES for value in pile.cards][:24]
    picture = hand(cards, "Your hand")
    assert picture.width <= 1100
    assert len(picture.png) <= HEAVY


def test_every_pile_has_a_face_and_a_sign_of_its_own() -> None:
    assert set(LOOKS) == {pile.id for pile in PILES}
    assert len({sign for sign, _ in LOOKS.values()}) == len(PILES)
    assert len({money_face(pile.number, 9).tobytes() for pile in PILES}) == len(PILES)


@pytest.mark.soak
def test_values_of_cards_change_nothing_in_the_public_picture_of_hands() -> None:
    """CIV-217."""
    view = late("2p", 2)
    before = hands(view)
    richer = replace(view, seat="egypt", cards=(HeldCard("ore_5a", pile=1, value=5, locked=False),))
    assert hands(richer).png == before.png
    assert hands(richer).alt == before.alt


def test_the_tableau_tells_advances_credits_and_prices_of_today() -> None:
    """AST-02."""
    view = late("full-wx", 8)
    seat = max(view.nations, key=lambda name: len(view.nations[name].advances))
    one, alt = view.nations[seat], advances(view, seat=seat).alt
    assert f"has {len(one.advances)} advances: {ADVANCES['mega'][one.advances[0]].name}" in alt
    assert f"Crafts {one.credits['crafts']}" in alt
    first = one.on_offer[0]
    assert f"{ADVANCES['mega'][first].name} {one.prices[first]}" in alt


@pytest.mark.soak
def test_the_chart_has_seventeen_chains_of_three_or_the_twenty_four_cards() -> None:
    """AST-02, CIV-245."""
    assert [len(chain) for chain in chains(read(late("full-wx", 8)))] == [3] * 17
    assert chart(late("full-wx", 8)).alt.startswith("The 17 chains of advances")
    assert chart(late("2p", 2, 0)).alt.startswith("The 24 civilization cards")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_credits_stay_on_the_tile_of_their_card(language: str) -> None:
    """Those of Engineering and Mathematics once ran over its edge."""
    with speaking(language):
        position = read(late("2p", 2, 0))
        assert deck_of(position)
        for card in deck_of(position).values():
            size, lines = given_text(position, card, 700)
            assert GIVEN + (len(lines) - 1) * (size + 3) + size / 2 < CLASSIC_TILE
            assert max(width(line, "text", size) for line in lines or [""]) <= 700


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_who_holds_a_card_can_be_read_where_seven_do(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Markers beside the five credits of Empiricism once hid one another: some stand beside its name now."""
    view, rows = late("full-wx", 8), list[tuple[int, float]]()

    def noted(_out: object, _position: object, holders: list[str], right: float, _y: float, edge: float) -> None:
        rows.append((len(holders), right - edge))

    monkeypatch.setattr(import_module("render.civ.chart"), "draw_holders", noted)
    for i, name in enumerate(view.nations):
        view = nation_with(view, name, advances=("empiricism",)[: i < 7])
    with speaking(language):
        chart(view)
    assert sorted(n for n, _ in rows if n) == [3, 4]
    assert all(n <= legible(room) for n, room in rows)


@pytest.mark.parametrize(("language", "longest"), [("de", "Orbitalmedizin"), ("fr", "Microbiotique")])
def test_the_names_of_piles_stay_apart(language: str, longest: str) -> None:
    """“Orbitalmedizin” once ran into its neighbour."""
    with speaking(language):
        names = [line for pile in PILES for line in wrap(pile.name, "text", 20, CELL - 4)]
        assert longest in names
        assert max(width(line, "text", name_size(line)) for line in names) < CELL


@pytest.mark.soak
def test_the_census_begins_with_the_largest_nation() -> None:
    view = late("full-wx", 8)
    first = max(view.nations.values(), key=lambda one: (one.tokens, -one.rank))
    assert f"turn 5. {first.name}: tokens on the board {first.tokens}" in census(view).alt

"""Advancing on a Culture Track: when, with how many Cities, for what (CUL-04 to CUL-23)."""

from __future__ import annotations

import pytest

from engine.acme.culture.tracks import worth
from engine.acme.facts.catalog import CARDS, CULTURE, TRACKS
from engine.acme.view import StageDemands
from tests.acme.culture.tables import acting, advance, advances, camps, told, towns, tracks
from tests.acme.story import Story

ALL = {"military", "economic", "religious"}
COMPETITION, INVESTMENT, NEGATE, RELIGION, PLAIN, PERSON_OF_C = 31, 51, 7, 86, 42, 14


def test_without_the_option_there_are_no_tracks() -> None:
    """CUL-01: neither actions nor anything in view or notation."""
    story = told(towns("egypt", 8), options={"culture": False}, egypt={"mina": 9, "hand": [16]})
    assert advances(story) == set()
    assert story.view().culture is None
    assert story.view().civs["egypt"].tracks is None
    assert "tracks" not in story.table.game.dump(story.state, "card.action")


def test_the_card_of_the_tracks() -> None:
    """CUL-02, CUL-59, CUL-62: three tracks, four stages, Cities 2/4/6/8, costs 1/2/3/4."""
    assert list(TRACKS) == ["military", "economic", "religious"]
    assert (CULTURE.stages, CULTURE.cities, CULTURE.costs) == (4, (2, 4, 6, 8), (1, 2, 3, 4))


def test_nothing_is_begun_without_payment() -> None:
    """CUL-04: who cannot pay cannot advance."""
    story = told(towns("egypt", 2), egypt={"hand": [16]}, options={"culture_costs": "4 4 4 4"})
    assert advances(story) == set()


def test_a_track_begins_with_a_disk_of_the_supply() -> None:
    """CUL-05: with an empty Supply none is begun, but a disk on a track moves on."""
    spent = 48 - 4 * 3 - 1
    story = acting(4, mina=5, growth_box=spent, tracks={"economic": 1})
    assert story.civ("egypt").supply == 0
    assert advances(story) == {"economic"}
    story = acting(4, mina=5, growth_box=spent - 1, tracks={"economic": 1})
    assert advances(story) == ALL


def test_the_disk_comes_out_of_the_supply() -> None:
    """CUL-02, CUL-05: one disk for each track that is begun."""
    story = acting(2, mina=1)
    before = story.civ("egypt").supply
    advance(story, "egypt", "military", "mina")
    assert (story.civ("egypt").supply, tracks(story, "egypt")) == (before - 1, (1, 0, 0))


def test_an_advance_is_the_action_of_the_round() -> None:
    """CUL-06, CUL-07: after one stage it is the next civ's turn."""
    story = acting(4, mina=9)
    advance(story, "egypt", "religious", "mina")
    assert story.asked()[:2] == ("card.play", "hittites")


def test_any_number_in_a_turn_one_a_round() -> None:
    """CUL-07, CUL-08, CUL-52, CUL-56: five advances in five rounds, on one track and on others."""
    story = acting(8, mina=20, hittites={"hand": []})
    for track in ("military", "military", "military", "military", "economic"):
        paid = ["mina"] * (tracks(story, "egypt")[0 if track == "military" else 1] + 1)
        advance(story, "egypt", track, *paid)
    assert tracks(story, "egypt") == (4, 1, 0)
    assert story.civ("egypt").mina == 20 - (1 + 2 + 3 + 4) - 1


def test_who_has_passed_advances_no_more() -> None:
    """CUL-09, CUL-57: the others go on."""
    story = acting(4, mina=3, hittites={"hand": [16, 18]})
    story.answer("egypt", "pass").answer("hittites", "pass")
    assert story.state.phase != "card"
    assert tracks(story, "egypt") == (0, 0, 0)


@pytest.mark.parametrize(("stage", "cities"), [(1, 2), (2, 4), (3, 6), (4, 8)])
def test_each_stage_needs_its_cities(stage: int, cities: int) -> None:
    """CUL-10 to CUL-13: one City fewer and the stage cannot be entered."""
    at = {"military": stage - 1} if stage > 1 else {}
    assert "military" not in advances(acting(cities - 1, mina=9, hand=[16], tracks=at))
    assert "military" in advances(acting(cities, mina=9, tracks=at))


def test_the_cities_of_a_stage_serve_every_track() -> None:
    """CUL-14: with two Cities the first stage of all three."""
    story = acting(2, mina=3, hittites={"hand": []})
    for track in ("military", "economic", "religious"):
        advance(story, "egypt", track, "mina")
    assert tracks(story, "egypt") == (1, 1, 1)


def test_four_stages_cost_ten() -> None:
    """CUL-15, CUL-61: 1, 2, 3 and 4; the last stage alone costs 4, with eight Cities."""
    story = acting(8, mina=10, hittites={"hand": []})
    for stage in range(1, 5):
        advance(story, "egypt", "economic", *["mina"] * stage)
    assert (tracks(story, "egypt"), story.civ("egypt").mina) == ((0, 4, 0), 0)
    last = advance(acting(8, mina=4, tracks={"economic": 3}), "egypt", "economic", *["mina"] * 4)
    assert tracks(last, "egypt") == (0, 4, 0)


def test_a_card_a_disk_and_a_mina_pay_one_each() -> None:
    """CUL-16: the third stage."""
    camp = camps("egypt", 1)
    area = next(iter(camp))
    story = acting(6, more=camp, mina=1, hand=[PLAIN], tracks={"economic": 2})
    advance(story, "egypt", "economic", f"card:{PLAIN}", f"disk:{area}", "mina")
    assert tracks(story, "egypt") == (0, 3, 0)
    assert story.state.discard == [PLAIN]
    assert story.disks("egypt", area) == 0
    assert "{civ:egypt} advanced to stage 3 of {track:economic} and paid" in story.told()


@pytest.mark.parametrize(
    ("track", "kind"), [("military", "C"), ("economic", "I"), ("religious", "N"), ("religious", "R")]
)
def test_cards_of_a_class_are_worth_more_on_its_track(track: str, kind: str) -> None:
    """CUL-17 to CUL-20: C on Military, I on Economic, N on Religious are worth 2, R on Religious 3."""
    card = next(n for n, c in CARDS.items() if tuple(c.classes) == (kind,) and (not c.great_person or kind in "IN"))
    value = 3 if kind == "R" else 2
    assert worth(TRACKS[track], card) == value
    elsewhere = {t for t in TRACKS if t != track and not CARDS[card].great_person}
    assert all(worth(TRACKS[other], card) == 1 for other in elsewhere)
    story = advance(acting(6, hand=[card], tracks={track: value - 1}), "egypt", track, f"card:{card}")
    assert story.civ("egypt").tracks[track] == value


def test_a_great_person_is_worth_two_on_any_track() -> None:
    """CUL-21: one of class C too."""
    assert CARDS[PERSON_OF_C].great_person
    assert CARDS[PERSON_OF_C].has_class("C")
    story = acting(4, hand=[PERSON_OF_C], tracks={"religious": 1})
    advance(story, "egypt", "religious", f"card:{PERSON_OF_C}")
    assert tracks(story, "egypt") == (0, 0, 2)


def test_no_change_is_given() -> None:
    """CUL-22: a Competition card for the first stage of Military is spent whole."""
    story = advance(acting(2, hand=[COMPETITION, 18]), "egypt", "military", f"card:{COMPETITION}")
    assert tracks(story, "egypt") == (1, 0, 0)
    assert (story.hand("egypt"), story.state.discard, story.civ("egypt").mina) == ([18], [COMPETITION], 0)


def test_the_cities_it_needs_cannot_be_dismantled_for_it() -> None:
    """CUL-23, CUL-60: the Cities are counted after the payment."""
    camp = camps("egypt", 1)
    area = next(iter(camp))
    story = acting(8, more=camp, mina=3, tracks={"military": 3}).answer("egypt", "advance:military")
    assert [o for o in story.options() if o.startswith("disk:")] == [f"disk:{area}"]
    story.answer("egypt", f"disk:{area}")
    assert tracks(story, "egypt") == (4, 0, 0)
    dearer = {"culture_costs": "5 5 5 5"}
    assert "military" not in advances(acting(8, mina=3, hand=[51], tracks={"military": 3}, options=dearer))


def test_a_city_too_many_can_be_paid_with_whole() -> None:
    """CUL-23: five Cities, of which the second stage needs four."""
    story = acting(5, tracks={"military": 1}).answer("egypt", "advance:military")
    cities = story.options()
    assert len(cities) == 5
    story.answer("egypt", cities[0])
    assert tracks(story, "egypt") == (2, 0, 0)
    assert story.disks("egypt", cities[0].removeprefix("disk:")) == 1


def test_without_the_cities_paying_is_no_help() -> None:
    """CUL-42: stages stay, but the next one needs the Cities then."""
    story = acting(3, mina=9, hand=[16], tracks={"military": 3})
    assert advances(story) == {"economic", "religious"}
    assert tracks(story, "egypt") == (3, 0, 0)


def test_talents_are_mina() -> None:
    """CUL-63: the Treasury pays, whatever its coin is called."""
    story = advance(acting(2, mina=1), "egypt", "economic", "mina")
    assert (tracks(story, "egypt"), story.civ("egypt").mina) == ((0, 1, 0), 0)


def test_everybody_sees_the_tracks_and_what_they_ask_for() -> None:
    """CUL-53: stages, mina and numbers of cards are public, and what the tracks ask for."""
    story = acting(4, mina=2, tracks={"military": 2, "religious": 1})
    seen = story.view()
    assert seen.civs["egypt"].tracks == {"military": 2, "economic": 0, "religious": 1}
    assert seen.culture == StageDemands((2, 4, 6, 8), (1, 2, 3, 4))


def test_each_text_of_the_rule_gives_the_same_game() -> None:
    """CUL-55, CUL-56, CUL-57: levels or stages, barred or none: the limit is resources alone, and a pass ends it."""

    def play() -> Story:
        story = acting(4, mina=4, hittites={"hand": []})
        advance(advance(story, "egypt", "military", "mina"), "egypt", "military", "mina", "mina")
        return story.answer("egypt", "pass")

    assert tracks(play(), "egypt") == (2, 0, 0)
    assert play().state.phase != "card"

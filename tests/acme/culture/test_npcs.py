"""How NPCs and computers play with the Culture Tracks (CUL-41, CUL-43 to CUL-49)."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import CARDS
from tests.acme.culture.tables import told, towns, tracks
from tests.acme.story import Story

PLAIN = 42
EVENT = 97
Stages = dict[str, int]


def first(kind: str, *, great: bool = False) -> int:
    """The first card that has that class in front."""
    return next(n for n, c in CARDS.items() if c.classes[0] == kind and c.great_person == great)


def drawn(
    card: int, npc: Stages | None = None, person: Stages | None = None, *, cities: int = 8, other: Stages | None = None
) -> Story:
    """The Hittites are an NPC with so many Cities and an empty hand; Egypt passes; that card lies on top."""
    order = "egypt hittites babylon" if other is not None else "egypt hittites"
    more = {"babylon": {"by": "npc", "npc": True, "acted": True, "tracks": other}} if other is not None else {}
    story = told(
        {"thebes": "egypt 2", **towns("hittites", cities), **({"babylon": "babylon 1"} if more else {})},
        order=order, deck=[card, 44, 46, 48, 50], egypt={"tracks": person or {}, "hand": [16]},
        hittites={"by": "npc", "acted": True, "tracks": npc or {}}, **more,
    )  # fmt: skip
    return story.run_until("growth.retire", "draw.buy")


def test_npcs_never_pay() -> None:
    """CUL-43, RUL-142: rich as it is, its action is no advance; after all have passed it turns up a card."""
    story = told(
        {"thebes": "egypt 2", **towns("hittites", 8)}, deck=[PLAIN, 44, 46], egypt={"hand": [16]},
        hittites={"by": "npc", "acted": True, "mina": 9},
    )  # fmt: skip
    story.answer("egypt", "pass").run_until("growth.retire")
    assert tracks(story, "hittites") == (0, 0, 0)
    assert "advanced to stage" not in story.told()


def test_an_npc_without_cities_draws_and_stays() -> None:
    """CUL-43: the card is revealed and discarded all the same."""
    story = drawn(first("C"), cities=1)
    assert tracks(story, "hittites") == (0, 0, 0)
    assert "{civ:hittites} revealed {card:" in story.told()
    assert "{civ:hittites} did not advance" in story.told()
    assert first("C") in [*story.state.discard, *story.state.deck]


def test_an_npc_stays_where_no_card_can_be_had() -> None:
    """RUL-017, CUL-43: all cards are set aside or in hand; a Great Person would have tied the leader of a track."""
    story = told(
        {"thebes": "egypt 2", **towns("hittites", 8)}, deck=[], set_aside=[n for n in CARDS if n != 16],
        egypt={"hand": [16], "tracks": {"military": 1}}, hittites={"by": "npc", "acted": True},
    ).run_until("growth.retire", "draw.buy")  # fmt: skip
    assert tracks(story, "hittites") == (0, 0, 0)
    assert "{civ:hittites} revealed" not in story.told()


@pytest.mark.parametrize(
    ("card", "risen"),
    [
        (31, (1, 0, 0)),
        (19, (0, 1, 0)),
        (24, (0, 1, 0)),
        (60, (0, 1, 0)),
        (18, (1, 0, 0)),
        (25, (0, 0, 1)),
        (86, (0, 0, 1)),
        (94, (0, 0, 1)),
        (93, (1, 0, 0)),
        (42, (0, 0, 0)),
    ],
)
def test_the_class_of_the_card_names_the_track(card: int, risen: tuple[int, int, int]) -> None:
    """CUL-44 to CUL-46, CUL-49, AMB-99: C, I, N or R, Great Persons too; of two the first line; any other nothing."""
    assert tracks(drawn(card), "hittites") == risen


def test_a_great_person_ties_leaders() -> None:
    """CUL-47, AMB-99: 1/1/3 against 2/4/3: only Military is one behind."""
    person = 1
    stages = {"military": 1, "economic": 1, "religious": 3}
    story = drawn(person, stages, {"military": 2, "economic": 4, "religious": 3})
    assert tracks(story, "hittites") == (2, 1, 3)
    assert tracks(drawn(person, stages), "hittites") == (1, 1, 3)


def test_a_great_person_ties_any_leader() -> None:
    """CUL-47: another NPC that leads as well."""
    story = drawn(1, {"military": 1}, {}, other={"military": 2, "religious": 1})
    assert tracks(story, "hittites") == (2, 0, 1)


def test_an_event_lets_it_come_up_to_a_person() -> None:
    """CUL-48: 1/1/1 against 2/1/1: only Military; then the Event is resolved and not replaced."""
    each = {"military": 1, "economic": 1, "religious": 1}
    story = drawn(EVENT, each, {**each, "military": 2})
    assert tracks(story, "hittites") == (2, 1, 1)
    told_all = story.told()
    assert told_all.index("{civ:hittites} advanced: {track:military} 2") < told_all.index(
        "card:97", told_all.index("advanced")
    )
    assert EVENT not in story.state.deck[:1]


def test_an_event_does_not_let_it_come_up_to_an_npc() -> None:
    """CUL-48: a civ that a person plays."""
    story = drawn(EVENT, {"military": 1}, {"military": 1}, other={"military": 3})
    assert tracks(story, "hittites") == (1, 0, 0)


def test_npcs_draw_in_turn_order() -> None:
    """CUL-43: one card each."""
    story = drawn(31, other={})
    told_all = story.told()
    assert told_all.count("for the Culture Tracks") == 2
    assert told_all.index("{civ:hittites} revealed") < told_all.index("{civ:babylon} revealed")


def test_a_computer_in_a_persons_seat_advances_rather_than_pass() -> None:
    """CUL-06, CUL-43: it pays as its person would, and draws no card."""
    story = told(
        {"thebes": "egypt 2", **towns("hittites", 4)}, order="hittites egypt", egypt={"hand": [16]},
        hittites={"by": "npc", "npc": False, "mina": 3},
    )  # fmt: skip
    story.run_until("growth.retire")
    assert sum(tracks(story, "hittites")) >= 2
    assert story.civ("hittites").mina < 3
    assert "revealed" not in story.told()


def test_a_computer_in_a_persons_seat_spends_its_last_mina_on_an_advance() -> None:
    """CUL-06, CUL-43: the first stage costs what it has."""
    story = told(
        {"thebes": "egypt 2", **towns("hittites", 4)}, order="hittites egypt", egypt={"hand": [16]},
        hittites={"by": "npc", "npc": False, "mina": 1},
    )  # fmt: skip
    story.run_until("growth.retire")
    assert (sum(tracks(story, "hittites")), story.civ("hittites").mina) == (1, 0)


def test_a_computer_in_a_persons_seat_spends_a_disk_that_is_one_too_many_for_a_city() -> None:
    """CUL-06, RUL-138: without mina and cards it pays with the fourth disk of a City."""
    areas = {"thebes": "egypt 2", **towns("hittites", 4), "tyre": "hittites 4"}
    story = told(areas, order="hittites egypt", egypt={"hand": [16]}, hittites={"by": "npc", "npc": False})
    story.run_until("growth.retire")
    assert sum(tracks(story, "hittites")) == 1
    assert story.disks("hittites", "tyre") == 3


def laid_out(**contested: str) -> str:
    """What is told where the Hittites, with one white disk of the Culture Tracks, meet Egypt in these areas."""
    story = told(
        {"thebes": "egypt 1", "hattusha": "hittites 1", **contested}, phase="competition",
        hittites={"by": "npc", "tracks": {"military": 2}, "enemies": ["egypt"]},
    )  # fmt: skip
    return story.run_until("growth.retire", "draw.buy").told()


def test_an_npc_lays_white_disks_where_they_turn_a_fight() -> None:
    """CUL-27: it wins with one more where it would share otherwise."""
    said = laid_out(tyre="hittites 2 egypt 2", kaska="hittites 4 egypt 2")
    assert "assigned 1 white disk from the Culture Tracks: {area:tyre}" in said


def test_a_white_disk_of_an_npc_is_no_more_than_one() -> None:
    """CUL-27, RUL-138: one more wins at Kaska and shares Tyre, which two would win; so the better area decides."""
    said = laid_out(kaska="hittites 2 egypt 2", tyre="hittites 1 egypt 2")
    assert "assigned 1 white disk from the Culture Tracks: {area:kaska}" in said

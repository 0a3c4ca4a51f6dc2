"""Card faces, hands, the legend, a competition."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.acme.facts.catalog import CARDS, DEITIES
from engine.acme.view import AcmeView, CompetitionView, UnitsView
from engine.core.text import speaking
from render import acme
from render.acme.blanks import EDGE, W
from render.acme.cards import hand_alt
from render.acme.faces import body_of, card_face, face_of, name_lines
from render.paint.fonts import width
from render.paint.picture import Picture
from tests.render.picture_views import position

EVERY_CARD = [*CARDS, *DEITIES]


def assert_sendable(picture: Picture) -> None:
    assert Image.open(io.BytesIO(picture.png)).size == (picture.width, picture.height)
    assert len(picture.png) <= 400 * 1024
    assert 0 < len(picture.alt) <= 1024


@pytest.mark.sample(2)
@pytest.mark.parametrize("card", EVERY_CARD)
def test_the_text_of_every_card_fits(card: int | str) -> None:
    face = face_of(card)
    body = body_of(face)
    assert body.fits
    lines, size = name_lines(face.name, W - 2 * EDGE - 98 - 6 - 54 * sum(bool(kind.letter) for kind in face.kinds))
    assert not any(line.endswith("…") for line in lines)
    assert size >= 26
    pill = 205 if face.great_person else 40
    assert EDGE + 20 + width(face.words, "bold", 24) <= W - pill
    assert card_face(card).size == (520, 728)


def test_a_deity_is_found_by_id_and_by_number() -> None:
    assert face_of("god_of_war") == face_of("D2")
    with pytest.raises(KeyError):
        face_of("god_of_rain")
    with pytest.raises(KeyError):
        face_of(len(CARDS) + 1)


def test_a_card_by_itself() -> None:
    picture = acme.card(20)
    assert_sendable(picture)
    assert picture.alt.startswith("Master Armorer, number 20, Investment or Competition, Great Person.")
    assert acme.card("20") == picture
    assert acme.card("monotheism").alt.startswith("Monotheism, Deity.")


@pytest.mark.sample(2)
@pytest.mark.parametrize("cards", [[], [1], [1, 42], [1, 42, 20, 35, 25, 96], [*range(1, 10)]])
def test_a_hand(cards: list[int]) -> None:
    for columns in (1, 2, 3):
        picture = acme.hand(cards, "Egypt · your hand", columns)
        assert_sendable(picture)
    assert ("No cards." in picture.alt) == (not cards)


def test_a_hand_names_cards_and_classes() -> None:
    assert (
        acme.hand([1, 35], "Egypt").alt
        == "2 cards: Queen of Sheba (Action, Great Person), Composite Bow (Competition)."
    )


@pytest.mark.soak
def test_the_legend() -> None:
    picture = acme.legend()
    assert_sendable(picture)
    assert picture.alt.startswith("Plains is sand, Fertile is green, Mountain is brown, Desert is pale, Sea is blue.")


def fighting() -> AcmeView:
    view, _ = position("full_six")
    disks = {"babylon": 3, "assyria": 3, "barbarians": 1}
    units = {slug: UnitsView(n, int(slug == "assyria"), cube=slug == "assyria") for slug, n in disks.items()}
    committed = {"babylon": 2, "assyria": 3, "greeks": 1}
    fight = CompetitionView("akkad", ("assyria",), units, committed, revealed={"assyria": (21, 39)}, own=(), paid={})
    return replace(view, competition=fight)


@pytest.mark.soak
def test_a_competition_before_and_after() -> None:
    before = acme.competition(fighting(), of=6)
    assert_sendable(before)
    assert before.alt.startswith("Competition 4 of 6 in Akkad. Assyria: 3 disks, 1 ally, Stronghold, Warrior King,")
    assert "Greeks: 0 disks, 1 card." in before.alt
    after = acme.competition(fighting(), left={"assyria": 2}, of=6)
    assert_sendable(after)
    assert "Babylon: 3 disks, 2 cards, driven out." in after.alt


def test_the_cards_committed_stay_hidden_until_they_are_revealed() -> None:
    view = fighting()
    assert view.competition
    hidden, other = (
        replace(view, competition=replace(view.competition, revealed={}, own=own)) for own in ((5, 6), (1, 2))
    )
    assert acme.competition(hidden) == acme.competition(other)
    assert "Warrior King" not in acme.competition(hidden).alt


def test_no_competition_no_picture() -> None:
    view, _ = position("full_six")
    with pytest.raises(ValueError, match="no competition"):
        acme.competition(view)


@pytest.mark.soak
def test_the_chart_of_a_game() -> None:
    view, _ = position("abbreviated_western")
    picture = acme.chart(view, [3, 2], {"egypt": [0, 3, 7, 8, 14, 16], "hittites": [0, 4, 6, 9, 12, 15]})
    assert_sendable(picture)
    assert picture.alt.startswith(
        "Victory points over 5 turns: Egypt 16, Hittites 15. The lead changed in turns: 2, 3, 4."
    )
    with pytest.raises(ValueError, match="6 values"):
        acme.chart(view, [3, 2], {"egypt": [0, 3]})


@pytest.mark.parametrize(("language", "joint"), [("en", "or"), ("de", "oder"), ("fr", "ou")])
def test_the_kinds_of_a_card_are_joined_in_the_language_of_its_reader(language: str, joint: str) -> None:
    with speaking(language):
        assert face_of("93").words.startswith(f"Religion {joint} ")
        assert f"Religion {joint} " in hand_alt(["93"])

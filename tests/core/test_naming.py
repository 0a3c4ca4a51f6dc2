"""Names in the forms that a sentence wants."""

from __future__ import annotations

import pytest

from engine.acme.presentation.names import NAMES as ACME
from engine.civ.presentation.names import NAMES as CIV
from engine.core.message import Message, list_of
from engine.core.naming import Names, name_tokens, spell_out
from engine.core.text import area, sentence, speaking


@pytest.mark.parametrize(
    ("names", "slug", "where"),
    [
        (ACME, "sinai_sea", "im Sinaimeer, ins Sinaimeer, aus dem Sinaimeer"),
        (ACME, "eastern_desert", "in der Östlichen Wüste, in die Östliche Wüste, aus der Östlichen Wüste"),
        (ACME, "caspians", "bei den Kaspiern, zu den Kaspiern, von den Kaspiern"),
        (ACME, "babylon", "in Babylon, nach Babylon, aus Babylon"),
        (CIV, "crimea", "auf der Krim, auf die Krim, von der Krim"),
        (CIV, "rome", "in Rom, nach Rom, aus Rom"),
    ],
)
def test_an_area_takes_its_preposition_and_article_along_in_german(names: Names, slug: str, where: str) -> None:
    with speaking("de"):
        assert name_tokens(f"{{area:{slug}|in}}, {{area:{slug}|nach}}, {{area:{slug}|aus}}", names) == where


def test_an_article_is_drawn_together_with_the_word_before_it_in_german() -> None:
    """“von dem Industal” is no German; before a verb, as in “von dem gezogen wird”, both stay apart."""
    text = "Das Feld, von dem gezogen wird, von {civ:indus_valley|dat} zu {civ:indus_valley|dat}, von {civ:egypt|dat}"
    with speaking("de"):
        assert name_tokens(text, ACME) == "Das Feld, von dem gezogen wird, vom Industal zum Industal, von Ägypten"
        assert name_tokens("von {civ:indus_valley|dat}", ACME, ("civ",)) == "vom **Industal**"
    assert name_tokens("von dem {civ:indus_valley}", ACME) == "von dem Indus Valley"


def test_a_french_verb_follows_the_name_with_its_article_and_whoever_plays_it() -> None:
    with speaking("fr"):
        assert name_tokens("{civ:greeks|A} (Cho)", ACME) == "Les Grecs (Cho) ont"
        assert name_tokens("{civ:indus_valley|A} (Cho)", ACME, ("civ",)) == "**La vallée de l’Indus** (Cho) a"
        assert name_tokens("{civ:akkad|A}, {civ:egypt|est}", ACME) == "Akkad a, l’Égypte est"
        assert name_tokens("{area:nile_delta|in}, {area:susa|in}, {area:susa|gen}", ACME) == (
            "dans le delta du Nil, à Suse, de Suse"
        )


def test_a_form_with_a_capital_begins_a_sentence() -> None:
    with speaking("de"):
        assert name_tokens("{area:sinai|In}", ACME) == "Auf dem Sinai"
        assert name_tokens("{area:ur|Nach}", ACME) == "Nach Ur"


def test_each_of_several_areas_takes_its_own() -> None:
    withdrawn = Message("event.growth.withdrawn", {"civ": "{civ:egypt}", "areas": list_of([area("sinai"), area("ur")])})
    with speaking("de"):
        assert name_tokens(sentence(withdrawn), ACME).endswith("vom Sinai und aus Ur.")


def test_what_is_no_token_takes_the_form_of_all_names() -> None:
    assert sentence(Message("acme.face.in_area", {"area": "Sinaimeer"}), "de") == "Wettstreit in Sinaimeer"
    assert sentence(Message("acme.face.in_area", {"area": "Sinai Sea"}), "en") == "Competition in Sinai Sea"


def test_a_slug_without_a_name_is_its_words() -> None:
    assert (spell_out("nile_delta"), spell_out("Das Loch")) == ("Nile Delta", "Das Loch")


def test_a_seat_that_is_nobody_yet_is_called_by_its_number() -> None:
    with speaking("de"):
        assert name_tokens("{civ:seat_2}", CIV) == "Platz 2"
    assert name_tokens("{civ:seat_2}", ACME) == "Seat 2"

"""The catalogue of texts."""

from __future__ import annotations

import contextvars
import string

import pytest

from engine.core import text
from engine.core.said import Said, listed


def test_every_text_is_well_formed() -> None:
    assert len(text.catalogue()) > 1000
    for key, value in text.catalogue().items():
        fields = [name for _, name, _, _ in string.Formatter().parse(value) if name is not None]
        assert all(name.isidentifier() for name in fields), key


def test_a_missing_text_or_word_is_an_error() -> None:
    with pytest.raises(text.TextError):
        text.words("no.such.text")
    with pytest.raises(text.TextError):
        text.words("event.card.passed")


def test_numbers_lists_and_tokens() -> None:
    assert text.counted(1, "disk") == "1 disk"
    assert text.counted(2, "disk") == "2 disks"
    assert text.counted(2, "city") == "2 Cities"
    assert str(listed(["a", "b", "c"])) == "a, b and c"
    assert str(listed(["a"])) == "a"
    assert str(listed([])) == ""
    assert text.civ("egypt") == "{civ:egypt}"


def test_a_sentence_inside_another_is_said_in_english_where_the_language_lacks_it() -> None:
    mina = Said("event.growth.mina", {"civ": "{civ:egypt}", "n": 1})
    joined = Said("table.post.joined", {"first": mina, "then": mina})
    assert text.sentence(joined, "fr") == text.sentence(joined) == "{civ:egypt} gained 1 mina, gained 1 mina."


def test_whoever_listens_hears_which_language_lacks_what_is_said_in_english() -> None:
    def said() -> list[str]:
        heard: list[str] = []
        text.hear_lacked(heard.append)
        for language in ("fr", "de", "en"):
            text.sentence(Said("event.growth.mina", {"civ": "{civ:egypt}", "n": 1}), language)
            text.sentence(Said("table.button.seat"), language)
            with text.unheard():
                text.sentence(Said("event.card.passed", {"civ": "{civ:egypt}"}), language)
        return heard

    assert contextvars.copy_context().run(said) == ["fr"]

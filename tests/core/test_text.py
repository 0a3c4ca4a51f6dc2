"""The catalogue of texts."""

from __future__ import annotations

import contextvars
import string

import pytest

from engine.core import text
from engine.core.message import Message, list_of
from tests.lacking import lacking


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
    assert text.count_noun(1, "disk") == "1 disk"
    assert text.count_noun(2, "disk") == "2 disks"
    assert text.count_noun(2, "city") == "2 Cities"
    assert str(list_of(["a", "b", "c"])) == "a, b and c"
    assert str(list_of(["a"])) == "a"
    assert str(list_of([])) == ""
    assert text.civ("egypt") == "{civ:egypt}"


def test_a_sentence_inside_another_is_said_in_english_where_the_language_lacks_it() -> None:
    mina = Message("event.growth.mina", {"civ": "{civ:egypt}", "n": 1})
    joined = Message("table.post.joined", {"first": mina, "then": mina})
    with lacking("fr", "event.growth.mina", "table.post.joined"):
        assert text.sentence(joined, "fr") == text.sentence(joined) == "{civ:egypt} gained 1 mina, gained 1 mina."


def test_whoever_listens_hears_which_language_lacks_what_is_said_in_english() -> None:
    def said() -> list[str]:
        heard: list[str] = []
        text.hear_lacked(heard.append)
        for language in ("fr", "de", "en"):
            text.sentence(Message("event.growth.mina", {"civ": "{civ:egypt}", "n": 1}), language)
            text.sentence(Message("table.button.seat"), language)
            with text.unheard():
                text.sentence(Message("event.card.passed", {"civ": "{civ:egypt}"}), language)
        return heard

    with lacking("fr", "event.growth.mina", "event.card.passed"):
        assert contextvars.copy_context().run(said) == ["fr"]

"""The options of `/game new` as they are suggested: in words, which can be typed."""

from __future__ import annotations

import re

import pytest

from bot.contract.tables import Refused
from bot.ui.lobby.option_parser import complete, read_line
from bot.ui.lobby.options_shown import in_words
from bot.ui.words.presentations import lobby_of, names_of, scenarios_of
from engine.core.text import languages, speaking
from engine.games import GAMES

LOBBIES = [(game, scenario) for game in GAMES for scenario in ("", *scenarios_of(game))]


@pytest.mark.soak
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "scenario"), LOBBIES)
def test_every_suggestion_is_in_words_that_mean_the_same_when_they_are_typed(
    game: str, scenario: str, language: str
) -> None:
    with speaking(language):
        lobby, names = lobby_of(game, scenario), names_of(game, scenario)
        there = in_words(lobby, names, game)
        for thing in there:
            assert read_line(thing.name, lobby, names, game) == read_line(thing.value, lobby, names, game)
    assert [thing.name for thing in there if re.search("_|,|true|false", thing.name)] == []
    assert len({thing.name for thing in there}) == len(there)


def test_each_is_found_by_its_words_and_by_its_key_in_the_language_of_its_reader() -> None:
    lobby, names = lobby_of("acme"), names_of("acme")
    with speaking("de"):
        for typed, shown in (
            ("gilga", ["Gilgamesch kehrt wieder: Beliebig oft", "Gilgamesch kehrt wieder: Nie"]),
            ("Kanal", ["Kanal: ein Post je Phase"]),
            ("double_d", ["Doppelte Scheiben (je 98)"]),
        ):
            assert [label for label, _ in complete(typed, lobby, names, "acme")] == shown
        line = "Doppelte Scheiben (je 98), besuch"
        assert complete(line, lobby, names, "acme") == [
            (
                "Doppelte Scheiben (je 98), Besucher: können zusehen und mitspielen",
                "Doppelte Scheiben (je 98), guests yes",
            )
        ]
        options, settings = read_line("Doppelte Scheiben (je 98), guests yes, Kanal ein Post", lobby, names, "acme")
    assert (options, settings) == ({"double_disks": True}, {"guests": "yes", "channel": "brief"})


def test_what_does_not_fit_a_setting_is_answered_in_words() -> None:
    with speaking("de"), pytest.raises(Refused) as refused:
        read_line("Kanal laut", lobby_of("acme"), names_of("acme"), "acme")
    assert refused.value.code == "bad_value"
    assert refused.value.said["setting"] == "Kanal"
    assert refused.value.said["values"] == "jede Aktion; ein Post je Phase"

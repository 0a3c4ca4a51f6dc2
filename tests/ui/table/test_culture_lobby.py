"""The option of the Culture Tracks in the lobby: by a line, in its form, and in two lines what it changes (CUL-54)."""

from __future__ import annotations

import pytest

from bot.ui.lobby.option_parser import read_line
from engine.acme.presentation.lobby import AcmeLobby
from engine.acme.presentation.names import NAMES
from engine.core.text import speaking


@pytest.mark.parametrize("line", ["1 1 2 2", "1,1,2,2", [1, 1, 2, 2], "1_1_2_2"])
def test_other_numbers_are_named_however_they_are_written(line: object) -> None:
    told = AcmeLobby().changed_options({"culture": True, "culture_costs": line, "culture_start": 2})
    assert told == ["Culture Tracks", "Culture Tracks from stage 2", "Culture Track costs 1, 1, 2, 2"]


def test_two_lines_tell_what_changes() -> None:
    first, second = AcmeLobby().about("standard", {"culture": True})
    assert "need 2, 4, 6, 8 Cities and cost 1, 2, 3, 4 cards, mina or disks" in first
    assert "Stage 4 on all three tracks wins the game" in second
    assert AcmeLobby().about("standard", {}) == []
    with speaking("de"):
        assert "Kulturleisten: statt einer Karte" in AcmeLobby().about("standard", {"culture": True})[0]


def test_a_line_of_a_new_table_sets_them() -> None:
    """As `/game new options:` reads it."""
    options, _ = read_line("culture on, culture_costs 1 1 2 2", AcmeLobby(), NAMES, "acme")
    assert AcmeLobby().changed_options(options) == ["Culture Tracks", "Culture Track costs 1, 1, 2, 2"]
    assert options["culture"] is True

"""Recorded games play as they did: a change that breaks running games is known before it ships."""

from __future__ import annotations

import json

import pytest

from tests.golden.replay import FOLDER, RECORDED, VIEWED, transcript, views


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_is_told_as_before(name: str) -> None:
    """Make it anew with `make goldens` if the change is meant, and read the difference."""
    recording = json.loads((FOLDER / f"{name}.json").read_text())
    assert transcript(recording) == (FOLDER / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", VIEWED)
def test_the_views_of_a_recorded_game_are_stored_and_sent_as_before(name: str) -> None:
    """Boards in the outbox, plans lodged and programs at the protocol read them by their fields."""
    recording = json.loads((FOLDER / f"{name}.json").read_text())
    assert views(recording) == (FOLDER / f"{name}.views").read_text()

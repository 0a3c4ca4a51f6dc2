"""Dry runs of one seat: each goes on where the last one came to, and tells what one from the start would."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.core.ask import Picks
from engine.core.errors import IllegalAnswer, TableError
from engine.core.table import Table
from engine.core.text import speaking
from engine.core.trial import MOST_KNOWN, Trial
from tests.acme.cards.tables import duel, holds
from tests.conformance.culture import culture_wars
from tests.conformance.players import acme, step
from tests.core.test_table import table


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time a position is made from a checkpoint."""
    found: list[int] = []
    replay = Table._replay

    def counted(self: Table[Any], **how: Any) -> Any:
        found.append(1)
        return replay(self, **how)

    monkeypatch.setattr(Table, "_replay", counted)
    return found


def test_a_longer_batch_goes_on_from_the_shorter_one(replays: list[int]) -> None:
    t = table()
    replays.clear()
    trial = Trial(t, "a")
    assert [trial.run([["walk"]] * n).taken for n in range(4)] == [0, 1, 2, 3]
    assert len(replays) == 1
    assert trial.run([["walk"]]).view["at"]["a"] == 1
    assert len(replays) == 1


def test_a_refused_answer_does_not_spoil_what_was_tried_before(replays: list[int]) -> None:
    trial = Trial(table(), "a")
    replays.clear()
    with pytest.raises(IllegalAnswer):
        trial.run([["walk"], ["fly"]])
    assert trial.run([["walk"], ["walk"]]).view["at"]["a"] == 2
    assert len(replays) == 1


def test_nothing_of_chance_stays_in_a_trial() -> None:
    trial = Trial(table(), "a")
    assert trial.run([["roll"]]).stopped == "chance"
    assert trial.run([["roll"]]).view == trial.run([]).view
    assert trial.run([["walk"], ["walk"]]).view["at"]["a"] == 2


def test_a_trial_stays_at_its_position_when_the_table_goes_on() -> None:
    t = table()
    trial, before = Trial(t, "a"), t.position
    t.submit("a", "walk")
    assert t.position is not before
    assert trial.run([["walk"]]).view["at"]["a"] == 1
    assert Trial(t, "a").run([["walk"]]).view["at"]["a"] == 2


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("opened", [acme, culture_wars])
def test_whatever_was_tried_before_a_batch_tells_the_same(opened: Any, number: int) -> None:
    t, rng = opened(number), random.Random(number)
    compared = 0
    for n in range(80):
        if t.pending is None:
            break
        if n % 4 == 0:
            seat = rng.choice(t.waiting())
            trial, batches = Trial(t, seat), list(_batches(Trial(t, seat), rng))
            rng.shuffle(batches)
            for batch in batches:
                assert _told(trial, batch) == _told(Trial(t, seat), batch)
                compared += 1
        step(rng, t)
        t.events.clear()
    assert compared > 20


def _batches(trial: Trial, rng: random.Random) -> Iterator[list[Picks]]:
    """Ways to answer, each with its beginnings."""
    for _ in range(2):
        batch: list[Picks] = []
        while len(batch) < 3 and _told(trial, batch)[:1] == b"{":
            run = trial.run(batch)
            if not run.options or run.stopped:
                break
            batch.append((rng.choice(run.options).token,))
            yield list(batch)


def _told(trial: Trial, batch: list[Picks]) -> bytes:
    try:
        return msgspec.json.encode(trial.run(batch))
    except TableError as error:
        return str(error).encode()


def test_a_trial_answers_everybody_in_the_language_that_is_spoken() -> None:
    """Whoever asked second, or after an order had been looked at, read the language of the first."""
    trial = Trial(duel({"western_desert": "egypt 1"}, egypt=holds(70, 73)).table, "egypt")
    said = dict[str, tuple[str, str]]()
    for language in ("en", "de", "en"):
        with speaking(language):
            said[language] = trial.why_not("16"), next(o.label for o in trial.run(()).options if o.token == "pass")
    assert said == {"en": ("only in a Competition", "Pass"), "de": ("nur in einem Wettstreit", "Passen")}


def test_a_trial_grows_no_further_however_much_is_tried_in_whatever_language() -> None:
    """What was tried longest ago is forgotten: whoever types on and on in a form fills no memory."""
    trial = Trial(table(), "a")
    first, short = trial.run(()), trial.after(())
    with speaking("de"):
        other = trial.run(())
        for n in range(1, MOST_KNOWN):
            trial.run([["walk"]] * n)
            trial.after([["walk"]] * n)
        assert trial.run(()) is other
    assert trial.after(()) is short
    assert trial.run(()) is not first
    trial.after([["walk"]] * MOST_KNOWN)
    assert trial.after(()) is not short


def test_a_trial_keeps_no_more_reasons_than_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def why(_game: Any, _state: Any, _seat: str, token: str) -> str:
        asked.append(token)
        return token

    t = table()
    monkeypatch.setattr(type(t.game), "why_not", why)
    trial = Trial(t, "a")
    for n in (*range(MOST_KNOWN), 0, *range(1, MOST_KNOWN + 1), 0):
        assert trial.why_not(str(n)) == str(n)
    assert asked == [*map(str, range(MOST_KNOWN + 1)), "0"]

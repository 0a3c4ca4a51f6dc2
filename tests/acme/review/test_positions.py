"""Positions as people write them: what may be left out, and what is refused instead of ending the process."""

from __future__ import annotations

import json

import pytest

from engine.core import notation
from engine.core.protocol import Session
from engine.games import GAMES
from tests.acme.reckoning.positions import PLAIN
from tests.acme.review.client import Client
from tests.acme.story import Story

CIVS = '[civs.hittites]\n{h}\n[civs.egypt]\nhome="thebes"\n{e}\n[areas]\nhattusha="hittites 2"\nthebes="egypt 2"\n'


def position(top: str = "", h: str = "", e: str = "") -> str:
    return f'game="acme"\nmap="abbreviated_western"\n{top}\n{CIVS.format(h=h, e=e)}'


@pytest.mark.parametrize(("epoch", "turn", "turns"), [(1, 1, 1), (1, 3, 3), (2, 1, 5), (3, 4, 12)])
def test_the_number_of_turns_played_follows_from_epoch_and_turn(epoch: int, turn: int, turns: int) -> None:
    t = Story(position(f"epoch={epoch}\nturn={turn}"))
    assert t.state.turns == turns
    assert notation.dump(notation.load(GAMES["acme"], notation.dump(t.table))) == notation.dump(t.table)


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_turns_said_in_a_position_are_kept(turns: int) -> None:
    """A Sudden End makes fewer of them."""
    t = Story(position(f"epoch=2\nturn=1\nturns={turns}"))
    assert notation.load(GAMES["acme"], notation.dump(t.table)).state.turns == turns


def test_gilgamesh_is_offered_in_a_position_of_a_later_turn() -> None:
    """Only the first turn played bars it (ACME §10.4, RUL-123)."""
    t = Story(position('phase="reckoning"\nturn=2'))
    assert t.asked()[:2] == ("gilgamesh.invoke", "hittites")


def test_gilgamesh_is_not_offered_in_the_first_turn() -> None:
    """RUL-123."""
    t = Story(position('phase="reckoning"', h="mina=1"))
    assert t.key == "draw.buy"


@pytest.mark.parametrize(("phase", "until"), [("growth", 2), ("card", 2), ("competition", 3), ("reckoning", 3)])
def test_a_silence_without_its_end_lasts_as_blasphemy_would(phase: str, until: int) -> None:
    """Until the end of the Card Phase of the turn after it began (card 90, RUL-086)."""
    silenced = 'deity="sky_god"\ndeity_state="silenced"'
    t = Story(position(f'phase="{phase}"\nturn=2', h=f"hand=[42]\n{silenced}", e="hand=[16]\nmina=1"))
    assert t.civ("hittites").silenced_until == until
    assert t.view().civs["hittites"].deity_state == "silenced"


def test_a_captured_block_is_the_former_owners_deity() -> None:
    """Naming the captor is enough, and the block can be given back (RUL-113, RUL-178)."""
    t = Story(position('phase="card"', h='captured={sky_god="egypt"}\nhand=[42]'))
    assert t.view().civs["egypt"].deity_state == "captured"
    assert "return:egypt" in t.options("hittites")


def test_of_a_civ_that_never_had_a_deity_nothing_is_written_about_one() -> None:
    assert "deity" not in notation.dump(Story(position('phase="card"', h="hand=[42]")).table)
    cut = Story(position('phase="card"', h='captured={sky_god="egypt"}\nhand=[42]', e='deity=""'))
    assert notation.dump(cut.table).count('deity = ""') == 1


def test_a_tie_that_was_cut_stays_cut() -> None:
    """A civ that came anew has nothing to do with what its namesake lost (RUL-114)."""
    t = Story(position('phase="card"', h='captured={sky_god="egypt"}\nhand=[42]', e='deity=""'))
    assert "return:egypt" not in t.options("hittites")
    again = notation.load(GAMES["acme"], notation.dump(t.table))
    assert again.view(None) == t.view()


def test_a_step_alone_names_its_phase() -> None:
    t = Story(position('step="draw.begin"', h="mina=1"))
    assert (t.state.phase, t.key) == ("reckoning", "draw.buy")


@pytest.mark.parametrize(
    "text",
    [
        'game="acme"',
        'game="acme"\nphase="setup"',
        'game="acme"\nphase="over"',
        position(h='displays=["x"]'),
        position(h="deity=[1]"),
        position(h="deity={a=1}"),
        position(h="deity=0"),
        position(h='deity="sky_god"\ndeity_state=[]'),
        position("available=[]"),
        position('available=["x"]'),
        position('phase="setup"\nstep="card.action"'),
        position('phase="card"\nstep="growth.civ"'),
    ],
)
def test_what_is_no_position_is_refused_and_the_process_goes_on(text: str) -> None:
    session = Session(GAMES)
    reply = session.reply(json.dumps({"cmd": "position", "text": text}))
    assert (reply["ok"], reply["error"]) == (False, "setup")
    assert session.reply('{"cmd": "games"}')["ok"]


def test_the_reply_names_the_step_that_asks() -> None:
    """Not the one to which undo could still go back."""
    c = Client(position(f'phase="card"\ndeck={PLAIN}', h="hand=[45]", e="hand=[43]"))
    assert c.now["step"] == "card.action"
    c.answer("hittites", "pass").answer("egypt", "pass")
    assert (c.key, c.now["step"]) == ("growth.retire", "growth.civ")

"""Answers over the protocol that are spelled otherwise than the options, but can mean only one of them."""

from __future__ import annotations

import pytest

from engine.core.ask import Ask
from engine.core.reading import read_one
from tests.acme.review.client import Client

CARDS = """
game = "acme"
map = "abbreviated_western"
phase = "card"
[civs.egypt]
home = "thebes"
hand = [52, 86]
mina = 1
deity = "god_of_war"
[civs.hittites]
home = "hattusha"
hand = [28]
[areas]
hattusha = "hittites 3"
thebes = "egypt 2"
nile_delta = "egypt 2"
"""


@pytest.mark.parametrize(
    ("options", "said", "meant"),
    [
        (("nile_delta", "done"), "Nile Delta", "nile_delta"),
        (("nile_delta", "done"), "pass", "done"),
        (("28", "pass"), "none", "pass"),
        (("lose", "mina", "card:42"), "pass", "lose"),
        (("lose", "mina", "card:42"), "42", "card:42"),
        (("disk", "mina", "investment:20"), "20", "investment:20"),
        (("22:aleppo:egypt", "nothing"), "22", "22:aleppo:egypt"),
        (("god_of_the_forge", "sky_god"), "God of the Forge", "god_of_the_forge"),
        (("card:16", "disk:memphis", "disk:thebes"), "memphis", "disk:memphis"),
        (("0", "1", "2"), "none", "0"),
        (("yes", "no"), "none", "no"),
    ],
)
def test_one_option_is_meant(options: tuple[str, ...], said: str, meant: str) -> None:
    assert read_one(Ask("egypt", options), said) == meant


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("nile_delta", "done"), "delta"),
        (("22:aleppo:egypt", "22:judah:egypt", "nothing"), "22"),
        (("a", "b"), "pass"),
        (("nile_delta", "done"), "fly"),
    ],
)
def test_what_could_mean_several_or_nothing_is_left_as_it_is(options: tuple[str, ...], said: str) -> None:
    assert read_one(Ask("egypt", options), said) == said


def test_numbers_and_names_are_understood() -> None:
    c = Client(CARDS).answer("egypt", 52).answer("egypt", "Nile Delta").answer("hittites", "none")
    assert c.disks("nile_delta") == {"egypt": 4}


def test_a_whole_batch_is_understood_or_nothing_of_it() -> None:
    c = Client(CARDS)
    refused = c.say("answer", seat="egypt", batch=[[52], ["Atlantis"]])
    assert (refused["ok"], refused["error"]) == (False, "illegal_answer")
    assert c.good("pending")["key"] == "card.play"
    assert c.good("answer", seat="egypt", batch=[[52], ["THEBES"]])["key"] == "card.negate"


@pytest.mark.parametrize("picks", [[], [52, 86], [True], [5.5], ["nonsense"]])
def test_how_many_and_what_stays_strict(picks: list[object]) -> None:
    assert Client(CARDS).say("answer", seat="egypt", picks=picks)["ok"] is False


def test_the_record_holds_the_options_own_words() -> None:
    c = Client(CARDS).answer("egypt", 52).answer("egypt", "Nile Delta")
    assert [e["picks"] for e in c.good("record")["record"]["entries"]] == [["52"], ["nile_delta"]]

"""Positions as text: what a person may write, what is refused and why, and that nothing is lost."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import CARDS
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.games import GAMES
from tests.acme.cards.tables import duel, holds
from tests.acme.competition.arena import fight
from tests.acme.story import Story

ACME = GAMES["acme"]
EXAMPLE = """\
game = "acme"
map = "abbreviated_western"
epoch = 1
turn = 1
phase = "growth"                    # the position stands at the first step of this phase
order = ["hittites", "egypt"]       # civilization turn order
deck = [102, 31]                    # top of the draw deck, next card first
discard = []
seed = "any text"

[civs.hittites]
home = "hattusha"
by = "human"
vp = 0
mina = 0
hand = [42, 28]
growth_box = 0
deity = "god_of_the_dead"
investments = { 20 = 4 }

[civs.egypt]

[areas]
hattusha = "hittites 2 stronghold"
kaska = "hittites 2"
thebes = "egypt 1 barbarians 2"
"""
LEAST = '[civs.hittites]\n[civs.egypt]\nhome="thebes"\n'


def test_the_example_of_the_documentation_is_a_position() -> None:
    """A person writes what he knows; the rest is as usual."""
    t = Story(EXAMPLE)
    assert t.asked()[:2] == ("growth.retire", "hittites")
    hittites, egypt = t.civ("hittites"), t.civ("egypt")
    assert (hittites.hand, hittites.deity, hittites.investments) == ([42, 28], "god_of_the_dead", {"20": 4})
    assert (hittites.supply, egypt.supply, t.state.black) == (48 - 4 - 4, 47, 48)
    assert egypt.home == "thebes"
    assert t.state.cubes == {"hattusha": "hittites"}
    assert t.view("hittites").civs["hittites"].deity_state == "active"


def test_cards_named_nowhere_are_shuffled_below_the_deck_by_the_seed() -> None:
    """Position and seed together determine all later chance."""
    decks = [Story(EXAMPLE.replace("any text", seed)).state.deck for seed in ("a", "a", "b")]
    assert decks[0] == decks[1] != decks[2]
    assert {tuple(d[:2]) for d in decks} == {(102, 31)}
    assert len(decks[0]) == len(CARDS) - 3


def test_deities_named_nowhere_are_available() -> None:
    assert len(Story(EXAMPLE).state.available) == 6


def test_a_position_needs_hardly_anything() -> None:
    """Map, phase, order, hands and areas have defaults."""
    t = Story(LEAST)
    assert (t.state.map, t.state.phase, t.state.order) == ("full", "growth", ["hittites", "egypt"])


@pytest.mark.parametrize("phase", ["growth", "card", "competition", "reckoning", "epoch"])
def test_a_position_stands_at_the_first_step_of_its_phase(phase: str) -> None:
    civs = '[civs.hittites]\nhand=[42]\nmina=1\n[civs.egypt]\nhome="thebes"\nhand=[44]\nmina=1\n'
    areas = '[areas]\nthebes="egypt 3 hittites 3"\nhattusha="hittites 1"\n'
    t = Story(f'phase="{phase}"\n{civs}{areas}')
    assert t.table.pending is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("map = [", "This isn't valid TOML"),
        ('game = "civ"', "game: this position is for 'civ', not acme"),
        ("colour = 5", "colour: a position can't have this key"),
        ('map = "atlantis"', "map: 'atlantis' isn't one of full"),
        ("epoch = 5", "epoch: must be from 1 to 4"),
        ("turn = 0", "turn: must be from 1 to 4"),
        ('turn = "two"', r"position: Expected `int`, got `str` - at `\$.turn`"),
        ('phase = "tea"', "phase: 'tea' isn't one of setup, exploration, growth"),
        ('step = "growth.tea"', "step: 'growth.tea' isn't one of"),
        ('order = ["egypt"]', "order: must name every civilization once"),
        ('order = "egypt"', "order: Expected `array`"),
        ('slots = ["egypt"]', "slots: must name every civilization once"),
        ("deck = 5", "deck: Expected `array`"),
        ('deck = ["5"]', "deck: Expected `int`"),
        (f"deck = [{len(CARDS) + 1}]", f"deck: there is no card {len(CARDS) + 1}"),
        ("deck = [5, 5]", "deck: card 5 is already in deck"),
        ("discard = [200]", "discard: there is no card 200"),
        ("deck = [5]\ndiscard = [5]", "discard: card 5 is already in deck"),
        ("civs = 5", "civs: must be a table"),
        ("areas = 5", "areas: must be a table"),
        ("options = 5", "options: must be a table"),
        ("[options]\nturns = 99", "turns: must be a whole number"),
        ("[options]\ntea = true", "tea: this option doesn't exist"),
        ("[civs]\negypt = 5", "civs.egypt: must be a table"),
        ("[civs.atlantis]", "civs.atlantis: no such civilization"),
        ("[civs.egypt]\ntea = 5", "civs.egypt: no such key: tea"),
        ('[civs.egypt]\nhand = ["x"]', "civs.egypt: Expected `int`, got `str`"),
        ("[civs.egypt]\nhand = [0]", "civs.egypt.hand: there is no card 0"),
        (
            "[civs.egypt]\nhand = [9]\n[civs.hittites]\nhand = [9]",
            "civs.hittites.hand: card 9 is already in civs.egypt",
        ),
        ("[civs.egypt]\ngrowth_box = -1", "civs.egypt.growth_box: must be 0 or more"),
        ('[civs.egypt]\ngrowth_box = "x"', "civs.egypt.growth_box: Expected `int`"),
        ("[civs.egypt]\nmina = -1", "civs.egypt.mina: must be 0 or more"),
        ("[civs.egypt]\nvp = -1", "civs.egypt.vp: must be 0 or more"),
        ('[civs.egypt]\nhome = "hades"', "civs.egypt.home: 'hades' is not an area in play"),
        ('[civs.egypt]\nby = "god"', "civs.egypt.by: must be human or npc"),
        ('[civs.egypt]\ndeity = "zeus"', "civs.egypt.deity: 'zeus' is not a Deity"),
        ('[civs.egypt]\ndeity = "sky_god"\ndeity_state = "tired"', "civs.egypt.deity_state: 'tired' is not a state"),
        (
            '[civs.egypt]\ndeity = "sky_god"\ndeity_state = "captured"',
            "civs.egypt.deity_state: sky_god is captured, but",
        ),
        (
            '[civs.egypt]\ndeity = "sky_god"\n[civs.hittites]\ndeity = "sky_god"',
            "civs.hittites.deity: sky_god is already in civs.egypt.deity",
        ),
        ('[civs.egypt]\ncaptured = { zeus = "hittites" }', "civs.egypt.captured: 'zeus' is not a Deity"),
        ("[civs.egypt]\ninvestments = { grain = 4 }", "civs.egypt.investments: 'grain' is not a card"),
        ("[civs.egypt]\ninvestments = { 20 = 99 }", "civs.egypt: 99 disks are used, but there are only 48"),
        ('[areas]\nhades = "egypt 1"\n[civs.egypt]', "areas.hades: not an area in play"),
        ('[areas]\nthebes = "egypt"\n[civs.egypt]', "areas.thebes: a number of disks must follow each Faction"),
        ('[areas]\nthebes = "egypt 0"\n[civs.egypt]', "areas.thebes: a number of disks must follow each Faction"),
        ('[areas]\nthebes = "hittites 1"\n[civs.egypt]', "areas.thebes: 'hittites' is not a Faction of this game"),
        ('[areas]\nthebes = "egypt 1 2"\n[civs.egypt]', "areas.thebes: '2' is not a Faction of this game"),
        (
            '[areas]\nthebes = "egypt 1 stronghold"\n[civs.egypt]',
            "areas.thebes: a stronghold must follow a civilization",
        ),
        (
            '[areas]\ntarsus = "stronghold egypt 1"\n[civs.egypt]',
            "areas.tarsus: a stronghold must follow a civilization",
        ),
        ('[areas]\nthebes = "barbarians 51"\n[civs.egypt]', "areas: that uses 51 black disks, but there are only 50"),
        ("answers = 5\n[civs.egypt]", "answers: Expected `array`"),
        ("fight = 5", "fight: Expected `object`"),
    ],
)
def test_what_is_wrong_is_named_by_its_key(text: str, reason: str) -> None:
    """SetupError, never another: a position comes from people."""
    with pytest.raises(SetupError, match=f"^{reason}"):
        Story(text if "civs" in text else f"{text}\n{LEAST}")


def test_every_civilization_but_none_twice_in_slots_and_order() -> None:
    with pytest.raises(SetupError, match=r"^order"):
        Story(f'order = ["egypt", "egypt"]\n{LEAST}')


def test_the_answers_of_an_unfinished_step_are_kept() -> None:
    """A position in the middle of a card is its last step boundary and the answers given since."""
    t = duel({"zab": "hittites 3", "lydia": "hittites 3"}, egypt=holds(73), hittites={"hand": [17], "mina": 1})
    t.play("egypt", "73", "zab").windows()
    text = notation.dump(t.table)
    assert text.startswith("answers = ")
    again = notation.load(ACME, text)
    assert again.pending == t.table.pending
    assert notation.dump(again) == text
    again.submit("hittites", "mina")
    t.answer("hittites", "mina")
    assert notation.dump(again) == notation.dump(t.table)


def test_answers_that_do_not_fit_the_position_are_refused() -> None:
    t = duel({"zab": "hittites 3", "lydia": "hittites 3"}, egypt=holds(73)).answer("egypt", "73").answer("egypt", "zab")
    text = notation.dump(t.table).replace('"zab"', '"kaska"', 1)
    with pytest.raises(SetupError, match=r"^answers: egypt's recorded answer to card\.area no longer fits"):
        notation.load(ACME, text)


def test_a_fight_in_its_middle_reads_back() -> None:
    """Committed cards and white disks are part of the step, and so of its answers."""
    t = fight("egypt 4 hittites 3", hittites="hand=[42,35]").play("hittites", "white:chariots", "card:35")
    again = notation.load(ACME, notation.dump(t.table))
    assert again.view("hittites") == t.view("hittites")
    assert again.view(None) == t.view()


def test_a_position_reads_back_to_the_same_text() -> None:
    text = notation.dump(Story(EXAMPLE).table)
    assert notation.dump(notation.load(ACME, text)) == text


def test_the_game_is_named_in_the_text() -> None:
    assert notation.named_game(EXAMPLE) == "acme"
    with pytest.raises(SetupError, match=r"^game: the position doesn't say"):
        notation.named_game(LEAST)


def test_a_position_of_a_scenario_that_is_nothing_without_its_civs_needs_them_all() -> None:
    written = 'scenario = "rostam"\nmap = "rostam"\nepoch = 3\nphase = "growth"\n[civs.scythians]\nhome = "sacans"\n'
    with pytest.raises(SetupError, match="a position of rostam needs medes_persians"):
        notation.load(GAMES["acme"], written)


def test_a_position_written_with_the_title_of_its_scenario_is_read_as_before() -> None:
    table = Table.new(GAMES["acme"], "alexander", [SeatPlan("greeks")], {}, "macedon")
    position = notation.dump(table)
    assert "title = " not in position
    titled = position.replace('scenario = "alexander"\n', 'scenario = "alexander"\ntitle = "Alexander the Great"\n')
    assert titled != position
    assert notation.dump(notation.load(GAMES["acme"], titled)) == position

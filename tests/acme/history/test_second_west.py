"""What a second reading of the western scenarios has found (Playbook, Historical Scenarios; Here Come the Romans!)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.acme.cards.investments import BREEDER
from engine.acme.facts.catalog import AREAS, CARDS, DEITIES, playable
from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.npc.cards.effects import LOSE_CARD, corruption, embargo
from engine.acme.npc.fights.means import payments_of
from engine.acme.npc.fights.scene import scene_of
from engine.acme.presentation.scenarios import entry
from engine.acme.questions.board import abilities, has_power
from engine.acme.state import State
from engine.acme.verbs.deity_verbs import MONOTHEISM
from engine.core import notation
from engine.core.table import Table
from engine.core.toml import write
from tests.acme.history.casts import begun
from tests.acme.history.romans import NPC, PARTHIA, ROME, position
from tests.acme.history.situations import PLAIN
from tests.acme.story import Story
from tests.conformance.players import step

PERSIANS = "medes_persians"
WEST = (
    "sargon",
    "lion_of_judah",
    "agamemnon",
    "king_of_the_four_corners",
    "darius",
    "mithridates",
    "rome_vs_parthia",
)


class TestWhatPeopleAreTold:
    @pytest.mark.parametrize(
        ("scenario", "said"),
        [
            (
                "sargon",
                "with Assyria's Display. Then Sumer may pay 5 VP to also play with Elam's",
            ),
            ("lion_of_judah", "the Israelites become their Primary enemy"),
            ("agamemnon", "Sets up last: Greeks. Places in the starting Turn Order: Greeks 1."),
            ("agamemnon", "If the Greeks sack Troy, they gain 2 VP and 2 more mina"),
            ("king_of_the_four_corners", "one disk in Akkad and one in Samarra"),
            (
                "darius",
                "Until the Medes & Persians have Controlled Persis once, their Display and Deity have no effect",
            ),
            ("mithridates", "Rome grows by at least 6"),
            ("rome_vs_parthia", "Parthia has Breeder of Stallions. Nothing can take these cards from them"),
        ],
    )
    def test_set_06_special_rules_are_told(self, scenario: str, said: str) -> None:
        """ACME-SET-06: nobody has to guess at the rules that only this scenario has."""
        assert said in entry(scenario)

    @pytest.mark.parametrize("scenario", WEST)
    def test_an_option_that_would_change_nothing_is_none(self, scenario: str) -> None:
        """PB:259: initial Deities are an option where somebody would begin without one."""
        given = all(side.deity for side in HISTORICAL[scenario].side)
        offered = "initial_deities" in {choice.name for choice in GAME.scenarios[scenario].options}
        assert offered is not given


def romans(phase: str, areas: dict[str, str], **more: Any) -> Story:
    """Rome and Parthia at home, and what is named beside."""
    home = {"aleppo": "assyria 3", "ctesiphon": "medes_persians 3"}
    return position("rome_vs_parthia", {**home, **areas}, phase, **{"options": {"epochs": 4}, **more})


class TestRomeAndParthia:
    OWN = dict.fromkeys(("babylon", "akkad", "ur", "susa"), "medes_persians 3")

    def test_rvp_20_21_cities_of_ones_own_side_are_not_most_cities(self) -> None:
        """PB:1888-1890: Parthia's five bring it nothing; the one that Rome has beyond the border is most."""
        t = romans("reckoning", {**self.OWN, "nineveh": "assyria 3"}, turn=5, deck=PLAIN).run_until("growth.deploy")
        assert t.table.pending is None
        assert "Most Cities (1): {civ:assyria} 2 VP" in t.told()
        assert t.civ(PARTHIA).scored.get("cities", 0) == 0

    def test_rvp_20_21_without_a_city_beyond_the_border_nobody_has_most(self) -> None:
        t = romans("reckoning", self.OWN, turn=5, deck=PLAIN).run_until("growth.deploy")
        assert "Most Cities" not in t.told()

    @pytest.mark.parametrize(("turn", "card", "times"), [(4, 70, 0), (4, 71, 1), (5, 70, 1)])
    def test_rvp_03_the_vp_of_the_epoch_come_at_the_end_only(self, turn: int, card: int, times: int) -> None:
        """PB:1846: not when a fifth turn follows; no Epoch Event in any case."""
        t = romans("reckoning", {"nineveh": "assyria 3"}, turn=turn, deck=[card, *PLAIN]).run_until("growth.deploy")
        assert t.told().count("Most Cities") == times
        assert "Epoch Event" not in t.told()

    @pytest.mark.parametrize(("hand", "worth"), [([], 0), ([18], 0), ([18, 42], 1)])
    def test_rvp_16_an_npc_does_not_reckon_on_paying_with_its_own_card(self, hand: list[int], worth: int) -> None:
        """PB:1878: it could not, and so plans without it; Aleppo with Rome's Deity is worth all its cards."""
        facts = {"hand": hand, "aside": [18] * (18 not in hand), "enemies": [ROME], **NPC}
        areas = {"aleppo": "assyria 3 medes_persians 3"}
        s = romans("competition", areas, medes_persians=facts, assyria={"hand": [31], "deity": "god_of_war"}).state
        assert payments_of(s, PARTHIA, scene_of(s, PARTHIA, "aleppo")) == worth
        assert BREEDER == 18

    @pytest.mark.parametrize(("hand", "lost"), [([31], 0), ([31, 42], 1)])
    def test_mith_19_an_npc_knows_that_it_cannot_be_taken(self, hand: list[int], lost: int) -> None:
        """PB:1830: a card against Rome's hand is worth nothing if Armored Infantry is all of it."""
        facts = {"hand": [80], "aside": [18], "enemies": [ROME], **NPC}
        s = romans("card", {}, medes_persians=facts, assyria={"hand": hand, "mina": 1}).state
        assert (corruption(s, PARTHIA)[LOSE_CARD], embargo(s, PARTHIA)[LOSE_CARD]) == (lost, lost)


HOMES = {
    "agamemnon": {"greeks": "thrace", "hittites": "hattusha", "egypt": "thebes", "assyria": "assur"},
    "darius": {
        PERSIANS: "persis",
        "egypt": "thebes",
        "greeks": "thrace",
        "cimmerians": "north_caucasus",
        "hittites": "hattusha",
    },
    "mithridates": {"assyria": "thrace", "greeks": "pala", PERSIANS: "aleppo", "egypt": "nile_delta"},
    "rome_vs_parthia": {"assyria": "aleppo", PERSIANS: "ctesiphon"},
}


def exiles(areas: dict[str, str], **top: Any) -> Story:
    """Darius, the Persians in exile and with a Deity in Persis."""
    civs: dict[str, dict[str, Any]] = {civ: {"home": home, "hand": []} for civ, home in HOMES["darius"].items()}
    civs[PERSIANS] |= {"second_colour": "yellow", "exiled": True, "deity": "god_of_war"}
    frame = {"scenario": "darius", "map": "darius", "epoch": 3, "turn": 4, "turns": 2, "deck": PLAIN}
    others = {"thebes": "egypt 3", "thrace": "greeks 3", "north_caucasus": "cimmerians 3", "hattusha": "hittites 3"}
    return Story(write({**frame, "order": list(civs), **top, "civs": civs, "areas": {**others, **areas}}))


class TestDarius:
    def test_hist_darius_07_another_people_may_carry_the_deity_off(self) -> None:
        """N-148: out of a Persis that Egypt Controls; the Persians remain in exile."""
        t = exiles({"persis": "egypt 2", "susa": "medes_persians 2"}, phase="competition").run_until("growth.deploy")
        assert t.civ("egypt").captured == {"god_of_war": PERSIANS}
        assert (t.civ(PERSIANS).deity_captured, t.civ(PERSIANS).exiled) == (True, True)

    def test_hist_darius_06_whoever_comes_back_as_another_people_is_no_exile(self) -> None:
        """RUL-124: the new people has its own Home Area, and its Display serves it."""
        t = exiles({"persis": "barbarians 3", "susa": "medes_persians 1"}, step="reckoning.gilgamesh")
        t.run_until("gilgamesh.invoke").answer(PERSIANS, "leave").answer(PERSIANS, "babylon")
        t.run_until("growth.deploy")
        assert not t.civ("babylon").exiled
        assert abilities(t.state, "babylon", "must_take_captives")

    def test_hist_darius_06_persis_shared_with_rebels_is_not_won_back(self) -> None:
        """PB:521: Control, not a foothold, and neither for Display nor for Deity."""
        areas = {"persis": "barbarians 1 medes_persians 1", "susa": "medes_persians 2"}
        t = exiles(areas, phase="competition").run_until("growth.deploy")
        assert t.civ(PERSIANS).exiled
        assert not has_power(t.state, PERSIANS, "god_of_war")


class TestAgamemnon:
    @pytest.mark.parametrize(("ilium", "after"), [("greeks 3 troy 4", 4), ("troy 4", 0)])
    def test_whoever_stands_in_for_the_greeks_goes_on_with_a_siege(self, ilium: str, after: int) -> None:
        """N-104: Troy is its enemy where it stands against it; it begins no siege for them."""
        civs: dict[str, dict[str, Any]] = {civ: {"home": home, "hand": []} for civ, home in HOMES["agamemnon"].items()}
        civs["greeks"] |= {"by": "npc", "npc": False, "growth_box": 2}
        areas = {"ilium": ilium, "thrace": "greeks 4", "lydia": "greeks 1", "thebes": "egypt 3"}
        frame = {"scenario": "agamemnon", "map": "western", "epoch": 2, "turn": 2, "turns": 2, "phase": "growth"}
        top = {**frame, "order": list(civs), "deck": PLAIN, "neutrals": NEUTRALS["agamemnon"]}
        t = Story(write({**top, "civs": civs, "areas": areas}))
        assert t.disks("greeks", "ilium") == after


class TestSargon:
    def test_hist_sargon_12_persons_gold_counts_for_an_npc_that_takes_the_city(self) -> None:
        """ACME-SOL-GOLD-07, 09: 4 VP and a mina beside the loot, and the Gold is gone for good."""
        s = begun("sargon", sumer="ann", akkad="npc")
        kept = notation.load(GAME, GAME.dump(bare(s, {"sumer": {"akkad": 7, "sumer": 3}, "ur": {"sumer": 1}}), FIGHTS))
        t = Story(notation.dump(kept)).run_until("card.play", "growth.retire")
        assert "sumer" not in t.state.gold
        assert t.civ("akkad").scored["sacks"] == 5


FIGHTS = "competition.begin"


def bare(s: State, disks: dict[str, dict[str, int]]) -> State:
    """The same game with these disks only and with empty hands."""
    for name, c in s.civs.items():
        s.deck, c.hand = [*s.deck, *c.hand], []
        c.supply = c.disks - sum(here.get(name, 0) for here in disks.values())
    s.disks, s.cubes = {area: dict(here) for area, here in disks.items()}, {}
    return s


NEUTRALS: dict[str, dict[str, dict[str, Any]]] = {
    "agamemnon": {"troy": {"colour": "red", "letter": "T", "disks": 50}},
    "rome_vs_parthia": {
        "ptolemies": {"colour": "orange", "letter": "E", "disks": 50},
        "independents": {"colour": "orange", "letter": "I", "disks": 50},
    },
}
HOLDERS = {"agamemnon": "ilium", "darius": "persis"}
CROWDED = 16
ANSWERS = 45


class Crowd:
    """A crowded position of a scenario in which one card is played, or one Event drawn."""

    def __init__(self, scenario: str, card: int) -> None:
        self.rng = random.Random(f"{scenario} {card}")
        self.h, self.card, self.homes = HISTORICAL[scenario], card, HOMES[scenario]
        self.safe = {side.civ: list(side.cards) for side in self.h.side if side.safe}
        taken = {card, 95, *(n for own in self.safe.values() for n in own)}
        self.free = [n for n in CARDS if not CARDS[n].is_event and n not in taken]
        self.rng.shuffle(self.free)
        self.order = self.rng.sample(list(self.homes), len(self.homes))

    def notated(self) -> str:
        areas = self.areas()
        civs = {civ: self.civ(civ, areas) for civ in self.order}
        is_event = CARDS[self.card].is_event
        phase = "reckoning" if is_event else self.rng.choice(["card", "card", "competition"])
        top = {"scenario": self.h.id, "map": self.h.map, "epoch": self.h.epoch, "turn": 3, "turns": 3, "phase": phase}
        deck = [*[self.card] * is_event, *(self.free.pop() for _ in range(9))]
        neutrals = {"neutrals": NEUTRALS[self.h.id]} if self.h.id in NEUTRALS else {}
        return write({**top, **neutrals, "order": self.order, "deck": deck, "civs": civs, "areas": areas})

    def civ(self, name: str, areas: dict[str, str]) -> dict[str, Any]:
        """Cards, a Deity and mina; the first civ has the card, one of the others is an NPC."""
        side, first = self.h.sides[name], name == self.order[0]
        own = self.safe.get(name, [])
        held = [self.card] if first and self.is_loose() else []
        hand = [*held, *own, *(self.free.pop() for _ in range(self.rng.randint(0, 4)))]
        gods = [deity for deity in DEITIES if deity != MONOTHEISM]
        facts = {"home": self.homes[name], "hand": hand, "safe": own, "mina": self.rng.randint(0, 3), "vp": 5}
        facts |= {"deity": gods[self.order.index(name)], "second_colour": side.second_colour}
        facts |= {"exiled": True} if side.exiled and "barbarians" in areas.get(side.home, "") else {}
        facts |= {"disks": 98} if side.second_colour else {}
        return facts | ({**NPC, "enemies": [self.order[0]]} if name == self.order[-1] else {})

    def is_loose(self) -> bool:
        """Whether the card has no owner of its own and is no Event."""
        return not CARDS[self.card].is_event and not any(self.card in own for own in self.safe.values())

    def areas(self) -> dict[str, str]:
        """Disks of all in many areas, where the scenario lets them stand together."""
        picked = self.rng.sample(sorted(playable(self.h.map)), CROWDED)
        found = {area: self.stacks(area) for area in dict.fromkeys([*picked, *self.homes.values(), *self.held()])}
        return {area: stacks for area, stacks in found.items() if stacks}

    def held(self) -> list[str]:
        """Where the scenario's own Factions begin."""
        return [area for neutral in self.h.neutral for area in neutral.stacks] + [*self.h.barbarians][:3]

    def stacks(self, area: str) -> str:
        """Who stands there, with how many disks."""
        here = {neutral.id: neutral.stacks[area] for neutral in self.h.neutral if area in neutral.stacks}
        barred = {"troy": {"greeks"}, "ptolemies": {"barbarians"}}
        allowed = next((barred[name] for name in here if name in barred), {*self.order, "barbarians"})
        for name in (*self.order, "barbarians"):
            if name in allowed and self.rng.random() < 0.4:
                here[name] = self.rng.randint(1, 2 if AREAS[area].cap < 3 else 3)
        return " ".join(f"{name} {n}" for name, n in here.items())


def meet(scenario: str, card: int) -> None:
    """Play on by chance, and look after every answer."""
    in_flight = Crowd(scenario, card)
    table = notation.load(GAME, in_flight.notated())
    for _ in range(ANSWERS):
        if table.pending is None:
            return
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        if table.pending.key == "card.play" and str(card) in ask.options:
            table.submit(ask.seat, str(card))
        else:
            step(in_flight.rng, table)
        assert table.problems() == []
        check_kept(table)


def check_kept(table: Table[State]) -> None:
    """What no card and no Event may do: enter Ilium or Egypt, or take the cards that are a civ's own."""
    s = table.state
    together = {frozenset(here) for here in s.disks.values() if "ptolemies" in here}
    assert all(here <= {"ptolemies", "barbarians"} for here in together)
    assert "troy" not in s.disks.get("ilium", {}) or {*s.disks["ilium"]} <= {"troy", "greeks"}
    own = {card: name for name, c in s.civs.items() for card in c.safe}
    assert not {*own} & {*s.deck, *s.discard, *s.set_aside, *s.removed}
    assert all(own.get(card, name) == name for name, c in s.civs.items() for card in c.hand)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", list(HOMES))
def test_every_card_and_event_meets_neutrals_exiles_and_safe_cards(scenario: str) -> None:
    """Nothing breaks, whatever is played on Troy, Egypt and the Independents, in exile, or on a card that is safe."""
    for card in CARDS:
        meet(scenario, card)

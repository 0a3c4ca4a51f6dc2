"""Mithridates the Great (Playbook, Here Come the Romans!; ACME-MITH, AMB-88 to AMB-90)."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import AREAS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.commit import Pledge, commitments
from engine.acme.game import GAME
from engine.acme.history.rome import prices
from engine.acme.phases.reckoning import may_end_suddenly
from engine.acme.questions.board import loose
from engine.acme.setup.handicaps import growth_due
from engine.acme.verbs.basic import discard_at_random
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.acme.history.playing import begun, played_out
from tests.acme.history.romans import NPC, PONTUS, ROME, SELEUCIDS, position
from tests.acme.reckoning.positions import PLAIN
from tests.acme.story import Story

CIVS = [ROME, PONTUS, SELEUCIDS, "egypt"]
ORDER = [PONTUS, ROME, SELEUCIDS, "egypt"]


def seats(**players: str) -> list[SeatPlan]:
    """A seat for every civ that somebody plays."""
    return [SeatPlan(civ=civ, player=player) for civ, player in players.items()]


CASTS = {
    "rome": seats(assyria="ana"),
    "pontus": seats(greeks="ana"),
    "pair": seats(assyria="ana", egypt="ana"),
    "two": seats(assyria="ana", egypt="ana", greeks="ben", medes_persians="ben"),
    "three": seats(assyria="ana", egypt="ben", greeks="cleo", medes_persians="cleo"),
    "four": seats(assyria="ana", egypt="ben", greeks="cleo", medes_persians="dido"),
}
FOUR = CASTS["four"]


def stacks(s: object, faction: str) -> dict[str, int]:
    """Area -> disks of the Faction."""
    return {area: here[faction] for area, here in s.disks.items() if faction in here}  # type: ignore[attr-defined]


def table(areas: dict[str, str] | None = None, phase: str = "card", **more: object) -> Story:
    """Rome in Thrace, Pontus in Pala, and what is named beside."""
    stacks_of = {"thrace": "assyria 3", "pala": "greeks 3", **(areas or {})}
    return position("mithridates", stacks_of, phase, **{"deck": PLAIN, **more})


@pytest.mark.parametrize(("cast", "npc", "person"), [("rome", PONTUS, ROME), ("pontus", ROME, PONTUS)])
def test_mith_01_alone_as_rome_or_pontus(cast: str, npc: str, person: str) -> None:
    s = begun("mithridates", CASTS[cast]).state
    assert (s.civs[npc].npc, s.civs[npc].enemies, s.civs[npc].sworn) == (True, [person], [person])
    with pytest.raises(SetupError):
        Table.new(GAME, "mithridates", seats(egypt="ana"), {}, "egypt")


@pytest.mark.parametrize("cast", ["rome", "pontus"])
def test_mith_01_alone_only_the_other_of_rome_and_pontus_is_hostile(cast: str) -> None:
    """N-152: Egypt goes with Rome and the Seleucids with Pontus; neither is anybody's enemy at first."""
    s = begun("mithridates", CASTS[cast]).state
    assert {civ: s.civs[civ].enemies for civ in ("egypt", "medes_persians")} == {"egypt": [], "medes_persians": []}


def test_mith_02_map_sides_and_displays() -> None:
    t = begun("mithridates", FOUR)
    shown = t.view(None).civs
    assert t.state.map == "abbreviated_western"
    assert {shown[civ].name: shown[civ].displays for civ in shown} == {
        "Rome": ("assyria",),
        "Pontus": ("greeks",),
        "Seleucids": ("medes_persians",),
        "Egypt": ("egypt",),
    }


@pytest.mark.parametrize(("turn", "tested"), [(1, False), (2, False), (3, True)])
def test_mith_03_a_card_may_end_it_after_turn_three_only(turn: int, tested: bool) -> None:
    s = table(phase="reckoning", turn=turn).state
    s.turn = turn
    assert may_end_suddenly(s) is tested


@pytest.mark.parametrize(
    ("turn", "deck", "over"), [(2, [1, 3], False), (3, [1, 3], True), (3, [2, 4], False), (4, [2, 4], True)]
)
def test_mith_03_it_ends_after_turn_three_or_four(turn: int, deck: list[int], over: bool) -> None:
    t = table(phase="reckoning", turn=turn, deck=deck, options={"epochs": 4})
    t.run_until("growth.deploy")
    assert (t.table.pending is None) is over


def test_mith_04_strongholds_on_mountains() -> None:
    s = begun("mithridates", FOUR).state
    held = {a for civ in CIVS for a in stacks(s, civ) if AREAS[a].terrain == "mountain"}
    assert set(s.cubes) == held == {"hattusha", "tarsus"}


def test_mith_05_rome() -> None:
    s = begun("mithridates", FOUR).state
    own = {"thrace": 4, "rhodes": 2, "arzawa": 2, "ilium": 2, "marmaran_sea": 1, "icarian_sea": 1}
    assert stacks(s, ROME) == own
    c = s.civs[ROME]
    assert (c.colour, c.home, c.deity) == ("purple", "thrace", "father_of_the_gods")


def test_mith_06_pontus() -> None:
    s = begun("mithridates", FOUR).state
    singles = [
        "kaska",
        "kumannis",
        "hattusha",
        "tarsus",
        "karahuyuk",
        "lydia",
        "lukka",
        "caucasus_sea",
        "pontus_euxinus",
    ]
    assert stacks(s, PONTUS) == {"pala": 3, **dict.fromkeys(singles, 1)}
    assert (s.civs[PONTUS].colour, s.civs[PONTUS].deity) == ("blue", "god_of_war")


def test_mith_07_the_seleucids() -> None:
    """AMB-89: three disks in each."""
    s = begun("mithridates", FOUR).state
    assert stacks(s, SELEUCIDS) == dict.fromkeys(("aleppo", "ugarit", "byblos", "tyre"), 3)
    assert (s.civs[SELEUCIDS].home, s.civs[SELEUCIDS].deity) == ("aleppo", "goddess_of_peace")


def test_mith_08_egypt() -> None:
    s = begun("mithridates", FOUR).state
    singles = ["alashiya", "memphis", "amarna", "abydos", "thebes", "sinai", "egyptian_sea", "sinai_sea", "reed_sea"]
    assert stacks(s, "egypt") == {"nile_delta": 3, **dict.fromkeys(singles, 1)}
    assert (s.civs["egypt"].home, s.civs["egypt"].deity) == ("nile_delta", "god_of_the_dead")


def test_mith_09_independents() -> None:
    """AMB-88, AMB-90: black disks, three of them in Deserts too, until the first Reckoning."""
    t = begun("mithridates", FOUR)
    own = {**dict.fromkeys(("judah", "petra", "nabatea", "midian"), 3)}
    seas = dict.fromkeys(("red_sea", "rhodian_sea", "cilician_strait", "levantine_sea"), 1)
    assert stacks(t.state, BARBARIANS) == {**own, **seas}
    s = table({"nabatea": "barbarians 3", "judah": "barbarians 3"}, "reckoning").run_until("growth.deploy").state
    assert stacks(s, BARBARIANS) == {"nabatea": 2, "judah": 3}


def test_mith_10_order_of_setup() -> None:
    told = [e.text.split(" ")[0] for e in begun("mithridates", FOUR).events if " placed " in e.text]
    assert [name.strip("{}").removeprefix("civ:") for name in told] == [ROME, PONTUS, SELEUCIDS, "egypt", BARBARIANS]


def refused(**players: str) -> None:
    with pytest.raises(SetupError):
        Table.new(GAME, "mithridates", seats(**players), {}, "refused")


def test_mith_11_two_players() -> None:
    assert not any(c.npc for c in begun("mithridates", CASTS["two"]).state.civs.values())
    refused(assyria="ana", greeks="ana", egypt="ben", medes_persians="ben")
    refused(assyria="ana", egypt="ben")


def test_mith_12_three_players() -> None:
    assert not any(c.npc for c in begun("mithridates", CASTS["three"]).state.civs.values())
    refused(assyria="ana", egypt="ana", greeks="ben", medes_persians="cleo")


def test_mith_13_four_players() -> None:
    s = begun("mithridates", FOUR).state
    assert sorted(c.player for c in s.civs.values()) == ["ana", "ben", "cleo", "dido"]


def test_mith_14_four_cards_each_and_the_order_of_setup() -> None:
    s = begun("mithridates", FOUR).state
    assert s.order == CIVS
    assert [len([n for n in s.civs[civ].hand if n != 31]) for civ in CIVS] == [4, 4, 4, 4]


def test_mith_15_the_most_vp_win() -> None:
    t = played_out("mithridates", FOUR, 5)
    outcome = t.outcome()
    assert outcome is not None
    assert outcome.scores[outcome.winners[0]] == max(outcome.scores.values())


def test_mith_16_rome_grows_by_six_at_least() -> None:
    s = begun("mithridates", FOUR).state
    assert [growth_due(s, ROME, n) for n in (2, 9)] == [6, 9]
    assert growth_due(s, PONTUS, 2) == 3


def test_mith_17_rome_loots_a_mina_beside_the_captives() -> None:
    t = table({"lydia": "assyria 8 greeks 3"}, "competition", assyria={"hand": [], "aside": [31]})
    t.run_until("growth.deploy", "draw.refresh")
    assert (t.civ(ROME).box, t.civ(ROME).mina, t.civ(ROME).scored["sacks"]) == (2, 1, 1)


def test_mith_17_others_loot_as_usual() -> None:
    t = table({"lydia": "assyria 3 greeks 8"}, "competition", assyria={"hand": [], "aside": [31]})
    t.run_until("loot.choose").answer(PONTUS, "mina").run_until("growth.deploy", "draw.refresh")
    assert t.civ(PONTUS).mina == 1


def test_mith_18_armored_infantry_is_given() -> None:
    s = begun("mithridates", FOUR).state
    assert (len(s.civs[ROME].hand), 31 in s.civs[ROME].hand) == (5, True)


def test_mith_19_it_is_never_lost_by_chance() -> None:
    s = table(assyria={"hand": [31, 2]}).state
    assert [discard_at_random(s, ROME), discard_at_random(s, ROME)] == [2, None]
    assert s.civs[ROME].hand == [31]


def test_mith_19_breath_of_god_takes_a_mina_instead() -> None:
    t = table(phase="reckoning", deck=[103], assyria={"hand": [31], "mina": 1}, order=ORDER)
    t.run_until("growth.deploy")
    assert "{civ:assyria} 1 mina" in t.told()
    assert (31 in t.civ(ROME).hand, t.civ(ROME).mina) == (True, 0)


@pytest.mark.parametrize("spy", [11, 12, 23])
def test_mith_19_spies_do_not_see_it(spy: int) -> None:
    t = table(assyria={"hand": [31, 2, 15]}, greeks={"hand": [spy, 16], "mina": 2}, order=ORDER)
    t.play(PONTUS, str(spy)).windows().run_until("card.look")
    assert t.key == "card.look"
    assert "31" not in t.options(PONTUS)


def test_mith_19_nobody_robs_rome_of_it_alone() -> None:
    t = table(greeks={"hand": [12, 16]}, order=ORDER)
    assert "12" not in t.options(PONTUS)


def test_mith_19_it_pays_for_nothing() -> None:
    s = table(assyria={"hand": [31, 2]}).state
    assert loose(s, ROME) == [2]


def test_mith_19_the_hand_limit_takes_others() -> None:
    t = table(phase="reckoning", assyria={"hand": [31, 2, 3, 4, 5, 6]}, deck=[10, 11, 12]).run_until("draw.discard")
    assert "31" not in t.options(ROME)


FIGHT = {"lydia": "assyria 3 greeks 2"}


def used_up(**rome: object) -> Story:
    """Armored Infantry has fought in Lydia, and Rome draws."""
    facts = {"hand": [31], **rome}
    t = table(FIGHT, "competition", assyria=facts).run_until("competition.commit")
    t.answer(ROME, "card:31")
    return t.run_until("draw.refresh", "growth.deploy")


def test_mith_20_once_played_it_is_turned_over() -> None:
    t = used_up(mina=1)
    assert (t.civ(ROME).hand, t.civ(ROME).aside) == ([], [31])
    assert t.asked()[:2] == ("draw.refresh", ROME)
    assert t.options(ROME) == ("mina", "card", "no")


def test_mith_20_for_a_mina() -> None:
    t = used_up(mina=1).answer(ROME, "mina")
    assert (31 in t.civ(ROME).hand, t.civ(ROME).mina) == (True, 0)
    assert len(t.civ(ROME).hand) == 4


def test_mith_20_for_a_draw() -> None:
    t = used_up().answer(ROME, "card")
    assert (31 in t.civ(ROME).hand, len(t.civ(ROME).hand)) == (True, 3)


def test_mith_20_or_it_stays_face_down() -> None:
    t = used_up().answer(ROME, "no")
    assert (t.civ(ROME).aside, len(t.civ(ROME).hand)) == ([31], 3)


@pytest.mark.parametrize(("mina", "left"), [(2, 1), (0, 0)])
def test_mith_20_an_npc_pays_the_mina_if_it_can(mina: int, left: int) -> None:
    facts = {"hand": [], "aside": [31], "mina": mina, "enemies": [PONTUS], **NPC}
    t = table(phase="reckoning", assyria=facts)
    assert prices(t.state, ROME, 31)[0] in {"mina", "card"} or 31 in t.civ(ROME).hand
    t.run_until("growth.deploy", "draw.buy")
    assert 31 in t.civ(ROME).hand
    assert "paid 1 mina and turned" in t.told() if mina else "gave up a draw and turned" in t.told()


def test_mith_21_it_can_be_negated() -> None:
    t = table(FIGHT, "competition", greeks={"hand": [27]}).run_until("competition.commit")
    assert "card:31" in commitments(t.state, ROME, Pledge())
    t.answer(ROME, "card:31").answer(ROME, "done")
    t.run_until("competition.negate")
    answers = [o for o in t.options(PONTUS) if o != "pass"]
    t.answer(PONTUS, answers[0]).run_until("draw.refresh")
    assert t.civ(ROME).aside == [31]
    assert "white disk" not in t.told()


@pytest.mark.sample(1)
@pytest.mark.parametrize("cast", list(CASTS))
def test_every_cast_of_mithridates_is_played_to_its_end(cast: str) -> None:
    for seed in range(3):
        assert played_out("mithridates", CASTS[cast], seed).outcome() is not None

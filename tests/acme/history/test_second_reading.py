"""What a second reading of named scenarios and sandbox situations has found (Playbook, pp. 37 to 47)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.acme.facts.catalog import CIVS
from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.presentation.lobby import AcmeLobby
from engine.acme.presentation.scenarios import about, cast, entry
from engine.acme.presentation.summary import AcmeSummary
from engine.acme.sandbox.situations import SITUATIONS
from engine.acme.state import State
from engine.acme.verbs.replacement import open_civs
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.toml import write
from tests.acme.history.casts import begun
from tests.acme.history.situations import PLAIN, accepted, enemies, laid_out, position
from tests.acme.story import Story


def of(player: str, *civs: str) -> list[SeatPlan]:
    """The seats of a player."""
    return [SeatPlan(civ, player=player) for civ in civs]


def opened(scenario: str, seats: list[SeatPlan], seed: str = "second", **options: Any) -> Table[State]:
    """The table before its first answer."""
    return Table.new(GAME, scenario, seats, options, seed)


def set_up(t: Table[State]) -> State:
    """The position when all have set up, by the first option of each question."""
    while t.pending is not None and t.state.phase == "setup":
        t.submit(t.waiting()[0], t.pending.asks[0].options[0])
    return t.state


def leaving(epoch: int, civs: dict[str, str], **egypt: Any) -> Story:
    """A sandbox game on the western map in its second turn; Egypt, with one disk left, may give up."""
    homes = {"egypt": "thebes", **civs}
    areas = {home: f"{civ} {1 if civ == 'egypt' else 3}" for civ, home in homes.items()}
    tables: dict[str, dict[str, Any]] = {civ: {"home": home, "vp": 3} for civ, home in homes.items()}
    frame = {"step": "reckoning.gilgamesh", "turn": 2, "turns": 2, "map": "western", "deck": PLAIN}
    tables["egypt"] |= egypt
    frame |= {"scenario": "four_in_the_west", "epoch": epoch, "order": list(homes)}
    options = {"epochs": 4, "contemporaneous": True, "start_epoch": epoch}
    return Story(write({**frame, "options": options, "civs": tables, "areas": areas}))


class TestContemporaneous:
    def test_rul_028_whoever_comes_back_is_of_the_epoch_too(self) -> None:
        """RUL-028: in Epoch III the Hittites are no more, and Akkad and Sumer have long been forgotten."""
        t = leaving(3, {"babylon": "babylon"})
        assert t.asked()[:2] == ("gilgamesh.invoke", "egypt")
        t.answer("egypt", "leave")
        found = set(t.options("egypt"))
        assert found >= {"assyria", "israelites", "greeks"}
        assert not found & {"hittites", "akkad", "sumer"}

    def test_rul_028_if_there_is_none_of_the_epoch_any_people_may_come(self) -> None:
        """RUL-028: in Epoch IV the western map has the Cimmerians, Egypt and the Greeks, and the Medes & Persians."""
        then = {"greeks": "thrace", "cimmerians": "north_caucasus", "medes_persians": "medes"}
        homes = {civ: home for civ, home in then.items() if civ in open_civs(leaving(4, {}).state, "egypt")}
        t = leaving(4, homes)
        assert set(open_civs(t.state, "egypt")) >= {"hittites", "assyria", "babylon"}

    def test_rul_166_an_npc_comes_back_as_a_people_of_the_epoch(self) -> None:
        """RUL-166: the nearest to where it enters, of those of the Epoch."""
        t = leaving(3, {"babylon": "babylon"}, by="npc", vp=0).run_until("growth.retire")
        (new,) = set(t.state.civs) - {"babylon"}
        assert new not in {"egypt", "hittites", "akkad", "sumer"}


class TestOnePersonAmongNpcs:
    @pytest.mark.parametrize(
        ("scenario", "variant", "good", "bad"),
        [
            ("two_civilizations", "pairs_central", ("egypt", "babylon"), ("egypt", "scythians")),
            ("two_civilizations", "pairs_central", ("akkad", "scythians"), ("akkad", "babylon")),
            ("two_in_the_west", "pairs_own", ("egypt", "greeks"), ("akkad", "babylon")),
            ("two_in_the_crescent", "pairs", ("akkad", "israelites"), ("medes_persians", "israelites")),
        ],
    )
    def test_sbx_2c_04_one_person_has_the_civs_of_one_side(
        self, scenario: str, variant: str, good: tuple[str, ...], bad: tuple[str, ...]
    ) -> None:
        """SBX-2C-02, 2W-03, 2F-03: no two that would leave the NPCs something else than a side of theirs."""
        assert opened(scenario, of("Ann", *good), variant=variant).state.slots[:2] == list(good)
        with pytest.raises(SetupError, match="can't play together"):
            opened(scenario, of("Ann", *bad), variant=variant)

    def test_sbx_2w_03_two_persons_share_west_and_centre(self) -> None:
        """SBX-2W-03: only one alone always has the West."""
        seats = [*of("Ann", "akkad", "babylon"), *of("Ben", "egypt", "greeks")]
        assert opened("two_in_the_west", seats, variant="pairs_own").state.slots[0] == "akkad"

    def test_set_01_who_has_all_seats_may_have_any_that_fill_the_slots(self) -> None:
        """ACME-SET-01: nobody is left to be unfair to."""
        seats = of("Ann", "akkad", "babylon", "egypt", "greeks")
        assert opened("two_in_the_west", seats, variant="pairs_own").state.slots == [seat.civ for seat in seats]


def test_who_chooses_a_side_is_told_its_place_in_the_order_drawn() -> None:
    """ACME §4.2: two persons have been drawn second and fourth, NPCs first and third."""
    t = opened("king_of_the_four_corners", [*of("Ann", ""), *of("Ben", "")])
    assert [bool(t.state.civs[seat].player) for seat in t.state.order] == [False, True, False, True]
    places = []
    while t.pending is not None and t.pending.key in {"setup.civ", "setup.home"}:
        places += [t.pending.about] if t.pending.key == "setup.civ" else []
        t.submit(t.waiting()[0], t.pending.asks[0].options[0])
    assert places == [("2",), ("4",)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_sbx_3c_03_nobody_has_a_second_civ_before_all_have_a_first(seed: str) -> None:
    """SBX-3C-03: first choices in Turn Order, then second ones; Turn Order itself stays as it was drawn."""
    seats = [*of("Ann", "", ""), *of("Ben", "", ""), *of("Cem", "", "")]
    t = opened("three_civilizations", seats, seed, variant="pairs_open")
    drawn = [t.state.civs[seat].player for seat in t.state.order]
    asked = []
    while t.pending is not None and t.pending.key in {"setup.civ", "setup.home"}:
        ask = t.pending.asks[0]
        asked += [t.state.civs[ask.seat].player] if t.pending.key == "setup.civ" else []
        t.submit(ask.seat, ask.options[0])
    assert len(set(asked[:3])) == 3
    assert asked[:3] == list(dict.fromkeys(drawn))
    assert [t.state.civs[civ].player for civ in t.state.order] == drawn


@pytest.mark.parametrize(
    ("scenario", "variant", "firsts", "second", "barred"),
    [
        ("three_civilizations", "pairs_apart", ("egypt", "scythians", "akkad"), "central", "western"),
        ("three_civilizations", "pairs_together", ("egypt", "scythians", "akkad"), "western", "central"),
        ("two_civilizations", "pairs_own", ("egypt", "scythians"), "western", "eastern"),
        ("two_civilizations", "pairs_other", ("egypt", "scythians"), "eastern", "western"),
        ("two_civilizations", "pairs_central", ("egypt", "scythians"), "central", "eastern"),
        ("two_in_the_west", "pairs_own", ("egypt", "akkad"), "western", "central"),
        ("two_in_the_west", "pairs_other", ("egypt", "akkad"), "central", "western"),
        ("two_in_the_east", "pairs", ("scythians", "akkad"), "central", "eastern"),
    ],
)
def test_sbx_3c_03_2c_02_second_civs_are_of_the_region_agreed_on(
    scenario: str, variant: str, firsts: tuple[str, ...], second: str, barred: str
) -> None:
    """SBX-3C-03, 2C-02, 2W-03, 2E-02: Ann has Egypt or the Scythians; of what is free she may have these, not those."""
    seats = [seat for i, civ in enumerate(firsts) for seat in of(f"player {i}", civ, "")]
    for seed in "abcdefgh":
        t = opened(scenario, seats, seed, variant=variant)
        while t.pending is not None and t.pending.key == "setup.home":
            t.submit(t.waiting()[0], t.pending.asks[0].options[0])
        assert t.pending is not None
        ask = t.pending.asks[0]
        if t.state.civs[ask.seat].player == "player 0":
            found = {CIVS[civ].group.partition("_")[0] for civ in ask.options}
            assert second in found
            assert barred not in found
            return
    raise AssertionError("Ann is never the first to choose")


@pytest.mark.parametrize("scenario", ["two_in_the_crescent", "three_in_the_crescent", "four_in_the_crescent"])
def test_sbx_2f_01_six_growth_disks_more_in_turn_1_alone(scenario: str) -> None:
    """SBX-2F-01, 3F-01, 4F-01, RUL-034: beyond what the board brings and the minimum; the player sees where from."""
    t = opened(scenario, [SeatPlan() for _ in range(len(SITUATIONS[scenario].variants[0].slots))])
    first = set_up(t).order[0]
    sources = t.view(first).growth
    assert sources.pop("scenario") == 6
    t.events.clear()
    while t.pending is not None and not any(e.key == "growth.acquired" for e in t.events):
        t.submit(first, t.pending.asks[0].options[-1])
    told = next(e.text for e in t.events if e.key == "growth.acquired")
    assert f" {sum(sources.values()) + 6} growth disks" in told
    later = replace(GAME.load(GAME.dump(t.state, "turn.begin"))[0], turn=2, turns=2)
    assert "scenario" not in (GAME.view(later, first, ()).growth or {"scenario"})


def test_sbx_06_the_epochs_have_their_names_and_years() -> None:
    """SBX-06: where the first Epoch is chosen."""
    said = [AcmeLobby().value_words("six_civilizations", "start_epoch", n)[1] for n in range(1, 5)]
    assert [text.partition(",")[2].strip() for text in said] == [
        "4000–2000 BC",
        "2000–1200 BC",
        "1200–500 BC",
        "500–100 BC",
    ]


class TestFireInTheEast:
    def test_hist_fite_05_06_npcs_are_enemies_for_good(self) -> None:
        """ACME-HIST-FITE-05, 06: always; of the person and of one another, or of both persons."""
        alone = laid_out("fire_in_the_east", ":Ann").civs
        assert set(alone["elam"].sworn) == {"scythians", "indus_valley"}
        assert set(alone["indus_valley"].sworn) == {"scythians", "elam"}
        assert set(laid_out("fire_in_the_east", ":Ann :Bob").civs["scythians"].sworn) == {"elam", "indus_valley"}

    def test_hist_fots_07_nothing_says_so_of_fire_on_the_steppes(self) -> None:
        """ACME-HIST-FOTS-07, 08: there they are hostile, and no more is said."""
        assert [c.sworn for c in laid_out("fire_on_the_steppes", ":Ann").civs.values()] == [[]] * 4


SETTLED, RIDERS = {"elam", "indus_valley"}, {"scythians", "cimmerians"}
PERSIANS = "medes_persians"


class TestEnemiesBeforeTheFirstTurn:
    """Whom NPCs are hostile to when all is laid out and nobody has acted: by the text, not by what happened since."""

    @pytest.mark.parametrize("own", [*sorted(SETTLED), *sorted(RIDERS)])
    def test_hist_fots_07_08_by_the_text_alone(self, own: str) -> None:
        """ACME-HIST-FOTS-07, 08: riders against both kingdoms, kingdoms against both peoples of riders."""
        found = enemies(begun("fire_on_the_steppes", **{c: "ann" if c == own else "npc" for c in (*SETTLED, *RIDERS)}))
        assert found == {c: RIDERS if c in SETTLED else SETTLED for c in (*SETTLED, *RIDERS) if c != own}

    @pytest.mark.parametrize("own", [*sorted(SETTLED), *sorted(RIDERS), PERSIANS])
    def test_amb_30_persons_besides(self, own: str) -> None:
        """AMB-30: in Empires on Horseback to the person as well; the Medes & Persians to the person alone."""
        five = (*SETTLED, *RIDERS, PERSIANS)
        found = enemies(begun("empires_on_horseback", **{c: "ann" if c == own else "npc" for c in five}))
        against = {c: RIDERS if c in SETTLED else SETTLED if c in RIDERS else set() for c in five}
        assert found == {c: (against[c] | {own}) - {c} for c in five if c != own}

    @pytest.mark.parametrize("npc", ["elam", "scythians", "indus_valley"])
    def test_hist_fite_05_with_two_persons_to_both(self, npc: str) -> None:
        """ACME-HIST-FITE-05, ACME-HIST-GEN-03: whichever people is the NPC."""
        three = ("elam", "scythians", "indus_valley")
        found = enemies(begun("fire_in_the_east", **{c: "npc" if c == npc else c for c in three}))
        assert found == {npc: set(three) - {npc}}

    def test_hist_fite_06_who_names_nothing_plays_the_scythians(self) -> None:
        """ACME-HIST-FITE-06: nothing is asked, wherever the seat comes in Turn Order."""
        t = opened("fire_in_the_east", of("Ann", ""))
        assert t.pending is not None
        assert (t.pending.key, t.state.slots[0]) == ("setup.deploy", "scythians")


@pytest.mark.parametrize(
    ("scenario", "cast_so"),
    [
        ("successors", "egypt:Ann greeks:Ann scythians:Ann indus_valley:Bob"),
        ("successors", "medes_persians:Ann egypt:Bob greeks:Bob scythians:Bob indus_valley:Cleo"),
        ("king_of_the_four_corners", "assyria:Ann egypt:Ann hittites:Ann babylon:Bob"),
        ("empires_on_horseback", "elam:Ann indus_valley:Ann scythians:Ann cimmerians:Bob"),
        ("empires_on_horseback", "elam:Ann scythians:Ann indus_valley:Bob cimmerians:Cleo"),
        ("empires_on_horseback", "elam:Ann scythians:Ann indus_valley:Bob cimmerians:Bob medes_persians:Cleo"),
    ],
)
def test_hist_succ_08_09_king4_09_emph_04_05_pairs_are_pairs(scenario: str, cast_so: str) -> None:
    """ACME-HIST-SUCC-08, 09, KING4-09, EMPH-04, 05: nobody has three, and the two kingdoms are one player's."""
    assert not accepted(scenario, cast_so)


def test_rul_159_both_peoples_of_riders_are_invaders() -> None:
    """RUL-159: as NPCs, in all three scenarios; nobody else."""
    for scenario, own in (("fire_on_the_steppes", "elam"), ("empires_on_horseback", "medes_persians")):
        civs = begun(scenario, **{c: "ann" if c == own else "npc" for c in HISTORICAL[scenario].sides}).civs
        assert {name for name, c in civs.items() if c.invader} == RIDERS


class TestWhatPeopleAreTold:
    def test_civs_that_are_rather_npcs_may_still_be_named(self) -> None:
        """ACME-HIST-FITE-06: it is a recommendation, so the lobby lists all that can be had."""
        told = cast("fire_in_the_east", of("Ann", ""))
        assert any("Elam" in line and "Harappans" in line and "Scythians" in line for line in told)

    @pytest.mark.parametrize(
        ("scenario", "said"),
        [
            ("fire_in_the_east", "begins with turn 4 of Epoch II"),
            ("fire_on_the_steppes", "Places in the starting Turn Order: Scythians 3, Cimmerians 4."),
            ("cyrus", "First disks: 15 each. Sets up first: Babylon."),
            ("cyrus", "at the end of a turn, a civilization is 20 VP ahead"),
            ("successors", "begins with turn 2 of Epoch IV"),
            ("successors", "After turns 4 and 5 a card decides"),
            ("successors", "after a Victory Tally, a civilization Controls its own Home Area and 2 others"),
            ("successors", "These cards are ignored and replaced: Time Marches On."),
            ("lion_of_judah", "First disks: Israelites 6, Philistines 6."),
            ("sargon", "wins if, at the end of a Competition Phase, it Controls its own Home Area and 1 other."),
        ],
    )
    def test_hist_gen_04_the_scenario_tells_what_is_different(self, scenario: str, said: str) -> None:
        """ACME-HIST-GEN-04: what one would not find out before it happens; judged on civilizations, not on persons."""
        assert said in entry(scenario)

    def test_sbx_09_no_game_ends_before_it_begins(self) -> None:
        """SBX-09: with Epoch IV as the first one it is the last one too, in the lobby as in the game."""
        lobby, options = AcmeLobby(), {"start_epoch": 4}
        assert lobby.length(lobby.effective(options, "six_civilizations")) == "ends with Epoch IV"
        assert opened("six_civilizations", of("Ann", *[""] * 6), start_epoch=4).state.options.epochs == 4
        assert lobby.length(lobby.effective({**options, "turns": 5}, "six_civilizations")) == "5 turns"

    def test_hist_sargon_09_a_second_display_is_seen(self) -> None:
        """ACME-HIST-SARGON-09: among what everybody sees of a civ, once it has girded."""
        civs = {"sumer": {}, "akkad": {"displays": ["akkad", "assyria"]}}
        view = position("sargon", civs, {"akkad": "akkad 3"}, phase="growth", epoch=2).view()
        assert "also plays Assyria" in AcmeSummary().standing(view, "akkad")
        assert "plays as" not in AcmeSummary().standing(view, "sumer")

    def test_sbx_6c_02_to_04_a_situation_tells_who_is_of_which_region(self) -> None:
        """SBX-6C-02 to 04, 4W-01, 2F-01: regions and groups, on its map and of its Epoch; only those that matter."""
        told = entry("six_civilizations")
        assert "**East:** Indus Valley, Medes & Persians, Scythians." in told
        assert "Akkad/Assyria/Mittani, Babylon/Chaldea/Elam/Sumer, Cimmerians/Urartu" in told
        assert "Urartu" not in entry("four_in_the_west")
        assert "East:" not in entry("four_in_the_west")
        assert "**North:** Akkad, Assyria, Mittani." in entry("two_in_the_crescent")
        late = " ".join(about("six_civilizations", {"contemporaneous": True, "start_epoch": 4}))
        assert "**West:** Egypt, Greeks. " in late
        assert late.endswith("up to one of each group: Cimmerians.")

    @pytest.mark.parametrize("scenario", ["fire_in_the_east", "fire_on_the_steppes", "lion_of_judah", "successors"])
    def test_rul_123_where_nobody_can_return_it_is_no_option(self, scenario: str) -> None:
        """RUL-123: neither in the first turn nor in the last Epoch."""
        assert not HISTORICAL[scenario].returns
        assert "gilgamesh_returns" not in {choice.name for choice in GAME.scenarios[scenario].options}
        assert "No one can return" in entry(scenario)

    @pytest.mark.parametrize("scenario", ["sargon", "cyrus", "empires_on_horseback", "darius", "sea_peoples"])
    def test_rul_123_elsewhere_it_is_one(self, scenario: str) -> None:
        """RUL-123: in an Epoch before the last, from the second turn on."""
        assert "gilgamesh_returns" in {choice.name for choice in GAME.scenarios[scenario].options}


class TestNotation:
    @pytest.mark.parametrize(
        ("scenario", "epoch", "turn", "turns"),
        [
            ("cyrus", 3, 1, 1),
            ("cyrus", 4, 2, 6),
            ("fire_in_the_east", 3, 2, 3),
            ("successors", 4, 4, 3),
            ("sargon", 2, 1, 5),
        ],
    )
    def test_n_39_turns_count_from_where_the_scenario_begins(
        self, scenario: str, epoch: int, turn: int, turns: int
    ) -> None:
        """N-39: left out, they are as many as there can have been since then."""
        civs = {side.civ: {"home": side.home} if side.home else {} for side in HISTORICAL[scenario].side}
        frame = {"scenario": scenario, "map": HISTORICAL[scenario].map, "epoch": epoch, "turn": turn}
        t = Story(write({**frame, "order": list(civs), "phase": "growth", "civs": civs}))
        assert t.state.turns == turns
        assert notation.load(GAME, notation.dump(t.table)).state.turns == turns

    def test_n_39_a_situation_counts_from_its_first_epoch(self) -> None:
        """N-39, SBX-09: six more growth disks come in the first turn, whichever Epoch that is in."""
        seats = [SeatPlan(civ) for civ in ("assyria", "babylon")]
        t = opened("two_in_the_crescent", seats, start_epoch=3)
        set_up(t)
        text = notation.dump(t)
        assert "turns" not in text
        assert notation.load(GAME, text).state == t.state

    @pytest.mark.parametrize("double", [True, False])
    def test_sbx_2w_02_double_disks_on_the_western_map_can_be_notated(self, double: bool) -> None:
        """SBX-2W-02: suggested there, though the map is not the full one; elsewhere that is refused still."""
        s = set_up(opened("two_in_the_west", [SeatPlan("egypt"), SeatPlan("akkad")], double_disks=double))
        text = GAME.dump(s, "turn.begin")
        assert GAME.load(text)[0] == s
        assert (s.civs["egypt"].disks, s.options.double_disks) == (98 if double else 48, double)
        if double:
            with pytest.raises(SetupError, match="double_disks: only possible on the full map"):
                GAME.load(text.replace("two_in_the_west", "standard"))

    def test_hist_gen_02_a_written_position_has_what_the_scenario_settles(self) -> None:
        """ACME-HIST-GEN-02: without options no peace offers, and the last Epoch is the scenario's."""
        t = Story(write({"scenario": "cyrus", "phase": "growth", "civs": {"babylon": {}, "egypt": {"by": "npc"}}}))
        assert (t.state.options.epochs, t.state.options.hostility, t.state.options.gilgamesh_returns) == (4, False, 1)
        t = Story(write({"scenario": "successors", "phase": "growth", "epoch": 4, "civs": {"egypt": {}}}))
        assert (t.state.options.epochs, t.state.options.gilgamesh_returns) == (4, 0)
        t = Story(write({"scenario": "rostam", "phase": "growth", "civs": {c: {} for c in HISTORICAL["rostam"].sides}}))
        assert {c: t.civ(c).least_growth for c in t.state.civs} == {
            c: side.least_growth for c, side in HISTORICAL["rostam"].sides.items()
        }
        t = Story(write({"phase": "growth", "civs": {"babylon": {}, "egypt": {"by": "npc"}}}))
        assert (t.state.options.epochs, t.state.options.hostility) == (2, True)


def test_hist_lion_11_without_philistines_nobody_is_provoked() -> None:
    """ACME-HIST-LION-11: in a position of the Israelites and Babylon alone."""
    civs = {"israelites": {"home": "judah", "growth_box": 2}, "babylon": {}}
    t = position("lion_of_judah", civs, {"judah": "israelites 3"}, phase="growth").run_until("growth.deploy")
    t.answer("israelites", "judah")
    assert t.disks("israelites", "judah") == 4

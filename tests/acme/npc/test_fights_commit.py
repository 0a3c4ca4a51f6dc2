"""What NPCs commit (Playbook, Solitaire Competition and its Caveat; RUL-161, RUL-163)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.npc.fighting import arena, ended, fought, over
from tests.acme.npc.positions import HOMES, HUMAN
from tests.acme.story import Story

PLAIN = "aleppo"
MORE = {"zab": "hittites 4 barbarians 1"}
LATER = {"nabatea": "hittites 2 barbarians 1"}


def committed(t: Story) -> list[str]:
    """The cards and white disks of the Hittites in the order in which they came."""
    lines = [line for line in t.told().split("\n") if line.startswith("{civ:hittites} ")]
    return [line for line in lines if " revealed " in line or (" added 1 white disk (" in line and "{card" not in line)]


def mittani(foes: int, **facts: Any) -> Story:
    """A disk of the Mittani, who have no Chariots, in the Mountains against so many Barbarians."""
    areas = {"mittani": "mittani 1"}
    return arena(f"mittani 1 barbarians {foes}", areas, area="tarsus", order="egypt hittites mittani", mittani=facts)


def white_disks(civ: str, foes: int, **facts: Any) -> str:
    """What is told of such a Competition of any NPC, in the fourth Epoch, when the Indus Valley has War Elephants."""
    stacks, home = f"{civ} 1 barbarians {foes}", {HOMES[civ]: f"{civ} 1"}
    facts = {"order": f"egypt hittites {civ}", "map": "full", "epoch": 4, civ: facts}
    return fought(stacks, home, area="tarsus", **facts)


class TestPersonsFirst:
    """SOL-COMP-10, RUL-161: persons commit, reveal and resolve before the NPC names anything."""

    def test_sol_comp_10_the_npc_waits_though_it_is_first_in_turn_order(self) -> None:
        """Egypt, last in Turn Order, is asked first."""
        t = arena("egypt 3 hittites 3", order="hittites egypt", egypt={"hand": [21, 16]}, hittites={"hand": [35]})
        t.windows()
        assert t.asked()[:2] == ("competition.commit", "egypt")
        t.play("egypt", "card:21", "done")
        told = over(t).told()
        assert told.index("{civ:egypt} revealed {card:21}.") < told.index(
            "{civ:hittites} added 1 white disk ({ability:chariots})."
        )
        assert told.index("{civ:egypt} used {card:21}") < told.index("{civ:hittites} revealed {card:35}.")

    def test_rul_161_npcs_commit_one_after_another(self) -> None:
        """Each resolves what it commits before the next one thinks."""
        told = fought(
            "hittites 3 mittani 2",
            {"mittani": "mittani 1"},
            order="egypt mittani hittites",
            hittites={"hand": [33]},
            mittani={"hand": [21]},
            area=PLAIN,
        )
        assert told.index("{civ:mittani} used {card:21}") < told.index("{civ:hittites} added 1 white disk")

    def test_rul_161_without_npcs_nothing_changes(self) -> None:
        """Two persons commit in Turn Order and reveal together."""
        t = arena("egypt 3 hittites 3", egypt={"hand": [21]}, hittites={"hand": [35], **HUMAN}).windows()
        t.play("egypt", "card:21", "done")
        assert t.asked()[:2] == ("competition.commit", "hittites")
        assert t.competition("hittites").revealed == {}

    def test_an_npc_that_stands_in_for_a_person_commits_secretly(self) -> None:
        """Its cards lie face down until all have committed; no reasons are told (RUL-133, RUL-161)."""
        facts = {**HUMAN, "by": "npc", "hand": [21, 33]}
        t = arena("hittites 3 egypt 4", area=PLAIN, order="hittites egypt", hittites=facts, egypt={"hand": [31]})
        t.windows()
        assert t.asked()[:2] == ("competition.commit", "egypt")
        shown = t.competition()
        assert (shown.committed, shown.revealed) == ({"hittites": 2}, {})
        assert "Caveat" not in over(t).told()

    def test_two_cards_of_a_stand_in_come_up_in_the_order_named(self) -> None:
        """The question of their order is answered too."""
        facts = {**HUMAN, "by": "npc", "hand": [21, 33]}
        told = fought("hittites 2 egypt 4", area=PLAIN, order="hittites egypt", hittites=facts, egypt={"hand": [16]})
        assert "{civ:hittites} revealed {card:33} and {card:21}." in told


class TestHopeless:
    """SOL-COMP-12: nothing is used if all of it would neither win nor tie."""

    def test_sol_comp_12_nothing_is_spent_in_vain(self) -> None:
        """2 against 4 and two white disks: Chariots and 31 do not even tie ... against 5 units."""
        t = over(arena("egypt 4 hittites 1", area=PLAIN, hittites={"hand": [31], "mina": 0}))
        assert committed(t) == []
        assert 31 in t.hand("hittites")
        assert "{civ:hittites} had nothing that would win or tie in {area:aleppo}" in t.told()

    def test_sol_comp_12_all_is_spent_for_a_tie(self) -> None:
        """One disk more and the same means tie."""
        t = over(arena("egypt 4 hittites 2", area=PLAIN, hittites={"hand": [31]}))
        assert len(committed(t)) == 2
        assert "{area:aleppo} after the Competition: {civ:egypt} 1, {civ:hittites} 1." in t.told()

    def test_sol_comp_12_mina_count_among_the_means(self) -> None:
        """All-in: with a mina to pay in the rounds the same fight is no longer hopeless."""
        assert ended("egypt 4 hittites 1", area=PLAIN, hittites={"hand": [31], "mina": 1}) == (
            "{civ:egypt} 1, {civ:hittites} 1"
        )


class TestWhiteDisks:
    """SOL-COMP-12: it reckons with the white disks it may still add, those that tie, and not one more.

    A disk of its own and so many white ones meet one Barbarian more than that, or two more.
    """

    GIVEN: tuple[tuple[str, dict[str, Any], int], ...] = (
        ("mittani", {"deity": "god_of_war"}, 2),
        ("mittani", {"deity": "god_of_war", "used": {"god_of_war": 1}}, 1),
        ("mittani", {"standing": {"36": 1}}, 1),
        ("greeks", {}, 1),
        ("indus_valley", {}, 2),
        ("indus_valley", {"used": {"white:elephants": 1}}, 1),
    )

    @pytest.mark.parametrize(("civ", "facts", "n"), GIVEN)
    def test_sol_comp_12_all_its_white_disks_come_where_they_tie(self, civ: str, facts: dict[str, Any], n: int) -> None:
        """The God of War 2 a turn, Iron Weapons lying face up 1, Phalanx 1 a Competition, War Elephants 2 a turn."""
        told = white_disks(civ, n + 1, **facts)
        assert told.count("1 white disk") == n
        assert f"{{area:tarsus}} after the Competition: {{civ:{civ}}} 1, {{civ:barbarians}} 1." in told

    @pytest.mark.parametrize(("civ", "facts", "n"), GIVEN)
    def test_sol_comp_12_none_of_them_come_in_vain(self, civ: str, facts: dict[str, Any], n: int) -> None:
        """Against one Barbarian more."""
        told = white_disks(civ, n + 2, **facts)
        assert f"{{civ:{civ}}} had nothing that would win or tie in {{area:tarsus}}" in told
        assert "white disk" not in told


class TestThreeSurvivors:
    """SOL-COMP-13: as few means as leave 3 disks."""

    def test_sol_comp_13_what_wins_with_three_disks_is_enough(self) -> None:
        """4 against 2 leave 3: nothing is committed."""
        t = over(arena("egypt 2 hittites 4", area=PLAIN, hittites={"hand": [21, 35]}))
        assert committed(t) == []
        assert "{civ:hittites} 3." in t.told()

    def test_sol_comp_13_the_smallest_gain_first_and_no_more_than_needed(self) -> None:
        """3 against 2 would leave 2: the white disk of the Display makes it 3, the cards stay in hand."""
        t = over(arena("egypt 2 hittites 3", MORE, area=PLAIN, hittites={"hand": [21, 35]}))
        assert committed(t)[0] == "{civ:hittites} added 1 white disk ({ability:chariots})."
        assert {21, 35} <= set(t.hand("hittites"))
        assert "{area:aleppo} after the Competition: {civ:hittites} 3." in t.told()

    def test_sol_comp_13_card_by_card(self) -> None:
        """Against 4: Chariots, then 31 (1 unit), then 35 (2 units); 21 (3 units) stays in hand."""
        t = over(arena("egypt 4 hittites 3", LATER, area=PLAIN, hittites={"hand": [31, 35, 21]}))
        assert committed(t) == [
            "{civ:hittites} added 1 white disk ({ability:chariots}).",
            "{civ:hittites} revealed {card:31}.",
            "{civ:hittites} revealed {card:35}.",
        ]
        assert 21 in t.hand("hittites")

    def test_sol_comp_13_where_three_cannot_be_had_it_stops_at_the_win(self) -> None:
        """2 disks against 3 of the Barbarians: two white disks win with 2; a third would leave no more disks."""
        told = fought("hittites 2 barbarians 3", area=PLAIN, hittites={"hand": [31, 36]})
        assert "{area:aleppo} after the Competition: {civ:hittites} 2." in told or "{civ:hittites} 1." in told
        assert "spent just enough to win" in told

    def test_sol_comp_13_a_tie_where_no_win_can_be_had(self) -> None:
        """1 disk and Chariots against 2: shared."""
        told = fought("hittites 1 barbarians 2", area=PLAIN)
        assert "spent just enough to tie" in told
        assert "after the Competition: {civ:hittites} 1, {civ:barbarians} 1." in told

    def test_rul_162_in_a_desert_two_disks_are_enough(self) -> None:
        """Limited to what the area keeps: 2 against 1 leave 2, so nothing is spent."""
        t = over(arena("hittites 2 barbarians 1", area="nabatea", hittites={"hand": [31]}))
        assert committed(t) == []


class TestAllIn:
    """SOL-COMP-11: a person's Gold, Deity or City."""

    def test_sol_comp_11_it_commits_until_it_wins(self) -> None:
        """The human's City, 3 against 4, two Competition cards and two mina."""
        t = over(arena("egypt 4 hittites 3", area=PLAIN, hittites={"hand": [31, 36], "mina": 2}))
        assert len(committed(t)) == 3
        assert "{civ:hittites} 3." in t.told()

    @pytest.mark.parametrize(
        ("stacks", "facts"),
        [
            ("egypt 2 gold hittites 1", {}),
            ("egypt 2 hittites 1", {"home": "aleppo", "deity": "sky_god"}),
            ("egypt 3 hittites 1", {}),
        ],
    )
    def test_sol_comp_11_it_goes_on_beyond_the_bare_win(self, stacks: str, facts: dict[str, str]) -> None:
        """Gold, Deity and City alike: all that leaves more disks is used if no other Competition is to come."""
        t = over(arena(stacks, area=PLAIN, egypt=facts, hittites={"hand": [33, 21]}))
        assert "{area:aleppo} after the Competition: {civ:hittites} 2." in t.told()

    def test_sol_comp_11_with_another_competition_to_come_a_win_is_enough(self) -> None:
        """The same fight, and one against Barbarians after it."""
        told = fought(
            "egypt 2 gold hittites 1", {"petra": "hittites 2 barbarians 2"}, area=PLAIN, hittites={"hand": [33, 21]}
        )
        first = told[: told.index("{area:aleppo} after the Competition")]
        assert "revealed {card:33}" in first
        assert "revealed {card:21}" not in first

    def test_sol_comp_11_a_camp_of_a_person_is_no_reason(self) -> None:
        """Without Gold, Deity or City it spends as the Caveat says."""
        t = over(arena("egypt 2 hittites 1", area=PLAIN, hittites={"hand": [33, 21]}))
        assert "{area:aleppo} after the Competition: {civ:hittites} 1." in t.told()
        assert 21 in t.hand("hittites")


class TestMercenariesDesert:
    """SOL-COMP-14: card 40."""

    def test_sol_comp_14_without_mina_it_cannot_be_played(self) -> None:
        """It stays in hand."""
        t = over(arena("egypt 4 hittites 3", area=PLAIN, hittites={"hand": [40]}))
        assert "{card:40} of" not in t.told()

    @pytest.mark.parametrize(("own", "spent"), [(3, 1), (2, 1), (1, 2)])
    def test_sol_comp_14_just_enough_mina(self, own: int, spent: int) -> None:
        """With Chariots beside: not one mina more than wins."""
        told = fought(f"egypt 4 hittites {own}", area=PLAIN, hittites={"hand": [40], "mina": 4})
        assert f"{{civ:hittites}} used {{card:40}}: {{civ:egypt}}, {spent} mina." in told


class TestCards:
    """How the questions of single cards are answered."""

    def test_the_largest_stack_is_hit(self) -> None:
        """Composite Bow among three."""
        facts = {"order": "egypt hittites mittani", "mittani": {}}
        told = fought(
            "egypt 2 hittites 3 mittani 3", {"mittani": "mittani 1"}, area=PLAIN, hittites={"hand": [35]}, **facts
        )
        assert "{civ:hittites} used {card:35}: {civ:mittani}." in told

    def test_card_14_is_never_committed(self) -> None:
        """Neither from inside nor from outside: an NPC helps nobody."""
        t = over(
            arena(
                "egypt 3 mittani 4", {"mittani": "mittani 1"}, order="egypt hittites mittani", hittites={"hand": [14]}
            )
        )
        assert 14 in t.hand("hittites")

    def test_card_18_all_disks_are_invested_and_two_come_in(self) -> None:
        """4 on the card, 2 of them into the area, and no more of them in this Competition."""
        told = fought("egypt 4 hittites 3", area=PLAIN, hittites={"hand": [18]})
        assert "{civ:hittites} used {card:18}: 4 disks." in told
        assert "{civ:hittites} added 2 disks." in told
        assert "from {card:18}" not in told

    def test_card_18_in_play_joins_a_land_competition(self) -> None:
        """Two disks at most, like white ones before the cards."""
        t = over(arena("egypt 4 hittites 2", area=PLAIN, hittites={"investments": {"18": 3}}))
        assert t.told().count("added 1 disk from {card:18}") == 2

    @pytest.mark.parametrize(("foes", "riding"), [(2, 1), (3, 0)])
    def test_card_18_in_play_a_disk_that_rides_is_one_disk(self, foes: int, riding: int) -> None:
        """SOL-COMP-12: with the only one 2 meet 2, a tie; 2 meet 3 in vain, so that it stays on the card."""
        t = over(mittani(foes, investments={"18": 1}))
        assert t.told().count("added 1 disk from {card:18}") == riding
        assert t.civ("mittani").investments == ({} if riding else {"18": 1})

    @pytest.mark.parametrize(("supply", "riding"), [(1, 1), (0, 0)])
    def test_card_18_in_play_its_disks_come_from_the_card_and_leave_supply_as_it_is(
        self, supply: int, riding: int
    ) -> None:
        """SOL-COMP-12: with Supply empty 32 brings no disk beside it, and 2 meet 3 in vain."""
        t = over(mittani(4, investments={"18": 1}, hand=[32], disks=3 + supply))
        assert t.told().count("added 1 disk from {card:18}") == riding
        assert (32 in t.hand("mittani")) == (not riding)

    def test_card_20_its_disks_count_as_payments(self) -> None:
        """Master Armorer committed: its disks go instead of units."""
        told = fought("egypt 4 hittites 3", area=PLAIN, hittites={"hand": [20]})
        assert "{civ:hittites} used {card:20}" in told
        assert "{civ:hittites} paid with" in told

    def test_card_41_both_disks_where_they_are_needed(self) -> None:
        """Eagles of the Sea: one would only tie, and 2 disks win."""
        assert "added 2 white disks" in fought("hittites 1 barbarians 2", area="egyptian_sea", hittites={"hand": [41]})

    def test_card_41_both_disks_where_they_are_needed_though_they_could_be_spread(self) -> None:
        """Eagles of the Sea: there is a second Sea Competition, but only 2 disks win here."""
        seas = {"rhodian_sea": "hittites 1 barbarians 2"}
        told = fought("hittites 2 barbarians 2", seas, area="egyptian_sea", hittites={"hand": [41]})
        assert "added 2 white disks" in told

    def test_card_41_is_spread_where_one_disk_does_as_well(self) -> None:
        """Two Sea Competitions in which one white disk each leaves two disks."""
        seas = {"rhodian_sea": "hittites 2 barbarians 2"}
        told = fought("hittites 2 barbarians 2", seas, area="egyptian_sea", hittites={"hand": [41]})
        assert told.count("added 1 white disk ({card:41})") == 2

    def test_deity_2_the_god_of_war_before_cards(self) -> None:
        """His white disks come after those of the Display, one by one."""
        t = over(arena("egypt 4 hittites 3", LATER, area=PLAIN, hittites={"deity": "god_of_war", "hand": [35]}))
        assert t.told().index("{ability:chariots}") < t.told().index("added 1 white disk with {deity:god_of_war}")
        assert 35 in t.hand("hittites")

"""The seven Deities and Monotheism, each by stories named after it (ACME §12)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import DEITIES
from tests.acme.cards.tables import duel, holds, table
from tests.acme.competition.arena import finish, phase
from tests.acme.growing import acquire, growing
from tests.acme.reckoning.positions import story
from tests.acme.story import Story

SORCERER = {"hand": [26]}
HOME = {"thebes": "egypt 1", "lydia": "hittites 1"}


# Father of the Gods


def struck(egypt: dict[str, Any] | None = None, hittites: dict[str, Any] | None = None) -> Story:
    """A City of Egypt and its neighbours are hit by Biblical Plague: two disks and one."""
    owner = {"deity": "father_of_the_gods", **(egypt or {})}
    t = duel({"amarna": "egypt 3"}, order="hittites egypt", hittites=holds(73, **(hittites or {})), egypt=owner)
    return t.answer("hittites", "73").windows()


def test_deity_father_of_the_gods_saves_two_disks_a_turn_from_a_card() -> None:
    """Deity 1, RUL-059: free of charge, in the Card Phase; the third is lost."""
    t = struck()
    assert t.asked() == ("loss.buy_off", "egypt", ("lose", "power"))
    t.answer("egypt", "power").windows().answer("egypt", "power").windows()
    assert t.disks("egypt", "amarna") + t.disks("egypt", "thebes") == 5 - 1
    assert t.asked()[0] == "card.play"


def test_deity_father_of_the_gods_may_keep_a_use_for_a_later_card() -> None:
    """Deity 1: two in a turn, whatever the cards; the next turn brings two more (RUL-016)."""
    t = struck().answer("egypt", "power").windows().answer("egypt", "lose").answer("egypt", "lose")
    assert t.civ("egypt").used["father_of_the_gods"] == 1
    t.run_until("growth.retire")
    assert t.civ("egypt").used == {}


@pytest.mark.parametrize("facts", [{"home": "memphis"}, {"deity_state": "lost"}, {"blocked": True}])
def test_deity_father_of_the_gods_needs_to_be_active(facts: dict[str, Any]) -> None:
    """ACME §12.1: Dormant, Lost or blocked it saves nothing."""
    assert struck(facts).state.phase != "card" or "power" not in struck(facts).options()


def test_deity_father_of_the_gods_is_cancelled_by_a_sorcerer() -> None:
    """RUL-073: the disk must be saved otherwise; no further use this turn."""
    t = struck({"mina": 1}, {"hand": [73, 26]}).answer("egypt", "power")
    assert t.asked() == ("card.negate", "hittites", ("26", "pass"))
    t.answer("hittites", "26")
    assert t.civ("egypt").blocked
    assert t.asked() == ("loss.buy_off", "egypt", ("lose", "mina"))


def test_deity_father_of_the_gods_is_silent_in_the_competition_phase() -> None:
    """Deity 1: Fate cards of the Card Phase only."""
    t = phase({"aleppo": "egypt 4 hittites 3"}, egypt='deity="father_of_the_gods"', hittites="hand=[35]", top="")
    t.run_until("competition.commit", "loss.buy_off")
    assert t.key == "competition.commit"
    t.answer("hittites", "card:35").answer("hittites", "done").run_until("loss.buy_off", "growth.retire")
    assert t.key != "loss.buy_off" or "power" not in t.options("egypt")


# God of War


def test_deity_god_of_war_adds_two_white_disks_in_one_competition() -> None:
    """Deity 2."""
    areas = {"thebes": "egypt 1", "aleppo": "egypt 2 babylon 3"}
    t = phase(areas, order="egypt babylon", egypt='deity="god_of_war"', babylon="mina=1").windows()
    assert t.options("egypt") == ("war", "done")
    t.play("egypt", "war", "war", "done")
    assert t.state.fight is not None
    assert t.state.fight.white == {"egypt": 2}


def test_deity_god_of_war_adds_one_in_each_of_two_competitions() -> None:
    """Deity 2: two in a Competition Phase."""
    areas = {"thebes": "egypt 1", "aleppo": "egypt 3 babylon 2", "byblos": "egypt 3 babylon 2"}
    t = phase(areas, order="egypt babylon", egypt='deity="god_of_war"').windows()
    t.play("egypt", "war", "done").run_until("competition.commit")
    assert t.state.fight is not None
    assert t.options("egypt") == ("war", "done")
    t.answer("egypt", "war")
    assert t.options("egypt") == ("done",)


# Goddess of Peace


def test_deity_goddess_of_peace_leaves_an_area_of_its_owner_contested() -> None:
    """Deity 3, RUL-098: no Competition there this turn; nobody Controls it."""
    areas = {"thebes": "egypt 1", "aleppo": "egypt 3 hittites 3", "byblos": "egypt 2"}
    t = phase(areas, egypt='deity="goddess_of_peace"')
    t.answer("egypt", next(o for o in t.options("egypt") if "aleppo" in o))
    t.windows().run_until("growth.retire")
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (3, 3)
    assert t.civ("egypt").vp == 1


# God of the Dead


def test_deity_god_of_the_dead_keeps_one_of_three_discards() -> None:
    """Deity 4, RUL-118: in its Draw Step, before the cards drawn are looked at; the others stay discarded."""
    discards = [1, 3, 4]
    t = story({"egypt": {"deity": "god_of_the_dead"}}, discard=discards).run_until("draw.dead")
    assert sorted(t.options()) == ["1", "3", "4"]
    assert len(t.hand("egypt")) == 0
    t.answer("egypt", "3")
    assert 3 in t.hand("egypt")
    assert sorted(t.state.discard) == [1, 4]
    assert "{card:3}" not in t.told()


def test_deity_god_of_the_dead_finds_what_there_is_and_nothing_in_an_empty_pile() -> None:
    """RUL-118: fewer than three."""
    t = story({"egypt": {"deity": "god_of_the_dead"}}, discard=[1]).run_until("growth.retire")
    assert 1 in t.hand("egypt")
    t = story({"egypt": {"deity": "god_of_the_dead"}}).run_until("growth.retire")
    assert len(t.hand("egypt")) == 3


def test_deity_god_of_the_dead_resolves_an_event_it_meets() -> None:
    """RUL-118, RUL-050: it cannot be kept and is not replaced."""
    t = story({"egypt": {"deity": "god_of_the_dead"}}, discard=[97]).run_until("growth.retire", "epoch.event")
    assert "{card:97}" in t.told()
    assert len(t.hand("egypt")) == 3


# God of the Forge


def test_deity_god_of_the_forge_brings_two_mina_at_the_end_of_acquisition() -> None:
    """Deity 5, RUL-034: in every Growth Phase; after the mina of the Display, before the Granary."""
    t = growing(HOME, egypt={"deity": "god_of_the_forge"}).run_until("growth.granary")
    assert t.civ("egypt").mina == 1 + 2
    assert "{civ:egypt} gained 2 mina from {deity:god_of_the_forge}." in t.told()


@pytest.mark.parametrize(
    "facts",
    [{"home": "memphis"}, {"deity_state": "lost"}, {"deity_state": "silenced", "silenced_until": 1}],
)
@pytest.mark.parametrize("deity", ["god_of_the_forge", "mother_goddess"])
def test_deity_god_of_the_forge_and_deity_mother_goddess_need_to_be_active(deity: str, facts: dict[str, Any]) -> None:
    """ACME §12.1: Dormant, Lost or silenced they give nothing."""
    t = acquire(HOME, egypt={"deity": deity, **facts})
    assert (t.civ("egypt").mina, t.civ("egypt").box) == (1, 3)


@pytest.mark.parametrize("deity", ["god_of_the_forge", "mother_goddess"])
def test_deity_god_of_the_forge_and_deity_mother_goddess_are_cancelled_by_a_sorcerer(deity: str) -> None:
    """RUL-073: before the gain; the Granary stays open, since the Deity is Active."""
    t = growing(HOME, egypt={"deity": deity}, hittites=SORCERER).answer("egypt", "done")
    assert t.asked() == ("card.negate", "hittites", ("26", "pass"))
    t.answer("hittites", "26").windows()
    assert (t.civ("egypt").mina, t.civ("egypt").box) == (1, 3)
    assert t.key == "growth.granary"


# Sky God


def test_deity_sky_god_strikes_a_disk_before_the_first_round() -> None:
    """Deity 6, RUL-043, RUL-119: any opposing disk outside the Home Areas, a last one or a Barbarian too."""
    areas = {"zab": "hittites 1", "lydia": "barbarians 2"}
    t = duel(areas, egypt=holds(44, deity="sky_god"))
    assert t.asked() == ("deity.power", "egypt", ("lydia:barbarians", "zab:hittites", "none"))
    t.answer("egypt", "zab:hittites")
    assert t.disks("hittites", "zab") == 0
    assert t.asked()[:2] == ("card.play", "egypt")


def test_deity_sky_god_may_be_bought_off_but_not_absorbed() -> None:
    """RUL-059, RUL-060, RUL-119: a mina or a card; Investments help against cards only."""
    victim = {"mina": 1, "hand": [27], "investments": {"19": 4}}
    t = duel({"zab": "hittites 2"}, egypt={"deity": "sky_god"}, hittites=victim).answer("egypt", "zab:hittites")
    t.windows()
    assert t.asked() == ("loss.buy_off", "hittites", ("lose", "mina", "card:27"))
    t.answer("hittites", "mina")
    assert (t.disks("hittites", "zab"), t.civ("hittites").mina) == (2, 0)


def test_deity_sky_god_need_not_be_used_and_is_used_once() -> None:
    """Deity 6: once a turn, before the first round."""
    t = duel({"zab": "hittites 2"}, egypt=holds(44, deity="sky_god")).answer("egypt", "none")
    assert (t.key, t.disks("hittites", "zab")) == ("card.play", 2)
    again = duel({"zab": "hittites 2"}, egypt=holds(44, 46, deity="sky_god"), hittites={"hand": [48]})
    again.answer("egypt", "zab:hittites").windows().answer("hittites", "lose")
    again.play("egypt", "44").run_until("deity.power", "growth.retire")
    assert (again.key, again.disks("hittites", "zab")) == ("growth.retire", 1)


def test_deity_sky_god_without_a_target_is_not_asked() -> None:
    """Deity 6, RUL-119: disks in Home Areas are out of reach."""
    assert duel(egypt=holds(44, deity="sky_god")).key == "card.play"


def test_deity_sky_god_is_cancelled_by_a_sorcerer() -> None:
    """RUL-073: when the target is named; nothing is lost, and the power is blocked this turn."""
    t = duel({"zab": "hittites 2"}, egypt=holds(44, deity="sky_god"), hittites=SORCERER)
    t.answer("egypt", "zab:hittites").answer("hittites", "26").windows()
    assert (t.disks("hittites", "zab"), t.civ("egypt").blocked) == (2, True)


# Mother Goddess


def test_deity_mother_goddess_adds_two_disks_outside_the_minimum() -> None:
    """Deity 7, RUL-034."""
    assert acquire(HOME, egypt={"deity": "mother_goddess"}).civ("egypt").box == 3 + 2


def test_deity_mother_goddess_gives_no_more_than_supply_holds() -> None:
    """RUL-034: cut to Supply, each part for itself; with nothing left no power is used."""
    assert acquire(HOME, egypt={"deity": "mother_goddess", "disks": 5}).civ("egypt").box == 4
    t = growing(HOME, egypt={"deity": "mother_goddess", "disks": 4}, hittites=SORCERER).answer("egypt", "done")
    assert t.key == "growth.granary"


# Monotheism


def test_deity_monotheism_is_not_available_and_comes_by_its_card() -> None:
    """Deity 8, ACME §12.7: only card 95 brings it; the card stays with its owner."""
    t = duel(egypt=holds(95, deity="god_of_war"))
    assert "monotheism" not in t.state.available
    t.answer("egypt", "95").windows()
    assert t.civ("egypt").deity == "monotheism"
    assert "god_of_war" in t.state.available
    assert 95 not in t.state.discard


def test_deity_monotheism_scores_two_in_a_tally() -> None:
    """Deity 8, RUL-026."""
    assert story({"egypt": {"deity": "monotheism"}}).run_until("growth.retire").civ("egypt").vp == 2


def test_deity_monotheism_brings_a_vp_more_for_a_capture() -> None:
    """Deity 8, RUL-026: for whoever owns it, while it is Active."""
    areas = {"thebes": "egypt 1", "hattusha": "egypt 1", "zab": "hittites 1"}
    t = finish(phase(areas, egypt='deity="monotheism"', hittites='deity="sky_god"'))
    assert t.civ("egypt").captured == {"sky_god": "hittites"}
    assert t.civ("egypt").vp == (2 + 1) + (2 + 1)


def test_deity_monotheism_has_no_other_power() -> None:
    """Deity 8, ACME §12.7: what the other Deities bring or are asked does not come with it."""
    t = acquire(HOME, egypt={"deity": "monotheism"})
    assert (t.civ("egypt").mina, t.civ("egypt").box) == (1, 3)
    assert duel({"zab": "hittites 2"}, egypt=holds(44, deity="monotheism")).key == "card.play"
    hit = struck({"deity": "monotheism", "mina": 1})
    assert hit.asked() == ("loss.buy_off", "egypt", ("lose", "mina"))
    areas = {"thebes": "egypt 1", "aleppo": "egypt 2 babylon 3"}
    fight = phase(areas, order="egypt babylon", egypt='deity="monotheism"').windows()
    assert fight.run_until("competition.before", "competition.commit", "growth.retire").key == "growth.retire"
    draw = story({"egypt": {"deity": "monotheism"}}, discard=[1, 3, 4])
    assert draw.run_until("draw.dead", "growth.retire").key == "growth.retire"


# All of them


@pytest.mark.parametrize("deity", DEITIES)
def test_every_active_deity_scores_and_opens_granary_and_religion(deity: str) -> None:
    """ACME §10.3, §6.3, §8.4: 1 VP, Monotheism 2; a Granary; Religion cards."""
    scored = story({"egypt": {"deity": deity}}).run_until("growth.retire", "draw.dead").civ("egypt").vp
    assert scored == (2 if deity == "monotheism" else 1)
    assert growing(HOME, egypt={"deity": deity}).run_until("growth.granary").key == "growth.granary"
    areas = {"thebes": "egypt 2", "hattusha": "hittites 2"}
    t = table(areas, egypt={"hand": [91, 16], "deity": deity}).run_until("card.play")
    assert "91" in t.options()

"""Standing orders for spoils, for Negates that stay in hand and what one costs, and for payments in Competitions."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.acme.saving import worths
from engine.core.errors import IllegalAnswer
from engine.core.order_lines import read_order
from tests.acme.cards.tables import duel, holds
from tests.acme.competition.arena import fight, phase
from tests.acme.competition.test_sack import won
from tests.acme.growing import growing
from tests.acme.npc.test_relations_hostility import offering
from tests.acme.reckoning.positions import story as reckoning
from tests.acme.reckoning.test_epoch import ended
from tests.acme.story import Story
from tests.acme.test_civs import told
from tests.acme.test_orders import judged, plague


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loot: captives when supply >= 2 and disks < 20 else mina", "captives"),
        ("loot: captives when supply >= 2 and disks < 5 else mina", "mina"),
        ("loot: captives when supply >= 60 or disks < 7 else mina", "captives"),
        ("loot: captives when supply >= 60 else mina", "mina"),
        ("loot: clemency else captives", "captives"),
        ("loot: captives when disks < 5", "order.stop.unmet"),
        ("loot: clemency when supply 1", "order.stop.gone"),
    ],
)
def test_spoils_are_taken_as_supply_and_disks_on_the_map_say(line: str, given: str) -> None:
    """ACME §9.6: Egypt has six disks on the map, three in Aleppo and three in Thebes."""
    story = won("egypt", "urartu", areas={"thebes": "egypt 3 urartu 4"})
    assert story.state.civs["egypt"].supply >= 2
    said = judged(story, "egypt", line)
    assert said.batch == (() if given.startswith("order") else ((given,),))
    assert said.why.key == (given if given.startswith("order") else "")


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loot-deity: none", "none"),
        ("loot-deity: any", "sky_god"),
        ("loot-deity: return Sky God", "sky_god"),
        ("loot-deity: return god of the forge, sky god; rest none", "sky_god"),
        ("loot-deity: return god of the forge", "none"),
        ("loot-deity: return god of the forge; rest any", "sky_god"),
    ],
)
def test_a_captured_deity_is_returned_where_the_order_names_it(line: str, given: str) -> None:
    """RUL-110."""
    civs = {"medes_persians": 'captured={sky_god="babylon"}', "babylon": 'deity="sky_god"\ndeity_state="captured"'}
    story = won("medes_persians", areas={"babylon": "babylon 1"}, **civs).windows()
    story.answer("medes_persians", "done").answer("medes_persians", "mina")
    assert judged(story, "medes_persians", line).batch == ((given,),)
    story.answer("medes_persians", given)


@pytest.mark.parametrize(
    ("hand", "lines", "given"),
    [
        ([27, 28], ["negate: any", "negate-keep: 1"], "27"),
        ([27], ["negate: any", "negate-keep: 1"], "pass"),
        ([27, 58], ["negate: any when home", "negate-keep: 1"], "pass"),
        ([27, 28], ["negate-keep: 2", "negate: pass up to 2", "negate: any"], "pass"),
        ([27, 28], ["negate: any"], "27"),
    ],
)
def test_an_order_leaves_so_many_negates_in_hand(hand: list[int], lines: list[str], given: str) -> None:
    """RUL-054: other cards in hand do not count."""
    assert judged(plague(*hand), "hittites", *lines).batch == ((given,),)


def priced() -> Story:
    """The Hittites have Negated with High Priest, and give a disk from Hattusha, with two, or Lydia, with one."""
    story = duel({"lydia": "hittites 1"}, egypt=holds(58), hittites={"hand": [28]}).play("egypt", "58")
    return story.answer("hittites", "28").windows()


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("negate-cost: pay lydia", "lydia"),
        ("negate-cost: pay kaska, lydia, hattusha", "lydia"),
        ("negate-cost: expendable", "hattusha"),
        ("negate-cost: pay kaska, rest expendable", "hattusha"),
        ("negate-cost: pay kaska", ""),
    ],
)
def test_what_a_negate_costs_is_given_where_the_order_says(line: str, given: str) -> None:
    """Card 28: with one left in Hattusha and none lost elsewhere no area is left by it."""
    said = judged(priced(), "hittites", line)
    assert said.batch == (((given,),) if given else ())
    assert bool(said.why) is not bool(given)


def test_a_disk_that_can_be_spared_comes_last_of_all_from_the_home_area() -> None:
    """Card 28: Hattusha with four keeps its City, and still the disk comes from Lydia, which has two."""
    story = duel({"hattusha": "hittites 4", "lydia": "hittites 2"}, egypt=holds(58), hittites={"hand": [28]})
    story.play("egypt", "58").answer("hittites", "28").windows()
    assert judged(story, "hittites", "negate-cost: expendable").batch == (("lydia",),)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("removal: mina", "disk"),
        ("removal: pay cards", "card:58"),
        ("removal: pay mina, cards", "mina"),
        ("removal: pay cards, keep 1, rest mina", "card:58"),
        ("removal: pay investments", "disk"),
        ("removal: lose", "disk"),
    ],
)
def test_cards_are_paid_in_a_competition_where_that_changes_its_end(line: str, given: str) -> None:
    """ACME §9.4, RUL-105: three payments turn this Competition, one does not."""
    civs = {"babylon": {"growth_box": 44, "mina": 1, "hand": [27, 58, 70]}, "egypt": {}}
    story = told("competition", {"aleppo": "babylon 2 egypt 4"}, civs).run_until("competition.removal")
    assert story.asked()[1] == "babylon"
    assert judged(story, "babylon", line).batch[0][0].partition(":")[0] == given.partition(":")[0]
    story.answer("babylon", *judged(story, "babylon", line).batch[0])


@pytest.mark.parametrize(
    ("stacks", "line", "given"),
    [
        ("babylon 3 egypt 3", "removal: mina", "mina"),
        ("babylon 3 egypt 3", "removal: until share, rest mina", "disk"),
        ("babylon 2 egypt 4", "removal: until share, rest mina", "mina"),
    ],
)
def test_no_more_is_paid_than_a_share_of_the_area_takes(stacks: str, line: str, given: str) -> None:
    """ACME §9.4: equal stacks share the area anyway, a smaller one only if it pays."""
    civs = {"babylon": {"growth_box": 44, "mina": 3}, "egypt": {}}
    story = told("competition", {"aleppo": stacks}, civs).run_until("competition.removal")
    assert judged(story, "babylon", line).batch == ((given,),)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("commit: none", ["done"]),
        ("commit: put 32", ["card:32", "done"]),
        ("commit: put Light Chariots, 31", ["card:32", "card:31", "done"]),
        ("commit: put 32, in kaska", ["done"]),
        ("commit: put 32, in kaska, aleppo", ["card:32", "done"]),
        ("commit: put 33", ["done"]),
        ("commit: put 32, if others commit", ["done"]),
    ],
)
def test_cards_are_committed_where_the_order_says_so(line: str, given: list[str]) -> None:
    """ACME §9.3: one pick after the other, until nothing that is named is left."""
    story = fight("egypt 3 hittites 3", egypt="hand=[31, 32]\nmina=1", hittites="hand=[58]")
    assert story.asked()[:2] == ("competition.commit", "egypt")
    for pick in given:
        assert judged(story, "egypt", line).batch == ((pick,),)
        story.answer("egypt", pick)


def test_white_disks_of_a_display_are_committed_where_the_order_says_so() -> None:
    """ACME §9.3: those of the Hittites' chariots, one after the other."""
    story = fight("egypt 3 hittites 3", egypt="hand=[58]", hittites="hand=[31]").answer("egypt", "done")
    assert judged(story, "hittites", "commit: put white").batch == (("white:chariots",),)


def test_a_card_is_committed_where_somebody_has_committed_before() -> None:
    story = fight("egypt 3 hittites 3", egypt="hand=[32]\nmina=1", hittites="hand=[31]")
    story.play("egypt", "card:32", "done")
    assert judged(story, "hittites", "commit: put 31, if others commit").batch == (("card:31",),)


@pytest.mark.parametrize(("hand", "mina", "bought"), [([43], 9, "2"), ([43], 1, "1"), ([43, 45, 47, 49, 51], 9, "0")])
def test_so_many_cards_are_bought_that_the_hand_is_full(hand: list[int], mina: int, bought: str) -> None:
    """ACME §8.1, §10.6.2: six cards may be kept; three are drawn anyway."""
    story = reckoning({"egypt": {"mina": mina, "hand": hand}}, step="draw.begin")
    assert judged(story, "egypt", "buy: full").batch == ((bought,),)


@pytest.mark.parametrize(
    ("mina", "line", "bought"),
    [
        (9, "draw: keep 2", "2"),
        (3, "draw: keep 2", "1"),
        (2, "draw: keep 2", "0"),
        (1, "draw: keep 2", "0"),
        (9, "draw: keep 2; rest 1", "1"),
        (3, "draw: keep 2; rest 3", "1"),
        (9, "draw: keep 2; rest 0", "0"),
    ],
)
def test_cards_are_bought_with_the_mina_that_the_order_does_not_keep(mina: int, line: str, bought: str) -> None:
    """ACME §10.6: up to a full hand, or no more than it says."""
    story = reckoning({"egypt": {"mina": mina, "hand": [43]}}, step="draw.begin")
    assert judged(story, "egypt", line).batch == ((bought,),)


@pytest.mark.parametrize(
    ("stacks", "line", "given"),
    [
        ("egypt 1 hittites 3", "before: traitor", "22:aleppo:hittites"),
        ("egypt 1 hittites 3", "before: none", "nothing"),
        ("egypt 1 hittites 2", "before: traitor", "nothing"),
        ("egypt 1 barbarians 4", "before: traitor", "nothing"),
        ("egypt 1 hittites 3 barbarians 1", "before: traitor", "nothing"),
    ],
)
def test_the_traitor_is_played_where_that_sacks_a_city(stacks: str, line: str, given: str) -> None:
    """Card 22, RUL-072: only with nobody else in the area."""
    story = phase({"aleppo": stacks}, egypt="hand=[22]")
    assert story.key == "competition.before"
    assert judged(story, "egypt", line).batch == ((given,),)
    assert given in story.options("egypt")


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("peace: none", "done"),
        ("peace: offer hittites", "hittites"),
        ("peace: offer sumer, Hittites", "hittites"),
        ("peace: offer sumer", "done"),
    ],
)
def test_peace_is_offered_where_the_order_names_an_enemy(line: str, given: str) -> None:
    """ACME-HOST-03: only enemies are offered at all, each once."""
    story = offering()
    assert judged(story, "egypt", line).batch == ((given,),)
    story.answer("egypt", given)
    if given == "hittites":
        assert [judged(story, "egypt", f"peace-gift: {gift}").batch for gift in ("none", "mina")] == [
            (("none",),),
            (("mina",),),
        ]


def test_a_card_that_has_to_be_given_back_is_chosen_as_cards_are_discarded() -> None:
    """Card 23, RUL-067."""
    story = duel(egypt={"hand": [23, 16, 44]}, hittites={"hand": [58]}).play("egypt", "23").windows()
    story.run_until("card.give")
    assert judged(story, "egypt", "discard: throw 44").batch == (("44",),)
    assert judged(story, "egypt", "discard: keep 44, rest least").batch == (("16",),)


@pytest.mark.parametrize(("line", "given"), [("up to 2", ""), ("up to 3", "mina"), ("pay mina, up to 9", "mina")])
def test_an_order_for_losses_holds_up_to_so_many(line: str, given: str) -> None:
    """Three disks are to be lost; the home is saved where the order acts at all."""
    full = f"losses: save home, {line}, rest lose"
    said = judged(plague(58, mina=1).windows(), "hittites", full)
    assert read_order(GAME.orders, full).line == full
    assert (said.batch, said.why.key) == ((((given,),), "") if given else ((), "order.stop.much"))


def test_fertile_areas_and_those_with_a_bonus_can_be_saved() -> None:
    view = plague(58, mina=1).windows().table.view("hittites")
    view["areas"]["thebes"]["disks"] = {"hittites": 2}
    assert worths(view, "hittites", "thebes") == ("fertile",)
    view["areas"]["thebes"]["bonus"] = "wine"
    assert worths(view, "hittites", "thebes") == ("fertile", "bonus")


HARD, TWICE = {"aleppo": "babylon 3 egypt 8"}, {"aleppo": "babylon 2 egypt 4"}


def paid_by(stacks: dict[str, str], line: str, mina: int = 4, home: str = "") -> list[str]:
    """What Babylon pays in all rounds of that Competition by the order alone, with 4 mina and two cards."""
    own = {"growth_box": 44, "mina": mina, "hand": [58, 70]} | ({"home": home} if home else {})
    civs = {"babylon": own, "egypt": {}}
    story = told("competition", stacks, civs).run_until("competition.removal")
    given = list[str]()
    while story.state.fight is not None and story.table.pending is not None and story.key == "competition.removal":
        seat = story.asked()[1]
        said = judged(story, seat, line if seat == "babylon" else "removal: lose")
        story.answer(seat, *said.batch[0])
        given += said.batch[0] if seat == "babylon" else ()
    return [one.partition(":")[0] for one in given if one not in {"disk", "white", "cube"}]


@pytest.mark.parametrize(
    ("stacks", "line", "paid"),
    [
        (TWICE, "removal: mina", ["mina"] * 3),
        (TWICE, "removal: pay 2 mina", ["mina"] * 2),
        (TWICE, "removal: pay 1 mina", []),
        (TWICE, "removal: pay 1 mina, cards", ["mina", "card", "card"]),
        (TWICE, "removal: pay cards, mina; at most 3 units", ["card", "card", "mina"]),
        (TWICE, "removal: until share, at most 1 unit, rest mina", []),
        (TWICE, "removal: pay 1 mina, until win", ["mina"]),
        (HARD, "removal: until useless, rest mina", []),
        (HARD, "removal: until win, at most 2, rest mina", ["mina"] * 2),
        (HARD, "removal: at home until win, rest mina", []),
    ],
)
def test_an_order_pays_for_so_many_units_of_one_competition(stacks: dict[str, str], line: str, paid: list[str]) -> None:
    """ACME §9.4: what has been paid in the rounds before is counted, though orders remember nothing."""
    assert paid_by(stacks, line) == paid


def test_at_home_an_order_may_pay_until_it_wins() -> None:
    """ACME §9.4: elsewhere it pays as it says otherwise."""
    assert paid_by(HARD, "removal: at home until win, rest mina", home="aleppo") == ["mina"] * 4
    assert paid_by({"aleppo": "babylon 3 egypt 3"}, "removal: until share, at home useless, rest mina", home="aleppo")


def test_nothing_is_paid_against_barbarians_where_the_order_says_so() -> None:
    """ACME §9.4: against civilizations it pays."""
    line = "removal: never for Barbarians, rest mina"
    assert paid_by({"aleppo": "babylon 3 barbarians 3"}, "removal: mina")
    assert not paid_by({"aleppo": "babylon 3 barbarians 3"}, line)
    assert paid_by({"aleppo": "babylon 3 egypt 3"}, line)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loss-choose: expendable", "white"),
        ("loss-choose: give disk", "disk"),
        ("loss-choose: give disk, white, rest ask", "disk"),
        ("loss-choose: ask", ""),
    ],
)
def test_an_order_says_whether_a_white_disk_or_an_own_one_is_lost(line: str, given: str) -> None:
    """RUL-103: with white disks in play one chooses which kind goes."""
    story = fight("egypt 3 hittites 3", egypt="hand=[32]\nmina=1").play("egypt", "card:32", "done")
    story.play("hittites", "white:chariots", "done").windows()
    assert story.asked()[:2] == ("loss.choose", "hittites")
    assert judged(story, "hittites", line).batch == (((given,),) if given else ())


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("granary: yes", "yes"),
        ("granary: yes when box >= 3 and mina < 2 else no", "yes"),
        ("granary: yes when box >= 4 and mina < 2 else no", "no"),
        ("granary: yes when box >= 3 and mina < 1 else no", "no"),
        ("granary: yes when box >= 4 or mina < 2", "yes"),
        ("granary: yes when box >= 4", ""),
    ],
)
def test_the_granary_is_used_as_growth_box_and_mina_say(line: str, given: str) -> None:
    """ACME §6.3: three disks in the Growth Box and one mina."""
    story = growing({"thebes": "egypt 1", "hattusha": "hittites 1"}, egypt={"deity": "sky_god"})
    story.run_until("growth.granary")
    assert judged(story, "egypt", line).batch == (((given,),) if given else ())


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("loss-choose: give tyre, petra", ("tyre", "petra")),
        ("loss-choose: give tyre, rest expendable", ("tyre", "judah")),
        ("loss-choose: expendable", ("judah", "petra")),
        ("loss-choose: give tyre", ()),
    ],
)
def test_cities_that_suffer_are_those_named_else_those_that_stay_cities(line: str, given: tuple[str, ...]) -> None:
    """Epoch Event Earthquake: one disk of every third City, which a stack of four can spare."""
    names = ("abydos", "amarna", "memphis", "thebes", "tyre")
    story = ended(31, None, {**dict.fromkeys(names, "egypt 3"), "judah": "egypt 4", "petra": "egypt 4"})
    said = judged(story, "egypt", line)
    assert said.batch == ((given,) if given else ())
    assert bool(said.why) is not bool(given)


@pytest.mark.parametrize(
    "line",
    [
        "loot: captives when supply >= 2 and disks < 20 or disks < 5 else mina",
        "loot: captives when disks >= 20",
        "loot: captives when supply < 2",
        "loot: captives else glory",
        "loot-deity: return hattusha",
        "negate: any when lose < 3",
        "negate: any when home else sometimes",
        "negate-keep: 9",
        "negate-cost: pay mina",
        "removal: pay hattusha",
        "removal: give hattusha",
        "removal: pay 9 mina",
        "removal: until home",
        "removal: at most 9 units",
        "removal: never for egypt",
        "removal: until mina",
        "loss-choose: give mina",
    ],
)
def test_what_cannot_be_said_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(GAME.orders, line)


def test_lines_are_read_back_as_they_are_kept() -> None:
    for line in (
        "loot: captives when supply 2 and disks <20 else mina",
        "loot: clemency else captives",
        "loot-deity: return sky_god, rest any",
        "removal: pay cards, keep mina1, rest mina",
        "removal: until share, give disk, cube, rest mina",
        "loss-choose: give white, kaska, rest expendable",
        "granary: yes when box 8 and mina <2 else no",
        "negate-cost: pay kaska, pala, rest expendable",
    ):
        assert read_order(GAME.orders, line).line == line

"""Two turns of Hittites and Egypt played through the protocol, from positions a person would write."""

from __future__ import annotations

import pytest

from tests.acme.review.client import Client

START = """
game = "acme"
map = "abbreviated_western"
epoch = 1
turn = 1
phase = "growth"
order = ["hittites", "egypt"]
deck = [40, 101, 50, 80, 11, 51, 22, 32]
seed = 7

[civs.hittites]
home = "hattusha"
hand = [42, 28, 43, 78, 17]

[civs.egypt]
home = "thebes"
hand = [73, 2, 1, 86, 20]

[areas]
hattusha = "hittites 2"
kaska = "hittites 2"
kumannis = "hittites 2"
karahuyuk = "hittites 2"
arzawa = "hittites 2"
pala = "hittites 2"
thebes = "egypt 2"
abydos = "egypt 2"
amarna = "egypt 2"
memphis = "egypt 1"
nile_delta = "egypt 1"
western_desert = "egypt 1"
eastern_desert = "egypt 1"
red_sea = "egypt 1"
reed_sea = "egypt 1"
"""

ALEPPO = """
game = "acme"
map = "abbreviated_western"
turn = 2
phase = "competition"
order = ["egypt", "hittites"]

[civs.hittites]
home = "hattusha"
vp = 1
hand = [16, 32, 29]
deity = "god_of_the_dead"

[civs.egypt]
home = "thebes"
vp = 3
mina = 4
hand = [40]
deity = "god_of_the_forge"
investments = { 20 = 3 }

[areas]
hattusha = "hittites 3 stronghold"
aleppo = "egypt 3 hittites 4"
karahuyuk = "hittites 2 barbarians 4"
thebes = "egypt 1 barbarians 1"
abydos = "egypt 3"
amarna = "egypt 3"
"""


def grown() -> Client:
    """The first turn after both Growths: a Stronghold, five disks for the Hittites, six and a mina for Egypt."""
    c = Client(START)
    c.answer("hittites", "done")
    c.play("hittites", "carchemish", "mittani", "emar", "caucasus_sea", "hattusha")
    c.answer("egypt", "done")
    return c.play("egypt", "sinai_sea", "tyre", "judah", "aleppo", "thebes", "sinai_sea")


def test_growth_gives_each_its_disks_and_the_mountain_its_stronghold() -> None:
    """Five Plains Settlements; three Fertile Settlements, two Fertile Camps and two Seas (ACME §6)."""
    c = grown()
    assert c.key == "card.play"
    assert [c.civ(name)["growth_box"] for name in ("hittites", "egypt")] == [0, 0]
    assert [c.civ(name)["disks"] for name in ("hittites", "egypt")] == [17, 18]
    assert c.civ("egypt")["mina"] == 1
    assert c.view()["areas"]["hattusha"]["stronghold"] == "hittites"


def test_plague_on_hattusha_is_negated_at_the_price_of_a_disk() -> None:
    """The card is lost and set aside, the action used; nothing else happens (ACME §8.5, RUL-046, RUL-058)."""
    c = grown().play("hittites", "42", "icarian_sea", "rhodian_sea", "egyptian_sea").play("egypt", "73")
    assert (c.key, c.asked(), c.options("hittites")) == ("card.negate", ["hittites"], ["28", "pass"])
    c.answer("hittites", "28").play("hittites", "pala")
    assert c.disks("hattusha") == {"hittites": 3}
    assert c.disks("pala") == {"hittites": 1}
    assert (c.key, c.asked(), c.view()["set_aside"]) == ("card.play", ["hittites"], [73])


def test_plague_takes_one_disk_from_hattusha_and_one_from_each_neighbour() -> None:
    """Walls limit the City's two to one; each disk may be bought off (card 73, RUL-061, RUL-082)."""
    c = grown().answer("hittites", "pass").play("egypt", "73").silence()
    assert c.key == "loss.buy_off"
    assert len(c.now["about"]) == 6
    c.play("hittites", "card:17", "lose", "lose", "lose", "lose", "lose")
    assert c.disks("hattusha") == {"hittites": 3}
    assert [c.disks(a)["hittites"] for a in ("arzawa", "karahuyuk", "kaska", "kumannis", "pala")] == [1] * 5


def first_cards() -> Client:
    """Trade Fleet, a negated Plague, Tarshish, Gold Smith, Rebellion in Thebes, Queen of Sheba."""
    c = grown().play("hittites", "42", "icarian_sea", "rhodian_sea", "egyptian_sea").play("egypt", "73")
    c.answer("hittites", "28").play("hittites", "pala", "43")
    c.play("egypt", "2", "god_of_the_forge", "disk:western_desert", "disk:eastern_desert", "mina")
    c.play("hittites", "78", "thebes", "3").play("egypt", "lose", "lose", "card:20")
    return c.play("egypt", "1", "abydos", "amarna").silence()


def test_the_card_phase_as_far_as_the_queen_of_sheba() -> None:
    """Trade, a Deity for three resources, a City turned to Barbarians but for one disk bought off."""
    c = first_cards()
    assert (c.civ("hittites")["mina"], c.civ("egypt")["mina"]) == (3, 2)
    assert c.disks("thebes") == {"egypt": 1, "barbarians": 2}
    assert (c.civ("egypt")["deity"], c.civ("egypt")["deity_state"]) == ("god_of_the_forge", "active")
    assert c.civ("egypt")["cities"] == 2
    assert c.civ("egypt")["hand"] == [40, 86]


def test_a_religion_card_is_played_with_the_home_contested() -> None:
    """One disk in the Home Area keeps the Deity Active; a replaced disk that is bought off stays (RUL-012, RUL-116)."""
    c = first_cards().play("hittites", "deity", "god_of_the_dead", "mina", "mina")
    c.play("hittites", "disk:caucasus_sea", "disk:kaska", "disk:kumannis")
    c.play("egypt", "86", "aleppo", "carchemish", "mittani", "emar").silence()
    assert c.options("hittites") == ["lose", "mina", "card:17"]
    c.play("hittites", "mina", "card:17")
    assert c.disks("carchemish") == c.disks("mittani") == {"hittites": 1}
    assert c.disks("emar") == {"egypt": 1}
    assert c.disks("aleppo") == {"egypt": 2}


def test_one_disk_with_master_armorer_ends_shared_with_two_barbarians() -> None:
    """The stop test follows the payment and the next loss; the Deity stays (ACME §9.4, §12.4)."""
    c = first_cards().answer("hittites", "pass")
    c.play("egypt", "pass").silence()
    assert c.key == "competition.commit"
    c.answer("egypt", "done")
    assert c.options("egypt") == ["disk", "mina", "card:40", "card:86"]
    c.answer("egypt", "card:86")
    assert c.disks("thebes") == {"egypt": 1, "barbarians": 1}
    assert c.view()["areas"]["thebes"]["contested"] is False
    assert (c.civ("egypt")["deity_state"], c.civ("egypt")["vp"]) == ("active", 3)


def test_four_controlled_seas_dominate_and_a_city_counts() -> None:
    """Four Seas to three give a VP before the Tally (ACME §10.2, §10.3)."""
    c = first_cards().answer("hittites", "pass").play("egypt", "pass").silence().play("egypt", "done", "mina")
    assert (c.key, c.civ("hittites")["vp"], c.civ("egypt")["vp"]) == ("draw.buy", 1 + 1, 3)


def test_mountain_tribes_drawn_by_egypt_are_sent_by_the_hittites() -> None:
    """Who has most Cities draws first, who has fewest VP sends; the mountain itself is spared (RUL-090, RUL-091)."""
    c = first_cards().answer("hittites", "pass").play("egypt", "pass").silence()
    c.play("egypt", "done", "mina", "0")
    assert (c.key, c.asked(), c.options("hittites")) == ("event.base", ["hittites"], ["hattusha", "tarsus"])
    c.answer("hittites", "tarsus")
    assert {"lukka", "karahuyuk", "kumannis"} <= set(c.options("hittites"))
    c.answer("hittites", "lukka").silence()
    black = {a: c.disks(a)["barbarians"] for a in ("lukka", "lydia", "karahuyuk")}
    assert black == {"lukka": 4, "lydia": 4, "karahuyuk": 4}
    assert c.civ("egypt")["hand"] == [11, 40, 50, 80, 86]


def test_the_second_growth_counts_a_shared_home_for_nothing() -> None:
    """Settlements, Fertile areas Controlled, four Seas, Commerce: nine; a mina of Egypt and two of the Forge."""
    c = Client("""
game = "acme"
map = "abbreviated_western"
turn = 2
phase = "growth"
order = ["egypt", "hittites"]
[civs.egypt]
home = "thebes"
deity = "god_of_the_forge"
[civs.hittites]
home = "hattusha"
[areas]
thebes = "egypt 1 barbarians 1"
abydos = "egypt 3"
amarna = "egypt 3"
memphis = "egypt 1"
nile_delta = "egypt 1"
judah = "egypt 2"
aleppo = "egypt 2"
sinai_sea = "egypt 1"
red_sea = "egypt 1"
reed_sea = "egypt 1"
egyptian_sea = "egypt 1 hittites 1"
hattusha = "hittites 3 stronghold"
mittani = "hittites 1"
""")
    c.answer("egypt", "done").silence()
    assert (c.key, c.civ("egypt")["growth_box"], c.civ("egypt")["mina"]) == ("growth.granary", 9, 3)


def test_a_traitor_before_the_competitions_sacks_the_city_for_nothing() -> None:
    """Four mina save no disk of the three; the City is sacked at once (ACME §9.6, RUL-072)."""
    c = Client(ALEPPO.replace("hand = [16, 32, 29]", "hand = [22]"))
    assert c.key == "competition.before"
    assert "22:aleppo:egypt" in c.options("hittites")
    c.answer("hittites", "22:aleppo:egypt").answer("egypt", "nothing").silence()
    assert (c.key, c.options("hittites")) == ("loot.choose", ["mina", "captives"])
    c.answer("hittites", "captives")
    assert c.disks("aleppo") == {"hittites": 4}
    assert (c.civ("hittites")["vp"], c.civ("hittites")["growth_box"], c.civ("egypt")["mina"]) == (2, 2, 4)


def test_aleppo_is_fought_for_card_by_card() -> None:
    """Deserters, a Siege Master whom no Armorer stops, Chariots; then four against three (ACME §9.3, §9.4)."""
    c = Client(ALEPPO).silence()
    assert (c.key, c.options("egypt")) == ("competition.commit", ["card:40", "done"])
    c.play("egypt", "card:40", "done")
    assert c.view()["competition"]["committed"] == {"egypt": 1}
    c.play("hittites", "card:16", "card:32", "white:chariots", "done").answer("hittites", "16", "32")
    assert (c.key, c.options("hittites")) == ("competition.negate", ["pass"])
    c.answer("hittites", "pass").answer("egypt", "3")
    c.play("hittites", "white", "lose", "lose")
    assert c.disks("aleppo") == {"egypt": 6, "hittites": 2}
    assert c.options("egypt") == ["lose", "investment:20"]
    c.answer("egypt", "investment:20").answer("hittites", "29").silence()
    assert (c.disks("aleppo"), c.civ("egypt")["investments"]) == ({"egypt": 5, "hittites": 3}, {})
    c.answer("egypt", "lose")
    assert (c.key, c.disks("aleppo")) == ("competition.removal", {"egypt": 4, "hittites": 2})
    c.answer("egypt", "disk").answer("egypt", "mina")
    assert (c.key, c.disks("aleppo")) == ("loot.choose", {"egypt": 3})
    c.answer("egypt", "mina")
    assert (c.civ("egypt")["loot"], c.civ("egypt")["mina"]) == (0, 1)


@pytest.mark.parametrize(("payments", "left"), [(0, 2), (1, 3), (2, 4)])
def test_each_payment_of_the_larger_side_keeps_one_disk_more(payments: int, left: int) -> None:
    """Three against four, the smaller side first (ACME §9.4)."""
    position = ALEPPO.replace("hand = [40]", "hand = []").replace("hand = [16, 32, 29]", "hand = []\nmina = 2")
    c = Client(position.replace("investments = { 20 = 3 }", "").replace("mina = 4", "mina = 0"))
    c.answer("hittites", "done")
    for n in range(2):
        c.answer("hittites", "mina" if n < payments else "disk")
    assert (c.key, c.disks("aleppo")) == ("loot.choose", {"hittites": left})

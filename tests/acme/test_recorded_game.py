"""Two turns of Hittites and Egyptians told as one story: the known course of a recorded game (ACME §4 to §10)."""

from __future__ import annotations

from engine.core.toml import write
from tests.acme.opening import placing, stacks
from tests.acme.story import Story

DECK = [20, 101, 40, 44, 46, 50, 16, 32, 48]


def begin() -> Story:
    """The first disks as the procedure places them, and the cards that come up."""
    setup = placing("hittites@hattusha", "egypt@thebes").play("egypt", "memphis", "nile_delta", "red_sea", "reed_sea")
    areas = {a: " ".join(f"{f} {n}" for f, n in here.items()) for a, here in setup.state.disks.items()}
    civs = {
        "hittites": {"home": "hattusha", "hand": [42, 28, 43, 78, 56]},
        "egypt": {"home": "thebes", "hand": [73, 2, 1, 86, 58]},
    }
    top = {"map": "abbreviated_western", "phase": "growth", "order": list(civs), "seed": "recorded", "deck": DECK}
    return Story(write({**top, "civs": civs, "areas": areas}))


def grow_first(t: Story) -> Story:
    """Five disks for the Hittites, six for Egypt (ACME §6.3, §6.5)."""
    t.play("hittites", "done", "carchemish", "mittani", "emar", "caucasus_sea", "hattusha")
    return t.play("egypt", "done", "sinai_sea", "tyre", "judah", "aleppo", "thebes", "judah")


def plague_and_priest(t: Story) -> Story:
    """Trade Fleet; Biblical Plague on Hattusha, Negated by High Priest for a disk (ACME §8.3, §8.5)."""
    t.play("hittites", "42", "icarian_sea", "rhodian_sea", "egyptian_sea").windows()
    t.play("egypt", "73").answer("hittites", "28").windows()
    return t.answer("hittites", "hattusha")


def rebellion(t: Story) -> Story:
    """Sea Route to Tarshish, a temple by the Gold Smith, Rebellion in Thebes (ACME §12.2, §7.2)."""
    t.play("hittites", "43").windows()
    t.play("egypt", "2", "god_of_the_forge").windows()
    t.play("egypt", "disk:eastern_desert", "disk:western_desert", "mina")
    t.play("hittites", "78", "thebes", "3").windows()
    return t.play("egypt", "card:58", "lose", "lose")


def zeal(t: Story) -> Story:
    """Queen of Sheba; the God of the Dead for five resources; Religious Zeal around Aleppo (ACME §8.4)."""
    t.play("egypt", "1", "abydos", "amarna").windows()
    t.play("hittites", "deity", "god_of_the_dead")
    t.play("hittites", "mina", "mina", "disk:caucasus_sea", "disk:egyptian_sea", "disk:pala")
    t.play("egypt", "86", "aleppo", "carchemish", "mittani", "emar").windows()
    return t.play("hittites", "mina", "card:56").windows()


def first_card_phase(t: Story) -> Story:
    return zeal(rebellion(plague_and_priest(t)))


def to_second_turn(t: Story) -> Story:
    """Master Armorer before Egypt, the fight for Thebes, and the first Reckoning up to the invasion."""
    t.play("egypt", "20", "4").run_until("competition.removal")
    return t.answer("egypt", "investment:20").run_until("draw.buy")


def test_first_growth() -> None:
    """ACME §6: the Stronghold at home, a chain by Land and one by Sea; Egypt's mina."""
    t = grow_first(begin())
    assert t.state.cubes == {"hattusha": "hittites"}
    assert stacks(t, "hittites")["hattusha"] == 3
    assert [stacks(t, "egypt")[a] for a in ("judah", "aleppo", "thebes")] == [2, 1, 3]
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (1, 0)


def test_first_cards() -> None:
    """ACME §8: the plague is set aside though Negated; its answer cost a disk of Hattusha."""
    t = plague_and_priest(grow_first(begin()))
    assert (t.state.set_aside, t.disks("hittites", "hattusha")) == ([73], 2)
    assert t.asked()[:2] == ("card.play", "hittites")


def test_rebellion_in_thebes() -> None:
    """One of three disks is bought off with a card: two Barbarians and one Egyptian; the temple stands."""
    t = rebellion(plague_and_priest(grow_first(begin())))
    assert t.state.disks["thebes"] == {"egypt": 1, "barbarians": 2}
    assert (t.civ("hittites").mina, t.civ("egypt").mina) == (3, 1)
    assert t.view().civs["egypt"].deity_state == "active"


def test_religious_zeal_around_aleppo() -> None:
    """Three neighbours are hit; one disk is saved by a mina, one by a card, Emar is lost to Egypt."""
    t = first_card_phase(grow_first(begin()))
    assert (t.disks("egypt", "aleppo"), t.disks("egypt", "emar"), t.disks("hittites", "emar")) == (2, 1, 0)
    assert (t.disks("hittites", "carchemish"), t.disks("hittites", "mittani")) == (1, 1)
    assert (t.civ("hittites").mina, t.hand("hittites")) == (0, [])
    assert (t.disks("egypt", "abydos"), t.disks("egypt", "amarna"), t.civ("egypt").mina) == (3, 3, 2)


def test_first_competition_and_tally() -> None:
    """ACME §9.4, §10: Thebes ends Shared at the cost of an Armorer's disk; 3 VP against 1; Egypt draws first."""
    t = to_second_turn(first_card_phase(grow_first(begin())))
    assert t.state.disks["thebes"] == {"egypt": 1, "barbarians": 1}
    assert t.civ("egypt").investments == {"20": 3}
    assert (t.civ("egypt").vp, t.civ("hittites").vp) == (3, 1)
    assert t.state.order == ["egypt", "hittites"]
    assert "dominate" not in t.told()


def descend(t: Story) -> Story:
    """Egypt buys a card and draws the Mountain Tribes; the Hittites, who are last, lead them to Lukka."""
    t.answer("egypt", "1").run_until("event.base")
    assert t.asked()[:2] == ("event.base", "hittites")
    assert set(t.options()) == {"hattusha", "tarsus"}
    return t.play("hittites", "tarsus", "lukka").run_until("draw.dead")


def test_mountain_tribes() -> None:
    """ACME §8.6, §13.4: four each in Lukka, Lydia and Karahuyuk; the Event is replaced; no Mountain is filled."""
    t = descend(to_second_turn(first_card_phase(grow_first(begin()))))
    assert stacks(t, "barbarians") == {"thebes": 1, "lukka": 4, "lydia": 4, "karahuyuk": 4}
    assert (t.hand("egypt"), t.civ("egypt").mina) == ([40, 44, 46, 50], 1)


def grow_again(t: Story) -> Story:
    """Nine disks for Egypt, eight for the Hittites; the fight for Aleppo is prepared."""
    t.answer("hittites", t.options()[0]).run_until("growth.deploy")
    return t


def second_turn() -> Story:
    return grow_again(descend(to_second_turn(first_card_phase(grow_first(begin())))))


def test_second_growth() -> None:
    """ACME §6.3: Plains 2, Fertile 5, Seas 1, Commerce 1 for Egypt; its mina are 1 kept, 1 and 2 of the Forge.

    For the Hittites Plains 4, the Contested one too, Fertile 2, Seas 1 and Commerce 1.
    """
    t = second_turn()
    assert (t.asked()[1], t.civ("egypt").box, t.civ("egypt").mina) == ("egypt", 9, 1 + 1 + 2)
    assert len(t.hand("hittites")) == 4
    t.play("egypt", "aleppo", "done").run_until("growth.deploy")
    assert t.civ("hittites").box == 8


def test_the_fight_for_aleppo() -> None:
    """ACME §9.3, §9.4: 3 against 4 in the end, of which the 4 pay once; the Hittite City is sacked."""
    t = second_turn()
    t.play("egypt", "aleppo", "done").run_until("growth.deploy")
    t.play("hittites", *["aleppo"] * 4, "done")
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (3, 4)
    t.play("egypt", "pass").play("hittites", "pass").run_until("competition.commit")
    t.play("egypt", "card:40", "done").play("hittites", "white:chariots", "card:16", "card:32", "done")
    t.answer("hittites", "16", "32").windows()
    desert(t)
    besiege(t)
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (4, 3)
    t.answer("hittites", "disk").answer("egypt", "disk").answer("hittites", "disk").answer("egypt", "mina")
    t.answer("hittites", "disk")
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (3, 0)
    assert t.asked()[:2] == ("loot.choose", "egypt")
    t.answer("egypt", "mina")
    assert (t.civ("egypt").vp, t.civ("egypt").mina, t.civ("egypt").loot) == (3 + 1, 0, 1)


def desert(t: Story) -> None:
    """Three mina: a white disk and two coloured ones leave, three Egyptians come: 6 against 2."""
    assert t.key == "competition.card"
    t.answer("egypt", "3").windows()
    t.answer("hittites", "white")
    t.answer("hittites", "lose").answer("hittites", "lose")
    assert (t.disks("egypt", "aleppo"), t.disks("hittites", "aleppo")) == (6, 2)


def besiege(t: Story) -> None:
    """Siege Master and Light Chariots: 5 against 2, then 4 against 3."""
    t.windows()
    while t.key == "loss.buy_off":
        t.answer("egypt", "lose").windows()

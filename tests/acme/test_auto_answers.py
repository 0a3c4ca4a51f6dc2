"""Auto-answers of ACME: six kinds, each chosen from a menu; and what of earlier versions still holds."""

from __future__ import annotations

import pytest

from engine.acme.auto_answers.kinds import KINDS
from engine.acme.auto_answers.losses import worths
from engine.acme.auto_answers.responses import disks_lost
from engine.acme.game import GAME
from engine.core.auto_answers import Verdict, read, verdict
from engine.core.trial import Trial
from tests.acme.cards.tables import duel, holds, table
from tests.acme.cards.test_disasters import PLAGUED
from tests.acme.competition.arena import phase
from tests.acme.competition.test_answers import revealed
from tests.acme.competition.test_captain import outside
from tests.acme.story import Story
from tests.acme.views import with_area, with_civ

AUTO = GAME.auto_answers


def judged(story: Story, seat: str, *lines: str) -> Verdict:
    """What these auto-answers say to what the seat is asked now."""
    there = [one for line in lines if (one := read(AUTO, line)) is not None]
    assert len(there) == len(lines)
    return verdict(Trial(story.table, seat), AUTO, None, None, there)


def plague(*hand: int, mina: int = 0) -> Story:
    """Egypt announces Biblical Plague: three disks of the Hittites are at stake."""
    return table(PLAGUED, egypt=holds(73), hittites={"mina": mina, "hand": list(hand)}).play("egypt", "73")


def harmless(*hand: int) -> Story:
    """Egypt announces Bronze Workshops, which costs nobody anything."""
    return duel(egypt=holds(58), hittites={"hand": list(hand)}).play("egypt", "58")


def test_what_an_announcement_costs_is_found_by_trying_it() -> None:
    """RUL-054: with no look at what others hold."""
    assert disks_lost(Trial(plague(27).table, "hittites"), "hittites") == 3
    assert disks_lost(Trial(harmless(27).table, "hittites"), "hittites") == 0


@pytest.mark.parametrize(
    ("lines", "picks"),
    [
        (["negate: never"], "pass"),
        (["negate: any"], "27"),
        (["negate: cheapest"], "28"),
        (["respond: always"], "pass"),
        (["respond: zab"], "pass"),
        (["respond: always", "negate: any"], "pass"),
        (["respond: home", "negate: any"], "27"),
        (["respond: kaska", "negate: never"], "pass"),
    ],
)
def test_an_announcement_is_answered_by_what_it_hits(lines: list[str], picks: str) -> None:
    """RUL-054: where not responding is excepted, the Negate decides."""
    story = plague(27, 28)
    assert judged(story, "hittites", *lines).batch == ((picks,),)
    story.answer("hittites", picks)


@pytest.mark.parametrize(("value", "area"), [("home", "hattusha"), ("kaska", "kaska")])
def test_who_is_hit_where_that_is_excepted_is_asked(value: str, area: str) -> None:
    said = judged(plague(27), "hittites", f"respond: {value}")
    assert (said.batch, said.by) == ((), "respond")
    assert (said.why.key, said.why.values["area"]) == ("acme.auto.stop.hits", f"{{area:{area}}}")


def test_nothing_is_negated_that_takes_nothing_or_with_nothing_in_hand() -> None:
    """Whoever has no Negate passes like anybody else, without being asked after all."""
    assert judged(harmless(27), "hittites", "negate: any").batch == (("pass",),)
    assert judged(plague(58), "hittites", "negate: any").batch == (("pass",),)
    assert judged(harmless(27), "hittites", "respond: home").batch == (("pass",),)


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["respond: always"], False),
        (["respond: kaska"], False),
        (["respond: aleppo"], True),
        (["commit: absent"], True),
    ],
)
def test_a_card_revealed_in_a_competition_is_left_alone_unless_its_area_is_excepted(
    lines: list[str], *, asked: bool
) -> None:
    """RUL-181: Egypt and Babylon fight in Aleppo; who has disks there commits for himself."""
    t = revealed("[16,35]", "[27,29]", "card:16", "card:35")
    assert judged(t, "babylon", *lines).batch == (() if asked else (("pass",),))


def test_who_has_no_disks_in_a_competition_negates_nothing_there() -> None:
    """RUL-181: civs outside the area are asked too."""
    t = phase({"aleppo": "egypt 4 babylon 4"}, order="egypt babylon hittites", egypt="hand=[16]", hittites="hand=[29]")
    t.windows().play("egypt", "card:16", "done")
    assert t.table.waiting() == ("hittites",)
    assert judged(t, "hittites", "commit: absent").batch == (("pass",),)
    assert judged(t, "hittites", "respond: aleppo").batch == (("pass",),)
    t.table.close({"hittites": ("pass",)})
    t.check()


def test_who_has_no_disks_in_any_competition_pledges_nothing() -> None:
    """RUL-068: Great Captain."""
    t = outside()
    assert judged(t, "hittites", "commit: absent").batch == (("nothing",),)
    t.table.close({"hittites": ("nothing",)})
    t.check()


def test_before_competitions_nothing_is_played_unless_one_is_where_that_is_excepted() -> None:
    """ACME §9.1: Traitor."""
    t = phase({"aleppo": "egypt 1 hittites 3"}, egypt="hand=[22]")
    assert judged(t, "egypt", "respond: always").batch == (("nothing",),)
    assert judged(t, "egypt", "respond: home").batch == (("nothing",),)
    assert judged(t, "egypt", "respond: aleppo").why.key == "acme.auto.stop.hits"
    assert judged(t, "egypt", "commit: absent") == Verdict()


def answered_by(story: Story, line: str) -> str:
    """What the Hittites give in the losses that they are asked about, one after the other, by that line alone."""
    given: list[str] = []
    while story.table.pending is not None and story.table.pending.key == "loss.buy_off":
        said = judged(story, "hittites", line)
        if said.why:
            return " ".join((*given, said.why.key.rpartition(".")[2]))
        given.append(said.batch[0][0])
        story.answer("hittites", *said.batch[0])
    return " ".join(given)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("losses: lose", "lose lose lose"),
        ("losses: home", "mina lose lose"),
        ("losses: cities,last,mina", "mina lose mina"),
        ("losses: all,mina", "mina mina cost"),
        ("losses: mina", "mina mina cost"),
        ("losses: all,cards", "card:58 card:28 cost"),
        ("losses: cards", "card:58 card:28 cost"),
        ("losses: all,mina,cards", "mina mina card:58"),
        ("losses: strongholds,deity", "lose lose lose"),
        ("losses: lose,home", "mina lose lose"),
    ],
)
def test_disks_are_saved_where_that_is_set_with_what_is_set(line: str, given: str) -> None:
    """ACME §7.2: Hattusha is a City and the Home Area, Pala holds the last disk there; whoever cannot pay is asked."""
    assert answered_by(plague(28, 58, mina=2).windows(), line) == given


def test_what_a_city_can_spare_is_lost_and_what_makes_it_one_is_saved() -> None:
    """ACME §1: three disks are a City."""
    story = table({"thebes": "egypt 2", "zab": "hittites 4"}, egypt=holds(73), hittites={"mina": 3})
    assert answered_by(story.play("egypt", "73").windows(), "losses: cities") == "lose mina"


def test_where_the_deity_is_and_the_stronghold_is_can_be_saved() -> None:
    seen = plague(58, mina=1).windows().view("hittites")
    at_kaska = with_civ(seen, "hittites", deity="god_of_the_forge", temple="kaska")
    view = with_area(at_kaska, "pala", stronghold="hittites")
    assert worths(view, "hittites", "kaska") == {"deity"}
    assert worths(view, "hittites", "pala") == {"last", "strongholds"}
    assert worths(view, "hittites", "nowhere") == set()


def test_an_auto_answer_is_about_its_own_questions_alone() -> None:
    assert judged(plague(27), "hittites", "losses: lose", "discard: least", "late: npc") == Verdict()


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("negate: pass", "negate: never"),
        ("negate: any", "negate: any"),
        ("negate: cheapest", "negate: cheapest"),
        ("losses: lose", "losses: lose"),
        ("losses: mina", "losses: mina"),
        ("losses: save home, cities, rest lose", "losses: home,cities,mina"),
        ("losses: save last, pay mina, cards, rest lose", "losses: last,mina,cards"),
        ("losses: save all, pay cards, rest lose", "losses: all,cards"),
        ("losses: save home, rest mina", "losses: all,mina"),
        ("discard: least", "discard: least"),
        ("discard: throw competition, 73, keep negate, rest least", "discard: first:competition,first:73,never:negate"),
        ("late: npc", "late: npc"),
    ],
)
def test_what_earlier_versions_have_stored_says_the_same(line: str, now: str) -> None:
    found = read(AUTO, line)
    assert found is not None
    assert found.line == now
    assert read(AUTO, found.line) == found


@pytest.mark.parametrize(
    "line",
    [
        "pass: always",
        "negate: any up to 3",
        "negate: any when home",
        "negate: 27",
        "negate-keep: 1",
        "fights: any",
        "losses: ask",
        "losses: mina up to 3",
        "losses: save kaska, rest lose",
        "losses: save home, rest ask",
        "losses: save home, keep mina1, rest lose",
        "losses: save home, pay cards, mina, rest lose",
        "losses: save home, up to 4, rest lose",
        "loss: save all, rest lose",
        "discard: throw 73, rest ask",
        "discard: ask",
        "commit: none",
        "commit: put 34, rest none",
        "late: pass",
        "late: back",
        "peace: offer sumer, rest none",
        "respond: atlantis",
        "discard: never:999",
        "losses: home,home",
        "negate: never,any",
        "",
    ],
)
def test_what_has_no_such_kind_or_value_is_none(line: str) -> None:
    assert read(AUTO, line) is None


def test_what_is_offered_fits_the_position() -> None:
    """Areas where the seat has disks, and cards of its hand; always few enough for one menu."""
    view = plague(27, 28).view("hittites")
    assert set(AUTO.offered_values("respond", view, "hittites")) == {"always", "home", "kaska", "pala", "zab"}
    assert {"never:27", "first:28"} <= set(AUTO.offered_values("discard", view, "hittites"))
    view = with_civ(view, "hittites", hand=tuple(range(1, 30)))
    for kind, facts in KINDS.items():
        found = AUTO.offered_values(kind, view, "hittites")
        assert 0 < len(found) <= 25
        assert all(facts.takes(value) for value in found)

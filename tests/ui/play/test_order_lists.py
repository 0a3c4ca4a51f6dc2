"""The order for cards to be discarded on its screens: put together from menus, completed as it is typed, tried."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.lengths import LENGTHS
from bot.service.play.ordering import MOST_STANDING
from bot.ui.parts import Address, Form, faults
from bot.ui.play.all_handlers import handlers, questions
from bot.ui.play.order_handlers import OrderHandlers
from bot.ui.play.order_lists import completed
from bot.ui.play.order_screens import tried_screen
from bot.ui.presentations import presentation_of
from bot.ui.visit import Visit
from engine.acme.effects.announce import NEGATES
from engine.acme.orders import KINDS
from engine.core.orders import Verdict
from engine.core.text import speaking
from tests.acme.cards.tables import table
from tests.acme.reckoning.positions import story
from tests.service.tables import BEN
from tests.service.test_orders import War
from tests.ui.play.fake_service import Presser

NAMES = ["hittites", "egypt", "babylon"]


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Egypt, Ben's, holds a card more than it may."""
    made = War(tmp_path / "discard.db")
    begun = story({"hittites": {}, "egypt": {"hand": [70, 71, 68, 27]}, "babylon": {}}, step="draw.begin")
    await made.put("acme", begun.table, NAMES)
    yield made
    await made.database.close()


def visit(war: War) -> Visit:
    """A command of Ben's at the table."""
    return replace(Visit(BEN.id, 0, war.table, None, "", ""), name=BEN.name)


async def test_a_list_grows_by_what_is_chosen_and_changes_its_rule(war: War) -> None:
    """Each class that is named already is offered no more."""
    ben = Presser(handlers(war.service), BEN)
    await ben.go(Address(war.table, None, "orders"), private=False)
    await ben.choose("ord_kind", "discard")
    await ben.choose("ord_set", "discard: throw action, rest ask")
    assert "**Cards that you have to discard**: first Action cards; the rest: ask me" in ben.text()
    await ben.choose("ord_kind", "discard")
    await ben.choose("ord_set", "discard: throw action, keep negate, rest ask")
    await ben.choose("ord_kind", "discard")
    await ben.choose("ord_set", "discard: throw action, keep negate, rest least")
    assert "first Action cards; never Negates; the rest: the least useful, as a computer judges" in ben.text()
    assert faults(ben.screen) == []


async def test_a_long_list_is_offered_no_line_that_a_menu_cannot_have(war: War) -> None:
    """Its owner types it anew, pauses or ends it."""
    ben = Presser(handlers(war.service), BEN)
    line = "discard: keep great person, investment, competition, negate, religion, 73; throw 70, 71, 68, 67, action"
    await war.service.set_order(war.table, BEN, line)
    await ben.go(Address(war.table, None, "orders"), private=False)
    await ben.choose("ord_kind", "discard")
    assert faults(ben.screen) == []


async def test_its_last_word_is_completed_by_names(war: War) -> None:
    """Classes and cards in the language that is spoken; a line stays within what a completion may have."""
    orders = OrderHandlers(questions(war.service))
    assert ("discard: throw Oasis", "discard: throw 70") in await orders.offered(visit(war), "discard: throw oas")
    assert "discard: keep negate" in [line for _, line in await orders.offered(visit(war), "discard: keep neg")]
    assert "discard: throw action, rest ask" in [line for _, line in await orders.offered(visit(war), "discard: ")]
    found = await orders.offered(visit(war), "discard: throw 70, keep neg")
    assert found == [("discard: throw 70, keep Negates", "discard: throw 70, keep negate")]
    assert [line for _, line in await orders.offered(visit(war), "discard: throw 70, rest l")] == [
        "discard: throw 70, rest least"
    ]
    assert await orders.offered(visit(war), "discard: throw " + "70, " * 24) == []
    with speaking("de"):
        assert ("discard: throw Oase", "discard: throw 70") in await orders.offered(visit(war), "discard: throw oase")


async def test_losses_are_ordered_place_by_place_with_what_pays(war: War) -> None:
    """ACME §7.2: each verb is offered with what fits it; areas are completed by their names."""
    ben = Presser(handlers(war.service), BEN)
    await ben.go(Address(war.table, None, "orders"), private=False)
    await ben.choose("ord_kind", "losses")
    await ben.choose("ord_set", "losses: save home, rest lose")
    await ben.choose("ord_kind", "losses")
    await ben.choose("ord_set", "losses: save home, keep mina1, rest lose")
    assert "**Disks that you lose**: save your Home Area; keep 1 mina; the rest: lose it" in ben.text()
    assert faults(ben.screen) == []
    orders = OrderHandlers(questions(war.service))
    assert ("losses: save home, save Memphis", "losses: save home, save memphis") in await orders.offered(
        visit(war), "losses: save home, save memp"
    )
    assert [line for _, line in await orders.offered(visit(war), "losses: pay c")] == ["losses: pay cards"]
    with speaking("de"):
        assert ("losses: save Karkemisch", "losses: save carchemish") in await orders.offered(
            visit(war), "losses: save karke"
        )


def test_areas_of_the_map_in_play_alone_are_offered() -> None:
    """Bactria was offered at a table of the western map."""
    view = table({"thebes": "egypt 2"}).table.view("egypt")
    lines = {
        what: completed(presentation_of("acme"), KINDS, view, f"losses: save {what}") for what in ("thebes", "bact")
    }
    assert lines == {"thebes": [("losses: save Thebes", "losses: save thebes")], "bact": []}


async def test_an_order_is_typed_in_a_form_that_holds_what_stands(war: War) -> None:
    ben = Presser(handlers(war.service), BEN)
    await ben.go(Address(war.table, None, "orders"), private=False)
    await ben.choose("ord_kind", "losses")
    await ben.press("Type a line")
    assert isinstance(ben.at, Form)
    assert [getattr(field, "value", "") for field in ben.at.fields] == ["losses: "]
    await ben.fill(ordered="losses: save home, cities; keep 1 mina; rest lose")
    assert "save your Home Area and Cities that would be none any more; keep 1 mina" in ben.text()
    await ben.choose("ord_kind", "losses")
    await ben.press("Type a line")
    assert isinstance(ben.at, Form)
    assert [getattr(field, "value", "") for field in ben.at.fields] == [
        "losses: save home, cities, keep mina1, rest lose"
    ]
    await ben.fill(ordered="losses: save nobody")
    assert "is no order" in ben.text()


async def test_what_an_order_would_have_said_is_told_in_its_words(war: War) -> None:
    """It said `Pass`, in German too."""
    there = await war.service.seat(war.table, BEN)
    tried = [("card.negate", Verdict((("pass",),), by="negate")), ("card.play", Verdict((("pass",),), by="pass"))]
    with speaking("de"):
        lines = str(tried_screen(there, presentation_of("acme"), tried))
    assert "**Ansagen, die du aufheben könntest**: geschehen lassen" in lines
    assert "**Deine Aktion in der Kartenphase**: passen" in lines


async def test_what_is_answered_again_and_again_is_told_once_with_how_often(war: War) -> None:
    """Five lines that were the same stood below one another."""
    there = await war.service.seat(war.table, BEN)
    passed, let = Verdict((("pass",),), by="pass"), Verdict((("pass",),), by="negate")
    tried = [("card.play", passed)] * 4 + [("card.negate", let), ("card.play", passed)]
    lines = str(tried_screen(there, presentation_of("acme"), tried))
    assert lines.count("**Your action in the Card Phase**") == 2
    assert "**Your action in the Card Phase**: pass (4×)" in lines


async def test_it_answers_and_says_why_it_does_not(war: War) -> None:
    """Tried on the question of last turn; the card of which it says nothing is called by its name."""
    ben = Presser(handlers(war.service), BEN)
    await war.give(BEN, "71")
    await war.service.set_order(war.table, BEN, "discard: keep negate")
    await ben.go(Address(war.table, None, "orders"), private=False)
    await ben.press("Try them")
    assert "you would have been asked, for it says nothing of Canal Builders" in ben.text()
    await war.service.set_order(war.table, BEN, "discard: throw 70")
    await ben.go(Address(war.table, None, "ord_try"), private=False)
    assert "**Cards that you have to discard**: Oasis" in ben.text()


async def test_spoils_and_kept_negates_are_told_as_they_were_typed(war: War) -> None:
    """ACME §9.6: conditions that all have to hold, what is done otherwise, and a Deity by its name."""
    ben = Presser(handlers(war.service), BEN)
    for line in (
        "loot: captives when supply >= 2 and disks < 20 else mina",
        "loot-deity: return sky god",
        "negate-keep: 1",
        "negate: any when home or city",
    ):
        await war.service.set_order(war.table, BEN, line)
    await ben.go(Address(war.table, None, "orders"), private=False)
    assert "captives, if you have 2 disks or more in Supply and you have fewer than 20 disks on the map" in ben.text()
    assert "on the map; else mina" in ben.text()
    assert "return Sky God; the rest: keep it" in ben.text()
    assert "**Negates that no order plays**: 1" in ben.text()
    assert "it hits your Home Area or you would lose a City" in ben.text()
    for kind in ("loot", "loot-deity", "negate-keep", "negate-cost", "removal", "loss-choose", "granary"):
        await ben.choose("ord_kind", kind)
        assert faults(ben.screen) == []
    with speaking("de"):
        offered = await OrderHandlers(questions(war.service)).offered(visit(war), "loot-deity: return himmelsg")
    assert [line for _, line in offered] == ["loot-deity: return sky_god"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "“sve” is no way to do that. Nothing was changed. Understood there: `lose`, `mina`, `ask`, `save …`"),
        ("de", "„sve“ ist keine Art, das zu tun. Nichts wurde geändert. Verstanden wird dort: `lose`, `mina`"),
        (
            "fr",
            "«\u00a0sve\u00a0» n’est pas une façon de le faire. Rien n’a été changé. On comprend à cet endroit\u00a0:",
        ),
    ],
)
async def test_a_line_that_is_refused_says_which_word_and_what_would_be_understood(
    war: War, language: str, said: str
) -> None:
    with speaking(language):
        shown = await OrderHandlers(questions(war.service)).typed(visit(war), "losses: sve home")
    assert said in shown.parts[0].text  # type: ignore[union-attr]
    assert "`losses: save home, cities, fertile; keep 1 mina; up to 4; rest lose`" in str(shown)
    assert faults(shown) == []


async def test_of_many_words_that_would_be_understood_the_first_are_named(war: War) -> None:
    shown = await OrderHandlers(questions(war.service)).typed(visit(war), "losses: save atlantis")
    assert str(shown).count("`") == 2 * 13
    assert "`strongholds`, `fertile`, `bonus`" in str(shown)


async def test_an_order_is_completed_and_ended_by_the_other_name_of_its_kind(war: War) -> None:
    ahead = OrderHandlers(questions(war.service))
    assert ("draw: keep 2 mina", "draw: keep mina2") in await ahead.offered(visit(war), "draw: keep 2")
    shown = str(await ahead.typed(visit(war), "draw: keep 2"))
    assert "**Cards to buy**: keep 2 mina; with what is left as many as make the hand full" in shown
    assert "No order stands" in str(await ahead.typed(visit(war), "draw:"))


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        (
            "en",
            "fight: pay 2 mina; lose white",
            "pay with 2 mina where that helps; first white disks; beyond that pay nothing",
        ),
        ("en", "fight: keep 2; rest mina", "keep 2 mina; beyond that pay mina where that changes how it ends"),
        ("en", "commit: judah: siege master", "in Judah alone; put Siege Master; nothing else"),
        ("de", "fight: pay 2 mina; lose white", "zuerst weiße Scheiben; darüber hinaus nichts zahlen"),
        ("de", "peace: offer sumer", "anbieten an: Sumer; sonst niemandem"),
    ],
)
async def test_what_is_not_named_is_told_as_what_is_done_beyond_it(
    war: War, language: str, line: str, said: str
) -> None:
    """An order that pays up to a limit does not say that it pays nothing at all."""
    with speaking(language):
        assert said in str(await OrderHandlers(questions(war.service)).typed(visit(war), line))


async def test_a_line_that_is_too_long_is_refused_and_not_read(war: War) -> None:
    ahead, most = OrderHandlers(questions(war.service)), LENGTHS.order
    shown = await ahead.typed(visit(war), "discard: keep " + "7" * most)
    assert f"it is longer than {most} characters. Nothing was changed." in str(shown)
    assert faults(shown) == []


WAYS = ("pass", "any", "cheapest", *(str(n) for n in NEGATES))
MANY = [f"negate: {way} up to {n}" for n, way in enumerate(WAYS, 1)]
MANY += [f"{kind}: {facts.ways[0]}" for kind, facts in KINDS.items() if kind != "negate"]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("language", "said"), [("en", "30 orders stand already"), ("de", "Es gelten schon 30 Aufträge")]
)
async def test_no_more_than_thirty_orders_stand_and_one_can_be_ended_or_changed(
    war: War, language: str, said: str
) -> None:
    """Whoever has them is told so where they can be ended; a set that does not fit leaves all as it was."""
    for line in MANY[:MOST_STANDING]:
        await war.service.set_order(war.table, BEN, line)
    ahead = OrderHandlers(questions(war.service))
    with speaking(language):
        shown = await ahead.typed(visit(war), MANY[MOST_STANDING])
    assert said in shown.parts[0].text  # type: ignore[union-attr]
    assert faults(shown) == []
    assert len(await standing(war)) == MOST_STANDING
    await war.service.set_order(war.table, BEN, "negate: any up to 9")
    assert "negate: any up to 9" in await standing(war)
    await war.service.set_order(war.table, BEN, "negate:")
    await war.service.set_order(war.table, BEN, MANY[MOST_STANDING])
    assert len(await standing(war)) == MOST_STANDING - len(WAYS) + 1


async def standing(war: War) -> list[str]:
    """The lines of Ben's orders."""
    there = (await war.service.seat(war.table, BEN)).orders
    return [kept.order.line for kept in there.standing] if there is not None else []


async def test_what_comes_before_growth_is_ordered_and_ended_in_one_line(war: War) -> None:
    ahead = OrderHandlers(questions(war.service))
    shown = str(await ahead.typed(visit(war), "before-growth: none when no city of four"))
    assert "**Cities turned into Settlements**: nothing, if you have no City of four disks" in shown
    assert str(await ahead.typed(visit(war), "before-growth: pause")).count("(pauses)") == 2
    assert "No order stands" in str(await ahead.typed(visit(war), "before-growth:"))


async def test_an_order_to_pass_unless_hit_keeps_how_many_disks_there_are(war: War) -> None:
    with speaking("de"):
        shown = str(await OrderHandlers(questions(war.service)).typed(visit(war), "pass: unless hit or can deity"))
    (line,) = await standing(war)
    disks = int(line.partition("<")[2].partition(" ")[0])
    assert line == f"pass: always unless hit <{disks} or can deity"
    assert f"Scheiben verlierst und dann weniger als {disks} hast oder du eine Gottheit" in shown


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "negate: any when by sumer", "As things stand, not in this game: Sumer."),
        ("de", "discard: throw 73", "Nach jetzigem Stand nicht auf deiner Hand: Biblische Plage."),
    ],
)
async def test_what_an_order_cannot_do_as_things_stand_is_said_when_it_is_given(
    war: War, language: str, line: str, said: str
) -> None:
    """It stands all the same, and nothing is said of one that pauses or has nothing against it."""
    ahead = OrderHandlers(questions(war.service))
    with speaking(language):
        assert said in str(await ahead.typed(visit(war), line))
        assert said not in str(await ahead.typed(visit(war), f"{line.partition(':')[0]}: pause"))
        assert said[:8] not in str(await ahead.typed(visit(war), "discard: throw 70"))
    assert len(await standing(war)) == len({line.partition(":")[0], "discard"})


async def test_lines_are_completed_by_other_words_too(war: War) -> None:
    """What is typed for a verb is completed as the verb itself is."""
    ahead = OrderHandlers(questions(war.service))
    assert ("fight: lose white disks", "fight: lose white") in await ahead.offered(visit(war), "fight: lose whi")
    offered = await ahead.offered(visit(war), "fight: lose white; else mi")
    assert offered == [("fight: lose white; else mina", "fight: lose white; else mina")]


async def test_the_only_condition_of_a_kind_is_offered_in_its_menu(war: War) -> None:
    ben = Presser(handlers(war.service), BEN)
    await ben.go(Address(war.table, None, "orders"), private=False)
    await ben.choose("ord_kind", "resettle")
    await ben.choose("ord_set", "resettle: none when no city_of_four")
    assert "nothing, if you have no City of four disks" in ben.text()
    assert faults(ben.screen) == []


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "commit: put moon", "`white`, `14` (Great Captain)"),
        ("de", "negate: rarely", "`pass`, `any`, `cheapest`, `9` (Prophet)"),
        ("en", "buy: 9", "`0`, `1`, `2`, `3`, `full`, `keep …`."),
        (
            "en",
            "penalty: pay when mina 4",
            "**Where a card lets you pay or suffer**: pay, mina first, then the least useful",
        ),
    ],
)
async def test_numbers_of_cards_stand_beside_their_names(war: War, language: str, line: str, said: str) -> None:
    """Other numbers stand alone; what is done by a condition is called as it is without one."""
    with speaking(language):
        assert said in str(await OrderHandlers(questions(war.service)).typed(visit(war), line))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("kind", "pick", "said"),
    [
        ("losses", "card:58", "Bronze Workshops"),
        ("losses", "investment:18", "a disk of Breeder of Stallions"),
        ("losses", "mina", "mina"),
        ("fights", "27:35:egypt", "Prophetess, Composite Bow, Egypt"),
        ("before", "22:aleppo:hittites", "Traitor, Aleppo, Hittites"),
        ("penalty", "show", "show your hand"),
        ("commit", "done", "nothing more"),
        ("buy", "2", "2"),
    ],
)
async def test_what_an_order_would_pick_is_named_in_words(war: War, kind: str, pick: str, said: str) -> None:
    """A card that is paid, and a Negate with what it is against, were told as they are stored."""
    there = await war.service.seat(war.table, BEN)
    shown = str(tried_screen(there, presentation_of("acme"), [("", Verdict(((pick,),), by=kind))]))
    assert f": {said}'" in shown or f': {said}"' in shown

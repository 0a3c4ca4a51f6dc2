"""The commands of ACME: made from declarations, carried out in one interaction, completed from the options offered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import discord
import pytest
from discord.ext import commands

from bot.app import add_commands
from bot.contract.servers import Forum, Trial
from bot.contract.tables import Place
from bot.games.questions import questions
from bot.tables.game_service import GameService
from bot.ui.commands.play import group_of
from bot.ui.discord_reply import DiscordRouter
from bot.ui.message_faults import faults
from bot.ui.parts import Button, Screen, controls
from bot.ui.questions.autocomplete import Completer
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.acme.game import GAME
from engine.acme.presentation.commands import COMMANDS
from engine.core.commands import CONFIRM, Command, Parameter
from engine.games import PRESENTATIONS
from tests.acme.culture.test_sacking import sacked
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import POSITION, PRESENTATION, hittites, table

BEN = Visit(1, table="1K9", name="Ben")


def named(name: str) -> Command:
    return next(c for c in COMMANDS if c.name == name)


def text(screen: Screen) -> str:
    assert not faults(screen), faults(screen)
    return "\n".join(p.text for p in screen.parts if hasattr(p, "text"))


def typed(fake: FakeService) -> CommandRunner:
    return CommandRunner(questions(fake.service, lambda _: PRESENTATION))


async def run(fake: FakeService, name: str, **given: str) -> str:
    options = {CONFIRM: "True"} | {k.rstrip("_"): v for k, v in given.items()}
    return text(await typed(fake).run(BEN, named(name), options))


async def suggest(fake: FakeService, name: str, option: str, current: str = "", **given: str) -> list[tuple[str, str]]:
    command = named(name)
    completer = Completer(questions(fake.service, lambda _: PRESENTATION), typed(fake))
    return await completer.suggest(BEN, command, command.parameter(option), current, given)


CARDS = (
    POSITION.replace('phase = "growth"', 'phase = "card"')
    .replace("hand = [80, 50, 28, 17]", "hand = [73, 42, 28, 17]")
    .replace("hand = [73, 42, 40, 16, 29]", "hand = [80, 50, 40, 16, 29]")
)


async def test_deploy_by_a_line_is_one_interaction() -> None:
    fake = table()
    said = await run(fake, "deploy", plan="tarsus, lukka 2, carchemish=3, zab 2")
    assert "Hittites placed 7" in said
    assert fake.table.state.disks["zab"]["hittites"] == 2


@pytest.mark.parametrize("plan", ["tarsus, lukka 2, carchemish=3, zab 2", "tarsus, lukka 2, carchemish=3, zab"])
@pytest.mark.parametrize("left", ["ask", "back"])
async def test_a_whole_plan_is_shown_as_one_with_a_disk_fewer_and_sent_when_confirmed(plan: str, left: str) -> None:
    fake = table()
    shown = await typed(fake).run(BEN, named("deploy"), {"plan": plan, "left": left})
    assert fake.answers == 0
    buttons = {one.verb: one.label for one in controls(shown) if isinstance(one, Button) and one.style == "primary"}
    if plan.endswith("2") or left == "back":
        assert "Not sent yet" in text(shown)
        assert buttons == {"go": "Confirm"}
    ben = hittites(fake)
    await ben.open()
    await ben.press("go" if "go" in buttons else "stop")
    assert fake.answers == 1


@pytest.mark.parametrize("game", PRESENTATIONS)
def test_every_command_that_takes_a_plan_asks_whether_it_is_meant(game: str) -> None:
    plans = [one for one in PRESENTATIONS[game].commands if one.parameter("plan").several and one.way != "preview"]
    assert plans
    assert [one.name for one in plans if one.parameter(CONFIRM).kind != "flag"] == []


def test_every_command_that_pays_for_something_bought_asks_whether_it_is_meant() -> None:
    ways = {"purchase", "advance", "joined"}
    buying = [one for game in PRESENTATIONS.values() for one in game.commands if one.way in ways]
    assert {one.way for one in buying} == ways
    assert [one.name for one in buying if one.parameter(CONFIRM).kind != "flag"] == []


async def test_fifteen_disks_are_one_command() -> None:
    fake = table(POSITION.replace("hand = [80, 50, 28, 17]", "hand = [80, 50, 28, 17]\ngrowth_box = 8"))
    await run(fake, "deploy", plan="luk2 crc2 zab2 kas2 kum2 kar2, tarsus, arzawa, pala")
    assert fake.answers == 1
    assert fake.table.state.civs["hittites"].box == 0


@pytest.mark.parametrize(
    "plan",
    [
        "tarsus， lukka 2，carchemish=3、 zab 2",
        "tarsus، lukka 2، carchemish=3، zab 2",
        "tarsus,\u200b lukka\u00a02, carchemish=3,\u200e zab 2",
        "tarsus, lukka 2., carchemish=3, zab 2.",
        "tarsus, lukka (2), carchemish=3, zab（2）",
        "tarsus and lukka 2, carchemish=3 and zab 2",
    ],
)
async def test_lines_are_read_as_phones_type_them(plan: str) -> None:
    fake = table()
    assert "Hittites placed 7" in await run(fake, "deploy", plan=plan)
    assert fake.table.state.disks["zab"]["hittites"] == 2


async def test_part_of_a_name_is_shown_before_anything_is_sent() -> None:
    fake = table()
    said = await run(fake, "deploy", plan="tarsus, lukka 2, carch=3, zab 2")
    assert "You typed only part of a name (“carch”)" in said
    assert "Carchemish" in said
    assert fake.answers == 0
    await run(fake, "deploy", plan="tarsus, lukka 2, carchemish=3, zab 2")
    assert fake.answers == 1


async def test_what_cannot_be_shown_first_is_asked_for_by_its_whole_name() -> None:
    fake = table(CARDS)
    given = {"deity": "god of war", "disks": "caucasus sea, pala", "mina": "2"}
    assert "Soothsayer" in await run(fake, "deity", **given, cards="sooth")
    assert fake.answers == 0


@pytest.mark.parametrize("choice", ["play soo", "soo"])
async def test_a_choice_by_part_of_its_name_is_not_sent(choice: str) -> None:
    fake = table(CARDS)
    command = Command("act", (Parameter("choice", required=True, several=True),), {"": ("choice",)})
    await typed(fake).run(BEN, command, {"choice": choice})
    assert fake.answers == 0


async def test_what_is_offered_whole_is_no_part_of_a_name() -> None:
    """`down:religious` is an option; `down` alone begins the names of others."""
    fake = FakeService(sacked(cities=2, hittites={"military": 1, "religious": 2}).table)
    command = Command("act", (Parameter("choice", required=True, several=True),), {"": ("choice",)})
    egypt = Visit(fake.person("egypt").id, table="1K9", name="Ana")
    await typed(fake).run(egypt, command, {"choice": "down:religious"})
    assert fake.answers == 1


async def test_a_command_of_another_game_says_which_is_played_here_whoever_is_asked() -> None:
    fake, march = table(), next(c for c in PRESENTATIONS["civ"].commands if c.name == "move")
    for person in (1, 2):
        visit = Visit(person, table="1K9", name="Ben")
        told = text(await typed(fake).run(visit, march, {"plan": "rome>corsica 1"}))
        assert "is for Advanced Civilization, but this table plays" in told


async def test_a_deity_in_one_command() -> None:
    fake = table(CARDS)
    await run(fake, "deity", deity="god of war", disks="caucasus sea, pala", mina="2", cards="soothsayer")
    assert fake.table.state.civs["hittites"].deity == "god_of_war"
    shown = table(CARDS)
    told = await run(
        shown, "deity", confirm="", deity="god of war", disks="caucasus sea, pala", mina="2", cards="soothsayer"
    )
    assert "Not sent yet" in told
    assert shown.answers == 0
    assert "You need 5" in await run(table(CARDS), "deity", deity="god of war", disks="pala")


async def test_losses_in_one_command() -> None:
    fake = table(CARDS)
    fake.table.submit_batch("hittites", [["73"], ["babylon"]])
    fake.close()
    screen = await typed(fake).run(
        Visit(3, table="1K9", name="Dee"), named("pay"), {"save": "babylon 1, borsippa", "with": "mina 1, nepotism"}
    )
    assert text(screen)
    assert fake.table.state.disks["borsippa"] == {"babylon": 2}
    assert fake.table.state.civs["babylon"].mina == 4
    assert 81 not in fake.table.state.civs["babylon"].hand


async def test_more_saved_than_paid_for_opens_the_screen() -> None:
    fake = table(CARDS)
    fake.table.submit_batch("hittites", [["73"], ["babylon"]])
    fake.close()
    dee = Visit(3, table="1K9", name="Dee")
    screen = await typed(fake).run(dee, named("pay"), {"save": "all", "with": "mina 1"})
    assert "2 more to pay with" in text(screen)
    assert fake.answers == 0


async def test_a_window_is_answered_in_one_command() -> None:
    fake = table(CARDS.replace("hand = [72, 25]", "hand = [72, 27]"))
    fake.table.submit_batch("hittites", [["73"], ["nineveh"]])
    said = await typed(fake).run(Visit(4, table="1K9", name="Cho"), named("negate"), {"answer": "prophetess"})
    assert "You can change it until" in text(said)
    assert fake.sealed == {"assyria": ("27",)}


async def test_act_takes_any_option_of_the_question() -> None:
    fake = table(CARDS)
    act = Command("act", fills={"": ("choice",)})
    completer = Completer(questions(fake.service, lambda _: PRESENTATION), typed(fake))
    found = await completer.suggest(BEN, act, Parameter("choice"), "", {})
    assert {"42", "73", "pass"} <= {value for _, value in found}
    said = await typed(fake).run(BEN, act, {"choice": "pass"})
    assert "passed" in text(said)


async def test_deploy_that_leaves_disks_open_shows_the_draft_or_returns_them() -> None:
    fake = table()
    said = await run(fake, "deploy", plan="lukka 2, tarsus")
    assert said.startswith("You set 3 of 7 disks. Place the other 4, or return them to Supply.")
    assert fake.answers == 0
    await run(fake, "deploy", plan="lukka 2, tarsus", left="back")
    assert fake.answers == 1


async def test_deploy_by_area_and_count() -> None:
    fake = table()
    assert "2 of 7" in await run(fake, "deploy", area="zab", count="2")
    assert [value for _, value in await suggest(table(), "deploy", "area", "zab")][:1] == ["Zab"]


async def test_a_wrong_line_is_told_with_the_nearest() -> None:
    assert "Similar: Tyre" in await run(table(), "deploy", plan="tire")


async def test_steps_before_growth_are_noted_in_the_draft() -> None:
    fake = table()
    assert "Pala 1→0" in await run(fake, "retire", disks="pala")
    assert "Hattusha 3→2" in await run(fake, "resettle", disks="hattusha")


async def test_a_command_at_another_moment_says_what_is_asked() -> None:
    said = await run(table(), "negate", answer="pass")
    assert "You can't use `/acme negate` now." in said
    assert "Place 7 disks" in said


async def test_a_card_with_its_target_is_played_at_once() -> None:
    fake = table(CARDS)
    await run(fake, "play", card="Biblical Plague", target="Nineveh")
    pending = fake.table.pending
    assert pending is None or pending.key != "card.play" or pending.asks[0].seat != "hittites"
    assert 73 not in fake.table.state.civs["hittites"].hand


async def test_a_card_without_its_target_opens_the_screen() -> None:
    fake = table(CARDS)
    said = await run(fake, "play", card="73")
    assert "Biblical Plague" in said
    assert fake.answers == 0


async def test_preview_sends_nothing() -> None:
    fake = table(CARDS)
    said = await run(fake, "preview", card="73", target="nineveh")
    assert "Nineveh" in said
    assert fake.answers == 0


async def test_areas_of_a_card_by_a_line() -> None:
    fake = table(CARDS)
    await run(fake, "play", card="trade fleet", areas="caucasus sea")
    assert 42 not in fake.table.state.civs["hittites"].hand


async def test_pass() -> None:
    fake = table(CARDS)
    assert "passed" in await run(fake, "pass")


@pytest.mark.parametrize(("name", "given"), [("pass", {}), ("choose", {"choice": "done"})])
async def test_passing_does_not_throw_growth_away_unasked(name: str, given: dict[str, str]) -> None:
    fake = table()
    said = await run(fake, name, **given)
    assert said.startswith("That would return all 7 disks to Supply, so nothing has been done yet. Type `/acme deploy`")
    assert fake.table.pending is not None
    assert fake.table.pending.asks[0].seat == "hittites"
    ben = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    await ben.open()
    await ben.press("Place none, return 7")
    await ben.press("Place none, return 7")
    assert fake.table.pending.asks[0].seat == "egypt"


async def test_passing_does_not_lose_several_disks_unasked() -> None:
    fake = table(CARDS)
    fake.table.submit_batch("hittites", [["73"], ["babylon"]])
    while fake.table.pending and fake.table.pending.sealed:
        fake.close()
    said = text(await typed(fake).run(Visit(3, table="1K9", name="P3"), named("pass"), {}))
    assert said.startswith("That would lose all 3 disks, so nothing has been done yet. Type `/acme pay` to save some")


async def test_a_command_that_does_not_fit_says_which_one_does() -> None:
    said = await run(table(), "play", card="Biblical Plague")
    assert said.startswith("You can't use `/acme play` now. The question is: Place 7 disks. Answer with `/acme deploy`")
    said = await run(table(CARDS), "deploy", plan="zab")
    assert "`/acme play`" in said.partition("The question is")[2]


async def test_what_is_no_choice_is_refused_with_the_nearest_above_all_choices() -> None:
    said = await run(table(CARDS), "play", card="Biblical Plague", target="Ninev")
    assert "Nineveh" in said
    said = await run(table(CARDS), "play", card="Biblical Plague", target="Tyre")
    assert said.startswith("“Tyre” isn't one of the options.")
    assert "Your action" in said


async def test_a_card_that_is_not_held_and_one_that_does_not_exist_get_the_same_answer() -> None:
    strange, foreign = [await run(table(CARDS), "play", card=name) for name in ("Zeus", "Corruption")]
    assert strange == foreign
    assert strange.startswith("You don't have that card.")


async def test_a_card_that_cannot_be_played_now_is_refused_with_the_reason() -> None:
    said = await run(table(CARDS), "play", card="High Priest")
    assert said.startswith("You can't play High Priest now: can only Negate another card.")


async def test_choose_answers_anything() -> None:
    fake = table(CARDS)
    assert "passed" in await run(fake, "choose", choice="pass")


async def test_cards_are_completed_playable_first_then_those_that_cannot_be_played() -> None:
    found = await suggest(table(CARDS), "play", "card")
    assert {value for _, value in found[:2]} == {"42", "73"}
    assert any(name.startswith("✗ High Priest") for name, _ in found)


async def test_targets_are_completed_for_the_card_given() -> None:
    found = await suggest(table(CARDS), "play", "target", "nin", card="73")
    assert found[0][1] == "nineveh"


async def test_the_last_item_of_a_plan_is_completed_as_a_whole_line() -> None:
    found = await suggest(table(), "deploy", "plan", "tarsus, luk")
    name, value = found[0]
    assert value == "tarsus, luk"
    assert "Lukka 0→1" in name
    assert "5 of 7 left" in name


async def test_strangers_get_no_completion() -> None:
    fake, command = table(), named("deploy")
    completer = Completer(questions(fake.service, lambda _: PRESENTATION), typed(fake))
    eve = Visit(99, table="1K9", name="Eve")
    assert await completer.suggest(eve, command, command.parameter("plan"), "", {}) == []
    other = Visit(2, table="1K9", name="Ana")
    assert await completer.suggest(other, command, command.parameter("plan"), "", {}) == []


def test_every_verb_answers_keys_that_the_rules_ask() -> None:
    assert len({c.name for c in COMMANDS}) == len(COMMANDS) <= 25
    assert all(len(c.parameters) < 8 for c in COMMANDS)
    assert GAME.name == "acme"


class Places:
    """Everything is allowed."""

    async def missing(self, channel: int) -> tuple[str, ...]:
        return ()

    async def forums(self, guild: int) -> list[Forum]:
        return []

    async def thread(self, channel: int, name: str, game: str) -> Place | None:
        return None

    async def rename(self, thread: int, name: str) -> None:
        """None was opened."""

    async def close(self, thread: int) -> None:
        """None was opened."""

    async def private(self, channel: int, name: str, person: int, *, anew: bool) -> Place | None:
        return None

    async def dm(self, person: int, line: str) -> Place | None:
        return None

    def invitation(self, guild: int, wanted: Sequence[str]) -> str:
        return ""

    async def try_post(self, channel: int, line: str) -> Trial:
        return "done"

    async def text_channels(self, guild: int) -> list[tuple[int, str]]:
        return []

    async def may_make_events(self, guild: int) -> bool:
        return False

    async def has_left(self, guild: int | None, person: int) -> bool:
        return False


@pytest.fixture
async def bot() -> commands.Bot:
    return commands.Bot(command_prefix="!", intents=discord.Intents.none())


async def test_the_commands_are_within_discords_numbers(bot: commands.Bot) -> None:
    await add_commands(bot, DiscordRouter(), _service(), places=Places())
    payload: list[dict[str, Any]] = [c.to_dict(bot.tree) for c in bot.tree.get_commands()]
    groups = {presentation.group for presentation in PRESENTATIONS.values()}
    assert {c["name"] for c in payload} >= {"turn", "act", "hand", "note", "auto", "undo", *groups}
    acme = next(c for c in payload if c["name"] == "acme")
    assert _size(acme) < 5700
    for sub in acme["options"]:
        required = [o.get("required", False) for o in sub["options"]]
        assert required == sorted(required, reverse=True)
        assert len(sub["description"]) <= 55


def _size(node: Any) -> int:
    if isinstance(node, dict):
        own = sum(len(str(node.get(k, ""))) for k in ("name", "description", "value"))
        return own + sum(_size(v) for k, v in node.items() if k in {"options", "choices"})
    return sum(map(_size, node)) if isinstance(node, list) else 0


def _service() -> GameService:
    return cast("GameService", table())


def test_a_group_can_be_made_for_any_game() -> None:
    async def nothing(*_: Any) -> Any:
        return []

    group = group_of("acme", "acme", COMMANDS, nothing, nothing)
    assert json.dumps(sorted(c.name for c in group.commands))


async def test_the_end_of_a_plan_is_offered_where_nothing_else_is() -> None:
    fake = table(CARDS.replace('zab = "assyria 1"', 'zab = "assyria 1 hittites 2"').replace('"card"', '"competition"'))
    fake.close()
    while fake.table.pending and fake.table.pending.key == "competition.commit" and fake.table.pending.sealed:
        fake.close()
    act = Command("act", (Parameter("choice", several=True),), {"": ("choice",)})
    completer = Completer(questions(fake.service, lambda _: PRESENTATION), typed(fake))
    here = Parameter("choice", several=True)
    assert fake.table.waiting() == ("hittites",)
    found = await completer.suggest(BEN, act, here, "", {})
    assert found[-1] == ("Commit nothing", "Commit nothing")
    assert await completer.suggest(BEN, act, here, "comm", {}) == [("Commit nothing", "Commit nothing")]
    assert await completer.suggest(BEN, act, here, "xyz", {}) == []
    await typed(fake).run(BEN, act, {"choice": "Commit nothing"})
    assert fake.answers == 1


async def test_act_goes_on_with_a_plan_begun_or_begins_anew_with_another_card() -> None:
    fake = table(CARDS.replace("hand = [73, 42, 28, 17]", "hand = [66, 42, 28, 17]"))
    act = Command("act", (Parameter("choice"),), {"": ("choice",)})
    completer, acting = Completer(questions(fake.service, lambda _: PRESENTATION), typed(fake)), typed(fake)
    who = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    await who.open()
    await who.press_button(next(b for b in who.buttons() if b.option == "66"))
    await who.choose("add", "arzawa")
    left = [value for _, value in await completer.suggest(BEN, act, Parameter("choice"), "", {})]
    assert left == ["karahuyuk", "pala", "hattusha"]
    assert "You can't play Soothsayer now: " in text(await acting.run(BEN, act, {"choice": "17"}))
    assert "Local Trade" in text(await acting.run(BEN, act, {"choice": "28"}))
    assert text(await acting.run(BEN, act, {"choice": "42"})).startswith("### Trade Fleet")
    assert fake.answers == 0

"""Every interaction gets exactly one answer: at once or deferred, in place or anew, also when things go wrong."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import structlog
from discord.app_commands import AppCommandContext
from structlog.testing import capture_logs

from bot.contract.tables import Refused
from bot.ui import discord_reply as replying
from bot.ui.discord_reply import DiscordRouter
from bot.ui.layout import paint_screen
from bot.ui.lookup import errors
from bot.ui.message_faults import TooMuch
from bot.ui.parts import Button, Form, Gallery, Line, Row, Screen, ScreenPicture, Text, address
from bot.ui.router import Instead
from bot.ui.visit import Visit, require_here, visit_of
from render.paint.picture import Picture

NOW = datetime(2025, 5, 1, tzinfo=UTC)
THERE, NEW = 11, 12
SCREEN = Screen((Text("Hello"), Row((Button("Go", "go"),))), "1k9", 7, 2)
FORM = Form("Line", (Line("line", "Line"),), "sent", table="1k9", ask=7)


def unknown_message() -> discord.NotFound:
    answer = SimpleNamespace(status=404, reason="gone")
    return discord.NotFound(cast("Any", answer), {"code": 10008, "message": "Unknown Message"})


def refused_emoji() -> discord.HTTPException:
    answer = SimpleNamespace(status=400, reason="Bad Request")
    wrong = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    errors = {"components": {"0": {"components": {"1": {"components": {"0": {"emoji": {"id": wrong}}}}}}}}
    return discord.HTTPException(cast("Any", answer), {"code": 50035, "message": "Invalid Form Body", "errors": errors})


class Response:
    """What would be sent to Discord as the first answer."""

    def __init__(self, log: list[str], refusing: int = 0) -> None:
        self.log, self.refusing = log, refusing
        self.views: list[Any] = []
        self.moved = self.picky = False

    def is_done(self) -> bool:
        return any(not line.startswith("refused") for line in self.log)

    def take(self, line: str, view: Any) -> None:
        """Take an answer, or refuse the first as Discord does."""
        if self.picky and "'emoji'" in str(view.to_components()):
            self.log.append("refused emoji")
            raise refused_emoji()
        if self.refusing:
            code, self.refusing = self.refusing, 0
            self.log.append(f"refused {code}")
            answer = type("Answer", (), {"status": 400, "reason": "Bad Request"})()
            raise discord.HTTPException(cast("Any", answer), {"code": code, "message": "no"})
        self.log.append(line)
        self.views.append(view)

    async def send_message(self, *, view: Any, files: Any, ephemeral: bool) -> Any:
        self.take(f"send {'private' if ephemeral else 'public'} {len(files)}", view)
        return SimpleNamespace(message_id=NEW)

    async def edit_message(self, *, view: Any, attachments: Any) -> None:
        if self.moved:
            raise unknown_message()
        self.take(f"edit {len(attachments)}", view)

    async def send_modal(self, modal: Any) -> None:
        self.log.append(f"modal {modal.custom_id}")

    async def defer(self, **kind: bool) -> None:
        self.log.append("defer thinking" if kind.get("thinking") else "defer")


class Message:
    """A message with a button that was pressed."""

    def __init__(self, *, ephemeral: bool, age: timedelta = timedelta()) -> None:
        self.id = THERE
        self.flags = discord.MessageFlags(ephemeral=ephemeral)
        self.created_at = NOW - age


class Pressed:
    """An interaction."""

    def __init__(
        self, data: dict[str, Any], message: Message | None = None, *, gone: bool = False, refusing: int = 0
    ) -> None:
        self.log: list[str] = []
        self.data, self.message, self.gone = data, message, gone
        self.response = Response(self.log, refusing)
        self.id = 77
        self.created_at = NOW
        self.channel_id = 5
        self.type = discord.InteractionType.modal_submit if "components" in data else discord.InteractionType.component
        self.user = cast("Any", type("User", (), {"id": 9, "display_name": "Ana"})())
        self.followup = cast("Any", self)
        self.guild_id: int | None = 8
        self.guild: Any = None
        self._integration_owners = {0: 8}
        self.context = AppCommandContext(guild=True)
        self.permissions = discord.Permissions(manage_guild=True)
        self.app_permissions = discord.Permissions(attach_files=True)
        self.channel: Any = None
        self.locale = discord.Locale.american_english

    def is_guild_integration(self) -> bool:
        return self._integration_owners.get(0) == self.guild_id

    async def edit_original_response(self, *, view: Any, attachments: Any) -> Any:
        if self.gone:
            raise unknown_message()
        self.response.take(f"edit original {len(attachments)}", view)
        return SimpleNamespace(id=THERE)

    def shown(self) -> str:
        """The words of the answer."""
        texts = [
            item.content for view in self.response.views for item in view.walk_children() if hasattr(item, "content")
        ]
        return "\n".join(texts)

    async def send(self, *, view: Any, files: Any, ephemeral: bool, wait: bool) -> Any:
        assert wait
        self.log.append("follow up")
        return SimpleNamespace(id=NEW)


PRESS = {"custom_id": "s|1k9|7.2|go|x"}


async def press(made: DiscordRouter, pressed: Pressed) -> list[str]:
    await made.press(cast("Any", pressed))
    return pressed.log


def answering(answer: Screen | Form, wait: float = 0, **kind: Any) -> DiscordRouter:
    made = DiscordRouter(**kind)

    async def handler(visit: Visit) -> Screen | Form:
        await asyncio.sleep(wait)
        return answer

    made.add({"go": handler, "sent": handler})
    return made


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replying, "PATIENCE", 0.01)


async def test_a_press_on_a_post_opens_a_private_screen() -> None:
    assert await press(answering(SCREEN), Pressed(PRESS, Message(ephemeral=False))) == ["send private 0"]


async def test_a_press_on_a_private_screen_changes_it_in_place() -> None:
    assert await press(answering(SCREEN), Pressed(PRESS, Message(ephemeral=True))) == ["edit 0"]


async def test_a_press_on_a_screen_that_has_just_moved_is_answered_by_a_new_one() -> None:
    pressed = Pressed(PRESS, Message(ephemeral=True))
    pressed.response.moved = True
    assert await press(answering(SCREEN), pressed) == ["send private 0"]


async def test_an_old_private_screen_is_replaced_by_a_fresh_one() -> None:
    old = Pressed(PRESS, Message(ephemeral=True, age=timedelta(minutes=20)))
    assert await press(answering(SCREEN), old) == ["send private 0"]


async def test_a_form_is_the_first_answer() -> None:
    assert await press(answering(FORM), Pressed(PRESS, Message(ephemeral=True))) == ["modal s|1k9|7|sent|"]


class Porter:
    """Whoever holds the door: what was taken here, and what another process was given."""

    def __init__(self, *, others: bool) -> None:
        self.others = others
        self.said: list[str] = []

    def note_taken(self, interaction: int) -> None:
        self.said.append(f"taken {interaction}")

    def passed_on(self, interaction: int) -> bool:
        self.said.append(f"passed on {interaction}")
        return self.others


@pytest.mark.parametrize("others", [True, False])
async def test_what_a_newer_version_has_written_goes_to_another_process_if_there_is_one(*, others: bool) -> None:
    async def newer(_: Visit) -> Screen:
        raise Refused("newer", table="1K9")

    made, porter = DiscordRouter(trouble=errors.trouble), Porter(others=others)
    made.doorkeeper = porter
    made.add({"look": newer})
    pressed = Pressed({"custom_id": "s|1k9|7|look|"})
    said = await press(made, pressed)
    assert porter.said == ["passed on 77"] if others else porter.said == ["passed on 77", "taken 77"]
    assert said == ([] if others else ["send private 0"])
    assert others or "A newer version of the bot" in pressed.shown()


async def test_what_is_answered_here_is_acknowledged() -> None:
    made, porter = DiscordRouter(), Porter(others=True)
    made.doorkeeper = porter
    sent: list[int] = []

    async def look(_: Visit) -> Screen:
        sent.append(len(porter.said))
        return Screen((Text("here"),), "1k9")

    made.add({"look": look})
    assert await press(made, Pressed({"custom_id": "s|1k9|7|look|"})) == ["send private 0"]
    assert (sent, porter.said) == ([0], ["taken 77"])


@pytest.mark.usefixtures("impatient")
async def test_a_slow_answer_is_deferred_and_comes_later() -> None:
    slow = answering(SCREEN, 0.05)
    assert await press(slow, Pressed(PRESS, Message(ephemeral=True))) == ["defer", "edit original 0"]
    assert await press(slow, Pressed(PRESS, Message(ephemeral=False))) == ["defer thinking", "edit original 0"]


@pytest.mark.usefixtures("impatient")
async def test_a_form_that_comes_too_late_is_opened_by_a_button() -> None:
    assert await press(answering(FORM, 0.05), Pressed(PRESS, Message(ephemeral=True))) == ["defer", "edit original 0"]


@pytest.mark.usefixtures("impatient")
async def test_a_deleted_message_gets_a_new_one() -> None:
    gone = Pressed(PRESS, Message(ephemeral=True), gone=True)
    assert await press(answering(SCREEN, 0.05), gone) == ["defer", "follow up"]


async def test_a_failure_is_answered_too() -> None:
    made = DiscordRouter()

    async def broken(visit: Visit) -> Screen:
        raise RuntimeError("broken")

    async def instead(visit: Visit) -> Screen:
        raise Instead(SCREEN)

    made.add({"go": broken, "stop": instead})
    assert await press(made, Pressed(PRESS, Message(ephemeral=True))) == ["edit 0"]
    assert await press(made, Pressed({"custom_id": "s|1k9||stop|"}, Message(ephemeral=True))) == ["edit 0"]
    assert await press(made, Pressed({"custom_id": "s|1k9||gone|"}, Message(ephemeral=True))) == ["edit 0"]


HUGE = Screen((Text("x" * 4001),))


@pytest.mark.parametrize("where", [Message(ephemeral=False), Message(ephemeral=True)])
@pytest.mark.parametrize("answer", [HUGE, Form("x" * 46, (Line("line", "Line"),), "sent")], ids=["screen", "form"])
async def test_an_answer_over_a_limit_is_reported_and_the_person_told(answer: Screen | Form, where: Message) -> None:
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as logs:
        told = await press(answering(answer), there := Pressed(PRESS, where))
    assert told == ["edit 0"] if where.flags.ephemeral else ["send private 0"]
    (line,) = [line for line in logs if line["event"] == "answer.unshown"]
    assert isinstance(line["exc_info"], TooMuch)
    assert f"({line['trace']})" in there.shown()


@pytest.mark.usefixtures("impatient")
async def test_a_late_answer_over_a_limit_is_told_too() -> None:
    late = Pressed(PRESS, Message(ephemeral=False))
    assert await press(answering(HUGE, 0.05), late) == ["defer thinking", "edit original 0"]
    assert "I can't show the result" in late.shown()


async def test_what_discord_finds_misshapen_is_told_and_what_is_gone_is_not() -> None:
    refused = Pressed(PRESS, Message(ephemeral=True), refusing=50035)
    assert await press(answering(SCREEN), refused) == ["refused 50035", "edit 0"]
    assert "I can't show the result" in refused.shown()
    gone = Pressed(PRESS, Message(ephemeral=True), refusing=40060)
    assert await press(answering(SCREEN), gone) == ["refused 40060"]


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("private", [False, True])
async def test_an_answer_whose_emojis_are_refused_is_given_once_more_without(
    monkeypatch: pytest.MonkeyPatch, private: bool, late: bool
) -> None:
    """As a new message, in place of the one that was pressed, and as the change of a deferred answer."""
    monkeypatch.setattr(replying, "PATIENCE", 0.01 if late else 5)
    marked = Screen((Text("Hello"), Row((Button("Spy", "go", emoji="<:acme_spy_0000:7>"),))), "1k9", 7, 2)

    async def handler(_: Visit) -> Screen:
        await asyncio.sleep(0.05 if late else 0)
        return marked

    pressed = Pressed(PRESS, Message(ephemeral=private))
    pressed.response.picky = True
    made = DiscordRouter()
    made.add({"go": handler})
    with capture_logs() as logs:
        await made.press(cast("Any", pressed))
    kept = [line for line in pressed.log if not line.startswith("defer")]
    assert kept == ["refused emoji", "edit original 0" if late else "edit 0" if private else "send private 0"]
    assert pressed.shown() == "Hello"
    assert [log["event"] for log in logs] == ["emojis.refused"]


async def test_what_finishes_screens_may_fail() -> None:
    made = answering(SCREEN)

    async def broken(screen: Screen, visit: Visit) -> Screen:
        raise RuntimeError("broken")

    made.finish = broken
    there = Pressed(PRESS, Message(ephemeral=True))
    assert await press(made, there) == ["edit 0"]
    assert "I can't show the result" in there.shown()


async def test_known_trouble_has_its_own_screen() -> None:
    seen: list[Exception] = []

    def trouble(error: Exception, visit: Visit) -> Screen | None:
        seen.append(error)
        return SCREEN

    made = DiscordRouter(trouble=trouble)

    async def broken(visit: Visit) -> Screen:
        raise LookupError("no")

    made.add({"go": broken})
    assert await press(made, Pressed(PRESS, Message(ephemeral=True))) == ["edit 0"]
    assert isinstance(seen[0], LookupError)


async def test_pictures_are_drawn_and_those_that_cannot_be_are_left_out() -> None:
    async def paint(recipe: Any) -> Picture:
        if recipe["draw"] == "nothing":
            raise KeyError("nothing")
        return Picture(b"png", "", 1, 1)

    def pictured(draw: str) -> Screen:
        return Screen((Text("Hello"), Gallery((ScreenPicture("a.png", "alt", {"draw": draw}),))))

    there = Pressed(PRESS, Message(ephemeral=True))
    assert await press(answering(pictured("board"), paint=paint), there) == ["edit 1"]
    missing = Pressed(PRESS, Message(ephemeral=True))
    assert await press(answering(pictured("nothing"), paint=paint), missing) == ["edit 0"]
    without = Pressed(PRESS, Message(ephemeral=True))
    assert await press(answering(pictured("board")), without) == ["edit 0"]


async def test_a_private_board_is_described_by_its_drawing_like_that_of_a_post() -> None:
    """Whoever cannot see the picture hears of every civilization, not of the Contested areas alone."""

    async def paint(recipe: Any) -> Picture:
        return Picture(b"png", "Whole board: Egypt 4, Babylon 3.", 1, 1)

    def made(*, described: bool) -> Screen:
        return Screen((Gallery((ScreenPicture("board.png", "Nothing is Contested.", {}, described),)),))

    for described, alt in ((True, "Whole board: Egypt 4, Babylon 3."), (False, "Nothing is Contested.")):
        screen, files = await paint_screen(made(described=described), paint)
        gallery = screen.parts[0]
        assert isinstance(gallery, Gallery)
        assert [p.alt for p in gallery.pictures] == [file.description for file in files] == [alt]


async def test_a_form_that_was_sent_is_read_field_by_field() -> None:
    data = {
        "custom_id": "s|1k9|7|sent|",
        "components": [
            {"type": 18, "component": {"type": 4, "custom_id": "line", "value": "tyre 2"}},
            {"type": 18, "component": {"type": 3, "custom_id": "cards", "values": ["a", "b"]}},
            {"type": 18, "component": {"type": 21, "custom_id": "left", "value": "back"}},
            {"type": 10, "content": "text"},
        ],
    }
    sent = Pressed(data, Message(ephemeral=True))
    visit = visit_of(cast("Any", sent))
    assert visit.field("line") == "tyre 2"
    assert visit.fields["cards"] == ("a", "b")
    assert visit.field("left") == "back"
    await answering(SCREEN).sheet_sent(cast("Any", sent))
    assert sent.log == ["edit 0"]


async def test_forms_of_others_are_left_alone() -> None:
    other = Pressed({"custom_id": "x", "components": []}, Message(ephemeral=True))
    await answering(SCREEN).sheet_sent(cast("Any", other))
    assert other.log == []


def test_addresses_survive_the_way_there_and_back() -> None:
    where = address("s|1K9|17.3|go|card:42")
    assert where is not None
    assert (where.table, where.ask, where.seat, where.verb, where.option) == ("1K9", 17, 3, "go", "card:42")
    assert str(where) == "s|1K9|17.3|go|card:42"
    assert address("s|1k9||seat|") is not None
    assert address("other") is None


def test_a_verb_is_answered_by_one_handler() -> None:
    made = answering(SCREEN)
    with pytest.raises(ValueError, match="go"):
        made.add(made.handlers)


def test_a_visit_says_from_which_server_and_with_which_rights_it_comes() -> None:
    pressed = Pressed(PRESS)
    pressed.channel = type("Thread", (), {"parent_id": 12})()
    here = visit_of(cast("Any", pressed))
    assert (here.guild, here.moderator, here.parent) == (8, True, 12)
    assert here.bot_may == discord.Permissions(attach_files=True).value
    pressed.permissions = discord.Permissions(manage_messages=True)
    assert not visit_of(cast("Any", pressed)).moderator
    pressed.guild_id, pressed.permissions = None, discord.Permissions.all()
    pressed.context = AppCommandContext(dm_channel=True)
    dm = visit_of(cast("Any", pressed))
    assert (dm.guild, dm.channel, dm.moderator, dm.may_post, dm.elsewhere) == (None, 5, False, False, False)


@pytest.mark.parametrize("guild", [8, None])
async def test_a_place_without_the_bot_counts_for_nothing_whoever_manages_it(guild: int | None) -> None:
    pressed = Pressed(PRESS)
    pressed.channel = type("Thread", (), {"parent_id": 12})()
    pressed.guild_id, pressed.permissions = guild, discord.Permissions.all()
    pressed._integration_owners, pressed.context = (
        {1: 9},
        AppCommandContext(guild=bool(guild), private_channel=not guild),
    )
    pressed.user = cast("Any", SimpleNamespace(id=9, display_name="Queen", global_name="Ana", name="ana"))
    there = visit_of(cast("Any", pressed))
    assert (there.person, there.name, there.verb, there.table) == (9, "Ana", "go", "1k9")
    assert (there.elsewhere, there.personal) == (True, True)
    assert (there.guild, there.channel, there.parent, there.bot_may) == (None, 0, 0, 0)
    assert (there.moderator, there.may_post) == (False, False)
    assert not (await there.sight())(5)
    with pytest.raises(Refused, match="bot_elsewhere"):
        require_here(there)


def test_a_server_that_another_one_speaks_for_is_one_without_the_bot() -> None:
    pressed = Pressed(PRESS)
    pressed._integration_owners = {0: 99, 1: 9}
    pressed.user = cast("Any", SimpleNamespace(id=9, display_name="Queen", global_name=None, name="ana"))
    there = visit_of(cast("Any", pressed))
    assert (there.elsewhere, there.name) == (True, "ana")


def test_a_visit_says_whether_the_person_may_write_in_that_channel_or_thread() -> None:
    pressed = Pressed(PRESS)
    thread = type("Thread", (), {"parent_id": 12})()
    for channel, allowed in ((None, "send_messages"), (thread, "send_messages_in_threads")):
        pressed.channel, pressed.permissions = channel, discord.Permissions(**{allowed: True})
        assert visit_of(cast("Any", pressed)).may_post
        pressed.permissions = discord.Permissions.all() & ~pressed.permissions
        assert not visit_of(cast("Any", pressed)).may_post


async def test_each_interaction_has_one_trace_wherever_it_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replying, "PATIENCE", 0.01)
    numbers = iter(("7f3a", "7f3b"))
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(numbers) if size == 2 else "")
    log = structlog.get_logger("bot.test")

    async def handler(_: Visit) -> Screen:
        log.info("begun")
        await asyncio.gather(asyncio.to_thread(log.info, "in a thread"), asyncio.sleep(0.02))
        return SCREEN

    made = DiscordRouter()
    made.add({"go": handler})
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        await asyncio.gather(press(made, Pressed(PRESS)), press(made, Pressed(PRESS)))
    assert sorted((line["event"], line["trace"]) for line in lines) == [
        ("begun", "7F3A"),
        ("begun", "7F3B"),
        ("in a thread", "7F3A"),
        ("in a thread", "7F3B"),
    ]
    assert structlog.contextvars.get_contextvars() == {}

"""The page of the local table in a browser: what a person sees and does, on a desk and on a phone."""

import asyncio
import contextlib
import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, async_playwright, expect

from bot.local_table.people import User
from tests.wire.controlled_table import ControlledTable
from tests.wire.playground_sample import Opened, open_table

pytestmark = pytest.mark.browser
_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
TABLE = "100000000000000021"
PATIENT = 30_000
expect.set_options(timeout=PATIENT)


@dataclass
class Tab:
    """A browser tab at the table; `trouble` collects script errors, `hosts` everybody it has talked to."""

    page: Page
    trouble: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)


@contextlib.asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=_FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


async def sit_down(browser: Browser, url: str, name: str = "ana", width: int = 1280) -> Tab:
    page = await browser.new_page(viewport={"width": width, "height": 800})
    tab = Tab(page)
    page.on("pageerror", lambda error: tab.trouble.append(str(error)))
    page.on("request", lambda request: tab.hosts.add(request.url.split("/")[2]))
    await page.goto(f"{url}/?as={name}#{TABLE}")
    await expect(page.locator(".messages")).to_be_attached()
    return tab


async def rest_quietly(tab: Tab, opened: Opened) -> None:
    """The page has raised nothing and talked to nobody but the table."""
    assert tab.trouble == []
    assert tab.hosts == {opened.table.url.split("/")[2]}


async def test_a_command_is_found_completed_and_sent_by_keyboard() -> None:
    async with open_table() as opened, browsing() as browser:
        tab = await sit_down(browser, opened.table.url)
        page = tab.page
        await page.keyboard.type("/dep")
        await expect(page.get_by_role("listbox").get_by_role("option")).to_have_text([re.compile("/acme deploy")])
        await page.keyboard.press("Enter")
        await page.keyboard.type("b")
        await expect(page.get_by_role("listbox").get_by_role("option")).to_have_text(["banana 0"])
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="+ player").click()
        await page.keyboard.type("be")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Send the command").click()
        answer = page.locator(".message", has_text="banana x1 ask Ben")
        await expect(answer).to_contain_text("Ana used /acme deploy")
        await expect(answer).to_contain_text("Only you can see this")
        await answer.get_by_role("button", name="Dismiss message").click()
        await expect(answer).to_have_count(0)
        await rest_quietly(tab, opened)


async def test_a_command_typed_before_the_commands_are_known_is_offered_once_they_are() -> None:
    async with open_table() as opened, browsing() as browser:
        tab = await sit_down(browser, opened.table.url)
        known = asyncio.Event()

        async def late(route: Route) -> None:
            await known.wait()
            await route.continue_()

        await tab.page.route("**/_act/ana/commands?*", late)
        await tab.page.reload()
        await expect(tab.page.locator(".messages")).to_be_attached()
        await tab.page.keyboard.type("/dep")
        await expect(tab.page.locator(".write")).to_have_value("/dep")
        await expect(tab.page.get_by_text("There's no such command")).to_be_hidden()
        known.set()
        await expect(tab.page.get_by_role("listbox").get_by_role("option")).to_have_text([re.compile("/acme deploy")])
        await rest_quietly(tab, opened)


async def test_what_is_written_into_a_command_stays_when_the_commands_change() -> None:
    async with open_table() as opened, browsing() as browser:
        tab = await sit_down(browser, opened.table.url)
        await tab.page.keyboard.type("/acme deploy b")
        option = tab.page.get_by_role("combobox", name="plan: A line")
        await expect(option).to_have_value("b")
        async with tab.page.expect_response("**/_act/ana/commands?*"):
            await opened.bot.tree.sync()
        await tab.page.evaluate("() => new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown)))")
        await expect(tab.page.get_by_role("listbox").get_by_role("option")).to_have_text(["banana 0"])
        await expect(option).to_have_value("b")
        await rest_quietly(tab, opened)


async def test_a_missing_option_is_asked_for() -> None:
    async with open_table() as opened, browsing() as browser:
        tab = await sit_down(browser, opened.table.url)
        await tab.page.keyboard.type("/acme deploy ")
        await tab.page.get_by_role("button", name="Send the command").click()
        await expect(tab.page.locator(".command-hint")).to_contain_text("This option is required")
        await rest_quietly(tab, opened)


async def test_screens_answer_buttons_selects_and_forms() -> None:
    async with open_table() as opened, browsing() as browser:
        await opened.person("ana").slash("/desk", picture=True, private=False)
        tab = await sit_down(browser, opened.table.url)
        page = tab.page
        await page.locator("[data-custom-id='desk:fruit']").click()
        await page.get_by_role("option", name="Apple").click()
        await page.get_by_role("option", name="Cherry").click()
        await page.get_by_role("button", name="Done").click()
        await expect(page.locator(".message").last).to_contain_text("picked apple, cherry")
        await page.get_by_role("button", name="Form").click()
        form = page.get_by_role("dialog", name="Questions")
        await form.get_by_role("button", name="Submit").click()
        await expect(form.get_by_role("alert")).to_have_text("fill in 'One'")
        await form.get_by_role("radio", name="banana").check()
        await form.get_by_role("checkbox", name="apple").check()
        await form.locator("[data-custom-id='fruit']").click()
        await form.get_by_role("option", name="cherry").click()
        await form.get_by_role("button", name="Submit").click()
        await expect(page.locator(".message").last).to_contain_text("tyre banana ['apple'] ['cherry']")
        await page.get_by_role("button", name="Play", exact=True).click()
        await expect(page.locator(".message").first).to_contain_text("Played")
        await expect(page.locator(".message").first).to_contain_text("(edited)")
        await rest_quietly(tab, opened)


async def test_a_button_nobody_answers_says_so() -> None:
    async with open_table(speed=20) as opened, browsing() as browser:
        await opened.person("ana").slash("/desk", private=False)
        tab = await sit_down(browser, opened.table.url)
        await tab.page.get_by_role("button", name="Silent").click()
        await expect(tab.page.get_by_text("This interaction failed")).to_be_visible()
        await rest_quietly(tab, opened)


async def test_a_picture_opens_large_and_zooms() -> None:
    async with open_table() as opened, browsing() as browser:
        await opened.person("ana").slash("/desk", picture=True, private=False)
        tab = await sit_down(browser, opened.table.url)
        await tab.page.get_by_role("button", name="Picture: A board").click()
        view = tab.page.get_by_role("dialog", name="Picture")
        await view.get_by_role("button", name="Larger").click()
        await expect(view.get_by_role("img")).to_have_attribute("style", re.compile(r"scale\(1\.4\)"))
        await tab.page.keyboard.press("Escape")
        await expect(view).to_have_count(0)
        await rest_quietly(tab, opened)


async def test_a_number_of_two_digits_stands_within_its_message() -> None:
    async with open_table() as opened, browsing() as browser:
        await opened.person("ana").say("9. nine\n10. ten")
        tab = await sit_down(browser, opened.table.url)
        room = await tab.page.locator(".message ol").evaluate(
            """list => {
                const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
                pen.font = style.font;
                return parseFloat(style.paddingLeft) - pen.measureText("10. ").width;
            }"""
        )
        assert room >= 0
        await rest_quietly(tab, opened)


async def test_what_one_writes_the_other_sees_at_once() -> None:
    async with open_table() as opened, browsing() as browser:
        ana = await sit_down(browser, opened.table.url, "ana")
        ben = await sit_down(browser, opened.table.url, "ben")
        await ana.page.keyboard.type("**Hello** Ben, see `code`")
        await ana.page.keyboard.press("Enter")
        message = ben.page.locator(".message", has_text="Hello Ben, see code")
        await expect(message.locator("strong")).to_have_text("Hello")
        user = await opened.bot.fetch_user(int(opened.table.users["ben"].id))
        await user.send("psst")
        await expect(ben.page.get_by_role("button", name="Nisaba 1")).to_be_visible()
        await expect(ana.page.get_by_role("link", name="Ben, 1 unread")).to_be_visible()
        await ben.page.get_by_role("button", name="Nisaba 1").click()
        await expect(ben.page.locator(".message")).to_contain_text("psst")
        await rest_quietly(ana, opened)


async def test_a_reply_shows_the_time_in_what_it_replies_to_in_words() -> None:
    async with open_table() as opened, browsing() as browser:
        ana = opened.person("ana")
        first = await ana.say("until <t:1750000000:D> or never")
        await opened.person("ben").say("Agreed", reply_to=first)
        tab = await sit_down(browser, opened.table.url)
        await expect(tab.page.locator(".origin-text")).to_contain_text("until June 15, 2025 or")
        await rest_quietly(tab, opened)


async def test_the_page_fits_a_phone_and_has_a_drawer() -> None:
    async with open_table() as opened, browsing() as browser:
        await opened.person("ana").slash("/desk", picture=True, private=False)
        tab = await sit_down(browser, opened.table.url, width=375)
        page = tab.page
        await opened.person("ana").start_thread("102 · A cup of a long name 1.1 · Advanced Civilization")
        await page.get_by_role("button", name="Channels").click()
        await page.get_by_role("button", name="102 · A cup").click()
        await expect(page.get_by_role("heading", level=1)).to_contain_text("102 · A cup")
        lines = await page.locator(".write").evaluate("field => field.scrollHeight - 2 * 5")
        assert lines == 22, "one line, whatever the thread is called"
        assert await page.evaluate("document.documentElement.scrollWidth") == 375
        await page.get_by_role("button", name="Channels").click()
        await page.get_by_role("button", name="table", exact=True).click()
        assert await page.evaluate("document.documentElement.scrollWidth") == 375
        assert await page.evaluate("document.getElementById('timeline').scrollWidth") == 375
        await expect(page.get_by_role("button", name="second-table")).to_be_hidden()
        await page.get_by_role("button", name="Channels").click()
        await page.get_by_role("button", name="second-table").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("second-table")
        await page.get_by_role("button", name="Channels").click()
        await page.get_by_role("button", name="Play as someone else").click()
        await page.get_by_role("link", name="Cho").click()
        await expect(page).to_have_title(re.compile("Cho"))
        await rest_quietly(tab, opened)


async def test_the_page_finds_its_way_back_to_a_table_opened_again(tmp_path: Path) -> None:
    async with browsing() as browser:
        first = ControlledTable(store=tmp_path / "table.chat")
        await first.start()
        tab = await sit_down(browser, first.url)
        await tab.page.keyboard.type("still here?")
        await tab.page.keyboard.press("Enter")
        await expect(tab.page.get_by_text("still here?")).to_be_visible()
        await first.stop()
        await expect(tab.page.get_by_text("The local table has closed")).to_be_visible()
        second = ControlledTable(store=tmp_path / "table.chat")
        await second.start(first.port)
        await expect(tab.page.get_by_text("The local table has closed")).to_be_hidden()
        await expect(tab.page.get_by_text("still here?")).to_be_visible()
        await expect(tab.page.get_by_text("Nisaba isn't connected")).to_be_visible()
        assert tab.trouble == []
        await second.stop()


async def test_a_bot_that_comes_while_the_page_loads_is_not_missed() -> None:
    """The page has asked who is here, and has no line yet on which it could be told of the arrival."""
    async with open_table() as opened, browsing() as browser:
        page = await browser.new_page()
        asked: list[str] = []

        async def state(route: Route) -> None:
            answer = await route.fetch()
            away = {**await answer.json(), "online": False}
            asked.append(route.request.url)
            await (route.fulfill(json=away) if len(asked) == 1 else route.fulfill(response=answer))

        await page.route("**/_act/ana/state*", state)
        await page.goto(f"{opened.table.url}/?as=ana")
        await expect(page.locator(".messages")).to_be_attached()
        await expect(page.get_by_text("Nisaba isn't connected")).to_be_hidden()
        assert len(asked) > 1


async def speaks(user: User, locale: str) -> None:
    """Wait until the bot is told this locale: requests begun before a choice still tell the one before."""
    async with asyncio.timeout(20):
        while user.locale != locale:  # noqa: ASYNC110 - nothing tells when a request has come
            await asyncio.sleep(0.05)


async def test_what_comes_while_messages_are_on_their_way_is_shown_after_them() -> None:
    async with open_table() as opened, browsing() as browser:
        tab = await sit_down(browser, opened.table.url)
        ben = await sit_down(browser, opened.table.url, "ben")
        asked, told = asyncio.Event(), asyncio.Event()

        async def late(route: Route) -> None:
            answer = await route.fetch()
            asked.set()
            await told.wait()
            await route.fulfill(response=answer)

        await tab.page.route("**/messages?*", late)
        loading = asyncio.create_task(tab.page.reload())
        await asked.wait()
        await ben.page.keyboard.type("Here in the meantime")
        await ben.page.keyboard.press("Enter")
        await expect(ben.page.get_by_text("Here in the meantime")).to_be_visible()
        told.set()
        await loading
        await expect(tab.page.get_by_text("Here in the meantime")).to_have_count(1)
        await rest_quietly(tab, opened)


async def test_a_person_of_the_page_has_the_language_of_the_browser_or_the_one_chosen() -> None:
    async with open_table() as opened, browsing() as browser:
        context = await browser.new_context(locale="de-AT")
        page = await context.new_page()
        ana, ben = (opened.table.local.world.user_named(name) for name in ("ana", "ben"))
        await page.goto(f"{opened.table.url}/?as=ana")
        choice = page.locator("select.language")
        await expect(choice).to_have_value("de")
        await speaks(ana, "de")
        async with page.expect_event("load"):
            await choice.select_option("English")
        await speaks(ana, "en-US")
        await page.reload()
        await expect(choice).to_have_value("en-US")
        await page.goto(f"{opened.table.url}/?as=ben")
        await expect(choice).to_have_value("de")
        await speaks(ben, "de")


async def test_the_page_itself_speaks_the_language_of_its_person() -> None:
    async with open_table() as opened, browsing() as browser:
        page = await (await browser.new_context(locale="de-AT")).new_page()
        trouble: list[str] = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        await page.goto(f"{opened.table.url}/?as=ana#{TABLE}")
        await expect(page.get_by_role("heading", name="Direktnachrichten")).to_be_visible()
        await expect(page.get_by_text("Hier wird gespielt")).to_be_visible()
        await expect(page.get_by_role("combobox", name="Nachricht an table")).to_be_visible()
        await page.get_by_label("Sprache dieser Person").select_option("Français")
        await expect(page.get_by_role("heading", name="Messages privés")).to_be_visible()
        await expect(page.get_by_role("button", name="Sauter 8 heures")).to_be_visible()
        assert trouble == []

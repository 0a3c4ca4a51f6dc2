"""Somebody who plays on the page of a table with a mouse, a finger or the keyboard alone, and counts what it takes."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal

from playwright.async_api import BrowserContext, CDPSession, Locator, Page, Response, expect
from playwright.async_api import Error as PlaywrightError

from bot.contract.tables import Person
from bot.ui.parts import DESIGN
from bot.ui.questions.draft import DraftState
from bot.ui.questions.plan_context import stop_of
from tests.web.site import Site

OPENED: Final = 30_000
Way = Literal["mouse", "finger", "keys"]
SENDING: Final = frozenset(
    {"go", "stop", "join_go", "pay", "advance_to", "f_go", "save_go", "take", "both", "deity_ok"}
)
DECLINING: Final = frozenset({"lose_all", "f_none", "f_none_all", "save_all"})
"""Verbs of buttons that send an answer."""

POINT: Final = """(path) => {
  const box = path.getBBox(), svg = path.ownerSVGElement, matrix = path.getScreenCTM();
  const view = svg.getBoundingClientRect();
  for (let n = 0; n < 400; n++) {
    const [right, down] = [((n * 37) % 97 + 1) / 99, ((n * 61) % 89 + 1) / 91];
    const seen = new DOMPoint(box.x + box.width * right, box.y + box.height * down).matrixTransform(matrix);
    if (seen.x < view.left || seen.x > view.right || seen.y < view.top || seen.y > view.bottom) continue;
    if (document.elementFromPoint(seen.x, seen.y) === path) return [seen.x, seen.y];
  }
  return null;
}"""
"""A point of the screen at which a shape is hit."""


BUTTONS: Final = """() => {
  const all = [...document.querySelectorAll("#question .row button[data-id]:not(:disabled)")];
  return ["primary", "secondary"].flatMap((style) => all.filter((one) => one.className === style))
    .map((one) => one.dataset.id);
}"""
"""The addresses of buttons, those that stand out first."""


class Clicker:
    """One person at one page."""

    def __init__(self, page: Page, way: Way, chance: Random) -> None:
        self.page, self.way, self.chance = page, way, chance
        self.taps = self.unseen = 0
        self.finger: CDPSession | None = None
        self.trouble: list[str] = []
        self.questions: list[str] = []
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        page.set_default_timeout(OPENED)

    async def sit_down(self, site: Site, table: str, person: Person) -> None:
        """Follow the link of a private screen."""
        await self.page.goto(site.link(table, person))
        await self.answered("0")

    async def answered(self, before: str) -> None:
        """Wait until a press has been answered, and nothing waits."""
        await expect(self.page.locator(f"body[data-answered]:not([data-answered='{before}'])")).to_be_attached()
        await self.settled()

    async def settled(self) -> None:
        """Wait until no press is under way."""
        await expect(self.page.locator("body[data-waiting='0']")).to_be_attached()

    async def count(self) -> str:
        """How many answers the page has shown."""
        return await self.page.get_attribute("body", "data-answered") or "0"

    @property
    def offered(self) -> Locator:
        """The shapes that can be clicked."""
        return self.page.locator("#view path.offered")

    async def is_asked(self) -> bool:
        """Whether the seat is asked something."""
        return await self.page.evaluate("document.querySelector('#question button') !== null") and bool(
            await self.page.locator("#turn").is_hidden()
        )

    async def says(self) -> str:
        """What the question says."""
        return await self.page.inner_text("#question")

    async def press(self, button: Locator) -> None:
        """Press a control and wait for the answer."""
        before = await self.count()
        self.taps += 1
        if self.way == "keys":
            await button.focus()
            await self.page.keyboard.press("Enter")
        elif self.way == "finger":
            await button.tap()
        else:
            await button.click()
        await self.done(before)

    async def done(self, before: str) -> None:
        """Wait until what was pressed has been answered, or has opened a form."""
        both = self.page.locator(f"body[data-answered]:not([data-answered='{before}']), #form[open]")
        await expect(both.first).to_be_attached()
        await self.settled()

    async def click(self, shape: Locator) -> None:
        """Click a shape of the board; it may take further clicks, or a press."""
        self.taps += 1
        if self.way == "keys":
            await shape.focus()
            await self.page.keyboard.press("Enter")
            return
        point = await shape.evaluate(POINT)
        if point is None:
            self.unseen += 1
            await shape.dispatch_event("click")
        elif self.way == "finger":
            await self.page.touchscreen.tap(*point)
        else:
            await self.page.mouse.click(*point)

    async def drag(self, start: Locator, goal: Locator) -> bool:
        """Drag from one shape to another. Return whether it was done: not if one is hidden, nor by keyboard."""
        points = [await shape.evaluate(POINT) for shape in (start, goal)]
        if self.way == "keys" or not all(points):
            return False
        self.taps += 1
        await self.drag_between(*points)
        return True

    async def drag_between(self, start: Sequence[float], goal: Sequence[float]) -> None:
        """Drag from one point of the screen to another."""
        if self.way == "finger":
            self.finger = self.finger or await self.page.context.new_cdp_session(self.page)
            await drag_finger(self.finger, start, goal)
            return
        await self.page.mouse.move(*start)
        await self.page.mouse.down()
        await self.page.mouse.move(*goal, steps=3)
        await self.page.mouse.up()

    async def way_begun(self) -> bool:
        """Whether a click waits for the next one."""
        return await self.page.locator("#view path.way").count() > 0

    async def choose_on_board(self) -> bool:
        """Click through one offer by chance. Return whether something was pressed."""
        before = await self.count()
        for _ in range(4):
            n = await self.offered.count()
            if not n:
                return False
            ways = self.page.locator("#view path.offered:not(.way)")
            n = await ways.count()
            if not n:
                return False
            await self.click(ways.nth(self.chance.randrange(n)))
            chooser = self.page.locator("#chooser:not([hidden]) button.choice:not([aria-pressed])")
            if await chooser.count():
                await self.press(chooser.first)
                return True
            if not await self.way_begun():
                await asyncio.sleep(0.02)
                if await self.page.get_attribute("body", "data-waiting") != "0" or await self.count() != before:
                    await self.done(before)
                    return True
                return False
        await self.page.keyboard.press("Escape")
        return False

    async def buttons(self, style: str) -> Sequence[Locator]:
        """The buttons of a style that can be pressed."""
        found = self.page.locator(f"#question .row button.{style}:not(:disabled)")
        return [found.nth(n) for n in range(await found.count())]


async def drag_finger(session: CDPSession, start: Sequence[float], goal: Sequence[float]) -> None:
    """Drag a finger over the page of a session."""
    for n in range(5):
        x, y = (a + (b - a) * n / 4 for a, b in zip(start, goal, strict=True))
        kind = "touchMove" if n else "touchStart"
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await asyncio.sleep(0.1)  # a finger that is lifted in full swing flings, and the browser ignores the next tap
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def sitting(context: BrowserContext, way: Way, seed: int) -> Clicker:
    """A new page of a browser, for somebody who plays by chance."""
    return Clicker(await context.new_page(), way, Random(seed))


def widths(width: int) -> dict[str, Any]:
    """How wide the window is, and whether it is touched."""
    return {"viewport": {"width": width, "height": 800}, "has_touch": width < 600}


class Thinker(Clicker):
    """A person who answers what a computer would, as far as the page offers that one by one."""

    site: Site
    table: str
    person: Person
    answer: Mapping[str, Any]
    by_question: defaultdict[str, list[int]]
    """How many taps each kind of question has taken here, and would have taken in Discord at its best: opening a menu,
    closing one of several, each choice and each button count one, another group of a menu two.
    """

    async def sit_down(self, site: Site, table: str, person: Person) -> None:
        """Follow the link of a private screen, and read along what the page is answered."""
        self.site, self.table, self.person = site, table, person
        self.answer, self._reading = {}, set[asyncio.Task[None]]()
        self.chosen, self.buttons_pressed = list[tuple[str, str, str]](), 0
        self.by_question = defaultdict[str, list[int]](lambda: [0, 0])
        self.page.on("response", self._answered)
        await super().sit_down(site, table, person)

    def _answered(self, response: Response) -> None:
        if response.url.partition("?")[0].endswith("/press") and response.ok:
            task = asyncio.ensure_future(self._read(response))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read(self, response: Response) -> None:
        with suppress(PlaywrightError):  # of a page that is closed meanwhile
            self._take(await response.json())

    def _take(self, told: Mapping[str, Any]) -> None:
        if told["answer"]["kind"] == "screen" and told["answer"].get("live"):
            self.answer = told["answer"]

    async def settled(self) -> None:
        """Wait until no press is under way, and its answer has been read."""
        await super().settled()
        await asyncio.gather(*self._reading)

    async def stage(self) -> DraftState | None:
        """The question with its draft, as the bot has it."""
        there = await self.site.room.service.seat(self.table, self.person)
        if there.sheet.request is None:
            return None
        play = self.site.room.all_handlers.play
        return await asyncio.to_thread(play.stage, there)

    async def current(self) -> DraftState:
        """The question once the page shows it."""
        for _ in range(200):
            await self.settled()
            stage = await self.stage()
            if stage is not None and self.answer.get("ask") == stage.sheet.ask_no:
                return stage
            await asyncio.sleep(0.05)
        raise AssertionError(f"the page still shows {self.answer}")

    def thought(self, stage: DraftState) -> Sequence[str] | None:
        """What a computer would pick next; None if the draft is complete."""
        table = stage.there.trial.table()
        for given in stage.work.whole:
            table.submit(stage.seat, *given)
        ask, request = table.ask_of(stage.seat), table.question_to(stage.seat)
        if stage.request is None or ask is None or request is None or request.key != stage.request.key:
            return None
        picks: Sequence[str] = table.game.npc(table.state, request, ask)
        return picks

    async def move_on(self) -> str:
        """Do the next thing: choose what isn't chosen yet, or confirm. Return the key of the question."""
        if await self.page.locator("#turn").is_visible():
            await self.press(self.page.locator("#turn"))
        stage = await self.current()
        key, ask, taps = stage.key, stage.sheet.ask_no, self.taps
        picks = await asyncio.to_thread(self.thought, stage)
        for token in picks or ():
            if token != stop_of(stage) and token not in stage.picks and await self.choose(token, stage):
                break
        else:
            await self.confirm(stage)
        self.by_question[key][0] += self.taps - taps
        after = await self.stage()
        if after is None or after.sheet.ask_no != ask or after.sheet.sealed is not None or after.sheet.answered:
            self.by_question[key][1] += in_discord(self.chosen, self.buttons_pressed)
            self.chosen, self.buttons_pressed = [], 0
        return key

    def group(self, token: str, stage: DraftState) -> str:
        """The group of a long list in which Discord offers an option."""
        return next((o.group for o in (*stage.options, *stage.sheet.options) if o.token == token), "")

    async def choose(self, token: str, stage: DraftState) -> bool:
        """Choose an option where the page has it: on the board, else in its menu. Return whether there is one."""
        for part in self.answer["parts"]:
            for choice in part.get("choices", ()) if part["kind"] == "menu" else ():
                if choice["value"] == token and not choice.get("chosen"):
                    many = len(part["choices"]) > DESIGN.menu
                    self.chosen.append((part["id"], self.group(token, stage) if many else "", token))
                    await self.take(choice, part["choices"])
                    return True
        button = self.page.locator(f"#question button[data-id$='|take|{token}']")
        if await button.count():
            self.buttons_pressed += 1
            await self.press(button.first)
            return True
        return False

    async def take(self, choice: Mapping[str, Any], all_of_them: Sequence[Mapping[str, Any]]) -> None:
        """Click the shapes of a choice in their order; what isn't on the board is pressed beside it."""
        before, on = await self.count(), choice.get("on", ())
        if not on:
            await self.press_choice(choice["value"])
            return
        shapes = [self.page.locator(f"#view path[data-id='{shape}']") for shape in on]
        if len(shapes) != 2 or not await self.drag(*shapes):
            for shape in shapes:
                await self.click(shape)
        alike = [one for one in all_of_them if list(one.get("on", ())) == list(on)]
        chooser = self.page.locator("#chooser:not([hidden]) button.choice")
        if len(alike) > 1 and await chooser.count():
            counts = [one.get("n") for one in alike]
            most = max(alike, key=lambda one: one.get("n") or 0) if None not in counts else None
            if most is not choice:
                await self.press(chooser.nth(alike.index(choice)))
                return
        await self.done(before)

    async def press_choice(self, value: str) -> None:
        """Press a choice in its list, which may have to be opened first."""
        choice = self.page.locator(f"#question .choice[data-value='{value}']").first
        if not await choice.is_visible():
            self.taps += 1
            await self.page.locator("#question details.menu:not([open]) summary").first.click()
        await self.press(choice)

    async def confirm(self, stage: DraftState) -> None:
        """Press what sends the draft."""
        there: list[str] = await self.page.evaluate(BUTTONS)
        for verbs in (SENDING, DECLINING):
            for where in there:
                if where.split("|")[3] in verbs:
                    self.buttons_pressed += 1
                    await self.press(self.page.locator(f"#question .row button[data-id='{where}']"))
                    return
        raise AssertionError(f"nothing sends {stage.key} {there} {self.thought(stage)}: {await self.says()}")


def in_discord(chosen: Sequence[tuple[str, str, str]], buttons: int) -> int:
    """How many taps choices (menu, group, token) and buttons take in Discord at their fewest: a menu takes one of each
    token at a time, and the first group is open.
    """
    menus = defaultdict[tuple[str, str], list[str]](list)
    for menu, group, token in chosen:
        menus[menu, group].append(token)
    openings = [max(Counter(tokens).values()) for tokens in menus.values()]
    changes = len(menus) - len({menu for menu, _ in menus})
    closings = sum(n for n, tokens in zip(openings, menus.values(), strict=True) if len(tokens) > 1)
    return buttons + len(chosen) + sum(openings) + closings + 2 * changes


async def end_window(site: Site, table: str) -> None:
    """Let the time to respond be over, if there is one."""
    info = await site.room.service.info(table)
    if info.window is not None:
        site.room.now = max(site.room.now, info.window.closes_at.timestamp() + 1)
        await site.room.service.ring(table, "window", info.ask_no)


async def forward(site: Site, table: str, people: Sequence[Person], until: Callable[[Any], bool]) -> None:
    """Let computers answer for people until the public view is such."""
    for _ in range(4000):
        standing = await site.room.service.standing(table)
        if until(standing.view):
            return
        for person in people:
            there = await site.room.service.seat(table, person)
            if there.sheet.ask is None or there.sheet.request is None or there.sheet.sealed is not None:
                continue
            if there.sheet.answered:
                continue
            trial = there.trial.table()
            ask, request = trial.ask_of(there.sheet.seat.seat), trial.question_to(there.sheet.seat.seat)
            assert ask is not None
            assert request is not None
            picks = await asyncio.to_thread(trial.game.npc, trial.state, request, ask)
            await site.room.service.answer(table, person, there.sheet.ask_no, [picks])
            break
        else:
            await end_window(site, table)
    raise AssertionError("it never comes")


async def thinking(context: BrowserContext, way: Way) -> Thinker:
    """A new page of a browser, for somebody who plays as a computer would."""
    return Thinker(await context.new_page(), way, Random(1))

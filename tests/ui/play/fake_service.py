"""The service as the screens need it, in memory, over one Table; and a person who presses what a screen shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from bot.contract.posts import Post
from bot.contract.snapshot import Done, QueueWish, SeatSnapshot
from bot.contract.table_settings import Settings
from bot.contract.tables import (
    Batch,
    Draft,
    Person,
    Place,
    PublicAsk,
    Refused,
    SeatInfo,
    Sheet,
    Standing,
    TableInfo,
    Window,
)
from bot.features.auto_answers.handlers import SetInAdvance
from bot.features.registered import ALL
from bot.games import screens_of
from bot.tables.game_service import GameService
from bot.tables.play import plans
from bot.tables.work.unit_of_work import Deps
from bot.ui.message_faults import faults, form_faults
from bot.ui.parts import Address, Button, Form, Menu, Pick, Screen, address, controls, custom_id, limits
from bot.ui.questions.game_screens import GameScreens
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from engine.core.ask import Picks, Request
from engine.core.auto_answers import LodgedPlan, RegionWatch, ahead, auto_answers_of, lodge_plan, verdict
from engine.core.errors import IllegalAnswer, NothingToUndo
from engine.core.game import Game, View
from engine.core.presentation import Presentation
from engine.core.table import Table
from engine.core.trial import Trial, continuations
from engine.games import PRESENTATIONS
from tests.facts import fact
from tests.ui.play.verbs import handlers
from tests.web.leftovers import leftovers

NOW = datetime(2025, 5, 1, 18, 40, tzinfo=UTC)
PLACE = Place(1, 2)


class FakeAdvance(SetInAdvance):
    """What is set in advance at a service that keeps it in memory."""

    def __init__(self, play: QuestionHandlers) -> None:
        super().__init__(play)
        self._fake = cast("FakeService", play.service)

    async def set_kind(self, table: str, person: Person, kind: str, value: str, seat: int) -> None:
        """As the service."""
        await self._fake.set_auto_answer(table, person, kind, value, seat=seat)

    async def plan(self, table: str, person: Person, moves: Sequence[str], line: str, given: Batch, seat: int) -> None:
        """As the service."""
        await self._fake.lodge(table, person, moves, line=line, given=given, seat=seat)

    async def carry_out(self, table: str, person: Person, seat: int) -> Done:
        """As the service."""
        return await self._fake.carry_out(table, person, seat=seat)


FEATURES = tuple(replace(one, advance=FakeAdvance) if one.name == "auto_answers" else one for one in ALL)


class FakeService(GameService):
    """Answers as the contract says, keeping everything in memory. Person n owns the n-th seat, or one person all."""

    def language(self, _person: int, locale: str) -> str:
        """Nobody has asked for another language than that of the client."""
        return locale.partition("-")[0]

    def __init__(self, table: Table[Any], *, alone: bool = False, guided: bool = False) -> None:
        self.table = table
        self.deps = cast("Deps", SimpleNamespace(features=FEATURES, left_out=frozenset()))
        self.game: Game[Any] = table.game
        self.alone = alone
        self.guided = guided
        self.drafts: dict[str, tuple[int, Draft]] = {}
        self.sealed: dict[str, Picks] = {}
        self.plans: plans.Plans = {}
        self.answers = 0
        self.given: set[object] = set()
        self.lodged: dict[str, LodgedPlan] = {}
        self.stands: list[str] = []
        self.posted: list[Post] = []

    @property
    def ask_no(self) -> int:
        """How many answers there were."""
        return self.table.record.first + len(self.table.record.entries) + 1

    def number_for(self, seat: str) -> int:
        """The number of what that seat is asked: how many answers there were that it may know of."""
        known = self.table.known_to(seat)
        return known.first + len(known.entries) + 1

    def person(self, seat: str) -> Person:
        """Who owns a seat."""
        number = list(self.game.seats(self.table.state)).index(seat) + 1
        return Person(1 if self.alone else number, "Ana" if self.alone or number == 1 else f"P{number}")

    def seats(self) -> tuple[SeatInfo, ...]:
        """All seats."""
        names = self.game.seats(self.table.state)
        by = [self.game.controller(self.table.state, n) for n in names]
        return tuple(SeatInfo(i, n, n, self.person(n), b) for i, (n, b) in enumerate(zip(names, by, strict=True), 1))

    def table_info(self) -> TableInfo:
        """The table."""
        pending = self.table.pending
        sealed = pending is not None and pending.sealed and not self.alone
        window = Window(pending.key, "long", NOW, NOW + timedelta(hours=2)) if pending and sealed else None
        return TableInfo(
            "1K9",
            self.game.name,
            self.game.title,
            getattr(self.table.state, "scenario", "standard"),
            "Standard",
            PLACE,
            Person(1, "Ana"),
            "running" if pending else "over",
            {},
            Settings(),
            self.seats(),
            1,
            6,
            0,
            self.ask_no,
            window=window,
            alone=self.alone,
            guided=self.guided,
        )

    def seat_of(self, person: Person, number: int | None) -> SeatInfo:
        """The seat meant: that number, else the one asked first."""
        own = [s for s in self.seats() if s.person and s.person.id == person.id]
        if not own or (number is not None and number not in {s.number for s in own}):
            raise Refused("no_seat")
        if number is not None:
            return next(s for s in own if s.number == number)
        return next((s for s in own if self.table.ask_of(s.seat) and s.seat not in self.sealed), own[0])

    async def sheet(self, table: str, person: Person, seat: int | None = None) -> Sheet:
        """Everything for a private screen."""
        info, own = self.table_info(), self.seat_of(person, seat)
        ask, pending, number = self.table.ask_of(own.seat), self.table.pending, self.number_for(own.seat)
        request = self.table.question_to(own.seat) if ask else None
        options = self.game.describe(self.table.state, request, ask) if request and ask else ()
        kept = self.drafts.get(own.seat)
        return Sheet(
            info,
            own,
            tuple(s for s in info.seats if s.person and s.person.id == person.id),
            number,
            request,
            ask,
            options,
            bool(pending and self.table.has_answered(own.seat)),
            self.sealed.get(own.seat),
            kept[1] if kept and kept[0] == number else None,
            self.table.view(own.seat),
            self.standing_now(info),
            self._undo_word(own.seat),
            given=frozenset(s.number for s in info.seats if self._has_given(s, person)),
        )

    def _has_given(self, seat: SeatInfo, person: Person) -> bool:
        return seat.person is not None and seat.person.id == person.id and self.table.has_answered(seat.seat)

    async def seat(self, table: str, person: Person, seat: int | None = None) -> SeatSnapshot:
        """All of it, and what may be tried."""
        sheet = await self.sheet(table, person, seat)
        return SeatSnapshot(sheet, Trial(self.table, sheet.seat.seat))

    def standing_now(self, info: TableInfo) -> Standing:
        """What everybody may see."""
        pending = self.table.pending
        asked = tuple(s for s in info.seats if pending and s.seat in pending.asked)
        public = self._public(pending, asked) if pending else None
        return Standing(info, self.table.view(None), public, self.table.outcome())

    def _public(self, pending: Request, asked: tuple[SeatInfo, ...]) -> PublicAsk:
        return PublicAsk(pending.key, fact(pending.prompt), asked, pending.sealed, pending.harm, pending.about)

    def _undo_word(self, seat: str) -> str:
        return self.table.why_barred(seat)

    async def answer(
        self,
        table: str,
        person: Person,
        ask_no: int | None,
        batch: Batch,
        *,
        seat: int | None = None,
        freely: bool = False,
    ) -> Done:
        """Answer, or seal."""
        mark = (person.id, ask_no, tuple(tuple(p) for p in batch))
        own, told = self.seat_of(person, seat), len(self.table.events)
        number = self.number_for(own.seat)
        if ask_no != number and mark in self.given:
            return replace(await self._done(person, told), repeated=True)
        if ask_no is not None and ask_no != number:
            raise Refused("stale")
        self.given.add(mark)
        if self.table.ask_of(own.seat) is None:
            raise Refused("not_asked")
        pending = self.table.pending
        if pending and pending.sealed and not self.alone:
            self.sealed[own.seat] = tuple(batch[0])
        else:
            self._submit(own.seat, batch)
        self.answers += 1
        return await self._done(person, told)

    def _submit(self, seat: str, batch: Batch) -> None:
        try:
            self.table.submit_batch(seat, batch)
            self.plans = plans.follow_plans(self.table, self.plans)
        except IllegalAnswer as error:
            raise Refused("not_an_option", reason=str(error)) from None
        self.drafts.pop(seat, None)

    async def _done(self, person: Person, told: int) -> Done:
        there = await self.seat("1K9", person)
        return Done(self.table_info(), tuple(self.table.events[told:]), there, undo=there.sheet.undoable)

    def close(self) -> None:
        """The window closes."""
        sealed, self.sealed = self.sealed, {}
        self.table.close(sealed)
        self.plans = plans.follow_plans(self.table, self.plans)

    async def lodge(
        self,
        table: str,
        person: Person,
        picks: Sequence[str] | None,
        watched: Sequence[RegionWatch] = (),
        *,
        line: str = "",
        given: Batch = (),
        seat: int | None = None,
    ) -> Done:
        """Lodge a plan; what it says is carried out when it is asked for."""
        known, own = auto_answers_of(self.game), self.seat_of(person, seat).seat
        position = ahead(self.table, own, [tuple(picks) for picks in given]) if known and picks is not None else None
        if position is None or picks is None:
            raise Refused("no_auto_answers")
        self.lodged[own] = lodge_plan(position, own, picks, watched, line)
        return await self._done(person, len(self.table.events))

    async def carry_out(self, table: str, person: Person, *, seat: int | None = None) -> Done:
        """The plan lodged answers what is asked now."""
        own, told = self.seat_of(person, seat).seat, len(self.table.events)
        plan, known = self.lodged.pop(own), auto_answers_of(self.game)
        assert known is not None
        said = verdict(Trial(self.table, own), known, plan, None, ())
        self.table.submit_batch(own, said.batch)
        return await self._done(person, told)

    async def queue(self, table: str, person: Person, wish: QueueWish, *, seat: int | None = None) -> Done:
        """Nothing can be queued here."""
        raise Refused("no_auto_answers")

    async def set_auto_answer(
        self, table: str, person: Person, kind: str, value: str, *, seat: int | None = None
    ) -> Done:
        """Keep what is set as a line."""
        if auto_answers_of(self.game) is None:
            raise Refused("no_auto_answers")
        self.stands.append(f"{kind}: {value}")
        return await self._done(person, len(self.table.events))

    async def unseal(self, table: str, person: Person, ask_no: int | None, *, seat: int | None = None) -> Done:
        """Take a sealed answer back."""
        self.sealed.pop(self.seat_of(person, seat).seat, None)
        return await self._done(person, len(self.table.events))

    async def save_draft(
        self, table: str, person: Person, ask_no: int, draft: Draft, *, seat: int | None = None
    ) -> Draft:
        """Keep a draft."""
        own = self.seat_of(person, seat).seat
        kept = self.drafts.get(own)
        if ask_no != self.number_for(own):
            raise Refused("stale")
        if kept and kept[0] == ask_no and kept[1].version != draft.version:
            raise Refused("other_device", draft=kept[1], at=NOW)
        saved = replace(draft, version=draft.version + 1)
        self.drafts[own] = (ask_no, saved)
        return saved

    async def follow(
        self, table: str, person: Person, ask_no: int | None, wishes: Mapping[str, Any], *, seat: int | None = None
    ) -> Done:
        """Answer by a plan that goes on."""
        own, told = self.seat_of(person, seat), len(self.table.events)
        key = self.table.pending.key if self.table.pending else ""
        kind = continuations(self.game).get(key)
        if kind is None:
            raise Refused("not_an_option")
        try:
            plan = kind.begin(self.table, own.seat, wishes)
        except IllegalAnswer as error:
            raise Refused("not_an_option", reason=str(error)) from None
        self.plans[own.number] = (key, plan)
        self.plans = plans.follow_plans(self.table, self.plans)
        self.drafts.pop(own.seat, None)
        return await self._done(person, told)

    async def undo(self, table: str, person: Person, *, seat: int | None = None) -> Done:
        """Take back."""
        try:
            self.table.undo(self.seat_of(person, seat).seat)
        except NothingToUndo:
            raise Refused("undo_nothing") from None
        return await self._done(person, len(self.table.events))

    async def info(self, table: str, person: Person | None = None) -> TableInfo:
        """The table."""
        return self.table_info()

    async def npc_hand(self, table: str, seat: str, person: Person | None = None) -> tuple[TableInfo, SeatInfo, View]:
        """The open hand of an NPC."""
        view = self.table.view(None)
        there = next((s for s in self.seats() if s.seat == seat), None)
        if there is None or PRESENTATIONS[self.table.game.name].summary.cards(view, seat) is None:
            raise Refused("secret")
        return self.table_info(), there, view

    async def table_in(self, channel: int, person: Person | None = None) -> TableInfo | None:
        """The table."""
        return self.table_info()

    async def at(self, table: str, person: Any, change: Any) -> Any:
        """What features do with tables is tried at real ones; here they are refused."""
        raise Refused("stale", table=table)

    @property
    def service(self) -> GameService:
        """The same as the contract has it."""
        return self


class Presser:
    """A person at a private screen, who can press nothing that is not there."""

    def __init__(self, handlers: Mapping[str, Handler], person: Person) -> None:
        self.handlers = handlers
        self.person = person
        self.at: Answer = Screen(())
        self.interactions = 0

    @classmethod
    def of(
        cls,
        fake: FakeService,
        presentation: Presentation,
        person: Person,
        games: Callable[[str], GameScreens] = screens_of,
    ) -> Presser:
        """A person with the screens of a presentation, and those that games add."""
        return cls(handlers(fake.service, lambda _: presentation, games), person)

    async def open(self) -> Screen:
        """Press My turn on a post."""
        return await self.go(Address("1k9", None, "seat"), private=False)

    async def go(
        self,
        where: Address,
        values: Sequence[str] = (),
        fields: Mapping[str, tuple[str, ...]] | None = None,
        *,
        private: bool = True,
    ) -> Screen:
        """Press something and get a screen; every screen and form must fit the limits of the design."""
        self.interactions += 1
        visit = Visit(
            self.person.id, 2, where.table, where.ask, where.verb, where.option, where.seat or None, tuple(values),
            fields or {}, private, self.person.name,
        )  # fmt: skip
        self.at = await self.handlers[where.verb](visit)
        wrong = form_faults(self.at, limits()) if isinstance(self.at, Form) else faults(self.at, limits())
        assert not wrong, (wrong, self.at)
        left = leftovers(self.at)
        assert left == [], left
        return self.at if isinstance(self.at, Screen) else Screen(())

    @property
    def screen(self) -> Screen:
        """The screen before the person."""
        assert isinstance(self.at, Screen), self.at
        return self.at

    def buttons(self) -> list[Button]:
        """Buttons that can be pressed."""
        return [c for c in controls(self.screen) if isinstance(c, Button) and not c.disabled]

    def menus(self) -> list[Menu]:
        """Menus of the screen."""
        return [c for c in controls(self.screen) if isinstance(c, Menu)]

    def text(self) -> str:
        """All the words of the screen."""
        return "\n".join(p.text for p in self.screen.parts if hasattr(p, "text"))

    async def press(self, label: str) -> Screen:
        """Press the button with that label."""
        button = next((b for b in self.buttons() if b.label == label or b.verb == label), None)
        assert button is not None, (label, self.screen)
        return await self.press_button(button)

    async def press_button(self, button: Button) -> Screen:
        """Press that button."""
        return await self.go(self.where(button))

    async def choose(self, verb: str, *values: str) -> Screen:
        """Choose from the menu of that verb, the one that has all of it where there are several."""
        there = [m for m in self.menus() if m.verb == verb]
        menu = next((m for m in there if {*values} <= {c.value for c in m.choices}), there[0])
        known = [c.value for c in menu.choices]
        assert all(v in known for v in values), (values, known)
        assert menu.least <= len(values) <= menu.most
        return await self.go(self.where(menu), [v for v in known if v in values])

    async def choose_in(self, option: str, *values: str) -> Screen:
        """Choose from the menu of that option, where several have one verb; or from its list in a form."""
        menu = next((m for m in self.menus() if m.option == option), None)
        if menu is None:
            return await self.fill_in({option: values})
        known = [c.value for c in menu.choices]
        assert all(v in known for v in values), (values, known)
        assert menu.least <= len(values) <= menu.most
        return await self.go(self.where(menu), [v for v in known if v in values])

    async def menus_form(self) -> dict[str, Pick]:
        """The lists of the form that stands for the menus of this screen."""
        await self.press("join_form")
        assert isinstance(self.at, Form), self.at
        lists = {field.key: field for field in self.at.fields if isinstance(field, Pick)}
        assert lists
        return lists

    async def fill_in(self, wanted: Mapping[str, Sequence[str]]) -> Screen:
        """Choose in that form; the other lists stay as they are."""
        lists = await self.menus_form()
        assert wanted.keys() <= lists.keys()
        fields = {key: tuple(c.value for c in one.choices if c.chosen) for key, one in lists.items()}
        for key, values in wanted.items():
            assert {*values} <= {c.value for c in lists[key].choices}
            assert lists[key].least <= len(values) <= lists[key].most
            fields[key] = tuple(values)
        return await self.fill(**fields)

    async def fill(self, **fields: str | tuple[str, ...]) -> Screen:
        """Fill in and send the form."""
        form = self.at
        assert isinstance(form, Form), form
        filled = {k: (v,) if isinstance(v, str) else v for k, v in fields.items()}
        where = address(form.address)
        assert where is not None
        return await self.go(where, fields={k: v for k, v in filled.items() if v != ("",)})

    def where(self, control: Button | Menu) -> Address:
        """Where a press of that control goes."""
        where = address(custom_id(self.screen, control))
        assert where is not None
        return where

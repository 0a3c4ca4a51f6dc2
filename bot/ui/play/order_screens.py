"""What a seat says ahead: its plan, its standing orders, and what they would have said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import groupby

from msgspec.structs import replace

from bot.lengths import LENGTHS
from bot.snapshot import KeptOrder, SeatOrders, SeatSnapshot
from bot.ui.parts import (
    DESIGN,
    Button,
    Form,
    Line,
    Menu,
    MenuChoice,
    Note,
    Part,
    Row,
    Screen,
    Text,
    choice,
    rows,
    short,
)
from bot.ui.play.frame import civ_name, screen
from bot.ui.play.order_lists import LINE, list_name, longer, rests, thing_name, way_name
from bot.ui.play.queue_screens import ELSE, queue_controls, queued_parts
from bot.values import Sheet
from engine.core.game import View
from engine.core.naming import told
from engine.core.order_lines import WrongOrder
from engine.core.orders import ALL, BELOW, SET, OrderKind, RegionWatch, StandingOrder, Verdict
from engine.core.presentation import Presentation
from engine.core.said import SEMICOLON, Said, listed, strung
from engine.core.text import cut, known, own, plainly, sentence, told_of, words

LIMITS = (3, 5, 10)
STOPPED = "order.stopped"
PLANNED = 400
ROOM = 2600  # for what is queued and what stands; of very much the last is left to the menu
LEAST = 900
ALIKE = 3
TRIED = 30
SHORTEST = 20
MENU = 25
COUNTED = re.compile("^vp_(?=[0-9])")
UNDERSTOOD = 12  # of the words that would have been understood


def kind_name(presentation: Presentation, kind: str) -> str:
    """What is ordered: `Taxes`."""
    return words(own(presentation.names.game, f"order.kind.{kind}"))


def order_name(presentation: Presentation, order: StandingOrder) -> str:
    """How it is to be done: `what silence does, up to 5`."""
    game = presentation.names.game
    way = way_name(presentation, order)
    way = list_name(presentation, order, way) if order.things else way
    way = words("order.text.this_turn", way=way) if order.this_turn else way
    way = way if order.most is None else words(f"{game}.order.most.{order.kind}", way=way, n=order.most)
    if order.when:
        said = [_condition(presentation, order.kind, name, what) for name, what in order.when]
        way = words("order.text.when", way=way, what=sentence(listed(said)) if order.every else _either(said))
    if order.unless:
        excepted = [_condition(presentation, order.kind, name, what) for name, what in order.unless]
        way = words("order.text.unless", way=way, what=_either(excepted))
    if not order.otherwise:
        return way
    other = replace(order, way=order.otherwise, when=(), otherwise="", unless=())
    return words("order.text.otherwise", way=way, other=order_name(presentation, other))


def order_told(presentation: Presentation, order: StandingOrder) -> str:
    """The order in one line of a list; where it is too long, what it is about is cut, and not how it is done."""
    kind, how = kind_name(presentation, order.kind), order_name(presentation, order)
    room = LINE - len(told_of("", how))
    return told_of(short(kind, room), how) if room >= min(len(kind), SHORTEST) else short(how, LINE)


def _either(said: Sequence[str]) -> str:
    """Any of several: `a or b`."""
    return reduce(lambda one, other: words("order.text.either", one=one, other=other), said)


def _condition(presentation: Presentation, kind: str, name: str, what: str) -> str:
    """On what an order depends: `it hits Memphis`, `you have fewer than 20 disks`."""
    what = COUNTED.sub("", what.removeprefix(BELOW))
    thing = thing_name(presentation, what) if what and not what.isdigit() else what
    one = own(presentation.names.game, f"order.when.{kind}_{name}")
    key = own(presentation.names.game, f"order.when.{name}") if one.startswith("order.") else one
    return words(key, what=thing)


def lies_there(
    orders: SeatOrders | None, presentation: Presentation, view: View, beside: Sequence[Button] = ()
) -> list[Part]:
    """Which orders lie there, and the way to them: on My seat where nothing is asked. `beside`: what stands with it."""
    if orders is None:
        return list(rows(beside))
    queue = queued_parts(orders, presentation, view)
    buttons = [Button(words("order.button.plan"), "ahead", lasting=True)] if orders.ahead and not orders.plan else []
    buttons += [Button(words("order.button.orders"), "orders", lasting=True), *beside]
    told_of = [words("order.text.planned_short")] if orders.plan else []
    told_of += [words("order.text.standing_short", n=len(orders.standing))] if orders.standing else []
    said = words("order.text.lies", what=listed(told_of)) if told_of else words("order.text.none")
    if orders.certain and not orders.plan:
        said = f"{words('order.text.may_now')} {said}"
    if queue and not told_of:
        return [*queue, *rows(buttons)]
    return [*queue, Text(said), *rows(buttons)]


def stopped_line(orders: SeatOrders | None, presentation: Presentation) -> str:
    """Why the owner is asked after all, as long as an order has stopped at what is asked now."""
    if orders is None or orders.stopped is None or not orders.stopped.now:
        return ""
    return told(sentence(Said(STOPPED, {"why": orders.stopped.why})), presentation.names)


def _last_stop(orders: SeatOrders, presentation: Presentation) -> Text | None:
    """Which order has stopped last, and why."""
    if orders.stopped is None:
        return None
    by, why = orders.stopped.by, told(sentence(orders.stopped.why), presentation.names)
    what = kind_name(presentation, by) if by in orders.kinds else words("order.text.planned_one")
    return Text(words("order.text.stopped", what=what, why=why))


def orders_screen(there: SeatSnapshot, presentation: Presentation, *, kind: str = "") -> Screen:
    """All orders of a seat. With `kind` the ways in which that can be ordered."""
    sheet, orders = there.sheet, there.orders or SeatOrders()
    title = Text(f"### {words('order.text.title')} · {civ_name(presentation, sheet.seat)}")
    standing = _all_standing(presentation, orders.standing)
    queue = queued_parts(orders, presentation, sheet.view)
    room = ROOM - sum(len(part.text) for part in queue if isinstance(part, Text))
    said = cut("\n".join(standing), max(room, LEAST)) or words("order.text.no_standing")
    shown: list[Part | None] = [
        title,
        Text(_planned(orders)) if orders.plans else None,
        _plan_row(orders),
        Text(f"{said}\n-# {words('order.text.unseen')}"),
        _last_stop(orders, presentation),
        *queue,
        *queue_controls(orders, presentation, sheet.view),
    ]
    shown += [*_kinds(presentation, orders.kinds, kind), *_ways(presentation, orders, kind)]
    shown += [_sets(presentation, orders)]
    last = orders.queue.entries[-1].kind if orders.queue and orders.queue.entries else ""
    buttons = [Button(words("queue.button.other"), "q_next", f"{last}/{ELSE}")] if last in orders.queueable else []
    buttons += [Button(words("order.button.try"), "ord_try", lasting=True)] if standing or last else []
    buttons += [Button(words("order.button.line"), "ord_line", kind, lasting=True)] if kind in orders.kinds else []
    buttons += [*_all_at_once(orders), Button(words("order.button.seat"), "seat", lasting=True)]
    return screen(sheet, [*shown, *rows(buttons)])


def set_name(presentation: Presentation, name: str) -> str:
    """What a set of orders is called."""
    return words(own(presentation.names.game, f"order.set.{name}"))


def _sets(presentation: Presentation, orders: SeatOrders) -> Menu | None:
    """The sets that can be ordered at once, each with what it says."""
    choices = [
        choice(f"{SET}: {name}", set_name(presentation, name), _said_by(presentation, said))
        for name, said in orders.sets.items()
    ]
    return Menu(words("order.text.sets"), "ord_set", tuple(choices), SET, lasting=True) if choices else None


def _said_by(presentation: Presentation, said: Sequence[StandingOrder]) -> str:
    told = [told_of(kind_name(presentation, one.kind), order_name(presentation, one)) for one in said]
    return sentence(strung(told, SEMICOLON))


def _all_at_once(orders: SeatOrders) -> list[Button]:
    """That nothing more is answered or done, or that all orders go on."""
    going = any(not kept.paused for kept in orders.standing) or orders.plan or (orders.queue and orders.queue.entries)
    if not going and not orders.standing:
        return []
    label, line = ("stop_all", f"{ALL}: pause") if going else ("resume_all", f"{ALL}: resume")
    return [Button(words(f"order.button.{label}"), "ord_set", line, lasting=True)]


def _all_standing(presentation: Presentation, standing: Sequence[KeptOrder]) -> list[str]:
    """A line for each order, or for all of `ALIKE` and more that say and do the same."""
    alike: dict[tuple[str, int, bool], list[KeptOrder]] = {}
    for kept in standing:
        alike.setdefault((order_name(presentation, kept.order), kept.acts, kept.paused), []).append(kept)
    lines: list[str] = []
    for (how, _, _), those in alike.items():
        together = [those] if len(those) >= ALIKE else [[one] for one in those]
        lines += [_standing(presentation, how, some) for some in together]
    return lines


def _standing(presentation: Presentation, how: str, those: Sequence[KeptOrder]) -> str:
    kinds = [kind_name(presentation, one.order.kind) for one in those]
    line = words(f"order.text.{'together' if those[1:] else 'line'}", what=sentence(strung(kinds, SEMICOLON)), how=how)
    line = f"{line} {words('order.text.acts', n=those[0].acts)}" if those[0].acts else line
    return f"{line} {words('order.text.pauses')}" if those[0].paused else line


def _planned(orders: SeatOrders) -> str:
    """What is planned, or whether anything can be."""
    if orders.plan is None:
        now = f"{words('order.text.may_now')} " if orders.certain else ""
        return now + words("order.text.may_plan" if orders.ahead else "order.text.no_plan")
    line = short(orders.plan.line or ", ".join(orders.plan.picks) or words("order.text.nothing"), PLANNED)
    said = words("order.text.planned", line=line)
    return f"{said} {words('order.text.certain')}" if orders.certain else said


def _plan_row(orders: SeatOrders) -> Row | None:
    change = words("order.button.change" if orders.plan else "order.button.plan")
    buttons = [Button(change, "ahead", style="primary", lasting=True)] if orders.ahead else []
    buttons += [Button(words("order.button.withdraw"), "ahead_off", lasting=True)] if orders.plan else []
    return Row(tuple(buttons)) if buttons else None


def _kinds(presentation: Presentation, kinds: Mapping[str, OrderKind], chosen: str) -> list[Menu]:
    """What can be ordered."""
    choices = [choice(kind, kind_name(presentation, kind), chosen=kind == chosen) for kind in kinds]
    return menus(words("order.text.kinds"), "ord_kind", choices)


def menus(placeholder: str, verb: str, choices: Sequence[MenuChoice]) -> list[Menu]:
    """As few menus as hold all of the choices, of about the same length, with their numbers where there are several."""
    of = -(-len(choices) // MENU)
    ends = [len(choices) * n // of for n in range(of + 1)] if of else []
    return [
        Menu(_numbered(placeholder, n, of), verb, tuple(choices[ends[n] : ends[n + 1]]), "more" * n, lasting=True)
        for n in range(of)
    ]


def _numbered(placeholder: str, n: int, of: int) -> str:
    return words("order.text.numbered", what=placeholder, n=n + 1, of=of) if of > 1 else placeholder


def _ways(presentation: Presentation, orders: SeatOrders, kind: str) -> list[Menu]:
    """The ways to do one thing, that it pauses or is no longer ordered among them."""
    if kind not in orders.kinds:
        return []
    kept = [one for one in orders.standing if one.order.kind == kind]
    lines = [order for order in possible(orders.kinds) if order.kind == kind]
    lines += [order for order in conditional(orders.kinds, ()) if order.kind == kind]
    things = kept[0].order.things if kept else ()
    choices = [MenuChoice(order.line, short(order_name(presentation, order), 100)) for order in lines if not things]
    now = kept[0].order if kept else lines[0]
    lists = [*rests(presentation, lines, things), *longer(presentation, orders.kinds, now)]
    choices += [MenuChoice(line, name) for line, name in lists]
    pausing = "resume" if any(one.paused for one in kept) else "pause"
    ends = (
        [choice(f"{kind}: {pausing}", words(f"order.text.{pausing}")), choice(f"{kind}:", words("order.text.off"))]
        if kept
        else []
    )
    return menus(words("order.text.how"), "ord_set", [*ends, *choices])


def possible(kinds: Mapping[str, OrderKind]) -> Iterable[StandingOrder]:
    """Every standing order that can be chosen from a list."""
    for name, kind in kinds.items():
        for way in kind.ways:
            yield StandingOrder(name, way)
            if kind.this_turn:
                yield StandingOrder(name, way, this_turn=True)
            if kind.limited:
                yield from (StandingOrder(name, way, n) for n in LIMITS)


def conditional(kinds: Mapping[str, OrderKind], areas: Iterable[str]) -> Iterable[StandingOrder]:
    """Standing orders under one condition: all that need no name, the only one that fits, or one of these areas."""
    named = {"", *areas}
    for name, kind in kinds.items():
        for word, fitting in kind.conditions.items():
            for what in sorted(fitting if len(fitting) == 1 else named & fitting):
                yield from (StandingOrder(name, way, when=((word, what),)) for way in kind.ways[1:] or kind.ways)


def tried_screen(
    there: SeatSnapshot, presentation: Presentation, tried: Sequence[tuple[str, Verdict]], queue: Sequence[str] = ()
) -> Screen:
    """What the standing orders would have said to the questions of the last turn, and what of the queue fits now."""
    title = Text(f"### {words('order.text.tried')} · {civ_name(presentation, there.sheet.seat)}")
    kinds = there.orders.kinds if there.orders else {}
    lines = _counted(_tried(presentation, said, kinds) for _, said in tried if said.by)[:TRIED]
    row = Row((Button(words("order.button.orders"), "orders", lasting=True),))
    shown: list[Part] = [Text("\n".join((f"**{words('queue.text.tried')}**", *queue)))] if queue else []
    shown += [title, Text("\n".join(lines) or words("order.text.tried_none"))] if lines or not queue else []
    return screen(there.sheet, [*shown, row])


def _counted(lines: Iterable[str]) -> list[str]:
    """Each line once, with how often it follows itself."""
    runs = ((line, len(list(same))) for line, same in groupby(lines))
    return [words("order.text.repeated", line=line, n=n) if n > 1 else line for line, n in runs]


def _tried(presentation: Presentation, said: Verdict, kinds: Mapping[str, OrderKind]) -> str:
    what = kind_name(presentation, said.by)
    if said.why:
        return words("order.text.would_stop", what=what, why=told(sentence(said.why), presentation.names))
    things = set(kinds[said.by].things.values()) if said.by in kinds else set[str]()
    named = [(pick, thing_name(presentation, pick) if pick in things else "") for batch in said.batch for pick in batch]
    picks = listed([name or _named(presentation, said.by, pick) for pick, name in named])
    return words("order.text.would", what=what, picks=picks)


def _named(presentation: Presentation, kind: str, pick: str) -> str:
    """What an order would pick: by a text of its own, a number of cards and what they are against by their names."""
    thing, *behind = pick.split(":")
    named = [thing_name(presentation, one) for one in behind]
    ways = (
        own(presentation.names.game, f"order.{way}") for way in (f"way.{kind}_{thing}", f"way.{thing}", f"pick.{thing}")
    )
    said = next((words(way, what=", ".join(named)) for way in ways if known(way)), "")
    if thing.isdigit() and behind:
        return ", ".join([thing_name(presentation, thing), *named])
    if said:
        return said
    aside = [_aside(presentation, one) for one in behind]
    return f"{thing_name(presentation, thing)} {' '.join(aside)}".strip()


def _aside(presentation: Presentation, word: str) -> str:
    """What stands behind a place: by a text of its own, such as what pays for a city there, else as it is."""
    key = own(presentation.names.game, f"order.pick.{word}")
    return f"({words(key)})" if known(key) else word


def wrong_order(presentation: Presentation, kinds: Mapping[str, OrderKind], line: str, wrong: WrongOrder) -> str:
    """Which word of a line is not understood, what is understood there, and how such a line may look."""
    said = [words("order.text.not_understood", line=cut(plainly(line), LENGTHS.order), why=sentence(wrong.why))]
    if wrong.known:
        kind = kinds.get(wrong.kind)
        shown = [_understood(presentation, kind, one) for one in wrong.known[:UNDERSTOOD]]
        shown += ["…"] * (len(wrong.known) > UNDERSTOOD)
        said.append(words("order.text.understood", what=sentence(strung(shown))))
    example = _example(presentation, wrong.kind)
    return " ".join([*said, words("order.text.for_example", line=f"{wrong.kind}: {example}")] if example else said)


def _understood(presentation: Presentation, kind: OrderKind | None, word: str) -> str:
    """A word as it is typed, with the name of the card that it stands for."""
    cards = {*kind.things.values(), *kind.typed.values()} - {*kind.ways} if kind else set[str]()
    return f"`{word}` ({thing_name(presentation, word)})" if word.isdigit() and word in cards else f"`{word}`"


def _example(presentation: Presentation, kind: str) -> str:
    """How an order of that kind may be typed; nothing where no text says it."""
    key = own(presentation.names.game, f"order.example.{kind}")
    return words(key) if key.startswith(f"{presentation.names.game}.") else ""


def order_form(there: SeatSnapshot, presentation: Presentation, kind: str, typed: str = "", wrong: str = "") -> Form:
    """The form in which an order of that kind is typed: what stands of it, and how one may look."""
    orders = there.orders or SeatOrders()
    kept = [one.order.line for one in orders.standing if one.order.kind == kind]
    ways = orders.kinds[kind].ways if kind in orders.kinds else ()
    shown = f"{kind}: {_example(presentation, kind) or ' | '.join(ways)}"
    line = Line("ordered", kind_name(presentation, kind), typed or _first(kept, kind), shown, shown, 1)
    notes = (Note(wrong),) if wrong else ()
    title = short(words("order.form.order_title"), DESIGN.title)
    info = there.sheet.info
    return Form(title, (*notes, line), "ord_typed", kind, info.id.lower(), seat=there.sheet.seat.number)


def _first(kept: Sequence[str], kind: str) -> str:
    """The first line of that kind that can be typed anew, else what one begins with."""
    return next((line for line in kept if len(line) <= LENGTHS.order), f"{kind}: ")


def plan_form(sheet: Sheet, orders: SeatOrders, presentation: Presentation, typed: str = "", wishes: str = "") -> Form:
    """The form for a plan, and for when its owner wants to be asked after all."""
    line = typed or (orders.plan.line if orders.plan else "")
    example = words(own(presentation.names.game, "order.form.example"))
    where = wishes or (_wishes(presentation, orders.plan.watched) if orders.plan else "")
    fields = (
        Line("line", words("order.form.line"), line, example, least=1, long=True),
        Line(
            "watch", words("order.form.watch"), where, words(own(presentation.names.game, "order.form.watch_example"))
        ),
    )
    return Form(words("order.form.title"), fields, "ahead_sent", table=sheet.info.id.lower(), seat=sheet.seat.number)


def _wishes(presentation: Presentation, watched: Sequence[RegionWatch]) -> str:
    """Wishes as they can be typed again."""
    names = presentation.names
    found = [(one.seat, names.name("area", area)) for one in watched for area in one.areas]
    return ", ".join(f"{names.name('civ', seat)}: {area}" if seat else area for seat, area in found)

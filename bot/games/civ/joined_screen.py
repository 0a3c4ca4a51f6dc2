"""Ships, cities with money cards, advances with what pays, what a calamity costs: one screen each, confirmed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from bot.games.civ.fleet import (
    MOVES,
    bought_advances,
    brings_rates,
    is_aboard,
    moves_parts,
    plan_moves,
    send_label,
    tax_menu,
)
from bot.games.civ.joined import (
    BUILD,
    BUY,
    CARDS,
    CITY,
    COUNTED,
    ESCAPE,
    GROWTH,
    KEEP,
    LESS,
    ONE_BY_ONE,
    PAY,
    SEND,
    STOPS,
    TOLLS,
    TYPE,
    TYPED,
    VERB,
    JoinedStep,
    picks_of,
    walk_steps,
)
from bot.games.civ.joined_form import few_menus
from bot.ui.parts import (
    DESIGN,
    Button,
    Field,
    Form,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    ScreenBoard,
    Text,
    choice,
    limits,
    number,
    short,
)
from bot.ui.questions import division
from bot.ui.questions.controls import as_choice
from bot.ui.questions.draft import DraftAnswers, DraftState, draft_state
from bot.ui.questions.frame import dropped_line, foot, heading, screen
from bot.ui.questions.giving_up import asked_once
from bot.ui.questions.groups import find_group, group_menu, group_options, rank_options
from bot.ui.questions.question_screen import board_of
from engine.civ.money import LATER
from engine.civ.presentation.facts import card_price, purchase
from engine.civ.presentation.tolls import BRIBES, TOWNS, toll, units_text
from engine.core.ask import Option
from engine.core.message import Message
from engine.core.text import capital, list_parts, sentence, thing

TIMES: Final = "x"
VALUES: Final = ("n", "area", "total", "points", "victim", "price")
MOST_FACTS: Final = 1400
MOST_LOST: Final = 300
MOST_CARDS: Final = 5
DROP: Final = "drop"


def joined_screen(stage: DraftState) -> Screen:
    """Return all questions of the screen with what is chosen for them, and one button that sends it."""
    steps = walk_steps(stage)
    whole, march = complete(stage, steps), plan_moves(stage, steps)
    shown = questions(stage, steps)
    told = [t for t in (whole.question_facts(), purchase(whole.scene), beyond(stage, steps), tally(stage, steps)) if t]
    texts = [Text(short("\n".join(told), MOST_FACTS))] if told else []
    said = {**_values(steps[0]), "prompt": _prompt(stage, steps[0])}
    title = heading(
        stage, stage.name_tokens(stage.words_or(_worded(stage, steps[0], "title"), "play.title.any", **said))
    )
    taxes = tax_menu(stage, bought_advances(steps)) if march is not None or brings_rates(steps) else []
    asked = few_menus(stage, shown, moves_parts(stage, march), taxes)
    ends = [_send(stage, steps, march), _foot(stage)]
    made = screen(stage.sheet, [title, *dropped_line(stage), *texts, *asked, *ends])
    return msgspec.structs.replace(made, board=_board(stage, whole, march)) if stage.work.notes else made


def _board(stage: DraftState, whole: DraftState, march: DraftState | None) -> ScreenBoard:
    """Return the board with all that is chosen, the moves behind it included."""
    if march is None:
        return ScreenBoard(whole.view, stage.sheet.view)
    return msgspec.structs.replace(board_of(march), before=stage.sheet.view, less=LESS, option=MOVES)


def questions(stage: DraftState, steps: Sequence[JoinedStep]) -> list[Part]:
    """Return the controls of each question under its name."""
    return [part for same in _by_id(steps) for part in _part(stage, same)]


def complete(stage: DraftState, steps: Sequence[JoinedStep]) -> DraftState:
    """Return the stage with every answer of the screen given."""
    return draft_state(stage.there, stage.presentation, DraftAnswers(tuple(step.picks for step in steps)), stage.makers)


def _foot(stage: DraftState) -> Row:
    """The usual foot, with a way back to what silence means once something has been chosen."""
    if not stage.work.notes or stage.work.whole:
        return foot(stage)
    again, row = Button(stage.words("play.button.start_over"), "over"), foot(stage)
    return Row((*row.buttons[: DESIGN.buttons - 1], again))


def _by_id(steps: Sequence[JoinedStep]) -> list[list[JoinedStep]]:
    """Return the steps by menu, even if other questions come in between, such as that for a city's settlers."""
    found = dict[str, list[JoinedStep]]()
    for step in steps:
        found.setdefault(step.id, []).append(step)
    return list(found.values())


def _prompt(stage: DraftState, step: JoinedStep) -> str:
    return stage.name_tokens(sentence(step.request.said)).rstrip(".")


def _part(stage: DraftState, same: Sequence[JoinedStep]) -> list[Part]:
    """The controls of one question, under its name."""
    step = same[0]
    if step.ask.caps:
        return _division(stage, step)
    menus = MENUS.get(step.key, _menu)(stage, same)
    return [Text(_label(stage, step)), *menus] if menus else []


def _label(stage: DraftState, step: JoinedStep) -> str:
    """Return what the menu below is for."""
    return f"**{stage.name_tokens(stage.words(_worded(stage, step, 'label'), **_values(step)))}**"


def _worded(stage: DraftState, step: JoinedStep, of: str) -> str:
    """Return the key of a title or label; another one if the seat itself is hit."""
    key = f"play.joined.{of}.{step.key}"
    if _are_counted(step) and stage.has(several := f"{key}.several"):
        return several
    hit = str(step.request.said.values.get("victim", "")) == thing("civ", stage.seat)
    return own if hit and stage.has(own := f"{key}.own") else key


def _values(step: JoinedStep) -> dict[str, str]:
    """The values of a question in words, names as tokens."""
    said: dict[str, object] = {**dict.fromkeys(VALUES, ""), **step.request.said.values}
    return {name: sentence(value) if isinstance(value, Message) else str(value) for name, value in said.items()}


def beyond(stage: DraftState, steps: Sequence[JoinedStep]) -> str:
    """Return which choices can't be had together: too expensive, or the pieces are used up."""
    firsts = [same[0] for same in _by_id(steps) if same[0].key in AGAIN]
    lost = [
        replace(stage, request=step.request, ask=step.ask, options=step.options).option(pick).label
        for step in firsts
        for pick in stage.work.notes.get(step.id, ())
        if pick in step.ask.options and pick not in picks_of(steps, step.id)
    ]
    return stage.words("play.joined.beyond", list=list_parts(lost, MOST_LOST)) if lost and not stage.work.whole else ""


def tally(stage: DraftState, steps: Sequence[JoinedStep]) -> str:
    """Return what the present choices lose or take; empty if the question is no toll."""
    if stage.key not in TOLLS:
        return ""
    asked, cards = steps[0].request.said.values, [pick for one in steps if one.key == BRIBES for pick in one.picks]
    key = ESCAPE if _are_counted(steps[0]) else stage.key
    return toll(stage.scene, key, towns_of(steps), units_of(steps), asked, _count(steps), cards)


def _are_counted(step: JoinedStep) -> bool:
    """Whether so many money cards go at once, whatever their piles: Corruption asks for one after another."""
    return step.key == BRIBES and step.ask.least > 1


def named_options(stage: DraftState, step: JoinedStep) -> list[Option]:
    """Return the options of a question in plain words, what ends it left out."""
    here = replace(stage, request=step.request, ask=step.ask, options=step.options)
    return [here.option(token) for token in step.ask.options if token not in STOPS]


def listed_options(stage: DraftState, step: JoinedStep) -> list[Option]:
    """Return them in the order of their list. In a long one of new ships those that take fewest tokens come first, so
    that no harbour is far down.
    """
    options = named_options(stage, step)
    if step.key == BUILD and len(options) > limits().menu:
        options = [replace(option, rank=number(option.token.rpartition(":")[2]) or 0) for option in options]
    return rank_options(options)


def _menu(stage: DraftState, same: Sequence[JoinedStep]) -> list[Part]:
    """One menu of all that can be chosen, in groups if there are many."""
    step, chosen = same[0], picks_of(same, same[0].id)
    options = listed_options(stage, step)
    groups = group_options(options, stage.regions)
    group = find_group(groups, stage.work.group) if groups else None
    choices = [
        times_chosen(as_choice(o, chosen=o.token in chosen), chosen) for o in (group.options if group else options)
    ]
    again = step.key in AGAIN or (step.key in ONE_BY_ONE and step.ask.most == 1)
    least, most = (0, len(choices)) if again else (step.ask.least, step.ask.most)
    menu = _choices(stage, step, choices, min(least, len(choices)), most)
    return [*([group_menu(groups, group)] if group else []), *menu]


def times_chosen(one: MenuChoice, chosen: Sequence[str]) -> MenuChoice:
    """Return the choice with how often it is chosen, if more than once: two ships of a harbour."""
    n = chosen.count(one.value)
    return msgspec.structs.replace(one, label=f"{one.label} (×{n})") if n > 1 else one


def _choices(stage: DraftState, step: JoinedStep, choices: Sequence[MenuChoice], least: int, most: int) -> list[Part]:
    """A menu; what is past the most that one holds can be typed."""
    usual, there = f"play.joined.none.{step.key}", tuple(choices[: limits().menu])
    placeholder = stage.words_or(usual, "play.joined.none.any")
    return [Menu(placeholder, VERB, there, step.id, least, min(most, len(there)))] if there else []


def _keep(stage: DraftState, same: Sequence[JoinedStep]) -> list[Part]:
    """One of few ways, one of which is chosen always; `treasury` is a way like another here."""
    step = same[0]
    here = replace(stage, request=step.request, ask=step.ask, options=step.options)
    choices = [as_choice(here.option(token), chosen=token in step.picks) for token in step.ask.options]
    return _choices(stage, step, choices, 1, 1)


def _cards(stage: DraftState, same: Sequence[JoinedStep]) -> list[Part]:
    """Return the choice of how many cards from which pile, or after the seat's own draw."""
    step, bought = same[0], picks_of(same, same[0].id)
    treasury = number(str(step.request.said.values.get("treasury", ""))) or 0
    choices = [one for option in named_options(stage, step) for one in _counts(stage, option, treasury, bought)]
    return _choices(stage, step, choices, 0, len(choices))


def _counts(stage: DraftState, option: Option, treasury: int, bought: Sequence[str]) -> list[MenuChoice]:
    """One card of a pile, two and so on, as far as treasury goes; a word such as `later` once."""
    pile = number(option.token)
    if pile is None:
        return [as_choice(option, chosen=option.token in bought)]
    price, found = card_price(stage.sheet.view, stage.seat, pile), list[MenuChoice]()
    for n in range(1, min(treasury // price, MOST_CARDS) + 1):
        label = stage.words("play.joined.cards", n=n, pile=option.label, price=n * price)
        found.append(choice(f"{option.token}{TIMES}{n}", label, chosen=bought.count(option.token) == n))
    return found


def _pay(stage: DraftState, same: Sequence[JoinedStep]) -> list[Part]:
    """Money cards that pay; as it suits best without any."""
    step, paying = same[0], picks_of(same, same[0].id)
    here = replace(stage, request=step.request, ask=step.ask, options=step.options)
    choices = [as_choice(here.option(t), chosen=t in paying or t in step.picks) for t in step.ask.options]
    choices = [one for one in choices if one.value != "treasury"]
    return _choices(stage, step, choices, 1, len(choices))


MENUS: Final[Mapping[str, Callable[[DraftState, Sequence[JoinedStep]], list[Part]]]] = {
    KEEP: _keep,
    CARDS: _cards,
    PAY: _pay,
}
AGAIN: Final = frozenset({"ships.build", CITY, BUY})


def _division(stage: DraftState, step: JoinedStep) -> list[Part]:
    """Return how a sum is divided, with a menu of what bears most of it, and a line to type."""
    here = division_state(stage, step)
    caps = zip(step.ask.options, step.ask.caps, strict=True)
    bears = [
        replace(here.option(token), hint=stage.words_or(f"play.joined.bears.{step.key}", "play.joined.bears", n=n))
        for token, n in caps
    ]
    told = short(f"{_label(stage, step)} {division.division_line(here)}", MOST_FACTS)
    menu = _choices(stage, step, [as_choice(option) for option in bears], 1, 1)
    return [Text(told), *menu, Row((Button(stage.words("play.button.type_parts"), TYPE, step.id),))]


def toll_line(stage: DraftState) -> str:
    """Return the choices as a line to type: `city gaul, rome 2`."""
    steps = walk_steps(stage)
    here = [division_state(stage, step) for step in steps]
    towns = [
        f"city {one.option(pick).label}"
        for one, step in zip(here, steps, strict=True)
        if step.key in TOWNS
        for pick in step.picks
    ]
    return ", ".join([*towns, *(division.division_line(one) for one in here if one.ask is not None and one.ask.caps)])


def division_state(stage: DraftState, step: JoinedStep) -> DraftState:
    """Return the stage at that question."""
    work = DraftAnswers(picks=step.picks)
    return replace(stage, request=step.request, ask=step.ask, options=step.options, work=work)


def division_form(stage: DraftState, step: JoinedStep) -> Form:
    """Return the form for such a line; of a calamity for all that it costs."""
    label, sheet = short(stage.words("play.form.parts"), DESIGN.title), stage.sheet
    field = division.field(division_state(stage, step))
    if stage.key in TOLLS:
        whole = field.label if len(walk_steps(stage)) == 1 else stage.words("play.form.line")
        field = msgspec.structs.replace(field, label=whole, value=toll_line(stage))
    fields: tuple[Field, ...] = (field,)
    return Form(label, fields, TYPED, step.id, sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)


def _send(stage: DraftState, steps: Sequence[JoinedStep], march: DraftState | None) -> Row:
    """Return the button that sends, labelled with what is done."""
    counts = {step.id.partition("#")[0]: 0 for step in steps}
    for step in steps:
        counts[step.key] += len([pick for pick in step.picks if pick not in STOPS[:1]])
    kept = sum(step.picks != (DROP,) for step in steps if step.key == KEEP)
    said = {"kept": kept, "cards": counts.get(CARDS, 0), "ships": counts.get("ships.build", 0)}
    said |= {"cities": counts.get(CITY, 0), "n": counts.get(BUY, 0)}
    later = any(step.picks == (LATER,) for step in steps)
    if stage.key in TOLLS or stage.key == GROWTH:
        return Row((Button(_toll_label(stage, steps), SEND, style="primary"),))
    if is_aboard(march):
        return Row((Button(stage.words("play.joined.send.aboard"), SEND, disabled=True),))
    key = f"play.joined.send.{stage.key}"
    usual = f"{key}.later" if later else f"{key}.none" if not any(said.values()) else _only(stage, key, said)
    label = send_label(stage, march, _bought_alone(stage, steps) or stage.words(usual, **said))
    does = any(said.values()) or (march is not None and bool(march.work.plan))
    return Row((Button(short(label, limits().label), SEND, style="primary" if does else "secondary"),))


def gives_up(stage: DraftState) -> bool:
    """Return whether every old ship goes although one could be kept, and none is built."""
    steps = walk_steps(stage)
    old = [step for step in steps if step.key == KEEP]
    built = picks_of(steps, BUILD)
    return any(len(step.ask.options) > 1 for step in old) and not built and all(s.picks == (DROP,) for s in old)


def giving_up(stage: DraftState) -> Screen:
    """Return the question before that."""
    steps = walk_steps(stage)
    n = sum(step.key == KEEP for step in steps)
    label = _send(stage, steps, plan_moves(stage, steps)).buttons[0].label
    title = stage.words(_worded(stage, steps[0], "title"))
    return asked_once(stage, title, stage.words("play.give_up.ships", n=n), label, SEND)


def _bought_alone(stage: DraftState, steps: Sequence[JoinedStep]) -> str:
    """Return the label of the button if a single advance is bought; else empty."""
    cards = picks_of(steps, BUY) if stage.key == BUY else ()
    what = stage.presentation.names.name("advance", cards[0]) if len(cards) == 1 else ""
    return stage.words(f"play.joined.send.{BUY}.one", what=what) if what else ""


def _toll_label(stage: DraftState, steps: Sequence[JoinedStep]) -> str:
    """`Lose 1 city and 3 tokens`."""
    key = f"play.joined.send.{stage.key}"
    cards = next((len(step.picks) for step in steps if _are_counted(step)), 0)
    if stage.key == ESCAPE and cards:
        return short(stage.words(f"{key}.cards", n=cards), limits().label)
    what = units_text(max(_count(steps), len(towns_of(steps))), sum(units_of(steps).values()))
    return short(capital(stage.words_or(key, "play.joined.send.toll", what=what)), limits().label)


def _count(steps: Sequence[JoinedStep]) -> int:
    """Return how many cities, where their number is asked before their names."""
    return next((number(step.picks[0]) or 0 for step in steps if step.key in COUNTED), 0)


def towns_of(steps: Sequence[JoinedStep]) -> list[str]:
    """Return the cities chosen."""
    return [pick for step in steps if step.key in TOWNS for pick in step.picks]


def units_of(steps: Sequence[JoinedStep]) -> dict[str, int]:
    """Return how sums are divided, by area."""
    return {area: n for step in steps if step.ask.caps for area, n in step.ask.parts(step.picks).items()}


def _only(stage: DraftState, key: str, said: Mapping[str, int]) -> str:
    """The text for one kind of thing where nothing else is chosen, if there is one."""
    there = [name for name, n in said.items() if n]
    one = f"{key}.{there[0]}" if len(there) == 1 else key
    return one if stage.has(one) else key

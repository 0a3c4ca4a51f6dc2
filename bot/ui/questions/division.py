"""A sum to be divided among options: a menu that gives what is left to one, or a line such as `north 2, east 1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.contract.tables import Refused
from bot.ui.parts import Button, Line, Menu, Part, Text, choice, limits, number, rows, short
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.groups import find_group, group_menu, group_options
from bot.ui.questions.resolve import Offered
from bot.ui.typed.grammar import items
from engine.core.ask import Ask, Option, Picks
from engine.core.text import words

SHOWN: Final = 900
MANY: Final = 6
LISTED: Final = 12
DIGITS: Final = 6


def controls(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    """Return what each may get, what the draft gives, and the buttons to continue."""
    ask = stage.ask
    if ask is None:
        return []
    groups = group_options(options, stage.regions)
    group = find_group(groups, stage.work.group) if groups else None
    here, caps = group.options if group else options, dict(zip(ask.options, ask.caps, strict=True))
    each = _room(here, caps)
    given = division_line(stage)
    done = words("play.divide.so_far", parts=given, n=_sum(ask, stage.picks), total=ask.total)
    texts: list[Part] = [Text(short(told, SHOWN)) for told in (each, done if given else "") if told]
    left: list[Part] = [group_menu(groups, group)] if group and _sum(ask, stage.picks) < ask.total else []
    return [*texts, *left, *_menu(stage, ask, here), *_less(stage, ask), *rows(_buttons(stage, ask))]


def _room(here: Sequence[Option], caps: Mapping[str, int]) -> str:
    """Return what each may get: one by one if they differ or are few; of very many only the menu says it."""
    most = {caps[option.token] for option in here}
    if len(here) > MANY and len(most) == 1:
        return words("play.divide.each", n=most.pop())
    if len(here) > LISTED:
        return ""
    return ", ".join(words("play.divide.room", what=option.label, n=caps[option.token]) for option in here)


def _menu(stage: DraftState, ask: Ask, options: Sequence[Option]) -> list[Part]:
    """Return the menu for what is left; empty if nothing is."""
    open_ = [option for option in options if room(ask, stage.picks, option.token)]
    if not open_:
        return []
    choices = tuple(
        choice(o.token, o.label, words("play.divide.gets", n=room(ask, stage.picks, o.token)), on=o.on) for o in open_
    )
    return [Menu(words("play.divide.rest", n=ask.total - _sum(ask, stage.picks)), "part", choices)]


def _less(stage: DraftState, ask: Ask) -> list[Part]:
    """Return the menu to reduce what was given; empty if there are too many for a menu."""
    fewer = [(option, n) for option, given in ask.parts(stage.picks).items() for n in range(given - 1, -1, -1)]
    if not fewer or len(fewer) > limits().menu:
        return []
    keys = [(option, n, "play.divide.only" if n else "play.divide.none") for option, n in fewer]
    said = [(f"{option}:{n}", words(key, what=stage.option(option).label, n=n)) for option, n, key in keys]
    choices = tuple(choice(value, label) for value, label in said)
    return [Menu(words("play.divide.less"), "part_less", choices)]


def _buttons(stage: DraftState, ask: Ask) -> list[Button]:
    legal = ask.refusal(stage.picks) is None
    send = Button(words("play.button.divide"), "go", style="primary", disabled=not legal)
    typing = Button(words("play.button.type_parts"), "part_form")
    return [send, typing, *([Button(words("play.button.start_over"), "over")] if stage.picks else [])]


def _sum(ask: Ask, picks: Picks) -> int:
    return sum(ask.parts(picks).values())


def room(ask: Ask, picks: Picks, option: str) -> int:
    """Return how much that option could still get; 0 if too much is given already."""
    cap = ask.caps[ask.options.index(option)]
    return max(0, min(cap - ask.parts(picks).get(option, 0), ask.total - _sum(ask, picks)))


def given_rest(stage: DraftState, wanted: str) -> DraftAnswers:
    """Return the draft with the rest given to that option, as much as it may get; `option:2` gives it two only."""
    ask = stage.ask
    if ask is None:
        return stage.work
    parts, (option, _, n) = ask.parts(stage.picks), wanted.rpartition(":")
    if wanted in ask.options:
        parts[wanted] = parts.get(wanted, 0) + room(ask, stage.picks, wanted)
    elif (fewer := number(n)) is not None and 0 <= fewer < parts.get(option, 0):
        parts[option] = fewer
    return msgspec.structs.replace(stage.work, picks=tuple(f"{o}:{parts[o]}" for o in ask.options if parts.get(o)))


def field(stage: DraftState) -> Line:
    """Return the field for a sum that is divided in a line, with how it is divided now and what it comes to."""
    total = stage.ask.total if stage.ask else 0
    return Line("parts", words("play.form.parts_of", total=total), division_line(stage), least=1, long=True)


def division_line(stage: DraftState) -> str:
    """Return the draft as a line that can be typed: `North 2, East 1`."""
    parts = stage.ask.parts(stage.picks) if stage.ask else {}
    return ", ".join(f"{stage.option(option).label} {n}" for option, n in parts.items())


def parts_of(stage: DraftState, line: str) -> Picks:
    """Return the parts that a line names, those named twice added up. Raises Refused("not_an_option") with the
    nearest.
    """
    offered, parts = Offered.of(stage), dict[str, int]()
    for item in items(line):
        name, n = _counted(item)
        option = offered.resolve([name])
        parts[option] = parts.get(option, 0) + n
    return tuple(f"{option}:{n}" for option, n in parts.items() if n)


def _counted(item: str) -> tuple[str, int]:
    """Return what an item names, and how much it gets: `north 2`, `2 north`, `north=2`, or one."""
    said = item.replace("=", " ").replace(":", " ").split()
    for at in (-1, 0):
        if len(said) > 1 and said[at].isascii() and said[at].isdigit() and len(said[at]) < DIGITS:
            return " ".join(said[:at] if at else said[1:]), int(said[at])
    return item, 1


def refusal(stage: DraftState, picks: Picks) -> str:
    """Return why the parts do not make an answer, as a sentence; empty if they do."""
    ask = stage.ask
    if ask is None or ask.refusal(picks) is None:
        return ""
    over = [o for o, n in ask.parts(picks).items() if n > ask.caps[ask.options.index(o)]]
    if over:
        cap = ask.caps[ask.options.index(over[0])]
        return words("play.divide.too_many", what=stage.option(over[0]).label, n=cap)
    return words("play.divide.sum", n=_sum(ask, picks), total=ask.total)


def complete(stage: DraftState, line: str) -> Picks:
    """Return the parts of a line that make an answer. Raises Refused: not_an_option, misdivided (with the reason)."""
    picks = parts_of(stage, line)
    if stage.ask is None or stage.ask.refusal(picks):
        raise Refused("misdivided", reason=refusal(stage, picks))
    return picks

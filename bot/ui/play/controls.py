"""The controls that any question can be answered with: buttons, menus, several picks, numbers and orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.ui.limits import DESIGN
from bot.ui.parts import Button, Menu, MenuChoice, Part, Row, Style, Text, choice, rows, short
from bot.ui.play import division
from bot.ui.play.draft import DraftState
from bot.ui.play.groups import OptionGroup, grouped, shown
from bot.ui.play.widget import orders, shape_of
from engine.core.ask import Ask, Option
from engine.core.text import words

HINTS: Final = 900
JOINT: Final = "~"
DECLINING: Final = ("none", "pass")


def controls(stage: DraftState) -> list[Part]:
    """The controls of the question that the stage has come to."""
    if stage.ask is None:
        return []
    options = sorted((stage.option(token) for token in stage.ask.options), key=lambda o: _is_silence(stage, o))
    makers = {
        "buttons": _buttons,
        "list": _list,
        "several": _several,
        "number": _number,
        "order": _order,
        "long_order": _long_order,
        "division": division.controls,
    }
    shape = shape_of(stage.ask, options)
    key = stage.request.key if stage.request else stage.key
    return makers["list" if key in stage.questions.below and shape == "buttons" else shape](stage, options)


def _is_silence(stage: DraftState, option: Option) -> bool:
    """Of a window letting it pass comes first, so that all screens of it begin alike."""
    return not (stage.sealed and stage.ask is not None and stage.ask.silence == (option.token,))


def hints(options: Sequence[Option]) -> list[Part]:
    """What the options bring about, for controls that have no room for it."""
    lines = [f"**{o.label}** {o.hint}" for o in options if o.hint and not _counts(o)]
    return [Text(short("\n".join(lines), HINTS))] if lines else []


def _counts(option: Option) -> bool:
    """Whether the hint says the number again with what is counted: `2 disks` for 2."""
    return option.label.isdigit() and option.hint.split(" ")[0] == option.label and option.hint.count(" ") == 1


def _buttons(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    if stage.sealed:
        return _list(stage, options)
    if len(options) == 1:
        return [*hints(options), Row((Button(short(options[0].label, DESIGN.label), "take", options[0].token),))]
    buttons = [Button(o.label, "take", o.token, "primary" if i == 0 else "secondary") for i, o in enumerate(options)]
    wide = 2 if len(buttons) == 4 else DESIGN.buttons
    return [*hints(options), *rows(buttons, wide)]


def _list(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    then = hints([replace(o, label=stage.told(o.label)) for o in stage.onward.options]) if stage.onward else []
    apart = _apart(stage, options)
    named = [o for o in options if o not in apart]
    first = [Button(o.label, "take", o.token, _style(stage, o)) for o in apart]
    confirm = _confirm_one(stage)
    last = [confirm] if not apart else rows((*confirm.buttons, *first) if stage.picks else (*first, *confirm.buttons))
    return [*menus(stage, named, words("play.menu.one"), 1, 1), *then, *last]


def _apart(stage: DraftState, options: Sequence[Option]) -> list[Option]:
    """The options that decline or leave the choice to the game: each has a button beside a menu of all others."""
    tokens = {*DECLINING, *filter(None, [stage.questions.decline]), *stage.questions.apart}
    found = [] if stage.sealed else [o for o in options if o.token in tokens and len(o.label) <= DESIGN.label]
    return found if len(found) < len(options) else []


def _style(stage: DraftState, option: Option) -> Style:
    """What leaves the choice to the game stands out until something is chosen."""
    return "primary" if option.token in stage.questions.apart and not stage.picks else "secondary"


def _several(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    ask = stage.ask
    if ask is None:
        return []
    if not stage.picks and _is_one_or_none(stage, ask, options):
        buttons = [Button(_confirm_label(stage, o.label), "take", o.token) for o in options]
        return [*hints(options), *rows([*buttons, *confirm_several(stage).buttons])]
    return [*menus(stage, options, _wanted(ask), ask.least, ask.most), confirm_several(stage)]


def _is_one_or_none(stage: DraftState, ask: Ask, options: Sequence[Option]) -> bool:
    """Whether one of few things may be taken, or nothing, so that each can be a button."""
    few = ask.most == 1 and len(options) < DESIGN.buttons and not stage.sealed
    return few and all(len(_confirm_label(stage, o.label)) < DESIGN.label for o in options)


def _wanted(ask: Ask) -> str:
    """How many are to be chosen."""
    if ask.least == ask.most:
        return words("play.menu.exactly", n=ask.least)
    key = "play.menu.between" if ask.least else "play.menu.up_to"
    return words(key, least=ask.least, most=ask.most)


def menus(stage: DraftState, options: Sequence[Option], wanted: str, least: int, most: int) -> list[Part]:
    """One menu, or for a long list a menu of groups and one of the group shown."""
    groups = grouped(options, stage.questions.regions)
    if not groups:
        return [_menu(stage, options, wanted, least, most)]
    group = shown(groups, stage.work.group)
    return [*_picked(stage), group_menu(groups, group), _menu(stage, group.options, wanted, 0, most)]


def group_menu(groups: Sequence[OptionGroup], here: OptionGroup) -> Menu:
    """The menu of groups, each with its number of options."""
    choices = tuple(choice(g.id, f"{g.label} ({len(g.options)})", chosen=g.id == here.id) for g in groups)
    return Menu(words("play.menu.group"), "group", choices)


def _menu(stage: DraftState, options: Sequence[Option], wanted: str, least: int, most: int) -> Menu:
    picks = stage.picks
    choices = tuple(as_choice(o, chosen=o.token in picks) for o in options)
    return Menu(wanted, "pick", choices, least=min(least, len(options)), most=min(most, len(options)))


def as_choice(option: Option, *, chosen: bool = False) -> MenuChoice:
    """An option as a line of a menu."""
    return choice(option.token, option.label, option.hint, chosen=chosen)


def _picked(stage: DraftState) -> list[Part]:
    """Picks of a long list, for those of other groups are not seen in the menu."""
    labels = ", ".join(stage.option(t).label for t in stage.picks)
    return [Text(words("play.text.picked", picks=short(labels, HINTS)))] if labels else []


def _confirm_one(stage: DraftState) -> Row:
    picks = stage.picks
    if not picks:
        return Row((Button(words("play.button.choose_first"), "go", disabled=True),))
    label = stage.option(picks[0]).label
    if stage.onward is not None:
        return Row(tuple(_both(stage, label, option) for option in stage.onward.options[: DESIGN.buttons]))
    return Row((Button(_confirm_label(stage, label), "go", style="primary"),))


def _both(stage: DraftState, label: str, then: Option) -> Button:
    """The button that gives the choice made and the answer to what it leads to."""
    said = stage.words_or(f"play.both.{stage.key}", "play.both.any", what=label, then=stage.told(then.label))
    return Button(short(said, DESIGN.label), "both", f"{stage.picks[0]}{JOINT}{then.token}", "primary")


def confirm_several(stage: DraftState) -> Row:
    """The button that sends several picks; disabled while their number does not fit."""
    picks, ask = stage.picks, stage.ask
    if ask is None or not ask.least <= len(picks) <= ask.most:
        return Row((Button(words("play.button.choose_first"), "go", disabled=True),))
    labels = " and ".join(stage.option(t).label for t in picks)
    if len(labels) > DESIGN.label or len(picks) > 2:
        labels = words("play.button.these", n=len(picks))
    none = words("play.button.none")
    label = _confirm_label(stage, labels or none) if labels or stage.sealed else none
    return Row((Button(label, "go", style="primary"),))


def _confirm_label(stage: DraftState, label: str) -> str:
    key = f"play.do.{stage.request.key if stage.request else stage.key}"
    if stage.sealed:
        key = "play.button.seal"
    said = stage.words(key, what=label) if stage.has(key) else label
    return short(said[:1].upper() + said[1:], DESIGN.label)


def _number(stage: DraftState, _options: Sequence[Option]) -> list[Part]:
    ask, picks = stage.ask, stage.picks
    if ask is None:
        return []
    typing = Button(words("play.button.type_number", low=ask.options[0], high=ask.options[-1]), "number")
    if not picks:
        return [Row((typing,))]
    return [Row((Button(_confirm_label(stage, stage.option(picks[0]).label), "go", style="primary"), typing))]


def _order(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    names = {o.token: o.label for o in options}
    picks = stage.picks
    tokens = [o.token for o in options]
    choices = tuple(
        choice(JOINT.join(order), ", ".join(names[t] for t in order), chosen=order == picks) for order in orders(tokens)
    )
    button = Button(words("play.button.this_order"), "go", style="primary", disabled=not picks)
    return [*hints(options), Menu(words("play.menu.order"), "order", choices), Row((button,))]


def _long_order(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    named = "\n".join(f"{i} {o.label}" for i, o in enumerate(options, 1))
    picks = stage.picks
    chosen = ", ".join(stage.option(t).label for t in picks)
    typing = Button(words("play.button.type_order"), "typed_ord")
    send = Button(words("play.button.this_order"), "go", style="primary", disabled=not picks)
    text = Text(short(named, HINTS * 2))
    return [text, *([Text(words("play.text.order", order=chosen))] if chosen else []), Row((send, typing))]

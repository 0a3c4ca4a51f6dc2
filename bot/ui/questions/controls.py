"""The controls that any question can be answered with: buttons, menus, several picks, numbers and orders.

Which one it gets follows from its shape alone, so that a new card or game has a working screen from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final, Literal, TypeAlias

import msgspec

from bot.ui.parts import DESIGN, Button, Menu, MenuChoice, Part, Row, Style, Text, choice, limits, rows, short
from bot.ui.questions import division
from bot.ui.questions.draft import DraftState, is_order
from bot.ui.questions.groups import find_group, group_menu, group_options
from bot.ui.questions.plan_context import stop_of
from bot.ui.typed.match import natural
from engine.core.ask import Ask, Option
from engine.core.message import list_of
from engine.core.text import capital, thing, words

Shape: TypeAlias = Literal["buttons", "list", "several", "number", "order", "long_order", "division"]

FEW: Final = 4
PERMUTED: Final = 4


def shape_of(ask: Ask, options: Sequence[Option]) -> Shape:
    """Return the control for a question: few choices are buttons, others menus; wide numbers and long orders are
    typed.
    """
    if ask.caps:
        return "division"
    if is_order(ask):
        return "order" if len(ask.options) <= PERMUTED else "long_order"
    if ask.most > 1 or ask.least == 0:
        return "several"
    if len(options) <= FEW and all(len(o.label) <= limits().label for o in options):
        return "buttons"
    if len(options) > limits().menu and is_count(ask.options):
        return "number"
    return "list"


def is_count(tokens: Sequence[str]) -> bool:
    """Return whether the options are numbers without a gap."""
    if not all(t.isdigit() for t in tokens):
        return False
    return [int(t) for t in tokens] == list(range(int(tokens[0]), int(tokens[0]) + len(tokens)))


def orders(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every order of a few things."""
    return list(permutations(tokens))


HINTS: Final = 900
JOINT: Final = "~"
PASSING: Final = ("none", "pass")


def controls(stage: DraftState) -> list[Part]:
    """Return the controls of the question that the stage has come to."""
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
    """Return the sort key by which letting a window pass comes first, so that all its screens begin alike."""
    return not (stage.is_sealed and stage.ask is not None and stage.ask.silence == (option.token,))


def hints(options: Sequence[Option]) -> list[Part]:
    """Return the hints of options, for controls without room for them."""
    lines = [f"**{o.label}** {o.hint}" for o in options if o.hint and not _counts(o)]
    return [Text(short("\n".join(lines), HINTS))] if lines else []


def _counts(option: Option) -> bool:
    """Whether the hint says the number again with what is counted: `2 disks` for 2."""
    return option.label.isdigit() and option.hint.split(" ")[0] == option.label and option.hint.count(" ") == 1


def _buttons(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    if stage.is_sealed:
        return _list(stage, options)
    said = [_taken(stage, o) for o in options]
    if len(options) == 1:
        return [*hints(options), Row((take_button(said[0], options[0]),))]
    first = take_button(said[0], options[0], _main(stage, options[0].token))
    buttons = [first, *(take_button(label, o) for label, o in zip(said[1:], options[1:], strict=True))]
    wide = 2 if len(buttons) == 4 else DESIGN.buttons
    return [*hints(options), *rows(buttons, wide)]


def _taken(stage: DraftState, option: Option) -> str:
    """Return the label of a button that is an answer: what it does, if nothing follows or the option is only a card's
    name.
    """
    key = stage.request.key if stage.request else ""
    worded = key in stage.questions.last or (key in stage.questions.worded and not declines(stage, option.token))
    return (
        _confirm_label(stage, option_token(stage, option), option.token)
        if worded
        else short(option.label, limits().label)
    )


def declines(stage: DraftState, token: str) -> bool:
    """Return whether an answer does nothing: it passes, declines, gives 0, or is what silence means."""
    passive = {*PASSING, "0", stage.questions.decline, *(stage.ask.silence or () if stage.ask else ())}
    return token in passive or token == stop_of(stage)


def _main(stage: DraftState, token: str) -> Style:
    """Return the style: what most players want stands out, what does nothing never does."""
    return "secondary" if declines(stage, token) else "primary"


def _list(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    then = hints([replace(o, label=stage.name_tokens(o.label)) for o in stage.onward.options]) if stage.onward else []
    apart = _apart(stage, options)
    others = [o for o in options if o not in apart]
    first = [take_button(_taken(stage, o), o, _style(stage, o)) for o in apart]
    confirm = _confirm_one(stage)
    last = [confirm] if not apart else rows((*confirm.buttons, *first) if stage.picks else (*first, *confirm.buttons))
    return [*menus(stage, others, words("play.menu.one"), 1, 1), *then, *last]


def _apart(stage: DraftState, options: Sequence[Option]) -> list[Option]:
    """The options that decline or leave the choice to the game: each has a button beside a menu of all others."""
    tokens = {*PASSING, *filter(None, [stage.questions.decline]), *stage.questions.apart}
    found = [] if stage.is_sealed else [o for o in options if o.token in tokens and len(o.label) <= limits().label]
    return found if len(found) < len(options) else []


def _style(stage: DraftState, option: Option) -> Style:
    """Return the style: leaving the choice to the game stands out until something is chosen."""
    return "primary" if option.token in stage.questions.apart and not stage.picks else "secondary"


def _several(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    ask = stage.ask
    if ask is None:
        return []
    if not stage.picks and _is_one_or_none(stage, ask, options):
        buttons = [take_button(_confirm_label(stage, option_token(stage, o), o.token), o) for o in options]
        return [*hints(options), *rows([*buttons, *confirm_several(stage).buttons])]
    return [*menus(stage, options, _wanted(ask), ask.least, ask.most), confirm_several(stage)]


def _is_one_or_none(stage: DraftState, ask: Ask, options: Sequence[Option]) -> bool:
    """Whether one of few things may be taken, or nothing, so that each can be a button."""
    few = ask.most == 1 and len(options) < DESIGN.buttons and not stage.is_sealed
    return few and all(len(_sending(stage, option_token(stage, o), o.token)) <= limits().label for o in options)


def _wanted(ask: Ask) -> str:
    """Return how many are to be chosen."""
    if ask.least == ask.most:
        return words("play.menu.exactly", n=ask.least)
    key = "play.menu.between" if ask.least else "play.menu.up_to"
    return words(key, least=ask.least, most=ask.most)


def menus(stage: DraftState, options: Sequence[Option], wanted: str, least: int, most: int) -> list[Part]:
    """Return one menu, or for a long list a menu of groups and one of the group shown."""
    groups = group_options(options, stage.regions)
    if not groups:
        return [_menu(stage, in_order(stage, options), wanted, least, most)]
    group = find_group(groups, stage.work.group)
    return [*_picked(stage), group_menu(groups, group), _menu(stage, in_order(stage, group.options), wanted, 0, most)]


def in_order(stage: DraftState, options: Sequence[Option]) -> list[Option]:
    """Return the options sorted by their translated names, if they were sorted by name in English."""
    tokens, names = [option.token for option in options], stage.presentation.names
    known = {thing.value for kind in ("area", "civ") for thing in names.things(kind)}
    ordered = tokens == sorted(tokens) and known.issuperset(tokens)
    return sorted(options, key=lambda option: natural(option.label)) if ordered else [*options]


def _menu(stage: DraftState, options: Sequence[Option], wanted: str, least: int, most: int) -> Menu:
    picks = stage.picks
    choices = tuple(as_choice(o, chosen=o.token in picks) for o in options)
    return Menu(wanted, "pick", choices, least=min(least, len(options)), most=min(most, len(options)))


def take_button(label: str, option: Option, style: Style = "secondary") -> Button:
    """Return the button that answers with an option, with other words than the option's own."""
    return Button(label, "take", option.token, style, on=option.on)


def as_choice(option: Option, *, chosen: bool = False) -> MenuChoice:
    """Return an option as a line of a menu."""
    return choice(option.token, option.label, option.hint, chosen=chosen, on=option.on, n=option.n)


def _picked(stage: DraftState) -> list[Part]:
    """Picks of a long list, for those of other groups are not seen in the menu."""
    labels = ", ".join(stage.option(t).label for t in stage.picks)
    return [Text(words("play.text.picked", picks=short(labels, HINTS)))] if labels else []


def _confirm_one(stage: DraftState) -> Row:
    picks = stage.picks
    if not picks:
        return Row((Button(words("play.button.choose_first"), "go", disabled=True),))
    chosen = stage.option(picks[0])
    if stage.onward is not None:
        first, *others = [_both(stage, chosen.label, option) for option in stage.onward.options[: DESIGN.buttons]]
        return Row((first, *(msgspec.structs.replace(other, style="secondary") for other in others)))
    style = _main(stage, chosen.token)
    return Row((Button(_confirm_label(stage, option_token(stage, chosen), chosen.token), "go", style=style),))


def _both(stage: DraftState, label: str, then: Option) -> Button:
    """The button that gives the choice made and the answer to what it leads to."""
    said = stage.words_or(f"play.both.{stage.key}", "play.both.any", what=label, then=stage.name_tokens(then.label))
    answers, style = f"{stage.picks[0]}{JOINT}{then.token}", _main(stage, then.token)
    return Button(short(said, limits().label), "both", answers, style, on=then.on)


def confirm_several(stage: DraftState) -> Row:
    """Return the button that sends several picks; disabled while their number does not fit."""
    picks, ask = stage.picks, stage.ask
    if ask is None or not ask.least <= len(picks) <= ask.most:
        return Row((Button(words("play.button.choose_first"), "go", disabled=True),))
    labels = str(list_of([stage.option(t).label for t in picks]))
    if len(picks) > 2 or (len(picks) == 2 and len(labels) > limits().label):
        labels = words("play.button.these", n=len(picks))
    none = words("play.button.none")
    label = _confirm_label(stage, labels or none) if labels or stage.is_sealed else none
    return Row((Button(label, "go", style="primary" if picks else "secondary"),))


def sent_button(stage: DraftState) -> Button | None:
    """Return the button that sends the draft if it is a single answer by one option; None if other words say more."""
    first = replace(stage, request=stage.sheet.request, ask=stage.sheet.ask, options=stage.sheet.options)
    picks = stage.work.whole[0] if len(stage.work.whole) == 1 else ()
    if len(picks) != 1 or first.ask is None or first.ask.caps:
        return None
    option = first.option(picks[0])
    if declines(first, option.token):
        return Button(short(option.label, limits().label), "go")
    if option.label.isdigit() or stage.has(f"play.confirm.{stage.key}"):
        return None
    return Button(_confirm_label(first, option_token(first, option), option.token), "go", style="primary")


def option_token(stage: DraftState, option: Option) -> str:
    """Return an option as it is called inside a sentence: an area as a token, which takes the form that the sentence
    wants.
    """
    return (
        thing("area", option.token)
        if stage.presentation.names.name("area", option.token) == option.label
        else option.label
    )


def _confirm_label(stage: DraftState, label: str, token: str = "") -> str:
    """Return what sending does, cut to the room: the name of the thing is cut before the verb."""
    said = _sending(stage, label, token)
    over = len(said) - limits().label
    if over > 0 and label in said and over < len(label):
        said = _sending(stage, short(label, len(label) - over), token)
    return short(said, limits().label)


def _sending(stage: DraftState, label: str, token: str = "") -> str:
    """Return what sending does, in words for the present step, else for the question.

    An option that names no thing (`As it suits best`) may have words of its own.
    """
    asked = stage.asked_request
    keys = [asked.said.key.partition(".")[2], stage.request.key if stage.request else stage.key] if asked else []
    worded = [f"play.do.{one}{end}" for one in keys for end in ([f".{token}", ""] if token else [""])]
    found = ["play.button.seal"] if stage.is_sealed else [key for key in worded if stage.has(key)]
    return capital(stage.name_tokens(stage.words(found[0], what=label) if found else label))


def _number(stage: DraftState, _options: Sequence[Option]) -> list[Part]:
    ask, picks = stage.ask, stage.picks
    if ask is None:
        return []
    typing = Button(words("play.button.type_number", low=ask.options[0], high=ask.options[-1]), "number")
    if not picks:
        return [Row((typing,))]
    return [
        Row((Button(_confirm_label(stage, option_token(stage, stage.option(picks[0]))), "go", style="primary"), typing))
    ]


def _order(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    names = {o.token: o.label for o in options}
    picks = stage.picks
    tokens = [o.token for o in options]
    choices = tuple(
        choice(JOINT.join(order), ", ".join(names[t] for t in order), chosen=order == picks) for order in orders(tokens)
    )
    button = Button(words("play.button.this_order"), "go", style="primary")
    return [*hints(options), Menu(words("play.menu.order"), "order", choices), Row((button,))]


def _long_order(stage: DraftState, options: Sequence[Option]) -> list[Part]:
    named = "\n".join(f"{i} {o.label}" for i, o in enumerate(options, 1))
    picks = stage.picks
    chosen = ", ".join(stage.option(t).label for t in picks)
    typing = Button(words("play.button.type_order"), "typed_ord")
    send = Button(words("play.button.this_order"), "go", style="primary")
    text = Text(short(named, HINTS * 2))
    return [text, Text(words("play.text.order", order=chosen)), Row((send, typing))]

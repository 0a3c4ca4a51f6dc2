"""The screen of a card action: every card of the hand, and what else can be done."""

from __future__ import annotations

from typing import Final

from bot.games.acme.advance_screen import OPEN
from bot.games.acme.declared import BUTTONS, DEITY
from bot.ui.parts import Button, Menu, Part, Row, Screen, Section, Text, short
from bot.ui.questions.any_question import complete, generic
from bot.ui.questions.controls import as_choice
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import dropped_line, heading, screen
from engine.acme.presentation import culture
from engine.acme.presentation.culture import ADVANCE
from engine.core.ask import PASS
from engine.core.text import words

SECTIONS: Final = 6
HINT: Final = 160
ROOM: Final = 2700


def card_screen(stage: DraftState) -> Screen:
    """Return the screen of the hand: each card and what it does, or why it can't be played now."""
    if stage.request is None:
        return complete(stage, _doing(stage))
    if stage.work.whole:
        return generic(stage)
    board, ask = stage.presentation.board, stage.ask
    if board is None or ask is None:
        return generic(stage)
    hand = board.hand(stage.view, stage.seat)
    facts = [board.facts(stage.view, stage.seat), stage.question_facts()]
    title = heading(stage, words("play.card.title"))
    shown = _sections(stage, hand) if len(hand) <= SECTIONS else _menu(stage, hand)
    told = "\n".join(line for line in facts if line)
    top = [title, *dropped_line(stage), *([Text(told)] if told else [])]
    return screen(stage.sheet, [*top, *shown, *_others(stage), _last(stage)])


def _doing(stage: DraftState) -> str:
    """The label of the button that carries the action out: `Play Biblical Plague`."""
    first, last = stage.work.whole[0][0], stage.work.whole[-1][0]
    if first.isdigit():
        return words("play.card.doing", card=stage.presentation.names.name("card", first))
    if first == DEITY.token:
        named = {n.value: n.name for n in stage.presentation.names.things(DEITY.kind)}
        chosen = next((named[p[0]] for p in stage.work.whole if p[0] in named), "")
        return stage.words("play.purchase.build", what=chosen) if chosen else stage.words(f"play.card.{first}")
    if first.startswith(ADVANCE):
        return stage.words(
            "play.advance.doing", track=stage.presentation.names.name("track", first.removeprefix(ADVANCE))
        )
    token = next((t for t in BUTTONS if t in {first, last}), "")
    return stage.words(f"play.card.{token}") if token else ""


def _sections(stage: DraftState, hand: tuple[str, ...]) -> list[Part]:
    offered = stage.ask.options if stage.ask else ()
    board = stage.presentation.board
    found: list[Part] = []
    for card in hand:
        text = board.card_hint(card) if board else ""
        button = Button(words("play.card.play"), "take", card)
        if card not in offered:
            button = Button(words("play.card.not_now"), "take", card, disabled=True)
            text = f"{text} {words('play.card.not_now_line', reason=_reason(stage, card))}"
        found.append(
            Section(f"**{stage.presentation.names.name('card', card)}** ({card}) {short(text, 2 * HINT)}", button)
        )
    return found


def _reason(stage: DraftState, card: str) -> str:
    return short(stage.reasons.get(card, "") or words("play.card.why_plain"), HINT)


def _menu(stage: DraftState, hand: tuple[str, ...]) -> list[Part]:
    """A long hand: what can be played in a menu, the rest in a line."""
    offered = [o for o in (stage.ask.options if stage.ask else ()) if o in hand]
    barred = [f"{stage.presentation.names.name('card', c)} ({_reason(stage, c)})" for c in hand if c not in offered]
    text = [Text(short(words("play.card.others", cards=", ".join(barred)), ROOM // 2))] if barred else []
    choices = tuple(as_choice(stage.option(card)) for card in offered[:25])
    return [*text, *([Menu(words("play.card.list"), "pick", choices)] if choices else [])]


def _others(stage: DraftState) -> list[Part]:
    """Return what else is offered besides cards and passing."""
    offered = stage.ask.options if stage.ask else ()
    board = stage.presentation.board
    hand = board.hand(stage.view, stage.seat) if board else ()
    buttons = [_other(stage, token) for token in BUTTONS if token in offered]
    if culture.has_tracks(stage.view):
        buttons.append(Button(stage.words("play.advance.title"), OPEN))
    known = {*hand, *BUTTONS, PASS, *(o for o in offered if o.startswith(ADVANCE))}
    more = tuple(as_choice(stage.option(o)) for o in offered if o not in known)[:25]
    menu = [Menu(stage.words("play.card.more"), "pick", more, "more")] if more else []
    return [*([Row(tuple(buttons))] if buttons else []), *menu]


def _other(stage: DraftState, token: str) -> Button:
    """Return the button of another option; one that is bought opens its form."""
    label = stage.words(f"play.card.{token}")
    return Button(label, DEITY.verb) if DEITY.token == token else Button(label, "take", token)


def _last(stage: DraftState) -> Row:
    buttons = [Button(words("play.card.pass"), "take", PASS)] if stage.ask and PASS in stage.ask.options else []
    buttons.append(Button(words("play.button.hand"), "hand", lasting=True))
    if stage.sheet.undoable:
        buttons.append(Button(words("play.button.undo"), "undo"))
    return Row(tuple(buttons))

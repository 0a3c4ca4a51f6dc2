"""The screen of a card action, and the hand."""

from __future__ import annotations

from typing import Final

from bot.contract import Sheet
from bot.ui.names import Names
from bot.ui.parts import Button, Gallery, Menu, Part, Picture, Row, Screen, Section, Text, short
from bot.ui.play.face import Face
from bot.ui.play.generic import as_choice
from bot.ui.play.question import complete, generic
from bot.ui.play.stage import Stage
from bot.ui.play.talk import civ_name, dropped, heading, screen
from bot.ui.table.hands import hand_lines
from engine.core.ask import PASS
from engine.core.game import View
from engine.core.text import words

SECTIONS: Final = 6
HINT: Final = 160
ROOM: Final = 2700
DEITY: Final = "deity"
RESTORE: Final = "restore"
RETURN: Final = "return:"


def card_screen(stage: Stage) -> Screen:
    """What to do in the Card Phase: every card of the hand with what it does, or why it cannot be played now."""
    if stage.request is None:
        return complete(stage, _doing(stage))
    if stage.work.whole:
        return generic(stage)
    board, ask = stage.face.board, stage.ask
    if board is None or ask is None:
        return generic(stage)
    hand = board.hand(stage.view, stage.seat)
    facts = [board.facts(stage.view, stage.seat), stage.face.explain(stage) if stage.face.explain else ""]
    title = heading(stage, words("play.card.title"))
    shown = _sections(stage, hand) if len(hand) <= SECTIONS else _menu(stage, hand)
    told = "\n".join(line for line in facts if line)
    top = [title, *dropped(stage), *([Text(told)] if told else [])]
    return screen(stage.sheet, [*top, *shown, *_others(stage), _last(stage)])


def _doing(stage: Stage) -> str:
    """The label of the button that carries the action out: `Play Biblical Plague`."""
    first, last = stage.work.whole[0][0], stage.work.whole[-1][0]
    if first.isdigit():
        return words("play.card.doing", card=stage.face.names.name("card", first))
    if first == DEITY:
        deities = {n.value: n.name for n in stage.face.names.things("deity")}
        chosen = next((deities[p[0]] for p in stage.work.whole if p[0] in deities), "")
        return words("play.deity.build", deity=chosen) if chosen else words("play.card.deity")
    return words("play.card.restore") if RESTORE in {first, last} else ""


def _sections(stage: Stage, hand: tuple[str, ...]) -> list[Part]:
    offered = stage.ask.options if stage.ask else ()
    board = stage.face.board
    found: list[Part] = []
    for card in hand:
        text = board.card_hint(card) if board else ""
        button = Button(words("play.card.play"), "take", card)
        if card not in offered:
            button = Button(words("play.card.not_now"), "take", card, disabled=True)
            text = f"{text} {words('play.card.not_now_line', reason=_reason(stage, card))}"
        found.append(Section(f"**{stage.face.names.name('card', card)}** ({card}) {short(text, 2 * HINT)}", button))
    return found


def _reason(stage: Stage, card: str) -> str:
    return short(stage.reasons.get(card, "") or words("play.card.why_plain"), HINT)


def _menu(stage: Stage, hand: tuple[str, ...]) -> list[Part]:
    """A long hand: what can be played in a menu, the rest in a line."""
    offered = [o for o in (stage.ask.options if stage.ask else ()) if o in hand]
    barred = [f"{stage.face.names.name('card', c)} ({_reason(stage, c)})" for c in hand if c not in offered]
    text = [Text(short(words("play.card.others", cards=", ".join(barred)), ROOM // 2))] if barred else []
    choices = tuple(as_choice(stage.option(card)) for card in offered[:25])
    return [*text, *([Menu(words("play.card.list"), "pick", choices)] if choices else [])]


def _others(stage: Stage) -> list[Part]:
    """Deities, and whatever else is offered beside cards and passing."""
    offered = stage.ask.options if stage.ask else ()
    board = stage.face.board
    hand = board.hand(stage.view, stage.seat) if board else ()
    buttons = [Button(words("play.card.deity"), "deity")] if DEITY in offered else []
    buttons += [Button(words("play.card.restore"), "take", RESTORE)] if RESTORE in offered else []
    known = {*hand, DEITY, RESTORE, PASS}
    more = tuple(as_choice(stage.option(o)) for o in offered if o not in known)[:25]
    menu = [Menu(words("play.card.return"), "pick", more, "more")] if more else []
    return [*([Row(tuple(buttons))] if buttons else []), *menu]


def _last(stage: Stage) -> Row:
    buttons = [Button(words("play.card.pass"), "take", PASS)] if stage.ask and PASS in stage.ask.options else []
    buttons.append(Button(words("play.button.hand"), "hand", lasting=True))
    if stage.sheet.undoable:
        buttons.append(Button(words("play.button.undo"), "undo"))
    return Row(tuple(buttons))


def hand_screen(sheet: Sheet, face: Face) -> Screen:
    """The cards of a seat in words and as a picture."""
    board = face.board
    cards = board.hand(sheet.view, sheet.seat.seat) if board else ()
    title = f"### {words('play.hand.title')} · {civ_name(face, sheet.seat)}"
    facts = board.facts(sheet.view, sheet.seat.seat) if board else ""
    lines = _lines(sheet.info.game, cards, face) or [words("play.hand.empty")]
    seat = Button(words("play.hand.seat"), "seat", str(sheet.seat.number), lasting=True)
    text = Text("\n".join([title, *([facts] if facts else []), *lines]))
    shown = [picture(sheet.info.game, cards, face.names)] if cards else []
    return screen(sheet, [text, *shown, Row((seat,))])


def npc_hand(game: str, civ: str, view: View, face: Face, table: str) -> Screen:
    """The open hand of an NPC."""
    cards = face.board.hand(view, civ) if face.board else ()
    title = f"### {words('play.hand.npc', civ=face.names.name('civ', civ))}"
    lines = _lines(game, cards, face) or [words("play.hand.empty")]
    return Screen((Text("\n".join([title, *lines])),), table.lower())


def _lines(game: str, cards: tuple[str, ...], face: Face) -> list[str]:
    """Whole texts, or hints for a hand that would be too long."""
    lines = hand_lines(game, cards, face.names)
    if sum(map(len, lines)) <= ROOM or face.board is None:
        return lines
    return [short(f"**{face.names.name('card', c)}** ({c}) {face.board.card_hint(c)}", HINT) for c in cards]


def picture(game: str, cards: tuple[str, ...], names: Names) -> Gallery:
    """The hand as a picture by its recipe."""
    named = ", ".join(names.name("card", c) for c in cards)
    alt = short(words("play.hand.alt", n=len(cards), names=named), 1000)
    held = [int(card) if card.isdigit() else card for card in cards]
    recipe = {"draw": "hand", "game": game, "view": {}, "options": {"cards": held}}
    return Gallery((Picture("hand.png", alt, recipe),))

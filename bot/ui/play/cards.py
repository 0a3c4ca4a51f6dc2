"""The screen of a card action, and the hand."""

from __future__ import annotations

from typing import Final

from bot.contract import SeatInfo, Sheet, TableInfo
from bot.ui.limits import DESIGN
from bot.ui.parts import Button, Gallery, Menu, Part, Picture, Row, Screen, Section, Text, rows, short
from bot.ui.play.asking import complete, generic
from bot.ui.play.generic import as_choice
from bot.ui.play.stage import Stage
from bot.ui.play.talk import civ_name, dropped, heading, screen
from bot.ui.table.letters import hand_lines
from bot.ui.table.terms import phrase
from engine.core.ask import PASS
from engine.core.face import Face
from engine.core.game import View
from engine.core.naming import Names
from engine.core.text import own, words

SECTIONS: Final = 6
HINT: Final = 160
ROOM: Final = 2700


def card_screen(stage: Stage) -> Screen:
    """What to do with the hand: every card of the hand with what it does, or why it cannot be played now."""
    if stage.request is None:
        return complete(stage, _doing(stage))
    if stage.work.whole:
        return generic(stage)
    board, ask = stage.face.board, stage.ask
    if board is None or ask is None:
        return generic(stage)
    hand = board.hand(stage.view, stage.seat)
    facts = [board.facts(stage.view, stage.seat), stage.explained()]
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
    there = stage.face.actions
    buying = there.purchase if there else None
    if buying and first == buying.token:
        named = {n.value: n.name for n in stage.face.names.things(buying.kind)}
        chosen = next((named[p[0]] for p in stage.work.whole if p[0] in named), "")
        return stage.words("play.purchase.build", what=chosen) if chosen else stage.words(f"play.card.{first}")
    token = next((t for t in (there.buttons if there else ()) if t in {first, last}), "")
    return stage.words(f"play.card.{token}") if token else ""


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
    """What else is offered beside cards and passing."""
    offered = stage.ask.options if stage.ask else ()
    board = stage.face.board
    hand = board.hand(stage.view, stage.seat) if board else ()
    own = stage.face.actions.buttons if stage.face.actions else ()
    buttons = [_other(stage, token) for token in own if token in offered]
    known = {*hand, *own, PASS}
    more = tuple(as_choice(stage.option(o)) for o in offered if o not in known)[:25]
    menu = [Menu(stage.words("play.card.more"), "pick", more, "more")] if more else []
    return [*([Row(tuple(buttons))] if buttons else []), *menu]


def _other(stage: Stage, token: str) -> Button:
    """An option of its own; one that is bought opens its form."""
    buying = stage.face.actions.purchase if stage.face.actions else None
    label = stage.words(f"play.card.{token}")
    return Button(label, buying.verb) if buying and buying.token == token else Button(label, "take", token)


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
    game = face.names.game
    title = f"### {words(own(game, 'play.hand.title'))} · {civ_name(face, sheet.seat)}"
    facts = board.facts(sheet.view, sheet.seat.seat) if board else ""
    lines = _lines(cards, face) or [words(own(game, "play.hand.empty"))]
    seat = Button(words("play.hand.seat"), "seat", str(sheet.seat.number), lasting=True)
    text = Text("\n".join([title, *([facts] if facts else []), *lines]))
    shown = [picture(sheet.info.game, cards, face.names)] if cards else []
    return screen(sheet, [text, *shown, Row((seat,)), *own_hands(sheet, face), *open_hands(sheet, face)])


def own_hands(sheet: Sheet, face: Face) -> list[Row]:
    """A button for the hand of each further seat of a person with several; no two hands are shown together."""
    label, others = "table.button.hand_of", [s for s in sheet.own if s.number != sheet.seat.number and s.by == "human"]
    named = [(short(words(label, civ=phrase(s, face.names)), DESIGN.label), s) for s in others]
    return rows(Button(name, "hand", str(s.number), lasting=True) for name, s in named)


def open_hands(sheet: Sheet, face: Face) -> list[Row]:
    """A button for the hand of each NPC whose hand is open."""
    npcs = [s for s in sheet.info.seats if s.by == "npc" and face.herald.cards(sheet.view, s.seat) is not None]
    return rows(
        Button(
            short(words("table.button.hand_of", civ=phrase(s, face.names)), DESIGN.label),
            "npc_hand",
            s.seat,
            lasting=True,
        )
        for s in npcs
    )


def npc_hand(info: TableInfo, seat: SeatInfo, view: View, face: Face) -> Screen:
    """The open hand of an NPC, what it holds beside, and whom it is hostile to."""
    cards = face.herald.cards(view, seat.seat) or ()
    title = f"### {words('play.hand.npc', civ=face.names.name('civ', seat.seat))}"
    facts = face.board.facts(view, seat.seat) if face.board else ""
    lines = _lines(cards, face) or [words("play.hand.empty_npc")]
    told = [line for line in (title, facts, face.herald.attitude(view, seat.seat), *lines) if line]
    shown = [picture(info.game, cards, face.names)] if cards else []
    return Screen((Text("\n".join(told)), *shown), info.id.lower())


def _lines(cards: tuple[str, ...], face: Face) -> list[str]:
    """Whole texts, or hints for a hand that would be too long."""
    lines = hand_lines(face, cards)
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

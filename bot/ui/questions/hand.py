"""The hands of seats, in words and as pictures, and the buttons that show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.contract.tables import SeatInfo, Sheet, TableInfo
from bot.ui.parts import (
    Button,
    Gallery,
    Menu,
    Part,
    Row,
    Screen,
    ScreenPicture,
    Text,
    choice,
    limits,
    number,
    rows,
    short,
)
from bot.ui.posts.direct_messages import hand_alt, hand_lines
from bot.ui.questions.frame import civ_name, screen, seat_button, side_buttons
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.typed.match import read
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import phrase
from engine.core.game import View
from engine.core.presentation import Presentation
from engine.core.text import own, words

ROOM: Final = 2700
PLACEHOLDER: Final = 100


def hand_screen(sheet: Sheet, presentation: Presentation) -> Screen:
    """Return the cards of a seat in words and as a picture."""
    board = presentation.board
    cards = board.hand(sheet.view, sheet.seat.seat) if board else ()
    game = presentation.names.game
    title = f"### {words(own(game, 'play.hand.title'))} · {civ_name(presentation, sheet.seat)}"
    facts = board.facts(sheet.view, sheet.seat.seat) if board else ""
    lines = hand_lines(presentation, cards, ROOM) or [words(own(game, "play.hand.empty"))]
    text = Text("\n".join([title, *([facts] if facts else []), *lines]))
    shown = [picture(sheet.info.game, cards, presentation)] if cards else []
    parts: list[Part] = [
        text,
        *shown,
        *rows([seat_button(sheet.seat.number), *side_buttons(sheet)]),
        *shown_hands(sheet, presentation),
        *show_menus(sheet, presentation),
        *own_hands(sheet, presentation),
        *open_hands(sheet, presentation),
    ]
    return msgspec.structs.replace(screen(sheet, parts, question=False), live="")


def shown_hands(sheet: Sheet, presentation: Presentation) -> list[Part]:
    """Return the cards that each team-mate shows."""
    mates = presentation.summary.mates(sheet.view, sheet.seat.seat)
    seen = {mate: tuple(presentation.summary.cards_shown_to(sheet.view, mate)) for mate in mates}
    parts: list[Part] = []
    for mate, cards in seen.items():
        if cards:
            head = words("play.hand.shown", civ=presentation.names.name("civ", mate))
            parts += [Text("\n".join([head, *hand_lines(presentation, cards, ROOM)]))]
            parts += [picture(sheet.info.game, cards, presentation, f"{mate}.png")]
    return parts


def show_menus(sheet: Sheet, presentation: Presentation) -> list[Menu]:
    """Return a menu for each team-mate, to choose the cards shown to it: all, some or none."""
    names, summary = presentation.names, presentation.summary
    cards = summary.cards(sheet.view, sheet.seat.seat) or ()
    if not cards or sheet.info.state != "running":
        return []
    menus: list[Menu] = []
    for mate in summary.mates(sheet.view, sheet.seat.seat):
        seat = next((one for one in sheet.info.seats if one.seat == mate), None)
        if seat is not None:
            now = summary.shows(sheet.view, mate)
            lines = tuple(choice(c, names.name("card", c), chosen=c in now) for c in cards[: limits().menu])
            label = short(words("play.hand.show", civ=phrase(seat, names)), PLACEHOLDER)
            option = f"{seat.number}.{sheet.seat.number}"
            menus.append(Menu(label, "show_to", lines, option, 0, len(lines), lasting=True))
    return menus


def own_hands(sheet: Sheet, presentation: Presentation) -> list[Row]:
    """Return a button for the hand of each further seat of the person; two hands are never shown together."""
    label, others = "table.button.hand_of", [s for s in sheet.own if s.number != sheet.seat.number and s.by == "human"]
    named = [(short(words(label, civ=phrase(s, presentation.names)), limits().label), s) for s in others]
    return rows(Button(name, "hand", str(s.number), lasting=True) for name, s in named)


def open_hands(sheet: Sheet, presentation: Presentation) -> list[Row]:
    """Return a button for the hand of each NPC whose hand is open."""
    npcs = [s for s in sheet.info.seats if s.by == "npc" and presentation.summary.cards(sheet.view, s.seat) is not None]
    return rows(
        Button(
            short(words("table.button.hand_of", civ=phrase(s, presentation.names)), limits().label),
            "npc_hand",
            s.seat,
            lasting=True,
        )
        for s in npcs
    )


def npc_hand(info: TableInfo, seat: SeatInfo, view: View, presentation: Presentation) -> Screen:
    """Return the open hand of an NPC, what it holds beside, and whom it is hostile to."""
    cards = presentation.summary.cards(view, seat.seat) or ()
    title = f"### {words('play.hand.npc', civ=presentation.names.name('civ', seat.seat))}"
    facts = presentation.board.facts(view, seat.seat) if presentation.board else ""
    lines = hand_lines(presentation, cards, ROOM) or [words("play.hand.empty_npc")]
    told = [line for line in (title, facts, presentation.summary.attitude(view, seat.seat), *lines) if line]
    shown = [picture(info.game, cards, presentation)] if cards else []
    return Screen((Text("\n".join(told)), *shown), info.id.lower())


def picture(game: str, cards: tuple[str, ...], presentation: Presentation, name: str = "hand.png") -> Gallery:
    """Return the hand as a picture by its recipe, described as in the DM."""
    alt = hand_alt(presentation, cards)
    held = [int(card) if card.isdigit() else card for card in cards]
    recipe = {"draw": "hand", "game": game, "view": {}, "options": {"cards": held}}
    return Gallery((ScreenPicture(name, alt, recipe),))


class HandHandlers:
    """The verbs of hands."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {"hand": self.hand, "npc_hand": self.npc_hand}

    async def hand(self, visit: Visit) -> Answer:
        """Show the cards of the person's seat. Raises Refused("no_seat")."""
        chosen = number(visit.option)
        sheet = await self.service.sheet(visit.table, person_of(visit), visit.seat if chosen is None else chosen)
        return hand_screen(sheet, self.play.presentation(sheet.info))

    async def npc_hand(self, visit: Visit) -> Answer:
        """Return the open hand of an NPC, by its slug or name. Raises Refused("secret")."""
        there = await self.service.info(visit.table, person_of(visit))
        seats = self.play.presentation(there).names.things("civ", [seat.seat for seat in there.seats])
        meant = read(visit.option, seats).one
        wanted = meant.value if meant else visit.option
        info, seat, view = await self.service.npc_hand(visit.table, wanted, person_of(visit))
        return npc_hand(info, seat, view, self.play.presentation(info))

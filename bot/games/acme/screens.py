"""All that ACME adds to the screens of questions, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.acme.advance_screen import SACK, AdvanceHandlers, sack_screen
from bot.games.acme.card_screen import card_screen
from bot.games.acme.command_ways import ADVANCING, FIGHT, LOSS, PURCHASE, loss_words
from bot.games.acme.declared import CARDS, FIGHTS, LOSSES, PAID
from bot.games.acme.fight_handlers import FightHandlers
from bot.games.acme.fight_screen import fight_screen
from bot.games.acme.loss_handlers import LossHandlers
from bot.games.acme.pay_screen import pay_screen
from bot.games.acme.peace_screen import OFFER, peace_screen
from bot.games.acme.purchase import PurchaseHandlers
from bot.ui.questions.game_screens import GameScreens
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Handler


def handlers(play: QuestionHandlers) -> Mapping[str, Handler]:
    """Return the verb and handler of every control of these screens."""
    parts = (LossHandlers(play), PurchaseHandlers(play), FightHandlers(play), AdvanceHandlers(play))
    return {verb: handler for part in parts for verb, handler in part.handlers().items()}


SCREENS: Final = GameScreens(
    makers={
        **dict.fromkeys(CARDS, card_screen),
        **dict.fromkeys(LOSSES | PAID, pay_screen),
        **dict.fromkeys(FIGHTS, fight_screen),
        OFFER: peace_screen,
        SACK: sack_screen,
    },
    handlers=handlers,
    ways={"advance": ADVANCING, "purchase": PURCHASE, "fight": FIGHT, "losses": LOSS},
    offers=dict.fromkeys(LOSSES, loss_words),
)

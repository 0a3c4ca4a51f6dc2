"""What the money cards of one hand are worth is told to nobody else: neither posts, pictures, DMs nor screens."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.store.models import OutboxRow
from engine.civ.silence import silent
from engine.core.ask import Ask, Picks
from engine.core.game import View
from render.civ import advances, board, census, chart, hands, track
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_auto_answers import War

HANDS = (["moon_ore_60a", "ring_ore_30a"], ["moon_ore_40a", "ring_ore_50a"])  # of piles from which nobody draws here
PEOPLE = {"babylon": ANA, "egypt": BEN, "crete": CHO}
BEGINNING: dict[str, Any] = {
    "areas": {
        "fayum": "egypt city",
        "gaza": "egypt 3",
        "cyrene": "babylon 5",
        "knossos": "crete city",
        "phaestos": "crete 4",
    }
}
TURNS = 2
MOST = 36


async def wars(folder: Path) -> list[War]:
    """Two games that differ in the values of Egypt's hand alone, which is Ben's."""
    made = [War(folder / f"{n}.db") for n in range(len(HANDS))]
    for war, hand in zip(made, HANDS, strict=True):
        nations = {
            "babylon": {"treasury": 9},
            "egypt": {"hand": hand, "treasury": 3},
            "crete": {"hand": ["ore_2a"], "treasury": 30},
        }
        await war.begin("tax", nations=nations, **BEGINNING)
    return made


async def asked_next(war: War) -> tuple[str, Ask] | None:
    """Who is to answer next, in the order of seats, and what is asked; None when the game is over."""
    for seat, person in PEOPLE.items():
        ask = (await war.service.sheet(war.table, person)).ask
        if ask is not None:
            return seat, ask
    return None


def answer(seat: str, ask: Ask, dice: random.Random) -> Picks:
    """Ben says nothing, so that nothing is spent whose value would be told; the others answer at random."""
    if seat == "egypt" or dice.random() < 0.3:
        return silent(ask)
    return ask.deal_out(dice.choice) if ask.caps else tuple(dice.sample(ask.options, max(ask.least, ask.most and 1)))


def pictures(view: View) -> list[tuple[bytes, str]]:
    """Every picture that can be made of a view, with its words."""
    sheets = [track(view), hands(view), census(view), chart(view), advances(view, seat="egypt")]
    return [(picture.png, picture.alt) for picture in (board(view), *sheets)]


async def told(war: War) -> bytes:
    """Everything written to anybody but Ben, pictures asked for in it included."""
    rows = sorted(await war.rows(OutboxRow), key=lambda row: row.id)
    return msgspec.json.encode([(row.user, row.lane, row.slot, row.post) for row in rows if row.user != BEN.id])


@pytest.mark.soak
async def test_two_games_that_differ_in_the_values_of_one_hand_are_the_same_to_everybody_else(tmp_path: Path) -> None:
    """CIV-217, CIV-RUL-011: posts, direct messages, screens, log and pictures, after every answer for some turns."""
    one, two = await wars(tmp_path)
    dice, turn = random.Random(5), 0
    for _ in range(MOST):
        asked = await asked_next(one)
        assert await asked_next(two) is not None or asked is None
        if asked is None:
            break
        seat, ask = asked
        picks = answer(seat, ask, dice)
        for war in (one, two):
            sheet = await war.service.sheet(war.table, PEOPLE[seat])
            await war.service.answer(war.table, PEOPLE[seat], sheet.ask_no, [picks])
        assert await one.seen_by_others() == await two.seen_by_others()
        views = [(await war.service.sheet(war.table, CHO)).view for war in (one, two)]
        if views[0].turn != turn:
            turn = views[0].turn
            assert pictures(views[0]) == pictures(views[1])
    own = [(await war.service.sheet(war.table, BEN)).view.cards for war in (one, two)]
    assert own[0] != own[1], "the values are still there to be told"
    dms = sum(row.user not in {None, BEN.id} for row in await one.rows(OutboxRow))
    assert await told(one) == await told(two)
    assert dms
    assert turn >= TURNS
    for war in (one, two):
        await war.database.close()

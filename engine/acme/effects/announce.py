"""Announcements and the responses to them: Negates, and Negates of Negates (ACME §8.5, RUL-053 to RUL-058, RUL-181)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.acme.facts.catalog import CARDS
from engine.acme.questions.board import has_power, is_active, occupied_areas, others
from engine.acme.questions.teams import are_mates
from engine.acme.special import special
from engine.acme.state import Announced, State
from engine.acme.verbs.basic import (
    begin_playing,
    begrudge,
    drop_investment,
    finish_playing,
    gain_mina,
    remove,
    spend_investment,
    tell,
    use,
)
from engine.acme.verbs.deity_verbs import block_power
from engine.acme.verbs.npc_offences import begin_doing, doing
from engine.core import text
from engine.core.ask import PASS, Ask, Picks, choose, each, request, veil
from engine.core.message import Message

Kind = Literal["card", "event", "deity", "investment", "fight", "epoch"]
GREAT_PERSON_NEGATES = (25, 29)
DEITY_CARDS = (2, 9, 95)
PROPHET, GIVER_OF_LAWS, SORCERER, PROPHETESS, HIGH_PRIEST, FALSE_PROPHET, HAND_WRITING = 9, 19, 26, 27, 28, 30, 94
NEGATES = (PROPHET, 25, SORCERER, PROPHETESS, HIGH_PRIEST, 29, FALSE_PROPHET, HAND_WRITING)
LAWS, POWER = f"investment:{GIVER_OF_LAWS}", "power"


class Negated(Exception):
    """Raised when what was announced doesn't happen (RUL-058)."""


class Gone(Exception):
    """Raised when a card isn't announced after all: an Event met while an NPC let the cards decide took it, or all its
    targets.
    """


@dataclass(slots=True)
class Cause:
    """An announcement: a card, an Event, a use of a Deity's power or of a Great Person Investment."""

    kind: Kind
    actor: str
    card: int = 0
    deity: str = ""
    as_deity: bool = False
    against: frozenset[str] = frozenset()
    """The civs it is played against (RUL-057)."""
    hurt: frozenset[str] = frozenset()
    """The civs it would cost something."""
    harm: bool = False
    taken: dict[str, int] = field(default_factory=dict)
    """Disks it has already taken per area, if a scenario limits them (RUL-061)."""

    @property
    def name(self) -> str | Message:
        """Return its name: a token, or a text of its own."""
        return Message(f"cause.{self.kind}") if self.kind in {"fight", "epoch"} else self.token

    @property
    def token(self) -> str:
        """Return the card or Deity as a token."""
        return text.thing("deity", self.deity) if self.kind == "deity" else text.card(self.card)


def cancels(number: int, cause: Cause) -> bool:
    """Return whether that card can Negate that announcement, whoever holds it (RUL-056)."""
    if cause.kind == "deity":
        return number == SORCERER
    card = CARDS[cause.card]
    if cause.kind == "investment":
        return number in GREAT_PERSON_NEGATES and card.is_great_person
    if number == HAND_WRITING:
        return True
    if cause.kind == "event":
        return False
    if number in GREAT_PERSON_NEGATES:
        return card.is_great_person
    if number in {PROPHETESS, HIGH_PRIEST}:
        return True
    if number == FALSE_PROPHET:
        return card.has_class("R") or (cause.card in DEITY_CARDS and (cause.as_deity or cause.card != PROPHET))
    return number == PROPHET and not card.is_great_person


def laws_cancel(s: State, civ: str, cause: Cause) -> bool:
    """Return whether the civ's Giver of Laws can answer: two disks, and a card against its owner (card 19)."""
    if cause.kind != "card" or civ not in cause.against or CARDS[cause.card].is_great_person:
        return False
    return s.civs[civ].investments.get(str(GIVER_OF_LAWS), 0) >= 2


def power_cancels(s: State, civ: str, cause: Cause) -> int:
    """Return how many uses of its Deity's power the civ may spend to cancel it; 0 unless a scenario allows that."""
    uses = special(s).power_cancels
    if uses is None or civ == cause.actor or not has_power(s, civ, s.civs[civ].deity):
        return 0
    return uses(s, civ, cause.kind, cause.card)


def face_up(s: State, civ: str, cause: Cause) -> list[str]:
    """Return public means to respond: the civ's Giver of Laws, and the power of its Deity."""
    laws = [LAWS] if laws_cancel(s, civ, cause) else []
    return [*laws, *([POWER] if power_cancels(s, civ, cause) else [])]


def responses(s: State, civ: str, cause: Cause) -> list[str]:
    """Return how the civ could respond now, as options: numbers of cards, its Giver of Laws, the power of its Deity."""
    cards = [str(n) for n in sorted(s.civs[civ].hand) if n in NEGATES and cancels(n, cause) and _may_use(s, civ, n)]
    return [*cards, *face_up(s, civ, cause)]


def _may_use(s: State, civ: str, number: int) -> bool:
    """The Negate's own requirement: a disk for High Priest, an Active Deity for Hand Writing on the Wall."""
    if number == HIGH_PRIEST:
        return bool(occupied_areas(s, civ))
    return number != HAND_WRITING or is_active(s, civ)


def could_be_answered(s: State, cause: Cause) -> bool:
    """Return whether, for all the public can know, a hand may hold an answer (RUL-054)."""
    return any(not _lies_open(s, n) for n in NEGATES if cancels(n, cause))


def _lies_open(s: State, card: int) -> bool:
    """Return whether the card is in an open pile or being played."""
    return card in s.discard or card in s.set_aside or card in s.removed or card in s.playing


def askable(s: State, cause: Cause, responded: Collection[str] = ()) -> list[str]:
    """Return the civs that may respond, in order: those with a card or a face-up means, by public facts alone."""
    hidden = could_be_answered(s, cause)
    after = [cause.actor, *others(s, cause.actor)] if cause.kind == "event" and cause.actor else others(s, cause.actor)
    seats = [c for c in s.order if c in after] if cause.kind == "event" else after
    asked = [c for c in seats if (hidden and s.civs[c].hand) or face_up(s, c, cause)]
    return [c for c in asked if c not in responded and may_answer(s, c, cause)]


def may_answer(s: State, civ: str, cause: Cause) -> bool:
    """Return whether the civ may cancel it: never a team-mate's announcement, except an Event."""
    return cause.kind == "event" or not are_mates(s, civ, cause.actor)


async def answers_to(s: State, cause: Cause, seats: Sequence[str], key: str = "card.negate") -> dict[str, str]:
    """Return what the seats respond: all together in secret, or one by one with the option `holders` (RUL-054)."""
    about = (cause.token, *sorted(cause.against))
    if s.options.negate_window == "sealed":
        options = {c: [*responses(s, c, cause), PASS] for c in seats}
        given = await each(key, options, sealed=True, harm=cause.harm, silence=PASS, about=about, what=cause.name)
        return {c: a for c, a in given.items() if a != PASS}
    await veil(key)
    for c in seats:
        if able := responses(s, c, cause):
            picks = await _ask_holder(c, able, cause, about, key)
            if picks != (PASS,):
                return {c: picks[0]}
    return {}


async def _ask_holder(seat: str, able: list[str], cause: Cause, about: Sequence[str], key: str) -> Picks:
    """Ask one seat without letting the public know whom."""
    ask = Ask(seat, (*able, PASS), silence=(PASS,))
    return (await request(key, [ask], sealed=True, harm=cause.harm, about=about, asked=(), what=cause.name))[seat]


async def is_negated(s: State, cause: Cause, early: dict[str, str] | None = None) -> bool:
    """Ask for responses to an announcement. Return whether it is cancelled in the end (RUL-054, RUL-055).

    `early`: answers already given at a reveal (RUL-181); they count before anyone is asked again.
    """
    s.announced.append(_public(cause))
    try:
        return await _answered(s, cause, early)
    finally:
        s.announced.pop()


def _public(cause: Cause) -> Announced:
    """Return the public part of an announcement while it can be answered."""
    return Announced(cause.kind, cause.actor, cause.card, cause.deity, sorted(cause.against), sorted(cause.hurt))


async def _answered(s: State, cause: Cause, early: dict[str, str] | None) -> bool:
    """Ask in rounds until nobody answers or an answer stands. Return whether one stands."""
    responded: set[str] = set()
    given = early
    while True:
        if given is None:
            seats = askable(s, cause, responded)
            given = await answers_to(s, cause, seats) if seats else {}
            responded.update(_passed_over(s, seats, given))
        if not given:
            return False
        if await _stands(s, cause, given, responded):
            return True
        given = None


def _passed_over(s: State, seats: list[str], given: dict[str, str]) -> list[str]:
    """With the option `holders`, return the civs that have let it pass: they are not asked again (RUL-055)."""
    if s.options.negate_window == "sealed" or not given:
        return []
    return seats[: seats.index(next(iter(given)))]


async def _stands(s: State, cause: Cause, given: dict[str, str], responded: set[str]) -> bool:
    """Try the responses in order, the first in Turn Order first; those not needed stay in hand unseen."""
    for civ in askable(s, cause, responded):
        if civ in given and given[civ] in responses(s, civ, cause):
            responded.add(civ)
            with doing(s):
                if await _negate(s, civ, given[civ], cause):
                    blame(s, civ, cause)
                    return True
    return False


def blame(s: State, civ: str, cause: Cause) -> None:
    """Blame the owner of an Investment for the disks lost with it, if a civ cancelled its use (RUL-070, RUL-135)."""
    if cause.kind == "investment":
        with doing(s, civ):
            begrudge(s, cause.actor)


async def _negate(s: State, civ: str, means: str, cause: Cause) -> bool:
    """Play a Negate, which opens a window of its own. Return whether it stands (RUL-055)."""
    if means == LAWS:
        return await _negate_by_law(s, civ, cause)
    if means == POWER:
        return await _negate_by_power(s, civ, cause)
    number = int(means)
    begin_playing(s, civ, number)
    tell(s, "negate.announced", civ=text.civ(civ), card=text.card(number), what=cause.name)
    own = Cause("card", civ, number, against=_hurt_by_negating(cause), harm=True)
    stands = not await is_negated(s, own)
    if stands:
        await _settle_negate(s, civ, number)
    else:
        tell(s, "negate.negated", civ=text.civ(civ), card=text.card(number))
    finish_playing(s, number)
    return stands


def _hurt_by_negating(cause: Cause) -> frozenset[str]:
    return frozenset({cause.actor} if cause.kind != "event" and cause.actor else ())


async def _settle_negate(s: State, civ: str, number: int) -> None:
    """Give the gains and take the prices of a Negate that stands: Prophetess 1 mina, High Priest 1 disk (cards
    27, 28).
    """
    if number == PROPHETESS:
        gain_mina(s, civ, 1)
        tell(s, "negate.prophetess", civ=text.civ(civ))
    elif number == HIGH_PRIEST and (areas := occupied_areas(s, civ)):
        area = await choose(civ, "negate.cost", areas)
        remove(s, civ, area)
        tell(s, "negate.high_priest", focus=(area,), civ=text.civ(civ), area=text.area(area))


async def _negate_by_law(s: State, civ: str, cause: Cause) -> bool:
    """Giver of Laws: two of its disks cancel a card against its owner; the use itself can be answered (card 19)."""
    tell(s, "negate.law", civ=text.civ(civ), what=cause.name, card=text.card(GIVER_OF_LAWS))
    if await use_negated(s, civ, GIVER_OF_LAWS):
        return False
    spend_investment(s, civ, GIVER_OF_LAWS, 2)
    return True


async def _negate_by_power(s: State, civ: str, cause: Cause) -> bool:
    """The Deity's power cancels a card, where a scenario allows it; the use itself can be answered."""
    deity = s.civs[civ].deity
    use(s, civ, deity, power_cancels(s, civ, cause))
    tell(s, "negate.power", civ=text.civ(civ), deity=text.thing("deity", deity), what=cause.name)
    return not await power_negated(s, civ, _hurt_by_negating(cause))


async def use_negated(s: State, civ: str, card: int) -> bool:
    """Announce a use of an Investment. Return whether it is cancelled; a Great Person's card and disks are lost then
    (RUL-053, RUL-070).
    """
    if not CARDS[card].is_great_person:
        return False
    if not await is_negated(s, Cause("investment", civ, card, harm=True)):
        return False
    drop_investment(s, civ, card)
    tell(s, "investment.negated", civ=text.civ(civ), card=text.card(card))
    return True


async def power_negated(s: State, civ: str, against: Iterable[str] = ()) -> bool:
    """Announce a use of the Deity's power; a Sorcerer blocks it for the turn (card 26, RUL-073)."""
    cause = Cause("deity", civ, deity=s.civs[civ].deity, against=frozenset(against), harm=True)
    if not has_power(s, civ, cause.deity):
        return True
    if not await is_negated(s, cause):
        return False
    block_power(s, civ)
    tell(s, "deity.blocked", civ=text.civ(civ), deity=cause.name)
    return True


async def announce_card(
    s: State,
    civ: str,
    card: int,
    *,
    against: Iterable[str] = (),
    hurt: Iterable[str] | None = None,
    focus: Sequence[str] = (),
    harm: bool = False,
    as_deity: bool = False,
    aim: str | Message = "",
) -> Cause:
    """Announce a card with all its choices, ask for responses, and return the cause for the losses that follow
    (RUL-009, RUL-053).

    Raises Negated or Gone. `hurt`: whom it costs something, if not everyone it is played against; a card without harm
    hurts nobody. `aim` names the targets for the log, as tokens. Only now does the card leave the hand, so that nobody
    learns of it while its player is still choosing (RUL-045).
    """
    if card in s.civs[civ].hand:
        begin_playing(s, civ, card)
    elif card not in s.playing:
        raise Gone
    hit = frozenset(against) - {civ}
    losers = hit & frozenset(hit if hurt is None else hurt) if CARDS[card].harms else frozenset[str]()
    cause = Cause("card", civ, card, as_deity=as_deity, against=hit, hurt=losers, harm=harm or bool(hit))
    key = "card.announced_at" if aim else "card.announced"
    tell(s, key, focus=focus, civ=text.civ(civ), card=text.card(card), aim=aim)
    if await is_negated(s, cause):
        raise Negated
    begin_doing(s, civ)
    return cause

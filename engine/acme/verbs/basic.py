"""The only functions that change a State. Each keeps pieces (RUL-015) and the owners of cubes (RUL-033)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import controls, disks, is_contested, loose, next_deck, room, supply
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.npc_offences import drive_out, forget_deeds, intrude, note_offence, offend
from engine.acme.verbs.stacks import change_stack
from engine.core import chance, text
from engine.core.game import Event
from engine.core.message import Message, list_of


def tell(s: State, key: str, /, *, to: str | None = None, focus: Sequence[str] = (), **said: Any) -> None:
    """Tell everyone, or one seat, the text `event.<key>`. Telling one seat counts as a revealed secret."""
    if to is not None:
        s.secrets += 1
    s.told.append(Event(Message(f"event.{key}", said), to, tuple(focus), s.action, key))


def tell_why(s: State, civ: str, question: str, why: str, *, alone: bool = False) -> None:
    """Tell why an NPC has answered a question so: the text `why.<reason>`, filled in with what follows its colon.

    `alone`: only the civ's own seat is told, since it may reveal the hand.
    """
    name, _, what = why.partition(":")
    said = Message(f"why.{name}", {"civ": text.civ(civ), "what": what})
    s.told.append(Event(said, civ if alone else None, (), s.action, f"why.{question}"))


def new_action(s: State) -> None:
    """Begin a new action: lines told from now on belong together."""
    s.action += 1


def place(s: State, faction: str, area: str, n: int = 1, *, capped: bool = True) -> int:
    """Put up to n disks from Supply into the area, as many as Supply and cap allow (RUL-013). Return how many."""
    n = min(n, supply(s, faction), room(s, faction, area) if capped else n)
    if n > 0:
        _change_supply(s, faction, -n)
        _enter(s, faction, area, n)
    return max(0, n)


def deploy(s: State, civ: str, area: str) -> None:
    """Put a disk of the Growth Box into the area (ACME §6.5)."""
    s.civs[civ].box -= 1
    _enter(s, civ, area, 1)


def remove(s: State, faction: str, area: str, n: int = 1, *, to_box: bool = False) -> int:
    """Take up to n disks off the area, to Supply or to the Growth Box. Return how many."""
    n = min(n, disks(s, faction, area))
    if n <= 0:
        return 0
    _change_stack(s, faction, area, -n)
    drive_out(s, faction, area, n)
    begrudge(s, faction)
    if to_box:
        s.civs[faction].box += n
    else:
        _change_supply(s, faction, n)
    return n


def move(s: State, faction: str, start: str, goal: str, n: int = 1) -> None:
    """Carry n disks from one area to another."""
    _change_stack(s, faction, start, -n)
    _enter(s, faction, goal, n)


def _enter(s: State, faction: str, area: str, n: int) -> None:
    """Disks come into the area; NPCs mind if that makes it Contested (RUL-135)."""
    before, new = is_contested(s, area), not disks(s, faction, area)
    _change_stack(s, faction, area, n)
    for npc in [] if before else intrude(s, faction, area):
        tell_enmity(s, npc, faction)
    if follows := special(s).entered:
        follows(s, faction, area, is_contested(s, area) and (new or not before))


def tell_enmity(s: State, npc: str, enemy: str) -> None:
    """Tell that the NPC has a new enemy."""
    tell(s, "npc.enemy", civ=text.civ(npc), enemy=text.civ(enemy))


def begrudge(s: State, victim: str) -> None:
    """Note that the victim has lost or paid a disk, card or mina; an NPC resents a card of another civ that did it."""
    if enemy := offend(s, victim):
        tell_enmity(s, victim, enemy)


def _change_supply(s: State, faction: str, n: int) -> None:
    if faction == BARBARIANS:
        s.black += n
    elif faction in s.civs:
        s.civs[faction].supply += n
    else:
        s.neutrals[faction].supply += n


def _change_stack(s: State, faction: str, area: str, n: int) -> None:
    change_stack(s, faction, area, n)
    if s.cubes.get(area) == faction and not disks(s, faction, area):
        del s.cubes[area]
    end_exile(s, area)


def end_exile(s: State, area: str) -> None:
    """End the exile of a civ that Controls its Home Area for the first time (Playbook, Darius)."""
    for name, c in s.civs.items():
        if c.exiled and c.home == area and controls(s, name, area):
            c.exiled = False
            tell(s, "civ.at_home", focus=(area,), civ=text.civ(name), area=text.area(area))


def place_cube(s: State, civ: str, area: str) -> None:
    """Place a Stronghold cube of the civ in the area (ACME §6.1)."""
    s.cubes[area] = civ


def remove_cube(s: State, area: str) -> None:
    """Spend the Stronghold cube of the area."""
    del s.cubes[area]


def place_bonus(s: State, kind: str, area: str) -> None:
    """Put the bonus cube into the area, from wherever it was (RUL-037)."""
    s.bonus[kind] = area


def lay_gold(s: State, area: str, civ: str) -> None:
    """Place Gold of the civ in the area, for the whole game (Playbook, Gold)."""
    s.gold[area] = civ


def lose_gold(s: State, area: str) -> None:
    """Remove the Gold of the area from the game (Playbook, Gold)."""
    del s.gold[area]


def add_display(s: State, civ: str, display: str) -> None:
    """Add the Display of another civilization to the civ's own."""
    s.civs[civ].displays.append(display)


def gain_mina(s: State, civ: str, n: int) -> None:
    """Add mina to the Treasury; there is no limit (RUL-014)."""
    c = s.civs[civ]
    c.mina += n
    if n:
        c.earned[s.phase] = c.earned.get(s.phase, 0) + n


def pay_mina(s: State, civ: str, n: int) -> int:
    """Pay mina to the bank, as far as there are any. Return how many."""
    c = s.civs[civ]
    n = min(n, c.mina)
    c.mina -= n
    if n:
        c.spent[s.phase] = c.spent.get(s.phase, 0) + n
        begrudge(s, civ)
    return n


def gain_vp(s: State, civ: str, n: int, of: str) -> None:
    """Gain VP by `of`, such as `cities` or `cards`; a negative number is lost, never below 0 (RUL-014)."""
    c = s.civs[civ]
    if n < 0 < c.vp:
        note_offence(s, civ)
    n = max(n, -c.vp)
    if n:
        c.vp += n
        c.scored[of] = c.scored.get(of, 0) + n


def to_box(s: State, civ: str, n: int) -> int:
    """Move disks from Supply to the Growth Box, as far as there are any. Return how many."""
    n = min(n, s.civs[civ].supply)
    s.civs[civ].supply -= n
    s.civs[civ].box += n
    return n


def box_to_supply(s: State, civ: str, n: int) -> None:
    """Move disks from the Growth Box back to Supply."""
    s.civs[civ].box -= n
    s.civs[civ].supply += n


def invest(s: State, civ: str, card: int, n: int) -> int:
    """Lay the card before the civ with up to n disks from Supply on it (ACME §8.4). Return how many."""
    n = min(n, s.civs[civ].supply)
    s.civs[civ].supply -= n
    s.civs[civ].investments[str(card)] = n
    return n


def spend_investment(s: State, civ: str, card: int, n: int = 1) -> None:
    """Return disks of an Investment to Supply; with its last disk the card is discarded (RUL-042)."""
    c = s.civs[civ]
    c.investments[str(card)] -= n
    c.supply += n
    begrudge(s, civ)
    if c.investments[str(card)] == 0:
        drop_investment(s, civ, card)


def take_from_investment(s: State, civ: str, card: int, area: str, n: int) -> None:
    """Move disks of an Investment into the area, without limit; with its last disk the card is discarded (RUL-070)."""
    spend_investment(s, civ, card, n)
    place(s, civ, area, n, capped=False)


def drop_investment(s: State, civ: str, card: int) -> None:
    """Discard an Investment; the disks on it go to Supply."""
    c = s.civs[civ]
    c.supply += c.investments.pop(str(card))
    put_away(s, card)


def put_away(s: State, card: int) -> None:
    """Put a card on the discard pile; one that is safe goes face down onto its owner's Display."""
    if owner := keeper(s, card):
        lay_aside(s, owner, card)
        return
    s.discard.append(card)
    s.fresh.append(card)


def keeper(s: State, card: int) -> str:
    """Return the civ that owns the card by its scenario; empty for all others."""
    return next((name for name, c in s.civs.items() if card in c.safe), "")


def lay_aside(s: State, owner: str, card: int) -> None:
    """Put a safe card face down onto its owner's Display."""
    s.civs[owner].aside.append(card)
    tell(s, "card.aside", civ=text.civ(owner), card=text.card(card))


def spread_out(s: State, civ: str, card: int, n: int) -> int:
    """Put a face-down Investment back into play with up to n disks. Return how many."""
    s.civs[civ].aside.remove(card)
    return invest(s, civ, card, n)


def take_back(s: State, civ: str, card: int) -> None:
    """Take a face-down card from the Display back into the hand."""
    s.civs[civ].aside.remove(card)
    s.civs[civ].hand.append(card)
    tell(s, "card.taken_back", civ=text.civ(civ), card=text.card(card))


def let_go(s: State, civ: str, card: int) -> None:
    """End the safety of a card; if it is face down it is discarded."""
    c = s.civs[civ]
    c.safe.remove(card)
    if card in c.aside:
        c.aside.remove(card)
        put_away(s, card)
        tell(s, "card.discarded", civ=text.civ(civ), card=text.card(card))


def discard(s: State, civ: str, card: int) -> None:
    """Put a card from the hand on the discard pile, face up."""
    s.civs[civ].hand.remove(card)
    begrudge(s, civ)
    put_away(s, card)


def begin_playing(s: State, civ: str, card: int) -> None:
    """Take a card out of the hand; it is in no pile until it is finished (RUL-045)."""
    s.civs[civ].hand.remove(card)
    s.playing.append(card)


def finish_playing(s: State, card: int, pile: str = "discard") -> None:
    """Put the card where its text says: `discard`, `set_aside`, `removed`, or `display` (stays before its owner)."""
    s.playing.remove(card)
    if pile == "discard":
        put_away(s, card)
    elif pile == "set_aside":
        s.set_aside.append(card)
    elif pile == "removed":
        s.removed.append(card)


def to_hand(s: State, civ: str, cards: Sequence[int]) -> None:
    """Give the civ cards of its scenario; its owner alone learns which."""
    s.civs[civ].hand += cards
    if cards:
        tell(s, "draw.yours", to=civ, cards=list_of([text.card(n) for n in cards]))


def give_card(s: State, giver: str, taker: str, card: int, *, freely: bool = False) -> None:
    """Move a card from hand to hand, taken or given freely; only both owners are told.

    One that is the giver's own by its scenario is put aside face down instead.
    """
    s.civs[giver].hand.remove(card)
    if not freely:
        begrudge(s, giver)
    if keeper(s, card) == giver:
        lay_aside(s, giver, card)
        return
    s.civs[taker].hand.append(card)
    lost, won = ("given_by_you", "given_to_you") if freely else ("taken_from_you", "taken_by_you")
    tell(s, f"card.{lost}", to=giver, card=text.card(card), civ=text.civ(taker))
    tell(s, f"card.{won}", to=taker, card=text.card(card), civ=text.civ(giver))


def discard_at_random(s: State, civ: str) -> int | None:
    """Discard a random card of the hand. Return it, or None from an empty hand."""
    hand = loose(s, civ)
    if not hand:
        return None
    card = chance.pick(s, hand)
    discard(s, civ, card)
    return card


def reshuffle(s: State) -> None:
    """Make the discard pile the deck, without cards that may not come back yet (RUL-047)."""
    back = next_deck(s)
    s.discard = [card for card in s.discard if card not in back]
    chance.shuffle(s, back)
    s.deck += back


def top_card(s: State) -> int | None:
    """Return the next card of the deck, which is shuffled anew if it must be; None if no card can be had (RUL-017)."""
    if not s.deck:
        reshuffle(s)
    if not s.deck:
        return None
    s.secrets += 1
    return s.deck.pop(0)


def use(s: State, civ: str, power: str, n: int = 1) -> None:
    """Note a use of a once-a-turn power (RUL-016)."""
    s.civs[civ].used[power] = s.civs[civ].used.get(power, 0) + n


def move_to_box(s: State, civ: str, area: str) -> None:
    """Move a disk from the map straight into the Growth Box (ACME §6.4)."""
    remove(s, civ, area, to_box=True)


def begin_phase(s: State, phase: str) -> None:
    """Begin a phase: the first civ in Turn Order is next, and cards of earlier phases may be shuffled in (RUL-047)."""
    s.phase, s.active, s.round = phase, 0, 1
    s.fresh, s.resolved = [], []
    new_action(s)
    tell(s, f"phase.{phase}")


def refresh(s: State, civ: str) -> None:
    """Begin a turn for the civ: once-a-turn powers are unused, it hasn't passed (RUL-016)."""
    c = s.civs[civ]
    c.used, c.blocked, c.passed, c.came_back = {}, False, False, False
    forget_deeds(s, civ)


def pass_phase(s: State, civ: str) -> None:
    """Note that the civ takes no more actions in this Card Phase (ACME §8.2)."""
    s.civs[civ].passed = True


def note_action(s: State, civ: str) -> None:
    """Note that the civ has taken its first action of the game."""
    s.civs[civ].acted = True


def set_control(s: State, civ: str, by: str) -> None:
    """Let the civ be played by a person or by the NPC from now on."""
    s.civs[civ].by = by


def put_on_top(s: State, cards: Sequence[int]) -> None:
    """Put cards seen on top of the deck back in this order, the first one next."""
    s.deck[: len(cards)] = cards


def give_mina(s: State, giver: str, taker: str, n: int) -> int:
    """Move mina from Treasury to Treasury, as far as there are any. Return how many."""
    n = pay_mina(s, giver, n)
    gain_mina(s, taker, n)
    return n


def gain_loot(s: State, civ: str, n: int) -> None:
    """Put mina into the loot box, unusable until the Competition Phase closes (ACME §9.6)."""
    s.civs[civ].loot += n


def bank_loot(s: State, civ: str) -> int:
    """Empty the loot box into the Treasury. Return how many mina that were."""
    n = s.civs[civ].loot
    s.civs[civ].loot = 0
    gain_mina(s, civ, n)
    return n

"""One plan for all rounds of a fight: how often to pay, with what, and when to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.contract.tables import Refused
from bot.games.acme.declared import COIN, UNITS
from bot.games.acme.loss_screen import number_tokens, plain, ways
from bot.games.acme.pay_screen import pay_screen
from bot.games.acme.payments import read_payments
from bot.ui.parts import Button, Menu, MenuChoice, Row, Screen, Text, choice, limits, number, rows, short
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import foot, heading, screen
from bot.ui.questions.giving_up import asked_once
from bot.ui.typed.grammar import items
from engine.acme.presentation.board import BOARD
from engine.acme.presentation.stacks import contested, stacks
from engine.acme.view import AcmeView
from engine.core.naming import fold
from engine.core.text import told_of, words

PAY, WITH, UNTIL, STEP, PLAN, ALL = "f_pay", "f_with", "f_until", "f_step", "f_plan", "f_none_all"
NOTHING: Final[Mapping[str, Any]] = {"pay": 0, "means": [], "until": "win"}
ENDS: Final = ("win", "share", "useless", "ask")
ALIKE: Final = 3
SHOWN: Final = 4


def fight_screen(stage: DraftState) -> Screen:
    """Return the screen of what the seat pays in the whole fight; step by step on request, or if nothing can pay."""
    planned = stage.request is not None and not stage.work.whole and stage.outlook and ways(stage)
    if not planned or stage.work.note(STEP):
        return pay_screen(stage, Row((Button(words("play.fight.plan"), PLAN),)) if planned else None)
    menus = (_pay_menu(stage), _with_menu(stage), _until_menu(stage))
    further = [Text(words("play.fight.further", fights=short(to_come(stage), 400)))] if to_come(stage) else []
    return screen(stage.sheet, [heading(stage), Text(facts(stage)), *further, *menus, *_send(stage), foot(stage)])


def is_many(stage: DraftState) -> bool:
    """Return whether three or more Factions fight: then each round is looked at by itself unless the seat wants
    otherwise.
    """
    return len(fighters(stage)) >= ALIKE


def fighters(stage: DraftState) -> Sequence[str]:
    """Return the Factions of the fight going on."""
    return BOARD.fighters(stage.sheet.view)


def until(stage: DraftState) -> str:
    """Return when to stop paying."""
    return next(iter(stage.work.note(UNTIL)), "ask" if is_many(stage) else "win")


def times(stage: DraftState) -> int:
    """Return how often to pay at most: as chosen, else as often as coins alone can win it."""
    chosen = number(next(iter(stage.work.note(PAY)), ""))
    if chosen is not None:
        return min(chosen, len(ways(stage)))
    coins = ways(stage).count(COIN)
    won = (n for n, end in enumerate(stage.outlook[: coins + 1]) if set(end) == {stage.seat})
    return next(won, 0)


def facts(stage: DraftState) -> str:
    """Return who fights, and the end for each number of payments if the others don't pay; what they could pay."""
    told = stage.question_facts().split("\n")[0]
    ends = [words("play.fight.pays", n=n, end=end) for n, end in different([outcome(stage, s) for s in stage.outlook])]
    others = [civ for civ in fighters(stage) if civ != stage.seat]
    purses = [p for civ in others if (p := _purse(stage, civ))]
    able = words("play.fight.able", purses="; ".join(purses)) if purses else words("play.fight.unable")
    return "\n".join(line for line in (told, short("\n".join(ends), 700), able) if line)


def different(ends: Sequence[str]) -> list[tuple[int, str]]:
    """Return the numbers of payments that change the end, the first few."""
    return [(n, end) for n, end in enumerate(ends) if not n or end != ends[n - 1]][:SHOWN]


def _purse(stage: DraftState, civ: str) -> str:
    held = BOARD.purse(stage.sheet.view, civ)
    return f"{stage.presentation.names.name('civ', civ)} {held}" if held else ""


def outcome(stage: DraftState, stacks: Mapping[str, int]) -> str:
    """Return what each side keeps: the seat alone, both, or nothing for the seat."""
    mine = stacks.get(stage.seat, 0)
    if not mine:
        return words("play.fight.lost")
    if len(stacks) == 1:
        return words("play.fight.won", n=mine)
    rest = [f"{stage.presentation.names.name('civ', f)} {n}" for f, n in stacks.items() if f != stage.seat]
    return stage.words("play.fight.shared", n=mine, others=", ".join(rest))


def _pay_menu(stage: DraftState) -> Menu:
    chosen, most = times(stage), min(len(ways(stage)), limits().menu - 1)
    choices = tuple(_times(stage, n, chosen=n == chosen) for n in range(most + 1))
    return Menu(words("play.fight.most"), PAY, choices)


def _times(stage: DraftState, n: int, *, chosen: bool) -> MenuChoice:
    label = words("play.fight.times", n=n) if n else words("play.fight.nothing")
    end = words("play.fight.then", end=outcome(stage, stage.outlook[n])) if n < len(stage.outlook) else ""
    return choice(str(n), label, end, chosen=chosen)


def _with_menu(stage: DraftState) -> Menu:
    several, chosen = number_tokens(ways(stage))[: limits().menu], stage.work.note(WITH)
    choices = tuple(choice(v, _means(stage, v), chosen=v in chosen) for v in several)
    return Menu(words("play.loss.pay"), WITH, choices, least=0, most=len(choices))


def _means(stage: DraftState, value: str) -> str:
    token, nth = plain(value), value.rpartition("#")[2]
    if token == COIN:
        return stage.words("play.loss.coin", n=nth)
    label = stage.option(token).label
    return words("play.loss.nth", n=nth, what=label) if ways(stage).count(token) > 1 else label


def _until_menu(stage: DraftState) -> Menu:
    now = until(stage)
    choices = tuple(choice(end, stage.words(f"play.fight.until_{end}"), chosen=end == now) for end in ENDS)
    return Menu(words("play.fight.until"), UNTIL, choices)


def to_come(stage: DraftState) -> str:
    """Return the other fights of this phase for a person who plays alone, with their stacks."""
    if not stage.sheet.info.alone:
        return ""
    view: AcmeView = stage.sheet.view
    here = view.competition.area if view.competition else ""
    own = [area for area in contested(view) if area != here and view.areas[area].disks.get(stage.seat)]
    return " · ".join(told_of(stage.presentation.names.name("area", area), stacks(view, area)) for area in own)


def _send(stage: DraftState) -> list[Row]:
    n = times(stage)
    step = Button(words("play.fight.step"), STEP, style="primary" if until(stage) == "ask" else "secondary")
    if until(stage) == "ask":
        return [Row((step,))]
    nothing = Button(words("play.fight.pay_none"), "f_none")
    pay = (Button(words("play.fight.pay", n=n), "f_go", style="primary"),) if n else ()
    every = [Button(words("play.fight.none_all"), ALL)] if to_come(stage) else []
    return rows((*pay, nothing, step, *every))


def giving_up(stage: DraftState) -> Screen:
    """Return the question before nothing is paid in any fight to come."""
    what = words("play.give_up.fights", fights=short(to_come(stage), 400))
    return asked_once(stage, stage.prompt, what, words("play.fight.none_all"), ALL)


def wishes(stage: DraftState, n: int) -> dict[str, Any]:
    """Return the plan as chosen, for so many payments."""
    first = [plain(v) for v in stage.work.note(WITH)]
    rest = Counter(ways(stage)) - Counter(first)
    means = [*first, *(w for w in dict.fromkeys(ways(stage)) for _ in range(rest[w]))]
    return {"pay": n, "means": means, "until": until(stage) if until(stage) != "ask" else "win"}


def read_fight_plan(stage: DraftState, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the plan of a command: `pay`, `with`, `lose`, `until`. Raises WrongLine, Refused("not_an_option")."""
    line = given.get("with", "")
    means = read_payments(stage, line) if line.strip() else wishes(stage, 0)["means"]
    most = number(given.get("pay", ""))
    plan = {"pay": len(means) if most is None else most, "means": means, "until": given.get("until") or "win"}
    return {**plan, "lose": units(given["lose"], UNITS)} if given.get("lose") else plan


def units(line: str, known: Mapping[str, str]) -> list[str]:
    """Return the order in which units are lost. Raises Refused("not_an_option")."""
    found: list[str] = []
    for item in items(line):
        unit = next((unit for word, unit in known.items() if fold(word) in fold(item)), "")
        if not unit:
            raise Refused("not_an_option", given=item, near=tuple(known))
        found.append(unit)
    return found


def is_plan(given: Mapping[str, str]) -> bool:
    """Return whether a command names a plan rather than one step."""
    return bool(given.get("pay") or given.get("until")) and given.get("until") != "ask"

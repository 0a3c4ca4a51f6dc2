"""Several losses of one effect on one screen: which disks are saved, and with what (§ losses of the rules)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from bot.games.acme.declared import CHEAPEST_FIRST, COIN, FIGHTS, GIVEN_UP, LOSE, LOSSES
from bot.ui.parts import Button, Menu, MenuChoice, Part, Row, Screen, Text, choice, limits, rows, short
from bot.ui.questions.draft import DraftAnswers, DraftState, token_name
from bot.ui.questions.frame import foot, heading, screen
from bot.ui.questions.giving_up import asked_once
from engine.acme.presentation.board import BOARD
from engine.core.text import count_noun, thing, words

SAVE: Final = "save"
PAY: Final = "pay"
LOSE_ALL: Final = "lose_all"
MARK: Final = "#"


def is_several(stage: DraftState) -> bool:
    """Return whether more than one loss is coming, so that they are decided together."""
    return stage.key in LOSSES and 1 < len(coming_losses(stage)) <= limits().menu and stage.request is not None


def coming_losses(stage: DraftState) -> tuple[str, ...]:
    """Return the areas of the losses, one entry a disk."""
    return stage.sheet.request.about if stage.sheet.request else ()


def number_tokens(tokens: Sequence[str]) -> list[str]:
    """Return a text such as `kaska#1`, `kaska#2`: one value for each of several equal things."""
    seen: Counter[str] = Counter()
    values: list[str] = []
    for token in tokens:
        seen[token] += 1
        values.append(f"{token}{MARK}{seen[token]}")
    return values


def plain(value: str) -> str:
    """Return the token of such a value."""
    return value.rpartition(MARK)[0] or value


def ways(stage: DraftState) -> list[str]:
    """Return every means of paying, as often as it can be used at most, cheapest first."""
    ask = stage.sheet.ask
    lost = GIVEN_UP if stage.key in FIGHTS else (LOSE,)
    offered = [o for o in (ask.options if ask else ()) if o not in lost]
    several = [o for o in offered for _ in range(BOARD.means(stage.sheet.view, stage.seat, o))]
    return sorted(several, key=_cheapness)


def _cheapness(token: str) -> int:
    kind = token.partition(":")[0]
    return CHEAPEST_FIRST.index(kind) if kind in CHEAPEST_FIRST else len(CHEAPEST_FIRST)


def payment(stage: DraftState) -> list[str]:
    """Return what pays: the chosen order, else coins only."""
    chosen = [plain(v) for v in stage.work.note(PAY)]
    return chosen or [w for w in ways(stage) if w == COIN]


def loss_screen(stage: DraftState) -> Screen:
    """Return the screen of several losses."""
    saved = [v for v in stage.work.note(SAVE) if v in number_tokens(coming_losses(stage))]
    title = heading(stage, words("play.loss.title", prompt=_cause(stage), n=len(coming_losses(stage))))
    purse = BOARD.purse(stage.sheet.view, stage.seat)
    rule = [Text(stage.words("play.loss.rule", purse=purse))] if purse else []
    menus: list[Part] = [_save_menu(stage, saved), *_pay_menu(stage)]
    told = [Text(line) for line in (_sum(stage, saved), _prices(stage)) if line]
    return screen(stage.sheet, [title, *rule, *menus, *told, *_buttons(stage, saved), foot(stage)])


def one_title(stage: DraftState) -> str:
    """Return what one loss, or several of the same unit, is about: `Composite Bow: 2 of your disks in Zab`."""
    request = stage.request
    if request is None or stage.key not in LOSSES or not request.about:
        return ""
    key = "play.loss.one" if request.left <= 1 else "play.loss.several"
    return stage.name_tokens(
        words(key, prompt=_cause(stage), n=request.left, area=thing("area", str(request.about[0])))
    )


def _cause(stage: DraftState) -> str:
    asked = stage.sheet.request
    return stage.name_tokens(str(asked.said.values.get("what", ""))) if asked else ""


def _save_menu(stage: DraftState, saved: Sequence[str]) -> Menu:
    values = number_tokens(coming_losses(stage))
    choices = tuple(_loss(stage, v, chosen=v in saved) for v in values)
    return Menu(words("play.loss.save"), SAVE, choices, least=0, most=len(choices))


def _loss(stage: DraftState, value: str, *, chosen: bool) -> MenuChoice:
    area, nth = plain(value), int(value.rpartition(MARK)[2])
    name = stage.presentation.names.name("area", area)
    label = words("play.loss.disk", area=name, n=nth) if coming_losses(stage).count(area) > 1 else name
    return choice(value, label, _becomes(stage, area, nth), chosen=chosen, on=(f"area:{area}",))


def _becomes(stage: DraftState, area: str, nth: int) -> str:
    there = BOARD.stacks(stage.sheet.view).get(area, {}).get(stage.seat, 0)
    precious = stage.words("play.loss.precious") if area in BOARD.precious(stage.sheet.view, stage.seat) else ""
    left = max(0, there - nth)
    return f"{there - nth + 1}→{left}{words('play.loss.vacant') if left == 0 else ''}{precious}"


def _pay_menu(stage: DraftState) -> list[Part]:
    several = number_tokens(ways(stage))[: limits().menu]
    if not several:
        return []
    chosen = stage.work.note(PAY)
    choices = tuple(choice(v, *_means(stage, v), chosen=v in chosen) for v in several)
    return [Menu(words("play.loss.pay"), PAY, choices, least=0, most=len(choices))]


def _means(stage: DraftState, value: str) -> tuple[str, str]:
    token, nth = plain(value), value.rpartition(MARK)[2]
    option = next((o for o in stage.sheet.options if o.token == token), None)
    label = token_name(stage, token) if option and token.startswith("card:") else ""
    label = label or (stage.name_tokens(option.label) if option else token)
    if token == COIN:
        return stage.words("play.loss.coin", n=nth), ""
    many = ways(stage).count(token) > 1
    return (words("play.loss.nth", n=nth, what=label) if many else label), stage.name_tokens(
        option.hint
    ) if option else ""


def _sum(stage: DraftState, saved: Sequence[str]) -> str:
    """`Saves 3 Judah, Zab for 2 coins. Loses 3 Van …`"""
    kept = Counter(plain(v) for v in saved)
    gone = Counter(coming_losses(stage)) - kept
    paid = payment(stage)[: len(saved)]
    lines = []
    if saved:
        lines.append(words("play.loss.saves", n=len(saved), areas=_areas(stage, kept), means=_paid(stage, paid)))
    if gone:
        lines.append(words("play.loss.loses", n=sum(gone.values()), areas=_areas(stage, gone)))
    missing = len(saved) - len(paid)
    if missing > 0:
        lines.append(words("play.loss.missing", n=missing))
    return "\n".join(lines)


def _areas(stage: DraftState, counts: Counter[str]) -> str:
    names = [(stage.presentation.names.name("area", a), n) for a, n in counts.items()]
    return short(", ".join(f"{name} {n}" if n > 1 else name for name, n in names), 500)


def _paid(stage: DraftState, paid: Sequence[str]) -> str:
    return short(", ".join(_paid_with(stage, token, n) for token, n in Counter(paid).items()), 300) or words(
        "play.loss.nothing"
    )


def _paid_with(stage: DraftState, token: str, n: int) -> str:
    if token == COIN:
        return count_noun(n, COIN)
    label = _means(stage, f"{token}{MARK}1")[0]
    return f"{n} {label}" if n > 1 else label


def _prices(stage: DraftState) -> str:
    """Return what the shortcuts pay with: `Save all 7 pays 2 mina, Physician, Corruption …, cheapest first.`"""
    means = best_means(stage)
    lines = [
        words("play.loss.price", label=label, means=_paid(stage, means[:n]))
        for label, n in _shortcuts(stage)
        if n <= len(means)
    ]
    return "\n".join([*lines, *([words("play.loss.order")] if lines else [])])


def _shortcuts(stage: DraftState) -> list[tuple[str, int]]:
    """The label of each shortcut that saves something, and how many disks it saves."""
    n, best = len(coming_losses(stage)), len(precious(stage))
    every = [(words("play.loss.all", n=n), n)]
    return [*every, (stage.words("play.loss.best", n=best), best)] if 0 < best < n else every


def _buttons(stage: DraftState, saved: Sequence[str]) -> list[Part]:
    n, k = len(coming_losses(stage)), len(saved)
    able = len(ways(stage))
    shortcuts = [Button(words("play.loss.all", n=n), "save_all")] if able >= n else []
    best = precious(stage)
    if 0 < len(best) < n and able >= len(best):
        shortcuts.append(Button(stage.words("play.loss.best", n=len(best)), "save_best"))
    shortcuts.append(Button(words("play.loss.none", n=n), LOSE_ALL))
    ready = 0 < k <= len(payment(stage))
    label = words("play.loss.send", saved=k, lost=n - k) if k else words("play.button.choose_first")
    return [*rows(shortcuts), Row((Button(label, "save_go", style="primary", disabled=not ready),))]


def giving_up(stage: DraftState) -> Screen:
    """Return the question before everything is lost."""
    n = len(coming_losses(stage))
    title, what = words("play.loss.title", prompt=_cause(stage), n=n), words("play.give_up.losses", n=n)
    return asked_once(stage, title, what, words("play.loss.none", n=n), LOSE_ALL)


def precious(stage: DraftState) -> list[str]:
    """Return the losses in the areas that a seat saves first."""
    best = BOARD.precious(stage.sheet.view, stage.seat)
    return [v for v in number_tokens(coming_losses(stage)) if plain(v) in best]


def wishes(stage: DraftState, saved: Sequence[str], paying: Sequence[str]) -> dict[str, Any]:
    """Return the plan that saves these, of each area as many as named, and loses the rest; every means is used once."""
    wanted, at = Counter(plain(v) for v in saved), []
    for place, area in enumerate(coming_losses(stage)):
        if wanted[area]:
            wanted[area] -= 1
            at.append(place)
    return {"save": at, "means": list(paying)[: len(at)]}


def best_means(stage: DraftState) -> list[str]:
    """Return every means, cheapest first, for the shortcuts; an order chosen comes before the others."""
    chosen = [plain(v) for v in stage.work.note(PAY)]
    rest = Counter(ways(stage)) - Counter(chosen)
    return [*chosen, *(w for w in dict.fromkeys(ways(stage)) for _ in range(rest[w]))]


def with_choice(stage: DraftState, key: str, values: Sequence[str]) -> DraftAnswers:
    """Return the draft with another choice of what is saved, or what pays."""
    return stage.work.with_note(key, values)

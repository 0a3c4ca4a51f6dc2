"""What a question of ACME turns on, in a few lines: the card being played, the fight, what was announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.names import told
from bot.ui.play.acme_board import own
from bot.ui.play.acme_growth import PLACING, key_of, placing
from bot.ui.play.stage import Stage
from bot.ui.table.acme import contested, stacks
from bot.ui.table.heralds import roman
from engine.acme.catalog import CARDS, CIVS, DEITIES, RULES
from engine.acme.definitions import Ability
from engine.core.text import counted, words

FIGHTS = ("competition.commit", "competition.removal", "competition.order", "competition.card")
HIT = (
    "card.negate",
    "competition.negate",
    "loss.buy_off",
    "loss.choose",
    "loss.penalty",
    "epoch.cities",
    "epoch.faith",
)
KEPT = ("card.look", "card.give", "draw.dead", "draw.extra", "draw.discard")
DEITY = "deity"
ANNOUNCED = 3


def explain(stage: Stage) -> str:
    """The facts for that question; empty if its prompt says all."""
    key = stage.request.key if stage.request else stage.key
    if stage.key == "card.play" and stage.work.whole:
        return action_text(stage)
    if key_of(stage) in PLACING:
        return placing(stage)
    if key in KEPT and stage.face.board is not None:
        return stage.face.board.facts(stage.sheet.view, stage.seat)
    makers = {
        **dict.fromkeys(HIT, latest),
        **dict.fromkeys(FIGHTS, fight),
        "card.play": still_to_act,
        "competition.before": to_be_fought,
        "draw.buy": buying,
        "gilgamesh.invoke": leaving,
        "setup.civ": civ_text,
        "gilgamesh.civ": civ_text,
    }
    return makers[key](stage) if key in makers else ""


def subject(stage: Stage) -> str:
    """What a window is about: the card announced, or the area."""
    request = stage.sheet.request
    if request is None:
        return ""
    about = request.about[0] if request.about else ""
    area = str((stage.view.get("competition") or {}).get("area", about))
    what = {"card.negate": told(about, stage.face.names), "competition.before": words("play.acme.before")}
    return what.get(request.key) or words("play.acme.in_area", area=stage.face.names.name("area", area))


def action_text(stage: Stage) -> str:
    """What the card or the Deity of an action does."""
    first = stage.work.whole[0][0]
    if first != DEITY:
        return card_text(stage, first)
    chosen = next((DEITIES[p[0]] for p in stage.work.whole if p[0] in DEITIES), None)
    return " ".join(chosen.text.split()) if chosen else ""


def saves(stage: Stage) -> bool:
    """Whether disks that the card of the action takes may be saved for 1 mina or 1 card (ACME §7)."""
    first = stage.work.whole[0][0] if stage.work.whole else ""
    return first.isdigit() and int(first) in CARDS and CARDS[int(first)].buyoff == "usual"


def still_to_act(stage: Stage) -> str:
    """Who has not passed yet, in Turn Order, beginning with the seat itself (ACME §8.2)."""
    order, passed = list(stage.view.get("order", ())), stage.view.get("passed", ())
    if stage.seat not in order:
        return ""
    here = order.index(stage.seat)
    left = [civ for civ in (*order[here:], *order[:here]) if civ not in passed]
    named = [words("play.acme.you") if civ == stage.seat else stage.face.names.name("civ", civ) for civ in left]
    return words("play.acme.still_to_act", civs=", ".join(named))


def to_be_fought(stage: Stage) -> str:
    """The Contested areas in their order, with their stacks."""
    names, view = stage.face.names, stage.view
    lines = [f"{names.name('area', a)}: {stacks(view, a, names)}" for a in contested(view)]
    return " · ".join(f"{i} {line}" for i, line in enumerate(lines, 1))


def buying(stage: Stage) -> str:
    """What one holds, and who learns of the number."""
    board = stage.face.board
    return f"{board.facts(stage.view, stage.seat)}\n{words('play.acme.buying')}" if board else ""


def leaving(stage: Stage) -> str:
    """What a civilization gives up, and what its owner keeps (ACME §10.4)."""
    civ = own(stage.view, stage.seat)
    kept = {"vp": civ.get("vp", 0), "mina": civ.get("mina", 0), "cards": counted(int(civ.get("hand_count", 0)), "card")}
    return words("play.acme.leaving", disks=counted(int(civ.get("disks", 0)), "disk"), new=RULES.start_disks, **kept)


def card_text(stage: Stage, card: str) -> str:
    """What the card does, in our words."""
    board = stage.face.board
    if board is None or not card.isdigit() or int(card) not in CARDS:
        return ""
    return f"**{stage.face.names.name('card', card)}** ({card}) {board.card_text(card)}"


def latest(stage: Stage) -> str:
    """The last lines told to everybody about this action: what was announced, and against whom."""
    lines = stage.sheet.public.latest
    here = [line for line in lines if line.action == lines[-1].action and not line.key.startswith("phase.")]
    return "\n".join(told(line.text, stage.face.names) for line in here[-ANNOUNCED:])


def fight(stage: Stage) -> str:
    """The stacks of the Competition, the cards committed, and what counts."""
    there: Mapping[str, Any] | None = stage.view.get("competition")
    if not there:
        return ""
    names = stage.face.names
    sides = [_side(stage, faction, units, there) for faction, units in there["units"].items()]
    lines = [f"**{names.name('area', there['area'])}** {' · '.join(sides)}"]
    stands = as_it_stands(stage, there["units"]) if len(sides) == 2 else ""
    lines += [stands] if stands else []
    if stage.request is not None and stage.request.key == "competition.removal" and len(sides) == 2:
        lines.append(words("play.acme.formula"))
    means = own(stage.view, stage.seat)
    if stage.seat in there["units"]:
        cards = counted(int(means.get("hand_count", 0)), "card")
        lines.append(words("play.acme.means", mina=means.get("mina", 0), cards=cards))
    return "\n".join(lines)


def as_it_stands(stage: Stage, units: Mapping[str, Mapping[str, Any]]) -> str:
    """Who would win if nobody played or paid anything more: the winner keeps the difference plus one (ACME §9.4)."""
    if any(there["cube"] and has_strong_walls(stage, faction) for faction, there in units.items()):
        return ""
    strength = {faction: there["disks"] + there["white"] + there["cube"] for faction, there in units.items()}
    weak, strong = sorted(strength, key=lambda faction: strength[faction])
    more = strength[strong] - strength[weak]
    if not more:
        return words("play.acme.even")
    who = words("play.acme.you") if strong == stage.seat else stage.face.names.phrase("civ", strong)
    return words("play.acme.wins", who=who, n=more + 1)


def has_strong_walls(stage: Stage, faction: str) -> bool:
    """Whether its Strongholds stand for more than one unit, of which the view does not tell how many are left."""
    shown = own(stage.view, faction).get("displays", ())
    return any(ability.kind == "stronghold_strength" for civ in shown for ability in CIVS[civ].abilities)


def _side(stage: Stage, faction: str, units: Mapping[str, Any], there: Mapping[str, Any]) -> str:
    """`you 3 + 2 white + Stronghold`, with cards committed or revealed."""
    name = words("play.acme.you") if faction == stage.seat else stage.face.names.name("civ", faction)
    white = words("play.acme.white", n=units["white"]) if units["white"] else ""
    cube = words("play.acme.cube") if units["cube"] else ""
    revealed: Sequence[int] = there["revealed"].get(faction, ())
    if revealed:
        cards = ", ".join(stage.face.names.name("card", str(card)) for card in revealed)
    else:
        n = there["committed"].get(faction, 0)
        cards = words("play.acme.committed", cards=counted(n, "card")) if n else ""
    return f"{name} {units['disks']}{white}{cube}{f' ({cards})' if cards else ''}"


def civ_text(stage: Stage) -> str:
    """What the Display of the civilization chosen says; † for our reconstruction."""
    civ = CIVS.get(next(iter(stage.picks), ""))
    if civ is None:
        return words("play.acme.civ_first")
    homes = listed_or([stage.face.names.name("area", home.area) for home in civ.homes])
    epochs = ", ".join(roman(epoch) for epoch in civ.epochs)
    lines = [words("play.acme.civ", name=civ.name, years=civ.years, homes=homes, epochs=epochs)]
    lines += [
        words("play.acme.ability", name=a.name, mark=mark(a), text=" ".join(a.text.split())) for a in civ.abilities
    ]
    ours = any(mark(a) for a in civ.abilities)
    return "\n".join([*lines, *([words("play.acme.ours")] if ours else [])])


def mark(ability: Ability) -> str:
    """† for an ability that is our reconstruction."""
    return "" if ability.known in {"fact", "known"} else " †"


def listed_or(names: Sequence[str]) -> str:
    """`Assur or Nineveh`."""
    return words("play.acme.or").join(names)

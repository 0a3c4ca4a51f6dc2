"""The facts beside the options of a choice: what it is for, whom it concerns, and what no answer means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.civ.catalog import NATIONS, NUMBERS
from engine.civ.geography import area_of
from engine.civ.presentation.board import nation, place_name
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said
from engine.civ.silence import silent
from engine.civ.view import CivView, NationView
from engine.core.naming import name_tokens
from engine.core.presentation import Scene
from engine.core.text import has_text, list_parts, words

SHARES: Final = 300

CHOICES: Final = frozenset(
    {
        *("calamity.site", "calamity.harbour", "calamity.quake", "calamity.quake_next"),
        *("horde.landing", "horde.city", "horde.way", "conflict.order", "conflict.pillage"),
        *("war.keep", "mega.ransom", "tax.rate", "calamity.stand"),
        *("politics.area", "politics.treasury", "doctrine.what", "doctrine.number", "doctrine.tokens"),
        *("diaspora.number", "diaspora.start", "diaspora.goal", "empire.players"),
    }
)
WORDED: Final = frozenset({*CHOICES, "ability.use", "conflict.lose", "convert.area", "fundamentalism.area"})


def chosen_between(scene: Scene[CivView], key: str) -> str:
    """Return what a choice turns on, and what happens without an answer; empty if the question says so itself."""
    make = TURNS_ON.get(key)
    lines = [about_another(scene), make(scene) if make else "", default_line(scene, key) if key in CHOICES else ""]
    return "\n".join(filter(None, lines))


def about_another(scene: Scene[CivView]) -> str:
    """Return who is struck by the calamity if another player makes the choice: its text addresses the victim."""
    victim = said_of(scene, "victim")
    if scene.before.phase != "calamity" or not victim or victim == f"{{civ:{scene.seat}}}":
        return ""
    return said("choice.victim", victim=name_tokens(victim, NAMES))


def said_of(scene: Scene[CivView], value: str) -> str:
    """Return a value of the question that the draft has reached, or of the one really asked."""
    asked = scene.request or scene.asked
    return str(asked.said.values.get(value, "")) if asked else ""


def default_line(scene: Scene[CivView], key: str) -> str:
    """Return what happens without an answer: `Without an answer: Rome.`"""
    asked = scene.request or scene.asked
    ask = asked.of(scene.seat) if asked else None
    picks = silent(ask, key) if ask else ()
    if ask and ask.caps:
        return said(
            "choice.silent", what=list_parts([f"{label(key, o)} {n}" for o, n in ask.parts(picks).items()], SHARES)
        )
    return said("choice.silent", what=label(key, picks[0])) if picks else ""


def label(key: str, token: str) -> str:
    """Return an option as the screen calls it."""
    for text in (f"civ.play.option.{key}.{token}", f"civ.play.option.{key}.any", f"option.{key}.{token}"):
        if has_text(text):
            return words(text, n=token)
    return NAMES.name("civ", token) if token in NATIONS else place_name(area_of(token))


def _own(scene: Scene[CivView]) -> NationView:
    return nation(scene.before, scene.seat)


def growth_facts(scene: Scene[CivView]) -> str:
    """Return the stock, and in how many areas tokens can grow (CIV §6.2)."""
    asked = scene.request or scene.asked
    ask = asked.of(scene.seat) if asked else None
    return said("choice.growth", total=ask.total, n=len(ask.options)) if ask else ""


def attacked_in_turn(scene: Scene[CivView]) -> str:
    """Return why the order of attacks matters (CIV §9.4, §9.6)."""
    return said("choice.order", stock=_own(scene).stock)


def pillage_facts(scene: Scene[CivView]) -> str:
    """Return where the tokens come from and go to (CIV §9.7)."""
    own = _own(scene)
    return said("choice.pillage", stock=own.stock, treasury=own.treasury)


def loss_facts(_scene: Scene[CivView]) -> str:
    """Return what naming losses does (CIV §9.8)."""
    return said("choice.lose")


def going_back(scene: Scene[CivView]) -> str:
    """Return where the marker is, and which cities go first (CIV §16.4)."""
    own = _own(scene)
    return said("choice.ransom", space=own.space, n=len(own.cities))


def equal(_scene: Scene[CivView]) -> str:
    """Return what a tie means."""
    return said("choice.site")


def politics_facts(scene: Scene[CivView]) -> str:
    """Return what Politics costs or brings (CIV §17.2)."""
    return said("choice.politics", **_funds(scene))


def treasury_facts(scene: Scene[CivView]) -> str:
    """Return where the tokens come from and go to (CIV §17.2)."""
    return said("choice.treasury", **_funds(scene))


def _funds(scene: Scene[CivView]) -> dict[str, int]:
    own = _own(scene)
    return {"stock": own.stock, "treasury": own.treasury}


def winning_over(scene: Scene[CivView]) -> str:
    """Return what Universal Doctrine takes from the seat's own stock (CIV §17.2, CIV-RUL-081)."""
    own = _own(scene)
    return said("choice.doctrine", stock=own.stock, cities=NUMBERS.cities - len(own.cities))


def replacement_facts(scene: Scene[CivView]) -> str:
    """Return that each token won over is replaced by one of the seat's own stock (CIV §17.2)."""
    return said("choice.barbarians", stock=_own(scene).stock)


def conversion_facts(scene: Scene[CivView]) -> str:
    """Return that the units change their owner, and whose pieces that takes (CIV §17)."""
    own = _own(scene)
    return said("choice.convert", stock=own.stock, cities=NUMBERS.cities - len(own.cities))


def fundamentalism_facts(_scene: Scene[CivView]) -> str:
    """Return that the units are lost, and who is spared (CIV §17.2)."""
    return said("choice.fundamentalism")


def moving_far(_scene: Scene[CivView]) -> str:
    """Return what Diaspora does (CIV §17.2)."""
    return said("choice.diaspora")


def start_facts(_scene: Scene[CivView]) -> str:
    """Return what the choice of the area that tokens leave means."""
    return said("choice.lifted")


def goal_facts(_scene: Scene[CivView]) -> str:
    """Return where there is room, and that the tokens may stay."""
    return said("choice.landed")


def gift_facts(_scene: Scene[CivView]) -> str:
    """Return what the named players give, and that without an answer one player alone is named (CIV §17.2)."""
    return said("choice.empire")


TURNS_ON: Final[Mapping[str, Callable[[Scene[CivView]], str]]] = {
    "growth.place": growth_facts,
    "conflict.order": attacked_in_turn,
    "conflict.pillage": pillage_facts,
    "conflict.lose": loss_facts,
    "mega.ransom": going_back,
    "calamity.site": equal,
    "politics.area": politics_facts,
    "politics.treasury": treasury_facts,
    "doctrine.what": winning_over,
    "doctrine.number": replacement_facts,
    "doctrine.tokens": replacement_facts,
    "convert.area": conversion_facts,
    "fundamentalism.area": fundamentalism_facts,
    "diaspora.number": moving_far,
    "diaspora.start": start_facts,
    "diaspora.goal": goal_facts,
    "empire.players": gift_facts,
}

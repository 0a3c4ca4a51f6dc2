"""Whether the rules can go on from a position that somebody wrote: each check names the key that has to be changed."""

from __future__ import annotations

from engine.acme.facts.catalog import CIVS, DEITIES, RULES
from engine.acme.history.casting import possible
from engine.acme.history.facts import HISTORICAL, Historical
from engine.acme.npc.relations import humans, npcs
from engine.acme.questions.players import seated
from engine.acme.state import Civ, State
from engine.core.game import SetupError

CHOOSING = frozenset({"setup.teams", "setup.order", "setup.pick", "setup.civ", "history.order", "history.civ"})
"""Steps at which some seats have no civilization yet."""
HISTORY, TEAMS = "history.", "setup.teams"
KNOWN = (RULES.usable_disks, RULES.usable_disks_double)


def refuse_nonsense(name: str, c: Civ) -> None:
    """Cards are named by number, and nothing is below zero."""
    for key in ("vp", "mina", "loot", "box", "disks"):
        if getattr(c, key) < 0:
            raise SetupError(f"civs.{name}.{'growth_box' if key == 'box' else key}", "below")
    for key, cards in (("investments", c.investments), ("standing", c.standing)):
        wrong = [n for n, left in cards.items() if not (n.isascii() and n.isdigit()) or left < 0]
        if wrong:
            raise SetupError(f"civs.{name}.{key}", "acme.invested", card=wrong[0])
    strange = [d for d in c.captured if d not in DEITIES]
    if strange:
        raise SetupError(f"civs.{name}.captured", "acme.no_deity", deity=strange[0])


def check_civs(s: State) -> None:
    """There is a civ, and in a scenario that is nothing without them all of its own."""
    if not s.civs:
        raise SetupError("civs", "acme.nobody")
    h = HISTORICAL.get(s.scenario)
    missing = [civ for civ in h.sides if civ not in s.civs] if h and h.whole and s.phase != "setup" else []
    if missing:
        raise SetupError("civs", "acme.missing", scenario=s.scenario, civ=missing[0])


def check_relations(s: State) -> None:
    """NPCs are enemy to civs of this game, and a Primary enemy is one of them. Persons' civs are enemy to nobody."""
    for name, c in s.civs.items():
        strange = [f for f in c.enemies if f not in {*s.civs, *s.neutrals} or f == name or not c.npc]
        if strange:
            raise SetupError(f"civs.{name}.enemies", "acme.enemy", civ=strange[0])
        if len(set(c.enemies)) < len(c.enemies):
            raise SetupError(f"civs.{name}.enemies", "twice", name=max(c.enemies, key=c.enemies.count))
        if not set(c.sworn) <= set(c.enemies):
            raise SetupError(f"civs.{name}.sworn", "acme.sworn", civs=c.sworn)
        if c.primary and c.primary not in c.enemies:
            raise SetupError(f"civs.{name}.primary", "acme.primary", civ=c.primary)


def check_step(s: State, step: str | None) -> None:
    """The step is one of the scenario, and whoever has chosen by then has a civilization and a Home Area."""
    h = HISTORICAL.get(s.scenario)
    of_scenario = step is not None and step.startswith(HISTORY)
    if step not in {None, TEAMS} and (s.phase == "setup" or of_scenario) and of_scenario != (h is not None):
        raise SetupError("step", "acme.step", step=step, phase=s.scenario)
    for name, c in s.civs.items():
        if name not in CIVS and step not in CHOOSING:
            raise SetupError(f"civs.{name}", "acme.no_such_civ")
        if name in CIVS and not c.home and not c.out and step not in CHOOSING:
            raise SetupError(f"civs.{name}.home", "acme.no_area", area="")
        if s.phase == "setup" and c.disks not in KNOWN:
            raise SetupError(f"civs.{name}.disks", "none_of", value=c.disks, known=KNOWN)
    if step in CHOOSING:
        _check_choosers(s, h)


def _check_choosers(s: State, h: Historical | None) -> None:
    """Those before the next one have chosen; in a scenario it is civs of it, and the next one still can."""
    order = [*humans(s), *npcs(s)]
    strange = [name for name in s.civs if h is not None and name in CIVS and name not in h.sides]
    if not s.options.one_vs_two:
        strange += [name for name in order[: s.active] if name not in CIVS or not s.civs[name].home]
    named = {name: name for name in s.civs if name in CIVS}
    left = [name for name in order[s.active :] if name not in CIVS]
    if strange or (h is not None and left and not possible(h, left[0], named, seated(s))):
        raise SetupError("civs", "acme.no_civ", civ=[*strange, *left][0])

"""A position as TOML that a person can read, write and mail: the FEN of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from engine.acme.facts.catalog import AREAS, CARDS, CIVS, CULTURE, DEITIES, MAPS, RULES, TRACKS, homes, playable
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.facts import HISTORICAL
from engine.acme.questions.board import disks, factions, holders_of, on_map
from engine.acme.questions.problems import check_civs, check_relations, check_step, refuse_nonsense
from engine.acme.sandbox.situations import SITUATIONS
from engine.acme.setup.options import COLOURS, DECLARED, Options, read_options
from engine.acme.setup.setup import give_letters
from engine.acme.special import special
from engine.acme.state import Civ, Exploration, Fight, Neutral, State
from engine.acme.verbs.deity_verbs import MONOTHEISM, MONOTHEISM_CARD
from engine.acme.verbs.stacks import change_stack
from engine.core import chance
from engine.core.game import SetupError
from engine.core.notation import part, read, table_of
from engine.core.toml import write

FIRST_STEPS = {
    "setup": "setup.order",
    "exploration": "exploration.begin",
    "growth": "turn.begin",
    "card": "card.begin",
    "competition": "competition.begin",
    "reckoning": "reckoning.overstack",
    "epoch": "epoch.bonus",
}
PHASES = {"history": "setup", "turn": "growth", "draw": "reckoning", "turn.end": "reckoning"}
BONUS = ("mountain_of_gold", "oasis", "fishing_grounds")
DOUBLE = "double_disks"
ELSEWHERE = {
    "seed",
    "map",
    "order",
    "deck",
    "phase",
    "civs",
    "disks",
    "cubes",
    "bonus",
    "gold",
    "options",
    "fight",
    "exploration",
    "announced",
    "told",
    "black",
    "neutrals",
}
TOP = [name for name in State.__struct_fields__ if name not in ELSEWHERE]
COUNTED = {"supply", "box", "deity", "deity_lost", "deity_captured"}
CIV_FIELDS = [name for name in Civ.__struct_fields__ if name not in COUNTED]
EXTRA = {
    "title",  # as earlier versions wrote it: what a scenario is called stands in the catalogue
    "game",
    "map",
    "order",
    "deck",
    "seed",
    "step",
    "phase",
    "options",
    "civs",
    "areas",
    "fight",
    "exploration",
    "neutrals",
    "answers",
}


def dump(s: State, step: str | None) -> str:
    """Return the whole position, so that `load` gives the same game."""
    phase = "over" if step is None else phase_of(step)
    top: dict[str, Any] = {"game": "acme", "map": s.map, "epoch": s.epoch, "turn": s.turn, "phase": phase}
    if step is not None and FIRST_STEPS.get(phase) != step:
        top["step"] = step
    top |= {"order": s.order, "deck": s.deck, "discard": s.discard, "seed": s.seed}
    top |= _changed(s, State(seed=""), [k for k in TOP if k not in top])
    if s.turns != turns_before(s) + 1:
        top["turns"] = s.turns
    top["options"] = _changed(s.options, State(seed="").options, s.options.__struct_fields__)
    top["civs"] = {name: _civ(s, name, c) for name, c in s.civs.items()}
    if s.neutrals:
        top["neutrals"] = {name: _neutral(n) for name, n in s.neutrals.items()}
    top["areas"] = {a: _stack(s, a) for a in sorted({*s.disks, *s.bonus.values(), *s.gold})}
    if s.fight is not None:
        top["fight"] = msgspec.to_builtins(s.fight)
    if s.exploration is not None:
        top["exploration"] = msgspec.to_builtins(s.exploration)
    return write(top)


def phase_of(step: str) -> str:
    """Return the phase to which a step belongs."""
    first = step.partition(".")[0]
    return PHASES.get(step) or PHASES.get(first, first)


def turns_before(s: State) -> int:
    """Return how many turns were played before this one, if every Epoch lasted as long as it can (N-39)."""
    h = HISTORICAL.get(s.scenario)
    epoch, turn = (h.epoch, h.turn) if h else (max(1, s.options.start_epoch), 1)
    return max(0, (s.epoch - epoch) * RULES.turns_per_epoch + s.turn - turn)


def _changed(now: object, default: object, keys: Any) -> dict[str, Any]:
    values = {k: getattr(now, k) for k in keys}
    return {k: v for k, v in values.items() if v != getattr(default, k)}


def _civ(s: State, name: str, c: Civ) -> dict[str, Any]:
    own = {"home": c.home, "by": c.by, "vp": c.vp, "mina": c.mina, "hand": c.hand, "growth_box": c.box}
    own |= _changed(c, Civ(npc=c.by == "npc"), [k for k in CIV_FIELDS if k not in own])
    if c.deity:
        own["deity"] = c.deity
        own["deity_state"] = "lost" if c.deity_lost else "captured" if c.deity_captured else "active"
    elif any(holders_of(s, name)):
        own["deity"] = ""
    return own


def _neutral(n: Neutral) -> dict[str, Any]:
    return {"colour": n.colour, "letter": n.letter, "disks": n.disks}


def _stack(s: State, area: str) -> str:
    """`hittites 2 stronghold gold barbarians 1 oasis`; Gold whose owner is not there as `hittites 0 gold`."""
    words, owner = [], s.gold.get(area)
    for f in factions(s, area):
        words += [f, str(s.disks[area][f]), *(["stronghold"] if s.cubes.get(area) == f else [])]
        words += ["gold"] if owner == f else []
    if owner and owner not in s.disks.get(area, {}):
        words += [owner, "0", "gold"]
    return " ".join([*words, *(kind for kind, where in s.bonus.items() if where == area)])


def load(text: str) -> tuple[State, str | None]:
    """Return a position and its step. Raises SetupError that names the key."""
    raw = read(text, {*TOP, *EXTRA})
    s = _frame(raw)
    for name, table in table_of(raw, "civs").items():
        s.civs[name] = _read_civ(s, name, table)
    check_civs(s)
    _check_exploration(s)
    _tie_captured(s, table_of(raw, "civs"))
    check_relations(s)
    _read_order(s, raw)
    for area, words in table_of(raw, "areas").items():
        _read_area(s, area, words)
    _count_disks(s)
    _read_deck(s, raw)
    give_letters(s) if all(name in CIVS for name in s.civs) else None
    step = _step(raw, s)
    check_step(s, step)
    return s, step


def _frame(raw: Mapping[str, Any]) -> State:
    """Read everything but civs, areas and cards."""
    if raw.get("game", "acme") != "acme":
        raise SetupError("game", "other_game", game=raw["game"], wanted="acme")
    plain = {k: raw[k] for k in (*TOP, "map") if k in raw}
    fields = {"seed": str(raw.get("seed", "")), "phase": _phase(raw), **plain}
    s: State = part(fields, State, "position")
    if s.map not in MAPS:
        raise SetupError("map", "none_of", value=s.map, known=MAPS)
    for key, most in (("epoch", RULES.epochs), ("turn", special(s).last_turn)):
        if not 1 <= getattr(s, key) <= most:
            raise SetupError(key, "between", most=most)
    s.options = _read_options(s, table_of(raw, "options"))
    if "turns" not in raw:
        s.turns = turns_before(s) + 1
    for name, table in table_of(raw, "neutrals").items():
        fields = {"supply": 0, **part(table, dict[str, Any], f"neutrals.{name}")}
        s.neutrals[name] = part(fields, Neutral, f"neutrals.{name}")
    if "fight" in raw:
        s.fight = part(raw["fight"], Fight, "fight")
    if "exploration" in raw:
        s.exploration = part(raw["exploration"], Exploration, "exploration")
    return s


def _read_options(s: State, raw: Mapping[str, Any]) -> Options:
    """The options. A sandbox situation may have double disks on any map (Playbook, Two in the West)."""
    wanted = {**_settled(s.scenario), **raw}
    double = wanted.pop(DOUBLE, False) if s.scenario in SITUATIONS else None
    options = read_options(wanted, s.map, 0)
    options.double_disks = options.double_disks if double is None else DECLARED[DOUBLE].effective(double)
    return options


def _settled(scenario: str) -> dict[str, Any]:
    """Return the options that a historical scenario fixes: its last Epoch, no peace offers, returns or not."""
    h = HISTORICAL.get(scenario)
    if h is None:
        return {}
    return {"epochs": h.last_epoch, "hostility": False, **({} if h.returns else {"gilgamesh_returns": 0})}


def _phase(raw: Mapping[str, Any]) -> Any:
    """The phase named, or that of the step named."""
    step = raw.get("step")
    if not isinstance(step, str):
        return raw.get("phase", "growth")
    phase = raw.get("phase", phase_of(step))
    if phase != phase_of(step):
        raise SetupError("step", "acme.step", step=step, phase=phase)
    return phase


def _read_civ(s: State, name: str, table: Any) -> Civ:
    """A civilization from its table."""
    if not isinstance(table, dict):
        raise SetupError(f"civs.{name}", "table")
    known = {*CIV_FIELDS, "growth_box", "deity", "deity_state"}
    unknown = sorted(set(table) - known)
    if unknown:
        raise SetupError(f"civs.{name}", "acme.civ_key", key=unknown[0])
    if name not in CIVS and not name.startswith("seat_"):
        raise SetupError(f"civs.{name}", "acme.no_such_civ")
    c: Civ = part({k: v for k, v in table.items() if k in CIV_FIELDS}, Civ, f"civs.{name}")
    c.npc = c.npc if "npc" in table else c.by == "npc"
    h = HISTORICAL.get(s.scenario)
    if h is not None and name in h.sides and "least_growth" not in table:
        c.least_growth = h.sides[name].least_growth
    c.box = part(table.get("growth_box", 0), int, f"civs.{name}.growth_box")
    _read_tracks(s, name, c)
    if "disks" not in table:
        double = s.options.double_disks or c.second_colour
        c.disks = RULES.usable_disks_double if double else RULES.usable_disks
    refuse_nonsense(name, c)
    c.displays = c.displays or ([name] if name in CIVS and not c.out else [])
    if strange := [shown for shown in c.displays if shown not in CIVS]:
        raise SetupError(f"civs.{name}.displays", "acme.no_civ", civ=strange[0])
    c.colour = c.colour or COLOURS[len(s.civs) % len(COLOURS)]
    _read_home(s, name, c)
    _read_deity(s, name, c, table)
    return c


def _check_exploration(s: State) -> None:
    """Raise SetupError for an area that isn't on the map, or a Faction that isn't in the game."""
    if s.exploration is None:
        return
    for area, faction in s.exploration.frontier.items():
        if area not in playable(s.map):
            raise SetupError("exploration.frontier", "acme.no_area", area=area)
        if faction != BARBARIANS and faction not in s.civs:
            raise SetupError("exploration.frontier", "acme.no_civ", civ=faction)
    if strange := [area for area in s.exploration.markers if area not in playable(s.map)]:
        raise SetupError("exploration.markers", "acme.no_area", area=strange[0])


def _read_tracks(s: State, name: str, c: Civ) -> None:
    """Read the stages on Culture Tracks; tracks without a stage may be named too."""
    wrong = [t for t, n in c.tracks.items() if t not in TRACKS or not 0 <= n <= CULTURE.stages]
    if wrong or (c.tracks and not s.options.culture):
        raise SetupError(f"civs.{name}.tracks", "acme.tracks", known=TRACKS, most=CULTURE.stages)
    if strange := [a for a, n in c.arrayed.items() if a not in playable(s.map) or n < 1]:
        raise SetupError(f"civs.{name}.arrayed", "acme.no_area", area=strange[0])
    c.tracks = {t: n for t, n in c.tracks.items() if n}


def _read_home(s: State, name: str, c: Civ) -> None:
    possible = homes(name, s.map, s.epoch) if name in CIVS else ()
    c.home = c.home or (possible[0] if possible and s.phase != "setup" and not c.out else "")
    if c.home and c.home not in playable(s.map):
        raise SetupError(f"civs.{name}.home", "acme.no_area", area=c.home)
    if c.by not in {"human", "npc"}:
        raise SetupError(f"civs.{name}.by", "by")


def _read_deity(s: State, name: str, c: Civ, table: Mapping[str, Any]) -> None:
    """Read the civ's Deity and its state; a silence without a given end lasts as long as Blasphemy's (RUL-086)."""
    deity = part(table.get("deity", ""), str, f"civs.{name}.deity")
    if deity and deity not in DEITIES:
        raise SetupError(f"civs.{name}.deity", "acme.no_deity", deity=deity)
    state = part(table.get("deity_state", "active"), str, f"civs.{name}.deity_state")
    if state not in {"active", "dormant", "silenced", "lost", "captured"}:
        raise SetupError(f"civs.{name}.deity_state", "acme.deity_state", state=state)
    c.deity, c.deity_lost, c.deity_captured = deity, state == "lost", state == "captured"
    if state == "silenced" and not c.silenced_until:
        c.silenced_until = s.turns if s.phase in {"growth", "card"} else s.turns + 1


def _tie_captured(s: State, tables: Mapping[str, Any]) -> None:
    """A captured block is its former owner's lost Deity, unless that civ's own table names another (RUL-178)."""
    for captor in s.civs.values():
        for deity, owner in captor.captured.items():
            if owner in s.civs and "deity" not in tables[owner]:
                s.civs[owner].deity, s.civs[owner].deity_captured = deity, True


def _read_order(s: State, raw: Mapping[str, Any]) -> None:
    order = part(raw.get("order", list(s.civs)), list[str], "order")
    if sorted(order) != sorted(name for name, c in s.civs.items() if not c.out):
        raise SetupError("order", "acme.every_civ")
    s.order = order
    last = len(order) - (s.phase == "card")
    if not 0 <= s.active <= max(0, last):
        raise SetupError("active", "whole", low=0, high=max(0, last))
    s.slots = s.slots or list(s.civs)
    if sorted(s.slots) != sorted(s.civs):
        raise SetupError("slots", "acme.every_civ")


def _read_area(s: State, area: str, words: Any) -> None:
    """`egypt 1 barbarians 2 stronghold oasis` into the position."""
    if area not in AREAS or area not in playable(s.map):
        raise SetupError(f"areas.{area}", "acme.area")
    faction, parts = "", iter(str(words).split())
    for word in parts:
        if word == "stronghold":
            _read_cube(s, area, faction)
        elif word == "gold":
            _read_gold(s, area, faction)
        elif word in BONUS:
            s.bonus[word] = area
        elif word in s.civs or word in s.neutrals or word == BARBARIANS:
            faction = word
            _read_stack(s, area, faction, next(parts, ""), words)
        else:
            raise SetupError(f"areas.{area}", "acme.piece", word=word)


def _read_stack(s: State, area: str, faction: str, number: str, words: Any) -> None:
    """Read the disks of a Faction; zero is allowed only for Gold without disks."""
    if number != "0" or f"{faction} 0 gold" not in str(words):
        change_stack(s, faction, area, _number(area, number) - disks(s, faction, area))


def _read_gold(s: State, area: str, owner: str) -> None:
    if owner not in s.civs or area in s.gold:
        raise SetupError(f"areas.{area}", "acme.gold")
    s.gold[area] = owner


def _read_cube(s: State, area: str, owner: str) -> None:
    if owner not in {*s.civs, *s.neutrals} or AREAS[area].terrain != "mountain":
        raise SetupError(f"areas.{area}", "acme.stronghold")
    s.cubes[area] = owner


def _number(area: str, word: str) -> int:
    if not word.isdigit() or int(word) < 1:
        raise SetupError(f"areas.{area}", "acme.disks")
    return int(word)


def _count_disks(s: State) -> None:
    """Put into Supply what is not on the map, in the Growth Box or on a card."""
    s.black = RULES.barbarian_disks - on_map(s, BARBARIANS)
    for name, neutral in s.neutrals.items():
        neutral.supply = neutral.disks - on_map(s, name)
    for name, c in s.civs.items():
        c.supply = c.disks - on_map(s, name) - c.box - sum(c.investments.values()) - len(c.tracks)
        if c.supply < 0:
            raise SetupError(f"civs.{name}", "acme.used", used=c.disks - c.supply, most=c.disks)
    if s.black < 0:
        raise SetupError("areas", "acme.black", used=RULES.barbarian_disks - s.black, most=RULES.barbarian_disks)


def _read_deck(s: State, raw: Mapping[str, Any]) -> None:
    """The cards named nowhere are shuffled below those named on top; Deities named nowhere are Available."""
    s.deck = part(raw.get("deck", []), list[int], "deck")
    owned = _placed_deities(s)
    placed: dict[int, str] = {}
    for where, cards in _piles(s, owned):
        for n in cards:
            if n not in CARDS:
                raise SetupError(where, "acme.no_card", card=n)
            if n in placed:
                raise SetupError(where, "acme.card_twice", card=n, at=placed[n])
            placed[n] = where
    if s.phase == "setup":
        return
    rest = [n for n in CARDS if n not in placed]
    if rest:
        chance.shuffle(s, rest)
    s.deck += rest
    free = [d for d in DEITIES if d != MONOTHEISM and d not in owned]
    if "available" in raw and sorted(s.available) != sorted(free):
        raise SetupError("available", "acme.available", known=free)
    s.available = s.available or free


def _piles(s: State, owned: Collection[str]) -> Iterator[tuple[str, list[int]]]:
    """Every named place of cards, with its key."""
    yield from (("deck", s.deck), ("discard", s.discard), ("set_aside", s.set_aside), ("removed", s.removed))
    yield from (("playing", s.playing), ("unseen", s.unseen))
    for name, c in s.civs.items():
        yield f"civs.{name}.hand", c.hand
        yield f"civs.{name}.aside", c.aside
        yield f"civs.{name}.investments", [int(n) for n in c.investments]
        yield f"civs.{name}.standing", [int(n) for n in c.standing]
    for name, cards in s.fight.committed.items() if s.fight else ():
        yield f"fight.committed.{name}", cards
    if MONOTHEISM in owned:
        yield "the Deity monotheism", [MONOTHEISM_CARD]


def _placed_deities(s: State) -> dict[str, str]:
    """Deity -> the key that says where its block is. Raises SetupError for a block in two places, or in none."""
    owned: dict[str, str] = {}
    for name, c in s.civs.items():
        own = {c.deity: f"civs.{name}.deity"} if c.deity and not c.deity_captured else {}
        for deity, where in (*own.items(), *((d, f"civs.{name}.captured") for d in c.captured)):
            if deity in owned:
                raise SetupError(where, "acme.deity_twice", deity=deity, at=owned[deity])
            owned[deity] = where
    for name, c in s.civs.items():
        if c.deity_captured and c.deity not in owned:
            raise SetupError(f"civs.{name}.deity_state", "acme.unheld", deity=c.deity)
    return owned


def _step(raw: Mapping[str, Any], s: State) -> str | None:
    """Return the step of the position: the named one, or the first of its phase."""
    if s.phase == "over":
        return None
    step = raw.get("step", FIRST_STEPS.get(s.phase))
    if step is None:
        raise SetupError("phase", "none_of", value=s.phase, known=FIRST_STEPS)
    return str(step)

"""Rules of ACME to look up: cards, civilizations, Deities, areas, sections, and what is known of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, MAPS, REGIONS, SECTIONS
from engine.acme.facts.definitions import Ability, Card, CivFacts, Deity
from engine.acme.history.facts import HISTORICAL
from engine.acme.presentation import scenarios
from engine.acme.presentation.cards import classes
from engine.acme.presentation.names import aliases
from engine.acme.presentation.provenance import SURE, known_line, mark
from engine.acme.presentation.said import roman, said
from engine.core.atlas import Rulebook, RuleEntry
from engine.core.naming import Named
from engine.core.text import current_language

NPC_TOPIC: Final = "npc:overview"
NPC_ENTRIES: Final = (
    "overview",
    "enemies",
    "placing",
    "hostile",
    "peaceful",
    "cards",
    "negating",
    "losses",
    "fights",
    "relations",
    "gilgamesh",
    "exploration",
)
NPC_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "overview": ("npc", "npcs", "opponents", "solitaire"),
    "relations": ("hostility", "peace offer"),
}
ALL: Final = "all"
NAMED: Final = frozenset({"card", "civ", "deity"})


class AcmeRules(Rulebook):
    """Everything that can be looked up, as `card:73`, `civ:egypt`, `deity:sky_god`, `area:judah`, `rule:6.3`."""

    title = "ACME"

    @property
    def lists(self) -> Mapping[str, str]:
        """Return the lists that can be looked up: Deities, cards, what NPCs do, and scenarios."""
        return {
            "deity": said("rules.all_deities"),
            "card": said("rules.all_cards"),
            "npc": said("rules.all_npc"),
            "scenario": said("rules.all_scenarios"),
        }

    def topics(self) -> tuple[Named, ...]:
        """Return all topics."""
        found: tuple[Named, ...] = _topics(current_language())
        return found

    def sections(self) -> Sequence[tuple[str, str]]:
        """Return the sections of the rules."""
        return [(f"rule:{s.id}", f"{s.id} {s.title}") for s in SECTIONS.values()]

    def counts(self) -> str:
        """Return how many entries there are of each kind, in words."""
        counted = {"cards": len(CARDS), "civs": len(CIVS), "deities": len(DEITIES)}
        return said("rules.all", areas=len(AREAS), sections=len(SECTIONS), **counted)

    def kind(self, topic: str) -> str:
        """Return the name of the kind of a topic."""
        return said(f"rules.kind.{topic.partition(':')[0]}")

    def entry(self, topic: str) -> RuleEntry | None:
        """Return the entry of a topic."""
        kind, _, slug = topic.partition(":")
        make = ENTRIES.get(kind)
        return make(slug) if make else None

    def hint(self, topic: str) -> str:
        """Return a few words about a card, a Deity or a scenario."""
        kind, _, slug = topic.partition(":")
        if kind == "scenario":
            return "" if slug == ALL else scenarios.brief(slug)
        return CARDS[int(slug)].short if kind == "card" else DEITIES[slug].short if kind == "deity" else ""

    def named_in(self, text: str) -> list[str]:
        """Return the cards, civilizations and Deities that a text names."""
        return named_in(text)

    def shortly(self, topic: str) -> str:
        """Return a card or Deity in a line or two."""
        kind, _, slug = topic.partition(":")
        if kind not in {"card", "deity"}:
            return ""
        thing: Card | Deity = CARDS[int(slug)] if kind == "card" else DEITIES[slug]
        return f"**{thing.name}** {thing.text.strip()}{mark(thing.known)}"


@cache
def _topics(_language: str) -> tuple[Named, ...]:
    cards = [
        Named(f"card:{c.number}", c.name, aliases(c, c.token), c.token, (said("rules.list_cards"),))
        for c in CARDS.values()
    ]
    civs = [Named(f"civ:{c.id}", c.name, aliases(c, c.adjective, *c.aliases)) for c in CIVS.values()]
    deities = [Named(f"deity:{d.id}", d.name, aliases(d), d.number) for d in DEITIES.values()]
    areas = [Named(f"area:{a.id}", a.name, aliases(a, *a.aliases), a.code) for a in AREAS.values()]
    sections = [Named(f"rule:{s.id}", s.title, (s.id,), s.id) for s in SECTIONS.values()]
    npcs = [Named(f"npc:{slug}", npc_title(slug), NPC_WORDS.get(slug, ())) for slug in NPC_ENTRIES]
    return tuple(cards + civs + deities + areas + sections + npcs + scenario_topics())


def scenario_topics() -> list[Named]:
    """Return all scenarios in the order in which to learn the game, after the list of them."""
    overview = Named(f"scenario:{ALL}", said("rules.scenarios"), ("scenario", "scenario list"), rank=-1)
    return [
        overview,
        *(Named(f"scenario:{s}", scenarios.title(s), rank=scenarios.rank(s)) for s in scenarios.in_order()),
    ]


def card_entry(slug: str) -> RuleEntry | None:
    """Return a card: class, when it may be played, what it does."""
    card = CARDS.get(int(slug)) if slug.isdigit() else None
    if card is None:
        return None
    when = ", ".join(said(f"rules.timing.{t}") for t in card.timing)
    lines = [
        said("rules.head_card", name=card.name, number=card.number, classes=classes(card)),
        said("rules.when", timing=when) if when else "",
        said("rules.needs", needs=card.needs) if card.needs else "",
        f"{card.text.strip()}{mark(card.known)}",
        " ".join(part for part in (saving_line(card), said(f"rules.after.{card.after_play}")) if part),
        known_line(card.known),
    ]
    text = "\n".join(line for line in lines if line)
    return RuleEntry(text, _naming(f"card:{slug}", card.text), ours=card.known not in SURE)


def saving_line(card: Card) -> str:
    """Return whether what the card takes may be saved (ACME §7)."""
    return said(f"rules.saved.{card.buyoff}") if card.buyoff else ""


def civ_entry(slug: str) -> RuleEntry | None:
    """Return a civilization: homes, Epochs, abilities."""
    civ = CIVS.get(slug)
    if civ is None:
        return None
    homes = ", ".join(dict.fromkeys(AREAS[h.area].name for h in civ.homes))
    epochs = ", ".join(roman(e) for e in civ.epochs)
    lines = [said("rules.head_civ", name=civ.name, years=civ.period)]
    lines += [said("rules.homes", homes=f"{homes}{mark(civ.homes_known)}"), said("rules.epochs", epochs=epochs)]
    lines += [ability_line(civ, a) for a in civ.abilities]
    ours = not {civ.homes_known, *(a.known for a in civ.abilities)} <= set(SURE)
    lines += [said("rules.sources", known=said("rules.ours"))] if ours else []
    return RuleEntry("\n".join(lines), tuple(dict.fromkeys(f"area:{h.area}" for h in civ.homes)), ours=ours)


def ability_line(civ: CivFacts, ability: Ability) -> str:
    """Return an ability with its name: `**Deportation**: When it sacks a City …`"""
    return said("rules.ability", name=ability.name, mark=mark(ability.known), text=civ.says(ability))


def deity_entry(slug: str) -> RuleEntry | None:
    """Return a Deity: what it does."""
    deity = DEITIES.get(slug)
    if deity is None:
        return None
    lines = [
        said("rules.head_deity", name=deity.name),
        f"{deity.text.strip()}{mark(deity.known)}",
        known_line(deity.known),
    ]
    return RuleEntry("\n".join(lines), _naming(f"deity:{slug}", deity.text), ours=deity.known not in SURE)


def area_entry(slug: str) -> RuleEntry | None:
    """Return an area: terrain, neighbours, maps."""
    area = AREAS.get(slug)
    if area is None:
        return None
    near = ", ".join(AREAS[a].name for a in area.adjacent)
    maps = " · ".join(MAPS[m].name for m in area.maps)
    terrain = said(f"prose.terrain.{area.terrain}")
    name = f"{area.name}{mark(area.name_known)}"
    ours = not {area.name_known, area.borders_known} <= set(SURE)
    lines = [
        said("rules.head_area", name=name, terrain=terrain, region=REGIONS[area.region].name),
        said("rules.code", code=area.code, areas=f"{near}{mark(area.borders_known)}"),
        said("rules.maps", maps=maps),
        said("rules.island") if area.island else "",
        said("rules.sources", known=said("rules.ours")) if ours else "",
    ]
    text = "\n".join(line for line in lines if line)
    return RuleEntry(text, tuple(f"area:{a}" for a in area.adjacent), ours=ours)


def section_entry(slug: str) -> RuleEntry | None:
    """Return a section of the rules."""
    section = SECTIONS.get(slug)
    if section is None:
        return None
    lines = [said("rules.head_section", id=section.id, title=section.title), section.text.strip()]
    lines += [said("rules.sources", known=said("rules.ours"))] if section.ours else []
    links = [*(f"card:{n}" for n in section.cards), *(f"rule:{s}" for s in section.sections)]
    return RuleEntry("\n".join(lines), tuple(links))


def npc_title(slug: str) -> str:
    """Return the title of an entry about NPCs: `NPC: Playing cards`."""
    return said("rules.npc", title=said(f"npc_rules.{slug}.title"))


def npc_entry(slug: str) -> RuleEntry | None:
    """Return the entry on one kind of decision of NPCs, with links to all the others (Playbook, NPC Choices)."""
    if slug not in NPC_ENTRIES:
        return None
    head = said("npc_rules.head", title=said(f"npc_rules.{slug}.title"))
    others = tuple(f"npc:{other}" for other in NPC_ENTRIES if other != slug)
    return RuleEntry(f"{head}\n{said(f'npc_rules.{slug}.text')}", others)


def scenario_entry(slug: str) -> RuleEntry | None:
    """Return the list of all scenarios, or one with its period, background and casts."""
    if slug == ALL:
        return RuleEntry(scenarios.overview(), tuple(f"scenario:{s}" for s in scenarios.in_order()))
    if slug not in scenarios.SCENARIOS:
        return None
    sides = HISTORICAL[slug].sides if slug in HISTORICAL else {}
    return RuleEntry(scenarios.entry(slug), (f"scenario:{ALL}", *(f"civ:{civ}" for civ in sides)))


ENTRIES: Final[Mapping[str, Callable[[str], RuleEntry | None]]] = {
    "card": card_entry,
    "civ": civ_entry,
    "deity": deity_entry,
    "area": area_entry,
    "rule": section_entry,
    "npc": npc_entry,
    "scenario": scenario_entry,
}


def _naming(topic: str, text: str) -> tuple[str, ...]:
    """The topics that an entry names, and the sections that name it."""
    kind, _, slug = topic.partition(":")
    about = [f"rule:{s.id}" for s in SECTIONS.values() if kind == "card" and int(slug) in s.cards]
    return tuple(t for t in (*named_in(text), *about) if t != topic)


def named_in(text: str) -> list[str]:
    """Return the cards, civilizations and Deities that a text names, in the order of their names' appearance."""
    found: dict[str, int] = {}
    taken: list[range] = []
    for topic in sorted(_topics(current_language()), key=lambda t: -len(t.name)):
        at = _whole(text, topic.name) if topic.value.partition(":")[0] in NAMED else -1
        span = range(at, at + len(topic.name))
        if at >= 0 and not any(at in other for other in taken):
            found[topic.value] = at
            taken.append(span)
    return sorted(found, key=lambda value: found[value])


def _whole(text: str, name: str) -> int:
    """Return where a name is in a text as whole words; -1 if nowhere."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return at
        at = text.find(name, end)
    return -1

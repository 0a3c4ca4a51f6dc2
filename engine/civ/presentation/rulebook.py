"""The rules of Advanced Civilization to look up: phases, advances, calamities, nations, areas, in our own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.civ.catalog import ADVANCES, AREAS, CALAMITIES, CATALOG, MAPS, NATIONS, PILES
from engine.civ.definitions import Advance
from engine.civ.geography import geography
from engine.civ.presentation.names import NAMES, aliases
from engine.civ.presentation.said import said
from engine.core.atlas import Rulebook, RuleEntry
from engine.core.message import SEMICOLON, list_of
from engine.core.naming import Named
from engine.core.text import catalogue, current_language, has_text, joint_text, list_parts, words

SECTIONS: Final = "civ.rules.section."
LIST: Final = 500
KINDS: Final = ("civcard", "advance", "calamity", "nation", "place", "money")


class CivRules(Rulebook):
    """Topics: `rule:civ_movement`, `civcard:music`, `advance:music`, `calamity:flood`, `nation:egypt`, `place:rome`."""

    title = "Advanced Civilization"

    @property
    def lists(self) -> Mapping[str, str]:
        """Return the lists: civilization cards, advances, calamities, nations."""
        return {kind: words(f"civ.rules.all.{kind}") for kind in KINDS[:4]}

    def topics(self) -> tuple[Named, ...]:
        """Return everything that can be looked up."""
        found: tuple[Named, ...] = _topics(current_language())
        return found

    def sections(self) -> Sequence[tuple[str, str]]:
        """Return the sections in the order of a turn."""
        return [(topic.value, topic.name) for topic in _sections(current_language())]

    def counts(self) -> str:
        """Return how many entries there are of each kind, in words."""
        cards, advances = len(ADVANCES["classic"]), len(ADVANCES["mega"])
        counted = {"cards": cards, "advances": advances, "nations": len(NATIONS), "areas": len(AREAS)}
        return words("civ.rules.counts", sections=len(_sections(current_language())), **counted)

    def kind(self, topic: str) -> str:
        """Return the name of the kind of a topic."""
        return words(f"civ.rules.kind.{topic.partition(':')[0]}")

    def entry(self, topic: str) -> RuleEntry | None:
        """Return the entry of a topic."""
        kind, _, slug = topic.partition(":")
        make = ENTRIES.get(kind)
        return make(slug) if make else None

    def hint(self, topic: str) -> str:
        """Return the price of an advance, the start areas of a nation."""
        kind, _, slug = topic.partition(":")
        if kind in {"civcard", "advance"}:
            return _price(_deck(kind)[slug])
        if kind == "nation":
            return list_parts([AREAS[a].name for a in NATIONS[slug].start], 90)
        return ""

    def named_in(self, text: str) -> list[str]:
        """Return the calamities and advances that a text names, then sections whose catchwords it has."""
        things = [
            t.value
            for t in _topics(current_language())
            if t.value.startswith(("calamity:", "advance:")) and t.name in text
        ]
        found = text.casefold()
        return [
            *things,
            *(t.value for t in _sections(current_language()) if any(word.casefold() in found for word in t.aliases)),
        ]


def _deck(kind: str) -> Mapping[str, Advance]:
    return ADVANCES["classic" if kind == "civcard" else "mega"]


def _price(card: Advance) -> str:
    groups = list_of([words(f"option.advance.credits.{group}") for group in card.groups])
    return said("card_price", price=card.price, groups=groups)


def section_entry(slug: str) -> RuleEntry | None:
    """Return a section's text, and the sections it leads to."""
    key = f"{SECTIONS}{slug.removeprefix('civ_')}"
    if not slug.startswith("civ_") or f"{key}.title" not in catalogue():
        return None
    links = catalogue().get(f"{key}.links", "")
    return RuleEntry(
        f"### {words(f'{key}.title')}\n{words(f'{key}.text')}", tuple(f"rule:civ_{one}" for one in links.split())
    )


def advance_entry(kind: str) -> Callable[[str], RuleEntry | None]:
    """Return a function for the entries of a deck: price, colours, effect, credits, what it needs and leads to."""

    def entry(slug: str) -> RuleEntry | None:
        card = _deck(kind).get(slug)
        if card is None:
            return None
        links = [*card.needs, *([card.leads.to] if card.leads else [])]
        return RuleEntry("\n".join(_lines_of(kind, card)), tuple(f"{kind}:{one}" for one in links))

    return entry


def _lines_of(kind: str, card: Advance) -> list[str]:
    names = _deck(kind)
    given = [f"{names[to].name if to in names else NAMES.name('colour', to)} {n}" for to, n in card.gives.items()]
    more = [text for text in (card.text, card.limits, card.adaptation) if text]
    more += [said("card_needs", cards=list_of([names[one].name for one in card.needs]))] if card.needs else []
    more += [said("card_gives", credits=", ".join(given))] if given else []
    if card.leads:
        more.append(said("card_leads", card=names[card.leads.to].name, n=card.leads.credit))
    return [f"### {card.name}", f"{_price(card)}, {said('card_vp', n=card.vp)}", *more]


def calamity_text(deck: str, slug: str) -> str:
    """Return the text of a calamity: `**Famine** You lose 10 points ...`."""
    return f"**{NAMES.name('calamity', slug)}** {words(f'civ.rules.calamity.{deck}.{slug}')}"


def calamity_entry(slug: str) -> RuleEntry | None:
    """Return what a calamity does with the 24 cards and with the 51 advances."""
    decks = [deck for deck, every in CALAMITIES.items() if slug in every]
    if not decks:
        return None
    lines = [said(f"with_{deck}", text=words(f"civ.rules.calamity.{deck}.{slug}")) for deck in decks]
    text = "\n".join([f"### {NAMES.name('calamity', slug)}", *lines])
    return RuleEntry(text, ("rule:civ_calamities",))


def nation_entry(slug: str) -> RuleEntry | None:
    """Start areas, place in the order of the A.S.T., the boards on which it plays."""
    there = NATIONS.get(slug)
    if there is None:
        return None
    start = list_of([AREAS[a].name for a in there.start])
    boards = [said(f"map.{m.id}.name") for m in MAPS.values() if slug in m.nations]
    text = said("nation", start=start, rank=there.rank, boards=list_parts(boards, LIST, joint_text(SEMICOLON)))
    return RuleEntry(f"### {there.name}\n{text}", (*(f"place:{a}" for a in there.start), "rule:civ_track"))


def area_entry(slug: str) -> RuleEntry | None:
    """Return an area: limit, site, region, neighbours by land and by water."""
    area = AREAS.get(slug)
    if area is None:
        return None
    land = geography("full-wx")
    site = said(f"area.site_{area.site}") if area.site else said("area.wilderness")
    lines = [f"### {area.name} ({area.code})", f"{said('area.limit', n=area.limit)} {site}"]
    lines += [said("area.region", name=CATALOG.regions[area.region].name)]
    near = {"land": land.by_land[slug], "water": land.by_water[slug]}
    lines += [
        said(f"area.{key}", areas=", ".join(AREAS[a].name for a in there)) for key, there in near.items() if there
    ]
    return RuleEntry("\n".join(lines), tuple(f"place:{a}" for a in dict.fromkeys((*near["land"], *near["water"]))))


def money_entry(slug: str) -> RuleEntry | None:
    """Return a pile of money cards: its number, its values, and how many there are of each."""
    pile = next((pile for pile in PILES if pile.id == slug), None)
    if pile is None:
        return None
    cards = ", ".join(f"{value} ×{n}" for value, n in pile.cards.items())
    return RuleEntry(f"### {pile.name}\n{said('pile', n=pile.number, cards=cards)}", ("rule:civ_money",))


ENTRIES: Final[Mapping[str, Callable[[str], RuleEntry | None]]] = {
    "rule": section_entry,
    "civcard": advance_entry("civcard"),
    "advance": advance_entry("advance"),
    "calamity": calamity_entry,
    "nation": nation_entry,
    "place": area_entry,
    "money": money_entry,
}


@cache
def _sections(_language: str) -> tuple[Named, ...]:
    """Every section that has a title, with its catchwords."""
    keys = [key.removeprefix(SECTIONS) for key in catalogue() if key.startswith(SECTIONS)]
    slugs = list(dict.fromkeys(key.partition(".")[0] for key in keys))
    return tuple(Named(f"rule:civ_{slug}", words(f"{SECTIONS}{slug}.title"), _catchwords(slug)) for slug in slugs)


def _catchwords(slug: str) -> tuple[str, ...]:
    key = f"{SECTIONS}{slug}.words"
    return tuple(word.strip() for word in words(key).split(",")) if has_text(key) else ()


@cache
def _topics(language: str) -> tuple[Named, ...]:
    advances = [
        Named(f"{kind}:{c.id}", c.name, aliases(c), rank=c.price)
        for kind in ("advance", "civcard")
        for c in _deck(kind).values()
    ]
    calamities = [Named(f"calamity:{one.value}", one.name, one.aliases) for one in NAMES.things("calamity")]
    nations = [Named(f"nation:{n.id}", n.name, aliases(n, n.adjective), rank=n.rank) for n in NATIONS.values()]
    places = [Named(f"place:{a.id}", a.name, aliases(a, *a.aliases), a.code) for a in AREAS.values()]
    money = [Named(f"money:{pile.id}", pile.name, aliases(pile)) for pile in PILES]
    return (*_sections(language), *advances, *calamities, *nations, *places, *money)

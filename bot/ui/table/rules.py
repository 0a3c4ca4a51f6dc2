"""Rules to look up: cards, civilizations, Deities, areas, sections, and what is known of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from bot import match
from bot.match import Named
from bot.ui.parts import Button, Choice, Field, Form, Line, Menu, Part, Row, Screen, Text, choice
from bot.ui.table.hands import classes
from bot.ui.table.heralds import roman
from bot.ui.table.terms import cut, said
from engine.acme.catalog import AREAS, CARDS, CIVS, DEITIES, MAPS, REGIONS, SECTIONS
from engine.acme.definitions import Ability, Card, Deity

SURE: Final = ("fact", "known")
TEXT: Final = 3000
LINKS: Final = 25
NEAR: Final = 3
GAME: Final = "acme"


def topics(game: str) -> tuple[Named, ...]:
    """Everything that can be looked up, as `card:73`, `civ:egypt`, `deity:sky_god`, `area:judah`, `rule:6.3`."""
    return _topics() if game == GAME else ()


@cache
def _topics() -> tuple[Named, ...]:
    cards = [
        Named(f"card:{c.number}", c.name, (c.token,), c.token, (said("rules.list_cards"),)) for c in CARDS.values()
    ]
    civs = [Named(f"civ:{c.id}", c.name, (c.adjective, *c.aliases)) for c in CIVS.values()]
    deities = [Named(f"deity:{d.id}", d.name, (), d.number) for d in DEITIES.values()]
    areas = [Named(f"area:{a.id}", a.name, a.aliases, a.code) for a in AREAS.values()]
    sections = [Named(f"rule:{s.id}", s.title, (s.id,), s.id) for s in SECTIONS.values()]
    return tuple(cards + civs + deities + areas + sections)


def kind_of(topic: str) -> str:
    """What kind of thing a topic is, as a word."""
    return said(f"rules.kind.{topic.partition(':')[0]}")


def topic_screen(topic: str, table: str = "") -> Screen | None:
    """The entry of a topic, or None if there is no such topic."""
    kind, _, slug = topic.partition(":")
    make = ENTRIES.get(kind)
    text, links = make(slug) if make else ("", ())
    if not text:
        return None
    parts: list[Part] = [Text(cut(text, TEXT))]
    parts += [links_menu(links)] if links else []
    return Screen((*parts, Row((search_button(),))), table.lower())


def links_menu(links: Sequence[str]) -> Menu:
    """The cards and sections that an entry names."""
    names = {t.value: t.name for t in _topics()}
    shown = [choice(link, names[link], kind_of(link)) for link in dict.fromkeys(links) if link in names]
    return Menu(said("rules.more"), "rule", tuple(shown[:LINKS]), lasting=True)


def search_button() -> Button:
    """The button that looks something else up."""
    return Button(said("button.search"), "rule_find", lasting=True)


def search_form(table: str = "") -> Form:
    """What shall be looked up?"""
    hint, example = said("rules.search_field"), said("rules.search_example")
    fields: tuple[Field, ...] = (Line("topic", hint, example=example, least=1, most=100),)
    return Form(said("rules.search_title"), fields, "rule_found", table=table.lower())


def index_screen(table: str = "") -> Screen:
    """What there is to look up, with the sections of the rules."""
    counts = said(
        "rules.all", cards=len(CARDS), civs=len(CIVS), deities=len(DEITIES), areas=len(AREAS), sections=len(SECTIONS)
    )
    sections = [choice(f"rule:{s.id}", f"{s.id} {s.title}") for s in SECTIONS.values()]
    menus = [
        Menu(
            f"{said('rules.sections')} {page[0].label.split()[0]}–{page[-1].label.split()[0]}",
            "rule",
            page,
            str(i),
            lasting=True,
        )
        for i, page in enumerate(_pages(sections))
    ]
    row = Row((search_button(), list_button("deity"), list_button("card")))
    return Screen((Text(f"{said('rules.head_all', title='ACME')}\n{counts}"), *menus[:4], row), table.lower())


def _pages(choices: Sequence[Choice]) -> list[tuple[Choice, ...]]:
    return [tuple(choices[i : i + LINKS]) for i in range(0, len(choices), LINKS)]


def list_button(kind: str) -> Button:
    """All Deities, or all cards."""
    return Button(said(f"button.all_{'deities' if kind == 'deity' else 'cards'}"), "rule_list", kind, lasting=True)


def list_screen(kind: str, table: str = "") -> Screen:
    """All things of a kind by name, in menus of 25."""
    things = sorted((t for t in _topics() if t.value.startswith(f"{kind}:")), key=lambda t: t.name)
    pages = _pages([choice(t.value, t.name, hint(t.value)) for t in things])
    menus = [
        Menu(f"{page[0].label} – {page[-1].label}", "rule", page, str(i), lasting=True) for i, page in enumerate(pages)
    ]
    title = said("rules.list_cards") if kind == "card" else said("button.all_deities")
    return Screen((Text(f"### {title}"), *menus, Row((search_button(),))), table.lower())


def hint(topic: str) -> str:
    """A few words about a card or Deity in a list."""
    kind, _, slug = topic.partition(":")
    return CARDS[int(slug)].short if kind == "card" else DEITIES[slug].short if kind == "deity" else ""


def known_line(known: str) -> str:
    """What is known of a thing, in a line."""
    return said("rules.sources", known=said(f"rules.known.{known}"))


def mark(known: str) -> str:
    """† where a text is our reconstruction."""
    return "" if known in SURE else said("rules.mark")


def card_entry(slug: str) -> tuple[str, tuple[str, ...]]:
    """A card: class, when it may be played, what it does."""
    card = CARDS.get(int(slug)) if slug.isdigit() else None
    if card is None:
        return "", ()
    when = ", ".join(said(f"rules.timing.{t}") for t in card.timing)
    lines = [
        said("rules.head_card", name=card.name, number=card.number, classes=classes(card)),
        said("rules.when", timing=when) if when else "",
        said("rules.needs", needs=card.needs) if card.needs else "",
        f"{card.text.strip()}{mark(card.known)}",
        " ".join(part for part in (saved(card), said(f"rules.after.{card.after_play}")) if part),
        known_line(card.known),
    ]
    return "\n".join(line for line in lines if line), _naming(f"card:{slug}", card.text)


def saved(card: Card) -> str:
    """Whether what it takes may be saved (ACME §7)."""
    return said(f"rules.saved.{card.buyoff}") if card.buyoff else ""


def civ_entry(slug: str) -> tuple[str, tuple[str, ...]]:
    """A civilization: homes, Epochs, abilities."""
    civ = CIVS.get(slug)
    if civ is None:
        return "", ()
    homes = ", ".join(dict.fromkeys(AREAS[h.area].name for h in civ.homes))
    epochs = ", ".join(roman(e) for e in civ.epochs)
    lines = [said("rules.head_civ", name=civ.name, years=civ.years)]
    lines += [said("rules.homes", homes=f"{homes}{mark(civ.homes_known)}"), said("rules.epochs", epochs=epochs)]
    lines += [ability_line(a) for a in civ.abilities]
    lines += (
        [said("rules.sources", known=said("rules.ours"))] if any(a.known not in SURE for a in civ.abilities) else []
    )
    return "\n".join(lines), tuple(dict.fromkeys(f"area:{h.area}" for h in civ.homes))


def ability_line(ability: Ability) -> str:
    """`**Deportation**: When it sacks a City …`"""
    return said("rules.ability", name=ability.name, mark=mark(ability.known), text=ability.text)


def deity_entry(slug: str) -> tuple[str, tuple[str, ...]]:
    """A Deity: what it does."""
    deity = DEITIES.get(slug)
    if deity is None:
        return "", ()
    lines = [
        said("rules.head_deity", name=deity.name),
        f"{deity.text.strip()}{mark(deity.known)}",
        known_line(deity.known),
    ]
    return "\n".join(lines), _naming(f"deity:{slug}", deity.text)


def area_entry(slug: str) -> tuple[str, tuple[str, ...]]:
    """An area: terrain, neighbours, maps."""
    area = AREAS.get(slug)
    if area is None:
        return "", ()
    near = ", ".join(AREAS[a].name for a in area.adjacent)
    maps = ", ".join(MAPS[m].name for m in area.maps)
    terrain = said(f"prose.terrain.{area.terrain}")
    lines = [
        said("rules.head_area", name=area.name, terrain=terrain, region=REGIONS[area.region].name),
        said("rules.code", code=area.code, areas=near),
        said("rules.maps", maps=maps),
        said("rules.island") if area.island else "",
    ]
    return "\n".join(line for line in lines if line), tuple(f"area:{a}" for a in area.adjacent)


def section_entry(slug: str) -> tuple[str, tuple[str, ...]]:
    """A section of the rules."""
    section = SECTIONS.get(slug)
    if section is None:
        return "", ()
    lines = [said("rules.head_section", id=section.id, title=section.title), section.text.strip()]
    lines += [said("rules.sources", known=said("rules.ours"))] if section.ours else []
    links = [*(f"card:{n}" for n in section.cards), *(f"rule:{s}" for s in section.sections)]
    return "\n".join(lines), tuple(links)


ENTRIES: Final[Mapping[str, Callable[[str], tuple[str, tuple[str, ...]]]]] = {
    "card": card_entry,
    "civ": civ_entry,
    "deity": deity_entry,
    "area": area_entry,
    "rule": section_entry,
}


def _naming(topic: str, text: str) -> tuple[str, ...]:
    """The topics that an entry names, and the sections that name it."""
    kind, _, slug = topic.partition(":")
    about = [f"rule:{s.id}" for s in SECTIONS.values() if kind == "card" and int(slug) in s.cards]
    return tuple(t for t in (*named_in(text), *about) if t != topic)


def named_in(text: str) -> list[str]:
    """The cards, civilizations and Deities that a text names, in the order of their names' appearance."""
    found: dict[str, int] = {}
    taken: list[range] = []
    for topic in sorted(_topics(), key=lambda t: -len(t.name)):
        at = _whole(text, topic.name) if topic.value.partition(":")[0] in {"card", "civ", "deity"} else -1
        span = range(at, at + len(topic.name))
        if at >= 0 and not any(at in other for other in taken):
            found[topic.value] = at
            taken.append(span)
    return sorted(found, key=lambda value: found[value])


def _whole(text: str, name: str) -> int:
    """Where a name stands in a text as whole words, -1 if nowhere."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return at
        at = text.find(name, end)
    return -1


def explained(text: str, table: str = "") -> Screen:
    """The rules behind a post: what it names, shortly, with a menu of all."""
    there = named_in(text)
    if not there:
        return Screen(
            (Text(f"{said('rules.explain_head')}\n{said('rules.explain_none')}"), Row((search_button(),))), table
        )
    lines = [said("rules.explain_head")]
    for topic in there:
        kind, _, slug = topic.partition(":")
        if kind in {"card", "deity"}:
            lines.append(shortly(kind, slug))
    return Screen((Text(cut("\n".join(lines), TEXT)), links_menu(there), Row((search_button(),))), table.lower())


def shortly(kind: str, slug: str) -> str:
    """A card or Deity in a line or two."""
    thing: Card | Deity = CARDS[int(slug)] if kind == "card" else DEITIES[slug]
    return f"**{thing.name}** {thing.text.strip()}{mark(thing.known)}"


def search(typed: str, game: str = GAME) -> tuple[str, tuple[Named, ...]]:
    """The topic that a text means (empty if none), and the nearest ones."""
    reading = match.read(typed, topics(game), NEAR)
    if reading.found:
        return reading.found[0].value if reading.one or _exact(typed, reading.found[0]) else "", reading.found
    return "", reading.near


def _exact(typed: str, thing: Named) -> bool:
    return match.match_class(typed, thing) == match.EXACT

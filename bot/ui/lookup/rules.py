"""Rules to look up: the topics of the games with their links, topics of all tables, and words in texts that lead to
none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from bot.ui.parts import (
    DESIGN,
    Button,
    Field,
    Form,
    Line,
    Menu,
    MenuChoice,
    Note,
    Part,
    Row,
    Screen,
    Text,
    choice,
    number,
    rows,
    short,
)
from bot.ui.typed import match
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import said_of, table_text
from engine.core.atlas import Rulebook, RuleEntry
from engine.core.naming import Named, fold
from engine.core.text import current_language, cut, speaking, unheard, words
from engine.games import PRESENTATIONS

KIND: Final = "how"
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "seat": ("draft", "undo", "commands"),
    "commands": ("plan", "seat"),
    "plan": ("commands", "draft"),
    "draft": ("undo",),
    "auto": ("plan", "undo"),
    "undo": ("back", "sealed"),
    "back": ("undo", "shuffle"),
    "window": ("sealed", "pace", "quiet"),
    "sealed": ("window",),
    "pace": ("window", "quiet"),
    "deadlines": ("pace", "quiet", "npc"),
    "quiet": ("notices", "pace"),
    "notices": ("quiet", "hand"),
    "hand": ("notices",),
    "notes": ("seat", "data", "rooms"),
    "rooms": ("notes", "notices"),
    "cups": ("pace", "deadlines"),
    "log": ("map",),
    "map": ("log",),
    "export": ("shuffle",),
    "shuffle": ("export",),
    "npc": ("leaving",),
    "leaving": ("npc", "host"),
    "host": ("back", "leaving"),
    "data": ("export",),
}


class TableBook(Rulebook):
    """How to play at a table, for any game: topics such as `how:undo`."""

    npc_topic: str = "how:npc"

    @property
    def title(self) -> str:
        """Return the heading of these topics."""
        return words("topics.title")

    def topics(self) -> tuple[Named, ...]:
        """Return all topics with the words under which one may look for them."""
        return _topics(current_language())

    def kind(self, _topic: str) -> str:
        """Return a text such as `how to play`."""
        return words("topics.kind")

    def entry(self, topic: str) -> RuleEntry | None:
        """Return the entry of a topic."""
        kind, _, slug = topic.partition(":")
        if kind != KIND or slug not in TOPICS:
            return None
        text = f"### {words(f'topics.{slug}.name')}\n{words(f'topics.{slug}.text').strip()}"
        return RuleEntry(text, tuple(f"{KIND}:{other}" for other in TOPICS[slug]))

    def shortly(self, _topic: str) -> str:
        """Return an empty text: these topics have no short form."""
        return ""


def things(slugs: Iterable[str]) -> tuple[Named, ...]:
    """Return those topics with their names and aliases."""
    return tuple(
        Named(f"{KIND}:{slug}", words(f"topics.{slug}.name"), tuple(words(f"topics.{slug}.also").split(", ")), rank=1)
        for slug in slugs
    )


@cache
def _topics(language: str) -> tuple[Named, ...]:
    with speaking(language):
        return things(TOPICS)


TEXT: Final = 3000
LINKS: Final = DESIGN.menu
NEAR: Final = 3
MENUS: Final = DESIGN.menus
AT_TABLE: Final = "table"
OF_PAGE: Final = "~"
BOOKS: Final[Mapping[str, Rulebook]] = {
    name: presentation.rules for name, presentation in PRESENTATIONS.items() if presentation.rules is not None
}
TABLE: Final[Rulebook] = TableBook()


def books(game: str) -> tuple[Rulebook, ...]:
    """Return the rulebook of a game, if it has one; those of all games where it is not known which is meant."""
    return tuple(book for name, book in BOOKS.items() if game in {"", name})


def book_of(topic: str) -> Rulebook | None:
    """Return the rulebook that has the topic."""
    with unheard():
        return next((book for book in (*BOOKS.values(), TABLE) if any(t.value == topic for t in book.topics())), None)


def topics(game: str) -> tuple[Named, ...]:
    """Return all topics: rules of the game, and about tables."""
    return tuple(topic for book in (*books(game), TABLE) for topic in book.topics())


def kind_of(topic: str) -> str:
    """Return the kind of a topic as a word."""
    book = book_of(topic)
    return book.kind(topic) if book else ""


def topic_screen(topic: str, table: str = "") -> Screen | None:
    """Return the entry of a topic; None if there is no such topic."""
    book = book_of(topic)
    entry = book.entry(topic) if book else None
    if book is None or entry is None:
        return None
    parts: list[Part] = [Text(cut(entry.text, TEXT))]
    parts += [links_menu(book, entry.links)] if entry.links else []
    doubt = (Button(table_text("button.my_copy"), "copy", topic, lasting=True),) if entry.ours else ()
    return Screen((*parts, Row((search_button(), *doubt))), table.lower())


def copy_form(topic: str, table: str = "") -> Form:
    """Return the form in which an owner of the printed game types what their copy says."""
    name = next(t.name for t in topics("") if t.value == topic)
    fields: tuple[Field, ...] = (
        Note(table_text("copy.hint")),
        Line("text", table_text("copy.field"), least=1, long=True),
    )
    return Form(table_text("copy.title", name=short(name, 30)), fields, "copy_in", topic, table=table.lower())


def links_menu(book: Rulebook, links: Sequence[str]) -> Menu:
    """Return the topics that an entry names."""
    names = {t.value: t.name for t in book.topics()}
    shown = [choice(link, names[link], book.kind(link)) for link in dict.fromkeys(links) if link in names]
    return Menu(table_text("rules.more"), "rule", tuple(shown[:LINKS]), lasting=True)


def search_button() -> Button:
    """Return the button that looks something else up."""
    return Button(table_text("button.search"), "rule_find", lasting=True)


def search_form(game: str = "", table: str = "") -> Form:
    """Return the form to search for a topic."""
    hint, example = said_of(game, "rules.search_field"), said_of(game, "rules.search_example")
    fields: tuple[Field, ...] = (Line("topic", hint, example=example, least=1),)
    return Form(table_text("rules.search_title"), fields, "rule_found", table=table.lower())


def index_screen(game: str, table: str = "") -> Screen:
    """Return the index of topics with the sections of the rules; for several games, a menu each. What can be read about
    tables is behind a button where there is no room for its menu.
    """
    several = books(game)
    heads = [f"{table_text('rules.head_all', title=book.title)}\n{book.counts()}" for book in several] or [
        f"### {TABLE.title}"
    ]
    menus = [menu for book in several for menu in _menus(book, several)][:MENUS]
    room = len(menus) < MENUS
    menus += [_table_menu(game)] if room else []
    more = [] if room else [Button(TABLE.title, "rule_list", AT_TABLE, lasting=True)]
    buttons = rows((search_button(), *more, *(button for book in several for button in list_buttons(book))))
    return Screen((Text("\n".join(heads)), *menus, *buttons), table.lower())


def _table_menu(game: str = "") -> Menu:
    return Menu(words("topics.menu"), "rule", _pages(_at_table(game))[0], AT_TABLE, lasting=True)


def _at_table(game: str) -> list[MenuChoice]:
    """Return what can be read about tables; hands only if the game has some."""
    there = presentation_of(game)
    left_out = {f"{KIND}:{what}" for what, has in (("hand", there.hands), ("map", there.has_board)) if game and not has}
    return [one for one in _choices(TABLE) if one.value not in left_out]


def _menus(book: Rulebook, several: Sequence[Rulebook]) -> list[Menu]:
    pages = _pages(_choices(book))
    shown = pages if len(several) == 1 else pages[:1]
    return [Menu(_span(page), "rule", page, f"{book.title}{i}", lasting=True) for i, page in enumerate(shown)]


def _choices(book: Rulebook) -> list[MenuChoice]:
    return [choice(topic, title) for topic, title in book.sections()]


def _span(page: Sequence[MenuChoice]) -> str:
    first, last = page[0].label.split()[0], page[-1].label.split()[0]
    return f"{table_text('rules.sections')} {first}–{last}"


def _pages(choices: Sequence[MenuChoice]) -> list[tuple[MenuChoice, ...]]:
    return [tuple(choices[i : i + LINKS]) for i in range(0, len(choices), LINKS)]


def list_buttons(book: Rulebook) -> list[Button]:
    """Return all things of a kind, for the kinds that are listed."""
    return [Button(label, "rule_list", kind, lasting=True) for kind, label in book.lists.items()]


def all_lists(game: str = "") -> list[Button]:
    """Return the lists of a game; of all games where it is not known which is meant."""
    return [button for book in books(game) for button in list_buttons(book)]


def list_screen(kind: str, table: str = "") -> Screen | None:
    """Return all things of a kind by name, in up to three menus of 25, from the menu on that stands behind the kind;
    None for a kind that is not listed.
    """
    kind, _, at = kind.partition(OF_PAGE)
    if kind == AT_TABLE:
        return Screen((Text(f"### {TABLE.title}"), _table_menu(), Row((search_button(),))), table.lower())
    book = next((b for b in BOOKS.values() if kind in b.lists), None)
    if book is None:
        return None
    things = sorted((t for t in book.topics() if t.value.startswith(f"{kind}:")), key=lambda t: (t.rank, fold(t.name)))
    pages = _pages([choice(t.value, t.name, book.hint(t.value)) for t in things])
    menus = [
        Menu(f"{page[0].label} – {page[-1].label}", "rule", page, str(i), lasting=True) for i, page in enumerate(pages)
    ]
    first = number(at) or 0
    shown = menus[first : first + MENUS] or menus[:MENUS]
    onward = first + MENUS if first + MENUS < len(menus) else 0
    more = Button(table_text("button.list_next"), "rule_list", f"{kind}{OF_PAGE}{onward}", lasting=True)
    row = Row((search_button(), more) if len(menus) > MENUS else (search_button(),))
    return Screen((Text(f"### {book.lists[kind]}"), *shown, row), table.lower())


def rules_screen(text: str, game: str = "", table: str = "") -> Screen:
    """Return the rules behind a post: what it names, shortly, with a menu of all."""
    book, there = next(((b, named) for b in books(game) if (named := b.named_in(text))), (None, []))
    if book is None:
        nothing = f"{table_text('rules.explain_head')}\n{said_of(game, 'rules.explain_none')}"
        return Screen((Text(nothing), Row((search_button(),))), table)
    lines = [table_text("rules.explain_head"), *(line for topic in there if (line := book.shortly(topic)))]
    return Screen((Text(cut("\n".join(lines), TEXT)), links_menu(book, there), Row((search_button(),))), table.lower())


def search(typed: str, game: str = "") -> tuple[str, tuple[Named, ...]]:
    """Return the topic that a text means (empty if none), and the nearest ones."""
    reading = match.read(typed, topics(game), NEAR)
    if reading.found:
        return reading.found[0].value if reading.one or _exact(typed, reading.found[0]) else "", reading.found
    return "", reading.near


def _exact(typed: str, thing: Named) -> bool:
    return match.match_class(typed, thing) == match.EXACT


SHORTEST: Final = 3
TYPED: Final = 40


def speaking_of(typed: str, game: str = "") -> list[Named]:
    """Return the topics whose entry speaks of that, sections of the rules first; nothing for less than three
    letters.
    """
    wanted = fold(typed)
    if len(wanted) < SHORTEST:
        return []
    shelf = (*books(game), TABLE)
    found = [
        topic
        for book in shelf
        for topic in book.topics()
        if (entry := book.entry(topic.value)) is not None and wanted in fold(entry.text)
    ]
    sections = {topic for book in shelf for topic, _ in book.sections()}
    return sorted(found, key=lambda topic: topic.value not in sections)


def found_screen(typed: str, near: Sequence[Named], game: str = "", table: str = "") -> Screen | None:
    """Return the buttons for the nearest names and a menu of the texts that speak of it; None if there is neither."""
    texts = speaking_of(typed, game)
    if not near and not texts:
        return None
    head = table_text("rules.no_topic" if texts else "rules.no_text", topic=cut(typed, TYPED), n=len(texts))
    buttons = [Button(short(t.name, DESIGN.label), "rule", t.value, lasting=True) for t in near[:NEAR]]
    shown = tuple(choice(t.value, t.name, kind_of(t.value)) for t in texts[:LINKS])
    menu = [Menu(table_text("rules.texts"), "rule", shown, lasting=True)] if shown else []
    lists = [] if texts else rows(all_lists(game))
    return Screen((Text(head), *rows(buttons), *menu, *lists, Row((search_button(),))), table.lower())

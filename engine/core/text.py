"""The catalogue: every sentence, by key and language, read once from `data/text` and from installed games.

A sentence is made where it is shown, in the current language (`speaking`); a key that a language lacks is taken from
English. Patterns are those of `str.format` without conversions; after a colon comes the form of a name at that place,
such as `{civ:the}`. This module also cuts long texts at a word.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

import data
from engine.core import message as facts
from engine.core.message import AND, LISTS, Message

ENGLISH: Final = "en"
FORM: Final = re.compile(r"(?<=[A-Za-z0-9_-])\|[A-Za-z]+\}")
BARE, REST = "bare", "rest"
LOCALES: Final[Mapping[str, str]] = {ENGLISH: "en_GB"}
_SPOKEN: Final[ContextVar[str]] = ContextVar("spoken", default=ENGLISH)
_FOLDERS: Final[list[Path]] = []  # of games that other packages bring
_LACKED: Final[ContextVar[Callable[[str], None] | None]] = ContextVar("lacked", default=None)


GLUED: Final = {"fr": re.compile(r" (?=[:;?!»](?:\W|$))|(?<=«) ")}  # spaces at which no line may break


class TextError(Exception):
    """A text is missing, written twice, or lacks a word it needs."""


class TextField(NamedTuple):
    """A stretch of a pattern: letters, and behind them the field that follows with the form it wants."""

    letters: str
    field: str | None
    form: str


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield nested tables as dotted keys; the key `_` stands for the table itself."""
    for key, value in table.items():
        dotted = prefix if key == "_" else f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping):
            yield from flat(value, dotted)
        elif isinstance(value, str):
            yield dotted, value
        else:
            raise TextError(f"{dotted}: a text must be a string")


def catalogue(language: str = ENGLISH) -> Mapping[str, str]:
    """Return all texts of a language. Raises TextError for a key written in two files."""
    return _catalogue(language)


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    texts: dict[str, str] = {}
    for folder in (Path(data.path("text")), *_FOLDERS):
        _add(texts, folder, language)
    return texts


def _add(texts: dict[str, str], folder: Path, language: str) -> None:
    for file in sorted((folder / language).rglob("*.toml")):
        for key, value in flat(tomllib.loads(file.read_text(encoding="utf-8"))):
            if key in texts:
                raise TextError(f"{file.name}: {key} is written twice")
            texts[key] = GLUED[language].sub("\u00a0", value) if language in GLUED else value


def add_texts(folder: Path) -> None:
    """Add the texts of a folder, which has a folder for each language, to the catalogue.

    Adds nothing and raises TextError if a file isn't TOML, a key exists already, or a text can't be filled in.
    """
    for language in languages():
        texts = dict(catalogue(language))
        try:
            _add(texts, folder, language)
            for text in texts.values():
                [*string.Formatter().parse(text)]
        except (OSError, ValueError) as error:
            raise TextError(f"{language}: {error}") from error
    _FOLDERS.append(folder)
    for kept in (_catalogue, _teller, _pattern):
        kept.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there is a catalogue of, English first."""
    there = sorted(path.name for path in Path(data.path("text")).iterdir() if path.is_dir())
    return (ENGLISH, *(name for name in there if name != ENGLISH))


def current_language() -> str:
    """Return the language being spoken here."""
    return _SPOKEN.get()


def speak(language: str) -> None:
    """Set the current language of this task and of tasks it starts."""
    _SPOKEN.set(language if language in languages() else ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use that language inside the block; English if there is no such catalogue."""
    before = _SPOKEN.set(language if language in languages() else ENGLISH)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def hear_lacked(heard: Callable[[str], None]) -> None:
    """Call `heard` with the language of each text that it lacks, in this task and tasks it starts."""
    _LACKED.set(heard)


@contextmanager
def unheard() -> Iterator[None]:
    """Don't report missing texts inside the block, because its texts are compared and not shown."""
    before = _LACKED.set(None)
    try:
        yield
    finally:
        _LACKED.reset(before)


def sentence(said: Message, language: str = "") -> str:
    """Return the sentence in that language, or in the one being spoken. Raises TextError if key or word is missing."""
    return _told(said.key, said.values, language or _SPOKEN.get())


def old_sentence(said: Message) -> str:
    """Return the sentence of what was stored long ago: told by its key alone if the catalogue no longer knows how."""
    try:
        return sentence(said)
    except TextError:
        return said.key


def words(key: str, /, **said: Any) -> str:
    """Return the text of that key with its places filled in. Raises TextError if key or word is missing."""
    return _told(key, said, _SPOKEN.get())


def has_text(key: str) -> bool:
    """Return whether there is a text of that key."""
    return key in catalogue()


def raw_text(key: str) -> str:
    """Return the text of that key, which has no places to fill in; empty if there is none."""
    return words(key) if has_text(key) else ""


def has(key: str) -> bool:
    """Return whether the language being spoken has a text of that key itself."""
    return key in catalogue(_SPOKEN.get())


def name_in_language(key: str, name: str) -> str:
    """Return the name of a thing of the data files in the current language: the text of that key, or `name`."""
    language = _SPOKEN.get()
    return name if language == ENGLISH else catalogue(language).get(key, name)


def inflect(name: str, form: str, number: str = "one", language: str = "", *, the: str = "") -> str:
    """Return a name in the form that the language has for all names; the name itself where it has none.

    `the` is the name with its article, if it takes one: French verbs follow that.
    """
    if form[:1].isupper():
        return capital(inflect(name, form.lower(), number, language, the=the))
    common = catalogue(language or _SPOKEN.get()).get(f"form.{form}.{number}") if form and name else None
    return common.format(name=name, the=the or name) if common else name


def capital(text: str) -> str:
    """Return the text as a sentence begins."""
    return text[:1].upper() + text[1:]


def own(game: str, key: str) -> str:
    """Return the key of a game's own text, `<game>.<key>`, where it has one; else the key itself, common to all
    games.
    """
    mine = f"{game}.{key}"
    return mine if game and mine in catalogue() else key


def pattern(key: str, language: str, n: object = None) -> tuple[TextField, ...]:
    """Return the text of that key as stretches, in the form that the number wants. Raises TextError without such a
    text.
    """
    try:
        return _pattern(key, language)
    except KeyError:
        if isinstance(n, int):
            return pattern(_counting(key, language, n), language)
        if language != ENGLISH:
            return pattern(key, ENGLISH, n)
        raise TextError(f"no text {key}") from None


def _told(key: str, said: Mapping[str, Any], language: str, form: str = "") -> str:
    """A form is that of the name with which the text begins."""
    if key in LISTS:
        return _listed(key, [_worth(value, language, form) for value in said["of"]], language)
    if not key:
        return ""
    wished, language = language, _teller(key, language)
    if wished != language and (heard := _LACKED.get()) is not None:
        heard(wished)
    told: list[str] = []
    for letters, field, wanted in pattern(key, language, said.get("n")):
        told.append(letters)
        if field is not None:
            try:
                told.append(_worth(said[field], language, wanted or (form if form and not any(told) else "")))
            except KeyError:
                raise TextError(f"no word {field!r} for {key}") from None
    return "".join(told)


def is_single(key: str, n: int) -> bool:
    """Return whether the language that says the text of that key here has the singular with that number: French for 0
    too.
    """
    return _plural(teller(key), n) == "one"


def teller(key: str) -> str:
    """Return the language that says the text of that key here: the one being spoken, or English where that lacks it."""
    return _teller(key, _SPOKEN.get())


@cache
def _teller(key: str, language: str) -> str:
    """The language that says the whole sentence of that key: English, with all in it, if the other lacks it."""
    there = catalogue(language)
    return language if key in there or f"{key}.other" in there else ENGLISH


def _worth(value: Any, language: str, form: str = "") -> str:
    """Return a value as text in a sentence; tokens of names take the form."""
    if isinstance(value, str):
        if not form:
            return value
        alone = value.startswith("{") and value.endswith("}") and value.count("{") == 1
        return f"{value[:-1]}|{form}}}" if alone else inflect(value, form, language=language)
    if isinstance(value, Message):
        if form in {BARE, REST}:
            return _inside(value, language, form)
        return _told(value.key, value.values, language, form)
    if isinstance(value, tuple):
        return _listed(AND, [_worth(one, language, form) for one in value], language)
    return str(value)


def _inside(said: Message, language: str, form: str) -> str:
    """A whole sentence inside another: `bare` without its full stop, `rest` without the name that begins it."""
    whole = _told(said.key, said.values, language)
    if form == BARE:
        return whole.removesuffix(".")
    language = _teller(said.key, language)
    first = pattern(said.key, language, said.values.get("n"))[0]
    if first.letters or first.field is None:
        return whole
    return whole.removeprefix(_worth(said.values[first.field], language, first.form)).lstrip()


def _listed(key: str, parts: list[str], language: str) -> str:
    if key != AND:
        return joint_text(key, language).join(parts)
    return format_list(parts, locale=_locale(language)) if parts else ""


def joint_text(key: str, language: str = "") -> str:
    """Return what comes between the members of a list of that key, such as `list.semicolon`."""
    return catalogue(language or _SPOKEN.get()).get(key, catalogue()[key])


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(LOCALES.get(language, language))


def _counting(key: str, language: str, n: int) -> str:
    """The key of the form that the number wants: that of most numbers where the text has no other (French millions)."""
    form, texts = _plural(language, n), catalogue(language)
    return f"{key}.{form}" if f"{key}.{form}" in texts or f"{key}.other" not in texts else f"{key}.other"


@cache
def _plural(language: str, n: int) -> str:
    return str(_locale(language).plural_form(n))


@cache
def _pattern(key: str, language: str) -> tuple[TextField, ...]:
    """Raises KeyError if the language lacks the key."""
    parsed = string.Formatter().parse(catalogue(language)[key])
    return tuple(_joined([TextField(letters, field, form or "") for letters, field, form, _ in parsed]))


def _joined(places: Iterable[TextField]) -> Iterator[TextField]:
    """Stretches with letters that a doubled brace had cut up put together again."""
    letters = ""
    for place in places:
        letters += place.letters
        if place.field is not None:
            yield TextField(letters, place.field, place.form)
            letters = ""
    if letters:
        yield TextField(letters, None, "")


def plainly(text: str) -> str:
    """Return the text with its tokens as they are stored, without the forms that its sentence wants."""
    return FORM.sub("}", text)


def civ(slug: str) -> str:
    """Return a civilization or other Faction as a token, named in the reader's language when shown."""
    return f"{{civ:{slug}}}"


def area(slug: str) -> str:
    """Return an area as a token."""
    return f"{{area:{slug}}}"


def card(number: int | str) -> str:
    """Return a card as a token."""
    return f"{{card:{number}}}"


def thing(kind: str, slug: str) -> str:
    """Return any other thing of a game as a token."""
    return f"{{{kind}:{slug}}}"


def count_noun(n: int, what: str) -> str:
    """Return a number with its noun, said now: `1 disk`, `3 disks`."""
    return sentence(facts.count_noun(n, what))


def decimal(number: float) -> str:
    """Return a number with one digit behind the sign that the language has there: `0.8`, in German `0,8`."""
    return str(format_decimal(number, format="0.0", locale=_locale(_SPOKEN.get())))


def duration(minutes: int) -> str:
    """Return a length of time, said now: `90 minutes`, `2 hours`, `10 days`."""
    return sentence(facts.duration(minutes))


facts.speaks(sentence)


ISOLATE: Final = "\u2068"
ISOLATED: Final = "\u2069"


def left_open(kept: str) -> str:
    """Return what closes an isolated name, if the text was cut within one."""
    return ISOLATED if kept.count(ISOLATE) > kept.count(ISOLATED) else ""


def cut(text: str, most: int) -> str:
    """Return the text, cut at a word if it is too long, with no bold and no isolated name left open."""
    if len(text) <= most:
        return text
    room = most - 4 - (ISOLATE in text)
    kept = text[:room].rpartition(" ")[0] or text[:room]
    return f"{kept}{left_open(kept)}{'**' if kept.count('**') % 2 else ''} …"


ENDS: Final = {"\n": 0, ". ": 1, "; ": 0, " · ": 0, "), ": 1}  # what may be cut before, with how much of it stays


def cut_behind(text: str, most: int) -> str:
    """Return the text, cut behind a line, a sentence or a part of a row if it is too long; at a word where there is
    none.
    """
    if len(text) <= most:
        return text
    end = max(text.rfind(mark, 0, most - 3 - (ISOLATE in text)) + left for mark, left in ENDS.items())
    if end < most // 2:
        return cut(text, most)
    kept = text[:end]
    return f"{kept}{left_open(kept)}{'**' if kept.count('**') % 2 else ''} …"


def told_of(what: str, told: str) -> str:
    """Return a name, a colon and what is told of it; French has a space before the colon."""
    return words("told_of", what=what, told=told)


def list_parts(parts: Sequence[str], most: int, joint: str = ", ") -> str:
    """Return the parts in a row, as many as fit, and how many more there are."""
    whole = joint.join(parts)
    if len(whole) <= most:
        return whole
    kept: list[str] = []
    for i, part in enumerate(parts):
        more = words("table.name.more_areas", n=len(parts) - i)
        if len(joint.join([*kept, part])) + len(more) + len(joint) > most:
            return joint.join([*kept, more])
        kept.append(part)
    return whole


def paginate(paragraphs: Sequence[str], joint: str, page: int) -> list[str]:
    """Return the paragraphs on as few pages as it takes."""
    made: list[str] = []
    for paragraph in paragraphs:
        if made and len(made[-1]) + len(paragraph) + len(joint) <= page:
            made[-1] += f"{joint}{paragraph}"
        else:
            made.append(paragraph)
    return made

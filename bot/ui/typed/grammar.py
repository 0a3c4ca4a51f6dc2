"""The grammar of plan lines: from text to items. Names are found while reading, for a space may part two items."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.core.naming import WrongLine

Sign: TypeAlias = Literal["+", "="]
Stop: TypeAlias = Literal["keep", "back"]

SEPARATORS: Final = re.compile(r"[,;\n]")
COMMAS: Final = str.maketrans({"，": ",", "、": ",", "،": ",", "；": ";", "؛": ";", "（": "(", "）": ")", "＞": ">"})
UNSEEN: Final = re.compile(r"[\u00ad\u200b-\u200f\u2060\u2066-\u2069\ufeff]")
BLANKS: Final = re.compile(r"[^\S\n]")
BEHIND: Final = re.compile(r"(?<=\w)\s*\((\d{1,3})\)|(?<=[\w)]) (\d{1,3})\.(?=\s*(?:[,;\n]|$))")
AND: Final = re.compile(r"\s+(?:and|und|et|&)\s+", re.IGNORECASE)
AMOUNT: Final = re.compile(r"(?P<what>.*?)\s*(?P<sign>[=+x]?)\s*(?P<n>\d{1,3})", re.DOTALL)
COUNTED: Final = re.compile(r"(?P<n>\d{1,3})\s*x?\s+(?P<what>\D.*)", re.DOTALL)
BRACKET: Final = re.compile(r"\((?P<inside>[^()]*)\)\s*(?P<rest>.*)", re.DOTALL)
NUMBER_WORDS: Final = frozenset({"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"})
NOTHING: Final = frozenset({"nothing", "none"})
WORDS: Final = 6
STOPS: Final[dict[str, Stop]] = {"keep": "keep", "back": "back"}


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount: so many more (`+`), or up to so many in all (`=`)."""

    n: int = 1
    sign: Sign = "+"


@dataclass(frozen=True, slots=True)
class Placement:
    """Disks in one area or in each of several; `group` says that the line named them together."""

    areas: tuple[str, ...]
    amount: Amount
    text: str
    group: bool = False


@dataclass(frozen=True, slots=True)
class PlanChain:
    """One disk in each area, in this order."""

    areas: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Rest:
    """All that is left goes into that area, up to its limit."""

    area: str
    text: str


Item: TypeAlias = Placement | PlanChain | Rest


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A parsed line. `stop` is empty if the line says nothing about disks left over."""

    items: tuple[Item, ...]
    stop: Stop | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Resolves names: `area` finds one or raises WrongLine, `group` returns the areas of a word such as `camps`."""

    area: Callable[[str], str]
    group: Callable[[str], tuple[str, ...] | None]


def parse(line: str, lexicon: Lexicon) -> PlanLine:
    """Return the items of a line. Raises WrongLine for what can't be read, or comes after `rest` or a stop."""
    items: list[Item] = []
    stop: Stop | Literal[""] = ""
    for chunk in _chunks(line):
        word = chunk.casefold()
        if stop or (items and isinstance(items[-1], Rest) and word not in STOPS):
            raise WrongLine("bad_line", chunk)
        if word in STOPS:
            stop = STOPS[word]
        elif word not in NOTHING:
            items += _items(chunk, lexicon)
    return PlanLine(tuple(items), stop)


def _chunks(line: str) -> list[str]:
    """The parts between commas, those within brackets kept together."""
    inside, text = 0, ""
    for letter in line:
        inside += (letter == "(") - (letter == ")")
        text += " " if inside > 0 and SEPARATORS.match(letter) else letter
    return items(text)


def plainly_typed(line: str) -> str:
    """Return a line as this grammar writes it, whatever a phone makes of it: other commas, unseen spaces, `2.`,
    `(2)`.
    """
    line = BLANKS.sub(" ", UNSEEN.sub("", line.translate(COMMAS)))
    return BEHIND.sub(lambda found: f" {found[1] or found[2]}", line)


def items(line: str) -> list[str]:
    """Return the items of a list in order, with single spaces inside."""
    return [" ".join(item.split()) for item in SEPARATORS.split(line) if item.strip()]


def _items(chunk: str, lexicon: Lexicon) -> list[Item]:
    """One chunk: usually one item, several if spaces part them."""
    first, _, tail = chunk.partition(" ")
    if first.casefold() == "rest" and tail:
        return [Rest(lexicon.area(tail), chunk)]
    if ">" in chunk:
        return [_chain(chunk, lexicon)]
    bracket = BRACKET.fullmatch(chunk)
    if bracket is not None:
        return [_bracket(bracket["inside"], bracket["rest"], chunk, lexicon)]
    try:
        return [_place(chunk, lexicon)]
    except WrongLine as wrong:
        if " " not in chunk or wrong.code != "unknown_area":
            raise
        if AND.search(chunk):
            return [item for part in AND.split(chunk) for item in _items(part, lexicon)]
        return [*_several(chunk.split(" "), lexicon, wrong)]


def _chain(chunk: str, lexicon: Lexicon) -> PlanChain:
    """`tarsus > aleppo > emar`."""
    names = [name.strip() for name in chunk.split(">")]
    if not all(names):
        raise WrongLine("bad_line", chunk)
    return PlanChain(tuple(lexicon.area(name) for name in names), chunk)


def _place(text: str, lexicon: Lexicon) -> Placement:
    """`lukka`, `lukka 2`, `lukka=3`, `2 lukka`, or a group in place of the area."""
    counted = COUNTED.fullmatch(text)
    if counted is not None:
        return _named(counted["what"], Amount(int(counted["n"])), text, lexicon)
    amount = AMOUNT.fullmatch(text)
    if amount is None:
        return _named(text, Amount(), text, lexicon)
    if not amount["what"]:
        raise WrongLine("bad_line", text)
    sign: Sign = "=" if amount["sign"] == "=" else "+"
    return _named(amount["what"], Amount(int(amount["n"]), sign), text, lexicon)


def _named(name: str, amount: Amount, text: str, lexicon: Lexicon) -> Placement:
    group = lexicon.group(name)
    if group is not None:
        return Placement(group, amount, text, group=True)
    return Placement((lexicon.area(name),), amount, text)


def _bracket(inside: str, rest: str, text: str, lexicon: Lexicon) -> Placement:
    """`(kaska kumannis) =3`."""
    amount = Amount()
    if rest:
        found = AMOUNT.fullmatch(rest)
        if found is None or found["what"]:
            raise WrongLine("bad_line", text)
        amount = Amount(int(found["n"]), "=" if found["sign"] == "=" else "+")
    named = _several(inside.split(), lexicon, WrongLine("bad_line", text))
    return Placement(tuple(sorted(a for item in named for a in item.areas)), amount, text, group=True)


def _several(words: Sequence[str], lexicon: Lexicon, whole: WrongLine) -> list[Placement]:
    """Return items separated by spaces, each name as long as possible."""
    found: list[Placement] = []
    at = 0
    while at < len(words):
        place, at = _longest(words, at, lexicon)
        if place is None:
            raise _misread(words, at, found, whole)
        found.append(place)
    return found


def _longest(words: Sequence[str], at: int, lexicon: Lexicon) -> tuple[Placement | None, int]:
    """The longest item that begins there; no name has more than `WORDS` words, its number included."""
    for end in range(min(len(words), at + WORDS), at, -1):
        try:
            return _place(" ".join(words[at:end]), lexicon), end
        except WrongLine as wrong:
            if wrong.code not in {"unknown_area", "bad_line"}:
                raise
    return None, at


def _misread(words: Sequence[str], at: int, found: Sequence[Placement], whole: WrongLine) -> WrongLine:
    """Return the error for words that are no item: a number in letters, or an unknown area."""
    if words[at].casefold() in NUMBER_WORDS and found:
        return WrongLine("bad_line", f"{found[-1].text} {words[at]}")
    return whole if not found else WrongLine("unknown_area", " ".join(words[at:]), typed=words[at])

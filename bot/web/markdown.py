"""Discord's markdown as a tree of nodes, for a page: in linear time, and with nothing in it that a page would run.

A node is a text, or a list that begins with its kind: `["b", "bold"]`. Kinds of blocks are `p`, `h` (with its level),
`small`, `quote` and `ul` (its points). Those inside a line are `b`, `i`, `u`, `s`, `spoiler`, `code`, `a` (with its
URL), `t` (seconds since 1970, style), `who` and `place` (an id of Discord), and `on` (a thing such as `area:zab`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias

Node: TypeAlias = str | list[Any]

THING, NAMED, END = "\ue000", "\ue001", "\ue002"
"""What stands around a name in a text made for a page: `THING`, its kind and slug, `NAMED`, the name, `END`."""
LONGEST: Final = 600
"""Letters of a link."""
INSIDE: Final = re.compile(
    r"\\(?P<plain>[^A-Za-z0-9\s])"
    r"|`(?P<code>[^`\n]+)`"
    r"|<t:(?P<time>-?\d{1,12})(?::(?P<style>[tTdDfFR]))?>"
    r"|<@!?(?P<who>\d{1,20})>"
    r"|<#(?P<place>\d{1,20})>"
    r"|(?P<emoji><a?:\w{2,32}:\d{1,20}>) ?"
    rf"|\[(?P<label>[^\[\]\n]{{1,300}})\]\(<?(?P<url>https?://[^\s()<>]{{1,{LONGEST}}})>?\)"
    rf"|(?P<bare>https?://[^\s()<>]{{1,{LONGEST}}})"
    rf"|{THING}(?P<thing>[a-z_]+:[\w-]+){NAMED}"
    rf"|(?P<end>{END})"
    r"|(?P<mark>\*\*|__|~~|\|\||\*|(?<!\w)_|_(?!\w))"
)
MARKS: Final = {"**": "b", "__": "u", "~~": "s", "||": "spoiler", "*": "i", "_": "i"}
HEADING: Final = re.compile(r"(#{1,3}) +(.*)")
POINT: Final = re.compile(r" *(?:[-*]|\d{1,3}\.) +(.*)")


def nodes(text: str) -> list[Node]:
    """Return the blocks of a text."""
    found: list[Node] = []
    for kind, lines in groupby(text.split("\n"), key=_kind):
        found += _blocks(kind, list(lines))
    return found


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if line.startswith(("> ", ">>> ")):
        return "quote"
    if line.startswith("-# "):
        return "small"
    return "h" if HEADING.fullmatch(line) else "ul" if POINT.fullmatch(line) else "p"


def _blocks(kind: str, lines: list[str]) -> Iterable[Node]:
    if kind == "h":
        return [["h", len(found[1]), *inside(found[2])] for line in lines if (found := HEADING.fullmatch(line))]
    if kind == "small":
        return [["small", *inside(line[3:])] for line in lines]
    if kind == "quote":
        return [["quote", *nodes("\n".join(line.partition(" ")[2] for line in lines))]]
    if kind == "ul":
        return [["ul", *([*inside(found[1])] for line in lines if (found := POINT.fullmatch(line)))]]
    return [["p", *inside(line)] for line in lines] if kind else []


class _Open:
    """What is open at a place of a line: marks and things, each with what stands in it so far."""

    def __init__(self) -> None:
        self.stack: list[tuple[str, list[Any]]] = [("", [])]
        self.signs: Counter[str] = Counter()

    def add(self, node: Node) -> None:
        """Add a node to what was opened last."""
        self.stack[-1][1].append(node)

    def begin(self, sign: str, node: list[Any]) -> None:
        """Open something."""
        self.stack.append((sign, node))
        self.signs[sign] += 1

    def end(self, sign: str) -> bool:
        """Close the last thing of that sign; what was opened since stays as it was typed. Return whether there was
        one.
        """
        if not self.signs[sign]:
            return False
        place = next(i for i in range(len(self.stack) - 1, 0, -1) if self.stack[i][0] == sign)
        left, (_, node) = self.stack[place + 1 :], self.stack[place]
        del self.stack[place:]
        self.signs.subtract([sign, *(there for there, _ in left)])
        self.add([*node, *_as_typed(left)])
        return True

    def whole(self) -> list[Node]:
        """Return the line; what is still open stays as it was typed."""
        return list(_joined([*self.stack[0][1], *_as_typed(self.stack[1:])]))


def _as_typed(left: Iterable[tuple[str, list[Any]]]) -> Iterator[Node]:
    """Yield what was opened and not closed."""
    for sign, node in left:
        if sign == END:
            yield from node[2:]
        else:
            yield sign
            yield from node[1:]


def inside(text: str) -> list[Node]:
    """Return the nodes of one line."""
    there, at = _Open(), 0
    for found in INSIDE.finditer(text):
        if found.start() > at:
            there.add(text[at : found.start()])
        at = found.end()
        _take(there, found, text)
    there.add(text[at:])
    return there.whole()


def _take(there: _Open, found: re.Match[str], text: str) -> None:
    """Add what was found there."""
    kind = str(found.lastgroup)
    if kind == "mark":
        _mark(there, found, text)
    elif kind == "end":
        there.end(END)
    elif kind == "thing":
        there.begin(END, ["on", found["thing"]])
    else:
        there.add(_leaf(found))


def _leaf(found: re.Match[str]) -> Node:
    if found["plain"]:
        return found["plain"]
    if found["code"]:
        return ["code", found["code"]]
    if found["time"]:
        return ["t", int(found["time"]), found["style"] or "f"]
    if found["url"]:
        return ["a", found["url"], *inside(found["label"])]
    if found["bare"]:
        return ["a", found["bare"], found["bare"]]
    if found["emoji"]:
        return ""  # the name beside it says the same
    return ["who", found["who"]] if found["who"] else ["place", found["place"]]


def _mark(there: _Open, found: re.Match[str], text: str) -> None:
    """Close what the mark has opened, or open it, or take it as it is where it touches no word."""
    sign = found["mark"]
    before, after = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
    if before.strip() and there.end(sign):
        return
    if after.strip():
        there.begin(sign, [MARKS[sign]])
    else:
        there.add(sign)


def _joined(parts: Iterable[Any]) -> Iterator[Node]:
    """Yield the nodes with texts that follow each other in one, those of nodes inside too."""
    for plain, several in groupby(parts, key=lambda part: isinstance(part, str)):
        if plain:
            whole = "".join(several)
            if whole:
                yield whole
        else:
            yield from several

"""What of a screen's markdown a page would show as it was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.ui.message_faults import MARKS
from bot.ui.parts import Form, Note, Screen, Section, Text
from bot.web.markdown import Node, nodes

ESCAPED: Final = re.compile(r"\\[^\w\s]")
UNREAD: Final = frozenset({"code", "t", "who", "place"})
"""Nodes in which nothing stands for anything else."""


def leftovers(answer: Screen | Form) -> list[str]:
    """The texts in which a mark is left; signs that people typed, which are escaped, are none."""
    parts = answer.fields if isinstance(answer, Form) else answer.parts
    texts = [ESCAPED.sub("·", part.text) for part in parts if isinstance(part, Text | Section | Note)]
    return [left for text in texts for left in read(nodes(text)) if MARKS.search(left)]


def read(tree: Sequence[Node]) -> Iterator[str]:
    """The texts of the nodes; addresses, levels and the like left out."""
    for node in tree:
        if isinstance(node, str):
            yield node
        elif node[0] == "ul":
            yield from (text for point in node[1:] for text in read(point))
        elif node[0] not in UNREAD:
            yield from read(node[2 if node[0] in {"a", "h", "on"} else 1 :])

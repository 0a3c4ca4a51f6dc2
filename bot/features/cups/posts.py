"""Posts of a cup: the one in its channel, and those at the end of its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.contract.posts import Post, PostButton, PostRow, Style, Words
from bot.contract.tables import TableInfo
from bot.features.cups.screens import fair, head, name, people, standing_lines, title
from bot.features.cups.values import CupInfo
from bot.ui.words.wording import fit_lines
from engine.core.naming import Names
from engine.core.text import words

SHOWN: Final = 8
TEXT: Final = 1500


def sign_up(cup: CupInfo) -> Post:
    """Return the post of a cup: how it is played, its entrants or standings, and buttons to enter and leave before it
    begins.

    Once it is over, it lists everyone in order, without buttons.
    """
    texts = ["\n".join(head(cup)), *people(cup), *_first(cup), *fair(cup)]
    ways: tuple[tuple[str, Style], ...] = (("join", "success"), ("leave", "secondary")) if cup.state == "open" else ()
    buttons = [_way(cup, what, f"cup_{what}", style) for what, style in ways]
    rows = [] if cup.state == "over" else [PostRow((*buttons, _way(cup, "open", "cup", "secondary")))]
    return Post("cup", (*(Words(text) for text in texts), *rows))


def _first(cup: CupInfo) -> list[str]:
    """Return the first places once the cup has begun; at the end, all places."""
    lines = [words("cup.text.standings"), *standing_lines(cup.lines if cup.state == "over" else cup.lines[:SHOWN])]
    return [fit_lines(lines, TEXT)] if cup.round else []


def _way(cup: CupInfo, what: str, verb: str, style: Style) -> PostButton:
    return PostButton(words(f"cup.button.{what}"), verb, str(cup.id), style)


def end_posts(_info: TableInfo, filled: Mapping[str, Any], _names: Names) -> Sequence[Post]:
    """Return the post at the end of a cup's table: how many of the round are still running, and the first places; at
    the cup's end, all.

    Its button shows what can be done then, so the post needn't change.
    """
    cup: CupInfo = filled["cup"]
    left, show = sum(not table.done for table in cup.tables), words("cup.button.open")
    if cup.state == "over":
        first = name(cup.lines[0].entrant)
        told = words("cup.post.over", title=title(cup), first=first, seed=cup.seed)
    elif left:
        told = words(
            "cup.post.left_one" if left == 1 else "cup.post.left", title=title(cup), round=cup.round, left=left
        )
    else:
        told = words("cup.post.round", title=title(cup), round=cup.round, rounds=cup.plan.rounds, show=show)
    shown = cup.lines if cup.state == "over" else cup.lines[:SHOWN]
    lines = [words("cup.text.standings"), *standing_lines(shown)]
    button = PostButton(show, "cup", str(cup.id))
    return (Post("matter", (Words(told), Words(fit_lines(lines, TEXT)), PostRow((button,)))),)


POSTS: Final[Mapping[str, Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]]] = {"cup_table": end_posts}

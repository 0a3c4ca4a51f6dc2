"""Messages as plain data: what the store keeps until delivery turns them into Discord's components."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from engine.core.decoding import decoder

Style: TypeAlias = Literal["secondary", "primary", "success", "danger"]


class PostButton(msgspec.Struct, frozen=True, tag="button", omit_defaults=True):
    """A button of a post: its custom_id is `s|<table>|<ask>|<verb>|<option>`; posts carry no ask number."""

    label: str
    verb: str
    option: str = ""
    style: Style = "secondary"


class Words(msgspec.Struct, frozen=True, tag="words"):
    """Text in Discord's markdown; tokens such as `{area:zab}` are named when the post is sent."""

    text: str


class Rule(msgspec.Struct, frozen=True, tag="rule"):
    """A thin line between parts."""


class PostPicture(msgspec.Struct, frozen=True, tag="picture", omit_defaults=True):
    """A recipe for a picture, drawn when the post is sent: what to draw, from which view, with what options.

    `words` stand in its place wherever it is not shown.
    """

    draw: str
    view: dict[str, Any]
    game: str = ""
    file: str = "board.png"
    options: dict[str, Any] = {}
    alt: str = ""
    words: str = ""


class PostRow(msgspec.Struct, frozen=True, tag="row"):
    """Up to five buttons."""

    buttons: tuple[PostButton, ...]


class Attached(msgspec.Struct, frozen=True, tag="attached"):
    """A file beside the text: `source` is `export`, the open file of the table (finished games only)."""

    file: str
    source: Literal["export"] = "export"


Part: TypeAlias = Words | Rule | PostPicture | PostRow | Attached


class Post(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to be sent, as plain data.

    `user`: a DM to that person, else the channel of the table. `row`: with the fixed row of buttons
    (My seat, Hand, Map, Log, More). `mentions`: exactly those are mentioned; nobody means sent silently. A DM that
    names its reader there rings.
    `slot`: a newer post of the same slot edits or replaces the older one (`lobby:1K9`, `hand:1K9:2`); with `moves` it
    always takes its place further down, so that those mentioned are rung. `hold`: it waits
    a minute, since whoever acts is about to go on; what follows in that time is told with it in one post.
    """

    kind: str
    parts: tuple[Part, ...]
    user: int | None = None
    colour: str = "sand"
    mentions: tuple[int, ...] = ()
    row: bool = False
    slot: str = ""
    hold: bool = False
    moves: bool = False


POSTS: Final = decoder(Post)

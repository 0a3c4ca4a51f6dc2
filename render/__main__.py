"""`python -m render FILE -o OUT.png`: the picture of a stored game, a notated position or a view.

FILE is a record (JSON), a position in notation (TOML) or a public view (JSON). `python -m render --bases FOLDER` draws
the base maps of all boards into a folder instead, for `NISABA_BASES`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import render
from engine.core import notation
from engine.core.decoding import decoder
from engine.core.errors import TableError
from engine.core.game import SetupError
from engine.core.record import Record, decode
from engine.core.table import Table
from engine.core.text import languages, speaking
from engine.games import GAMES as RULES
from engine.games import PRESENTATIONS
from render import GAMES, Picture
from render.board.base_store import STORE

Read = tuple[str, Any, Table[Any] | None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what the command line asks for; 0, or 1 with a message where the file or the choice is wrong."""
    chosen = parse_arguments(arguments)
    if chosen.bases:
        draw_bases(chosen.bases)
        return 0
    try:
        picture = draw_chosen(chosen)
    except (OSError, ValueError, LookupError, SetupError, TableError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    chosen.out.write_bytes(picture.png)
    print(f"{chosen.out}: {picture.width} x {picture.height}, {len(picture.png) // 1024} KB\n{picture.alt}")
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the parsed command line; it must name a file, or a folder for base maps."""
    made = parser()
    chosen = made.parse_args(arguments)
    if not (chosen.file or chosen.bases):
        made.error("FILE is missing")
    return chosen


def draw_bases(folder: Path) -> None:
    """Draw the base maps of all boards in every language, so that no process ever has to."""
    STORE.open(folder)
    for language in languages():
        with speaking(language):
            for game, pictures in GAMES.items():
                for board in pictures.BOARDS:
                    render.warm(game, board)


def parser() -> argparse.ArgumentParser:
    out = argparse.ArgumentParser(prog="python -m render", description="The picture of a game.")
    out.add_argument("file", type=Path, nargs="?", help="a record (JSON), a position (TOML) or a public view (JSON)")
    out.add_argument("-o", "--out", type=Path, default=Path("board.png"), help="where the PNG goes")
    out.add_argument("--since", type=Path, help="an earlier record, position or view: mark what changed")
    out.add_argument("--bases", type=Path, metavar="FOLDER", help="draw the base maps of all boards into this folder")
    part = out.add_mutually_exclusive_group()
    part.add_argument("--region", help="a region with larger pieces")
    part.add_argument("--area", help="an area and its neighbours")
    part.add_argument("--hand", metavar="CIV", help="the hand of a seat: a civilization, nation or culture")
    part.add_argument("--legend", action="store_true", help="what the signs mean")
    part.add_argument("--card", metavar="CARD", help="one card, by its number")
    return out


def draw_chosen(chosen: argparse.Namespace) -> Picture:
    """Return the picture asked for."""
    game, view, table = read(chosen.file)
    pictures: Any = GAMES[game]
    made: Picture
    if chosen.legend:
        made = pictures.legend()
    elif chosen.card:
        made = draw_named(cards_of(pictures, "card"), chosen.card)
    elif chosen.hand:
        name = PRESENTATIONS[game].names.name("civ", chosen.hand)
        made = cards_of(pictures, "hand")(hand_of(game, view, table, chosen.hand), name)
    else:
        since = read(chosen.since)[1] if chosen.since else None
        made = part_of(game, view, since, chosen)
    return made


def part_of(game: str, view: Any, since: Any, chosen: argparse.Namespace) -> Picture:
    """Return the board, or the requested part of it. Raises LookupError for an unknown part."""
    atlas = PRESENTATIONS[game].atlas
    if chosen.region and not (atlas and atlas.regions(view)):
        raise LookupError("this game has no regions")
    board = partial(render.draw, game, view, since=since)
    if chosen.region:
        return draw_named(lambda region: board(region=region), chosen.region)
    made: Picture = draw_named(lambda area: board(area=area), chosen.area) if chosen.area else board()
    return made


def draw_named(draw: Callable[[str], Picture], name: str) -> Picture:
    """Return the drawing of that name. Raises LookupError, with a message, for an unknown name."""
    try:
        return draw(name)
    except KeyError as error:
        raise LookupError(f"there is no {name!r} in this game") from error


def cards_of(pictures: Any, kind: str) -> Any:
    """Return the function that draws a card or a hand of a game. Raises LookupError if the game has none."""
    if not hasattr(pictures, kind):
        raise LookupError(f"this game has no picture of a {kind}")
    return getattr(pictures, kind)


def read(path: Path) -> Read:
    """Return the game and the public view in a file, and the table where the file is a record or a position."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        table = notation.load(RULES[notation.named_game(text)], text)
        return table.game.name, table.view(None), table
    raw = json.loads(text)
    if "step" not in raw:
        game = str(raw["game"])
        return game, decoder(RULES[game].view_type).plain(raw), None
    table = restore_table(decode(text))
    return table.game.name, table.view(None), table


def restore_table(record: Record) -> Table[Any]:
    return Table.restore(RULES[record.game], record)[0]


def hand_of(game: str, view: Any, table: Table[Any] | None, civ: str) -> list[int | str]:
    """Return the cards of a seat; from a view only where they are open. ValueError if they are not."""
    seen = table.view(civ) if table else view
    cards = PRESENTATIONS[game].summary.cards(seen, civ)
    if cards is None:
        raise ValueError(f"the hand of {civ} is not in this view")
    return [int(card) if card.isdigit() else card for card in cards]


if __name__ == "__main__":
    sys.exit(main())

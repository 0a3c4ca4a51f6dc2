"""What Culture Wars declares for its screens: names, board, lines of movement, posts, options, rules."""

from __future__ import annotations

from typing import Final

from engine.core.face import Face
from engine.culture_wars.catalog import SUITS
from engine.culture_wars.face.atlas import CultureAtlas
from engine.culture_wars.face.board import CultureBoard
from engine.culture_wars.face.commands import COMMANDS
from engine.culture_wars.face.facts import explain, placed
from engine.culture_wars.face.herald import CultureHerald
from engine.culture_wars.face.lines import figures, moves, places, spelled
from engine.culture_wars.face.lobby import CultureLobby
from engine.culture_wars.face.names import NAMES
from engine.culture_wars.face.rulebook import CultureRules
from engine.culture_wars.movement import DONE

FACE: Final = Face(
    names=NAMES,
    board=CultureBoard(),
    herald=CultureHerald(),
    lobby=CultureLobby(),
    atlas=CultureAtlas(),
    rules=CultureRules(),
    composites={"tile.move": ("tile.place",)},
    plans={"movement.move": DONE, "token.start": ""},
    counted=frozenset({"token.start"}),
    readers={"movement.move": moves, "token.start": places},
    pictured=frozenset({"tile.move", "tile.place", "coin.place", "token.start", "movement.move"}),
    silent=("movement.", "phase.", "token.placed", "coin.placed", "tile.moved", "expansion.grown"),
    spell=spelled,
    figures=figures,
    colours={slug: suit.colour for slug, suit in SUITS.items()},
    placed=placed,
    explain=explain,
    named=frozenset({"tile.move"}),
    hands=False,
    group="culture",
    commands=COMMANDS,
)

"""Declares Culture Wars' own parts of the screens: names, board, lines of movement, posts, options, rules."""

from __future__ import annotations

from typing import Final

from engine.core.guide import guide_of
from engine.core.presentation import PlanTraits, Presentation, QuestionTraits
from engine.culture_wars.catalog import SUITS
from engine.culture_wars.movement import DONE
from engine.culture_wars.presentation.atlas import CultureAtlas
from engine.culture_wars.presentation.board import CultureBoard
from engine.culture_wars.presentation.facts import explain, plan_facts
from engine.culture_wars.presentation.lines import COMMANDS, figures, move_text, moves, places
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.rulebook import CultureLobby, CultureRules
from engine.culture_wars.presentation.summary import FIGURES, CultureSummary

PRESENTATION: Final = Presentation(
    names=NAMES,
    board=CultureBoard(),
    summary=CultureSummary(),
    lobby=CultureLobby(),
    atlas=CultureAtlas(),
    rules=CultureRules(),
    composites={"tile.move": ("tile.place",)},
    plans={"movement.move": DONE, "token.start": ""},
    silent=("movement.", "phase.", "token.placed", "coin.placed", "tile.moved", "tile.laid", "expansion.grown"),
    colours={slug: suit.colour for slug, suit in SUITS.items()},
    explain=explain,
    group="culture",
    commands=COMMANDS,
    guide=guide_of("culture_wars"),
    figures=FIGURES,
    questions=QuestionTraits(
        pictured=frozenset({"tile.move", "tile.place", "coin.place", "token.start", "movement.move"}),
        named=frozenset({"tile.move"}),
        worded=frozenset({"settle.coin"}),
    ),
    lines=PlanTraits(
        counted=frozenset({"token.start"}),
        readers={"movement.move": moves, "token.start": places},
        spell=move_text,
        figures=figures,
        placed=plan_facts,
    ),
)

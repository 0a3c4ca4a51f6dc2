"""Declares Civ's own parts of the screens: names, board, lines of movement, posts, options, rules."""

from __future__ import annotations

from typing import Final

from engine.civ.catalog import CATALOG, NATIONS
from engine.civ.movement import DONE
from engine.civ.presentation.atlas import CivAtlas
from engine.civ.presentation.board import CivBoard
from engine.civ.presentation.choices import WORDED
from engine.civ.presentation.commands import COMMANDS, FACTIONS
from engine.civ.presentation.facts import explain
from engine.civ.presentation.lines import figures, move_text, moves
from engine.civ.presentation.lobby import CivLobby
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.outlook import plan_facts
from engine.civ.presentation.rulebook import CivRules
from engine.civ.presentation.summary import FIGURES, CivSummary
from engine.core.guide import guide_of
from engine.core.presentation import PlanTraits, Presentation, QuestionTraits

BUYING: Final = ("advance.free", "advance.credits", "advance.pay", "hand.discard")
ABOUT_CARDS: Final = frozenset({"advance.pay", "advance.free", "mega.discard", "routes.card", "empire.card"})
PLANS: Final = dict.fromkeys(("movement.tokens", "ships.build", "city.build", "advance.buy"), DONE)
PAINTS: Final = {name: nation.paint for name, nation in NATIONS.items()}

PRESENTATION: Final = Presentation(
    names=NAMES,
    board=CivBoard(),
    summary=CivSummary(),
    lobby=CivLobby(),
    atlas=CivAtlas(),
    rules=CivRules(),
    composites={
        "setup.nation": ("setup.start",),
        "ships.keep": ("ships.keep", "ships.build"),
        "city.build": ("city.settlers", "cards.buy"),
        "advance.buy": BUYING,
        "famine.water": ("famine.cards", "calamity.lose_cities", "calamity.lose"),
        "mega.escape": ("mega.discard", "calamity.cities"),
        "annex.cities": ("annex.tokens",),
        **{key: (key,) for key in ("mega.discard", "support.reduce")},
        **{f"{key}_cities": (key,) for key in FACTIONS},
        **{f"{key}_count": (f"{key}_cities", key) for key in FACTIONS},
    },
    plans=PLANS,
    silent=("civilization.movement.", "civilization.growth.", "civilization.ships."),
    colours=PAINTS,
    explain=explain,
    group="civ",
    commands=COMMANDS,
    hands=True,
    guide=guide_of("civ"),
    figures=FIGURES,
    questions=QuestionTraits(
        regions=tuple(CATALOG.regions),
        below=frozenset({"setup.nation"}),
        pictured=frozenset({"setup.start"}),
        paired={"setup.nation": "setup.start"},
        planned_with=dict.fromkeys(("ships.keep", "ships.build"), "movement.tokens"),
        worded=ABOUT_CARDS | WORDED,
    ),
    lines=PlanTraits(
        readers={"movement.tokens": moves},
        harmless=frozenset(PLANS),
        spell=move_text,
        figures=figures,
        placed=plan_facts,
    ),
)

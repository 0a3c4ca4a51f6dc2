"""All games, by name, and what each declares for people."""

from __future__ import annotations

from typing import Any, Final

from engine.acme.game import GAME as ACME
from engine.acme.presentation import PRESENTATION as ACME_SHOWN
from engine.civ.game import GAME as CIV
from engine.civ.presentation import PRESENTATION as CIV_SHOWN
from engine.core.decoding import decoder
from engine.core.game import Game
from engine.core.naming import Plain
from engine.core.packages import Packages
from engine.core.presentation import Presentation
from engine.culture_wars.game import GAME as CULTURE_WARS
from engine.culture_wars.presentation import PRESENTATION as CULTURE_WARS_SHOWN

OWN: Final[tuple[Game[Any], ...]] = (ACME, CULTURE_WARS, CIV)
PACKAGES: Final = Packages(game.name for game in OWN)
GAMES: dict[str, Game[Any]] = {game.name: game for game in (*OWN, *(one.game for one in PACKAGES.found.values()))}
# The most persons at a table of any game; tables for eight fit everywhere, whichever games there are.
MOST_PERSONS: Final = max(8, *(scenario.most for game in GAMES.values() for scenario in game.scenarios.values()))
READ: Final = tuple(decoder(kind) for game in GAMES.values() for kind in (game.state_type, game.view_type))
PRESENTATIONS: Final[dict[str, Presentation]] = {
    **{presentation.names.game: presentation for presentation in (ACME_SHOWN, CULTURE_WARS_SHOWN, CIV_SHOWN)},
    **{name: one.presentation or Presentation(Plain(name)) for name, one in PACKAGES.found.items()},
}

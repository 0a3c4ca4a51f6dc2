"""The presentation of each game: what its screens, posts and commands are made from, and in which colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.ui.parts import SAND
from engine.core.game import Scenario
from engine.core.lobby import Lobby
from engine.core.naming import THE, Named, Names, Plain, spell_out
from engine.core.presentation import Presentation
from engine.core.summary import Summary
from engine.games import GAMES, PRESENTATIONS
from render.paint.palette import PAINTS, PLAYER_COLOURS


class Every:
    """The names of all games together, for texts before the game is known."""

    game: str = ""
    kinds: tuple[str, ...] = tuple(
        dict.fromkeys(kind for presentation in PRESENTATIONS.values() for kind in presentation.names.kinds)
    )

    def name(self, kind: str, slug: str) -> str:
        """Return the name in the first game that knows the thing."""
        known = _knowing(kind, slug)
        return known.name(kind, slug) if known else spell_out(slug)

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name inside a sentence, in the first game that knows the thing."""
        known = _knowing(kind, slug)
        return known.phrase(kind, slug, form) if known else spell_out(slug)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the things of that kind in all games, or those slugs."""
        if among is not None:
            return tuple(Named(slug, self.name(kind, slug)) for slug in among)
        return tuple(thing for presentation in PRESENTATIONS.values() for thing in presentation.names.things(kind))


def _knowing(kind: str, slug: str) -> Names | None:
    names = (presentation.names for presentation in PRESENTATIONS.values())
    return next((n for n in names if any(thing.value == slug for thing in n.things(kind))), None)


BARE: Final = Presentation(Plain())


def presentation_of(game: str) -> Presentation:
    """Return the presentation of a game; the generic controls alone for one that declares nothing."""
    return PRESENTATIONS.get(game, BARE)


def names_of(game: str, scenario: str = "") -> Names:
    """Return the names of a game in a scenario; of all games if the game isn't known.

    A game without names gets its slugs as words.
    """
    return presentation_of(game).of(scenario).names if game else Every()


def summary_of(game: str) -> Summary:
    """Return the public words of a game."""
    return presentation_of(game).summary


def lobby_of(game: str, scenario: str = "") -> Lobby:
    """Return what a game, or one of its scenarios, offers in the lobby."""
    known = scenarios_of(game).get(scenario)
    return presentation_of(game).lobby.of(known) if known else presentation_of(game).lobby


def title_of(game: str) -> str:
    """Return the title of a game; the stored word for one that no longer exists."""
    return GAMES[game].title if game in GAMES else game


def short_title(game: str) -> str:
    """Return the title of a game, or its initials if they are its name."""
    title = title_of(game)
    initials = "".join(letter for letter in title if letter.isupper())
    return initials if initials.lower() == game else title


def scenarios_of(game: str) -> Mapping[str, Scenario]:
    """Return the scenarios of a game by name."""
    return GAMES[game].scenarios if game in GAMES else {}


def accent(number: int, game: str = "", civ: str = "", scenario: str = "") -> int:
    """Return the colour of what plays there, if the game gives it one; else of the seat of that number, from 1; else
    sand.
    """
    paint = presentation_of(game).of(scenario).colours.get(civ, "")
    if not paint and not 1 <= number <= len(PLAYER_COLOURS):
        return SAND
    red, green, blue = PAINTS[paint or PLAYER_COLOURS[number - 1]].fill
    return red << 16 | green << 8 | blue

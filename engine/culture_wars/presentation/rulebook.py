"""What can be read before a game of Culture Wars: its options in the lobby, and its rules in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from engine.core.atlas import Rulebook, RuleEntry
from engine.core.game import Choice
from engine.core.lobby import Lobby
from engine.core.naming import Named
from engine.core.text import catalogue, current_language, speaking, words
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.options import CHOICES, USUAL
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said

SWITCHES: Final = tuple(c.name for c in CHOICES if c.kind == "boolean")
ROUNDS: Final = "rounds"
HANDICAP: Final = "handicap"


class CultureLobby(Lobby):
    """Culture Wars' part of the lobby: variants, a number of rounds, who starts with a token more."""

    choices: Sequence[Choice] = CHOICES

    def length(self, options: Mapping[str, Any]) -> str:
        """Return what ends the game: settlements held, and a number of rounds if one was chosen."""
        held = {"target": RULES.target["3"], "two": RULES.target["2"]}
        return said("option.rounds" if options.get(ROUNDS) else "option.no_rounds", n=options.get(ROUNDS), **held)

    def changed_options(self, options: Mapping[str, Any]) -> list[str]:
        """Return the variants, the handicap, and a computer that isn't the usual one."""
        more = [NAMES.name("civ", slug) for slug in handicapped_cultures(options)]
        named = [said("option.handicap", cultures=", ".join(more))] if more else []
        level = str(options.get("npc", USUAL))
        computer = [] if level == USUAL else [said(f"option.{level}")]
        return [*(said(f"option.{name}") for name in SWITCHES if options.get(name)), *named, *computer]

    def members(self, _name: str, options: Mapping[str, Any]) -> Sequence[str]:
        """Return which players start with a token more."""
        return handicapped_cultures(options)

    def peoples(self, _options: Mapping[str, Any]) -> Sequence[str]:
        """Return the suits."""
        return tuple(SUITS)


def handicapped_cultures(options: Mapping[str, Any]) -> list[str]:
    """Return the cultures that start with a token more, in any of the ways to write them."""
    written = options.get(HANDICAP) or ()
    return [written] if isinstance(written, str) else list(written)


SECTIONS: Final = "culture_wars.rules.section."
LINKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "culture_aim": ("culture_round", "culture_settling", "culture_victory"),
        "culture_setup": ("culture_tiles", "culture_coins"),
        "culture_tiles": ("culture_seas", "culture_coins"),
        "culture_coins": ("culture_support", "culture_settling"),
        "culture_round": ("culture_order", "culture_growth", "culture_movement", "culture_conflicts"),
        "culture_growth": ("culture_support",),
        "culture_movement": ("culture_boats", "culture_variants"),
        "culture_boats": ("culture_seas", "culture_settling"),
        "culture_conflicts": ("culture_support", "culture_attack"),
        "culture_attack": ("culture_conflicts", "culture_ace"),
        "culture_settling": ("culture_ace", "culture_abandoning"),
        "culture_ace": ("culture_settling",),
        "culture_support": ("culture_abandoning",),
        "culture_abandoning": ("culture_support",),
        "culture_victory": ("culture_settling",),
        "culture_variants": ("culture_conflicts", "culture_movement"),
    }
)


class CultureRules(Rulebook):
    """Topics: sections as `rule:culture_movement`."""

    title = "Culture Wars"

    def topics(self) -> tuple[Named, ...]:
        """Return the sections."""
        return _topics(current_language())

    def counts(self) -> str:
        """Return how many entries there are, in words."""
        return words("culture_wars.rules.counts", n=len(_topics(current_language())))

    def kind(self, _topic: str) -> str:
        """Return a section."""
        return words("culture_wars.rules.kind")

    def entry(self, topic: str) -> RuleEntry | None:
        """Return a section's text, and the sections it leads to."""
        slug = topic.removeprefix("rule:")
        key = f"{SECTIONS}{slug}"
        if not topic.startswith("rule:") or f"{key}.title" not in catalogue():
            return None
        text = f"### {words(f'{key}.title')}\n{words(f'{key}.text')}"
        return RuleEntry(text, tuple(f"rule:{other}" for other in LINKS.get(slug, ())))

    def named_in(self, text: str) -> list[str]:
        """Return the sections whose catchwords a text has."""
        found = text.casefold()
        return [t.value for t in _topics(current_language()) if any(word.casefold() in found for word in t.aliases)]


@cache
def _topics(language: str) -> tuple[Named, ...]:
    """Every section that has a title, with its catchwords."""
    keys = [key.removeprefix(SECTIONS) for key in catalogue() if key.startswith(SECTIONS)]
    slugs = list(dict.fromkeys(key.partition(".")[0] for key in keys))
    with speaking(language):
        return tuple(Named(f"rule:{slug}", words(f"{SECTIONS}{slug}.title"), _catchwords(slug)) for slug in slugs)


def _catchwords(slug: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words(f"{SECTIONS}{slug}.words").split(","))

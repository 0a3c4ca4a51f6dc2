"""Posts in forums, one for each table: which tags they get, and what the bot needs for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.contract.tables import Phase
from bot.ui.words.permissions import NEEDED
from bot.ui.words.presentations import short_title, title_of
from engine.core.text import ENGLISH, languages, speaking, words

TAG: Final = 20  # the most characters of a tag
MOST_TAGS: Final = 5
STATES: Final[tuple[Phase, ...]] = ("lobby", "running", "over")


def spoken_in(guild: discord.Guild) -> str:
    """Return the language of a server, as far as the bot speaks it."""
    language = str(guild.preferred_locale).partition("-")[0]
    return language if language in languages() else ENGLISH


def state_names(state: Phase, language: str) -> list[str]:
    """Return what the tag of a table in that state is called, in the server's language and in English."""
    found = []
    for one in dict.fromkeys((language, ENGLISH)):
        with speaking(one):
            found.append(words(f"forum.tag.{state}"))
    return found


def game_names(game: str) -> list[str]:
    """Return what the tag of a game may be called."""
    return [short_title(game), cut_tag(title_of(game)), game]


def cut_tag(name: str) -> str:
    """Return as much of a name as a tag can hold."""
    return name[:TAG].strip()


def find_tag(tags: Iterable[discord.ForumTag], names: Sequence[str]) -> discord.ForumTag | None:
    """Return the first tag of one of these names."""
    wanted = {name.casefold() for name in names}
    return next((tag for tag in tags if tag.name.casefold() in wanted), None)


def tags_for(
    forum: discord.ForumChannel, state: Phase, game: str, kept: Sequence[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """Return the tags of a post about a table: those of its state and game that there are, and what others gave it."""
    language, may_all = spoken_in(forum.guild), forum.permissions_for(forum.guild.me).manage_threads
    there = [tag for tag in forum.available_tags if may_all or not tag.moderated]
    ours = [find_tag(there, state_names(state, language)), find_tag(there, game_names(game))]
    stale = {tag.id for one in STATES if (tag := find_tag(there, state_names(one, language))) is not None}
    found = {tag.id: tag for tag in (*ours, *(tag for tag in kept if tag.id not in stale)) if tag is not None}
    return list(found.values())[:MOST_TAGS]


def lacked_in(forum: discord.ForumChannel) -> tuple[str, ...]:
    """Return the permissions that the bot lacks for a post in a forum, by the names in code."""
    may = forum.permissions_for(forum.guild.me)
    return tuple(name for name in NEEDED if not getattr(may, name))


def missing_tags(forum: discord.ForumChannel) -> list[str]:
    """Return the tags of states that a forum doesn't have, in the language being spoken."""
    language = spoken_in(forum.guild)
    return [
        words(f"forum.tag.{state}")
        for state in STATES
        if not find_tag(forum.available_tags, state_names(state, language))
    ]

"""Slash commands in the languages of the catalogue: Discord shows them in each person's locale."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContext, locale_str

from engine.core.text import ENGLISH, catalogue, languages

KEY = "key"
LOCALIZED: Final[set[str]] = set()


def locale_text(key: str) -> locale_str:
    """Return the English text of that key; Discord also gets it in all other languages that have it."""
    LOCALIZED.add(key)
    return locale_str(catalogue()[key], **{KEY: key})


@cache
def language_of(locale: Locale) -> str:
    """Return the language of a locale that gets translations; empty for English or if there is none."""
    language = locale.value.partition("-")[0]
    return language if language != ENGLISH and language in languages() else ""


def locales() -> list[tuple[str, str]]:
    """Return the locales of Discord that get translations, each with its language."""
    return [(locale.value, language) for locale in Locale if (language := language_of(locale))]


def translations() -> dict[str, Mapping[str, str]]:
    """Return all translations for Discord: by locale, by key."""
    told = {language: _told(language) for language in languages() if language != ENGLISH}
    return {locale: told[language] for locale, language in locales()}


def _told(language: str) -> Mapping[str, str]:
    texts = catalogue(language)
    return {key: texts[key] for key in sorted(LOCALIZED) if key in texts}


class Translator(app_commands.Translator):
    """Translates what `locale_text` has made; names of commands and options stay as they are typed."""

    async def translate(
        self,
        string: locale_str,
        locale: Locale,
        context: TranslationContext[Any, Any],  # noqa: ARG002 - the library hands it over
    ) -> str | None:
        """Return the text in the language of that locale; None if it is English or the language lacks it."""
        key, language = string.extras.get(KEY), language_of(locale)
        return catalogue(language).get(key) if key and language else None

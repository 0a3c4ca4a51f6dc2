"""Slash commands in the languages of the catalogue: Discord shows people those of their own locale."""

from __future__ import annotations

from typing import Any

from discord import Locale, app_commands
from discord.app_commands import TranslationContext, locale_str

from engine.core.text import ENGLISH, catalogue, languages

KEY = "key"


def localized(key: str) -> locale_str:
    """The text of that key in English, which Discord is told in all other languages too that have it."""
    return locale_str(catalogue()[key], **{KEY: key})


class Translator(app_commands.Translator):
    """Translates what `localized` has made; names of commands and options stay as they are typed."""

    async def translate(
        self,
        string: locale_str,
        locale: Locale,
        context: TranslationContext[Any, Any],  # noqa: ARG002 - the library hands it over
    ) -> str | None:
        """The text in the language of that locale; None if it is English or the language lacks it."""
        language, key = locale.value.partition("-")[0], string.extras.get(KEY)
        return catalogue(language).get(key) if key and language != ENGLISH and language in languages() else None

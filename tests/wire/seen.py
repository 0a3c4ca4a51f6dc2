"""What a person sees: messages, forms and answers, with the words tests ask about."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.local_table.component_limits import BUTTON, SELECTS, texts, walk
from bot.local_table.errors import Json
from bot.local_table.world import COMPONENTS_V2, EPHEMERAL, LOADING


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message; `raw` is Discord's JSON of it."""

    raw: Json

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.raw["id"])

    @property
    def channel(self) -> str:
        """The id of its channel."""
        return str(self.raw["channel_id"])

    @property
    def author(self) -> str:
        """The name of who wrote it."""
        return str(self.raw["author"]["username"])

    @property
    def text(self) -> str:
        """All its words: content, text displays and embeds."""
        embeds = [part for embed in self.raw["embeds"] for part in _embed_texts(embed)]
        return "\n".join(part for part in [self.raw["content"], *texts(self.components), *embeds] if part)

    @property
    def components(self) -> list[Json]:
        """Its components as they are nested."""
        return list(self.raw["components"])

    @property
    def buttons(self) -> list[Json]:
        """All its buttons."""
        return [c for c in walk(self.components) if c["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        """The labels of all its buttons."""
        return [button.get("label", "") for button in self.buttons]

    @property
    def selects(self) -> list[Json]:
        """All its selects."""
        return [c for c in walk(self.components) if c["type"] in SELECTS]

    @property
    def attachments(self) -> list[Json]:
        """Its files."""
        return list(self.raw["attachments"])

    @property
    def is_ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def is_thinking(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def is_modern(self) -> bool:
        """Whether it is made of the newer components."""
        return bool(self.raw["flags"] & COMPONENTS_V2)

    @property
    def is_edited(self) -> bool:
        """Whether it carries the mark of an edit."""
        return self.raw["edited_timestamp"] is not None

    @property
    def mentions(self) -> list[str]:
        """The names of those it pings."""
        return [user["username"] for user in self.raw["mentions"]]

    def options(self, select: str) -> list[str]:
        """The values a select offers; KeyError if there is no such select."""
        for component in self.selects:
            if component["custom_id"] == select:
                return [option["value"] for option in component.get("options") or []]
        raise KeyError(select)


@dataclass(frozen=True, slots=True)
class Modal:
    """An open form."""

    raw: Json
    interaction: str

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.raw["title"])

    @property
    def fields(self) -> dict[str, Json]:
        """Its fields by custom_id."""
        return {c["custom_id"]: c for c in walk(self.raw["components"]) if c.get("custom_id")}

    @property
    def text(self) -> str:
        """Its text displays."""
        return "\n".join(texts(self.raw["components"]))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot answered: kind "message", "update", "modal", "choices" or "removed"."""

    raw: Json

    @property
    def kind(self) -> str:
        """Which kind of answer it is."""
        return str(self.raw["kind"])

    @property
    def message(self) -> SeenMessage:
        """The message it brought or changed; TypeError if it is something else."""
        return SeenMessage(self._part("message"))

    @property
    def modal(self) -> Modal:
        """The form it opened; TypeError if it is something else."""
        return Modal(self._part("modal"), str(self.raw["interaction"]))

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """The choices it offered; TypeError if it is something else."""
        return [(choice["name"], choice["value"]) for choice in self._part("choices")]

    def _part(self, name: str) -> Any:
        if name not in self.raw:
            raise TypeError(f"the answer is of kind {self.kind!r}, not {name!r}")
        return self.raw[name]


def _embed_texts(embed: Json) -> Iterator[str]:
    yield embed.get("title") or ""
    yield embed.get("description") or ""
    for field in embed.get("fields") or []:
        yield field["name"]
        yield field["value"]
    yield (embed.get("footer") or {}).get("text") or ""

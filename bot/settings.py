"""Settings from the environment: `DISCORD_TOKEN`, and names that begin with `NISABA_`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from re import fullmatch
from typing import Any, Final, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from engine.core.text import words

PREFIX: Final = "NISABA_"
AUTO: Final = "auto"
MOST_DRAWERS: Final = 4  # where nothing else is said
OF_TESTS: Final = ("NISABA_TEST_DATABASE", "NISABA_TEST_DOOR")
Role: TypeAlias = Literal["all", "web", "worker"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)


class SettingsError(Exception):
    """A setting is missing or wrong: the message says which and what to do."""


class BotSettings(BaseSettings):
    """The bot's settings: where it runs and how."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", extra="ignore", frozen=True)

    token: str = Field(default="", validation_alias="DISCORD_TOKEN", repr=False)
    data: Path = Path("nisaba-data")
    database: str = ""
    export_key: str = Field(default="", repr=False)
    log: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    heartbeat: Path | None = None
    metrics: str = ""
    http: str = ""
    public_key: str = ""
    web: str = ""
    web_url: str = Field(default="", max_length=300)
    client_secret: str = Field(default="", max_length=200, repr=False)
    shards: int | None = 1  # None: as many as Discord recommends
    role: Role = "all"
    contact: str = Field(default="", max_length=200)
    public: bool = False
    owner: int = Field(default=0, ge=0)
    tables_per_person: int = Field(default=10, ge=1)
    tables_per_server: int = Field(default=100, ge=1)
    drawers: int = Field(default_factory=lambda: min(MOST_DRAWERS, processors()), ge=0, le=64)
    bases: Path | None = None
    features: str = Field(default="", max_length=500)

    @field_validator("database")
    @classmethod
    def _readable(cls, value: str) -> str:
        try:
            target = make_url(value) if value else None
        except ArgumentError as error:
            raise ValueError(words("settings.database")) from error
        if target is not None and target.get_backend_name() not in {"sqlite", "postgresql"}:
            raise ValueError(words("settings.database"))
        return value

    @field_validator("metrics")
    @classmethod
    def _place(cls, value: str) -> str:
        if value and not is_place(value):
            raise ValueError(words("settings.place"))
        return value

    @field_validator("http", "web")
    @classmethod
    def _door(cls, value: str) -> str:
        if value and not is_place(value, any_port=True):
            raise ValueError(words("settings.place"))
        return value

    @field_validator("web_url")
    @classmethod
    def _address(cls, value: str) -> str:
        if value and not fullmatch(r"https?://[^\s/?#@]+/?", value):
            raise ValueError(words("settings.web_url"))
        return value

    @field_validator("public_key")
    @classmethod
    def _verifies(cls, value: str) -> str:
        if value and not fullmatch("[0-9a-fA-F]{64}", value):
            raise ValueError(words("settings.public_key"))
        return value

    @field_validator("shards", mode="before")
    @classmethod
    def _connections(cls, value: object) -> int | None:
        if value in (None, AUTO):
            return None
        if not fullmatch("[1-9][0-9]{0,2}", str(value)):
            raise ValueError(words("settings.shards"))
        return int(str(value))

    @field_validator("features")
    @classmethod
    def _left_out(cls, value: str) -> str:
        if not all(fullmatch("-[a-z_]+", one) for one in value.replace(" ", "").split(",") if one):
            raise ValueError(words("settings.features"))
        return value

    @property
    def left_out(self) -> frozenset[str]:
        """Return the features that this bot does not offer, by name."""
        return frozenset(one.strip().removeprefix("-") for one in self.features.split(",") if one.strip())

    @property
    def answers(self) -> bool:
        """Return whether this process answers interactions."""
        return self.role != "worker"

    @property
    def works(self) -> bool:
        """Return whether this process sends posts, lets alarms ring, and does what is done once a day."""
        return self.role != "web"

    @property
    def listens(self) -> bool:
        """Return whether this process listens to the gateway: it brings interactions if there is no HTTP endpoint."""
        return self.answers and not self.http

    @property
    def shares(self) -> bool:
        """Return whether other processes work on the same database."""
        return self.role != "all"

    @property
    def url(self) -> str:
        """Return the database: by its URL, or a file in the folder for data."""
        return with_driver(self.database) if self.database else f"sqlite+aiosqlite:///{self.data / 'nisaba.db'}"

    @property
    def key_file(self) -> Path:
        """Return the key for files of running games, if none is set."""
        return self.data / "export.key"

    @property
    def commands_file(self) -> Path:
        """Return the file with the fingerprint of the commands that Discord knows."""
        return self.data / "commands.mark"

    @property
    def base_folders(self) -> tuple[Path, Path | None]:
        """Return the folder of base maps, and that of the maps shipped with the bot."""
        return self.data / "bases", self.bases

    @property
    def beat_file(self) -> Path:
        """Return the file that shows that the bot is alive."""
        return self.heartbeat or self.data / ("heartbeat" if self.role == "all" else f"heartbeat-{self.role}")


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_place(value: str, *, any_port: bool = False) -> bool:
    """Return whether that names a host and a port to listen at: `127.0.0.1:9100`, `[::1]:9100`; `any_port`: 0 is
    one.
    """
    try:
        there = urlsplit(f"//{value}")
        named = there.port is not None if any_port else there.port
        return bool(there.hostname and named) and there.netloc == value and "@" not in value
    except ValueError:
        return False


def with_driver(url: str) -> str:
    """Return the URL with the driver that the bot uses."""
    target = make_url(url)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[target.get_backend_name()]
    return target.set(drivername=driver).render_as_string(hide_password=False)


def read(**given: Any) -> BotSettings:
    """Return the settings. Raises SettingsError that names every wrong one."""
    try:
        return BotSettings(**given)
    except ValidationError as error:
        lines = [_line(problem) for problem in error.errors(include_url=False, include_context=False)]
        raise SettingsError("\n".join(lines)) from error


def variable(field: str) -> str:
    """Return the variable of the environment that sets that field."""
    alias = BotSettings.model_fields[field].validation_alias
    return str(alias) if alias else f"{PREFIX}{field.upper()}"


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return a sentence for each variable that looks like a setting and is none, with the setting that may be meant."""
    known = {variable(field) for field in BotSettings.model_fields}
    strangers = sorted(name for name in environment if name.startswith(PREFIX) and name not in {*known, *OF_TESTS})
    return [_unknown(name, get_close_matches(name, known, n=1, cutoff=0.85)) for name in strangers]


def _unknown(name: str, near: list[str]) -> str:
    return words("settings.near" if near else "settings.unknown", name=name, near="".join(near))


def _line(problem: Any) -> str:
    name = ".".join(str(part) for part in problem["loc"])
    known = variable(name) if name in BotSettings.model_fields else name
    return words("settings.wrong", name=known, reason=problem["msg"].removeprefix("Value error, "))


def require_driver(settings: BotSettings) -> None:
    """Check that PostgreSQL's package is installed. Raises SettingsError that says how to install it."""
    if make_url(settings.url).get_backend_name() == "postgresql" and find_spec("asyncpg") is None:
        raise SettingsError(words("settings.no_postgres"))


def require_door(settings: BotSettings) -> None:
    """Check that an HTTP endpoint has the application's key. Raises SettingsError that says where it is found."""
    if settings.answers and settings.http and not settings.public_key:
        raise SettingsError(words("settings.no_public_key"))


def require_web(settings: BotSettings) -> None:
    """Check that pages have the address under which browsers reach them, and an Activity has pages. Raises
    SettingsError.
    """
    if settings.web and not settings.web_url:
        raise SettingsError(words("settings.no_web_url"))
    if settings.client_secret and not (settings.web and settings.web_url.startswith("https://")):
        raise SettingsError(words("settings.no_activity_url"))


def require_shared(settings: BotSettings) -> None:
    """Check that processes that share their work share a database and a key. Raises SettingsError naming what is
    missing.
    """
    if not settings.shares:
        return
    if make_url(settings.url).get_backend_name() != "postgresql":
        raise SettingsError(words("settings.role_database", role=settings.role))
    if not settings.export_key:
        raise SettingsError(words("settings.role_key", role=settings.role))


def require_contact(settings: BotSettings) -> None:
    """Refuse a public bot without a contact for data questions. Raises SettingsError."""
    if settings.public and not settings.contact:
        raise SettingsError(words("settings.no_contact"))


def require_token(settings: BotSettings) -> None:
    """Check that there is a token. Raises SettingsError that says where to get one."""
    token = settings.token.strip()
    if not token:
        raise SettingsError(words("settings.no_token"))
    if token.count(".") != 2 or token != settings.token:
        raise SettingsError(words("settings.bad_token"))


def language_of_shell(environment: Mapping[str, str]) -> str:
    """Return the language of the shell: `de` of `de_DE.UTF-8`, empty if it names none."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, named), "").partition("_")[0].partition(".")[0]

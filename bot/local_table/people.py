"""The people of the local table and their roles: the bot, eight players and a visitor."""

from dataclasses import dataclass, field

import discord

from bot.local_table.errors import Json

APP_ID = "100000000000000001"
GUILD_ID = "100000000000000002"
OTHER_GUILD_ID = "100000000000000005"
FAR_GUILD_ID = str(int(GUILD_ID) + (1 << 22))
FAR_TABLE_ID = "100000000000000041"
"""A second server with the bot, if tests open it, and its channel: of two connections the other one tells of it."""
BOT_ROLE_ID = "100000000000000003"
MODERATOR_ROLE_ID = "100000000000000004"
AMERICAN = "en-US"
NAMES = ("ana", "ben", "cho", "dee", "eli", "fay", "gil", "hal", "ida")
JOINED = "2025-01-01T00:00:00+00:00"
_LOCALES = frozenset(locale.value for locale in discord.Locale)

_EVERYONE = (
    "view_channel send_messages send_messages_in_threads create_public_threads embed_links attach_files add_reactions "
    "use_external_emojis read_message_history use_application_commands"
)
_BOT = f"{_EVERYONE} create_private_threads manage_threads create_events pin_messages"
_MODERATOR = "manage_guild manage_channels manage_messages manage_threads pin_messages mention_everyone manage_events"


def bits(names: str) -> int:
    """Return the permission bits named in a line such as "send_messages attach_files"; KeyError for an unknown name."""
    total = 0
    for name in names.split():
        total |= discord.Permissions.VALID_FLAGS[name]
    return total


@dataclass(slots=True)
class Role:
    """A role of the server."""

    id: str
    name: str
    permissions: int
    color: int = 0
    position: int = 0
    managed: bool = False

    def payload(self) -> Json:
        """Return the role as Discord writes it."""
        return {
            "id": self.id,
            "name": self.name,
            "permissions": str(self.permissions),
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "position": self.position,
            "hoist": False,
            "managed": self.managed,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(slots=True)
class User:
    """A person of the table, or the bot. `here`: the person was used since the start."""

    id: str
    name: str
    display: str
    bot: bool = False
    roles: list[str] = field(default_factory=list)
    locale: str = AMERICAN
    here: bool = False

    def payload(self) -> Json:
        """Return the user as Discord writes it."""
        return {
            "id": self.id,
            "username": self.name,
            "global_name": None if self.bot else self.display,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member(self) -> Json:
        """Return the user's membership of the server, without the user."""
        return {
            "nick": None,
            "avatar": None,
            "roles": list(self.roles),
            "joined_at": JOINED,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def member_with_user(self) -> Json:
        """Return the membership with the user inside."""
        return {"user": self.payload(), **self.member()}


def discord_locale(accepted: str) -> str:
    """Return the first of a browser's languages as Discord names it: `de` for `de-AT,en;q=0.8`; American if it has
    none.
    """
    first = accepted.partition(",")[0].partition(";")[0].strip()
    return next((name for name in (first, first.partition("-")[0]) if name in _LOCALES), AMERICAN)


def server_roles() -> dict[str, Role]:
    """Return the roles of the server: everyone's, the bot's own and the moderators'."""
    roles = (
        Role(GUILD_ID, "@everyone", bits(_EVERYONE)),
        Role(BOT_ROLE_ID, "Nisaba", bits(_BOT), position=2, managed=True),
        Role(MODERATOR_ROLE_ID, "Moderators", bits(_MODERATOR), color=0xC9A227, position=1),
    )
    return {role.id: role for role in roles}


def table_users() -> dict[str, User]:
    """Return the bot and the people, by id. Ana owns the server and is its moderator."""
    users = {APP_ID: User(APP_ID, "nisaba", "Nisaba", bot=True, roles=[BOT_ROLE_ID])}
    for number, name in enumerate(NAMES):
        user_id = str(100_000_000_000_000_011 + number)
        users[user_id] = User(user_id, name, name.capitalize(), roles=[MODERATOR_ROLE_ID] if name == "ana" else [])
    return users

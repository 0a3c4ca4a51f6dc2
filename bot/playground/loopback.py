"""Points the Discord client library at a server on this machine, and at nothing else."""

from urllib.parse import urlsplit

import discord
import yarl

LOCAL_HOST = "127.0.0.1"


def point_discord_at(api_base: str, gateway_url: str) -> None:
    """Send all requests of discord.py to `api_base` (http://127.0.0.1:PORT/api/v10) and `gateway_url` (ws://127.0.0.1:PORT/gw).

    Raises ValueError for any host but 127.0.0.1. Call it before the client logs in.
    """
    _require_local(api_base, "http")
    _require_local(gateway_url, "ws")
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    discord.Asset.BASE = api_base.split("/api/", maxsplit=1)[0]


def _require_local(url: str, scheme: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != scheme or parts.hostname != LOCAL_HOST:
        raise ValueError(f"{url!r} does not begin with {scheme}://{LOCAL_HOST}: only this machine is allowed")

"""Addresses to which webhooks may go: those of the Internet, none of the network in which the bot runs.

A name is resolved when it is used, and only what was looked at is connected to. So a name can't lead elsewhere
between the look and the request.
"""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

LONGEST: Final = 300
TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
"""IPv6 addresses that stand for IPv4 addresses, which may be those of the own network."""


def is_public(text: str) -> bool:
    """Return whether that is an IP address of the Internet."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inside is not None or any(found in network for network in TRANSLATED):
            return False
    return _is_global(found)


def _is_global(found: IPv4Address | IPv6Address) -> bool:
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


def readable(text: str) -> str | None:
    """Return the address of a webhook as it is used; None for one that can't be used, whatever it resolves to."""
    try:
        url = URL(text.strip())
    except ValueError:
        return None
    if len(text) > LONGEST or url.scheme != "https" or not url.host or url.user or url.password:
        return None
    host = url.host
    if _is_ip(host) and not is_public(host):
        return None
    if not _is_ip(host) and "." not in host.rstrip("."):
        return None
    return str(url.with_fragment(None))


def _is_ip(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses. A name that has any other is not resolved at all."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of that name. Raises OSError."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=family)
        addresses = [(info[0], str(info[4][0])) for info in found]
        if not addresses or not all(is_public(address) for _, address in addresses):
            raise OSError(f"{host} is no public address")
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST)
            for kind, address in addresses
        ]

    async def close(self) -> None:
        """Close nothing."""

"""Webhooks go to the Internet alone: no address of the own network, by whatever name or spelling."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.features.webhooks import sender
from bot.features.webhooks.addresses import PublicResolver, is_public, readable

PRIVATE = [
    "127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",  # noqa: S104
    "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1", "::1", "::", "fe80::1", "fe80::1%eth0",
    "fc00::1", "fd12::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "2002:0a00:0001::1", "64:ff9b::a00:1",
    "64:ff9b:1::a00:1", "2001:0:0:0:0:0:f5ff:fffe", "2001:db8::1", "localhost", "", "x",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111"]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_the_own_network_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "", "x", "http://example.org/", "ftp://example.org/", "https://", "https:///x", "https://localhost/",
        "https://intranet/", "https://127.0.0.1/", "https://10.0.0.1:8443/x", "https://[::1]/", "https://[fe80::1]/",
        "https://me:pass@example.org/", "https://me@example.org/", "https://169.254.169.254/latest/meta-data",
        "https://example.org/" + "a" * 300, "javascript:alert(1)", "file:///etc/passwd", "//example.org/",
        "https://example.org:99999/", "https://[::ffff:127.0.0.1]/",
    ],
)  # fmt: skip
def test_what_can_not_be_sent_to_is_refused(url: str) -> None:
    assert readable(url) is None


@pytest.mark.parametrize("url", ["https://example.org/hook?x=1", "https://8.8.8.8/", "https://example.org:8443/a"])
def test_a_public_address_is_taken_without_its_fragment(url: str) -> None:
    assert readable(f" {url}#part ") == url


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name is resolved to these addresses."""
    kind = socket.AF_INET6 if ":" in addresses[0] else socket.AF_INET

    async def found(_self: Any, host: str, port: int, **_: Any) -> list[Any]:
        return [(kind, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", found)


@pytest.mark.parametrize("found", [["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["169.254.169.254"]])
async def test_a_name_of_the_own_network_is_not_resolved(monkeypatch: pytest.MonkeyPatch, found: list[str]) -> None:
    resolving(monkeypatch, *found)
    with pytest.raises(OSError, match="no public address"):
        await PublicResolver().resolve("example.org", 443)


async def test_only_what_was_looked_at_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, "8.8.8.8")
    (found,) = await PublicResolver().resolve("example.org", 443)
    assert (found["host"], found["port"], found["flags"]) == ("8.8.8.8", 443, socket.AI_NUMERICHOST)


async def test_a_request_into_the_own_network_never_arrives() -> None:
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response()

    app = web.Application()
    app.router.add_post("/hook", answer)
    async with TestServer(app) as server, sender.session_of(PublicResolver()) as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.post(f"http://localhost:{server.port}/hook")
    assert asked == []

"""People of the local table for tests: they use commands, press buttons, fill in forms, and see what people see.

`async with TableConnection(url) as visit: await visit.user("ana").slash("/turn")`. Everything goes over
HTTP, so that the table may live in another process.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from types import TracebackType
from typing import Any, Self

import aiohttp

from bot.local_table.errors import Json, decode, encode
from tests.wire.seen import Answer, Modal, SeenMessage

PATIENCE = 10.0


class TableRefused(Exception):
    """The table does not let a person do this: no such command, a greyed button, a missing option."""


class NoAnswer(Exception):
    """What was waited for did not come: the bot failed to answer, or no such message appeared."""


class TableConnection:
    """A connection to a local table, and the strings behind it."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session:
            await self._session.close()

    def user(self, name: str, channel: str = "table") -> "SimulatedPerson":
        """The person called `name`, acting in `channel`."""
        return SimulatedPerson(self, name, channel)

    async def post(self, path: str, body: Json, locale: str = "") -> Any:
        """Send a request, from a browser of that language; TableRefused if the table refuses it."""
        return await self._request("POST", path, data=encode(body), headers={"Accept-Language": locale})

    async def get(self, path: str, locale: str = "", **query: object) -> Any:
        """Ask for something, from a browser of that language; TableRefused if the table refuses it."""
        params = {key: str(value) for key, value in query.items()}
        return await self._request("GET", path, params=params, headers={"Accept-Language": locale})

    async def upload(self, path: str, files: Iterable[tuple[str, bytes]]) -> Any:
        """Send files."""
        form = aiohttp.FormData(quote_fields=False)
        for number, (name, body) in enumerate(files):
            form.add_field(f"files[{number}]", body, filename=name, content_type="application/octet-stream")
        return await self._request("POST", path, data=form)

    async def download(self, url: str) -> bytes:
        """The bytes of a file of a message."""
        if self._session is None:
            raise RuntimeError("use `async with TableConnection(url)`")
        async with self._session.get(url) as response:
            response.raise_for_status()
            return await response.read()

    async def _request(self, method: str, path: str, **more: Any) -> Any:
        if self._session is None:
            raise RuntimeError("use `async with TableConnection(url)`")
        async with self._session.request(method, self.url + path, **more) as response:
            body = decode(await response.read())
            if response.status >= 400:
                raise TableRefused(body.get("refused", body))
            return body

    # -- behind the scenes ----------------------------------------------------------------------------------------

    async def fault(self, kind: str, where: str = ".*", **more: object) -> None:
        """Let a fault ("429", "500", "slow", "refuse", "lose") meet the next requests like `where`."""
        await self.post("/_test/fault", {"kind": kind, "where": where, **more})

    async def mend(self) -> None:
        """Take all faults away."""
        await self.post("/_test/mend", {})

    async def close_dms(self, name: str) -> None:
        """Let a person refuse DMs."""
        await self.post("/_test/dms", {"user": name, "open": False})

    async def open_dms(self, name: str) -> None:
        """Let a person accept DMs again."""
        await self.post("/_test/dms", {"user": name, "open": True})

    async def deny(self, channel: str, permissions: str, user: str = "") -> None:
        """Take the named permissions from the bot, or that person, in a channel, and give all others back."""
        await self.post("/_test/deny", {"channel": channel, "permissions": permissions, "user": user})

    async def gateway(self, do: str) -> None:
        """ "drop", "reconnect", "invalidate", "refuse" or "accept" connections of the bot."""
        await self.post("/_test/gateway", {"do": do})

    async def advance(self, seconds: float) -> None:
        """Move the table's clock forward."""
        await self.post("/_test/clock", {"advance": seconds})

    async def new_channel(self, name: str) -> str:
        """Make a text channel; returns its id."""
        return str((await self.post("/_test/channel", {"name": name}))["id"])

    async def delete_channel(self, name: str) -> None:
        """Delete a channel or thread."""
        await self.post("/_test/channel-gone", {"channel": name})

    async def server(self, do: str = "", **more: object) -> None:
        """Let the bot "join" or "leave" the server; `more`: see `Control.server`."""
        await self.post("/_test/server", {"do": do, **more})

    async def bot_is_here(self, wait: float = PATIENCE, *, again: bool = False) -> None:
        """Wait for the bot; with `again` for its next arrival after a gateway fault. NoAnswer if it does not come."""
        query: dict[str, Any] = {"wait": wait, **({"again": 1} if again else {})}
        if not (await self.get("/_test/bot", **query))["online"]:
            raise NoAnswer("the bot did not come to the table")

    async def dump(self) -> Json:
        """Failures, faults met and commands."""
        return dict(await self.get("/_test/dump"))

    async def transcript(self, last: int = 200) -> list[Json]:
        """The last lines of the transcript."""
        return list(await self.get("/_test/transcript", last=last))


@dataclass(frozen=True, slots=True)
class SimulatedPerson:
    """One person in one place of the table."""

    visit: TableConnection
    name: str
    channel: str = "table"
    patience: float = PATIENCE
    locale: str = ""

    def at(self, channel: str) -> "SimulatedPerson":
        """The same person in another place: a channel's name or id, or "dm"."""
        return replace(self, channel=channel)

    def waiting(self, seconds: float) -> "SimulatedPerson":
        """The same person with another patience."""
        return replace(self, patience=seconds)

    def speaking(self, locale: str) -> "SimulatedPerson":
        """The same person with a client in another language."""
        return replace(self, locale=locale)

    # -- acting ---------------------------------------------------------------------------------------------------

    async def slash(self, command: str, options: Mapping[str, object] | None = None, /, **more: object) -> Answer:
        """Use a slash command and wait for the last word of the bot on it."""
        body = {"command": command, "options": {**(options or {}), **more}}
        return await self._act("slash", body)

    async def autocomplete(
        self, command: str, option: str, typed: str, others: Mapping[str, object] | None = None, /, **more: object
    ) -> list[tuple[str, Any]]:
        """Type `typed` into an option; returns the choices offered as pairs of name and value."""
        options = {**(others or {}), **more, option: typed}
        answer = await self._act("autocomplete", {"command": command, "option": option, "options": options})
        return answer.choices

    async def click(self, message: SeenMessage, button: str) -> Answer:
        """Press a button, given by its custom_id or its label."""
        return await self._act("press", self._on(message) | {"custom_id": button})

    async def select(self, message: SeenMessage, select: str, values: Iterable[str]) -> Answer:
        """Pick from a select, given by its custom_id; `values` are option values, names of people or channels."""
        return await self._act("press", self._on(message) | {"custom_id": select, "values": list(values)})

    async def submit(self, modal: Modal, values: Mapping[str, object] | None = None, /, **more: object) -> Answer:
        """Fill in a form by custom_id or label of its fields and send it off."""
        body: Json = {"interaction": modal.interaction, "values": {**(values or {}), **more}}
        return await self._act("submit", body)

    async def prefer(self, setting: str, value: str) -> Answer:
        """Set one of the person's preferences in its form; `off` takes a tick away."""
        shown = (await self.slash("/prefs")).message
        for button in [one["custom_id"] for one in shown.buttons if "prefs_form" in one["custom_id"]]:
            form = (await self.click(shown, button)).modal
            if setting in form.fields:
                return await self.submit(form, {setting: [value]})
            ticks = form.fields.get("boxes", {}).get("options", ())
            if setting in {one["value"] for one in ticks}:
                kept = {one["value"] for one in ticks if one.get("default")} - {setting}
                return await self.submit(form, boxes=sorted(kept if value == "off" else kept | {setting}))
        raise TableRefused(f"there is no preference {setting}")

    async def go_away(self, days: int, mode: str) -> Answer:
        """Announce a vacation of so many days, and what happens meanwhile."""
        shown = (await self.slash("/prefs")).message
        button = next(one["custom_id"] for one in shown.buttons if "away_form" in one["custom_id"])
        return await self.submit((await self.click(shown, button)).modal, days=str(days), meanwhile=[mode])

    async def set_hours(self, zone: str, hours: str) -> Answer:
        """Set the person's time zone and quiet hours."""
        shown = (await self.slash("/prefs")).message
        button = next(one["custom_id"] for one in shown.buttons if "zone_form" in one["custom_id"])
        return await self.submit((await self.click(shown, button)).modal, zone=zone, hours=hours)

    async def message_command(self, message: SeenMessage, name: str) -> Answer:
        """Use a command of the context menu of a message."""
        return await self._act("apps", self._on(message) | {"name": name})

    async def launch(self) -> Answer:
        """Open the application's Activity from the list of apps."""
        return await self._act("apps", {"entry": True})

    async def user_command(self, person: str, name: str) -> Answer:
        """Use a command of the context menu of a person."""
        return await self._act("apps", {"user": person, "name": name})

    async def say(
        self, text: str, *, files: Iterable[tuple[str, bytes]] = (), reply_to: SeenMessage | None = None
    ) -> SeenMessage:
        """Write a message."""
        attachments = [await self.upload(name, body) for name, body in files]
        body: Json = {"channel": self.channel, "content": text, "attachments": attachments}
        if reply_to:
            body["reply_to"] = reply_to.id
        return SeenMessage(await self._post("send", body))

    async def upload(self, name: str, body: bytes) -> str:
        """Upload a file for an option, a form or a message; returns its id."""
        return str((await self.visit.upload(f"/_act/{self.name}/upload", [(name, body)]))[0]["id"])

    async def delete(self, message: SeenMessage) -> None:
        """Delete a message."""
        await self._post("delete", self._on(message))

    async def dismiss(self, message: SeenMessage) -> None:
        """Put an ephemeral message away."""
        await self._post("dismiss", self._on(message))

    async def start_thread(self, name: str) -> str:
        """Start a thread; returns its id."""
        return str((await self._post("thread", {"channel": self.channel, "name": name}))["id"])

    # -- seeing ---------------------------------------------------------------------------------------------------

    async def sees(self, channel: str | None = None, limit: int = 50) -> list[SeenMessage]:
        """The last messages of a place, own ephemeral ones included, oldest first."""
        found = await self.visit.get(f"/_act/{self.name}/messages", channel=channel or self.channel, limit=limit)
        return [SeenMessage(payload) for payload in found]

    async def dms(self, limit: int = 50) -> list[SeenMessage]:
        """The last messages of the DM with the bot."""
        return await self.sees("dm", limit)

    async def look_again(self, message: SeenMessage) -> SeenMessage:
        """A message as it is now; TableRefused if it is gone."""
        place: dict[str, Any] = {"channel": message.channel, "before": int(message.id) + 1, "limit": 1}
        for payload in await self.visit.get(f"/_act/{self.name}/messages", **place):
            if payload["id"] == message.id:
                return SeenMessage(payload)
        raise TableRefused("there's no such message")

    async def wait_for(
        self, wanted: Callable[[SeenMessage], bool], *, channel: str | None = None, seconds: float | None = None
    ) -> SeenMessage:
        """The newest message of a place that `wanted` accepts, waiting for it; NoAnswer if none comes in time."""
        end = monotonic() + (self.patience if seconds is None else seconds)
        while True:
            version = (await self.visit.get("/_test/changes", since=-1, wait=0))["version"]
            for message in reversed(await self.sees(channel)):
                if wanted(message):
                    return message
            left = end - monotonic()
            if left <= 0:
                raise NoAnswer(f"{self.name} waited for a message in vain")
            await self.visit.get("/_test/changes", since=version, wait=left)

    async def commands(self) -> list[Json]:
        """The commands this person can use here."""
        return list(await self.visit.get(f"/_act/{self.name}/commands", self.locale, channel=self.channel))

    async def state(self) -> Json:
        """People, places and what is unread."""
        return dict(await self.visit.get(f"/_act/{self.name}/state"))

    def _on(self, message: SeenMessage) -> Json:
        return {"channel": message.channel, "message": message.id}

    async def _post(self, act: str, body: Json) -> Any:
        return await self.visit.post(f"/_act/{self.name}/{act}", body, self.locale)

    async def _act(self, act: str, body: Json) -> Answer:
        whole = {"channel": self.channel, "final": True, "wait": self.patience, **body}
        result = await self._post(act, whole)
        if result["kind"] in ("failed", "timeout"):
            raise NoAnswer(f"{self.name}: {act} {body} got no answer ({result['kind']})")
        return Answer(result)

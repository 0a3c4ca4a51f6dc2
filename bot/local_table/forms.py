"""Bodies of requests: JSON, or a form with JSON and files."""

import re
from dataclasses import dataclass, field

import msgspec
from aiohttp import BodyPartReader, web

from bot.local_table.errors import ApiError, Json, decode
from bot.local_table.limits import check_file_size

_FILE_FIELD = re.compile(r"^files\[(\d+)\]$")
_KINDS = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "json": "application/json",
    "toml": "text/plain",
    "md": "text/plain",
}


@dataclass(slots=True, frozen=True)
class Upload:
    """A file inside a request."""

    name: str
    body: bytes

    @property
    def kind(self) -> str:
        """Return its content type, by the ending of its name."""
        return _KINDS.get(self.name.rpartition(".")[2].lower(), "application/octet-stream")


@dataclass(slots=True)
class SentForm:
    """The content of a request: JSON, and files by their number."""

    body: Json = field(default_factory=dict)
    uploads: dict[int, Upload] = field(default_factory=dict)


async def read_form(request: web.Request) -> SentForm:
    """Read JSON or a multipart form; raises ApiError 50035 or 50109 for what cannot be read."""
    if request.content_type == "multipart/form-data":
        return await _read_parts(request)
    return SentForm(read_json(await request.read()))


def read_json(raw: bytes) -> Json:
    """Return JSON out of the bytes of a body; nothing counts as an empty object."""
    if not raw:
        return {}
    try:
        body = decode(raw)
    except msgspec.DecodeError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
    return body if isinstance(body, dict) else {"list": body}


async def _read_parts(request: web.Request) -> SentForm:
    form = SentForm()
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        found = _FILE_FIELD.match(part.name or "")
        if found:
            form.uploads[int(found.group(1))] = await _read_upload(part)
        elif part.name == "payload_json":
            form.body = read_json(bytes(await part.read()))
    return form


async def _read_upload(part: BodyPartReader) -> Upload:
    body = bytes(await part.read())
    check_file_size(len(body))
    name = re.sub(r"[^\w.\-]+", "_", part.filename or "file")
    return Upload(name, body)

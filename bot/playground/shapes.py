"""The shapes every module of the local table speaks in."""

from typing import Any

import msgspec

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode

"""Requests of the bot that answer people: the callback of an interaction and the webhook of its token."""

from bot.local_table.errors import Json, unknown_error
from bot.local_table.interactions import Interaction
from bot.local_table.people import APP_ID
from bot.local_table.table import Call


async def callback(call: Call) -> Json | None:
    """Return the first answer; with ?with_response=1 it is answered with what came of it, else with nothing."""
    receipt = call.local.interactions.callback(call.parts["interaction"], call.parts["token"], call.form)
    wanted = call.request.query.get("with_response", "").lower() in ("1", "true")
    return receipt if wanted else None


async def follow_up(call: Call) -> Json:
    """Return a further message."""
    made = _interaction(call)
    return call.local.interactions.post_followup(made, call.form).payload


async def read(call: Call) -> Json:
    """Return a message of the interaction."""
    return call.local.interactions.find(_interaction(call), call.parts["message"]).payload


async def edit(call: Call) -> Json:
    """Edit a message of the interaction."""
    made = _interaction(call)
    message = call.local.interactions.find(made, call.parts["message"])
    return call.local.interactions.edit(made, message, call.form).payload


async def delete(call: Call) -> None:
    """Delete a message of the interaction."""
    made = _interaction(call)
    call.local.interactions.remove(made, call.local.interactions.find(made, call.parts["message"]))


def _interaction(call: Call) -> Interaction:
    if call.parts["application"] != APP_ID:
        raise unknown_error("Webhook")
    return call.local.interactions.by_token(call.parts["token"])


ROUTES = (
    ("POST", "/interactions/{interaction}/{token}/callback", callback),
    ("POST", "/webhooks/{application}/{token}", follow_up),
    ("GET", "/webhooks/{application}/{token}/messages/{message}", read),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}", edit),
    ("DELETE", "/webhooks/{application}/{token}/messages/{message}", delete),
)

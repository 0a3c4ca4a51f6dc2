"""A simple policy for seats without a person: always legal, and the same whenever the question is the same."""

from __future__ import annotations

import hashlib
from itertools import count

from engine.core.ask import Ask, Picks, Request
from engine.core.text import ENGLISH, sentence


def legal(request: Request, ask: Ask, salt: str = "") -> Picks:
    """A legal answer chosen by a hash of the question, so that it needs neither memory nor the game's chance."""
    said = "|".join((salt, request.key, sentence(request.said, ENGLISH), ask.seat, *ask.options, *request.about))
    number = int.from_bytes(hashlib.blake2b(said.encode(), digest_size=8).digest(), "big")
    if ask.caps:
        steps = count(number)
        return ask.deal_out(lambda open_: open_[next(steps) * 2654435761 // 512 % len(open_)])
    n = ask.least + number % (ask.most - ask.least + 1)
    start = (number >> 8) % len(ask.options) if ask.options else 0
    around = [*ask.options[start:], *ask.options[:start]]
    return tuple(around[:n])

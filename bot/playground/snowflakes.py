"""Ids as Discord makes them: they hold their time of birth, and they grow."""

from collections.abc import Callable

_EPOCH = 1_420_070_400.0


class Mint:
    """Makes snowflakes; every new one is larger than all before it, also after a restart."""

    def __init__(self, now: Callable[[], float], last: int = 0) -> None:
        self._now = now
        self.last = last

    def __call__(self) -> str:
        """A new snowflake, as the decimal text in which JSON carries it."""
        born = int((self._now() - _EPOCH) * 1000) << 22
        self.last = max(self.last + 1, born)
        return str(self.last)

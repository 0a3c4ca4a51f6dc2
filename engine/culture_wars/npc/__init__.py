"""A computer opponent for Culture Wars: it grows, settles, keeps its settlements fed and breaks those about to win."""

from engine.culture_wars.npc.answers import answer

__all__ = ["answer"]

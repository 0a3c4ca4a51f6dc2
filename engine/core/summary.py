"""What a public view says in words, for each game: the moment, how everybody stands, what to look at.

A `Summary` reads public views only, so that whoever reads it learns nothing hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.core.game import Event, Outcome, View
from engine.core.naming import spell_out
from engine.core.text import words

VOLATILE: Final = frozenset({"by", "player", "name", "hand", "colour", "letter"})


class Summary:
    """Public words for a game; this one for games that declare none, and the base of all others.

    Prefixes of events' keys: `titles` are told by the headings of posts anyway, `stopping` mean that what was announced
    did not happen. `announced`: windows about an announcement. `joined`: lines of one seat told as one sentence,
    which may begin with one of `opening`. `minor`: reasons that are shown only where there are no others.
    `drawn`: private lines that one's hand shows anyway. `shared`: lines about all seats, whoever is named first.
    `listing`: those of them that end in a list, so that nothing goes on behind. `headed`: lines with a head before a
    colon, which stands out. `marked`: lines that say themselves that an NPC acts. `own_line`: lines that begin anew
    wherever they stand. `one_post`: what comes of one action is one post in the end,
    however many are asked about it one by one.
    `charted`: the name of the drawing that shows the points after every turn, if there is one.
    `closing_step`: the step that begins a new stretch: the board before it is shown where the old one ends.
    """

    titles: tuple[str, ...] = ("phase.",)
    stopping: tuple[str, ...] = ()
    announced: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    opening: frozenset[str] = frozenset()
    minor: tuple[str, ...] = ()
    drawn: frozenset[str] = frozenset()
    closing_step: str = ""
    shared: tuple[str, ...] = ()
    one_post: bool = False
    own_line: tuple[str, ...] = ()
    listing: frozenset[str] = frozenset()
    headed: tuple[str, ...] = ()
    marked: frozenset[str] = frozenset()
    charted: str = ""

    def moment(self, view: View) -> str:
        """Where the game stands. A new moment gets a post with the board."""
        return self.chapter(0, self.turn_number(view), self.phase(view))

    def turn_number(self, _view: View) -> int:
        """The turn of the view, from 1; 0 before the first."""
        return 0

    def phase(self, _view: View) -> str:
        """The phase of the view, by its key."""
        return ""

    def areas(self, _view: View) -> Collection[str]:
        """All areas of the board."""
        return ()

    def peoples(self, _view: View) -> Collection[str]:
        """Those whom the view tells of: civilizations, nations, cultures."""
        return ()

    def map_slug(self, _view: View) -> str:
        """The map played on; empty where there is only one."""
        return ""

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """The name of a stretch of the log, as its key has it."""
        name = spell_out(phase) or words("table.phase.begin")
        return words("table.phase.turn", turn=turn, phase=name) if turn > 0 and phase != "setup" else name

    def turn(self, _era: int, turn: int) -> str:
        """The name of a turn inside a sentence: `turn 3`."""
        return words("table.over.turn", turn=turn)

    def standing(self, _view: View, _slug: str) -> str:
        """How one seat stands; empty if there is nothing to tell."""
        return ""

    def totals(self, _view: View) -> Sequence[tuple[str, str]]:
        """How players with several seats stand: each one's name, and the rest in words; nothing without any."""
        return ()

    def won(self, _view: View, outcome: Outcome) -> str:
        """With what the winner has won, in words."""
        return self.points(outcome.scores.get(outcome.winners[0], 0)) if outcome.winners else ""

    def notes(self, _view: View) -> Sequence[str]:
        """What else a phase post tells."""
        return ()

    def legend(self, _view: View) -> Sequence[str]:
        """What the legend of this game says besides that of all games."""
        return ()

    def piles(self, _view: View) -> str:
        """Deck, discard pile and what lies beside the board."""
        return ""

    def undone(self, _then: View, _now: View) -> Sequence[str]:
        """What lies between two moments: what going back takes from and gives to each, and what has come out since."""
        return ()

    def balance(self, _then: View, _now: View, _slug: str) -> str:
        """What one seat has won and lost between two moments, without its name; empty for nothing that is counted."""
        return ""

    def cards(self, _view: View, _seat: str) -> tuple[str, ...] | None:
        """The hand that a seat's own view shows; None for a game without hands."""
        return None

    def mates(self, _view: View, _slug: str) -> Sequence[str]:
        """The seats to which that seat can show cards: its team-mates."""
        return ()

    def shows(self, _view: View, _mate: str) -> Sequence[str]:
        """The cards of its own hand that the seat whose view this is shows to that team-mate."""
        return ()

    def shown(self, _view: View, _slug: str) -> Sequence[str]:
        """The cards that another seat shows to the one whose view this is."""
        return ()

    def attitude(self, _view: View, _slug: str) -> str:
        """Whom an NPC is hostile to, in a sentence; empty for one that is to everybody, and for persons."""
        return ""

    def visible(self, _view: View, _slug: str) -> object:
        """Everything that everybody can see of a seat, to compare two moments."""
        return None

    def condensed(self, events: Sequence[Event]) -> Sequence[Event]:
        """Public events as posts tell them: what the log has line by line may be one line there."""
        return events

    def closing(self, _before: View, _events: Sequence[Event]) -> tuple[str, int]:
        """How many of the events end what went on before a new moment, and the heading of their own post."""
        return "", 0

    def asked(self, _view: View, _key: str, _slug: str) -> str:
        """What that seat is asked, where the view says more than the key of the question; else empty."""
        return ""

    def ahead(self, _view: View) -> Sequence[str]:
        """The seats that are not asked yet and may answer all the same, because nobody before can meet them."""
        return ()

    def telling(self, _events: Sequence[Event]) -> bool:
        """Whether a quiet channel is told of these events at once."""
        return False

    def explains(self, _event: Event) -> bool:
        """Whether the event says why somebody's points have changed: whoever shows the new ones tells it with them."""
        return False

    def order(self, _view: View) -> Sequence[str]:
        """The seats in turn order."""
        return ()

    def discard(self, _view: View) -> Sequence[str]:
        """The discard pile, newest card first."""
        return ()

    def sites(self, _view: View, _slug: str) -> Sequence[str]:
        """The areas of a seat that count most: what the status lists, and the end post counts."""
        return ()

    def final(self, _view: View, _slug: str, score: int) -> str:
        """With what a seat ends."""
        return str(score)

    def ends(self, _view: View) -> str:
        """When the game ends, for the start post; empty if only its rules say so."""
        return ""

    def length(self, _view: View) -> str:
        """How long the game has lasted; empty if nothing counts it."""
        return ""

    def pack(self, _options: Mapping[str, Any]) -> str:
        """Which cards are in the game; empty for a game without cards."""
        return ""

    def board(self, _view: View) -> bool:
        """Whether there is a board to draw."""
        return False

    def base(self, _options: Mapping[str, Any]) -> str:
        """The name of the board on which a table with these options is played; empty if none is drawn ahead."""
        return ""

    def origins(self, _view: View, _slug: str) -> str:
        """With what a seat has won its points; empty if nobody has kept count."""
        return ""

    def open_scores(self, _view: View) -> bool:
        """Whether the points that each seat has now follow from what everybody sees, as where nobody has a hand."""
        return True

    def hand(self, _card: str) -> str:
        """A card of a hand in a line; empty if its name says all."""
        return ""

    def reason(self, outcome: Outcome) -> str:
        """Why the game has ended."""
        return str(outcome.reason)

    def points(self, n: int) -> str:
        """The points of a winner."""
        return words("table.over.points", n=n)


class PlainSummary(Summary):
    """The summary of a game whose views are plain data, with keys of these names."""

    def turn_number(self, view: View) -> int:
        """`turn`."""
        return int(view.get("turn", 0))

    def phase(self, view: View) -> str:
        """`phase`."""
        return str(view.get("phase", ""))

    def order(self, view: View) -> Sequence[str]:
        """`order`."""
        return tuple(view.get("order", ()))

    def areas(self, view: View) -> Collection[str]:
        """`areas`, by name."""
        there: Mapping[str, Any] = view.get("areas", {})
        return there

    def peoples(self, view: View) -> Collection[str]:
        """`civs`, by name."""
        there: Mapping[str, Any] = view.get("civs", {})
        return there

    def piles(self, view: View) -> str:
        """`deck_count`."""
        return words("table.standing.deck", n=view["deck_count"]) if "deck_count" in view else ""

    def discard(self, view: View) -> Sequence[str]:
        """`discard`, which has the newest card last."""
        return [str(card) for card in reversed(view.get("discard", ()))]

    def cards(self, view: View, seat: str) -> tuple[str, ...] | None:
        """`hand` of one of the `civs`, or of the view."""
        own = view.get("civs", {}).get(seat, view)
        cards = own.get("hand") if isinstance(own, Mapping) else None
        return None if cards is None else tuple(str(card) for card in cards)

    def visible(self, view: View, slug: str) -> object:
        """What `civs` says of it, and its `disks` in the `areas`."""
        own = view.get("civs", {}).get(slug, {})
        held = {name: there.get("disks", {}).get(slug, 0) for name, there in view.get("areas", {}).items()}
        return {key: value for key, value in own.items() if key not in VOLATILE}, held

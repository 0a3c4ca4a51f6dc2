"""Puts a public view of ACME into words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from engine.acme.facts.catalog import AREAS, CARDS, CIVS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.facts import spoken_name
from engine.acme.presentation import changes, condensing
from engine.acme.presentation.cards import card_line
from engine.acme.presentation.names import NAMES, WHOSE, names_of
from engine.acme.presentation.provenance import SURE
from engine.acme.presentation.said import roman, said, said_or, several, team_name
from engine.acme.presentation.stacks import contested, is_city, stacks
from engine.acme.setup.options import CHOICES, INDIVIDUAL
from engine.acme.view import AcmeView, CivilizationView, PlayerView
from engine.core.game import CALLED, Event, Outcome
from engine.core.message import list_of
from engine.core.naming import spell_out
from engine.core.summary import Summary
from engine.core.text import duration, list_parts, words

CONTESTED_TEXT: Final = 360
SCORING: Final = frozenset(
    [
        "reckoning.sea",
        "reckoning.tally",
        "npc.bonus",
        "card.vp_for",
        "card.mina_and_vp_by",
        "card.vp_lost_by",
        "deity.returned",
        "deity.captured",
        "deity.driven_out",
        "loot.sacked",
        "loot.clemency",
        "loot.deity",
        "troy.sacked",
        "gold.sacked",
        "gird.done",
        "epoch.golden_age_of",
        "epoch.most.cities",
        "epoch.most.mina",
        "epoch.most.seas",
        "exploration.rank_of",
        "gilgamesh.out_with",
    ]
)
"""Events that tell why VP have changed."""
TELLING: Final = ("event.drawn", "event.invasion", "epoch.event", "competition.sacked", CALLED)
GROWING: Final = "growth."
GROWING_FIRST: Final = "growth.retire"
STEPS: Final = (
    "retired",
    "acquired",
    "by_deity",
    "mina",
    "granary",
    "resettled",
    "storehouse",
    "placed",
    "placed_none",
)
GAINS: Final = (
    "mina",
    "vp",
    "vp_for",
    "mina_and_vp",
    "mina_and_vp_by",
    "paid",
    "paid_to",
    "discarded",
    "drew",
    "looked_deck",
    "looked_hand",
    "taken",
    "given",
    "invested",
    "boxed",
    "oasis",
    "fishing_grounds",
    "mountain_of_gold",
)
SUPPORTS: Final = ("committed", "revealed", "white", "own", "invested", "stallions", "war", "paid")
TESTS: Final = ("peace", "war", "npc_peace", "npc_war")


class AcmeSummary(Summary):
    """ACME's views put into words."""

    titles = ("phase.", "competition.contested")
    stopping = ("negate.", "card.negated", "investment.negated", "deity.blocked", "event.cancelled")
    announced = frozenset({"card.negate"})
    joined = frozenset(
        (
            *(f"growth.{step}" for step in STEPS),
            *(f"card.{gain}" for gain in GAINS),
            *(f"competition.{support}" for support in SUPPORTS),
        )
    )
    opening = frozenset({"card.announced"})
    minor = tuple(f"why.growth.{step}" for step in ("retire", "resettle", "granary", "storehouse"))
    drawn = frozenset({"draw.yours"})
    one_post = True
    own_line = ("hostility.",)
    charted = "chart"
    listing = frozenset({"growth.placed"})
    headed = (
        "over.scores",
        "growth.skipped",
        "alexander.greece_",
        "npc.bonus",
        "npc.challenge.",
        "exploration.created",
        "reckoning.sea",
        "reckoning.tally",
        "reckoning.ending",
        "reckoning.sudden_",
        "draw.order",
        "draw.same_order",
        "draw.top",
        "draw.dead_seen",
        "epoch.event",
        "epoch.most.",
        "call.time",
    )
    marked = frozenset(
        (
            *("npc.revealed", "npc.enemy", "npc.free_deity", "npc.tested", "gilgamesh.weakest", "gilgamesh.tested"),
            *(f"hostility.{kind}.{end}" for kind in TESTS for end in ("yes", "no", "none", "fewer")),
        )
    )
    shared = (
        "reckoning.",
        "hostility.",
        "peace.",
        "draw.",
        "event.",
        "epoch.",
        "gilgamesh.",
        "exploration.",
        "competition.",
    )

    def open_scores(self, _view: AcmeView) -> bool:
        """Return that the VP are public."""
        return True

    def moment(self, view: AcmeView) -> str:
        """Return the moment, `Epoch II · turn 3 · Card Phase`; before and after the turns, the phase alone."""
        return self.chapter(view.epoch, view.turn, view.phase)

    def chapter(self, epoch: int, turn: int, phase: str) -> str:
        """Return a moment of the game, as in the log's chapters."""
        if epoch <= 0 or turn <= 0 or phase in {"setup", "over"}:
            return phase_name(phase)
        return said("phase.headline", epoch=roman(epoch), turn=turn, phase=phase_name(phase))

    def turn(self, era: int, turn: int) -> str:
        """Return the turn: `Epoch II, turn 3`."""
        return said("over.at", epoch=roman(era), turn=turn)

    def final(self, view: AcmeView, slug: str, score: int) -> str:
        """Return the final result of a civ: `61 VP · 5 Cities`."""
        cities = several("standing.city", "standing.cities", len(self.sites(view, slug)))
        return said("over.line", score=score, cities=cities)

    def points(self, n: int) -> str:
        """Return points in words: `61 VP`."""
        return said("standing.vp", n=n)

    def hand(self, card: str) -> str:
        """Return a card's name, number, class and text; † marks what is our reconstruction."""
        return card_line(CARDS[int(card)])

    def standing(self, view: AcmeView, slug: str) -> str:
        """Return the standing of a civ: `14 VP · 4 Cities · 3 mina · 5 cards · God of the Forge`."""
        civ = view.civs.get(slug)
        if civ is None:
            return ""
        parts = [
            said("standing.vp", n=civ.vp),
            several("standing.city", "standing.cities", len(self.sites(view, slug))),
            said("standing.mina", n=civ.mina),
            several("standing.card", "standing.cards", civ.hand_count),
            deity_of(civ),
            enemy_of(view, civ),
            own_cards(civ),
            second_display(slug, civ),
            in_this_epoch(view, slug),
            said("standing.strong") if civ.strong and civ.by == "npc" else "",
            said("standing.exiled", area=NAMES.name("area", civ.home or "")) if civ.exiled else "",
        ]
        return " · ".join(part for part in parts if part)

    def score_line(self, view: AcmeView, slug: str) -> str:
        """Return the VP and Cities of a civ: `14 VP · 4 Cities`."""
        civ = view.civs.get(slug)
        cities = several("standing.city", "standing.cities", len(self.sites(view, slug)))
        return f"{said('standing.vp', n=civ.vp)} · {cities}" if civ else ""

    def totals(self, view: AcmeView) -> Sequence[tuple[str, str]]:
        """Return each player with several civilizations and their total, `12 VP (Egypt 5, Sumer 7)`.

        In One vs. Two, what they count.
        """
        several_ = [player for player in view.players if player.civs[1:]]
        return [(together(view, player), total(view, player)) for player in several_]

    def score_totals(self, view: AcmeView) -> Sequence[tuple[str, str]]:
        """Return each player with several civilizations and their total: `12 VP`."""
        several_ = [player for player in view.players if player.civs[1:]]
        return [(together(view, player), said("standing.vp", n=player.score)) for player in several_]

    def winning_score(self, view: AcmeView, outcome: Outcome) -> str:
        """Return the VP of the winner: of all civilizations of its player or team.

        Where one civ of a team wins alone, its own VP.
        """
        if view.team_victory == INDIVIDUAL:
            return super().winning_score(view, outcome)
        winners = [player for player in view.players if set(outcome.winners) & set(player.civs)]
        return said("standing.vp", n=winners[0].score) if winners else super().winning_score(view, outcome)

    def mates(self, view: AcmeView, slug: str) -> Sequence[str]:
        """Return the other civs of a team in play, in Turn Order."""
        team = view.civ(slug).team
        return [c for c in view.order if team and c != slug and view.civs[c].team == team]

    def shows(self, view: AcmeView, mate: str) -> Sequence[str]:
        """Return the numbers of the cards that civs show to this one."""
        return [str(card) for civ in view.civs.values() for card in civ.shows.get(mate, ())]

    def cards_shown_to(self, view: AcmeView, slug: str) -> Sequence[str]:
        """Return the numbers of the cards that a civ has been shown."""
        return [str(card) for card in view.civ(slug).shown]

    def notes(self, view: AcmeView) -> Sequence[str]:
        """Return that the turn is the last, and the Contested areas in the order of resolution (ACME §9.1)."""
        there = contested(view)
        told = [said("standing.stacks", area=f"**{NAMES.name('area', a)}**", stacks=stacks(view, a)) for a in there]
        fights = (said("standing.contested", areas=list_parts(told, CONTESTED_TEXT)),) if there else ()
        return (said("standing.last_turn"), *fights) if view.last_turn else fights

    def legend(self, view: AcmeView) -> Sequence[str]:
        """Return what to explain on the board: reconstructions, Double Disks (Playbook), old borders."""
        double = [(slug, civ) for slug, civ in view.civs.items() if civ.second_colour]
        named = [(spoken_name(c, r.name), words(f"colours.{r.colour}"), r.second_colour) for c, r in double]
        colours = [said("map.two_colours", civ=c, first=one, second=words(f"colours.{two}")) for c, one, two in named]
        border = [NAMES.name("area", area) for area in view.border]
        ours = said("map.ours", n=sum(area.name_known not in SURE for area in AREAS.values()), all=len(AREAS))
        return [ours, *colours, *([said("map.border", areas=list_of(border))] if border else [])]

    def piles(self, view: AcmeView) -> str:
        """Return deck, discard pile, cards set aside, Barbarians, and other Factions without a player."""
        top = next(iter(self.discard(view)), "")
        pile = said("standing.discard", n=len(self.discard(view)), card=NAMES.name("card", top))
        aside = [NAMES.name("card", str(c)) for c in view.set_aside]
        parts = [
            said("standing.deck", n=view.deck_count),
            pile if top else said("standing.no_discard"),
            said("standing.aside", cards=list_parts(aside, CONTESTED_TEXT)) if aside else "",
            said("standing.barbarians", n=sum(area.disks.get(BARBARIANS, 0) for area in view.areas.values())),
        ]
        named = names_of(view)
        parts += [said("standing.neutral", name=named.name("civ", c), n=n.disks) for c, n in view.neutrals.items()]
        return " · ".join(part for part in parts if part)

    def condense(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events without wars, treaties and cards that changed nothing; repeated lines are counted."""
        return condensing.condense(events)

    def differences(self, then: AcmeView, now: AcmeView) -> Sequence[str]:
        """Return what each civilization has won or lost since, which cards have come out, and how many were drawn."""
        return changes.between(then, now)

    def balance(self, then: AcmeView, now: AcmeView, slug: str) -> str:
        """Return what a civ has won and lost: `+2 VP, −3 disks`."""
        return changes.balance(then, now, slug)

    def asked_in_short(self, view: AcmeView, key: str, slug: str) -> str:
        """Return what is asked, in short: `place 7 growth disks`."""
        civ = view.civ(slug)
        if not key.startswith(GROWING):
            return ""
        n = (civ.to_place or 0) if key == GROWING_FIRST else civ.growth_box
        return several("asked.growth_disk", "asked.growth_disks", n) if n else ""

    def origins(self, view: AcmeView, slug: str) -> str:
        """Return the VP by source, `Cities 41, Deities 8, cards 12`; empty unless they add up to all VP."""
        civ = view.civ(slug)
        scored = {source: n for source, n in civ.scored.items() if n}
        if not scored or sum(scored.values()) != civ.vp:
            return ""
        ranked = sorted(scored, key=lambda source: -scored[source])
        return ", ".join(said(f"over.of.{source}", n=str(scored[source]).replace("-", "−")) for source in ranked)

    def attitude(self, view: AcmeView, slug: str) -> str:
        """Return to whom an NPC is hostile: `Enemies: Egypt (primary), Barbarians.`"""
        civ = view.civ(slug)
        named = [names_of(view).name("civ", enemy) for enemy in civ.enemies]
        if civ.enemies and civ.enemies[0] == civ.primary:
            named[0] = said("npc.primary", civ=named[0])
        return said("npc.attitude", enemies=", ".join(named)) if named[1:] else said("npc.peaceful") if named else ""

    def is_told_at_once(self, events: Sequence[Event]) -> bool:
        """Return whether the `brief` channel tells the events at once: Events, Epoch Events, sacked Cities."""
        return any(e.key.startswith(TELLING) for e in events)

    def explains(self, event: Event) -> bool:
        """Return whether the event explains VP: the Victory Tally, and any other event that names VP."""
        return event.key in SCORING

    def map_slug(self, view: AcmeView) -> str:
        """Return the map."""
        return view.map

    def turn_number(self, view: AcmeView) -> int:
        """Return the turn of the Epoch."""
        return view.turn

    def phase(self, view: AcmeView) -> str:
        """Return the phase."""
        return view.phase

    def order(self, view: AcmeView) -> Sequence[str]:
        """Return the Turn Order."""
        return view.order

    def areas(self, view: AcmeView) -> Collection[str]:
        """Return the playable areas."""
        return view.areas

    def peoples(self, view: AcmeView) -> Collection[str]:
        """Return the civilizations."""
        return view.civs

    def discard(self, view: AcmeView) -> Sequence[str]:
        """Return the numbers of the cards in the discard pile."""
        return [str(card) for card in reversed(view.discard)]

    def cards(self, view: AcmeView, seat: str) -> tuple[str, ...] | None:
        """Return the numbers of the cards in hand if the view shows the hand."""
        hand = view.civ(seat).hand
        return None if hand is None else tuple(str(card) for card in hand)

    def visible(self, view: AcmeView, slug: str) -> object:
        """Return what is public of a civilization, and its disks in each area."""
        held = {name: there.disks.get(slug, 0) for name, there in view.areas.items()}
        own = structs.replace(view.civ(slug), by="", player="", name="", hand=None, colour="", letter="")
        return own, held

    def sites(self, view: AcmeView, slug: str) -> Sequence[str]:
        """Return the areas where the civ has a City, largest first."""
        return sorted(
            (a for a, there in view.areas.items() if is_city(a, there.disks.get(slug, 0))),
            key=lambda a: (-view.areas[a].disks[slug], AREAS[a].order),
        )

    def ends(self, view: AcmeView) -> str:
        """Return the end agreed on, in words (ACME §15)."""
        goal = view.goal
        if goal.get("vp"):
            return said("end.vp", n=goal["vp"])
        if goal.get("turns"):
            return said("end.turns", n=goal["turns"])
        if goal.get("time"):
            return said("end.time", time=duration(goal["time"]))
        return said("end.epochs", n=roman(goal["epochs"])) if goal.get("epochs") else ""

    def length(self, view: AcmeView) -> str:
        """Return the Epochs and turns that were played, the last of them included."""
        epochs = several("over.epoch", "over.epochs", view.epoch - view.first_epoch + 1)
        return f"{epochs}, {several('over.turn', 'over.turns', view.turns)}"

    def pack(self, options: Mapping[str, Any]) -> str:
        """Return how many of the Fate cards are in the deck, in words."""
        left_out = options.get("without_events") or ()
        gone = sum(c.is_event for c in CARDS.values()) if left_out is True else len(left_out)
        return (
            said("start.cards_some", n=len(CARDS) - gone, all=len(CARDS)) if gone else said("start.cards", n=len(CARDS))
        )

    def board(self, _view: AcmeView) -> bool:
        """Return that there always is a board: the map is chosen before the game begins."""
        return True

    def base(self, options: Mapping[str, Any]) -> str:
        """Return the map."""
        return str(options.get("map") or next(choice.default for choice in CHOICES if choice.name == "map"))


def together(view: AcmeView, player: PlayerView) -> str:
    """Return the name of a player with several civilizations: that of the person, the team or the empire."""
    if player.team:
        return team_name(player.team)
    is_person = player.name == view.civs[player.civs[0]].player
    return player.name if is_person else spoken_name("", player.name)


def total(view: AcmeView, player: PlayerView) -> str:
    """Return the common score of a player's civilizations, each one's VP, and the divisor if there is one."""
    each = ", ".join(f"{names_of(view).name('civ', civ)} {view.civs[civ].vp}" for civ in player.civs)
    key = "standing.divided" if player.divisor > 1 else "standing.together"
    return said(key, n=player.score, civs=each, divisor=player.divisor)


def deity_of(civ: CivilizationView) -> str:
    """Return a civ's Deity, with its state if it is not active."""
    if not civ.deity:
        return ""
    name, state = NAMES.name("deity", civ.deity), civ.deity_state or "active"
    if state == "active":
        return name
    return said("standing.other_deity", deity=name, state=said(f"deity_state.{state}"))


def enemy_of(view: AcmeView, civ: CivilizationView) -> str:
    """Return to which civilizations an NPC is hostile; empty for persons and for an NPC at peace."""
    enemies = [names_of(view).phrase("civ", enemy, WHOSE) for enemy in civ.enemies if enemy != BARBARIANS]
    return said("npc.enemy_of", civs=list_of(enemies)) if enemies else ""


def second_display(slug: str, civ: CivilizationView) -> str:
    """Return the Displays of a civ besides its own: `plays as Assyria too` (Playbook, Sargon I)."""
    shown = civ.displays
    more = [NAMES.phrase("civ", display) for display in shown if display != slug] if slug in shown else []
    return said("standing.second_display", civs=list_of(more)) if more else ""


def in_this_epoch(view: AcmeView, slug: str) -> str:
    """Return the name of a civ in pictures and lists if it is another in this Epoch: `in this Epoch Mauryans`."""
    name = spoken_name(slug, view.civs[slug].name) if slug in CIVS else ""
    return said("standing.epoch_name", name=name) if name and name != names_of(view).name("civ", slug) else ""


def own_cards(civ: CivilizationView) -> str:
    """Return the cards of a civ that are set aside face down."""
    cards = [NAMES.name("card", str(n)) for n in civ.aside]
    return said("standing.face_down", cards=list_of(cards)) if cards else ""


def phase_name(phase: str) -> str:
    """Return the name of a phase; one without a name of its own is spelled out."""
    name = said_or(f"phase.{phase}", "phase.begin")
    return name if phase in {"", "setup"} or name != said("phase.begin") else spell_out(phase)

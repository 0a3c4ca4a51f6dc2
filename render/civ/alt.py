"""Alternative texts of the pictures of the board."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ.catalog import NEUTRAL, NUMBERS
from engine.core.text import joint_text, list_parts
from render.civ.board import area_name, region_areas, region_name
from render.civ.position import AreaChange, Position, ShownNation
from render.civ.words import count_noun, epoch_name, outcome, step_name, words
from render.paint.picture import ALT_LIMIT
from render.paint.wording import fit_sentences, join

FRAME = 60  # letters around the list of changes
LATE = 4  # nations from which each is told in fewer words


def head(position: Position) -> str:
    return str(words("alt")["board"].format(turn=time_of(position), step=step_name(position)))


def time_of(position: Position) -> str:
    """Return a text such as 'turn 4' within a sentence, or that the game is being set up."""
    said = words("alt")
    return str(said["turn"].format(n=position.turn) if position.turn else said["setup"])


def board(position: Position) -> str:
    """Return the state of the game, its result or who is waited for, conflicts, everyone's holdings, changes,
    positions.
    """
    sentences = [
        head(position),
        *end_lines(position),
        *waiting_lines(position),
        *conflicts(position),
        scores_text(position),
        *changes(position),
    ]
    sentences += [words("alt")["text"], *strangers(position), *cities(position)]
    return fit_sentences(sentences, ALT_LIMIT)


def end_lines(position: Position) -> list[str]:
    """Return who has won, and the points of all, best placed first."""
    points = [f"{position.name(name)} {n}" for name, n in position.scores.items()]
    return [f"{outcome(position)}.", words("alt")["points"].format(list=", ".join(points))] if points else []


def waiting_lines(position: Position) -> list[str]:
    names = [position.name(name) for name in position.ranking if name in position.waiting]
    return [words("alt")["waiting"].format(list=join(names, "civ_pictures.alt.waiting"))] if names else []


def conflicts(position: Position) -> list[str]:
    """Return where there are conflicts."""
    found = [area_name(area) for area in position.conflicts]
    return [words("alt")["conflicts"].format(list=", ".join(found))] if found else []


def scores_text(position: Position) -> str:
    """Return what every nation has, in A.S.T. order."""
    form = "nation" if len(position.nations) <= LATE else "short"
    said = [nation(position.nations[name], form) for name in position.ranking]
    return str(words("alt")["standing"].format(list=joint_text("list.semicolon").join(said)))


def nation(one: ShownNation, form: str) -> str:
    """Return a text such as 'Crete: 20 tokens, 3 cities, space 5'."""
    return str(
        words("alt")[form].format(
            name=one.name,
            tokens=count_noun("token", "tokens", one.seen.tokens),
            cities=count_noun("city", "cities", one.cities),
            ships=count_noun("ship", "ships", len(one.seen.ships)),
            cards=count_noun("card", "cards", one.hand),
            advances=count_noun("advance", "advances", len(one.advances)),
            space=one.seen.space,
            epoch=epoch_name(one.seen.epoch),
        )
    )


def changes(position: Position, most: int = ALT_LIMIT) -> list[str]:
    """Return what has changed where, most first: as many as fit, and how many more there are."""
    where = sorted(position.changed, key=lambda area: -weight(position.change(area)))
    found = [change(position, area, position.change(area)) for area in where]
    return [words("alt")["changed"].format(list=list_parts(found, most, joint_text("list.semicolon")))] if found else []


def weight(what: AreaChange) -> int:
    """Return the size of a change: its tokens, and a city as many as it takes to build one."""
    return sum(map(abs, what.tokens.values())) + NUMBERS.site_tokens * (bool(what.built) + bool(what.lost))


def owner_name(position: Position, owner: str) -> str:
    return str(words("panel")["neutral"]) if owner == NEUTRAL else position.name(owner)


def change(position: Position, area: str, what: AreaChange) -> str:
    """Return a text such as 'Rome (Italy +2, city of Italy)'."""
    said = words("alt")
    parts = [
        said["step"].format(name=owner_name(position, owner), n=f"{n:+d}".replace("-", "−"))
        for owner, n in what.tokens.items()
    ]
    parts += [said["built"].format(name=owner_name(position, what.built))] if what.built else []
    parts += [said["lost"].format(name=owner_name(position, what.lost))] if what.lost else []
    return str(said["change"].format(area=area_name(area), list=", ".join(parts)))


def strangers(position: Position) -> list[str]:
    """Return where Barbarians and Pirate cities are."""
    said, out = words("alt"), []
    tribes = [f"{area_name(a)} {g.tokens[NEUTRAL]}" for a, g in position.areas.items() if NEUTRAL in g.tokens]
    pirates = [area_name(a) for a, g in position.areas.items() if g.city == NEUTRAL]
    out += [said["neutral"].format(list=", ".join(tribes))] if tribes else []
    return out + ([said["pirates"].format(list=", ".join(pirates))] if pirates else [])


def cities(position: Position) -> list[str]:
    """Return where everyone's cities are."""
    said = words("alt")["cities"]
    return [
        said.format(name=one.name, list=", ".join(area_name(a) for a in one.seen.cities))
        for one in (position.nations[name] for name in position.ranking)
        if one.seen.cities
    ]


def crop(position: Position, place: str, areas: Sequence[str]) -> str:
    """Return a part of the board: where it is, and its areas, those with something in them first."""
    said = words("alt")["region"]
    title = said.format(region=place, turn=time_of(position), step=step_name(position))
    full = [area for area in areas if position.areas[area].tokens or position.areas[area].city]
    told = [*full, *(area for area in areas if area not in full)]
    return fit_sentences([title, *(describe_area(position, area) for area in told)], ALT_LIMIT)


def describe_area(position: Position, area: str) -> str:
    """Return a text such as 'Rome: city of Italy, Africa 2, conflict.'"""
    said, ground = words("alt"), position.areas[area]
    parts = [city(position, ground.city)] if ground.city else []
    parts += [said["held"].format(name=owner_name(position, owner), n=n) for owner, n in ground.tokens.items()]
    parts = parts or [said["empty"]]
    parts += [said["limit"].format(n=ground.limit)] if not ground.city else []
    parts += [said["flooding" if ground.site == "white" else "site"]] if ground.site and not ground.city else []
    fleet = [said["ships_of"].format(n=n, name=position.name(name)) for name, n in ground.ships.items()]
    parts += [said["ships_here"].format(list=join(fleet, "civ_pictures.alt.ships_here"))] if fleet else []
    parts += [said["in_conflict"]] if ground.conflict else []
    return str(said["area"].format(area=area_name(area), list=", ".join(parts)))


def city(position: Position, owner: str) -> str:
    said = words("alt")
    return str(said["pirate_city"] if owner == NEUTRAL else said["city_of"].format(name=position.name(owner)))


def region(position: Position, slug: str) -> str:
    return crop(position, region_name(slug), region_areas(position.map, slug))


def area(position: Position, slug: str, near: Sequence[str]) -> str:
    return crop(position, words("alt")["around"].format(area=area_name(slug)), [slug, *near])


def selection_text(position: Position, focus: Sequence[str], show: str, seat: str | None) -> str:
    """Return a selection: mine, contested, changes, or those of a phone's board."""
    said = words("alt")
    if show == "changes":
        title = crop(position, said["changes_only"], [])
        parts = changes(position, ALT_LIMIT - len(title) - FRAME) or [said["none_changed"]]
        return fit_sentences([title, *parts], ALT_LIMIT)
    if show == "phone":
        return crop(position, said["stirred"], focus)
    place = said["mine"].format(name=position.name(seat)) if show == "mine" and seat else said["fights_only"]
    return crop(position, place, focus)


def offers() -> str:
    """Return the alternative text of a picture of areas to choose from."""
    return str(words("alt")["offers"])

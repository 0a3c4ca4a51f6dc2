"""The shapes of the board fit the areas of the catalog."""

from engine.acme.facts.catalog import AREAS
from render.acme.geometry import Geometry, Line, load


def area_of(ring: Line) -> float:
    """Twice the signed area of a ring."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True))


def test_every_area_is_drawn_and_has_its_places() -> None:
    board = load()
    for entries in (board.areas, board.labels, board.centroids, board.markers, board.slots):
        assert set(entries) == set(AREAS)


def test_rings_are_open_and_have_an_inside() -> None:
    board = load()
    shapes = [shape for group in (board.areas, board.out_of_play, board.lakes) for shape in group.values()]
    assert len(shapes) > len(AREAS)
    for polygon in (polygon for shape in shapes for polygon in shape):
        for ring in (polygon.outline, *polygon.holes):
            assert ring[0] != ring[-1]
            assert abs(area_of(ring)) > 1


def test_everything_lies_on_the_board() -> None:
    board = load()
    points = [*board.centroids.values(), *board.markers.values(), *(label.at for label in board.labels.values())]
    points += [point for shape in board.areas.values() for polygon in shape for point in polygon.outline]
    assert all(0 <= x <= board.width and 0 <= y <= board.height for x, y in points)


def test_neighbours_share_points_of_their_border() -> None:
    board = load()
    outlines = {area: corners(board, area) for area in AREAS}
    assert all(area.adjacent for area in AREAS.values())
    for area in AREAS.values():
        for other in area.adjacent:
            assert outlines[area.id] & outlines[other], (area.id, other)


def corners(board: Geometry, area: str) -> set[tuple[float, float]]:
    rings = [ring for polygon in board.areas[area] for ring in (polygon.outline, *polygon.holes)]
    return {point for ring in rings for point in ring}


def test_a_label_spells_the_name_of_its_area() -> None:
    labels = load().labels
    assert set(labels) == set(AREAS)
    for area, label in labels.items():
        assert "".join(label.lines).replace("-", "").replace(" ", "") in AREAS[area].name.replace("-", "").replace(
            " ", ""
        ), area


def test_it_is_read_once() -> None:
    assert load() is load()

"""Shapes and drawings become the ground the table needs."""

from __future__ import annotations

import pytest

from kktui.files import Broken, parse_map
from kktui.files.shapes import convex_parts, crosses_itself, cut, disc, inside, rectangle, ribbon, surface
from kktui.table.geometry import Point
from kktui.table.terrain import Ground


def drawn(picture: str, legend: str, more: str = "") -> Ground:
    head = 'version = 1\nname = "Drawn"\nsize = [48, 48]\ncell = 2\n'
    return parse_map(f'{head}drawing = """\n{picture}\n"""\n{more}[legend]\n{legend}\n', "drawn.toml")


def box(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(*corner) for corner in corners)


def test_cells_side_by_side_become_one_polygon() -> None:
    woods = drawn(".TT\n.T.", 'T = "woods"').areas
    assert [area.shape for area in woods] == [box((2, 0), (6, 0), (6, 2), (4, 2), (4, 4), (2, 4))]
    assert woods[0].id == "woods-1"


def test_cells_that_touch_by_a_corner_stay_apart() -> None:
    assert len(drawn("T.\n.T", 'T = "woods"').areas) == 2


def test_two_characters_of_one_kind_belong_together() -> None:
    assert len(drawn("TO", 'T = "woods"\nO = "woods"').areas) == 1


@pytest.mark.parametrize("picture", ["TTT\nT.T\nTTT", "TTTTT\nT.T.T\nTTTTT", "TTTT\nT..T\nTT.T\nTTTT", "TTT\nT.T\nTT."])
def test_a_region_with_a_hole_falls_into_simple_polygons(picture: str) -> None:
    areas = drawn(picture, 'T = "woods"').areas
    assert not any(crosses_itself(area.shape) for area in areas)
    assert sum(surface(area.shape) for area in areas) == 4 * picture.count("T")
    for y, row in enumerate(picture.split("\n")):
        for x, glyph in enumerate(row):
            held = sum(inside(area.shape, Point(2 * x + 1, 2 * y + 1)) for area in areas)
            assert held == (glyph == "T")


def test_a_wall_runs_from_cell_to_cell_and_round_corners() -> None:
    lines = drawn("hhh\n..h\n..h", 'h = "hedge"').lines
    assert [line.points for line in lines] == [box((1, 1), (5, 1), (5, 5))]


def test_a_wall_meets_the_gate_in_it() -> None:
    lines = {line.kind: set(line.points) for line in drawn("hhg", 'h = "hedge"\ng = "gate"').lines}
    assert lines == {"hedge": {Point(1, 1), Point(4, 1)}, "gate": {Point(4, 1), Point(5, 1)}}


def test_slanting_cells_make_a_slanting_line() -> None:
    assert drawn("h..\n.h.\n..h", 'h = "fence"').lines[0].points == box((1, 1), (5, 5))


def test_a_closed_ring_is_one_line() -> None:
    lines = drawn("hhh\nh.h\nhhh", 'h = "high-wall"').lines
    assert len(lines) == 1
    assert lines[0].points[0] == lines[0].points[-1]


def test_a_single_obstacle_cell_is_as_long_as_the_cell() -> None:
    assert drawn(".s.", 's = "stakes"').lines[0].points == box((2, 1), (4, 1))


def test_a_character_may_be_ground_and_zone_at_once() -> None:
    ground = drawn("cc", 'c = { area = "crops", zone = "camp", name = "The camp" }')
    assert ground.areas[0].shape == ground.zones[0].shape
    assert (ground.zones[0].id, ground.zones[0].name) == ("camp", "The camp")


def test_a_zone_in_two_pieces_is_refused() -> None:
    with pytest.raises(Broken, match="falls into 2 pieces"):
        drawn("z.z", 'z = { zone = "camp" }')


def test_the_drawing_gives_the_size_when_none_is_written() -> None:
    text = 'version = 1\nname = "x"\ncell = 6\ndrawing = """\nTTT..\n.....\n"""\n[legend]\nT = "woods"\n'
    ground = parse_map(text, "x.toml")
    assert (ground.width, ground.depth) == (30, 12)


def test_drawing_and_shapes_mix_and_shapes_lie_above() -> None:
    ground = drawn("TT", 'T = "woods"', "")
    mixed = parse_map(
        'version = 1\nname = "x"\ncell = 4\ndrawing = """\nTTTT\n....\n....\n"""\n[legend]\nT = "woods"\n'
        '[[area]]\nkind = "road"\nrect = [0, 0, 2, 12]\n',
        "x.toml",
    )
    assert [area.kind for area in mixed.areas] == ["woods", "road"]
    assert ground.areas[0].kind == "woods"


RIVER = '[[area]]\nkind = "water"\nid = "river"\npath = [[-1, 20], [20, 24], [49, 20]]\nwidth = 4\n'
ROAD = '[[area]]\nkind = "road"\npath = [[24, 0], [25, 48]]\nwidth = 3\n'
HEAD = 'version = 1\nname = "x"\nsize = [48, 48]\n'


def wet(ground: Ground, x: float, y: float) -> bool:
    return any(area.kind == "water" and inside(area.shape, Point(x, y)) for area in ground.areas)


def test_a_road_drawn_later_is_a_dry_way_over_water() -> None:
    ground = parse_map(HEAD + RIVER + ROAD, "x.toml")
    assert not wet(ground, 24.5, 23.5)
    assert wet(ground, 20, 24)
    assert wet(ground, 30, 22.6)
    assert not any(crosses_itself(area.shape) for area in ground.areas)


def test_water_drawn_over_a_road_stays_wet() -> None:
    ground = parse_map(HEAD + ROAD + RIVER, "x.toml")
    assert wet(ground, 24.5, 23.5)
    assert [area.id for area in ground.areas] == ["road-1", "river"]


def test_a_cut_takes_away_exactly_the_common_part() -> None:
    knife = rectangle(4, -1, 2, 12)
    left = cut(rectangle(0, 0, 10, 10), [knife])
    assert sum(surface(piece) for piece in left) == pytest.approx(80)
    assert cut(rectangle(0, 0, 3, 10), [knife]) == [rectangle(0, 0, 3, 10)]


@pytest.mark.parametrize(
    "shape",
    [
        rectangle(0, 0, 4, 3),
        disc(10, 10, 4),
        box((0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)),
        ribbon([Point(0, 0), Point(10, 3), Point(14, 12), Point(4, 14)], 2),
    ],
)
def test_convex_parts_cover_the_polygon_once(shape: tuple[Point, ...]) -> None:
    parts = convex_parts(shape)
    assert sum(surface(part) for part in parts) == pytest.approx(abs(surface(shape)))


def test_a_path_is_as_wide_as_written_also_in_its_bends() -> None:
    shape = ribbon([Point(0, 10), Point(20, 10), Point(20, 30)], 4)
    assert inside(shape, Point(10, 11.9))
    assert not inside(shape, Point(10, 12.1))
    assert inside(shape, Point(21.9, 8.1))
    assert not crosses_itself(shape)

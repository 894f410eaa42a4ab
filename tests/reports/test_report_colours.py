"""Thirteen lines that can be told apart, by the colour-blind and in black and white too."""

import itertools

import pytest

from tf1_updates.reports.colours import LOOKS, look

LADDER = [
    "session_run_in_update",
    "eval_after_step",
    "prebuilt_session_run",
    "process_gradients",
    "constraint",
    "rewritten_gradient",
    "group_assign",
    "group_assign_from_optimizer",
    "optimizer_subclass",
    "compiled",
    "in_graph_loop",
    "built_in",
]

# G. M. Machado and others, "A physiologically-based model for simulation of color vision
# deficiency", 2009: severity 1, on linear RGB.
SIGHT = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def linear_rgb(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour, sight):
    rgb = linear_rgb(colour)
    return [min(max(sum(f * p for f, p in zip(row, rgb)), 0.0), 1.0) for row in SIGHT[sight]]


def lab(rgb):
    white = (0.9505, 1.0, 1.089)
    to_xyz = [(0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)]
    xyz = [sum(f * p for f, p in zip(row, rgb)) / w for row, w in zip(to_xyz, white)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other, sight):
    """CIE 1976; about 2 can just be seen, 20 tells two thin lines apart."""
    pairs = zip(lab(seen(one, sight)), lab(seen(other, sight)))
    return sum((first - second) ** 2 for first, second in pairs) ** 0.5


def test_every_approach_has_a_look_in_the_ladder_s_order():
    assert list(LOOKS) == LADDER + ["normals_alone"]


def test_no_two_looks_share_a_marker_or_both_colour_and_line():
    assert len({each.marker for each in LOOKS.values()}) == 13
    assert len({(each.colour, each.line) for each in LOOKS.values()}) == 13


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_colours_that_look_alike_differ_in_their_line(sight):
    for (name, one), (other_name, other) in itertools.combinations(LOOKS.items(), 2):
        if difference(one.colour, other.colour, sight) < 20:
            assert one.line != other.line, (name, other_name)


def test_the_measure_of_difference_sees_what_a_colour_blind_eye_does_not():
    red, green = "#D00000", "#6E7A00"
    assert difference(red, green, "normal") > 2 * difference(red, green, "deuteranopia")


def test_every_colour_stands_out_from_white():
    for name, each in LOOKS.items():
        luminance = sum(f * p for f, p in zip((0.2126, 0.7152, 0.0722), linear_rgb(each.colour)))
        assert 1.05 / (luminance + 0.05) > 2.5, name


def test_an_approach_of_somebody_else_has_a_look_too():
    assert look("mine") not in LOOKS.values()
    assert look("group_assign") is LOOKS["group_assign"]

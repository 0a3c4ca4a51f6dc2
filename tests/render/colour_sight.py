"""Colours as people see them: with ordinary sight, without one of the three kinds of cones (Machado, Oliveira and
Fernandes 2009, at full severity), and how far two of them are apart.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from render.paint.palette import Rgb

Array = npt.NDArray[np.float64]
VISION: dict[str, Array] = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(colour: Rgb) -> Array:
    c = np.asarray(colour, float) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a: Rgb, b: Rgb) -> float:
    """Contrast ratio as the accessibility guidelines of the web count it."""
    x, y = (float(linear(c) @ np.array([0.2126, 0.7152, 0.0722])) for c in (a, b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)


def seen(colour: Rgb, vision: str) -> Array:
    """The colour in the Lab space, as somebody with this vision sees it."""
    t = (XYZ @ np.clip(VISION[vision] @ linear(colour), 0, 1)) / WHITE
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one: Array, other: Array) -> float:
    """The difference of two colours of the Lab space by CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    grow = 1 + 0.5 * (1 - np.sqrt(c**7 / (c**7 + 25**7)))
    c1, c2 = np.hypot(a1 * grow, b1), np.hypot(a2 * grow, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a * grow)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    waves = zip((-0.17, 0.24, 0.32, -0.20), (1, 2, 3, 4), (-30, 0, 6, -63), strict=True)
    t = 1 + sum(much * np.cos(np.radians(times * hue + shift)) for much, times, shift in waves)
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    blue = 60 * np.exp(-(((hue - 275) / 25) ** 2))
    skew = -np.sin(np.radians(blue)) * 2 * np.sqrt(chroma**7 / (chroma**7 + 25**7))
    return float(np.sqrt(dl**2 + dc**2 + dh**2 + skew * dc * dh))

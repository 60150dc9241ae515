"""What counts as another picture: what a person would see, and not how a browser smoothes edges."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from table.browser.pictures import TOLERANCE, VARIABLE, compare, difference, small


def drawn(shift: float = 0, colour: str = "#803030", lines: int = 12) -> Image.Image:
    """A card and lines on a table."""
    image = Image.new("RGB", (640, 400), "#f4f0e8")
    draw = ImageDraw.Draw(image)
    draw.rectangle((40 + shift, 40, 200 + shift, 260), fill=colour)
    for number in range(lines):
        draw.line((260, 40 + 14 * number + shift, 600, 40 + 14 * number + shift), fill="#202020")
    return image


def test_a_point_more_or_less_is_the_same() -> None:
    assert difference(small(drawn()), small(drawn())) == 0
    assert difference(small(drawn()), small(drawn(shift=1))) < TOLERANCE
    assert difference(small(drawn()), small(drawn(colour="#883838"))) == 0


def test_what_a_person_sees_is_a_difference() -> None:
    assert difference(small(drawn()), small(drawn(colour="#308030"))) > TOLERANCE
    assert difference(small(drawn()), small(drawn(shift=60))) > TOLERANCE
    assert difference(small(drawn()), small(drawn().crop((0, 0, 600, 400)))) == 1


@pytest.mark.parametrize("whole", [False, True])
def test_a_kept_picture_is_renewed_only_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    kept, fresh = tmp_path / "kept" / "table.png", tmp_path / "fresh.png"
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(AssertionError, match=VARIABLE):
        compare(drawn(), kept, fresh, whole=whole)
    assert fresh.exists() and not kept.exists()
    monkeypatch.setenv(VARIABLE, "1")
    compare(drawn(), kept, fresh, whole=whole)
    monkeypatch.delenv(VARIABLE)
    compare(drawn(shift=1), kept, fresh, whole=whole)
    with pytest.raises(AssertionError, match="differ"):
        compare(drawn(colour="blue"), kept, fresh, whole=whole)

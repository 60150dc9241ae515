"""Six invented patrons for Avant Carde: about equally strong for players who have practised, but for one that may be
planted."""

from __future__ import annotations

from pathlib import Path

NAMES = {2: "The Usher", 3: "The Framer", 4: "The Restorer", 5: "The Sponsor", 6: "The Bailiff", 7: "The Curator"}
CONDITIONS = {
    2: "most_twos(me) and size(shown(me)) >= 7",
    3: "size(shown(me)) >= 6",
    4: "size(shown(me)) >= 5",
    6: "size(shown(me)) >= 6",
    7: "size(shown(me)) >= 4",
}
"""Some are bought more often than others, or for other reasons: so they earn under conditions, and once a turn."""


def write_set(folder: Path, planted: int | None = None, by: int = 4) -> Path:
    """Write the set into a folder, with the patron of one number earning so many dollars more."""
    lines = ["set: invented", "of: avant_carde", "title: The invented ones", "source: invented for a test", "patron:"]
    for number, name in NAMES.items():
        earns = 1 + (by if number == planted else 0)
        condition = CONDITIONS.get(number)
        lines += [
            f"  {number}:",
            f"    name: {name}",
            f"    text: When you buy, earn ${earns}{'. Once per turn, if you show enough' if condition else ''}.",
            "    powers:",
            "      - when: buying",
            "        forced: yes",
            *([f"        limits: [once_per_turn]\n        if: {condition}"] if condition else []),
            f"        do: earn({earns})",
        ]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "invented.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path

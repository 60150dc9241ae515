"""Kiln with overlays and a set as their authors write them at a first try: some names are right, some misspelt, some
new, some nothing; keys lack what they need; several touch the same."""

from __future__ import annotations

from random import Random

from tools.hostile.subject import FILES

NAMES = {
    "variables": ["total", "x", "heat", "ages"],
    "zones": ["deck", "row", "box", "shelf"],
    "functions": ["shown(player p)", "warm(pot c)", "double_of(0..99 n)", "spare"],
    "procedures": ["draw(0..9 n)", "act", "offer(pot c, timing t)"],
    "limits": ["each", "once"],
    "settings": ["hot", "glazes", "quick"],
    "enums": ["colour", "timing", "level"],
    "groups": ["glaze"],
    "totals": ["pots"],
    "events": ["rung", "kept"],
    "tables": ["worth_of"],
    "lives": ["turn", "firing"],
    "cards": ["pot", "coin"],
    "menus": ["market"],
}
VALUES = {
    "variables": ["{starts: 4}", "{type: 0..9}", "{of: player, type: 0..99, starts: 1}", "{starts: nobody}"],
    "zones": ["{order: row}", "{holds: pot, seen_by: everyone}", "{per: 1..3}", "{per: player, shows: top}"],
    "functions": ["1", "those(c in p.row)", "spare()", "n * 3", "{is: 2}", "{assumed: so}"],
    "procedures": ["skip", "total += 1", "draw(spare())", "end game", "{do: skip}"],
    "limits": ["{at_most: 2}", "{lasts: firing}", "{counts_for: player, at_most: 1, lasts: turn}"],
    "settings": ["{starts: 1}", "{type: bool}", "{type: level}", "{set_of: glaze}", "{title: x}"],
    "enums": [
        "[now]",
        "[low, high]",
        "{members: {red: null}}",
        "{members: {gold: {warm: yes}}}",
        "{has: {dear: bool}}",
    ],
    "groups": ["{keyed_by: 1..9}", "{keyed_by: name}", "{chosen_by: hot}"],
    "totals": ["{is: 7}", "{is: 9}", "{count: size(pot), is: 7}"],
    "events": ["{kept: round}", "{has: {n: 0..9}}"],
    "tables": ["1 -> 2", "{steps: 2 -> 5}"],
    "lives": ["everyone", "each_player", "every_turn"],
    "cards": ["{attributes: {n: {type: 0..9}}}", "{attributes: {worht: {type: bool}}}", "{powers: null}"],
    "menus": ["{entries: {buy: {if: hot}}}", "{entries: {byu: {if: hot}}}", "{entries: {leave: null}}", "{prompt: x}"],
}
FLOWS = [
    "{setup: {begin: null}}",
    "{setup: {dael: total += 1}}",
    "{final: {end: total += 1}}",
    "{rounds: [{name: main, do: draw(1)}]}",
    "{rounds: [{name: mian, do: skip}]}",
    "{rounds: [{name: after, if: null, ends: null}]}",
    "{winners: null}",
    "{score: {x: null}}",
    "{until: null}",
]
SETS = [
    "{plain: {glaze: {1: {powers: []}}}}",
    "{plain: {glaze: {9: {name: x, text: y, powers: []}}}}",
    "{plain: {functions: {double(0..9 n): 0}}}",
    "{plain: {functions: {doubel(0..9 n): 0}}}",
    "{plian: {glaze: null}}",
    "{plain: null}",
]
CONDITIONS = ["size(players) = 3", "hot", "size(players) < 4", "not hot or size(players) = 2", "quick"]
KEYS = ["1", "2", "3", "4", "010", "one", "null"]


def overlaid(random: Random) -> dict[str, bytes]:
    """Kiln with one to three overlays, and perhaps a second set."""
    files = {name: text.lstrip("\n") for name, text in FILES.items()}
    for number in range(random.choice([1, 1, 1, 2, 3])):
        files[f"over{number}.yaml"] = _overlay(random, f"o{number}")
    if random.random() < 0.2:
        keys = random.sample(KEYS, random.randint(1, 3))
        held = "".join(f"  {key}: {{name: N, text: T., powers: [{{when: now, do: draw(1)}}]}}\n" for key in keys)
        files["second.yaml"] = f"set: second\nof: kiln\n{random.choice(['glaze', 'glase'])}:\n{held}"
    return {name: text.encode() for name, text in files.items()}


def _overlay(random: Random, name: str) -> str:
    lines = [f"overlay: {name}", "of: kiln", f"applies: {random.choice(CONDITIONS)}"]
    if random.random() < 0.1:
        lines.append(f"after: {random.choice(['three', 'thre', 'o0', 'o1', '[o0, three]'])}")
    if random.random() < 0.15:
        lines.append(f"players: {random.choice(['1', '4', '4..6', '0', '3..2', '99', 'few', '010'])}")
    if random.random() < 0.1:
        lines.append(f"title: {random.choice(['For four', '4', 'null', '[a]'])}")
    for section in random.sample(sorted(NAMES), random.choice([0, 1, 1, 2])):
        key = _spelt(random, random.choice(NAMES[section]))
        value = random.choice([*VALUES[section], "null"])
        lines.append(f"{section}: {{'{key}': {value}}}")
    if random.random() < 0.4:
        lines.append(f"flow: {random.choice(FLOWS)}")
    if random.random() < 0.3:
        lines.append(f"sets: {random.choice(SETS)}")
    return "\n".join(lines) + "\n"


def _spelt(random: Random, name: str) -> str:
    """A name as it should be, or with two letters changed about."""
    at = random.randrange(max(1, len(name) - 1))
    return name if len(name) < 2 or random.random() < 0.8 else name[:at] + name[at + 1] + name[at] + name[at + 2 :]

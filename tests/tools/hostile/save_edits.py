"""One edit of a save's data, anywhere in it: what somebody could do with a text editor and a check sum of their own."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

Path = tuple[Any, ...]
OTHERS = (None, True, False, -1, 0, 1, 2, 255, 10**30, "", "x", "1:x", [], {}, [[]], [0], [None], {"a": 1})


def paths(data: Any, path: Path = ()) -> Iterator[Path]:
    """All places in some data, the top left out."""
    keys: Any = data.keys() if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from paths(data[key], (*path, key))


def some_path(data: Any, random: Random) -> Path:
    """A place: going down by chance, so that what is small is reached as often as what is large."""
    path: Path = ()
    here = data
    while isinstance(here, (dict, list)) and here and (not path or random.random() < 0.85):
        key = random.choice(sorted(here) if isinstance(here, dict) else range(len(here)))
        path, here = (*path, key), here[key]
    return path


def at(data: Any, path: Path) -> Any:
    """What stands at a place; None where there is none."""
    for key in path:
        fits = key in data if isinstance(data, dict) else isinstance(data, list) and key in range(len(data))
        if not fits:
            return None
        data = data[key]
    return data


def edited(data: dict[str, Any], other: dict[str, Any], path: Path, random: Random) -> dict[str, Any]:
    """A copy with one edit at a place; `other` is the save of another game."""
    new = copy.deepcopy(data)
    holder, key = at(new, path[:-1]), path[-1]
    random.choice(EDITS)(holder, key, at(other, path), random)
    return new


def _number(holder: Any, key: Any, other: Any, random: Random) -> None:
    holder[key] = random.choice([random.randrange(300), random.randrange(10**6), -random.randrange(1, 9), 1 << 40])


def _neighbour(holder: Any, key: Any, other: Any, random: Random) -> None:
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + random.choice([-1, 1])
    elif isinstance(value, str):
        holder[key] = value[:-1] + "0"
    elif isinstance(value, list) and value:
        _neighbour(value, random.randrange(len(value)), other, random)
    else:
        holder[key] = 0


def _swapped(holder: Any, key: Any, other: Any, random: Random) -> None:
    second = random.choice(sorted(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[second] = holder[second], holder[key]


def _removed(holder: Any, key: Any, other: Any, random: Random) -> None:
    del holder[key]


def _doubled(holder: Any, key: Any, other: Any, random: Random) -> None:
    if isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    else:
        holder[f"{key}_"] = copy.deepcopy(holder[key])


def _other_type(holder: Any, key: Any, other: Any, random: Random) -> None:
    holder[key] = copy.deepcopy(random.choice(OTHERS))


def _of_another_game(holder: Any, key: Any, other: Any, random: Random) -> None:
    holder[key] = copy.deepcopy(other)


def _of_a_sibling(holder: Any, key: Any, other: Any, random: Random) -> None:
    second = random.choice(sorted(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key] = copy.deepcopy(holder[second])


EDITS = (_number, _neighbour, _neighbour, _swapped, _removed, _doubled, _other_type, _of_another_game, _of_a_sibling)


# -- edits that keep the parts of a position in step


def shifted(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """A copy in which a card lies elsewhere, has gained something or is counted, a frame is gone or comes twice, or a
    value of one was exchanged for another's."""
    new = copy.deepcopy(data)
    random.choice(SHIFTS)(new["position"], random)
    return new


def _moved(position: dict[str, Any], random: Random) -> None:
    zones = position["scene"]["zones"]
    source = random.choice([zone for zone in zones if zone])
    target = random.choice(zones)
    card = source.pop(random.randrange(len(source)))
    target.insert(random.randrange(len(target) + 1), card)


def _gains(position: dict[str, Any], random: Random) -> None:
    scene = position["scene"]
    card = random.choice([card for zone in scene["zones"] for card in zone])
    gained = dict(scene["gained"])
    gained[card] = [*gained.get(card, []), random.randrange(12)]
    scene["gained"] = sorted([number, powers] for number, powers in gained.items())


def _counted(position: dict[str, Any], random: Random) -> None:
    what = random.choice([random.randrange(40) * 256, random.randrange(8), -1 - random.randrange(3)])
    uses = {tuple(use): times for *use, times in position["uses"]}
    uses[random.randrange(3), random.randrange(3), what] = random.randrange(1, 4)
    position["uses"] = sorted([*use, times] for use, times in uses.items())


def _frames(position: dict[str, Any], random: Random) -> None:
    stack = random.choice(position["stacks"])
    if not stack:
        return
    place = random.randrange(len(stack))
    if random.random() < 0.5:
        del stack[place]
    else:
        stack.insert(random.randrange(len(stack) + 1), copy.deepcopy(stack[place]))


def _frame_values(position: dict[str, Any], random: Random) -> None:
    frames = [frame for stack in position["stacks"] for frame in stack if len(frame) > 1]
    if frames:
        one, other = random.choice(frames), random.choice(frames)
        value = random.choice([*other[1:], None, random.randrange(60), random.randrange(60) * 256, []])
        one[random.randrange(1, len(one))] = copy.deepcopy(value)


def _ended(position: dict[str, Any], random: Random) -> None:
    """Kept events and watches are lost, or come again with other values."""
    for part in ("records", "watches"):
        if position[part] and random.random() < 0.7:
            some = random.choice(position[part])
            inner = random.choice([some, some[-1]])
            if isinstance(inner, list) and inner and random.random() < 0.7:
                inner[random.randrange(len(inner))] = random.choice(
                    [None, random.randrange(30), random.randrange(30), []]
                )
            else:
                position[part].remove(some)


def _value(position: dict[str, Any], random: Random) -> None:
    scene = position["scene"]
    found = random.choice([scene[part] for part in ("faces", "variables", "attributes", "drawn") if scene[part]])
    found[random.randrange(len(found))] = random.choice([0, 1, 2, None, True, False, random.randrange(60), [], [0, 1]])


SHIFTS = (_moved, _moved, _gains, _counted, _frames, _frame_values, _frame_values, _ended, _value)

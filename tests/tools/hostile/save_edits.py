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

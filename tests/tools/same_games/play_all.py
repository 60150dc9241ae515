"""Plays many games, in one process or several, and tells the fingerprint of each."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import artrules

from .fingerprint import Fingerprint, fingerprint
from .play import play
from .table import Table

Played = tuple[Table, Fingerprint | str]
"""A game, and its fingerprint; or what broke it off that no game should meet."""


def play_all(name: str, tables: Sequence[Table], jobs: int = 1) -> Iterator[Played]:
    """Play games of a ruleset; they come in their order, however many processes play."""
    if jobs == 1:
        for table in tables:
            yield table, played(name, table)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as processes:
        longest_first = sorted(tables, key=lambda table: -table.most)
        games = {table.number: processes.submit(played, name, table) for table in longest_first}
        for table in tables:
            yield table, games[table.number].result()


def played(name: str, table: Table) -> Fingerprint | str:
    """Play one game. What goes wrong with it is told, and doesn't keep others from being played."""
    try:
        return fingerprint(play(loaded(name), table))
    except Exception as problem:
        place = traceback.extract_tb(problem.__traceback__)[-1]
        return f"{type(problem).__name__}: {problem} ({place.filename}:{place.lineno})"


@cache
def loaded(name: str) -> artrules.Ruleset:
    return artrules.load(name)

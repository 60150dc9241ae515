"""The rulesets that a server serves: one, or all that can be found. They are loaded while tables play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from artrules.play.game.description import title_of
from artrules.play.ruleset import Ruleset, load, other_content
from artrules.table.ruleset_data import box_data
from artrules.table.serve.requests import Refused
from artrules.text.diagnostics.render import ContentError
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.table.serve.store import StoredGame
    from artrules.table.serve.workers import Questions


class ServedRuleset:
    """A ruleset of a shelf: how it is found again, and itself once it is loaded."""

    def __init__(self, name: str, where: str, extra: tuple[str, ...], ruleset: Ruleset | None = None) -> None:
        """`where` is its name or its folder, `extra` are the paths of files from outside, of which others may be for
        other rulesets."""
        self.name = name
        self.where = where
        self.extra = extra
        self.ruleset = ruleset
        self.problem = ""
        """Why it can't be played, as a sentence; empty where it can, as far as that is known."""
        self._loading: asyncio.Task[None] | None = None

    @property
    def title(self) -> str:
        return title_of(self.name).title() if self.ruleset is None else self.ruleset.title

    async def open_again(self) -> Ruleset:
        """The ruleset as its files are now, which are sound. Raises ContentError, and OSError."""
        self.ruleset = await asyncio.to_thread(load, self.where, self.extra)
        return self.ruleset

    async def open(self, questions: Questions) -> Ruleset:
        """The ruleset, which is loaded if that is needed. Raises Refused where it has errors."""
        if self.ruleset is None:
            if self._loading is None:
                self._loading = asyncio.create_task(self._load(questions))
            await asyncio.shield(self._loading)
        if self.ruleset is None:
            raise Refused(self.problem, 409)
        return self.ruleset

    async def _load(self, questions: Questions) -> None:
        await questions.prepare({"do": "load", "where": self.where, "extra": self.extra})  # then it is in the cache
        try:
            self.ruleset = await asyncio.to_thread(load, self.where, self.extra)
        except ContentError as problem:
            self.problem = f"{self.title} can't be played: {problem.diagnostics[0].message}."
        except (OSError, ValueError) as problem:
            self.problem = f"{self.title} can't be played: {problem}."
        else:
            self.extra = tuple(str(real_path(path)) for path in self.ruleset.content.files.extra_rules.values())


class Shelf:
    """The rulesets of a server, by name."""

    def __init__(self, served: Iterable[ServedRuleset]) -> None:
        self._served = {each.name: each for each in served}

    @classmethod
    def of_one(cls, ruleset: Ruleset, where: str, extra: tuple[str, ...]) -> Shelf:
        """A shelf with one ruleset, which is loaded."""
        return cls([ServedRuleset(ruleset.name, where, extra, ruleset)])

    def __iter__(self) -> Iterator[ServedRuleset]:
        return iter(self._served.values())

    @property
    def only(self) -> ServedRuleset | None:
        """The ruleset of a shelf that has one."""
        return next(iter(self)) if len(self._served) == 1 else None

    def find(self, name: str) -> ServedRuleset | None:
        """The ruleset with a name."""
        return self._served.get(name)

    def __getitem__(self, name: str) -> ServedRuleset:
        """The ruleset with a name. Raises Refused where there is none."""
        served = self._served.get(name)
        if served is None:
            raise Refused(f"This server has no game `{name[:40]}`.", 404)
        return served

    def has_changed(self, stored: StoredGame) -> bool:
        """Whether the rules of a stored game are served, and aren't those with which it was played."""
        served = self.find(stored.setup.ruleset)
        ruleset = None if served is None else served.ruleset
        return ruleset is not None and stored.setup.content != ruleset.content_hash

    def refusal_of(self, stored: StoredGame) -> str | None:
        """Why a stored game can't go on here, as a sentence; None where it can, as far as that is known."""
        served = self.find(stored.setup.ruleset)
        if served is None:
            others = (
                "which the server doesn't serve" if self.only is None else f"and the server serves {self.only.title}"
            )
            return f"This is a game of {stored.title}, {others}."
        if served.problem:
            return served.problem
        if served.ruleset is None or not self.has_changed(stored):
            return None
        return cant_go_on(stored, other_content(stored.setup.added, served.ruleset.added))


def cant_go_on(stored: StoredGame, reason: str) -> str:
    """That a stored game can't go on, in words; `reason` is the end of a sentence."""
    return f"This game can't {'go on' if stored.result is None else 'be seen again'}: {reason}."


def served_data(served: ServedRuleset) -> dict[str, Any]:
    """A ruleset in the list of those that are served. One that isn't `ready` is still being loaded, or is `refused`."""
    return {
        **box_data(served.name, served.title, served.ruleset),
        "ready": served.ruleset is not None,
        "refused": served.problem or None,
    }

"""What is to be done: a function that is called once for each index from 0, mostly to play one game; shares of it, and
what its results depend on besides the index.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, TypeVar

from artrules.play.content_search import find_outside
from artrules.play.plugins.registry import active
from artrules.play.ruleset import Ruleset
from artrules.play.stored.cache import source_digest
from artrules.play.stored.content import open_content
from artrules.text.diagnostics.render import ContentError

# What is to be done: a function that is called once for each index from 0, mostly to play one game.

_JSON = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
PlanT = TypeVar("PlanT")
ResultT = TypeVar("ResultT")


def _as_it_is(data: Any) -> Any:
    return data


@dataclass(frozen=True)
class Job(Generic[PlanT, ResultT]):
    """A function, its plan, and how often it is to be called.

    A result must depend on the ruleset, the plan and the index alone. Then it doesn't matter which process computes it,
    or when, and a job of a larger count has the same results and more.
    """

    play: Callable[[Ruleset, PlanT, int], Any]
    """A function of a module. It gives plain data: what JSON has, with texts as keys. All random numbers must derive
    from the plan and the index. An exception ends the job; what results are made of shouldn't be one."""
    plan: PlanT
    """A frozen dataclass of plain data."""
    count: int
    read: Callable[[Any], ResultT] = _as_it_is
    """Makes a result of its data. Raises ValueError, TypeError, LookupError or AttributeError for data that `play`
    doesn't give: they may come from a file that somebody has edited."""

    play_row: Callable[[Ruleset, PlanT, range], Iterator[ResultT]] | None = None
    """Gives the results of indices in a row, where that takes less time than one by one: those that are read of the
    data that `play` gives."""
    write: Callable[[ResultT], Any] = _as_it_is
    """Makes the data of such a result."""

    def texts_of(self, ruleset: Ruleset, indices: range) -> Iterator[str]:
        """The results with some indices as texts of JSON. Raises whatever `play` raises, and ValueError or TypeError
        where it doesn't give plain data."""
        if self.play_row is not None:
            return (_JSON.encode(self.write(result)) for result in self.play_row(ruleset, self.plan, indices))
        return (_JSON.encode(self.play(ruleset, self.plan, index)) for index in indices)


# A share of a job: indices in a row whose results one process computes and sends together.

WANTED_SECONDS = 0.5
"""How long a share should take: long enough that sending it costs nothing beside it, and short enough that little is
lost when its process ends."""
_LARGEST = 500
_SHARES_EACH = 4
"""So many shares are left for each process, at least, when a size is chosen: so none waits long for the last one."""


@dataclass(frozen=True, slots=True)
class PlayedShare:
    """The results of a share: their texts of JSON, in order."""

    indices: range
    texts: tuple[str, ...]
    seconds: float


def play_share(ruleset: Ruleset, job: Job[PlanT, ResultT], indices: range) -> PlayedShare:
    """Compute the results of a share in this process."""
    began = perf_counter()
    texts = tuple(job.texts_of(ruleset, indices))
    return PlayedShare(indices, texts, perf_counter() - began)


class Shares:
    """Cuts what is left of a job into shares, which grow until one takes about half a second."""

    def __init__(self, missing: Iterator[range], count: int, places: Callable[[], int]) -> None:
        """`missing` are the indices that are wanted, in order, `count` is their number, and `places` says how many
        processes work."""
        self._missing = missing
        self._rest = range(0)
        self._remaining = count
        self._places = places
        self._each: float | None = None

    def learn(self, played: PlayedShare) -> None:
        """Note how long a share took."""
        each = played.seconds / len(played.indices)
        self._each = each if self._each is None else (self._each + each) / 2

    def take(self) -> range | None:
        """The next share; None when nothing is left."""
        if not self._rest:
            self._rest = next(self._missing, range(0))
            if not self._rest:
                return None
        share = self._rest[: self._size()]
        self._rest = self._rest[len(share) :]
        self._remaining -= len(share)
        return share

    def _size(self) -> int:
        if self._each is None:
            return 1
        fair = self._remaining // (self._places() * _SHARES_EACH)
        return max(1, min(_LARGEST, fair, int(WANTED_SECONDS / max(self._each, 1e-9))))


# What results depend on besides the index: results of two jobs may be put together only where all of this is equal.

_LONGEST = 60
"""Characters of a value in a message."""


def engine() -> dict[str, Any]:
    """The engine and the plugins of this process, as plain data. Raises PluginProblem."""
    from artrules import __version__

    plugins = {plugin.name: plugin.version for plugin in active()}
    return {"version": __version__, "sources": source_digest(), "plugins": plugins}


def job_identity(ruleset: Ruleset | None, job: Job[Any, Any]) -> dict[str, Any]:
    """A job as plain data, without its count: a larger job has the same results and more."""
    plan = asdict(job.plan) if is_dataclass(job.plan) and not isinstance(job.plan, type) else job.plan
    data = {
        "play": f"{job.play.__module__}.{job.play.__qualname__}",
        "ruleset": ruleset.name if ruleset is not None else "",
        "content": ruleset.content_hash if ruleset is not None else "",
        "plan": plan,
    }
    plain: dict[str, Any] = json.loads(json.dumps(data))
    return plain


def other_engine(had: Mapping[str, Any], has: Mapping[str, Any]) -> str:
    """In what two engines differ, as the end of a sentence; empty where they don't. `had` may come from a file."""
    if had.get("version") != has["version"]:
        return f"with artrules {short(had.get('version'))}, and this is artrules {has['version']}"
    if had.get("sources") != has["sources"]:
        return f"with other sources of artrules {has['version']}"
    if had.get("plugins") != has["plugins"]:
        return f"with {_plugins(had.get('plugins'))} active, and now there are {_plugins(has['plugins'])}"
    return ""


def other_job(had: Mapping[str, Any], has: Mapping[str, Any]) -> str:
    """In what two jobs differ, as the end of a sentence; empty where they don't. `had` may come from a file."""
    if had.get("play") != has["play"]:
        return "for other work: it belongs to another command"
    if had.get("ruleset") != has["ruleset"]:
        return f"for the ruleset `{short(had.get('ruleset'))}`, not for `{has['ruleset']}`"
    if had.get("content") != has["content"]:
        return "with other content: the ruleset's files have changed since"
    before, now = had.get("plan"), has["plan"]
    if before == now:
        return ""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in now.items():
            if key not in before or before[key] != value:
                return f"with {key} {short(before.get(key))}, not with {key} {short(value)}"
    return "with other options"


def short(value: Any) -> str:
    """A value as a short text, for a message."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _plugins(named: Any) -> str:
    if not isinstance(named, dict) or not named:
        return "no plugins"
    return "the plugins " + short(", ".join(f"{name} {version}".strip() for name, version in named.items()))


# How another process opens a job's ruleset.


def open_again(folder: Path, shown_as: str, outside: Sequence[Path], content_hash: str) -> Ruleset:
    """The ruleset of a folder, with files from outside. Raises ContentChanged where it can't be read with the same
    content."""
    if not folder.is_dir() or not all(path.is_file() for path in outside):
        raise ContentChanged
    try:
        content, programs = open_content(folder, shown_as, find_outside(outside))
    except (OSError, ContentError):
        raise ContentChanged from None
    if content.report.has_errors or content.hash != content_hash:
        raise ContentChanged
    return Ruleset(content, programs=programs)


# What can go wrong with long work besides the work itself. The messages are for users.


class ContentChanged(Exception):
    """The ruleset's files have changed while work on them was done in other processes."""

    def __init__(self, message: str = "the ruleset's files have changed meanwhile") -> None:
        super().__init__(message)


class ProcessLost(Exception):
    """A process that worked has ended without a result."""

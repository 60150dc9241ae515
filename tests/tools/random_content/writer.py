"""Writes code whose types fit, by the forms of a world (`forms.py`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from random import Random

MARK = re.compile(r"\{([^{}]+)\}")
MOST_DEPTH = 4
MOST_TRIED = 5
"""Forms of a category, one after another, until one can be filled in."""
Forms = dict[str, list[str]]
"""By category, a type but that all numbers are `num`: texts with `{category}` for what is to be filled in, `{#0..9}`
for a number within bounds, `{B}` for binders, `{b category}` for one over a list, `{o category}` for what doesn't know
the names of binders. A text begins with `!` where it may fail, with `?` where it reads what nobody may know; a name of
what was so read, too."""


class Unavailable(Exception):
    """Nothing can be written here."""


@dataclass(frozen=True)
class Place:
    """Where code stands: whether what it reads is shown to players, and whether it may fail, commit, ask."""

    public: bool = False
    fails: bool = False
    commits: bool = True
    asks: bool = True


class Writer:
    """Writes expressions of about a size. `names` are those in scope, by category."""

    def __init__(self, random: Random, forms: Forms, size: int = 150) -> None:
        self.random = random
        self.forms = forms
        self.left = size
        self.place = Place()
        self.scopes: list[dict[str, list[str]]] = [{}]
        self.count = 0
        self.reads_hidden = False
        """Whether what is being written reads what nobody may know."""

    @contextmanager
    def at(self, **changes: bool) -> Iterator[None]:
        """Another place, for a while."""
        before, self.place = self.place, replace(self.place, **changes)
        yield
        self.place = before

    @contextmanager
    def scope(self, **names: str) -> Iterator[None]:
        """More names, for a while."""
        self.scopes.append({})
        for name, category in names.items():
            self.know(name, category)
        try:
            yield
        finally:
            self.scopes.pop()

    def know(self, name: str, category: str, *, hidden: bool = False) -> None:
        self.scopes[-1].setdefault(category, []).append(f"?{name}" if hidden else name)

    def known(self, category: str) -> list[str]:
        """The names in scope that may be used here, as forms."""
        return [name for scope in self.scopes for name in scope.get(category, ()) if self._fits(name)]

    @contextmanager
    def noting(self) -> Iterator[Callable[[], bool]]:
        """Says whether what is written meanwhile reads what nobody may know."""
        before, self.reads_hidden = self.reads_hidden, False
        yield lambda: self.reads_hidden
        self.reads_hidden |= before

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # -- expressions

    def expression(self, category: str, depth: int = 0) -> str:
        """An expression. Raises Unavailable."""
        self.left -= 1
        known = self.known(category)
        if known and self.random.random() < 0.5:
            return self.filled(self.random.choice(known))
        forms = [form for form in self.forms.get(category, ()) if self._fits(form)]
        self.random.shuffle(forms)
        if depth >= MOST_DEPTH or self.left < 0:
            forms = sorted(forms, key=lambda form: form.count("{"))[:4]
            self.random.shuffle(forms)
        if depth > MOST_DEPTH + 2:
            forms = [form for form in forms if "{" not in form]
        for form in [*known, *forms] if depth >= MOST_DEPTH else [*forms[:MOST_TRIED], *known]:
            try:
                return self.filled(form, depth)
            except Unavailable:
                continue
        raise Unavailable(category)

    def _fits(self, form: str) -> bool:
        return self.place.fails if form[0] == "!" else not (form[0] == "?" and self.place.public)

    def filled(self, form: str, depth: int = 0) -> str:
        """A form with everything filled in. Binders come first: what they bind is known to all of the form."""
        self.reads_hidden |= form.startswith("?")
        with self.scope():
            made: dict[str, str] = {}
            for mark in MARK.findall(form):
                if mark.startswith("o "):
                    made[mark] = self._part(mark[2:], depth + 1)
            for mark in MARK.findall(form):
                if mark == "B":
                    made[mark] = self.binders(depth + 1)
                elif mark.startswith("b "):
                    made[mark] = self.binder(mark[2:], depth + 1)
            return MARK.sub(lambda m: made.get(m[1]) or self._part(m[1], depth + 1), form.lstrip("!?"))

    def _part(self, mark: str, depth: int) -> str:
        if mark.startswith("#"):
            return self.bounded(mark[1:], depth)
        return self.expression(mark, depth)

    def bounded(self, bounds: str, depth: int) -> str:
        """A number that lies within some bounds for certain."""
        low, _, high = bounds.partition("..")
        if self.random.random() < 0.3:
            return str(self.random.randint(int(low), int(high))) if int(low) >= 0 else low
        return f"max({low}, min({high}, {self.expression('num', depth)}))"

    def of_type(self, type_: str, depth: int = 0) -> str:
        """An expression that can be assigned to something of a type."""
        if "." in type_.split(" ")[0]:
            bounds = type_.removesuffix(" or none")
            if bounds != type_ and self.random.random() < 0.3:
                return "none"
            return self.bounded(bounds, depth)
        return self.expression(type_, depth)

    def binders(self, depth: int, most: int = 2) -> str:
        """Binders."""
        domains = [category for category in self.forms if category.startswith(("list of", "some of"))]
        self.random.shuffle(domains)
        wanted = min(most, self.random.choice([1, 1, 1, 2]))
        found: list[str] = []
        for domain in domains:
            with suppress(Unavailable):
                found.append(self.binder(domain, depth))
            if len(found) == wanted:
                break
        if not found:
            raise Unavailable("binders")
        return ", ".join(found)

    def binder(self, domain: str, depth: int, where: float = 0.4) -> str:
        """A binder over a list or a set."""
        item = domain.removeprefix("list of ").removeprefix("some of ")
        category = "num" if item[0].isdigit() or item[0] == "-" else item
        name = self.fresh("cnpw"[len(item) % 4])
        with self.noting() as hidden:
            text = f"{name} in {self.expression(domain, depth + 1)}"
            self.know(name, category, hidden=hidden())
        if self.random.random() < where:
            with suppress(Unavailable):
                text += f" where {self.expression('bool', depth + 1)}"
        return text

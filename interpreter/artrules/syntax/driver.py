"""Parses right code: runs a grammar's automaton over a text, and builds the syntax tree on the way.

This is what lark does, without the tree in between and without lark: nearly all code is right, and loading lark and its
trees takes longer than the rest of parsing. Whatever is wrong with a text, there is None, and lark says why
(`parse.py`). `tests/syntax/test_driver.py` holds the two to the same trees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from artrules.syntax.automaton import Automaton, Rule
from artrules.syntax.build import SPECIAL, forms_of, plain_token

TAB = 8
_LINE_BREAK = "_NL"
_OPENING = frozenset(["LPAR", "LSQB"])
_CLOSING = frozenset(["RPAR", "RSQB"])
_END = "$END"
_SUITE = "suite"


class Driver:
    """Parses texts of one grammar (`code`, `types` or `tables`)."""

    def __init__(self, grammar: str, automaton: Automaton, deepest: int) -> None:
        """`deepest` is how deep nodes may lie in one another, not counting those around a suite."""
        self._forms = forms_of(grammar)
        self._automaton = automaton
        self._deepest = deepest
        self._tokens = re.compile(automaton.tokens)
        self._passes_on = [rule.passes_on for rule in automaton.rules]
        self._chains: dict[tuple[int, int, str], int] = {}
        """The state after all rules that only give on what is there: by the state before it, its own, and the token."""

    def parse(self, text: str, kind: str) -> Any | None:
        """The syntax tree of a text; None if something is wrong with it."""
        try:
            return self._run(text, kind)
        except _Wrong:
            return None

    def _run(self, text: str, kind: str) -> Any:
        actions, rules, passes_on = self._automaton.actions, self._automaton.rules, self._passes_on
        first, last = self._automaton.starts[kind]
        states, values, heights = [first], [None], [0]
        starts, ends = [0], [0]
        chains = self._chains
        for token, value, start, end in self._lines(text):
            while True:
                state = states[-1]
                action = actions[state].get(token)
                if action is None:
                    raise _Wrong
                if action >= 0:
                    states.append(action)
                    values.append(value)
                    starts.append(start)
                    ends.append(end)
                    heights.append(-1)
                    break
                number = -1 - action
                if passes_on[number]:
                    chain = (states[-2], state, token)
                    states[-1] = chains[chain] if chain in chains else self._chain(chain)
                else:
                    rule = rules[number]
                    before = len(states) - rule.length
                    made, height = self._make(rule, values[before:], heights[before:], starts[before], ends[-1])
                    del states[before:], values[before:], heights[before:], starts[before + 1 :]
                    ends[before:] = [ends[-1]]
                    states.append(actions[states[-1]][rule.origin])
                    values.append(made)
                    heights.append(height)
                if token is _END and states[-1] == last:
                    return values[-1]
        raise _Wrong

    def _chain(self, chain: tuple[int, int, str]) -> int:
        """The state when the rules that end here only give on what another one has made."""
        actions, rules = self._automaton.actions, self._automaton.rules
        before, state, token = chain
        while True:
            action = actions[state].get(token)
            if action is None or action >= 0 or not self._passes_on[-1 - action]:
                self._chains[chain] = state
                return state
            state = actions[before][rules[-1 - action].origin]

    def _make(self, rule: Rule, values: list[Any], heights: list[int], start: int, end: int) -> tuple[Any, int]:
        """What a rule makes of its children, and how deep nodes lie in it."""
        found: list[Any] = []
        for at, is_list, absent in rule.children:
            if absent:
                found += [None] * absent
            if is_list:
                found += values[at]
            else:
                found.append(values[at])
        if rule.absent:
            found += [None] * rule.absent
        height = max(heights)
        if rule.is_list or (rule.may_vanish and len(found) == 1):
            return (found if rule.is_list else found[0]), height
        if height >= self._deepest:
            raise _Wrong
        height = 0 if rule.name == _SUITE else height + 1
        special = SPECIAL.get(rule.name)
        made = special(found) if special is not None else self._forms[rule.name].make(start, end, found)
        return made, height

    def _lines(self, text: str) -> Iterator[tuple[str, Any, int, int]]:
        """The tokens, with one where a suite begins and one where it ends, and one at the end of the text."""
        brackets, levels = 0, [0]
        start = end = 0
        for token, word, start, end in self._words(text):
            if token == _LINE_BREAK:
                if brackets:
                    continue
                yield token, word, start, end
                indentation = word.rpartition("\n")[2]
                width = indentation.count(" ") + indentation.count("\t") * TAB
                if width > levels[-1]:
                    levels.append(width)
                    yield "_INDENT", None, start, end
                while width < levels[-1]:
                    levels.pop()
                    yield "_DEDENT", None, start, end
                if width != levels[-1]:
                    raise _Wrong
                continue
            yield token, plain_token(token, word, start, end), start, end
            if token in _OPENING:
                brackets += 1
            elif token in _CLOSING:
                brackets -= 1
        for _ in levels[1:]:
            yield "_DEDENT", None, start, end
        yield _END, None, start, end

    def _words(self, text: str) -> Iterator[tuple[str, str, int, int]]:
        match, words, ignored = self._tokens.match, self._automaton.words, self._automaton.ignored
        at, length = 0, len(text)
        while at < length:
            found = match(text, at)
            if found is None or found.lastgroup is None:
                raise _Wrong
            start, at = at, found.end()
            token = found.lastgroup
            if token not in ignored:
                word = found[0]
                own = words.get(token)
                yield (own.get(word, token) if own is not None else token), word, start, at


class _Wrong(Exception):
    """The text isn't of the grammar, or something in it is too deep."""

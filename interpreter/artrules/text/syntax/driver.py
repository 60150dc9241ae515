"""Parses right code: runs a grammar's automaton over a text, and builds the syntax tree on the way.

This is what lark does, without the tree in between and without lark: nearly all code is right, and loading lark and its
trees takes longer than the rest of parsing. Whatever is wrong with a text, there is None, and lark says why
(`parse.py`). `tests/text/syntax/test_driver.py` holds the two to the same trees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from heapq import heappop, heappush
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from artrules.text.syntax.ast import expressions, statements, types
from artrules.text.syntax.ast.node import Identifier, Node, Text, field_names
from artrules.text.syntax.automaton import Automaton, Rule

if TYPE_CHECKING:
    from lark import Token, Tree


# Lark's tree to the syntax tree. The rest of the engine sees no trees or tokens of lark.
#
# How a rule becomes a node is derived from the node's dataclass: its fields take the rule's children in order, and its
# one field of a tuple type takes as many as there are. Only rules for which this doesn't hold are listed here.

MODULES = {"code": (expressions, statements), "types": (types,), "tables": (types,)}
"""The modules that define the nodes of each grammar."""
SPECIAL: dict[str, Callable[[list[Any]], Any]] = {
    "expression": lambda children: children[0],
    "hole": lambda children: children[0],
    "trigger": lambda children: children[0],
    "type": lambda children: children[0],
    "binders": tuple,
    "quantifier": lambda children: children[0],
    "fold": lambda children: children[0],
    "way": lambda children: children[0],
    "end": lambda children: children[0],
    "everyone": lambda children: None,
    "side": lambda children: children[0],
    "how": lambda children: children[0],
    "else_": lambda children: children[0],
    "signed": "".join,
    "name": lambda children: expressions.Name(children[0].start, children[0].end, children[0].text),
}
"""Rules that only group others, with what stands for them in the tree; and `name`, whose child is but its text."""


def build(grammar: str, tree: Tree[Token]) -> Node:
    """The syntax tree of a tree that the parser of a grammar (`code`, `types` or `tables`) has made.

    It goes from the leaves up, without recursion: suites may be nested deeper than Python's stack allows.
    """
    from lark import Tree

    forms = forms_of(grammar)
    nodes: dict[int, Any] = {}
    for part in tree.iter_subtrees():
        parts = [nodes[id(c)] if isinstance(c, Tree) else _token(c) for c in part.children]
        special = SPECIAL.get(part.data)
        if special is not None:
            nodes[id(part)] = special(parts)
        else:
            nodes[id(part)] = forms[part.data].make(part.meta.start_pos, part.meta.end_pos, parts)
    node: Node = nodes[id(tree)]
    return node


def plain_token(token: str, text: str, start: int, end: int) -> Node | str:
    """What stands for a token with a name and a text. Numbers and words of the language are plain text."""
    match token:
        case "NAME" | "GAME" | "PASS":
            return Identifier(start, end, text)
        case "MEMBER":
            return Identifier(start, end, text[1:].strip())
        case "STRING" | "WORDS":
            return Text(start, end, text[1:-1])
    return text


def _token(token: Token | None) -> Node | str | None:
    """What stands for a token of lark's. None is a part that isn't there."""
    if token is None:
        return None
    return plain_token(token.type, str(token), token.start_pos or 0, token.end_pos or 0)


@dataclass(frozen=True, slots=True)
class _Form:
    """How the children of one rule become the fields of a class."""

    make_node: Callable[..., Node]
    operator: tuple[str | bool, ...]
    """The value of the first field, where the rule gives it and not a child."""
    tuple_at: int | None
    """Which of the children's fields is a tuple, and how many fields come after it."""
    after: int

    def make(self, start: int, end: int, children: list[Any]) -> Node:
        if self.tuple_at is not None:
            children = list(_spliced(children))
            last = len(children) - self.after
            several = tuple(c for c in children[self.tuple_at : last] if c is not None)
            children[self.tuple_at : last] = [several]
        return self.make_node(start, end, *self.operator, *children)


def _spliced(children: list[Any]) -> Iterator[Any]:
    """Children, with binders one by one."""
    for child in children:
        if isinstance(child, tuple):
            yield from child
        else:
            yield child


@cache
def forms_of(grammar: str) -> dict[str, _Form]:
    """The forms of a grammar by its rules' names."""
    return {rule: form for module in MODULES[grammar] for kind in node_classes(module) for rule, form in _of(kind)}


def node_classes(module: ModuleType) -> list[type[Node]]:
    """The node classes that a module defines."""
    classes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Node)]
    return [kind for kind in classes if kind.__module__ == module.__name__]


def _of(kind: type[Node]) -> Iterator[tuple[str, _Form]]:
    """The rules for which a class stands, each with the way from its children to the class."""
    annotations = {field.name: str(field.type) for field in fields(kind)}
    own = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    for rule, operator in (kind.RULES or {own: None, f"{own}_": None}).items():
        operators = () if operator is None else (operator,)
        names = field_names(kind)[len(operators) :]
        tuples = [at for at, name in enumerate(names) if annotations[name].startswith("tuple[")]
        tuple_at = tuples[0] if tuples else None
        yield rule, _Form(kind, operators, tuple_at, len(names) - 1 - tuple_at if tuple_at is not None else 0)


TAB = 8
_LINE_BREAK = "_NL"
_OPENING = frozenset(["LPAR", "LSQB"])
_CLOSING = frozenset(["RPAR", "RSQB"])
_END = "$END"
_SUITE = "suite"
_Token: TypeAlias = tuple[str, Any, int, int]
"""A token: its name, what stands for it in the tree, and where it begins and ends."""
_CLOSERS = {
    **dict.fromkeys(("RPAR", "RSQB", "COLON", "_NL", "_INDENT", "_DEDENT"), 1),
    **dict.fromkeys(("SKIP", "NAME", "LPAR", "IN", "TO", "OF", "EQUAL", "MOST"), 2),
    **dict.fromkeys(("ELSE", "FOR", "BECOMES", "COMMA", "INT", "STRING", "ENDS", "AS", "UNTIL", "GETS", "FROM"), 3),
}
"""The tokens that may end what breaks off, and how far each takes one."""
_STAND_INS = {"NAME": "me", "INT": "1", "STRING": '""'}
"""What stands for those of them that have a text of their own."""
MOST_TRIED = 800
"""States that are looked at for an end."""


class Driver:
    """Parses texts of one grammar (`code`, `types` or `tables`)."""

    def __init__(self, grammar: str, automaton: Automaton, deepest: int) -> None:
        """`deepest` is how deep nodes may lie in one another, not counting those around a suite."""
        self._forms = forms_of(grammar)
        self._automaton = automaton
        self._deepest = deepest
        self._tokens = re.compile(automaton.tokens)
        self._passes_on = [rule.passes_on for rule in automaton.rules]
        self._ends = frozenset(last for _, last in automaton.starts.values())
        self._chains: dict[tuple[int, int, str], int] = {}
        """The state after all rules that only give on what is there: by the state before it, its own, and the token."""

    def parse(self, text: str, kind: str) -> Any | None:
        """The syntax tree of a text; None if something is wrong with it."""
        try:
            return self._run(self._lines(text), kind)
        except _Wrong:
            return None

    def completed(self, text: str, kind: str) -> Any | None:
        """The syntax tree of a text that breaks off, as it is with the least behind it that ends it; None if something
        before that is wrong, or nothing near ends it."""
        try:
            tokens = [*self._lines(text, is_whole=False)]
            states = self._states(tokens, kind)
        except _Wrong:
            return None
        closing = self._closing(states, kind)
        if closing is None:
            return None
        end = len(text)
        behind = [(token, plain_token(token, _STAND_INS.get(token, ""), end, end), end, end) for token in closing]
        try:
            return self._run(iter([*tokens, *behind]), kind)
        except _Wrong:
            return None

    def next_words(self, text: str, kind: str) -> list[str]:
        """The words of the language that may stand behind a text that breaks off, sorted."""
        try:
            states = self._states(self._lines(text, is_whole=False), kind)
        except _Wrong:
            return []
        words = {token: word for own in self._automaton.words.values() for word, token in own.items()}
        return sorted(word for token, word in words.items() if word.isalpha() and self._step(states, token))

    def _states(self, tokens: Iterable[_Token], kind: str) -> tuple[int, ...]:
        """The states in which the automaton is after some tokens. Raises _Wrong."""
        states: tuple[int, ...] | None = (self._automaton.starts[kind][0],)
        for token, *_ in tokens:
            states = self._step(states, token) if states is not None else None
        if states is None:
            raise _Wrong
        return states

    def _step(self, states: tuple[int, ...], token: str) -> tuple[int, ...] | None:
        """The states after one more token; None where it can't stand there. What `$END` ends has one state more."""
        actions, rules = self._automaton.actions, self._automaton.rules
        stack = list(states)
        while True:
            action = actions[stack[-1]].get(token)
            if action is None:
                return None
            if action >= 0:
                return (*stack, action)
            rule = rules[-1 - action]
            del stack[len(stack) - rule.length :]
            stack.append(actions[stack[-1]][rule.origin])
            if token is _END and stack[-1] in self._ends:
                return tuple(stack)

    def _closing(self, states: tuple[int, ...], kind: str) -> list[str] | None:
        """The least tokens that end a text in these states, the last of them `$END`; None if they aren't near."""
        waiting: list[tuple[int, int, tuple[int, ...], list[str]]] = [(0, 0, states, [])]
        seen: set[tuple[int, ...]] = set()
        number = 0
        while waiting and len(seen) < MOST_TRIED:
            cost, _, here, tokens = heappop(waiting)
            if here in seen:
                continue
            seen.add(here)
            if self._step(here, _END) is not None:
                return [*tokens, _END]
            for token in _CLOSERS:
                after = self._step(here, token)
                if after is not None and after not in seen:
                    number += 1
                    heappush(waiting, (cost + _CLOSERS[token], number, after, [*tokens, token]))
        return None

    def _run(self, tokens: Iterator[_Token], kind: str) -> Any:
        actions, rules, passes_on = self._automaton.actions, self._automaton.rules, self._passes_on
        first, last = self._automaton.starts[kind]
        states, values, heights = [first], [None], [0]
        starts, ends = [0], [0]
        chains = self._chains
        for token, value, start, end in tokens:
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
                    node, height = self._make(rule, values[before:], heights[before:], starts[before], ends[-1])
                    del states[before:], values[before:], heights[before:], starts[before + 1 :]
                    ends[before:] = [ends[-1]]
                    states.append(actions[states[-1]][rule.origin])
                    values.append(node)
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
        parts: list[Any] = []
        for at, is_list, absent in rule.children:
            if absent:
                parts += [None] * absent
            if is_list:
                parts += values[at]
            else:
                parts.append(values[at])
        if rule.absent:
            parts += [None] * rule.absent
        height = max(heights)
        if rule.is_list or (rule.may_vanish and len(parts) == 1):
            return (parts if rule.is_list else parts[0]), height
        if height >= self._deepest:
            raise _Wrong
        height = 0 if rule.name == _SUITE else height + 1
        special = SPECIAL.get(rule.name)
        node = special(parts) if special is not None else self._forms[rule.name].make(start, end, parts)
        return node, height

    def _lines(self, text: str, *, is_whole: bool = True) -> Iterator[_Token]:
        """The tokens, with one where a suite begins and one where it ends, and those that end a whole text."""
        brackets, levels = 0, [0]
        start = end = 0
        for token, word, start, end in self.words(text):
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
        if is_whole:
            for _ in levels[1:]:
                yield "_DEDENT", None, start, end
            yield _END, None, start, end

    def words(self, text: str) -> Iterator[tuple[str, str, int, int]]:
        """The words and signs of a right text, and its line breaks: of each the token's name, what is written, and
        where that begins and ends."""
        match, words, ignored = self._tokens.match, self._automaton.words, self._automaton.ignored
        at, length = 0, len(text)
        while at < length:
            token_match = match(text, at)
            if token_match is None or token_match.lastgroup is None:
                raise _Wrong
            start, at = at, token_match.end()
            token = token_match.lastgroup
            if token not in ignored:
                word = token_match[0]
                own = words.get(token)
                yield (own.get(word, token) if own is not None else token), word, start, at


class _Wrong(Exception):
    """The text isn't of the grammar, or something in it is too deep."""

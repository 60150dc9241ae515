"""Slips in code: an operator, a constant, a name, a statement that is another, or is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import expressions as e
from artrules.text.syntax.ast import statements as s
from artrules.text.syntax.ast import types as t
from artrules.text.syntax.ast.node import Identifier, Node, walk
from artrules.text.syntax.parse import parse
from artrules.text.syntax.problem import SyntaxProblem

from .declared import Declared
from .source import SourceFile

Change = tuple[str, int, int, str]
"""A kind, and the characters of the code from one place up to another that become a text."""
ORDERINGS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<=")}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/"}
QUANTIFIERS = {"any": "no", "no": "any", "first": "last", "last": "first"}
FOLDS = {"max": "min", "min": "max"}
SIDES = {"left": "right", "right": "left", "others": "players", "round_up": "round_down"}
ENDS = {"top": "bottom", "bottom": "top"}
LIMITS = {"until": "while", "while": "until"}


def mutate_code(file: SourceFile, declared: Declared) -> None:
    """Note all mutants of the code in a file."""
    for string in file.code:
        if string.scalar.folded or string.code == "label" or string.path.startswith("expects."):
            continue
        for kind, start, end, text in _changes(string.code, string.scalar, declared):
            whole = string.scalar.text[:start] + text + string.scalar.text[end:]
            if _parses(string.code, whole):
                _note(file, string.scalar, string.path, (kind, start, end, text))


def _note(file: SourceFile, scalar: Scalar, path: str, change: Change) -> None:
    """Where lines are swapped or dropped, the file's own lines are taken: their indentation is that of the file."""
    kind, start, end, text = change
    first, last = file.range_in(scalar, start, end)
    if "\n" in text:
        indent = " " * (scalar.position(0)[1] - 1)
        text = text.replace("\n", "\n" + indent)
    if kind == "statement dropped" and not text:
        first, last = file.lines_of(first, last)
    group = "data" if kind == "table" else "declarations" if kind == "type" else "code"
    file.mutate(group, kind, path, first, last, text)


def _parses(kind: str, text: str) -> bool:
    try:
        parse(kind, text)
    except SyntaxProblem:
        return False
    return True


def _changes(kind: str, scalar: Scalar, declared: Declared) -> Iterator[Change]:
    code = scalar.text
    try:
        tree = parse(kind, code)
    except SyntaxProblem:
        return
    if kind in ("type", "signature"):
        yield from _in_types(tree, code) if kind == "type" else ()
    elif kind == "table":
        yield from _in_table(tree, code)
    else:
        for node in walk(tree):
            yield from _in_expression(node, code)
            yield from _of_names(node, declared)
            yield from _of_statement(node, code)


def _between(code: str, left: Node, right: Node, pattern: str) -> tuple[int, int] | None:
    """Where an operator stands between two operands."""
    found = re.compile(pattern).search(code, left.end, right.start)
    return found.span() if found else None


def _in_expression(node: Node, code: str) -> Iterator[Change]:
    match node:
        case e.Equality(operator=operator, left=left, right=right):
            if at := _between(code, left, right, r"!=|=|\bis +not\b|\bis\b"):
                written = code[slice(*at)]
                other = {"=": "!=", "!=": "=", "is": "is not"}.get(written, "is")
                yield "comparison", *at, other
        case e.Ordering(operator=operator, left=left, right=right):
            if at := _between(code, left, right, r"<=|>=|<|>"):
                for other in ORDERINGS[operator]:
                    yield "comparison", *at, other
        case e.Membership(operator="in" | "not in" as operator, left=left, right=right):
            if at := _between(code, left, right, r"\bnot +in\b|\bin\b"):
                yield "comparison", *at, "in" if operator == "not in" else "not in"
        case e.Arithmetic(operator=operator, left=left, right=right):
            if at := _between(code, left, right, r"[-+*/%]"):
                yield "arithmetic", *at, ARITHMETIC[operator]
        case e.Logic(operator=operator, left=left, right=right):
            if at := _between(code, left, right, r"\band\b|\bor\b"):
                yield "and/or", *at, "or" if operator == "and" else "and"
        case e.Not(operand=operand):
            yield "negation", node.start, operand.start, ""
        case e.Number(digits=digits):
            yield "constant", node.start, node.end, str(int(digits) + 1)
            if int(digits):
                yield "constant", node.start, node.end, str(int(digits) - 1)
        case e.Truth(value=value):
            yield "constant", node.start, node.end, "no" if value else "yes"
        case e.Conditional(then=then, condition=condition, otherwise=otherwise):
            yield "negation", *_negated(code, condition)
            yield "else branch", node.start, node.end, code[then.start : then.end]
            yield "else branch", node.start, node.end, code[otherwise.start : otherwise.end]
        case e.Binder(name=name, domain=domain, condition=condition):
            if isinstance(domain, e.Name) and domain.text == "players":
                yield "domain", domain.start, domain.end, "others(me)"
            if condition is not None:
                yield "condition dropped", domain.end, condition.end, ""
                yield "negation", *_negated(code, condition)
        case e.Quantified(quantifier=word) if word in QUANTIFIERS:
            yield "quantifier", node.start, node.start + len(word), QUANTIFIERS[word]
        case e.Folded(fold=word) | e.Largest(fold=word) if word in FOLDS:
            yield "quantifier", node.start, node.start + len(word), FOLDS[word]
        case e.Key(way=way, value=value):
            at = code.find(way, node.start, value.start)
            yield "quantifier", at, at + len(way), "least" if way == "most" else "most"
        case e.Best(keys=keys) if len(keys) > 1:
            yield "condition dropped", keys[0].end, keys[-1].end, ""
        case e.PileEnd(which=which):
            yield "end of a pile", node.start, node.start + len(which), ENDS[which]
        case e.Call(name=Identifier(text=word, start=start, end=end), arguments=(argument,)) if word in SIDES:
            if word == "others":
                yield "domain", node.start, node.end, "players"
            else:
                yield "player", start, end, SIDES[word]
                yield "player", node.start, node.end, code[argument.start : argument.end]
        case e.Name(text="me"):
            yield "player", node.start, node.end, "left(me)"
        case e.Mine(name=name):
            yield "player", node.start, node.end, f"left(me).{name.text}"


def _negated(code: str, condition: Node) -> tuple[int, int, str]:
    text = code[condition.start : condition.end]
    return condition.start, condition.end, f"not ({text})"


def _of_names(node: Node, declared: Declared) -> Iterator[Change]:
    """Another zone, variable, attribute or member of the same type."""
    match node:
        case e.Name(text=text):
            start, end = node.start, node.end
        case e.Mine(name=name) | e.Member(name=name):
            text, end = name.text, name.end
            start = end - len(text)
        case _:
            return
    for other in declared.others(text):
        yield f"another {declared.types[text][0].removesuffix(' of')}", start, end, other


def _of_statement(node: Node, code: str) -> Iterator[Change]:
    match node:
        case s.Suite(statements=statements):
            yield from _in_suite(statements, code)
        case s.If(condition=condition, then=then, elifs=elifs, otherwise=otherwise):
            yield "negation", *_negated(code, condition)
            before: Node = then
            for branch in elifs:
                yield "negation", *_negated(code, branch.condition)
                yield "else branch", _end(code, before), _end(code, branch), ""
                before = branch
            if otherwise is not None:
                yield "else branch", _end(code, before), _end(code, otherwise), ""
        case s.Require(condition=condition) | s.RepeatLimit(kind="until" | "while", value=condition):
            yield "negation", *_negated(code, condition)
        case s.Branch(binders=binders, guard=guard, limit=limit, label=label) if guard is not None:
            yield "negation", *_negated(code, guard)
            yield "condition dropped", (binders[-1] if binders else label).end, guard.end, ""
        case s.Branch(limit=limit, label=label, binders=binders) if limit is not None:
            yield "limit", (binders[-1] if binders else label).end, limit.end, ""
        case s.Happens(condition=condition) | s.Reached(condition=condition) if condition is not None:
            before = node.name or node.event if isinstance(node, s.Happens) else node.boundary
            yield "condition dropped", before.end, condition.end, ""
            yield "negation", *_negated(code, condition)
        case s.Change(operator=operator, place=place, value=value):
            if at := _between(code, place, value, r"\+=|-="):
                yield "arithmetic", *at, "-=" if operator == "+" else "+="
                yield "arithmetic", *at, "becomes"
        case s.Move(which_end=which, zone=zone) if which is not None:
            at = code.rfind(which, node.start, zone.start)
            yield "end of a pile", at, at + len(which), ENDS[which]
        case s.Move(face=Identifier(text=face, start=start, end=end)):
            yield "face", start, end, "up" if face == "down" else "down"
        case s.Boundary(side=side):
            at = code.find(side, node.start, node.end)
            yield "boundary", at, at + len(side), "end" if side == "start" else "start"
        case s.MayUse(power=power, otherwise=None):
            yield "choice", node.start, power.start, "use "


def _in_suite(statements: tuple[Node, ...], code: str) -> Iterator[Change]:
    """Statements dropped, and neighbours swapped."""
    for statement in statements:
        end = _end(code, statement)
        alone = len(statements) == 1
        yield "statement dropped", statement.start, end, "skip" if alone else ""
    for one, other in pairwise(statements):
        one_end, other_end = _end(code, one), _end(code, other)
        indent = one.start - (code.rfind("\n", 0, one.start) + 1)
        text = code[other.start : other_end] + "\n" + " " * indent + code[one.start : one_end]
        yield "statements swapped", one.start, other_end, text


def _end(code: str, node: Node) -> int:
    """Where a statement's text ends, without the line break that belongs to it."""
    text = code[node.start : node.end]
    lines = [line.split(" #")[0].rstrip() for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    return node.start + len("\n".join([*text.split("\n")[: len(lines) - 1], lines[-1]])) if lines else node.end


def _in_types(tree: Node, code: str) -> Iterator[Change]:
    """Bounds of a type."""
    for node in walk(tree):
        if isinstance(node, t.RangeType):
            low, high = int(node.low), int(node.high)
            for other in (f"{low + 1}..{high}", f"{low}..{high - 1}", f"{low}..{high + 1}"):
                yield "type", node.start, node.end, other


def _in_table(tree: Node, code: str) -> Iterator[Change]:
    """Numbers of a stepwise table."""
    for node in walk(tree):
        if isinstance(node, t.Step | t.Slope):
            text = code[node.start : node.end]
            for found in re.finditer(r"[0-9]+", text):
                start = node.start + found.start()
                for other in (int(found[0]) + 1, int(found[0]) - 1):
                    if other >= 0:
                        yield "table", start, start + len(found[0]), str(other)

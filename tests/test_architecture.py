"""The tree keeps to `docs/inside/architecture.md`: who may import whom, and no game in the engine."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "interpreter" / "artrules"
WINGS: dict[str, tuple[str, ...]] = {
    "text": (),
    "model": ("text",),
    "check": ("text", "model"),
    "engine": ("text", "model"),
    "play": ("text", "model", "check", "engine"),
    "lab": ("text", "model", "check", "engine", "play"),
    "author": ("text", "model", "check", "engine", "play", "lab"),
    "table": ("text", "model", "check", "engine", "play", "lab", "author"),
    "__main__": ("table",),
    "__init__": ("text", "engine", "play"),
}
"""The packages, and which of the others each may import (`docs/inside/architecture.md`)."""
MACHINE = frozenset({"machine"})
MAY_IMPORT_IN_ENGINE: dict[str, frozenset[str]] = {
    "machine": frozenset(),
    "machine_code": MACHINE,
    "chance": MACHINE,
    "webassembly": MACHINE | {"machine_code"},
    "execute": MACHINE | {"machine_code", "webassembly"},
    "lower": MACHINE | {"machine_code", "chance"},
}
"""What parts of the engine may import of each other: the machine is a language of its own and knows of nothing else."""
GAMES = ("engine", "play.game", "play.position", "play.explain", "play.standalone")
PUBLIC_FOR_CLIENTS = {
    *("play.game", "engine.chance", "engine.lower.configuration"),
    *("play.position.save_document", "play.explain.why_not.answer", "play.standalone"),
    *("engine.lower.lowering", "engine.execute.foreign"),  # trials of what plugins bring
    "engine.execute.cpython",  # what memory complains of that checks every access
}
"""The modules and packages of the wings that play which their clients may import (`docs/extend/api.md`)."""
CLIENTS = ("lab", "author", "table")
NOT_OURS = ("os._exit", "sys._current_frames", "._asdict", "._replace")
"""How code ends that uses a documented name of Python's library which begins with an underscore."""
MODULES = sorted(PACKAGE.rglob("*.py"))
BENCHMARKS = sorted(
    p for p in (ROOT / "tests" / "tools" / "benchmarks").rglob("*.py") if not p.name.startswith("test_")
)


def dotted(path: Path) -> str:
    """The name by which a module is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path): path for path in MODULES}


def unit(path: Path) -> str:
    """The folder, or the module beside the folders, that a file belongs to."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def part(path: Path) -> tuple[str, ...]:
    """The wing, and the folder or module in it."""
    return path.with_suffix("").parts[len(PACKAGE.parts) :][:2]


@dataclass(frozen=True)
class Outline:
    """What the rules ask about a file, from one walk through its syntax tree."""

    docstring: str | None
    is_empty: bool
    imports: frozenset[str]
    """The modules of artrules that it imports anywhere in it, those for type checking alone too."""
    private_names: frozenset[str]
    """The private names that it defines: functions, methods, attributes of `self`, names in classes and modules."""
    private_accesses: tuple[tuple[str, str], ...]
    """Each use of another object's private attribute or of another module's private name: the name, and the code."""


@cache
def outline(path: Path) -> Outline:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    defined = {name for node in nodes for name in defined_names(node) if name.startswith("_")}
    return Outline(
        docstring=ast.get_docstring(tree),
        is_empty=not tree.body,
        imports=frozenset(n for node in nodes for n in imported_names(node) if n.split(".")[0] == "artrules"),
        private_names=frozenset(defined),
        private_accesses=tuple(access for node in nodes for access in private_accesses(node)),
    )


def imported_names(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.ImportFrom) and node.module:
        yield from (name if (name := f"{node.module}.{a.name}") in NAMES else node.module for a in node.names)
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)


def defined_names(node: ast.AST) -> Iterator[str]:
    """The name that a node of a syntax tree defines, if any."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
            yield name
        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
            yield name


def private_accesses(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The uses in this node of what is private to another object or module."""
    match node:
        case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super"))):
            return
        case ast.Attribute(attr=name) if name.startswith("_") and not name.endswith("__"):
            yield name, ast.unparse(node)
        case ast.ImportFrom(module=module, names=names) if module != "__future__":
            yield from ((a.name, f"{module}.{a.name}") for a in names if a.name.startswith("_") and a.name[-1] != "_")


def forbidden_imports(path: Path, wing: str) -> list[str]:
    """The modules that a file may not import if it belongs to this wing, each with the file's name."""
    allowed = {*WINGS[wing], wing, "__init__"}
    imports = sorted(outline(path).imports)
    return [f"{path.relative_to(ROOT)}: {name}" for name in imports if [*name.split("."), "__init__"][1] not in allowed]


def first_cycle(imports: dict[str, frozenset[str]]) -> list[str]:
    """Modules of which each imports one that stands before it, and the first the last; empty when there are none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_wings_import_in_one_direction() -> None:
    assert {unit(path) for path in MODULES} == WINGS.keys()
    assert [line for path in MODULES for line in forbidden_imports(path, unit(path))] == []


def test_parts_of_the_engine_import_in_one_direction() -> None:
    offenders = []
    for name, path in NAMES.items():
        match name.split("."):
            case ["artrules", "engine", part, *_]:
                imports = (i.split(".")[2] for i in outline(path).imports if i.startswith("artrules.engine."))
                offenders += [f"{name}: {i}" for i in imports if i not in MAY_IMPORT_IN_ENGINE[part] | {part}]
                if part not in ("lower", "webassembly"):
                    outside = {i for i in outline(path).imports if i.split(".")[1] != "engine"}
                    offenders += [f"{name}: {i}" for i in sorted(outside - {"artrules.text.record"})]
    assert offenders == []


def test_the_rule_has_teeth() -> None:
    """A file of an early wing that reached forward would be found."""
    assert forbidden_imports(PACKAGE / "play" / "game" / "game.py", "model")


def test_only_syntax_parses_with_lark() -> None:
    """Its trees and tokens don't leak: later stages read `syntax/ast/`. `conformance` only asks lark's version."""
    imports = re.compile(r"^ *(from|import)\b.*\blark\b", re.MULTILINE)
    users = {path.parent.name for path in MODULES if imports.search(path.read_text(encoding="utf-8"))}
    assert users == {"syntax", "conformance"}


def test_no_modules_import_each_other() -> None:
    """The public `__init__` imports nothing until a name is asked for, so everybody may ask where the package lies."""
    imports = {name: outline(path).imports & NAMES.keys() - {name, "artrules"} for name, path in NAMES.items()}
    assert any(imports.values())
    assert first_cycle(imports) == []


@pytest.mark.parametrize("wing", sorted(WINGS.keys() - {"play"}))
def test_packages_of_a_wing_import_in_one_direction(wing: str) -> None:
    """But for `play`, whose games explain themselves by what explains games."""
    imports: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        if unit(path) == wing:
            inside = (name.split(".") for name in outline(path).imports if name.startswith(f"artrules.{wing}."))
            imports[part(path)[-1]] |= {names[2] for names in inside}
    assert first_cycle({package: frozenset(others - {package}) for package, others in imports.items()}) == []


def test_a_cycle_of_imports_would_be_found() -> None:
    assert first_cycle({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a")})


def test_finding_content_loads_nothing_that_reads_it() -> None:
    """`play/plugins/` stands on both sides: it is asked for folders, and sees what was read. The search loads of it
    only what asks plugins."""
    code = "import sys, artrules.model.catalogue.scan, artrules.play.content_search; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = [name.split(".") for name in run.stdout.split() if name.startswith("artrules.")]
    loaded = {".".join(name[1:3]) for name in names if len(name) > 2}
    assert loaded == {
        *("model.catalogue", "play.content_search", "play.plugins"),
        *("text.diagnostics", "text.record", "text.source"),
    }


def test_importing_the_package_loads_nothing_of_it() -> None:
    """Nor anything else that a bare Python hasn't loaded, but for what `from __future__` and types need."""
    code = "import sys, typing; before = {*sys.modules}; import artrules; print(*sorted({*sys.modules} - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name for name in run.stdout.split() if name != "__future__"} == {"artrules"}


def test_the_package_has_every_name_that_it_shows() -> None:
    """For type checkers they are imported in a block of their own, and both say the same."""
    import artrules

    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in NAMES]
    homes = {alias.name: node.module or "" for node in imports for alias in node.names}
    assert homes.keys() == {*artrules.__all__} <= {*dir(artrules)}
    assert [n for n, home in homes.items() if getattr(artrules, n) is not getattr(import_module(home), n)] == []


def test_clients_use_the_public_api_of_games() -> None:
    offenders = []
    for path in (*(p for p in MODULES if unit(p) in CLIENTS), *BENCHMARKS):
        for name in outline(path).imports:
            module = name.removeprefix("artrules.")
            if _is_in(module, GAMES) and not _is_in(module, PUBLIC_FOR_CLIENTS):
                offenders.append(f"{path.relative_to(ROOT)}: {name}")
    assert offenders == []


def _is_in(module: str, packages: Iterable[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def private_accesses_to_others(path: Path, names: frozenset[str]) -> list[str]:
    """The code in a file by which it uses private names that aren't among these, each with the file's name."""
    return [
        f"{path.name}: {code}"
        for name, code in outline(path).private_accesses
        if name not in names and not code.endswith(NOT_OURS)
    ]


def test_nobody_uses_what_is_private_to_another_package() -> None:
    """Only the early wings may share private names within a part; in those that play and in clients they belong to one
    file."""
    shared: defaultdict[tuple[str, ...], frozenset[str]] = defaultdict(frozenset)
    for path in MODULES:
        shared[part(path)] |= outline(path).private_names
    offenders = []
    for path in (*MODULES, *BENCHMARKS):
        may_share = path.is_relative_to(PACKAGE) and unit(path) not in ("play", *CLIENTS)
        offenders += private_accesses_to_others(path, shared[part(path)] if may_share else outline(path).private_names)
    assert offenders == []


def opaque_accesses(path: Path) -> list[str]:
    """The code in a file by which it uses the engine's own form of a game, of a decision or an option."""
    attributes = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Attribute)]
    owners = {"playing": "game", "moment": "decision", "asked": "decision"}
    return [
        f"{path.name}: {code}"
        for attribute in attributes
        if attribute.attr in owners and (code := ast.unparse(attribute)).split(".")[-2].endswith(owners[attribute.attr])
    ]


def test_clients_leave_alone_what_is_opaque_to_them(tmp_path: Path) -> None:
    """A game, a decision and an option have each one attribute or two for the modules of `play`."""
    assert [line for path in MODULES if unit(path) in CLIENTS for line in opaque_accesses(path)] == []
    client = tmp_path / "client.py"
    client.write_text("print(self.game.playing.moment, option.decision.asked, answer.asked)", encoding="utf-8")
    assert {*opaque_accesses(client)} == {"client.py: self.game.playing", "client.py: option.decision.asked"}


def test_the_rule_about_private_names_has_teeth(tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(
        "from artrules.play.game.log import _x\nprint(game._state, self._y, os._exit)\n", encoding="utf-8"
    )
    assert private_accesses_to_others(client, frozenset()) == [
        "client.py: artrules.play.game.log._x",
        "client.py: game._state",
    ]


def words_of_the_shipped_games() -> set[str]:
    """Names that only content may know: of rulesets, sets, kinds, phases, zones and what sets hold; but for those that
    layouts have for patterns of cards, and for the sizes that cards are printed in."""
    import artrules
    from artrules.author.cards.sheets import SIZES
    from artrules.model.catalogue.locations import shipped_rulesets
    from artrules.text.content.layout import Template

    words: set[str] = set()
    for name in shipped_rulesets():
        model = artrules.load(name).model
        words |= {name, *model.sets, *model.groups}
        for power_set in model.sets.values():
            for held in power_set.fills.values():
                words |= {keyed.title.removeprefix("The ").lower().replace(" ", "_") for keyed in held.values()}
    return {w for w in words - {*get_args(Template), *SIZES} if len(w) > 3}


def test_no_game_in_the_engine() -> None:
    words = words_of_the_shipped_games()
    assert words
    found = re.compile(r"\b(" + "|".join(w.replace("_", "[_ ]") for w in sorted(words)) + r")s?\b", re.IGNORECASE)
    files = [*MODULES, *PACKAGE.rglob("*.lark"), *(ROOT / "schemas").glob("*.json")]
    assert [f"{p}: {m.group()}" for p in files if (m := found.search(p.read_text(encoding="utf-8")))] == []


def test_a_module_says_what_it_is_for() -> None:
    outlines = {path: outline(path) for path in MODULES}
    assert [str(path) for path, o in outlines.items() if not (o.is_empty or o.docstring)] == []

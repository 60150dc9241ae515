"""Draws the course of a game and what it calls: setup, phases, the end and the score in their order, and beside them,
layer by layer, the procedures, menus and powers that they call, each with the functions that it asks.

In: a `Model`. Out: an SVG that needs nothing else; pointing at a box tells where it stands and lights its calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from artrules.model.analyses.calls import every_body
from artrules.model.ir import nodes as k
from artrules.model.ir.code import name_of_procedure
from artrules.model.ir.declarations import Declaration, Function, PowerDefinition, Procedure
from artrules.model.ir.model import Model

# What calls what.

MOST_FUNCTIONS = 2
"""So many functions are named in a box; pointing at it names all."""
WHO = {"in_turn": "in turn", "all_at_once": "all at once", "nobody": "by itself"}


@dataclass(slots=True, eq=False)
class Box:
    """A piece of code in the drawing. `sort` is its word among declarations, such as `phase`; `place_words` say
    where it stands."""

    sort: str
    title: str
    place_words: str
    about: str = ""
    """What is said of it below its title."""
    calls: list[Box] = field(default_factory=list)
    hears: list[Box] = field(default_factory=list)
    """What runs when this announces an event: watches and powers that wait for it."""
    functions: list[Function] = field(default_factory=list)
    x: float = 0
    y: float = 0

    @property
    def width(self) -> float:
        """In pixels, as far as that can be told without a font."""
        return 22 + max(7.7 * len(self.title), 6.3 * max(map(len, self.lines), default=0))

    @property
    def height(self) -> float:
        return 28 + 16 * len(self.lines)

    @property
    def lines(self) -> list[str]:
        """What stands below the title: who acts, and which functions are asked."""
        lines = [self.about] if self.about else []
        if self.functions:
            keys = [function.name for function in self.functions[:MOST_FUNCTIONS]]
            more = len(self.functions) - len(keys)
            lines.append(f"asks {', '.join(keys)}{f' and {more} more' if more > 0 else ''}")
        return lines

    @property
    def tooltip(self) -> str:
        """Where it stands, and where all functions stand that it asks."""
        asked = [f"asks {each.key}, {each.at.file}:{each.at.line}" for each in self.functions]
        return "\n".join([self.place_words, *asked])


@dataclass(frozen=True, slots=True)
class CallGraph:
    """The course of a game by its sections, such as `Each round`, each with its boxes in order; `again` has the phases
    that lead back to a phase, with that."""

    title: str
    course: Sequence[tuple[str, Sequence[Box]]]
    again: Sequence[tuple[Box, Box]]


def call_graph(model: Model) -> CallGraph:
    """What the course of a game calls."""
    boxes: dict[str, Box] = {}

    def box(name: str, declaration: Declaration, title: str, about: str = "") -> Box:
        at = declaration.at
        boxes[name] = Box(name.split()[0], title, f"{name}, {at.file}:{at.line}", about)
        return boxes[name]

    flow = model.flow
    setup = [box(f"setup {step.key}", step, _words(step.name)) for step in flow.setup if step.part_of is None]
    phases = [
        box(f"phase {phase.key}", phase, model.title_of_phase(phase.name), f"{phase.name} · {WHO[phase.who]}")
        for phase in flow.phases
    ]
    final = [box(f"final {step.key}", step, _words(step.name)) for step in flow.final if step.part_of is None]
    score = [box(f"score {part.key}", part, part.label or _words(part.name)) for part in flow.score]
    for procedure in model.procedures.values():
        name = name_of_procedure(procedure)
        if procedure.part_of is None:
            box(name, procedure, name.split()[1])
    powers = _boxes_of_powers(model, boxes)
    _connect(model, boxes, powers)
    named = {phase.name: each for phase, each in zip(flow.phases, phases, strict=True)}
    again = [
        (each, named.get(phase.back_to, each))
        for phase, each in zip(flow.phases, phases, strict=True)
        if phase.code.get("again") is not None
    ]
    sections = [("Setup", setup), ("Each round", phases), ("At the end", final), ("Score", score)]
    return CallGraph(model.title, [(title, each) for title, each in sections if each], again)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _boxes_of_powers(model: Model, boxes: dict[str, Box]) -> list[Box]:
    """A box for the powers of each group, under the names of all of them. Gives those with powers that players use."""
    used: dict[Box, None] = {}
    of_group: defaultdict[str, list[PowerDefinition]] = defaultdict(list)
    for power in model.powers:
        of_group[power.group].append(power)
    for group, powers in of_group.items():
        first_of_set = {power.owner: power for power in reversed(powers)}
        lines = []
        for owner, first in sorted(first_of_set.items(), key=lambda item: item[1].index):
            title = model.sets[owner].title if owner is not None and owner in model.sets else model.title
            number = sum(power.owner == owner for power in powers)
            lines.append(f"{title}: {number} powers, {first.at.file}:{first.at.line}")
        about = f"{len(powers)} powers in {len(lines)} set{'s' * (len(lines) > 1)}"
        box = Box("power", f"powers for {_words(group)}", "\n".join(lines), about)
        for power in powers:
            boxes[f"power {power.key}"] = box
            if power.is_used:
                used[box] = None
    return list(used)


def _connect(model: Model, boxes: Mapping[str, Box], powers: Sequence[Box]) -> None:
    """Note what each box calls, and what runs when it announces something."""
    announced: defaultdict[object, list[Box]] = defaultdict(list)
    heard: defaultdict[object, list[Box]] = defaultdict(list)
    for code in every_body(model):
        source = boxes.get(code.name) or _box_of_part(model, code.name, boxes)
        if source is None:
            continue
        for node in code.every_node:
            match node:
                case k.Call(function=Function(part_of=None, attribute=None) as function):
                    if function not in source.functions:
                        source.functions.append(function)
                case k.Perform(procedure=procedure):
                    _add(source.calls, boxes.get(procedure.part_of or name_of_procedure(procedure)), source)
                case k.UsePower():
                    for each in powers:
                        _add(source.calls, each, source)
                case k.Announce(event=event):
                    _add(announced[event], source)
                case k.Watch(event=event):
                    _add(heard[event], source)
                case k.FieldOf(event=event) if source.sort == "power":
                    _add(heard[event], source)
    for each_event, sources in announced.items():
        for source in sources:
            for each in heard[each_event]:
                if each not in source.calls:
                    _add(source.hears, each, source)


def _add(boxes: list[Box], box: Box | None, source: Box | None = None) -> None:
    if box is not None and box is not source and box not in boxes:
        boxes.append(box)


def _box_of_part(model: Model, name: str, boxes: Mapping[str, Box]) -> Box | None:
    """The box of what a function or procedure is a part of."""
    sort, _, key = name.partition(" ")
    tables: dict[str, Mapping[str, Function | Procedure]] = {"function": model.functions, "procedure": model.procedures}
    part = tables.get(sort, {}).get(key)
    return None if part is None or part.part_of is None else boxes.get(part.part_of)


# Where everything stands: the course is the first layer, and what something calls lies in a later one. Of calls over
# several layers each part has a place of its own, so that they pass between boxes; the order in a layer is that of the
# places to which things are connected (Sugiyama's method), and so are their heights, as far as the order allows.

GAP = 14
BETWEEN_LAYERS = 76
HEADING = 44
SWEEPS = 12


@dataclass(slots=True, eq=False)
class _Bend:
    """Where a call passes a layer."""

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 4


_Spot = Box | _Bend


class Layout:
    """The places of the boxes of a graph, and the ways of its calls."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph
        course = [box for _, section in graph.course for box in section]
        self._back: set[tuple[Box, Box]] = set()
        """Calls and events that lead to where they come from: they don't count for the order."""
        layer_of = self._layers(course)
        self.layers: list[list[_Spot]] = [[] for _ in range(max(layer_of.values(), default=0) + 1)]
        for box, layer in layer_of.items():
            self.layers[layer].append(box)
        self.ways: dict[Box, list[tuple[list[_Spot], bool]]] = {box: [] for box in layer_of}
        """By box: its calls, each with the spots that it passes, and whether it is by an event."""
        self._sources: defaultdict[_Spot, list[_Spot]] = defaultdict(list)
        self._targets: defaultdict[_Spot, list[_Spot]] = defaultdict(list)
        for box in layer_of:
            for target in box.calls:
                self._lead(box, target, layer_of, by_event=False)
            for target in box.hears:
                self._lead(box, target, layer_of, by_event=True)
        self._order()
        self._place()

    def _layers(self, course: Sequence[Box]) -> dict[Box, int]:
        """The layer of each box that the course reaches: one more than that of the last that calls it, or, where
        nothing does, that announces what it waits for."""
        called = _called_from(course)
        ordered: list[Box] = []
        state: dict[Box, bool] = {}

        def later(box: Box) -> list[Box]:
            return [*box.calls, *(target for target in box.hears if target not in called)]

        def visit(box: Box) -> None:
            state[box] = False
            for target in later(box):
                if target not in state:
                    visit(target)
                elif state[target] is False:
                    self._back.add((box, target))
            state[box] = True
            ordered.append(box)

        for box in course:
            if box not in state:
                visit(box)
        layer_of = dict.fromkeys(course, 0)
        for box in reversed(ordered):
            layer_of.setdefault(box, 1)
            for target in later(box):
                if (box, target) not in self._back:
                    layer_of[target] = max(layer_of.get(target, 1), layer_of[box] + 1)
        return layer_of

    def _lead(self, source: Box, target: Box, layer_of: Mapping[Box, int], *, by_event: bool) -> None:
        first, last = layer_of[source], layer_of[target]
        spots: list[_Spot] = [source]
        if last > first:
            for layer in range(first + 1, last):
                spots.append(_Bend())
                self.layers[layer].append(spots[-1])
            spots.append(target)
            for one, other in pairwise(spots):
                self._targets[one].append(other)
                self._sources[other].append(one)
        else:
            spots.append(target)
        self.ways[source].append((spots, by_event))

    def _order(self) -> None:
        """Put what is connected to the same near each other, in every layer but the first."""
        place = {spot: float(n) for layer in self.layers for n, spot in enumerate(layer)}
        for sweep in range(SWEEPS):
            forth = sweep % 2 == 0
            beside = self._sources if forth else self._targets
            for layer in self.layers[1:] if forth else self.layers[-2:0:-1]:
                wanted = {spot: _mean([place[each] for each in beside[spot]], place[spot]) for spot in layer}
                layer.sort(key=lambda spot: wanted[spot])
                place.update((spot, float(n)) for n, spot in enumerate(layer))

    def _place(self) -> None:
        x = 64.0
        headings = {section[0] for _, section in self._graph.course}
        for layer in self.layers:
            width = max((spot.width for spot in layer), default=0)
            for spot in layer:
                spot.x = x
                if isinstance(spot, _Bend):
                    spot.width = width
            x += width + BETWEEN_LAYERS
        above = {spot: HEADING if spot in headings else GAP for layer in self.layers for spot in layer}
        for layer in self.layers:
            _settle(layer, [0.0] * len(layer), above)
        for sweep in range(SWEEPS):
            forth = sweep % 2 == 0
            for layer in self.layers[1:] if forth else self.layers[-2::-1]:
                beside = self._sources if forth else self._targets
                wanted = [_mean([_middle(each) for each in beside[spot]], _middle(spot)) for spot in layer]
                _settle(layer, wanted, above)
        highest = min((spot.y - above[spot] for layer in self.layers for spot in layer), default=0)
        for spot in (spot for layer in self.layers for spot in layer):
            spot.y += 70 - highest

    @property
    def size(self) -> tuple[float, float]:
        """Of the whole drawing, in pixels."""
        spots = [spot for layer in self.layers for spot in layer]
        right = max((spot.x + spot.width for spot in spots), default=0)
        return max(right + 24, 420), max((spot.y + spot.height for spot in spots), default=60) + 64


def _called_from(course: Sequence[Box]) -> set[Box]:
    """The boxes of the course, and those that they call, directly or not."""
    called, waiting = set(course), list(course)
    while waiting:
        targets = [target for target in waiting.pop().calls if target not in called]
        called.update(targets)
        waiting += targets
    return called


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _middle(spot: _Spot) -> float:
    return spot.y + spot.height / 2


def _settle(layer: Sequence[_Spot], wanted: Sequence[float], above: Mapping[_Spot, float]) -> None:
    """Place the spots of a layer as near to the middles that are wanted as their order and the room above each allow:
    those that would lie over one another move together."""
    offset = 0.0
    blocks: list[list[float]] = []  # [sum of the wanted tops, number of spots]
    offsets: list[float] = []
    for spot, middle in zip(layer, wanted, strict=True):
        offset += above[spot]
        offsets.append(offset)
        blocks.append([middle - spot.height / 2 - offset, 1])
        offset += spot.height
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    tops = [total / count for total, count in blocks for _ in range(int(count))]
    for spot, top, own in zip(layer, tops, offsets, strict=True):
        spot.y = top + own


# The drawing.

_STYLE = """
text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1d2733; }
.title { font-size: 20px; font-weight: 650; }
.section { font-size: 12px; font-weight: 650; fill: #5b6875; }
.about { font-size: 11px; fill: #5b6875; }
rect { fill: #fff; stroke: #8a97a5; rx: 6px; }
.phase rect, .setup rect, .final rect, .score rect { fill: #e8f0fb; stroke: #2f5f9e; }
.phase text:first-of-type { font-weight: 650; }
.menu rect { fill: #fdf3df; stroke: #a87412; }
.power rect { fill: #f4e9f7; stroke: #7a3f92; }
.asked { font-style: italic; }
path { fill: none; stroke: #9aa6b3; stroke-width: 1.2; }
path.event { stroke-dasharray: 5 4; }
path.course { stroke: #2f5f9e; stroke-width: 1.8; }
g.box path { stroke: #c2410c; stroke-width: 2.4; visibility: hidden; }
g.box:hover path { visibility: visible; }
g.box:hover > rect { stroke: #c2410c; stroke-width: 2; }
marker path { fill: #9aa6b3; stroke: none; }
marker.course path { fill: #2f5f9e; }
""".strip()
_LEGEND = (
    ("phase", "setup, phase, end, score"),
    ("procedure", "procedure"),
    ("menu", "menu"),
    ("power", "powers"),
)


def draw(graph: CallGraph) -> str:
    """The drawing of a graph, as SVG."""
    layout = Layout(graph)
    width, height = layout.size
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(graph.title)}: the course of the game and what it calls</title>",
        f"<style>{_STYLE}</style>",
        "<defs>",
        *(_marker(name) for name in ("call", "course")),
        "</defs>",
        f'<rect width="{width:.0f}" height="{height:.0f}" style="stroke: none; rx: 0" />',
        f'<text class="title" x="24" y="36">{escape(graph.title)}</text>',
        *_course(graph),
    ]
    boxes = [spot for layer in layout.layers for spot in layer if isinstance(spot, Box)]
    lines += [way for box in boxes for way in _ways(layout.ways[box])]
    lines += [line for box in boxes for line in _box(box, layout.ways[box])]
    sorts = {box.sort for box in boxes} | {"phase"}
    return "\n".join([*lines, *_legend(height - 40, sorts), "</svg>"]) + "\n"


def _marker(name: str) -> str:
    size = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"'
    return f'<marker id="{name}" class="{name}" {size}><path d="M0 0 L8 4 L0 8 Z" /></marker>'


def _course(graph: CallGraph) -> Iterator[str]:
    """The names of the sections, and the way from each box of the course to the next and back."""
    boxes = [box for _, section in graph.course for box in section]
    for title, section in graph.course:
        yield f'<text class="section" x="{section[0].x:.0f}" y="{section[0].y - 8:.0f}">{escape(title)}</text>'
    x = min((box.x for box in boxes), default=0) + 16
    for one, other in pairwise(boxes):
        to = other.y - (24 if any(section[0] is other for _, section in graph.course) else 2)
        yield f'<path class="course" marker-end="url(#course)" d="M{x:.1f} {one.y + one.height:.1f} V{to:.1f}" />'
    for title, section in graph.course:
        if title == "Each round":
            yield _way_back(section[-1], section[0], 26, "the next round")
    for box, target in graph.again:
        yield _way_back(box, target, 14, "again")


def _way_back(box: Box, target: Box, far: float, title: str) -> str:
    left, from_, to = box.x - far, box.y + box.height * 0.7, target.y + target.height * 0.3
    way = f"M{box.x:.1f} {from_:.1f} H{left + 6:.1f} Q{left:.1f} {from_:.1f} {left:.1f} {from_ - 6:.1f}"
    way += f" V{to + 6:.1f} Q{left:.1f} {to:.1f} {left + 6:.1f} {to:.1f} H{target.x - 2:.1f}"
    return f'<path class="course" marker-end="url(#course)" d="{way}"><title>{title}</title></path>'


def _ways(ways: Iterable[tuple[Sequence[_Spot], bool]]) -> Iterator[str]:
    for spots, by_event in ways:
        marked = 'class="event" ' if by_event else ""
        yield f'<path {marked}marker-end="url(#call)" d="{_line(spots)}" />'


def _box(box: Box, ways: Iterable[tuple[Sequence[_Spot], bool]]) -> Iterator[str]:
    """A box above all calls, with its own a second time: they are seen while somebody points at it."""
    yield f'<g class="box {box.sort}"><title>{escape(box.tooltip)}</title>'
    yield from _ways(ways)
    yield f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" />'
    yield f'<text x="{box.x + 11:.1f}" y="{box.y + 18.5:.1f}">{escape(box.title)}</text>'
    for number, line in enumerate(box.lines):
        sort = "about" if box.about and number == 0 else "about asked"
        yield f'<text class="{sort}" x="{box.x + 11:.1f}" y="{box.y + 35 + 16 * number:.1f}">{escape(line)}</text>'
    yield "</g>"


def _line(spots: Sequence[_Spot]) -> str:
    """The way of a call: from the right edge of a box to the left edge of another, or, where that doesn't lie further
    right, back to its right edge."""
    first, last = spots[0], spots[-1]
    x, y = first.x + first.width, _middle(first)
    if last.x <= first.x:
        to_x, to_y = last.x + last.width, _middle(last) + 6
        far = max(x, to_x) + 46
        return f"M{x:.1f} {y:.1f} C{far:.1f} {y:.1f} {far:.1f} {to_y:.1f} {to_x + 2:.1f} {to_y:.1f}"
    line = f"M{x:.1f} {y:.1f}"
    for spot in spots[1:]:
        to_x, to_y = spot.x - (2 if spot is last else 0), _middle(spot)
        half = (to_x - x) / 2
        line += f" C{x + half:.1f} {y:.1f} {to_x - half:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = spot.x + spot.width, to_y
        if spot is not last:
            line += f" H{x:.1f}"
    return line


def _legend(y: float, sorts: Container[str]) -> Iterator[str]:
    x = 24.0
    for sort, words in _LEGEND:
        if sort not in sorts:
            continue
        yield f'<g class="{sort}"><rect x="{x:.0f}" y="{y:.0f}" width="22" height="14" />'
        yield f'<text class="about" x="{x + 28:.0f}" y="{y + 11:.0f}">{words}</text></g>'
        x += 46 + 6.2 * len(words)

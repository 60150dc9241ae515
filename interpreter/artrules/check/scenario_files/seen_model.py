"""What scenarios can know of a game: everything that is declared, and all texts that players may read, but no code.

The checks of scenarios are given such a model. So what they find is the same as long as its outline is, and an edit of
code that changes no text of the game asks no scenario again.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from artrules.model.analyses.label_texts import label_texts
from artrules.model.analyses.possible_texts import Anything, Listed, OneOf, Texts, Whole, Words
from artrules.model.ir.declarations import Declaration, Text
from artrules.model.ir.layout import Layout
from artrules.model.ir.model import Flow, Hints, Model, kept_with_model, share_what_is_kept
from artrules.model.ir.node import Node
from artrules.text.diagnostics.diagnostic import Span

_NOTHING: Mapping[Any, Any] = MappingProxyType({})
_BY_NAME = (
    *("lives", "limits", "power_attributes", "events", "tables", "functions", "plugin_functions", "procedures"),
    *("pieces", "totals", "rulings", "terms"),
)
"""Tables of which scenarios know no more than what stands in them …"""
_CODE = (
    *("values", "reasons", "bodies", "locals", "conditions", "modified", "gifts", "starts", "may_be", "at_most"),
    *("counts", "card_labels"),
)
"""… and those of code."""


@kept_with_model
def seen_by_scenarios(model: Model) -> Model:
    """A model without its code and without prose, but with all texts that its code can make. Of what scenarios can only
    name there are names alone."""
    flow, layout = model.flow, model.layout
    tables: dict[str, Any] = {name: _names_by_key(getattr(model, name)) for name in _BY_NAME}
    tables |= dict.fromkeys(_CODE, _NOTHING)
    names = Layout(
        areas=_names(layout.areas),
        zones=_names_by_key(layout.zones),
        variables=_names_by_key(layout.variables),
        figures=layout.figures,
        cards=_names_by_key(layout.cards),
        members={enum: _names_by_key(members) for enum, members in layout.members.items()},
        story=_names(layout.story),
        options=_names(layout.options),
    )
    seen = replace(
        model,
        flow=Flow(
            setup=_names(flow.setup),
            phases=[replace(phase, body=(), code=_NOTHING, code_text=_NOTHING) for phase in flow.phases],
            final=_names(flow.final),
            score=_names(flow.score),
        ),
        layout=names,
        hints=Hints(options=_names(model.hints.options)),
        ruling_headings=(),
        remarks=(),
        **tables,
    )
    share_what_is_kept(label_texts, model, seen)
    return seen


def _names(declarations: Iterable[Declaration]) -> Any:
    return [Declaration(each.name, each.at, owner=each.owner) for each in declarations]


def _names_by_key(declarations: Mapping[str, Declaration]) -> Any:
    return dict(zip(declarations, _names(declarations.values()), strict=True))


@kept_with_model
def outline_of_seen(seen: Model) -> bytes:
    """A hash (BLAKE2b, 16 bytes) of all that a model which `seen_by_scenarios` gives holds, but for places: models with
    the same hash are the same for whoever checks scenarios."""
    texts = label_texts(seen)
    kinds = [frozenset(), *(frozenset([kind]) for kind in seen.kinds)]
    writer = _Writer()
    writer.write(seen)
    writer.write((texts.options, texts.said, texts.pauses, texts.log))
    writer.write([(texts.cards(kind), dict(texts.card_labels(kind)), texts.has_fixed_labels(kind)) for kind in kinds])
    return blake2b("\0".join(writer.parts).encode(errors="surrogatepass"), digest_size=16).digest()


class _Writer:
    """Writes values as texts, in an order that is the same in every process."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._written: dict[int, str] = {}
        """By the identity of what is written once: how it is named from then on."""

    def write(self, value: Any) -> None:
        kind = type(value)
        if kind in (str, int, bool) or value is None:
            self.parts.append(repr(value))
        elif kind in (list, tuple):
            self._row("list", value)
        elif isinstance(value, Mapping):
            self.parts.append(f"mapping {len(value)}")
            for key, each in value.items():
                self.write(key)
                self.write(each)
        elif kind is frozenset:
            self.parts.append(f"set {sorted(map(repr, value))}")
        elif kind is Declaration:
            self.parts.append(f"{value.name!r} {value.owner!r}")
        elif kind is not Span:
            self._write_once(value)

    def _row(self, name: str, values: Iterable[Any]) -> None:
        self.parts.append(f"{name} (")
        for each in values:
            self.write(each)
        self.parts.append(")")

    def _write_once(self, value: Any) -> None:
        """What may stand in many places."""
        name = self._written.get(id(value))
        if name is not None:
            self.parts.append(name)
            return
        kind = type(value)
        self._written[id(value)] = f"{kind.__name__} {len(self._written)}"
        if isinstance(value, Node):
            self._row("code", [getattr(value, "type", None)])
        elif kind is Words:
            self.parts.append(f"words {sorted(value.texts)}")
        elif kind in _PARTS_OF_TEXTS:
            self._row(kind.__name__, _PARTS_OF_TEXTS[kind](value))
        elif is_dataclass(kind):
            self._row(kind.__name__, [getattr(value, name) for name in _fields(kind)] if kind is not Text else ())
        else:
            raise TypeError(f"nobody has said how a {kind.__name__} is written")


_PARTS_OF_TEXTS: Mapping[type, Callable[[Any], Iterable[Any]]] = {
    Texts: lambda texts: texts.patterns,
    OneOf: lambda one: one.patterns,
    Listed: lambda listed: listed.item,
    Whole: lambda whole: (whole.low, whole.high),
    Anything: lambda _: (),
}


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The fields of a class, but for code as its author wrote it and for functions."""
    return tuple(f.name for f in fields(kind) if not f.name.endswith("_text") and f.name not in _NOT_WRITTEN)


_NOT_WRITTEN = frozenset({"at", "source_text", "not_in_code"})

"""How content is declared: sections are classes whose fields are the keys of a mapping, each with its value.

A value says what may stand under a key: its shape for the schemas, and how it is read. From a node whose shape has
been checked the reader makes an instance of a section. The other modules of this package declare the sections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    overload,
)

from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, code, expression, flag, items, number, scalar, word

# A value: what may stand under a key, with its shape for the schemas and the way in which it is read.

T = TypeVar("T")
W = TypeVar("W", bound=str)

Shape: TypeAlias = Mapping[str, object]
"""JSON Schema as data, without title and description. A value or the class of a section stands for its own schema."""

DEFINITIONS: Final = "definitions.schema.json"
"""The file of schemas that holds what all kinds of file share."""


@dataclass(frozen=True, eq=False)
class Value(Generic[T]):
    """What may stand under a key. `read` makes a T of a node, and of no node or one of the wrong shape too: the schemas
    have judged the shape, so that reading need not complain."""

    shape: Shape
    read: Callable[[Node | None], T]
    title: str = ""
    description: str = ""
    definition: str = ""
    """Its name under `$defs`. Without one its schema is written wherever it is used."""
    file: str = DEFINITIONS
    """The file of schemas in which its definition stands."""

    def named(self, definition: str, title: str, description: str, file: str = DEFINITIONS) -> Value[T]:
        """The same value, defined once under this name and referred to."""
        return replace(self, definition=definition, title=title, description=description, file=file)


def optional(value: Value[T]) -> Value[T | None]:
    """The same value, read as None where the key is absent, so that nothing can be told from something empty."""
    return Value(value.shape, lambda node: value.read(node) if node is not None else None)


def text(shape: Shape, read: Callable[[Node | None], Scalar | None] = scalar) -> Value[Scalar | None]:
    """A single text or number, kept with its place."""
    return Value(shape, read)


@overload
def choice(*words: W) -> Value[W | None]: ...
@overload
def choice(*words: W, otherwise: W) -> Value[W]: ...
def choice(*words: W, otherwise: W | None = None) -> Value[W | None] | Value[W]:
    """One of a few words. `otherwise` is read where the key is absent, and for anything that is none of the words."""
    shape: dict[str, object] = {"enum": list(words)}
    choices: dict[str, W] = {each: each for each in words}
    if otherwise is None:
        return Value(shape, lambda node: choices.get(word(node)))
    return Value({**shape, "default": otherwise}, lambda node: choices.get(word(node), otherwise))


def integer(*, minimum: int | None = None, maximum: int | None = None) -> Value[Scalar | None]:
    """A whole number, kept with its place; None for anything else."""
    shape: dict[str, object] = {"type": "integer"}
    if minimum is not None:
        shape["minimum"] = minimum
    if maximum is not None:
        shape["maximum"] = maximum
    return Value(shape, _integer)


def _integer(node: Node | None) -> Scalar | None:
    return scalar(node) if number(node) is not None else None


def truth(*, otherwise: bool) -> Value[bool]:
    """`yes` or `no`; `otherwise` is what holds where the key is absent."""
    return Value({"type": "boolean", "default": otherwise}, lambda node: flag(node, otherwise))


def anything(shape: Shape) -> Value[Node | None]:
    """A node that its user reads, because its meaning depends on more than its shape."""
    return Value(shape, _unread)


def _unread(node: Node | None) -> Node | None:
    return node


def list_of_texts(shape: Shape) -> Value[tuple[Scalar, ...]]:
    """The texts of a list; a text alone counts as a list of one."""
    return Value(shape, lambda node: _scalars(items(node)))


def _scalars(nodes: Iterable[Node]) -> tuple[Scalar, ...]:
    return tuple(node for node in nodes if isinstance(node, Scalar))


def list_of_nodes(shape: Shape) -> Value[tuple[Node, ...]]:
    """The items of a list, which their user reads."""
    return Value(shape, lambda node: tuple(items(node)))


# Sections: classes whose fields are the keys of a mapping in content, and the reader that makes instances of them.

S = TypeVar("S", bound="Section")

Named: TypeAlias = tuple[tuple[Scalar, T], ...]
"""The entries of a mapping whose keys are the author's, in the order of the file: each key, what stands under it."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a section, as it is declared. Title and description are empty where the value's own will do."""

    name: str
    value: Value[Any]
    title: str
    description: str
    required: bool
    needs: tuple[str, ...]
    """Keys without which this one can't stand."""
    required_if: tuple[str, str] | None
    """Another key, and the word under it with which this key is required."""

    @property
    def meaning(self) -> str:
        """What the key means, in a sentence."""
        return self.description or self.value.description


@dataclass(frozen=True, slots=True)
class AuthorKeys:
    """The keys of a section that are not fixed: how they are written, and what stands under them."""

    key: Value[Any]
    value: Value[Any]


@dataclass(frozen=True, slots=True)
class Shorthand:
    """The short form of a section: a value that isn't a mapping stands for a mapping with one key."""

    key: str
    value: Value[Any]


@dataclass(frozen=True, slots=True)
class SectionDeclaration:
    """All that the class of a section declares."""

    definition: str
    """Its name under `$defs`. Without one its schema is written wherever it is used."""
    file: str
    title: str
    description: str
    keys: Mapping[str, Key]
    """By name, in the order in which they are listed to authors: its own, then those of its bases."""
    author_keys: AuthorKeys | None
    alone: Shorthand | None
    one_of: tuple[str, ...]
    """Of these keys exactly one stands."""
    at_least_one: bool
    """Whether an empty mapping is refused."""
    readers: tuple[tuple[str, str, Callable[[Node | None], Any]], ...]
    """For the reader: field, key and way of reading."""
    author_field: str | None


class Section:
    """A mapping of content. Its fields hold what stands under its keys; `node` is the mapping itself."""

    declared: ClassVar[SectionDeclaration]
    node: Node

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"what was read doesn't change: {name}")


def key(
    value: Value[T],
    description: str = "",
    *,
    title: str = "",
    required: bool = False,
    needs: tuple[str, ...] = (),
    required_if: tuple[str, str] | None = None,
) -> T:
    """Declare a key: a field of a section. A trailing `_` of the field's name, as in `if_`, isn't part of the key."""
    return cast(T, Key("", value, title, description, required, needs, required_if))


def author_keys(key: Value[Any], value: Value[T]) -> Named[T]:
    """Declare the field that holds what stands under keys that are the author's, beside the fixed ones."""
    return cast("Named[T]", AuthorKeys(key, value))


def author_nodes(key: Value[Any], value: Value[Node | None]) -> Named[Node]:
    """Declare the field that holds the nodes under keys that are the author's, which their user reads."""
    return cast("Named[Node]", AuthorKeys(key, value))


def author_sections(key: Value[Any], cls: type[S]) -> Named[S]:
    """Declare the field that holds the sections under keys that are the author's."""
    return cast("Named[S]", AuthorKeys(key, nested(cls)))


# Not dataclasses: these write and compile code for each class, which takes longer than reading a game.
@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    eq_default=False,
    field_specifiers=(key, author_keys, author_nodes, author_sections),
)
def section(
    definition: str = "",
    title: str = "",
    *,
    file: str = DEFINITIONS,
    alone: str = "",
    alone_value: Value[Any] | None = None,
    one_of: tuple[str, ...] = (),
    at_least_one: bool = False,
    without: tuple[str, ...] = (),
) -> Callable[[type[S]], type[S]]:
    """Make a class a section. Its docstring is its description in the schemas.

    `alone` is the key that is meant where the section isn't a mapping; `alone_value` is what may stand there then, if
    it isn't the same as under the key. `without` are fields of the bases that it hasn't. For `one_of` and
    `at_least_one` see `SectionDeclaration`. Raises TypeError for a key that doesn't exist in `alone`, `one_of` or the
    `needs` and `required_if` of a key.
    """

    def declare(cls: type[S]) -> type[S]:
        fields: dict[str, object] = {}
        for base in cls.__mro__:
            for name, declared in vars(base).items():
                if name not in without:
                    fields.setdefault(name, declared)
        by_field = {name: _named_as(name, declared) for name, declared in fields.items() if isinstance(declared, Key)}
        author = {name: declared for name, declared in fields.items() if isinstance(declared, AuthorKeys)}
        keys = {declared.name: declared for declared in by_field.values()}
        short = Shorthand(alone, alone_value or keys[alone].value) if alone in keys else None
        linked = {*one_of, *((alone,) if alone else ())}
        for each in keys.values():
            linked |= {*each.needs, *(each.required_if or ())[:1]}
        if unknown := sorted(linked - keys.keys()):
            raise TypeError(f"{cls.__name__} has no key {', '.join(unknown)}")
        cls.declared = SectionDeclaration(
            definition,
            file,
            title,
            " ".join((cls.__doc__ or "").split()),
            keys,
            next(iter(author.values()), None),
            short,
            one_of,
            at_least_one,
            tuple((name, declared.name, declared.value.read) for name, declared in by_field.items()),
            next(iter(author), None),
        )
        return cls

    return declare


def every_key(cls: type[Section] = Section) -> frozenset[str]:
    """All keys that are the language's own, of a class of sections and of those that are made of it."""
    declared = vars(cls).get("declared")
    own = frozenset(declared.keys) if isinstance(declared, SectionDeclaration) else frozenset()
    return own.union(*(every_key(each) for each in cls.__subclasses__()))


def _named_as(field: str, declared: Key) -> Key:
    return replace(declared, name=field.removesuffix("_"))


def read(cls: type[S], node: Node) -> S:
    """A node as an instance of a section's class. What is absent or has the wrong shape reads as such: the schemas have
    judged it, and everything else is still worth looking at."""
    declared = cls.declared
    values: dict[str, Any] = {"node": node}
    if isinstance(node, MappingNode):
        entries = node.entries
        for name, written, read_value in declared.readers:
            entry = entries.get(written)
            values[name] = read_value(entry.value if entry is not None else None)
        if declared.author_keys is not None and declared.author_field is not None:
            read_other, fixed = declared.author_keys.value.read, declared.keys
            values[declared.author_field] = tuple(
                (entry.key, read_other(entry.value)) for name, entry in entries.items() if name not in fixed
            )
    else:
        for name, written, read_value in declared.readers:
            short = declared.alone
            if short is not None and short.key == written:
                values[name] = short.value.read(node)
            else:
                values[name] = read_value(None)
        if declared.author_field is not None:
            values[declared.author_field] = ()
    return cls(**values)


def is_given(section: Section, *names: str) -> bool:
    """Whether any of some keys stands in a section, whatever is under it. Raises KeyError for a key that the section
    doesn't declare."""
    written = section.node.entries if isinstance(section.node, MappingNode) else {}
    return any(section.declared.keys[name].name in written for name in names)


def value_under(section: Section, name: str) -> Any:
    """What was read of a key, by the key's name. Raises KeyError for a key that the section doesn't declare."""
    return getattr(section, {key: field for field, key, _ in section.declared.readers}[name])


def nested(cls: type[S]) -> Value[S | None]:
    """A section under a key; None where the key is absent."""
    declared = cls.declared
    return Value(
        {"$ref": cls},
        lambda node: read(cls, node) if node is not None else None,
        title=declared.title,
        description=declared.description,
    )


def sections(cls: type[S], more: Shape | None = None) -> Value[tuple[S, ...]]:
    """A list of sections; one alone counts as a list of one. `more` are further keywords of the schema."""
    return Value(
        {"type": "array", "items": cls, **(more or {})}, lambda node: tuple(read(cls, item) for item in items(node))
    )


def named_sections(key: Value[Any], cls: type[S], more: Shape | None = None) -> Value[Named[S]]:
    """Sections by keys that are the author's, such as names. `more` are further keywords of the schema."""
    shape = {"type": "object", "propertyNames": key, "additionalProperties": cls, **(more or {})}
    return Value(shape, lambda node: _named(node, lambda value: read(cls, value)))


def named_values(key: Value[Any], value: Value[T], more: Shape | None = None) -> Value[Named[T]]:
    """Values by keys that are the author's. `more` are further keywords of the schema."""
    shape = {"type": "object", "propertyNames": key, "additionalProperties": value, **(more or {})}
    return Value(shape, lambda node: _named(node, value.read))


def named_nodes(key: Value[Any], value: Value[Node | None]) -> Value[Named[Node]]:
    """Nodes by keys that are the author's, which their user reads."""
    shape = {"type": "object", "propertyNames": key, "additionalProperties": value}
    return Value(shape, lambda node: _named(node, lambda under: under))


def _named(node: Node | None, read_value: Callable[[Node], T]) -> Named[T]:
    if not isinstance(node, MappingNode):
        return ()
    return tuple((entry.key, read_value(entry.value)) for entry in node.entries.values())


# The version of the language in which content is written. `docs/changes.md` says what each version has changed.

NEWEST = 3
"""The version that this engine reads."""

LANGUAGE = integer(minimum=1).named(
    "language",
    "Language",
    f"The version of the language in which the file is written: `{NEWEST}`. `artrules migrate` rewrites older files.",
)


# The values that keys share: names, texts for people, and code of each kind.

NAME_PATTERN = "^[a-z][a-z0-9_]*$"

NAME = text({"type": "string", "pattern": NAME_PATTERN, "maxLength": 60}).named(
    "name", "Name", "Lower case: a letter first, then letters, digits and `_`."
)
PROSE = text({"x-artrules-prose": True, "type": ["string", "integer"], "maxLength": 1000}).named(
    "prose", "Text", "Text for people. On one line, or in quotes."
)
SOURCE = text({"x-artrules-prose": True, "type": ["string", "integer"]}).named(
    "source", "Source", "Where this comes from: a section of the rulebook, a ruling."
)
ASSUMED = text({"x-artrules-prose": True, "type": "string"}).named(
    "assumed",
    "Assumed",
    "Why this had to be assumed, since the rules don't say it. `artrules info` lists what is assumed.",
)

SAYS = list_of_texts(
    {"x-artrules-prose": True, "type": ["string", "array"], "minLength": 1, "items": PROSE, "minItems": 1}
).named(
    "says",
    "Says",
    "What the rulebook tells here: a text, or a list of texts, point by point.",
)

EFFECT = text({"type": "string", "x-artrules-code": "effect", "minLength": 1}, code).named(
    "effect", "Effect", "Statements: what happens. On one line, or lines in a block after `|`."
)
EXPRESSION = text(
    {
        "type": ["string", "integer", "boolean", "array"],
        "x-artrules-code": "expression",
        "minLength": 1,
        "maxItems": 0,
    },
    expression,
).named("expression", "Expression", "One expression, such as `size(my hand) > 0`.")
BINDINGS = text({"type": "string", "x-artrules-code": "bindings", "minLength": 1}, code).named(
    "bindings", "Binders", "Names and what they run over, such as `n in 2..7 where can_buy(n)`; several with commas."
)
TRIGGER = text({"type": "string", "x-artrules-code": "trigger", "minLength": 1}, code).named(
    "trigger",
    "Trigger",
    "What a power waits for: an event, such as `died as e where e.card is self`, or a boundary, as `end of my turn`.",
)
TABLE_STEPS = text({"type": "string", "x-artrules-code": "table", "minLength": 1}, code).named(
    "table_steps",
    "Steps of a table",
    "A line for each step, such as `6 -> 1`; last, if need be, `every 6 more -> 1 more`.",
)
TYPE = text({"type": "string", "x-artrules-code": "type", "minLength": 1}).named(
    "type",
    "Type",
    "A type: `bool`, a range such as `0..9`, the name of an enum or of a kind of card, `player`, `card`, `T or none`, "
    "`some of T`, `list of T`.",
)
OWNERS = list_of_texts(
    {
        "type": ["string", "array"],
        "x-artrules-code": "type",
        "minLength": 1,
        "items": TYPE,
        "minItems": 1,
        "maxItems": 2,
    }
).named("owners", "Types", "A type, or a list of two types.")
LABEL = text({"type": ["string", "integer"], "x-artrules-code": "label", "maxLength": 1000}).named(
    "label", "Label", "Text with `{expressions}` in it, such as `buy a {n}`."
)
OPTION_LABEL = text({"type": "string", "minLength": 1, "maxLength": 1000}).named(
    "", "Label", "The label of an option, as the rules write it."
)
_SIGNATURE = "^[a-z][a-z0-9_]*( *\\([^()]*\\))?( +gives [^()]+)?$"
SIGNATURE = text({"type": "string", "pattern": _SIGNATURE, "maxLength": 200}).named(
    "signature",
    "Signature",
    "A name, with parameters in parentheses: `draw(0..9 n)`. "
    "A procedure may say what it gives: `claim(role r) gives bool`.",
)

_PLAIN = ["string", "integer", "boolean"]
CONSTANT = anything({"type": [*_PLAIN, "array"], "items": {"type": _PLAIN}}).named(
    "constant", "Plain value", "A number, `yes` or `no`, the name of a member, `none`, or a list of these."
)
CONSTANTS = named_nodes(NAME, CONSTANT).named("constants", "Plain values by name", "A plain value for each name.")
TYPED_NAMES = named_values(NAME, TYPE).named("typed_names", "Names with types", "A type for each name.")
NAMES = list_of_texts({"type": ["string", "array"], "pattern": NAME_PATTERN, "items": NAME, "uniqueItems": True}).named(
    "names", "Names", "A name, or a list of names."
)
LIFE_NAME = text({"$ref": NAME}).named(
    "life_name", "Life", "The name of a life: `game`, `round`, `next_turn`, or one of `lives`."
)
ZONE_NAME = text({"$ref": NAME}).named("zone_name", "Zone", "The name of a zone.")
SeenBy: TypeAlias = Literal["everyone", "owner", "nobody"]
SEEN_BY = choice(*get_args(SeenBy)).named("seen_by", "Seen by", "Who may see it.")


@section()
class Sourced(Section):
    """What may say where it comes from."""

    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)


@section()
class Told(Sourced):
    """What the rulebook may tell."""

    says: tuple[Scalar, ...] = key(SAYS)

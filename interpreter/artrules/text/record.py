"""Classes of immutable values that cost little to define.

Code sees `dataclasses.dataclass`, for mypy and for `fields`, `replace` and patterns. What runs is cheaper: every start
of a command defines some two hundred of these classes, and of each `dataclass` would compile six methods. Here it
compiles one, the constructor; the classes share all others. Only classes with `frozen=True` and `slots=True` belong
here, without `__post_init__`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    T = TypeVar("T", bound=type)

    def dataclass(*, frozen: bool, slots: bool, eq: bool = True, weakref_slot: bool = False) -> Callable[[T], T]:
        """As `dataclasses.dataclass`, for classes that are frozen and have slots."""
        assert frozen and slots

        def define(cls: T) -> T:
            if "__repr__" not in cls.__dict__:
                cls.__repr__ = _text
            if eq:
                cls.__eq__ = _equal
                cls.__hash__ = _hash
            cls.__getstate__, cls.__setstate__ = _values, _restore
            record = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, weakref_slot=weakref_slot)(cls)
            record.__init__ = _constructor(record)
            names = _names[record] = tuple([field.name for field in dataclasses.fields(record)])
            _readers[record] = attrgetter(*names) if len(names) > 1 else _reader_of_few(names)
            record.__setattr__, record.__delattr__ = _refuse_change, _refuse_deletion
            return record

        return define


def _constructor(cls: type) -> Callable[..., None]:
    """A function that takes a value for each field and puts it in its slot."""
    positional: list[str] = ["self"]
    by_name: list[str] = []
    lines: list[str] = []
    names: dict[str, Any] = {"put": object.__setattr__, "MISSING": dataclasses.MISSING}
    for field in dataclasses.fields(cls):
        name, parameter, value = field.name, field.name, field.name
        if field.default is not dataclasses.MISSING:
            names[f"{name}_default"] = field.default
            parameter = f"{name}={name}_default"
        elif field.default_factory is not dataclasses.MISSING:
            names[f"{name}_factory"] = field.default_factory
            parameter, value = f"{name}=MISSING", f"{name}_factory() if {name} is MISSING else {name}"
        (by_name if field.kw_only else positional).append(parameter)
        lines.append(f" put(self, {name!r}, {value})")
    parameters = ", ".join([*positional, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({parameters}):\n" + ("\n".join(lines) or " pass"), names)
    constructor: Callable[..., None] = names["__init__"]
    constructor.__qualname__ = f"{cls.__qualname__}.__init__"
    return constructor


_names: dict[type, tuple[str, ...]] = {}
"""The names of the fields of each class."""
_readers: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""What gives the values of all fields of an instance of each class."""
_put = object.__setattr__


def _reader_of_few(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """As `attrgetter`, which gives no tuple of a single value."""
    return lambda instance: tuple([getattr(instance, name) for name in names])


def _values(self: Any) -> tuple[Any, ...]:
    return _readers[type(self)](self)


def _restore(self: Any, values: tuple[Any, ...]) -> None:
    for name, value in zip(_names[type(self)], values, strict=True):
        _put(self, name, value)


def _equal(self: Any, other: object) -> bool:
    return type(self) is type(other) and _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _text(self: Any) -> str:
    pairs = zip(_names[type(self)], _values(self), strict=True)
    return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in pairs)})"


def _refuse_change(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

"""What values of each type are in the machine: words, or indices in the heap; and how values of two types compare."""

from __future__ import annotations

from artrules.ir.model import Model
from artrules.ir.types import Happening, ListOf, Member, Number, Optional, SetOf, Type, Zone, element
from artrules.machine.numbers import LARGEST_NARROW_MEMBER


def bare(type_: Type) -> Type:
    """A type without `or none`."""
    return type_.of if isinstance(type_, Optional) else type_


def is_wide(model: Model, type_: Type) -> bool:
    """Whether values of a type are wide sets: on the heap, because a number has too few bits for all members."""
    if not isinstance(type_, SetOf):
        return False
    match type_.of:
        case Number(_, high):
            return high > LARGEST_NARROW_MEMBER
        case Member(enum):
            return len(model.enums[enum].members) > LARGEST_NARROW_MEMBER + 1
    return False


def on_heap(model: Model, type_: Type) -> bool:
    """Whether values of a type are indices in the heap: lists, wide sets, and happenings that nothing keeps."""
    match bare(type_):
        case ListOf() | Zone():
            return True
        case SetOf() as set_:
            return is_wide(model, set_)
        case Happening(event):
            return model.events[event].kept is None
    return False


def same_form(model: Model, one: Type, other: Type) -> bool:
    """Whether a value has the same form in both of two types of which it is a value."""
    match bare(one), bare(other):
        case (SetOf() as a, SetOf() as b):
            return is_wide(model, a) == is_wide(model, b)
        case (ListOf() | Zone() as a, ListOf() | Zone() as b):
            inner, other_inner = element(a), element(b)
            return inner is None or other_inner is None or same_form(model, inner, other_inner)
    return True


def depth_of(model: Model, type_: Type) -> int | None:
    """How deeply lists are nested in values of a type: 0 for a word, 1 for a list of words. None where a list holds
    happenings that nothing keeps: these are lists too, of unlike things."""
    match bare(type_):
        case ListOf(of):
            inner = depth_of(model, of)
            return None if inner is None else inner + 1
        case SetOf() as set_:
            return int(is_wide(model, set_))
        case Zone():
            return 1
        case Happening(event):
            return None if model.events[event].kept is None else 0
    return 0

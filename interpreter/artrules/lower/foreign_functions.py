"""The functions that plugins bring, in the form in which executors call them."""

from __future__ import annotations

from artrules.ir.declarations import PluginFunction
from artrules.ir.types import Number, Type
from artrules.machine_code.foreign import ForeignFunction, ForeignType


def foreign_function(function: PluginFunction) -> ForeignFunction:
    """A function that a plugin brings, in the form that executors know."""
    return ForeignFunction(
        f"`{function.name}` of the plugin {function.plugin}",
        tuple(_foreign_type(parameter.type) for parameter in function.parameters),
        _foreign_type(function.result),
        function.draws,
        function.compute,
    )


def _foreign_type(type_: Type) -> ForeignType:
    if isinstance(type_, Number):
        return ForeignType(type_.low, type_.high)
    return ForeignType(0, 1, truth=True)

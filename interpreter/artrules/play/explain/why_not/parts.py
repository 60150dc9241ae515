"""Picks the parts of a condition whose values explain it: those that can change, such as variables and counts.
Constants and combinations of other parts are left out."""

from artrules.model.ir import nodes as k
from artrules.model.ir.types import Bool
from artrules.play.explain.why_not.author import Author
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import Evaluator, Names, is_me

_LOOKED_INTO = (k.Operation, k.Either, k.Largest, k.Listing, k.Checked, k.Span_, k.Lookup)
_STORED = (k.VariableOf, k.AttributeOf, k.SharedAttribute)
_CALLS = (k.Call, k.BuiltinCall, k.PluginCall)
_WITH_PARTS = (*_STORED, *_CALLS, k.TopOf, k.FaceOf, k.PropertyOf, k.ZoneOf)
_TOLD = (*_WITH_PARTS, k.Local, k.Fold, k.Best, k.FieldOf, k.PowerAttributeOf, k.SettingValue, k.RoundNumber, k.ScoreOf)
LONGEST_KEY = 80


class Parts:
    """Collects the values of parts that the seat may know."""

    def __init__(self, evaluator: Evaluator, author: Author) -> None:
        self.evaluator = evaluator
        self.author = author

    def values(self, e: k.Expression, names: Names) -> dict[str, str]:
        """Part in the author's text → its value in words."""
        values: dict[str, str] = {}
        self._collect(e, names, values, outermost=True)
        return values

    def _collect(self, e: k.Expression, names: Names, values: dict[str, str], outermost: bool) -> None:
        if isinstance(e, _LOOKED_INTO):
            for operand in k.children(e):
                if isinstance(operand, k.Expression):
                    self._collect(operand, names, values, outermost=False)
            return
        if not isinstance(e, _TOLD) or (isinstance(e, k.Local) and is_me(e.name)):
            return
        if isinstance(e, _WITH_PARTS):
            for local in k.walk(e):
                if isinstance(local, k.Local):
                    self._collect(local, names, values, outermost=False)
        # The reader already knows that the whole condition is false.
        if not (outermost and isinstance(e.type, Bool)) or isinstance(e, _STORED):
            self.add(e, names, values)
            if isinstance(e, k.TopOf) and self.author.words(e.at) not in values:
                self.add(e.zone, names, values)

    def add(self, e: k.Expression, names: Names, values: dict[str, str]) -> None:
        """Add one value, if the seat may know it."""
        text = self.author.words(e.at)
        if not text or len(text) > LONGEST_KEY or text in values:
            return
        try:
            values[text] = self.evaluator.said(e, names)
        except Undetermined:
            return

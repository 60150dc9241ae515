"""The IR of code: the small typed language to which all code is lowered. Here are all its nodes under one name.

`docs/inside/machine.md` describes it. Names are resolved, types known, sugar gone: the checks read it, and a back end
turns it into something that runs. Expressions are pure and never decide; statements may. Every node knows its place in
the author's file.
"""

from artrules.model.ir.expressions import *
from artrules.model.ir.node import Node as Node
from artrules.model.ir.node import children as children
from artrules.model.ir.node import walk as walk
from artrules.model.ir.statements import *

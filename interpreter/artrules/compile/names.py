"""Names of generated functions and tables that are made of names in content.

A name in content is of lower case letters, digits and `_`, and nothing else gets here: the schemas see to that. So what
is joined by a capital can neither be taken for another such name (the phase `if_dark`, the condition of a phase `dark`;
the game's `hill__wet`, the `wet` of the set `hill`) nor for a word of Python, a builtin, or a name that the engine
gives. Names that code binds are numbered instead: `Scope.bind` in `elaborate/scope.py`.
"""

from __future__ import annotations

JOINT = "_X_"


def python_name(what: str, *names: str) -> str:
    """The name of what belongs to something in content: `python_name("start", kind, attribute)`. Names may be keys
    such as `hill/wet` or `menu:market`."""
    parts = [part for name in names for part in name.replace("menu:", "M/").split("/")]
    return JOINT.join([what, *parts])

"""Makes names of generated functions and tables from names in content.

The schemas allow only lower-case letters, digits and `_` in a name of content. The names made here join parts with a
capital letter. So two of them can't collide (the phase `if_dark` and the condition of the phase `dark`; the game's
`hill__wet` and the `wet` of the set `hill`), and none can be a word of Python, a builtin or a name of the engine. Names
that code binds are numbered instead: `Scope.bind` in `elaborate/scope.py`.
"""

from __future__ import annotations

JOINT = "_X_"


def python_name(what: str, *names: str) -> str:
    """The Python name of `what` for something in content, such as `python_name("start", kind, attribute)`. `names` may
    also be keys, such as `hill/wet` or `menu:market`."""
    parts = [part for name in names for part in name.replace("menu:", "M/").split("/")]
    return JOINT.join([what, *parts])

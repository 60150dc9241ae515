"""Names of generated functions and regions, made from names in content.

The schemas allow only lower-case letters, digits and `_` in a name of content. The names made here join parts with a
capital letter. So two of them can't collide (the phase `if_dark` and the condition of the phase `dark`), and none can
be a name of the machine or a word of Python. Locals keep the names that they have in the IR, which ends all names that
code binds with a number.
"""

from __future__ import annotations

JOINT = "_X_"


def generated(what: str, *names: str) -> str:
    """The name of `what` for something in content, such as `generated("start", kind, attribute)`. `names` may also be
    keys, such as `hill/wet` or `menu:market`."""
    parts = [part for name in names for part in name.replace("menu:", "M/").split("/")]
    return JOINT.join([what, *parts])

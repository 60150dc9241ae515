"""From trees to a model: the closed, typed program that a ruleset is, and facts about it.

In: sections of content and syntax trees. Out: a `Model` (`ir/model.py`): declarations, and code in which every name is
resolved and every expression has its type.

Begin with `ir/model.py` and `ir/nodes.py`, then `declare/declare.py` (names) and `elaborate/elaborate.py` (meanings).
`facts/` says what values may be at a place, `analyses/` answers questions that several wings ask, `catalogue/` says
where content lies.

It imports `text`.
"""

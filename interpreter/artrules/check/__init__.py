"""From a model and its scenarios to diagnostics, and to repairs of their causes.

In: models of a ruleset with each choice of overlays, scenarios, and the report so far. Out: more diagnostics, some with
fixes, and reports of them in the formats of code hosts.

Begin with `checks/check.py` (what a check is) and any file in `checks/rules/`, which are discovered.
`scenario_files/` reads scenarios, `pictures.py` looks for the pictures of layouts, `fixes.py` applies fixes,
`migrate.py` rewrites content of older versions of the language.

It imports `text` and `model`.
"""

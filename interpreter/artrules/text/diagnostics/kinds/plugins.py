"""Kinds of diagnostic about plugins: 7000 to 7099."""

from artrules.text.diagnostics.registry import declare

PLUGIN_FAILED = declare(
    7001,
    "plugin-failed",
    "a plugin failed",
    """
    The plugin that is named raised an exception, or returned something that its hook, or the type that it has declared,
    doesn't allow. All others went on, and your content is not at fault. Tell the plugin's author; until it is repaired,
    `artrules -p no:NAME` leaves it out. If one of its functions failed in a game, the game is as it was before.
    """,
)
PLUGIN_DIFFERS = declare(
    7002,
    "plugin-differs",
    "a plugin is not deterministic",
    """
    The plugin that is named was asked the same thing twice and gave two different answers, so nothing that it says can
    be relied on. The usual causes are the order of a set, the time, and random numbers without a seed.
    """,
)
PLUGIN_MISSING = declare(
    7003,
    "plugin-missing",
    "a plugin that the ruleset needs is not there",
    """
    Under `plugins`, a ruleset names the plugins that it needs, each with its package and the versions that will do. The
    plugin that is named isn't installed, isn't active, or has another version. The message says how to install it.
    """,
)
BAD_REQUIREMENT = declare(
    7004,
    "bad-requirement",
    "a plugin without the package that brings it",
    """
    Under `plugins`, each plugin needs what `pip install` would be told: the package that brings it and the versions
    that will do, such as `chronicle: "artrules-chronicle>=1.0"`. Addresses, extras and markers aren't allowed.
    """,
    example="ruleset: lanterns\nplugins: {chronicle: '>=1.0'}",
)

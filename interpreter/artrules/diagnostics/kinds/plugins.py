"""Kinds of diagnostic about plugins: 7000 to 7099."""

from artrules.diagnostics.registry import declare

PLUGIN_FAILED = declare(
    7001,
    "plugin-failed",
    "a plugin failed",
    """
    The plugin that is named raised an exception, or gave something that isn't what its hook asks for. All others went
    on, and your content is not at fault. Tell its author; until it is mended, `artrules -p no:NAME` leaves it out.
    """,
    example="",
)
PLUGIN_DIFFERS = declare(
    7002,
    "plugin-differs",
    "a plugin is not deterministic",
    """
    Asked twice for the same, the plugin that is named gave something else the second time. Nothing it says can be
    relied on. What depends on the order of a set, on the time, or on chance without a seed does this.
    """,
    example="",
)
PLUGIN_MISSING = declare(
    7003,
    "plugin-missing",
    "a plugin that the ruleset needs is not there",
    """
    Under `plugins` a ruleset names the plugins that it needs, each with the package that brings it and the versions
    that will do. The plugin that is named isn't installed or isn't active, or is of another version. The message says
    what installs it.
    """,
    example="",
)
BAD_REQUIREMENT = declare(
    7004,
    "bad-requirement",
    "it isn't said which package brings a plugin",
    """
    Under `plugins` stands for each plugin what `pip install` would be told: the package that brings it, and the
    versions that will do: `chronicle: "artrules-chronicle>=1.0"`. An address, extras or markers can't stand there.
    """,
    example="ruleset: lanterns\nplugins: {chronicle: '>=1.0'}",
)

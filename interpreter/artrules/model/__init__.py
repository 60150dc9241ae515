"""From trees to a closed, typed model of a ruleset, and facts about its code."""

"""From a model and its scenarios to diagnostics, and repairs of their causes."""

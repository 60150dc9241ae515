"""Games: decisions, options, views, logs, saves, reasons; the pipeline from a folder to a game."""

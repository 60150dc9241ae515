"""Where people sit: the terminal, the browser, the command line."""

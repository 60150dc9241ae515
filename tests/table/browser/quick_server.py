"""`artrules serve` for tests, with the same arguments: bots don't wait until people can follow, and one machine may
open as many tables as it likes."""

from __future__ import annotations

from artrules.table.serve import requests, workers


class QuickBots(workers.BotPlayers):
    """One process for bots, which choose as soon as they can."""

    def __init__(self, _pace: float = 0.0) -> None:
        super().__init__(0.0, 1)


def main() -> None:
    """Changes what the server takes from modules, before it is imported, and runs the command."""
    requests.TABLES_AT_ONCE = requests.MESSAGES_AT_ONCE = requests.WRONG_SECRETS_AT_ONCE = 10_000
    workers.BotPlayers = QuickBots
    from artrules.table.commands import main as commands

    commands.main()


if __name__ == "__main__":
    main()

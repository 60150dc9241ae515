"""`python -m artrules` is the command `artrules`."""

from artrules.table.commands.main import main

if __name__ == "__main__":
    main()

"""The commands of `artrules`, a file for each."""

"""What an author may write in a game's sets: read off its declarations, never listed by hand."""

"""Games that a seat cannot tell apart, and what a server sends to it in each."""

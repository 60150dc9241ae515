"""What is certain about code before any game is played. `analyses/certainties.py` asks for it."""

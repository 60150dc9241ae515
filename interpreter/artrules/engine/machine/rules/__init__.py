"""The rules' own operations: zones and cards, chance, actions and powers, triggers, the course of a game, texts."""

"""Computer players. They see a View and its Decision, never the game."""

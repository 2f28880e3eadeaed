"""Gold Rush: nuggets, a shop with 24 pieces of equipment, eight characters; and its variant Shadow Gunslingers
(docs/rules/gold_rush.md), which can be played without it."""

from engine.sets.gold_rush import characters, equipment, shadows, shop

__all__ = ["characters", "equipment", "shadows", "shop"]

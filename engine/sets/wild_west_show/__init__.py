"""Wild West Show: eight characters, and ten events that Stagecoach and Wells Fargo turn up
(docs/rules/wild_west_show.md)."""

from engine.sets.wild_west_show import characters, events, orders

__all__ = ["characters", "events", "orders"]

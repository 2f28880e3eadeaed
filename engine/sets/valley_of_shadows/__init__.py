"""The Valley of Shadows: 16 playing cards and eight characters (docs/rules/valley_of_shadows.md). With the option
``udoli_stinu`` some of them follow the Czech edition."""

from engine.sets.valley_of_shadows import cards, characters, everybody, rescue

__all__ = ["cards", "characters", "everybody", "rescue"]

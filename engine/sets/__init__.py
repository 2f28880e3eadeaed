"""What each set adds: one file a set, loaded by this one explicit list."""

from engine.sets import (
    base,
    bullet,
    dodge_city,
    fistful_of_cards,
    gold_rush,
    high_noon,
    valley_of_shadows,
    wild_west_show,
)

LOADED = (base, bullet, dodge_city, fistful_of_cards, gold_rush, high_noon, valley_of_shadows, wild_west_show)

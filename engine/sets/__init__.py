"""What each set adds: one file a set, loaded by this one explicit list."""

from engine.sets import base, bullet, dodge_city

LOADED = (base, bullet, dodge_city)

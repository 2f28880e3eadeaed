"""What each set adds: one file a set, loaded by this one explicit list."""

from engine.sets import base

LOADED = (base,)

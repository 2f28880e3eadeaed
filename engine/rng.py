"""Chance, as a pure function of a key and a counter: the same on every Python, stored in a few bytes.

Each draw is a quarter of HMAC-SHA256(key, counter // 4); the standard library's generator is avoided since only its raw
numbers, not its shuffle, are promised to stay the same between versions, and its state is large.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


def key_of(seed: int | str) -> str:
    """A 32-byte key as hex digits, made from any seed. A game meant to be unpredictable needs 128 random bits here."""
    return hashlib.sha256(f"bang:{seed}".encode()).hexdigest()


@dataclass(slots=True)
class Rng:
    """The state of chance: a secret key and how many numbers have been taken."""

    key: str
    count: int = 0

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each equally likely."""
        return self._below(limit, {})

    def _below(self, limit: int, blocks: dict[int, bytes]) -> int:
        """``blocks``: digests made so far in this call, each of which holds four numbers."""
        if limit <= 1:
            return 0
        top = _RANGE - _RANGE % limit
        while True:
            block, place = divmod(self.count, 4)
            if block not in blocks:
                blocks[block] = hmac.digest(bytes.fromhex(self.key), block.to_bytes(8, "big"), "sha256")
            self.count += 1
            number = int.from_bytes(blocks[block][8 * place : 8 * place + 8], "big")
            if number < top:
                return number % limit

    def shuffle(self, items: list[T]) -> None:
        """Fisher-Yates, in place."""
        blocks: dict[int, bytes] = {}
        for last in range(len(items) - 1, 0, -1):
            other = self._below(last + 1, blocks)
            items[last], items[other] = items[other], items[last]

    def pick(self, items: list[T]) -> T:
        return items[self.below(len(items))]

"""Telegram's published pace: sends and edits share it, and who is too fast is told how long to wait."""

import math
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """A token bucket; ``rate`` is tokens a second."""

    capacity: float
    rate: float
    tokens: float
    filled_at: float

    def wait(self, now: float, cost: float) -> float:
        """Seconds until ``cost`` tokens are there; 0 if they are already."""
        self.tokens = min(self.capacity, self.tokens + max(0.0, now - self.filled_at) * self.rate)
        self.filled_at = now
        missing = min(cost, self.capacity) - self.tokens
        return max(0.0, missing / self.rate)


@dataclass
class Limits:
    """20 messages a minute in a group, 1 a second in a chat with bursts, 30 a second in all; edits count as well.

    Change the numbers (or ``enabled``) at any time; they hold for chats first written to afterwards.
    """

    enabled: bool = True
    per_group_minute: int = 20
    per_chat_second: float = 1.0
    chat_burst: int = 5
    overall_second: int = 30
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def take(self, chat_id: int, now: float, cost: int = 1) -> int:
        """Count ``cost`` messages to a chat; the whole seconds to wait if that is too fast, and then nothing counts."""
        if not self.enabled:
            return 0
        buckets = self._buckets(chat_id, now)
        wait = max(bucket.wait(now, cost) for bucket in buckets)
        if wait > 0:
            return math.ceil(wait)
        for bucket in buckets:
            bucket.tokens -= cost
        return 0

    def _buckets(self, chat_id: int, now: float) -> list[Bucket]:
        wanted: dict[str, tuple[float, float]] = {"all": (self.overall_second, self.overall_second)}
        if chat_id < 0:
            wanted[f"group {chat_id}"] = (self.per_group_minute, self.per_group_minute / 60)
        wanted[f"chat {chat_id}"] = (self.chat_burst, self.per_chat_second)
        for key, (capacity, rate) in wanted.items():
            self.buckets.setdefault(key, Bucket(capacity, rate, capacity, now))
        return [self.buckets[key] for key in wanted]

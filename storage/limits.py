"""Telegram's limits, kept in Redis so that all workers share them: token buckets, and blocks after a 429."""

from redis.asyncio import Redis

from storage import keys
from storage.clock import Clock
from storage.scripts import Script

# A bucket of CAPACITY tokens that refills at RATE a second lets through at most CAPACITY + 60 * RATE in any minute.
GLOBAL = (9.0, 20.0)
"""Telegram: about 30 messages a second. Capacity, tokens a second."""
GROUP = (6.0, 13.0 / 60.0)
"""Telegram: 20 messages a minute to one group, edits included; at most 19 in any minute here."""
CHAT = (3.0, 1.0)
"""Telegram: one message a second to one chat, with short bursts."""

_RESERVE = {"global": 3.0, "group": 2.0}
"""Tokens that a message of low priority leaves for prompts and new messages."""
_LOW_PRIORITY = 5

# KEYS: 1 block, then a bucket each; ARGV: 1 now, then capacity, rate, reserve for each.
# All buckets give a token or none does; the answer is the wait in seconds as text.
_TAKE = """
local now, wait = tonumber(ARGV[1]), 0
local blocked = redis.call('GET', KEYS[1])
if blocked then wait = math.max(wait, tonumber(blocked) - now) end
local left = {}
for i = 2, #KEYS do
  local at = (i - 2) * 3 + 2
  local capacity, rate, reserve = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local stored = redis.call('HMGET', KEYS[i], 'tokens', 'at')
  local tokens = capacity
  if stored[1] then
    tokens = math.min(capacity, tonumber(stored[1]) + math.max(0, now - tonumber(stored[2])) * rate)
  end
  left[i] = tokens
  wait = math.max(wait, (1 + reserve - tokens) / rate)
end
if wait > 0.0005 then return string.format('%.6f', wait) end
for i = 2, #KEYS do
  local at = (i - 2) * 3 + 2
  redis.call('HSET', KEYS[i], 'tokens', string.format('%.6f', left[i] - 1), 'at', ARGV[1])
  redis.call('EXPIRE', KEYS[i], math.ceil(tonumber(ARGV[at]) / tonumber(ARGV[at + 1])) + 60)
end
return '0'
"""


class Limits:
    """Asks for leave before each request to Telegram that counts."""

    def __init__(self, redis: Redis, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock
        self._take = Script(redis, _TAKE)

    async def take(self, chat_id: int, priority: int = 0) -> float:
        """Take one token for a message to this chat.

        Returns:
            0.0 if it may be sent now; else the seconds to wait before asking again, and nothing was taken.
        """
        low = priority >= _LOW_PRIORITY
        buckets = [("global", None, GLOBAL), ("chat", chat_id, CHAT)]
        if chat_id < 0:
            buckets.append(("group", chat_id, GROUP))
        names = [keys.limit("block", chat_id)]
        args: list[float] = []
        for scope, chat, (capacity, rate) in buckets:
            names.append(keys.limit(scope, chat))
            args += [capacity, rate, _RESERVE.get(scope, 0.0) if low else 0.0]
        return float(await self._take(names, repr(self._clock.now()), *args))

    async def block(self, chat_id: int, seconds: float) -> None:
        """Let nothing out to this chat for so many seconds, as Telegram told with a 429."""
        until = self._clock.now() + seconds
        await self._redis.set(keys.limit("block", chat_id), repr(until), ex=int(seconds) + 60)

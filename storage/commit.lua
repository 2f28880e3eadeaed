-- One answer, all or nothing: document, log, messages to send, deadlines.
-- KEYS: 1 table, 2 log, 3 outbox, 4 newest, 5 due, 6 tables, 7 later, 8 slots, 9 aside, 10 seen (optional)
-- ARGV: 1 plan as JSON (a number that must stay exact is a string), 2 document
local plan = cjson.decode(ARGV[1])
local stored = redis.call('HMGET', KEYS[1], 'version', 'token')

-- The same call once more: the client lost our reply and asked again.
if stored[2] and stored[2] == plan.token then return {'ok', stored[1]} end

if KEYS[10] and redis.call('EXISTS', KEYS[10]) == 1 then return {'duplicate'} end
if plan.fired then
  local due = redis.call('ZSCORE', KEYS[5], plan.id .. '|' .. plan.fired[1])
  if not due or tonumber(due) ~= tonumber(plan.fired[2]) then return {'duplicate'} end
end
if (stored[1] or '0') ~= plan.version or redis.call('EXISTS', KEYS[9]) == 1 then return {'stale'} end

local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HSET', KEYS[1], 'doc', ARGV[2], 'phase', plan.phase, 'token', plan.token)
redis.call('SADD', KEYS[6], plan.id)
if KEYS[10] then redis.call('SET', KEYS[10], 1, 'EX', plan.seen_ttl) end

for _, entry in ipairs(plan.log) do redis.call('XADD', KEYS[2], '*', 'entry', entry) end

for _, row in ipairs(plan.out) do
  local seq = redis.call('HINCRBY', KEYS[1], 'seq', 1)
  redis.call('HSET', KEYS[4], row.slot, seq)
  if row.due then
    redis.call('ZADD', KEYS[7], row.due, cjson.encode({table = plan.id, seq = tostring(seq), slot = row.slot, body = row.body}))
  else
    redis.call('XADD', KEYS[3], '*', 'table', plan.id, 'seq', seq, 'at', plan.at, 'body', row.body)
  end
end

for _, deadline in ipairs(plan.deadlines) do
  local member, field = plan.id .. '|' .. deadline.name, 'd:' .. deadline.name
  if deadline.due then
    redis.call('ZADD', KEYS[5], deadline.due, member)
    redis.call('HSET', KEYS[1], field, 1)
  else
    redis.call('ZREM', KEYS[5], member)
    redis.call('HDEL', KEYS[1], field)
  end
end

for _, key in ipairs({KEYS[1], KEYS[2], KEYS[4], KEYS[8]}) do
  if plan.ttl > 0 then redis.call('EXPIRE', key, plan.ttl) else redis.call('PERSIST', key) end
end

if #plan.out > 0 then redis.call('PUBLISH', plan.wake, plan.shard) end
return {'ok', tostring(version)}

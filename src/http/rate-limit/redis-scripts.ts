/**
 * A bucket is a list of microsecond timestamps of the server's clock, oldest first. The list stays sorted, so the first
 * live timestamp is found by galloping search from the oldest end: usually one probe, never more than a few dozen.
 */
const SHARED = `
local function read_clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

local function count_live(key, cutoff)
  local length = redis.call('LLEN', key)
  local low, high, step = 0, length, 1
  while low < high do
    local probe = math.min(low + step - 1, math.floor((low + high) / 2))
    if tonumber(redis.call('LINDEX', key, probe)) <= cutoff then
      low = probe + 1
      step = step * 2
    else
      high = probe
    end
  end
  if low > 0 then redis.call('LTRIM', key, low, -1) end
  return length - low
end
`;

/**
 * KEYS: the buckets. ARGV: quota and window in microseconds, for each bucket.
 * Replies admitted, remaining, reset, wait, index of the refusing bucket, stamp.
 */
export const ADMIT_SCRIPT = `${SHARED}
-- Without it, a clock set back would keep a full bucket closed for as long as it was set back.
local CLOCK_SLACK = 1000000
-- Expiry has millisecond precision, timestamps have more: a key must outlive its newest timestamp.
local TTL_SLACK = 2000

local function rebase(key, ahead)
  local stamps = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, stamp in ipairs(stamps) do
    redis.call('RPUSH', key, string.format('%.0f', stamp - ahead))
  end
end

local now = read_clock()
local stamp = now
local own_count = 0
local longest, refused_by = 0, 0

for index, key in ipairs(KEYS) do
  local quota, window = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  local newest = tonumber(redis.call('LINDEX', key, -1) or now)
  if newest > now + CLOCK_SLACK then
    rebase(key, newest - now)
  elseif newest > stamp then
    stamp = newest
  end
  local count = count_live(key, now - window)
  if index == 1 then own_count = count end
  if count >= quota then
    local leaving = redis.call('LINDEX', key, count - quota)
    local wait = leaving and leaving + window - now or window
    if wait > longest then longest, refused_by = wait, index end
  end
end

local admitted = refused_by == 0
if admitted then
  own_count = own_count + 1
  for index, key in ipairs(KEYS) do
    redis.call('RPUSH', key, string.format('%.0f', stamp))
    redis.call('PEXPIRE', key, string.format('%.0f', ARGV[2 * index] / 1000 + TTL_SLACK))
  end
end

local oldest = redis.call('LINDEX', KEYS[1], 0)
return {
  admitted and 1 or 0,
  math.max(0, ARGV[1] - own_count),
  oldest and oldest + ARGV[2] - now or 0,
  longest,
  refused_by - 1,
  stamp,
}
`;

/** KEYS: the buckets of one admission. ARGV: its stamp, quota and window of the first. Replies the remaining count. */
export const RELEASE_SCRIPT = `${SHARED}
for _, key in ipairs(KEYS) do
  redis.call('LREM', key, -1, ARGV[1])
end
return math.max(0, ARGV[2] - count_live(KEYS[1], read_clock() - ARGV[3]))
`;

import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Admission, Limit, Limiter } from "./limiter.ts";
import { ADMIT_SCRIPT, RELEASE_SCRIPT } from "./redis-scripts.ts";

const KEY_PREFIX = "parapet:limit:";
const REPLY_TIMEOUT_MS = 250;
const RECONNECT_AFTER_MS = 2_000;
const CAN_REPLY: ReadonlySet<string> = new Set(["wait", "connecting", "connect", "ready"]);

type Limits = readonly [Limit, ...Limit[]];

/**
 * Enforces the limits of all processes that share one Redis exactly. While Redis is unavailable or slow the fallback
 * decides; `onFallback` is called once per outage, not once per request. Closing it closes the connection and the fallback.
 */
export function createRedisLimiter(redis: Redis, fallback: Limiter, onFallback: (error: Error) => void): Limiter {
  const connection = monitorConnection(redis);
  const runAdmit = createScript(redis, ADMIT_SCRIPT);
  const runRelease = createScript(redis, RELEASE_SCRIPT);
  let isOut = false;

  async function queryRedis(limits: Limits): Promise<Admission> {
    const keys = limits.map((limit) => KEY_PREFIX + limit.bucket);
    const reply = toReply(await runAdmit(keys, limits.flatMap(toArguments)));
    let released: Promise<number> | undefined;
    const release = async (): Promise<number> => {
      if (!reply.admitted) return reply.remaining;
      const canWait = connection.isOpen();
      const left = runRelease(keys, [reply.stampUs, ...toArguments(limits[0])]).then(Number, () => reply.remaining);
      if (!canWait) return reply.remaining;
      return await connection.replyWithin(left).catch(() => reply.remaining);
    };
    return {
      admitted: reply.admitted,
      remaining: reply.remaining,
      resetMs: toMs(reply.resetUs),
      retryAfterMs: toMs(reply.waitUs),
      refusedBy: reply.admitted ? undefined : reply.refusedBy,
      release: () => {
        released ??= release();
        return released;
      },
    };
  }

  async function useFallback(limits: Limits, error: Error): Promise<Admission> {
    if (!isOut) onFallback(error);
    isOut = true;
    return await fallback.admit(limits);
  }

  async function admit(limits: Limits): Promise<Admission> {
    if (!connection.isOpen()) return await useFallback(limits, connection.toError());
    const asked = queryRedis(limits);
    try {
      const admission = await connection.replyWithin(asked);
      isOut = false;
      return admission;
    } catch (error) {
      const alone = await useFallback(limits, error instanceof Error ? error : new Error(String(error)));
      return withLateReply(alone, asked);
    }
  }

  async function close(): Promise<void> {
    connection.close();
    await fallback.close();
  }

  return { admit, close };
}

/** Releases a request that Redis counts after its timeout if the fallback refused or released it. */
function withLateReply(alone: Admission, asked: Promise<Admission>): Admission {
  const forget = (): void => {
    asked.then((late) => late.release()).catch(() => undefined);
  };
  if (!alone.admitted) forget();
  return {
    admitted: alone.admitted,
    remaining: alone.remaining,
    resetMs: alone.resetMs,
    retryAfterMs: alone.retryAfterMs,
    refusedBy: alone.refusedBy,
    release: () => {
      forget();
      return alone.release();
    },
  };
}

/** Monitors one connection: whether Redis can be queried now, and how long a reply may take. */
function monitorConnection(redis: Redis) {
  let unanswered = 0;
  let watchdog: NodeJS.Timeout | undefined;
  let lastError: Error | undefined;
  redis.on("error", (error: Error) => {
    lastError = error;
  });

  // A connection can be dead without an error; only a new one gets a reply then.
  function reconnectWhenSilent(): void {
    watchdog ??= setInterval(() => {
      if (redis.status === "ready" || redis.status === "connect") redis.disconnect(true);
    }, RECONNECT_AFTER_MS).unref();
  }

  function stopWatchdog(): void {
    clearInterval(watchdog);
    watchdog = undefined;
  }

  function awaitLateReply(answer: Promise<unknown>): void {
    unanswered += 1;
    const settle = (): void => {
      unanswered -= 1;
      stopWatchdog();
      if (unanswered > 0) reconnectWhenSilent();
    };
    answer.then(settle, settle);
    reconnectWhenSilent();
  }

  function replyWithin<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const expire = (): void => {
        if (isSettled) return;
        awaitLateReply(answer);
        reject(new Error(`Redis did not answer within ${REPLY_TIMEOUT_MS} ms`, { cause: lastError }));
      };
      // After a pause of this process, timers run before sockets are read: a reply that has arrived is in time.
      const timer = setTimeout(() => setImmediate(expire), REPLY_TIMEOUT_MS);
      const settle = (): void => {
        isSettled = true;
        clearTimeout(timer);
      };
      answer.finally(settle).then(resolve, reject);
    });
  }

  return {
    replyWithin,
    // Replies come in order, so a query behind an unanswered one cannot be answered quickly.
    isOpen: () => unanswered === 0 && CAN_REPLY.has(redis.status),
    toError: () => new Error(`Redis cannot be queried (connection: ${redis.status})`, { cause: lastError }),
    close: () => {
      stopWatchdog();
      redis.disconnect();
    },
  };
}

type RunScript = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

function createScript(redis: Redis, lua: string): RunScript {
  const sha = createHash("sha1").update(lua).digest("hex");
  return async (keys, args) => {
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return await redis.eval(lua, keys.length, ...keys, ...args);
    }
  };
}

interface Reply {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetUs: number;
  readonly waitUs: number;
  readonly refusedBy: number;
  readonly stampUs: number;
}

function toReply(raw: unknown): Reply {
  const [admitted, remaining, resetUs, waitUs, refusedBy, stampUs] = Array.isArray(raw) ? raw.map(Number) : [];
  if (
    admitted === undefined ||
    remaining === undefined ||
    resetUs === undefined ||
    waitUs === undefined ||
    refusedBy === undefined ||
    stampUs === undefined
  ) {
    throw new Error("Redis sent a reply that the limiter cannot parse");
  }
  return { admitted: admitted === 1, remaining, resetUs, waitUs, refusedBy, stampUs };
}

function toArguments(limit: Limit): [number, number] {
  return [limit.quota, Math.ceil(limit.windowMs * 1000)];
}

function toMs(microseconds: number): number {
  return Math.ceil(microseconds / 1000);
}

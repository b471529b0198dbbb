import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Admission, Limit, Limiter } from "./limiter.ts";
import { ADMIT_SCRIPT, RELEASE_SCRIPT } from "./redis-scripts.ts";

const KEY_PREFIX = "parapet:limit:";
const REPLY_TIMEOUT_MS = 250;
const SILENCE_MS = 2_000;
const CAN_ANSWER: ReadonlySet<string> = new Set(["wait", "connecting", "connect", "ready"]);

type Limits = readonly [Limit, ...Limit[]];

/**
 * Holds the limits of all processes that share one Redis exactly. While Redis is away or slow the fallback decides;
 * `onFallback` hears of it once per outage, not once per request. Closing it closes the connection and the fallback.
 */
export function createRedisLimiter(redis: Redis, fallback: Limiter, onFallback: (error: Error) => void): Limiter {
  const line = createLine(redis);
  const runAdmit = createScript(redis, ADMIT_SCRIPT);
  const runRelease = createScript(redis, RELEASE_SCRIPT);
  let isOut = false;

  async function askRedis(limits: Limits): Promise<Admission> {
    const keys = limits.map((limit) => KEY_PREFIX + limit.bucket);
    const reply = toReply(await runAdmit(keys, limits.flatMap(toArguments)));
    let released: Promise<number> | undefined;
    const release = async (): Promise<number> => {
      if (!reply.admitted) return reply.remaining;
      const canWait = line.isOpen();
      const left = runRelease(keys, [reply.stampUs, ...toArguments(limits[0])]).then(Number, () => reply.remaining);
      if (!canWait) return reply.remaining;
      return await line.answerWithin(left).catch(() => reply.remaining);
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

  async function decideAlone(limits: Limits, error: Error): Promise<Admission> {
    if (!isOut) onFallback(error);
    isOut = true;
    return await fallback.admit(limits);
  }

  async function admit(limits: Limits): Promise<Admission> {
    if (!line.isOpen()) return await decideAlone(limits, line.toError());
    const asked = askRedis(limits);
    try {
      const admission = await line.answerWithin(asked);
      isOut = false;
      return admission;
    } catch (error) {
      const alone = await decideAlone(limits, error instanceof Error ? error : new Error(String(error)));
      return withLateAnswer(alone, asked);
    }
  }

  async function close(): Promise<void> {
    line.close();
    await fallback.close();
  }

  return { admit, close };
}

/** Redis may still count a request it was too slow to answer; what the fallback refused or released must not stay. */
function withLateAnswer(alone: Admission, asked: Promise<Admission>): Admission {
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

/** Watches one connection: whether asking makes sense now, and how long an answer may take. */
function createLine(redis: Redis) {
  let unanswered = 0;
  let watchdog: NodeJS.Timeout | undefined;
  let lastError: Error | undefined;
  redis.on("error", (error: Error) => {
    lastError = error;
  });

  // A connection can die without a word; only a new one gets an answer then.
  function reconnectWhenSilent(): void {
    watchdog ??= setInterval(() => {
      if (redis.status === "ready" || redis.status === "connect") redis.disconnect(true);
    }, SILENCE_MS).unref();
  }

  function stopWatching(): void {
    clearInterval(watchdog);
    watchdog = undefined;
  }

  function awaitLateAnswer(answer: Promise<unknown>): void {
    unanswered += 1;
    const settle = (): void => {
      unanswered -= 1;
      stopWatching();
      if (unanswered > 0) reconnectWhenSilent();
    };
    answer.then(settle, settle);
    reconnectWhenSilent();
  }

  function answerWithin<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const expire = (): void => {
        if (isSettled) return;
        awaitLateAnswer(answer);
        reject(new Error(`Redis did not answer within ${REPLY_TIMEOUT_MS} ms`, { cause: lastError }));
      };
      // After a pause of this process timers run before sockets are read: an answer that has arrived is in time.
      const timer = setTimeout(() => setImmediate(expire), REPLY_TIMEOUT_MS);
      const settle = (): void => {
        isSettled = true;
        clearTimeout(timer);
      };
      answer.finally(settle).then(resolve, reject);
    });
  }

  return {
    answerWithin,
    // Answers come in order, so behind an unanswered question there is no quick answer to be had.
    isOpen: () => unanswered === 0 && CAN_ANSWER.has(redis.status),
    toError: () => new Error(`Redis cannot be asked (connection: ${redis.status})`, { cause: lastError }),
    close: () => {
      stopWatching();
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
    throw new Error("Redis gave an answer the limiter does not understand");
  }
  return { admitted: admitted === 1, remaining, resetUs, waitUs, refusedBy, stampUs };
}

function toArguments(limit: Limit): [number, number] {
  return [limit.quota, Math.ceil(limit.windowMs * 1000)];
}

function toMs(microseconds: number): number {
  return Math.ceil(microseconds / 1000);
}

import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Failure } from "../../model/failure.ts";
import { afterDelay } from "../../runtime/after-delay.ts";
import { monotonicMs } from "../../runtime/clock.ts";
import { FairQueue, type Leave, QueueRefusal, type Urgency } from "./fair-queue.ts";
import { outageOf } from "./outage.ts";

/** On whose behalf a connection is requested. */
export interface Borrower {
  /** The id of the domain, or the lane of the registry. */
  readonly lane: string;
  readonly urgency: Urgency;
}

/** The connections of a pool, shared fairly between domains; unresponsive ones are replaced. */
export interface Connections {
  /** Runs `work` on a connection. An outage of the database becomes a `Failure` that the caller may retry. */
  use<T>(borrower: Borrower, work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /**
   * Waits for a place like `use`, for a session that brings its own connection. The wait has no limit.
   */
  enter(borrower: Borrower): Promise<Leave>;
  /**
   * Awaits a response on a connection, and closes the connection when it takes longer than the limit. 0 means no limit.
   */
  within<T>(client: pg.ClientBase, limitMs: number, answer: Promise<T>): Promise<T>;
  readonly waiting: () => number;
  /** Ends every connection; sockets that do not close within 3 s are destroyed. */
  close(): Promise<void>;
}

const MAX_WAITING_PER_LANE = 200;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 4_000;
const CLOSE_MS = 3_000;
/** How long a session without a limit waits after the queue refused it. */
const REFUSED_WAIT_MS = 50;

export function createConnections(pool: pg.Pool): Connections {
  const places = pool.options.max;
  const queue = new FairQueue({
    places,
    placesPerLane: Math.ceil(places / 2),
    placesInBackground: Math.ceil(places / 2),
    maxWaitingPerLane: MAX_WAITING_PER_LANE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  const lastReplyAtMs = new WeakMap<pg.PoolClient, number>();
  const open = new Set<pg.PoolClient>();
  let suspectBeforeMs = Number.NEGATIVE_INFINITY;
  pool.on("connect", (client) => {
    lastReplyAtMs.set(client, monotonicMs());
    open.add(client);
    client.once("end", () => open.delete(client));
  });

  /**
   * Takes a connection from the pool. After one became unresponsive, all that last responded before that are discarded.
   */
  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((lastReplyAtMs.get(client) ?? 0) >= suspectBeforeMs) return client;
      streamOf(client).destroy();
      client.release(true);
    }
  }

  return {
    use: async (borrower, work) => {
      const leave = await enter(queue, borrower);
      try {
        return await lend(await connect().catch(refuseUnreachable), lastReplyAtMs, work);
      } finally {
        leave();
      }
    },
    enter: async (borrower) => {
      for (;;) {
        const leave = await queue.enter(borrower.lane, borrower.urgency).catch(ignoreRefusal);
        if (leave) return leave;
        await sleep(REFUSED_WAIT_MS);
      }
    },
    within: async (client, limitMs, answer) => {
      if (limitMs === 0) return answer;
      const cancel = afterDelay(limitMs, () => {
        suspectBeforeMs = monotonicMs();
        streamOf(client).destroy(Object.assign(new Error("no answer from the database"), { code: "ETIMEDOUT" }));
      });
      try {
        return await answer;
      } finally {
        cancel();
      }
    },
    waiting: () => queue.waiting,
    close: async () => {
      // Not by `once` of node:events, which rejects when a connection breaks first: a broken one has ended as well.
      const ended = Promise.all([...open].map((client) => new Promise((resolve) => client.once("end", resolve))));
      const grace = new AbortController();
      const late = sleep(CLOSE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
      await Promise.race([Promise.all([pool.end(), ended]), late]);
      grace.abort();
      for (const client of open) streamOf(client).destroy();
    },
  };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof QueueRefusal)) throw error;
}

async function enter(queue: FairQueue, { lane, urgency }: Borrower): Promise<Leave> {
  try {
    return await queue.enter(lane, urgency);
  } catch (error) {
    throw error instanceof QueueRefusal ? unavailable("too many requests are waiting for the database", error) : error;
  }
}

async function lend<T>(
  client: pg.PoolClient,
  lastReplyAtMs: WeakMap<pg.PoolClient, number>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let broken: Error | undefined;
  const note = (error: Error) => {
    broken = error;
  };
  client.on("error", note);
  try {
    return await work(client);
  } catch (error) {
    const outage = outageOf(error);
    if (outage?.losesConnection) broken = error as Error;
    throw outage ? unavailable(outage.reason, error) : error;
  } finally {
    client.off("error", note);
    // An unresponsive connection is destroyed: a clean end would wait for a response that never comes.
    if (broken) streamOf(client).destroy();
    else lastReplyAtMs.set(client, monotonicMs());
    client.release(broken);
  }
}

/** Returns the socket of a connection: `pg` has no way to destroy a connection that does not respond. */
function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}

function refuseUnreachable(error: unknown): never {
  throw unavailable("the database cannot be reached", error);
}

function unavailable(message: string, cause: unknown): Failure {
  const failure = new Failure("unavailable", `${message}; try again shortly`, {}, { "retry-after": "1" });
  failure.cause = cause;
  return failure;
}

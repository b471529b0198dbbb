import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface MaintenanceOptions {
  connect(): Duplex;
  isBusy(): boolean;
  /** Returns a count that grows with every statement, except those sent through `connect`. */
  statements(): number;
  readonly checkpointMs: number;
  readonly vacuumMs: number;
}

export interface Maintenance {
  stop(): void;
}

const IDLE_TRIES = 100;
const IDLE_WAIT_MS = 100;

/**
 * Lists one statement per table and task, so that other sessions can run between two of them, and only where enough has
 * changed, by the thresholds of autovacuum: each statement blocks the engine while it runs.
 */
const TASKS = `
  select format('vacuum (skip_database_stats) %I.%I', schemaname, relname) as command
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.1 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
  union all
  select format('analyze %I.%I', schemaname, relname)
  from pg_stat_user_tables
  where n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/** Runs checkpoints, vacuum and analyze, for which the embedded engine has no background processes. */
export function startMaintenance(options: MaintenanceOptions): Maintenance {
  const timers = [repeat(options, options.checkpointMs, checkpoint), repeat(options, options.vacuumMs, vacuum)];
  return { stop: () => timers.forEach(clearInterval) };
}

function repeat(
  options: MaintenanceOptions,
  everyMs: number,
  work: (client: pg.Client, options: MaintenanceOptions) => Promise<void>,
): NodeJS.Timeout {
  let isRunning = false;
  let seen = options.statements();
  const run = async () => {
    if (isRunning || options.statements() === seen) return;
    isRunning = true;
    await runOnce(options, work);
    seen = options.statements();
    isRunning = false;
  };
  return setInterval(() => void run(), everyMs).unref();
}

async function runOnce(
  options: MaintenanceOptions,
  work: (client: pg.Client, options: MaintenanceOptions) => Promise<void>,
): Promise<void> {
  // `ssl` is set because an environment variable could otherwise turn it on.
  const client = new pg.Client({ user: "postgres", database: "postgres", ssl: false, stream: () => options.connect() });
  // After a restart in the middle, the next round does the work.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await work(client, options);
  } catch {
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkpoint(client: pg.Client, options: MaintenanceOptions): Promise<void> {
  await whenIdle(options);
  await client.query("checkpoint");
}

async function vacuum(client: pg.Client, options: MaintenanceOptions): Promise<void> {
  await client.query("select pg_stat_force_next_flush()");
  const { rows } = await client.query<{ command: string }>(TASKS);
  for (const { command } of rows) {
    await whenIdle(options);
    // A table that was dropped meanwhile must not stop the work on the others.
    await client.query(command).catch(() => undefined);
  }
  await client.query("vacuum (only_database_stats)");
  await checkpoint(client, options);
}

async function whenIdle(options: MaintenanceOptions): Promise<void> {
  for (let tries = 0; tries < IDLE_TRIES && options.isBusy(); tries += 1) {
    await sleep(IDLE_WAIT_MS, undefined, { ref: false });
  }
}

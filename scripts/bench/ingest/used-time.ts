import { readFileSync } from "node:fs";
import pg from "pg";
import type { Database } from "../../../src/store/database/database.ts";

/** Wall time, and CPU time of this process and of the database server, in milliseconds. */
export interface UsedTime {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export const NO_TIME: UsedTime = { wallMs: 0, cpuMs: 0 };

export const plus = (a: UsedTime, b: UsedTime): UsedTime => ({
  wallMs: a.wallMs + b.wallMs,
  cpuMs: a.cpuMs + b.cpuMs,
});

export const minus = (a: UsedTime, b: UsedTime): UsedTime => ({
  wallMs: a.wallMs - b.wallMs,
  cpuMs: a.cpuMs - b.cpuMs,
});

/** Returns the time used so far. */
export type Meter = () => UsedTime;

/**
 * Returns a meter of this process, which includes the thread of an embedded database, and of all processes of a
 * PostgreSQL server on this machine.
 */
export async function meterOf(database: Database): Promise<Meter> {
  const server = database.engine === "postgres" ? await serverOf(database) : undefined;
  return () => {
    const { user, system } = process.cpuUsage();
    const serverMs = server === undefined ? 0 : serverCpuMs(server);
    return { wallMs: performance.now(), cpuMs: (user + system) / 1_000 + serverMs };
  };
}

/** Returns the id of the server process, which is the parent of every session. */
async function serverOf(database: Database): Promise<number | undefined> {
  const [session] = await database.system.query<{ pid: number }>("select pg_backend_pid() as pid");
  const parent = session && readStat(session.pid)?.parent;
  if (parent === undefined) console.log("the CPU time of PostgreSQL is not included: its processes are not visible");
  return parent;
}

/** Returns a meter of the CPU time of all processes of a PostgreSQL server on this machine, in milliseconds. */
export async function postgresMeter(databaseUrl: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const parent = readStat(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  if (parent === undefined) throw new Error("the processes of PostgreSQL are not visible");
  return () => serverCpuMs(parent);
}

/** Includes the processes of the server that have ended. */
function serverCpuMs(server: number): number {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").split(" ").filter(Boolean);
  const ids = [server, ...children.map(Number)];
  const ticks = ids.flatMap((id) => readStat(id) ?? []).reduce((sum, { own, ended }) => sum + own + ended, 0);
  return ticks * TICK_MS;
}

/** Returns the CPU time of a process without that of its children. */
export const processCpuMs = (id: number): number => (readStat(id)?.own ?? 0) * TICK_MS;

/** Returns the resident memory of a process in MiB; 0 where it cannot be seen. */
export function processMemoryMib(id: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    // It ended meanwhile, or this is not Linux.
    return 0;
  }
}

/** The unit of times in /proc, which is the same on all common Linux systems. */
const TICK_MS = 10;

interface ProcessStat {
  readonly parent: number;
  /** CPU time of the process and of its children that have ended, in ticks. */
  readonly own: number;
  readonly ended: number;
}

function readStat(id: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    // The name of the program, in parentheses, may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    // It ended meanwhile, or this is not Linux.
    return undefined;
  }
}

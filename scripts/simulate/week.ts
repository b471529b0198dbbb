import type { SimulatedDomain } from "./domains.ts";
import type { UnitCosts } from "./unit-costs.ts";

export interface Deployment {
  /** Processes of Parapet, each with one thread of detectors. */
  readonly processes: number;
  /** Cores that PostgreSQL may use. */
  readonly databaseCores: number;
}

/** How a deployment did over a week. */
export interface Week {
  /** Shares of the threads of detectors and of the cores of PostgreSQL that were in use, over the week and at the peak. */
  readonly detectors: Load;
  readonly database: Load;
  /** Minutes between the delivery of a row and its threats: the median, the 99th percentile and the longest. */
  readonly waits: { readonly median: number; readonly p99: number; readonly longest: number };
  /** Rows that still waited at the end. */
  readonly left: number;
}

interface Load {
  readonly mean: number;
  readonly peak: number;
}

const MINUTES = 7 * 24 * 60;
const MINUTE_US = 60_000_000;
/** A connector that is down from Wednesday 8:00 to 14:00 UTC and then delivers everything at once. */
const OUTAGE = { from: (2 * 24 + 8) * 60, to: (2 * 24 + 14) * 60 };
/** How far the rows of a minute differ from their mean. */
const NOISE = 0.3;

/** Lets domains deliver rows for a week. The largest one has an outage in the middle of it. */
export function simulateWeek(
  domains: readonly SimulatedDomain[],
  deployment: Deployment,
  costs: UnitCosts,
  random: () => number,
): Week {
  const queues = domains.map(() => new Queue());
  const largest = domains.reduce((most, { rate }, at) => (rate > (domains[most]?.rate ?? 0) ? at : most), 0);
  const perThread = MINUTE_US / costs.detectUs;
  // What the database needs for deliveries and for results is not separated: a row costs it both.
  const capacity = Math.min(
    deployment.processes * perThread,
    (deployment.databaseCores * MINUTE_US) / costs.databaseUs,
  );
  const waits = new Waits();
  const used: number[] = [];
  const held = { rows: 0 };
  for (let minute = 0; minute < MINUTES; minute++) {
    for (const [at, queue] of queues.entries()) {
      const rows = rowsOf(domains[at], minute, random);
      queue.add(minute, at === largest ? withOutage(held, minute, rows) : rows);
    }
    used.push(shareOut(queues, { capacity, perThread, batchRows: costs.batchRows }, minute, waits));
  }
  const load = (us: number, cores: number): Load => {
    const shares = used.map((rows) => (rows * us) / (cores * MINUTE_US));
    return { mean: shares.reduce((sum, share) => sum + share, 0) / shares.length, peak: Math.max(...shares) };
  };
  return {
    detectors: load(costs.detectUs, deployment.processes),
    database: load(costs.databaseUs, deployment.databaseCores),
    waits: { median: waits.quantile(0.5), p99: waits.quantile(0.99), longest: waits.quantile(1) },
    left: queues.reduce((sum, queue) => sum + queue.rows, 0),
  };
}

/** Returns how many rows are delivered in a minute of a domain whose connector is down for some hours. */
function withOutage(held: { rows: number }, minute: number, rows: number): number {
  if (minute >= OUTAGE.from && minute < OUTAGE.to) {
    held.rows += rows;
    return 0;
  }
  const late = held.rows;
  held.rows = 0;
  return rows + late;
}

/** Returns the rows that a domain sends in a minute: four times as many at noon as at night, and few on weekends. */
function rowsOf(domain: SimulatedDomain | undefined, minute: number, random: () => number): number {
  if (!domain) return 0;
  const hours = minute / 60 + domain.zone;
  const isWeekend = Math.floor(hours / 24) % 7 >= 5;
  const ofDay = 1 - 0.6 * Math.cos((2 * Math.PI * (hours - 1)) / 24);
  return domain.rate * 60 * ofDay * (isWeekend ? 0.4 : 1.24) * (1 + NOISE * (2 * random() - 1));
}

/** Rows of a domain that wait, by the minute of their delivery. */
class Queue {
  rows = 0;
  private readonly parts: { readonly minute: number; rows: number }[] = [];
  private first = 0;

  add(minute: number, rows: number): void {
    this.parts.push({ minute, rows });
    this.rows += rows;
  }

  /** Takes the oldest rows. */
  take(rows: number, onPart: (minute: number, rows: number) => void): void {
    let left = rows;
    for (let part = this.parts[this.first]; part && left > 0; part = this.parts[this.first]) {
      const taken = Math.min(left, part.rows);
      onPart(part.minute, taken);
      part.rows -= taken;
      left -= taken;
      this.rows -= taken;
      if (part.rows <= 1e-9) this.first++;
    }
  }
}

/** What is available in a minute, and the fixed cost of a batch, all in rows. */
interface Available {
  readonly capacity: number;
  readonly perThread: number;
  readonly batchRows: number;
}

/**
 * Domains take turns: those with few rows finish, the others share what is left. Each has one batch. Returns what was used,
 * in rows.
 */
function shareOut(queues: readonly Queue[], available: Available, now: number, waits: Waits): number {
  const waiting = queues.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows);
  let left = available.capacity;
  for (const [at, queue] of waiting.entries()) {
    const share = Math.min(available.perThread, left / (waiting.length - at));
    const taken = Math.min(queue.rows, share - available.batchRows);
    if (taken <= 0) continue;
    queue.take(taken, (minute, rows) => waits.add(now - minute, rows));
    left -= taken + available.batchRows;
  }
  return available.capacity - left;
}

/** How long rows waited, in minutes. */
class Waits {
  private readonly counts = new Map<number, number>();
  private total = 0;

  add(minutes: number, rows: number): void {
    this.counts.set(minutes, (this.counts.get(minutes) ?? 0) + rows);
    this.total += rows;
  }

  quantile(share: number): number {
    let sum = 0;
    for (const [minutes, rows] of [...this.counts].sort(([a], [b]) => a - b)) {
      sum += rows;
      if (sum >= share * this.total * (1 - 1e-9)) return minutes;
    }
    return 0;
  }
}

// Simulates a week of an installation from what a row and a domain cost (docs/scaling.md).
import { parseArgs } from "node:util";
import { alignColumns } from "./evaluate/align-columns.ts";
import { type SimulatedDomain, seededRandom, simulateDomains } from "./simulate/domains.ts";
import { spreadOverWorkers } from "./simulate/spread-over-workers.ts";
import { MEASURED } from "./simulate/unit-costs.ts";
import { simulateWeek, type Week } from "./simulate/week.ts";

const { values: options } = parseArgs({
  options: {
    domains: { type: "string", default: "1000" },
    // Rows that are kept, and for how many days.
    rows: { type: "string", default: "10000000000" },
    days: { type: "string", default: "90" },
    // Processes of Parapet that are compared, and the cores of PostgreSQL.
    processes: { type: "string", default: "1,2,4,8" },
    "database-cores": { type: "string", default: "4" },
    shards: { type: "string", default: "128" },
    workers: { type: "string", default: "2,4,8" },
    seed: { type: "string", default: "1" },
  },
});

const DAY_SECONDS = 86_400;
const GIB = 1_073_741_824;

const [count, rows, days] = [numberOf("domains"), numberOf("rows"), numberOf("days")];
const rate = rows / (days * DAY_SECONDS);
const domains = simulateDomains(count, rate, seededRandom(numberOf("seed")));
console.log(describeDomains());
console.log(`\n${describeWeeks()}`);
console.log(`\n${describeWorkers()}`);

function numberOf(name: keyof typeof options): number {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number, not ${options[name]}`);
  return value;
}

function numbersOf(name: "processes" | "workers"): readonly number[] {
  const values = (options[name] ?? "").split(",").map(Number);
  if (values.some((value) => !Number.isInteger(value) || value < 1))
    throw new Error(`--${name} are whole numbers, not ${options[name]}`);
  return values;
}

function describeDomains(): string {
  const rates = domains.map((domain: SimulatedDomain) => domain.rate).sort((a, b) => a - b);
  const { rowBytes, idleDomain } = MEASURED;
  return [
    `${count} domains, ${rate.toFixed(0)} rows/s on average, ${((rate * DAY_SECONDS) / 1e6).toFixed(0)} million a day`,
    `largest domain ${(rates.at(-1) ?? 0).toFixed(1)} rows/s, median ${(rates[rates.length >> 1] ?? 0).toFixed(2)}`,
    `disk ${((rows * rowBytes) / GIB / 1_024).toFixed(1)} TiB for ${days} days`,
    `idle: ${(count * idleDomain * 100).toFixed(1)} % of a core in each process`,
  ].join("\n");
}

function describeWeeks(): string {
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  const lines = numbersOf("processes").map((processes) => {
    const deployment = { processes, databaseCores: numberOf("database-cores") };
    const week: Week = simulateWeek(domains, deployment, MEASURED, seededRandom(numberOf("seed") + 1));
    const { detectors, database, waits, left } = week;
    return [
      String(processes),
      percent(detectors.mean),
      percent(detectors.peak),
      percent(database.mean),
      percent(database.peak),
      String(waits.median),
      String(waits.p99),
      String(waits.longest),
      left < 1_000_000 ? "0" : `${(left / 1e6).toFixed(0)} million`,
    ];
  });
  const head = ["processes", "detectors", "peak", "PostgreSQL", "peak", "wait p50 min", "p99", "longest", "left"];
  return alignColumns([head, ...lines]);
}

function describeWorkers(): string {
  const shards = numberOf("shards");
  const lines = numbersOf("workers").map((workers) => {
    const spread = spreadOverWorkers(domains, { shards, workers }, seededRandom(numberOf("seed") + 2));
    const bytes = (rows * MEASURED.rowBytes * spread.fullestWorker) / workers / GIB / 1_024;
    return [
      String(workers),
      `${spread.fullestWorker.toFixed(2)} x`,
      `${bytes.toFixed(2)} TiB`,
      `${(spread.fullestShard * 100).toFixed(1)} %`,
    ];
  });
  const head = [`workers (${shards} shards)`, "fullest worker", "its disk", "largest shard"];
  return alignColumns([head, ...lines]);
}

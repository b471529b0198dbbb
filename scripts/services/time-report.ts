import { existsSync, readFileSync } from "node:fs";
import type { MeasuredFile } from "../../test/support/measure-file.ts";

const SLOWEST = 10;

/** Processor time in milliseconds, by what used it; `vitest` is all that it and its tests used. */
export type CpuTimes = Readonly<Record<string, number>>;

/** Describes the slowest test files and the processor time of each part of a run. */
export function describeTimes(path: string, { vitest = 0, ...others }: CpuTimes): readonly string[] {
  const files = readFiles(path);
  if (files.length === 0) return [];
  const inFiles = files.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const parts = new Map<string, number>(Object.entries({ ...others, "vitest itself": Math.max(0, vitest - inFiles) }));
  for (const { part, cpuMs } of files) parts.set(part, (parts.get(part) ?? 0) + cpuMs);
  const total = [...parts.values()].reduce((sum, ms) => sum + ms, 0);
  return [
    "Slowest files, in seconds:",
    ...slowest.map(({ ms, file, part }) => `${inSeconds(ms)}  ${file} (${part})`),
    "CPU time of each part, in seconds:",
    ...[...parts].toSorted((a, b) => b[1] - a[1]).map(([part, ms]) => `${inSeconds(ms)}  ${part}`),
    `${inSeconds(total)}  all`,
  ];
}

const inSeconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8);

function readFiles(path: string): readonly MeasuredFile[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as MeasuredFile); // written by test/support/measure-file.ts
}

import { readFileSync } from "node:fs";

const MS_PER_TICK = 10;

/** Returns the processor time of this process and its threads, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns the processor time of all children of this process that have ended, with theirs; 0 where this is not Linux. */
export function childrenCpuMs(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

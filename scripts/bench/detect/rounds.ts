/** Work that is compared with other work. */
export interface Contender {
  readonly name: string;
  /** Processes everything once and returns the number of items. */
  run(): number;
}

/** Returns the median CPU microseconds per item of each contender. Contenders run in turn, so that noise affects all alike. */
export function measureInRounds(contenders: readonly Contender[], rounds: number): ReadonlyMap<string, number> {
  for (const contender of contenders) for (let warm = 0; warm < 3; warm += 1) contender.run();
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of contenders) {
      const started = process.cpuUsage();
      const items = run();
      const { user, system } = process.cpuUsage(started);
      times.get(name)?.push((user + system) / items);
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

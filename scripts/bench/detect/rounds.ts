/** A piece of work that is measured against others. */
export interface Contender {
  readonly name: string;
  /** Works through everything once and answers how many items that were. */
  run(): number;
}

/** Microseconds an item, for each contender the median over short rounds in turn, so that noise hits all alike. */
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

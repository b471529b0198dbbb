/** A domain by how many rows it sends. */
export interface SimulatedDomain {
  /** Rows per second on average over a week. */
  readonly rate: number;
  /** The hours by which its day is ahead of UTC. */
  readonly zone: number;
}

/** Sizes of organizations are spread over several orders of magnitude: a log-normal distribution with this deviation. */
const SPREAD = 1.6;
/** Where the organizations are: shares of the Americas, Europe and Asia. */
const ZONES: readonly (readonly [zone: number, until: number])[] = [
  [-6, 0.4],
  [1, 0.8],
  [8, 1],
];

/** Returns domains that together send `rate` rows per second; the same for the same seed. */
export function simulateDomains(count: number, rate: number, random: () => number): readonly SimulatedDomain[] {
  const weights = Array.from({ length: count }, () => Math.exp(SPREAD * normal(random)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => ({ rate: (rate * weight) / sum, zone: zoneOf(random()) }));
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const zoneOf = (share: number): number => ZONES.find(([, until]) => share < until)?.[0] ?? 0;

/** Returns numbers from 0 to 1 that depend on the seed only. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random numbers that depend on the seed only, time, and small text helpers. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Rng = {
  (): number;
  int(low: number, high: number): number;
  real(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  some<T>(list: readonly T[], count: number): T[];
  shuffle<T>(list: readonly T[]): T[];
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  normal(mean: number, deviation: number): number;
  count(mean: number): number;
  hex(length: number): string;
  uuid(): string;
  fork(name: string): Rng;
};

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  }
  h = Math.imul(h ^ (h >>> 15), 2246822507);
  return (h ^ (h >>> 13)) >>> 0;
}

export function createRng(seed: string): Rng {
  let state = hash(seed) || 1;
  const next = (() => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }) as Rng;
  next.int = (low, high) => low + Math.floor(next() * (high - low + 1));
  next.real = (low, high) => low + next() * (high - low);
  next.chance = (probability) => next() < probability;
  next.pick = (list) => {
    const value = list[Math.floor(next() * list.length)];
    if (value === undefined) {
      throw new Error("pick from an empty list");
    }
    return value;
  };
  next.shuffle = (list) => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [copy[i], copy[j]] = [copy[j]!, copy[i]!];
    }
    return copy;
  };
  next.some = (list, count) => next.shuffle(list).slice(0, count);
  next.weighted = (list) => {
    let rest = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of list) {
      rest -= weight;
      if (rest <= 0) {
        return value;
      }
    }
    return list[list.length - 1]![0];
  };
  next.normal = (mean, deviation) => {
    const u = Math.sqrt(-2 * Math.log(1 - next()));
    return mean + deviation * u * Math.cos(2 * Math.PI * next());
  };
  next.count = (mean) => {
    const limit = Math.exp(-mean);
    let product = next();
    let n = 0;
    while (product > limit && n < 60) {
      product *= next();
      n++;
    }
    return n;
  };
  next.hex = (length) => {
    let text = "";
    while (text.length < length) {
      text += Math.floor(next() * 0x10000).toString(16).padStart(4, "0");
    }
    return text.slice(0, length);
  };
  next.uuid = () => {
    const h = next.hex(32);
    const variant = "89ab"[Math.floor(next() * 4)];
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
  };
  next.fork = (name) => createRng(`${seed}/${name}`);
  return next;
}

export function iso(time: number): string {
  return new Date(Math.round(time)).toISOString();
}

export type Zone = "EU" | "MX" | "IN";

/** Offset of local time from UTC. Summer time in the EU: last Sunday of March to last Sunday of October. */
export function offset(zone: Zone, time: number): number {
  if (zone === "MX") {
    return -6 * HOUR;
  }
  if (zone === "IN") {
    return 5.5 * HOUR;
  }
  const year = new Date(time).getUTCFullYear();
  const lastSunday = (month: number): number => {
    const end = new Date(Date.UTC(year, month + 1, 0, 1));
    return end.getTime() - end.getUTCDay() * DAY;
  };
  return time >= lastSunday(2) && time < lastSunday(9) ? 2 * HOUR : HOUR;
}

export function slug(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/ß/g, "ss")
    .replace(/ł/g, "l")
    .replace(/Ł/g, "L")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

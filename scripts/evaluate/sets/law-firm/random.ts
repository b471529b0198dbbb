/** A seeded generator of random numbers: the same seed and purpose give the same numbers on every machine. */
export class Rng {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(private readonly name: string) {
    let h = 1779033703 ^ name.length;
    for (let i = 0; i < name.length; i++) {
      h = Math.imul(h ^ name.charCodeAt(i), 3432918353);
      h = (h << 13) | (h >>> 19);
    }
    const word = (): number => {
      h = Math.imul(h ^ (h >>> 16), 2246822507);
      h = Math.imul(h ^ (h >>> 13), 3266489909);
      return (h ^= h >>> 16) >>> 0;
    };
    this.a = word();
    this.b = word();
    this.c = word();
    this.d = word();
    for (let i = 0; i < 12; i++) this.next();
  }

  /** An independent generator for another purpose. */
  fork(purpose: string): Rng {
    return new Rng(`${this.name}/${purpose}`);
  }

  /** A number of at least 0 and less than 1. */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + t) | 0;
    return (t >>> 0) / 4294967296;
  }

  /** A whole number from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  real(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new Error(`nothing to pick from in ${this.name}`);
    return item;
  }

  sample<T>(list: readonly T[], count: number): T[] {
    return this.shuffle(list).slice(0, count);
  }

  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1));
      const x = copy[i] as T;
      copy[i] = copy[j] as T;
      copy[j] = x;
    }
    return copy;
  }

  /** A whole number around a mean, never negative; a fair imitation of a Poisson variable. */
  count(mean: number): number {
    const limit = Math.exp(-mean);
    let n = 0;
    for (let p = this.next(); p > limit && n < 400; n++) p *= this.next();
    return n;
  }

  /** Roughly normal. */
  around(mean: number, deviation: number): number {
    return mean + (this.next() + this.next() + this.next() - 1.5) * 2 * deviation;
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) text += Math.floor(this.next() * 65536).toString(16).padStart(4, "0");
    return text.slice(0, length);
  }

  guid(): string {
    const h = this.hex(32);
    const variant = (8 + Math.floor(this.next() * 4)).toString(16);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
  }
}

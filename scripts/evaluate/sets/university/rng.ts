/** A deterministic random generator (sfc32) that can be forked by label, so that parts do not disturb each other. */
export class Rng {
  private a: number;
  private b: number;
  private c: number;
  private d: number;
  private readonly label: string;

  constructor(label: string) {
    this.label = label;
    let h = 1779033703 ^ label.length;
    for (let i = 0; i < label.length; i++) {
      h = Math.imul(h ^ label.charCodeAt(i), 3432918353);
      h = (h << 13) | (h >>> 19);
    }
    const mix = (): number => {
      h = Math.imul(h ^ (h >>> 16), 2246822507);
      h = Math.imul(h ^ (h >>> 13), 3266489909);
      return (h ^= h >>> 16) >>> 0;
    };
    this.a = mix();
    this.b = mix();
    this.c = mix();
    this.d = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  fork(label: string): Rng {
    return new Rng(`${this.label}/${label}`);
  }

  next(): number {
    const t = (this.a + this.b + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + t) | 0;
    return (t >>> 0) / 4294967296;
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  float(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(p: number): boolean {
    return this.next() < p;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error(`nothing to pick from (${this.label})`);
    return list[Math.floor(this.next() * list.length)] as T;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }

  sample<T>(list: readonly T[], n: number): T[] {
    return this.shuffle(list).slice(0, n);
  }

  weighted<T>(pairs: readonly (readonly [T, number])[]): T {
    let x = this.next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of pairs) {
      x -= weight;
      if (x < 0) return value;
    }
    return (pairs[pairs.length - 1] as readonly [T, number])[0];
  }

  normal(mean: number, deviation: number): number {
    const u = Math.max(this.next(), 1e-9);
    return mean + deviation * Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next());
  }

  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let n = 0;
    for (let p = this.next(); p > limit; p *= this.next()) n++;
    return n;
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += Math.floor(this.next() * 16).toString(16);
    return text;
  }

  uuid(): string {
    const variant = "89ab"[this.int(0, 3)];
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`;
  }

  base62(n: number): string {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    return Array.from({ length: n }, () => letters[this.int(0, 61)]).join("");
  }
}

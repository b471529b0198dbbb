const INITIAL_SLOTS = 8;

/** The moments of the counted requests of one bucket, oldest first; mutable, and grows only as far as it is filled. */
export class StampRing {
  /** How long a moment counts. */
  readonly windowMs: number;
  #slots = new Float64Array(INITIAL_SLOTS);
  #head = 0;
  #count = 0;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  get count(): number {
    return this.#count;
  }

  /** The moment at which the entry of this index, 0 being the oldest, leaves the window. */
  leavesAt(index: number): number {
    return this.#read(index) + this.windowMs;
  }

  isIdle(now: number): boolean {
    return this.#count === 0 || this.leavesAt(this.#count - 1) <= now;
  }

  dropExpired(now: number): void {
    while (this.#count > 0 && this.leavesAt(0) <= now) {
      this.#head = (this.#head + 1) & (this.#slots.length - 1);
      this.#count -= 1;
    }
  }

  /** Adds a moment that is not before the newest. */
  add(stamp: number): void {
    if (this.#count === this.#slots.length) this.#grow();
    this.#write(this.#count, stamp);
    this.#count += 1;
  }

  /** Removes one entry of this moment, if there is one; entries of the same moment are interchangeable. */
  remove(stamp: number): void {
    let index = this.#count - 1;
    while (index >= 0 && this.#read(index) > stamp) index -= 1;
    if (index < 0 || this.#read(index) !== stamp) return;
    for (let later = index + 1; later < this.#count; later += 1) this.#write(later - 1, this.#read(later));
    this.#count -= 1;
  }

  #read(index: number): number {
    return this.#slots[(this.#head + index) & (this.#slots.length - 1)] ?? 0;
  }

  #write(index: number, stamp: number): void {
    this.#slots[(this.#head + index) & (this.#slots.length - 1)] = stamp;
  }

  #grow(): void {
    const slots = new Float64Array(this.#slots.length * 2);
    for (let index = 0; index < this.#count; index += 1) slots[index] = this.#read(index);
    this.#slots = slots;
    this.#head = 0;
  }
}

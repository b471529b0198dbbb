const INITIAL_SLOTS = 8;

/** A growing ring buffer of the timestamps of one bucket's counted requests, oldest first. */
export class StampRing {
  /** How long a timestamp counts. */
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

  /** Returns when the entry at this index leaves the window; 0 is the oldest. */
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

  /** Adds a timestamp that is not before the newest. */
  add(stamp: number): void {
    if (this.#count === this.#slots.length) this.#grow();
    this.#write(this.#count, stamp);
    this.#count += 1;
  }

  /** Removes one entry with this timestamp, if there is one. */
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

/** Keeps the entries that were used last, between `max` and twice as many. */
export class RecentEntries<T> {
  readonly #max: number;
  #recent = new Map<string, T>();
  #older = new Map<string, T>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): T | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, entry: T): void {
    this.#recent.set(key, entry);
    if (this.#recent.size < this.#max) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}

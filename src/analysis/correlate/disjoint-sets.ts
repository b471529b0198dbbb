/** Disjoint sets of places; the least place of a set is its root. */
export class DisjointSets {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, place) => place);
  }

  rootOf(place: number): number {
    let root = place;
    for (let parent = this.#parents[root]; parent !== undefined && parent !== root; parent = this.#parents[root]) {
      this.#parents[root] = this.#parents[parent] ?? parent;
      root = parent;
    }
    return root;
  }

  join(one: number, other: number): void {
    const [left, right] = [this.rootOf(one), this.rootOf(other)];
    this.#parents[Math.max(left, right)] = Math.min(left, right);
  }
}

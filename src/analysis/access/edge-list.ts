/** Edges in compressed rows: those of node n are at the positions `starts[n]` to `starts[n + 1]`. */
export interface EdgeRows {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly costs: Uint8Array;
  readonly labels: Uint8Array;
}

/** Calls `visit` for every edge of a node. */
export function visitEdges(
  { starts, ends, costs, labels }: EdgeRows,
  node: number,
  visit: (end: number, cost: number, label: number) => void,
): void {
  const last = starts[node + 1] ?? 0;
  for (let edge = starts[node] ?? 0; edge < last; edge += 1) {
    visit(ends[edge] ?? 0, costs[edge] ?? 0, labels[edge] ?? 0);
  }
}

/** The edges of a graph in both directions. */
export interface Edges {
  readonly forward: EdgeRows;
  readonly backward: EdgeRows;
  readonly labelNames: readonly string[];
}

/** Collects the edges of a graph. */
export class EdgeList {
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #costs: number[] = [];
  readonly #labels: number[] = [];
  readonly #labelNames: string[] = [];

  /** Adds an edge of cost 0 or 1. */
  add(from: number, to: number, cost: 0 | 1, label: string): void {
    if (from === to) return;
    this.#from.push(from);
    this.#to.push(to);
    this.#costs.push(cost);
    this.#labels.push(this.#labelOf(label));
  }

  #labelOf(name: string): number {
    const known = this.#labelNames.indexOf(name);
    return known >= 0 ? known : this.#labelNames.push(name) - 1;
  }

  build(nodes: number): Edges {
    return {
      forward: this.#rows(nodes, this.#from, this.#to),
      backward: this.#rows(nodes, this.#to, this.#from),
      labelNames: this.#labelNames,
    };
  }

  #rows(nodes: number, from: readonly number[], to: readonly number[]): EdgeRows {
    const starts = new Int32Array(nodes + 1);
    for (const node of from) starts[node + 1] = (starts[node + 1] ?? 0) + 1;
    for (let node = 0; node < nodes; node += 1) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
    const next = starts.slice();
    const ends = new Int32Array(from.length);
    const costs = new Uint8Array(from.length);
    const labels = new Uint8Array(from.length);
    for (const [index, node] of from.entries()) {
      const at = next[node] ?? 0;
      next[node] = at + 1;
      ends[at] = to[index] ?? 0;
      costs[at] = this.#costs[index] ?? 0;
      labels[at] = this.#labels[index] ?? 0;
    }
    return { starts, ends, costs, labels };
  }
}

import type { Steps } from "../../model/steps.ts";
import { MAX_CONTROL_EDGES } from "./control-distance.ts";
import type { ControlGraph } from "./control-graph.ts";
import { visitEdges } from "./edge-list.ts";

/** A node with more edges than this is searched once for all who reach it. */
const WIDE = 64;

/** Returns the share of all users, NHIs and resources that a node can take over with at most three control edges. */
export function* createShareReader(graph: ControlGraph): Steps<(node: number) => number> {
  const walker = new Walker(graph);
  yield* walker.prepare();
  const reached = new Uint32Array(walker.words);
  return (node) => {
    if (graph.countedTotal === 0) return 0;
    reached.fill(0);
    walker.walk(node, MAX_CONTROL_EDGES, reached);
    clearBit(reached, node);
    return countBits(reached) / graph.countedTotal;
  };
}

class Walker {
  readonly words: number;
  readonly #graph: ControlGraph;
  readonly #seen: Int32Array;
  #round = 0;
  /** What a wide node reaches, by its number and the control edges left. */
  readonly #known = new Map<number, Uint32Array>();

  constructor(graph: ControlGraph) {
    this.#graph = graph;
    this.#seen = new Int32Array(graph.names.length);
    this.words = Math.ceil(graph.names.length / 32);
  }

  /** Searches from wide nodes: those with fewer control edges left first, because the others use them. */
  *prepare(): Steps<void> {
    const { starts } = this.#graph.edges.forward;
    const wide = this.#graph.names.flatMap((_, node) =>
      (starts[node + 1] ?? 0) - (starts[node] ?? 0) > WIDE && this.#isHub(node) ? [node] : [],
    );
    for (let left = 0; left <= MAX_CONTROL_EDGES; left += 1) {
      for (const node of wide) {
        const reached = new Uint32Array(this.words);
        this.walk(node, left, reached);
        this.#known.set(keyOf(node, left), reached);
        yield;
      }
    }
  }

  /** Whether all edges of a node are control edges, as those of capabilities and scopes are. */
  #isHub(node: number): boolean {
    let isHub = true;
    visitEdges(this.#graph.edges.forward, node, (_, cost) => {
      isHub &&= cost === 1;
    });
    return isHub;
  }

  /** Sets the bits of the counted nodes that can be reached, and of the first node. */
  walk(start: number, budget: number, reached: Uint32Array): void {
    this.#round += 1;
    let next: readonly number[] = [start];
    for (let left = budget; left >= 0 && next.length > 0; left -= 1) {
      // A node of the next level may meanwhile have been reached without another control edge.
      const level = next.filter((node) => this.#enter(node));
      const behind: number[] = [];
      for (let index = 0; index < level.length; index += 1) {
        const node = level[index] ?? 0;
        const known = this.#known.get(keyOf(node, left));
        if (known) union(reached, known);
        else this.#expand(node, reached, level, behind);
      }
      next = behind;
    }
  }

  /** Returns whether a node is reached for the first time. */
  #enter(node: number): boolean {
    if (this.#seen[node] === this.#round) return false;
    this.#seen[node] = this.#round;
    return true;
  }

  #expand(node: number, reached: Uint32Array, level: number[], behind: number[]): void {
    if (this.#graph.isCounted[node]) setBit(reached, node);
    visitEdges(this.#graph.edges.forward, node, (to, cost) => {
      if (cost === 1) behind.push(to);
      else if (this.#enter(to)) level.push(to);
    });
  }
}

const keyOf = (node: number, left: number): number => node * (MAX_CONTROL_EDGES + 1) + left;

function setBit(bits: Uint32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function clearBit(bits: Uint32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) & ~(1 << (index & 31));
}

function union(into: Uint32Array, from: Uint32Array): void {
  for (let word = 0; word < from.length; word += 1) into[word] = (into[word] ?? 0) | (from[word] ?? 0);
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (const word of bits) {
    for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}

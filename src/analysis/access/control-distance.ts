import type { ControlStep } from "../../model/identity/entitlement.ts";
import type { Steps } from "../../model/steps.ts";
import type { ControlGraph, HeldTier } from "./control-graph.ts";
import { visitEdges } from "./edge-list.ts";

/** The largest number of control edges on a path. */
export const MAX_CONTROL_EDGES = 3;

/** The shortest ways to what is searched for. */
export interface ControlDistance {
  /** The number of control edges to the nearest node that holds it; undefined if there are more than three. */
  edgesFrom(node: number): number | undefined;
  /** The shortest path, with the fewest steps and then the first nodes by name and number. */
  pathFrom(node: number): readonly ControlStep[];
}

const UNREACHED = 0xffff_ffff;
/** Steps are counted below control edges, so that a shorter path wins among those with as few control edges. */
const STEP_BITS = 20;
const edgesOf = (distance: number): number => distance >>> STEP_BITS;

/** Searches backward from every node that holds what is searched for, once for all identities. */
export function* controlDistance(graph: ControlGraph, isSought: (held: HeldTier) => boolean): Steps<ControlDistance> {
  const distances = yield* searchBackward(graph, isSought);
  const at = (node: number): number => distances[node] ?? UNREACHED;
  return {
    edgesFrom: (node) => (at(node) === UNREACHED ? undefined : edgesOf(at(node))),
    pathFrom: (start) => {
      const path: ControlStep[] = [];
      for (let node = start; at(node) !== UNREACHED; ) {
        const step = nextStep(graph, distances, node);
        if (!step) {
          path.push({ edge: "HasRole", to: graph.held.get(node)?.controlPlane ?? "" });
          break;
        }
        path.push({ edge: step.edge, to: graph.names[step.to] ?? "" });
        node = step.to;
      }
      return path;
    },
  };
}

/** Returns the distances of all nodes, found by ascending distance. */
function* searchBackward(
  { names, held, edges }: ControlGraph,
  isSought: (held: HeldTier) => boolean,
): Steps<Uint32Array> {
  const distances = new Uint32Array(names.length).fill(UNREACHED);
  const queue = new DistanceQueue();
  const reach = (node: number, distance: number): void => {
    if (edgesOf(distance) > MAX_CONTROL_EDGES || distance >= (distances[node] ?? 0)) return;
    distances[node] = distance;
    queue.add(node, distance);
  };
  for (const [node, found] of held) if (isSought(found)) reach(node, 0);
  for (const { node, distance } of queue.take()) {
    if (distances[node] !== distance) continue;
    visitEdges(edges.backward, node, (end, cost) => reach(end, distance + weightOf(cost)));
    yield;
  }
  return distances;
}

const weightOf = (cost: number): number => (cost << STEP_BITS) + 1;

/** Nodes by distance: one list for each number of control edges and steps. */
class DistanceQueue {
  readonly #lists: number[][][] = Array.from({ length: MAX_CONTROL_EDGES + 1 }, () => []);

  add(node: number, distance: number): void {
    const lists = this.#lists[edgesOf(distance)] ?? [];
    const steps = distance & ((1 << STEP_BITS) - 1);
    while (lists.length <= steps) lists.push([]);
    lists[steps]?.push(node);
  }

  /** Yields the nodes by ascending distance, including those added meanwhile. */
  *take(): Generator<{ readonly node: number; readonly distance: number }> {
    for (const [control, lists] of this.#lists.entries()) {
      for (const [steps, nodes] of lists.entries()) {
        for (const node of nodes) yield { node, distance: (control << STEP_BITS) + steps };
      }
    }
  }
}

interface Step {
  readonly edge: string;
  readonly to: number;
}

/** Returns the next step of the shortest path, the first one by the name of its node; undefined at the end. */
function nextStep({ edges, names }: ControlGraph, distances: Uint32Array, node: number): Step | undefined {
  const from = distances[node];
  const steps: Step[] = [];
  visitEdges(edges.forward, node, (to, cost, label) => {
    const behind = distances[to] ?? UNREACHED;
    if (behind === UNREACHED || behind + weightOf(cost) !== from) return;
    steps.push({ edge: edges.labelNames[label] ?? "", to });
  });
  return steps.reduce<Step | undefined>(
    (best, step) => (best && !isBefore(names, step, best) ? best : step),
    undefined,
  );
}

function isBefore(names: readonly string[], a: Step, b: Step): boolean {
  const [first = "", second = ""] = [names[a.to], names[b.to]];
  if (first !== second) return first < second;
  return a.to === b.to ? a.edge < b.edge : a.to < b.to;
}

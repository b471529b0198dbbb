/** A neighbor of the identity in the middle of a graph. */
export interface GraphNode {
  readonly id: string;
  readonly name: string;
  /** What connects it, in a few words. */
  readonly note: string;
  /** Drawn as a dashed line: access that is granted but was not seen in use, or a relation that was not seen in rows. */
  readonly isDashed: boolean;
  /** Drawn as a strong line: it can take the identity over, or the identity can take over the tenant there. */
  readonly isStrong: boolean;
}

/** The nodes of one column, and how many there is no room for. */
interface GraphColumn {
  readonly nodes: readonly GraphNode[];
  readonly more: number;
}

/** The most nodes of a graph, with the identity in the middle; more of them cannot be read. */
export const MAX_NODES = 60;

/** Divides the room among the two columns: each gets half, and what the other one does not need. The order is kept. */
export function columnsOf(
  actors: readonly GraphNode[],
  reached: readonly GraphNode[],
): { readonly actors: GraphColumn; readonly reached: GraphColumn } {
  const room = MAX_NODES - 1;
  const half = Math.floor(room / 2);
  const actorRoom = Math.max(half, room - reached.length);
  const shownActors = actors.slice(0, actorRoom);
  const shownReached = reached.slice(0, room - shownActors.length);
  return {
    actors: { nodes: shownActors, more: actors.length - shownActors.length },
    reached: { nodes: shownReached, more: reached.length - shownReached.length },
  };
}

import { describe, expect, it } from "vitest";
import { columnsOf, type GraphNode, MAX_NODES } from "./ego-graph-nodes.ts";

const nodes = (count: number, prefix: string): readonly GraphNode[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${prefix}${at}`,
    name: `${prefix}${at}`,
    note: "",
    isDashed: false,
    isStrong: false,
  }));

const shown = ({ actors, reached }: ReturnType<typeof columnsOf>): number => actors.nodes.length + reached.nodes.length;

describe("the columns of the graph", () => {
  it("show every node if there is room", () => {
    const columns = columnsOf(nodes(3, "a"), nodes(50, "r"));
    expect([columns.actors.more, columns.reached.more, shown(columns)]).toEqual([0, 0, 53]);
  });

  it("never show more nodes than can be read, and count the others", () => {
    for (const [actors, reached] of [
      [0, 500],
      [500, 0],
      [500, 500],
      [30, 31],
      [59, 1],
    ] as const) {
      const columns = columnsOf(nodes(actors, "a"), nodes(reached, "r"));
      expect(shown(columns)).toBe(Math.min(MAX_NODES - 1, actors + reached));
      expect(columns.actors.nodes.length + columns.actors.more).toBe(actors);
      expect(columns.reached.nodes.length + columns.reached.more).toBe(reached);
    }
  });

  it("leave each column half of the room, however many nodes the other one has", () => {
    const columns = columnsOf(nodes(500, "a"), nodes(500, "r"));
    expect(Math.abs(columns.actors.nodes.length - columns.reached.nodes.length)).toBeLessThanOrEqual(1);
  });

  it("keep the order of the nodes", () => {
    const reached = nodes(100, "r");
    expect(columnsOf([], reached).reached.nodes).toEqual(reached.slice(0, MAX_NODES - 1));
  });
});

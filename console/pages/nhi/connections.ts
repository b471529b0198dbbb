import type { GraphNode } from "../../charts/ego-graph-nodes.ts";
import type { Option } from "../../ui/field.tsx";
import type { ShapeOf } from "../../ui/shaped.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { RELATIONS } from "./nhi-words.ts";

export type ActorEdge = ShapeOf<NonNullable<Nhi["actor_edges"]>>[number];
export type ResourceEdge = ShapeOf<NonNullable<Nhi["resource_edges"]>>[number];

/** An edge of the identity with its node in the graph. */
export interface Connection {
  readonly node: GraphNode;
  readonly actor?: ActorEdge;
  readonly resource?: ResourceEdge;
  /** Whether a choice of the filter shows it. */
  shows(filter: string | null): boolean;
}

export const REACH_FILTERS: readonly Option[] = [
  { value: "strong", label: "Enough for a takeover" },
  { value: "seen", label: "Seen in use" },
  { value: "unseen", label: "Not seen in use" },
];

function showing(node: GraphNode): Connection["shows"] {
  return (filter) => {
    if (filter === "strong") return node.isStrong;
    if (filter === "seen") return !node.isDashed;
    return filter === "unseen" ? node.isDashed : true;
  };
}

export function connectionOfActor(actor: ActorEdge): Connection {
  const node: GraphNode = {
    id: `actor ${actor.id ?? actor.name} ${actor.relation}`,
    name: actor.name,
    note: wordFor(RELATIONS, actor.relation),
    isDashed: actor.count === 0,
    isStrong: actor.can_take_over,
  };
  return { node, actor, shows: showing(node) };
}

export function connectionOfResource(resource: ResourceEdge): Connection {
  const node: GraphNode = {
    id: `resource ${resource.id}`,
    name: shortName(resource.name),
    note: noteOf(resource),
    isDashed: !resource.observed,
    isStrong: resource.tier === "tier0",
  };
  return { node, resource, shows: showing(node) };
}

/** Returns the last part of the path of a cloud resource, and other names as they are. */
export function shortName(name: string): string {
  if (!name.startsWith("/")) return name;
  return name.split("/").filter(Boolean).at(-1) ?? name;
}

function noteOf({ access, observed, calls_90d, granted }: ResourceEdge): string {
  const parts = [
    accessWords(access),
    observed ? amount(calls_90d, "call") : "",
    granted && !observed ? "not used" : "",
  ];
  return parts.filter(Boolean).join(", ") || "seen";
}

export const accessWords = (access: readonly string[]): string => access.map(sentenceCase).join(", ").toLowerCase();

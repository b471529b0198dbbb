import type { DirectoryFacts } from "./directory-facts.ts";
import { EdgeList, type Edges } from "./edge-list.ts";
import type { HostedIdentities } from "./hosted-identities.ts";

/** The nodes and edges of a control graph while it is built. */
export class GraphDraft {
  readonly nodeOf = new Map<string, number>();
  readonly names: string[] = [];
  readonly #edges = new EdgeList();

  constructor({ users, services, resources, groups }: DirectoryFacts, hosted: HostedIdentities) {
    for (const { objectId, displayName, userPrincipalName } of users.values())
      this.add(objectId, displayName ?? userPrincipalName ?? objectId);
    for (const { objectId, displayName } of services.values()) this.add(objectId, displayName ?? objectId);
    for (const { objectId, name } of resources.values()) this.add(objectId, name);
    for (const { objectId, displayName } of groups.values()) this.add(objectId, displayName ?? objectId);
    // Resources that only their identities name.
    for (const id of [...hosted.keys()].sort()) this.add(id, id.slice(id.lastIndexOf("/") + 1));
  }

  /** Adds a node unless it exists. */
  add(id: string, name: string): void {
    if (this.nodeOf.has(id)) return;
    this.nodeOf.set(id, this.names.length);
    this.names.push(name);
  }

  /** Adds an edge if both nodes exist. */
  link(fromId: string, toId: string, cost: 0 | 1, label: string): void {
    const from = this.nodeOf.get(fromId);
    const to = this.nodeOf.get(toId);
    if (from !== undefined && to !== undefined) this.#edges.add(from, to, cost, label);
  }

  buildEdges(): Edges {
    return this.#edges.build(this.names.length);
  }
}

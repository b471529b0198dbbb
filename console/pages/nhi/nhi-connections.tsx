import type { ReactElement } from "react";
import { useUrlState } from "../../app/url-state.ts";
import { EgoGraph } from "../../charts/ego-graph.tsx";
import { Card } from "../../ui/card.tsx";
import { Uncovered } from "../../ui/coverage.tsx";
import { SelectFilter } from "../../ui/filter-bar.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Shaped } from "../../ui/shaped.tsx";
import { ActorFacts, ActorTable, ReachedFacts, ReachedTable } from "./connection-tables.tsx";
import {
  type ActorEdge,
  type Connection,
  connectionOfActor,
  connectionOfResource,
  REACH_FILTERS,
  type ResourceEdge,
} from "./connections.ts";
import type { Nhi } from "./nhi.ts";
import { Sub, verdictOf } from "./section.tsx";

const HAS_ACTOR = { name: "text", kind: "text", relation: "text" } as const;
const HAS_RESOURCE = { id: "text", name: "text", kind: "text", access: "list" } as const;

/** Who acts on the identity and what it reaches, as a graph and as tables. */
export function NhiConnections({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const actors = nhi.actor_edges ?? [];
  const resources = nhi.resource_edges ?? [];
  if (nhi.actor_edges === null && nhi.resource_edges === null) {
    return (
      <Card title="Connections">
        <Uncovered verdict={verdictOf(nhi, "resource_edges")} />
      </Card>
    );
  }
  return (
    <Card
      title="Connections"
      aside={
        <div className="no-print">
          <SelectFilter name="reach" label="Show" any="Everything" options={REACH_FILTERS} />
        </div>
      }
    >
      <Shaped value={actors} has={HAS_ACTOR}>
        {(shapedActors) => (
          <Shaped value={resources} has={HAS_RESOURCE}>
            {(shapedResources) => (
              <Connections name={nhi.identity.display_name} actors={shapedActors} resources={shapedResources} />
            )}
          </Shaped>
        )}
      </Shaped>
      {nhi.resource_edges === null && (
        <Sub title="What it reaches">
          <Uncovered verdict={verdictOf(nhi, "resource_edges")} />
        </Sub>
      )}
    </Card>
  );
}

/** What is enough for a takeover comes first, so that it is never among those without room in the graph. */
const strongFirst = (connections: readonly Connection[]): readonly Connection[] =>
  connections.toSorted((a, b) => Number(b.node.isStrong) - Number(a.node.isStrong));

interface ConnectionsProps {
  readonly name: string | null;
  readonly actors: readonly ActorEdge[];
  readonly resources: readonly ResourceEdge[];
}

function Connections({ name, actors, resources }: ConnectionsProps): ReactElement {
  const [values, change] = useUrlState();
  const filter = values.get("reach");
  const left = strongFirst(actors.map(connectionOfActor).filter(({ shows }) => shows(filter)));
  const right = strongFirst(resources.map(connectionOfResource).filter(({ shows }) => shows(filter)));
  const selected = values.get("node");
  const chosen = [...left, ...right].find(({ node }) => node.id === selected);
  return (
    <>
      {left.length + right.length === 0 ? (
        <p className="muted">{filter ? "No connection is of this kind." : "No connection is known."}</p>
      ) : (
        <EgoGraph
          center={name ?? "This identity"}
          actors={left.map(({ node }) => node)}
          reached={right.map(({ node }) => node)}
          selected={chosen ? selected : null}
          onSelect={(id) => change({ node: id })}
          tableHref="#connection-tables"
        />
      )}
      <div aria-live="polite">{chosen && <Chosen connection={chosen} />}</div>
      <div id="connection-tables" className="stack">
        <ActorTable actors={left.flatMap(({ actor }) => (actor ? [actor] : []))} />
        <ReachedTable resources={right.flatMap(({ resource }) => (resource ? [resource] : []))} />
      </div>
    </>
  );
}

function Chosen({ connection: { node, actor, resource } }: { readonly connection: Connection }): ReactElement {
  return (
    <div className="chosen stack-s">
      <h3>
        <ForeignText value={node.name} max={200} />
      </h3>
      {actor && <ActorFacts actor={actor} />}
      {resource && <ReachedFacts resource={resource} />}
    </div>
  );
}

import type { ReactElement } from "react";
import { TierBadge, YesNo } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Time } from "../../ui/time.tsx";
import { sentenceCase, wordFor } from "../../words.ts";
import { PersonLink } from "../people/person-link.tsx";
import { type ActorEdge, accessWords, type ResourceEdge, shortName } from "./connections.ts";
import { NhiLink } from "./nhi-link.tsx";
import { KINDS, RELATIONS } from "./nhi-words.ts";
import { Sub } from "./section.tsx";

/** The actors of the graph as a table. */
export function ActorTable({ actors }: { readonly actors: readonly ActorEdge[] }): ReactElement | null {
  if (actors.length === 0) return null;
  return (
    <Sub title="Who acts">
      <Folded count={actors.length} noun="actor">
        <DataTable
          caption="Who acts"
          items={actors}
          keyOf={({ id, name, relation }) => `${id ?? name} ${relation}`}
          columns={[
            { header: "Name", cell: (actor) => <ActorName actor={actor} /> },
            { header: "Kind", cell: ({ kind }) => wordFor(KINDS, kind), showFrom: "wide" },
            { header: "Relation", cell: ({ relation }) => sentenceCase(wordFor(RELATIONS, relation)) },
            { header: "Can take it over", cell: ({ can_take_over }) => <TakesOver value={can_take_over} /> },
            { header: "Last seen", cell: ({ last_seen }) => <Seen value={last_seen} />, showFrom: "medium" },
          ]}
        />
      </Folded>
    </Sub>
  );
}

/** What the graph shows of one actor. */
export function ActorFacts({ actor }: { readonly actor: ActorEdge }): ReactElement {
  return (
    <KeyValues
      items={[
        ["Page", <ActorName key="name" actor={actor} />],
        ["Relation", sentenceCase(wordFor(RELATIONS, actor.relation))],
        ["Can take it over", <TakesOver key="takes" value={actor.can_take_over} />],
        ["First seen", <Seen key="first" value={actor.first_seen} />],
        ["Last seen", <Seen key="last" value={actor.last_seen} />],
        ["Seen in rows", actor.count === 0 ? "Only in the directory" : actor.count.toLocaleString()],
      ]}
    />
  );
}

function ActorName({ actor }: { readonly actor: ActorEdge }): ReactElement {
  if (actor.kind === "user") {
    return <PersonLink name={actor.name} email={actor.name.includes("@") ? actor.name : null} tuid={actor.id} />;
  }
  if (actor.kind === "nhi" && actor.id !== null) return <NhiLink nuid={actor.id} name={actor.name} />;
  return <ForeignText value={actor.name} max={200} />;
}

const TakesOver = ({ value }: { readonly value: boolean }): ReactElement =>
  value ? <Badge tone="high">Yes</Badge> : <span>No</span>;

const Seen = ({ value }: { readonly value: string | null }): ReactElement =>
  value === null ? <span className="muted">Not in rows</span> : <Time value={value} format="day" />;

/** The resources of the graph as a table. */
export function ReachedTable({ resources }: { readonly resources: readonly ResourceEdge[] }): ReactElement | null {
  if (resources.length === 0) return null;
  return (
    <Sub title="What it reaches">
      <Folded count={resources.length} noun="resource">
        <DataTable
          caption="What it reaches"
          items={resources}
          keyOf={({ id }) => id}
          columns={[
            { header: "Name", cell: (resource) => <ReachedName resource={resource} /> },
            { header: "Kind", cell: ({ kind }) => wordFor(KINDS, kind), showFrom: "wide" },
            { header: "Access", cell: (resource) => accessOf(resource) },
            { header: "Tier", cell: ({ tier }) => <TierBadge tier={tier} />, showFrom: "medium" },
            { header: "Last call", cell: ({ last_seen }) => <Seen value={last_seen} />, showFrom: "medium" },
            { header: "Calls", cell: ({ calls_90d }) => calls_90d.toLocaleString(), align: "end" },
          ]}
        />
      </Folded>
    </Sub>
  );
}

/** What the graph shows of one resource. */
export function ReachedFacts({ resource }: { readonly resource: ResourceEdge }): ReactElement {
  return (
    <KeyValues
      items={[
        ["Full name", <ForeignText key="name" value={resource.name} />],
        ["Kind", wordFor(KINDS, resource.kind)],
        ["Access", accessOf(resource)],
        ["Granted", <YesNo key="granted" value={resource.granted} />],
        ["Calls in 90 days", resource.calls_90d.toLocaleString()],
        ["First call", <Seen key="first" value={resource.first_seen} />],
        ["Last call", <Seen key="last" value={resource.last_seen} />],
        ["Tier of the access", <TierBadge key="tier" tier={resource.tier} />],
        ["Sensitive data", <YesNo key="sensitive" value={resource.sensitive} />],
      ]}
    />
  );
}

function ReachedName({ resource: { name, sensitive } }: { readonly resource: ResourceEdge }): ReactElement {
  return (
    <span className="row" title={name}>
      <ForeignText value={shortName(name)} max={160} />
      {sensitive && <Badge tone="high">Sensitive</Badge>}
    </span>
  );
}

function accessOf({ access, granted, observed }: ResourceEdge): string {
  const words = accessWords(access);
  if (!granted) return words === "" ? "Seen, no grant known" : `${sentenceCase(words)}, no grant known`;
  return `${sentenceCase(words || "granted")}${observed ? "" : ", not used"}`;
}

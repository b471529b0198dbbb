import "./audit.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { INSTALLATION_ID } from "../../../../src/model/installation.ts";
import { useUrlState } from "../../../app/url-state.ts";
import { type Column, PagedTable } from "../../../ui/data-table.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { wordFor } from "../../../words.ts";
import { actionName, isAction } from "./action-names.ts";
import { type AuditEntry, type AuditScope, useAuditPages } from "./audit-pages.ts";
import { ChangedFields } from "./changed-fields.tsx";

/** The names of the filters in the address. */
export const FILTERS = ["action", "actor"] as const;

const columns: readonly Column<AuditEntry>[] = [
  { header: "When", cell: ({ recorded_at }) => <Time value={recorded_at} /> },
  { header: "Who", cell: (entry) => <Actor entry={entry} /> },
  { header: "What", cell: (entry) => <Act entry={entry} /> },
  { header: "Change", showFrom: "wide", cell: (entry) => <ChangedFields entry={entry} /> },
  { header: "Entry", align: "end", showFrom: "medium", cell: (entry) => <Entry entry={entry} /> },
];

/** The entries of an audit log that match the filters in the address, newest first. */
export function AuditTable({ scope, caption }: { readonly scope: AuditScope; readonly caption: string }): ReactElement {
  const [values] = useUrlState();
  const action = values.get("action") ?? "";
  const actor = values.get("actor") ?? "";
  const pages = useAuditPages(scope, { ...(isAction(action) && { action }), ...(actor && { actor_id: actor }) });
  const isFiltered = FILTERS.some((name) => values.has(name));
  return (
    <PagedTable
      caption={caption}
      pages={pages}
      columns={columns}
      keyOf={({ sequence }) => String(sequence)}
      empty={
        <EmptyState title={isFiltered ? "No entry matches the filters" : "No entries yet"}>
          <p>{isFiltered ? "Clear the filters to see all entries." : "The first change adds one."}</p>
        </EmptyState>
      }
    />
  );
}

/** Words before the name of an actor. */
const KINDS: Readonly<Record<string, string>> = { account: "", api_key: "API key ", operator: "" };

function Actor({ entry: { actor } }: { readonly entry: AuditEntry }): ReactElement {
  return (
    <div className="two-lines">
      <span>
        {KINDS[actor.kind] ?? `${actor.kind} `}
        <ForeignText value={actor.name ?? actor.id} max={128} />
        {actor.kind === "operator" && " (command line)"}
      </span>
      <span className="muted small">
        from <ForeignText value={actor.origin} max={128} />
      </span>
    </div>
  );
}

function Act({ entry: { action, target } }: { readonly entry: AuditEntry }): ReactElement {
  return (
    <div className="two-lines">
      <span>{actionName(action)}</span>
      <span className="muted small truncate audit-target" title={target.id}>
        <Target target={target} />
      </span>
    </div>
  );
}

const TARGET_KINDS: Readonly<Record<string, string>> = { api_key: "API key", connector: "Integration" };

/** The folders of the pages of what entries are about. */
const TARGET_PAGES: ReadonlyMap<string, string> = new Map([
  ["case", "/cases"],
  ["connector", "/integrations"],
  ["rule", "/settings/rules"],
]);

function Target({ target: { kind, id, name } }: { readonly target: AuditEntry["target"] }): ReactElement {
  if (kind === "account") return <ForeignText value={name ?? id} max={128} />;
  if (kind === "domain" && id === INSTALLATION_ID) return <>Installation</>;
  const folder = TARGET_PAGES.get(kind);
  const shown = <ForeignText value={id} max={128} />;
  return (
    <>
      {wordFor(TARGET_KINDS, kind)} {folder ? <Link href={`${folder}/${encodeURIComponent(id)}`}>{shown}</Link> : shown}
    </>
  );
}

const HASH_SHOWN = 8;

function Entry({ entry: { sequence, hash } }: { readonly entry: AuditEntry }): ReactElement {
  return (
    <div className="two-lines audit-entry">
      <span className="number">{sequence}</span>
      <code className="muted small nowrap" title={hash}>
        {hash.slice(0, HASH_SHOWN)}
      </code>
    </div>
  );
}

import "./audit.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../../api/hooks.ts";
import { useMay } from "../../../app/session.ts";
import { useUrlState } from "../../../app/url-state.ts";
import { type Column, PagedTable } from "../../../ui/data-table.tsx";
import { FilterBar, SelectFilter } from "../../../ui/filter-bar.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { wordFor } from "../../../words.ts";
import { useActorName } from "../actor-name.ts";
import { SettingsFrame } from "../settings-frame.tsx";
import { ACTIONS, actionName, isAction } from "./action-names.ts";
import { type AuditEntry, useAuditPages } from "./audit-pages.ts";
import { ChangedFields } from "./changed-fields.tsx";
import { VerifyAudit } from "./verify-audit.tsx";

const FILTERS = ["action", "actor"] as const;

const columns: readonly Column<AuditEntry>[] = [
  { header: "When", cell: ({ recorded_at }) => <Time value={recorded_at} /> },
  { header: "Who", cell: (entry) => <Actor entry={entry} /> },
  { header: "What", cell: (entry) => <Act entry={entry} /> },
  { header: "Change", showFrom: "wide", cell: (entry) => <ChangedFields entry={entry} /> },
  { header: "Entry", align: "end", showFrom: "medium", cell: (entry) => <Entry entry={entry} /> },
];

/** Who changed what in the domain, with proof that no entry was altered. */
export function AuditPage(): ReactElement {
  const [values] = useUrlState();
  const action = values.get("action") ?? "";
  const actor = values.get("actor") ?? "";
  const pages = useAuditPages({ ...(isAction(action) && { action }), ...(actor && { actor_id: actor }) });
  const isFiltered = FILTERS.some((name) => values.has(name));
  return (
    <SettingsFrame
      section="Audit log"
      lead="Every change by a person or a key, in a chain of hashes in which a later alteration shows."
      actions={<VerifyAudit />}
    >
      <AuditFilters />
      <PagedTable
        caption="Audit log"
        pages={pages}
        columns={columns}
        keyOf={({ sequence }) => String(sequence)}
        empty={
          <EmptyState title={isFiltered ? "No entry matches the filters" : "No entries yet"}>
            <p>{isFiltered ? "Clear the filters to see all entries." : "The first change in the domain adds one."}</p>
          </EmptyState>
        }
      />
    </SettingsFrame>
  );
}

function AuditFilters(): ReactElement {
  const mayRead = useMay("listMembers");
  const members = useRead("listMembers", {}, { enabled: mayRead });
  const people = members.data?.items.map(({ account_id, email }) => ({ value: account_id, label: email })) ?? [];
  return (
    <FilterBar names={FILTERS}>
      <SelectFilter name="action" label="Action" options={ACTIONS} />
      <SelectFilter name="actor" label="Member" options={people} any="Anybody" />
    </FilterBar>
  );
}

const KINDS: Readonly<Record<string, string>> = { account: "", api_key: "API key ", operator: "Operator " };

function Actor({ entry: { actor } }: { readonly entry: AuditEntry }): ReactElement {
  return (
    <div className="two-lines">
      <span>
        {KINDS[actor.kind] ?? `${actor.kind} `}
        <ForeignText value={actor.name ?? actor.id} max={128} />
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

function Target({ target: { kind, id } }: { readonly target: AuditEntry["target"] }): ReactElement {
  const nameOf = useActorName();
  if (kind === "account") return <ForeignText value={nameOf(`account:${id}`)} max={128} />;
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

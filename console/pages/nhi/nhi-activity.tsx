import type { ReactElement } from "react";
import { StackedBar } from "../../charts/stacked-bar.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { CodeLine } from "../../ui/code-line.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import type { ShapeOf } from "../../ui/shaped.tsx";
import { percent, ShareBar } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import { lookupOf } from "../cases/lookup.ts";
import { PersonLink } from "../people/person-link.tsx";
import type { Nhi } from "./nhi.ts";
import { NhiLink } from "./nhi-link.tsx";
import { DIRECTIONS, KINDS, WHY_CHOSEN } from "./nhi-words.ts";
import { Section, Sub } from "./section.tsx";

type Operations = ShapeOf<NonNullable<Nhi["operations"]>>;
type Interactions = ShapeOf<NonNullable<Nhi["interactions"]>>;
type CallSample = ShapeOf<NonNullable<Nhi["call_samples"]>>[number];

const CLASS_TONES: Readonly<Record<string, Tone>> = {
  sign_in: "neutral",
  read: "accent",
  write: "medium",
  delete: "high",
  admin: "critical",
  secret: "critical",
  export: "high",
  execute: "medium",
  other: "low",
};

/** What the identity does, by operation. */
export function NhiOperations({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Operations"
      nhi={nhi}
      section="operations"
      value={nhi.operations}
      has={{ total: "number", by_class: "object", top: "list", privileged: "list", failures: "list" }}
    >
      {(operations) => <OperationsBody operations={operations} />}
    </Section>
  );
}

function OperationsBody({ operations }: { readonly operations: Operations }): ReactElement {
  const { total, window_days, success_rate, by_class, top, privileged, failures } = operations;
  const parts = Object.entries(by_class)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => ({ label: sentenceCase(name), value, tone: CLASS_TONES[name] ?? "neutral" }));
  return (
    <>
      <p className="secondary">
        {amount(total, "call")} in {amount(window_days, "day")}
        {success_rate !== null && `, ${percent(success_rate)} without a failure`}
      </p>
      {parts.length > 0 && <StackedBar summary={`Calls by class of operation, ${total} in all`} parts={parts} />}
      {top.length > 0 && (
        <Folded count={top.length} noun="operation">
          <DataTable
            caption="Most frequent operations"
            items={top}
            keyOf={(item) => `${item.operation} ${item.class}`}
            columns={[
              {
                header: "Operation",
                cell: ({ operation, new_in_window }) => (
                  <span className="row">
                    <ForeignText value={operation} max={200} />
                    {new_in_window && <Badge tone="accent">New in 30 days</Badge>}
                  </span>
                ),
              },
              { header: "Class", cell: (item) => sentenceCase(item.class), showFrom: "medium" },
              { header: "Share", cell: ({ share }) => <ShareBar share={share} />, showFrom: "medium" },
              { header: "Calls", cell: ({ count }) => count.toLocaleString(), align: "end" },
            ]}
          />
        </Folded>
      )}
      {privileged.length > 0 && (
        <Sub title="Privileged operations">
          <Folded count={privileged.length} noun="operation">
            <DataTable
              caption="Privileged operations"
              items={privileged}
              keyOf={({ operation }) => operation}
              columns={[
                { header: "Operation", cell: ({ operation }) => <ForeignText value={operation} max={200} /> },
                { header: "Last call", cell: ({ last_seen }) => <Time value={last_seen} /> },
                { header: "Calls", cell: ({ count }) => count.toLocaleString(), align: "end" },
              ]}
            />
          </Folded>
        </Sub>
      )}
      {failures.length > 0 && (
        <Sub title="Failures">
          <DataTable
            caption="Failures"
            items={failures}
            keyOf={({ code }) => code}
            columns={[
              { header: "Result", cell: ({ code }) => <ForeignText value={code} max={160} /> },
              { header: "Last", cell: ({ last_seen }) => <Time value={last_seen} /> },
              { header: "Times", cell: ({ count }) => count.toLocaleString(), align: "end" },
            ]}
          />
        </Sub>
      )}
    </>
  );
}

/** Single calls with the query that finds the row of each. */
export function NhiCalls({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Call samples"
      nhi={nhi}
      section="call_samples"
      value={nhi.call_samples}
      has={{ operation: "text", source_table: "text", item_id: "text", at: "text" }}
    >
      {(samples) =>
        samples.length === 0 ? (
          <p className="muted">No call was seen.</p>
        ) : (
          <Folded count={samples.length} noun="call">
            <ul className="call-samples">
              {samples.map((sample) => (
                <CallItem key={`${sample.source_table} ${sample.item_id}`} sample={sample} />
              ))}
            </ul>
          </Folded>
        )
      }
    </Section>
  );
}

function CallItem({ sample }: { readonly sample: CallSample }): ReactElement {
  return (
    <li>
      <details>
        <summary>
          <span className="call-summary">
            <ForeignText value={sample.operation} max={160} />
            <Badge tone={sample.why === "privileged" || sample.why === "failed" ? "medium" : "neutral"}>
              {wordFor(WHY_CHOSEN, sample.why)}
            </Badge>
            {sample.result === "failure" && <Badge tone="high">Failed</Badge>}
            <span className="muted">
              <ForeignText value={sample.system} max={120} />
            </span>
            <Time value={sample.at} />
          </span>
        </summary>
        <div className="stack-s call-facts">
          <KeyValues
            items={[
              ["Class", sentenceCase(sample.class)],
              ["Target", <ForeignText key="target" value={sample.target} none="Not known" />],
              ["Result", resultOf(sample)],
              ["Signed in with", sentenceCase(sample.auth)],
              ["Time", <Time key="at" value={sample.at} format="full" />],
            ]}
          />
          <CodeLine text={lookupOf(sample.source_table, sample.item_id)} what="the query for this row" />
        </div>
      </details>
    </li>
  );
}

const resultOf = ({ result, code }: CallSample): string =>
  code === null ? sentenceCase(result) : `${sentenceCase(result)} (${code.slice(0, 120)})`;

/** What the identity calls, and what uses it. */
export function NhiInteractions({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Interactions"
      nhi={nhi}
      section="interactions"
      value={nhi.interactions}
      has={{ calls_out: "list", called_by: "list", federated_from: "list" }}
    >
      {(interactions) => <InteractionsBody interactions={interactions} />}
    </Section>
  );
}

function InteractionsBody({ interactions }: { readonly interactions: Interactions }): ReactElement {
  const { calls_out, called_by, federated_from, delegated_users } = interactions;
  return (
    <>
      <KeyValues
        items={[
          ["Acts", actsOf(interactions)],
          ["Used by hand", handOf(interactions.human_operated)],
          ["Users who consented", delegated_users === null ? "Not known" : usersOf(delegated_users)],
        ]}
      />
      {calls_out.length > 0 && (
        <Sub title="Systems that it calls">
          <Folded count={calls_out.length} noun="system">
            <DataTable
              caption="Systems that it calls"
              items={calls_out}
              keyOf={({ system }) => system}
              columns={[
                { header: "System", cell: ({ system }) => <ForeignText value={system} max={160} /> },
                { header: "Share of calls", cell: ({ share }) => <ShareBar share={share} /> },
                { header: "Last call", cell: ({ last_seen }) => <Time value={last_seen} />, showFrom: "medium" },
                { header: "Calls", cell: ({ calls }) => calls.toLocaleString(), align: "end" },
              ]}
            />
          </Folded>
        </Sub>
      )}
      {called_by.length > 0 && (
        <Sub title="What uses it">
          <Folded count={called_by.length} noun="caller">
            <DataTable
              caption="What uses it"
              items={called_by}
              keyOf={({ kind, id, name }) => `${kind} ${id ?? name}`}
              columns={[
                { header: "Name", cell: (caller) => <Caller caller={caller} /> },
                { header: "Kind", cell: ({ kind }) => wordFor(KINDS, kind) },
                { header: "Last call", cell: ({ last_seen }) => <Time value={last_seen} />, showFrom: "medium" },
                { header: "Calls", cell: ({ calls }) => calls.toLocaleString(), align: "end" },
              ]}
            />
          </Folded>
        </Sub>
      )}
      {federated_from.length > 0 && (
        <Sub title="External workloads that may use it">
          <ul className="stack-s small">
            {federated_from.map(({ issuer, subject }) => (
              <li key={`${issuer} ${subject}`}>
                <ForeignText value={subject} max={300} />
                <div className="muted">
                  <ForeignText value={issuer} max={300} />
                </div>
              </li>
            ))}
          </ul>
        </Sub>
      )}
    </>
  );
}

function Caller({ caller }: { readonly caller: Interactions["called_by"][number] }): ReactElement {
  if (caller.kind === "user") return <PersonLink name={caller.name} email={null} tuid={caller.id} />;
  if (caller.kind === "nhi" && caller.id !== null) return <NhiLink nuid={caller.id} name={caller.name} />;
  return <ForeignText value={caller.name} max={160} />;
}

function actsOf({ acts_for_users, acts_as_itself }: Interactions): string {
  if (acts_for_users) return acts_as_itself ? "As itself and for users" : "For users";
  return acts_as_itself ? "As itself" : "Not at all";
}

function handOf(value: boolean | null): string {
  if (value === null) return "Not known";
  return value ? "A person seems to use it" : "No";
}

function usersOf({ count, departments }: NonNullable<Interactions["delegated_users"]>): string {
  const most = departments.map(({ name, count: users }) => `${name.slice(0, 80)} ${users}`).join(", ");
  return most === "" ? amount(count, "user") : `${amount(count, "user")} (${most})`;
}

/** How much the identity reads, writes, deletes and exports. */
export function NhiDataMovement({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Data movement"
      nhi={nhi}
      section="data_movement"
      value={nhi.data_movement}
      has={{ read: "number", written: "number", deleted: "number", exported: "number", stores: "list" }}
    >
      {(moved) => (
        <>
          <p className="secondary">
            {wordFor(DIRECTIONS, moved.direction)} in {amount(moved.window_days, "day")}
            {moved.change_vs_previous !== null && `, ${changeOf(moved.change_vs_previous)}`}
          </p>
          <Figures
            items={[
              ["Reads", moved.read],
              ["Writes", moved.written],
              ["Deletions", moved.deleted],
              ["Exports", moved.exported],
            ]}
          />
          {moved.bytes > 0 && <p className="secondary">{bytesOf(moved.bytes)} in and out</p>}
          {moved.stores.length > 0 && (
            <Folded count={moved.stores.length} noun="store">
              <DataTable
                caption="Data stores"
                items={moved.stores}
                keyOf={({ kind, name }) => `${kind} ${name}`}
                columns={[
                  {
                    header: "Store",
                    cell: ({ name, sensitive }) => (
                      <span className="row">
                        <ForeignText value={name} max={200} />
                        {sensitive && <Badge tone="high">Sensitive</Badge>}
                      </span>
                    ),
                  },
                  { header: "Kind", cell: ({ kind }) => sentenceCase(kind) },
                  { header: "Calls", cell: ({ calls }) => calls.toLocaleString(), align: "end" },
                ]}
              />
            </Folded>
          )}
        </>
      )}
    </Section>
  );
}

/** Returns the ratio to the window before, from its logarithm to base 2. */
function changeOf(log: number): string {
  const ratio = 2 ** Math.abs(log);
  if (ratio < 1.1) return "about as much as before";
  const times = ratio.toLocaleString(undefined, { maximumFractionDigits: 1 });
  return log > 0 ? `${times} times as much as before` : `before it was ${times} times as much`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

function bytesOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1_000 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${UNITS[step]}`;
}

import "./evidence.css";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { ReplyOf } from "../../api/call.ts";
import { useRead } from "../../api/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock, CodeLine } from "../../ui/code-line.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { lookupOf } from "./lookup.ts";

type EvidenceReply = ReplyOf<"getEvidence">;
type EvidenceItem = EvidenceReply["items"][number];

/** Reads the rows behind an event. */
export const useEvidence = (eventId: string, enabled: boolean): UseQueryResult<EvidenceReply, Error> =>
  useRead("getEvidence", { params: { event_id: eventId } }, { enabled });

/** The rows behind an event, the one that triggered it first. */
export function Evidence({ query }: { readonly query: UseQueryResult<EvidenceReply, Error> }): ReactElement {
  return (
    <Loaded query={query} lines={4}>
      {({ items }) => (
        <div className="evidence">
          {items.map((item, at) => (
            <EvidenceRow key={item.source_event_id ?? at} item={item} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

/** Columns that are shown first; the rest of a row follows on request. */
const MAX_COLUMNS = 12;
const MISSING = {
  removed: "The row has been deleted.",
  not_stored: "The event was imported, and its row was never delivered or has been deleted.",
  response_limit: "The rows before this one fill the response.",
} as const;

function EvidenceRow({ item }: { readonly item: EvidenceItem }): ReactElement {
  const { source_table: table, source_event_id: id, row, reason } = item;
  return (
    <section className="evidence-row" aria-label={`Row ${id ?? ""} of ${table ?? "an unknown table"}`}>
      <div className="spread">
        <strong>{table ?? "Unknown table"}</strong>
        <span className="muted small">
          <Time value={item.time} format="full" />
        </span>
      </div>
      {table !== null && id !== null && <CodeLine text={lookupOf(table, id)} what="the query for this row" />}
      {row ? <Row row={row} /> : <p className="muted">{MISSING[reason as keyof typeof MISSING] ?? reason}</p>}
    </section>
  );
}

function Row({ row }: { readonly row: Readonly<Record<string, unknown>> }): ReactElement {
  const [shows, setShows] = useState<"some" | "all" | "json">("some");
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  const json = JSON.stringify(row, null, 2);
  if (shows === "json") {
    return (
      <>
        <CodeBlock text={json} label="Row as JSON" />
        <Button small onClick={() => setShows("some")}>
          Show columns
        </Button>
      </>
    );
  }
  const shown = shows === "all" ? filled : filled.slice(0, MAX_COLUMNS);
  return (
    <>
      <KeyValues items={shown.map(([name, value]) => [name, <Value key={name} value={value} />])} />
      <div className="row no-print">
        {shown.length < filled.length && (
          <Button small onClick={() => setShows("all")}>
            All {String(filled.length)} columns
          </Button>
        )}
        <Button small onClick={() => setShows("json")}>
          Show JSON
        </Button>
        <CopyButton text={json} what="the row" labeled />
      </div>
    </>
  );
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  return <ForeignText value={typeof value === "string" ? value : JSON.stringify(value)} max={1_000} />;
}

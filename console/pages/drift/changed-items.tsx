import "./changed-items.css";
import { ArrowRight } from "lucide-react";
import type { ReactElement } from "react";
import type { DriftDeltaItem, DriftEvidence } from "../../../src/model/drift.ts";
import { DeltaBar } from "../../charts/delta-bar.tsx";
import { TierBadge } from "../../ui/access-badges.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeLine } from "../../ui/code-line.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { IconMark } from "../../ui/icon.tsx";
import { percent } from "../../ui/share-bar.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import { lookupOf } from "../cases/lookup.ts";
import { SHARE_MEASURES, STATUSES } from "./drift-words.ts";

interface ChangedItemsProps {
  readonly items: readonly DriftDeltaItem[];
  readonly measure: string;
}

/** What changed, the largest part first, each with its value before and after and the rows that show it. */
export function ChangedItems({ items, measure }: ChangedItemsProps): ReactElement {
  return (
    <Card title="Before and after" aside={<span className="muted small">{amount(items.length, "item")}</span>}>
      {items.length === 0 ? (
        <p className="muted">The change has no single items.</p>
      ) : (
        <Folded count={items.length} noun="item">
          <ul className="changed-items">
            {items.map((item) => (
              <li key={item.key}>
                <ChangedItem item={item} measure={measure} />
              </li>
            ))}
          </ul>
        </Folded>
      )}
    </Card>
  );
}

const STATUS_TONES: Readonly<Record<string, Tone>> = { new: "accent", up: "accent", gone: "medium", down: "medium" };

function ChangedItem({ item, measure }: { readonly item: DriftDeltaItem; readonly measure: string }): ReactElement {
  const rows = item.evidence.reduce((sum, { source_event_ids }) => sum + source_event_ids.length, 0);
  return (
    <>
      <div className="spread">
        <h3>
          <ForeignText value={item.label} max={240} />
        </h3>
        <span className="row">
          <Badge tone={STATUS_TONES[item.status] ?? "neutral"}>{wordFor(STATUSES, item.status)}</Badge>
          {item.tier && <TierBadge tier={item.tier} />}
          {item.contribution !== null && (
            <span className="muted small">{percent(item.contribution)} of the change</span>
          )}
        </span>
      </div>
      <BeforeAfter item={item} measure={measure} />
      {rows > 0 && (
        <details>
          <summary>Evidence ({amount(rows, "record")})</summary>
          <div className="stack-s item-evidence">
            {item.evidence.map((evidence) => (
              <EvidenceIds key={evidence.source_table} evidence={evidence} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** Sets have 0 and 1 as values, which read as absent and present. */
const SET_MEASURES: ReadonlySet<string> = new Set(["weighted_jaccard", "state_change"]);

function BeforeAfter({
  item: { label, before, after },
  measure,
}: {
  readonly item: DriftDeltaItem;
  readonly measure: string;
}) {
  if (typeof before === "number" && typeof after === "number" && !SET_MEASURES.has(measure)) {
    return SHARE_MEASURES.has(measure) ? (
      <DeltaBar label={`${label}, in percent`} before={toPercent(before)} after={toPercent(after)} unit=" %" />
    ) : (
      <DeltaBar label={label} before={rounded(before)} after={rounded(after)} />
    );
  }
  return (
    <p className="row secondary">
      {stateOf(before)} <IconMark icon={ArrowRight} label="then" /> {stateOf(after)}
    </p>
  );
}

const toPercent = (share: number): number => Math.round(share * 1_000) / 10;
const rounded = (value: number): number => Math.round(value * 10) / 10;

const STATES: Readonly<Record<string, string>> = {
  none: "No access",
  tier0: "Control of the tenant (tier 0)",
  tier1: "Privileged (tier 1)",
  tier2: "Not privileged (tier 2)",
};

function stateOf(value: number | string | null): string {
  if (value === null) return "Not known";
  if (typeof value === "number") return value === 0 ? "Not there" : "There";
  return Object.hasOwn(STATES, value) ? (STATES[value] ?? value) : sentenceCase(value.slice(0, 200));
}

/** The records of one table; those of the directory are no log rows, so they have an id but no query. */
function EvidenceIds({
  evidence: { source_table: table, source_event_ids: ids },
}: {
  readonly evidence: DriftEvidence;
}) {
  return (
    <div className="stack-s">
      <strong className="small">
        {table.startsWith("directory/")
          ? `Directory: ${sentenceCase(table.slice(10).replaceAll("-", " ")).toLowerCase()}`
          : table.slice(0, 120)}
      </strong>
      {ids.map((id) =>
        table.startsWith("directory/") ? (
          <span key={id} className="row small">
            <code>
              <ForeignText value={id} max={300} />
            </code>
            <CopyButton text={id} what="the id" />
          </span>
        ) : (
          <CodeLine key={id} text={lookupOf(table, id)} what="the query for this row" />
        ),
      )}
    </div>
  );
}

import "./event-card.css";
import { type ReactElement, useState } from "react";
import { useMay } from "../../app/session.ts";
import { Badge, SeverityBadge } from "../../ui/badge.tsx";
import { CodeLine } from "../../ui/code-line.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time, UtcTime } from "../../ui/time.tsx";
import { sentenceCase, signalWord } from "../../words.ts";
import { RuleLink } from "../settings/rules/rule-link.tsx";
import type { CaseEvent } from "./case-view.ts";
import { ChoiceBox } from "./choice-box.tsx";
import { Evidence, useEvidence } from "./evidence.tsx";
import { lookupOf } from "./lookup.ts";
import { eventElementId } from "./use-event-keys.ts";

/** Where the row that triggered an event is. */
export interface RowPlace {
  readonly table: string;
  readonly id: string;
}

interface EventCardProps {
  readonly event: CaseEvent;
  /** Undefined if it is known from the evidence only. */
  readonly place: RowPlace | undefined;
  /** Reads the rows at once, for the time of the event. */
  readonly eager: boolean;
  /** Whether the event is chosen for a verdict; undefined if the person cannot decide. */
  readonly choice: { readonly isChosen: boolean; onToggle(): void } | undefined;
}

/** An event of a case: what happened, where its row is, and the row itself. */
export function EventCard({ event, place, eager, choice }: EventCardProps): ReactElement {
  const canRead = useMay("getEvidence");
  const [isOpen, setIsOpen] = useState(false);
  const evidence = useEvidence(event.event_id, canRead && (eager || isOpen));
  const first = evidence.data?.items[0];
  const time = first?.time;
  const shown = place ?? placeOf(first?.source_table, first?.source_event_id);
  return (
    <article className="event" id={eventElementId(event.event_id)} tabIndex={-1}>
      <div className="spread">
        <div className="row">
          {choice && (
            <ChoiceBox
              className="event-choice"
              aria-label={`Limit the verdict to ${event.title}`}
              checked={choice.isChosen}
              onChange={choice.onToggle}
            />
          )}
          <h3>
            <ForeignText value={event.title} max={300} />
          </h3>
        </div>
        <span className="muted small">
          {time ? (
            <>
              <Time value={time} format="full" />
              <UtcTime value={time} />
            </>
          ) : (
            <Time value={event.created_at} />
          )}
        </span>
      </div>
      <div className="row small secondary">
        <SeverityBadge severity={event.severity} />
        <Badge>{signalWord(event.signal_type)}</Badge>
        {event.category.map((category) => (
          <Badge key={category}>{sentenceCase(category)}</Badge>
        ))}
        {event.safe && <Badge tone="good">Cleared by a verdict</Badge>}
        <RuleLink subcategory={event.subcategory} />
      </div>
      <p className="secondary">
        <ForeignText value={event.summary} />
      </p>
      {shown && !isOpen && <CodeLine text={lookupOf(shown.table, shown.id)} what="the query for this row" />}
      {canRead && (
        <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>Evidence</summary>
          {isOpen && <Evidence query={evidence} />}
        </details>
      )}
    </article>
  );
}

/** Returns the place of a row if both parts of it are known. */
export function placeOf(table: string | null | undefined, id: string | null | undefined): RowPlace | undefined {
  return table && id ? { table, id } : undefined;
}

import "./event-card.css";
import { type ReactElement, useState } from "react";
import { useMay } from "../../app/session.ts";
import { Badge, SeverityBadge } from "../../ui/badge.tsx";
import { CodeLine } from "../../ui/code-line.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time } from "../../ui/time.tsx";
import { sentenceCase, signalWord, tableOf } from "../../words.ts";
import type { CaseEvent } from "./case-view.ts";
import { Evidence, useEvidence } from "./evidence.tsx";
import { lookupOf } from "./lookup.ts";

interface EventCardProps {
  readonly event: CaseEvent;
  /** Reads the rows at once, for the time of the event. */
  readonly eager: boolean;
}

/** An event of a case: what happened, where its row is, and the row itself. */
export function EventCard({ event, eager }: EventCardProps): ReactElement {
  const canRead = useMay("getEvidence");
  const [isOpen, setIsOpen] = useState(false);
  const evidence = useEvidence(event.event_id, canRead && (eager || isOpen));
  const time = evidence.data?.items[0]?.time;
  return (
    <article className="event">
      <div className="spread">
        <h3>
          <ForeignText value={event.title} max={300} />
        </h3>
        <span className="muted small">
          {time ? <Time value={time} format="full" /> : <Time value={event.created_at} />}
        </span>
      </div>
      <div className="row small secondary">
        <SeverityBadge severity={event.severity} />
        <Badge>{signalWord(event.signal_type)}</Badge>
        {event.category.map((category) => (
          <Badge key={category}>{sentenceCase(category)}</Badge>
        ))}
        {event.safe && <Badge tone="good">Cleared by a verdict</Badge>}
      </div>
      <p className="secondary">
        <ForeignText value={event.summary} />
      </p>
      <Lookup event={event} />
      {canRead && (
        <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>Evidence</summary>
          {isOpen && <Evidence query={evidence} />}
        </details>
      )}
    </article>
  );
}

/** The query for the row that triggered the event. */
function Lookup({ event: { source, platform_event_id } }: { readonly event: CaseEvent }): ReactElement | null {
  const table = tableOf(source);
  if (table === null || platform_event_id === null) return null;
  return <CodeLine text={lookupOf(table, platform_event_id)} what="the query for this row" />;
}

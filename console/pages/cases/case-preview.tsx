import "./case-preview.css";
import { ArrowRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { SeverityBadge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time, UtcTime } from "../../ui/time.tsx";
import { amount, OUTCOMES, signalWord, THREAT_TYPES } from "../../words.ts";
import { Brief } from "./brief.tsx";
import { StateBadge } from "./case-marks.tsx";
import { type CaseEvent, type CaseItem, subjectOf } from "./case-view.ts";

interface CasePreviewProps {
  readonly found: CaseItem;
  /** What can be decided. */
  readonly children: ReactNode;
}

/** The most important of a case, beside the queue. */
export function CasePreview({ found, children }: CasePreviewProps): ReactElement {
  return (
    <article className="case-preview" aria-label={`Preview of the case of ${subjectOf(found)}`}>
      <div className="stack-s">
        <div className="spread">
          <h2>
            <ForeignText value={subjectOf(found)} max={200} />
          </h2>
          <ButtonLink href={`/cases/${found.case_id}`} small icon={ArrowRight}>
            Open case
          </ButtonLink>
        </div>
        <div className="row small secondary">
          {found.severity && <SeverityBadge severity={found.severity} />}
          {found.state && <StateBadge state={found.state} />}
          <span>{THREAT_TYPES[found.threat_type]}</span>
          <span aria-hidden="true">·</span>
          <ForeignText value={found.user_email} />
          <span aria-hidden="true">·</span>
          <span>
            opened <Time value={found.created_at} />
          </span>
        </div>
      </div>
      {children}
      {found.verdict && (
        <p className="secondary">
          Verdict: {OUTCOMES[found.verdict.outcome]}, <Time value={found.verdict.processed_at} />.
        </p>
      )}
      <Brief text={found.threat_brief} />
      <EventLines events={found.events} from={found.first_event_at ?? null} />
      {found.reasons && found.reasons.length > 0 && (
        <section className="stack-s">
          <h3>Why this is a case</h3>
          <Reasons reasons={found.reasons} />
        </section>
      )}
    </article>
  );
}

/** The reasons of the judge. */
export function Reasons({ reasons }: { readonly reasons: readonly string[] }): ReactElement {
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={reason}>
          <ForeignText value={reason} />
        </li>
      ))}
    </ul>
  );
}

const MAX_LINES = 30;

interface EventLinesProps {
  readonly events: readonly CaseEvent[];
  /** The time of the first event. */
  readonly from: string | null;
}

function EventLines({ events, from }: EventLinesProps): ReactElement {
  const more = events.length - MAX_LINES;
  return (
    <section className="stack-s">
      <div className="spread">
        <h3>{amount(events.length, "event")}</h3>
        {from && (
          <span className="muted small">
            The first on <Time value={from} format="full" />
            <UtcTime value={from} />
          </span>
        )}
      </div>
      <ul className="event-lines">
        {events.slice(0, MAX_LINES).map((event) => (
          <li key={event.event_id} className="event-line">
            <span>
              <SeverityBadge severity={event.severity} />
            </span>
            <strong>
              <ForeignText value={event.title} max={200} />
            </strong>
            <span className="muted small">{signalWord(event.signal_type)}</span>
            <p className="small">
              <ForeignText value={event.summary} max={400} />
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted small">{amount(more, "more event")} on the page of the case.</p>}
    </section>
  );
}

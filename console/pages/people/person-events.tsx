import type { ReactElement } from "react";
import { Link } from "wouter";
import { usePages } from "../../api/hooks.ts";
import { Badge, SeverityBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PagedTable, RowLink } from "../../ui/data-table.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time } from "../../ui/time.tsx";
import { CASE_STATES, sentenceCase, THREAT_TYPES, wordFor } from "../../words.ts";
import { driftTitle, headlineOf, severityOf } from "../drift/drift-words.ts";

const PAGE_SIZE = 10;

const None = ({ children }: { readonly children: string }): ReactElement => (
  <p className="muted card-note">{children}</p>
);

/** What changed in what this person does or may do, newest first. */
export function PersonDrift({ tuid }: { readonly tuid: string }): ReactElement {
  const pages = usePages("listDrift", { query: { tuid, page_size: PAGE_SIZE } });
  return (
    <Card
      title="Changes over time"
      flush
      aside={
        <Link className="small" href={`/drift?tuid=${tuid}`}>
          All changes
        </Link>
      }
    >
      <PagedTable
        caption="Changes over time"
        pages={pages}
        keyOf={({ drift_id }) => drift_id}
        empty={<None>No change was detected.</None>}
        columns={[
          {
            header: "Change",
            cell: (item) => (
              <>
                <RowLink href={`/drift/${item.drift_id}`}>{driftTitle(item.computator)}</RowLink>
                <div className="secondary">
                  <ForeignText value={headlineOf(item.delta)} max={300} />
                </div>
              </>
            ),
          },
          { header: "Severity", cell: (item) => <Severity value={severityOf(item.delta)} />, showFrom: "medium" },
          {
            header: "Detected",
            cell: ({ detected_at }) =>
              detected_at === null ? <span className="muted">Not known</span> : <Time value={detected_at} />,
          },
        ]}
      />
    </Card>
  );
}

const Severity = ({ value }: { readonly value: string | null }): ReactElement =>
  value === null ? <span className="muted">—</span> : <SeverityBadge severity={value} />;

/** The threat events about this person, newest first. */
export function PersonThreats({ tuid }: { readonly tuid: string }): ReactElement {
  const pages = usePages("listThreats", { query: { tuid, page_size: PAGE_SIZE } });
  return (
    <Card
      title="Threat events"
      flush
      aside={
        <Link className="small" href={`/threats?tuid=${tuid}`}>
          All threat events
        </Link>
      }
    >
      <PagedTable
        caption="Threat events"
        pages={pages}
        keyOf={({ event_id }) => event_id}
        empty={<None>No threat event is about this person.</None>}
        columns={[
          {
            header: "Event",
            cell: ({ event_id, title, summary }) => (
              <>
                <RowLink href={`/threats?tuid=${tuid}&event=${event_id}`}>
                  <ForeignText value={title} max={200} />
                </RowLink>
                <div className="secondary">
                  <ForeignText value={summary} max={300} />
                </div>
              </>
            ),
          },
          {
            header: "Tactic",
            cell: ({ category }) => (
              <span className="two-lines nowrap">
                {category.map((tactic) => (
                  <ForeignText key={tactic} value={sentenceCase(tactic)} max={40} />
                ))}
              </span>
            ),
            showFrom: "wide",
          },
          { header: "When", cell: ({ created_at }) => <Time value={created_at} /> },
        ]}
      />
    </Card>
  );
}

/** The cases about this person, newest first. */
export function PersonCases({ email }: { readonly email: string }): ReactElement {
  const pages = usePages("listCases", { query: { email, include: ["state", "severity"], page_size: PAGE_SIZE } });
  return (
    <Card
      title="Cases"
      flush
      aside={
        <Link className="small" href={`/cases?email=${encodeURIComponent(email)}`}>
          All cases
        </Link>
      }
    >
      <PagedTable
        caption="Cases"
        pages={pages}
        keyOf={({ case_id }) => case_id}
        empty={<None>No case is about this person.</None>}
        columns={[
          {
            header: "Case",
            cell: ({ case_id, threat_type, threat_brief }) => (
              <>
                <RowLink href={`/cases/${case_id}`}>{wordFor(THREAT_TYPES, threat_type)}</RowLink>
                <div className="secondary">
                  <ForeignText value={threat_brief} max={200} />
                </div>
              </>
            ),
          },
          {
            header: "Severity",
            cell: ({ severity }) => <Severity value={severity ?? null} />,
            showFrom: "medium",
          },
          {
            header: "State",
            cell: ({ state }) => (state ? <Badge>{wordFor(CASE_STATES, state)}</Badge> : "—"),
          },
          { header: "Created", cell: ({ created_at }) => <Time value={created_at} />, showFrom: "medium" },
        ]}
      />
    </Card>
  );
}

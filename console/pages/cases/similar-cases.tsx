import "./similar-cases.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { SeverityBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, CASE_STATES, OUTCOMES, THREAT_TYPES } from "../../words.ts";
import { subjectOf } from "./case-view.ts";

/** Cases of the same person or with the same kinds of events, and how they were decided. */
export function SimilarCases({ caseId }: { readonly caseId: string }): ReactElement {
  const similar = useRead("listSimilarCases", { params: { case_id: caseId } });
  return (
    <Card title="Similar cases">
      <Loaded query={similar} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">None.</p>
          ) : (
            <ul className="similar">
              {items.map((item) => (
                <li key={item.case_id}>
                  <Link href={`/cases/${item.case_id}`}>
                    <ForeignText value={subjectOf(item)} max={120} />
                  </Link>
                  <span className="row small secondary">
                    {item.severity && <SeverityBadge severity={item.severity} />}
                    {THREAT_TYPES[item.threat_type]} · {item.outcome ? OUTCOMES[item.outcome] : CASE_STATES[item.state]}
                  </span>
                  <span className="muted small">
                    {item.is_same_user
                      ? "Same person"
                      : amount(item.shared_titles, "common kind of event", "common kinds of events")}{" "}
                    · <Time value={item.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

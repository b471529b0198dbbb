import { Inbox } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { SeverityBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { THREAT_TYPES } from "../../words.ts";
import { subjectOf } from "../cases/case-view.ts";

const POLL_MS = 30_000;
const SHOWN = 8;

/** The newest cases that nobody has looked at. */
export function CasesToReview(): ReactElement {
  const cases = useRead(
    "listCases",
    { query: { state: "discover", include: ["severity"], page_size: SHOWN } },
    { refetchInterval: POLL_MS },
  );
  return (
    <Card title="Cases for review" aside={<Link href="/cases">Open the queue</Link>}>
      <Loaded query={cases} lines={SHOWN}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Inbox} title="Nothing waits for review" />
          ) : (
            <ul className="lines">
              {items.map((item) => (
                <li key={item.case_id}>
                  <span className="fixed">{item.severity && <SeverityBadge severity={item.severity} />}</span>
                  <Link href={`/cases/${item.case_id}`} className="grow truncate">
                    <ForeignText value={subjectOf(item)} max={120} />
                  </Link>
                  <span className="secondary wide">{THREAT_TYPES[item.threat_type]}</span>
                  <span className="muted small">
                    <Time value={item.created_at} />
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

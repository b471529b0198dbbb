import { Waypoints } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { driftTitle, headlineOf } from "../drift/drift-words.ts";

const SHOWN = 6;

/** The newest changes in what people and identities do. */
export function RecentDrift(): ReactElement {
  const drift = useRead("listDrift", { query: { page_size: SHOWN } });
  return (
    <Card title="Recent drift" aside={<Link href="/drift">All drift</Link>}>
      <Loaded query={drift} lines={SHOWN}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Waypoints} title="No drift was detected" />
          ) : (
            <ul className="lines">
              {items.map((item) => (
                <li key={item.drift_id}>
                  <span className="grow">
                    <span className="row">
                      <Link href={`/drift/${item.drift_id}`}>
                        <ForeignText value={item.user.name ?? item.user.email} none="Unknown" max={120} />
                      </Link>
                      <Badge>{driftTitle(item.computator)}</Badge>
                    </span>
                    <span className="secondary small truncate">
                      <ForeignText value={headlineOf(item.delta)} none="" max={300} />
                    </span>
                  </span>
                  <span className="muted small">
                    {item.detected_at === null ? "Time not known" : <Time value={item.detected_at} />}
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

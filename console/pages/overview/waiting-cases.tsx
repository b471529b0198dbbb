import { Inbox } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { THREAT_TYPES } from "../../words.ts";
import { countText, useOverview } from "./use-overview.ts";

/** The cases that nobody has looked at, by age and by type. */
export function WaitingCases(): ReactElement {
  const overview = useOverview();
  return (
    <Card title="Waiting by age and type">
      <Loaded query={overview} lines={6}>
        {({ cases: { waiting }, count_limit }) => {
          if (waiting.oldest_at === null) return <EmptyState icon={Inbox} title="Nothing waits for review" />;
          const ages = [
            { name: "Last 24 hours", count: waiting.last_day, href: "/cases?since=24h" },
            { name: "1 to 7 days", count: waiting.last_week, href: "/cases?since=1-7d" },
            { name: "Over 7 days", count: waiting.older, href: "/cases?since=over7d" },
          ];
          const types = waiting.by_threat_type.map(({ threat_type, count }) => ({
            name: THREAT_TYPES[threat_type],
            count,
            href: `/cases?threat_type=${threat_type}`,
          }));
          return (
            <div className="stack">
              <CountLines title="By age" lines={ages} limit={count_limit} />
              <CountLines title="By type" lines={types} limit={count_limit} />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface CountLinesProps {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly count: number; readonly href: string }[];
  readonly limit: number;
}

/** One division of the waiting cases; the counts of each add up to all of them. */
function CountLines({ title, lines, limit }: CountLinesProps): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="lines">
        {lines.map(({ name, count, href }) => (
          <li key={name}>
            <Link href={href} className="grow">
              {name}
            </Link>
            <span className="number">{countText(count, limit)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

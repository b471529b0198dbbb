import { CircleCheck, Hourglass } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { amount } from "../../words.ts";
import { RESOURCE_NAMES } from "../settings/readiness/resource-names.ts";
import { useOverview } from "./use-overview.ts";

/** Whether enough history was observed for each resource. */
export function ResourceReadiness(): ReactElement {
  const overview = useOverview();
  return (
    <Card title="Readiness" aside={<Link href="/settings/readiness">Details</Link>}>
      <Loaded query={overview} lines={5}>
        {({ readiness }) => (
          <ul className="lines">
            {readiness.map(({ resource, ready, days_until_ready }) => (
              <li key={resource}>
                <span className="grow">{RESOURCE_NAMES[resource]}</span>
                {ready ? (
                  <Badge tone="good" icon={CircleCheck}>
                    Ready
                  </Badge>
                ) : (
                  <Badge tone="medium" icon={Hourglass}>
                    {amount(Math.max(1, Math.ceil(days_until_ready)), "day")} left
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

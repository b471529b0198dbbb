import { CircleCheck, Hourglass } from "lucide-react";
import type { ReactElement } from "react";
import type { ReadinessResource } from "../../../src/model/vocabulary.ts";
import { useRead } from "../../api/hooks.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { amount } from "../../words.ts";

const RESOURCES: Readonly<Record<ReadinessResource, string>> = {
  cases: "Cases",
  threats: "Threat events",
  personas: "Personas",
  nhi: "Machine identities",
  "nhi-clusters": "Clusters of machine identities",
};

/** Whether enough history was observed for each resource. */
export function ResourceReadiness(): ReactElement {
  const readiness = useRead("getReadiness", {});
  return (
    <Card title="Readiness">
      <Loaded query={readiness} lines={5}>
        {({ items }) => (
          <ul className="lines">
            {items.map(({ resource, ready, days_until_ready }) => (
              <li key={resource}>
                <span className="grow">{RESOURCES[resource]}</span>
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

import { CircleAlert, CircleCheck, CircleDashed, CirclePause, Plug } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import type { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { sentenceCase } from "../../words.ts";

const LOOKS: Readonly<Record<string, { readonly icon: Icon; readonly tone: Tone }>> = {
  active: { icon: CircleCheck, tone: "good" },
  degraded: { icon: CircleAlert, tone: "critical" },
  pending: { icon: CircleDashed, tone: "medium" },
  disabled: { icon: CirclePause, tone: "neutral" },
};
/** What needs attention comes first. */
const ORDER = ["degraded", "pending", "disabled", "active"];

/** The state of each integration that was set up. */
export function ConnectorHealth(): ReactElement {
  const integrations = useRead("listIntegrations", { query: { page_size: 200 } }, { refetchInterval: 60_000 });
  return (
    <Card title="Integrations" aside={<Link href="/integrations">All integrations</Link>}>
      <Loaded query={integrations} lines={4}>
        {({ items }) => {
          const configured = items
            .filter((item) => item.configured)
            .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
          if (configured.length === 0) {
            return (
              <EmptyState icon={Plug} title="No source is connected">
                <p>Rows can also be pushed with an API key.</p>
              </EmptyState>
            );
          }
          return (
            <ul className="lines">
              {configured.map(({ connector_type, display_name, status }) => (
                <li key={connector_type}>
                  <Link href={`/integrations/${connector_type}`} className="grow truncate">
                    {display_name}
                  </Link>
                  <Badge tone={LOOKS[status]?.tone ?? "neutral"} icon={LOOKS[status]?.icon}>
                    {sentenceCase(status)}
                  </Badge>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

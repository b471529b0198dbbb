import { Plug } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../integrations/status-badge.tsx";

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
                  <StatusBadge status={status} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

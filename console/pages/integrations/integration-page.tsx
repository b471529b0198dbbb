import "./integrations.css";
import type { ReactElement } from "react";
import { useParams } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useMay } from "../../app/session.ts";
import { Card } from "../../ui/card.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { signalWord, wordFor } from "../../words.ts";
import { CATEGORIES } from "./integration-words.ts";
import { Polls } from "./polls.tsx";
import { Setup } from "./setup.tsx";
import { StatusBadge } from "./status-badge.tsx";

const POLL_MS = 10_000;

/** One integration: its state, settings, test and polls. */
export function IntegrationPage(): ReactElement {
  const { connector_type } = useParams<{ connector_type: string }>();
  const integration = useRead("getIntegration", { params: { connector_type } }, { refetchInterval: POLL_MS });
  const mayManage = useMay("getIntegrationSetup");
  const known = integration.data;
  return (
    <Page
      title={known?.display_name ?? "Integration"}
      parent={{ name: "Integrations", href: "/integrations" }}
      lead={known?.description}
      marks={known && <StatusBadge status={known.status} />}
    >
      <Loaded query={integration} lines={8}>
        {({ category, signals, configured, created_at, updated_at }) => (
          <>
            <Card title="About">
              <KeyValues
                items={[
                  ["Category", wordFor(CATEGORIES, category)],
                  ["Signals", signals.map(signalWord).join(", ")],
                  ...(configured
                    ? ([
                        ["Set up", <Time key="created" value={created_at} />],
                        ["Changed", <Time key="updated" value={updated_at} />],
                      ] as const)
                    : []),
                ]}
              />
            </Card>
            {mayManage && <Setup connectorType={connector_type} />}
            {configured && <Polls connectorType={connector_type} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

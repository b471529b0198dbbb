import "./readiness.css";
import { CircleCheck, Hourglass } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useRead } from "../../../api/hooks.ts";
import { useMay } from "../../../app/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { sentence } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { ForceReadyDialog } from "./force-ready-dialog.tsx";
import { RESOURCE_NAMES, type ResourceReadiness } from "./resource-names.ts";

const POLL_MS = 30_000;

/** How much history each resource has, what it needs, and when it is served. */
export function ReadinessPage(): ReactElement {
  const readiness = useRead("getReadiness", {}, { refetchInterval: POLL_MS });
  const mayForce = useMay("forceReady");
  const [forced, setForced] = useState<ResourceReadiness | null>(null);
  const columns: readonly Column<ResourceReadiness>[] = [
    { header: "Resource", cell: (item) => <Resource item={item} /> },
    { header: "State", cell: (item) => <State item={item} /> },
    { header: "Observed history", showFrom: "medium", cell: (item) => <History item={item} /> },
    {
      header: "Newest row",
      showFrom: "wide",
      cell: ({ newest_event_at }) => <Time value={newest_event_at} />,
    },
    {
      header: "Actions",
      align: "end",
      cell: (item) =>
        !item.ready &&
        mayForce && (
          <Button small onClick={() => setForced(item)}>
            Make ready…
          </Button>
        ),
    },
  ];
  return (
    <SettingsFrame
      section="Readiness"
      lead="A resource is served once enough history was observed; until then the API answers 423. A resource that has been ready stays ready."
    >
      <Loaded query={readiness}>
        {({ items }) => (
          <Card title="Resources" flush>
            <DataTable
              caption="Readiness of each resource"
              columns={columns}
              items={items}
              keyOf={({ resource }) => resource}
            />
          </Card>
        )}
      </Loaded>
      {forced && <ForceReadyDialog item={forced} onClose={() => setForced(null)} />}
    </SettingsFrame>
  );
}

function Resource({ item: { resource, ready, details } }: { readonly item: ResourceReadiness }): ReactElement {
  return (
    <div className="two-lines">
      <strong>{RESOURCE_NAMES[resource]}</strong>
      {!ready && <span className="secondary small">{sentence(details)}</span>}
    </div>
  );
}

function State({ item: { ready, ready_at, days_until_ready } }: { readonly item: ResourceReadiness }): ReactElement {
  if (!ready) {
    const days = Math.ceil(days_until_ready);
    return (
      <Badge tone="medium" icon={Hourglass}>
        {days > 0 ? `${days} ${days === 1 ? "day" : "days"} left` : "Not ready"}
      </Badge>
    );
  }
  return (
    <span className="row">
      <Badge tone="good" icon={CircleCheck}>
        Ready
      </Badge>
      {ready_at !== null && (
        <span className="muted small">
          since <Time value={ready_at} format="day" />
        </span>
      )}
    </span>
  );
}

const DAY_MS = 86_400_000;

/** Returns the days between the first and the newest row. */
function observedDays({ first_event_at, newest_event_at }: ResourceReadiness): number {
  if (first_event_at === null || newest_event_at === null) return 0;
  return Math.max(0, (Date.parse(newest_event_at) - Date.parse(first_event_at)) / DAY_MS);
}

function History({ item }: { readonly item: ResourceReadiness }): ReactElement {
  const days = observedDays(item);
  const observed = Math.floor(days);
  const text =
    observed < item.required_days
      ? `${observed} of ${item.required_days} days`
      : `${observed} days, ${item.required_days} needed`;
  return (
    <div className="history">
      <meter className="visually-hidden" min={0} max={Math.max(1, item.required_days)} value={days} aria-label={text} />
      {item.required_days > 0 && (
        <svg className="history-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="4" className="history-needed" />
          <rect
            width={Math.min(100, (days / item.required_days) * 100)}
            height="4"
            className={item.ready ? "history-ready" : "history-missing"}
          />
        </svg>
      )}
      <span className="small number" aria-hidden="true">
        {item.required_days === 0 ? "None needed" : text}
      </span>
    </div>
  );
}

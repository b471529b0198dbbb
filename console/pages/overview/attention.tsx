import "./attention.css";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { ingestStatus } from "../data-coverage/ingest-status.ts";
import { countText, type Overview, useOverview } from "./use-overview.ts";

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly href: string;
  readonly note?: ReactNode;
  readonly isUrgent?: boolean;
}

/** What needs attention: each number leads to the list behind it. */
export function Attention(): ReactElement {
  const overview = useOverview();
  return (
    <Loaded query={overview} lines={3}>
      {(figures) => (
        <ul className="attention" aria-label="What needs attention">
          {figuresOf(figures).map(({ name, value, href, note, isUrgent }) => (
            <li key={name} className={isUrgent ? "urgent" : undefined}>
              <Link href={href}>
                <strong className="number">{value}</strong>
                <span>{name}</span>
              </Link>
              {note && <span className="muted">{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function figuresOf({ cases, ingest, integrations, readiness, drift_last_week, count_limit }: Overview): Figure[] {
  const inState = (state: string): number => cases.by_state.find((one) => one.state === state)?.count ?? 0;
  const { oldest_at, older } = cases.waiting;
  const quiet = ingest.filter((one) => ingestStatus(one, Date.now()) === "quiet").length;
  const degraded = integrations.find(({ status }) => status === "degraded")?.count ?? 0;
  const notReady = readiness.filter(({ ready }) => !ready).length;
  return [
    {
      name: "Cases for review",
      value: countText(inState("discover"), count_limit),
      href: "/cases",
      note: oldest_at && (
        <>
          oldest <Time value={oldest_at} />
        </>
      ),
    },
    {
      name: "Waiting over 7 days",
      value: countText(older, count_limit),
      href: "/cases?since=over7d",
      isUrgent: older > 0,
    },
    {
      name: "Under investigation",
      value: countText(inState("investigating"), count_limit),
      href: "/cases?state=investigating",
    },
    { name: "Drift in 7 days", value: countText(drift_last_week, count_limit), href: "/drift?since=7" },
    {
      name: "Integrations degraded",
      value: degraded.toLocaleString(),
      href: "/integrations?status=degraded",
      isUrgent: degraded > 0,
    },
    {
      name: "Log tables quiet for a day",
      value: quiet.toLocaleString(),
      href: "/coverage?status=quiet",
      isUrgent: quiet > 0,
    },
    { name: "Resources not ready", value: notReady.toLocaleString(), href: "/settings/readiness" },
  ];
}

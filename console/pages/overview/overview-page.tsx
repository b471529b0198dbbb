import "./overview.css";
import type { ReactElement } from "react";
import { Page } from "../../app/page.tsx";
import { Attention } from "./attention.tsx";
import { CasesOverTime } from "./cases-over-time.tsx";
import { CasesToReview } from "./cases-to-review.tsx";
import { ConnectorHealth } from "./connector-health.tsx";
import { IngestHealth } from "./ingest-health.tsx";
import { RecentDrift } from "./recent-drift.tsx";
import { ResourceReadiness } from "./resource-readiness.tsx";
import { WaitingCases } from "./waiting-cases.tsx";

/** What needs attention, and whether data flows. Every figure leads to the list behind it. */
export function OverviewPage(): ReactElement {
  return (
    <Page title="Overview">
      <Attention />
      <div className="overview">
        <div className="overview-column">
          <CasesToReview />
          <CasesOverTime />
          <RecentDrift />
        </div>
        <div className="overview-column">
          <WaitingCases />
          <IngestHealth />
          <ConnectorHealth />
          <ResourceReadiness />
        </div>
      </div>
    </Page>
  );
}

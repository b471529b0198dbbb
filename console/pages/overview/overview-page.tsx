import "./overview.css";
import type { ReactElement } from "react";
import { Page } from "../../app/page.tsx";
import { CasesToReview } from "./cases-to-review.tsx";
import { ConnectorHealth } from "./connector-health.tsx";
import { RecentDrift } from "./recent-drift.tsx";
import { ResourceReadiness } from "./resource-readiness.tsx";

/** What needs attention, and whether data flows. Every figure leads to the list behind it. */
export function OverviewPage(): ReactElement {
  return (
    <Page title="Overview">
      <div className="overview">
        <div className="overview-column">
          <CasesToReview />
          <RecentDrift />
        </div>
        <div className="overview-column">
          <ConnectorHealth />
          <ResourceReadiness />
        </div>
      </div>
    </Page>
  );
}

import "./changed-items.css";
import type { ReactElement } from "react";
import type { DriftDelta, DriftDeltaWindow } from "../../../src/model/drift.ts";
import { DeltaBar } from "../../charts/delta-bar.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Time } from "../../ui/time.tsx";

/** The two windows that were compared, with how active each was. */
export function ComparedWindows({ delta: { reference, current } }: { readonly delta: DriftDelta }): ReactElement {
  return (
    <Card title="Compared windows">
      <DataTable
        caption="Compared windows"
        items={[
          { name: "Before", window: reference },
          { name: "After", window: current },
        ]}
        keyOf={({ name }) => name}
        columns={[
          { header: "Window", cell: ({ name }) => name },
          { header: "From", cell: ({ window }) => <Time value={window.start} format="day" /> },
          { header: "Until", cell: ({ window }) => <Time value={window.end} format="day" /> },
          { header: "Active days", cell: ({ window }) => window.active_days.toLocaleString(), align: "end" },
          { header: "Events", cell: ({ window }) => window.events.toLocaleString(), align: "end" },
        ]}
      />
      <div className="stack-s compared-bar">
        <h3>Events per active day</h3>
        <DeltaBar label="Events per active day" before={perDay(reference)} after={perDay(current)} />
      </div>
    </Card>
  );
}

const perDay = ({ events, active_days }: DriftDeltaWindow): number =>
  active_days === 0 ? 0 : Math.round((events / active_days) * 10) / 10;

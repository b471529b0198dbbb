import type { ReactElement } from "react";
import type { CaseState } from "../../../src/model/vocabulary.ts";
import { StackedColumns } from "../../charts/stacked-columns.tsx";
import type { Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { amount, CASE_STATES } from "../../words.ts";
import { useOverview } from "./use-overview.ts";

const TONES: Readonly<Record<CaseState, Tone>> = {
  discover: "accent",
  pending_investigation: "medium",
  investigating: "high",
  enforced: "good",
  closed: "neutral",
};
const STATES = Object.keys(TONES) as readonly CaseState[];

/** The cases of the last 30 days by the day they were created and their present state. */
export function CasesOverTime(): ReactElement {
  const overview = useOverview();
  return (
    <Card title="Cases of the last 30 days">
      <Loaded query={overview} lines={6}>
        {({ cases: { by_day } }) => {
          const columns = by_day.map(({ day, counts }) => ({
            label: day,
            href: `/cases?state=all&day=${day}`,
            values: STATES.map((state) => counts.find((one) => one.state === state)?.count ?? 0),
          }));
          const total = columns.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
          if (total === 0) return <EmptyState title="No case in the last 30 days" />;
          return (
            <StackedColumns
              summary={`${amount(total, "case")} of the last 30 days by day and present state`}
              columns={columns}
              series={STATES.map((state) => ({
                name: CASE_STATES[state],
                tone: TONES[state],
                href: `/cases?state=${state}&since=30d`,
              }))}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

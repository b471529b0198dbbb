import type { ReactElement } from "react";
import { WeekHeatmap } from "../../charts/week-heatmap.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import type { ShapeOf } from "../../ui/shaped.tsx";
import { percent } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { amount } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { Section } from "./section.tsx";

type Rhythm = ShapeOf<NonNullable<Nhi["call_rhythm"]>>;

const HOURS_OF_WEEK = 168;

/** When the identity calls: the hours of the week, and the rhythm they show. */
export function NhiRhythm({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Call rhythm"
      nhi={nhi}
      section="call_rhythm"
      value={nhi.call_rhythm}
      has={{ label: "text", hour_of_week: "list", schedule: "list", calls: "number" }}
    >
      {(rhythm) => <RhythmBody rhythm={rhythm} />}
    </Section>
  );
}

function RhythmBody({ rhythm }: { readonly rhythm: Rhythm }): ReactElement {
  return (
    <>
      <p className="row">
        <strong>
          <ForeignText value={rhythm.label} max={80} />
        </strong>
        <span className="secondary">
          {amount(rhythm.calls, "call")} on {rhythm.active_days} of {amount(rhythm.window_days, "day")}
        </span>
        {rhythm.evidence === "inferred" && <Badge>Little history</Badge>}
        {rhythm.overdue && <Badge tone="medium">Overdue</Badge>}
      </p>
      {rhythm.hour_of_week.length === HOURS_OF_WEEK && rhythm.calls > 0 && (
        <WeekHeatmap
          summary={`Calls by hour of the week, UTC: ${rhythm.label}, ${percent(rhythm.weekend_share)} at weekends`}
          hours={rhythm.hour_of_week.map((share) => Math.round(share * rhythm.calls))}
        />
      )}
      <KeyValues items={factsOf(rhythm)} />
      <p className="muted small">Hours are UTC.</p>
    </>
  );
}

function factsOf(rhythm: Rhythm): readonly (readonly [string, string | ReactElement])[] {
  const schedule = rhythm.schedule.map(({ at_utc, share }) => `${at_utc} (${percent(share)})`).join(", ");
  const facts: readonly (readonly [string, string | ReactElement | null])[] = [
    ["Begins at", schedule || null],
    ["Period", rhythm.period_seconds === null ? null : periodOf(rhythm.period_seconds)],
    ["Calls per active day", decimal(rhythm.calls_per_active_day)],
    ["Calls per session", rhythm.burst_size === null ? null : decimal(rhythm.burst_size)],
    ["In working hours", percent(rhythm.business_hours_share)],
    ["At weekends", percent(rhythm.weekend_share)],
    ["Regularity", percent(rhythm.regularity)],
    ["Longest pause", amount(Math.round(rhythm.longest_gap_hours), "hour")],
    ["Last call", rhythm.last_call_at === null ? null : <Time key="last" value={rhythm.last_call_at} />],
  ];
  return facts.filter((fact): fact is readonly [string, string | ReactElement] => fact[1] !== null);
}

const decimal = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 1 });

function periodOf(seconds: number): string {
  if (seconds < 120) return amount(Math.round(seconds), "second");
  if (seconds < 7_200) return amount(Math.round(seconds / 60), "minute");
  return amount(Math.round(seconds / 3_600), "hour");
}

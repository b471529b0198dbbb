import { CORRELATION } from "../../src/analysis/correlate/correlation-settings.ts";
import { judge } from "../../src/analysis/correlate/judge.ts";
import { type AddressUse, type Knowledge, NO_KNOWLEDGE } from "../../src/analysis/correlate/knowledge.ts";
import type { CaseFinding } from "../../src/model/case-finding.ts";
import type { ActivityDay, Dimension } from "../../src/model/identity/activity.ts";
import { LOG_TABLES } from "../../src/model/rows/log-row.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";

export const DAY = 86_400_000;
export const HOUR = DAY / 24;
export const START = Date.UTC(2026, 10, 1, 8);
/** The day of the start, counted since 1970-01-01. */
export const TODAY = Math.floor(START / DAY);
/** An address that nobody used before. */
export const ADDRESS = "203.0.113.9";

let made = 0;

/** Creates a finding with a value in every field; `day` counts from the start. */
export function aFinding({ day = 0, ...fields }: Partial<CaseFinding> & { readonly day?: number } = {}): CaseFinding {
  made++;
  return {
    eventId: `00000000-0000-4000-8000-${made.toString().padStart(12, "0")}`,
    detector: "rare_country",
    at: START + day * DAY,
    severity: "medium",
    precision: null,
    threatType: "account_compromise",
    tactics: ["initial_access"],
    techniques: [],
    title: "First sign-in from a new country",
    table: "SigninLogs",
    rows: [],
    facts: {},
    ...fields,
  };
}

type Fields = Parameters<typeof aFinding>[0];

/** A way in, named like no detector of the service, so that nothing measured counts for it. */
export const access = (fields: Fields = {}) => aFinding({ detector: "an_access", ...fields });
/** More rights. */
export const role = (fields: Fields = {}) =>
  aFinding({
    detector: "a_role",
    title: "Role added",
    threatType: "privilege_escalation",
    tactics: ["privilege_escalation"],
    ...fields,
  });
/** Data that leaves, two hours after the start. */
export const effect = (fields: Fields = {}) =>
  aFinding({
    detector: "an_effect",
    title: "Many files downloaded",
    at: START + 2 * HOUR,
    threatType: "data_exfiltration",
    tactics: ["exfiltration"],
    ...fields,
  });

export const knowing = (fields: Partial<Knowledge> = {}): Knowledge => ({
  ...NO_KNOWLEDGE,
  subject: "maya",
  ...fields,
});

export const scoreOf = (findings: readonly CaseFinding[], fields: Partial<Knowledge> = {}): number =>
  judge(findings, knowing(fields)).score;

/** How `ADDRESS` was used. */
export const used = (use: Partial<AddressUse>): ReadonlyMap<string, AddressUse> =>
  new Map([[ADDRESS, { people: 1, programs: 0, days: 1, since: null, ...use }]]);

/** Tables with rows of so many days: it is known what is usual. */
export const withHistory = (days: number = CORRELATION.novelty.historyDays): Pick<Knowledge, "firstDays"> => ({
  firstDays: new Map(LOG_TABLES.map((table) => [table, TODAY - days])),
});

/** A day on which an actor was active at these hours, and used these values. */
export const anActiveDay = (
  day: number,
  hours: readonly number[],
  values: readonly (readonly [Dimension, string])[] = [],
): ActivityDay => ({
  day,
  events: hours.length,
  failures: 0,
  signIns: 0,
  bytes: 0,
  hours: Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 1 : 0)),
  tables: ["SigninLogs"],
  uses: values.map(([dimension, key]) => ({
    dimension,
    key,
    label: key,
    count: 1,
    sample: { table: "SigninLogs", contentKey: "" },
  })),
  others: {},
  minutes: [],
  firstCalls: [],
});

/** Shuffles a list, always in the same way for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const mixed = [...items];
  let state = seed + 1;
  for (let index = mixed.length - 1; index > 0; index--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (index + 1);
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}

/** Stores that every table has had rows for long enough before a time: it is known what is usual. */
export const givenHistory = (db: DomainHandle, before: number): Promise<unknown> =>
  db.execute(
    `insert into activity_sources (domain_id, table_name, first_day, last_day, rows)
     select $1, table_name, $3::int, $3::int, 1 from unnest($2::text[]) as given (table_name)`,
    [LOG_TABLES, Math.floor(before / DAY) - 100],
  );

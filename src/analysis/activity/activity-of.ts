import type { Dimension } from "../../model/identity/activity.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { readText } from "../../model/rows/row-fields.ts";
import { ipOf } from "../../model/rows/row-ip.ts";
import { countryOf } from "../../model/rows/row-place.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { Act, Named } from "./act.ts";
import { actOf } from "./act-of.ts";
import { alertOf } from "./alert-of.ts";
import { networkOf } from "./network-of.ts";

/** One value of one dimension that a row contains. */
export interface ActivityValue extends Named {
  readonly dimension: Dimension;
}

/** What a row adds to the day of its actor. */
export interface Activity {
  /** False for an alert of another product, which is about the actor but not an act of it. */
  readonly isEvent: boolean;
  readonly isFailure: boolean;
  /** A successful interactive sign-in. */
  readonly isSignIn: boolean;
  readonly bytes: number;
  /** Whether the time of the row counts as a call of a service. */
  readonly isCall: boolean;
  readonly values: readonly ActivityValue[];
}

/** The most bytes that one row can add, 1 PiB. */
const MAX_BYTES = 2 ** 50;

/** Returns what a row adds to the day of its actor; null if it is neither an act of a user or service nor an alert. */
export function activityOf(row: LogRow, actor: RowActor): Activity | null {
  if (actor.kind === "machine") return null;
  const act = actOf(row, actor);
  if (act === null) return alertActivity(alertOf(row));
  const isCall = actor.kind === "service";
  const bytes = act.bytes ?? 0;
  return {
    isEvent: true,
    isFailure: act.result === "failure",
    isSignIn: act.result === "success" && act.isInteractive === true,
    bytes: bytes > 0 ? Math.min(Math.floor(bytes), MAX_BYTES) : 0,
    isCall,
    values: [...valuesOf(row, act), ...(isCall && act.result !== "partial" ? [callOf(act)] : [])],
  };
}

function alertActivity(alert: string | null): Activity | null {
  if (alert === null) return null;
  const values = [toValue("alert", { key: alert, label: alert })];
  return { isEvent: false, isFailure: false, isSignIn: false, isCall: false, bytes: 0, values };
}

type Found = readonly [Dimension, Named | string | null | undefined];

function valuesOf(row: LogRow, act: Act): readonly ActivityValue[] {
  if (act.result === "partial") return [];
  const found: readonly Found[] =
    act.result === "failure" ? [["failure", act.code ?? "failed"]] : [...originOf(row, act), ...usesOf(act)];
  const values: ActivityValue[] = [];
  for (const [dimension, value] of found) {
    if (value) values.push(toValue(dimension, typeof value === "string" ? { key: value, label: value } : value));
  }
  return values;
}

const originOf = (row: LogRow, act: Act): readonly Found[] =>
  act.isElsewhere
    ? []
    : [
        ["country", countryCodeOf(row)],
        ["network", networkOf(readText(row.fields, "AutonomousSystemNumber"), ipOf(row))],
      ];

const usesOf = (act: Act): readonly Found[] => [
  ["application", act.application],
  ["operation", { key: `${act.class}:${act.nameKey ?? act.name}`, label: `${act.class}:${act.name}` }],
  ...(act.resources ?? []).map((resource) => ["resource", resource] as const),
  ["device", act.device],
  ["authentication", act.authentication],
  ["credential", act.credential],
  ...(act.callers ?? []).map((caller) => ["caller", caller] as const),
];

function countryCodeOf(row: LogRow): string | null {
  const country = countryOf(row);
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null;
}

const MAX_TEXT = 200;
const MAX_PART = 80;

/** These keep their case: codes and names that readers expect as they are, and a call, which is JSON. */
const KEPT_CASE: ReadonlySet<Dimension> = new Set(["country", "call", "device", "alert"]);

function toValue(dimension: Dimension, { key, label }: Named): ActivityValue {
  const clean = safeText(key, MAX_TEXT);
  return {
    dimension,
    key: KEPT_CASE.has(dimension) ? clean : clean.toLowerCase(),
    label: key === label ? clean : safeText(label, MAX_TEXT),
  };
}

/** Returns a call as JSON; every part is cut, so that the whole is complete JSON. */
function callOf(act: Act): ActivityValue {
  const target = act.resources?.[0]?.label ?? null;
  const parts = [
    `${act.class}:${act.name}`,
    act.application?.label ?? null,
    target,
    act.result,
    act.result === "failure" ? (act.code ?? null) : null,
    act.authentication ?? null,
  ];
  const text = JSON.stringify(parts.map((part) => (part === null ? null : safeText(part, MAX_PART))));
  return { dimension: "call", key: text, label: text };
}

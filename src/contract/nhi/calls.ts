import { Type } from "typebox";
import { OPERATION_CLASSES, type OperationClass } from "../../model/identity/activity.ts";
import { RHYTHMS } from "../../model/identity/nhi-words.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import {
  flag,
  integer,
  list,
  maybeFlag,
  maybeNumber,
  maybeText,
  maybeTime,
  number,
  share,
  text,
  time,
} from "./described.ts";
import { AuthMethod } from "./iam.ts";

const ClassName = openEnum(OPERATION_CLASSES, "The class of the operation.");
const Calls = integer("Calls of this class.");

export const NhiOperations = Type.Object({
  window_days: integer("The days that were counted."),
  total: integer("Calls in the window."),
  success_rate: maybeNumber("The share of calls without a failure; null without calls."),
  by_class: Type.Object(
    Object.fromEntries(OPERATION_CLASSES.map((name) => [name, Calls])) as Record<OperationClass, typeof Calls>,
    { description: "Calls by class of operation." },
  ),
  top: list(
    Type.Object({
      operation: text("The name of the operation."),
      class: ClassName,
      count: integer("Calls in the window."),
      share: share("Its share of the calls with a known operation."),
      first_seen: time("The first day in the stored history."),
      new_in_window: flag("Whether it was first seen in the last 30 days, with older history to compare."),
    }),
    20,
    "The most frequent operations.",
  ),
  privileged: list(
    Type.Object({
      operation: text("The name of the operation."),
      count: integer("Calls in the window."),
      last_seen: time("The last day of a call."),
    }),
    20,
    "Operations that administer, delete or read secrets, the most frequent first.",
  ),
  failures: list(
    Type.Object({
      code: text("The result code."),
      count: integer("Failures in the window."),
      last_seen: time("The last day of a failure."),
    }),
    10,
    "The most frequent failures.",
  ),
});

export const NhiCallSample = Type.Object({
  at: time("The UTC day of the call; the row has its exact time."),
  operation: text("The name of the operation."),
  class: ClassName,
  system: text("The system that was called."),
  target: maybeText("What the call acted on."),
  result: openEnum(["success", "failure"], "How it ended."),
  code: maybeText("The result code."),
  auth: AuthMethod,
  source_table: text("The log table of the row."),
  item_id: text("The id of the row: its `_ItemId`."),
  why: openEnum(["recent", "rare", "failed", "privileged", "typical"], "Why this call was chosen."),
});

export const NhiCallRhythm = Type.Object({
  class: openEnum(keysOf(RHYTHMS), "The rhythm."),
  label: text("The rhythm, for display."),
  evidence: openEnum(["observed", "inferred"], "`inferred` with fewer than 14 days of history or fewer than 16 calls."),
  window_days: integer("The days that were used."),
  calls: integer("Calls in the window."),
  active_days: integer("Days with calls."),
  calls_per_active_day: number("Calls per day with calls."),
  period_seconds: maybeNumber("The period of a fixed interval."),
  jitter: maybeNumber("The median deviation from that period, as a share of it."),
  schedule: list(
    Type.Object({ at_utc: text("`HH:MM`, UTC."), share: share("The share of sessions that begin then.") }),
    3,
    "When the sessions of a schedule begin.",
  ),
  hour_of_week: list(
    share("A share of the calls."),
    168,
    "The share of calls by hour of the week, Monday 00:00 UTC first.",
  ),
  entropy: share("How evenly calls are spread over the hours of the week: 1 if equally."),
  business_hours_share: share("The share of calls in the 12 hours of weekdays that have the most calls."),
  weekend_share: share("The share of calls on Saturday and Sunday, UTC."),
  burst_size: maybeNumber("Calls per session, where a session ends with a pause of more than 10 minutes."),
  longest_gap_hours: number("The longest time without calls between the first and the last call."),
  regularity: share("The share of calls or sessions that the rhythm explains."),
  last_call_at: maybeTime("The last minute with a call."),
  overdue: maybeFlag("Whether more than 3 periods have passed since the last call; null without a period."),
});

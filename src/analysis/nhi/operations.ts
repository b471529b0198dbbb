import { OPERATION_CLASSES, type OperationClass } from "../../model/identity/activity.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { isoOfDay, type NhiFacts, round, WINDOW_DAYS } from "./facts.ts";
import type { Uses, UseTotal } from "./uses.ts";

const MAX_TOP = 20;
const MAX_FAILURES = 10;
const NEW_DAYS = 30;
const PRIVILEGED: ReadonlySet<OperationClass> = new Set(["admin", "delete", "secret"]);

/** Splits the key `class:name`; an unknown class is `other`. */
export function operationOf(text: string): { readonly class: OperationClass; readonly name: string } {
  const at = text.indexOf(":");
  const found = OPERATION_CLASSES.find((name) => name === text.slice(0, at));
  return found ? { class: found, name: text.slice(at + 1) } : { class: "other", name: text };
}

export const isPrivilegedClass = (name: OperationClass): boolean => PRIVILEGED.has(name);

/** Describes the operations of the window. */
export function operationsOf({ day }: NhiFacts, uses: Uses) {
  const all = uses.of("operation");
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const byClass = new Map<OperationClass, number>(OPERATION_CLASSES.map((name) => [name, 0]));
  for (const { key, count } of all) {
    const { class: name } = operationOf(key);
    byClass.set(name, (byClass.get(name) ?? 0) + count);
  }
  const hasHistory = (uses.firstDay ?? day) < day - 2 * NEW_DAYS;
  const named = ({ label }: UseTotal) => safeText(operationOf(label).name, 160);
  return {
    window_days: WINDOW_DAYS,
    total: uses.calls,
    success_rate: uses.calls === 0 ? null : round(1 - uses.failures / uses.calls),
    by_class: Object.fromEntries(byClass) as Record<OperationClass, number>,
    top: all.slice(0, MAX_TOP).map((use) => ({
      operation: named(use),
      class: operationOf(use.key).class,
      count: use.count,
      share: round(use.count / total),
      first_seen: isoOfDay(use.firstDay),
      new_in_window: hasHistory && use.firstDay >= day - NEW_DAYS,
    })),
    privileged: all
      .filter(({ key }) => isPrivilegedClass(operationOf(key).class))
      .slice(0, MAX_TOP)
      .map((use) => ({ operation: named(use), count: use.count, last_seen: isoOfDay(use.lastDay) })),
    failures: uses
      .of("failure")
      .slice(0, MAX_FAILURES)
      .map(({ label, count, lastDay }) => ({ code: safeText(label, 120), count, last_seen: isoOfDay(lastDay) })),
  };
}

export type Operations = ReturnType<typeof operationsOf>;

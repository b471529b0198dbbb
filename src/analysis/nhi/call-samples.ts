import type { OperationClass, RowRef } from "../../model/identity/activity.ts";
import { AUTH_METHODS, type AuthMethod } from "../../model/identity/nhi-words.ts";
import { parseInnerJson } from "../../model/text/inner-json.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { byText, isoOfDay } from "./facts.ts";
import { isPrivilegedClass, operationOf } from "./operations.ts";
import type { Uses } from "./uses.ts";

type Reason = "recent" | "rare" | "failed" | "privileged" | "typical";

/** A call that was chosen, with the row that reports it. */
export interface CallSample {
  readonly at: string;
  readonly operation: string;
  readonly class: OperationClass;
  readonly system: string;
  readonly target: string | null;
  readonly result: "success" | "failure";
  readonly code: string | null;
  readonly auth: AuthMethod;
  readonly row: RowRef;
  readonly why: Reason;
}

/** How many calls are chosen for each reason, in the order in which they are chosen. */
const STRATA: readonly (readonly [Reason, number])[] = [
  ["privileged", 4],
  ["failed", 3],
  ["rare", 4],
  ["recent", 5],
  ["typical", 4],
];
const RARE = 0.01;

/** One value of the dimension `call` on its last day. */
interface Call extends Omit<CallSample, "why"> {
  readonly day: number;
  readonly count: number;
}

/** Chooses up to 20 calls of the window that show what an identity does, the newest first. */
export function chooseSamples(uses: Uses, fromDay: number): readonly CallSample[] {
  const calls = uses.of("call").flatMap(({ key, count, days }) => {
    const last = days.at(-1);
    const parsed = last && last.day >= fromDay ? toCall(key) : undefined;
    return last && parsed ? [{ ...parsed, at: isoOfDay(last.day), day: last.day, count, row: last.sample }] : [];
  });
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  const newest = [...calls].sort((a, b) => b.day - a.day || byText(a.row.contentKey, b.row.contentKey));
  const frequent = [...calls].sort((a, b) => b.count - a.count || byText(a.row.contentKey, b.row.contentKey));
  const stable = [...calls].sort((a, b) => byText(a.row.contentKey, b.row.contentKey));
  const pools: Readonly<Record<Reason, readonly Call[]>> = {
    privileged: stable.filter((call) => isPrivilegedClass(call.class) && call.result === "success"),
    failed: stable.filter(({ result }) => result === "failure"),
    rare: stable.filter(({ count }) => count / total < RARE),
    recent: newest,
    typical: frequent,
  };
  const chosen = new Map<string, CallSample>();
  for (const [why, limit] of STRATA) {
    const left = pools[why].filter(({ row }) => !chosen.has(row.contentKey)).slice(0, limit);
    for (const { day: _day, count: _count, ...call } of left) chosen.set(call.row.contentKey, { ...call, why });
  }
  return [...chosen.values()].sort((a, b) => byText(b.at, a.at) || byText(a.row.contentKey, b.row.contentKey));
}

function toCall(text: string): Omit<Call, "day" | "count" | "row" | "at"> | undefined {
  const parts = parseParts(text);
  if (!parts) return undefined;
  const [operation, system, target, result, code, auth] = parts;
  const { class: name, name: label } = operationOf(operation ?? "");
  return {
    operation: safeText(label, 120),
    class: name,
    system: safeText(system ?? withoutKind(target ?? "unknown"), 120),
    target: target ? safeText(target, 120) : null,
    result: result === "failure" ? "failure" : "success",
    code: code ? safeText(code, 80) : null,
    auth: authMethodOf(auth ?? null),
  };
}

/** Returns the name of a target without its kind: `directory:Core Directory` is `Core Directory`. */
const withoutKind = (target: string): string => target.replace(/^[a-z_]{1,20}:(?=\S)/, "");

function parseParts(text: string): readonly (string | null)[] | undefined {
  try {
    const value: unknown = parseInnerJson(text);
    return Array.isArray(value) ? value.map((part) => (typeof part === "string" ? part : null)) : undefined;
  } catch {
    return undefined;
  }
}

/** Words of platforms for a method. */
const METHODS: readonly (readonly [RegExp, AuthMethod])[] = [
  [/secret/, "client_secret"],
  [/certificate|x509|assertion/, "certificate"],
  [/federated|workload/, "federated"],
  [/managed/, "managed"],
  [/kerberos|negotiate/, "kerberos"],
  [/password|basic|imap|smtp|pop3?/, "password"],
  [/api ?key/, "api_key"],
  [/access ?key/, "access_key"],
  [/token|bearer/, "token"],
];

/** Returns the method that a row names. */
export function authMethodOf(text: string | null): AuthMethod {
  if (text === null) return "unknown";
  const folded = text.toLowerCase();
  const known = AUTH_METHODS.find((method) => method === folded);
  return known ?? METHODS.find(([pattern]) => pattern.test(folded))?.[1] ?? "unknown";
}

import { demoId } from "./demo-id.ts";
import { DAY_MS, shift, toIso } from "./moment.ts";
import { type NhiFacts, WINDOW_DAYS } from "./nhi-facts.ts";
import { type Operation, operationsOf } from "./nhi-kind.ts";
import { type Calls, callRhythmOf, drawCalls, shareOf, sumOf, weekendShareOf } from "./nhi-rhythm.ts";
import type { Setting } from "./setting.ts";

const OPERATION_CLASSES = ["sign_in", "read", "write", "delete", "admin", "secret", "export", "execute", "other"];
const OPERATION_WEIGHTS = [0.6, 0.27, 0.1, 0.03];
const SAMPLE_REASONS = ["recent", "recent", "recent", "typical", "typical", "rare", "failed"];

interface CountedOperation extends Operation {
  readonly count: number;
}

interface Activity extends NhiFacts {
  readonly calls: Calls;
  readonly operations: readonly CountedOperation[];
}

/** What the identity was seen doing; of one that is silent only how it would sign in and what it could reach. */
export function activitySectionsOf(setting: Setting, facts: NhiFacts) {
  const calls = drawCalls(facts);
  const activity = { ...facts, calls, operations: countOperations(facts, calls.total) };
  const isSilent = calls.total === 0;
  return {
    iam: iamOf(activity),
    interactions: isSilent ? null : interactionsOf(activity),
    data_movement: isSilent ? null : dataMovementOf(activity),
    resource_edges: resourceEdgesOf(activity),
    operations: isSilent ? null : operationsSectionOf(activity),
    call_samples: isSilent ? null : callSamplesOf(setting, activity),
    call_rhythm: callRhythmOf(facts, calls),
  };
}

function countOperations({ nhi }: NhiFacts, total: number): readonly CountedOperation[] {
  const [first, ...others] = operationsOf(nhi.kind);
  if (!first) return [];
  const counted = others.map((one, place) => ({
    ...one,
    count: Math.floor(total * (OPERATION_WEIGHTS[place + 1] ?? 0)),
  }));
  return [{ ...first, count: total - sumOf(counted.map(({ count }) => count)) }, ...counted];
}

const countOf = ({ operations }: Activity, ...classes: readonly string[]): number =>
  sumOf(operations.filter((one) => classes.includes(one.operationClass)).map(({ count }) => count));

function iamOf({ nhi, calls, credentials }: Activity) {
  const method = nhi.kind.behaviour.auth;
  const byDay = Array.from({ length: 24 }, (_, hour) => shareOf(calls, (hourOfWeek) => hourOfWeek % 24 === hour));
  const expiries = credentials.map((one) => shift(one.createdAt, one.lifetimeDays * DAY_MS)).sort((a, b) => +a - +b);
  const created = credentials.map((one) => one.createdAt).sort((a, b) => +a - +b);
  return {
    authentication: {
      methods: [{ method, share: 1, calls: calls.total, last_used: toIso(nhi.lastSeen) }],
      strongest: method,
      weakest: method,
      interactive_use: false,
      conditional_access: "not_applied",
    },
    credential: {
      count: credentials.length,
      valid_count: credentials.length,
      types: credentials.length > 0 ? [method] : [],
      soonest_expiry: toIso(expiries[0] ?? null),
      oldest_created: toIso(created[0] ?? null),
      shared_with: 0,
    },
    operation_pattern: {
      rhythm: calls.rhythm,
      active_days_90: calls.activeDays,
      hours_utc: byDay,
      weekend_share: weekendShareOf(calls),
      source_networks: 1,
      countries: ["Netherlands"],
      egress: nhi.kind.what.provider === "active_directory" ? "corporate" : "cloud",
    },
    devices: [],
  };
}

function interactionsOf({ nhi, calls }: Activity) {
  const { behaviour, what } = nhi.kind;
  const actsForUsers = what.nhiClass === "oauth_app";
  const subject = `repo:northwind/${nhi.displayName}:ref:refs/heads/main`;
  return {
    calls_out: [
      { system: behaviour.system, resource_count: 1, calls: calls.total, share: 1, last_seen: toIso(nhi.lastSeen) },
    ],
    called_by: [],
    delegated_users: actsForUsers
      ? {
          count: 24,
          departments: [
            { name: "Sales", count: 16 },
            { name: "Marketing", count: 8 },
          ],
        }
      : null,
    acts_for_users: actsForUsers,
    acts_as_itself: !actsForUsers,
    human_operated: false,
    federated_from:
      what.provider === "github" && behaviour.auth === "federated"
        ? [{ issuer: "https://token.actions.githubusercontent.com", subject }]
        : [],
  };
}

function dataMovementOf(activity: Activity) {
  const read = countOf(activity, "read", "secret");
  const written = countOf(activity, "write");
  const exported = countOf(activity, "export");
  const { store } = activity.nhi.kind;
  return {
    window_days: WINDOW_DAYS,
    basis: "operation_counts",
    read,
    written,
    deleted: countOf(activity, "delete"),
    exported,
    unit: "operations",
    stores: [{ ...store, read, written, sensitive: store.kind === "mailbox" || store.kind === "key_vault" }],
    external_destinations: [],
    direction: exported > 0 ? "outbound" : "internal",
    change_vs_previous: Number((activity.random.next() - 0.5).toFixed(2)),
  };
}

function resourceEdgesOf(activity: Activity) {
  const { nhi, calls, tier, grants } = activity;
  const { store, behaviour } = nhi.kind;
  const accesses = ["read", "write", "delete", "admin", "sign_in"];
  return [
    {
      id: `${behaviour.system}/${store.name}`,
      name: store.name,
      kind: store.kind,
      system: behaviour.system,
      access: accesses.filter((access) => operationsOf(nhi.kind).some((one) => one.operationClass === access)),
      granted: grants.length > 0,
      observed: calls.total > 0,
      calls_90d: calls.total,
      first_seen: toIso(nhi.firstSeen),
      last_seen: toIso(nhi.lastSeen),
      tier,
      sensitive: store.kind === "mailbox" || store.kind === "key_vault",
    },
  ];
}

function operationsSectionOf(activity: Activity) {
  const { nhi, calls, operations, random } = activity;
  const failed = Math.floor(calls.total * 0.02 * random.next());
  return {
    window_days: WINDOW_DAYS,
    total: calls.total,
    success_rate: Number((1 - failed / calls.total).toFixed(4)),
    by_class: Object.fromEntries(OPERATION_CLASSES.map((name) => [name, countOf(activity, name)])),
    top: operations.map(({ name, operationClass, count }) => ({
      operation: name,
      class: operationClass,
      count,
      share: Number((count / calls.total).toFixed(4)),
      first_seen: toIso(nhi.firstSeen),
      new_in_window: false,
    })),
    privileged: operations
      .filter((one) => one.operationClass === "admin" || one.operationClass === "secret")
      .map(({ name, count }) => ({ operation: name, count, last_seen: toIso(nhi.lastSeen) })),
    failures: failed > 0 ? [{ code: "403", count: failed, last_seen: toIso(nhi.lastSeen) }] : [],
  };
}

function callSamplesOf({ seed }: Setting, { nhi, operations, random }: Activity) {
  const { behaviour, store } = nhi.kind;
  return SAMPLE_REASONS.map((why, index) => {
    const operation = why === "rare" ? operations.at(-1) : random.pick(operations);
    const isFailure = why === "failed";
    return {
      at: toIso(shift(nhi.lastSeen, -index * DAY_MS)),
      operation: operation?.name,
      class: operation?.operationClass,
      system: behaviour.system,
      target: store.name,
      result: isFailure ? "failure" : "success",
      code: isFailure ? "403" : null,
      auth: behaviour.auth,
      source_table: behaviour.table,
      item_id: demoId(seed, "call", `${nhi.nuid}/${index}`),
      why,
    };
  });
}

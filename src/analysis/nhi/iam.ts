import { largest } from "../../model/extremes.ts";
import { AUTH_METHODS, type AuthMethod } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { authMethodOf } from "./call-samples.ts";
import { type AssessedCredential, sharedWith } from "./credentials.ts";
import { byText, isoOf, isoOfDay, type NhiFacts, round } from "./facts.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Uses } from "./uses.ts";
import { workloadCallers } from "./workload-callers.ts";

const MAX_COUNTRIES = 10;
const MAX_DEVICES = 20;
const FEW_NETWORKS = 5;

const byStrength = (a: AuthMethod, b: AuthMethod): number => AUTH_METHODS.indexOf(a) - AUTH_METHODS.indexOf(b);

function methodsInUse(uses: Uses) {
  const totals = new Map<AuthMethod, { calls: number; lastDay: number }>();
  for (const { key, count, lastDay } of uses.of("authentication")) {
    const method = authMethodOf(key);
    const known = totals.get(method);
    totals.set(method, { calls: (known?.calls ?? 0) + count, lastDay: Math.max(known?.lastDay ?? 0, lastDay) });
  }
  const all = [...totals.values()].reduce((sum, { calls }) => sum + calls, 0);
  return [...totals]
    .sort((a, b) => b[1].calls - a[1].calls || byStrength(a[0], b[0]))
    .map(([method, { calls, lastDay }]) => ({
      method,
      share: round(calls / all),
      calls,
      last_used: isoOfDay(lastDay),
    }));
}

/** Returns the methods that the identity can use: those of its credentials and those seen. */
function availableMethods(
  facts: NhiFacts,
  credentials: readonly AssessedCredential[] | null,
  used: readonly AuthMethod[],
) {
  const own = (credentials ?? []).filter(({ isValid }) => isValid).map(({ credential }): AuthMethod => credential.type);
  const managed: readonly AuthMethod[] = facts.service?.type === "ManagedIdentity" ? ["managed"] : [];
  const password: readonly AuthMethod[] = facts.user ? ["password"] : [];
  const all = [...own, ...managed, ...password, ...used];
  return [...new Set(all)].filter((method) => method !== "unknown").sort(byStrength);
}

const HOSTS: readonly (readonly [RegExp, string])[] = [
  [/^federated:/, "runner"],
  [/^host:/, "server"],
  [/^app:/, "container"],
  [/^browser:/, "workstation"],
];

/** Describes how an identity authenticates, and when and from where it calls. */
export function iamOf(facts: NhiFacts, uses: Uses, rhythm: Rhythm, credentials: readonly AssessedCredential[] | null) {
  const methods = methodsInUse(uses);
  const available = availableMethods(
    facts,
    credentials,
    methods.map(({ method }) => method),
  );
  const networks = uses.of("network").length;
  const hours = Array.from({ length: 24 }, (_, hour) =>
    uses.window.reduce((sum, day) => sum + (day.hours[hour] ?? 0), 0),
  );
  const signIns = uses.window.reduce((sum, day) => sum + day.signIns, 0);
  return {
    authentication: {
      methods,
      strongest: available[0] ?? null,
      weakest: available.at(-1) ?? null,
      interactive_use: uses.calls === 0 ? null : signIns > 0,
      conditional_access: "unknown" as const,
    },
    credential: credentials === null ? null : credentialSummary(facts, credentials),
    operation_pattern: {
      rhythm: rhythm.class,
      active_days_90: uses.window.length,
      hours_utc: hours.map((count) => round(count / Math.max(1, uses.calls))).map((share) => Math.min(1, share)),
      weekend_share: rhythm.weekend_share,
      source_networks: networks,
      countries: uses
        .of("country")
        .slice(0, MAX_COUNTRIES)
        .map(({ label }) => safeText(label, 8)),
      egress:
        networks === 0
          ? ("unknown" as const)
          : networks === 1
            ? ("single" as const)
            : networks <= FEW_NETWORKS
              ? ("few" as const)
              : ("many" as const),
    },
    devices: devicesOf(facts, uses),
  };
}

function credentialSummary(facts: NhiFacts, credentials: readonly AssessedCredential[]) {
  const valid = credentials.filter(({ isValid }) => isValid);
  const times = (read: (each: AssessedCredential) => Date | null) =>
    valid.flatMap((each) => read(each) ?? []).sort((a, b) => a.getTime() - b.getTime());
  return {
    count: credentials.length,
    valid_count: valid.length,
    types: [...new Set(valid.map(({ credential }): AuthMethod => credential.type))].sort(byStrength),
    soonest_expiry: isoOf(times(({ credential }) => credential.expiresAt)[0] ?? null),
    oldest_created: isoOf(times(({ credential }) => credential.createdAt)[0] ?? null),
    shared_with: largest(credentials.map(({ credential }) => sharedWith(facts, credential))) ?? 0,
  };
}

function devicesOf({ service, fleet }: NhiFacts, uses: Uses) {
  const resource = service?.resourceId ? fleet.directory.findResource(service.resourceId) : undefined;
  const own = service?.resourceId
    ? [
        {
          kind: /virtualmachines/i.test(service.resourceId) ? ("vm" as const) : ("azure_resource" as const),
          name: safeText(resource?.name ?? service.resourceId.split("/").at(-1) ?? "", 120),
          resource_id: safeText(service.resourceId, 400),
          last_seen: uses.lastDay === null ? null : isoOfDay(uses.lastDay),
        },
      ]
    : [];
  const callers = [...workloadCallers(uses)]
    .sort((a, b) => b.lastDay - a.lastDay || byText(a.key, b.key))
    .map(({ key, label, lastDay }) => ({
      kind: HOSTS.find(([pattern]) => pattern.test(key))?.[1] ?? "unknown",
      name: safeText(label.slice(label.indexOf(":") + 1), 120),
      resource_id: null,
      last_seen: isoOfDay(lastDay),
    }));
  return [...own, ...callers].slice(0, MAX_DEVICES);
}

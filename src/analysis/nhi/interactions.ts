import { safeText } from "../../model/text/safe-text.ts";
import { isHumanOperated } from "./archetype.ts";
import { byText, isoOfDay, type NhiFacts, objectIdOf, round } from "./facts.ts";
import { departmentsOf } from "./legitimacy.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Uses } from "./uses.ts";
import { workloadCallers } from "./workload-callers.ts";

const MAX_SYSTEMS = 20;
const MAX_DEPARTMENTS = 5;
const MAX_FEDERATED = 10;

/** Describes what an identity calls, and who and what uses it. */
export function interactionsOf(facts: NhiFacts, uses: Uses, rhythm: Rhythm) {
  const systems = uses.of("application");
  const total = systems.reduce((sum, { count }) => sum + count, 0);
  const { service, fleet, entitlements } = facts;
  const grants = service ? fleet.directory.grantsTo(service.objectId) : [];
  return {
    calls_out: systems.slice(0, MAX_SYSTEMS).map(({ label, spellings, count, lastDay }) => ({
      system: safeText(label, 120),
      resource_count: resourcesIn(uses, spellings),
      calls: count,
      share: round(count / total),
      last_seen: isoOfDay(lastDay),
    })),
    called_by: calledBy(facts, uses),
    delegated_users: fleet.directory.delivered.has("delegated-grants")
      ? {
          count: new Set(grants.flatMap(({ principalId }) => principalId ?? [])).size,
          departments: [...departmentsOf(facts)]
            .sort((a, b) => b[1] - a[1] || byText(a[0], b[0]))
            .slice(0, MAX_DEPARTMENTS)
            .map(([name, count]) => ({ name: safeText(name, 80), count })),
        }
      : null,
    acts_for_users: grants.length > 0 || entitlements.some(({ kind }) => kind === "delegated_grant"),
    acts_as_itself: uses.calls > 0 || entitlements.some(({ kind }) => kind !== "delegated_grant"),
    human_operated: uses.calls === 0 ? null : isHumanOperated({ uses, rhythm }),
    federated_from: federatedFrom(facts),
  };
}

/** Returns how many distinct targets the calls to a system had. */
function resourcesIn(uses: Uses, spellings: ReadonlySet<string>): number {
  const targets = new Set<string>();
  for (const { key } of uses.of("call")) {
    for (const system of spellings) {
      const start = key.indexOf(JSON.stringify(system));
      if (start >= 0) targets.add(key.slice(start, key.indexOf('"success"', start)));
    }
  }
  return targets.size;
}

function calledBy({ fleet }: NhiFacts, uses: Uses) {
  return workloadCallers(uses)
    .slice(0, MAX_SYSTEMS)
    .map(({ key, label, count, lastDay }) => {
      const service = key.startsWith("app:") ? fleet.directory.findServiceByAppId(key.slice("app:".length)) : undefined;
      return {
        kind: service ? ("nhi" as const) : ("resource" as const),
        name: safeText(service?.displayName ?? label, 120),
        id: service?.objectId ?? null,
        calls: count,
        last_seen: isoOfDay(lastDay),
      };
    });
}

function federatedFrom(facts: NhiFacts) {
  const objectId = objectIdOf(facts);
  const credentials = objectId === null ? [] : facts.fleet.directory.credentialsOf(objectId);
  return credentials
    .flatMap(({ issuer, subject }) =>
      issuer !== null && subject !== null ? [{ issuer: safeText(issuer, 200), subject: safeText(subject, 200) }] : [],
    )
    .sort((a, b) => byText(a.issuer, b.issuer) || byText(a.subject, b.subject))
    .slice(0, MAX_FEDERATED);
}

import { largest } from "../../model/extremes.ts";
import type { NhiSummary } from "../../model/identity/nhi-summary.ts";
import type { NhiClass } from "../../model/vocabulary.ts";
import { type AssessedCredential, isUnused } from "./credentials.ts";
import { type NhiFacts, objectIdOf } from "./facts.ts";
import type { Person } from "./people.ts";
import type { Lifetime } from "./status.ts";

export interface SummaryInput {
  readonly facts: NhiFacts;
  readonly nhiClass: NhiClass;
  readonly lifetime: Lifetime;
  readonly credentials: readonly AssessedCredential[] | null;
  readonly steward: Person | null;
  readonly creator: Person | null;
}

function greatest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return largest(known);
}

/** Summarizes an identity for the personas of users. */
export function summaryOf(input: SummaryInput): NhiSummary {
  const { facts, steward, creator } = input;
  const { fleet, service, user, reach } = facts;
  const objectId = objectIdOf(facts);
  const tuidsOf = (ids: readonly (string | null)[]) =>
    [...new Set(ids.flatMap((id) => (id ? (fleet.findTuid(id) ?? []) : [])))].sort();
  const owners = objectId === null ? [] : fleet.directory.ownersOf(objectId);
  const grants = service ? fleet.directory.grantsTo(service.objectId) : [];
  return {
    nuid: facts.nuid,
    nhiClass: input.nhiClass,
    stewardTuid: steward?.tuid ?? null,
    creatorTuid: creator?.tuid ?? null,
    ownerTuids: tuidsOf(owners.map(({ ownerId }) => ownerId)),
    sponsorTuids: tuidsOf(service?.sponsorIds ?? []),
    consentedTuids: tuidsOf(grants.map(({ principalId }) => principalId)),
    accountTuid: user ? fleet.findTuid(user.objectId) : null,
    isDormant: input.lifetime.status === "dormant",
    tier: reach?.tier ?? null,
    ...secretsOf(facts, input.credentials),
  };
}

function secretsOf({ fleet }: NhiFacts, credentials: readonly AssessedCredential[] | null) {
  const all = credentials ?? [];
  const secrets = all.filter(({ isValid, credential }) => isValid && credential.type === "client_secret");
  const showsUse =
    fleet.sources.has("AADServicePrincipalSignInLogs") || all.some(({ credential }) => credential.lastUsedAt !== null);
  return {
    hasValidSecret: credentials && secrets.length > 0,
    hasUnusedCredential: credentials && showsUse ? credentials.some((each) => each.isValid && isUnused(each)) : null,
    oldestSecretDays: greatest(secrets.map(({ ageDays }) => ageDays)),
    longestSecretDays: greatest(secrets.map(({ lifetimeDays }) => lifetimeDays)),
  };
}

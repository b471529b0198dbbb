import { largest } from "../../model/extremes.ts";
import type { DirectoryCredential } from "../../model/identity/directory.ts";
import type { AuthMethod, CREDENTIAL_STATES, CredentialFlag } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { byText, dayOfDate, isoOf, isoOfDay, type NhiFacts, objectIdOf } from "./facts.ts";
import { actorName } from "./stewards.ts";
import type { Uses } from "./uses.ts";

const EXPIRING_DAYS = 30;
const UNUSED_DAYS = 30;
const LONG_DAYS = 180;
const VERY_LONG_DAYS = 730;
const ROTATION_DAYS = 365;
const MAX_ITEMS = 50;

/** A credential with its state on the evaluation day. */
export interface AssessedCredential {
  readonly credential: DirectoryCredential;
  readonly isValid: boolean;
  readonly state: (typeof CREDENTIAL_STATES)[number];
  readonly lifetimeDays: number | null;
  readonly ageDays: number | null;
  readonly lastUsedDay: number | null;
}

/** Assesses the credentials of an identity, the most recently created first; null if credentials were not delivered. */
export function assessCredentials(facts: NhiFacts, uses: Uses): readonly AssessedCredential[] | null {
  const objectId = objectIdOf(facts);
  if (objectId === null || !facts.fleet.directory.delivered.has("credentials")) return null;
  const seen = uses.all("credential");
  const reportsUse = facts.fleet.sources.has("AADServicePrincipalSignInLogs");
  return facts.fleet.directory
    .credentialsOf(objectId)
    .map((credential) => assess(credential, facts.day, seen.get(credential.keyId.toLowerCase())?.lastDay, reportsUse))
    .sort(
      (a, b) =>
        (b.credential.createdAt?.getTime() ?? 0) - (a.credential.createdAt?.getTime() ?? 0) ||
        byText(a.credential.keyId, b.credential.keyId),
    );
}

function assess(
  credential: DirectoryCredential,
  day: number,
  rowDay: number | undefined,
  reportsUse: boolean,
): AssessedCredential {
  const startDay = credential.createdAt && dayOfDate(credential.createdAt);
  const endDay = credential.expiresAt && dayOfDate(credential.expiresAt);
  const days = [rowDay, credential.lastUsedAt ? dayOfDate(credential.lastUsedAt) : undefined].filter(
    (each) => each !== undefined,
  );
  const lastUsedDay = largest(days);
  const isStarted = startDay === null || startDay <= day;
  const isEnded = endDay !== null && endDay <= day;
  const knowsUse = reportsUse || credential.lastUsedAt !== null;
  return {
    credential,
    isValid: isStarted && !isEnded,
    state: stateOf({ isStarted, isEnded, endDay, startDay, lastUsedDay, day, knowsUse }),
    lifetimeDays: startDay === null || endDay === null ? null : endDay - startDay,
    ageDays: startDay === null ? null : Math.max(0, day - startDay),
    lastUsedDay,
  };
}

interface StateInput {
  readonly isStarted: boolean;
  readonly isEnded: boolean;
  readonly endDay: number | null;
  readonly startDay: number | null;
  readonly lastUsedDay: number | null;
  readonly day: number;
  readonly knowsUse: boolean;
}

function stateOf({
  isStarted,
  isEnded,
  endDay,
  startDay,
  lastUsedDay,
  day,
  knowsUse,
}: StateInput): AssessedCredential["state"] {
  if (!isStarted) return "not_yet_valid";
  if (isEnded) return "expired";
  if (endDay !== null && endDay - day <= EXPIRING_DAYS) return "expiring";
  if (!knowsUse) return "active";
  const isNew = startDay !== null && day - startDay < UNUSED_DAYS;
  if (lastUsedDay === null) return isNew ? "active" : "never_used";
  return day - lastUsedDay >= UNUSED_DAYS ? "unused" : "active";
}

const isSecret = ({ credential }: AssessedCredential): boolean => credential.type === "client_secret";

/** Returns the weaknesses of the credentials, in the order of the vocabulary. */
function flagsOf(facts: NhiFacts, items: readonly AssessedCredential[]): readonly CredentialFlag[] {
  const valid = items.filter(({ isValid }) => isValid);
  const secrets = valid.filter(isSecret);
  const found: CredentialFlag[] = [];
  const add = (flag: CredentialFlag, holds: boolean): void => {
    if (holds) found.push(flag);
  };
  add(
    "expired_present",
    items.some(({ state }) => state === "expired"),
  );
  add("expired_in_use", items.some(isUsedAfterEnd));
  add(
    "expiring_30d",
    items.some(({ state }) => state === "expiring"),
  );
  add(
    "long_lifetime",
    secrets.some(({ lifetimeDays }) => (lifetimeDays ?? 0) > LONG_DAYS && (lifetimeDays ?? 0) <= VERY_LONG_DAYS),
  );
  add(
    "very_long_lifetime",
    secrets.some(
      ({ lifetimeDays, credential }) => credential.expiresAt === null || (lifetimeDays ?? 0) > VERY_LONG_DAYS,
    ),
  );
  add("unused_30d", valid.some(isUnused));
  add("multiple_valid_secrets", secrets.length > 1);
  add(
    "secret_on_service_principal",
    secrets.some(({ credential }) => credential.origin === "service_principal"),
  );
  add(
    "secret_and_certificate",
    secrets.length > 0 && valid.some(({ credential }) => credential.type === "certificate"),
  );
  add("password_never_expires", facts.user?.passwordNeverExpires === true);
  add(
    "not_rotated_1y",
    secrets.some(({ ageDays }) => (ageDays ?? 0) > ROTATION_DAYS),
  );
  add(
    "federation_wildcard",
    valid.some(({ credential }) => credential.subject?.includes("*") === true),
  );
  add(
    "shared_credential",
    items.some(({ credential }) => sharedWith(facts, credential) > 0),
  );
  return found;
}

export const isUnused = ({ state }: AssessedCredential): boolean => state === "unused" || state === "never_used";

const isUsedAfterEnd = ({ credential, lastUsedDay }: AssessedCredential): boolean =>
  credential.expiresAt !== null && lastUsedDay !== null && lastUsedDay > dayOfDate(credential.expiresAt);

export function sharedWith({ fleet }: NhiFacts, { keyId, thumbprint, type }: DirectoryCredential): number {
  if (type === "federated") return 0;
  return Math.max(0, Math.max(fleet.holdersOf(keyId), thumbprint ? fleet.holdersOf(thumbprint) : 0) - 1);
}

const POOR: ReadonlySet<CredentialFlag> = new Set(["very_long_lifetime", "expired_in_use", "shared_credential"]);

function verdictOf(items: readonly AssessedCredential[], flags: readonly CredentialFlag[], isTier0: boolean) {
  const own = items.filter(({ credential }) => credential.type !== "federated");
  if (items.length === 0 || (own.length === 0 && flags.length === 0)) return "none" as const;
  const hasSecret = items.some((item) => item.isValid && isSecret(item));
  if (flags.some((flag) => POOR.has(flag)) || (isTier0 && hasSecret)) return "poor" as const;
  return flags.length === 0 && !hasSecret ? ("good" as const) : ("fair" as const);
}

const originOf = ({ origin }: DirectoryCredential) => origin;

/** Describes the state of the credentials. */
export function postureOf(facts: NhiFacts, items: readonly AssessedCredential[]) {
  const flags = flagsOf(facts, items);
  const created = items
    .filter(({ credential }) => credential.type !== "federated")
    .flatMap(({ credential }) => (credential.createdAt ? [credential.createdAt.getTime()] : []))
    .sort((a, b) => a - b);
  const intervals = created
    .slice(1)
    .map((at, index) => (at - (created[index] ?? at)) / 86_400_000)
    .sort((a, b) => a - b);
  const last = created.at(-1);
  return {
    verdict: verdictOf(items, flags, facts.reach?.tier === 0),
    count: items.length,
    flags,
    items: items.slice(0, MAX_ITEMS).map(({ credential, lifetimeDays, ageDays, lastUsedDay, state }) => ({
      key_id: safeText(credential.keyId, 80),
      type: credential.type as AuthMethod,
      origin: originOf(credential),
      label: credential.displayName === null ? null : safeText(credential.displayName, 120),
      created_at: isoOf(credential.createdAt),
      expires_at: isoOf(credential.expiresAt),
      lifetime_days: lifetimeDays,
      age_days: ageDays,
      last_used: lastUsedDay === null ? null : isoOfDay(lastUsedDay),
      state,
      added_by: addedBy(facts, credential),
    })),
    rotation: {
      last_rotated_at: last === undefined ? null : new Date(last).toISOString(),
      median_interval_days:
        intervals.length === 0 ? null : Math.round(intervals[Math.floor(intervals.length / 2)] ?? 0),
    },
  };
}

export type Posture = ReturnType<typeof postureOf>;

function addedBy(facts: NhiFacts, { keyId }: DirectoryCredential): string | null {
  const added = facts.changes.find(
    ({ change, objectId }) => change === "credential_added" && objectId?.toLowerCase() === keyId.toLowerCase(),
  );
  return added ? actorName(facts, added.by, added.byName) : null;
}

import type { DirectoryService } from "../../model/identity/directory.ts";
import type { LegitimacySignal, LegitimacyVerdict } from "../../model/identity/nhi-words.ts";
import { editDistance } from "../../model/text/nearest-name.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { dayOfDate, isoOf, type NhiFacts } from "./facts.ts";
import { actorName, type Candidate } from "./stewards.ts";

interface Signal {
  readonly id: LegitimacySignal;
  readonly points: number;
  readonly detail: string;
}

const LONG_DAYS = 180;
const NEW_DAYS = 30;
const KNOWN_DEPARTMENTS = 3;
const MAX_SIGNALS = 12;
/** Shorter names are too often similar although nobody imitates anything. */
const MIN_NAME = 6;

/** Characters that look like a Latin letter. */
const CONFUSABLES: ReadonlyMap<string, string> = new Map(
  "аa еe оo рp сc хx уy іi ѕs ԁd ɡg һh јj ӏl ոn αa οo εe 0o 1l 3e 5s |l ıi"
    .split(" ")
    .map((pair) => [...pair] as [string, string]),
);

/** Reduces a name to what a reader sees: lower case, without marks and separators, look-alike letters as Latin ones. */
export function skeletonOf(name: string): string {
  const folded = safeText(name, 80).normalize("NFKD").toLowerCase();
  const letters = [...folded].map((character) => CONFUSABLES.get(character) ?? character);
  return letters
    .join("")
    .replace(/[^a-z]/g, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Returns the vendor's application whose name this one imitates. */
function imitatedName({ service, fleet }: NhiFacts): string | undefined {
  if (!service?.displayName || service.isFirstParty) return undefined;
  const own = skeletonOf(service.displayName);
  if (own.length < MIN_NAME) return undefined;
  for (const vendor of [...fleet.vendorNames].sort()) {
    const known = skeletonOf(vendor);
    if (known.length < MIN_NAME || Math.abs(known.length - own.length) > 2) continue;
    if (known === own || (known.length >= 10 && editDistance(known, own) <= 2)) return vendor;
  }
  return undefined;
}

const isForeign = ({ service, fleet }: NhiFacts): boolean =>
  fleet.ownTenantId !== null && service?.ownerTenantId != null && service.ownerTenantId !== fleet.ownTenantId;

function hostOf(url: string): string | null {
  const host = /^https?:\/\/([^/?#:]{1,253})/i.exec(url.slice(0, 2_048))?.[1];
  return host ? host.toLowerCase() : null;
}
export const hostsOf = (urls: readonly string[]): readonly string[] =>
  [...new Set(urls.flatMap((url) => hostOf(url) ?? []))].sort();

const baseOf = (host: string): string => host.split(".").slice(-2).join(".");

/** Returns a reply host that has nothing in common with the home page or the publisher. */
function unrelatedHost({ service }: NhiFacts): string | undefined {
  const home = service?.homepage ? hostOf(service.homepage) : null;
  if (!service || home === null) return undefined;
  const publisher = skeletonOf(service.publisher ?? "");
  return hostsOf(service.replyUrls).find(
    (host) =>
      baseOf(host) !== baseOf(home) &&
      host !== "localhost" &&
      (publisher === "" || !publisher.includes(skeletonOf(baseOf(host).split(".")[0] ?? ""))),
  );
}

type Add = (holds: boolean, id: LegitimacySignal, points: number, detail: string) => void;

function signalsOf(facts: NhiFacts, candidates: readonly Candidate[]): readonly Signal[] {
  const { service } = facts;
  if (!service) return [];
  const found: Signal[] = [];
  const add: Add = (holds, id, points, detail) => {
    if (holds) found.push({ id, points, detail });
  };
  addOrigin(add, facts, service, candidates);
  addHistory(add, facts, service);
  if (isForeign(facts)) addForeign(add, facts, service);
  const imitated = imitatedName(facts);
  const vendor = safeText(imitated ?? "", 80);
  add(imitated !== undefined, "lookalike_name", -4, `Its name imitates ${vendor}, an application of the vendor.`);
  add(service.disabledByVendor !== null, "disabled_by_vendor", -4, "The vendor of the platform has disabled it.");
  return found;
}

function addOrigin(add: Add, facts: NhiFacts, service: DirectoryService, candidates: readonly Candidate[]): void {
  const isOwn = !isForeign(facts) && !service.isFirstParty;
  const isManaged = service.type === "ManagedIdentity";
  const owner = candidates.find(
    ({ person, relation }) => person.status === "active" && relation !== "manager_of_former_owner",
  )?.person;
  const publisher = safeText(service.publisher ?? "", 80);
  add(service.isFirstParty, "first_party", 3, "The vendor of the platform owns the application.");
  add(isOwn && isManaged, "own_tenant", 3, "The platform created it for a resource of this tenant.");
  add(
    isOwn && !isManaged && owner !== undefined,
    "own_tenant",
    3,
    `The application belongs to this tenant and ${owner?.upn ?? "its owner"} has an active account.`,
  );
  add(service.isPublisherVerified === true, "verified_publisher", 2, `The platform has verified ${publisher}.`);
  add(service.templateId !== null, "gallery_template", 2, "It was created from the application gallery.");
}

const ageOf = ({ day }: NhiFacts, { createdAt }: DirectoryService): number | null =>
  createdAt ? day - dayOfDate(createdAt) : null;

function addHistory(add: Add, facts: NhiFacts, service: DirectoryService): void {
  const grants = facts.fleet.directory.grantsTo(service.objectId);
  const isForAll = grants.some(({ principalId }) => principalId === null);
  add(isForAll, "admin_consent", 1, "An administrator consented for all users.");
  const age = ageOf(facts, service);
  add(age !== null && age > LONG_DAYS, "long_history", 1, `It has existed for ${age} days.`);
  const departments = departmentsOf(facts).size;
  add(departments >= KNOWN_DEPARTMENTS, "known_to_fleet", 1, `Users of ${departments} departments consented to it.`);
}

/** Adds what weakens an application of another tenant. */
function addForeign(add: Add, facts: NhiFacts, service: DirectoryService): void {
  const isUnverified = service.isPublisherVerified === false;
  add(isUnverified, "unverified_publisher", -1, "It belongs to another tenant, and its publisher is not verified.");
  const age = ageOf(facts, service);
  const isNew = age !== null && age < NEW_DAYS;
  add(isNew, "new_foreign_app", -2, `It belongs to another tenant and is ${age} days old.`);
  const risky = facts.entitlements.find(({ kind, tier }) => kind === "delegated_grant" && tier <= 1);
  const grants = facts.fleet.directory.grantsTo(service.objectId);
  const isByUsers = grants.length > 0 && grants.every(({ principalId }) => principalId !== null);
  const scope = safeText(risky?.name ?? "", 80);
  add(
    isByUsers && risky !== undefined,
    "user_consent_high_scope",
    -2,
    `Users consented to ${scope} without an administrator.`,
  );
  const host = unrelatedHost(facts);
  const shown = safeText(host ?? "", 80);
  add(host !== undefined, "reply_url_mismatch", -2, `It sends users to ${shown}, which is unrelated to its home page.`);
}

/** Returns the departments of the users who consented for themselves, with their numbers. */
export function departmentsOf({ service, fleet }: NhiFacts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { principalId } of service ? fleet.directory.grantsTo(service.objectId) : []) {
    const department = principalId ? fleet.directory.findUser(principalId)?.department : null;
    if (department) counts.set(department, (counts.get(department) ?? 0) + 1);
  }
  return counts;
}

function verdictOf(points: number): LegitimacyVerdict {
  if (points >= 3) return "verified";
  if (points >= 1) return "expected";
  return points >= -2 ? "unverified" : "suspicious";
}

/** Judges how trustworthy the origin of an application is; null for an identity that is none. */
export function legitimacyOf(facts: NhiFacts, candidates: readonly Candidate[]) {
  const { service, fleet } = facts;
  if (!service) return null;
  const signals = signalsOf(facts, candidates);
  const grants = fleet.directory.grantsTo(service.objectId);
  const users = new Set(grants.flatMap(({ principalId }) => principalId ?? []));
  const hasGrants = fleet.directory.delivered.has("delegated-grants");
  const consented = facts.changes.find(({ change }) => change === "grant_added");
  return {
    // An imitated name or an application that the vendor disabled is never outweighed.
    verdict: signals.some(({ points }) => points <= -4)
      ? ("suspicious" as const)
      : verdictOf(signals.reduce((sum, { points }) => sum + points, 0)),
    signals: [...signals]
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_SIGNALS)
      .map(({ id, points, detail }) => ({
        id,
        effect: points > 0 ? ("supports" as const) : ("weakens" as const),
        detail,
      })),
    publisher: {
      name: service.publisher === null ? null : safeText(service.publisher, 120),
      verified: service.isPublisherVerified,
      tenant_id: service.ownerTenantId,
      first_party: service.isFirstParty,
    },
    consent: {
      kind: consentKind(
        grants,
        facts.entitlements.some(({ kind }) => kind === "app_permission"),
        hasGrants,
      ),
      by: consented ? actorName(facts, consented.by, consented.byName) : null,
      at: isoOf(consented?.at ?? null),
      user_count: hasGrants ? users.size : null,
    },
  };
}

export type Legitimacy = ReturnType<typeof legitimacyOf>;

function consentKind(
  grants: readonly { readonly principalId: string | null }[],
  hasAppPermission: boolean,
  hasGrants: boolean,
) {
  if (grants.some(({ principalId }) => principalId === null) || hasAppPermission) return "admin" as const;
  if (grants.length > 0) return "user" as const;
  return hasGrants ? ("none" as const) : ("unknown" as const);
}

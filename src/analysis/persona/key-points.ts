import type { Persona, PersonaIdentity } from "../../model/persona.ts";
import { toAmount } from "../../model/text/amount.ts";
import { inSentence } from "../../model/text/sentence-words.ts";
import { type AccessItem, byPrivilege, shownName } from "./access.ts";
import { DORMANT_ACCOUNT_DAYS, dayOf, NEW_ACCOUNT_DAYS, toDate, WINDOW_DAYS } from "./day-window.ts";
import { daysOfObserved } from "./observed-days.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { stewardedBy } from "./posture.ts";
import { familyOfTitle } from "./roles/families-of.ts";
import { listOf, shortListOf } from "./sentences.ts";

/** What the rules for key points read. */
export interface PointFacts {
  readonly facts: PersonaFacts;
  readonly organization: OrganizationFacts;
  readonly persona: Omit<Persona, "overview" | "text">;
  readonly identity: PersonaIdentity;
  readonly items: readonly AccessItem[];
}

/** Returns a sentence if the rule applies. */
type PointRule = (given: PointFacts) => string | null;

const MAX_POINTS = 7;
const RARE = 0.1;
const MIN_CONFIDENCE = 0.6;

/** Returns the notable facts, the most serious first. */
export function keyPointsOf(given: PointFacts): readonly string[] {
  return RULES.flatMap((rule) => rule(given) ?? []).slice(0, MAX_POINTS);
}

const privilegedOf = ({ items }: PointFacts): readonly AccessItem[] =>
  items.filter(({ entitlement }) => entitlement.isPrivileged);

/** Names entitlements, the strongest first. */
const namesOf = (items: readonly AccessItem[], max: number): string =>
  shortListOf([...new Set(items.toSorted(byPrivilege).map(({ entitlement }) => shownName(entitlement)))], max);

const isActive = ({ entitlement }: AccessItem): boolean => entitlement.state === "active";

/** States what is held, and apart from it what can only be activated: `holds A and can activate B`. */
function heldText(items: readonly AccessItem[], max: number): string {
  const [held, eligible] = [items.filter(isActive), items.filter((item) => !isActive(item))];
  return [
    ...(held.length > 0 ? [`holds ${namesOf(held, max)}`] : []),
    ...(eligible.length > 0 ? [`can activate ${namesOf(eligible, max)}`] : []),
  ].join(" and ");
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const reachesControlPlane: PointRule = ({ facts, persona, items }) => {
  if (persona.risk_lens?.reaches_control_plane !== true) return null;
  const own = items.filter(({ entitlement }) => entitlement.tier === 0);
  if (own.length > 0) return `Can take over the tenant: ${heldText(own, 2)}.`;
  const steps = facts.reach?.path.length ?? 0;
  const within = steps === 0 ? "" : ` in ${toAmount(steps, "step")}`;
  return `Can reach control of the tenant${within}, although no entitlement grants it directly.`;
};

const exceedsPeers: PointRule = (given) => {
  const { facts, organization } = given;
  const own = privilegedOf(given).length;
  const others = facts.peers.general.map(({ id }) => organization.members.get(id)?.privilegedCount ?? 0);
  const most = Math.max(0, ...others);
  if (others.length === 0 || own < 2 || own <= most) return null;
  return `Holds ${toAmount(own, "privileged entitlement")}; none of ${others.length} similar users holds more than ${most}.`;
};

const hasDormantPrivilege: PointRule = (given) => {
  const unused = privilegedOf(given).filter(({ isDormant }) => isDormant);
  if (unused.length === 0) return null;
  return `Has not used ${namesOf(unused, 3)} for ${WINDOW_DAYS} days or more.`;
};

const hasRarePrivilege: PointRule = (given) => {
  const rare = privilegedOf(given).filter(({ prevalence }) => prevalence !== null && prevalence < RARE);
  if (rare.length === 0) return null;
  const holders = rare.every(({ prevalence }) => prevalence === 0) ? "no similar user holds" : "few similar users hold";
  return `${capitalized(heldText(rare, 3))}, which ${holders}.`;
};

const worksOutsideTitle: PointRule = ({ persona: { role }, identity }) => {
  if (role?.title_match !== "mismatch" || (role.confidence ?? 0) < MIN_CONFIDENCE) return null;
  const titled = inSentence(familyOfTitle(identity.title)?.label ?? "");
  return `The title ${identity.title} suggests ${titled}, but the activity is that of ${inSentence(role.observed_role ?? "")}.`;
};

const keepsSecrets: PointRule = ({ facts }) => {
  const own = stewardedBy(facts.person.tuid, facts.nhis ?? []).filter(({ hasValidSecret }) => hasValidSecret === true);
  if (own.length === 0) return null;
  const dormant = own.filter(({ isDormant }) => isDormant).length;
  const verb = own.length === 1 ? "has a valid secret" : "have valid secrets";
  const idle = dormant === 0 ? "" : own.length === 1 ? " and is dormant" : `; ${dormant} of them dormant`;
  return `Is responsible for ${own.length} non-human ${own.length === 1 ? "identity" : "identities"} that ${verb}${idle}.`;
};

const separatesAdmin: PointRule = (given) => {
  const account = given.identity.admin_account;
  if (account === null || account === "none") return null;
  if (account !== "self") return `Has a separate admin account, ${account}.`;
  const { persona, facts } = given;
  const isDaily = (persona.posture?.signin_active_days ?? 0) >= 20 || facts.profile.activeDays >= 20;
  const roles = given.items.filter(({ entitlement: { kind, tier } }) => kind === "directory_role" && tier <= 1);
  return isDaily && roles.length > 0 ? `${capitalized(heldText(roles, 2))} on the account for daily work.` : null;
};

const isNew: PointRule = ({ facts, organization }) => {
  const { createdAt } = facts.person;
  const days = createdAt === null ? NEW_ACCOUNT_DAYS : organization.day - dayOf(createdAt);
  return days >= 0 && days < NEW_ACCOUNT_DAYS ? `The account is ${toAmount(days, "day")} old.` : null;
};

const hasDrifted: PointRule = ({ facts }) =>
  facts.driftCount === 0
    ? null
    : `Behavior or access drifted: ${toAmount(facts.driftCount, "event")} in the last 30 days.`;

const isAbsent: PointRule = ({ facts, organization: { sources, day } }) => {
  const { person, profile } = facts;
  const since = Math.max(
    sources.get("SigninLogs")?.first ?? day,
    person.createdAt === null ? 0 : dayOf(person.createdAt),
  );
  const observed = Math.min(DORMANT_ACCOUNT_DAYS, day - since);
  if (!person.isActive || profile.lastActiveDay !== null || observed < NEW_ACCOUNT_DAYS) return null;
  return `The account is enabled, but nobody has signed in with it for ${observed} days or more.`;
};

/** What an account that nobody should use still holds, and when it was used last. */
const isLeft: PointRule = (given) => {
  const { person, profile } = given.facts;
  if (person.isActive) return null;
  const privileged = privilegedOf(given);
  const facts = [
    ...(privileged.length > 0 ? [`still ${heldText(privileged, 2)}`] : []),
    ...(profile.lastActiveDay === null ? [] : [`was last active on ${toDate(profile.lastActiveDay)}`]),
  ];
  return facts.length === 0 ? null : `The disabled account ${facts.join(" and ")}.`;
};

const isIdle: PointRule = ({ items }) => {
  const unused = items.filter(({ isDormant, entitlement }) => isDormant && !entitlement.isPrivileged);
  if (unused.length === 0) return null;
  return `Has not used ${namesOf(unused, 2)} for ${WINDOW_DAYS} days or more.`;
};

/** Work in one place is work together; of one application only its use is shared. */
const worksWith: PointRule = ({ persona }) => {
  const shared = (persona.workstreams?.items ?? []).filter(({ collaborators }) => collaborators.length > 0);
  const first = shared.find(({ name, systems }) => !systems.includes(name)) ?? shared[0];
  if (first === undefined) return null;
  const others = shortListOf(first.collaborators, 3);
  return first.systems.includes(first.name)
    ? `Uses ${first.name}, as ${first.collaborators.length === 1 ? "does" : "do"} ${others}.`
    : `Works on ${first.name} with ${others}.`;
};

/** The classes of devices as a reader calls them. */
const DEVICES: ReadonlyMap<string, string> = new Map([
  ["managed_desktop", "managed computers"],
  ["unmanaged_desktop", "unmanaged computers"],
  ["managed_mobile", "managed mobile devices"],
  ["unmanaged_mobile", "unmanaged mobile devices"],
  ["server", "servers"],
  ["virtual_desktop", "virtual desktops"],
]);

const signsInFrom: PointRule = ({ persona: { posture }, organization }) => {
  if (posture === null) return null;
  const devices = posture.device_classes.flatMap((name) => DEVICES.get(name) ?? []);
  const from = devices.length === 0 ? "" : ` from ${listOf(devices)}`;
  const days = posture.signin_active_days ?? 0;
  return `Signed in on ${daysOfObserved(days, ["SigninLogs"], organization)}${from}.`;
};

const RULES: readonly PointRule[] = [
  isLeft,
  reachesControlPlane,
  exceedsPeers,
  hasDormantPrivilege,
  hasRarePrivilege,
  worksOutsideTitle,
  keepsSecrets,
  separatesAdmin,
  isNew,
  hasDrifted,
  isAbsent,
  isIdle,
  worksWith,
  signsInFrom,
];

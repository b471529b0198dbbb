import type { Tier } from "../../model/identity/entitlement.ts";
import type { Person } from "./person.ts";

/** A person with the most privileged tier of their directory roles; null without a role of tier 0 or 1. */
export interface AdminCandidate {
  readonly person: Person;
  readonly roleTier: Tier | null;
}

/** Prefixes that mark an admin account. A single letter before a dot is an initial, as in `a.smith`. */
const PREFIX = /^(?:(?:adm|admin|priv|t0|t1)[-._]|(?:a|ca|sa)[-_])(?=.)/;
const SUFFIX = /[-._](?:adm|admin|priv|t0|t1)$|[-_]a$/;

const localPart = (upn: string): string => upn.toLowerCase().split("@")[0] ?? "";

/** Returns the name of an account without the parts that mark it as an admin account; null without such a part. */
export function plainNameOf(upn: string): string | null {
  const local = localPart(upn);
  const plain = local.replace(PREFIX, "").replace(SUFFIX, "");
  return plain === local || plain === "" ? null : plain;
}

/** A person is not compared with more accounts than this that share one attribute. */
const MAX_ALIKE = 20;

/** Finds the separate admin accounts of people. */
export interface AdminAccounts {
  /** Returns the admin account of a person; null without one that is certain enough. */
  of(person: Person): Person | null;
}

const MIN_SCORE = 3;

/** Indexes the accounts that are marked as admin accounts or hold a directory role of tier 0 or 1. */
export function indexAdminAccounts(candidates: readonly AdminCandidate[]): AdminAccounts {
  const byAttribute = new Map<string, AdminCandidate[]>();
  const sorted = [...candidates].sort((a, b) => (a.person.tuid < b.person.tuid ? -1 : 1));
  for (const candidate of sorted) {
    if (candidate.roleTier === null && plainNameOf(candidate.person.upn) === null) continue;
    for (const attribute of attributesOf(candidate.person)) {
      const alike = byAttribute.get(attribute) ?? [];
      if (alike.length < MAX_ALIKE) alike.push(candidate);
      byAttribute.set(attribute, alike);
    }
  }
  return { of: (person) => bestFor(person, byAttribute) };
}

/** Returns what an admin account can share with its person. */
function attributesOf(person: Person): readonly string[] {
  const plain = plainNameOf(person.upn);
  return [
    ...(person.employeeId === null ? [] : [`employee:${person.employeeId}`]),
    ...(plain === null ? [] : [`local:${plain}`]),
    ...person.namedAccounts.map((upn) => `named:${upn}`),
  ];
}

function bestFor(person: Person, byAttribute: ReadonlyMap<string, readonly AdminCandidate[]>): Person | null {
  const keys = [
    ...(person.employeeId === null ? [] : [`employee:${person.employeeId}`]),
    `local:${localPart(person.upn)}`,
    `named:${person.upn.toLowerCase()}`,
  ];
  const alike = new Set(keys.flatMap((key) => byAttribute.get(key) ?? []));
  const scored = [...alike]
    .filter((candidate) => candidate.person.tuid !== person.tuid)
    .map((candidate) => ({ ...candidate, score: scoreOf(person, candidate) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort(byScore);
  return scored[0]?.person ?? null;
}

type Scored = AdminCandidate & { readonly score: number };

const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score || (a.roleTier ?? 2) - (b.roleTier ?? 2) || (a.person.upn < b.person.upn ? -1 : 1);

function scoreOf(person: Person, { person: other, roleTier }: AdminCandidate): number {
  const isSame = (left: string | null, right: string | null) => left !== null && left === right;
  const isNamesake = isSame(person.givenName, other.givenName) && isSame(person.surname, other.surname);
  return (
    (isSame(person.employeeId, other.employeeId) ? 3 : 0) +
    (isNamesake && isSame(person.managerId, other.managerId) ? 2 : 0) +
    (plainNameOf(other.upn) === localPart(person.upn) ? 2 : 0) +
    (other.namedAccounts.includes(person.upn.toLowerCase()) ? 3 : 0) +
    (roleTier === null ? 0 : 1)
  );
}

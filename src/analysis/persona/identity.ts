import type { PersonaIdentity } from "../../model/persona.ts";
import { plainNameOf } from "./admin-account.ts";
import type { Person } from "./person.ts";

export interface IdentityFacts {
  readonly person: Person;
  readonly managerName: string | null;
  readonly adminAccount: Person | null;
  /** Whether the account holds a directory role of tier 0 or 1, active or eligible. */
  readonly hasPrivilegedRole: boolean;
  readonly hasAnyRole: boolean;
  readonly asOf: Date;
}

export function buildIdentity(facts: IdentityFacts): PersonaIdentity {
  const { person, asOf } = facts;
  return {
    name: nameOf(person),
    email: person.email,
    title: person.title,
    department: person.department,
    manager: person.managerName ?? facts.managerName,
    admin_account: adminAccountOf(facts),
    account_created: person.createdAt?.toISOString() ?? null,
    account_age: person.createdAt === null ? null : ageOf(person.createdAt, asOf),
  };
}

/** Returns the name of a person: that of the directory, or the first part of the account name. */
export const nameOf = (person: Person): string => person.name ?? person.upn.split("@")[0] ?? person.upn;

/** Prefixes such as `a-` alone are weak evidence; together with a role they are enough. */
const isMarkedAdmin = (upn: string): boolean =>
  /^(?:adm|admin|priv|t0|t1)[-._]|[-._](?:adm|admin|priv|t0|t1)(?:@|$)/i.test(upn);

/** Privileged work is done with this account (`self`), with a separate one (its name), or with none. */
function adminAccountOf({ person, adminAccount, hasPrivilegedRole, hasAnyRole }: IdentityFacts): string | null {
  if (person.objectId === null) return null;
  const isMarked = isMarkedAdmin(person.upn) || (hasAnyRole && plainNameOf(person.upn) !== null);
  if (hasPrivilegedRole || isMarked) return "self";
  return adminAccount?.upn ?? "none";
}

/** Returns an age in words: `5 years 6 months`, `3 months`, `12 days`. */
export function ageOf(from: Date, to: Date): string {
  const days = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 86_400_000));
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    (to.getUTCMonth() - from.getUTCMonth()) -
    (to.getUTCDate() < from.getUTCDate() ? 1 : 0);
  if (months < 1) return counted(days, "day");
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years === 0) return counted(months, "month");
  return rest === 0 ? counted(years, "year") : `${counted(years, "year")} ${counted(rest, "month")}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

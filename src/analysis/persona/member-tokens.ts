import type { Entitlement } from "../../model/identity/entitlement.ts";
import { type ActivityProfile, usesOf } from "./activity-profile.ts";
import { BEHAVIOR, GENERAL, type PeerToken } from "./peer-tokens.ts";
import { normalizedDepartment, type Person } from "./person.ts";
import { isNamed, MIN_DAYS } from "./resource-use.ts";
import type { ValueIndex } from "./value-index.ts";

/**
 * Returns the token of an entitlement. Users are not distinguished by single non-human identities: owning one application
 * is like owning another, and so is a consent to the same scope for another client.
 */
export function entitlementToken({ kind, key, name, source }: Entitlement): string {
  if (kind === "app_owner") return "e:app_owner";
  return kind === "delegated_grant" ? `e:consent:${source}/${scopeOf(name)}` : `e:${key}`;
}

/** Returns the scope of a consent without the client that it was given to. */
export const scopeOf = (name: string): string => name.split(" ")[0] ?? name;

const BOTH = GENERAL | BEHAVIOR;

/**
 * The place of a user in the organization counts more than what the user holds: prevalence judges the holdings, and those that
 * a user kept from an earlier place would otherwise bring in the peers of that place.
 */
const DEPARTMENT_TIMES = 5;
const TITLE_TIMES = 3;

/** Returns what a user has in common with similar users. Title, department and manager do not count as behavior. */
export function memberTokens(
  person: Person,
  profile: ActivityProfile,
  entitlements: readonly Entitlement[],
  index: ValueIndex,
): readonly PeerToken[] {
  const attribute = (kind: string, text: string | null, times = 1): readonly PeerToken[] =>
    text === null ? [] : [{ key: `${kind}:${normalizedDepartment(text)}`, use: GENERAL, times }];
  const applications = usesOf(profile, "application", index).filter(({ days }) => days >= MIN_DAYS);
  const resources = usesOf(profile, "resource", index).filter(({ days, key }) => days >= MIN_DAYS && isNamed(key));
  return [
    ...entitlements.map((entitlement) => ({
      key: entitlementToken(entitlement),
      use: entitlement.kind === "group" ? BOTH : GENERAL,
    })),
    ...attribute("d", person.department, DEPARTMENT_TIMES),
    ...attribute("t", person.title, TITLE_TIMES),
    ...attribute("m", person.managerId),
    ...applications.map(({ key }) => ({ key: `a:${key}`, use: BOTH })),
    ...resources.map(({ key }) => ({ key: `r:${key}`, use: BEHAVIOR })),
  ];
}

import type { Persona } from "../../model/persona.ts";
import { type AccessFacts, buildAccess } from "./access.ts";
import { type Coverage, coverageOf, isCovered } from "./coverage.ts";
import { buildIdentity, nameOf } from "./identity.ts";
import { buildOverview, overviewText } from "./overview.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { buildPosture } from "./posture.ts";
import { buildRiskLens } from "./risk-lens.ts";
import { buildRole } from "./role.ts";
import { buildWorkstreams } from "./workstreams.ts";

/** Computes the persona of a user; null while the data does not even name the user. */
export function buildPersona(facts: PersonaFacts, organization: OrganizationFacts): Persona | null {
  const coverage = coverageOf(facts, organization);
  if (!isCovered(coverage.identity)) return null;
  const has = (section: keyof Coverage): boolean => isCovered(coverage[section]);
  const access: AccessFacts | null = has("access") ? buildAccess(facts, organization) : null;
  const identity = buildIdentity(identityFacts(facts, organization));
  const items = access?.items ?? [];
  const persona = {
    tuid: facts.person.tuid,
    identity,
    role: has("role") ? buildRole(facts, organization) : null,
    workstreams: has("workstreams") ? buildWorkstreams(facts, organization) : null,
    access: access?.section ?? null,
    posture: has("posture") ? buildPosture(facts, organization) : null,
    risk_lens: has("risk_lens") && facts.reach !== null ? buildRiskLens(facts, organization, facts.reach, items) : null,
    coverage,
  };
  const overview = buildOverview({ facts, organization, persona, identity, items });
  return { ...persona, overview, text: overviewText(overview) };
}

function identityFacts({ person, entitlements }: PersonaFacts, organization: OrganizationFacts) {
  const managerTuid = organization.tuids.get(person.managerId ?? "");
  const manager = managerTuid === undefined ? undefined : organization.members.get(managerTuid)?.person;
  const roles = (entitlements ?? []).filter(({ kind }) => kind === "directory_role");
  return {
    person,
    managerName: manager === undefined ? null : nameOf(manager),
    adminAccount: organization.adminAccounts.of(person),
    hasPrivilegedRole: roles.some(({ tier }) => tier <= 1),
    hasAnyRole: roles.length > 0,
    asOf: organization.asOf,
  };
}

import type { DirectoryKind } from "../model/directory-kind.ts";
import type { Fields } from "../model/fields.ts";
import { COMPANY_REALM } from "./account.ts";
import { DEPARTMENTS } from "./departments.ts";
import { makeAzureResources, makeAzureRoleAssignments } from "./directory/azure.ts";
import { makeRoleAssignments, makeRoles, undatedAssignment } from "./directory/roles.ts";
import {
  makeAppRoleAssignments,
  makeCredentials,
  makeGrants,
  makeOwners,
  makeServicePrincipals,
} from "./directory/services.ts";
import { DAY_MS, shift } from "./moment.ts";
import type { SynthPerson } from "./people.ts";
import { DORMANT_ACCOUNT } from "./scenarios/dormant-account.ts";
import type { ScenarioPeople } from "./scenarios/scenario.ts";
import type { Service } from "./services.ts";
import type { Setting } from "./setting.ts";
import { synthId } from "./synth-id.ts";

/** The directory of the organization, in the shape of Microsoft Graph. */
export type Directory = Readonly<Record<DirectoryKind, readonly Fields[]>>;

export function makeDirectory(
  setting: Setting,
  people: readonly SynthPerson[],
  services: readonly Service[],
  assigned: ScenarioPeople,
): Directory {
  const assignments = makeRoleAssignments(setting, people);
  return {
    users: [...people.map(managed(people)), projectAccount(setting)],
    groups: GROUPS.map(({ id, name, isSecurity }) => ({
      id,
      displayName: name,
      securityEnabled: isSecurity,
      mailEnabled: !isSecurity,
      groupTypes: isSecurity ? [] : ["Unified"],
    })),
    memberships: GROUPS.map(({ id, holds }) => ({
      id,
      members: people.filter(holds).map(({ objectId }) => ({ "@odata.type": "#microsoft.graph.user", id: objectId })),
    })),
    "directory-roles": makeRoles(),
    "role-assignments": [
      ...assignments.active,
      ...[...assigned].flatMap(([{ grantedRole }, person]) =>
        grantedRole ? [undatedAssignment(person, grantedRole)] : [],
      ),
    ],
    "role-eligibilities": assignments.eligible,
    "service-principals": makeServicePrincipals(services),
    "app-role-assignments": makeAppRoleAssignments(services),
    "delegated-grants": makeGrants(setting, services, people),
    credentials: makeCredentials(setting, services),
    owners: makeOwners(services),
    "azure-role-assignments": makeAzureRoleAssignments(services),
    "azure-resources": makeAzureResources(services),
  };
}

/** Returns a function from a person to the user object with the manager. */
function managed(people: readonly SynthPerson[]): (person: SynthPerson) => Fields {
  const byName = new Map(people.map((person) => [person.name, person]));
  return (person) => {
    const manager = byName.get(person.manager ?? "");
    return { ...toUser(person), ...(manager && { manager: { id: manager.objectId, displayName: manager.name } }) };
  };
}

/** A shared account without an owner. */
const projectAccount = ({ until }: Setting): Fields => ({
  id: DORMANT_ACCOUNT.objectId,
  displayName: DORMANT_ACCOUNT.name,
  userPrincipalName: DORMANT_ACCOUNT.email,
  mail: DORMANT_ACCOUNT.email,
  accountEnabled: true,
  userType: "Member",
  createdDateTime: shift(until, -700 * DAY_MS).toISOString(),
});

/** Returns the user object of a person. */
export const toUser = (person: SynthPerson): Fields => ({
  id: person.objectId,
  displayName: person.name,
  userPrincipalName: person.email,
  mail: person.email,
  proxyAddresses: [`SMTP:${person.email}`],
  otherMails: [],
  accountEnabled: person.isActive,
  userType: "Member",
  department: person.department.name,
  jobTitle: person.title,
  officeLocation: person.office.city,
  createdDateTime: person.joinedAt.toISOString(),
  onPremisesSamAccountName: person.sam,
  onPremisesDomainName: COMPANY_REALM,
  onPremisesSecurityIdentifier: person.sid,
});

interface Group {
  readonly id: string;
  readonly name: string;
  readonly isSecurity: boolean;
  readonly holds: (person: SynthPerson) => boolean;
}

const groupOf = (name: string, isSecurity: boolean, holds: Group["holds"]): Group => ({
  id: synthId(0, "group", name),
  name,
  isSecurity,
  holds,
});

const GROUPS: readonly Group[] = [
  ...DEPARTMENTS.map(({ name }) => groupOf(name, false, (person) => person.department.name === name)),
  groupOf("All Employees", true, ({ isActive }) => isActive),
  groupOf("Team Leads", true, ({ level, isActive }) => isActive && level < 2),
  groupOf("VPN Users", true, ({ homeShare, isActive }) => isActive && homeShare > 0.4),
  groupOf("Server Operators", true, ({ department, level }) => department.name === "IT Operations" && level < 2),
];

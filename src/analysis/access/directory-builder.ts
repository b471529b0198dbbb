import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { Fields } from "../../model/fields.ts";
import type {
  CloudResource,
  DirectoryGrant,
  DirectoryGroup,
  DirectoryService,
  DirectoryUser,
} from "../../model/identity/directory.ts";
import {
  type HeldCredential,
  readCredential,
  readGrant,
  readGroup,
  readResource,
} from "../../model/identity/read-links.ts";
import { readService } from "../../model/identity/read-service.ts";
import { readUser } from "../../model/identity/read-user.ts";
import type {
  AppRoleAssignment,
  AzureAssignment,
  DirectoryFacts,
  HeldOwner,
  RoleAssignment,
  RoleDefinition,
} from "./directory-facts.ts";
import {
  readAppRoleAssignment,
  readAppRoles,
  readAzureAssignment,
  readOwner,
  readRoleAssignment,
  readRoleDefinition,
} from "./read-assignments.ts";
import { createSharedTexts } from "./shared-texts.ts";

/** Collects directory objects. Objects of a kind have to be added in the order of their ids. */
export interface DirectoryBuilder {
  add(kind: DirectoryKind, objectId: string, document: Fields): void;
  /** Adds a membership by its id alone, `GROUP/MEMBER`. */
  addMembership(objectId: string): void;
  build(delivered: ReadonlySet<DirectoryKind>): DirectoryFacts;
}

export function createDirectoryBuilder(): DirectoryBuilder {
  const shared = createSharedTexts();
  const users = new Map<string, DirectoryUser>();
  const services = new Map<string, DirectoryService>();
  const groups = new Map<string, DirectoryGroup>();
  const resources = new Map<string, CloudResource>();
  const roles = new Map<string, RoleDefinition>();
  const appRoles = new Map<string, ReadonlyMap<string, string>>();
  const memberships = new Map<string, string[]>();
  const roleAssignments: RoleAssignment[] = [];
  const appRoleAssignments: AppRoleAssignment[] = [];
  const azureAssignments: AzureAssignment[] = [];
  const grants: DirectoryGrant[] = [];
  const owners: HeldOwner[] = [];
  const credentials: HeldCredential[] = [];

  const addMembership = (objectId: string): void => {
    const slash = objectId.indexOf("/");
    if (slash < 0) return;
    const member = shared(objectId.slice(slash + 1));
    const known = memberships.get(member);
    const group = shared(objectId.slice(0, slash));
    if (known) known.push(group);
    else memberships.set(member, [group]);
  };
  const adders: Readonly<Record<DirectoryKind, (objectId: string, document: Fields) => void>> = {
    users: (id, document) => users.set(shared(id), readUser(shared(id), document)),
    groups: (id, document) => groups.set(shared(id), readGroup(shared(id), document)),
    memberships: addMembership,
    "directory-roles": (id, document) => roles.set(id, readRoleDefinition(id, document)),
    "role-assignments": (id, document) => roleAssignments.push(readRoleAssignment("role-assignments", id, document)),
    "role-eligibilities": (id, document) =>
      roleAssignments.push(readRoleAssignment("role-eligibilities", id, document)),
    "service-principals": (id, document) => {
      services.set(shared(id), readService(shared(id), document));
      const named = readAppRoles(document);
      if (named.size > 0) appRoles.set(shared(id), named);
    },
    "app-role-assignments": (id, document) => appRoleAssignments.push(readAppRoleAssignment(id, document, shared)),
    "delegated-grants": (id, document) => grants.push(readGrant(id, document)),
    credentials: (id, document) => credentials.push(readCredential(id, document)),
    owners: (id, document) => owners.push(readOwner(id, document)),
    "azure-role-assignments": (id, document) => azureAssignments.push(readAzureAssignment(id, document)),
    "azure-resources": (id, document) => resources.set(id, readResource(id, document)),
  };
  return {
    add: (kind, objectId, document) => adders[kind](objectId, document),
    addMembership,
    build: (delivered) => ({
      delivered,
      users,
      services,
      groups,
      resources,
      roles,
      appRoles,
      memberships,
      roleAssignments,
      appRoleAssignments,
      azureAssignments,
      grants,
      owners,
      credentials,
    }),
  };
}

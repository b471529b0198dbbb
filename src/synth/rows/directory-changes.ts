import type { Account, ServiceAccount } from "../account.ts";
import { type AuditTarget, auditRow, userTarget } from "./audit.ts";
import { azureActivityRow } from "./azure-activity.ts";
import type { SynthRow } from "./row.ts";

/** When a change of the directory happened and who made it. */
export interface ChangeContext {
  readonly at: Date;
  readonly by: Account | ServiceAccount;
  readonly ip: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const json = (value: string): string => JSON.stringify(value);

const principalTarget = (principal: Account | ServiceAccount, changes: AuditTarget["changes"]): AuditTarget =>
  "appId" in principal ? serviceTarget(principal, changes) : userTarget(principal, changes);

const serviceTarget = ({ objectId, name }: ServiceAccount, changes: AuditTarget["changes"] = []): AuditTarget => ({
  type: "ServicePrincipal",
  id: objectId,
  name,
  changes,
});

export const groupMemberRow = (
  context: ChangeContext,
  whom: Account,
  group: Named,
  verb: "Add" | "Remove" = "Add",
): SynthRow => {
  const place = verb === "Add" ? 2 : 1;
  const change = (property: string, value: string) =>
    (place === 2 ? [property, "", json(value)] : [property, json(value), ""]) as [string, string, string];
  return auditRow({
    ...context,
    operation: verb === "Add" ? "Add member to group" : "Remove member from group",
    category: "GroupManagement",
    targets: [
      userTarget(whom, [change("Group.ObjectID", group.id), change("Group.DisplayName", group.name)]),
      { type: "Group", id: group.id, name: group.name },
    ],
  });
};

export const roleMemberRow = (
  context: ChangeContext,
  whom: Account | ServiceAccount,
  role: Named,
  isEligible = false,
): SynthRow =>
  auditRow({
    ...context,
    operation: isEligible ? "Add eligible member to role" : "Add member to role",
    category: "RoleManagement",
    targets: [
      principalTarget(whom, [
        ["Role.ObjectID", "", json(role.id)],
        ["Role.DisplayName", "", json(role.name)],
        ["Role.TemplateId", "", json(role.id)],
      ]),
      { type: "Role", id: role.id, name: role.name },
    ],
  });

export const userAddedRow = (context: ChangeContext, whom: Account): SynthRow =>
  auditRow({
    ...context,
    operation: "Add user",
    category: "UserManagement",
    targets: [userTarget(whom, [["AccountEnabled", "[]", "[true]"]])],
  });

export const userDisabledRow = (context: ChangeContext, whom: Account): SynthRow =>
  auditRow({
    ...context,
    operation: "Disable account",
    category: "UserManagement",
    targets: [userTarget(whom, [["AccountEnabled", "[true]", "[false]"]])],
  });

export const appAssignedRow = (context: ChangeContext, whom: Account, app: ServiceAccount): SynthRow =>
  auditRow({
    ...context,
    operation: "Add app role assignment grant to user",
    category: "UserManagement",
    targets: [serviceTarget(app), userTarget(whom)],
  });

export const permissionRow = (
  context: ChangeContext,
  service: ServiceAccount,
  api: Named,
  permission: Named,
): SynthRow =>
  auditRow({
    ...context,
    operation: "Add app role assignment to service principal",
    category: "ApplicationManagement",
    targets: [
      {
        type: "ServicePrincipal",
        id: api.id,
        name: api.name,
        changes: [
          ["AppRole.Id", "", json(permission.id)],
          ["AppRole.Value", "", json(permission.name)],
          ["ServicePrincipal.ObjectID", "", json(service.objectId)],
          ["ServicePrincipal.DisplayName", "", json(service.name)],
          ["ServicePrincipal.AppId", "", json(service.appId)],
        ],
      },
      serviceTarget(service),
    ],
  });

export const credentialAddedRow = (context: ChangeContext, service: ServiceAccount, key: Named): SynthRow =>
  auditRow({
    ...context,
    operation: "Add service principal credentials",
    category: "ApplicationManagement",
    targets: [
      serviceTarget(service, [
        [
          "KeyDescription",
          "[]",
          JSON.stringify([`[KeyIdentifier=${key.id},KeyType=Password,KeyUsage=Verify,DisplayName=${key.name}]`]),
        ],
      ]),
    ],
  });

export const ownerRow = (
  context: ChangeContext,
  service: ServiceAccount,
  owner: Account,
  verb: "Add" | "Remove" = "Add",
): SynthRow =>
  auditRow({
    ...context,
    operation: verb === "Add" ? "Add owner to service principal" : "Remove owner from service principal",
    category: "ApplicationManagement",
    targets: [
      userTarget(owner, [
        verb === "Add"
          ? ["ServicePrincipal.ObjectID", "", json(service.objectId)]
          : ["ServicePrincipal.ObjectID", json(service.objectId), ""],
        verb === "Add"
          ? ["ServicePrincipal.DisplayName", "", json(service.name)]
          : ["ServicePrincipal.DisplayName", json(service.name), ""],
      ]),
      serviceTarget(service),
    ],
  });

export const serviceAddedRow = (context: ChangeContext, service: ServiceAccount): SynthRow =>
  auditRow({
    ...context,
    operation: "Add service principal",
    category: "ApplicationManagement",
    targets: [serviceTarget(service, [["AppPrincipalId", "[]", JSON.stringify([service.appId])]])],
    details: { AppId: service.appId },
  });

/** Creates the row of consent that a user, or an administrator for all users, gave to an application. */
export const consentRow = (
  context: ChangeContext,
  service: ServiceAccount,
  scope: string,
  isAdmin: boolean,
): SynthRow =>
  auditRow({
    ...context,
    operation: "Consent to application",
    category: "ApplicationManagement",
    targets: [
      serviceTarget(service, [
        ["ConsentContext.IsAdminConsent", "", `"${isAdmin ? "True" : "False"}"`],
        [
          "ConsentAction.Permissions",
          "",
          `"[] => [[ConsentType: ${isAdmin ? "AllPrincipals" : "Principal"}, Scope: ${scope}]]"`,
        ],
      ]),
    ],
  });

/** Creates the row of a role assignment in Azure; the scope is a resource group. */
export const azureAssignmentRow = (context: ChangeContext, principalId: string, role: Named, scope: string): SynthRow =>
  azureActivityRow({
    ...context,
    operation: "Microsoft.Authorization/roleAssignments/write",
    group: scope.slice(scope.lastIndexOf("/") + 1),
    resource: principalId,
    more: {
      Properties_d: {
        requestbody: JSON.stringify({
          Properties: {
            PrincipalId: principalId,
            RoleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${role.id}`,
            Scope: scope,
          },
        }),
      },
    },
  });

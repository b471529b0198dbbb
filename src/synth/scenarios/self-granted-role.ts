import { ROLE_IDS } from "../directory/roles.ts";
import { auditRow, userTarget } from "../rows/audit.ts";
import { azureActivityRow } from "../rows/azure-activity.ts";
import { synthId } from "../synth-id.ts";
import type { Scenario } from "./scenario.ts";

/** An analyst makes himself a global administrator and at once weakens the controls that would show it. */
export const selfGrantedRole: Scenario = {
  name: "self-granted role",
  department: "IT Operations",
  title: "Network Engineer",
  daysAgo: 2,
  localHour: 20,
  grantedRole: "Global Administrator",
  rowsOf: ({ person, world, at }) => {
    const by = { by: person, ip: person.home.ip };
    const role = { id: ROLE_IDS["Global Administrator"], name: "Global Administrator" };
    return [
      auditRow({
        ...by,
        at: at(0),
        operation: "Add member to role",
        category: "RoleManagement",
        targets: [
          userTarget(person, [
            ["Role.DisplayName", "", `"${role.name}"`],
            ["Role.TemplateId", "", `"${role.id}"`],
          ]),
          { type: "Role", ...role },
        ],
      }),
      azureActivityRow({ ...by, at: at(7), operation: "Microsoft.Authorization/elevateAccess/action" }),
      auditRow({
        ...by,
        at: at(15),
        operation: "Update conditional access policy",
        category: "Policy",
        service: "Conditional Access",
        targets: [
          {
            type: "Policy",
            id: synthId(0, "policy", "mfa"),
            name: "Require MFA for administrators",
            changes: [["ConditionalAccessPolicy", '{"state":"enabled"}', '{"state":"disabled"}']],
          },
        ],
      }),
      auditRow({
        ...by,
        at: at(22),
        operation: "Reset user password",
        category: "UserManagement",
        targets: [userTarget(world.people[0] ?? person)],
      }),
      azureActivityRow({
        ...by,
        at: at(34),
        operation: "Microsoft.Authorization/roleAssignments/write",
        group: "rg-platform",
        resource: synthId(0, "azure role assignment", person.email),
      }),
    ];
  },
};

import { ROLE_IDS, type RoleName } from "../../directory/roles.ts";
import { isWeekend } from "../../moment.ts";
import { userTarget } from "../../rows/audit.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { officeSeat, officeTime, type UntidyKind } from "../untidy-kind.ts";

const GRANTED: readonly RoleName[] = [
  "Security Reader",
  "Global Reader",
  "Application Developer",
  "User Administrator",
];

/** Administrators activate their own eligible roles, and now and then give somebody a role. */
export const roleAdministration: UntidyKind = {
  name: "role administration",
  rowsOn: (day) => {
    const { random, date, organization } = day;
    if (isWeekend(date)) return [];
    const { exchange, sharepoint, accounts, policies, privileged } = organization.crew;
    const activated = random.sample([exchange, sharepoint, accounts, policies], 2).flatMap((by) =>
      reportedChangeRows({
        at: officeTime(day, by),
        by,
        seat: officeSeat(by),
        service: "PIM",
        operation: "Add member to role completed (PIM activation)",
        category: "RoleManagement",
        targets: [{ type: "Role", ...roleOf("User Administrator") }, userTarget(by)],
        tables: ["AuditLogs", "CloudAppEvents"],
      }),
    );
    if (!random.chance(0.4)) return activated;
    const operators = organization.staff.filter(({ role }) =>
      ["IT Operations", "Security"].includes(role.department.name),
    );
    const role = roleOf(random.pick(GRANTED));
    return [
      ...activated,
      ...reportedChangeRows({
        at: officeTime(day, privileged),
        by: privileged,
        seat: officeSeat(privileged),
        operation: "Add member to role",
        category: "RoleManagement",
        targets: [
          userTarget(random.pick(operators), [
            ["Role.ObjectID", "", `"${role.id}"`],
            ["Role.DisplayName", "", `"${role.name}"`],
            ["Role.TemplateId", "", `"${role.id}"`],
          ]),
          { type: "Role", ...role },
        ],
      }),
    ];
  },
};

const roleOf = (name: RoleName) => ({ id: ROLE_IDS[name], name });

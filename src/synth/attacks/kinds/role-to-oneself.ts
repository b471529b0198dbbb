import { ROLE_IDS, type RoleName } from "../../directory/roles.ts";
import { userTarget } from "../../rows/audit.ts";
import { azureActivityRow } from "../../rows/azure-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { type Attack, inDepartment, user } from "../attack.ts";

const ROLES: readonly RoleName[] = ["Global Administrator", "Privileged Role Administrator"];

/** Somebody gives themselves the highest role and takes over the subscriptions with it. */
export const roleToOneself: Attack = {
  kind: "role to oneself",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take(inDepartment("IT Operations"));
    const role = random.pick(ROLES);
    const id = ROLE_IDS[role];
    const act = { by: person, ip: person.home.ip };
    return {
      subjects: [user(person)],
      types: ["privilege_escalation"],
      rows: [
        ...reportedChangeRows({
          at: at(0),
          by: person,
          seat: { place: person.home, device: person.laptop },
          operation: "Add member to role",
          category: "RoleManagement",
          targets: [
            userTarget(person, [
              ["Role.ObjectID", "", `"${id}"`],
              ["Role.DisplayName", "", `"${role}"`],
              ["Role.TemplateId", "", `"${id}"`],
            ]),
            { type: "Role", id, name: role },
          ],
        }),
        azureActivityRow({ ...act, at: at(12), operation: "Microsoft.Authorization/elevateAccess/action" }),
        azureActivityRow({
          ...act,
          at: at(20),
          operation: "Microsoft.Authorization/roleAssignments/write",
          group: "rg-platform",
          resource: scene.id("assignment"),
        }),
      ],
    };
  },
};

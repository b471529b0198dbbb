import { auditRow, userTarget } from "../rows/audit.ts";
import { provisioningRow } from "../rows/provisioning.ts";
import type { Scenario } from "./scenario.ts";

/** The provisioning job of the personnel system disables far more accounts than usual. */
export const leaverRun: Scenario = {
  name: "leaver run",
  department: "Human Resources",
  daysAgo: 6,
  localHour: 17,
  rowsOf: ({ person, world, random, at }) => {
    const service = world.services.find(({ name }) => name === "hr-provisioning");
    if (!service) return [];
    const targets = random.sample(world.people, 26);
    return [
      auditRow({
        at: at(0),
        operation: "Update provisioning setting or credentials",
        category: "ApplicationManagement",
        service: "Account Provisioning",
        by: person,
        ip: person.office.ip,
        targets: [{ type: "ServicePrincipal", id: service.objectId, name: service.name }],
      }),
      ...targets.map((target, index) =>
        provisioningRow({ at: at(5 + index), service, action: "disable", target, system: "Salesforce" }),
      ),
      ...targets.slice(0, 5).map((target, index) =>
        auditRow({
          at: at(40 + index),
          operation: "Disable account",
          category: "UserManagement",
          by: service,
          ip: "",
          targets: [userTarget(target, [["AccountEnabled", "[true]", "[false]"]])],
        }),
      ),
    ];
  },
};

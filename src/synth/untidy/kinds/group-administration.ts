import { isWeekend, shift } from "../../moment.ts";
import { userTarget } from "../../rows/audit.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { synthId } from "../../synth-id.ts";
import { officeSeat, officeTime, type UntidyKind } from "../untidy-kind.ts";

const GROUPS = ["VPN Users", "Project Atlas", "All Employees", "License Premium"];

/** Account administrators add people to groups, also many in a row, and invite guests of partners. */
export const groupAdministration: UntidyKind = {
  name: "group administration",
  rowsOn: (day) => {
    const { random, date, organization, atWork } = day;
    if (isWeekend(date)) return [];
    const { accounts: by } = organization.crew;
    const change = { by, seat: officeSeat(by) };
    const group = random.pick(GROUPS);
    const id = synthId(0, "group", group);
    const at = officeTime(day, by);
    const added = random.sample(atWork, random.chance(0.15) ? 25 : 2).flatMap((whom, index) =>
      reportedChangeRows({
        ...change,
        at: shift(at, index * 15_000),
        operation: "Add member to group",
        category: "GroupManagement",
        targets: [
          userTarget(whom, [
            ["Group.ObjectID", "", `"${id}"`],
            ["Group.DisplayName", "", `"${group}"`],
          ]),
          { type: "Group", id, name: group },
        ],
        tables: ["AuditLogs", "CloudAppEvents"],
      }),
    );
    const guest = `partner${day.day}_fairfax.example#EXT#@northwind.example`;
    const invited = random.chance(0.4)
      ? reportedChangeRows({
          ...change,
          at: shift(at, 600_000),
          operation: "Invite external user",
          category: "UserManagement",
          service: "Invited Users",
          targets: [{ type: "User", id: synthId(0, "guest", day.day), name: guest, upn: guest }],
        })
      : [];
    return [...added, ...invited];
  },
};

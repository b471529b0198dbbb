import { accountOf } from "../account.ts";
import { deviceOf } from "../device.ts";
import { DAY_MS, shift } from "../moment.ts";
import { ELSEWHERE } from "../place.ts";
import { auditRow, userTarget } from "../rows/audit.ts";
import { identityLogonRow } from "../rows/identity.ts";
import { signinRow } from "../rows/signin.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** A project account that was not used for months. */
export const DORMANT_ACCOUNT = accountOf("project.atlas@northwind.example", "Project Atlas");
const SILENT_DAYS = 190;

/** The account is enabled again and used from abroad. */
export const dormantAccount: Scenario = {
  name: "dormant account",
  department: "IT Operations",
  title: "Service Desk Analyst",
  daysAgo: 2,
  localHour: 4,
  rowsOf: ({ person, at }) => {
    const visit = { account: DORMANT_ACCOUNT, app: appOf("SharePoint") };
    const formerly = { ...visit, place: person.office, device: deviceOf("windows", "d-atlas", "NW-LT-900") };
    const now = { ...visit, place: ELSEWHERE.almaty, device: deviceOf("script"), factor: "none" as const };
    return [
      ...[0, 1, 2].map((day) => signinRow({ ...formerly, at: shift(at(0), (day - SILENT_DAYS) * DAY_MS) })),
      auditRow({
        at: at(0),
        operation: "Enable account",
        category: "UserManagement",
        by: person,
        ip: person.home.ip,
        targets: [userTarget(DORMANT_ACCOUNT, [["AccountEnabled", "[false]", "[true]"]])],
      }),
      signinRow({ ...now, at: at(26) }),
      signinRow({ ...now, at: at(41), app: appOf("Azure Portal") }),
      identityLogonRow({
        at: at(55),
        account: DORMANT_ACCOUNT,
        action: "LogonSuccess",
        ip: now.place.ip,
        place: now.place,
      }),
    ];
  },
};

import { deviceOf } from "../../device.ts";
import { isWeekend, shift } from "../../moment.ts";
import { auditRow, userTarget } from "../../rows/audit.ts";
import { groupMemberRow, userAddedRow } from "../../rows/directory-changes.ts";
import { signinRow } from "../../rows/signin.ts";
import { synthId } from "../../synth-id.ts";
import { appOf } from "../../world.ts";
import { TRAINEES } from "../extra-accounts.ts";
import { localTime, type UntidyKind } from "../untidy-kind.ts";

/** Days after the history on which a batch of people begins. */
const BATCH_DAY = 2;

/** A batch of new people: accounts, groups, first sign-ins on new laptops, second factors. */
export const onboarding: UntidyKind = {
  name: "onboarding",
  rowsOn: (day) => {
    const { organization, random } = day;
    const since = day.day - organization.history - BATCH_DAY;
    const { accounts: by } = organization.crew;
    if (since < 0 || since > 5 || isWeekend(day.date)) return [];
    const group = { id: synthId(0, "group", "All Employees"), name: "All Employees" };
    return TRAINEES.flatMap((hire, index) => {
      const context = { by, ip: by.office.ip };
      const at = localTime(day, by, 8 + index * 0.05);
      const device = deviceOf("windows", synthId(0, "device", hire.email), `NW-LT-9${String(index).padStart(2, "0")}`);
      const start = localTime(day, by, 9 + 2 * random.next());
      const signIn = signinRow({
        at: start,
        account: hire,
        place: by.office,
        device,
        app: appOf("Teams"),
        factor: "satisfied",
      });
      if (since > 0) return [signIn];
      return [
        userAddedRow({ ...context, at }, hire),
        groupMemberRow({ ...context, at: shift(at, 20_000) }, hire, group),
        signIn,
        auditRow({
          at: shift(start, 300_000),
          operation: "User registered security info",
          category: "UserManagement",
          service: "Authentication Methods",
          by: hire,
          ip: by.office.ip,
          targets: [userTarget(hire)],
        }),
      ];
    });
  },
};

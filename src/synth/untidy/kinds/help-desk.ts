import { isWeekend, MINUTE_MS, shift } from "../../moment.ts";
import { auditRow, userTarget } from "../../rows/audit.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

/** The service desk resets passwords and second factors; the user signs in and registers again. */
export const helpDesk: UntidyKind = {
  name: "help desk",
  rowsOn: (day) => {
    const { random, organization, atWork, date } = day;
    if (isWeekend(date)) return [];
    const { desk, desk2 } = organization.crew;
    return random.sample(atWork, Math.max(2, Math.round(organization.knobs.users / 100))).flatMap((whom) => {
      const by = random.pick([desk, desk2]);
      const at = officeTime(day, whom);
      const change = { by, ip: by.office.ip, category: "UserManagement", targets: [userTarget(whom)] };
      const own = {
        at: shift(at, 9 * MINUTE_MS),
        by: whom,
        ip: whom.office.ip,
        category: "UserManagement",
        targets: [userTarget(whom)],
      };
      const signIn = { account: whom, place: whom.office, device: whom.laptop, app: appOf("Outlook") };
      return [
        auditRow({ ...change, at, operation: "Reset user password" }),
        signinRow({ ...signIn, at: shift(at, 6 * MINUTE_MS), factor: "satisfied" }),
        auditRow({ ...own, operation: "Change user password" }),
        ...(random.chance(0.3)
          ? [
              auditRow({
                ...change,
                at: shift(at, MINUTE_MS),
                operation: "Admin deleted security info",
                service: "Authentication Methods",
              }),
              auditRow({
                ...own,
                at: shift(at, 12 * MINUTE_MS),
                operation: "User registered security info",
                service: "Authentication Methods",
              }),
            ]
          : []),
      ];
    });
  },
};

import { deviceOf } from "../../device.ts";
import { isWeekend, MINUTE_MS, shift } from "../../moment.ts";
import { auditRow, userTarget } from "../../rows/audit.ts";
import { signinRow } from "../../rows/signin.ts";
import { synthId } from "../../synth-id.ts";
import { appOf } from "../../world.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

/** People get a new phone or laptop: it is registered, signs in, and becomes the second factor. */
export const newDevices: UntidyKind = {
  name: "new devices",
  rowsOn: (day) => {
    const { random, atWork, organization, date } = day;
    if (isWeekend(date)) return [];
    return random.sample(atWork, Math.max(1, Math.round(organization.knobs.users / 120))).flatMap((person) => {
      const isPhone = random.chance(0.6);
      const id = synthId(0, "device", `new/${person.email}/${day.day}`);
      const name = `${isPhone ? "NW-PH" : "NW-LT"}-N${day.day}`;
      const device = {
        ...deviceOf(isPhone ? "phone" : "windows", id, name),
        browser: isPhone ? "Mobile Safari 19.0" : "Edge 140.0.0",
      };
      const place = random.chance(0.5) ? person.home : person.office;
      const at = officeTime(day, person);
      const change = { by: person, ip: place.ip, category: "Device" };
      return [
        signinRow({ at, account: person, place, device, app: appOf("Device Registration"), factor: "satisfied" }),
        auditRow({
          ...change,
          at: shift(at, MINUTE_MS),
          operation: "Register device",
          service: "Device Registration Service",
          targets: [{ type: "Device", id, name }],
        }),
        signinRow({ at: shift(at, 3 * MINUTE_MS), account: person, place, device, app: appOf("Outlook") }),
        ...(isPhone
          ? [
              auditRow({
                ...change,
                category: "UserManagement",
                at: shift(at, 6 * MINUTE_MS),
                operation: "User registered security info",
                service: "Authentication Methods",
                targets: [userTarget(person)],
                more: { ResultReason: "User registered Authenticator App with Notification and Code" },
              }),
            ]
          : []),
      ];
    });
  },
};

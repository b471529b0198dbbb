import { deviceOf } from "../../device.ts";
import { siteOf } from "../../habits/files.ts";
import { isWeekend, shift } from "../../moment.ts";
import type { Place } from "../../place.ts";
import { fileRow } from "../../rows/office.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { CONTRACTORS } from "../extra-accounts.ts";
import type { UntidyKind } from "../untidy-kind.ts";

const HOUR_MS = 3_600_000;
const PUNE: Place = { city: "Pune", country: "IN", latitude: 18.52, longitude: 73.86, ip: "198.19.6.10" };

/** Guests of a contractor work abroad every day, on devices of their own. */
export const foreignStaff: UntidyKind = {
  name: "foreign staff",
  rowsOn: ({ date, random }) => {
    if (isWeekend(date)) return [];
    return CONTRACTORS.flatMap((account, number) => {
      const at = shift(date, Math.floor((4 + random.next()) * HOUR_MS));
      const place = { ...PUNE, ip: `198.19.6.${10 + number}` };
      const device = deviceOf("windows");
      const more = { UserType: "Guest", CrossTenantAccessType: "b2bCollaboration" };
      return [
        signinRow({ at, account, place, device, app: appOf("SharePoint"), factor: "satisfied", more }),
        ...Array.from({ length: random.int(2, 9) }, (_, index) =>
          fileRow({
            at: shift(at, (index + 1) * 900_000),
            account,
            ip: place.ip,
            device,
            operation: random.pick(["FileAccessed", "FileDownloaded", "FileModified"]),
            site: siteOf("Engineering"),
            file: `ticket ${random.int(1, 400)}.docx`,
          }),
        ),
      ];
    });
  },
};

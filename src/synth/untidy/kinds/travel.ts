import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { covers } from "../../workforce/employee.ts";
import { appOf } from "../../world.ts";
import { tripsOf } from "../trips.ts";
import { localTime, type UntidyKind } from "../untidy-kind.ts";
import { gatewayOf } from "./mobile-gateways.ts";

/** People on a trip work from a hotel with their own laptop; the phone stays on the network of its home country. */
export const travel: UntidyKind = {
  name: "travel",
  rowsOn: (day) =>
    day.atWork.flatMap((person) => {
      const trip = tripsOf(day.organization.knobs, person).find((one) => covers(one, day.day));
      if (!trip || person.level < 2) return [];
      const hour = 14 + 3 * day.random.next();
      const hotel = { account: person, place: trip.place, device: person.laptop };
      const phone = { account: person, place: gatewayOf(person.office, 3), device: person.phone };
      return [
        signinRow({ ...hotel, at: localTime(day, person, hour), app: appOf("Outlook"), factor: "satisfied" }),
        nonInteractiveSigninRow({ ...phone, at: localTime(day, person, hour + 0.2), app: appOf("Outlook") }),
      ];
    }),
};

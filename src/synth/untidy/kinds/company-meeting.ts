import { shift } from "../../moment.ts";
import { OFFICES } from "../../names.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { localTime, type UntidyKind } from "../untidy-kind.ts";

const HALL_IP = "198.19.3.20";
/** Days after the history. */
const MEETING_DAYS = [3, 4];

/** A meeting in a hall near the office: people sign in from its only address within an hour, some mistype. */
export const companyMeeting: UntidyKind = {
  name: "company meeting",
  rowsOn: (day) => {
    const [office] = OFFICES;
    if (!office || !MEETING_DAYS.includes(day.day - day.organization.history)) return [];
    const place = { ...office, latitude: office.latitude + 0.2, ip: HALL_IP };
    return day.atWork
      .filter((person) => person.office.city === office.city)
      .flatMap((person) => {
        const at = localTime(day, person, 9 + day.random.next());
        const signIn = { account: person, place, device: person.laptop, app: appOf("Teams") };
        const failure = FAILURES.wrongPassword;
        const mistyped = day.random.chance(0.2) ? [signinRow({ ...signIn, at: shift(at, -25_000), failure })] : [];
        return [...mistyped, signinRow({ ...signIn, at, factor: "satisfied" })];
      });
  },
};

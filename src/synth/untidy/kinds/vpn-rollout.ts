import type { Place } from "../../place.ts";
import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import type { Employee } from "../../workforce/employee.ts";
import { appOf } from "../../world.ts";
import { lastingPeople, localTime, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";

const EXITS: readonly Place[] = [
  { city: "Ashburn", country: "US", latitude: 39.04, longitude: -77.49, ip: "198.19.2.10" },
  { city: "Stockholm", country: "SE", latitude: 59.33, longitude: 18.07, ip: "198.19.2.20" },
];

const FIRST_USERS = 20;
/** Days after the history on which the first users begin, and on which everybody may use it. */
const FIRST_DAY = 1;
const OPEN_DAY = 6;

/** A new VPN with exits in two new countries: 20 people within a week, later everybody now and then. */
export const vpnRollout: UntidyKind = {
  name: "VPN roll-out",
  rowsOn: (day) => {
    const since = day.day - day.organization.history - FIRST_DAY;
    if (since < 0) return [];
    const first = lastingPeople(day, FIRST_USERS).slice(0, 4 * (since + 1));
    const users = new Set([
      ...first.filter((person) => day.atWork.includes(person)),
      ...(since >= OPEN_DAY ? day.atWork.filter(() => day.random.chance(0.08)) : []),
    ]);
    return [...users].flatMap((person) => connect(day, person));
  },
};

function connect(day: UntidyDay, person: Employee) {
  const { random } = day;
  const place = random.pick(EXITS);
  const usual = { account: person, place, device: person.laptop };
  const hour = 10 + 5 * random.next();
  return [
    signinRow({ ...usual, at: localTime(day, person, hour), app: appOf("VPN"), factor: "satisfied" }),
    nonInteractiveSigninRow({ ...usual, at: localTime(day, person, hour + 0.2), app: appOf("Teams") }),
    nonInteractiveSigninRow({ ...usual, at: localTime(day, person, hour + 1), app: appOf("Outlook") }),
  ];
}

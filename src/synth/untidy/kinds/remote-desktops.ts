import { isWeekend, MINUTE_MS, shift } from "../../moment.ts";
import { logonRow } from "../../rows/windows.ts";
import type { Employee } from "../../workforce/employee.ts";
import { lastingPeople, localTime, officeTime, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";

const SERVERS = ["dc-01", "dc-02", ...Array.from({ length: 12 }, (_, index) => `srv-app-${index + 1}`)];
const TERMINAL_SERVERS = ["ts-01", "ts-02"];

/** Administrators on their rounds through the servers, staff on terminal servers, and some on the own computer from home. */
export const remoteDesktops: UntidyKind = {
  name: "remote desktops",
  rowsOn: (day) => {
    if (isWeekend(day.date)) return [];
    const { devices, sharepoint } = day.organization.crew;
    const staff = lastingPeople(day, Math.max(4, Math.round(day.organization.knobs.users / 6)));
    const atWork = staff.filter((person) => day.atWork.includes(person));
    return [
      ...[devices, sharepoint].flatMap((person) => rounds(day, person)),
      ...atWork.map((person) => logOn(person, `pc-${person.sam}`, 2, localTime(day, person, 8.5))),
      ...atWork
        .filter(() => day.random.chance(0.3))
        .map((person) => logOn(person, day.random.pick(TERMINAL_SERVERS), 10, officeTime(day, person))),
      ...atWork
        .filter(() => day.random.chance(0.02))
        .map((person) => logOn(person, `pc-${person.sam}`, 10, localTime(day, person, 19))),
    ];
  },
};

const logOn = (account: Employee, computer: string, type: number, at: Date) =>
  logonRow({ at, computer, account, ip: "10.20.30.7", type });

function rounds(day: UntidyDay, person: Employee) {
  const start = officeTime(day, person);
  const servers = day.random.sample(SERVERS, day.random.int(1, 4));
  return servers.map((server, index) => logOn(person, server, 10, shift(start, index * 12 * MINUTE_MS)));
}

import { MINUTE_MS, shift } from "../../moment.ts";
import { auditRow, userTarget } from "../../rows/audit.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import type { Employee } from "../../workforce/employee.ts";
import { appOf } from "../../world.ts";
import { lastingPeople, localTime, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";
import { gatewayOf } from "./mobile-gateways.ts";

/** A phone with the old password fails every few minutes for hours, until its owner enters the new one. */
export const stalePasswords: UntidyKind = {
  name: "stale passwords",
  rowsOn: (day) =>
    lastingPeople(day, Math.max(1, Math.round(day.organization.knobs.users / 150)), `day ${day.day}`).flatMap(
      (person) => keepTrying(day, person),
    ),
};

function keepTrying(day: UntidyDay, person: Employee) {
  const { random } = day;
  const start = localTime(day, person, 8 + 3 * random.next());
  const every = random.int(4, 14);
  const count = random.int(15, 50);
  const isMoving = random.chance(0.5);
  const placeAt = (index: number) =>
    isMoving && index % 3 > 0 ? gatewayOf(person.office, index % 8) : index % 3 === 0 ? person.office : person.home;
  const phone = {
    account: person,
    device: person.phone,
    app: appOf("Outlook"),
    more: { ClientAppUsed: "Exchange ActiveSync" },
  };
  return [
    auditRow({
      at: shift(start, -3 * MINUTE_MS),
      operation: "Change user password",
      category: "UserManagement",
      by: person,
      ip: person.office.ip,
      targets: [userTarget(person)],
    }),
    ...Array.from({ length: count }, (_, index) =>
      signinRow({
        ...phone,
        place: placeAt(index),
        at: shift(start, index * every * MINUTE_MS),
        failure: index > 12 && index % 4 === 0 ? FAILURES.locked : FAILURES.wrongPassword,
        factor: "none",
      }),
    ),
    signinRow({
      ...phone,
      place: placeAt(0),
      at: shift(start, count * every * MINUTE_MS + 90_000),
      factor: "satisfied",
    }),
  ];
}

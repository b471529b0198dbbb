import { OFFICES, type Office } from "../../names.ts";
import type { Place } from "../../place.ts";
import { officeRow } from "../../rows/office.ts";
import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { synthId } from "../../synth-id.ts";
import type { Employee } from "../../workforce/employee.ts";
import { appOf } from "../../world.ts";
import { localTime, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";

/** The exit of a mobile network, hundreds of kilometers from its users and sometimes in another country. */
const GATEWAYS: readonly Place[] = [
  { city: "Frankfurt", country: "DE", latitude: 50.11, longitude: 8.68, ip: "198.19.1.10" },
  { city: "Aberdeen", country: "GB", latitude: 57.15, longitude: -2.09, ip: "198.19.1.20" },
  { city: "Montreal", country: "CA", latitude: 45.5, longitude: -73.57, ip: "198.19.1.30" },
  { city: "Kuala Lumpur", country: "MY", latitude: 3.14, longitude: 101.69, ip: "198.19.1.40" },
  { city: "Belo Horizonte", country: "BR", latitude: -19.92, longitude: -43.94, ip: "198.19.1.50" },
];

/** Returns the mobile network of an office's country; networks have several addresses. */
export function gatewayOf({ city }: Office, number: number): Place {
  const gateway = GATEWAYS[OFFICES.findIndex((office) => office.city === city)] ?? (GATEWAYS[0] as Place);
  return { ...gateway, ip: gateway.ip.replace(/0$/, String(number % 8)) };
}

/** Phones that sign in through the far exit of a mobile network while the laptop stays at home. */
export const mobileGateways: UntidyKind = {
  name: "mobile gateways",
  rowsOn: (day) => day.atWork.filter(() => day.random.chance(0.25)).flatMap((person) => onTheRoad(day, person)),
};

function onTheRoad(day: UntidyDay, person: Employee) {
  const { random } = day;
  const place = gatewayOf(person.office, random.int(0, 7));
  const at = localTime(day, person, random.pick([7.5, 12, 18]) + 2 * random.next());
  const session = `${synthId(0, "session", `${person.email}/${day.date.toISOString()}`)}-p`;
  const signIn = { at, account: person, place, device: person.phone, session, app: appOf("Outlook") };
  if (random.chance(0.2)) return [signinRow(signIn)];
  const read = officeRow({
    at: new Date(at.getTime() + 40_000),
    account: person,
    ip: place.ip,
    workload: "Exchange",
    recordType: "ExchangeItemAggregated",
    operation: "MailItemsAccessed",
    more: { MailboxOwnerUPN: person.email, Logon_Type: "Owner", ClientInfoString: "Client=OutlookService;" },
  });
  return random.chance(0.3) ? [nonInteractiveSigninRow(signIn), read] : [nonInteractiveSigninRow(signIn)];
}

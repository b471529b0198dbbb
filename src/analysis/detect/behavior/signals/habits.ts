import type { Habit, HabitKind } from "../../../../model/activity/habit-codes.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { toName } from "../wording.ts";
import {
  agentOfRow,
  deviceOf,
  isCloudRelay,
  isFromOwnNetwork,
  isSuccess,
  placeOfRow,
  SIGN_IN_TABLES,
} from "./sign-in.ts";
import { nameOfAgent } from "./user-agent.ts";

/** The tables whose rows have the country of a sign-in. */
export const COUNTRY_TABLES: readonly LogTable[] = [
  "SigninLogs",
  "AADNonInteractiveUserSignInLogs",
  "IdentityLogonEvents",
  "CloudAppEvents",
  "AADUserRiskEvents",
];
export const CLIENT_TABLES: readonly LogTable[] = ["SigninLogs", "OfficeActivity"];

/** A value that detectors compare, and its name for a reader. */
interface Value {
  readonly key: string;
  readonly name: string;
}

/** Returns the country of a sign-in from outside the organization's networks, or of a risk in one. */
export function signInCountryOf(row: LogRow): Value | null {
  if (!COUNTRY_TABLES.includes(row.table)) return null;
  const isUsable = row.table === "AADUserRiskEvents" || isSuccess(row);
  const country = isUsable && !isFromOwnNetwork(row) && !isCloudRelay(row) ? placeOfRow(row)?.country : null;
  if (!country) return null;
  const name = toName(country, "");
  return name === "" ? null : { key: name.toLowerCase(), name };
}

/** Returns the device of a sign-in or office operation, or its client if the row has no device; the name is the client's. */
export function clientOf(row: LogRow): Value | null {
  if (!CLIENT_TABLES.includes(row.table) || (row.table === "SigninLogs" && !isSuccess(row))) return null;
  const device = toName(deviceOf(row), "");
  const agent = agentOfRow(row);
  const name = agent === null ? "" : nameOfAgent(agent);
  if (device === "" && name === "") return null;
  return { key: device === "" ? `agent:${name}` : `device:${device}`, name };
}

export const isSignIn = (row: LogRow): boolean => SIGN_IN_TABLES.includes(row.table) && isSuccess(row);

/** Returns what a row shows of the habits of its actor: everything that detectors read from days. */
export function habitsOf(row: LogRow): readonly Habit[] {
  const country = signInCountryOf(row);
  const client = clientOf(row);
  return [
    ...(country === null ? [] : [{ kind: "country", key: country.name } as const]),
    ...(isSignIn(row) ? [{ kind: "sign_in", key: USED } as const] : []),
    ...(client === null ? [] : [{ kind: "client", key: [row.table, client.name, client.key].join(MARK) } as const]),
  ];
}

/** The value of every successful sign-in. */
export const USED = "used";

/** Divides the parts of a client; neither tables nor names of clients contain it. */
const MARK = "|";

/** A habit as the value that hits have, with its name and the table that reports it. */
interface HabitValue {
  readonly value: string;
  readonly name: string;
  readonly table: LogTable;
}

/** Returns the value that the hits of a habit have. Only clients differ by table. */
export function valueOfHabit(kind: HabitKind, key: string): HabitValue {
  if (kind === "app_place" || kind === "app_act")
    return { value: key, name: "", table: "AADServicePrincipalSignInLogs" };
  const table = "SigninLogs";
  if (kind === "country") return { value: key.toLowerCase(), name: key, table };
  if (kind === "sign_in") return { value: key, name: "", table };
  const [ofTable, name = "", ...value] = key.split(MARK);
  return { value: value.join(MARK), name, table: ofTable as LogTable };
}

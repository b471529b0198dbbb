import type { FindingFacts } from "../../model/finding-facts.ts";
import type { Dimension } from "../../model/identity/activity.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import { toIdentifier, toUpn } from "../../model/rows/identifiers.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { readBoolean, readFirst, readText } from "../../model/rows/row-fields.ts";
import { ipOf, toIp } from "../../model/rows/row-ip.ts";
import { countryOf } from "../../model/rows/row-place.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { actOf } from "../activity/act-of.ts";
import { activityOf } from "../activity/activity-of.ts";
import { networkOf } from "../activity/network-of.ts";
import type { ActKind, DirectoryAct } from "../acts/directory-act.ts";
import { directoryActOf } from "../acts/directory-act-of.ts";
import {
  agentOfRow,
  deviceOf,
  isFromOwnNetwork,
  isSingleFactor,
  outcomeOf,
} from "../detect/behavior/signals/sign-in.ts";
import { nameOfAgent } from "../detect/behavior/signals/user-agent.ts";
import { OBJECT_PATHS } from "./object-paths.ts";
import { windowsAccountOf } from "./windows-account.ts";

const MAX_TEXT = 120;

/** Returns what a row states about a finding that it triggered. Every text is short and safe to show. */
export function factsOf(row: LogRow, actor: RowActor | null): FindingFacts {
  const parts = {
    ...originOf(row),
    ...actFacts(row, actor),
    ...usesOf(row, actor),
    ...objectOf(row),
    ...administrationOf(row, actor),
  };
  const stated = Object.entries(parts);
  return Object.fromEntries(stated.filter(([, value]) => value !== null && value !== "")) as FindingFacts;
}

const HOSTS: Readonly<Partial<Record<LogTable, readonly string[]>>> = {
  SecurityEvent: ["Computer"],
  Syslog: ["HostName", "Computer", "HostIP"],
  CommonSecurityLog: ["SourceHostName"],
  IdentityLogonEvents: ["DeviceName"],
  IdentityQueryEvents: ["DeviceName"],
  IdentityDirectoryEvents: ["DeviceName"],
};

function originOf(row: LogRow) {
  const { fields, table } = row;
  const address = ipOf(row);
  const host = hostNameOf(readFirst(fields, HOSTS[table]));
  const oneFactor = isSingleFactor(row);
  return {
    address,
    network: networkOf(readText(fields, "AutonomousSystemNumber"), address),
    country: cut(countryOf(row)),
    device: cut(deviceOf(row) ?? agentName(row)),
    isManaged: isManaged(row),
    isMultiFactor: oneFactor === null ? null : !oneFactor,
    isRefused: isRefused(row) || null,
    isOwnNetwork: isFromOwnNetwork(row) || null,
    host: cut(host),
  };
}

/** Returns the name of a machine without its domain; some appliances are known by their address only. */
const hostNameOf = (text: string | null): string | null =>
  toIp(text ?? "") ?? toIdentifier(text)?.split(".")[0] ?? null;

/** Returns whether a sign-in was refused; one that lacks only a second factor got further than that. */
function isRefused(row: LogRow): boolean {
  const outcome = outcomeOf(row);
  return outcome !== null && outcome !== "success" && outcome !== "accepted";
}

const cut = (text: string | null): string | null => (text === null ? null : safeText(text, MAX_TEXT));

function agentName(row: LogRow): string | null {
  const agent = agentOfRow(row);
  return agent === null ? null : nameOfAgent(agent);
}

/** Returns whether the organization manages the device; null if the row does not identify a device. */
function isManaged({ fields }: LogRow): boolean | null {
  const states = ["DeviceDetail.isManaged", "DeviceDetail.isCompliant"].map((path) => readBoolean(fields, path));
  if (states.includes(true)) return true;
  return states.includes(false) ? false : null;
}

/** The acts of rows that report about somebody rather than an act of theirs: risks, and messages that arrived. */
const REPORTED_ACTS: Readonly<Partial<Record<LogTable, string>>> = {
  AADUserRiskEvents: "sign_in",
  EmailEvents: "mail",
  EmailPostDeliveryEvents: "mail",
  EmailUrlInfo: "mail",
  EmailAttachmentInfo: "mail",
};

/** The act of a message that the actor sent. */
const SENT = "sendmail";

const NOBODY: RowActor = { kind: "user", key: "", keys: [], upn: null, name: null };

function actFacts(row: LogRow, actor: RowActor | null) {
  const act = actOf(row, actor ?? NOBODY);
  if (act === null) return { act: isSentBy(row, actor) ? SENT : (REPORTED_ACTS[row.table] ?? null) };
  const name = act.class === "sign_in" ? "sign_in" : toWord(act.nameKey ?? act.name);
  return { act: name, application: cut(act.application?.label ?? null) };
}

/** Returns what the row adds to the day of its actor, by which the judge compares it with earlier days. */
function usesOf(row: LogRow, actor: RowActor | null) {
  const values = activityOf(row, actor ?? NOBODY)?.values ?? [];
  const keyOf = (wanted: Dimension): string | null => values.find(({ dimension }) => dimension === wanted)?.key ?? null;
  const operation = keyOf("operation");
  const isNamed = operation !== null && !/^(?:sign_in|other):/.test(operation);
  return { operation: isNamed ? cut(operation) : null, resource: cut(keyOf("resource")) };
}

/** Returns whether a row about a message or an attachment is about one that the actor sent. */
const isSentBy = ({ table, fields }: LogRow, actor: RowActor | null): boolean =>
  REPORTED_ACTS[table] === "mail" && actor?.upn != null && toUpn(readText(fields, "SenderFromAddress")) === actor.upn;

/** Returns the act of administration that a row reports, in one form for all tables. */
function administrationOf(row: LogRow, actor: RowActor | null) {
  const act = directoryActOf(row);
  const onPremises = windowsAccountOf(row, actor);
  if (act === null) return { account: onPremises };
  const { kind, object, outside, shown } = act;
  const recipient = outside[0]?.split("@").at(-1) ?? null;
  return {
    act: kind,
    object: cut(object === null ? shown.target : shown.object),
    isPassingObject: null,
    recipient: cut(recipient),
    account: onPremises ?? accountOf(act, actor),
  };
}

/** Acts that let an application do more. */
const ON_APPLICATIONS: ReadonlySet<ActKind> = new Set(["credential.added", "app_permission.added", "consent.added"]);

/**
 * Returns the key of the account that an act of somebody else concerns. An application has the prefix `app:` whichever of
 * its ids the row has.
 */
function accountOf({ kind, targetKey, object, objectId }: DirectoryAct, actor: RowActor | null): string | null {
  if (ON_APPLICATIONS.has(kind)) return objectId === null ? null : `app:${objectId}`;
  const named = toUpn(object);
  const key = targetKey ?? (named === null ? null : `upn:${named}`);
  return key === null || key === actor?.key || actor?.keys.includes(key) ? null : key;
}

/** Returns the name of an operation in letters and digits: tables write it with and without blanks, dashes and dots. */
const toWord = (name: string): string =>
  name
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");

function objectOf({ table, fields }: LogRow) {
  const paths = OBJECT_PATHS[table];
  if (paths === undefined) return {};
  const occurrence = toIdentifier(readFirst(fields, paths.occurrence?.paths));
  return {
    object: cut(readFirst(fields, paths.object)),
    isPassingObject: paths.isPassing ?? null,
    malware: cut(readFirst(fields, paths.malware)),
    occurrence: occurrence === null || /^[0-]+$/.test(occurrence) ? null : cut(`${paths.occurrence?.of} ${occurrence}`),
  };
}

import type { Fields } from "../../model/fields.ts";
import type { Account } from "../account.ts";
import type { Device } from "../device.ts";
import { shift } from "../moment.ts";
import type { Place } from "../place.ts";
import { auditRow, type DirectoryChange } from "./audit.ts";
import { cloudAppRow } from "./cloud-app.ts";
import { type InboxRule, inboxRuleRow, officeRow } from "./office.ts";
import type { SynthRow } from "./row.ts";

/** Where a person acts from. */
export interface Seat {
  readonly place: Place;
  readonly device: Device;
}

/** The tables that report a change of the directory, each in its own shape and some seconds apart. */
type ReportedIn = "AuditLogs" | "OfficeActivity" | "CloudAppEvents";
const ALL_TABLES: readonly ReportedIn[] = ["AuditLogs", "OfficeActivity", "CloudAppEvents"];

export interface ReportedChange extends Omit<DirectoryChange, "ip" | "by"> {
  readonly by: Account;
  readonly seat: Seat;
  readonly tables?: readonly ReportedIn[];
}

/** Creates the rows of one change of the directory in every table that reports it. */
export function reportedChangeRows({ seat, tables = ALL_TABLES, ...change }: ReportedChange): readonly SynthRow[] {
  const act = { ...change, ip: seat.place.ip };
  const rows: Readonly<Record<ReportedIn, () => SynthRow>> = {
    AuditLogs: () => auditRow(act),
    OfficeActivity: () => officeChangeRow(act),
    CloudAppEvents: () => cloudChangeRow(act, seat),
  };
  return tables.map((table) => rows[table]());
}

type Change = Omit<ReportedChange, "seat" | "tables"> & { readonly ip: string };

const modifiedProperties = ({ targets }: Change): readonly Fields[] =>
  targets.flatMap(({ changes = [] }) =>
    changes.map(([name, before, after]) => ({ Name: name, OldValue: before, NewValue: after })),
  );

const objectOf = ({ targets }: Change): string => targets[0]?.upn ?? targets[0]?.id ?? "";

const unifiedTargets = ({ targets }: Change): readonly Fields[] =>
  targets.flatMap(({ id, name, type }) => [
    { ID: `${type}_${id}`, Type: 2 },
    { ID: name, Type: 1 },
  ]);

function officeChangeRow(change: Change): SynthRow {
  const { at, by, ip, operation, result } = change;
  return toOfficeRow({
    at: shift(at, 21_000),
    account: by,
    ip,
    operation: `${operation}.`,
    more: {
      OfficeObjectId: objectOf(change),
      ResultStatus: result === "failure" ? "Failure" : "Success",
      ModifiedProperties: JSON.stringify(modifiedProperties(change)),
      AADTarget: JSON.stringify(unifiedTargets(change)),
      Actor: JSON.stringify([{ ID: by.email, Type: 5 }]),
    },
  });
}

interface EntraAct {
  readonly at: Date;
  readonly account: Account;
  readonly ip: string;
  readonly operation: string;
  readonly more: Fields;
}

/** The workload of Entra has rows in OfficeActivity where the unified audit log is delivered as a whole. */
function toOfficeRow({ at, account, ip, operation, more }: EntraAct): SynthRow {
  const common = { at, account, ip, workload: "Exchange" as const, recordType: "AzureActiveDirectory", operation };
  return officeRow({ ...common, more: { OfficeWorkload: "AzureActiveDirectory", ...more } });
}

function cloudChangeRow(change: Change, { place, device }: Seat): SynthRow {
  const { at, by, operation, targets, result } = change;
  return cloudAppRow({
    at: shift(at, 43_000),
    account: by,
    place,
    device,
    application: "Office 365",
    action: `${operation}.`,
    object: { type: targets[0]?.type ?? "Other", name: targets[0]?.name ?? "" },
    more: {
      IsAdminOperation: true,
      RawEventData: {
        Workload: "AzureActiveDirectory",
        Operation: `${operation}.`,
        UserId: by.email,
        ObjectId: objectOf(change),
        ResultStatus: result === "failure" ? "Failure" : "Success",
        ModifiedProperties: modifiedProperties(change),
        Target: unifiedTargets(change),
        ClientIP: place.ip,
      },
    },
  });
}

export interface ExchangeAct extends Omit<InboxRule, "ip" | "operation"> {
  readonly operation: string;
  readonly seat: Seat;
}

/** Creates the rows of one Exchange command, which OfficeActivity and CloudAppEvents both report. */
export function exchangeActRows({ seat, ...act }: ExchangeAct): readonly SynthRow[] {
  const { at, account, operation, parameters } = act;
  const name = parameters["Name"] ?? parameters["Identity"] ?? account.email;
  return [
    inboxRuleRow({ ...act, ip: seat.place.ip }),
    cloudAppRow({
      at: shift(at, 35_000),
      account,
      place: seat.place,
      device: seat.device,
      application: "Microsoft Exchange Online",
      action: operation,
      object: { type: "Parameter", name },
      more: {
        RawEventData: {
          Workload: "Exchange",
          Operation: operation,
          UserId: account.email,
          ObjectId: name,
          ClientIP: seat.place.ip,
          Parameters: Object.entries(parameters).map(([Name, Value]) => ({ Name, Value })),
        },
      },
    }),
  ];
}

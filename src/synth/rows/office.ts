import type { Fields } from "../../model/fields.ts";
import { type Account, COMPANY_DOMAIN } from "../account.ts";
import type { Device } from "../device.ts";
import { type SynthRow, toRow } from "./row.ts";

const SITES = "https://northwind.sharepoint.com/sites";

export interface OfficeAct {
  readonly at: Date;
  readonly account: Account;
  readonly ip: string;
  readonly workload: "Exchange" | "SharePoint" | "OneDrive" | "MicrosoftTeams";
  readonly recordType: string;
  readonly operation: string;
  readonly more?: Fields;
}

export const officeRow = ({ at, account, ip, workload, recordType, operation, more }: OfficeAct): SynthRow =>
  toRow({
    table: "OfficeActivity",
    at,
    idColumn: "OfficeId",
    fields: {
      OfficeWorkload: workload,
      RecordType: recordType,
      Operation: operation,
      UserId: account.email,
      UserKey: account.objectId,
      UserType: "Regular",
      ClientIP: ip,
      ResultStatus: "Succeeded",
      OrganizationName: COMPANY_DOMAIN,
    },
    more,
  });

export interface FileOperation {
  readonly at: Date;
  readonly account: Account;
  readonly ip: string;
  readonly device: Device;
  /** FileAccessed, FileDownloaded, FileDeleted and so on. */
  readonly operation: string;
  readonly site: string;
  readonly file: string;
  readonly more?: Fields;
}

/** Returns the URL of a file of a site. */
export const fileAddress = (site: string, file: string): string => `${SITES}/${site}/Documents/${file}`;

/** Creates the row of an operation on a file of a site. */
export const fileRow = ({ at, account, ip, device, operation, site, file, more }: FileOperation): SynthRow =>
  officeRow({
    at,
    account,
    ip,
    workload: "SharePoint",
    recordType: "SharePointFileOperation",
    operation,
    more: {
      ItemType: "File",
      Site_Url: `${SITES}/${site}/`,
      OfficeObjectId: fileAddress(site, file),
      SourceRelativeUrl: "Documents",
      SourceFileName: file,
      SourceFileExtension: file.slice(file.lastIndexOf(".") + 1),
      UserAgent: device.userAgent,
      IsManagedDevice: device.id !== null,
      EventSource: "SharePoint",
      ...more,
    },
  });

export interface InboxRule {
  readonly at: Date;
  readonly account: Account;
  readonly ip: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly operation?: string;
}

/** Creates the row of a new inbox rule, or of another mailbox change with parameters. */
export const inboxRuleRow = ({ at, account, ip, parameters, operation = "New-InboxRule" }: InboxRule): SynthRow =>
  officeRow({
    at,
    account,
    ip,
    workload: "Exchange",
    recordType: "ExchangeAdmin",
    operation,
    more: {
      ResultStatus: "True",
      OfficeObjectId: objectOf(account, parameters),
      Parameters: JSON.stringify(Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }))),
    },
  });

/** Returns the object id of the change: the object it names, or the rule of the mailbox. */
function objectOf({ email }: Account, { Identity: identity, Name: name }: InboxRule["parameters"]): string {
  return identity ?? (name === undefined ? email : `${email}\\${name}`);
}

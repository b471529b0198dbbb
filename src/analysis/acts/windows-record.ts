import { readWindowsText } from "../../model/rows/event-data.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { readText } from "../../model/rows/row-fields.ts";
import type { ActRecord, ChangedProperty } from "./act-record.ts";

/** Windows writes these events only for what was done. */
export const windowsOperation = ({ fields }: LogRow): string | null => readText(fields, "EventID");

const NONE = /^-?$/;

export function readWindowsRecord({ fields }: LogRow, operation: string): ActRecord {
  const read = (name: string): string | null => {
    const text = readWindowsText(fields, name);
    return text === null || NONE.test(text) ? null : text;
  };
  const name = read("TargetUserName") ?? read("TargetAccount") ?? read("DomainName");
  const member = read("MemberName") ?? read("MemberSid");
  const isMember = ["4728", "4729", "4732", "4733", "4756", "4757"].includes(operation);
  const object = { type: isMember ? "group" : "user", id: null, upn: null, name };
  return {
    operation,
    objects: isMember ? [object, { type: "user", id: null, upn: null, name: member }] : [object],
    properties: auditChange(read("AuditPolicyChanges")),
    parameters: new Map(),
    isCommand: false,
    isByPim: false,
    remark: "",
    ownDomains: [],
  };
}

/** The codes for success and failure that are no longer recorded, or are from now on. */
const NO_LONGER = /%%8448|%%8450|removed/i;

function auditChange(text: string | null): ReadonlyMap<string, ChangedProperty> {
  if (text === null) return new Map();
  const isOff = NO_LONGER.test(text);
  return new Map([["auditenabled", { before: String(isOff), after: String(!isOff) }]]);
}

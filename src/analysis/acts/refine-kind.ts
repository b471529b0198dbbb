import { parseInnerJson } from "../../model/text/inner-json.ts";
import type { ActRecord, ChangedProperty } from "./act-record.ts";
import { plainText } from "./act-record.ts";
import type { ActKind } from "./directory-act.ts";

type Refinement = (record: ActRecord) => ActKind | null;

/**
 * Returns the kind of an act as its values show it, or null where an update of an object changes nothing that matters
 * here: `Update user` can be a disabled account, a second factor that was removed, or a new telephone number.
 */
export function refinedKind(kind: ActKind, record: ActRecord): ActKind | null {
  const refine = REFINEMENTS[kind];
  return refine === undefined ? kind : refine(record);
}

const REFINEMENTS: Readonly<Partial<Record<ActKind, Refinement>>> = {
  "user.changed": changedUser,
  "group.changed": (record) => (hasAny(record, GROUP_RULE) ? "group_rule.changed" : null),
  "group.added": (record) => (record.operation === "add dynamic group" ? "group_rule.changed" : "group.added"),
  "device.changed": (record) => switched(record, "device.enabled", "device.disabled"),
  "app.changed": changedApp,
  "credential.added": (record) => changedCredential(record, "keydescription") ?? "credential.added",
  "security_method.added": (record) =>
    /temporary ?access ?pass/i.test(record.remark) ? "temporary_pass.added" : "security_method.added",
  "role.added": (record) => (record.isByPim ? "role.activated" : "role.added"),
  "policy.added": (record) => directoryPolicy(record, "conditional_access.added") ?? "policy.added",
  "policy.changed": (record) => directoryPolicy(record, "conditional_access.changed") ?? "policy.changed",
  "policy.removed": (record) => directoryPolicy(record, "conditional_access.removed") ?? "policy.removed",
  "mailbox_forwarding.changed": changedMailbox,
  "tenant_settings.changed": (record) =>
    record.parameters.has("auditdisabled") ? "audit_settings.changed" : "tenant_settings.changed",
  "legacy_protocol.changed": (record) =>
    [...record.parameters.keys()].some((name) => LEGACY.test(name)) ? "legacy_protocol.changed" : null,
  "mailbox_permission.added": (record) => (isOwn(record) ? null : "mailbox_permission.added"),
  "member.added": (record) => {
    const { parameters } = record;
    return parameters.has("from.group") && !parameters.has("to.group") ? "member.removed" : "member.added";
  },
};

const GROUP_RULE = ["membershiprule", "dynamicmembershiprule", "membershipruleprocessingstate"];
const APP_URIS = ["appaddress", "appidentifieruri", "spnaddress", "publicclient", "replyurls"];
const LEGACY = /^(pop|imap|smtp|mapi|ews|activesync|allowbasicauth|smtpclientauthenticationdisabled)/;
const METHODS = [
  "strongauthenticationmethod",
  "strongauthenticationphoneappdetail",
  "strongauthenticationuserdetails",
  "searchabledevicekey",
];

const hasAny = ({ properties }: ActRecord, names: readonly string[]): boolean =>
  names.some((name) => properties.has(name));

function changedUser(record: ActRecord): ActKind | null {
  const { properties } = record;
  const requirement = properties.get("strongauthenticationrequirement");
  if (requirement !== undefined) return isEmpty(requirement.after) ? "mfa.disabled" : "mfa.enabled";
  const type = properties.get("usertype");
  if (type !== undefined && /guest/i.test(type.before) && /member/i.test(type.after)) return "guest.promoted";
  if (hasAny(record, ["passwordprofile", "password"])) return "password.reset";
  return switched(record, "user.enabled", "user.disabled") ?? changedMethods(record);
}

/** Compares how many methods there are: details such as the last use of a method change all the time. */
function changedMethods({ properties }: ActRecord): ActKind | null {
  for (const name of METHODS) {
    const change = properties.get(name);
    if (change === undefined) continue;
    const difference = sizeOf(change.after) - sizeOf(change.before);
    if (difference !== 0) return difference > 0 ? "security_method.added" : "security_method.removed";
  }
  return null;
}

function sizeOf(text: string): number {
  if (isEmpty(text)) return 0;
  try {
    const value: unknown = parseInnerJson(text);
    return Array.isArray(value) ? value.length : 1;
  } catch {
    return 1;
  }
}

const isEmpty = (text: string): boolean => plainText(text) === "";

function switched({ properties }: ActRecord, on: ActKind, off: ActKind): ActKind | null {
  const { after = "" } = properties.get("accountenabled") ?? {};
  if (/true/i.test(after)) return on;
  return /false/i.test(after) ? off : null;
}

function changedApp(record: ActRecord): ActKind | null {
  return (
    changedCredential(record, "federatedidentitycredentials") ??
    changedCredential(record, "keydescription") ??
    (hasAny(record, APP_URIS) ? "app_uri.changed" : null) ??
    switched(record, "app.enabled", "app.disabled")
  );
}

/** Compares the lists of credentials: a list that only got shorter lost one. */
function changedCredential({ properties }: ActRecord, name: string): ActKind | null {
  const change = properties.get(name);
  if (change === undefined) return null;
  if (isEmpty(change.after)) return "credential.removed";
  return isShorter(change) ? "credential.removed" : "credential.added";
}

function isShorter({ before, after }: ChangedProperty): boolean {
  const [had, has] = [keysIn(before), keysIn(after)];
  return has.length < had.length && has.every((key) => had.includes(key));
}

const keysIn = (text: string): readonly string[] =>
  (text.match(/KeyIdentifier=[0-9a-z-]+|"Name":\s*"[^"]*"/gi) ?? []).map((key) => key.toLowerCase());

/** Core Directory reports changes of conditional access under the name of all policies. */
function directoryPolicy({ properties }: ActRecord, kind: ActKind): ActKind | null {
  const type = plainText(properties.get("policytype")?.after ?? "");
  const detail = properties.get("policydetail");
  const isAccess = type === "18" || /"conditions"|conditionalaccess/i.test(`${detail?.after}${detail?.before}`);
  return isAccess ? kind : null;
}

/** Settings that keep what was deleted from a mailbox. */
const HOLDS = ["litigationholdenabled", "singleitemrecoveryenabled", "removedelayholdapplied", "excludefromorgholds"];

/** A mailbox has many settings; those that send its mail elsewhere, open it to others or hide its use are acts. */
function changedMailbox({ parameters }: ActRecord): ActKind | null {
  const forwarding = ["forwardingsmtpaddress", "forwardingaddress"].filter((name) => parameters.has(name));
  if (forwarding.length > 0) {
    const isSet = forwarding.some((name) => !isEmpty(parameters.get(name) ?? ""));
    return isSet ? "mailbox_forwarding.added" : "mailbox_forwarding.removed";
  }
  if (!isEmpty(parameters.get("grantsendonbehalfto") ?? "")) return "mailbox_permission.added";
  if (parameters.has("auditenabled")) return "audit_settings.changed";
  return HOLDS.some((name) => parameters.has(name)) ? "dlp_policy.changed" : null;
}

const isOwn = ({ parameters }: ActRecord): boolean =>
  /^nt authority\\self$/i.test(parameters.get("user") ?? parameters.get("trustee") ?? "") ||
  /^true$/i.test(parameters.get("deny") ?? "");

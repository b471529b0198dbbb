import type { ActKind, ActVerb } from "./directory-act.ts";
import { kindsByName, type NamesByKind } from "./kinds-by-name.ts";

/** Commands and events of the office suite that are acts of administration, apart from those of the directory. */
const OPERATIONS: NamesByKind = {
  "inbox_rule.added": ["new-inboxrule"],
  "inbox_rule.changed": ["set-inboxrule", "updateinboxrules"],
  "inbox_rule.enabled": ["enable-inboxrule"],
  "inbox_rule.disabled": ["disable-inboxrule"],
  "inbox_rule.removed": ["remove-inboxrule"],
  // A journal rule copies the mail of an organization, too.
  "transport_rule.added": ["new-transportrule", "new-journalrule"],
  "transport_rule.changed": ["set-transportrule", "set-journalrule"],
  "transport_rule.enabled": ["enable-transportrule", "enable-journalrule"],
  "transport_rule.disabled": ["disable-transportrule"],
  "transport_rule.removed": ["remove-transportrule"],
  "mailbox_forwarding.changed": ["set-mailbox", "new-mailbox", "set-remotemailbox", "set-mailuser", "set-mailcontact"],
  "mailbox_permission.added": [
    "add-mailboxpermission",
    "add-recipientpermission",
    "add-mailboxfolderpermission",
    "set-mailboxfolderpermission",
    "addfolderpermissions",
    "modifyfolderpermissions",
    "updatefolderpermissions",
    "updatecalendardelegation",
  ],
  "mailbox_permission.removed": [
    "remove-mailboxpermission",
    "remove-recipientpermission",
    "remove-mailboxfolderpermission",
    "removefolderpermissions",
  ],
  "mail_connector.added": ["new-inboundconnector", "new-outboundconnector"],
  "mail_connector.changed": ["set-inboundconnector", "set-outboundconnector", "set-remotedomain", "new-remotedomain"],
  "mail_connector.removed": ["remove-inboundconnector", "remove-outboundconnector"],
  "domain.added": ["new-accepteddomain"],
  "domain.changed": ["set-accepteddomain"],
  "domain.removed": ["remove-accepteddomain"],
  "federation.added": ["add-federateddomain", "new-federationtrust", "new-organizationrelationship"],
  "federation.changed": ["set-federationtrust", "set-federatedorganizationidentifier", "set-organizationrelationship"],
  "federation.removed": ["remove-federateddomain", "remove-federationtrust", "remove-organizationrelationship"],
  "role.added": [
    "add-rolegroupmember",
    "new-managementroleassignment",
    "set-managementroleassignment",
    "update-rolegroupmember",
    "new-rolegroup",
    "add-azureadmsroleassignment",
    "add-ediscoverycaseadmin",
    "update-ediscoverycaseadmin",
  ],
  "role.removed": ["remove-rolegroupmember", "remove-managementroleassignment", "remove-ediscoverycaseadmin"],
  "role_definition.added": ["new-managementrole", "new-managementroleentry", "add-managementroleentry"],
  "member.added": [
    "memberadded",
    "add-distributiongroupmember",
    "add-unifiedgrouplinks",
    "update-distributiongroupmember",
  ],
  "member.removed": ["memberremoved", "remove-distributiongroupmember", "remove-unifiedgrouplinks"],
  "group.removed": ["teamdeleted", "remove-unifiedgroup", "remove-distributiongroup"],
  "audit_settings.changed": ["set-adminauditlogconfig", "set-mailboxauditbypassassociation"],
  "audit_settings.disabled": ["disable-mailboxaudit"],
  "audit_settings.removed": ["remove-unifiedauditlogretentionpolicy"],
  "tenant_settings.changed": ["set-organizationconfig", "set-transportconfig", "set-owamailboxpolicy"],
  "legacy_protocol.changed": [
    "set-casmailbox",
    "set-casmailboxplan",
    "set-authenticationpolicy",
    "new-authenticationpolicy",
  ],
  "mail_app.added": ["new-app", "new-applicationaccesspolicy", "enable-app"],
  "mail_app.changed": ["set-app"],
  "mail_app.removed": ["remove-applicationaccesspolicy"],
  "mail_protection.changed": ["set-atppolicyforo365", "new-tenantallowblocklistitems", "set-tenantallowblocklistitems"],
  "sharing_policy.changed": [
    "sharingpolicychanged",
    "sharingsettingschanged",
    "externalsharingsettingschanged",
    "sitesharingsettingschanged",
    "networkaccesspolicychanged",
    "deviceaccesspolicychanged",
    "sharingdomainrestrictionchanged",
    "customscriptsallowed",
    "set-spotenant",
    "set-sposite",
    "set-sharingpolicy",
  ],
  "site_admin.added": ["sitecollectionadminadded", "siteadminchangerequest", "addedtositecollectionadmin"],
  "site_admin.removed": ["sitecollectionadminremoved"],
  "teams_policy.changed": [
    "teamstenantsettingchanged",
    "externalaccesschanged",
    "teamsguestsettingchanged",
    "teamsadminaction",
    "set-csexternalaccesspolicy",
    "set-cstenantfederationconfiguration",
    "set-csteamsmeetingpolicy",
    "set-csteamsclientconfiguration",
  ],
  "dlp_policy.removed": [
    "remove-dlppolicy",
    "remove-label",
    "remove-labelpolicy",
    "remove-informationbarrierpolicy",
    "remove-retentioncompliancepolicy",
    "remove-retentioncompliancerule",
    "remove-journalrule",
  ],
  "dlp_policy.disabled": ["disable-journalrule"],
};

const VERBS: ReadonlyMap<string, ActVerb> = new Map([
  ["new", "added"],
  ["set", "changed"],
  ["enable", "enabled"],
  ["disable", "disabled"],
  ["remove", "removed"],
]);

const COMMAND = /^([a-z]+)-(\w+)$/;
/** Families of commands, by how the part after the verb starts; they differ in how it ends (`Policy`, `Rule`). */
const MAIL_PROTECTION =
  /^(?:antiphish|safelinks|safeattachment|malwarefilter|hostedcontentfilter|hostedconnectionfilter|hostedoutboundspamfilter|dkimsigningconfig|atpprotection|eopprotection|phishfilter|quarantine)/;
const DLP =
  /^(?:dlp|labelpolicy|autosensitivitylabel|(?:app|teams)?retentioncompliance|retentionpolicy|casehold|holdcompliance|compliancetag|supervisoryreviewpolicy|informationbarrier|insiderriskpolicy|protectionalert|activityalert)/;

const kindOf = kindsByName(OPERATIONS);

/** Returns the kind of an operation of the office suite with a normalized name. */
export function officeKindOf(operation: string): ActKind | null {
  return (
    kindOf(operation) ??
    inFamily("mail_protection", MAIL_PROTECTION, operation) ??
    inFamily("dlp_policy", DLP, operation)
  );
}

function inFamily(area: "mail_protection" | "dlp_policy", family: RegExp, operation: string): ActKind | null {
  const [, verb = "", object = ""] = COMMAND.exec(operation) ?? [];
  const change = family.test(object) ? VERBS.get(verb) : undefined;
  return change === undefined ? null : `${area}.${change}`;
}

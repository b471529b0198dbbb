import { toGuid } from "../../model/rows/identifiers.ts";
import {
  type ActObject,
  type ActRecord,
  type ChangedProperty,
  labelOf,
  plainText,
  propertyText,
} from "./act-record.ts";
import type { ActArea, ActKind } from "./directory-act.ts";

/** What an act changed, for whom, and how far it goes. */
export interface ActParties {
  readonly object: string | null;
  readonly target: string | null;
  readonly detail: string | null;
  /** The id of the target in the directory. */
  readonly targetId?: string | null;
}

type PartyReader = (record: ActRecord, actor: string | null) => ActParties;

/** Reads the parties of an act. Most acts concern the first object of the row. */
export function partiesOf(kind: ActKind, record: ActRecord, actor: string | null): ActParties {
  const area = kind.slice(0, kind.indexOf(".")) as ActArea;
  return (READERS[area] ?? changedObject)(record, actor);
}

const READERS: Readonly<Partial<Record<ActArea, PartyReader>>> = {
  role: grantedRole,
  eligible_role: grantedRole,
  pim_role: grantedRole,
  root_access: grantedRole,
  member: changedMember,
  group_owner: owned,
  app_owner: owned,
  device_owner: owned,
  app_permission: grantedPermission,
  app_role: assignedApp,
  consent: grantedConsent,
  credential: newCredential,
  mailbox_permission: openedMailbox,
  mailbox_forwarding: forwardedMailbox,
  inbox_rule: namedRule,
  transport_rule: namedRule,
  security_method: changedMethod,
  guest: invitedGuest,
  federation: changedDomain,
};

const first = (...texts: readonly (string | null | undefined)[]): string | null =>
  texts.find((text) => text !== null && text !== undefined && text.trim() !== "") ?? null;

const ofType = ({ objects }: ActRecord, ...types: readonly string[]): ActObject | undefined =>
  objects.find(({ type }) => types.includes(type));

const notOfType = ({ objects }: ActRecord, ...types: readonly string[]): ActObject | undefined =>
  objects.find((object) => !types.includes(object.type) && labelOf(object) !== null);

function changedObject(record: ActRecord): ActParties {
  const { objects, parameters } = record;
  const object = objects.find((one) => labelOf(one) !== null);
  return {
    object: first(parameters.get("identity"), labelOf(object), parameters.get("name")),
    target: null,
    detail: null,
  };
}

function grantedRole(record: ActRecord): ActParties {
  const { parameters } = record;
  const role = first(
    propertyText(record, "role.displayname"),
    labelOf(ofType(record, "role")),
    parameters.get("role"),
    parameters.get("identity"),
    parameters.get("name"),
    propertyText(record, "role.wellknownobjectname", "role.templateid", "role.objectid"),
  );
  const grantee = notOfType(record, "role", "directory", "request", "other", "policy");
  const named = ["member", "members", "user", "securitygroup", "app"].map((name) => parameters.get(name));
  const member = first(...named, labelOf(grantee));
  const target = member === role ? null : member;
  return { object: role, target, detail: first(parameters.get("roles")), targetId: grantee?.id ?? null };
}

function changedMember(record: ActRecord): ActParties {
  const { parameters } = record;
  const group = first(
    propertyText(record, "group.displayname"),
    ofType(record, "group")?.name,
    parameters.get("to.group"),
    parameters.get("from.group"),
    parameters.get("identity"),
    propertyText(record, "group.objectid"),
  );
  const joined = notOfType(record, "group", "role");
  const member = first(parameters.get("member"), parameters.get("links"), labelOf(joined));
  return { object: group, target: member === group ? null : member, detail: null, targetId: joined?.id ?? null };
}

/** Returns what is owned as the object and the new owner as the target. */
function owned(record: ActRecord): ActParties {
  const owner = ofType(record, "user");
  const named = first(
    propertyText(
      record,
      "serviceprincipal.displayname",
      "application.displayname",
      "group.displayname",
      "device.displayname",
    ),
    labelOf(notOfType(record, "user")),
    propertyText(record, "serviceprincipal.objectid", "application.objectid", "group.objectid"),
  );
  return { object: named, target: labelOf(owner ?? record.objects.find((one) => one.upn !== null)), detail: null };
}

function grantedPermission(record: ActRecord): ActParties {
  const [resource] = record.objects;
  const client = first(
    propertyText(record, "serviceprincipal.displayname"),
    labelOf(record.objects[1]),
    propertyText(record, "serviceprincipal.appid", "serviceprincipal.objectid"),
    labelOf(resource),
  );
  return {
    object: client,
    target: labelOf(resource),
    detail: propertyText(record, "approle.value", "approle.displayname"),
  };
}

function assignedApp(record: ActRecord): ActParties {
  const grantee = first(
    propertyText(record, "user.upn", "group.displayname"),
    labelOf(ofType(record, "user", "group")),
  );
  return {
    object: first(labelOf(notOfType(record, "user", "group")), labelOf(record.objects[0])),
    target: grantee,
    detail: propertyText(record, "approle.value", "approle.displayname"),
  };
}

function grantedConsent(record: ActRecord): ActParties {
  const named = propertyText(record, "serviceprincipal.displayname");
  const scopes =
    gainedScopes(record) ??
    propertyText(record, "delegatedpermissiongrant.scope", "approle.value") ??
    consentedScopes(record);
  const isForAll =
    /true/i.test(propertyText(record, "consentcontext.isadminconsent") ?? "") ||
    /true/i.test(propertyText(record, "consentcontext.onbehalfofall") ?? "") ||
    /allprincipals/i.test(
      propertyText(record, "delegatedpermissiongrant.consenttype", "consentaction.permissions") ?? "",
    );
  return { object: first(named, labelOf(record.objects[0])), target: isForAll ? "all users" : null, detail: scopes };
}

/** Returns what a grant that existed before allows now and did not allow before. */
function gainedScopes({ properties }: ActRecord): string | null {
  const { before = "", after = "" } = properties.get("delegatedpermissiongrant.scope") ?? {};
  const had = new Set(plainText(before).toLowerCase().split(/\s+/));
  const gained = plainText(after)
    .split(/\s+/)
    .filter((scope) => !had.has(scope.toLowerCase()));
  return plainText(before) === "" || gained.length === 0 ? null : gained.join(" ");
}

/** `[] => [[Id: x, ConsentType: Principal, Scope: openid Files.Read.All, ...]]` becomes `openid files.read.all`. */
function consentedScopes(record: ActRecord): string | null {
  const text = record.properties.get("consentaction.permissions")?.after ?? "";
  const after = text.slice(text.indexOf("=>") + 1);
  const scopes = [...after.matchAll(/scope:([^,\]]*)/gi)].flatMap(([, list = ""]) => list.trim().split(/\s+/));
  return scopes.length === 0 ? null : [...new Set(scopes)].join(" ");
}

function newCredential(record: ActRecord): ActParties {
  const { after = "" } = record.properties.get("keydescription") ?? {};
  const federated = record.properties.get("federatedidentitycredentials");
  const isFederated = federated !== undefined || /federated/.test(record.operation);
  const type = /keytype=(\w{1,40})/i.exec(after)?.[1];
  return {
    object: first(labelOf(ofType(record, "application", "serviceprincipal")), labelOf(record.objects[0])),
    target: null,
    detail: isFederated ? ["federated", ...newIssuers(federated)].join(" ") : first(type),
  };
}

/** Returns the issuers of federated credentials that were not among those before. */
function newIssuers(change: ChangedProperty | undefined): readonly string[] {
  const had = new Set(issuersIn(change?.before ?? ""));
  return issuersIn(change?.after ?? "").filter((issuer) => !had.has(issuer));
}

const issuersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/"issuer"\s*:\s*"([^"]{1,200})"/gi)].map(([, issuer = ""]) => issuer)),
];

function openedMailbox({ parameters, objects }: ActRecord): ActParties {
  return {
    object: first(parameters.get("identity"), labelOf(objects[0])),
    target: first(parameters.get("user"), parameters.get("trustee"), parameters.get("grantsendonbehalfto")),
    detail: first(parameters.get("accessrights"), parameters.has("grantsendonbehalfto") ? "send on behalf" : null),
  };
}

function forwardedMailbox({ parameters, objects }: ActRecord): ActParties {
  return {
    object: first(parameters.get("identity"), labelOf(objects[0])),
    target: first(parameters.get("forwardingsmtpaddress"), parameters.get("forwardingaddress")),
    detail: null,
  };
}

function namedRule({ parameters, objects }: ActRecord): ActParties {
  return {
    object: first(objects[0]?.name, parameters.get("name"), parameters.get("identity"), labelOf(objects[0])),
    target: null,
    detail: null,
  };
}

/** An administrator changes the methods of others; the user is the object in any case. */
function changedMethod(record: ActRecord, actor: string | null): ActParties {
  const { object } = changedObject(record);
  const isOwn = record.operation.startsWith("user ") || object?.toLowerCase() === actor?.toLowerCase();
  return { object, target: null, detail: isOwn ? "own" : "of another user" };
}

function invitedGuest(record: ActRecord): ActParties {
  const address = record.parameters.get("inviteduseremailaddress");
  return {
    object: first(address, guestAddress(labelOf(ofType(record, "user")) ?? labelOf(record.objects[0]))),
    target: null,
    detail: null,
  };
}

/** The directory names a guest after the address: `sam_partner.example#EXT#@own.example` is `sam@partner.example`. */
function guestAddress(name: string | null): string | null {
  const [local = "", ...rest] = name?.split(/#ext#/i) ?? [];
  const at = local.lastIndexOf("_");
  return rest.length === 0 || at < 0 ? name : `${local.slice(0, at)}@${local.slice(at + 1)}`;
}

function changedDomain(record: ActRecord): ActParties {
  const { objects, parameters } = record;
  return {
    object: first(labelOf(objects[0]), parameters.get("domainname"), parameters.get("identity")),
    target: null,
    detail: propertyText(record, "livetype", "authenticationtype", "issueruri"),
  };
}

const APPLICATION_IDS = [
  "serviceprincipal.appid",
  "application.appid",
  "serviceprincipal.objectid",
  "application.objectid",
];

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the id of what was changed; service principals are known to other tables by the id of their application. */
export function objectIdOf(record: ActRecord): string | null {
  const names = [...record.properties].find(([name]) => name.endsWith("serviceprincipalnames"))?.[1];
  const { objects, parameters } = record;
  const ids = [
    parameters.get("appid") ?? parameters.get("app id") ?? null,
    // A row about an owner or a permission may list the owner or the API first.
    ...APPLICATION_IDS.map((name) => propertyText(record, name)),
    GUID.exec(names?.after || names?.before || "")?.[0] ?? null,
    ofType(record, "application", "serviceprincipal")?.id ?? null,
    objects.find(({ id }) => id !== null)?.id ?? null,
  ];
  return ids.map(toGuid).find((id) => id !== null) ?? null;
}

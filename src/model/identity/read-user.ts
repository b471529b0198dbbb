import type { Fields } from "../fields.ts";
import { readBoolean, readText, readTexts, readValues } from "../rows/row-fields.ts";
import type { DirectoryUser } from "./directory.ts";
import { readAllShown, readId, readShown, readTime } from "./read-document.ts";

/** Reads a user object of the directory. */
export function readUser(objectId: string, document: Fields): DirectoryUser {
  return {
    objectId,
    userPrincipalName: readShown(document, "userPrincipalName", 320),
    displayName: readShown(document, "displayName"),
    givenName: readShown(document, "givenName", 128),
    surname: readShown(document, "surname", 128),
    mail: readShown(document, "mail", 320),
    jobTitle: readShown(document, "jobTitle", 128),
    department: readShown(document, "department", 128),
    managerId: readId(document, "manager.id", "managerId"),
    managerName: readShown(document, "manager.displayName"),
    employeeId: readShown(document, "employeeId", 64),
    createdAt: readTime(document, "createdDateTime", "whenCreated", "created"),
    isEnabled: readBoolean(document, "accountEnabled") ?? true,
    isGuest: readText(document, "userType")?.toLowerCase() === "guest",
    passwordNeverExpires: passwordNeverExpires(document),
    hasLicense: hasLicense(document),
    servicePrincipalNames: readAllShown(document, "servicePrincipalName"),
    isSynchronized: readBoolean(document, "onPremisesSyncEnabled") ?? false,
    objectClass: objectClassOf(document),
    extensions: extensionsOf(document),
  };
}

function passwordNeverExpires(document: Fields): boolean | null {
  const flag = readBoolean(document, "passwordNeverExpires");
  if (flag !== null) return flag;
  const policies = readText(document, "passwordPolicies");
  return policies === null ? null : /DisablePasswordExpiration/i.test(policies);
}

function hasLicense(document: Fields): boolean | null {
  if (!Array.isArray(document["assignedLicenses"])) return null;
  return readValues(document, "assignedLicenses").length > 0;
}

const CLASSES: readonly (readonly [RegExp, DirectoryUser["objectClass"]])[] = [
  [/^msds-groupmanagedserviceaccount$/i, "gmsa"],
  [/^msds-managedserviceaccount$/i, "smsa"],
  [/^agentuser$/i, "agent_user"],
];

function objectClassOf(document: Fields): DirectoryUser["objectClass"] {
  const names = [...readTexts(document, "objectClass"), ...readTexts(document, "objectType")];
  return CLASSES.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? "user";
}

const EXTENSIONS = Array.from({ length: 15 }, (_, n) => `onPremisesExtensionAttributes.extensionAttribute${n + 1}`);

const extensionsOf = (document: Fields): readonly string[] =>
  Object.hasOwn(document, "onPremisesExtensionAttributes")
    ? EXTENSIONS.flatMap((path) => readShown(document, path) ?? [])
    : NONE;
const NONE: readonly string[] = [];

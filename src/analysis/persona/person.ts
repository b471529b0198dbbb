import type { DirectoryUser } from "../../model/identity/directory.ts";
import { toUpn } from "../../model/rows/identifiers.ts";
import { safeText } from "../../model/text/safe-text.ts";

/** A user, as the user list and the directory describe them. Text is clean and short. */
export interface Person {
  readonly tuid: string;
  /** The lower-case id of the directory object; null if the directory does not have the user. */
  readonly objectId: string | null;
  readonly upn: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly title: string | null;
  readonly department: string | null;
  readonly managerId: string | null;
  readonly managerName: string | null;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly employeeId: string | null;
  readonly createdAt: Date | null;
  readonly isActive: boolean;
  /** Addresses in custom attributes, in lower case: some organizations name the owner of an admin account there. */
  readonly namedAccounts: readonly string[];
}

/** The user as the user list has them. */
export interface ListedUser {
  readonly tuid: string;
  readonly userPrincipalName: string;
  readonly name: string | null;
  readonly emailAddresses: readonly string[];
  readonly isActive: boolean;
}

const MAX_NAME = 120;
const MAX_ADDRESS = 320;
const MAX_NAMED = 20;

/** Joins what the user list and, if there is one, the object of the directory contain about a user. */
export function toPerson(user: ListedUser, listed: DirectoryUser | undefined): Person {
  const clean = (text: string | null | undefined, max = MAX_NAME): string | null => safeText(text, max) || null;
  const [givenName, surname] = [clean(listed?.givenName), clean(listed?.surname)];
  const fullName = [givenName, surname].filter((part) => part !== null).join(" ");
  const address = [...user.emailAddresses, user.userPrincipalName].find((text) => toUpn(text) !== null);
  return {
    tuid: user.tuid,
    objectId: listed?.objectId ?? null,
    upn: safeText(user.userPrincipalName, MAX_ADDRESS),
    name: clean(listed?.displayName) ?? clean(user.name) ?? clean(fullName),
    email: clean(listed?.mail, MAX_ADDRESS) ?? clean(address, MAX_ADDRESS),
    title: clean(listed?.jobTitle),
    department: clean(listed?.department),
    managerId: listed?.managerId ?? null,
    managerName: clean(listed?.managerName),
    givenName,
    surname,
    employeeId: clean(listed?.employeeId),
    createdAt: listed?.createdAt ?? null,
    isActive: user.isActive,
    namedAccounts: namedAccountsOf(listed?.extensions ?? []),
  };
}

function namedAccountsOf(texts: readonly string[]): readonly string[] {
  const upns = texts.flatMap((text) => toUpn(text)?.toLowerCase() ?? []);
  return [...new Set(upns)].sort().slice(0, MAX_NAMED);
}

/** Returns the department in the form in which departments are compared. */
export function normalizedDepartment(department: string): string {
  return department.normalize("NFKC").toLowerCase().trim();
}

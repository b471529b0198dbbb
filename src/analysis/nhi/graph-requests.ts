/** Matches keys of operations; a regular expression is one. */
export interface RequestPattern {
  test(key: string): boolean;
}

/** The objects of the directory, as the first segment of a path. */
const OBJECTS: ReadonlySet<string> = new Set([
  "users",
  "groups",
  "devices",
  "contacts",
  "organization",
  "domains",
  "directoryobjects",
  "directoryroles",
  "administrativeunits",
  "applications",
  "serviceprincipals",
  "subscribedskus",
]);

/** What links the objects. The mail, files or calendar of a user or group are not part of the directory. */
const LINKS: ReadonlySet<string> = new Set([
  "manager",
  "directreports",
  "memberof",
  "transitivememberof",
  "members",
  "transitivemembers",
  "owners",
  "ownedobjects",
  "owneddevices",
  "registereddevices",
  "registeredowners",
  "createdobjects",
  "scopedrolememberof",
  "licensedetails",
  "assignlicense",
  "photo",
  "delta",
  "checkmembergroups",
  "checkmemberobjects",
  "getmembergroups",
  "getmemberobjects",
  "getbyids",
  "$count",
  "$ref",
]);

/** Returns whether a path is that of objects of the directory, of one of them, or of what it is linked to. */
function isDirectoryPath(path: string): boolean {
  const [root, object = "", ...rest] = path.split("/", 5);
  if (root !== "" || !OBJECTS.has(object)) return false;
  const [link] = rest[0] === "{id}" ? rest.slice(1) : rest;
  return link === undefined || LINKS.has(link);
}

const pathOf = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** Requests to Microsoft Graph that read or change the directory itself, by the key of their operation. */
export const DIRECTORY_REQUESTS: RequestPattern = {
  test: (key) => /^[a-z]+:[a-z]+ \//.test(key) && isDirectoryPath(pathOf(key)),
};

/** Requests that read the directory or reports on the organization. */
export const INVENTORY_REQUESTS: RequestPattern = {
  test: (key) => /^read:get \/reports\b/.test(key) || (key.startsWith("read:get ") && isDirectoryPath(pathOf(key))),
};

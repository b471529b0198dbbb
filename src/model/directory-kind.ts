/** What a directory consists of, each in the shape its own API exports. */
export const DIRECTORY_KINDS = [
  "users",
  "groups",
  "memberships",
  "directory-roles",
  "role-assignments",
  "role-eligibilities",
  "service-principals",
  "app-role-assignments",
  "delegated-grants",
  "credentials",
  "owners",
] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

export const isDirectoryKind = (name: string): name is DirectoryKind =>
  (DIRECTORY_KINDS as readonly string[]).includes(name);

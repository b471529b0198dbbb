/** The kinds of directory objects. Objects are delivered as the directory's API exports them. */
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
  "azure-role-assignments",
  "azure-resources",
] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

export const isDirectoryKind = (name: string): name is DirectoryKind =>
  (DIRECTORY_KINDS as readonly string[]).includes(name);

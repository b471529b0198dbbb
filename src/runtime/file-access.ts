/** A file or folder that this process cannot use safely, with the remedy in the message: exit code 78. */
export class UnsafeFile extends Error {}

interface Access {
  readonly uid: number;
  readonly mode: number;
}

/** Returns why users other than that of this process can use something, or undefined if none can. */
export function findExposure(access: Access): string | undefined {
  return findForeignOwner(access) ?? findOpenMode(access, 0o077, "used");
}

/** Returns why users other than that of this process and root can change something, or undefined if none can. */
export function findForeignWriter(access: Access): string | undefined {
  return (access.uid === 0 ? undefined : findForeignOwner(access)) ?? findOpenMode(access, 0o022, "changed");
}

/** Returns who owns something, or undefined if the user of this process does, or on Windows. */
export function findForeignOwner({ uid }: Pick<Access, "uid">): string | undefined {
  const own = process.getuid?.();
  if (own === undefined || uid === own) return undefined;
  return `belongs to user ${uid}, while this process runs as user ${own}`;
}

/** Returns what an operator can do about something that another user owns. */
export function ownerRemedy({ uid }: Pick<Access, "uid">, path: string): string {
  return `run Parapet as user ${uid}, or: chown -R ${process.getuid?.()} '${path}'`;
}

/** Whether an error of the file system means that this user may not use something. */
export function isForbidden(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "EACCES" || code === "EPERM";
}

function findOpenMode({ mode }: Access, bits: number, verb: "used" | "changed"): string | undefined {
  if (process.getuid === undefined || (mode & bits) === 0) return undefined;
  return `can be ${verb} by other users (mode ${(mode & 0o7777).toString(8)})`;
}

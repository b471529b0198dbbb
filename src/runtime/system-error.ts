interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly errors?: readonly Error[];
}

/** What the codes of file systems mean for a path, with the remedy. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist, or its folder does not; check the path",
  EEXIST: "already exists; name another file",
  EISDIR: "is a folder; name a file",
  ENOTDIR: "is not a folder, or a part of its path is not one; check the path",
  EACCES: "cannot be accessed by this user; change its permissions or run the command as its owner",
  EPERM: "cannot be accessed by this user; change its permissions or run the command as its owner",
  EROFS: "is on a read-only file system; name another place",
  ENOSPC: "cannot be written because the disk is full; free some space",
  ELOOP: "is a link that leads to itself; name the file itself",
  ENAMETOOLONG: "has a name that is too long; shorten it",
};

/** What the codes of a network and of PostgreSQL mean, with the remedy. The message of PostgreSQL names the object. */
const SERVER_REASONS: Readonly<Record<string, (error: SystemError) => string>> = {
  ECONNREFUSED: (error) =>
    `nothing accepts connections at ${placeOf(error)}; check the host and port, and start the server`,
  ENOTFOUND: ({ hostname }) => `the host name '${hostname}' is unknown; check its spelling`,
  EAI_AGAIN: ({ hostname }) => `the host name '${hostname}' cannot be resolved now; check the name server`,
  ETIMEDOUT: (error) => `${placeOf(error)} does not answer; check the host, port and firewall`,
  EHOSTUNREACH: (error) => `${placeOf(error)} cannot be reached; check the host and the network`,
  "3D000": ({ message }) => `${message}; create it first, or check its name in the URL`,
  "28P01": ({ message }) => `${message}; check the user and password in the URL`,
  "28000": ({ message }) => `${message}; check the user in the URL`,
};

/**
 * Returns an error of the operating system or of a database connection as a sentence with a remedy, followed by its code;
 * undefined for any other error.
 */
export function describeSystemError(error: Error): string | undefined {
  const { code, path, errors } = error as SystemError;
  if (code === undefined) return undefined;
  const known = SERVER_REASONS[code];
  // Several addresses of one host that all refused: the first stands for them.
  if (known) return `${known((errors?.[0] ?? error) as SystemError)} (${code})`;
  const reason = FILE_REASONS[code];
  return reason !== undefined && path !== undefined ? `'${path}' ${reason} (${code})` : undefined;
}

/**
 * Returns why a file or folder cannot be read, with a remedy, as the end of a sentence that starts with its name. Errors of
 * decompression count as well.
 */
export function describeUnreadable(error: Error): string {
  const { code = "" } = error as SystemError;
  const reason = FILE_REASONS[code] ?? (code.startsWith("Z_") ? NOT_GZIP : undefined);
  return reason === undefined ? `cannot be read: ${error.message}` : `${reason} (${code})`;
}

const NOT_GZIP = "is not a gzip file, or it is damaged or incomplete; use another copy";

const placeOf = ({ address, port, path }: SystemError): string =>
  address === undefined ? `'${path ?? "the server"}'` : `${address.includes(":") ? `[${address}]` : address}:${port}`;

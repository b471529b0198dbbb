/** Whether a server could not listen because another process has its port. */
export const isTakenPort = ({ code }: NodeJS.ErrnoException): boolean => code === "EADDRINUSE";

/** Returns the error of a port that is in use with its remedy; any other error as it is. */
export function describePort(error: NodeJS.ErrnoException, port: string, setting: string): Error {
  if (!isTakenPort(error)) return error;
  const message = `${port} is taken by another process (EADDRINUSE); choose another one with ${setting}`;
  return new Error(message, { cause: error });
}

/** A command line that cannot be run as it is written: exit code 2. */
export class UsageError extends Error {}

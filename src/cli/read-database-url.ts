import { UsageError } from "./usage-error.ts";

/** Reads the URL of a PostgreSQL database. It may contain a password, so it is never quoted. */
export function readDatabaseUrl(option: string, url: string): string {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${option} is not a URL that starts with postgres:// or postgresql://`);
}

import { DEFAULT_KEY_LIFETIME_DAYS } from "../../actions/create-api-key.ts";
import { READ_SCOPES, SCOPES, type Scope } from "../../model/vocabulary.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { Option } from "../command.ts";
import { readDuration } from "../read-duration.ts";
import { UsageError } from "../usage-error.ts";

/** What `--expires` is for a new key if it is not given. */
export const DEFAULT_EXPIRES = `${DEFAULT_KEY_LIFETIME_DAYS}d`;

/** Declares `--expires`. */
export const expiresOption = (usual: string): Option => ({
  value: "TIME",
  meaning: `lifetime of the new key, such as 90d, or never (default: ${usual})`,
});

/** Reads `--scopes`; without it a key gets the default scopes. */
export function readScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return READ_SCOPES;
  const given = text.split(",").map((scope) => scope.trim());
  const unknown = given.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new UsageError(`--scopes: '${unknown}' is not one of ${SCOPES.join(", ")}`);
  return [...new Set(given as Scope[])];
}

/** Reads `--expires`; null means that the key never expires. */
export function readExpiry(text: string): Date | null {
  if (text === "never") return null;
  const lifetime = readDuration("--expires", text) ?? 0;
  if (lifetime === 0) throw new UsageError("--expires: the lifetime of a key must be longer than 0");
  return new Date(systemClock().getTime() + lifetime);
}

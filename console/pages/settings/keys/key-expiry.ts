import type { Option } from "../../../ui/field.tsx";
import { amount } from "../../../words.ts";
import type { ApiKey } from "./key-warnings.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const NEVER = "never";

export const DEFAULT_EXPIRY = "90";
export const EXPIRY_OPTIONS: readonly Option[] = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: DEFAULT_EXPIRY, label: "In 90 days" },
  { value: "365", label: "In one year" },
  { value: NEVER, label: "Never (not recommended)" },
];

/** The value of the option that gives the successor of a key the lifetime that the key was created with; the server knows it. */
export const SAME_LIFETIME = "same";

/** Returns that option for a key, such as "In 7 days, like the old key". */
export function sameLifetime({ created_at, expires_at }: Pick<ApiKey, "created_at" | "expires_at">): Option {
  if (expires_at === null) return { value: SAME_LIFETIME, label: "Never, like the old key" };
  const lifetime = Date.parse(expires_at) - Date.parse(created_at);
  const [count, noun] =
    lifetime < DAY_MS ? [Math.max(1, Math.round(lifetime / HOUR_MS)), "hour"] : [Math.round(lifetime / DAY_MS), "day"];
  return { value: SAME_LIFETIME, label: `In ${amount(count, noun)}, like the old key` };
}

/** Returns when a key with a chosen option expires. */
export function expiryOf(option: string, now: Date): string | null {
  return option === NEVER ? null : new Date(now.getTime() + Number(option) * DAY_MS).toISOString();
}

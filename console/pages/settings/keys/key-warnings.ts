import type { ReplyOf } from "../../../api/call.ts";

export type ApiKey = ReplyOf<"listKeys">["items"][number];

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 60;
const EXPIRES_SOON_DAYS = 14;
/** A key for a few days does not expire soon from its first day on. */
const EXPIRES_SOON_SHARE = 1 / 3;

/** Returns what an administrator should look at about a key that works and was not replaced. */
export function keyWarnings(key: ApiKey, now: Date): readonly string[] {
  if (key.state !== "active") return [];
  const daysSince = (moment: string): number => (now.getTime() - Date.parse(moment)) / DAY_MS;
  const warnings = [
    daysSince(key.last_used_at ?? key.created_at) >= UNUSED_DAYS && `Unused for ${UNUSED_DAYS} days`,
    key.expires_at !== null && expiresSoon(key.created_at, key.expires_at, now) && "Expires soon",
    key.expires_at === null && "Never expires",
    key.allowed_addresses.length === 0 && "Any address",
  ];
  return warnings.filter((warning) => warning !== false);
}

function expiresSoon(createdAt: string, expiresAt: string, now: Date): boolean {
  const [start, end] = [Date.parse(createdAt), Date.parse(expiresAt)];
  return end - now.getTime() <= Math.min(EXPIRES_SOON_DAYS * DAY_MS, (end - start) * EXPIRES_SOON_SHARE);
}

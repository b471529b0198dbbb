import type { Option } from "../../../ui/field.tsx";

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

/** Gives the successor of a key the lifetime that the key was created with; the server knows it. */
export const SAME_LIFETIME: Option = { value: "same", label: "After the lifetime of the old key" };

/** Returns when a key with a chosen option expires. */
export function expiryOf(option: string, now: Date): string | null {
  return option === NEVER ? null : new Date(now.getTime() + Number(option) * DAY_MS).toISOString();
}

import { BEHAVIOR_DEFAULTS } from "./behavior-defaults.ts";
import type { BehaviorOverrides, BehaviorSettings } from "./behavior-settings.ts";

/** Merges the overrides of a domain into the defaults. */
export function toBehaviorSettings(overrides: BehaviorOverrides = {}): BehaviorSettings {
  const merged = Object.entries(BEHAVIOR_DEFAULTS).map(([name, numbers]) => {
    const own: Readonly<Record<string, unknown>> = overrides[name as keyof BehaviorSettings] ?? {};
    const set = Object.entries(own).filter(([key, value]) => key in numbers && isUsableNumber(value));
    return [name, { ...numbers, ...Object.fromEntries(set) }];
  });
  return Object.fromEntries(merged) as unknown as BehaviorSettings;
}

export const isUsableNumber = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value > 0;

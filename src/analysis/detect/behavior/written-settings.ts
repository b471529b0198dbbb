import { BEHAVIOR_DEFAULTS } from "./behavior-defaults.ts";
import type { BehaviorOverrides } from "./behavior-settings.ts";
import { toBehaviorSettings } from "./merge-settings.ts";
import { toWritten } from "./read-overrides.ts";

const NAMES = new Map(Object.keys(BEHAVIOR_DEFAULTS).map((name) => [toWritten(name), name]));

/** A setting of a behavior under its name in `behaviors.yml`. */
export interface WrittenSetting {
  readonly name: string;
  readonly value: number;
}

/** Returns the settings of a behavior; none if there is no such behavior. */
export function settingsOfBehavior(slug: string, overrides: BehaviorOverrides = {}): readonly WrittenSetting[] {
  const settings = new Map<string, Readonly<Record<string, number>>>(Object.entries(toBehaviorSettings(overrides)));
  const numbers = settings.get(NAMES.get(slug) ?? "") ?? {};
  return Object.entries(numbers).map(([name, value]) => ({ name: toWritten(name), value }));
}

import type { Connector, Settings } from "./connector.ts";
import { readSettings, secretNames } from "./read-settings.ts";

/** What somebody gives for a connector: some of its settings. */
export interface GivenSettings {
  readonly settings: Settings;
  readonly secrets: Settings;
}

/** All settings of a connector, and the secrets that were given; null for one that was left empty, which removes it. */
export interface MergedSettings {
  readonly settings: Settings;
  readonly secrets: Readonly<Record<string, string | null>>;
}

/** Completes given settings by those that are stored, and validates the whole. An error never quotes a secret. */
export function mergeSettings(connector: Connector, known: Settings, given: GivenSettings): MergedSettings {
  const all = readSettings(connector, { ...known, ...given.settings, ...given.secrets });
  const names = secretNames(connector);
  const isGiven = (name: string) => Object.hasOwn(given.settings, name) || Object.hasOwn(given.secrets, name);
  return {
    settings: Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))),
    secrets: Object.fromEntries(names.filter(isGiven).map((name) => [name, all[name] ?? null])),
  };
}

import type { RuleSettings } from "../../model/rule-settings.ts";
import type { Database } from "../../store/database/database.ts";
import { readVersions } from "../../store/domains/versions.ts";
import { readRuleSettings } from "../../store/rules/rule-settings.ts";

/** Returns the rule settings of a domain as they are at the moment of asking. */
export type RuleSettingsSource = (domainId: string) => Promise<RuleSettings>;

/**
 * Keeps the rule settings of domains in memory and reads them again when their version changed. Asking costs one small
 * statement, or none where the versions are known in memory.
 */
export function createRuleSettingsSource(database: Database): RuleSettingsSource {
  const known = new Map<string, { readonly version: string; readonly settings: RuleSettings }>();
  return async (domainId) => {
    const db = database.forDomain(domainId);
    const ask = () => readVersions(db);
    const memory = database.versionMemory;
    const versions = memory ? (memory.find(domainId) ?? (await memory.read(domainId, ask))) : await ask();
    const version = versions.rules ?? "0";
    const before = known.get(domainId);
    if (before?.version === version) return before.settings;
    const settings = await readRuleSettings(db);
    known.set(domainId, { version, settings });
    return settings;
  };
}

import type { RuleSettings } from "../../model/rule-settings.ts";
import type { DomainDb } from "../database/database.ts";
import { listRuleExceptions } from "./rule-exceptions.ts";
import { listRuleSwitches } from "./rule-switches.ts";

/** Reads which findings a domain does not want. */
export async function readRuleSettings(db: DomainDb): Promise<RuleSettings> {
  const switches = await listRuleSwitches(db);
  const exceptions = new Map<string, Map<string, number>>();
  for (const { detector, entity, expiresAt } of await listRuleExceptions(db)) {
    const entities = exceptions.get(detector) ?? new Map<string, number>();
    exceptions.set(detector, entities.set(entity, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
  }
  return { off: new Set(switches.map(({ detector }) => detector)), exceptions };
}

import { newId } from "../../src/runtime/ids.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { saveRuleException } from "../../src/store/rules/rule-exceptions.ts";
import { addRuleSwitch } from "../../src/store/rules/rule-switches.ts";

/** Stores a switch and an exception, each text marked with the word; returns the id of the exception. */
export async function givenRuleSettings(db: DomainHandle, word: string): Promise<string> {
  const exceptionId = newId();
  const at = new Date("2026-11-02T08:00:00.000Z");
  await db.transaction(async (tx) => {
    await addRuleSwitch(tx, { detector: word, reason: word, switchedBy: "operator:dana", switchedAt: at });
    const entity = `${word}@northwind.example`;
    const made = { reason: word, madeBy: "operator:dana", madeAt: at, expiresAt: null };
    await saveRuleException(tx, { exceptionId, detector: word, entity, ...made });
  });
  return exceptionId;
}

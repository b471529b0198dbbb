import { createDomainDetectors, createInstalledDetectors } from "../../../pipeline/rules/installed-detectors.ts";
import { rulesFolderOf } from "../../../pipeline/rules/rules-layout.ts";
import { systemClock } from "../../../runtime/clock.ts";
import type { Database, DomainHandle } from "../../../store/database/database.ts";
import { type Command, domainOption, type Invocation, required } from "../../command.ts";
import { explainRows } from "../../explain/explain-rows.ts";
import { printExplanations } from "../../explain/print-explanations.ts";
import { describeMissingRow } from "../../rows/find-rows.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "ROW_ID", repeated: true }],
  options: { domain: domainOption("domain of the rows") },
  examples: [
    "parapet cases explain --domain northwind 0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f",
    "parapet cases explain --domain northwind 0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f --json | jq .events",
  ],
  notes: `Evaluates the rules in use on each row again and shows the events that rest on it, with the case of each or the
decision that made none. Nothing is changed. With --json it prints one object per row and line. If there is no row with
an id, the exit code is 1.`,
  run: (invocation) => withDomain(invocation, (db, database) => explain(invocation, db, database)),
};

async function explain(invocation: Invocation, db: DomainHandle, database: Database): Promise<number> {
  const { terminal, config, operands: ids } = invocation;
  const source = createInstalledDetectors({
    database,
    rulesFolder: rulesFolderOf(config.dataDir),
    log: { warn: (facts, message) => terminal.note(`${message}: ${JSON.stringify(facts)}`) },
  });
  const detectorsFor = createDomainDetectors(database, source);
  const detectors = await detectorsFor({ domainId: db.domainId, name: required(invocation, "domain") });
  const onProblem = (slug: string, error: Error) => terminal.note(`${slug} failed: ${error.message}`);
  const { explained, missing } = await explainRows({ db, detectors, now: systemClock(), onProblem }, ids);
  printExplanations(invocation, explained);
  for (const id of missing) terminal.note(describeMissingRow(id, "any table"));
  return missing.length > 0 ? 1 : 0;
}

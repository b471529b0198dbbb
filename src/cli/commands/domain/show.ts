import { listRuns } from "../../../store/analysis/analysis-runs.ts";
import { listApiKeys } from "../../../store/domains/api-keys.ts";
import { findOwnDomain } from "../../../store/domains/domains.ts";
import { describeRun } from "../../analyze/describe-run.ts";
import { type Command, DOMAIN_OPERAND } from "../../command.ts";
import { describeDomain } from "../../domain/describe-domain.ts";
import { getDomain, withDatabase } from "../../with-database.ts";

export const command: Command = {
  operands: [DOMAIN_OPERAND],
  examples: ["parapet domain show northwind", "parapet domain show northwind --json"],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [name = ""] = operands;
    return withDatabase(invocation, async (database) => {
      const db = await getDomain(database, name);
      const domain = await findOwnDomain(db);
      const [run] = await listRuns(db, 1);
      const shown = {
        ...(domain && describeDomain(domain)),
        api_keys: (await listApiKeys(db)).length,
        last_analysis: run ? describeRun(run) : null,
      };
      if (json) terminal.data(JSON.stringify(shown));
      else for (const [field, value] of Object.entries(shown)) terminal.out(`${field}: ${textOf(value)}`);
      return 0;
    });
  },
};

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ") || "any";
  return value instanceof Date ? value.toISOString() : String(value ?? "never");
}

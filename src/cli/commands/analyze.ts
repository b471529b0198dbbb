import { recordStart } from "../../actions/context.ts";
import { Failure } from "../../model/failure.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { type AnalysisReport, analyzeDomain } from "../../pipeline/analyze/analyze-domain.ts";
import { startOfDay } from "../../pipeline/analyze/evaluation-day.ts";
import { systemChance } from "../../runtime/chance.ts";
import { monotonicMs, systemClock } from "../../runtime/clock.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { readDay } from "../analyze/read-day.ts";
import { type Command, type Invocation, optionalDomain } from "../command.ts";
import { operatorContext } from "../operator-context.ts";
import { getDomain, withDatabase } from "../with-database.ts";

export const command: Command = {
  options: {
    domain: optionalDomain("only this domain (default: all)"),
    day: {
      value: "YYYY-MM-DD",
      meaning: "evaluation day: earlier days are used (default: the day of the newest row)",
      problem: (value) => (readDay(value) ? undefined : "expected a date such as 2026-11-01"),
    },
  },
  examples: ["parapet analyze", "parapet analyze --domain northwind --day 2026-11-01"],
  notes: "A running server analyzes every domain when it is due; this command does not wait for that.",
  run: (invocation) => {
    const { terminal, options, json } = invocation;
    return withDatabase(invocation, async (database) => {
      const only = options["domain"];
      if (only !== undefined) await getDomain(database, only);
      const domains = (await listDomains(database.system)).filter(({ name }) => only === undefined || only === name);
      const results = [];
      for (const domain of domains) results.push(await analyze(invocation, database, domain));
      if (json) terminal.data(JSON.stringify(results));
      return 0;
    });
  },
};

async function analyze(
  { terminal, options }: Invocation,
  database: Database,
  { domainId, name }: { readonly domainId: string; readonly name: string },
): Promise<object> {
  const audit = { action: "domain.analyze", target: { kind: "domain", id: domainId }, before: null } as const;
  const asOf = readDay(options["day"] ?? "");
  const startedAt = monotonicMs();
  await recordStart(operatorContext(database.forDomain(domainId)), { ...audit, after: null });
  const parts = { database, clock: systemClock, chance: systemChance };
  const onPhase = (phase: string): void => terminal.progress(`${name}: ${phase}`);
  const report = await analyzeDomain(parts, domainId, { asOf, onPhase }).finally(() => terminal.progress(""));
  if (!report) throw new Failure("invalid_request", `'${name}' is being analyzed by another process; try again later`);
  const seconds = Math.round(monotonicMs() - startedAt) / 1_000;
  terminal.note(`${name}: analyzed for ${dateOf(report)} in ${toAmount(Math.round(seconds), "second")}`);
  if (report.failure) {
    const failed = `${toCount(report.counts["failed"] ?? 0)} of its identities`;
    terminal.note(`${name}: ${failed} could not be analyzed; the first error is ${report.failure}`);
  }
  return { domain: name, day: dateOf(report), outcome: report.outcome, seconds, counts: report.counts };
}

const dateOf = ({ day }: AnalysisReport): string => startOfDay(day).toISOString().slice(0, 10);

import { clusterFindings } from "../../analysis/correlate/cluster.ts";
import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { isScored } from "../../analysis/correlate/finding-order.ts";
import { judge } from "../../analysis/correlate/judge.ts";
import { spanOf } from "../../analysis/correlate/span.ts";
import { readFreeFindings } from "../../store/cases/correlated-cases.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { recordDecision } from "./judge-records.ts";
import { readKnowledge } from "./read-knowledge.ts";
import { candidateIdOf, makeCase } from "./write-case.ts";

/** Groups findings that are in no case and creates a case for each group the judge promotes; returns how many. */
export async function promoteClusters(tx: DomainDb, now: Date, subject: string): Promise<number> {
  const since = new Date(now.getTime() - CORRELATION.expiryMs);
  const findings = await readFreeFindings(tx, subject, since, CORRELATION.maxCandidates);
  if (!findings.some(isScored)) return 0;
  const knowledge = await readKnowledge(tx, subject, findings);
  let made = 0;
  for (const cluster of clusterFindings(findings)) {
    const decision = judge(cluster, knowledge);
    if (decision.promoted) {
      await makeCase(tx, now, { subject, findings: cluster, decision, knowledge });
      made++;
      continue;
    }
    const candidateId = candidateIdOf(tx.domainId, subject, cluster);
    const decided = { candidateId, subject, span: spanOf(cluster), total: cluster.length, decision };
    await recordDecision(tx, now, decided);
  }
  return made;
}

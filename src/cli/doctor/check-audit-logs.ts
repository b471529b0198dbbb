import { INSTALLATION_ID } from "../../model/installation.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { verifyStoredChain } from "../../store/audit/verify-chain.ts";
import type { Database } from "../../store/database/database.ts";
import { listDeletedDomains } from "../../store/domains/domain-deletion.ts";
import { listDomains, listDomainsInDeletion } from "../../store/domains/domains.ts";
import type { Found } from "./finding.ts";

/** An audit log, and how a person calls it. */
interface AuditLog {
  readonly id: string;
  readonly name: string;
}

/** How many broken logs are described. */
const SHOWN = 5;

/**
 * Verifies every audit log: of the installation, of each domain, and of deleted domains, whose logs are kept. Throws an
 * error that names the broken ones and the first broken entry of each.
 */
export async function verifyAuditLogs(database: Database): Promise<Found> {
  const logs = await listAuditLogs(database);
  const broken: string[] = [];
  let entries = 0;
  for (const { id, name } of logs) {
    const verified = await verifyStoredChain(database.forDomain(id));
    entries += verified.head.sequence;
    if (verified.broken)
      broken.push(`${name} is broken at entry ${verified.broken.sequence}: ${verified.broken.reason}`);
  }
  const amount = `${toAmount(logs.length, "log")} with ${toAmount(entries, "entry")}`;
  if (broken.length === 0) return `${amount}, intact`;
  const others = broken.length > SHOWN ? [`${toCount(broken.length - SHOWN)} more`] : [];
  throw new Error([...broken.slice(0, SHOWN), ...others].join("; "));
}

async function listAuditLogs({ system }: Database): Promise<readonly AuditLog[]> {
  // A domain whose deletion ends meanwhile is in both lists, in this order.
  const domains = [...(await listDomains(system)), ...(await listDomainsInDeletion(system))];
  const deleted = await listDeletedDomains(system);
  const logs = new Map<string, AuditLog>();
  logs.set(INSTALLATION_ID, { id: INSTALLATION_ID, name: "that of the installation" });
  for (const { domainId: id, name } of deleted) logs.set(id, { id, name: `that of '${name}' (deleted, ${id})` });
  for (const { domainId: id, name } of domains) logs.set(id, { id, name: `that of '${name}'` });
  return [...logs.values()];
}
